/** Centres in the middle of cells, on edges and at corners: as clues, and as they are drawn over a board. */

import { key, s } from "./dom.js";
import { besideEdge } from "./drawn-borders.js";

/** @import { Cell, Family, Picture, Puzzle } from "./types.js" */
/** @typedef {[y: number, x: number]} Place in half cells: even numbers are middles of cells */

const MIDDLE = "middle";

/** By place in a cell: the half cells from its middle. In the order of a pad of digits, from 7 to 3. @type {[string, Place][]} */
const AROUND = [
  ["above left", [-1, -1]],
  ["above", [-1, 0]],
  ["above right", [-1, 1]],
  ["left", [0, -1]],
  [MIDDLE, [0, 0]],
  ["right", [0, 1]],
  ["below left", [1, -1]],
  ["below", [1, 0]],
  ["below right", [1, 1]],
];
const PLACES = Object.fromEntries(AROUND);
/** By key: the place. @type {Record<string, string>} */
const KEYS = {
  ...Object.fromEntries([..."789456123"].map((digit, i) => [digit, AROUND[i][0]])),
  ...{ ArrowUp: "above", ArrowRight: "right", ArrowDown: "below", ArrowLeft: "left" },
};

/**
 * The input rules of kinds with centres: a click puts one at the nearest middle, edge or corner, or removes it.
 * @param {string} field
 * @returns {Family}
 */
export function centres(field) {
  const of = (/** @type {Puzzle} */ puzzle) => /** @type {Place[]} */ (puzzle[field]);
  const holes = (/** @type {Puzzle} */ puzzle) => /** @type {Cell[]} */ (puzzle.holes ?? []);
  const hole = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ cell) => holes(puzzle).some((x) => key(x) === key(cell));
  /** The nearest place on the board, as edges and corners of its frame have no centres. @param {Puzzle} puzzle @param {Cell} cell @param {string} tool @returns {Place} */
  const placeAt = ({ height, width }, [r, c], tool) => {
    const [down, right] = PLACES[tool] ?? PLACES[MIDDLE];
    const inside = (/** @type {number} */ x, /** @type {number} */ cells) => Math.max(0, Math.min(2 * cells - 2, x));
    return [inside(2 * r + down, height), inside(2 * c + right, width)];
  };
  const at = (/** @type {Puzzle} */ puzzle, /** @type {Place} */ place) => of(puzzle).some((x) => key(x) === key(place));
  const without = (/** @type {Puzzle} */ puzzle, /** @type {(place: Place) => boolean} */ gone) => ({
    ...puzzle,
    [field]: of(puzzle).filter((place) => !gone(place)),
  });
  const put = (/** @type {Puzzle} */ puzzle, /** @type {Place} */ place) =>
    hole(puzzle, [place[0] / 2, place[1] / 2])
      ? puzzle
      : { ...puzzle, [field]: [...of(puzzle), place].sort((one, other) => one[0] - other[0] || one[1] - other[1]) };
  /** @type {NonNullable<Family["framed"]>} */
  const framed = (puzzle, name) => besideEdge(name)?.some((cell) => hole(puzzle, cell)) ?? false;
  return {
    size: ({ height, width }) => [height, width],
    blank: (height, width) => ({ height, width, [field]: [] }),
    resize: (puzzle, height, width) => ({
      ...{ height, width, [field]: of(puzzle).filter(([y, x]) => y < 2 * height - 1 && x < 2 * width - 1) },
      ...(puzzle.holes && { holes: holes(puzzle).filter(([r, c]) => r < height && c < width) }),
    }),
    hole,
    framed,
    fixed: () => false,
    empty: (puzzle) => !of(puzzle).length,
    setTip: "Click the middle of a cell, an edge or a corner for a centre; again to remove it. Or choose a cell and type 1 to 9, where they are on a pad of digits: 5 is its middle. Backspace clears it.",
    setTouch: "Tap the middle of a cell, an edge or a corner for a centre; again to remove it.",
    areas: (puzzle) => ({ circles: of(puzzle) }),
    wordAt: (puzzle, [r, c]) =>
      AROUND.filter(([, [down, right]]) => at(puzzle, [2 * r + down, 2 * c + right]))
        .map(([where]) => `centre ${where === MIDDLE ? "in the middle" : where}`)
        .join(", "),
    tools: () => [{ id: MIDDLE, label: "Centre", tip: "Click a cell, an edge or a corner: a centre", glyph: "ring" }],
    nearest([r, c], [y, x]) {
      const [down, right] = [Math.round(2 * (y - r)) - 1, Math.round(2 * (x - c)) - 1];
      return AROUND.find(([, [a, b]]) => a === down && b === right)?.[0] ?? MIDDLE;
    },
    has: (puzzle, cell, tool) => at(puzzle, placeAt(puzzle, cell, tool)),
    put(puzzle, cell, tool, on = true) {
      const place = placeAt(puzzle, cell, tool);
      if (on) return at(puzzle, place) ? puzzle : put(puzzle, place);
      if (tool) return without(puzzle, (x) => key(x) === key(place));
      return without(puzzle, ([y, x]) => Math.abs(y - 2 * cell[0]) < 2 && Math.abs(x - 2 * cell[1]) < 2);
    },
    type(puzzle, cell, typed) {
      const tool = KEYS[typed];
      if (!tool) return null;
      const place = placeAt(puzzle, cell, tool);
      return at(puzzle, place) ? without(puzzle, (x) => key(x) === key(place)) : put(puzzle, place);
    },
  };
}

/** The centres of a picture. @param {Picture} picture */
export const drawnCentres = (picture) =>
  (picture.circles ?? []).map(([y, x]) => s("circle", { class: "centre", cx: (x + 1) / 2, cy: (y + 1) / 2, r: "0.17" }));
