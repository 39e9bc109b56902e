/** My puzzles: those that this browser keeps, with marks, time and grade, in lists that are played in order. */

import { newDoc } from "./docs.js";
import { whole } from "./history.js";
import { keep, kept } from "./kept.js";
import { unpacked } from "./share.js";
import { gradeOf, nameless } from "./times.js";
import { VIEW } from "./view.js";

/** @import { Doc, Marks, Puzzle } from "./types.js" */
/** @typedef {{seconds: number, helps: Record<string, number>, noted: boolean}} Played the time, and what `Clock` counts */
/**
 * @typedef {Object} Saved a line of a file of puzzles with their states
 * @property {string} id
 * @property {string} list the title of its list; empty for none
 * @property {Puzzle} puzzle
 * @property {Marks} marks
 * @property {Marks} drawing
 * @property {boolean} follow
 * @property {string} mode
 * @property {Played | null} played
 * @property {boolean} solved
 * @property {string | null} [grade] null if it has none that was found in time
 * @property {number} [minutes]
 */

const PLACE = "satdnd.library";

/** By puzzle: what identifies it. @type {WeakMap<Puzzle, string>} */
const NAMES = new WeakMap();

/** What identifies a puzzle, whatever its title. @param {Puzzle} puzzle */
function nameOf(puzzle) {
  const name = NAMES.get(puzzle) ?? JSON.stringify(Object.entries(nameless(puzzle)).sort());
  NAMES.set(puzzle, name);
  return name;
}

/** @param {Puzzle} puzzle @param {Partial<Saved>} [state] @returns {Saved} */
const saved = (puzzle, state) => ({
  ...{ id: String(Math.random()), list: "", marks: {}, drawing: {}, follow: false, mode: "play", played: null, solved: false },
  ...state,
  puzzle,
});

/** The lines of a text that are puzzles, alone or with their states; null if one of them is not. @param {string} text @returns {Saved[] | null} */
export function linesOf(text) {
  try {
    const records = text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    const found = records.map((record) => saved(unpacked(record).puzzle, record.puzzle ? record : {}));
    return found.every((each) => whole({ ...each, trial: null })) ? found : null;
  } catch {
    return null;
  }
}

