/** Dungeons & Diagrams: walls and dots; counts at the margin, monsters and treasures. */

import { cellOf, grid, key } from "./dom.js";
import { painted, rowsOf, walls } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Marks} Marks */
/** @typedef {import("./types.js").Cell} Cell */

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

/** The walls in each row and column, and whether that is what the clues say. @param {Puzzle} puzzle @param {Marks} marks */
function counts(puzzle, marks) {
  const [height, width] = dungeon.size(puzzle);
  const wall = grid(height, width, (r, c) => (given(puzzle, [r, c]) || marks[key([r, c])]) === "#");
  const said = (/** @type {(number | null)[]} */ clues, /** @type {boolean[][]} */ lines) =>
    clues.map((clue, i) => {
      const walls = lines[i].filter(Boolean).length;
      return {
        clue,
        left: clue === null ? 0 : clue - walls,
        over: clue !== null && walls > clue,
        done: walls === clue,
      };
    });
  return {
    rows: said(puzzle.rows, wall),
    columns: said(
      puzzle.columns,
      grid(width, height, (c, r) => wall[r][c]),
    ),
  };
}

/** @type {Kind} */
export const dungeon = {
  ...walls,
  name: "dungeon",
  title: "Dungeons & Diagrams",
  words: { "#": "wall", o: "open" },
  tips: {
    play: "Click a cell: wall. Right click: dot. Drag to go on.",
    touch: "Tap a cell: wall, dot, blank. Hold: dot.",
    set: "Draw walls: click and drag. The numbers count them, dead ends get their monsters. Press T and click for a treasure.",
    setTouch: "Draw walls: tap and drag. The numbers count them, dead ends get their monsters.",
    typed:
      "Type the numbers at the margin (? for one that is not told). Choose what a click puts down above; a second click takes it away.",
    sketch: "A wall or floor with a ring is given to the player; walls without are only your sketch.",
  },
  usual: [8, 8],
  size: (puzzle) => [puzzle.rows.length, puzzle.columns.length],
  blank: (height, width) => ({
    kind: "dungeon",
    name: "",
    rows: Array(height).fill(null),
    columns: Array(width).fill(null),
    monsters: [],
    treasures: [],
  }),
  resize(puzzle, height, width) {
    const inside = (/** @type {Cell} */ [r, c]) => r < height && c < width;
    const clues = (/** @type {(number | null)[]} */ old, /** @type {number} */ length, /** @type {number} */ most) =>
      Array.from({ length }, (_, i) => (old[i] === null || old[i] === undefined ? null : Math.min(old[i], most)));
    /** @type {Puzzle} */
    const resized = {
      ...puzzle,
      rows: clues(puzzle.rows, height, width),
      columns: clues(puzzle.columns, width, height),
      monsters: (puzzle.monsters ?? []).filter(inside),
      treasures: (puzzle.treasures ?? []).filter(inside),
    };
    if (puzzle.given)
      resized.given = grid(height, width, (r, c) => puzzle.given[r]?.[c] ?? ".").map((row) => row.join(""));
    return resized;
  },
  picture(puzzle, marks, trial) {
    const [height, width] = dungeon.size(puzzle);
    const label = (/** @type {number | null} */ count) => (count === null ? "?" : String(count));
    return {
      tiles: grid(height, width, (r, c) => {
        const what = thing(puzzle, [r, c]);
        if (what) return { style: what, fixed: true };
        return painted(marks, trial, [r, c]);
      }),
      left: puzzle.rows.map(label),
      top: puzzle.columns.map(label),
      margin: "walls",
      label: "dungeon",
    };
  },
  fixed: (puzzle, cell) => thing(puzzle, cell) !== "",
  given: (puzzle, marks) => rowsOf(dungeon.size(puzzle), marks),
  empty: (puzzle) =>
    [...puzzle.rows, ...puzzle.columns].every((x) => x === null) &&
    !(puzzle.monsters ?? []).length &&
    !(puzzle.treasures ?? []).length &&
    !puzzle.given,
  counts,
  setCount(puzzle, what, index, text) {
    const most = dungeon.size(puzzle)[what === "rows" ? 1 : 0];
    const typed = text.trim();
    const count = typed === "" || typed === "?" ? null : Number(typed);
    if (count !== null && !(/^\d+$/.test(typed) && count <= most))
      return `Expected a number from 0 to ${most}, or ? for one that is not told`;
    const counts = puzzle[what].map((/** @type {number | null} */ x, /** @type {number} */ i) => (i === index ? count : x));
    return { ...puzzle, [what]: counts };
  },
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
    const [height, width] = dungeon.size(puzzle);
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
