/** Sudoku: a symbol in each cell; some are clues. */

import { grid, key } from "./dom.js";
import { asMarks, candidates, gone, shown } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */

const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";

/** The clues as one string, whatever form they came in. @param {Puzzle} puzzle */
function clues(puzzle) {
  if (typeof puzzle.clues === "string") return puzzle.clues;
  return puzzle.clues
    .flat()
    .map((/** @type {any} */ x) => (typeof x === "number" ? (x ? SYMBOLS[x - 1] : ".") : (x ?? ".")))
    .join("");
}

/** @param {Puzzle} puzzle */
const side = (puzzle) => Math.round(Math.sqrt(clues(puzzle).length));

/** @param {Puzzle} puzzle @param {Cell} cell */
const clue = (puzzle, [r, c]) => clues(puzzle)[r * side(puzzle) + c].replace(/[.0_-]/, "");

/** Cells whose symbol stands twice in a house. @param {string[][]} texts @param {number} box */
function clashes(texts, box) {
  const n = texts.length;
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (let r = 0; r < n; r++)
    for (let c = 0; c < n; c++)
      if (texts[r][c])
        for (const house of [`r${r}`, `c${c}`, `b${Math.floor(r / box)},${Math.floor(c / box)}`]) {
          const name = `${house}:${texts[r][c]}`;
          places.set(name, [...(places.get(name) ?? []), key([r, c])]);
        }
  return new Set([...places.values()].filter((cells) => cells.length > 1).flat());
}

/** @type {Kind} */
export const sudoku = {
  name: "sudoku",
  title: "Sudoku",
  gesture: "paint",
  signs: [...SYMBOLS.slice(0, 9)],
  typed: true,
  words: {},
  tips: {
    play: "Choose a cell and type a digit; with Shift it is ruled out. Backspace clears the cell.",
    touch: "Tap a cell, then a digit.",
    set: "Choose a cell and type a clue. Backspace clears it.",
  },
  asksLive: true,
  square: true,
  usual: [9, 9],
  sizes: [4, 9, 16, 25],
  size: (puzzle) => [side(puzzle), side(puzzle)],
  blank: (height) => ({ kind: "sudoku", name: "", clues: ".".repeat(height * height) }),
  resize: (puzzle, height) => {
    const old = side(puzzle);
    const kept = grid(height, height, (r, c) => {
      const symbol = r < old && c < old ? clue(puzzle, [r, c]) : "";
      return symbol && SYMBOLS.indexOf(symbol) < height ? symbol : ".";
    });
    return { ...puzzle, clues: kept.flat().join("") };
  },
  picture(puzzle, marks, trial) {
    const n = side(puzzle);
    const box = Math.round(Math.sqrt(n));
    const texts = grid(n, n, (r, c) => clue(puzzle, [r, c]) || shown(marks, trial, key([r, c])).mark);
    const clash = clashes(texts, box);
    const lines = (/** @type {(r: number, c: number) => boolean} */ where) =>
      grid(n, n, (r, c) => /** @type {Cell} */ ([r, c]))
        .flat()
        .filter(([r, c]) => where(r, c));
    return {
      tiles: grid(n, n, (r, c) => {
        const fixed = clue(puzzle, [r, c]) !== "";
        const own = fixed ? {} : shown(marks, trial, key([r, c]));
        const left = texts[r][c] ? "" : candidates(gone(marks, trial, key([r, c])), [...SYMBOLS.slice(0, n)]);
        return {
          ...own,
          fixed,
          style: fixed ? "clue" : "filled",
          text: texts[r][c],
          marked: clash.has(key([r, c])),
          left,
        };
      }),
      lines_right: lines((_, c) => c % box === box - 1 && c < n - 1),
      lines_below: lines((r) => r % box === box - 1 && r < n - 1),
      ruled: true,
      label: "sudoku",
    };
  },
  fixed: (puzzle, cell) => clue(puzzle, cell) !== "",
  given: (_, marks) => asMarks(marks),
  values: (puzzle) => [...SYMBOLS.slice(0, side(puzzle))],
  empty: (puzzle) => /^[.0_-]*$/.test(clues(puzzle)),
  tools: (puzzle) =>
    [...SYMBOLS.slice(0, side(puzzle))].map((x) => ({ id: x, label: x, tip: `Put ${x} (type it)`, text: x })),
  has: (puzzle, cell, tool) => clue(puzzle, cell) === tool,
  put: (puzzle, [r, c], tool, on = true) => {
    const i = r * side(puzzle) + c;
    const all = clues(puzzle);
    return { ...puzzle, clues: all.slice(0, i) + (on ? tool : ".") + all.slice(i + 1) };
  },
  type(puzzle, cell, typed) {
    const symbol = typed.toUpperCase();
    const value = SYMBOLS.indexOf(symbol);
    return symbol.length === 1 && value >= 0 && value < side(puzzle) ? sudoku.put(puzzle, cell, symbol, true) : null;
  },
};
