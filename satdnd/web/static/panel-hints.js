/** Help: what follows, the next step, reasons for a cell, trials, and checks for mistakes. */

import { by, cellName, glyph, h, key } from "./dom.js";
import { bridgeFrom, taken } from "./bridges.js";
import { markAt, withMark, withValue, withoutCandidate } from "./docs.js";
import { sentence, upper } from "./words.js";
import { merged, paints } from "./marks.js";
import { known } from "./kinds.js";
import { lineFrom, spelled } from "./lines.js";

/** @import { App } from "./app.js" */

/** The sentences of statements. @param {any[]} statements */
const texts = (statements) => statements.map((each) => each.text);

const LEVELS = ["where", "which", "full"];

/** @param {App} app */
export function hints(app) {
  const follows = h("input", {
    type: "checkbox",
    id: "follows",
    onchange: () => {
      if (follows.checked && app.mode === "play" && app.live?.status !== "multiple") return spoils();
      showForced(follows.checked);
    },
  });

  /** @param {boolean} on */
  function showForced(on) {
    if (on) app.clock.help("forced");
    app.showForced = on;
    app.render();
  }

  /** Asked for confirmation: in a puzzle with one solution, everything follows. */
  function spoils() {
    app.render();
    const show = () => {
      app.say("");
      showForced(true);
    };
    app.say(
      h(
        "div",
        {},
        h("p", {}, "The puzzle has one solution, so everything follows."),
        h(
          "div.buttons",
          {},
          h("button", { id: "spoil", onclick: show }, "Show the whole solution"),
          h("button", { onclick: () => app.askHint() }, "Only the next step"),
        ),
      ),
    );
  }

  const why = h(
    "button",
    { id: "why", title: "Why must the chosen cell be what it is? (?)", onclick: () => app.askWhy() },
    "Why this cell?",
  );
  const hint = h(
    "button",
    { id: "hint", title: "The next step that a person can take (H)", onclick: () => app.askHint() },
    "Hint",
  );
  const moves = h(
    "button",
    { id: "moves", title: "The best next move from here", onclick: () => void bestMove() },
    "Next best move",
  );
  const best = h(
    "button",
    { id: "best", onclick: () => void bestBoard() },
    "How many can there be?",
  );
  const check = h(
    "button",
    { id: "check", title: "Is everything right so far?", onclick: () => void judge() },
    "Check",
  );
  const reset = h(
    "button",
    {
      id: "reset",
      title: "Remove all marks (this can be undone)",
      onclick: () => app.change({ ...app.doc, marks: {}, trial: null }),
    },
    "Reset",
  );
  const trial = h(
    "button",
    {
      id: "trial",
      title: "Try something out, then keep it or discard it as a whole",
      onclick: () => app.change({ ...app.doc, trial: {} }),
    },
    "Try",
  );
  const keep = h(
    "button",
    {
      id: "keep",
      title: "The trial becomes part of the board",
      onclick: () => app.change({ ...app.doc, marks: merged(app.doc.marks, app.doc.trial), trial: null }),
    },
    "Keep",
  );
  const discard = h(
    "button",
    {
      id: "discard",
      title: "The board goes back to how it was before the trial",
      onclick: () => app.change({ ...app.doc, trial: null }),
    },
    "Discard",
  );
  const answer = h("div.answer", { id: "reason", "aria-live": "polite" });
  const tick = h(
    "label.check.helps",
    { title: "Cells that are the same in all solutions; hatched ones differ" },
    follows,
    h("span", {}, "Show forced cells"),
  );
  const legend = h("p.legend.helps", { id: "follows-legend" });
  let legendDrawn = "";
  const panel = h(
    "section.card",
    { id: "hints", "aria-label": "Help" },
    h("h2", {}, "Stuck?"),
    tick,
    legend,
    h("div.buttons", {}, hint, h("div.buttons.helps", {}, why, moves, best)),
    answer,
    h("div.buttons.play-only", {}, trial, keep, discard, check, reset),
  );
  by("panels").append(panel);

  /** The answer shown, the level reached, and whether it was requested at once; for a board with mistakes, its
   * record. @type {{step: any, level: number, told: string[], of: any, mode: string, which: string[], whole: boolean, mistake?: any} | null} */
  let shown = null;

  /** The context of an answer, which is hidden when the board or the mode changes. */
  const here = () => ({ of: app.doc, mode: app.mode });

  const given = () => {
    const marks = merged(app.doc.marks, app.doc.trial);
    return app.mode === "play" && Object.keys(marks).length ? { given: app.kind.given(app.doc.puzzle, marks) } : {};
  };

  app.askWhy = async () => {
    if (!app.about?.explains) return app.say("There are no reasons for this kind of puzzle.");
    const doc = app.doc;
    const cell = place();
    if (!cell)
      return app.say(
        app.kind.lines
          ? "First choose a cell with a line that follows."
          : "First choose a cell (on water: the place of a bridge).",
      );
    const record = await app.question("why", { cell, ...given() }, { doing: "Looking for the smallest reason" });
    if (!record || doc !== app.doc) return;
    if (record.status === "invalid" || !record.step) return explainNothing(record);
    present(record.step, 2, [record.where], record.which ?? texts(record.step.reasons), true);
  };

  app.askHint = async () => {
    if (app.about && !app.about.explains) return app.say("There are no steps for this kind of puzzle.");
    const doc = app.doc;
    const record = await app.question("hint", { level: "full", ...given() }, { doing: "Looking for the next step" });
    if (!record || doc !== app.doc) return;
    if (record.status === "invalid" || !record.step) return explainNothing(record);
    present(record.step, 0, [record.where], texts(record.reasons));
  };

  /** The place for `why`: the selected cell, the bridge across it, or one of its lines. @returns {(number | string)[] | null} */
  function place() {
    if (app.kind.lines) {
      const { forced } = app.layers();
      const lines = Object.values(app.kind.lines.around(app.kind.size(app.doc.puzzle), app.focus));
      const follows = [key(app.focus), ...lines].filter((name) => forced.has(name));
      const name = follows.find((name) => !markAt(app.doc, name)) ?? follows[0];
      return name && !app.kind.fixed(app.doc.puzzle, app.focus) ? spelled(name) : null;
    }
    if (app.kind.gesture !== "bridge") return app.focus;
    const forced = [...app.layers().forced.keys()];
    const [r, c] = app.focus;
    const found = forced.find((name) => {
      const [a, b, x, y] = name.split(",").map(Number);
      return a <= r && r <= x && b <= c && c <= y;
    });
    return found ? found.split(",").map(Number) : null;
  }

  /** @param {any} record */
  function explainNothing(record) {
    shown = null;
    draw();
    if (record.status === "invalid") {
      const which = [record.reason, ...texts(record.reasons ?? [])];
      shown = { step: record.step, level: 0, told: [record.where], ...here(), which, whole: false, mistake: record };
      return draw();
    }
    if (record.status === "unsolvable") return app.say("There is no solution: see why above.", "fault");
    app.say(`${upper(record.reason || "nothing more follows from what is on the board")}.`.replace("..", "."));
  }

  /** @param {any} step @param {number} level @param {string[]} where @param {string[]} which @param {boolean} [whole] all levels at once */
  function present(step, level, where, which, whole = false) {
    shown = { step, level, told: where, ...here(), which: which ?? [], whole };
    draw();
  }

  function draw() {
    if (!shown) {
      answer.replaceChildren();
      return;
    }
    const { step, level, told, which, whole, mistake } = shown;
    const last = step ? 2 : 1; // what the puzzle shows needs no argument
    const first = told[0] ?? "";
    const parts = [h("p.level", { "data-level": LEVELS[0] }, h("b", {}, "Where: "), sentence(app, upper(first)))];
    if (level >= 1)
      parts.push(
        h(
          "div.level",
          { "data-level": LEVELS[1] },
          h("b", {}, "Which: "),
          h("ul", {}, ...which.map((reason) => h("li", {}, sentence(app, reason)))),
        ),
      );
    if (level >= 2 && step)
      parts.push(
        h(
          "p.level",
          { "data-level": LEVELS[2], "data-step": JSON.stringify(step) },
          h("b", {}, "Why: "),
          sentence(app, upper(step.text)),
          app.about?.techniques.includes(step.technique) ? h("em", {}, ` [${step.technique}]`) : null,
        ),
      );
    const buttons = h("div.buttons", {});
    if (level < last)
      buttons.append(
        h(
          "button.primary",
          {
            id: "more",
            onclick: () => {
              if (shown) {
                shown.level++;
                draw();
              }
            },
          },
          level ? "Tell me why" : mistake ? "Which mark?" : "Which clues?",
        ),
      );
    if (level >= 2 && !mistake && app.mode === "play")
      buttons.append(
        h("button.primary", { id: "do", title: "Put it on the board", onclick: () => take(step) }, "Put it down"),
      );
    buttons.append(
      h(
        "button",
        {
          id: "done",
          onclick: () => {
            shown = null;
            draw();
            app.point({});
          },
        },
        "Close",
      ),
    );
    // Why shows the reason at once, not where to look
    answer.replaceChildren(...(whole ? [parts[2], parts[1]] : parts), buttons);
    if (getComputedStyle(answer).position === "fixed") by("board").scrollIntoView();
    else answer.scrollIntoView({ block: "nearest" });
    if (mistake) return pointAt(mistake, level);
    const reasons = level ? step.reasons : step.reasons.slice(0, 1);
    const about = new Set(reasons.flatMap((/** @type {any} */ reason) => reason.cells).map(key));
    const lines = app.kind.lines ? step.cells.filter((/** @type {any[]} */ mark) => mark.length > 3) : [];
    app.point({
      about: /** @type {Set<string>} */ (about),
      found: level >= 2 ? bridges(step.cells) : [],
      edges: level >= 2 ? lines.map((/** @type {any[]} */ mark) => lineFrom(mark, "marked")) : [],
      fresh: level >= 2 ? signs(step.cells) : new Map(),
      used: new Set(level >= 2 ? placed(step.known) : []),
      turns: level >= 2 ? turns(step) : new Map(),
    });
  }

  /** The cells that the first argument settles, each with the number of its link. @param {any} step */
  function turns(step) {
    const found = new Map();
    (step.arguments[0]?.turns ?? []).forEach((/** @type {any} */ turn, /** @type {number} */ i) => {
      for (const mark of turn.marks) if (mark.length === 3 && !found.has(key(mark))) found.set(key(mark), i + 1);
    });
    return found;
  }

  /** The levels of a mistake: an area, then the wrong marks and what they contradict. @param {any} mistake @param {number} level */
  function pointAt(mistake, level) {
    if (!level) return app.point({ about: new Set(mistake.about.map(key)) });
    const about = (mistake.reasons ?? []).flatMap((/** @type {any} */ reason) => reason.cells);
    const wrong = mistake.wrong ?? [];
    app.point({ about: new Set(about.map(key)), wrong: new Set(placed(wrong)), found: bridges(wrong) });
  }

  /** The bridges among marks, as links to draw. @param {any[][]} marks */
  const bridges = (marks) => (app.kind.gesture === "bridge" ? marks.map(bridgeFrom) : []);

  /** The keys of the cells and edges of marks. @param {any[][]} marks */
  const placed = (marks) =>
    app.kind.gesture === "bridge" ? [] : marks.map((mark) => mark.slice(0, -1).join(","));

  /** The marks found by a step, by the keys of cells and edges. @param {any[][]} marks */
  function signs(marks) {
    const found = known(app.kind, marks);
    return new Map(placed(marks).map((name) => [name, found.get(name) ?? ""]));
  }

  /** Enter the marks found by a step. @param {any} step */
  function take(step) {
    let doc = app.doc;
    const bridging = app.kind.gesture === "bridge";
    if (bridging) for (const [name, sign] of taken(merged(doc.marks, doc.trial), step.cells)) doc = withMark(doc, name, sign);
    for (const mark of bridging ? [] : step.cells) {
      if (String(mark[2]).startsWith("not ")) doc = withoutCandidate(doc, key(mark), mark[2].slice(4));
      else for (const [name, sign] of known(app.kind, [mark])) doc = (app.settings.tidy ? withValue : withMark)(doc, name, sign);
    }
    shown = null;
    draw();
    app.change(doc);
    app.point({});
  }

  async function judge() {
    const doc = app.doc;
    const marks = merged(doc.marks, doc.trial);
    if (!Object.keys(marks).length) return app.say("There is nothing to check yet.");
    const record = await app.question("check", { given: app.kind.given(doc.puzzle, marks) }, { doing: "Checking" });
    if (!record || doc !== app.doc) return;
    const faulty = (record.faults ?? []).flatMap((/** @type {any} */ fault) => fault.cells);
    app.point({ wrong: new Set([...placed(record.wrong ?? []), ...faulty.map(key)]) });
    if (record.status === "valid") return app.say("Everything is right: this is a solution.", "good");
    if (record.faults?.length)
      return app.say(
        h(
          "span",
          {},
          sentence(app, upper(record.faults[0].message)),
          record.faults.length > 1 ? ` (and ${record.faults.length - 1} more)` : "",
        ),
        "fault",
      );
    if (record.wrong?.length)
      return app.say(upper(`${record.reason || "some marks cannot be right"}. They are marked on the board.`), "fault");
    app.say(upper(`${record.reason || "Everything is right so far"}.`), "good");
  }

  async function bestMove() {
    const doc = app.doc;
    const record = await app.question(
      "moves",
      {},
      { doing: "Looking for the shortest way", options: { timeout: 60 }, puzzle: { ...doc.puzzle, board: app.kind.given(doc.puzzle, doc.marks) } },
    );
    if (!record || doc !== app.doc) return;
    const move = record.move ?? record.moves?.[0];
    if (!move) return app.say(upper(`${record.reason || "There is no way to the goal from here"}.`));
    const [piece, from, to] = move;
    app.point({ about: new Set([key(from)]), fresh: new Map([[key(to), ""]]) });
    app.say(
      h(
        "span",
        {},
        `Piece ${piece} from ${cellName(from)} to ${cellName(to)}; then ${Math.max(0, (record.length ?? 1) - 1)} to go.`,
      ),
    );
  }

  async function bestBoard() {
    const record = await app.question("solve", {}, { doing: "Looking for the best board", options: { timeout: 60 } });
    const solution = record?.solutions?.[0];
    const look = app.kind.best;
    if (!solution || !look) return;
    const put = () => app.change({ ...app.doc, marks: look.marks(solution) });
    const proved = record.status === "solved" ? "and this is proved to be the best" : "the best found so far";
    app.say(
      h("span", {}, `${look.found(solution)}, ${proved}. `, h("button", { onclick: put }, "Show one")),
      "good",
    );
  }

  /** Update the legend of the small signs on the board. */
  function explainSigns() {
    const { kind } = app;
    const several = app.live?.status === "multiple";
    const look = app.showForced ? `${kind.name} ${several}` : "";
    legend.hidden = !look;
    if (look === legendDrawn) return;
    legendDrawn = look;
    const [first, second] = kind.signs;
    const cells = [
      h("span", {}, first === "Q" ? glyph("queen") : h("i.sign.block", {}), `${kind.words[first] ?? first} in every solution`),
      h("span", {}, h("i.sign.ring", {}), `${kind.words[second] ?? second} in every solution`),
    ];
    const entries = kind.typed
      ? [h("span", {}, "Small: the same in every solution")]
      : kind.gesture === "bridge"
        ? [h("span", {}, "Thin lines: bridges in every solution")]
        : kind.lines
          ? [h("span", {}, "Thin lines and small crosses: the same in every solution"), ...(paints(kind) ? cells : [])]
          : cells;
    if (several) entries.push(h("span", {}, h("i.sign.hatch", {}), "not the same in all"));
    legend.replaceChildren(...entries);
  }

  function render() {
    explainSigns();
    if (shown && (shown.of !== app.doc || shown.mode !== app.mode)) {
      shown = null;
      draw();
    }
    follows.checked = app.showForced;
    const explains = app.about ? app.about.explains : app.kind.asksLive;
    tick.hidden = !app.kind.asksLive;
    for (const button of [why, hint]) button.hidden = !explains;
    const forced = app.layers().forced;
    const name = key(app.focus);
    const has =
      app.kind.gesture === "bridge" || app.kind.lines ? place() !== null : forced.has(name) && !app.kind.fixed(app.doc.puzzle, app.focus);
    why.disabled = !has;
    why.textContent = `Why ${cellName(app.focus)}?`;
    why.title = has ? "Why must the chosen cell be what it is? (?)" : "Choose a cell that follows";
    hint.hidden = hint.hidden || app.mode === "set";
    moves.hidden = app.kind.gesture !== "slide" || app.mode === "set";
    best.hidden = !app.kind.best;
    best.title = app.kind.best?.title ?? "";
    const on = Boolean(app.doc.trial);
    trial.hidden = on || app.kind.gesture === "slide";
    keep.hidden = discard.hidden = !on;
    check.hidden = app.kind.gesture === "slide";
    const known_ = ["unique", "multiple"].includes(app.live?.status ?? app.stale?.status ?? "");
    panel.hidden = app.mode === "set" ? !explains || !known_ : app.kind.empty(app.doc.puzzle);
    panel.querySelector("h2").textContent = app.mode === "set" ? "What follows" : "Stuck?";
  }

  return { render };
}
