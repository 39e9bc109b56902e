/** Boards of any shape to be filled with numbers: those of each area, or of the whole board, differ. */

import { grid, key } from "./dom.js";
import { areas, namesOf } from "./families.js";
import { shown } from "./marks.js";
import { clashes, valueTips, writtenValue } from "./values.js";

/** @import { Cell, Family, Kind, Puzzle } from "./types.js" */

const DIGITS = [..."123456789"];

/**
 * The input rules of these boards.
 * @param {Family} given the rules of given numbers; "#" is no cell
 * @param {{[fact: string]: any}} facts whether equal numbers must not touch, even at corners
 * @param {string} [field] that of the areas; without, all cells belong together
 * @returns {Family}
 */
export function filled(given, { touching }, field) {
  const divided = field ? areas(field, undefined, "") : null;
  const size = (/** @type {Puzzle} */ puzzle) => (divided ?? given).size(puzzle);
  const names = (/** @type {Puzzle} */ puzzle) => {
    if (field) return namesOf(puzzle[field]);
    return (given.text?.(puzzle) ?? []).map((row) => row.map((text) => (text === "#" ? null : "all")));
  };
  const hole = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) => names(puzzle)[r][c] === null;
  /** The numbers of the largest area. @param {Puzzle} puzzle @returns {string[]} */
  const values = (puzzle) => {
    const sizes = new Map();
    for (const name of names(puzzle).flat()) if (name !== null) sizes.set(name, (sizes.get(name) ?? 0) + 1);
    return Array.from({ length: Math.max(0, ...sizes.values()) }, (_, i) => String(i + 1));
  };
  /** Its area, and the blocks of four cells in which all touch. @type {NonNullable<Kind["houses"]>} */
  const houses = (puzzle, [r, c]) => [
    `area ${names(puzzle)[r][c]}`,
    ...(touching ? [`${r},${c}`, `${r - 1},${c}`, `${r},${c - 1}`, `${r - 1},${c - 1}`] : []),
  ];
  return {
    ...given,
    ...divided,
    square: false,
    digits: true,
    signs: DIGITS,
    tips: {
      ...valueTips,
      set: `${divided?.setTip ?? "# is no cell."} Choose a cell and type a number. Backspace clears it.`,
    },
    size,
    values,
    houses,
    hole,
    text: given.text,
    blank: (height, width) => ({ ...given.blank(height, width), ...divided?.blank(height, width) }),
    resize: (puzzle, height, width) => ({ ...given.resize(puzzle, height, width), ...divided?.resize(puzzle, height, width) }),
    fixed: (puzzle, cell) => hole(puzzle, cell) || given.fixed(puzzle, cell),
    empty: given.empty,
    tools: (puzzle, follow) => [
      ...(divided?.tools(puzzle, follow) ?? []),
      ...given.tools(puzzle, follow).map((tool) => (tool.id === "#" ? { ...tool, tip: "No cell (type it)" } : tool)),
    ],
    has: given.has,
    put: (puzzle, cell, tool, on = true) => (tool === "area" && divided ? divided : given).put(puzzle, cell, tool, on),
    type: given.type,
    picture(puzzle, marks, trial) {
      const [height, width] = size(puzzle);
      const [all, texts] = [values(puzzle), given.text?.(puzzle) ?? []];
      const written = grid(height, width, (r, c) => (hole(puzzle, [r, c]) ? "" : texts[r][c] || shown(marks, trial, key([r, c])).mark));
      const clash = clashes(written, (cell) => houses(puzzle, cell));
      const tiles = grid(height, width, (r, c) => {
        const name = key([r, c]);
        if (hole(puzzle, [r, c])) return { style: "wall", word: "no cell", fixed: true };
        const marked = clash.has(name);
        if (texts[r][c]) return { style: "clue", text: texts[r][c], fixed: true, marked };
        return { ...writtenValue(marks, trial, name, all), style: "filled", marked };
      });
      return { tiles, ruled: true, ...divided?.areas?.(puzzle) };
    },
  };
}
