/** Fleets: the lengths of ships, counts of their cells at the margins, and given parts of them. */

import { grid, key } from "./dom.js";
import { countedLines, pens } from "./families.js";
import { signs as signed } from "./signs.js";
import { upper } from "./words.js";

/** @import { Cell, Family, Marks, Puzzle } from "./types.js" */
/** @typedef {{fleet: [string, {[fact: string]: any}], parts: [string, {[fact: string]: any}]}} Clues fields, with their facts */

const WATER = "~";
/** The end of a ship, by the key that points there. @type {Record<string, string>} */
const ENDS = { ArrowUp: "^", ArrowRight: ">", ArrowDown: "v", ArrowLeft: "<" };

/** The lengths of the ships on a board, the longest first. @param {boolean[][]} there where there are cells of ships */
function lengths(there) {
  const found = /** @type {number[]} */ ([]);
  there.forEach((row, r) =>
    row.forEach((on, c) => {
      if (!on || row[c - 1] || there[r - 1]?.[c]) return; // not its first cell
      let [right, down] = [1, 1];
      while (row[c + right]) right++;
      while (there[r + down]?.[c]) down++;
      found.push(Math.max(right, down));
    }),
  );
  return found.sort((one, other) => other - one);
}

/** A usual fleet: one ship of the greatest length, two of the next, and so on. @param {number} height @param {number} width @param {number} share of the cells, at most */
function usual(height, width, share) {
  let longest = 0;
  while ((longest + 1) * (longest + 2) * (longest + 3) <= 6 * share * height * width) longest++;
  longest = Math.min(longest, Math.max(height, width));
  return Array.from({ length: longest }, (_, i) => Array(i + 1).fill(longest - i)).flat();
}

/** The ships of a fleet that are not among others. @param {number[]} fleet @param {number[]} others */
function without(fleet, others) {
  const rest = [...others];
  return fleet.filter((length) => {
    const at = rest.indexOf(length);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/**
 * The input rules of kinds with a fleet: ships are drawn, and all other clues counted; or the clues are typed.
 * @param {Clues} clues
 * @param {Record<string, string>} words for the marks, that of ships first
 * @param {string} noun of the cells that are counted
 * @returns {Family}
 */
export function fleet({ fleet: [field, { share }], parts: [given, facts] }, words, noun) {
  const [ship] = Object.keys(words);
  const { signs: told } = facts;
  const parts = signed(given, { signs: told });
  const partAt = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) => {
    const sign = puzzle[given]?.[r]?.[c] ?? "";
    return sign in told ? sign : "";
  };
  const isShip = (/** @type {Puzzle} */ puzzle, /** @type {Marks} */ marks, /** @type {Cell} */ cell) => {
    const part = partAt(puzzle, cell);
    return part ? part !== WATER : marks[key(cell)] === ship;
  };
  const lines = countedLines("?", isShip);
  const { size } = lines.rules;
  const shipsOn = (/** @type {Puzzle} */ puzzle, /** @type {Marks} */ marks) =>
    grid(...size(puzzle), (r, c) => isShip(puzzle, marks, [r, c]));
  /** Without any given part, the rows of parts may be missing. @param {Puzzle} puzzle @returns {Puzzle} */
  const whole = (puzzle) => (puzzle[given]?.length ? puzzle : { ...puzzle, ...parts.blank(...size(puzzle)) });
  /** @type {Family["put"]} */
  const put = (puzzle, cell, tool, on = true) =>
    (on ? tool in told : partAt(puzzle, cell)) ? parts.put(whole(puzzle), cell, tool, on) : puzzle;
  const text = (/** @type {Puzzle} */ puzzle) => puzzle[field].join(" ");
  return {
    ...lines.rules,
    blank: (height, width) => ({
      ...{ ...lines.resized(height, width), [field]: usual(height, width, share) },
      ...parts.blank(height, width),
    }),
    resize: (puzzle, height, width) => ({ ...lines.resized(height, width, puzzle), ...parts.resize(whole(puzzle), height, width) }),
    margins: (puzzle) => ({ ...lines.labels(puzzle), margin: `${noun}s` }),
    text: (puzzle) => grid(...size(puzzle), (r, c) => told[partAt(puzzle, [r, c])]?.[1] ?? ""),
    wordAt: (puzzle, cell) => told[partAt(puzzle, cell)][0],
    fixed: (puzzle, cell) => partAt(puzzle, cell) !== "",
    empty: (puzzle) => [...puzzle.rows, ...puzzle.columns].every((x) => x === null) && parts.empty(whole(puzzle)),
    tools: (_, follow) =>
      follow
        ? pens(words)
        : Object.entries(told).map(([sign, [word, drawn]]) => ({ id: sign, label: word, tip: `${upper(word)} (type ${sign})`, text: drawn })),
    has: (puzzle, cell, tool) => partAt(puzzle, cell) === tool,
    put,
    type(puzzle, cell, typed) {
      const sign = ENDS[typed] ?? typed.toLowerCase();
      return sign in told ? put(puzzle, cell, sign) : null;
    },
    count(puzzle, drawing) {
      const there = shipsOn(puzzle, drawing);
      const sums = (/** @type {boolean[][]} */ rows) => rows.map((row) => row.filter(Boolean).length);
      const across = there[0].map((_, c) => there.map((row) => row[c]));
      return { ...puzzle, rows: sums(there), columns: sums(across), [field]: lengths(there) };
    },
    fleet: {
      text,
      typed(puzzle, typed) {
        const ships = typed.split(/[\s,]+/).filter(Boolean);
        if (!ships.every((ship) => /^\d{1,3}$/.test(ship))) return "Expected the length of each ship, such as 3 2 2 1 1 1";
        return { ...puzzle, [field]: ships.map(Number).filter(Boolean).sort((one, other) => other - one) };
      },
    },
    tally(puzzle, marks) {
      const left = without(puzzle[field], lengths(shipsOn(puzzle, marks)));
      const rest = left.length < puzzle[field].length ? `, to find: ${left.join(" ") || "none"}` : "";
      return `Fleet: ${text(puzzle) || "no ships"}${rest}`;
    },
    drawTip: "Draw the ships: click and drag. The numbers at the edges and the fleet follow.",
    typedTip: "Type the numbers at the edges, ? if unknown, and the fleet in its field. Choose a cell and type the part of a ship, or water, that is given there; Shift and an arrow: the end of a ship.",
  };
}
