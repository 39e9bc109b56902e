/** Inshi no heya: a Latin square in straight rooms, each with the product of its numbers. */

import { grid, key } from "./dom.js";
import { asMarks, candidates, gone, shown } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {{product: number, cells: Cell[]}} Room */

/** @param {Puzzle} puzzle @param {Cell} cell @returns {Room} */
const roomAt = (puzzle, [r, c]) =>
  puzzle.rooms.find((/** @type {Room} */ room) => room.cells.some((x) => x[0] === r && x[1] === c));

/** The numbers that a new board has: rows shifted by one. @param {number} n @param {number} r @param {number} c */
const shifted = (n, r, c) => ((r + c) % n) + 1;

/** @param {Room[]} rooms */
const ordered = (rooms) => rooms.sort((a, b) => a.cells[0][0] - b.cells[0][0] || a.cells[0][1] - b.cells[0][1]);

/** @type {Kind} */
export const inshi = {
  name: "inshi",
  title: "Inshi no heya",
  gesture: "paint",
  signs: "123456789".split(""),
  typed: true,
  digits: true,
  words: {},
  tips: {
    play: "Choose a cell and type its number; with Shift it is ruled out. A room's number is the product of its cells.",
    touch: "Tap a cell, then a number.",
    set: "Drag along a row or column: one room, its products multiplied. Type another product; Backspace splits a room.",
    setTouch: "Drag along a row or column: one room. Tap a room, then the digits of another product; ⌫ splits it.",
  },
  asksLive: true,
  square: true,
  usual: [5, 5],
  size: (puzzle) => [puzzle.size, puzzle.size],
  blank: (n) => ({
    kind: "inshi",
    name: "",
    size: n,
    rooms: grid(n, n, (r, c) => ({ product: shifted(n, r, c), cells: [[r, c]] })).flat(),
  }),
  resize: (puzzle, n) => ({ ...inshi.blank(n, n), name: puzzle.name ?? "" }),
  picture(puzzle, marks, trial) {
    const n = puzzle.size;
    const room = grid(n, n, (r, c) => roomAt(puzzle, [r, c]));
    const cells = grid(n, n, (r, c) => /** @type {Cell} */ ([r, c])).flat();
    return {
      tiles: grid(n, n, (r, c) => {
        const own = shown(marks, trial, key([r, c]));
        const { product, cells: inside } = room[r][c];
        const first = inside[0][0] === r && inside[0][1] === c;
        const left = own.mark ? "" : candidates(gone(marks, trial, key([r, c])), inshi.values?.(puzzle) ?? []);
        return {
          ...own,
          style: own.mark ? "filled" : "unknown",
          text: own.mark,
          note: first ? String(product) : "",
          left,
        };
      }),
      lines_right: cells.filter(([r, c]) => c + 1 < n && room[r][c] !== room[r][c + 1]),
      lines_below: cells.filter(([r, c]) => r + 1 < n && room[r][c] !== room[r + 1][c]),
      ruled: true,
      label: "rooms of factors",
    };
  },
  fixed: () => false,
  given: (_, marks) => asMarks(marks),
  values: (puzzle) => Array.from({ length: puzzle.size }, (_, i) => String(i + 1)),
  empty: () => false,
  tools: () => [
    { id: "room", label: "Join", tip: "Drag along a row or column to make one room", glyph: "join" },
    ..."1234567890".split("").map((x) => ({ id: x, label: x, tip: `The digit ${x} of the product (type it)`, text: x })),
  ],
  has: (puzzle, cell) => roomAt(puzzle, cell).cells.length > 1,
  put(puzzle, cell, _, on = true) {
    const room = roomAt(puzzle, cell);
    if (on || room.cells.length === 1) return puzzle;
    const rest = puzzle.rooms.filter((/** @type {Room} */ x) => x !== room);
    const parts = room.cells.map((x) => ({ product: shifted(puzzle.size, x[0], x[1]), cells: [x] }));
    return { ...puzzle, rooms: ordered([...rest, ...parts]) };
  },
  join(puzzle, _, from, to) {
    if (from[0] !== to[0] && from[1] !== to[1]) return null;
    const [top, bottom] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [left, right] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    const inside = (/** @type {Cell} */ [r, c]) => r >= top && r <= bottom && c >= left && c <= right;
    const touched = puzzle.rooms.filter((/** @type {Room} */ room) => room.cells.some(inside));
    if (touched.length < 2) return null;
    const cells = touched.flatMap((/** @type {Room} */ room) => room.cells);
    if (!cells.every((/** @type {Cell} */ x) => (top === bottom ? x[0] === top : x[1] === left))) return null;
    const product = touched.reduce((/** @type {number} */ a, /** @type {Room} */ room) => a * room.product, 1);
    if (!Number.isSafeInteger(product)) return null;
    const rest = puzzle.rooms.filter((/** @type {Room} */ room) => !touched.includes(room));
    const sorted = cells.sort((/** @type {Cell} */ a, /** @type {Cell} */ b) => a[0] - b[0] || a[1] - b[1]);
    return { ...puzzle, rooms: ordered([...rest, { product, cells: sorted }]) };
  },
  type(puzzle, cell, typed, fresh) {
    if (!/^\d$/.test(typed)) return null;
    const room = roomAt(puzzle, cell);
    const product = Number((fresh ? "" : String(room.product)) + typed);
    if (!product || !Number.isSafeInteger(product)) return null;
    return { ...puzzle, rooms: puzzle.rooms.map((/** @type {Room} */ x) => (x === room ? { ...x, product } : x)) };
  },
};
