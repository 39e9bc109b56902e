/** Pictures as elements: an accessible grid, and miniatures that are not interactive. */

import { counted, glyph, h, key, s } from "./dom.js";
import { borders, centres, edgeKey, spoken } from "./lines.js";
import { cages, drawing, signs } from "./overlay.js";

/** @import { Cell, Edge, Layers, Picture, Tile } from "./types.js" */

const WORDS = { wall: "wall", open: "open", unknown: "blank", monster: "monster", treasure: "treasure", room: "room" };
const SIGNS = { "#": "wall", o: "open", Q: "queen" };
const GLYPHS = { monster: "monster", treasure: "treasure" };
/** By text: the symbol that is drawn for it. @type {Record<string, string>} */
const DRAWN = { Q: "queen", "○": "ring", "●": "disc", "╲": "falling", "╱": "rising" };

/** The text of a black cell: a sum down and a sum across. */
const SUMS = /^\d*\\\d*$/;

/** The most columns for which every column number is shown. */
const DENSE = 16;

/** @returns {Layers} */
export function noLayers() {
  const none = () => /** @type {Set<string>} */ (new Set());
  return {
    forced: new Map(),
    showForced: false,
    differing: none(),
    wrong: none(),
    about: none(),
    used: none(),
    fresh: new Map(),
    chosen: none(),
    same: "",
    turns: new Map(),
    found: [],
    edges: [],
    focus: null,
    counts: null,
    editCounts: false,
    coordinates: true,
  };
}

