/** The marks of a player, and those of a trial over them. */

import { grid, key } from "./dom.js";

/** @import { Cell, Kind, Marks } from "./types.js" */

/**
 * The visible mark at *name*: the trial's, else the player's.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 * @returns {{mark: string, trial: boolean}}
 */
export function shown(marks, trial, name) {
  if (trial && name in trial) return { mark: trial[name], trial: true };
  return { mark: marks[name] ?? "", trial: false };
}

/** The keys of marks: of cells, of their candidates or sides, of lines between two cells, and of bridges. */
const KEY = /^\d+,\d+(,([nesw]|c|\d+,\d+))?$/;
const BRIDGE = /^\d+,\d+,\d+,\d+$/;

/**
 * Those of another page's marks that are marks of places of the board.
 * @param {Record<string, unknown>} sent
 * @param {string} gesture
 * @param {[number, number]} size
 * @returns {Marks}
 */
export function placed(sent, gesture, size) {
  const form = gesture === "bridge" ? BRIDGE : KEY;
  /** @param {string} name */
  const inside = (name) => form.test(name) && name.split(",").every((x, i) => !(Number(x) >= size[i % 2]));
  return /** @type {Marks} */ (
    Object.fromEntries(Object.entries(sent).filter(([name, sign]) => typeof sign === "string" && inside(name)))
  );
}

/** Suffix of the key under which a cell's candidates are stored, as "1,4". */
const SMALL = "c";

/** The key of a cell's candidates. @param {string} name of the cell */
export const smallAt = (name) => `${name},${SMALL}`;

/**
 * The candidates of a cell: values that may be there; empty if none were entered.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 */
export const candidates = (marks, trial, name) => shown(marks, trial, smallAt(name)).mark.split(",").filter(Boolean);

/**
 * A player's values and candidates in the engine's form: a cell with candidates has no other value.
 * @param {Marks} marks
 * @param {string[]} values all values
 * @returns {any[][]}
 */
export const asMarks = (marks, values) =>
  Object.entries(marks).flatMap(([name, sign]) => {
    const [r, c, sort] = name.split(",");
    const cell = [Number(r), Number(c)];
    if (!sort) return [[...cell, sign]];
    if (sort !== SMALL || marks[key(cell)]) return []; // a value takes precedence
    return values.filter((value) => !sign.split(",").includes(value)).map((value) => [...cell, `not ${value}`]);
  });

/**
 * A player's marks in the engine's form: rows with one sign per cell.
 * @param {[number, number]} size
 * @param {Marks} marks
 */
export const rowsOf = ([height, width], marks) =>
  grid(height, width, (r, c) => marks[key([r, c])] || ".").map((row) => row.join(""));

/**
 * The look of a wall or an open cell.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {Cell} cell
 */
export function painted(marks, trial, cell) {
  const own = shown(marks, trial, key(cell));
  return { ...own, style: { "#": "wall", o: "open" }[own.mark] ?? "unknown" };
}

/**
 * The look of a cell with a sign.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {Cell} cell
 */
export function written(marks, trial, cell) {
  const own = shown(marks, trial, key(cell));
  return { ...own, style: own.mark ? "filled" : "unknown", text: { b: "●", w: "○", "\\": "╲", "/": "╱" }[own.mark] ?? own.mark };
}

/**
 * The side of a loop on which the player takes a cell to be.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {Cell} cell
 */
export function tinted(marks, trial, cell) {
  const own = shown(marks, trial, key(cell));
  return { ...own, tint: { i: "in", o: "out" }[own.mark] };
}

/** The common input rules of kinds with walls, or sea, and open cells. */
export const walls = { gesture: "paint", signs: ["#", "o"], asksLive: true, square: false };

/** Whether clicks put signs into cells. @param {Kind} kind */
export const paints = (kind) => kind.gesture === "paint" || kind.signs.includes("#");

/**
 * All visible marks, in one layer.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @returns {Marks}
 */
export function merged(marks, trial) {
  if (!trial) return marks;
  const both = { ...marks, ...trial };
  return Object.fromEntries(Object.entries(both).filter(([, sign]) => sign !== ""));
}

/**
 * *marks* with *sign* at *name*; an empty sign of a trial is kept, as it hides the player's mark.
 * @param {Marks} marks
 * @param {string} name
 * @param {string} sign
 * @param {boolean} [keepEmpty]
 * @returns {Marks}
 */
export function marked(marks, name, sign, keepEmpty = false) {
  if ((marks[name] ?? "") === sign && (!keepEmpty || name in marks)) return marks;
  const changed = { ...marks };
  if (sign || keepEmpty) changed[name] = sign;
  else delete changed[name];
  return changed;
}
