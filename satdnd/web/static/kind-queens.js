/** N queens: queens and dots; some queens are given. */

import { aligned, board, chequer, standing } from "./chess.js";
import { cellOf, grid, key } from "./dom.js";
import { shown } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */

/** @param {Puzzle} puzzle @param {Cell} cell */
const given = (puzzle, [r, c]) => (puzzle.given ?? []).some((/** @type {Cell} */ x) => x[0] === r && x[1] === c);

/**
 * The queens that another one attacks.
 * @param {Cell[]} queens
 */
function attacked(queens) {
  return new Set(
    queens
      .filter((cell) => queens.some((other) => key(cell) !== key(other) && aligned(cell, other)))
      .map(key),
  );
}

/** @type {Kind} */
export const queens = {
  ...board,
  name: "queens",
  title: "n queens",
  tips: {
    play: "Click a square: queen. Right click: dot, no queen here.",
    touch: "Tap a square: queen, dot, blank. Hold: dot.",
    set: "Click a square to give a queen.",
  },
  asksLive: true,
  blank: (height, width) => ({ kind: "queens", name: "", size: [height, width], given: [] }),
  resize: (puzzle, height, width) => ({
    ...puzzle,
    size: [height, width],
    given: (puzzle.given ?? []).filter((/** @type {Cell} */ [r, c]) => r < height && c < width),
  }),
  picture(puzzle, marks, trial) {
    const [height, width] = queens.size(puzzle);
    const all = standing(puzzle, (cell) => given(puzzle, cell) || shown(marks, trial, key(cell)).mark === "Q");
    const clash = attacked(all);
    return {
      tiles: grid(height, width, (r, c) => {
        const name = key([r, c]);
        const look = { marked: clash.has(name), shade: chequer(r, c) };
        if (given(puzzle, [r, c])) return { style: "clue", text: "Q", fixed: true, ...look };
        const own = shown(marks, trial, name);
        const style = { Q: "filled", o: "open" }[own.mark] ?? "unknown";
        return { ...own, style, text: own.mark === "Q" ? "Q" : "", ...look };
      }),
      label: "queens",
    };
  },
  fixed: given,
  tools: () => [{ id: "queen", label: "Given queen", tip: "Queens that are given (Q)", glyph: "queen", key: "q" }],
  has: (puzzle, cell) => given(puzzle, cell),
  put: (puzzle, [r, c], _, on = true) => ({
    ...puzzle,
    given: [
      ...(puzzle.given ?? []).filter((/** @type {Cell} */ x) => x[0] !== r || x[1] !== c),
      ...(on ? [[r, c]] : []),
    ].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
  }),
  tally(puzzle, marks) {
    const most = Math.min(...queens.size(puzzle));
    const own = Object.keys(marks).filter((name) => marks[name] === "Q" && !given(puzzle, cellOf(name))).length;
    return `${own + (puzzle.given ?? []).length} of ${most} queens`;
  },
};
