/** The marks of a person and of a trial, one over the other. */

import { grid, key } from "./dom.js";

/** @typedef {import("./types.js").Marks} Marks */

/**
 * What is seen at *name*: the trial's mark before the player's.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 * @returns {{mark: string, trial: boolean}}
 */
export function shown(marks, trial, name) {
  if (trial && name in trial) return { mark: trial[name], trial: true };
  return { mark: marks[name] ?? "", trial: false };
}

/** Where the values that a person ruled out of a cell are kept, as "1,4". @param {string} name of the cell */
export const ruledOut = (name) => `${name},x`;

/**
 * The values ruled out of a cell.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 */
export const gone = (marks, trial, name) => shown(marks, trial, ruledOut(name)).mark.split(",").filter(Boolean);

/**
 * What a cell shows of them, and what a screen reader says: the values that are left, or, where these are more, those
 * that are not.
 * @param {string[]} out
 * @param {string[]} all
 * @returns {{left?: string, leftWord?: string}}
 */
export function candidates(out, all) {
  if (!out.length) return {};
  const left = all.filter((value) => !out.includes(value));
  const told = (/** @type {string[]} */ values) => values.join(all.length > 9 ? " " : "");
  return left.length <= out.length + 1
    ? { left: told(left), leftWord: `left ${left.join(", ")}` }
    : { left: `\u2260${told(out)}`, leftWord: out.map((value) => `not ${value}`).join(", ") };
}

/**
 * A player's values and ruled out ones, as the engine takes them.
 * @param {Marks} marks
 * @returns {any[][]}
 */
export const asMarks = (marks) =>
  Object.entries(marks).flatMap(([name, sign]) => {
    const [r, c, x] = name.split(",");
    const cell = [Number(r), Number(c)];
    return x ? sign.split(",").map((value) => [...cell, `not ${value}`]) : [[...cell, sign]];
  });

/**
 * A player's marks as rows of one sign a cell, as the engine takes them.
 * @param {[number, number]} size
 * @param {Marks} marks
 */
export const rowsOf = ([height, width], marks) =>
  grid(height, width, (r, c) => marks[key([r, c])] || ".").map((row) => row.join(""));

/**
 * Of a cell that is a wall or open: how it looks.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {import("./types.js").Cell} cell
 */
export function painted(marks, trial, cell) {
  const own = shown(marks, trial, key(cell));
  return { ...own, style: { "#": "wall", o: "open" }[own.mark] ?? "unknown" };
}

/**
 * Of a cell into which a sign is written: how it looks.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {import("./types.js").Cell} cell
 */
export function written(marks, trial, cell) {
  const own = shown(marks, trial, key(cell));
  return { ...own, style: own.mark ? "filled" : "unknown", text: own.mark };
}

/** What the input rules of kinds with walls, or sea, and open cells begin with. */
export const walls = { gesture: "paint", signs: ["#", "o"], asksLive: true, square: false };

/** Whether clicks put signs into cells. @param {import("./types.js").Kind} kind */
export const paints = (kind) => kind.gesture === "paint" || kind.signs.includes("#");

/**
 * All that is seen, in one layer.
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
 * *marks* with *sign* at *name*; of a trial an empty sign stays, because it hides the mark below.
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
