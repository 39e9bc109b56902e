/**
 * The time played, and, if the player wishes, the times of all solved puzzles. They are stored in this browser and leave
 * it only as a file that the player saves; `docs/using-the-editor.md` describes its lines.
 */

import { by, counted, download, h } from "./dom.js";
import { keep, kept, record } from "./kept.js";
import { VIEW } from "./view.js";
import { upper } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Marks } from "./types.js" */

const [CLOCK, WISH, MARKS, TIMES] = [`satdnd.clock${VIEW}`, "satdnd.times.wish", "satdnd.times.marks", "satdnd.times"];
/** Engine operations that count as help. */
const HELPS = ["hint", "why", "follows", "check", "two", "moves"];
/** The time limit for a grade, in seconds. */
const GRADING = 60;

/** Whether what is marked when is kept as well: only if both were asked for. */
const keepsMarks = () => kept(WISH, "no") === "yes" && kept(MARKS, "no") === "yes";

/** A key for a puzzle, without its name and source. @param {import("./types.js").Puzzle} puzzle */
export const nameless = ({ name, source, ...puzzle }) => puzzle;

/** By puzzle: a promise of its grade. @type {WeakMap<import("./types.js").Puzzle, Promise<any>>} */
const GRADES = new WeakMap();

/** The grade of a puzzle that was solved, and its minutes, if found in time. @param {App} app @param {import("./types.js").Puzzle} puzzle @returns {Promise<{grade?: string, minutes?: number[]}>} */
export function gradeOf(app, puzzle) {
  const task = { operation: "rate", puzzle, options: { timeout: GRADING }, arguments: {} };
  const grade = GRADES.get(puzzle) ?? app.questions.request(task, { doing: "Grading the puzzles you solved" });
  GRADES.set(puzzle, grade);
  return grade;
}

/** Minutes and seconds. @param {number} seconds */
export const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * The marks that differ; "" for one that is gone.
 * @param {Marks} before @param {Marks} after
 */
function changes(before, after) {
  const names = Object.keys({ ...before, ...after }).filter((name) => (before[name] ?? "") !== (after[name] ?? ""));
  return Object.fromEntries(names.map((name) => [name, after[name] ?? ""]));
}

/** Seconds of play, the helps used and, if the player wishes, what was marked when; they continue after a reload with the same puzzle. */
export class Clock {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.of = app.doc.puzzle;
    /** @type {{puzzle: string, seconds: number, helps: Record<string, number>, noted: boolean, marks?: [number, Marks][]}} marks: only if they are known from the first one on */
    this.state = this.begun();
    const before = VIEW === "embed" ? null : record(CLOCK);
    if (before?.puzzle === this.state.puzzle) this.state = before;
    /** The board at the last change. @type {Marks} */
    this.board = this.state.marks ? this.marked : {};
    /** The element that shows the time. */
    this.draw = () => {};
    setInterval(() => this.tick(), 1000);
  }

  /** From the start, or as it was left. */
  begun() {
    return { puzzle: JSON.stringify(nameless(this.of)), seconds: 0, helps: {}, noted: false, ...this.app.library.find(this.of)?.played };
  }

  /** The player's marks, and those of a trial over them. @returns {Marks} */
  get marked() {
    return { ...this.app.doc.marks, ...this.app.doc.trial };
  }

  /** Note what changed on the board; another puzzle starts its own time. */
  follow() {
    const { puzzle } = this.app.doc;
    if (puzzle !== this.of) {
      this.of = puzzle;
      const state = this.begun();
      if (state.puzzle !== this.state.puzzle) this.state = state;
    }
    this.followMarks();
  }

  followMarks() {
    const { state, marked } = this;
    if (!keepsMarks()) delete state.marks;
    else if (!state.marks && !Object.values(marked).some(Boolean)) [state.marks, this.board] = [[], {}];
    if (!state.marks || state.noted || this.app.mode !== "play") return;
    const changed = changes(this.board, marked);
    if (Object.keys(changed).length) state.marks.push([state.seconds, changed]);
    this.board = marked;
  }

  /** Pause while the page is hidden. */
  tick() {
    const { app } = this;
    if (app.mode !== "play" || document.hidden || app.solved || app.live?.status === "unsolvable") return;
    this.state.seconds++;
    this.draw();
  }

  /** Count a help. @param {string} what */
  help(what) {
    const { helps } = this.state;
    if (this.app.mode === "play" && !this.app.solved) helps[what] = (helps[what] ?? 0) + 1;
  }

  /** Count an engine operation if it is a help. @param {string} operation */
  asked(operation) {
    if (HELPS.includes(operation)) this.help(operation);
  }

  save() {
    if (VIEW !== "embed") keep(CLOCK, JSON.stringify(this.state));
  }

  get text() {
    return inMinutes(this.state.seconds);
  }
}

/** @param {App} app */
export function times(app) {
  const wish = h("input", { type: "checkbox", id: "times-wish", onchange: () => change(wish.checked ? "yes" : "no") });
  const moves = h("input", { type: "checkbox", id: "times-marks", onchange: () => change(moves.checked ? "yes" : "no", MARKS) });
  const save = h("button", { id: "times-save", onclick: () => download("satdnd-times.jsonl", kept(TIMES, ""), "application/jsonl") });
  const clear = h("button", { id: "times-clear", onclick: () => forget() }, "Delete them");
  const panel = h(
    "details.card",
    { id: "times" },
    h("summary", {}, h("h2", {}, "Solving times")),
    h("p.small", {}, "For each puzzle that you solve, this browser keeps one line: the puzzle, your time, the help you used and the date. Nothing is sent anywhere; you can save the lines as a file."),
    h("label.check", {}, wish, h("span", {}, "Keep my solving times")),
    h("label.check", {}, moves, h("span", {}, "And what I marked when, from the next empty board on")),
    h("div.buttons", {}, save, clear),
  );
  by("panels").append(panel);

  const lines = () => kept(TIMES, "").split("\n").filter(Boolean);

  /** @param {string} wanted @param {string} [what] */
  function change(wanted, what = WISH) {
    keep(what, wanted);
    app.clock.followMarks();
    render();
  }

  /** Asked for confirmation, as it cannot be undone. */
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

  /** Record a solved puzzle, with its grade if found in time. */
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
      minutes: null,
      date: new Date().toISOString().slice(0, 10),
      ...(state.marks && { marks: state.marks }),
    };
    const written = `${JSON.stringify(line)}\n`;
    keep(TIMES, kept(TIMES, "") + written);
    app.clock.save();
    render();
    const { grade, minutes } = await gradeOf(app, puzzle);
    if (!grade || !minutes) return;
    keep(TIMES, kept(TIMES, "").replace(written, () => `${JSON.stringify({ ...line, grade, minutes: minutes[1] })}\n`));
  }

  function render() {
    const on = kept(WISH, "no") === "yes";
    if (on && app.solved && app.kind.asksLive && app.clock.state.seconds && !app.clock.state.noted) void note();
    const number = lines().length;
    wish.checked = on;
    moves.checked = on && kept(MARKS, "no") === "yes";
    moves.disabled = !on;
    save.textContent = `Save as a file (${counted(number, "puzzle")})`;
    save.hidden = clear.hidden = !number;
    panel.hidden = app.mode === "set" || !app.kind.asksLive;
  }

  return { render };
}
