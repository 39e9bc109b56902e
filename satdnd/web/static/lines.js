/**
 * Lines between adjacent points: corners or centres of cells. "-" marks a line, "x" its absence.
 *
 * The key of a line along an edge is row, column and side: "0,1,n". Sides are "n" and "w", at the lower border "s" and
 * at the right border "e", so every edge has one key. A line between centres has the keys of both cells: "0,1,0,2".
 */

import { key } from "./dom.js";
import { merged } from "./marks.js";

/** @import { Cell, Edge, Kind, Marks } from "./types.js" */
/** @typedef {[number, number]} Size rows and columns */
/** @typedef {[number, number]} Point rows and columns from the upper left corner of the board, possibly fractional */
/** @typedef {"n" | "e" | "s" | "w"} Side */
/**
 * @typedef {Object} Lines the geometry of lines
 * @property {(size: Size, r: number, c: number) => string} level the key of the line to the right of a point
 * @property {(size: Size, r: number, c: number) => string} upright that of the line below it
 * @property {number} shift of the first point from the corner of the board, in cells
 * @property {number} reach the distance at which a stroke reaches a point, in cells
 * @property {Record<Side, string>} words of the sides
 * @property {(size: Size, cell: Cell) => Partial<Record<Side, string>>} around the keys of a cell's lines, by side
 */

/** The mark after the next click. @type {Record<string, string>} */
const NEXT = { "": "-", "-": "x", x: "" };
const STYLES = /** @type {Record<string, string>} */ ({ "-": "line", x: "none" });

/** The edge to the right of a corner. @param {Size} size @param {number} r @param {number} c */
const level = ([height], r, c) => (r === height ? `${r - 1},${c},s` : `${r},${c},n`);

/** The edge below a corner. @param {Size} size @param {number} r @param {number} c */
const upright = ([, width], r, c) => (c === width ? `${r},${c - 1},e` : `${r},${c},w`);

/** Lines along edges, from corner to corner. @type {Lines} */
export const borders = {
  level,
  upright,
  shift: 0,
  reach: 0.3,
  words: { n: "above", e: "right", s: "below", w: "left" },
  around: (size, [r, c]) => ({
    n: level(size, r, c),
    e: upright(size, r, c + 1),
    s: level(size, r + 1, c),
    w: upright(size, r, c),
  }),
};

/** Lines between the centres of adjacent cells. @type {Lines} */
export const centres = {
  level: (_, r, c) => `${r},${c},${r},${c + 1}`,
  upright: (_, r, c) => `${r},${c},${r + 1},${c}`,
  shift: 0.5,
  reach: 0.42,
  words: { n: "up", e: "right", s: "down", w: "left" },
  around: (size, [r, c]) => ({
    ...(r > 0 ? { n: centres.upright(size, r - 1, c) } : {}),
    ...(c < size[1] - 1 ? { e: centres.level(size, r, c) } : {}),
    ...(r < size[0] - 1 ? { s: centres.upright(size, r, c) } : {}),
    ...(c > 0 ? { w: centres.level(size, r, c - 1) } : {}),
  }),
};

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

/** @param {string} name @returns {{cell: Cell, side: string, other?: undefined} | {cell: Cell, other: Cell, side?: undefined}} */
export function placeOf(name) {
  const [r, c, side, column] = name.split(",");
  /** @type {Cell} */
  const cell = [Number(r), Number(c)];
  return column === undefined ? { cell, side } : { cell, other: [Number(side), Number(column)] };
}

/** A key as the engine names the place. @param {string} name @returns {(number | string)[]} */
export const spelled = (name) => name.split(",").map((x) => (/^\d+$/.test(x) ? Number(x) : x));

/** Whether a key names a line. @param {string} name */
export const isLine = (name) => /^\d+,\d+,([nesw]|\d+,\d+)$/.test(name);

/** The key of a line of a picture. @param {Edge} edge */
export const edgeKey = ({ cell, side, other }) => `${key(cell)},${other ? key(other) : side}`;

