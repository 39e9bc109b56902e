/** The title and the rules of the puzzle, first in Play, and the keys. */

import { by, h, redrawn } from "./dom.js";
import { KEYS } from "./keys.js";
import { upper } from "./words.js";

/** @param {import("./app.js").App} app */
export function rules(app) {
  const list = h("ul", {});
  const told = h("p", {});
  const title = h("h2", {});
  const panel = h("details.card", { id: "rules" }, h("summary", {}, title), told, h("details", {}, h("summary.small", {}, "Each rule"), list));
  by("status").before(panel);
  by("panels").append(h("details.card", { id: "keys" }, h("summary", {}, h("h2", {}, "Keys")), keys()));
  const show = redrawn(list);
  const wide = matchMedia("(min-width: 60.01rem)");
  let mode = "";
  return {
    render() {
      const { play = "", rules = {} } = app.about ?? {};
      const { name } = app.doc.puzzle;
      title.textContent = app.mode === "set" ? "Rules" : name ? `${name}: ${app.kind.title}` : app.kind.title;
      told.textContent = play;
      show(rules, () => Object.values(rules).map((text) => h("li", {}, upper(String(text)))));
      if (mode !== app.mode) panel.open = app.mode === "play" && wide.matches; // elsewhere the board and its hints come first
      mode = app.mode;
    },
  };
}

const keys = () => h("dl.keys", {}, ...KEYS.flatMap(({ label, does }) => [h("dt", {}, label), h("dd", {}, does)]));
