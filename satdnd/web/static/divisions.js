/** Kinds that divide the grid into areas: borders on the edges between cells, drawn along edges or around rectangles. */

import { allEdges, borders, edgeLoops, givenLines, placeOf } from "./lines.js";

/** @import { Cell, Edge, Family, Marks, Puzzle } from "./types.js" */
/** @import { Lines, Point, Size } from "./lines.js" */

/** The distance from the sides of a cell, in cells, from which a drag makes a rectangle. */
const MIDDLE = 0.25;

/** Whether an edge is on the border of the grid. @param {Size} size @param {string} name */
function outer([height, width], name) {
  const { cell, side } = placeOf(name);
  return side === "s" || side === "e" || (side === "n" && cell[0] % height === 0) || (side === "w" && cell[1] % width === 0);
}

/** The edges between cells; those on the border of the grid have no keys. @type {Lines} */
export const inner = {
  ...borders,
  level: (size, r, c) => (r > 0 && r < size[0] ? borders.level(size, r, c) : ""),
  upright: (size, r, c) => (c > 0 && c < size[1] ? borders.upright(size, r, c) : ""),
  around: (size, cell) =>
    Object.fromEntries(Object.entries(borders.around(size, cell)).filter(([, name]) => !outer(size, name))),
};

/** The border of the board, as edges of a picture. @param {Family} family @param {Puzzle} puzzle @returns {Edge[]} */
export const frame = (family, puzzle) =>
  allEdges(family.size(puzzle))
    .filter((name) => outer(family.size(puzzle), name) || family.framed?.(puzzle, name))
    .map((name) => ({ ...placeOf(name), style: "line", look: "frame" }));

/** Whether a stroke from there is about cells, not about an edge. @param {Point} point */
export const inCell = (point) => point.every((x) => x - Math.floor(x) > MIDDLE && x - Math.floor(x) < 1 - MIDDLE);

/**
 * The marks of a rectangle between two cells: borders around it, none inside; all erased if that is what is there.
 * @param {(name: string) => string} now the mark of an edge
 * @param {Size} size @param {Cell} from @param {Cell} to @param {boolean} [erase]
 * @returns {[string, string][]} keys and marks
 */
export function boxed(now, size, from, to, erase = false) {
  const [rows, columns] = [0, 1].map((i) => [from[i], to[i]].sort((a, b) => a - b));
  const inside = (/** @type {number} */ r, /** @type {number} */ c) =>
    r >= rows[0] && r <= rows[1] && c >= columns[0] && c <= columns[1];
  /** @type {[string, string][]} */
  const made = [];
  for (const name of allEdges(size).filter((x) => !outer(size, x))) {
    const { cell, side } = placeOf(name);
    const [one, other] = [inside(...cell), side === "n" ? inside(cell[0] - 1, cell[1]) : inside(cell[0], cell[1] - 1)];
    if (one || other) made.push([name, one && other ? "x" : "-"]);
  }
  return erase || made.every(([name, sign]) => now(name) === sign) ? made.map(([name]) => [name, ""]) : made;
}

/** The common input rules of kinds that divide the grid. @param {Family} family of their clues */
export const dividing = (family) => ({
  ...edgeLoops,
  lines: inner,
  boxed,
  tints: undefined,
  words: { "-": "border", x: "no border" },
  tips: {
    ...edgeLoops.tips,
    ...(family.setTip && { set: family.setTip, setTouch: family.setTouch }),
    play: "Drag from cell to cell for a rectangle, along edges for borders. Click near an edge for a border, again for a cross: the cells belong together.",
    touch: "Drag from cell to cell for a rectangle, along edges for borders. Tap near an edge for a border, again for a cross.",
  },
  given: (/** @type {Puzzle} */ puzzle, /** @type {Marks} */ marks) => {
    const inside = Object.entries(marks).filter(([name]) => !outer(family.size(puzzle), name) && !family.framed?.(puzzle, name));
    return givenLines(Object.fromEntries(inside));
  },
});
