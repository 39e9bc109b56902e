/** Squares with boxes in which areas may stand in place of boxes, and cells may be in cages with a sum. */

import { grid, key } from "./dom.js";
import { borders } from "./families.js";
import { boxOf, squareHouses } from "./values.js";

/** @import { Cell, Family, Puzzle, Tool } from "./types.js" */
/** @typedef {{cells: Cell[], sum: number | null}} Cage */
/** @typedef {{areas?: string, cages?: string, diagonals?: string, boxes?: {[fact: string]: any}}} Fields of these clues, and the usual boxes */

/** @type {Tool[]} */
const TOOLS = [
  { id: "given", label: "Clue", tip: "Choose a cell and type a clue", glyph: "pen" },
  { id: "cage", label: "Cage", tip: "Drag over cells to make a cage, then type its sum; Backspace removes it", glyph: "join" },
  { id: "area", label: "Area", tip: "Drag from an area: each cell that you reach joins it, in place of its box", glyph: "border" },
];
const LARGEST = 9999;

/**
 * The input rules of given values with areas and cages.
 * @param {Family} base those of the given values
 * @param {Fields} fields
 * @returns {Family}
 */
export function withVariants(base, { areas, cages, diagonals, boxes }) {
  const side = (/** @type {Puzzle} */ puzzle) => base.size(puzzle)[0];
  const cagesOf = (/** @type {Puzzle} */ puzzle) => /** @type {Cage[]} */ ((cages && puzzle[cages]) ?? []);
  const holds = (/** @type {Cage} */ cage, /** @type {Cell} */ cell) => cage.cells.some((x) => key(x) === key(cell));
  const cageAt = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ cell) => cagesOf(puzzle).find((cage) => holds(cage, cell));
  const changed = (/** @type {Puzzle} */ puzzle, /** @type {Cage[]} */ made) => ({
    ...puzzle,
    [/** @type {string} */ (cages)]: made.length ? made : undefined,
  });
  /** The name of the area or box of each cell. @param {Puzzle} puzzle @returns {string[][]} */
  function names(puzzle) {
    const own = areas && puzzle[areas];
    if (own) return own.map((/** @type {any} */ row) => [...row].map(String));
    const box = boxOf(boxes, puzzle, side(puzzle)) ?? [1, side(puzzle)];
    const across = Math.ceil(side(puzzle) / box[1]);
    return grid(side(puzzle), side(puzzle), (r, c) => String(Math.floor(r / box[0]) * across + Math.floor(c / box[1])));
  }
  /** A cage with one more cell, which is in no other one. @param {Puzzle} puzzle @param {Cell} from @param {Cell} cell */
  function caged(puzzle, from, cell) {
    const old = cageAt(puzzle, from);
    if (old && holds(old, cell)) return null;
    const others = cagesOf(puzzle)
      .filter((cage) => cage !== old)
      .map((cage) => ({ ...cage, cells: cage.cells.filter((x) => key(x) !== key(cell)) }))
      .filter((cage) => cage.cells.length);
    return changed(puzzle, [...others, { cells: [...(old?.cells ?? [from]), cell], sum: old?.sum ?? null }]);
  }
  return {
    ...base,
    resize: (puzzle, height, width) => ({
      ...base.resize(puzzle, height, width),
      ...(height !== side(puzzle) && { [areas ?? ""]: undefined, [cages ?? ""]: undefined }),
    }),
    houses(puzzle, [r, c]) {
      const n = side(puzzle);
      const through = diagonals && puzzle[diagonals] ? [r === c && "d1", r + c === n - 1 && "d2"] : [];
      const cage = cageAt(puzzle, [r, c]);
      return /** @type {string[]} */ (
        [...squareHouses([r, c]), `b${names(puzzle)[r][c]}`, ...through, cage && `k${key(cage.cells[0])}`].filter(Boolean)
      );
    },
    empty: (puzzle) => base.empty(puzzle) && !cagesOf(puzzle).length && !(areas && puzzle[areas]),
    tools: (puzzle, follow) => [...base.tools(puzzle, follow), ...TOOLS],
    put: (puzzle, cell, tool, on = true, chosen = "") =>
      !on && chosen === "cage" ? changed(puzzle, cagesOf(puzzle).filter((cage) => !holds(cage, cell))) : base.put(puzzle, cell, tool, on),
    join(puzzle, _, from, to, chosen) {
      if (key(from) === key(to)) return null;
      if (chosen === "cage") return caged(puzzle, from, to);
      const there = names(puzzle);
      if (chosen !== "area" || there[from[0]][from[1]] === there[to[0]][to[1]]) return null;
      const made = there.map((row, r) => row.map((name, c) => (key([r, c]) === key(to) ? there[from[0]][from[1]] : name)));
      return { ...puzzle, [/** @type {string} */ (areas)]: made, boxes: undefined };
    },
    type(puzzle, cell, typed, fresh, chosen) {
      if (chosen !== "cage") return base.type?.(puzzle, cell, typed, fresh) ?? null;
      if (!/^\d$/.test(typed)) return null;
      const old = cageAt(puzzle, cell) ?? { cells: [cell], sum: null };
      const sum = Number((fresh ? "" : String(old.sum ?? "")) + typed);
      return sum && sum <= LARGEST ? changed(puzzle, [...cagesOf(puzzle).filter((cage) => cage !== old), { ...old, sum }]) : null;
    },
    /** The sums, the cages, and the lines between areas. @param {Puzzle} puzzle */
    areas(puzzle) {
      const n = side(puzzle);
      const first = (/** @type {Cage} */ cage) => [...cage.cells].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
      const sums = new Map(cagesOf(puzzle).map((cage) => [key(first(cage)), String(cage.sum ?? "")]));
      const notes = grid(n, n, (r, c) => sums.get(key([r, c])) ?? "");
      const drawn = { notes, cages: cagesOf(puzzle).map((cage) => cage.cells) };
      return areas && puzzle[areas] ? { ...drawn, ...borders(names(puzzle)) } : drawn;
    },
  };
}

