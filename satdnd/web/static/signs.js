/** Families of clues for loops: signs in cells, and numbers with arrows. */

import { cellwise } from "./families.js";

/** @import { Cell, Family, Kind, Puzzle } from "./types.js" */

const ARROWS = /** @type {Record<string, string>} */ ({ n: "↑", e: "→", s: "↓", w: "←" });
const WORDS = /** @type {Record<string, string>} */ ({ n: "up", e: "right", s: "down", w: "left" });
const KEYS = /** @type {Record<string, string>} */ ({ ArrowUp: "n", ArrowRight: "e", ArrowDown: "s", ArrowLeft: "w" });
const DIGITS = 3;

/** The texts in cells, by rows; empty where there is none. @param {any[]} rows @returns {string[][]} */
const textsOf = (rows) => rows.map((row) => [...row].map((x) => (/^[._-]?$/.test(x ?? "") ? "" : String(x))));

/**
 * The input rules of kinds with a sign in some cells.
 * @param {string} field
 * @param {{[fact: string]: any}} facts for each sign, its name and how it is drawn
 * @returns {Family}
 */
export function signs(field, { signs: told }) {
  const of = (/** @type {Puzzle} */ puzzle) => textsOf(puzzle[field]);
  const { at, change, rules } = cellwise(field, of, () => "", (rows) => rows.map((row) => row.map((x) => x || ".").join("")));
  const names = Object.values(told).map(([word]) => word);
  return {
    ...rules,
    empty: (puzzle) => !of(puzzle).flat().some(Boolean),
    setTip: `Click a cell: ${names[0]}, or what is chosen above. Click again, or right-click, to clear it. ${tipOfKeys(told)}`,
    setTouch: `Choose one of ${names.join(", ")}; tap a cell to put it there or remove it.`,
    text: (puzzle) => of(puzzle).map((row) => row.map((x) => (x ? told[x][1] : ""))),
    wordAt: (puzzle, cell) => told[at(puzzle, cell)][0],
    fixed: () => false,
    tools: () =>
      Object.entries(told).map(([letter, [word, drawn]]) => ({
        id: letter,
        label: word,
        tip: `Click a cell: ${word} (${letter.toUpperCase()})`,
        glyph: { "○": "ring", "●": "disc" }[/** @type {string} */ (drawn)],
        key: letter,
      })),
    has: (puzzle, cell, tool) => at(puzzle, cell) === tool,
    put: (puzzle, cell, tool, on = true) => change(puzzle, cell, on ? tool : ""),
  };
}

/** @param {Record<string, [string, string]>} told */
const tipOfKeys = (told) =>
  `Or type ${Object.entries(told)
    .map(([letter, [word]]) => `${letter.toUpperCase()} for ${word}`)
    .join(", ")}.`;

/**
 * The input rules of kinds with numbers and arrows in some cells: "2s" counts two downwards; the number of "?s", and
 * also the direction of "?", are unknown.
 * @param {string} field
 * @returns {Family}
 */
export function arrows(field) {
  const of = (/** @type {Puzzle} */ puzzle) => textsOf(puzzle[field]);
  const { at, change, rules } = cellwise(field, of, () => "", (rows) => rows.map((row) => row.map((x) => x || null)));
  /** The direction with the most cells. @param {Puzzle} puzzle @param {Cell} cell */
  const longest = (puzzle, [r, c]) => {
    const [height, width] = rules.size(puzzle);
    const room = /** @type {[string, number][]} */ ([["e", width - 1 - c], ["s", height - 1 - r], ["w", c], ["n", r]]);
    return room.sort((one, other) => other[1] - one[1])[0][0];
  };
  /** @type {NonNullable<Kind["type"]>} */
  const type = (puzzle, cell, typed, fresh) => {
    const [, number, direction] = /^(\d*|\?)([nesw]?)$/.exec(at(puzzle, cell)) ?? ["", "", ""];
    const turned = KEYS[typed] ?? (typed.toLowerCase() in ARROWS ? typed.toLowerCase() : "");
    if (turned) return change(puzzle, cell, (number || "?") + turned);
    if (typed === "?") return change(puzzle, cell, number === "?" ? "?" : `?${direction}`);
    if (!/^\d$/.test(typed)) return null;
    const whole = String(Number((fresh ? "" : number.replace("?", "")) + typed));
    return whole.length <= DIGITS ? change(puzzle, cell, whole + (direction || longest(puzzle, cell))) : null;
  };
  const said = (/** @type {string} */ clue, /** @type {Record<string, string>} */ ways, /** @type {string} */ gap) =>
    clue.replace(/[nesw]$/, (way) => gap + ways[way]);
  return {
    ...rules,
    empty: (puzzle) => !of(puzzle).flat().some(Boolean),
    digits: true,
    setTip: "Choose a cell, type its number, and N, E, S or W, or Shift and an arrow key; ? for an unknown number. Backspace clears it.",
    setTouch: "Tap a cell, then its number and its arrow.",
    text: (puzzle) => of(puzzle).map((row) => row.map((x) => said(x, ARROWS, ""))),
    wordAt: (puzzle, cell) => said(at(puzzle, cell), WORDS, " "),
    fixed: (puzzle, cell) => at(puzzle, cell) !== "",
    tools: () => [
      ...[..."1234567890"].map((x) => ({ id: x, label: x, tip: `The digit ${x} (type it)`, text: x })),
      { id: "?", label: "?", tip: "An unknown number (type it)", text: "?" },
      ...Object.entries(ARROWS).map(([way, sign]) => ({
        id: way,
        label: WORDS[way],
        tip: `It counts ${WORDS[way]} (type ${way.toUpperCase()}, or Shift and the arrow key)`,
        text: sign,
      })),
    ],
    has: (puzzle, cell, tool) => at(puzzle, cell) === tool,
    put: (puzzle, cell, tool, on = true) => on ? (type(puzzle, cell, tool, true) ?? puzzle) : change(puzzle, cell, ""),
    type,
  };
}
