/**
 * Declared kinds: the page contains their marks and clues as data, from which their input rules follow. The families of
 * clues are those of `satdnd/declaration`.
 */

import { bridging, drawnBridges } from "./bridges.js";
import { centres } from "./centres.js";
import { cornerNumbers } from "./corners.js";
import { comparedCells, signTool } from "./compared.js";
import { dividing, frame } from "./divisions.js";
import { grid, key } from "./dom.js";
import { BORDER, bordersOf, drawnBorders, MERGE } from "./drawn-borders.js";
import { areas, borders, cellwise, chessboard, freshName, marginCounts, pens, placed, things } from "./families.js";
import { filled } from "./filled.js";
import { fleet } from "./fleet.js";
import { centreLoops, drawnLines, edgeLoops } from "./lines.js";
import { painted, rowsOf, tinted, walls, written } from "./marks.js";
import { rooms } from "./rooms.js";
import { arrows, signs as signed } from "./signs.js";
import { certain } from "./runs.js";
import { sums } from "./sums.js";
import { targets } from "./targets.js";
import { boxOf, drawnValues, givens, typedValues } from "./values.js";
import { withVariants } from "./variants.js";
import { upper } from "./words.js";

/** @import { Cell, Family, Kind, Marks, Puzzle } from "./types.js" */
/** @typedef {{family: string, [fact: string]: any}} Facts the declaration of one field of a puzzle */
/** @typedef {{name: string, title: string, usual: [number, number], gesture: string, signs: Record<string, string>, attacks: boolean, clues: Record<string, Facts>}} Declared */
/** @typedef {number | string | null} Entry "?" for an unknown number; other signs stand for numbers */

/** Numbers in cells, from the rows of a puzzle. @param {any[]} rows @returns {Entry[][]} */
const entries = (rows) =>
  rows.map((row) =>
    [...(typeof row === "string" && row.includes(" ") ? row.split(/\s+/) : row)].map((x) =>
      /^[._]?$/.test(x ?? "") ? null : /^\d+$/.test(x) ? Number(x) : x,
    ),
  );

/** The lengths of the runs of a line. @param {boolean[]} line */
const runsOf = (line) =>
  line
    .map((there) => (there ? "#" : " "))
    .join("")
    .split(/ +/)
    .filter(Boolean)
    .map((run) => run.length);

/** Parse runs; null if unknown, undefined if invalid. @param {string} text @param {number} most cells of the line */
function typedRuns(text, most) {
  const words = text.trim().split(/[\s,]+/);
  if (!words[0] || words[0] === "?") return words[1] ? undefined : null;
  const runs = words.map(Number);
  if (runs.join() === "0") return [];
  const fits = runs.reduce((sum, run) => sum + run + 1, -1) <= most;
  return words.every((word) => /^\d+$/.test(word)) && fits && !runs.includes(0) ? runs : undefined;
}

/**
 * The input rules of kinds with numbers in cells.
 * @param {string} field
 * @param {Facts} facts minimum and maximum, whether "?" is allowed, whether the cell is marked; the sign of a cell
 *   without a number if rows are strings
 * @returns {Family}
 */
function numbers(field, { least, most, unknown, fixed, without, walls: walled }) {
  const of = (/** @type {Puzzle} */ puzzle) => entries(puzzle[field]);
  const kept = (/** @type {Entry[][]} */ rows) => (without ? rows.map((row) => (row.some((x) => Number(x) > 9) ? row : row.map((x) => x ?? without).join(""))) : rows);
  const { at, change, rules } = cellwise(field, of, () => null, kept);
  const largest = most ?? 9999;
  const digits = [...Array(10).keys()].filter((x) => largest > 9 || (x >= least && x <= largest)).map(String);
  return {
    digits: largest > 9,
    ...rules,
    text: (puzzle) => of(puzzle).map((row) => row.map((x) => (x === null ? "" : String(x)))),
    fixed: (puzzle, cell) => Boolean(fixed) && at(puzzle, cell) !== null,
    empty: (puzzle) => of(puzzle).flat().every((x) => x === null),
    tools: () =>
      [...digits, ...(unknown ? ["?"] : []), ...(walled ? ["#"] : [])].map((x) => ({
        id: x,
        label: x,
        tip: { "?": "An unknown number (type it)", "#": "A black cell (type it)" }[x] ?? `The digit ${x} (type it)`,
        text: x === "#" ? "■" : x,
      })),
    walled: Boolean(walled),
    has: (puzzle, cell, tool) => String(at(puzzle, cell) ?? "") === tool,
    put: (puzzle, cell, tool, on = true) => change(puzzle, cell, !on ? null : tool === "?" || tool === "#" ? tool : Number(tool)),
    type(puzzle, cell, typed, fresh) {
      if (typed === "#" && walled) return change(puzzle, cell, at(puzzle, cell) === "#" ? null : "#"); // as in kakuro
      if (typed === "?" && unknown) return change(puzzle, cell, typed);
      if (!/^\d$/.test(typed)) return null;
      const old = at(puzzle, cell);
      const number = Number((fresh || largest < 10 || old === "?" ? "" : String(old ?? "")) + typed);
      return number >= least && number <= largest ? change(puzzle, cell, number) : null;
    },
  };
}

