/** The history of states for undo and redo; it survives a reload of the page. */

import { record } from "./kept.js";
import { unpacked } from "./share.js";
import { VIEW } from "./view.js";

/** @import { Doc } from "./types.js" */

// the solver's page does not overwrite the setter's draft
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

  /** Add a new state, and drop the redo states. @param {Doc} doc */
  push(doc) {
    this.states = [...this.states.slice(0, this.at + 1), doc];
    this.at++;
  }

  /** Replace the last state during a drag. @param {Doc} doc */
  replace(doc) {
    this.states = [...this.states.slice(0, this.at), doc];
  }

  /** Change the current state without losing those that Redo brings back. @param {Doc} doc */
  amend(doc) {
    this.states = this.states.map((state, i) => (i === this.at ? doc : state));
  }

  undo() {
    if (this.canUndo) this.at--;
    return this.doc;
  }

  /** Drop the redo states. */
  forget() {
    this.states = this.states.slice(0, this.at + 1);
  }

  redo() {
    if (this.canRedo) this.at++;
    return this.doc;
  }

  /** Store the history for a reload of this tab, and the last state for a new tab. */
  save() {
    if (VIEW === "embed") return; // the storage is shared with other pages
    const from = Math.max(0, this.at + 1 - KEPT);
    for (const begin of [from, Math.max(0, this.at - 20), this.at]) {
      try {
        const states = this.states.slice(begin, begin + 2 * KEPT);
        sessionStorage.setItem(PLACE, JSON.stringify({ states, at: this.at - begin }));
        localStorage.setItem(LAST, JSON.stringify(this.doc));
        return;
      } catch {
        // no space or no storage: keep fewer states, or only the address
      }
    }
  }

  /** Hear of states of the same puzzle that another tab stores. @param {(doc: Doc) => void} heard */
  static others(heard) {
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key !== LAST || !newValue || VIEW === "embed") return;
      const doc = JSON.parse(newValue);
      if (whole(doc)) heard(doc);
    });
  }

  /** The history of this tab before a reload, or null. */
  static restored() {
    if (VIEW === "embed") return null;
    const found = record(PLACE, () => sessionStorage);
    if (!Array.isArray(found?.states) || !found.states.every(whole) || !found.states[found.at]) return null;
    const history = new History(found.states[0]);
    history.states = found.states;
    history.at = found.at;
    return history;
  }

  /** The last state of any tab, or null. @returns {Doc | null} */
  static last() {
    if (VIEW === "embed") return null;
    const doc = record(LAST);
    return whole(doc) ? doc : null;
  }
}

/** Whether a state can be drawn; another version of the page may have stored it. @param {any} doc @returns {boolean} */
export function whole(doc) {
  try {
    unpacked(doc);
    return typeof doc.drawing === "object" && doc.drawing !== null;
  } catch {
    return false;
  }
}