export class Board {
  /**
   * @param {HTMLElement} root the element that becomes the grid
   * @param {{words?: Record<string, string>, onCount?: (what: string, index: number, text: string) => string}} [options] onCount returns what is wrong with a typed count
   */
  constructor(root, options = {}) {
    this.root = root;
    this.options = options;
    this.shape = "";
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<string, string>} */
    this.looks = new Map();
    /** @type {Record<string, HTMLElement[]>} */
    this.heads = { rows: [], columns: [], right: [], bottom: [] };
    /** @type {SVGElement | null} */
    this.overlay = null;
    /** @type {Record<string, string>} */
    this.words = {};
    /** The height and width, in cells, of margins with lists. @type {number[] | null} */
    this.stacked = null;
    /** Whether its cells are small. */
    this.large = false;
    /** Whether the board is larger than its frame. */
    this.overflows = false;
    /** Whether a finger draws on a board that is larger than its frame. */
    this.draws = false;
    /** The lines of the picture, by key. @type {Map<string, Edge>} */
    this.edges = new Map();
    /** The signs between cells, by cell and side. @type {Map<string, string>} */
    this.signs = new Map();
    this.lines = borders;
    /** The word for a line. @type {string | undefined} */
    this.line = undefined;
    /** The cells with a heavy line to the right, or below. @type {Set<string>} */
    this.right = new Set();
    /** @type {Set<string>} */
    this.below = new Set();
    /** Whether screen readers are told these lines. */
    this.spoken = false;
  }

  /**
   * Draw *picture* with *layers* over it; unchanged cells are left alone.
   * @param {Picture} picture
   * @param {Layers} layers
   */
  show(picture, layers) {
    const [height, width] = [picture.tiles.length, picture.tiles[0].length];
    // margins keep their width while runs are typed, as rebuilt fields lose the cursor
    const typing = layers.editCounts && this.root.contains(document.activeElement) && document.activeElement?.matches(".count");
    if (!typing) this.stacked = stack(picture);
    const shape = [
      height,
      width,
      Boolean(picture.top?.length),
      Boolean(picture.right?.length),
      layers.editCounts,
      picture.spaced,
      picture.ruled,
      picture.dotted,
      Boolean(picture.signs ?? picture.cages),
      picture.label,
      picture.margin,
      this.stacked,
    ].join();
    if (shape !== this.shape) {
      this.build(picture, layers);
      this.measure();
    }
    this.shape = shape;
    this.right = new Set((picture.lines_right ?? []).map(key));
    this.below = new Set((picture.lines_below ?? []).map(key));
    this.spoken = Boolean(picture.spoken);
    this.lines = picture.dotted ? borders : centres;
    this.line = picture.line;
    this.signs = new Map((picture.signs ?? []).map(([r, c, side, sign]) => [`${r},${c},${side}`, sign]));
    this.edges = new Map((picture.edges ?? []).map((edge) => [edgeKey(edge), edge]));
    picture.tiles.forEach((row, r) => row.forEach((tile, c) => this.draw(tile, [r, c], layers)));
    if (picture.top?.length) this.margins(picture, layers);
    this.overlay?.replaceChildren(...drawing(picture, layers, this.edges), ...signs(picture.signs ?? []), ...cages(picture.cages ?? []));
  }

  /** @param {Picture} picture @param {Layers} layers */
  build(picture, layers) {
    const [height, width] = [picture.tiles.length, picture.tiles[0].length];
    const counts = Boolean(picture.top?.length);
    const around = Boolean(picture.right?.length); // numbers in place of coordinates
    this.large = width > DENSE;
    this.cells.clear();
    this.looks.clear();
    this.heads = { rows: [], columns: [], right: [], bottom: [] };
    this.root.className = [
      "board",
      picture.ruled && "ruled",
      picture.spaced && "spaced",
      picture.dotted && "dotted",
      (picture.signs ?? picture.cages) && "signed",
      this.stacked && "stacked",
      counts && "counted",
      around && "around",
      this.large && "dense",
      (picture.label ?? "").replaceAll(" ", "-"),
    ]
      .filter(Boolean)
      .join(" ");
    this.root.style.setProperty("--rows", String(height));
    this.root.style.setProperty("--columns", String(width));
    const [down, across] = this.stacked ?? ["", ""];
    this.root.style.setProperty("--head-down", String(down));
    this.root.style.setProperty("--head-across", String(across));
    this.root.setAttribute("aria-rowcount", String(height + 1));
    this.root.setAttribute("aria-colcount", String(width + 1));
    const head = h("div.row.head", { role: "row" }, h("span.corner", { role: "columnheader", "aria-label": "row" }));
    const header = (/** @type {string} */ what, /** @type {number} */ i) => {
      const made = this.header(what, i, counts, layers.editCounts, picture.margin);
      this.heads[what].push(made);
      return made;
    };
    for (let c = 0; c < width; c++) head.append(header("columns", c));
    const rows = [head];
    for (let r = 0; r < height; r++) {
      const line = h("div.row", { role: "row" });
      line.append(header("rows", r));
      for (let c = 0; c < width; c++) {
        const cell = h("div.cell", { role: "gridcell", "data-cell": `${r},${c}`, tabindex: "-1" });
        this.cells.set(key([r, c]), cell);
        line.append(cell);
      }
      if (around) line.append(header("right", r));
      else if (counts) line.append(h("span.coordinate.side", { "aria-hidden": "true" }, this.coordinate(r)));
      rows.push(line);
    }
    if (counts) {
      const foot = h("div.row.foot", around ? { role: "row" } : { "aria-hidden": "true" }, h("span.corner", {}));
      for (let c = 0; c < width; c++)
        foot.append(around ? header("bottom", c) : h("span.coordinate", {}, this.coordinate(c)));
      rows.push(foot);
    }
    this.overlay = /** @type {SVGElement} */ (
      s("svg", { class: picture.label === "bridges" ? "links" : "links edges", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })
    );
    this.root.replaceChildren(...rows, this.overlay);
  }

  /** The label of a row or column; on a large board every fifth has one. @param {number} index */
  coordinate(index) {
    return this.large && index && (index + 1) % 5 ? "" : String(index + 1);
  }

  /** @param {string} what @param {number} index @param {boolean} counts @param {boolean} edit @param {string} [held] the text of the margin */
  header(what, index, counts, edit, held = "walls") {
    const [role, one] = what === "rows" || what === "right" ? ["rowheader", "row"] : ["columnheader", "column"];
    const end = { right: " from the right", bottom: " from the bottom" }[what] ?? "";
    if (!counts) return h("span.coordinate", { role, "aria-label": `${one} ${index + 1}` }, this.coordinate(index));
    if (!edit) return h("span.count", { role, "data-count": `${what},${index}` });
    const below = held === "runs" && what === "columns";
    const input = h(below ? "textarea.count" : "input.count", {
      inputmode: held === "runs" ? "text" : "numeric",
      autocomplete: "off",
      maxlength: held === "runs" ? "200" : "3",
      placeholder: "?",
      "data-count": `${what},${index}`,
      "aria-label": `${held} in ${one} ${index + 1}${end}`,
      title: `${held[0].toUpperCase()}${held.slice(1)} in ${one} ${index + 1}${end}. Empty or ?: unknown.`,
      oninput: () => wrong(this.options.onCount?.(what, index, input.value) ?? ""),
      onfocus: () => input.select(),
      // later, since a click would remove the selection
      onclick: () => setTimeout(() => document.activeElement === input && input.select()),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const next = this.next(what, index, event);
        if (!next && event.key !== "Enter") return;
        event.preventDefault();
        settle();
        (next ?? input).select();
        next?.focus();
      },
      onblur: () => settle(),
    });
    const expected = h("span.expected", { role: "alert" });
    /** @param {string} fault */
    const wrong = (fault) => {
      expected.textContent = fault;
      input.toggleAttribute("aria-invalid", Boolean(fault));
    };
    // restore the valid count after an invalid one
    const settle = () => {
      wrong("");
      input.value = input.dataset.value ?? "";
    };
    return h("span.count", { role, "aria-label": `${one} ${index + 1}${end}` }, input, expected);
  }

  /**
   * The field to which a key leads from a count: Tab and Enter go through all fields, arrows along one side.
   * @param {string} what @param {number} index @param {KeyboardEvent} event
   * @returns {HTMLInputElement | null}
   */
  next(what, index, { key: name, shiftKey, target }) {
    const field = /** @type {HTMLInputElement} */ (target);
    const ahead = what === "rows" || what === "right" ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const through = name === "Tab" || name === "Enter";
    if (!through && !ahead.includes(name)) return null;
    const back = through ? shiftKey : name === ahead[0];
    // within a list of numbers, arrows first move the cursor
    const [from, to, end] = [field.selectionStart, field.selectionEnd, field.value.length];
    const edge = (from === 0 && to === end) || (from === to && from === (back ? 0 : end));
    if (!through && ahead[0] === "ArrowLeft" && !edge) return null;
    const heads = ["columns", "rows", "right", "bottom"].flatMap((side) => this.heads[side]);
    const at = heads.indexOf(this.heads[what][index]) + (back ? -1 : 1);
    const same = through || this.heads[what].includes(heads[at]);
    return same ? (heads[at]?.querySelector("input, textarea") ?? null) : null;
  }

  /** @param {Tile} tile @param {Cell} cell @param {Layers} layers */
  draw(tile, cell, layers) {
    const name = key(cell);
    const element = /** @type {HTMLElement} */ (this.cells.get(name));
    const forced = layers.forced.get(name) ?? "";
    const known = layers.fresh.get(name) || (layers.showForced && forced);
    const ghost = known && !tile.fixed && !tile.mark ? known : "";
    const about = layers.about.has(name) || tile.about;
    const [r, c] = cell;
    const beyond = (/** @type {number} */ a, /** @type {number} */ b) => about && !layers.about.has(key([a, b]));
    const style = tile.style ?? "open";
    const classes = [
      "cell",
      style,
      tile.fixed && "fixed",
      tile.trial && tile.mark && "trial",
      tile.marked && "clash",
      (layers.wrong.has(name) || (tile.marked && !tile.fixed)) && "wrong",
      layers.differing.has(name) && "differs",
      layers.fresh.has(name) && "fresh",
      layers.chosen.has(name) && "chosen",
      (layers.used.has(name) || tile.used) && "used",
      about && "about",
      beyond(r - 1, c) && "about-t",
      beyond(r, c + 1) && "about-r",
      beyond(r + 1, c) && "about-b",
      beyond(r, c - 1) && "about-l",
      this.right.has(name) && "line-r",
      this.below.has(name) && "line-b",
      this.right.has(key([r, c - 1])) && "line-l",
      this.below.has(key([r - 1, c])) && "line-t",
      tile.joinRight && "join-r",
      tile.joinBelow && "join-b",
      tile.joinLeft && "join-l",
      tile.joinAbove && "join-t",
      tile.goal && "goal",
      tile.tint && `tint-${tile.tint}`,
      layers.same && tile.text === layers.same && "same",
      ["unknown", "open", "filled", "clue", "room"].includes(style) && tile.shade && "shaded",
      style === "piece" && `piece-${(tile.shade ?? 0) % 6}`,
      style === "island" && tile.shade && "complete",
      ghost && `ghost ghost-${SIGNS[/** @type {"#"} */ (ghost)] ?? "text"}`,
    ]
      .filter(Boolean)
      .join(" ");
    const turn = !tile.text && !tile.mark && !ghost ? layers.turns.get(name) : undefined;
    const label = this.label(tile, cell, layers, ghost, forced) + (turn ? `, ${turn} in the argument` : "");
    const look = [
      classes,
      tile.text,
      tile.note,
      tile.may?.join(),
      tile.may?.includes(layers.same) && layers.same,
      turn,
      tile.mark,
      forced,
      ghost,
      label,
      layers.focus && key(layers.focus) === name,
    ].join("|");
    if (this.looks.get(name) === look) return;
    this.looks.set(name, look);
    element.className = classes;
    element.dataset.mark = tile.mark ?? "";
    element.dataset.forced = forced;
    element.setAttribute("aria-label", label);
    if (layers.chosen.has(name)) element.setAttribute("aria-selected", "true");
    else element.removeAttribute("aria-selected");
    element.tabIndex = layers.focus && key(layers.focus) === name ? 0 : -1;
    const inside = [];
    if (tile.note) inside.push(h(tile.note.length > 4 ? "span.note.long" : "span.note", {}, tile.note));
    if (GLYPHS[/** @type {"monster"} */ (style)]) inside.push(glyph(GLYPHS[/** @type {"monster"} */ (style)]));
    else if (tile.text && DRAWN[tile.text]) inside.push(glyph(DRAWN[tile.text]));
    else if (tile.text && SUMS.test(tile.text)) inside.push(...sums(tile.text));
    else if (tile.text) inside.push(h(tile.text.length > 2 ? "span.text.long" : "span.text", {}, tile.text));
    if (turn) inside.push(h("span.turn", {}, `${turn})`));
    if (tile.may && !ghost) inside.push(smallDigits(tile.may, layers.same));
    if (ghost && !(ghost in SIGNS)) inside.push(h("span.text", {}, ghost));
    else if (ghost === "Q") inside.push(glyph("queen"));
    element.replaceChildren(...inside);
  }

  /** @param {Tile} tile @param {Cell} cell @param {Layers} layers @param {string} ghost @param {string} forced */
  label(tile, [r, c], layers, ghost, forced) {
    const name = key([r, c]);
    const said = (/** @type {string} */ sign) => this.words[sign] ?? SIGNS[/** @type {"#"} */ (sign)] ?? sign;
    const what =
      tile.word ||
      (tile.text && tile.text !== "Q"
        ? tile.text
        : tile.mark
          ? said(tile.mark)
          : tile.text === "Q"
            ? "queen"
            : this.wordOf(tile));
    return [
      `row ${r + 1}`,
      `column ${c + 1}`,
      what,
      tile.fixed && !["monster", "treasure", "island"].includes(tile.style ?? "") && "given",
      tile.trial && tile.mark && "trial",
      this.spokenLines([r, c]),
      this.spokenBorders([r, c]),
      this.spokenSigns([r, c]),
      tile.tint && tile.text && said(tile.mark ?? ""),
      tile.may && `candidates ${tile.may.filter(Boolean).join(", ")}`,
      tile.marked && "in conflict",
      ghost ? `forced ${said(ghost)}` : layers.showForced && forced && forced === tile.mark && "forced",
      layers.differing.has(name) && "not the same in all solutions",
      layers.wrong.has(name) && "cannot be right",
      layers.about.has(name) && "the rule covers it",
    ]
      .filter(Boolean)
      .join(", ");
  }

  /** What is known of the lines of a cell; empty if the picture has none. @param {Cell} cell */
  spokenLines(cell) {
    const size = /** @type {[number, number]} */ (
      ["--rows", "--columns"].map((name) => Number(this.root.style.getPropertyValue(name)))
    );
    const styleOf = (/** @type {string} */ name) => {
      const edge = this.edges.get(name);
      return edge ? (edge.style ?? "line") : "";
    };
    return this.edges.size ? spoken(this.lines, size, cell, styleOf, this.line) : "";
  }

  /** The heavy lines of a cell: "border above, left"; empty if it has none. @param {Cell} cell */
  spokenBorders([r, c]) {
    if (!this.spoken) return "";
    const { right, below } = this;
    const there = { n: below.has(key([r - 1, c])), e: right.has(key([r, c])), s: below.has(key([r, c])), w: right.has(key([r, c - 1])) };
    const sides = Object.entries(borders.words).filter(([side]) => there[/** @type {"n"} */ (side)]);
    return sides.length ? `border ${sides.map(([, word]) => word).join(", ")}` : "";
  }

  /** What the signs say of a cell: "less than right", "equal to right"; empty if there are none. @param {Cell} cell */
  spokenSigns([r, c]) {
    const beside = { above: [r - 1, c, "s", "∨"], right: [r, c, "e", "<"], below: [r, c, "s", "∧"], left: [r, c - 1, "e", ">"] };
    /** @type {Record<string, string>} */
    const said = { "=": "equal to", "×": "unlike" };
    return Object.entries(beside)
      .map(([word, [row, column, side, less]]) => [word, this.signs.get(`${row},${column},${side}`), less])
      .filter(([, sign]) => sign)
      .map(([word, sign, less]) => `${said[sign ?? ""] ?? (sign === less ? "less than" : "more than")} ${word}`)
      .join(", ");
  }

  /** @param {Tile} tile */
  wordOf(tile) {
    const style = tile.style ?? "open";
    if (style === "wall") return this.words["#"] ?? "wall";
    if (style === "filled" || style === "clue" || this.root.classList.contains("dotted")) return "blank";
    return WORDS[/** @type {"wall"} */ (style)] ?? style;
  }

  /** @param {Picture} picture @param {Layers} layers */
  margins(picture, layers) {
    for (const [what, labels, one, end] of /** @type {["rows" | "columns", string[], string, string][]} */ ([
      ["rows", picture.left ?? [], "row", "left"],
      ["columns", picture.top ?? [], "column", "top"],
      ["right", picture.right ?? [], "row", "right"],
      ["bottom", picture.bottom ?? [], "column", "bottom"],
    ]))
      labels.forEach((label, i) => {
        const head = this.heads[what][i];
        const count = layers.counts?.[what]?.[i];
        const state = !count || count.clue === null ? "" : count.over ? "over" : count.done ? "done" : "";
        const input = /** @type {HTMLInputElement | null} */ (head.querySelector("input, textarea"));
        if (input) {
          const list = what === "columns" && picture.margin === "runs" ? label.replaceAll(" ", "\n") : label;
          const text = label === "?" ? "" : list;
          input.dataset.value = text;
          if (document.activeElement !== input && input.value !== text) input.value = text;
          return;
        }
        if (this.stacked) return this.numbers(head, label, `${one} ${i + 1}`, state, count?.struck);
        if (picture.right) return this.numbers(head, label, `${one} ${i + 1} from the ${end}`, state);
        const begun = count && count.clue !== null && !count.done && count.left !== count.clue;
        const left = count && count.clue !== null && !count.done ? String(Math.abs(count.left)) : "";
        const look = [label, state, left].join("|");
        if (head.dataset.look === look) return;
        head.dataset.look = look;
        head.className = `count ${state}${label === "?" ? " untold" : ""}`;
        const noun = (picture.margin ?? "walls").replace(/s$/, "");
        const said = noun === "sum" ? `sum ${label}` : counted(Number(label), noun);
        const held = label !== "?" ? said : noun === "sum" ? "sum unknown" : `number of ${noun}s unknown`;
        const rest = count?.over ? `${left} too many` : count?.done ? "complete" : left && `${left} to go`;
        head.title = `${one} ${i + 1}: ${held}${rest ? `, ${rest}` : ""}`;
        head.setAttribute("aria-label", head.title);
        const news = begun ? [h("i", {}, count?.over ? "+" : ""), left, h("span", {}, count?.over ? " too many" : " left")] : [];
        head.replaceChildren(h("b", {}, label), h("small", {}, ...news));
      });
  }

  /** Show a list of numbers in a margin. @param {HTMLElement} head @param {string} label @param {string} what @param {string} state @param {boolean[]} [struck] */
  numbers(head, label, what, state, struck = []) {
    const look = [label, state, struck].join("|");
    if (head.dataset.look === look) return;
    head.dataset.look = look;
    head.className = `count ${state}`;
    const all = label.trim().split(/\s+/);
    const told = `${what}: ${all.map((number, i) => (struck[i] ? `${number} certain` : number)).join(", ") || "unknown"}${state === "done" ? ", complete" : state === "over" ? ", does not fit" : ""}`;
    head.setAttribute("aria-label", told);
    head.title = told;
    head.replaceChildren(...all.map((number, i) => h(struck[i] ? "b.struck" : "b", {}, number)));
  }

  /** On a board larger than its frame, a finger scrolls and marks nothing, unless it is set to draw. */
  measure() {
    const frame = this.root.parentElement;
    this.overflows = Boolean(frame) && this.root.offsetWidth > /** @type {HTMLElement} */ (frame).clientWidth;
    this.root.classList.toggle("scrolls", this.overflows && !this.draws);
    if (!frame) return;
    frame.onscroll ??= () => this.fade();
    this.fade();
  }

  /** Fade the frame where more of the board follows. */
  fade() {
    const { scrollLeft, scrollWidth, clientWidth, classList } = /** @type {HTMLElement} */ (this.root.parentElement);
    classList.toggle("more-left", this.overflows && scrollLeft > 1);
    classList.toggle("more-right", this.overflows && scrollLeft + clientWidth < scrollWidth - 1);
  }

  /** @param {Cell | null} cell */
  focus(cell) {
    if (cell) this.cells.get(key(cell))?.focus({ preventScroll: false });
  }
}

