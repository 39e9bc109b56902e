/** Kinds with a value in each cell of a square: what is typed, ruled out, given, and seen to clash. */

import { grid, key } from "./dom.js";
import { asMarks, candidates, gone, shown } from "./marks.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Marks} Marks */

/** What the input rules of such kinds begin with. */
export const typedValues = {
  gesture: "paint",
  typed: true,
  words: {},
  tips: {
    play: "Choose a cell and type a digit; with Shift it is ruled out. Backspace clears the cell.",
    touch: "Tap a cell, then a digit.",
    set: "Choose a cell and type a clue. Backspace clears it.",
  },
  asksLive: true,
  square: true,
  given: (/** @type {Puzzle} */ _, /** @type {Marks} */ marks) => asMarks(marks),
};

/**
 * The input rules of values that are given: a character a cell, in reading order.
 * @param {string} field
 * @param {{[fact: string]: any}} facts the character of each value, the sides that there are
 */
export function givens(field, { symbols, sides }) {
  /** All cells as one string, whatever form they came in. @param {Puzzle} puzzle @returns {string} */
  const text = (puzzle) =>
    typeof puzzle[field] === "string"
      ? puzzle[field]
      : puzzle[field]
          .flat()
          .map((/** @type {any} */ x) => (typeof x === "number" ? (x ? symbols[x - 1] : ".") : (x ?? ".")))
          .join("");
  const side = (/** @type {Puzzle} */ puzzle) => Math.round(Math.sqrt(text(puzzle).length));
  const at = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) =>
    text(puzzle)[r * side(puzzle) + c].replace(/[.0_-]/, "");
  const values = (/** @type {Puzzle} */ puzzle) => [...symbols.slice(0, side(puzzle))];
  const put = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c], /** @type {string} */ tool, on = true) => {
    const i = r * side(puzzle) + c;
    const all = text(puzzle);
    return { ...puzzle, [field]: all.slice(0, i) + (on ? tool : ".") + all.slice(i + 1) };
  };
  return {
    sizes: sides,
    signs: [...symbols.slice(0, 9)],
    values,
    /** @type {(puzzle: Puzzle) => [number, number]} */
    size: (puzzle) => [side(puzzle), side(puzzle)],
    blank: (/** @type {number} */ height) => ({ [field]: ".".repeat(height * height) }),
    resize: (/** @type {Puzzle} */ puzzle, /** @type {number} */ height) => {
      const old = side(puzzle);
      const kept = grid(height, height, (r, c) => {
        const symbol = r < old && c < old ? at(puzzle, [r, c]) : "";
        return symbol && symbols.indexOf(symbol) < height ? symbol : ".";
      });
      return { [field]: kept.flat().join("") };
    },
    text: (/** @type {Puzzle} */ puzzle) => grid(side(puzzle), side(puzzle), (r, c) => at(puzzle, [r, c])),
    fixed: (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ cell) => at(puzzle, cell) !== "",
    empty: (/** @type {Puzzle} */ puzzle) => /^[.0_-]*$/.test(text(puzzle)),
    tools: (/** @type {Puzzle} */ puzzle) =>
      values(puzzle).map((x) => ({ id: x, label: x, tip: `Put ${x} (type it)`, text: x })),
    has: (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ cell, /** @type {string} */ tool) => at(puzzle, cell) === tool,
    put,
    /** @type {(puzzle: Puzzle, cell: Cell, typed: string) => Puzzle | null} */
    type: (puzzle, cell, typed) =>
      values(puzzle).includes(typed.toUpperCase()) ? put(puzzle, cell, typed.toUpperCase()) : null,
  };
}

/** Cells whose value stands twice in a row, a column or a box. @param {string[][]} texts @param {number} box its side */
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

/**
 * The picture of a board with values.
 * @param {string[][]} given by rows, "" where there is none
 * @param {string[]} values that there are
 * @param {boolean} boxes whether there are square boxes
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string[][]} [notes] what stands in the corner of each cell
 */
export function drawnValues(given, values, boxes, marks, trial, notes) {
  const n = given.length;
  const box = boxes ? Math.round(Math.sqrt(n)) : n;
  const texts = grid(n, n, (r, c) => given[r][c] || shown(marks, trial, key([r, c])).mark);
  const clash = clashes(texts, box);
  const lines = (/** @type {(r: number, c: number) => boolean} */ where) =>
    grid(n, n, (r, c) => /** @type {Cell} */ ([r, c]))
      .flat()
      .filter(([r, c]) => where(r, c));
  return {
    tiles: grid(n, n, (r, c) => {
      const name = key([r, c]);
      const fixed = given[r][c] !== "";
      return {
        ...(fixed ? {} : shown(marks, trial, name)),
        fixed,
        style: fixed ? "clue" : "filled",
        text: texts[r][c],
        note: notes?.[r][c] ?? "",
        marked: clash.has(name),
        ...(texts[r][c] ? {} : candidates(gone(marks, trial, name), values)),
      };
    }),
    lines_right: lines((_, c) => c % box === box - 1 && c < n - 1),
    lines_below: lines((r) => r % box === box - 1 && r < n - 1),
    ruled: true,
  };
}
