/** Kinds with a value in each cell of a square: typing, excluding, givens, and visible clashes. */

import { grid, key } from "./dom.js";
import { asMarks, candidates, shown } from "./marks.js";

/** @import { Cell, Doc, Family, Kind, Marks, Puzzle } from "./types.js" */

export const valueTips = {
  play: "Choose a cell, or drag over several, and type a digit; with Shift a small one, for what may go there. Backspace clears.",
  touch: "Tap a cell, then a digit. Drag over several, or hold one more. Candidates are small digits.",
  set: "Choose a cell and type a clue. Backspace clears it.",
};

/** @typedef {[height: number, width: number]} Box the shape of a box */

/**
 * The shape of the boxes of a puzzle: stated, or usual for its side; undefined if it has none.
 * @param {{[fact: string]: any} | undefined} facts the usual shapes
 * @param {any} puzzle
 * @param {number} side
 * @returns {Box | undefined}
 */
export const boxOf = (facts, puzzle, side) => facts && (puzzle.boxes ?? facts.usual[side]);

/**
 * The common input rules of these kinds.
 * @param {any} family of their clues
 * @param {{[fact: string]: any} | undefined} boxes the usual shapes of boxes, where there are any
 */
export const typedValues = (family, boxes) => ({
  gesture: "paint",
  typed: true,
  signs: /** @type {string[]} */ ([]),
  words: {},
  tips: valueTips,
  asksLive: true,
  square: true,
  /** @type {(puzzle: Puzzle, marks: Marks) => any[][]} */
  given: (puzzle, marks) => asMarks(marks, family.values(puzzle)),
  /** @type {(puzzle: Puzzle, cell: Cell) => string[]} */
  houses: (puzzle, cell) => squareHouses(cell, boxOf(boxes, puzzle, family.size(puzzle)[0])),
  ...(boxes && {
    /** @param {Puzzle} puzzle */
    shape: (puzzle) => /** @type {Box} */ (boxOf(boxes, puzzle, family.size(puzzle)[0])),
    /** Of its side, the usual one first. @param {Puzzle} puzzle */
    shapes(puzzle) {
      const [side] = family.size(puzzle);
      const heights = Array.from({ length: side }, (_, i) => i).filter((x) => x > 1 && side % x === 0);
      const usual = boxes.usual[side];
      return [usual, ...heights.map((x) => /** @type {Box} */ ([x, side / x])).filter(([x]) => x !== usual[0])];
    },
  }),
});

/**
 * The input rules of given values: a character per cell, in reading order.
 * @param {string} field
 * @param {{[fact: string]: any}} facts the character of each value, the supported sides
 * @returns {Family}
 */
export function givens(field, { symbols, sides }) {
  /** All cells as one string, from any form. @param {Puzzle} puzzle @returns {string} */
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
    size: (puzzle) => [side(puzzle), side(puzzle)],
    blank: (height) => ({ [field]: ".".repeat(height * height) }),
    resize: (puzzle, height) => {
      const old = side(puzzle);
      const kept = grid(height, height, (r, c) => {
        const symbol = r < old && c < old ? at(puzzle, [r, c]) : "";
        return symbol && symbols.indexOf(symbol) < height ? symbol : ".";
      });
      return { [field]: kept.flat().join(""), ...(height !== old && { boxes: undefined }) };
    },
    text: (puzzle) => grid(side(puzzle), side(puzzle), (r, c) => at(puzzle, [r, c])),
    fixed: (puzzle, cell) => at(puzzle, cell) !== "",
    empty: (puzzle) => /^[.0_-]*$/.test(text(puzzle)),
    tools: (puzzle) => values(puzzle).map((x) => ({ id: x, label: x, tip: `Put ${x} (type it)`, text: x })),
    has: (puzzle, cell, tool) => at(puzzle, cell) === tool,
    put,
    type: (puzzle, cell, typed) => values(puzzle).includes(typed.toUpperCase()) ? put(puzzle, cell, typed.toUpperCase()) : null,
  };
}