/** The sums of a black cell, on both sides of a diagonal; nothing if it has none. @param {string} text */
const sums = (text) => (text === "\\" ? [] : [h("span.sums", {}, ...text.split("\\").map((sum) => h("i", {}, sum)))]);

/** Candidates, each in its own position. @param {string[]} may @param {string} same the emphasized one */
function smallDigits(may, same) {
  const place = h("span.may", {}, ...may.map((digit) => h(digit && digit === same ? "i.same" : "i", {}, digit)));
  place.style.setProperty("--side", String(Math.ceil(Math.sqrt(may.length))));
  return place;
}

/**
 * The height of the labels at the top and the width of those at the left, in cells, if they are lists of numbers.
 * @param {Picture} picture
 */
function stack({ top = [], left = [], margin }) {
  if (margin !== "runs" && ![...top, ...left].some((label) => label.trim().includes(" "))) return null;
  const [most, longest] = [
    Math.max(...top.map((label) => label.trim().split(/\s+/).length), margin ? 3 : 1),
    Math.max(...left.map((label) => label.trim().length), margin ? 5 : 1),
  ];
  return [Math.max(0.82, 0.44 * most + 0.22), Math.max(0.82, 0.25 * longest + 0.35)].map((x) => Number(x.toFixed(2)));
}

