/** Most unattacked squares: queens anywhere, and how many squares they leave. */

import { aligned, board, chequer, standing } from "./chess.js";
import { cellOf, counted, grid, key } from "./dom.js";
import { shown } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Cell} Cell */

/** Whether a queen of *queens* stands on the square or attacks it. @param {Cell[]} queens @param {number} r @param {number} c */
const seen = (queens, r, c) => queens.some((queen) => aligned([r, c], queen));

/** @param {import("./types.js").Marks} marks */
const placed = (marks) =>
  Object.keys(marks)
    .filter((name) => marks[name] === "Q")
    .map(cellOf);

/** @type {Kind} */
export const unattacked = {
  ...board,
  name: "unattacked",
  title: "Most unattacked squares",
  tips: {
    play: "Click a square: queen. The squares that no queen sees are shaded, and counted.",
    touch: "Tap a square: queen. The squares that no queen sees are shaded.",
    set: "Choose the size of the board and the number of queens.",
  },
  asksLive: false,
  blank: (height, width) => ({ kind: "unattacked", name: "", size: [height, width], queens: Math.min(height, width) }),
  resize: (puzzle, height, width) => ({
    ...puzzle,
    size: [height, width],
    queens: Math.min(puzzle.queens, height * width),
  }),
  picture(puzzle, marks, trial) {
    const [height, width] = unattacked.size(puzzle);
    const queens = standing(puzzle, (cell) => shown(marks, trial, key(cell)).mark === "Q");
    return {
      tiles: grid(height, width, (r, c) => {
        const own = shown(marks, trial, key([r, c]));
        const shade = chequer(r, c);
        if (own.mark === "Q") return { ...own, style: "filled", text: "Q", shade };
        const free = queens.length > 0 && !seen(queens, r, c);
        const style = free ? "room" : own.mark ? "open" : "unknown";
        return { ...own, style, shade, word: free ? "not attacked" : "" };
      }),
      label: "unattacked squares",
    };
  },
  fixed: () => false,
  tools: () => [],
  has: () => false,
  put: (puzzle) => puzzle,
  tally(puzzle, marks) {
    const [height, width] = unattacked.size(puzzle);
    const queens = placed(marks);
    const free = grid(height, width, (r, c) => !seen(queens, r, c))
      .flat()
      .filter(Boolean).length;
    return `${queens.length} of ${counted(puzzle.queens, "queen")}, ${counted(free, "square")} not attacked`;
  },
};
