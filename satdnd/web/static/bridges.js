/**
 * Bridges between islands. A mark's key names both ends: "0,1,0,5". "1" is a bridge that may become double, "=1" one that
 * may not, "2" a double one, "x" none, "<2" at most one.
 */

import { key } from "./dom.js";
import { merged } from "./marks.js";

/** @import { Cell, Kind, Link, Marks, Puzzle } from "./types.js" */

/** The mark after one more bridge. @type {Record<string, string>} */
const NEXT = { "": "1", x: "1", "<2": "=1", 1: "2", "=1": "2" };

/** The minimum and maximum number of bridges of a mark. @type {Record<string, [number, number]>} */
const RANGES = { "": [0, 2], x: [0, 0], 1: [1, 2], 2: [2, 2], "=1": [1, 1], "<2": [0, 1] };

/** The same for the engine's signs of a pair of islands. @type {Record<string, [number, number]>} */
const SAID = { ">=1": [1, 2], "<=1": [0, 1], "=0": [0, 0], "=2": [2, 2] };

/** @param {string} sign @returns {[number, number]} */
const range = (sign) => RANGES[sign] ?? RANGES[""];

/** The number of bridges that a mark guarantees. @param {string} sign */
export const fewest = (sign) => range(sign)[0];

/**
 * The next island from *cell* in a direction; null if there is none.
 * @param {Kind} kind @param {Puzzle} puzzle @param {Cell} cell @param {number} dr @param {number} dc @returns {Cell | null}
 */
export function neighbour(kind, puzzle, [r, c], dr, dc) {
  const [height, width] = kind.size(puzzle);
  for (let a = r + dr, b = c + dc; a >= 0 && b >= 0 && a < height && b < width; a += dr, b += dc)
    if (kind.fixed(puzzle, [a, b])) return [a, b];
  return null;
}

/** The key of a pair of islands. @param {Cell} one @param {Cell} other */
export function ends(one, other) {
  const forwards = one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
  return forwards ? `${key(one)},${key(other)}` : `${key(other)},${key(one)}`;
}

/** The key of an engine's mark. @param {any[]} mark */
const pair = ([a, b, c, d]) => ends([a, b], [c, d]);

/**
 * The keys of the bridges that may cross *cell*: along its row, then along its column.
 * @param {Kind} kind @param {Puzzle} puzzle @param {Cell} cell @returns {string[]}
 */
export function over(kind, puzzle, cell) {
  const found = [];
  for (const [dr, dc] of [
    [0, 1],
    [1, 0],
  ]) {
    const [one, other] = [neighbour(kind, puzzle, cell, -dr, -dc), neighbour(kind, puzzle, cell, dr, dc)];
    if (one && other) found.push(ends(one, other));
  }
  return found;
}

/** The mark after one more bridge, none after two; or the mark for no bridge. @param {string} now @param {string} how */
export const built = (now, how) =>
  how === "secondary" || how === "hold" ? (now === "x" ? "" : "x") : (NEXT[now] ?? "");

/** A mark combined with the engine's sign. @param {string} sign @param {string} said */
function narrowed(sign, said) {
  const [[least, most], [low, high]] = [range(sign), SAID[said] ?? RANGES[""]];
  const both = [Math.max(least, low), Math.min(most, high)].join();
  return Object.keys(RANGES).find((x) => range(x).join() === both) ?? sign;
}

/** The marks after a step's finds. @param {Marks} marks @param {any[][]} found @returns {[string, string][]} */
export function taken(marks, found) {
  const all = { ...marks };
  for (const mark of found) all[pair(mark)] = narrowed(all[pair(mark)] ?? "", mark[4]);
  return found.map((mark) => [pair(mark), all[pair(mark)]]);
}

/** The engine's known signs by key: the minimum of bridges, and "+" if there may be more. @param {any[][]} forced @returns {Map<string, string>} */
export function knownBridges(forced) {
  const signs = new Map(taken({}, forced));
  return new Map([...signs].map(([name, sign]) => [name, `${fewest(sign)}${range(sign)[1] > fewest(sign) ? "+" : ""}`]));
}

/** A step's mark as a link to draw. @param {any[]} mark @returns {Link} */
export const bridgeFrom = ([a, b, c, d, said]) => ({
  start: [a, b],
  end: [c, d],
  count: SAID[said][0],
  note: said === "<=1" ? "\u22641" : "",
  look: "marked",
});

/**
 * The links of a player's marks, and the number of bridges at each island.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @returns {{links: Link[], there: Map<string, number>}}
 */
export function drawnBridges(marks, trial) {
  const there = new Map();
  const links = Object.entries(merged(marks, trial)).map(([name, mark]) => {
    const [a, b, c, d] = name.split(",").map(Number);
    const count = fewest(mark);
    for (const end of [key([a, b]), key([c, d])]) there.set(end, (there.get(end) ?? 0) + count);
    const note = { "=1": "1", "<2": "\u22641" }[mark];
    const look = trial && name in trial ? "trial" : "mark";
    return { start: /** @type {Cell} */ ([a, b]), end: /** @type {Cell} */ ([c, d]), count, note, look };
  });
  return { links, there };
}

/**
 * The common input rules of kinds with bridges.
 * @type {Pick<Kind, "gesture" | "signs" | "words" | "tips" | "asksLive" | "square" | "given">}
 */
export const bridging = {
  gesture: "bridge",
  signs: ["1", "2"],
  words: {},
  tips: {
    play: "Drag from one island to the next for a bridge; again for two, then none. Or click on the water; right-click: no bridge here.",
    touch: "Drag from one island to the next for a bridge; again for two, then none.",
    set: "Choose a cell and type the number of its bridges, or ? for any. Backspace clears it.",
    setTouch: "Tap a cell, then the number of its bridges, or ? for any.",
  },
  asksLive: true,
  square: false,
  given: (_, marks) =>
    Object.entries(marks).flatMap(([name, sign]) => {
      const said = { 1: [">=1"], 2: ["=2"], "=1": [">=1", "<=1"], x: ["=0"], "<2": ["<=1"] }[sign] ?? [];
      return said.map((what) => [...name.split(",").map(Number), what]);
    }),
};
