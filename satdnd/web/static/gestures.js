/** What strokes and typing do on the board: marking, drawing, building bridges, drawing lines, sliding pieces. */

import { built, ends, neighbour, over } from "./bridges.js";
import { inCell } from "./divisions.js";
import { emptied, markAt, recounted, withCandidate, withDrawn, withMark, withValue } from "./docs.js";
import { key } from "./dom.js";
import { BORDER, besideEdge } from "./drawn-borders.js";
import { borders, clicked, nearest, nodeAt, placeOf, reached, stroked, way as wayBetween } from "./lines.js";
import { paints } from "./marks.js";
import { boxOf, slid } from "./slides.js";

/** @import { Cell, Doc } from "./types.js" */
/** @import { App } from "./app.js" */
/** @import { Point } from "./lines.js" */

/** The distance, in cells, from a side within which a click means the line there, if cells may be shaded. */
const BESIDE = 0.25;
/** The same if cells are not shaded: a click near the centre only selects the cell. */
const NEAR = 0.4;
/** The same where the middle of a cell is tinted. */
const TINTED = 0.3;

/** @param {App} app */
export function gestures(app) {
  /** Applies the stroke to another cell. @type {((doc: Doc, cell: Cell) => Doc) | null} */
  let paint = null;
  /** @type {{from: Cell, how: string, at: Cell, doc: Doc} | null} */
  let drag = null;
  /** A stroke along lines: its start, the last point between lines, and what it draws.
   * @type {{begin: Point, node: Point, sign: string | null} | null} */
  let line = null;
  let begun = false;
  let typedAt = "";
  let typedWhen = 0;

  const apply = (/** @type {Cell} */ cell) => {
    if (!paint) return;
    const doc = paint(app.doc, cell);
    if (doc === app.doc) return;
    app.change(doc, { same: begun });
    begun = true;
  };

  /** Play: the sign after a click on this cell. @param {Cell} cell @param {string} how */
  const next = (cell, how) => {
    const { signs, tints } = app.kind;
    const [first, second] = tints ?? (app.swapped ? [...signs].reverse() : signs);
    const now = markAt(app.doc, key(cell));
    if (how === "touch" || (tints && how === "primary")) return now === "" ? first : now === first ? (second ?? "") : "";
    const wanted = how === "primary" ? first : (second ?? "");
    return now === wanted ? "" : wanted;
  };

  /** @param {Cell} cell @param {string} how */
  function startPlay(cell, how) {
    const { kind, doc } = app;
    if (kind.typed && how === "secondary") app.change(withMark(doc, key(cell), ""));
    if (kind.tints) app.change(withMark(doc, key(cell), next(cell, how)));
    if (kind.typed || !paints(kind)) return;
    /** @type {{from: string, sign: string} | null} */
    let change = null;
    paint = (state, at) => {
      if (kind.fixed(state.puzzle, at)) return state;
      // the first free cell decides; a drag changes only cells that look like it, so it never destroys other marks
      const from = markAt(state, key(at));
      change ??= { from, sign: next(at, how) };
      return from === change.from ? withMark(state, key(at), change.sign) : state;
    };
    apply(cell);
  }

  /** @param {Cell} cell @param {string} how @param {Point} [point] */
  function startSet(cell, how, point) {
    const { kind, doc } = app;
    const tool = (point && kind.nearest?.(cell, point)) ?? app.tool;
    if (app.tools.some((x) => x.text)) {
      if (how === "secondary" || how === "hold") app.changePuzzle(kind.put(doc.puzzle, cell, "", false, tool));
      return;
    }
    if (!app.tools.length) return;
    const other = how === "secondary" || how === "hold";
    if (doc.follow && (tool === "wall" || tool === "open")) {
      const wall = doc.drawing[key(cell)] === "#";
      const sign = other || tool === "open" || wall ? "" : "#";
      paint = (state, at) => withDrawn(state, at, sign);
    } else {
      const on = !other && !kind.has(doc.puzzle, cell, tool);
      const single = tool !== "wall" && tool !== "open";
      paint = (state, at) => {
        if (single && key(at) !== key(cell)) return state;
        const put = { ...state, puzzle: kind.put(state.puzzle, at, tool, on) };
        if (put.puzzle === state.puzzle) return state;
        return state.follow ? recounted(put, at) : put;
      };
    }
    apply(cell);
  }

  /** One more bridge at a place, none after two; or the mark for no bridge. @param {string} place @param {string} how */
  const bridge = (place, how) => app.change(withMark(app.doc, place, built(markAt(app.doc, place), how)));

  /** Slide the piece at *from* by one cell. @param {Cell} from @param {Cell} step */
  function slide(from, step) {
    const { doc } = app;
    const box = boxOf(doc.puzzle, doc.marks);
    const letter = box[from[0]]?.[from[1]];
    const moved = letter && letter !== "." ? slid(box, letter, step[0], step[1]) : null;
    if (!moved) return false;
    // count a move in the puzzle's metric: continuing a slide, or the same piece, counts once
    const last = doc.marks.last ?? "";
    const metric = doc.puzzle.metric ?? "step";
    const on = metric === "move" ? last.split(" ")[0] === letter : metric === "slide" && last === `${letter} ${step}`;
    const moves = String(Number(doc.marks.moves ?? 0) + (on ? 0 : 1));
    app.change({ ...doc, marks: { box: moved.join("/"), moves, last: `${letter} ${step}` } });
    return true;
  }

  /** The lines that strokes draw; undefined if they draw none. */
  const lines = () => (app.mode === "play" ? app.kind.lines : app.kind.borders && app.tool === BORDER.id ? borders : undefined);
  const fine = () => Boolean(lines());
  const size = () => app.kind.size(app.doc.puzzle);

  /** Whether an end of a line is a cell that no line enters, or a border would be at the frame. @param {string} name */
  const barred = (name) => {
    if (app.kind.framed?.(app.doc.puzzle, name)) return true;
    if (app.mode === "set") return !besideEdge(name);
    const { cell, other } = placeOf(name);
    return Boolean(other) && [cell, other].some((end) => app.kind.fixed(app.doc.puzzle, /** @type {Cell} */ (end)));
  };

  /** The state of a line: a mark in play, a border of the puzzle in set mode. @param {Doc} doc @param {string} name */
  const lineAt = (doc, name) =>
    app.mode === "play" ? markAt(doc, name) : app.kind.borders?.has(doc, name) ? "-" : "";

  /** @param {Doc} doc @param {string} name @param {string} sign @returns {Doc} */
  const withLine = (doc, name, sign) =>
    app.mode === "play" || !app.kind.borders
      ? withMark(doc, name, sign)
      : app.kind.borders.put(doc, name, sign === "-");

  /** Set one line: present, absent, or unknown. @param {string | undefined} name @param {string} how */
  function tick(name, how) {
    if (!name || barred(name)) return;
    if (app.mode === "set" && app.kind.borders && "turned" in app.kind.borders)
      return app.changePuzzle(app.kind.borders.turned(app.doc.puzzle, name));
    const next = app.mode === "play" ? clicked : stroked; // a border is there or not
    app.change(withLine(app.doc, name, next(lineAt(app.doc, name), how)));
  }

  /** A click: the line near it, or the cell if cells are shaded. @param {Cell} cell @param {Point} point @param {string} how */
  function clickAt(cell, point, how) {
    const [{ kind, mode }, along] = [app, lines()];
    const most = paints(kind) || mode === "set" ? BESIDE : kind.tints ? TINTED : NEAR;
    const name = along && nearest(along, size(), cell, point, most);
    if (name && !barred(name)) tick(name, how);
    else if (mode === "play" && (!along || kind.tints || paints(kind))) startPlay(cell, how);
  }

  /** A stroke along lines reaches a point: draw the lines from the last node to it. @param {Point} point @param {string} how */
  function draw(point, how) {
    const along = lines();
    const node = along && reached(along, size(), point);
    if (!line || !along || !node) return;
    let { doc } = app;
    for (const name of wayBetween(along, size(), line.node, node).filter((x) => !barred(x))) {
      line.sign ??= stroked(lineAt(doc, name), how);
      doc = withLine(doc, name, line.sign);
    }
    line.node = node;
    if (doc === app.doc) return;
    app.change(doc, { same: begun });
    begun = true;
  }

  /** A stroke from cell to cell: the rectangle between them, instead of the one before. @param {Cell} cell */
  function box(cell) {
    if (!drag || !app.kind.boxed || key(cell) === key(drag.at)) return;
    const { doc } = drag;
    const made = app.kind.boxed((name) => markAt(doc, name), size(), drag.from, cell, drag.how === "secondary");
    const free = made.filter(([name]) => !barred(name));
    app.change(free.reduce((state, [name, sign]) => withMark(state, name, sign), doc), { same: begun });
    drag.at = cell;
    begun = true;
  }

  /** @param {Cell} cell @param {string} how @param {Point} [point] @param {boolean} [more] in addition to the selected cells */
  function start(cell, how, point, more = false) {
    paint = null;
    typedAt = "";
    app.choose(cell, app.choosing && (more || how === "hold"));
    const along = lines();
    line = point && along ? { begin: point, node: nodeAt(along, size(), point), sign: null } : null;
    begun = false;
    drag = { from: cell, how, at: cell, doc: app.doc };
    app.say("");
    if (line) return;
    if (app.mode === "set") startSet(cell, how, point);
    else startPlay(cell, how);
  }

  /** @param {Cell} cell @param {Point} [point] */
  function onward(cell, point) {
    if (!drag) return;
    if (line && app.kind.boxed && inCell(line.begin)) return box(cell);
    if (line) {
      if (point) draw(point, drag.how);
      return;
    }
    if (app.mode === "play" && app.kind.gesture === "slide") {
      const step = /** @type {Cell} */ ([Math.sign(cell[0] - drag.at[0]), Math.sign(cell[1] - drag.at[1])]);
      const way = /** @type {Cell} */ (
        Math.abs(cell[0] - drag.at[0]) >= Math.abs(cell[1] - drag.at[1]) ? [step[0], 0] : [0, step[1]]
      );
      if (slide(drag.at, way)) drag.at = [drag.at[0] + way[0], drag.at[1] + way[1]];
      return;
    }
    drag.at = cell;
    if (app.choosing) return app.choose(cell, true);
    if (app.mode === "set" && app.kind.join) {
      const joined = app.kind.join(app.doc.puzzle, app.doc.marks, drag.from, cell, app.tool);
      if (joined) {
        app.change({ ...app.doc, puzzle: joined }, { same: begun });
        begun = true;
      }
      return;
    }
    apply(cell);
  }

  /** @param {Cell | null} cell */
  function end(cell) {
    const [done, drawn] = [drag, line];
    drag = line = null;
    paint = null;
    if (done && drawn && cell && drawn.sign === null && !begun && key(cell) === key(done.from))
      return clickAt(cell, drawn.begin, done.how);
    if (!done || !cell || app.mode !== "play" || app.kind.gesture !== "bridge") return;
    const [r, c] = [cell[0] - done.from[0], cell[1] - done.from[1]];
    const { puzzle } = app.doc;
    if (!r && !c) {
      const places = app.kind.fixed(puzzle, cell) ? [] : over(app.kind, puzzle, cell);
      const marked = places.find((place) => markAt(app.doc, place));
      if (places.length) bridge(marked ?? places[0], done.how);
      return;
    }
    const way = Math.abs(r) > Math.abs(c) ? [Math.sign(r), 0] : [0, Math.sign(c)];
    const from = app.kind.fixed(puzzle, done.from) ? done.from : neighbour(app.kind, puzzle, done.from, -way[0], -way[1]);
    const to = from && neighbour(app.kind, puzzle, from, way[0], way[1]);
    if (from && to) bridge(ends(from, to), done.how);
  }

  function cancel() {
    drag = line = null;
    paint = null;
    if (begun) app.takeBack();
    begun = false;
  }

  /** The selected cells without a clue. */
  const blanks = () => app.together.filter((cell) => !app.kind.fixed(app.doc.puzzle, cell)).map(key);

  /** Enter a value into the selected cells, or toggle it as a candidate. @param {string} value @param {boolean} [small] */
  function enter(value, small = app.small) {
    const put = (/** @type {Doc} */ doc, /** @type {string} */ name) => (app.settings.tidy ? withValue : withMark)(doc, name, value);
    app.change(small ? withCandidate(app.doc, blanks(), value) : blanks().reduce(put, app.doc));
  }

  /** @param {Cell} cell @param {string} typed @param {number} [patience] between digits of one number @returns {boolean} */
  function type(cell, typed, patience = 1200) {
    const { kind, doc } = app;
    const name = key(cell);
    const fresh = typedAt !== name || performance.now() - typedWhen > patience;
    if (app.mode === "set") {
      const puzzle = kind.type?.(doc.puzzle, cell, typed, fresh, app.tool) ?? null;
      if (!puzzle) return false;
      [typedAt, typedWhen] = [name, performance.now()];
      app.changePuzzle(puzzle, { same: !fresh });
      return true;
    }
    if (!kind.typed) {
      const sign = /^\d$/.test(typed) && kind.signs.includes(typed) && !kind.fixed(doc.puzzle, cell);
      if (sign) app.change(withMark(doc, name, typed));
      return sign;
    }
    if (!blanks().length) return false;
    const values = kind.values?.(doc.puzzle) ?? [];
    const whole = (fresh ? "" : markAt(doc, name)) + typed.toUpperCase();
    const value = values.includes(whole) ? whole : typed.toUpperCase();
    if (!values.includes(value)) return false;
    if (!app.small) [typedAt, typedWhen] = [name, performance.now()];
    enter(value);
    return true;
  }

  /** @param {Cell} cell */
  function erase(cell) {
    const { kind, doc } = app;
    typedAt = "";
    const along = app.mode === "play" ? lines() : undefined;
    if (along) {
      const names = [key(cell), ...Object.values(along.around(size(), cell))].filter((name) => markAt(doc, name));
      app.change(names.reduce((state, name) => withMark(state, name, ""), doc));
    } else if (app.mode === "play") app.change(app.together.map(key).reduce(emptied, doc));
    else if (app.drawing) app.change(recounted({ ...doc, puzzle: kind.put(doc.puzzle, cell, "", false) }, cell));
    else app.changePuzzle(kind.put(doc.puzzle, cell, "", false, app.tool));
  }

  /** Draw, build or slide from a cell to the next one. @param {Cell} cell @param {Cell} way @returns {boolean} whether that means anything here */
  function towards(cell, way) {
    const { kind, mode } = app;
    if (mode === "play" && kind.gesture === "slide") {
      if (slide(cell, way)) app.setFocus([cell[0] + way[0], cell[1] + way[1]]);
      return true;
    }
    if (mode === "play" && kind.gesture === "bridge") {
      const to = kind.fixed(app.doc.puzzle, cell) && neighbour(kind, app.doc.puzzle, cell, way[0], way[1]);
      if (to) bridge(ends(cell, to), "primary");
      return true;
    }
    const along = mode === "set" && kind.borders ? borders : lines();
    const side = way[0] < 0 ? "n" : way[0] > 0 ? "s" : way[1] < 0 ? "w" : "e";
    if (along) tick(along.around(size(), cell)[side], "primary");
    return Boolean(along);
  }

  /** The next digit begins a new number. */
  const endNumber = () => void (typedWhen = 0);

  /** A click without a pointer. @param {Cell} cell @param {string} how */
  function click(cell, how) {
    start(cell, how);
    end(app.kind.gesture === "bridge" ? cell : null);
  }

  return { start, over: onward, end, cancel, fine, type, endNumber, enter, erase, blanks, towards, click };
}
