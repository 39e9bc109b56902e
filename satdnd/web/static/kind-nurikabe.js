/** Nurikabe: sea and islands; numbers say how large the islands are. */

import { grid, key } from "./dom.js";
import { shown } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */

/** @param {Puzzle} puzzle @returns {(number | null)[][]} */
const numbers = (puzzle) =>
  puzzle.rows.map((/** @type {any} */ row) =>
    [...(typeof row === "string" && row.includes(" ") ? row.split(/\s+/) : row)].map((x) =>
      typeof x === "number" ? x : x && /^\d+$/.test(x) ? Number(x) : null,
    ),
  );

/** @param {Puzzle} puzzle @param {Cell} cell @param {number | null} number @returns {Puzzle} */
function numbered(puzzle, [r, c], number) {
  const rows = numbers(puzzle).map((row, i) => row.map((x, j) => (i === r && j === c ? number : x)));
  return { ...puzzle, rows };
}

/** @type {Kind} */
export const nurikabe = {
  name: "nurikabe",
  title: "Nurikabe",
  gesture: "paint",
  signs: ["#", "o"],
  primary: "Sea",
  words: { "#": "sea", o: "island" },
  tips: {
    play: "Click a cell: sea. Right click: dot, an island.",
    touch: "Tap a cell: sea, island, blank. Hold: island.",
    set: "Choose a cell and type the size of its island. Backspace clears it.",
  },
  asksLive: true,
  square: false,
  usual: [9, 9],
  size: (puzzle) => [puzzle.rows.length, numbers(puzzle)[0].length],
  blank: (height, width) => ({ kind: "nurikabe", name: "", rows: grid(height, width, () => null) }),
  resize: (puzzle, height, width) => {
    const old = numbers(puzzle);
    return { ...puzzle, rows: grid(height, width, (r, c) => old[r]?.[c] ?? null) };
  },
  picture: (puzzle, marks, trial) => ({
    tiles: numbers(puzzle).map((row, r) =>
      row.map((number, c) => {
        if (number !== null) return { style: "clue", text: String(number), fixed: true };
        const own = shown(marks, trial, key([r, c]));
        return { ...own, style: { "#": "wall", o: "open" }[own.mark] ?? "unknown" };
      }),
    ),
    label: "nurikabe",
  }),
  fixed: (puzzle, [r, c]) => numbers(puzzle)[r][c] !== null,
  given: (puzzle, marks) => {
    const [height, width] = nurikabe.size(puzzle);
    return grid(height, width, (r, c) => marks[key([r, c])] || ".").map((row) => row.join(""));
  },
  empty: (puzzle) =>
    numbers(puzzle)
      .flat()
      .every((x) => x === null),
  tools: () =>
    "123456789"
      .split("")
      .map((x) => ({ id: x, label: x, tip: `An island of ${x} (type it; larger ones too)`, text: x })),
  has: (puzzle, [r, c], tool) => numbers(puzzle)[r][c] === Number(tool),
  put: (puzzle, cell, tool, on = true) => numbered(puzzle, cell, on ? Number(tool) : null),
  type(puzzle, [r, c], typed, fresh) {
    if (!/^\d$/.test(typed)) return null;
    const number = Number((fresh ? "" : String(numbers(puzzle)[r][c] ?? "")) + typed);
    return number > 0 && number < 10_000 ? numbered(puzzle, [r, c], number) : null;
  },
};