/** The row, the column and the box of a cell. @param {Cell} cell @param {Box} [box] the shape of a box */
export const squareHouses = ([r, c], box) => [
  `r${r}`,
  `c${c}`,
  ...(box ? [`b${Math.floor(r / box[0])},${Math.floor(c / box[1])}`] : []),
];

/**
 * The cells that hold each value, by house and value.
 * @param {string[][]} texts
 * @param {(cell: Cell) => string[]} houses
 * @returns {Map<string, string[]>}
 */
function places(texts, houses) {
  const found = new Map();
  texts.forEach((row, r) =>
    row.forEach((text, c) => {
      for (const house of text ? houses([r, c]) : []) {
        const name = `${house}:${text}`;
        found.set(name, [...(found.get(name) ?? []), key([r, c])]);
      }
    }),
  );
  return found;
}

/** Cells whose value occurs twice in a house. @param {string[][]} texts @param {(cell: Cell) => string[]} houses */
export const clashes = (texts, houses) =>
  new Set([...places(texts, houses).values()].filter((cells) => cells.length > 1).flat());

/**
 * By cell: the values that none of its houses has.
 * @param {Kind} kind
 * @param {Doc} doc
 * @returns {(cell: Cell) => string[]}
 */
export function valuesLeft(kind, { puzzle, marks, trial }) {
  const texts = kind.picture(puzzle, marks, trial).tiles.map((row) => row.map((tile) => tile.text ?? ""));
  const houses = (/** @type {Cell} */ cell) => kind.houses?.(puzzle, cell) ?? [];
  const taken = places(texts, houses);
  return (cell) =>
    (kind.values?.(puzzle) ?? []).filter((value) => !houses(cell).some((house) => taken.has(`${house}:${value}`)));
}

/**
 * The values that a square has everywhere it needs them: once in each row, none in conflict.
 * @param {Kind} kind
 * @param {Doc} doc
 */
export function finished(kind, { puzzle, marks, trial }) {
  const values = kind.values?.(puzzle) ?? [];
  const [side] = kind.size(puzzle);
  if (!kind.square || values.length !== side) return new Set();
  const tiles = kind.picture(puzzle, marks, trial).tiles.flat().filter((tile) => !tile.marked);
  return new Set(values.filter((value) => tiles.filter((tile) => tile.text === value).length === side));
}

/**
 * The display of a cell for values: the player's value, or the candidates in their positions.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 * @param {string[]} values all values
 */
export function writtenValue(marks, trial, name, values) {
  const own = shown(marks, trial, name);
  const small = own.mark ? [] : candidates(marks, trial, name);
  return { ...own, text: own.mark, ...(small.length ? { may: values.map((x) => (small.includes(x) ? x : "")) } : {}) };
}

/**
 * The picture of a board with values.
 * @param {string[][]} given by rows, "" where there is none
 * @param {string[]} values that there are
 * @param {Box | undefined} box the shape of the boxes, where there are any
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string[][]} [notes] what stands in the corner of each cell
 * @param {(cell: Cell) => string[]} [houses] in which a value occurs only once; rows, columns and boxes by default
 */
export function drawnValues(given, values, box, marks, trial, notes, houses = (cell) => squareHouses(cell, box)) {
  const n = given.length;
  const texts = grid(n, n, (r, c) => given[r][c] || shown(marks, trial, key([r, c])).mark);
  const clash = clashes(texts, houses);
  const lines = (/** @type {(r: number, c: number) => boolean} */ where) =>
    grid(n, n, (r, c) => /** @type {Cell} */ ([r, c]))
      .flat()
      .filter(([r, c]) => where(r, c));
  return {
    tiles: grid(n, n, (r, c) => {
      const name = key([r, c]);
      const fixed = given[r][c] !== "";
      return {
        ...(fixed ? { text: given[r][c] } : writtenValue(marks, trial, name, values)),
        fixed,
        style: fixed ? "clue" : "filled",
        note: notes?.[r][c] ?? "",
        marked: clash.has(name),
      };
    }),
    ...(box && {
      lines_right: lines((_, c) => c % box[1] === box[1] - 1 && c < n - 1),
      lines_below: lines((r) => r % box[0] === box[0] - 1 && r < n - 1),
    }),
    ruled: true,
  };
}
