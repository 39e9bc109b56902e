/** Numbers at the corners of cells: as clues, and as they are drawn over a board. */

import { grid, s } from "./dom.js";

/** @import { Cell, Family, Picture, Puzzle } from "./types.js" */

/** By tool: its label, and rows and columns from a cell to the corner. @type {Record<string, [string, number, number, string]>} */
const CORNERS = {
  nw: ["top left", 0, 0, "◤"],
  ne: ["top right", 0, 1, "◥"],
  sw: ["bottom left", 1, 0, "◣"],
  se: ["bottom right", 1, 1, "◢"],
};

/**
 * The input rules of kinds with numbers at corners: a click counts the one at a corner of a cell up.
 * @param {string} field
 * @param {{[fact: string]: any}} facts the smallest and largest number
 * @returns {Family}
 */
export function cornerNumbers(field, { least, most }) {
  /** @typedef {(number | null)[][]} Numbers */
  const of = (/** @type {Puzzle} */ puzzle) =>
    /** @type {Numbers} */ (puzzle[field].map((/** @type {any} */ row) => [...row].map((x) => (/^\d+$/.test(x ?? "") ? Number(x) : null))));
  const sized = (/** @type {number} */ height, /** @type {number} */ width, /** @type {Numbers} */ old) => ({
    [field]: grid(height + 1, width + 1, (r, c) => old[r]?.[c] ?? null),
  });
  const place = (/** @type {Cell} */ [r, c], /** @type {string} */ tool) => [r + CORNERS[tool][1], c + CORNERS[tool][2]];
  const changed = (/** @type {Puzzle} */ puzzle, /** @type {number[]} */ [r, c], /** @type {number | null} */ number) => ({
    ...puzzle,
    [field]: of(puzzle).map((row, i) => row.map((x, j) => (i === r && j === c ? number : x))),
  });
  return {
    size: (puzzle) => [puzzle[field].length - 1, puzzle[field][0].length - 1],
    blank: (height, width) => sized(height, width, []),
    resize: (puzzle, height, width) => sized(height, width, of(puzzle)),
    fixed: () => false,
    empty: (puzzle) => of(puzzle).flat().every((x) => x === null),
    setTip: "Choose a corner above and click a cell: the number at that corner counts up. Or choose a cell and type the number at its bottom right corner; Backspace clears it.",
    setTouch: "Choose a corner above and tap a cell: the number at that corner counts up.",
    areas: (puzzle) => ({ dotted: true, corners: of(puzzle).map((row) => row.map((x) => String(x ?? ""))) }),
    tools: () =>
      Object.entries(CORNERS).map(([id, [label, , , text]]) => ({ id, label, tip: `Count up the number at the ${label} corner of a cell`, text })),
    has: () => false,
    put(puzzle, cell, tool) {
      const [r, c] = place(cell, tool in CORNERS ? tool : "se");
      const old = of(puzzle)[r][c];
      return changed(puzzle, [r, c], old === null ? least : old < most ? old + 1 : null);
    },
    type(puzzle, cell, typed) {
      const number = Number(typed);
      return /^\d$/.test(typed) && number >= least && number <= most ? changed(puzzle, place(cell, "se"), number) : null;
    },
  };
}

/** The numbers at the corners of a picture. @param {Picture} picture */
export const drawnCorners = (picture) =>
  (picture.corners ?? []).flatMap((row, y) =>
    row.flatMap((text, x) =>
      text
        ? [s("circle", { class: "corner", cx: String(x), cy: String(y), r: "0.24" }), s("text", { class: "corner", x: String(x), y: String(y) }, text)]
        : [],
    ),
  );
