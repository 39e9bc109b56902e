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

/** What stands behind the name of a cell where its candidates are kept, as "1,4". */
const SMALL = "c";

/** Where the small digits of a cell are kept. @param {string} name of the cell */
export const smallAt = (name) => `${name},${SMALL}`;

/**
 * The candidates of a cell: values that may be there. Without any, nothing is said of it.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 */
export const candidates = (marks, trial, name) => shown(marks, trial, smallAt(name)).mark.split(",").filter(Boolean);

/**
 * A player's values and candidates, as the engine takes them: of a cell that has candidates, no other value may be.
 * @param {Marks} marks
 * @param {string[]} values that there are
 * @returns {any[][]}
 */
export const asMarks = (marks, values) =>
  Object.entries(marks).flatMap(([name, sign]) => {
    const [r, c, sort] = name.split(",");
    const cell = [Number(r), Number(c)];
    if (!sort) return [[...cell, sign]];
    if (sort !== SMALL || marks[key(cell)]) return []; // a digit that stands there says more
    return values.filter((value) => !sign.split(",").includes(value)).map((value) => [...cell, `not ${value}`]);
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
