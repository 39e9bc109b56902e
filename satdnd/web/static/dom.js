/** Elements, words and small helpers for all modules. */

/** @import { Cell } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: `h("button.quiet", {title: "...", onclick}, "Undo")`.
 * @param {string} what tag, then classes after dots
 * @param {Record<string, any>} [attributes] `on...` are listeners; null and false are omitted
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  assign(element, attributes);
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/**
 * Like `h`, for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * A symbol from index.html.
 * @param {string} name
 */
export function glyph(name) {
  return s("svg", { class: "glyph", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("use", { href: `#g-${name}` }));
}

/**
 * The element with an id.
 * @param {string} id
 * @returns {any}
 */
export function by(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/**
 * Replaces the children of an element if they would look different: a button that is replaced loses the focus.
 * @param {HTMLElement} place
 * @returns {(look: any, children: () => Node[]) => boolean} whether they did
 */
export function redrawn(place) {
  let drawn = "";
  return (look, children) => {
    const now = JSON.stringify(look);
    if (now === drawn) return false;
    drawn = now;
    place.replaceChildren(...children());
    return true;
  };
}

/** The most pixels that a pointer may move while a button is pressed. */
const STILL = 8;

/**
 * Click a button even if an answer moves it between press and release, when the browser sends the click to its parent.
 * Moving the pointer off the button still cancels the press.
 */
export function clickMovedButtons() {
  /** @type {{button: HTMLElement | null, x: number, y: number}} */
  let pressed = { button: null, x: 0, y: 0 };
  const press = (/** @type {PointerEvent} */ event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
    pressed = { button, x: event.clientX, y: event.clientY };
  };
  const click = (/** @type {MouseEvent} */ event) => {
    const { button, x, y } = pressed;
    pressed = { button: null, x: 0, y: 0 };
    if (!button?.isConnected || button.contains(/** @type {Node} */ (event.target))) return;
    if (event.detail && Math.hypot(event.clientX - x, event.clientY - y) <= STILL) button.click();
  };
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("click", click, true);
}

/**
 * Make the buttons of an element one stop of the Tab key, between which the arrow keys go.
 * @param {HTMLElement} bar
 * @param {string} label
 * @returns {() => void} to be called when its buttons may have changed
 */
export function toolbarOf(bar, label) {
  /** @type {Element | null} */
  let last = null;
  let frame = 0;
  const stops = () =>
    [.../** @type {NodeListOf<HTMLButtonElement>} */ (bar.querySelectorAll("button, a.button"))].filter((x) => !x.disabled && x.checkVisibility());
  function settle() {
    const all = stops();
    const stop = all.find((x) => x === last) ?? all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  }
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", label);
  bar.addEventListener("focusin", ({ target }) => {
    last = /** @type {Element} */ (target);
    settle();
  });
  bar.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.findIndex((x) => x === document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    all[(to + all.length) % all.length].focus();
  });
  return () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(settle);
  };
}

/** @param {Cell | number[]} cell */
export const key = (cell) => `${cell[0]},${cell[1]}`;

/** @param {string} name @returns {Cell} */
export const cellOf = (name) => /** @type {Cell} */ (name.split(",").map(Number));

/** A cell's name in sentences: `r3c5`, 1-based. @param {Cell | number[]} cell */
export const cellName = (cell) => `r${cell[0] + 1}c${cell[1] + 1}`;

/** @param {number} number @param {string} thing @param {string} [many] */
export const counted = (number, thing, many) => `${number} ${number === 1 ? thing : (many ?? `${thing}s`)}`;

/** A grid with `value` in all cells. @template T @param {number} height @param {number} width @param {(r: number, c: number) => T} value */
export const grid = (height, width, value) =>
  Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => value(r, c)));

/**
 * Bytes as URL-safe base64.
 * @param {Uint8Array} bytes
 */
export function toBase64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The bytes of base64, standard or URL-safe.
 * @param {string} text
 */
export function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (x) => x.charCodeAt(0));
}

/** Pixels per unit of a picture. */
const SHARP = 3;

/**
 * A picture as PNG, drawn by the browser.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function png(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = h("canvas", { width: SHARP * image.width, height: SHARP * image.height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * Download a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
