/** Boards as addresses: after `#`, which is never sent to a server. */

import { fromBase64, toBase64 } from "./dom.js";
import { KINDS } from "./kinds.js";
import { placed } from "./marks.js";

/** @import { Marks, Puzzle } from "./types.js" */

const LARGEST = 1 << 20;

/**
 * The bytes of a stream; refuses an address that expands too much.
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @returns {Promise<Uint8Array>}
 */
async function through(bytes, stream) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)])
    .stream()
    .pipeThrough(/** @type {any} */ (stream))
    .getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > LARGEST) throw new Error("it is too long");
    parts.push(part.value);
  }
  const whole = new Uint8Array(length);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

/** The most rows and columns of a board on the page. */
const MOST = 64;

/**
 * The fragment after `#` for a puzzle, with the player's marks if given.
 * @param {Puzzle} puzzle
 * @param {Marks} [marks]
 * @param {string} [view] the requested view
 * @returns {Promise<string>}
 */
export async function encode(puzzle, marks = {}, view = "") {
  const packed = await deflated(Object.keys(marks).length ? { puzzle, marks } : puzzle);
  return `#${view && `${view}&`}kind=${puzzle.kind}&z=${packed}`;
}

/** @param {any} record */
const deflated = async (record) =>
  toBase64(await through(new TextEncoder().encode(JSON.stringify(record)), new CompressionStream("deflate-raw")));

/** The record in base64, deflated or not. @param {string} text @param {boolean} plain */
async function inflated(text, plain) {
  try {
    let bytes = fromBase64(text);
    if (!plain) bytes = /** @type {any} */ (await through(bytes, new DecompressionStream("deflate-raw")));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("it was cut off, or changed on the way");
  }
}

/** The fields of an address. @param {string} hash */
const fieldsOf = (hash) => new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));

/**
 * The fragment after `#` for puzzles that are played in order.
 * @param {string} title
 * @param {Puzzle[]} puzzles
 */
export const encodeList = async (title, puzzles) => `#list=${await deflated({ title, puzzles })}`;

/**
 * The puzzles of such an address; null if it has none.
 * @param {string} hash
 * @returns {Promise<{title: string, puzzles: Puzzle[]} | null>}
 */
export async function decodeList(hash) {
  const text = fieldsOf(hash).get("list");
  if (!text) return null;
  const { title, puzzles } = (await inflated(text, false)) ?? {};
  if (!Array.isArray(puzzles) || !puzzles.length) throw new Error("what it holds is no list of puzzles");
  return { title: String(title || "A list of puzzles"), puzzles: puzzles.map((puzzle) => unpacked(puzzle).puzzle) };
}

/**
 * The puzzle and the marks of an address; null if it has none. Two forms: `p`, the JSON in base64, and `z`, the
 * same deflated.
 * @param {string} hash
 * @returns {Promise<{puzzle: Puzzle, marks: Marks} | null>}
 */
export async function decode(hash) {
  const fields = fieldsOf(hash);
  const [plain, packed] = [fields.get("p"), fields.get("z")];
  if (!plain && !packed) return null;
  return unpacked(await inflated(/** @type {string} */ (plain ?? packed), Boolean(plain)));
}

/**
 * Validate a record from an address or the storage, which is not trusted.
 * @param {any} record
 * @returns {{puzzle: Puzzle, marks: Marks}}
 */
export function unpacked(record) {
  const puzzle = record?.puzzle ?? record;
  const kind = Object.hasOwn(KINDS, String(puzzle?.kind)) ? KINDS[puzzle.kind] : null;
  if (!kind) throw new Error("it holds no puzzle of a kind that is known here");
  /** @type {{puzzle: Puzzle, marks: Marks}} */
  const found = { puzzle, marks: {} };
  /** @type {[number, number]} */
  let size = [0, 0];
  try {
    size = kind.size(puzzle);
    found.marks = placed(record.marks ?? {}, kind.gesture, size);
    if (Math.max(...size) <= MOST) kind.picture(puzzle, found.marks, null);
  } catch {
    throw new Error("what it holds is not a puzzle");
  }
  if (!(size[0] > 0 && size[1] > 0)) throw new Error("what it holds is not a puzzle");
  if (Math.max(...size) > MOST)
    throw new Error(`its board is too large for the page (${size[0]}x${size[1]}, at most ${MOST}x${MOST})`);
  return found;
}