/**
 * The input rules of kinds with runs at two margins, typed there or counted from a drawing.
 * @param {Record<string, string>} signs
 * @returns {Family}
 */
function runs(signs) {
  const size = (/** @type {Puzzle} */ puzzle) =>
    /** @type {[number, number]} */ ([puzzle.rows.length, puzzle.columns.length]);
  /** The runs of a drawing, row by row and column by column. @param {Puzzle} puzzle @param {Marks} marks */
  const drawn = (puzzle, marks) => {
    const [height, width] = size(puzzle);
    const there = grid(height, width, (r, c) => marks[key([r, c])] === "#");
    return { rows: there.map(runsOf), columns: grid(width, height, (c, r) => there[r][c]).map(runsOf) };
  };
  const label = (/** @type {number[] | null} */ line) => (line === null ? "?" : line.join(" ") || "0");
  return {
    size,
    blank: (height, width) => ({
      rows: Array(height).fill(null),
      columns: Array(width).fill(null),
    }),
    resize: (puzzle, height, width) => {
      const lines = (/** @type {(number[] | null)[]} */ old, /** @type {number} */ length, /** @type {number} */ most) =>
        Array.from({ length }, (_, i) => (typedRuns(label(old[i] ?? null), most) === undefined ? null : (old[i] ?? null)));
      return { rows: lines(puzzle.rows, height, width), columns: lines(puzzle.columns, width, height) };
    },
    margins: (puzzle) => ({
      left: puzzle.rows.map(label),
      top: puzzle.columns.map(label),
      margin: "runs",
    }),
    fixed: () => false,
    empty: (puzzle) => [...puzzle.rows, ...puzzle.columns].every((x) => x === null),
    tools: (_, follow) => (follow ? pens(signs) : []),
    has: () => false,
    put: (puzzle) => puzzle,
    count: (puzzle, drawing) => ({ ...puzzle, ...drawn(puzzle, drawing) }),
    counts(puzzle, marks) {
      const found = drawn(puzzle, marks);
      const sum = (/** @type {number[]} */ line) => line.reduce((a, b) => a + b, 0);
      const [height, width] = size(puzzle);
      const signs = grid(height, width, (r, c) => marks[key([r, c])] ?? "");
      const states = (/** @type {(number[] | null)[]} */ wanted, /** @type {number[][]} */ there, /** @type {string[][]} */ lines) =>
        wanted.map((clue, i) => {
          const left = sum(clue ?? []) - sum(there[i]);
          const done = clue !== null && clue.join() === there[i].join();
          const struck = clue && !done ? certain(clue, lines[i]) : [];
          return { clue: clue && sum(clue), left, done, over: clue !== null && !done && left <= 0, struck };
        });
      const across = grid(width, height, (c, r) => signs[r][c]);
      return { rows: states(puzzle.rows, found.rows, signs), columns: states(puzzle.columns, found.columns, across) };
    },
    setCount(puzzle, what, index, text) {
      const [height, width] = size(puzzle);
      const most = what === "rows" ? width : height;
      const line = typedRuns(text, most);
      if (line === undefined) return `Expected runs that fit ${most} cells, such as 3 1; 0 for none, ? if unknown`;
      return { ...puzzle, [what]: puzzle[what].map((/** @type {any} */ x, /** @type {number} */ i) => (i === index ? line : x)) };
    },
  };
}

