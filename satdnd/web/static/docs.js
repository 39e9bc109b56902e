/** States of the work: creating and changing them. */

import { cellOf, grid, key } from "./dom.js";
import { kindOf, known } from "./kinds.js";
import { candidates, marked, merged, smallAt } from "./marks.js";
import { valuesLeft } from "./values.js";

/** @import { Cell, Doc, Marks, Puzzle } from "./types.js" */

/**
 * A puzzle without marks.
 * @param {Puzzle} puzzle
 * @param {boolean} [follow]
 * @returns {Doc}
 */
export const newDoc = (puzzle, follow = false) => ({ puzzle, marks: {}, trial: null, drawing: {}, follow });

/** An empty board of a kind, ready to be drawn. @param {string} name @param {number} [height] @param {number} [width] */
export function blankDoc(name, height, width) {
  const kind = kindOf({ kind: name });
  const [rows, columns] = kind.usual;
  const puzzle = kind.blank(height ?? rows, width ?? columns);
  return newDoc(puzzle, Boolean(kind.count));
}

/**
 * A puzzle from elsewhere: drawn if it has no clue, else played.
 * @param {Puzzle} puzzle values and candidates in it, as files of sudokus have them, become marks
 * @param {Marks} [marks] these instead, if there are any
 * @returns {{doc: Doc, mode: string}}
 */
export function arriving(puzzle, marks = {}) {
  const kind = kindOf(puzzle);
  const empty = kind.empty(puzzle);
  const { marks: own, pencilmarks, ...rest } = puzzle;
  const doc = newDoc(kind.values ? rest : puzzle, empty && Boolean(kind.count));
  const cells = new Set(kind.values ? blankCells(puzzle) : []);
  const sent = Array.isArray(own) ? own.filter((mark) => Array.isArray(mark) && cells.has(key(mark.slice(0, 2)))) : [];
  const begun = Object.keys(marks).length ? { ...doc, marks } : withSent(doc, sent, pencilmarks === "all");
  return { doc: begun, mode: empty ? "set" : "play" };
}

/** Enter values, and candidates into the cells of which some are excluded, or into all. @param {Doc} doc @param {any[][]} sent in the engine's form @param {boolean} all @returns {Doc} */
function withSent(doc, sent, all) {
  const kind = kindOf(doc.puzzle);
  const excluded = sent.filter(([, , what]) => String(what).startsWith("not "));
  const valued = { ...doc, marks: Object.fromEntries(known(kind, sent)) };
  const filled = all ? withAllCandidates(valued, blankCells(doc.puzzle)) : valued;
  return excluded.reduce((state, [r, c, what]) => withoutCandidate(state, key([r, c]), what.slice(4)), filled);
}

/** The cells that are no clues. @param {Puzzle} puzzle */
export function blankCells(puzzle) {
  const kind = kindOf(puzzle);
  const all = grid(...kind.size(puzzle), (r, c) => /** @type {Cell} */ ([r, c])).flat();
  return all.filter((cell) => !kind.fixed(puzzle, cell)).map(key);
}

/** The player's mark at a place. @param {Doc} doc @param {string} name */
export const markAt = (doc, name) => merged(doc.marks, doc.trial)[name] ?? "";

/** Set a mark of the player, in the trial if one is active. @param {Doc} doc @param {string} name @param {string} sign @returns {Doc} */
export function withMark(doc, name, sign) {
  if (doc.trial) {
    const trial = marked(doc.trial, name, sign, true);
    return trial === doc.trial ? doc : { ...doc, trial };
  }
  const marks = marked(doc.marks, name, sign);
  return marks === doc.marks ? doc : { ...doc, marks };
}

/** Set the candidates of a cell, in the order of the values. @param {Doc} doc @param {string} name @param {string[]} wanted @returns {Doc} */
function withCandidates(doc, name, wanted) {
  const values = kindOf(doc.puzzle).values?.(doc.puzzle) ?? [];
  return withMark(doc, smallAt(name), values.filter((value) => wanted.includes(value)).join(","));
}

