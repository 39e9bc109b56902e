/** Dungeons & Diagrams: walls and dots; counts at the margin, monsters and treasures. */

import { cellOf, grid, key } from "../dom.js";
import { countedLines } from "../families.js";
import { painted, rowsOf, walls } from "../marks.js";

/** @import { Cell, Kind, Puzzle } from "../types.js" */

/** @param {Puzzle} puzzle @param {Cell} cell @param {string} field */
const holds = (puzzle, [r, c], field) =>
  (puzzle[field] ?? []).some((/** @type {Cell} */ x) => x[0] === r && x[1] === c);

/** @param {Puzzle} puzzle @param {Cell} cell */
const given = (puzzle, [r, c]) => (puzzle.given?.[r]?.[c] ?? ".").replace(".", "");

/** @param {Puzzle} puzzle @param {Cell} cell */
function thing(puzzle, cell) {
  if (holds(puzzle, cell, "monsters")) return "monster";
  if (holds(puzzle, cell, "treasures")) return "treasure";
  return { "#": "wall", o: "open" }[/** @type {string} */ (given(puzzle, cell))] ?? "";
}

/** @param {Puzzle} puzzle @param {Cell} cell @param {string} what @returns {Puzzle} */
function placed(puzzle, [r, c], what) {
  const without = (/** @type {Cell[]} */ cells) => (cells ?? []).filter((x) => x[0] !== r || x[1] !== c);
  /** @type {Puzzle} */
  const changed = { ...puzzle, monsters: without(puzzle.monsters), treasures: without(puzzle.treasures) };
  if (what === "monster") changed.monsters = sorted([...changed.monsters, [r, c]]);
  if (what === "treasure") changed.treasures = sorted([...changed.treasures, [r, c]]);
  const sign = { wall: "#", open: "o" }[what] ?? ".";
  const rows = (puzzle.given ?? grid(puzzle.rows.length, 1, () => ".".repeat(puzzle.columns.length)).flat()).map(
    (/** @type {string} */ row, /** @type {number} */ i) => (i === r ? row.slice(0, c) + sign + row.slice(c + 1) : row),
  );
  if (rows.some((/** @type {string} */ row) => /[#o]/.test(row))) changed.given = rows;
  else delete changed.given;
  return changed;
}

/** @param {Cell[]} cells */
const sorted = (cells) => cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]);

const lines = countedLines("?", (puzzle, marks, cell) => (given(puzzle, cell) || marks[key(cell)]) === "#");

/** @type {Kind} */
export const kind = {
  ...walls,
  ...lines.rules,
  name: "dungeon",
  title: "Dungeons & Diagrams",
  words: { "#": "wall", o: "open" },
  tips: {
    play: "Click a cell for a wall, right-click for a dot. Drag to mark more.",
    touch: "Tap a cell: wall, dot, blank. Hold: dot.",
    set: "Draw walls: click and drag. The numbers count them, dead ends get their monsters. Press T and click for a treasure.",
    setTouch: "Draw walls: tap and drag. The numbers count them, dead ends get their monsters.",
    typed:
      "Type the numbers at the edge (? for an unknown one). Choose above what a click puts down; a second click removes it.",
    sketch: "Walls and floors with a ring are given to the player; walls without one are only your sketch.",
  },
  usual: [8, 8],
  blank: (height, width) => ({
    kind: "dungeon",
    name: "",
    ...lines.resized(height, width),
    monsters: [],
    treasures: [],
  }),
  resize(puzzle, height, width) {
    const inside = (/** @type {Cell} */ [r, c]) => r < height && c < width;
    /** @type {Puzzle} */
    const resized = {
      ...puzzle,
      ...lines.resized(height, width, puzzle),
      monsters: (puzzle.monsters ?? []).filter(inside),
      treasures: (puzzle.treasures ?? []).filter(inside),
    };
    if (puzzle.given)
      resized.given = grid(height, width, (r, c) => puzzle.given[r]?.[c] ?? ".").map((row) => row.join(""));
    return resized;
  },
  picture(puzzle, marks, trial) {
    const [height, width] = kind.size(puzzle);
    return {
      tiles: grid(height, width, (r, c) => {
        const what = thing(puzzle, [r, c]);
        if (what) return { style: what, fixed: true };
        return painted(marks, trial, [r, c]);
      }),
      ...lines.labels(puzzle),
      margin: "walls",
      label: "dungeon",
    };
  },
  fixed: (puzzle, cell) => thing(puzzle, cell) !== "",
  given: (puzzle, marks) => rowsOf(kind.size(puzzle), marks),
  empty: (puzzle) =>
    [...puzzle.rows, ...puzzle.columns].every((x) => x === null) &&
    !(puzzle.monsters ?? []).length &&
    !(puzzle.treasures ?? []).length &&
    !puzzle.given,
  tools: (_, follow) => [
    { id: "wall", label: "Wall", tip: "Walls (W)", glyph: "wall", key: "w" },
    { id: "open", label: "Floor", tip: "Cells that are open (O)", glyph: "dot", key: "o" },
    {
      id: "treasure",
      label: "Treasure",
      tip: "Treasures, in the middle or anywhere in their rooms (T)",
      glyph: "treasure",
      key: "t",
    },
    // drawn dead ends get their monsters by themselves
    ...(follow ? [] : [{ id: "monster", label: "Monster", tip: "Monsters, at dead ends (M)", glyph: "monster", key: "m" }]),
  ],
  has: (puzzle, cell, tool) => thing(puzzle, cell) === tool,
  put: (puzzle, cell, tool, on = true) => placed(puzzle, cell, on ? tool : ""),
  count(puzzle, drawing) {
    const [height, width] = kind.size(puzzle);
    const open = (/** @type {number} */ r, /** @type {number} */ c) =>
      r >= 0 && c >= 0 && r < height && c < width && drawing[key([r, c])] !== "#";
    const walls = grid(height, width, (r, c) => (open(r, c) ? 0 : 1));
    const treasures = (puzzle.treasures ?? []).filter((/** @type {Cell} */ [r, c]) => open(r, c));
    const monsters = grid(height, width, (r, c) => /** @type {Cell} */ ([r, c]))
      .flat()
      .filter(
        ([r, c]) =>
          open(r, c) &&
          !holds({ ...puzzle, treasures }, [r, c], "treasures") &&
          [open(r - 1, c), open(r + 1, c), open(r, c - 1), open(r, c + 1)].filter(Boolean).length === 1,
      );
    const sum = (/** @type {number[]} */ line) => line.reduce((a, b) => a + b, 0);
    const { given: _, ...rest } = puzzle;
    return {
      ...rest,
      rows: walls.map(sum),
      columns: Array.from({ length: width }, (_, c) => sum(walls.map((row) => row[c]))),
      monsters,
      treasures,
    };
  },
  tally(puzzle, marks) {
    const walls = Object.keys(marks).filter((name) => marks[name] === "#" && !thing(puzzle, cellOf(name))).length;
    const clues = puzzle.rows.reduce((/** @type {number} */ a, /** @type {number | null} */ b) => a + (b ?? 0), 0);
    return puzzle.rows.includes(null) ? "" : `${walls} of ${clues} walls`;
  },
};
