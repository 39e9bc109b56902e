/** Boards of white cells, and black cells with sums: one for the run below, one for the run to the right. */

import { key } from "./dom.js";
import { cellwise } from "./families.js";
import { clashes, writtenValue } from "./values.js";

/** @import { Cell, Family, Kind, Marks, Puzzle } from "./types.js" */
/** @typedef {"." | "#" | [number | null, number | null]} SumCell white, black, or a black cell's sums down and across */

const VALUES = [..."123456789"];
const MOST = 45;

/** The stored form. @param {number | null} down @param {number | null} across @returns {SumCell} */
const black = (down, across) => (down || across ? [down || null, across || null] : "#");

/**
 * The input rules of these boards: ``#`` turns a cell black or white, digits set its sum across, and a backslash moves
 * that number to the sum down.
 * @param {string} field
 * @returns {Family}
 */
export function sums(field) {
  const of = (/** @type {Puzzle} */ puzzle) => /** @type {SumCell[][]} */ (puzzle[field].map((/** @type {any} */ row) => [...row]));
  const fresh = (/** @type {number} */ r, /** @type {number} */ c) => /** @type {SumCell} */ (r && c ? "." : "#");
  const { at, change, rules } = cellwise(field, of, fresh);
  /** The runs of a white cell, by their first cells. @type {NonNullable<Kind["houses"]>} */
  const houses = (puzzle, [r, c]) => {
    const rows = of(puzzle);
    let [top, left] = [r, c];
    while (rows[top - 1]?.[c] === ".") top--;
    while (rows[r][left - 1] === ".") left--;
    return [`down ${top},${c}`, `across ${r},${left}`];
  };
  /** @type {NonNullable<Kind["type"]>} */
  const type = (puzzle, cell, typed, begun) => {
    const x = at(puzzle, cell);
    if (typed === "#") return change(puzzle, cell, x === "." ? "#" : ".");
    const [down, across] = typeof x === "string" ? [null, null] : x;
    if (typed === "\\" || typed === "/") return change(puzzle, cell, black(across, null));
    if (!/^\d$/.test(typed)) return null;
    const number = Number((begun ? "" : String(across ?? "")) + typed);
    return change(puzzle, cell, black(down, number <= MOST ? number : Number(typed)));
  };
  return {
    square: false,
    digits: true,
    signs: VALUES,
    values: () => VALUES,
    ...rules,
    fixed: (puzzle, cell) => at(puzzle, cell) !== ".",
    empty: (puzzle) => of(puzzle).flat().every((x) => typeof x === "string"),
    tools: () => [
      { id: "#", label: "Black", tip: "A cell that is black, or white again (type #)", text: "■" },
      { id: "\\", label: "Down", tip: "The number that is typed is the sum down (type \\)", text: "\\" },
      ...[..."1234567890"].map((x) => ({ id: x, label: x, tip: `The digit ${x} of a sum (type it)`, text: x })),
    ],
    has: (puzzle, cell) => at(puzzle, cell) !== ".",
    put: (puzzle, cell, tool, on = true) =>
      on ? (type(puzzle, cell, tool, false) ?? puzzle) : change(puzzle, cell, typeof at(puzzle, cell) === "string" ? "." : "#"),
    type,
    houses,
    picture(puzzle, marks, trial) {
      const tiles = of(puzzle).map((row, r) => row.map((x, c) => tile(x, [r, c], marks, trial)));
      const written = tiles.map((row) => row.map(({ style, text }) => (style === "filled" ? text : "")));
      const clash = clashes(written, (cell) => houses(puzzle, cell));
      return { tiles: tiles.map((row, r) => row.map((x, c) => ({ ...x, marked: clash.has(key([r, c])) }))), ruled: true };
    },
  };
}

/** The look of a cell. @param {SumCell} x @param {Cell} cell @param {Marks} marks @param {Marks | null} trial */
function tile(x, cell, marks, trial) {
  if (x !== ".") {
    const [down, across] = x === "#" ? [null, null] : x;
    const word = `black${down ? `, ${down} down` : ""}${across ? `, ${across} across` : ""}`;
    const text = down || across ? `${down ?? ""}\\${across ?? ""}` : "";
    return { style: "wall", text, word };
  }
  const own = writtenValue(marks, trial, key(cell), VALUES);
  return { ...own, style: own.mark ? "filled" : "unknown" };
}
