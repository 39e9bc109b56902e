/** Check my reasoning: does the last mark follow from what was on the board before it? */

import { merged } from "./marks.js";
import { full } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Doc } from "./types.js" */

/** Milliseconds without a change before the question, as a stroke makes many marks. */
const PAUSE = 300;
/** The most rules together by which a mark is said to follow. */
const AT_ONCE = 2;

export class Reasoning {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The work before the last stroke. */
    this.before = app.doc;
    this.pausing = 0;
  }

  /** A stroke has begun, or has gone on. @param {Doc} before @param {boolean} same */
  changed(before, same) {
    clearTimeout(this.pausing);
    if (!same) this.before = before;
    const { app } = this;
    const plays = app.mode === "play" && app.settings.reasoning && app.about?.explains && !app.doc.trial;
    if (plays && app.doc.puzzle === this.before.puzzle) this.pausing = window.setTimeout(() => void this.ask(), PAUSE);
  }

  async ask() {
    const { app, before } = this;
    const board = (/** @type {Doc} */ doc) => app.kind.given(doc.puzzle, merged(doc.marks, doc.trial));
    const args = { before: board(before), given: board(app.doc) };
    const record = await app.question("follows", args, { doing: "Looking whether it follows" });
    if (record && !app.solved) app.say(...spoken(record));
  }
}

/** What is said of a mark, and in which tone. @param {any} record @returns {[string, string]} */
function spoken({ status, verdict, rules, full: step }) {
  if (verdict === "contradicts the rules") return ["That cannot be right.", "fault"];
  if (verdict === "does not follow") return ["It does not follow: another solution has something else there.", "fault"];
  if (!verdict && status === "invalid") return ["Something that was on the board before cannot be right.", "fault"];
  if (status === "undecided") return ["It takes too long to find out whether this follows.", ""];
  if (!rules) return ["", ""];
  if (rules <= AT_ONCE) return [full(`it follows: ${step}`), "good"];
  return [`Right, but it does not follow from what is on the board: ${rules} rules together give it, not one or two.`, ""];
}
