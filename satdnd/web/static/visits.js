/** The browser's Back and Forward: they return to the puzzle that was on the board, with its marks and mode. */

import { whole } from "./history.js";

/** @typedef {{doc: import("./types.js").Doc, mode: string}} Left what was on the board */

export class Visits {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** By entry of the browser's history; after a reload, the entries before this one have it themselves. @type {Map<number, Left>} */
    this.left = new Map();
    this.entry = this.entered(history.state);
    window.addEventListener("popstate", (event) => this.returned(event.state));
  }

  /** The name of an entry; one without a name, from a link or an address that was typed, gets one. @param {any} state @returns {number} */
  entered(state) {
    if (state?.entry) return state.entry;
    const entry = Math.random();
    history.replaceState({ entry }, "");
    return entry;
  }

  /** Another puzzle comes: what is on the board stays behind in an entry of its own. */
  leave() {
    const { doc, mode } = this.app;
    history.replaceState({ entry: this.entry, doc, mode }, "");
    this.left.set(this.entry, { doc, mode });
    this.entry = Math.random();
    history.pushState({ entry: this.entry }, "");
  }

  /** @param {any} state of the entry that the browser has gone to */
  returned(state) {
    const { doc, mode } = this.app;
    this.left.set(this.entry, { doc, mode });
    this.entry = this.entered(state);
    const found = this.left.get(this.entry) ?? (whole(state?.doc) ? state : null);
    if (!found) return; // its address has the puzzle
    this.app.address = location.hash;
    this.app.show(found.doc, found.mode);
  }
}
