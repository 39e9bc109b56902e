/** Borders drawn by hand in set mode: a closed line divides an area; one that closes no area is a wall of the puzzle. */

import { grid } from "./dom.js";
import { freshName, pieces } from "./families.js";
import { allEdges, placeOf } from "./lines.js";

/** @import { Cell, Family, Puzzle, Tool } from "./types.js" */
/** @typedef {[Cell, Cell]} Pair neighbouring cells */
/** @typedef {string[][]} Names of the areas, by cell */

/** @type {Tool} */
export const BORDER = {
  id: "border",
  label: "Border",
  tip: "Click or tap near an edge, or drag along edges, for borders; again to remove them (Shift and an arrow). A line that closes no area is a wall.",
  glyph: "border",
};

/** The cells on both sides of an edge; null at the frame. @param {string} name @returns {Pair | null} */
export function besideEdge(name) {
  const { cell, side } = placeOf(name);
  const [r, c] = cell;
  if (side === "n" && r > 0) return [[r - 1, c], cell];
  if (side === "w" && c > 0) return [[r, c - 1], cell];
  return null;
}

/** The key of the edge between two cells. @param {Pair} pair */
const between = ([[a, b], [r, c]]) => `${Math.max(a, r)},${Math.max(b, c)},${a === r ? "w" : "n"}`;

/**
 * The borders of a kind with walls.
 * @param {string} field of the walls
 * @param {Family} family of the other clues; with areas it has `names` and `renamed`
 */
export function drawnBorders(field, family) {
  const namesOf = (/** @type {Puzzle} */ puzzle) =>
    /** @type {Names} */ (family.names?.(puzzle) ?? grid(...sizeOf(puzzle), () => ""));
  const sizeOf = (/** @type {Puzzle} */ puzzle) => /** @type {[number, number]} */ (family.size(puzzle));
  const within = (/** @type {Names} */ names, /** @type {Pair} */ [one, other]) =>
    names[one[0]][one[1]] === names[other[0]][other[1]];

  /** The keys of all borders. @param {Puzzle} puzzle */
  function all(puzzle) {
    const names = namesOf(puzzle);
    const walls = new Set((puzzle[field] ?? []).map(between));
    return allEdges(sizeOf(puzzle)).filter((name) => {
      const pair = besideEdge(name);
      return pair && (walls.has(name) || !within(names, pair));
    });
  }

  /** The puzzle with those of the borders as walls that are within an area. @param {Puzzle} puzzle @param {string[]} borders */
  function walled(puzzle, borders) {
    const names = namesOf(puzzle);
    return { ...puzzle, [field]: borders.map(besideEdge).filter((pair) => pair && within(names, pair)) };
  }

  return {
    /** @param {Puzzle} puzzle @param {string} name of an edge */
    has: (puzzle, name) => all(puzzle).includes(name),
    /** @param {Puzzle} puzzle @param {string} name of an edge inside the grid @param {boolean} on @returns {Puzzle} */
    put(puzzle, name, on) {
      const pair = /** @type {Pair} */ (besideEdge(name));
      const old = all(puzzle);
      if (old.includes(name) === on) return puzzle;
      const borders = on ? [...old, name] : old.filter((x) => x !== name);
      if (!family.renamed) return walled(puzzle, borders);
      const names = namesOf(puzzle);
      return walled(family.renamed(puzzle, on ? divided(names, pair, new Set(borders)) : merged(names, pair)), borders);
    },
    /** A resized puzzle with the walls that are still within an area. @param {Puzzle} old @param {Puzzle} resized */
    resized(old, resized) {
      const inside = new Set(allEdges(sizeOf(resized)));
      return walled(resized, all(old).filter((name) => inside.has(name)));
    },
    /** All borders as lines of a picture. @param {Puzzle} puzzle */
    lines(puzzle) {
      const ends = (/** @type {string} */ side) =>
        all(puzzle).filter((name) => name.endsWith(side)).map((name) => /** @type {Pair} */ (besideEdge(name))[0]);
      return { lines_right: ends("w"), lines_below: ends("n"), ruled: true, spoken: true };
    },
  };
}

/** The areas without the border between two cells. @param {Names} names @param {Pair} pair */
function merged(names, [[a, b], [r, c]]) {
  const gone = names[r][c];
  return names.map((row) => row.map((name) => (name === gone ? names[a][b] : name)));
}

/** The areas after a new border between two cells: two of one, if the borders separate them. @param {Names} names @param {Pair} pair @param {Set<string>} borders */
function divided(names, [one, other], borders) {
  const parts = pieces(names, (...pair) => borders.has(between(pair)));
  const [part, rest] = [other, one].map(([r, c]) => parts[r][c]);
  const fresh = freshName(names);
  return part === rest ? names : names.map((row, r) => row.map((name, c) => (parts[r][c] === part ? fresh : name)));
}
