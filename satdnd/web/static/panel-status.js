/** The verdict on the puzzle, always visible, and the engine's state. */

import { fewest } from "./bridges.js";
import { by, glyph, h, redrawn } from "./dom.js";
import { drawnAs, drawnOtherwise } from "./docs.js";
import { kindOf, known } from "./kinds.js";
import { merged, paints } from "./marks.js";
import { VIEW } from "./view.js";
import { sentence, upper } from "./words.js";

/** @import { App } from "./app.js" */

/**
 * The content: a sign, a headline, details, and actions.
 * @typedef {{sign: string, head: string, more?: string, tone: string, actions?: [string, string, () => void][]}} Verdict
 */

/** Statuses with actions for solvers; the others are for setters. */
const SOLVERS = ["show", "always", "again", "reload"];

/** @param {App} app */
export function status(app) {
  const card = by("status");
  const stop = by("stop");
  const again = () => void app.engine.stop().then(() => app.ask());
  stop.addEventListener("click", () => (app.engine?.failure ? again() : app.engine?.stop()));
  by("quiet").addEventListener("click", () => hide(true));
  const show = redrawn(by("solved"));
  let drawn = "";

  /** @returns {Verdict} */
  function verdict() {
    const { doc, kind, live } = app;
    if (!kind.asksLive) {
      const tally = kind.tally?.(doc.puzzle, doc.marks) ?? "";
      const said = app.optimum.text;
      return {
        sign: app.solved ? "check" : "pen",
        head: tally.replace(/\.$/, ""),
        more: said && `${upper(said)}.`,
        tone: app.solved ? "good" : "calm",
        actions: isBlank(doc) ? first() : [],
      };
    }
    if (kind.empty(doc.puzzle) || (app.mode === "set" && isBlank(doc))) return beginning();
    if (app.solved) return { sign: "check", head: "Solved", more: "This is the only solution.", tone: "good" };
    if (app.silent)
      return {
        sign: "pen",
        head: "Verdict and help are hidden",
        tone: "calm",
        actions: [
          ["show", "Show them", reveal],
          ["always", "Always show them", () => hide(false)],
        ],
      };
    if (!live)
      return {
        sign: "wait",
        head: app.engine ? "Looking …" : "You can already draw",
        more: app.engine ? "" : "What follows is shown once Python has loaded.",
        tone: app.engine && app.mode === "play" ? "plain" : "calm",
      };
    // whoever solves a puzzle takes this for granted
    if (live.status === "unique" && app.mode === "play") return { sign: "check", head: "Unique", tone: "plain" };
    if (live.status === "unique") {
      const solution = known(kind, live.forced);
      const other = drawnOtherwise(doc, solution);
      return {
        sign: "check",
        head: "Unique",
        more: `There is exactly one solution.${other ? " The walls you have drawn are not that solution." : ""}`,
        tone: "good",
        actions: other ? [["redraw", "Draw the solution", () => app.change(drawnAs(app.doc, solution))]] : [],
      };
    }
    if (live.status === "multiple") {
      /** @type {[string, string, () => void]} */
      const makeUnique = ["make_unique", "Make it unique", () => app.makeUnique()];
      const thing = { bridge: "bridge", edge: "edge", loop: paints(kind) ? "place" : "line" }[kind.gesture] ?? "cell";
      const places = live.differing.length === 1 ? `1 ${thing} differs` : `${live.differing.length} ${thing}s differ`;
      return {
        sign: "many",
        head: `Several solutions: ${places}`,
        more: app.mode === "set" && app.fewDiffer ? "They are hatched on the board." : "",
        tone: "warn",
        actions: [["two", "Show two", () => app.showTwo()], ...(app.mode === "set" && (app.about?.can_be_made_unique ?? true) ? [makeUnique] : [])],
      };
    }
    if (live.status === "unsolvable") return unsolvable();
    if (live.status === "invalid") return { sign: "none", head: "Not a puzzle yet", more: live.reason, tone: "warn" };
    if (live.failed)
      return {
        sign: "none",
        head: "The engine does not answer",
        more: `${live.reason} You can go on drawing.`,
        tone: "warn",
        actions: [
          live.reason.includes("reload it")
            ? ["reload", "Reload the page", () => location.reload()]
            : ["again", "Try again", again],
        ],
      };
    if (live.stopped)
      return {
        sign: "wait",
        head: "Stopped",
        more: "Nothing is lost.",
        tone: "calm",
        actions: [["again", "Ask again", () => app.ask()]],
      };
    return {
      sign: "wait",
      head: "Not decided",
      more: live.reason,
      tone: "warn",
      actions: [["again", "Keep searching", () => app.searchOn()]],
    };
  }

  /** @returns {Verdict} */
  function beginning() {
    const more = app.kind.count
      ? "Draw the solution: its clues are counted for you, and every click shows whether it is the only one."
      : "Put down the first clue; each clue shows what follows.";
    return {
      sign: "pen",
      head: "An empty board",
      more,
      tone: "calm",
      actions: first(),
    };
  }

  /** Actions for a first visit. @returns {[string, string, () => void][]} */
  function first() {
    return [
      ["example", "Show me an example", () => void app.example()],
      ["make", "Generate", () => app.makeOne()],
    ];
  }

  /** @returns {Verdict} */
  function unsolvable() {
    if (app.drawing && app.faults.length) {
      const [first] = app.faults;
      const rest = app.faults.length - 1;
      const more = first.message + (rest ? `, and ${rest} more` : "");
      return { sign: "pen", head: "Go on drawing", more: `${upper(more)}.`.replace("..", "."), tone: "calm" };
    }
    if (app.drawing) return { sign: "pen", head: "Go on drawing", more: "This is not a solution yet.", tone: "calm" };
    const { reason = "" } = app.live ?? {};
    /** @type {[string, string, () => void][]} */
    const see = reason ? [] : [["conflict", "See why", () => app.showConflict()]];
    return {
      sign: "none",
      head: "No solution",
      more: reason && `${upper(reason)}.`,
      tone: "bad",
      actions: (app.about?.repairs ?? true) ? [...see, ["repairs", "Repair it", () => repair()]] : see,
    };
  }

  /** Move the focus, as the pressed button disappears. @param {boolean} quiet */
  function hide(quiet) {
    app.setQuiet(quiet);
    by("verdict").focus();
  }

  function reveal() {
    app.revealed = app.doc.puzzle;
    app.render();
    by("verdict").focus();
  }

  /** Switch to Set, where clues are changed. */
  function repair() {
    app.setMode("set");
    app.showRepairs();
  }

  const unreachable = () => app.live?.failed === true;

  /** The board itself shows that it is solved, and a line below it, on a small screen over its lower end, says so. */
  function celebrate() {
    document.documentElement.dataset.solved = app.solved ? "yes" : "";
    by("tip").hidden = app.solved;
    by("solved").hidden = !app.solved;
    const time = app.clock.state.seconds ? ` in ${app.clock.text}` : "";
    const line = `Solved${time}: ${app.optimum.text || "everything is right"}.`;
    const next = app.solved ? app.library.next : null;
    const goOn = () => next && app.library.open(next.next);
    const name = next && `Next: ${next.next.puzzle.name || kindOf(next.next.puzzle).title} (${next.number} of ${next.of})`;
    show([line, name], () => [glyph("check"), h("span", {}, line), ...(next ? [h("button", { id: "next", onclick: goOn }, name)] : [])]);
  }

  function render() {
    app.optimum.ask();
    app.solved = app.kind.asksLive ? isSolved(app) : app.optimum.solved;
    celebrate();
    const told = verdict();
    if (VIEW) told.actions = told.actions?.filter(([id]) => SOLVERS.includes(id));
    by("quiet").hidden = app.mode !== "play" || app.silent || !app.kind.asksLive;
    const state = app.engine?.state ?? "loading";
    const running = state === "stopped" ? "" : app.questions.running;
    const words = {
      loading: `Python is loading${app.loading ? ` (${app.loading})` : ""}; you can already draw. ${running}`.trim(),
      ready: "",
      busy: running,
      stopped: unreachable() ? "" : app.engine?.failure ? `${app.engine.failure.message}. You can go on drawing.` : "The engine is restarting.",
    };
    const engine = app.engine
      ? (words[/** @type {"ready"} */ (state)] ?? "")
      : document.documentElement.dataset.engine === "stopped"
        ? "There is no engine."
        : words.loading;
    by("engine-state").textContent = engine;
    const failed = Boolean(app.engine?.failure) && !unreachable();
    stop.hidden = !failed && !(running && state === "busy");
    stop.textContent = failed ? "Try again" : "Stop";
    by("engine").hidden = !engine && stop.hidden;
    const look = JSON.stringify([told, told.actions?.map((x) => x[0])]);
    if (look === drawn) return;
    drawn = look;
    card.dataset.tone = told.tone;
    by("verdict-sign").replaceChildren(glyph(told.sign));
    by("verdict").textContent = told.head;
    by("verdict-more").replaceChildren(...(told.more ? [sentence(app, told.more)] : []));
    by("verdict-actions").replaceChildren(
      ...(told.actions ?? []).map(([id, text, act]) => h("button", { "data-act": id, onclick: act }, text)),
    );
  }

  return { render };
}

