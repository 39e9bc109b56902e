/**
 * Lines along the edges of cells. A mark's key is row, column and side: "0,1,n". Sides are "n" and "w", at the lower
 * border "s" and at the right one "e", so that every edge has one key. "-" marks a line, "x" that none is there.
 */

import { key } from "./dom.js";
import { merged } from "./marks.js";

/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Edge} Edge */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Marks} Marks */
/** @typedef {[number, number]} Size rows and columns */
/** @typedef {[number, number]} Point in rows and columns from the upper left corner of the board, also between them */

/** What the next click makes of a mark. @type {Record<string, string>} */
const NEXT = { "": "-", "-": "x", x: "" };
/** How far from a corner a stroke has come to it, in cells. */
const REACH = 0.3;
const STYLES = /** @type {Record<string, string>} */ ({ "-": "line", x: "none" });
const WORDS = { n: "above", e: "right", s: "below", w: "left" };

/** The edge to the right of a corner. @param {Size} size @param {number} r @param {number} c */
const level = ([height], r, c) => (r === height ? `${r - 1},${c},s` : `${r},${c},n`);

/** The edge below a corner. @param {Size} size @param {number} r @param {number} c */
const upright = ([, width], r, c) => (c === width ? `${r},${c - 1},e` : `${r},${c},w`);

/**
 * The keys of the edges around a cell, by side.
 * @param {Size} size
 * @param {Cell} cell
 */
export const around = (size, [r, c]) => ({
  n: level(size, r, c),
  e: upright(size, r, c + 1),
  s: level(size, r + 1, c),
  w: upright(size, r, c),
});

/** The key of one of them. @param {Size} size @param {Cell} cell @param {"n" | "e" | "s" | "w"} side */
export const edgeOf = (size, cell, side) => around(size, cell)[side];

/** The keys of all edges of a grid. @param {Size} size @returns {string[]} */
export function allEdges([height, width]) {
  const found = [];
  for (let r = 0; r <= height; r++)
    for (let c = 0; c <= width; c++) {
      if (c < width) found.push(level([height, width], r, c));
      if (r < height) found.push(upright([height, width], r, c));
    }
  return found;
}

/** @param {string} name @returns {{cell: Cell, side: string}} */
export function placeOf(name) {
  const [r, c, side] = name.split(",");
  return { cell: [Number(r), Number(c)], side };
}

/** Whether a key is that of an edge. @param {string} name */
export const isEdge = (name) => /^\d+,\d+,[nesw]$/.test(name);

/** The key of an edge of a picture. @param {Edge} edge */
export const edgeKey = (edge) => `${key(edge.cell)},${edge.side}`;

/** The two ends of an edge: corners. @param {{cell: Cell, side: string}} edge @returns {[Point, Point]} */
export function ends({ cell: [r, c], side }) {
  if (side === "n" || side === "s") {
    const y = side === "s" ? r + 1 : r;
    return [
      [y, c],
      [y, c + 1],
    ];
  }
  const x = side === "e" ? c + 1 : c;
  return [
    [r, x],
    [r + 1, x],
  ];
}

/** The key of the edge of a cell that is nearest to a point. @param {Size} size @param {Cell} cell @param {Point} point */
export function nearest(size, cell, [y, x]) {
  const [down, right] = [y - cell[0], x - cell[1]];
  const far = /** @type {["n" | "e" | "s" | "w", number][]} */ ([
    ["n", down],
    ["e", 1 - right],
    ["s", 1 - down],
    ["w", right],
  ]);
  return edgeOf(size, cell, far.sort((one, other) => one[1] - other[1])[0][0]);
}

/** The corner that is nearest to a point. @param {Size} size @param {Point} point @returns {Point} */
export const cornerAt = ([height, width], [y, x]) => [
  Math.max(0, Math.min(height, Math.round(y))),
  Math.max(0, Math.min(width, Math.round(x))),
];

/** The corner that a stroke has reached; null: none. @param {Size} size @param {Point} point @returns {Point | null} */
export function reached(size, point) {
  const [r, c] = cornerAt(size, point);
  return Math.hypot(point[0] - r, point[1] - c) <= REACH ? [r, c] : null;
}

