/** N queens: queens and dots; some queens are given. */

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
      .filter(([r, c]) =>
        queens.some(([a, b]) => (a !== r || b !== c) && (a === r || b === c || Math.abs(a - r) === Math.abs(b - c))),
      )
      .map(key),
  );
}

/** @type {Kind} */
export const queens = {
  name: "queens",
  title: "n queens",
  gesture: "paint",
  signs: ["Q", "o"],
  primary: "Queen",
  words: { Q: "queen", o: "no queen" },
  tips: {
    play: "Click a square: queen. Right click: dot, no queen here.",
    touch: "Tap a square: queen, dot, blank. Hold: dot.",
    set: "Click a square to give a queen.",
  },
  asksLive: true,
  square: false,
  usual: [8, 8],
  size: (puzzle) => [puzzle.size[0], puzzle.size[1]],
  blank: (height, width) => ({ kind: "queens", name: "", size: [height, width], given: [] }),
  resize: (puzzle, height, width) => ({
    ...puzzle,
    size: [height, width],
    given: (puzzle.given ?? []).filter((/** @type {Cell} */ [r, c]) => r < height && c < width),
  }),
  picture(puzzle, marks, trial) {
    const [height, width] = queens.size(puzzle);
    const all = grid(height, width, (r, c) => /** @type {Cell} */ ([r, c]))
      .flat()
      .filter((cell) => given(puzzle, cell) || shown(marks, trial, key(cell)).mark === "Q");
    const clash = attacked(all);
    return {
      tiles: grid(height, width, (r, c) => {
        const name = key([r, c]);
        const chequer = (r + c) % 2;
        if (given(puzzle, [r, c]))
          return { style: "clue", text: "Q", fixed: true, marked: clash.has(name), shade: chequer };
        const own = shown(marks, trial, name);
        const style = { Q: "filled", o: "open" }[own.mark] ?? "unknown";
        return { ...own, style, text: own.mark === "Q" ? "Q" : "", marked: clash.has(name), shade: chequer };
      }),
      label: "queens",
    };
  },
  fixed: given,
  given: (puzzle, marks) => {
    const [height, width] = queens.size(puzzle);
    return grid(height, width, (r, c) => marks[key([r, c])] || ".").map((row) => row.join(""));
  },
  empty: () => false,
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
