/** Families of clues for kinds with placed things: areas, one number for all, things on cells, numbers at margins. */

import { cellOf, grid, key } from "./dom.js";
import { shown } from "./marks.js";

/** @import { Cell, Family, Kind, Marks, Puzzle, Tile, Tool } from "./types.js" */

/** By sign: the symbol that the page draws. @type {Record<string, string>} */
const DRAWN = { "*": "★", T: "♣", A: "▲" };

/** A sign as the page draws it. @param {string} sign */
const drawnSign = (sign) => DRAWN[sign] ?? sign;

/**
 * The look of a cell on which something may be placed.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {Cell} cell
 * @param {Record<string, string>} words for both signs
 */
export function placed(marks, trial, cell, words) {
  const own = shown(marks, trial, key(cell));
  if (own.mark === "" || own.mark === "o") return { ...own, style: own.mark ? "open" : "unknown" };
  return { ...own, style: "filled", text: drawnSign(own.mark), word: words[own.mark] };
}

/** Whether two squares are in one row, column or diagonal. @param {Cell} one @param {Cell} other */
export const aligned = ([r, c], [a, b]) => a === r || b === c || Math.abs(a - r) === Math.abs(b - c);

/** The squares with a queen. @param {Tile[][]} tiles */
export const queensOn = (tiles) =>
  tiles.flatMap((row, r) => row.flatMap((tile, c) => (tile.text === "Q" ? [/** @type {Cell} */ ([r, c])] : [])));

/** Mark light and dark squares, and attacked queens. @param {Tile[][]} tiles */
export function chessboard(tiles) {
  const queens = queensOn(tiles);
  const attacked = queens.filter((cell) => queens.some((other) => key(cell) !== key(other) && aligned(cell, other))).map(key);
  return tiles.map((row, r) => row.map((tile, c) => ({ ...tile, shade: (r + c) % 2, marked: attacked.includes(key([r, c])) })));
}

/** The names of the areas, from any form; null for a cell of none. @param {any[]} rows @returns {(string | null)[][]} */
export const namesOf = (rows) =>
  rows.map((row) =>
    (typeof row === "string" ? (row.includes(" ") ? row.trim().split(/\s+/) : [...row]) : row).map((/** @type {any} */ x) =>
      x === null || x === "@" ? null : String(x),
    ),
  );

/**
 * The rules of a field with something in each cell.
 * @template T
 * @param {string} field
 * @param {(puzzle: Puzzle) => T[][]} of its rows
 * @param {(r: number, c: number) => T} fresh what a new cell holds
 * @param {(rows: T[][]) => any} [kept] the stored form of the rows
 */
export function cellwise(field, of, fresh, kept = (rows) => rows) {
  const sized = (/** @type {number} */ height, /** @type {number} */ width, /** @type {T[][]} */ old) => ({
    [field]: kept(grid(height, width, (r, c) => old[r]?.[c] ?? fresh(r, c))),
  });
  /** @type {Pick<Family, "size" | "blank" | "resize">} */
  const rules = {
    size: (puzzle) => [of(puzzle).length, of(puzzle)[0].length],
    blank: (height, width) => sized(height, width, []),
    resize: (puzzle, height, width) => sized(height, width, of(puzzle)),
  };
  return {
    rules,
    at: (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) => of(puzzle)[r][c],
    /** @param {Puzzle} puzzle @param {Cell} cell @param {T} what @returns {Puzzle} */
    change: (puzzle, [r, c], what) => ({
      ...puzzle,
      [field]: kept(of(puzzle).map((row, i) => row.map((old, j) => (i === r && j === c ? what : old)))),
    }),
  };
}

/** Heavy lines between the areas. @param {any[][]} names of the areas, by cell */
export function borders(names) {
  const cells = names.flatMap((row, r) => row.map((_, c) => /** @type {Cell} */ ([r, c])));
  return {
    lines_right: cells.filter(([r, c]) => c + 1 < names[r].length && names[r][c] !== names[r][c + 1]),
    lines_below: cells.filter(([r, c]) => r + 1 < names.length && names[r][c] !== names[r + 1][c]),
    ruled: true,
    spoken: true,
  };
}

