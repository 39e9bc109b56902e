/** The application: the state of the work, its display, and the questions to the engine. */

import { Board, noLayers, withoutClashes } from "./board.js";
import { arriving, blankDoc, counted, withPuzzle } from "./docs.js";
import { by, cellOf, h, key } from "./dom.js";
import { embedding } from "./embed.js";
import { gestures } from "./gestures.js";
import { History } from "./history.js";
import { listen } from "./input.js";
import { listenToKeys } from "./keys.js";
import { KINDS, kindOf, known } from "./kinds.js";
import { inPieces } from "./lines.js";
import { Library } from "./library.js";
import { Follower } from "./live.js";
import { merged } from "./marks.js";
import { Optimum } from "./optimum.js";
import { files } from "./panel-files.js";
import { hints } from "./panel-hints.js";
import { lists } from "./panel-library.js";
import { proof } from "./panel-proof.js";
import { rules } from "./panel-rules.js";
import { setter } from "./panel-setter.js";
import { settings, switches } from "./panel-settings.js";
import { sharing } from "./panel-share.js";
import { status } from "./panel-status.js";
import { printing } from "./print.js";
import { Questions } from "./questions.js";
import { Reasoning } from "./reasoning.js";
import { keep, kept } from "./kept.js";
import { decode, decodeList, encode } from "./share.js";
import { Clock, times } from "./times.js";
import { toolbar } from "./toolbar.js";
import { ALONE, dailyOf, VIEW, viewOf } from "./view.js";
import { Visits } from "./visits.js";
import { sentence } from "./words.js";

/** @import { Cell, Doc, Layers, Live, Marks, Puzzle } from "./types.js" */

const LIVE_SECONDS = 5;
/** Milliseconds without a change before reasons are prepared, and the most cells for which this is quick. */
const [IDLE, QUICK] = [1500, 150];

