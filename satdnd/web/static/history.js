/** Every state of the work, so that all of it can be undone; it survives a reload of the page. */

import { record } from "./kept.js";
import { unpacked } from "./share.js";
import { VIEW } from "./view.js";

/** @typedef {import("./types.js").Doc} Doc */

// what a solver does is no draft of the setter
const PLACE = `satdnd.history${VIEW}`;
const LAST = `satdnd.last${VIEW}`;
const KEPT = 1000;

export class History {
  /** @param {Doc} doc */
  constructor(doc) {
    /** @type {Doc[]} */
    this.states = [doc];
    this.at = 0;
  }

  get doc() {
    return this.states[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  /** A new state; what was undone before is gone. @param {Doc} doc */
  push(doc) {
    this.states = [...this.states.slice(0, this.at + 1), doc];
    this.at++;
  }

  /** The same step goes on (a drag). @param {Doc} doc */
  replace(doc) {
    this.states = [...this.states.slice(0, this.at), doc];
  }

  undo() {
    if (this.canUndo) this.at--;
    return this.doc;
  }

  /** What was undone cannot be done again. */
  forget() {
    this.states = this.states.slice(0, this.at + 1);
  }

  redo() {
    if (this.canRedo) this.at++;
    return this.doc;
  }

  /** Keep it for a reload of this tab, and the last state for a new one. */
  save() {
    if (VIEW === "embed") return; // the storage is not of that page alone
    const from = Math.max(0, this.at + 1 - KEPT);
    for (const begin of [from, Math.max(0, this.at - 20), this.at]) {
      try {
        const states = this.states.slice(begin, begin + 2 * KEPT);
        sessionStorage.setItem(PLACE, JSON.stringify({ states, at: this.at - begin }));
        localStorage.setItem(LAST, JSON.stringify(this.doc));
        return;
      } catch {
        // no room, or no storage at all: fewer states, then only the address keeps the work
      }
    }
  }

  /** What this tab had before it was loaded again; null: nothing. */
  static restored() {
    if (VIEW === "embed") return null;
    const found = record(PLACE, () => sessionStorage);
    if (!Array.isArray(found?.states) || !found.states.every(whole) || !found.states[found.at]) return null;
    const history = new History(found.states[0]);
    history.states = found.states;
    history.at = found.at;
    return history;
  }

  /** The last state of any tab; null: nothing. @returns {Doc | null} */
  static last() {
    if (VIEW === "embed") return null;
    const doc = record(LAST);
    return whole(doc) ? doc : null;
  }
}

/** Whether it can be drawn: an older version of the page, or another one, may have kept it. @param {any} doc @returns {boolean} */
function whole(doc) {
  try {
    unpacked(doc);
    return typeof doc.drawing === "object" && doc.drawing !== null;
  } catch {
    return false;
  }
}