/** An island with its number, and the number of bridges at it. @param {string} number @param {number} there */
const island = (number, there) => ({
  style: "island",
  text: number,
  fixed: true,
  marked: there > Number(number),
  shade: there === Number(number) ? 1 : 0,
  word: `island ${number === "?" ? "of any number" : number}, ${there} built`,
});

/**
 * The input rules of given numbers, from 1 to the side, in the cells of a square.
 * @param {string} field
 * @param {Facts} facts
 * @returns {Family}
 */
function squareNumbers(field, facts) {
  const side = (/** @type {Puzzle} */ puzzle) => puzzle[field].length;
  const cells = (/** @type {Puzzle} */ puzzle) => numbers(field, { ...facts, most: side(puzzle) });
  return {
    ...numbers(field, facts),
    digits: true,
    signs: "123456789".split(""),
    values: (puzzle) => Array.from({ length: side(puzzle) }, (_, i) => String(i + 1)),
    resize(puzzle, n) {
      const old = entries(puzzle[field]);
      const kept = (/** @type {Entry | undefined} */ x) => (typeof x === "number" && x <= n ? x : null);
      return { [field]: grid(n, n, (r, c) => kept(old[r]?.[c])) };
    },
    tools: (puzzle, follow) => cells(puzzle).tools(puzzle, follow),
    type: (puzzle, cell, typed, fresh) =>
      cells(puzzle).type?.(puzzle, cell, typed, fresh) ?? cells(puzzle).type?.(puzzle, cell, typed, true) ?? null,
  };
}

/**
 * The input rules of squares with given numbers and a number at each end of a line.
 * @param {Record<string, Facts>} clues a field for each side, and one for the given numbers
 * @returns {Family}
 */
function sides(clues) {
  const fields = Object.fromEntries(Object.entries(clues).map(([name, { family, side }]) => [side ?? family, name]));
  const { top, bottom, left, right, numbers: given } = fields;
  const all = [top, bottom, left, right];
  /** By field: the margin of the page. @type {Record<string, string>} */
  const at = { columns: top, bottom, rows: left, right };
  const side = (/** @type {Puzzle} */ puzzle) => puzzle[given].length;
  const inside = squareNumbers(given, clues[given]);
  /** @type {(n: number, of: (name: string, i: number) => number | null) => Record<string, (number | null)[]>} */
  const lists = (n, of) =>
    Object.fromEntries(all.map((name) => [name, Array.from({ length: n }, (_, i) => of(name, i))]));
  const blank = (/** @type {number} */ n) => ({ ...lists(n, () => null), [given]: grid(n, n, () => null) });
  return {
    ...inside,
    blank,
    resize: (puzzle, n) => {
      const kept = (/** @type {number | null | undefined} */ x) => (x && x <= n ? x : null);
      return { ...lists(n, (name, i) => kept(puzzle[name][i])), ...inside.resize?.(puzzle, n, n) };
    },
    margins: (puzzle) => ({
      ...Object.fromEntries(
        Object.entries(at).map(([where, name]) => [
          { columns: "top", rows: "left" }[where] ?? where,
          puzzle[name].map((/** @type {number | null} */ x) => String(x ?? "")),
        ]),
      ),
      margin: "numbers",
    }),
    empty: (puzzle) => [...all.flatMap((name) => puzzle[name]), ...entries(puzzle[given]).flat()].every((x) => x === null),
    setCount(puzzle, what, index, text) {
      const [most, number] = [side(puzzle), text.trim().replace("?", "")];
      if (number && !(/^\d+$/.test(number) && Number(number) >= 1 && Number(number) <= most))
        return `Expected 1 to ${most}, or ? if unknown`;
      const put = (/** @type {number | null} */ x, /** @type {number} */ i) => (i === index ? Number(number) || null : x);
      return { ...puzzle, [at[what]]: puzzle[at[what]].map(put) };
    },
  };
}