/** The keys of the edges on the straight way between two corners; none where it is not straight. @param {Size} size @param {Point} one @param {Point} other */
export function way(size, one, other) {
  const found = [];
  if (one[0] === other[0])
    for (let c = Math.min(one[1], other[1]); c < Math.max(one[1], other[1]); c++) found.push(level(size, one[0], c));
  else if (one[1] === other[1])
    for (let r = Math.min(one[0], other[0]); r < Math.max(one[0], other[0]); r++) found.push(upright(size, r, one[1]));
  return found;
}

/** What a click makes of a mark. @param {string} now @param {string} how */
export const clicked = (now, how) =>
  how === "secondary" || how === "hold" ? (now === "x" ? "" : "x") : (NEXT[now] ?? "");

/** What a stroke that begins over a mark draws: lines, or crosses; over one of these it takes them away. @param {string} now @param {string} how */
export function stroked(now, how) {
  const sign = how === "secondary" || how === "hold" ? "x" : "-";
  return now === sign ? "" : sign;
}

/**
 * A player's marks as a picture has them.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @returns {Edge[]}
 */
export const drawnEdges = (marks, trial) =>
  Object.entries(merged(marks, trial))
    .filter(([name, sign]) => isEdge(name) && sign in STYLES)
    .map(([name, sign]) => ({
      ...placeOf(name),
      style: STYLES[sign],
      look: trial && name in trial ? "trial" : "mark",
    }));

/** An edge of the engine's marks, as `[r, c, side, what]`. @param {any[]} mark @param {string} [look] @returns {Edge} */
export const edgeFrom = ([r, c, side, what], look) => ({ cell: [r, c], side, style: STYLES[what] ?? "none", look });

/** A player's marks as the engine takes them. @param {Marks} marks @returns {any[][]} */
export const givenEdges = (marks) =>
  Object.entries(marks)
    .filter(([name]) => isEdge(name))
    .map(([name, sign]) => {
      const { cell, side } = placeOf(name);
      return [...cell, side, sign];
    });

/** What the engine knows, by key. @param {any[][]} forced @returns {Map<string, string>} */
export const knownEdges = (forced) => new Map(forced.map((mark) => [mark.slice(0, 3).join(","), String(mark[3])]));

/**
 * The marks of a board that is now of another size: an edge stays where it is, and gets the key that it has there.
 * @param {Marks} marks
 * @param {Size} size
 * @returns {Marks}
 */
export function resized(marks, [height, width]) {
  const all = new Set(allEdges([height, width]));
  return Object.fromEntries(
    Object.entries(marks)
      .filter(([name]) => isEdge(name))
      .map(([name, sign]) => {
        const [[r, c], other] = ends(placeOf(name));
        return [other[0] === r ? level([height, width], r, c) : upright([height, width], r, c), sign];
      })
      .filter(([name]) => all.has(name)),
  );
}

/**
 * What a screen reader says of the edges of a cell: "line above, line left, no line right".
 * @param {Size} size
 * @param {Cell} cell
 * @param {(name: string) => string} styleOf "line", "none", or empty where nothing is known
 */
export function spoken(size, cell, styleOf) {
  const sides = Object.entries(around(size, cell)).map(([side, name]) => [
    WORDS[/** @type {"n"} */ (side)],
    styleOf(name),
  ]);
  return [
    ...sides.filter(([, style]) => style === "line").map(([side]) => `line ${side}`),
    ...sides.filter(([, style]) => style === "none").map(([side]) => `no line ${side}`),
  ].join(", ");
}

/**
 * What the input rules of kinds with a loop along edges begin with.
 * @type {Pick<Kind, "gesture" | "signs" | "words" | "tips" | "asksLive" | "square" | "given">}
 */
export const loops = {
  gesture: "edge",
  signs: ["-", "x"],
  words: { "-": "line", x: "no line" },
  tips: {
    play: "Click near an edge: a line, a cross, nothing. Drag along edges: lines. Right click: no line here.",
    touch: "Tap near an edge: a line, a cross, nothing. Drag along edges: lines.",
    set: "Choose a cell and type its number. Backspace clears it.",
    setTouch: "Tap a cell, then its number.",
  },
  asksLive: true,
  square: false,
  given: (_, marks) => givenEdges(marks),
};