/** A picture that does not show what is in conflict. @param {Picture} picture @returns {Picture} */
export const withoutClashes = (picture) => ({
  ...picture,
  tiles: picture.tiles.map((row) => row.map((tile) => ({ ...tile, marked: false }))),
});

/** The cells in which two puzzles of one size differ; where a number at the edge does, its row or column. @param {import("./types.js").Kind} kind @param {import("./types.js").Puzzle} one @param {import("./types.js").Puzzle} other */
export function changedCells(kind, one, other) {
  const [before, after] = [one, other].map((puzzle) => kind.picture(puzzle, {}, null));
  const unlike = (/** @type {any} */ a, /** @type {any} */ b) => JSON.stringify(a) !== JSON.stringify(b);
  const lines = (/** @type {"left" | "right" | "top" | "bottom"} */ side, /** @type {number} */ i) => unlike(before[side]?.[i], after[side]?.[i]);
  const cells = before.tiles.flatMap((row, r) =>
    row.flatMap((tile, c) => {
      const changed = unlike(tile, after.tiles[r]?.[c]) || lines("left", r) || lines("right", r) || lines("top", c) || lines("bottom", c);
      return changed ? [key([r, c])] : [];
    }),
  );
  return new Set(cells);
}

/**
 * A miniature, not interactive.
 * @param {Picture} picture
 * @param {string} label its description
 * @param {Partial<Layers>} [layers]
 * @returns {HTMLElement}
 */
export function miniature(picture, label, layers = {}) {
  const root = h("div", {});
  const tiles = picture.tiles.map((row) =>
    row.map((tile) => ({ style: "open", ...tile, fixed: tile.style === "clue" })),
  );
  const board = new Board(root);
  const differing = new Set(tiles.flatMap((row, r) => row.flatMap((tile, c) => (tile.marked ? [key([r, c])] : []))));
  const plain = tiles.map((row) => row.map((tile) => ({ ...tile, marked: false })));
  board.show({ ...picture, tiles: plain }, { ...noLayers(), differing, ...layers });
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const name of ["role", "tabindex", "aria-label", "aria-rowcount", "aria-colcount", "data-cell", "title"])
      element.removeAttribute(name);
  }
  root.classList.add("mini");
  root.setAttribute("aria-hidden", "true");
  return h("figure", { role: "img", "aria-label": label }, root);
}
