/** Hashiwokakero: bridges between islands. A mark's key is both ends: "0,1,0,5". */

import { grid, key } from "./dom.js";
import { shown } from "./marks.js";

/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Marks} Marks */

/** What an island says, "?" where it does not tell; empty for water. @param {Puzzle} puzzle @param {number} r @param {number} c */
const island = (puzzle, r, c) => (/[1-8?]/.test(puzzle.rows[r]?.[c] ?? "") ? puzzle.rows[r][c] : "");

/**
 * The next island from *cell* on, in a direction; null: there is none.
 * @param {Puzzle} puzzle @param {Cell} cell @param {number} dr @param {number} dc @returns {Cell | null}
 */
export function neighbour(puzzle, [r, c], dr, dc) {
  for (
    let a = r + dr, b = c + dc;
    a >= 0 && b >= 0 && a < puzzle.rows.length && b < puzzle.rows[0].length;
    a += dr, b += dc
  )
    if (island(puzzle, a, b)) return [a, b];
  return null;
}

/** @param {Cell} one @param {Cell} other */
export function ends(one, other) {
  const forwards = one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
  return forwards ? `${key(one)},${key(other)}` : `${key(other)},${key(one)}`;
}

/**
 * The places for bridges that run over *cell*: along its row, then along its column.
 * @param {Puzzle} puzzle @param {Cell} cell @returns {string[]}
 */
export function over(puzzle, cell) {
  const found = [];
  for (const [dr, dc] of [
    [0, 1],
    [1, 0],
  ]) {
    const [one, other] = [neighbour(puzzle, cell, -dr, -dc), neighbour(puzzle, cell, dr, dc)];
    if (one && other) found.push(ends(one, other));
  }
  return found;
}

/**
 * What a mark says of a place: the fewest and the most bridges. One that was built may still become a double one.
 * @type {Record<string, [number, number]>}
 */
const RANGES = { "": [0, 2], x: [0, 0], 1: [1, 2], 2: [2, 2], "=1": [1, 1], "<2": [0, 1] };

/** @param {string} sign @returns {[number, number]} */
const range = (sign) => RANGES[sign] ?? RANGES[""];

/**
 * A mark, and what a step of an explanation says beside it.
 * @param {string} sign
 * @param {string} said ">=1", "<=1", "=0" or "=2"
 */
export function narrowed(sign, said) {
  const [least, most] = range(sign);
  const [low, high] = { ">=1": [1, 2], "<=1": [0, 1], "=0": [0, 0], "=2": [2, 2] }[/** @type {">=1"} */ (said)] ?? [
    0, 2,
  ];
  const both = [Math.max(least, low), Math.min(most, high)];
  return Object.keys(RANGES).find((x) => range(x).join() === both.join()) ?? sign;
}

/** @param {Puzzle} puzzle @param {Cell} cell @param {string} sign */
function written(puzzle, [r, c], sign) {
  return {
    ...puzzle,
    rows: puzzle.rows.map((/** @type {string} */ row, /** @type {number} */ i) =>
      i === r ? row.slice(0, c) + sign + row.slice(c + 1) : row,
    ),
  };
}

/** @type {Kind} */
export const hashi = {
  name: "hashi",
  title: "Hashiwokakero",
  gesture: "bridge",
  signs: ["1", "2"],
  words: {},
  tips: {
    play: "Drag from an island to the next: a bridge. Again: two, none. A click on the water does the same; right click: no bridge here.",
    touch: "Drag from an island to the next: a bridge. Again: two, none.",
    set: "Choose a cell and type the number of its bridges, or ? for any. Backspace clears it.",
    setTouch: "Tap a cell, then the number of its bridges, or ? for any.",
  },
  asksLive: true,
  square: false,
  usual: [7, 7],
  size: (puzzle) => [puzzle.rows.length, puzzle.rows[0].length],
  blank: (height, width) => ({ kind: "hashi", name: "", rows: Array(height).fill("_".repeat(width)) }),
  resize: (puzzle, height, width) => ({
    ...puzzle,
    rows: grid(height, width, (r, c) => puzzle.rows[r]?.[c] ?? "_").map((row) => row.join("")),
  }),
  picture(puzzle, marks, trial) {
    const [height, width] = hashi.size(puzzle);
    /** @type {Map<string, number>} */
    const built = new Map();
    const links = [];
    for (const name of new Set([...Object.keys(marks), ...Object.keys(trial ?? {})])) {
      const { mark, trial: tried } = shown(marks, trial, name);
      const [a, b, c, d] = name.split(",").map(Number);
      if (!mark) continue;
      const count = range(mark)[0];
      const note = { "=1": "1", "<2": "\u22641" }[mark];
      links.push({
        start: /** @type {Cell} */ ([a, b]),
        end: /** @type {Cell} */ ([c, d]),
        count,
        note,
        look: tried ? "trial" : "mark",
      });
      for (const end of [key([a, b]), key([c, d])]) built.set(end, (built.get(end) ?? 0) + count);
    }
    return {
      tiles: grid(height, width, (r, c) => {
        const number = island(puzzle, r, c);
        if (!number) return { style: "unknown", word: "water" };
        const has = built.get(key([r, c])) ?? 0;
        const word = `island ${number === "?" ? "of any number" : number}, ${has} built`;
        return {
          style: "island",
          text: number,
          fixed: true,
          marked: has > Number(number),
          shade: has === Number(number) ? 1 : 0,
          word,
        };
      }),
      spaced: true,
      links,
      label: "bridges",
    };
  },
  fixed: (puzzle, [r, c]) => island(puzzle, r, c) !== "",
  given: (_, marks) => Object.entries(marks).map(([name, sign]) => [...name.split(",").map(Number), ...range(sign)]),
  empty: (puzzle) => !puzzle.rows.some((/** @type {string} */ row) => /[1-8?]/.test(row)),
  tools: () =>
    "12345678?".split("").map((x) => ({
      id: x,
      label: x,
      tip: x === "?" ? "An island with any number of bridges (type it)" : `An island with ${x} bridges (type it)`,
      text: x,
    })),
  has: (puzzle, [r, c], tool) => island(puzzle, r, c) === tool,
  put: (puzzle, cell, tool, on = true) => written(puzzle, cell, on ? tool : "_"),
  type: (puzzle, cell, typed) => (/^[1-8?]$/.test(typed) ? written(puzzle, cell, typed) : null),
  known: (forced) =>
    new Map(forced.map((mark) => [mark.slice(0, 4).join(","), `${mark[4]}${mark[5] > mark[4] ? "+" : ""}`])),
};
