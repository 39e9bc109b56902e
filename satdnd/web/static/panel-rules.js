/** The rules of the kind, from the engine. */

import { by, h } from "./dom.js";

/** @param {import("./app.js").App} app */
export function rules(app) {
  const list = h("ul", {});
  const told = h("p", {});
  const panel = h("details.card", { id: "rules" }, h("summary", {}, h("h2", {}, "Rules and keys")), told, list, keys());
  by("panels").append(panel);
  let drawn = "";

  function render() {
    const entries = Object.values(app.about?.rules ?? {});
    const look = app.kind.name + entries.length;
    if (look === drawn) return;
    drawn = look;
    told.textContent = app.about?.play ?? "";
    list.replaceChildren(
      ...entries.map((text) =>
        h(
          "li",
          {},
          String(text).replace(/^./, (x) => x.toUpperCase()),
        ),
      ),
    );
  }

  return { render };
}

function keys() {
  const told = [
    ["Arrows", "go from cell to cell"],
    ["Space, X", "first mark, other mark"],
    ["Digits", "type a clue, or a number"],
    ["Shift+digit", "a candidate: a small digit for what may go there"],
    ["Shift+arrow, Shift+click", "choose several cells for the same digits"],
    ["Shift+arrow", "build a bridge, draw a line, slide a piece; in Set, turn the arrow of a number, or draw a border"],
    ["Backspace", "empty the cell"],
    ["Ctrl+Z, Ctrl+Y", "undo, redo"],
    ["?, H", "why this cell; a hint"],
  ];
  return h("dl.keys", {}, ...told.flatMap(([name, what]) => [h("dt", {}, name), h("dd", {}, what)]));
}