/** A name that no area has. @param {string[][]} names */
export const freshName = (names) => String(1 + Math.max(-1, ...names.flat().map(Number).filter(Number.isInteger)));

/**
 * The areas with a separate name for each connected piece.
 * @param {(string | null)[][]} names
 * @param {(one: Cell, other: Cell) => boolean} [apart] whether there is a wall between two cells
 */
export function pieces(names, apart = () => false) {
  /** @type {(string | null)[][]} */
  const found = names.map((row) => row.map(() => null));
  let number = 0;
  names.forEach((row, r) =>
    row.forEach((name, c) => {
      if (name === null || found[r][c] !== null) return;
      found[r][c] = String(++number);
      const queue = [/** @type {Cell} */ ([r, c])];
      for (const [i, j] of queue)
        for (const [a, b] of /** @type {Cell[]} */ ([[i + 1, j], [i - 1, j], [i, j + 1], [i, j - 1]])) {
          if (names[a]?.[b] !== name || found[a][b] !== null || apart([i, j], [a, b])) continue;
          found[a][b] = String(number);
          queue.push([a, b]);
        }
    }),
  );
  return found;
}

/**
 * The input rules of kinds with areas, and possibly one number for all.
 * @param {string} field
 * @param {[string, {noun: string, least: number, usual: number}] | undefined} whole the number's field and facts
 * @param {string} sign of the placed things
 * @returns {Family}
 */
export function areas(field, whole, sign) {
  const of = (/** @type {Puzzle} */ puzzle) => namesOf(puzzle[field]);
  const changed = (/** @type {Puzzle} */ puzzle, /** @type {(cell: Cell, name: string | null) => string | null} */ name) => ({
    ...puzzle,
    [field]: pieces(of(puzzle).map((row, r) => row.map((x, c) => name([r, c], x)))),
  });
  const size = (/** @type {Puzzle} */ puzzle) => /** @type {[number, number]} */ ([of(puzzle).length, of(puzzle)[0].length]);
  const digits = whole ? [..."123456789"].filter((x) => Number(x) >= whole[1].least) : [];
  return {
    size,
    names: (puzzle) => /** @type {string[][]} */ (of(puzzle)),
    renamed: (puzzle, names) => ({ ...puzzle, [field]: names }),
    blank: (height, width) => ({
      ...(whole ? { [whole[0]]: whole[1].usual } : {}),
      [field]: grid(height, width, (r) => String(r + 1)),
    }),
    resize: (puzzle, height, width) => {
      const old = of(puzzle);
      return { [field]: pieces(grid(height, width, (r, c) => old[r]?.[c] ?? `new ${r}`)) };
    },
    areas: (puzzle) => borders(of(puzzle)),
    fixed: (puzzle, [r, c]) => of(puzzle)[r][c] === null,
    hole: (puzzle, [r, c]) => of(puzzle)[r][c] === null,
    empty: () => false,
    tools: () => [
      { id: "area", label: "Areas", tip: "Drag from a cell: all cells up to where you let go join its area", glyph: "join" },
      ...digits.map((x) => ({ id: x, label: x, tip: `${x} ${whole?.[1].noun} each (type it)`, text: x })),
    ],
    has: () => false,
    put: (puzzle, cell, _, on = true) => on ? puzzle : changed(puzzle, (at, name) => (key(at) === key(cell) ? "alone" : name)),
    join(puzzle, _, from, to) {
      const name = of(puzzle)[from[0]][from[1]];
      const between = (/** @type {number} */ x, /** @type {0 | 1} */ k) => (x - from[k]) * (x - to[k]) <= 0;
      if (key(from) === key(to)) return null;
      return changed(puzzle, ([r, c], old) => (between(r, 0) && between(c, 1) ? name : old));
    },
    type: (puzzle, _, typed) => whole && digits.includes(typed) ? { ...puzzle, [whole[0]]: Number(typed) } : null,
    tally(puzzle, marks) {
      if (!whole) return "";
      const there = Object.values(marks).filter((x) => x === sign).length;
      const each = puzzle[whole[0]];
      return `${there} of ${each * size(puzzle)[0]} ${whole[1].noun}, ${each} in each row, column and area`;
    },
    setTip: "Drag from a cell: all cells up to where you let go join its area. Type how many there are in each.",
  };
}

