/** Kinds that ask for the fewest moves or the most squares: what the player has reached, and the best that is possible. */

import { merged } from "./marks.js";

/** @import { App } from "./app.js" */
/** @import { Puzzle } from "./types.js" */

/** The time limit for the best, in seconds. */
const SECONDS = 60;

export class Optimum {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The puzzle of which the best was asked. @type {Puzzle | null} */
    this.of = null;
    /** @type {number | null} */
    this.found = null;
  }

  /** Null if it is not known. */
  get best() {
    return this.of === this.app.doc.puzzle ? this.found : null;
  }

  /** The number that the player has reached; null before the end. */
  get reached() {
    const { doc, kind, mode } = this.app;
    return mode === "play" ? (kind.optimum?.reached(doc.puzzle, merged(doc.marks, doc.trial)) ?? null) : null;
  }

  get solved() {
    const { reached } = this;
    return reached !== null && (Boolean(this.app.kind.optimum?.ends) || reached === this.best);
  }

  /** What is to be said of the number; empty before the end. */
  get text() {
    const { app, reached } = this;
    return (reached !== null && app.kind.optimum?.said(reached, this.best, app.doc.puzzle)) || "";
  }

  /** Ask for the best, once for each puzzle, when the player has come to an end. */
  ask() {
    const { app } = this;
    const { puzzle } = app.doc;
    const { optimum } = app.kind;
    if (!optimum || this.of === puzzle || this.reached === null || app.engine?.state !== "ready") return;
    [this.of, this.found] = [puzzle, null];
    const task = { operation: optimum.operation, puzzle, options: { timeout: SECONDS }, arguments: {} };
    void app.questions.request(task, { doing: "Looking for the best" }).then((record) => {
      if (this.of !== puzzle) return;
      this.found = optimum.best(record);
      app.render();
    });
  }
}