/** Whether nothing was marked since the board was opened. @param {import("./types.js").Doc} doc */
function isBlank({ puzzle, marks, drawing }) {
  const kind = kindOf(puzzle);
  const blank = { ...kind.blank(...kind.size(puzzle)), name: puzzle.name };
  return JSON.stringify([blank, {}, {}]) === JSON.stringify([{ ...puzzle, name: puzzle.name }, marks, drawing]);
}

/** Whether the player's board is the solution, according to the engine's answer. @param {App} app */
function isSolved(app) {
  const { doc, kind, live } = app;
  if (live?.status !== "unique" || app.mode !== "play") return false;
  const marks = merged(doc.marks, doc.trial);
  const truth = app.layers().forced;
  if (!Object.keys(marks).length) return false;
  const cells = kind.gesture !== "bridge" && kind.gesture !== "edge";
  const none = kind.signs?.includes("0") ? ["", "o", "x"] : ["", "o", "x", "0"]; // where 0 is written, it is needed
  for (const [name, sign] of truth) {
    if (kind.framed?.(doc.puzzle, name)) continue;
    if (cells && kind.fixed(doc.puzzle, /** @type {any} */ (name.split(",").map(Number)))) continue;
    const mark = kind.gesture === "bridge" ? String(fewest(marks[name] ?? "")) : (marks[name] ?? "");
    if (none.includes(sign) ? !none.includes(mark) : mark !== sign) return false;
  }
  return truth.size > 0;
}