/** The tools for a drawing from which clues are counted. @param {Record<string, string>} words for both signs @returns {Tool[]} */
export const pens = (words) => [
  { id: "wall", label: words["#"], tip: `Click and drag: ${words["#"]} (W)`, glyph: "wall", key: "w" },
  { id: "open", label: words.o, tip: `Click and drag: ${words.o} (O)`, glyph: "dot", key: "o" },
];

/** @param {Puzzle} puzzle @returns {[number, number]} */
const sizeOfLines = (puzzle) => [puzzle.rows.length, puzzle.columns.length];

/**
 * The counts of each row and column, shown at the margins.
 * @param {string} untold the text for an unknown count
 * @param {(puzzle: Puzzle, marks: Marks, cell: Cell) => boolean} there whether a cell counts
 * @param {(place: number) => number} [worth] how much a cell counts, by its place in the line
 */
export function countedLines(untold, there, worth = () => 1) {
  const total = (/** @type {boolean[]} */ line) => line.reduce((sum, on, i) => sum + (on ? worth(i) : 0), 0);
  const largest = (/** @type {number} */ cells) => total(Array(cells).fill(true));
  const told = (/** @type {number | null} */ x) => (x === null ? untold : String(x));
  const kept = (/** @type {(number | null)[]} */ old, /** @type {number} */ length, /** @type {number} */ most) =>
    Array.from({ length }, (_, i) => (typeof old[i] === "number" ? Math.min(/** @type {number} */ (old[i]), most) : null));
  return {
    resized: (/** @type {number} */ height, /** @type {number} */ width, /** @type {any} */ old = { rows: [], columns: [] }) => ({
      rows: kept(old.rows, height, largest(width)),
      columns: kept(old.columns, width, largest(height)),
    }),
    labels: (/** @type {Puzzle} */ puzzle) => ({ left: puzzle.rows.map(told), top: puzzle.columns.map(told) }),
    rules: {
      size: sizeOfLines,
      counts(/** @type {Puzzle} */ puzzle, /** @type {Marks} */ marks) {
        const [height, width] = sizeOfLines(puzzle);
        const counting = grid(height, width, (r, c) => there(puzzle, marks, [r, c]));
        const states = (/** @type {(number | null)[]} */ clues, /** @type {boolean[][]} */ lines) =>
          clues.map((clue, i) => {
            const found = total(lines[i]);
            return { clue, left: clue === null ? 0 : clue - found, done: clue === found, over: clue !== null && found > clue };
          });
        const across = grid(width, height, (c, r) => counting[r][c]);
        return { rows: states(puzzle.rows, counting), columns: states(puzzle.columns, across) };
      },
      /** @type {NonNullable<Kind["setCount"]>} */
      setCount(puzzle, what, index, text) {
        const most = largest(sizeOfLines(puzzle)[what === "rows" ? 1 : 0]);
        const said = text.trim().replace("?", "");
        if (said && !(/^\d+$/.test(said) && Number(said) <= most)) return `Expected a number from 0 to ${most}, or ? if unknown`;
        const put = (/** @type {number | null} */ x, /** @type {number} */ i) => (i === index ? (said ? Number(said) : null) : x);
        return { ...puzzle, [what]: puzzle[what].map(put) };
      },
    },
  };
}

/**
 * The input rules of kinds with things on cells, and possibly counts of placed things per line.
 * @param {string} field of the things
 * @param {{noun: string, sign: string, icon: string}} facts of the things
 * @param {string | undefined} noun of the things counted at the margins
 * @param {string} sign of the placed things
 * @returns {Family}
 */
