/** A board as an address: behind `#`, so that no server ever sees it. */

import { fromBase64, toBase64 } from "./dom.js";
import { KINDS } from "./kinds.js";

/** @typedef {import("./types.js").Doc} Doc */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Marks} Marks */

const LARGEST = 1 << 20;

/**
 * The bytes that come out of a stream; an address of a stranger that swells is refused.
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

/** Rows and columns that the page draws. */
const MOST = 64;

/**
 * What stands behind `#` for a puzzle, with the player's marks where they are given.
 * @param {Puzzle} puzzle
 * @param {Marks} [marks]
 * @param {string} [view] the page that is asked for
 * @returns {Promise<string>}
 */
export async function encode(puzzle, marks = {}, view = "") {
  const record = Object.keys(marks).length ? { puzzle, marks } : puzzle;
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return `#${view && `${view}&`}kind=${puzzle.kind}&z=${toBase64(packed)}`;
}

/**
 * The puzzle and the marks of an address; null where it holds none. Two forms: `p`, the JSON in base64, and `z`, the
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
 * A record of an address or of the storage, looked at as something that a stranger wrote.
 * @param {any} record
 * @returns {{puzzle: Puzzle, marks: Marks}}
 */
export function unpacked(record) {
  const puzzle = record?.puzzle ?? record;
  const kind = Object.hasOwn(KINDS, String(puzzle?.kind)) ? KINDS[puzzle.kind] : null;
  if (!kind) throw new Error("it holds no puzzle of a kind that is known here");
  const marks = Object.entries(record.marks ?? {}).filter(
    ([name, sign]) => /^[\w,]+$/.test(name) && typeof sign === "string",
  );
  const found = { puzzle, marks: Object.fromEntries(marks) };
  let size = [0, 0];
  try {
    size = kind.size(puzzle);
    if (Math.max(...size) <= MOST) kind.picture(puzzle, found.marks, null);
  } catch {
    throw new Error("what it holds is not a puzzle");
  }
  if (!(size[0] > 0 && size[1] > 0)) throw new Error("what it holds is not a puzzle");
  if (Math.max(...size) > MOST)
    throw new Error(`its board is too large for the page (${size[0]}x${size[1]}, at most ${MOST}x${MOST})`);
  return found;
}
