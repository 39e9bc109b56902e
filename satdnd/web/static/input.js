/** Translates mouse, pen and touch events on the board to actions. */

import { cellOf, key } from "./dom.js";

/** @import { Cell } from "./types.js" */
/** @import { Point } from "./lines.js" */

const LONG = 450;
/** Pixels that a resting finger may move. */
const STILL = 8;
/** The distance, in cells, between interpolated points of a stroke; fast strokes leave gaps between events. */
const STEP = 0.2;

/**
 * @typedef {Object} Actions
 * @property {(cell: Cell, how: "primary" | "secondary" | "touch" | "hold", point?: Point, more?: boolean) => void} start more: with Shift
 * @property {(cell: Cell, point?: Point) => void} over the stroke continues
 * @property {(cell: Cell | null) => void} end
 * @property {() => void} cancel undo the stroke
 * @property {(cell: Cell) => void} focus
 * @property {() => [number, number]} size
 * @property {() => boolean} fine whether the position within a cell matters
 */

/** @typedef {{x: number, y: number}} Spot pixels in the window */

/** @param {PointerEvent} event @returns {Spot} */
const spotOf = (event) => ({ x: event.clientX, y: event.clientY });

/**
 * @param {HTMLElement} root the grid
 * @param {Actions} actions
 */
export function listen(root, actions) {
  /** @type {{cell: Cell, point: Point, started: boolean, id: number, timer: number, begin: Spot, spot: Spot} | null} */
  let stroke = null;

  const cellAt = (/** @type {Spot} */ { x, y }) => {
    const element = document.elementFromPoint(x, y)?.closest("[data-cell]");
    return element && root.contains(element)
      ? cellOf(/** @type {HTMLElement} */ (element).dataset.cell ?? "0,0")
      : null;
  };

  /** The positions of the cells, in pixels. */
  const area = () => {
    const [height, width] = actions.size();
    const corner = (/** @type {string} */ name) =>
      /** @type {Element} */ (root.querySelector(`[data-cell="${name}"]`)).getBoundingClientRect();
    const [{ left, top }, { right, bottom }] = [corner("0,0"), corner(key([height - 1, width - 1]))];
    return { left, top, across: (right - left) / width, down: (bottom - top) / height };
  };

  /** A position on the board, in rows and columns, possibly outside. @param {Spot} spot @returns {Point} */
  const pointAt = ({ x, y }, { left, top, across, down } = area()) => [(y - top) / down, (x - left) / across];

  /** The points of a stroke since the last event, with coalesced and interpolated ones. @param {PointerEvent} event */
  const way = (event) => {
    const place = area();
    const found = [];
    let last = /** @type {NonNullable<typeof stroke>} */ (stroke).spot;
    for (const each of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const spot = spotOf(each);
      const steps = Math.ceil(Math.hypot((spot.x - last.x) / place.across, (spot.y - last.y) / place.down) / STEP);
      for (let i = 1; i <= steps; i++) {
        const [x, y] = [last.x + ((spot.x - last.x) * i) / steps, last.y + ((spot.y - last.y) * i) / steps];
        found.push({ x, y, cell: cellAt({ x, y }), point: pointAt({ x, y }, place) });
      }
      last = spot;
    }
    return found;
  };

  const finish = (/** @type {Cell | null} */ cell) => {
    if (!stroke) return;
    clearTimeout(stroke.timer);
    const started = stroke.started;
    stroke = null;
    if (started) actions.end(cell);
  };

  const cancel = () => {
    if (stroke?.started) actions.cancel();
    clearTimeout(stroke?.timer);
    stroke = null;
  };

  root.addEventListener("pointerdown", (event) => {
    const element = /** @type {Element} */ (event.target).closest("[data-cell]");
    if (!element || (event.pointerType === "mouse" && event.button === 1)) return;
    if (!event.isPrimary) return cancel(); // two fingers scroll and zoom
    const cell = cellOf(/** @type {HTMLElement} */ (element).dataset.cell ?? "0,0");
    if (event.pointerType !== "touch") event.preventDefault();
    if (element.hasPointerCapture?.(event.pointerId)) element.releasePointerCapture(event.pointerId);
    finish(null);
    const spot = spotOf(event);
    const point = pointAt(spot);
    stroke = { cell, point, started: false, id: event.pointerId, timer: 0, begin: spot, spot };
    if (event.pointerType === "touch") {
      stroke.timer = window.setTimeout(() => {
        if (!stroke || stroke.started) return;
        stroke.started = true;
        actions.start(stroke.cell, "hold", stroke.point);
      }, LONG);
    } else {
      stroke.started = true;
      actions.start(cell, event.button === 2 || event.ctrlKey ? "secondary" : "primary", point, event.shiftKey);
    }
  });

  /** Continue the stroke at another place. @param {Spot & {cell: Cell | null, point: Point}} to */
  const onward = ({ x, y, cell: there, point }) => {
    if (!stroke) return;
    stroke.spot = { x, y };
    const fine = actions.fine();
    const cell = there ?? (fine ? stroke.cell : null);
    if (!cell || (key(cell) === key(stroke.cell) && !fine)) return;
    if (!stroke.started) {
      if (fine && Math.hypot(x - stroke.begin.x, y - stroke.begin.y) < STILL) return;
      clearTimeout(stroke.timer);
      if (root.classList.contains("scrolls")) {
        stroke = null;
        return;
      }
      stroke.started = true;
      actions.start(stroke.cell, "touch", stroke.point);
    }
    stroke.cell = cell;
    actions.over(cell, point);
  };

  window.addEventListener("pointermove", (event) => {
    if (stroke && event.pointerId === stroke.id) way(event).forEach(onward);
  });

  window.addEventListener("pointerup", (event) => {
    if (!stroke || event.pointerId !== stroke.id) return;
    if (stroke.started) way(event).forEach(onward);
    if (!stroke.started) {
      stroke.started = true;
      actions.start(stroke.cell, "touch", stroke.point);
    }
    finish(cellAt(spotOf(event)));
  });
  window.addEventListener("pointercancel", (event) => {
    if (stroke?.id === event.pointerId) cancel();
  });
  root.addEventListener("contextmenu", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-cell]")) event.preventDefault();
  });

  root.addEventListener("focusin", (event) => {
    const name = /** @type {HTMLElement} */ (event.target).dataset.cell;
    if (name && !stroke) actions.focus(cellOf(name));
  });
}
