/** The keys of the board, and what they do: the table that handles them is the one that the page's help shows. */

import { cellOf, key } from "./dom.js";

/** @import { Cell } from "./types.js" */
/** @import { App } from "./app.js" */
/**
 * @typedef {Object} Press a pressed key
 * @property {App} app
 * @property {Cell} cell the focused one
 * @property {string} name of the key
 * @property {string} value on the key, also with Shift
 */
/**
 * @typedef {Object} Binding
 * @property {string} label of the keys, for people
 * @property {string} does
 * @property {RegExp} keys their names
 * @property {boolean} [shift] whether it needs Shift, or must not have it; undefined: either
 * @property {boolean} [control] with Ctrl, anywhere on the page
 * @property {(press: Press) => boolean | void} run false: the key means something else here
 */

const ARROWS = /** @type {Record<string, Cell>} */ ({
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
});

/** In order of precedence. @type {Binding[]} */
export const KEYS = [
  { label: "Arrows", does: "go from cell to cell", keys: /^Arrow/, shift: false, run: go },
  { label: "Home, End, Page Up, Page Down", does: "go to the end of the row or column", keys: /^(Home|End|Page)/, run: go },
  {
    label: "Shift+arrow, Shift+click",
    does: "choose several cells for the same digits",
    keys: /^Arrow/,
    shift: true,
    run({ app, cell, name }) {
      if (!app.choosing) return false;
      const next = neighbour(cell, name);
      if (app.board.cells.has(key(next))) app.choose(next, true);
    },
  },
  { label: "Escape", does: "choose one cell again", keys: /^Escape$/, run: ({ app, cell }) => app.chosen.size > 0 && app.choose(cell, false) },
  {
    label: "Shift+arrow",
    does: "build a bridge, draw a line, slide a piece; in Set, turn the arrow of a number, draw a border, give the end of a ship, or put a centre on an edge",
    keys: /^Arrow/,
    shift: true,
    run: (press) => {
      const { app, cell, name } = press;
      const turned = app.mode === "set" && app.gestures.type(cell, name);
      if (!turned && !app.gestures.towards(cell, ARROWS[name])) go(press);
    },
  },
  { label: "Backspace", does: "empty the cell", keys: /^(Backspace|Delete)$/, run: ({ app, cell }) => app.gestures.erase(cell) },
  {
    label: "Shift+digit",
    does: "a candidate: a small digit for what may go there",
    keys: /^.$/,
    shift: true,
    run: ({ app, value }) => (app.choosing && app.kind.values?.(app.doc.puzzle).includes(value) ? app.gestures.enter(value, true) : false),
  },
  { label: "Digits, letters", does: "a number or a clue", keys: /^.$/, run: ({ app, cell, name }) => app.gestures.type(cell, name) },
  {
    label: "Letters in Set",
    does: "a clue, with the tool that has this letter",
    keys: /^.$/,
    run({ app, cell, name }) {
      const tool = app.tools.find((x) => x.key === name.toLowerCase());
      if (!tool) return false;
      app.tool = tool.id;
      app.gestures.click(cell, "primary");
      app.render();
    },
  },
  { label: "Space", does: "the first mark, or what the tool puts down", keys: /^( |Enter)$/, run: ({ app, cell }) => app.gestures.click(cell, "primary") },
  { label: "X", does: "the other mark", keys: /^[xX.]$/, run: ({ app, cell }) => app.gestures.click(cell, "secondary") },
  { label: "?", does: "why this cell", keys: /^\?$/, run: ({ app }) => app.askWhy() },
  { label: "H", does: "a hint", keys: /^h$/i, run: ({ app }) => app.mode === "play" && app.askHint() },
  { label: "Ctrl+Z", does: "undo", keys: /^z$/i, control: true, shift: false, run: ({ app }) => app.undo() },
  { label: "Ctrl+Y", does: "redo", keys: /^[yz]$/i, control: true, run: ({ app }) => app.redo() },
];

/** The next cell in the direction of an arrow key. @param {Cell} cell @param {string} name @returns {Cell} */
const neighbour = ([r, c], name) => [r + ARROWS[name][0], c + ARROWS[name][1]];

/** The nearest cell of the board. @param {App} app @param {Cell} cell @returns {Cell} */
function inside(app, [r, c]) {
  const [height, width] = app.kind.size(app.doc.puzzle);
  return [Math.max(0, Math.min(height - 1, r)), Math.max(0, Math.min(width - 1, c))];
}

/** Move the focus. @param {Press} press */
function go({ app, cell, name }) {
  const [r, c] = cell;
  const far = /** @type {Record<string, Cell>} */ ({ Home: [r, 0], End: [r, Infinity], PageUp: [0, c], PageDown: [Infinity, c] });
  app.setFocus(inside(app, far[name] ?? neighbour(cell, name)));
}

/** @param {App} app */
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const control = event.ctrlKey || event.metaKey;
    const place = app.board.root.contains(target) ? target.dataset.cell : undefined;
    const elsewhere = target.closest("input, textarea, select") && !target.closest("#board");
    if (event.altKey || (control ? elsewhere : !place)) return;
    if (!/^\d$/.test(event.key)) app.gestures.endNumber();
    const value = event.code.match(/^(?:Digit|Numpad)(\d)$/)?.[1] ?? event.key.toUpperCase();
    const press = { app, cell: place ? cellOf(place) : app.focus, name: event.key, value };
    const fits = (/** @type {Binding} */ { keys, shift = event.shiftKey, control: wanted = false }) =>
      keys.test(event.key) && shift === event.shiftKey && wanted === control;
    if (KEYS.some((binding) => fits(binding) && binding.run(press) !== false)) event.preventDefault();
  });
}
