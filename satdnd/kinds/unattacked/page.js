/** Most unattacked squares: queens anywhere, and how many squares they leave. */

import { declared } from "../declared.js";
import { counted, key } from "../dom.js";
import { aligned, queensOn } from "../families.js";

/** @import { Cell, Kind, Marks, Puzzle } from "../types.js" */

const board = declared({
  name: "unattacked",
  title: "Most unattacked squares",
  usual: [8, 8],
  gesture: "place",
  signs: { Q: "queen", o: "no queen" },
  attacks: true,
  clues: { given: { family: "things", noun: "queen", sign: "Q", icon: "queen" } },
});

/** @type {Kind} */
export const kind = {
  ...board,
  tips: {
    play: "Click a square for a queen. The squares that no queen attacks are shaded and counted.",
    touch: "Tap a square for a queen. The squares that no queen attacks are shaded.",
    set: "Choose the size of the board and the number of queens.",
  },
  asksLive: false,
  best: {
    title: "As many unattacked squares as possible",
    pieces: "queens",
    found: (solution) => `At most ${solution.unattacked} squares`,
    marks: (solution) => Object.fromEntries(solution.queens.map((/** @type {Cell} */ cell) => [key(cell), "Q"])),
  },
  blank: (height, width) => ({ kind: "unattacked", name: "", size: [height, width], queens: Math.min(height, width) }),
  resize: (puzzle, height, width) => ({
    ...puzzle,
    size: [height, width],
    queens: Math.min(puzzle.queens, height * width),
  }),
  picture(puzzle, marks, trial) {
    const drawn = board.picture(puzzle, marks, trial);
    const queens = queensOn(drawn.tiles);
    const tiles = drawn.tiles.map((row, r) =>
      row.map((tile, c) => {
        const free = queens.length > 0 && !queens.some((queen) => aligned([r, c], queen));
        return { ...tile, marked: false, ...(free ? { style: "room", word: "not attacked" } : {}) };
      }),
    );
    return { ...drawn, tiles, label: "unattacked squares" };
  },
  tools: () => [],
  optimum: {
    operation: "solve",
    reached(puzzle, marks) {
      const { queens, free } = counts(puzzle, marks);
      return queens === puzzle.queens ? free : null;
    },
    best: (record) => (record.status === "solved" ? record.solutions[0].unattacked : null),
    ends: false,
    said: (free, best) => (best === null ? "" : free < best ? "more are possible" : `${counted(free, "square")} not attacked, the most possible`),
  },
  tally(puzzle, marks) {
    const { queens, free } = counts(puzzle, marks);
    return `${queens} of ${counted(puzzle.queens, "queen")}, ${counted(free, "square")} not attacked`;
  },
};

/** The numbers of queens and of squares that none attacks. @param {Puzzle} puzzle @param {Marks} marks */
function counts(puzzle, marks) {
  const { tiles } = kind.picture(puzzle, marks, null);
  const [height, width] = kind.size(puzzle);
  const queens = queensOn(tiles).length;
  return { queens, free: queens ? tiles.flat().filter((tile) => tile.style === "room").length : height * width };
}
