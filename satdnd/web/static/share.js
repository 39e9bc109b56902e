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
  const record = Object.keys(marks).length ? { puzzle, marks } : puzzle;
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return `#${view && `${view}&`}kind=${puzzle.kind}&z=${toBase64(packed)}`;
}

/**
 * The puzzle and the marks of an address; null if it has none. Two forms: `p`, the JSON in base64, and `z`, the
 * same deflated.
 * @param {string} hash
 * @returns {Promise<{puzzle: Puzzle, marks: Marks} | null>}
 */
export async function decode(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, "").replaceAll("+", "%2B"));
  const [plain, packed] = [fields.get("p"), fields.get("z")];
  if (!plain && !packed) return null;
  /** @type {any} */
  let record;
  try {
    let bytes = fromBase64(/** @type {string} */ (plain ?? packed));
    if (!plain) bytes = /** @type {any} */ (await through(bytes, new DecompressionStream("deflate-raw")));
    record = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("it was cut off, or changed on the way");
  }
  return unpacked(record);
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