/** Add a candidate to the blank ones of some cells, or remove it if all of them have it. @param {Doc} doc @param {string[]} names @param {string} value @returns {Doc} */
export function withCandidate(doc, names, value) {
  const of = (/** @type {string} */ name) => candidates(doc.marks, doc.trial, name);
  const blank = names.filter((name) => !markAt(doc, name));
  const off = blank.every((name) => of(name).includes(value));
  const changed = (/** @type {string} */ name) => (off ? of(name).filter((x) => x !== value) : [...of(name), value]);
  return blank.reduce((state, name) => withCandidates(state, name, changed(name)), doc);
}

/** Give cells without a value all values that no equal value in a house excludes, or those of their candidates. @param {Doc} doc @param {string[]} names @returns {Doc} */
export function withAllCandidates(doc, names) {
  const left = valuesLeft(kindOf(doc.puzzle), doc);
  const filled = (/** @type {Doc} */ state, /** @type {string} */ name) => {
    const all = left(cellOf(name));
    const still = candidates(doc.marks, doc.trial, name).filter((value) => all.includes(value));
    return withCandidates(state, name, still.length ? still : all);
  };
  return names.filter((name) => !markAt(doc, name)).reduce(filled, doc);
}

/** Enter a value, and remove it from the candidates of all cells in a house with it. @param {Doc} doc @param {string} name @param {string} value @returns {Doc} */
export function withValue(doc, name, value) {
  const kind = kindOf(doc.puzzle);
  const houses = (/** @type {string} */ of) => kind.houses?.(doc.puzzle, cellOf(of)) ?? [];
  const own = new Set(houses(name));
  const of = (/** @type {string} */ other) => candidates(doc.marks, doc.trial, other);
  return blankCells(doc.puzzle)
    .filter((other) => other !== name && of(other).includes(value) && houses(other).some((house) => own.has(house)))
    .reduce((state, other) => withCandidates(state, other, of(other).filter((x) => x !== value)), withMark(doc, name, value));
}

/** Remove a candidate from a cell. @param {Doc} doc @param {string} name @param {string} value @returns {Doc} */
export function withoutCandidate(doc, name, value) {
  const all = withAllCandidates(doc, [name]);
  return withCandidates(all, name, candidates(all.marks, all.trial, name).filter((x) => x !== value));
}

/** Clear a cell. @param {Doc} doc @param {string} name @returns {Doc} */
export const emptied = (doc, name) => withMark(withMark(doc, name, ""), smallAt(name), "");

/** Set a cell of the setter's drawing, and count the clues again. @param {Doc} doc @param {Cell} cell @param {string} sign @returns {Doc} */
export function withDrawn(doc, cell, sign) {
  const drawing = marked(doc.drawing, key(cell), sign);
  if (drawing === doc.drawing) return doc;
  const puzzle = sign ? kindOf(doc.puzzle).put(doc.puzzle, cell, "", false) : doc.puzzle;
  return counted({ ...doc, drawing, puzzle });
}

/** After adding or removing a clue on a cell of the drawing: no wall there, and the clues are counted again. @param {Doc} doc @param {Cell} cell @returns {Doc} */
export const recounted = (doc, cell) => counted({ ...doc, drawing: marked(doc.drawing, key(cell), "") });

/** Whether the drawn walls differ from those of the only solution. @param {Doc} doc @param {Map<string, string>} solution */
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

/** Make the only solution the drawing. @param {Doc} doc @param {Map<string, string>} solution @returns {Doc} */
export const drawnAs = (doc, solution) =>
  counted({ ...doc, drawing: Object.fromEntries([...solution].filter(([, sign]) => sign === "#")) });

/** Count the clues of the drawing, if there is one. @param {Doc} doc @returns {Doc} */
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

/** Replace the puzzle; marks on cells that are clues now are removed. @param {Doc} doc @param {Puzzle} puzzle @returns {Doc} */
export const withPuzzle = (doc, puzzle) => ({ ...doc, puzzle });
