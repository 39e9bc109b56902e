/** Sliding pieces in a box: their positions and moves. */

/** @import { Cell, Marks, Puzzle } from "./types.js" */

/** The current box; the play's board is stored as one mark. @param {Puzzle} puzzle @param {Marks} marks @returns {string[]} */
export const boxOf = (puzzle, marks) => (marks.box ? marks.box.split("/") : puzzle.board);

/** The cells of a piece. @param {string[]} box @param {string} letter @returns {Cell[]} */
export const cellsOf = (box, letter) =>
  box.flatMap((row, r) => [...row].flatMap((x, c) => (x === letter ? [/** @type {Cell} */ ([r, c])] : [])));

/**
 * The box after moving a piece by one cell; null if something is in the way.
 * @param {string[]} box @param {string} letter @param {number} dr @param {number} dc @returns {string[] | null}
 */
export function slid(box, letter, dr, dc) {
  const cells = cellsOf(box, letter);
  const to = cells.map(([r, c]) => [r + dr, c + dc]);
  if (!to.every(([r, c]) => [letter, "."].includes(box[r]?.[c] ?? "#"))) return null;
  const rows = box.map((row) => [...row.replaceAll(letter, ".")]);
  for (const [r, c] of to) rows[r][c] = letter;
  return rows.map((row) => row.join(""));
}
