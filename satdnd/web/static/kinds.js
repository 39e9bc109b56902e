/**
 * The input rules of all kinds: marks in play, clues in set mode.
 * They follow from data, or come from the kind's own module; the rest of the page is the same for all kinds.
 */

import { knownBridges } from "./bridges.js";
import { declared } from "./declared.js";
import { knownLines } from "./lines.js";

/** @import { Kind } from "./types.js" */

/** JSON data in the page. @param {string} id */
const told = (id) => JSON.parse(document.getElementById(id)?.textContent || "[]");

/** By kind: its facts, or the path of its module. @type {(import("./declared.js").Declared & {module?: string})[]} */
const FACTS = told("kinds");

/** @type {Record<string, Kind>} */
export const KINDS = Object.fromEntries(
  await Promise.all(FACTS.map(async (facts) => [facts.name, facts.module ? (await import(facts.module)).kind : declared(facts)])),
);

/** By kind: what else people call it. @type {Record<string, string[]>} */
export const OTHER_NAMES = told("other-names");

/** The families of kinds, with their kinds. @type {[string, Kind[]][]} */
export const FAMILIES = told("families").map(
  (/** @type {[string, string[]]} */ [family, names]) => [family, names.map((name) => KINDS[name])],
);

/**
 * The rules of a puzzle's kind.
 * @param {{kind: string}} puzzle
 * @returns {Kind}
 */
export function kindOf(puzzle) {
  const kind = KINDS[puzzle.kind];
  if (!kind) throw new Error(`This page does not know the kind "${puzzle.kind}".`);
  return kind;
}

/**
 * The engine's known marks by cell, except those that only exclude a value.
 * @param {Kind} kind
 * @param {any[][]} forced
 * @returns {Map<string, string>}
 */
export function known(kind, forced) {
  if (kind.gesture === "bridge") return knownBridges(forced);
  if (kind.lines) return knownLines(forced);
  const told = forced.filter((mark) => !String(mark[2]).startsWith("not "));
  return new Map(told.map((mark) => [`${mark[0]},${mark[1]}`, mark[2] === "x" ? "o" : String(mark[2])]));
}
