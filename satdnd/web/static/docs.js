/** States of the work: made, and changed. */

import { cellOf, key } from "./dom.js";
import { kindOf } from "./kinds.js";
import { candidates, marked, merged, smallAt } from "./marks.js";
import { valuesLeft } from "./values.js";

/** @typedef {import("./types.js").Doc} Doc */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */

/**
 * A puzzle on the table, nothing marked.
 * @param {Puzzle} puzzle
 * @param {boolean} [follow]
 * @returns {Doc}
 */
export const newDoc = (puzzle, follow = false) => ({ puzzle, marks: {}, trial: null, drawing: {}, follow });

/** An empty board of a kind, to be drawn. @param {string} name @param {number} [height] @param {number} [width] */
export function blankDoc(name, height, width) {
  const kind = kindOf({ kind: name });
  const [rows, columns] = kind.usual;
  const puzzle = kind.blank(height ?? rows, width ?? columns);
  return newDoc(puzzle, Boolean(kind.count));
}

/**
 * A puzzle that came from elsewhere: without any clue it is to be drawn, else played.
 * @param {Puzzle} puzzle
 * @returns {{doc: Doc, mode: string}}
 */
export function arriving(puzzle) {
  const kind = kindOf(puzzle);
  const empty = kind.empty(puzzle);
  return { doc: newDoc(puzzle, empty && Boolean(kind.count)), mode: empty ? "set" : "play" };
}

/** What the player has put at a place. @param {Doc} doc @param {string} name */
export const markAt = (doc, name) => merged(doc.marks, doc.trial)[name] ?? "";

/** A mark of the player, in the trial where one is on. @param {Doc} doc @param {string} name @param {string} sign @returns {Doc} */
export function withMark(doc, name, sign) {
  if (doc.trial) {
    const trial = marked(doc.trial, name, sign, true);
    return trial === doc.trial ? doc : { ...doc, trial };
  }
  const marks = marked(doc.marks, name, sign);
  return marks === doc.marks ? doc : { ...doc, marks };
}

/** The candidates of a cell, in the order of the values. @param {Doc} doc @param {string} name @param {string[]} wanted @returns {Doc} */
function withCandidates(doc, name, wanted) {
  const values = kindOf(doc.puzzle).values?.(doc.puzzle) ?? [];
  return withMark(doc, smallAt(name), values.filter((value) => wanted.includes(value)).join(","));
}

/** A candidate more for the blank ones of some cells; one less where all of them have it. @param {Doc} doc @param {string[]} names @param {string} value @returns {Doc} */
export function withCandidate(doc, names, value) {
  const of = (/** @type {string} */ name) => candidates(doc.marks, doc.trial, name);
  const blank = names.filter((name) => !markAt(doc, name));
  const off = blank.every((name) => of(name).includes(value));
  const changed = (/** @type {string} */ name) => (off ? of(name).filter((x) => x !== value) : [...of(name), value]);
  return blank.reduce((state, name) => withCandidates(state, name, changed(name)), doc);
}

/** Cells without a value and without candidates have all that no equal value stands against. @param {Doc} doc @param {string[]} names @returns {Doc} */
export function withAllCandidates(doc, names) {
  const left = valuesLeft(kindOf(doc.puzzle), doc);
  const bare = names.filter((name) => !markAt(doc, name) && !markAt(doc, smallAt(name)));
  return bare.reduce((state, name) => withCandidates(state, name, left(cellOf(name))), doc);
}

/** A value is no candidate of a cell any more. @param {Doc} doc @param {string} name @param {string} value @returns {Doc} */
export function withoutCandidate(doc, name, value) {
  const all = withAllCandidates(doc, [name]);
  return withCandidates(all, name, candidates(all.marks, all.trial, name).filter((x) => x !== value));
}

/** A cell with nothing in it. @param {Doc} doc @param {string} name @returns {Doc} */
export const emptied = (doc, name) => withMark(withMark(doc, name, ""), smallAt(name), "");

/** A cell of the setter's drawing; the clues are counted again. @param {Doc} doc @param {Cell} cell @param {string} sign @returns {Doc} */
export function withDrawn(doc, cell, sign) {
  const drawing = marked(doc.drawing, key(cell), sign);
  if (drawing === doc.drawing) return doc;
  const puzzle = sign ? kindOf(doc.puzzle).put(doc.puzzle, cell, "", false) : doc.puzzle;
  return counted({ ...doc, drawing, puzzle });
}

/** A clue was put on a cell of the drawing, or taken away: no wall is there, and the clues are counted again. @param {Doc} doc @param {Cell} cell @returns {Doc} */
export const recounted = (doc, cell) => counted({ ...doc, drawing: marked(doc.drawing, key(cell), "") });

/** Whether the walls that are drawn are others than those of the one solution. @param {Doc} doc @param {Map<string, string>} solution */
export function drawnOtherwise(doc, solution) {
  const drawn = Object.keys(doc.drawing).filter((name) => doc.drawing[name] === "#");
  const given = (/** @type {string} */ name) => kindOf(doc.puzzle).has(doc.puzzle, cellOf(name), "wall");
  const walls = new Set([...solution].filter(([, sign]) => sign === "#").map(([name]) => name));
  return (
    drawn.length > 0 &&
    (drawn.some((name) => !walls.has(name)) ||
      [...walls].some((name) => doc.drawing[name] !== "#" && !given(name)))
  );
}

/** The one solution becomes the drawing. @param {Doc} doc @param {Map<string, string>} solution @returns {Doc} */
export const drawnAs = (doc, solution) =>
  counted({ ...doc, drawing: Object.fromEntries([...solution].filter(([, sign]) => sign === "#")) });

/** The clues are those of the drawing, where there is one. @param {Doc} doc @returns {Doc} */
export function counted(doc) {
  const count = kindOf(doc.puzzle).count;
  if (!doc.follow || !count) return doc;
  const nothing = !Object.keys(doc.drawing).length && !doc.puzzle.treasures?.length;
  if (nothing) {
    const blank = kindOf(doc.puzzle).blank(...kindOf(doc.puzzle).size(doc.puzzle));
    return { ...doc, puzzle: { ...blank, name: doc.puzzle.name ?? "" } };
  }
  return { ...doc, puzzle: count(doc.puzzle, doc.drawing) };
}

/** The same with another puzzle; marks on what became a clue are gone. @param {Doc} doc @param {Puzzle} puzzle @returns {Doc} */
export const withPuzzle = (doc, puzzle) => ({ ...doc, puzzle });
