/** Signs between neighbouring cells, drawn in set mode: each click near an edge turns the sign there. */

import { besideEdge } from "./drawn-borders.js";
import { allEdges } from "./lines.js";

/** @import { Cell, Doc, Family, Puzzle, Sign, Tool } from "./types.js" */
/** @typedef {[Cell, Cell, ...string[]]} Pair neighbouring cells; the number in the first is less, unless a sign follows */

/**
 * The sorts of signs: what each click makes of the sign between two cells (null: none), and how it is drawn.
 * @type {Record<string, {tip: string, glyph: string, next: (now: Pair | undefined, pair: Pair) => Pair | null, drawn: (pair: Pair) => string}>}
 */
const SORTS = {
  inequalities: {
    tip: "Click or tap near an edge for a sign that points to the smaller number; again to turn it, again to remove it (Shift and an arrow).",
    glyph: "less",
    next: (now, [first, second]) => (!now ? [first, second] : same(now[0], first) ? [second, first] : null),
    drawn([low, high]) {
      const first = low[0] + low[1] < high[0] + high[1];
      return low[0] === high[0] ? (first ? "<" : ">") : first ? "∧" : "∨";
    },
  },
  equalities: {
    tip: "Click or tap near an edge for = (both cells are equal); again for x (they differ), again to remove it (Shift and an arrow).",
    glyph: "equal",
    next: (now, [first, second]) => (!now ? [first, second, "="] : now[2] === "=" ? [first, second, "x"] : null),
    drawn: ([, , sign]) => (sign === "=" ? "=" : "×"),
  },
};

/** The tool that draws signs of a sort. @param {string} sort @returns {Tool} */
export const signTool = (sort) => ({ id: "border", label: "Sign", tip: SORTS[sort].tip, glyph: SORTS[sort].glyph });

/** Whether two cells are the same. @param {Cell} one @param {Cell} other */
const same = (one, other) => one[0] === other[0] && one[1] === other[1];

/**
 * The signs of a kind.
 * @param {string} field
 * @param {string} sort
 * @param {Family} family of the other clues
 */
export function comparedCells(field, sort, family) {
  const { next, drawn } = SORTS[sort];
  const of = (/** @type {Puzzle} */ puzzle) => /** @type {Pair[]} */ (puzzle[field] ?? []);
  const between = (/** @type {Puzzle} */ puzzle, /** @type {string} */ name) => {
    const beside = besideEdge(name);
    return of(puzzle).filter((pair) => beside && beside.every((cell) => same(pair[0], cell) || same(pair[1], cell)));
  };
  const without = (/** @type {Puzzle} */ puzzle, /** @type {string} */ name) => {
    const gone = between(puzzle, name);
    return { ...puzzle, [field]: of(puzzle).filter((pair) => !gone.includes(pair)) };
  };
  const put = (/** @type {Puzzle} */ puzzle, /** @type {string} */ name, /** @type {Pair | null} */ pair) => {
    const rest = without(puzzle, name);
    return pair ? { ...rest, [field]: [...of(rest), pair] } : rest;
  };
  return {
    /** @param {{puzzle: Puzzle}} draft @param {string} name of an edge */
    has: ({ puzzle }, name) => between(puzzle, name).length > 0,
    /** @param {Doc} draft @param {string} name of an edge inside the grid @param {boolean} on @returns {Doc} */
    put: (draft, name, on) => ({ ...draft, puzzle: put(draft.puzzle, name, on ? next(undefined, /** @type {Pair} */ (besideEdge(name))) : null) }),
    /** The next sign, or none after the last. @param {Puzzle} puzzle @param {string} name @returns {Puzzle} */
    turned: (puzzle, name) => put(puzzle, name, next(between(puzzle, name)[0], /** @type {Pair} */ (besideEdge(name)))),
    /** A resized puzzle with the signs that still have both cells. @param {Puzzle} old @param {Puzzle} resized */
    resized(old, resized) {
      const inside = new Set(allEdges(/** @type {[number, number]} */ (family.size(resized))));
      const kept = [...inside].flatMap((name) => between(old, name));
      return { ...resized, [field]: kept };
    },
    /** All signs of a picture. @param {Puzzle} puzzle @returns {{signs: Sign[]}} */
    lines: (puzzle) => ({
      signs: of(puzzle).map((pair) => {
        const [one, other] = pair;
        const [r, c] = one[0] + one[1] < other[0] + other[1] ? one : other;
        return [r, c, one[0] === other[0] ? "e" : "s", drawn(pair)];
      }),
    }),
  };
}
