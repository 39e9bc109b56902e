/**
 * How long a puzzle is played, and, where the player wishes, the times of all that were solved. They are kept in this
 * browser and leave it only as a file that the player saves; `docs/using-the-editor.md` describes its lines.
 */

import { by, counted, download, h } from "./dom.js";
import { keep, kept, record } from "./kept.js";
import { VIEW } from "./view.js";
import { upper } from "./words.js";

/** @typedef {import("./app.js").App} App */

const [CLOCK, WISH, TIMES] = [`satdnd.clock${VIEW}`, "satdnd.times.wish", "satdnd.times"];
/** Questions to the engine that help a player. */
const HELPS = ["hint", "why", "check", "two", "moves"];
/** Seconds that a grade may take. */
const GRADING = 60;

/** Whatever it is called, and wherever it is from. @param {import("./types.js").Puzzle} puzzle */
const nameless = ({ name, source, ...puzzle }) => puzzle;

/** Seconds of play, and the helps that were asked for; they go on where they were when the puzzle is loaded again. */
export class Clock {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.of = app.doc.puzzle;
    /** @type {{puzzle: string, seconds: number, helps: Record<string, number>, noted: boolean}} */
    this.state = this.begun();
    const before = VIEW === "embed" ? null : record(CLOCK);
    if (before?.puzzle === this.state.puzzle) this.state = before;
    /** What shows it. */
    this.draw = () => {};
    setInterval(() => this.tick(), 1000);
  }

  begun() {
    return { puzzle: JSON.stringify(nameless(this.of)), seconds: 0, helps: {}, noted: false };
  }

  /** Another puzzle has a time of its own. */
  follow() {
    const { puzzle } = this.app.doc;
    if (puzzle === this.of) return;
    this.of = puzzle;
    const state = this.begun();
    if (state.puzzle !== this.state.puzzle) this.state = state;
  }

  /** The time rests while the page is not seen. */
  tick() {
    const { app } = this;
    if (app.mode !== "play" || document.hidden || app.solved || app.live?.status === "unsolvable") return;
    this.state.seconds++;
    this.draw();
  }

  /** The player asked for help. @param {string} what */
  help(what) {
    const { helps } = this.state;
    if (this.app.mode === "play" && !this.app.solved) helps[what] = (helps[what] ?? 0) + 1;
  }

  /** The engine is asked something. @param {string} operation */
  asked(operation) {
    if (HELPS.includes(operation)) this.help(operation);
  }

  save() {
    if (VIEW !== "embed") keep(CLOCK, JSON.stringify(this.state));
  }

  /** Minutes and seconds. */
  get text() {
    const { seconds } = this.state;
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

/** @param {App} app */
export function times(app) {
  const wish = h("input", { type: "checkbox", id: "times-wish", onchange: () => change(wish.checked ? "yes" : "no") });
  const save = h("button", { id: "times-save", onclick: () => download("satdnd-times.jsonl", kept(TIMES, ""), "application/jsonl") });
  const clear = h("button", { id: "times-clear", onclick: () => forget() }, "Delete them");
  const panel = h(
    "details.card",
    { id: "times" },
    h("summary", {}, h("h2", {}, "Solving times")),
    h("p.small", {}, "For each puzzle that you solve, this browser keeps one line: the puzzle, your time, the help you used and the date. Nothing is sent anywhere; you can save the lines as a file."),
    h("label.check", {}, wish, h("span", {}, "Keep my solving times")),
    h("div.buttons", {}, save, clear),
  );
  by("panels").append(panel);

  const lines = () => kept(TIMES, "").split("\n").filter(Boolean);

  /** @param {string} wanted */
  function change(wanted) {
    keep(WISH, wanted);
    render();
  }

  /** Asked first: it cannot be undone. */
  function forget() {
    const yes = () => {
      keep(TIMES, "");
      app.say("");
      render();
    };
    app.say(
      h("div", {}, h("p", {}, `${upper(counted(lines().length, "solving time"))} will be deleted.`), h("button", { onclick: yes }, "Delete for good")),
    );
  }

  /** The puzzle was just solved: its line, and the grade where it is found in time. */
  async function note() {
    const { state } = app.clock;
    state.noted = true;
    const { puzzle } = app.doc;
    const line = {
      kind: puzzle.kind,
      puzzle: nameless(puzzle),
      seconds: state.seconds,
      helps: state.helps,
      grade: null,
      score: null,
      date: new Date().toISOString().slice(0, 10),
    };
    const written = `${JSON.stringify(line)}\n`;
    keep(TIMES, kept(TIMES, "") + written);
    app.clock.save();
    render();
    const task = { operation: "rate", puzzle, options: { timeout: GRADING }, arguments: {} };
    const { grade, score } = await app.questions.request(task, { doing: "Grading the puzzles you solved" });
    if (!grade) return;
    keep(TIMES, kept(TIMES, "").replace(written, () => `${JSON.stringify({ ...line, grade, score })}\n`));
  }

  function render() {
    const on = kept(WISH, "no") === "yes";
    if (on && app.solved && app.clock.state.seconds && !app.clock.state.noted) void note();
    const number = lines().length;
    wish.checked = on;
    save.textContent = `Save as a file (${counted(number, "puzzle")})`;
    save.hidden = clear.hidden = !number;
    panel.hidden = app.mode === "set" || !app.kind.asksLive;
  }

  return { render };
}
