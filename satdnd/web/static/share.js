/** A board as an address: behind `#`, so that no server ever sees it. */

import { fromBase64, toBase64 } from "./dom.js";
import { KINDS } from "./kinds.js";

/** @typedef {import("./types.js").Doc} Doc */
/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Marks} Marks */

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @returns {Promise<Uint8Array>}
 */
async function through(bytes, stream) {
  const piped = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (stream));
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/**
 * What stands behind `#` for a puzzle, with the player's marks where they are given.
 * @param {Puzzle} puzzle
 * @param {Marks} [marks]
 * @returns {Promise<string>}
 */
export async function encode(puzzle, marks = {}) {
  const record = Object.keys(marks).length ? { puzzle, marks } : puzzle;
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return `#kind=${puzzle.kind}&z=${toBase64(packed)}`;
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
  let bytes = fromBase64(/** @type {string} */ (plain ?? packed));
  if (!plain) bytes = /** @type {any} */ (await through(bytes, new DecompressionStream("deflate-raw")));
  return unpacked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
}

/**
 * A record of an address or of the storage, looked at as something that a stranger wrote.
 * @param {any} record
 * @returns {{puzzle: Puzzle, marks: Marks}}
 */
function unpacked(record) {
  const puzzle = record?.puzzle ?? record;
  const kind = KINDS[puzzle?.kind];
  if (!kind) throw new Error("This address holds no puzzle of a kind that is known here.");
  const [height, width] = kind.size(puzzle);
  if (!(height > 0 && width > 0 && height <= 100 && width <= 100)) throw new Error("The board in this address is too large for the page.");
  const marks = Object.entries(record.marks ?? {}).filter(([name, sign]) => /^[\w,]+$/.test(name) && typeof sign === "string");
  kind.picture(puzzle, {}, null); // fails now where fields are missing
  return { puzzle, marks: Object.fromEntries(marks) };
}
