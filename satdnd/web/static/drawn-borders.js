/**
 * Borders drawn by hand in set mode: a closed line divides an area; one that closes no area is a wall of the puzzle, or,
 * where puzzles have no walls, a part of the setter's drawing.
 */

import { grid } from "./dom.js";
import { freshName, pieces } from "./families.js";
import { allEdges, placeOf } from "./lines.js";

/** @import { Cell, Doc, Family, Puzzle, Tool } from "./types.js" */
/** @typedef {[Cell, Cell]} Pair neighbouring cells */
/** @typedef {string[][]} Names of the areas, by cell */
/** @typedef {Pick<Doc, "puzzle" | "drawing">} Draft */

/** @type {Tool} */
export const BORDER = {
  id: "border",
  label: "Border",
  tip: "Click or tap near an edge, or drag along edges, for borders; again to remove them (Shift and an arrow). A line that closes an area divides it.",
  glyph: "border",
};

/** @type {Tool} */
export const MERGE = { id: "merge", label: "Merge", tip: "Drag across borders: the areas on the way become one", glyph: "merge" };

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

/** Whether a key of a drawing is that of a border. @param {string} name */
const isBorder = (name) => /^\d+,\d+,[nw]$/.test(name);

/** A drawing without borders, or with these alone. @param {Record<string, string>} drawing @param {boolean} alone */
export const bordersOf = (drawing, alone) => Object.fromEntries(Object.entries(drawing).filter(([name]) => isBorder(name) === alone));

/**
 * The borders of a kind with walls, or areas.
 * @param {string | undefined} field of the walls
 * @param {Family} family of the other clues; with areas it has `names` and `renamed`
 */
export function drawnBorders(field, family) {
  const namesOf = (/** @type {Puzzle} */ puzzle) =>
    /** @type {Names} */ (family.names?.(puzzle) ?? grid(...sizeOf(puzzle), () => ""));
  const sizeOf = (/** @type {Puzzle} */ puzzle) => /** @type {[number, number]} */ (family.size(puzzle));
  const within = (/** @type {Names} */ names, /** @type {Pair} */ [one, other]) =>
    names[one[0]][one[1]] === names[other[0]][other[1]];

  /** The keys of the borders that close no area. @param {Draft} draft */
  const openOf = ({ puzzle, drawing }) =>
    field ? (puzzle[field] ?? []).map(between) : Object.keys(bordersOf(drawing, true));

  /** The keys of all borders. @param {Draft} draft */
  function all(draft) {
    const names = namesOf(draft.puzzle);
    const open = new Set(openOf(draft));
    return allEdges(sizeOf(draft.puzzle)).filter((name) => {
      const pair = besideEdge(name);
      return pair && (open.has(name) || !within(names, pair));
    });
  }

  /** Those of the borders within an area, which close none. @param {Puzzle} puzzle @param {string[]} borders */
  function opened(puzzle, borders) {
    const names = namesOf(puzzle);
    return borders.filter((name) => within(names, /** @type {Pair} */ (besideEdge(name))));
  }

  /** With these borders besides those of the areas. @template {Draft} T @param {T} draft @param {string[]} borders @returns {T} */
  function withOpen(draft, borders) {
    const [{ puzzle }, open] = [draft, opened(draft.puzzle, borders)];
    if (field) return { ...draft, puzzle: { ...puzzle, [field]: open.map(besideEdge) } };
    return { ...draft, drawing: { ...bordersOf(draft.drawing, false), ...Object.fromEntries(open.map((name) => [name, "-"])) } };
  }

  return {
    /** @param {Draft} draft @param {string} name of an edge */
    has: (draft, name) => all(draft).includes(name),
    /** @param {Doc} draft @param {string} name of an edge inside the grid @param {boolean} on @returns {Doc} */
    put(draft, name, on) {
      const pair = /** @type {Pair} */ (besideEdge(name));
      const old = all(draft);
      if (old.includes(name) === on) return draft;
      const borders = on ? [...old, name] : old.filter((x) => x !== name);
      if (!family.renamed) return withOpen(draft, borders);
      const names = namesOf(draft.puzzle);
      const made = on ? divided(names, pair, new Set(borders)) : merged(names, pair);
      return withOpen({ ...draft, puzzle: family.renamed(draft.puzzle, made) }, borders);
    },
    /** The puzzle with the areas of two cells as one; null if they are. @param {Puzzle} puzzle @param {Pair} pair */
    joined(puzzle, [from, to]) {
      const names = namesOf(puzzle);
      const whole = within(names, [from, to]) || [from, to].some(([r, c]) => names[r][c] === null);
      return whole || !family.renamed ? null : family.renamed(puzzle, merged(names, [from, to]));
    },
    /** A resized puzzle with the walls that are still within an area. @param {Puzzle} old @param {Puzzle} resized */
    resized(old, resized) {
      if (!field) return resized;
      const inside = new Set(allEdges(sizeOf(resized)));
      const borders = all({ puzzle: old, drawing: {} }).filter((name) => inside.has(name));
      return withOpen({ puzzle: resized, drawing: {} }, borders).puzzle;
    },
    /** All borders as lines of a picture. @param {Puzzle} puzzle @param {Record<string, string>} drawing */
    lines(puzzle, drawing) {
      const borders = all({ puzzle, drawing });
      const ends = (/** @type {string} */ side) =>
        borders.filter((name) => name.endsWith(side)).map((name) => /** @type {Pair} */ (besideEdge(name))[0]);
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
