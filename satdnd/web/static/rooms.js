/** Squares divided into straight rooms, each with the product of its cells. */

import { grid, key } from "./dom.js";
import { borders } from "./families.js";
import { valueTips } from "./values.js";

/** @import { Cell, Family, Puzzle } from "./types.js" */
/** @typedef {{product: number, cells: Cell[]}} Room */

/**
 * The input rules of these kinds: a drag joins rooms, a typed number sets a room's product.
 * @param {string} field
 * @returns {Family}
 */
export function rooms(field) {
  const of = (/** @type {Puzzle} */ puzzle) => /** @type {Room[]} */ (puzzle[field]);
  const at = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ cell) =>
    /** @type {Room} */ (of(puzzle).find((room) => room.cells.map(key).includes(key(cell))));
  const digits = [..."1234567890"];
  const before = (/** @type {Cell} */ a, /** @type {Cell} */ b) => a[0] - b[0] || a[1] - b[1];
  /** Single-cell rooms; a new board has shifted rows as products. @param {number} n @param {Cell[]} cells @returns {Room[]} */
  const single = (n, cells) => cells.map(([r, c]) => ({ product: ((r + c) % n) + 1, cells: [[r, c]] }));
  /** @param {Puzzle} puzzle @param {Room[]} old @param {Room[]} fresh @returns {Puzzle} */
  const replaced = (puzzle, old, fresh) => ({
    ...puzzle,
    [field]: [...of(puzzle).filter((room) => !old.includes(room)), ...fresh].sort((a, b) => before(a.cells[0], b.cells[0])),
  });
  const blank = (/** @type {number} */ n) => ({ size: n, [field]: single(n, grid(n, n, (r, c) => /** @type {Cell} */ ([r, c])).flat()) });
  return {
    digits: true,
    signs: digits.slice(0, 9),
    tips: {
      ...valueTips,
      set: "Drag along a row or column to join rooms; their products multiply. Type another product; Backspace splits a room.",
      setTouch: "Drag along a row or column to join rooms. Tap a room, then the digits of another product; ⌫ splits it.",
    },
    size: (puzzle) => /** @type {[number, number]} */ ([puzzle.size, puzzle.size]),
    values: (puzzle) => Array.from({ length: puzzle.size }, (_, i) => String(i + 1)),
    blank,
    resize: (_, n) => blank(n),
    text: (puzzle) => grid(puzzle.size, puzzle.size, () => ""),
    /** The product of each room in its first cell, and the lines between rooms. @param {Puzzle} puzzle */
    areas(puzzle) {
      const names = grid(puzzle.size, puzzle.size, (r, c) => key(at(puzzle, [r, c]).cells[0]));
      const notes = names.map((row, r) => row.map((name, c) => (name === key([r, c]) ? String(at(puzzle, [r, c]).product) : "")));
      return { notes, ...borders(names) };
    },
    fixed: () => false,
    empty: () => false,
    tools: () => [
      { id: "room", label: "Join", tip: "Drag along a row or column to make one room", glyph: "join" },
      ...digits.map((x) => ({ id: x, label: x, tip: `The digit ${x} of the product (type it)`, text: x })),
    ],
    has: (puzzle, cell) => at(puzzle, cell).cells.length > 1,
    put(puzzle, cell, _, on = true) {
      const room = at(puzzle, cell);
      return on || room.cells.length === 1 ? puzzle : replaced(puzzle, [room], single(puzzle.size, room.cells));
    },
    join(puzzle, _, from, to) {
      const within = (/** @type {Cell} */ cell, /** @type {0 | 1} */ k) => (cell[k] - from[k]) * (cell[k] - to[k]) <= 0;
      const touched = of(puzzle).filter((room) => room.cells.some((cell) => within(cell, 0) && within(cell, 1)));
      const cells = touched.flatMap((room) => room.cells).sort(before);
      const product = touched.reduce((all, room) => all * room.product, 1);
      const straight = [0, 1].some((k) => from[k] === to[k] && cells.every((cell) => cell[k] === from[k]));
      if (touched.length < 2 || !straight || !Number.isSafeInteger(product)) return null;
      return replaced(puzzle, touched, [{ product, cells }]);
    },
    type(puzzle, cell, typed, fresh) {
      if (!/^\d$/.test(typed)) return null;
      const room = at(puzzle, cell);
      const product = Number((fresh ? "" : String(room.product)) + typed);
      return product && Number.isSafeInteger(product) ? replaced(puzzle, [room], [{ ...room, product }]) : null;
    },
  };
}