/**
 * The input rules of kinds with named areas, with or without numbers: a drag merges the cells of a rectangle.
 * @param {string} field
 * @param {string} [list] the field of the numbers
 * @returns {Family}
 */
function numberedAreas(field, list = "numbers") {
  const of = (/** @type {Puzzle} */ puzzle) =>
    puzzle[field].map((/** @type {any} */ row) =>
      [...(typeof row === "string" && row.includes(" ") ? row.split(/\s+/) : row)].map((x) => (x === null ? x : String(x))),
    );
  /** @typedef {[number, number, number]} Told row, column and number */
  const numbers = (/** @type {Puzzle} */ puzzle) => /** @type {Told[]} */ (puzzle[list] ?? []);
  const size = (/** @type {Puzzle} */ puzzle) => /** @type {[number, number]} */ ([of(puzzle).length, of(puzzle)[0].length]);
  const blank = (/** @type {number} */ height, /** @type {number} */ width) => ({
    [field]: grid(height, width, (r, c) => String(r * width + c)),
    [list]: /** @type {Told[]} */ ([]),
  });
  const told = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) => {
    const names = of(puzzle);
    return numbers(puzzle).find((entry) => names[entry[0]][entry[1]] === names[r][c]);
  };
  const put = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ cell, /** @type {number | null} */ number) => {
    if (of(puzzle)[cell[0]][cell[1]] === null) return puzzle; // no area
    const others = numbers(puzzle).filter((entry) => entry !== told(puzzle, cell));
    return { ...puzzle, [list]: number === null ? others : [...others, [...cell, number]] };
  };
  /** With other areas, each with the first of its numbers. @param {Puzzle} puzzle @param {string[][]} names */
  function renamed(puzzle, names) {
    const named = numbers(puzzle).map(([r, c]) => names[r][c]);
    return { ...puzzle, [field]: names, [list]: numbers(puzzle).filter((_, i) => named.indexOf(named[i]) === i) };
  }
  return {
    digits: true,
    names: of,
    renamed,
    setTip: "Drag from corner to corner to make one area. Choose a cell and type the number of its area; Backspace clears it.",
    size,
    blank,
    resize: (_, height, width) => blank(height, width),
    fixed: (puzzle, [r, c]) => of(puzzle)[r][c] === null,
    hole: (puzzle, [r, c]) => of(puzzle)[r][c] === null,
    empty: (puzzle) => new Set(of(puzzle).flat()).size === of(puzzle).flat().length,
    tools: () => [
      { id: "area", label: "Join", tip: "Drag from corner to corner of a rectangle to make it one area", glyph: "join" },
      ..."0123456789".split("").map((x) => ({ id: x, label: x, tip: `The digit ${x} (type it)`, text: x })),
    ],
    has: (puzzle, cell, tool) => tool === "area" || String(told(puzzle, cell)?.[2] ?? "") === tool,
    put: (puzzle, cell, tool, on = true) => on && tool === "area" ? puzzle : put(puzzle, cell, on ? Number(tool) : null),
    join(puzzle, _, from, to) {
      const [top, bottom] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
      const [left, right] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
      const inside = (/** @type {number} */ r, /** @type {number} */ c) => r >= top && r <= bottom && c >= left && c <= right;
      const names = of(puzzle);
      const fresh = freshName(names);
      const [height, width] = size(puzzle);
      const made = grid(height, width, (r, c) => (inside(r, c) ? fresh : names[r][c]));
      return { ...puzzle, [field]: made, [list]: numbers(puzzle).filter(([r, c]) => !inside(r, c)) };
    },
    type(puzzle, cell, typed, fresh) {
      if (!/^\d$/.test(typed)) return null;
      const number = Number((fresh ? "" : String(told(puzzle, cell)?.[2] ?? "")) + typed);
      return number <= 9999 ? put(puzzle, cell, number) : null;
    },
    /** The number of each area in its first cell, and the lines between areas. @param {Puzzle} puzzle */
    areas(puzzle) {
      const names = of(puzzle);
      const [height, width] = size(puzzle);
      const seen = new Set();
      const first = (/** @type {string} */ name) => !seen.has(name) && Boolean(seen.add(name));
      const notes = grid(height, width, (r, c) => (first(names[r][c]) ? String(told(puzzle, [r, c])?.[2] ?? "") : ""));
      return { notes, ...borders(names) };
    },
  };
}

