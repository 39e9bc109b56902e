/** The rules of the kind, from the engine, and the keys. */

import { by, h, redrawn } from "./dom.js";
import { KEYS } from "./keys.js";
import { upper } from "./words.js";

/** @param {import("./app.js").App} app */
export function rules(app) {
  const list = h("ul", {});
  const told = h("p", {});
  const panel = h("details.card", { id: "rules" }, h("summary", {}, h("h2", {}, "Rules and keys")), told, list, keys());
  by("panels").append(panel);
  const show = redrawn(list);
  return {
    render() {
      const { play = "", rules = {} } = app.about ?? {};
      told.textContent = play;
      show(rules, () => Object.values(rules).map((text) => h("li", {}, upper(String(text)))));
    },
  };
}

const keys = () => h("dl.keys", {}, ...KEYS.flatMap(({ label, does }) => [h("dt", {}, label), h("dd", {}, does)]));