/** The two ends of a line. @param {Pick<Edge, "cell" | "side" | "other">} edge @returns {[Point, Point]} */
export function ends({ cell: [r, c], side, other }) {
  if (other)
    return [
      [r + 0.5, c + 0.5],
      [other[0] + 0.5, other[1] + 0.5],
    ];
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

/**
 * The key of the line of a cell whose side is nearest to a point.
 * @param {Lines} lines @param {Size} size @param {Cell} cell @param {Point} point @param {number} [most] how far, in cells
 * @returns {string | undefined}
 */
export function nearest(lines, size, cell, [y, x], most = 1) {
  const [down, right] = [y - cell[0], x - cell[1]];
  const far = { n: down, e: 1 - right, s: 1 - down, w: right };
  const found = /** @type {[Side, string][]} */ (Object.entries(lines.around(size, cell)));
  const [side, name] = found.sort(([one], [other]) => far[one] - far[other])[0] ?? [];
  return side && far[side] <= most ? name : undefined;
}

/** The nearest point between lines. @param {Lines} lines @param {Size} size @param {Point} point @returns {Point} */
export const nodeAt = ({ shift }, [height, width], [y, x]) => [
  Math.max(0, Math.min(height - 2 * shift, Math.round(y - shift))),
  Math.max(0, Math.min(width - 2 * shift, Math.round(x - shift))),
];

/** The point that a stroke has reached, or null. @param {Lines} lines @param {Size} size @param {Point} point @returns {Point | null} */
export function reached(lines, size, point) {
  const [r, c] = nodeAt(lines, size, point);
  return Math.hypot(point[0] - lines.shift - r, point[1] - lines.shift - c) <= lines.reach ? [r, c] : null;
}

/** The keys of the lines on the straight path between two points; empty if it is not straight. @param {Lines} lines @param {Size} size @param {Point} one @param {Point} other */
export function way(lines, size, one, other) {
  const found = [];
  if (one[0] === other[0])
    for (let c = Math.min(one[1], other[1]); c < Math.max(one[1], other[1]); c++) found.push(lines.level(size, one[0], c));
  else if (one[1] === other[1])
    for (let r = Math.min(one[0], other[0]); r < Math.max(one[0], other[0]); r++)
      found.push(lines.upright(size, r, one[1]));
  return found.filter(Boolean);
}

/** The mark after a click. @param {string} now @param {string} how */
export const clicked = (now, how) =>
  how === "secondary" || how === "hold" ? (now === "x" ? "" : "x") : (NEXT[now] ?? "");

/** What a stroke draws that starts over a mark: lines or crosses; it erases if it starts over one of these. @param {string} now @param {string} how */
export function stroked(now, how) {
  const sign = how === "secondary" || how === "hold" ? "x" : "-";
  return now === sign ? "" : sign;
}

/**
 * A player's marks as edges of a picture.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @returns {Edge[]}
 */
export const drawnLines = (marks, trial) =>
  Object.entries(merged(marks, trial))
    .filter(([name, sign]) => isLine(name) && sign in STYLES)
    .map(([name, sign]) => ({
      ...placeOf(name),
      style: STYLES[sign],
      look: trial && name in trial ? "trial" : "mark",
    }));

/** How many colours pieces have. */
const COLOURS = 6;

/** The lines of a picture with a number for each piece, which it keeps while it grows. @param {Edge[]} edges @returns {Edge[]} */
export function inPieces(edges) {
  const drawn = edges.filter(({ style, look }) => style !== "none" && look !== "frame");
  /** @type {Map<string, string>} */
  const above = new Map();
  const root = (/** @type {string} */ point) => {
    while (above.has(point)) point = /** @type {string} */ (above.get(point));
    return point;
  };
  const first = (/** @type {Edge} */ edge) => key(ends(edge)[0]);
  for (const edge of drawn) {
    const [one, other] = [root(first(edge)), root(key(ends(edge)[1]))];
    if (one !== other) above.set(other, one);
  }
  const number = (/** @type {string} */ point) => point.split(",").reduce((sum, x, i) => sum + Math.round(2 * Number(x)) * (i ? 5 : 7), 0) % COLOURS;
  return edges.map((edge) => (drawn.includes(edge) ? { ...edge, piece: number(root(first(edge))) } : edge));
}

/** The engine's mark of a line as an edge of a picture. @param {any[]} mark @param {string} [look] @returns {Edge} */
export const lineFrom = (mark, look) => ({
  ...placeOf(mark.slice(0, -1).join(",")),
  style: STYLES[mark[mark.length - 1]] ?? "none",
  look,
});

/** A player's marks in the engine's form. @param {Marks} marks @param {boolean} [cells] with those of cells @returns {any[][]} */
export const givenLines = (marks, cells = false) =>
  Object.entries(marks)
    .filter(([name]) => isLine(name) || (cells && /^\d+,\d+$/.test(name)))
    .map(([name, sign]) => [...spelled(name), sign]);

/** The engine's known marks by key; a line implies that its cells are not shaded. @param {any[][]} forced @returns {Map<string, string>} */
export function knownLines(forced) {
  const known = new Map(forced.map((mark) => [mark.slice(0, -1).join(","), String(mark[mark.length - 1])]));
  for (const [a, b, c, d, sign] of forced)
    if (sign === "-") for (const end of [key([a, b]), key([c, d])]) known.delete(end);
  return known;
}

/**
 * The marks after a resize: an edge keeps its place, and gets the key that it has on the new board.
 * @param {Marks} marks
 * @param {Size} size
 * @returns {Marks}
 */
export function resized(marks, [height, width]) {
  const all = new Set(allEdges([height, width]));
  return Object.fromEntries(
    Object.entries(marks)
      .filter(([name]) => isLine(name))
      .map(([name, sign]) => {
        const [[r, c], other] = ends(placeOf(name));
        return [other[0] === r ? level([height, width], r, c) : upright([height, width], r, c), sign];
      })
      .filter(([name]) => all.has(name)),
  );
}

/**
 * A screen reader's text for the lines of a cell: "line above, line left, no line right".
 * @param {Lines} lines
 * @param {Size} size
 * @param {Cell} cell
 * @param {(name: string) => string} styleOf "line", "none", or empty if unknown
 * @param {string} [line] the word for a line
 */
export function spoken(lines, size, cell, styleOf, line = "line") {
  const sides = Object.entries(lines.around(size, cell)).map(([side, name]) => [
    lines.words[/** @type {Side} */ (side)],
    styleOf(name),
  ]);
  return [
    ...sides.filter(([, style]) => style === "line").map(([side]) => `${line} ${side}`),
    ...sides.filter(([, style]) => style === "none").map(([side]) => `no ${line} ${side}`),
  ].join(", ");
}

/** @typedef {Pick<Kind, "gesture" | "lines" | "signs" | "tints" | "words" | "tips" | "asksLive" | "square" | "given">} Base */

/** The common input rules of kinds with a loop along edges. @type {Base} */
export const edgeLoops = {
  gesture: "edge",
  lines: borders,
  signs: ["-", "x"],
  tints: ["i", "o"],
  words: { "-": "line", x: "no line", i: "inside", o: "outside" },
  tips: {
    play: "Click near an edge for a line, again for a cross. Drag along edges to draw lines. Right-click: no line here. Click the middle of a cell: inside, outside.",
    touch: "Tap near an edge for a line, again for a cross. Drag along edges to draw lines. Tap the middle of a cell: inside, outside.",
    set: "Choose a cell and type its number. Backspace clears it.",
    setTouch: "Tap a cell, then its number.",
  },
  asksLive: true,
  square: false,
  given: (_, marks) => givenLines(marks),
};

/**
 * The common input rules of kinds with a loop through centres.
 * @param {Record<string, string>} words for the marks
 * @param {{setTip?: string, setTouch?: string}} clues tips for entering clues
 * @returns {Base}
 */
export function centreLoops(words, { setTip = "", setTouch }) {
  const shades = "#" in words;
  const over = "Drag from cell to cell to draw lines; drag over lines to remove them.";
  const cell = `in the middle of a cell: ${words["#"]}, ${words.o}.`;
  const between = "between two cells for a line, again for a cross.";
  return {
    gesture: "loop",
    lines: centres,
    signs: shades ? ["#", "o"] : ["-", "x"],
    words,
    tips: {
      play: `${over} Click ${between}${shades ? ` Click ${cell}` : ""} Right-click: no line here${shades ? ", or not shaded" : ""}.`,
      touch: `${over} Tap ${between}${shades ? ` Tap ${cell}` : ""}`,
      set: setTip,
      setTouch,
    },
    asksLive: true,
    square: false,
    given: (_, marks) => givenLines(marks, shades),
  };
}