/** @param {Declared} facts @returns {Kind} */
export function declared({ name, title, usual, gesture, signs, attacks, clues }) {
  const of = (/** @type {string} */ sort) => Object.entries(clues).find(([, facts]) => facts.family === sort);
  const [field, first] = of("areas") ?? of("things") ?? of("fleet") ?? Object.entries(clues)[0];
  const [on, off] = "1" in signs ? ["1", "0"] : Object.keys(signs); // keys that are numbers come in order
  const [yes, no] = [signs[on], signs[off]];
  /** @type {Record<string, () => Family>} */
  const families = {
    runs: () => runs(signs),
    numbers: () => (gesture === "value" ? squareNumbers(field, first) : numbers(field, first)),
    numbered: () => numberedAreas(field),
    targets: () => targets(numberedAreas(field, first.list), first.list, first.operations),
    givens() {
      const further = { areas: of("jigsaw")?.[0], cages: of("cages")?.[0], diagonals: of("flag")?.[0] };
      const base = givens(field, first);
      return further.cages ? withVariants(base, { ...further, boxes: of("boxes")?.[1] }) : base;
    },
    margin: () => sides(clues),
    areas: () => areas(field, /** @type {any} */ (of("whole")), on),
    things: () => things(field, /** @type {any} */ (first), of("counts")?.[1].noun, on),
    counts: () => marginCounts(first.noun, on),
    sums: () => sums(field),
    rooms: () => rooms(field),
    signs: () => signed(field, first),
    arrows: () => arrows(field),
    corners: () => cornerNumbers(field, first),
    centres: () => centres(field),
    fleet: () => fleet({ fleet: [field, first], parts: /** @type {any} */ (of("signs")) }, signs, of("counts")?.[1].noun),
  };
  const given = of("filled");
  const family = given ? filled(numbers(...given), given[1], of("areas")?.[0]) : families[first.family]();
  const [walled] = of("walls") ?? [];
  const [compared, { family: sort }] = of("inequalities") ?? of("equalities") ?? ["", { family: "" }];
  const divided = walled || family.renamed ? drawnBorders(walled, family) : null;
  const hand = divided ?? (compared ? comparedCells(compared, sort, family) : null);
  /** Tools that go with what is drawn between cells. */
  const further = [...(family.renamed ? [MERGE] : []), compared ? signTool(sort) : BORDER];
  const variants = Object.entries(clues)
    .filter(([, facts]) => facts.family === "choice" || facts.family === "flag")
    .map(([field, { usual = undefined, other = true, title }]) => ({ name: field, usual, other, title }));
  /** @type {import("./lines.js").Base} */
  const painting = {
    ...walls,
    signs: [on, off],
    words: signs,
    tips: {
      play: `Click a cell: ${yes}. Right-click: ${no}${gesture === "sign" ? "" : " (a dot)"}. Drag to mark more.`,
      touch: `Tap a cell: ${yes}, ${no}, blank. Hold: ${no}.`,
      set: family.count
        ? (family.drawTip ?? "Draw the picture: click and drag. The numbers at the edges follow.")
        : (family.setTip ?? "Choose a cell and type its number. Backspace clears it."),
      setTouch: family.count ? (family.drawTip?.replace("click", "tap") ?? "Draw the picture: tap and drag.") : (family.setTip ?? "Tap a cell, then the digits of its number."),
      typed: family.typedTip ?? "Type the runs at the edges, such as 3 1; 0 for none, ? if unknown.",
      sketch: family.drawTip ? "" : "What you draw now is only a sketch.",
    },
    given: (puzzle, marks) => rowsOf(family.size(puzzle), marks),
  };
  const look = (/** @type {Marks} */ marks, /** @type {Marks | null} */ trial, /** @type {Cell} */ cell) =>
    gesture === "sign"
      ? written(marks, trial, cell)
      : gesture === "place"
        ? placed(marks, trial, cell, signs)
        : painted(marks, trial, cell);
  /** The board without walls. @type {Kind["picture"]} */
  function picture(puzzle, marks, trial) {
    const [height, width] = family.size(puzzle);
    const text = family.text?.(puzzle) ?? grid(height, width, () => "");
    if (gesture === "bridge") {
      const { links, there } = drawnBridges(marks, trial);
      const tiles = text.map((/** @type {string[]} */ row, /** @type {number} */ r) =>
        row.map((number, c) => (number ? island(number, there.get(key([r, c])) ?? 0) : { style: "unknown", word: first.ground })),
      );
      return { tiles, spaced: true, links, label: "bridges" };
    }
    if (family.picture) return { ...family.picture(puzzle, marks, trial), label: name };
    if (gesture === "value") {
      const { notes, ...areas } = family.areas?.(puzzle) ?? {};
      const box = boxOf(of("boxes")?.[1], puzzle, height);
      const houses = family.houses ? (/** @type {Cell} */ cell) => family.houses?.(puzzle, cell) ?? [] : undefined;
      const drawn = drawnValues(text, family.values?.(puzzle) ?? [], box, marks, trial, notes, houses);
      return { ...drawn, label: name, ...family.margins?.(puzzle), ...areas };
    }
    const { notes, ...areas } = family.areas?.(puzzle) ?? {};
    const tiles = grid(height, width, (r, c) => {
      const number = text[r][c];
      if (family.hole?.(puzzle, [r, c])) return { style: "wall", word: "no cell", fixed: true };
      if (gesture === "border") return { style: "clue", text: number, word: family.wordAt?.(puzzle, [r, c]) };
      if (gesture === "edge") return { ...tinted(marks, trial, [r, c]), style: "clue", text: number };
      const own = look(marks, trial, [r, c]);
      if (!number) return notes?.[r][c] ? { ...own, note: notes[r][c] } : own;
      if (family.wordAt) {
        const fixed = family.fixed(puzzle, [r, c]);
        return { style: fixed ? "clue" : "unknown", text: number, fixed, word: family.wordAt(puzzle, [r, c]) };
      }
      if (family.walled) return { style: "wall", text: number.replace("#", "") };
      if (family.fixed(puzzle, [r, c])) return { style: "clue", text: number, fixed: true, ...(family.word ? { word: family.word } : {}) };
      const said = own.mark ? { word: `${number}, ${signs[own.mark]}` } : {};
      return { ...own, ...said, style: own.style === "wall" ? "wall" : "clue", text: number };
    });
    const lines = { edge: { dotted: true }, border: { dotted: true, line: "border" }, loop: { spaced: true } }[gesture];
    const around = gesture === "border" ? frame(family, puzzle) : [];
    if (attacks) return { tiles: chessboard(tiles), label: name };
    return { tiles, label: name, ...family.margins?.(puzzle), ...areas, ...(lines ? { ...lines, edges: [...around, ...drawnLines(marks, trial)] } : {}) };
  }

  const values = typedValues(family, of("boxes")?.[1]);
  /** @type {Record<string, import("./lines.js").Base>} */
  const bases = { edge: edgeLoops, border: dividing(family), loop: centreLoops(signs, family), bridge: bridging, value: values };
  return {
    ...(bases[gesture] ?? painting),
    ...family,
    name,
    title,
    usual,
    variants,
    tally(puzzle, marks) {
      const told = variants.filter((x) => puzzle[x.name] === x.other).map((x) => upper(x.title));
      return [...told, family.tally?.(puzzle, marks)].filter(Boolean).join(". ");
    },
    blank: (height, width) => ({ kind: name, name: "", ...family.blank(height, width) }),
    resize(puzzle, height, width) {
      const resized = { ...puzzle, ...family.resize(puzzle, height, width) };
      return hand ? hand.resized(puzzle, resized) : resized;
    },
    ...(hand && { borders: hand, tools: (puzzle, follow) => [...family.tools(puzzle, follow), ...further] }),
    join: family.join && ((puzzle, marks, from, to, chosen) =>
      chosen === MERGE.id && divided ? divided.joined(puzzle, [from, to]) : (family.join?.(puzzle, marks, from, to, chosen) ?? null)),
    picture: (puzzle, marks, trial) => ({
      ...picture(puzzle, divided ? bordersOf(marks, false) : marks, trial),
      ...hand?.lines(puzzle, marks),
    }),
  };
}
