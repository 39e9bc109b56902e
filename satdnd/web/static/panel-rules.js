/** The rules of the kind, from the engine, and the keys. */

import { by, h } from "./dom.js";
import { KEYS } from "./keys.js";

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

const keys = () => h("dl.keys", {}, ...KEYS.flatMap(({ label, does }) => [h("dt", {}, label), h("dd", {}, does)]));
