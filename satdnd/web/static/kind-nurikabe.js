/** Nurikabe: sea and islands; numbers say how large the islands are. */

import { grid } from "./dom.js";
import { painted, rowsOf, walls } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */

/** "?" is a number that is not told. @param {Puzzle} puzzle @returns {(number | "?" | null)[][]} */
const numbers = (puzzle) =>
  puzzle.rows.map((/** @type {any} */ row) =>
    [...(typeof row === "string" && row.includes(" ") ? row.split(/\s+/) : row)].map((x) =>
      typeof x === "number" || x === "?" ? x : x && /^\d+$/.test(x) ? Number(x) : null,
    ),
  );

/** @param {Puzzle} puzzle @param {Cell} cell @param {number | "?" | null} number @returns {Puzzle} */
function numbered(puzzle, [r, c], number) {
  const rows = numbers(puzzle).map((row, i) => row.map((x, j) => (i === r && j === c ? number : x)));
  return { ...puzzle, rows };
}

/** @type {Kind} */
export const nurikabe = {
  ...walls,
  name: "nurikabe",
  title: "Nurikabe",
  digits: true,
  primary: "Sea",
  words: { "#": "sea", o: "island" },
  tips: {
    play: "Click a cell: sea. Right click: dot, an island.",
    touch: "Tap a cell: sea, island, blank. Hold: island.",
    set: "Choose a cell and type the size of its island, or ? for any. Backspace clears it.",
    setTouch: "Tap a cell, then the digits of its island's size, or ? for any.",
  },
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
        return painted(marks, trial, [r, c]);
      }),
    ),
    label: "nurikabe",
  }),
  fixed: (puzzle, [r, c]) => numbers(puzzle)[r][c] !== null,
  given: (puzzle, marks) => rowsOf(nurikabe.size(puzzle), marks),
  empty: (puzzle) =>
    numbers(puzzle)
      .flat()
      .every((x) => x === null),
  tools: () =>
    "1234567890?".split("").map((x) => ({
      id: x,
      label: x,
      tip: x === "?" ? "An island of any size (type it)" : `The digit ${x} of its size (type it)`,
      text: x,
    })),
  has: (puzzle, [r, c], tool) => String(numbers(puzzle)[r][c] ?? "") === tool,
  put: (puzzle, cell, tool, on = true) => numbered(puzzle, cell, !on ? null : tool === "?" ? tool : Number(tool)),
  type(puzzle, [r, c], typed, fresh) {
    if (typed === "?") return numbered(puzzle, [r, c], typed);
    if (!/^\d$/.test(typed)) return null;
    const old = numbers(puzzle)[r][c];
    const number = Number((fresh || old === "?" ? "" : String(old ?? "")) + typed);
    return number > 0 && number < 10_000 ? numbered(puzzle, [r, c], number) : null;
  },
};
