/** Starts the page: the puzzle to show, then the engine, which may take longer. */

import { App } from "./app.js";
import { engine } from "./begin.js";
import { told } from "./engine.js";
import { clickMovedButtons, h } from "./dom.js";
import { History } from "./history.js";
import { arriving } from "./docs.js";
import { kept } from "./kept.js";
import { KINDS } from "./kinds.js";
import { decode } from "./share.js";
import { ALONE, dailyOf, VIEW } from "./view.js";

/** @import { Engine } from "./engine.js" */

/** The initial state: from the address, else from this tab or another one, else an empty board. */
async function first() {
  const [restored, last] = [History.restored(), History.last()];
  let fault = "";
  try {
    const shared = await decode(location.hash);
    if (shared) {
      const { doc, mode } = arriving(shared.puzzle, shared.marks);
      const kept = restored ?? (last && new History(last));
      const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);
      const marked = Object.keys(shared.marks).length && !same(kept?.doc.marks, shared.marks);
      if (kept && same(kept.doc.puzzle, shared.puzzle) && !marked)
        return { history: kept, mode: restored ? savedMode() : mode, fault };
      const history = restored ?? new History(doc);
      if (restored) history.push(doc);
      return { history, mode, fault };
    }
  } catch (error) {
    fault = `The address could not be read: ${/** @type {Error} */ (error).message}`;
  }
  if (restored) return { history: restored, mode: savedMode(), fault };
  return { history: last ? new History(last) : null, mode: savedMode(), fault };
}

const savedMode = () => (kept("satdnd.mode", "set", () => sessionStorage) === "play" ? "play" : "set");

/** Make the site work offline after this visit; its files are loaded once the engine is ready. @param {Engine} engine */
async function keepOffline(engine) {
  while (engine.state !== "ready") await new Promise((done) => engine.addEventListener("state", done, { once: true }));
  await navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // without it the site needs the network
}

document.documentElement.dataset.view = VIEW;
document.documentElement.classList.toggle("alone", ALONE);
const daily = dailyOf(location.hash);
clickMovedButtons();
const { history, mode, fault } = await first();
const app = new App(history, mode);
if (fault) app.say(fault, "fault");
await app.listArrived();
try {
  app.attach(await engine);
  if (Object.hasOwn(KINDS, daily)) app.daily(daily);
  else if (VIEW === "play" && app.kind.empty(app.doc.puzzle)) app.daily(Object.keys(KINDS)[0]); // an empty board is nothing to play
  if (told("satdnd-engine") === "pyodide") void keepOffline(await engine);
} catch (error) {
  app.say(
    h(
      "span",
      {},
      `The engine could not be started: ${/** @type {Error} */ (error).message}. Drawing works without it.`,
    ),
    "fault",
  );
  document.documentElement.dataset.engine = "stopped";
}
