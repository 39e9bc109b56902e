/** Sliding blocks: pieces are dragged; one of them is to come to the goal. */

import { cellName, counted, grid } from "../dom.js";
import { boxOf, cellsOf } from "../slides.js";

/** @import { Kind, Puzzle } from "../types.js" */

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const SHAPES = ["1x1", "1x2", "2x1", "2x2"];

/** Whether the piece of the goal is there. @param {Puzzle} puzzle @param {string[]} box */
export function reached(puzzle, box) {
  const { piece, at, shape } = puzzle.goal;
  const letter = piece ?? box[at[0]]?.[at[1]];
  const cells = letter && letter !== "." ? cellsOf(box, letter) : [];
  if (!cells.length || cells[0][0] !== at[0] || cells[0][1] !== at[1]) return false;
  const last = cells[cells.length - 1];
  return !shape || (last[0] - at[0] + 1 === shape[0] && last[1] - at[1] + 1 === shape[1]);
}

/** The cells in which the goal's piece is to end. @param {Puzzle} puzzle */
function target(puzzle) {
  const { piece, at, shape } = puzzle.goal;
  let [height, width] = shape ?? [1, 1];
  if (piece) {
    const cells = cellsOf(puzzle.board, piece);
    const last = cells[cells.length - 1] ?? at;
    [height, width] = cells.length ? [last[0] - cells[0][0] + 1, last[1] - cells[0][1] + 1] : [1, 1];
  }
  return new Set(grid(height, width, (r, c) => `${at[0] + r},${at[1] + c}`).flat());
}

/** @type {Kind} */
export const kind = {
  name: "klotski",
  title: "Sliding blocks",
  gesture: "slide",
  signs: [],
  words: {},
  tips: {
    play: "Drag a piece. By keyboard: choose it with the arrow keys, slide it with Shift and an arrow.",
    touch: "Drag a piece.",
    set: "Choose a shape and click where its top left corner goes. Then choose the goal's piece and its place.",
  },
  asksLive: false,
  square: false,
  usual: [5, 4],
  size: (puzzle) => [puzzle.board.length, puzzle.board[0].length],
  blank: (height, width) => ({
    kind: "klotski",
    name: "",
    board: Array.from({ length: height }, (_, r) => (r === 0 ? `a${".".repeat(width - 1)}` : ".".repeat(width))),
    goal: { piece: "a", at: [height - 1, 0] },
    metric: "step",
  }),
  resize(puzzle, height, width) {
    const { piece, at } = puzzle.goal;
    const whole = new Set(
      [...new Set(puzzle.board.join("").replaceAll(".", ""))].filter((x) =>
        cellsOf(puzzle.board, x).every(([r, c]) => r < height && c < width),
      ),
    );
    const board = grid(height, width, (r, c) => (whole.has(puzzle.board[r]?.[c]) ? puzzle.board[r][c] : ".")).map(
      (row) => row.join(""),
    );
    if (piece && !whole.has(piece)) return { ...kind.blank(height, width), name: puzzle.name ?? "" };
    return {
      ...puzzle,
      board,
      goal: { ...puzzle.goal, at: [Math.min(at[0], height - 1), Math.min(at[1], width - 1)] },
    };
  },
  picture(puzzle, marks) {
    const box = boxOf(puzzle, marks);
    const letters = [...new Set(puzzle.board.join("").replaceAll(".", ""))];
    const goal = target(puzzle);
    return {
      tiles: box.map((row, r) =>
        [...row].map((letter, c) => {
          const ends = goal.has(`${r},${c}`);
          if (letter === ".") return { style: "open", goal: ends, word: `empty${ends ? ", goal" : ""}` };
          const first = cellsOf(box, letter)[0];
          return {
            style: "piece",
            text: first[0] === r && first[1] === c ? letter : "",
            shade: letters.indexOf(letter),
            word: `piece ${letter}${letter === puzzle.goal.piece ? ", the one for the goal" : ""}${ends ? ", goal" : ""}`,
            goal: ends,
            joinRight: row[c + 1] === letter,
            joinBelow: box[r + 1]?.[c] === letter,
            joinLeft: row[c - 1] === letter,
            joinAbove: box[r - 1]?.[c] === letter,
          };
        }),
      ),
      ruled: true,
      label: "sliding blocks",
    };
  },
  fixed: () => false,
  given: (puzzle, marks) => boxOf(puzzle, marks),
  empty: () => false,
  tools: () => [
    ...SHAPES.map((x) => ({ id: x, label: x, tip: `A piece of ${x} (height x width)`, glyph: `piece${x}` })),
    { id: "goal-piece", label: "Goal's piece", tip: "Click the piece that has to reach the goal", glyph: "queen" },
    { id: "goal-place", label: "Goal", tip: "Click where its top left corner has to be", glyph: "flag" },
  ],
  has: (puzzle, [r, c], tool) => SHAPES.includes(tool) && puzzle.board[r][c] !== ".",
  put(puzzle, [r, c], tool, on = true) {
    const letter = puzzle.board[r][c];
    if (tool === "goal-place") return { ...puzzle, goal: { ...puzzle.goal, at: [r, c] } };
    if (tool === "goal-piece")
      return letter === "." ? puzzle : { ...puzzle, goal: { piece: letter, at: puzzle.goal.at } };
    if (!on || letter !== ".") {
      if (letter === "." || letter === puzzle.goal.piece) return puzzle;
      return { ...puzzle, board: puzzle.board.map((/** @type {string} */ row) => row.replaceAll(letter, ".")) };
    }
    const [height, width] = tool.split("x").map(Number);
    const free = [...LETTERS].find((x) => !puzzle.board.join("").includes(x));
    const cells = grid(height, width, (i, j) => [r + i, c + j]).flat();
    if (!free || !cells.every(([i, j]) => puzzle.board[i]?.[j] === ".")) return puzzle;
    const rows = puzzle.board.map((/** @type {string} */ row) => [...row]);
    for (const [i, j] of cells) rows[i][j] = free;
    return { ...puzzle, board: rows.map((/** @type {string[]} */ row) => row.join("")) };
  },
  optimum: {
    operation: "moves",
    reached: (puzzle, marks) => (marks.moves && reached(puzzle, boxOf(puzzle, marks)) ? Number(marks.moves) : null),
    best: (record) => record.length ?? null,
    ends: true,
    said(moves, best, { metric = "step" }) {
      const told = counted(moves, metric);
      if (best === null) return told;
      return moves > best ? `${told}; ${best} are enough` : `${told}, the fewest possible`;
    },
  },
  tally(puzzle, marks) {
    const { piece, at, shape } = puzzle.goal;
    const what = piece ? `piece ${piece}` : `a piece of ${shape.join("x")}`;
    const moves = Number(marks.moves ?? 0);
    if (reached(puzzle, boxOf(puzzle, marks)))
      return `The goal is reached after ${counted(moves, puzzle.metric ?? "step")}.`;
    return `Goal: ${what} at ${cellName(at)}. ${counted(moves, puzzle.metric ?? "step")} so far.`;
  },
};
