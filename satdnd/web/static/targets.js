/** Squares divided into areas, each with a target and an operation. */

import { grid } from "./dom.js";

/** @import { Cell, Family, Puzzle } from "./types.js" */
/** @typedef {[row: number, column: number, number: number, operation: string]} Told */

/** How the page writes an operation. @type {Record<string, string>} */
const WRITTEN = { "+": "+", "-": "−", "*": "×", "/": "÷" };
/** Keys that mean one. @type {Record<string, string>} */
const KEYS = { x: "*", X: "*", ":": "/" };

/**
 * The input rules of these kinds: those of areas, in which a typed number is the target and a typed sign its operation.
 * @param {Family} areas whose clues are lists that begin with row, column and number
 * @param {string} list the field of the targets
 * @param {string} operations their signs
 * @returns {Family}
 */
export function targets(areas, list, operations) {
  const told = (/** @type {Puzzle} */ puzzle) => /** @type {Told[]} */ (puzzle[list] ?? []);
  const names = (/** @type {Puzzle} */ puzzle) => /** @type {string[][]} */ (areas.names?.(puzzle));
  const count = (/** @type {Puzzle} */ puzzle, /** @type {Cell | Told} */ [r, c]) =>
    names(puzzle).flat().filter((name) => name === names(puzzle)[r][c]).length;
  const at = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) =>
    told(puzzle).find((entry) => names(puzzle)[entry[0]][entry[1]] === names(puzzle)[r][c]);
  const fits = (/** @type {string} */ sign, /** @type {number} */ cells) => cells > 1 && (cells === 2 || !"-/".includes(sign));
  /** The puzzle without operations that areas are too small or too large for. @param {Puzzle} puzzle @returns {Puzzle} */
  const settled = (puzzle) => ({
    ...puzzle,
    [list]: told(puzzle).map(([r, c, number, sign]) => [r, c, number, sign && fits(sign, count(puzzle, [r, c])) ? sign : ""]),
  });
  const side = (/** @type {Puzzle} */ puzzle) => names(puzzle).length;
  return {
    ...areas,
    setTip: `${areas.setTip} Type + - * or / for its operation.`,
    setTouch: "Drag from corner to corner to make one area. Tap it, then the digits of its target and its operation.",
    signs: "123456789".split(""),
    values: (puzzle) => Array.from({ length: side(puzzle) }, (_, i) => String(i + 1)),
    text: (puzzle) => grid(side(puzzle), side(puzzle), () => ""),
    renamed: (puzzle, made) => settled(/** @type {Puzzle} */ (areas.renamed?.(puzzle, made))),
    join(puzzle, marks, from, to) {
      const joined = areas.join?.(puzzle, marks, from, to);
      return joined ? settled(joined) : null;
    },
    tools: (puzzle, follow) => [
      ...areas.tools(puzzle, follow),
      ...[...operations].map((x) => ({ id: x, label: x, tip: `The operation ${WRITTEN[x]} (type it)`, text: WRITTEN[x] })),
    ],
    type(puzzle, cell, typed, fresh) {
      const [old, sign] = [at(puzzle, cell), KEYS[typed] ?? typed];
      if (operations.includes(sign)) {
        if (!old || !fits(sign, count(puzzle, cell))) return null;
        const put = (/** @type {Told} */ entry) => (entry === old ? [...entry.slice(0, 3), old[3] === sign ? "" : sign] : entry);
        return { ...puzzle, [list]: told(puzzle).map(put) };
      }
      const made = areas.type?.(puzzle, cell, typed, fresh);
      if (!made) return null;
      const put = (/** @type {Told} */ entry) => (at(made, cell) === entry ? [...entry.slice(0, 3), old?.[3] ?? ""] : entry);
      return { ...made, [list]: told(made).map(put) };
    },
    /** The targets with their operations, and the lines between areas. @param {Puzzle} puzzle */
    areas(puzzle) {
      const drawn = areas.areas?.(puzzle) ?? {};
      const signed = (/** @type {string} */ note, /** @type {Cell} */ cell) => note && note + (WRITTEN[at(puzzle, cell)?.[3] ?? ""] ?? "");
      return { ...drawn, notes: drawn.notes?.map((row, r) => row.map((note, c) => signed(note, [r, c]))) };
    },
  };
}