export class App {
  /**
   * @param {History | null} history null for a first visit
   * @param {string} mode "play" or "set"
   */
  constructor(history, mode) {
    this.history = history ?? new History(blankDoc(Object.keys(KINDS)[0]));
    this.mode = VIEW ? "play" : mode;
    /** @type {any} */
    this.engine = null;
    /** By kind: the engine's description, or a promise of it. @type {Map<string, any>} */
    this.described = new Map();
    /** @type {Live | null} */
    this.live = null;
    /** @type {Cell} */
    this.focus = [0, 0];
    this.tool = "wall";
    /** The keys of the cells selected together; empty: the focused cell. @type {Set<string>} */
    this.chosen = new Set();
    this.swapped = false;
    /** Whether a cell was chosen, so that equal digits are emphasized. */
    this.picked = false;
    this.settings = settings();
    /** Whether digits are entered as candidates. */
    this.small = false;
    this.showForced = false;
    /** Layers drawn for an answer, to show where to look. @type {Partial<Layers>} */
    this.pointed = {};
    /** A puzzle that is shown while a change is pointed at. @type {Puzzle | null} */
    this.preview = null;
    this.faults = /** @type {{cells: Cell[], message: string}[]} */ ([]);
    /** Aborts the preparation of reasons. */
    this.preparing = new AbortController();
    /** What the engine is loading. */
    this.loading = "";
    this.saving = 0;
    this.warming = 0;
    /** The last puzzle whose reasons were prepared. @type {Puzzle | null} */
    this.warmed = null;
    this.solved = false;
    /** Whether verdict and help are hidden until requested. */
    this.quiet = ALONE || kept("satdnd.quiet", VIEW ? "yes" : "no") === "yes";
    /** The puzzle for which they were requested. @type {Puzzle | null} */
    this.revealed = null;
    /** The last live answer before the current change. @type {Live | null} */
    this.stale = null;
    // what the panels offer each other; each panel sets its own
    this.askWhy = () => {};
    this.askHint = () => {};
    this.showTwo = () => {};
    this.showConflict = () => {};
    this.showRepairs = () => {};
    this.mend = () => {};
    this.example = async () => {};
    this.makeOne = () => {};
    this.replay = async (/** @type {File} */ _file) => {};
    this.generate = async (/** @type {string} */ _name, /** @type {any} */ _recipe, /** @type {any} */ _how = {}) => {};
    this.daily = (/** @type {string} */ _name) => {};

    this.library = new Library(this);
    this.history.amend(this.library.resumed(this.doc));
    this.optimum = new Optimum(this);
    this.clock = new Clock(this);
    this.board = new Board(by("board"), { onCount: (what, index, text) => this.typeCount(what, index, text) });
    this.questions = new Questions(this);
    this.question = this.questions.question.bind(this.questions);
    this.reasoning = new Reasoning(this);
    this.follower = new Follower(
      (task, signal) => this.questions.request(task, { signal }),
      (live) => this.learn(live),
    );
    this.gestures = gestures(this);
    /** @type {{render: () => void}[]} */
    this.parts = [
      toolbar(this),
      status(this),
      hints(this),
      setter(this),
      proof(this),
      rules(this),
      lists(this),
      switches(this),
      times(this),
      files(this),
      sharing(this),
      printing(this),
      embedding(this),
    ];
    listen(by("board"), {
      ...this.gestures,
      focus: (cell) => this.setFocus(cell),
      size: () => this.kind.size(this.doc.puzzle),
    });
    listenToKeys(this);
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      event.preventDefault(); // the address contains the puzzle
      this.board.focus(this.focus);
    });
    this.visits = new Visits(this);
    History.others((doc) => this.elsewhere(doc));
    window.addEventListener("hashchange", () => void this.addressChanged());
    window.addEventListener("resize", () => this.board.measure());
    window.addEventListener("pagehide", () => {
      this.history.save();
      this.library.follow();
      this.clock.save();
    });
    this.address = location.hash;
    this.render();
    this.ask();
    if (history) this.save();
  }

  get doc() {
    return this.history.doc;
  }

  get kind() {
    return kindOf(this.doc.puzzle);
  }

  /** The cells that a digit is entered into. @returns {Cell[]} */
  get together() {
    return this.chosen.size ? [...this.chosen].map(cellOf) : [this.focus];
  }

  /** Whether several cells can be selected, to receive the same digits. */
  get choosing() {
    return this.mode === "play" && Boolean(this.kind.typed);
  }

  /** The tools of set mode. */
  get tools() {
    return this.mode === "set" ? this.kind.tools(this.doc.puzzle, this.doc.follow) : [];
  }

  /** The engine's description of this kind; null if not known yet. */
  get about() {
    return this.described.get(this.doc.puzzle.kind) ?? null;
  }

  /** Whether few enough cells differ to show them. */
  get fewDiffer() {
    const [height, width] = this.kind.size(this.doc.puzzle);
    return 2 * ((this.live ?? this.stale)?.differing.length ?? 0) <= height * width;
  }

  /** Whether verdict and help are hidden. */
  get silent() {
    return this.quiet && this.mode === "play" && this.revealed !== this.doc.puzzle;
  }

  /** Hide verdict and help of every puzzle until requested, or show them always. @param {boolean} quiet */
  setQuiet(quiet) {
    this.quiet = quiet;
    this.revealed = null;
    this.showForced = false;
    keep("satdnd.quiet", quiet ? "yes" : "no");
    this.point({});
  }

  /** Whether the setter is drawing a solution from which the clues are counted. */
  get drawing() {
    return this.mode === "set" && this.doc.follow;
  }

  // changes

  /**
   * Set a new state of the work.
   * @param {Doc} doc
   * @param {{same?: boolean}} [how] same: part of the current stroke
   */
  change(doc, how = {}) {
    if (doc === this.doc) return;
    const before = this.doc.puzzle;
    const last = this.doc;
    if (how.same) this.history.replace(doc);
    else this.history.push(doc);
    this.arrived(before);
    this.reasoning.changed(last, Boolean(how.same));
  }

  /** Set a puzzle with a changed clue, typed or from a repair. @param {Puzzle} puzzle @param {{same?: boolean, keepDrawing?: boolean}} [how] */
  changePuzzle(puzzle, how = {}) {
    const doc = withPuzzle(this.doc, puzzle);
    this.change(how.keepDrawing ? doc : { ...doc, follow: false }, how);
  }

  /** Put another puzzle on the board; Back returns to this one. @param {Doc} doc @param {string} mode */
  load(doc, mode) {
    if (!ALONE) this.visits.leave();
    this.show(doc, mode);
    if (!ALONE) return;
    this.history = new History(this.doc); // no way back to another puzzle
    this.render();
  }

  /** @param {Doc} doc @param {string} mode */
  show(doc, mode) {
    this.library.follow();
    this.mode = VIEW ? "play" : mode;
    this.focus = [0, 0];
    this.picked = false;
    this.showForced = false;
    this.change(this.library.resumed(doc));
    this.render();
  }

  undo() {
    if (!this.history.canUndo) return;
    const before = this.doc.puzzle;
    this.history.undo();
    this.arrived(before);
  }

  /** Undo the last step, which was not one. */
  takeBack() {
    this.undo();
    this.history.forget();
    this.render();
  }

  redo() {
    if (!this.history.canRedo) return;
    const before = this.doc.puzzle;
    this.history.redo();
    this.arrived(before);
  }

  /** @param {Puzzle} before */
  arrived(before) {
    const other = this.doc.puzzle !== before;
    clearTimeout(this.warming);
    this.preparing.abort();
    this.pointed = {};
    this.preview = null;
    this.questions.dismiss();
    if (other) {
      const live = this.live;
      this.live = null;
      this.faults = [];
      // keep the previous answer on the board until the next one, to avoid flicker
      if (live && before.kind === this.doc.puzzle.kind) this.stale = live;
      const [height, width] = this.kind.size(this.doc.puzzle);
      this.chosen = new Set();
      this.focus = [Math.min(this.focus[0], height - 1), Math.min(this.focus[1], width - 1)];
    }
    this.say("");
    this.render();
    this.ask();
    this.save();
  }

  /** Another tab has the same puzzle with other marks: whoever goes on here should know. @param {Doc} doc */
  elsewhere({ puzzle, marks, trial }) {
    const same = (/** @type {any} */ one, /** @type {any} */ other) => JSON.stringify(one) === JSON.stringify(other);
    if (!same(puzzle, this.doc.puzzle) || same([marks, trial], [this.doc.marks, this.doc.trial])) return;
    const take = h("button", { id: "take", onclick: () => this.change({ ...this.doc, marks, trial }) }, "Take those marks");
    this.say(h("div", {}, h("p", {}, "This puzzle is open in another tab, with other marks."), take));
  }

  save() {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => {
      this.history.save();
      this.library.follow();
      if (!VIEW) keep("satdnd.mode", this.mode, () => sessionStorage);
    }, 150);
    void this.writeAddress();
  }

  async writeAddress() {
    const doc = this.doc;
    if (VIEW === "embed") return;
    if (this.kind.empty(doc.puzzle) && !location.hash) return;
    const hash = await encode(doc.puzzle, {}, VIEW); // without the player's marks, as addresses are copied and sent
    if (doc !== this.doc || hash === location.hash) return;
    this.address = hash;
    history.replaceState(history.state, "", hash);
  }

  /** Open the list of the address, if it has one. */
  async listArrived() {
    try {
      const list = await decodeList(location.hash);
      if (list) this.library.arrived(list);
    } catch (error) {
      this.say(`The address could not be read: ${/** @type {Error} */ (error).message}`, "fault");
    }
  }

  async addressChanged() {
    if (location.hash === this.address) return;
    if (viewOf(location.hash) !== VIEW) return location.reload();
    await this.listArrived();
    try {
      const [shared, daily] = [await decode(location.hash), dailyOf(location.hash)];
      if (!shared && Object.hasOwn(KINDS, daily)) this.daily(daily);
      if (!shared) return;
      const { doc, mode } = arriving(shared.puzzle, shared.marks);
      this.show(doc, mode);
    } catch (error) {
      this.say(`The address could not be read: ${/** @type {Error} */ (error).message}`, "fault");
    }
  }

  /** @param {string} mode */
  setMode(mode) {
    if (mode === this.mode || VIEW) return;
    this.mode = mode;
    this.chosen = new Set();
    this.showForced = false;
    this.pointed = {};
    this.preview = null;
    this.questions.dismiss();
    this.say("");
    this.render();
    this.ask();
    this.save();
  }

  /** @param {Cell} cell @param {boolean} [grab] @param {Set<string>} [chosen] the previous selection, if the cell is in it */
  setFocus(cell, grab = true, chosen = this.chosen.has(key(cell)) ? this.chosen : new Set()) {
    const same = key(cell) === key(this.focus) && chosen.size === this.chosen.size;
    [this.focus, this.chosen] = [cell, chosen];
    if (!same || !this.picked) {
      this.picked = true;
      this.render();
    }
    if (grab && document.activeElement !== this.board.cells.get(key(cell))) this.board.focus(cell);
  }

  /** Select a cell, alone or in addition to the others. @param {Cell} cell @param {boolean} more */
  choose(cell, more) {
    const first = this.board.root.contains(document.activeElement) ? [key(this.focus)] : [];
    const others = this.chosen.size ? this.chosen : first;
    this.setFocus(cell, true, new Set(more ? [...others, key(cell)] : []));
  }

  /** Set a typed count. Returns what is wrong with it, or an empty string. @param {string} what @param {number} index @param {string} text */
  typeCount(what, index, text) {
    if (!this.kind.setCount) return "";
    const puzzle = this.kind.setCount(this.doc.puzzle, what, index, text);
    if (typeof puzzle === "string") return puzzle;
    if (JSON.stringify(puzzle) !== JSON.stringify(this.doc.puzzle)) this.changePuzzle(puzzle);
    return "";
  }

  // questions

  /** @param {any} engine */
  attach(engine) {
    this.engine = engine;
    const told = () => {
      document.documentElement.dataset.engine = engine.state;
      this.render();
    };
    engine.addEventListener("state", told);
    engine.addEventListener("progress", (/** @type {CustomEvent} */ event) => {
      this.loading = event.detail;
      this.parts[1].render();
    });
    told();
    this.ask();
  }

  /** Ask once what a kind supports. @param {string} name */
  async describe(name) {
    if (!this.engine || this.described.has(name)) return;
    this.described.set(name, null);
    const record = await this.questions.request({ operation: "kinds", arguments: { kind: name } });
    if (record.kinds) this.described.set(name, record.kinds[0]);
    else this.described.delete(name);
    this.render();
  }

  /** Ask about the current board. */
  ask() {
    const { doc, kind } = this;
    void this.describe(kind.name);
    const quiet = !kind.asksLive || kind.empty(doc.puzzle);
    if (quiet || !this.engine) {
      this.live = null;
      this.stale = null;
      document.documentElement.dataset.status = "";
      this.follower.changed(null);
      this.render();
      return;
    }
    if (!this.live) document.documentElement.dataset.status = "";
    this.follow(LIVE_SECONDS);
  }

  /** Ask what follows from the board. @param {number} timeout in seconds */
  follow(timeout) {
    const { doc, kind } = this;
    const marks = merged(doc.marks, doc.trial);
    const given = this.mode === "play" && Object.keys(marks).length ? { given: kind.given(doc.puzzle, marks) } : {};
    this.follower.changed({ operation: "live", puzzle: doc.puzzle, options: { timeout }, arguments: given });
  }

  /** @param {Live | null} live */
  learn(live) {
    this.live = live;
    this.stale = null;
    document.documentElement.dataset.status = live?.status ?? "";
    this.render();
    if (live?.status === "unsolvable" && this.drawing) void this.judgeDrawing();
    clearTimeout(this.warming);
    this.warming = window.setTimeout(() => this.warm(), IDLE);
  }

  /** Prepare the reasons in advance, which takes half a second in a browser, so that the first Why is quick. */
  warm() {
    const { doc, kind, live, engine } = this;
    const [height, width] = kind.size(doc.puzzle);
    const follows = live && ["unique", "multiple"].includes(live.status) && [...known(kind, live.forced).keys()];
    const wanted = follows && follows.length && this.about?.explains && doc.puzzle !== this.warmed;
    if (!wanted || height * width > QUICK || engine.state !== "ready") return;
    this.warmed = doc.puzzle;
    const args = { cell: follows[0].split(",").map((x) => (/^\d+$/.test(x) ? Number(x) : x)) };
    this.preparing = new AbortController();
    const task = { operation: "why", puzzle: doc.puzzle, options: {}, arguments: args };
    engine.ask(task, { signal: this.preparing.signal }).catch(() => {});
  }

  /** Ask which rules the drawn board breaks. */
  async judgeDrawing() {
    const { doc, kind } = this;
    const [height, width] = kind.size(doc.puzzle);
    const given = Array.from({ length: height }, (_, r) =>
      Array.from({ length: width }, (_, c) => doc.drawing[key([r, c])] || "o").join(""),
    );
    const record = await this.questions.request({ operation: "check", puzzle: doc.puzzle, options: {}, arguments: { given } });
    if (doc.puzzle !== this.doc.puzzle) return;
    this.faults = record.faults ?? [];
    this.render();
  }

  /** Repeat the question with more time. */
  searchOn() {
    this.follow(20 * LIVE_SECONDS);
  }

  // display

  /**
   * Show a message next to the board; an empty one hides it.
   * @param {string | Node} what
   * @param {string} [tone] "fault", "good"
   */
  say(what, tone = "") {
    const place = by("message");
    place.hidden = !what;
    place.className = `card message ${tone}`;
    place.replaceChildren(typeof what === "string" ? sentence(this, what) : what);
  }

  /** @param {Partial<Layers>} layers @param {Puzzle | null} [preview] */
  point(layers, preview = null) {
    this.pointed = layers;
    this.preview = preview;
    this.render();
  }

  /** @returns {Layers} */
  layers() {
    const { doc, kind } = this;
    const live = this.live ?? this.stale ?? null;
    const knows = live && ["unique", "multiple"].includes(live.status);
    const differing = this.showForced || (this.mode === "set" && this.fewDiffer) ? (live?.differing ?? []) : [];
    const marks = this.mode === "play" ? merged(doc.marks, doc.trial) : this.drawing ? doc.drawing : {};
    return {
      ...noLayers(),
      forced: knows && this.live ? known(kind, live.forced) : new Map(),
      showForced: this.showForced,
      differing: new Set(
        live?.status === "multiple" && kind.gesture !== "bridge" ? differing.map((place) => place.join(",")) : [],
      ),
      about: new Set(
        this.drawing
          ? this.faults
              .slice(0, 1)
              .flatMap((fault) => fault.cells)
              .map(key)
          : [],
      ),
      counts: this.mode === "play" ? this.counts(marks) : null,
      editCounts: this.mode === "set" && !doc.follow,
      focus: this.focus,
      chosen: this.chosen,
      ...this.pointed,
    };
  }

  /** What is left of the counts at the margins; of none that is exceeded if conflicts are not shown. @param {Marks} marks */
  counts(marks) {
    const found = this.kind.counts?.(this.doc.puzzle, marks) ?? null;
    if (!found || this.settings.clashes) return found;
    const calm = (/** @type {import("./types.js").Count[]} */ line) => line.map((x) => (x.over ? { ...x, clue: null } : x));
    return { rows: calm(found.rows), columns: calm(found.columns) };
  }

  render() {
    const { doc, kind } = this;
    // once the clues are no longer counted from it, the drawing remains as a sketch
    const marks = this.mode === "play" ? doc.marks : doc.drawing;
    this.board.words = kind.words;
    by("board").setAttribute("aria-label", `${kind.title}${doc.puzzle.name ? `, ${doc.puzzle.name}` : ""}`);
    document.documentElement.dataset.mode = this.mode;
    document.documentElement.dataset.quiet = this.silent ? "yes" : "no";
    document.documentElement.dataset.kind = kind.name;
    document.documentElement.dataset.trial = String(Boolean(doc.trial));
    const picture = kind.picture(this.preview ?? doc.puzzle, marks, this.mode === "play" ? doc.trial : null);
    if (this.settings.pieces && picture.edges) picture.edges = inPieces(picture.edges);
    const text = picture.tiles[this.focus[0]]?.[this.focus[1]]?.text ?? "";
    const same = this.picked && this.choosing && kind.values?.(doc.puzzle).includes(text) ? text : "";
    const hide = this.mode === "play" && !this.settings.clashes;
    this.board.show(hide ? withoutClashes(picture) : picture, { ...this.layers(), same });
    for (const part of this.parts ?? []) part.render();
  }

  /** @param {any} name @param {number} [height] @param {number} [width] */
  blank(name, height, width) {
    this.load(counted(blankDoc(name, height, width)), kindOf({ kind: name }).asksLive ? "set" : "play");
  }
}
