/** What players switch on and off; this browser remembers it. */

import { by, h } from "./dom.js";
import { keep, record } from "./kept.js";

/** @import { App } from "./app.js" */
/** @typedef {{tidy: boolean, clashes: boolean, reasoning: boolean, coordinates: boolean, pieces: boolean}} Settings */

const PLACE = "satdnd.settings";
/** @type {Settings} */
const USUAL = { tidy: true, clashes: true, reasoning: false, coordinates: true, pieces: false };

/** By setting: its label, and where it means something. @type {Record<keyof Settings, [string, (app: App) => boolean]>} */
const OFFERED = {
  tidy: ["A digit removes itself from the candidates of its row, column and area", (app) => app.choosing],
  clashes: ["Show conflicts at once", (app) => app.mode === "play"],
  reasoning: ["Check my reasoning: say of each mark whether it follows yet", (app) => app.mode === "play" && Boolean(app.about?.explains)],
  pieces: ["A colour for each piece of the line", ({ kind }) => Boolean(kind.lines) && !kind.boxed],
  coordinates: ["Numbers of rows and columns", () => true],
};

/** Those of this browser. @returns {Settings} */
export const settings = () => ({ ...USUAL, ...record(PLACE) });

/** @param {App} app */
export function switches(app) {
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(OFFERED));
  const ticks = names.map((name) => /** @type {const} */ ([name, h("input", { type: "checkbox", id: `set-${name}` })]));
  for (const [name, tick] of ticks)
    tick.addEventListener("change", () => {
      app.settings = { ...app.settings, [name]: tick.checked };
      keep(PLACE, JSON.stringify(app.settings));
      app.render();
      app.board.measure();
    });
  const lines = ticks.map(([name, tick]) => h("label.check", {}, tick, h("span", {}, OFFERED[name][0])));
  by("panels").append(h("details.card", { id: "settings" }, h("summary", {}, h("h2", {}, "Settings")), ...lines));
  return {
    render() {
      document.documentElement.dataset.coordinates = app.settings.coordinates ? "" : "no";
      ticks.forEach(([name, tick], i) => {
        tick.checked = app.settings[name];
        lines[i].hidden = !OFFERED[name][1](app);
      });
    },
  };
}
