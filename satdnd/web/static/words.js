/** Sentences of the engine, as the page shows them. */

import { cellName, h } from "./dom.js";

/** @import { Cell } from "./types.js" */

/**
 * A sentence in which the cells are links to the board.
 * @param {{setFocus: (cell: Cell) => void}} app
 * @param {string} text
 * @returns {Node}
 */
export function sentence(app, text) {
  const parts = text.split(/\b(r\d+c\d+)\b/);
  return h(
    "span",
    {},
    ...parts.map((part, i) => {
      if (i % 2 === 0) return part;
      const [, r, c] = /** @type {RegExpMatchArray} */ (part.match(/r(\d+)c(\d+)/));
      const cell = /** @type {Cell} */ ([Number(r) - 1, Number(c) - 1]);
      return h(
        "button.cellref",
        { type: "button", title: `Show ${cellName(cell)} on the board`, onclick: () => app.setFocus(cell) },
        part,
      );
    }),
  );
}

/** As a sentence: with a capital and a full stop. @param {string} text */
export const full = (text) => upper(/[.?!:]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** With a capital, except for the name of a cell. @param {string} text */
export const upper = (text) => (/^r\d+c\d/.test(text) ? text : text.replace(/^./, (x) => x.toUpperCase()));
