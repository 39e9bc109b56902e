/** Boards of queens: what the two kinds of them share. */

import { grid } from "./dom.js";
import { rowsOf } from "./marks.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Marks} Marks */

/** Whether two squares are on one row, column or diagonal. @param {Cell} one @param {Cell} other */
export const aligned = ([r, c], [a, b]) => a === r || b === c || Math.abs(a - r) === Math.abs(b - c);

/** Light and dark squares. @param {number} r @param {number} c */
export const chequer = (r, c) => (r + c) % 2;

/** @param {Puzzle} puzzle @returns {[number, number]} */
const size = (puzzle) => [puzzle.size[0], puzzle.size[1]];

/**
 * The squares with a queen, in reading order.
 * @param {Puzzle} puzzle
 * @param {(cell: Cell) => boolean} stands whether one stands there
 */
export function standing(puzzle, stands) {
  const [height, width] = size(puzzle);
  return grid(height, width, (r, c) => /** @type {Cell} */ ([r, c]))
    .flat()
    .filter(stands);
}

/** What the input rules of both begin with. */
export const board = {
  gesture: "paint",
  signs: ["Q", "o"],
  words: { Q: "queen", o: "no queen" },
  square: false,
  usual: /** @type {[number, number]} */ ([8, 8]),
  size,
  given: (/** @type {Puzzle} */ puzzle, /** @type {Marks} */ marks) => rowsOf(size(puzzle), marks),
  empty: () => false,
};
