/** Mouse, pen, fingers and keys on the board, as what is meant by them. */

import { cellOf, key } from "./dom.js";

/** @typedef {import("./types.js").Cell} Cell */

/** @typedef {import("./lines.js").Point} Point */

const LONG = 450;
/** Pixels that a finger trembles. */
const STILL = 8;
const STEPS = /** @type {Record<string, Cell>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

/**
 * @typedef {Object} Actions
 * @property {(cell: Cell, how: "primary" | "secondary" | "touch" | "hold", point?: Point) => void} start
 * @property {(cell: Cell, point?: Point) => void} over the same stroke goes on
 * @property {(cell: Cell | null) => void} end
 * @property {(cell: Cell, name: string, event: KeyboardEvent) => boolean} key whether it meant something
 * @property {(cell: Cell) => void} focus
 * @property {() => [number, number]} size
 * @property {() => boolean} fine whether it matters where in a cell a stroke is
 */

/**
 * @param {HTMLElement} root the grid
 * @param {Actions} actions
 */
export function listen(root, actions) {
  /** @type {{cell: Cell, point: Point, started: boolean, id: number, timer: number, x: number, y: number} | null} */
  let stroke = null;

  const cellAt = (/** @type {PointerEvent} */ event) => {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    return element && root.contains(element)
      ? cellOf(/** @type {HTMLElement} */ (element).dataset.cell ?? "0,0")
      : null;
  };

  /** Where it is on the board, in rows and columns; beyond its border too. @param {PointerEvent} event @returns {Point} */
  const pointAt = (event) => {
    const [height, width] = actions.size();
    const corner = (/** @type {string} */ name) =>
      /** @type {Element} */ (root.querySelector(`[data-cell="${name}"]`)).getBoundingClientRect();
    const [first, last] = [corner("0,0"), corner(key([height - 1, width - 1]))];
    return [
      ((event.clientY - first.top) / (last.bottom - first.top)) * height,
      ((event.clientX - first.left) / (last.right - first.left)) * width,
    ];
  };

  const finish = (/** @type {Cell | null} */ cell) => {
    if (!stroke) return;
    clearTimeout(stroke.timer);
    const started = stroke.started;
    stroke = null;
    if (started) actions.end(cell);
  };

  root.addEventListener("pointerdown", (event) => {
    const element = /** @type {Element} */ (event.target).closest("[data-cell]");
    if (!element || (event.pointerType === "mouse" && event.button === 1)) return;
    const cell = cellOf(/** @type {HTMLElement} */ (element).dataset.cell ?? "0,0");
    if (event.pointerType !== "touch") event.preventDefault();
    if (element.hasPointerCapture?.(event.pointerId)) element.releasePointerCapture(event.pointerId);
    finish(null);
    const point = pointAt(event);
    stroke = { cell, point, started: false, id: event.pointerId, timer: 0, x: event.clientX, y: event.clientY };
    actions.focus(cell);
    if (event.pointerType === "touch") {
      stroke.timer = window.setTimeout(() => {
        if (!stroke || stroke.started) return;
        stroke.started = true;
        actions.start(stroke.cell, "hold", stroke.point);
      }, LONG);
    } else {
      stroke.started = true;
      actions.start(cell, event.button === 2 || event.ctrlKey ? "secondary" : "primary", point);
    }
  });

  window.addEventListener("pointermove", (event) => {
    if (!stroke || event.pointerId !== stroke.id) return;
    const fine = actions.fine();
    const cell = cellAt(event) ?? (fine ? stroke.cell : null);
    if (!cell || (key(cell) === key(stroke.cell) && !fine)) return;
    if (!stroke.started) {
      if (fine && Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) < STILL) return;
      clearTimeout(stroke.timer);
      if (root.classList.contains("scrolls")) {
        stroke = null;
        return;
      }
      stroke.started = true;
      actions.start(stroke.cell, "touch", stroke.point);
    }
    stroke.cell = cell;
    actions.over(cell, pointAt(event));
  });

  window.addEventListener("pointerup", (event) => {
    if (!stroke || event.pointerId !== stroke.id) return;
    if (!stroke.started) {
      stroke.started = true;
      actions.start(stroke.cell, "touch", stroke.point);
    }
    finish(cellAt(event));
  });
  window.addEventListener("pointercancel", (event) => {
    if (stroke?.id !== event.pointerId) return;
    finish(null);
  });
  root.addEventListener("contextmenu", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-cell]")) event.preventDefault();
  });

  root.addEventListener("keydown", (event) => {
    const element = /** @type {HTMLElement} */ (event.target);
    const name = element.dataset.cell;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = cellOf(name);
    const [height, width] = actions.size();
    if (actions.key(cell, event.key, event)) {
      event.preventDefault();
      return;
    }
    const step = STEPS[event.key];
    /** @type {Cell | null} */
    let next = step ? [cell[0] + step[0], cell[1] + step[1]] : null;
    if (event.key === "Home") next = [cell[0], 0];
    if (event.key === "End") next = [cell[0], width - 1];
    if (event.key === "PageUp") next = [0, cell[1]];
    if (event.key === "PageDown") next = [height - 1, cell[1]];
    if (!next) return;
    event.preventDefault();
    actions.focus([Math.max(0, Math.min(height - 1, next[0])), Math.max(0, Math.min(width - 1, next[1]))]);
  });

  root.addEventListener("focusin", (event) => {
    const name = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (name && !stroke) actions.focus(cellOf(name));
  });
}

/** The direction of an arrow key; null for another. @param {string} name @returns {Cell | null} */
export const arrow = (name) => STEPS[name] ?? null;