export class Library {
  /** @param {import("./app.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {Saved[]} */
    this.all = [];
    if (VIEW === "embed") return; // the storage is shared with other pages
    this.read();
    window.addEventListener("storage", (event) => {
      if (event.key !== PLACE) return;
      this.read();
      app.render();
    });
  }

  /** Another tab may have changed the storage. */
  read() {
    this.all = linesOf(kept(PLACE, "")) ?? [];
  }

  /** Whether the browser had space for it. @param {Saved[]} all */
  write(all) {
    this.all = all;
    return keep(PLACE, this.text(all));
  }

  /** A file of puzzles with their states. @param {Saved[]} [all] */
  text(all = this.all) {
    return all.map((each) => `${JSON.stringify(each)}\n`).join("");
  }

  /** What is kept of a puzzle. @param {Puzzle} puzzle */
  find(puzzle) {
    return this.all.find((each) => nameOf(each.puzzle) === nameOf(puzzle));
  }

  /** What is kept of the puzzle on the board, which may have been changed since. */
  get current() {
    const { saved, puzzle } = this.app.doc;
    return this.all.find(({ id }) => id === saved) ?? this.find(puzzle);
  }

  /** The puzzle on the board with the marks that are kept, if it has none of its own. @param {Doc} doc @returns {Doc} */
  resumed(doc) {
    const found = this.find(doc.puzzle);
    if (!found || Object.keys(doc.marks).length) return doc;
    const { id, puzzle, marks, drawing, follow } = found;
    return { ...newDoc(puzzle, follow), marks, drawing, saved: id };
  }

  /** Keep the puzzle on the board. @param {string} [list] */
  keep(list = "") {
    const { app } = this;
    if (!this.current && !this.write([...this.all, saved(app.doc.puzzle, { list })]))
      return app.say("This browser has no room for it. Save it as a file, under Share.", "fault");
    this.follow();
    app.render();
  }

  /** Keep up with the puzzle on the board. */
  follow() {
    const { app } = this;
    if (!this.current) return;
    this.read();
    const found = this.current;
    if (!found) return; // removed in another tab
    const { doc, mode } = app;
    const { seconds, helps, noted } = app.clock.state;
    const played = mode === "play" && app.clock.of === doc.puzzle ? { seconds, helps, noted } : found.played;
    const { puzzle, marks, drawing, follow } = doc;
    const same = nameOf(puzzle) === nameOf(found.puzzle);
    const grade = same ? { grade: found.grade, minutes: found.minutes } : { grade: undefined, minutes: undefined };
    if (doc.saved !== found.id) app.history.amend({ ...doc, saved: found.id });
    const now = { ...found, ...grade, puzzle, marks, drawing, follow, mode, played, solved: app.solved || (same && found.solved) };
    if (JSON.stringify(now) === JSON.stringify(found)) return;
    this.write(this.all.map((each) => (each === found ? now : each)));
    if (now.solved && now.grade === undefined) void this.rate(puzzle);
  }

  /** Find the grade of a puzzle that was solved. @param {Puzzle} puzzle */
  async rate(puzzle) {
    const { grade = null, minutes } = await gradeOf(this.app, puzzle);
    this.change(puzzle, { grade, minutes: minutes?.[1] });
  }

  /** @param {Puzzle} puzzle @param {Partial<Saved>} what */
  change(puzzle, what) {
    this.read();
    const found = this.find(puzzle);
    this.write(this.all.map((each) => (each === found ? { ...each, ...what } : each)));
    this.app.render();
  }

  /** Without some puzzles. @param {Saved[]} gone */
  remove(gone) {
    const names = gone.map(({ id }) => id);
    this.read();
    this.write(this.all.filter(({ id }) => !names.includes(id)));
    this.app.render();
  }

  /** Put a puzzle before the one above it in its list. @param {Saved} one */
  advance(one) {
    const before = this.of(one.list)[this.of(one.list).indexOf(one) - 1];
    if (!before) return;
    const rest = this.all.filter((each) => each !== one);
    this.write(rest.flatMap((each) => (each === before ? [one, each] : [each])));
    this.app.render();
  }

  /** The titles of the lists, in the order of their first puzzles. */
  get titles() {
    return [...new Set(this.all.map((each) => each.list))];
  }

  /** @param {string} title */
  of(title) {
    return this.all.filter((each) => each.list === title);
  }

  /** Add puzzles that are not there yet, under a title or under their own ones, and open the first that is not solved. @param {Saved[]} puzzles @param {string} [title] */
  add(puzzles, title) {
    this.read();
    const listed = title === undefined ? puzzles : puzzles.map((each) => ({ ...each, list: title }));
    const fresh = listed.filter((each, i) => !this.find(each.puzzle) && listed.findIndex((x) => nameOf(x.puzzle) === nameOf(each.puzzle)) === i);
    if (!this.write([...this.all, ...fresh])) this.app.say("This browser has no room for all of these puzzles.", "fault");
    const all = listed.map((each) => this.find(each.puzzle)).filter((each) => each !== undefined);
    const [first] = [...all.filter((each) => !each.solved), ...all];
    if (first) this.open(first);
  }

  /** Add a list from a link. @param {{title: string, puzzles: Puzzle[]}} list */
  arrived({ title, puzzles }) {
    this.add(puzzles.map((puzzle) => saved(puzzle)), title);
  }

  /** Put a puzzle on the board, as it was left. @param {Saved} one */
  open({ puzzle, mode }) {
    this.app.load(newDoc(puzzle), mode);
  }

  /** The puzzle to play after the one on the board, and its number: the next of its list that is not solved, else the first. */
  get next() {
    const { current } = this;
    if (!current?.list) return null;
    const all = this.of(current.list);
    const at = all.indexOf(current);
    const next = [...all.slice(at + 1), ...all.slice(0, at)].find((each) => !each.solved);
    return next ? { next, number: all.indexOf(next) + 1, of: all.length } : null;
  }
}