export function things(field, facts, noun, sign) {
  const cells = (/** @type {Puzzle} */ puzzle) => /** @type {Cell[]} */ (puzzle[field] ?? []);
  const size = (/** @type {Puzzle} */ puzzle) => (noun ? sizeOfLines(puzzle) : /** @type {[number, number]} */ ([...puzzle.size]));
  const has = (/** @type {Puzzle} */ puzzle, /** @type {Cell} */ [r, c]) => cells(puzzle).some((x) => x[0] === r && x[1] === c);
  const one = { label: facts.noun, tip: `Click a cell: ${facts.noun}`, glyph: facts.icon || "flag" };
  /** @type {Family} */
  const base = {
    size,
    blank: (height, width) => ({ size: [height, width], [field]: [] }),
    resize: (puzzle, height, width) => ({
      size: [height, width],
      [field]: cells(puzzle).filter(([r, c]) => r < height && c < width),
    }),
    text: (puzzle) => {
      const [height, width] = size(puzzle);
      return grid(height, width, (r, c) => (has(puzzle, [r, c]) ? drawnSign(facts.sign) : ""));
    },
    word: facts.noun,
    fixed: has,
    empty: (puzzle) => Boolean(noun) && !cells(puzzle).length,
    tools: () => [{ id: facts.noun, ...one, ...(facts.icon ? { key: facts.noun[0] } : {}) }],
    has,
    put: (puzzle, [r, c], _, on = true) => ({
      ...puzzle,
      [field]: [...cells(puzzle).filter((x) => x[0] !== r || x[1] !== c), ...(on ? [[r, c]] : [])].sort(
        (a, b) => a[0] - b[0] || a[1] - b[1],
      ),
    }),
    /** The number in the puzzle, else the length of its shorter side. @type {(puzzle: Puzzle, marks: Marks) => string} */
    tally(puzzle, marks) {
      const there = Object.keys(marks).filter((name) => marks[name] === sign && !has(puzzle, cellOf(name))).length;
      const most = puzzle[`${facts.noun}s`] ?? Math.min(...size(puzzle));
      return `${there + cells(puzzle).length} of ${most} ${facts.noun}s`;
    },
    setTip: `Click a cell: ${facts.noun}.`,
  };
  if (!noun) return base;
  const lines = countedLines("", (_, marks, cell) => marks[key(cell)] === sign);
  const typedTip = "Type the numbers at the edges; ? if unknown.";
  return {
    ...base,
    ...lines.rules,
    blank: (height, width) => ({ ...lines.resized(height, width), [field]: [] }),
    resize: (puzzle, height, width) => ({
      ...lines.resized(height, width, puzzle),
      [field]: base.resize(puzzle, height, width)[field],
    }),
    margins: (puzzle) => ({ ...lines.labels(puzzle), margin: `${noun}s` }),
    tally: (puzzle, marks) => `${Object.values(marks).filter((x) => x === sign).length} of ${cells(puzzle).length} ${noun}s`,
    setTip: `${base.setTip} ${typedTip}`,
    typedTip,
  };
}

/**
 * The input rules of kinds whose only clues are numbers at the margins.
 * @param {string} noun of the numbers; for sums, the cells of a line count 1, 2, 3, ...
 * @param {string} sign of the cells that count
 * @returns {Family}
 */
export function marginCounts(noun, sign) {
  const worth = noun === "sum" ? (/** @type {number} */ place) => place + 1 : undefined;
  const lines = countedLines("?", (_, marks, cell) => marks[key(cell)] === sign, worth);
  return {
    ...lines.rules,
    blank: (height, width) => lines.resized(height, width),
    resize: (puzzle, height, width) => lines.resized(height, width, puzzle),
    margins: (puzzle) => ({ ...lines.labels(puzzle), margin: `${noun}s` }),
    fixed: () => false,
    empty: (puzzle) => [...puzzle.rows, ...puzzle.columns].every((x) => x === null),
    tools: () => [],
    has: () => false,
    put: (puzzle) => puzzle,
    setTip: "Type the numbers at the edges; ? if unknown.",
  };
}
