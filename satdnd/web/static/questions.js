/** Questions to the engine: asking, progress messages, and cancelling abandoned ones. */

import { full, upper } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Puzzle } from "./types.js" */

/** Milliseconds: before a progress message is shown, and between its updates. */
const [SLOW, SECOND] = [300, 1000];

export class Questions {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The questions in progress: their messages, and when they started. @type {Set<{text: string, since: number}>} */
    this.jobs = new Set();
    this.ticking = 0;
    this.asked = 0;
    /** Aborts the player's last question. */
    this.asking = new AbortController();
  }

  /** Abandon the last question. */
  dismiss() {
    this.asked++;
    this.asking.abort();
  }

  /**
   * Ask the engine; a failure gives a record with status "error".
   * @param {any} task
   * @param {{doing?: string, signal?: AbortSignal}} [how] doing: a message shown at once
   * @returns {Promise<any>}
   */
  async request(task, { doing = "", signal } = {}) {
    const { app } = this;
    if (!app.engine) return { status: "error", message: "The engine is still loading." };
    const live = task.operation === "live";
    const job = { text: doing, since: performance.now() };
    const show = () => {
      job.text ||= live ? "Looking at what follows" : "Thinking";
      this.jobs.add(job);
      this.tick();
    };
    const timer = setTimeout(show, doing ? 0 : SLOW);
    const progress = (/** @type {string} */ text) => {
      job.text = upper(text);
      this.tick();
    };
    try {
      return await app.engine.ask(task, { onProgress: progress, signal, replaces: live ? "live" : undefined });
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      if (name !== "Stopped")
        return { status: "error", failed: true, message: `${upper(message)}.`.replace("?.", "?") };
      if (!live && !signal?.aborted) app.ask(); // stopping also dropped the queued live question
      return { status: "error", stopped: true, message: "Stopped. Nothing is lost." };
    } finally {
      clearTimeout(timer);
      this.jobs.delete(job);
      this.tick();
    }
  }

  /** Show what is being done, and for how long. */
  tick() {
    clearTimeout(this.ticking);
    if (this.jobs.size) this.ticking = window.setTimeout(() => this.tick(), SECOND);
    this.app.parts[1]?.render();
  }

  /** The engine's activity in words; of several questions, the longest running one. */
  get running() {
    const [job] = this.jobs;
    const seconds = job ? Math.floor((performance.now() - job.since) / SECOND) : 0;
    return job ? `${job.text} \u2026${seconds > 1 ? ` ${seconds} s` : ""}` : "";
  }

  /**
   * A question by the player about the current board; it replaces the previous one. Null if the board changed meanwhile,
   * or if it failed, which is reported.
   * @param {string} operation
   * @param {any} [args]
   * @param {{options?: any, doing?: string, puzzle?: Puzzle, advice?: string, refused?: (why: string) => void, keep?: AbortSignal}} [how]
   *   puzzle: another puzzle; advice: what to do after a failure; refused: receives the reason; keep: the answer is wanted
   *   even if the board changes, until this signal
   * @returns {Promise<any>}
   */
  async question(operation, args = {}, how = {}) {
    const { app } = this;
    const puzzle = app.doc.puzzle;
    if (!app.engine) {
      app.say("The engine is still loading: go on drawing, and ask again in a moment.");
      return null;
    }
    app.clock.asked(operation);
    this.dismiss();
    const ticket = this.asked;
    if (!how.keep) this.asking = new AbortController();
    const signal = how.keep ?? this.asking.signal;
    app.say("");
    const record = await this.request(
      { operation, puzzle: how.puzzle ?? puzzle, options: how.options ?? {}, arguments: args },
      { doing: how.doing ?? "Thinking", signal },
    );
    if (signal.aborted) return null;
    const other = ticket !== this.asked || puzzle !== app.doc.puzzle;
    if (other && !how.keep) return null;
    if (record.status === "error") {
      const why = full(record.message);
      if (how.refused && !record.stopped && !record.failed) {
        app.say("");
        how.refused(why);
      } else if (record.stopped || record.failed) app.say(why, record.stopped ? "" : "fault");
      else app.say(how.advice ? `${why} ${how.advice}` : why, "fault");
      return null;
    }
    if (!other) app.say("");
    return record;
  }
}
