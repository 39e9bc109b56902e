/** The controls around the board: kind, name, modes, tools, undo, timer, theme. */

import { blankCells, markAt, withAllCandidates } from "./docs.js";
import { by, glyph, h, redrawn, toolbarOf } from "./dom.js";
import { BORDER, MERGE } from "./drawn-borders.js";
import { Gallery } from "./gallery.js";
import { keep, kept } from "./kept.js";
import { paints } from "./marks.js";
import { finished } from "./values.js";
import { VIEW } from "./view.js";

/** @import { App } from "./app.js" */
/** @import { Tool } from "./types.js" */
/** @typedef {() => boolean} Touched whether the last pointer was a finger */

const THEMES = ["auto", "light", "dark"];
/** Milliseconds within which two digits of the pad make one number. */
const PATIENCE = 2500;

/** @param {App} app */
export function toolbar(app) {
  const touched = lastPointer(() => render());
  const parts = [
    title(app),
    modes(app),
    history(app),
    dragging(app, touched),
    tools(app, touched),
    pad(app),
    () => (by("tip").textContent = tipOf(app, touched())),
    timer(app),
    toolbarOf(/** @type {HTMLElement} */ (document.querySelector(".bar")), "Tools of the board"),
    toolbarOf(/** @type {HTMLElement} */ (document.querySelector(".actions")), "The puzzle"),
  ];
  const render = () => parts.forEach((draw) => draw());
  themes();
  return { render };
}

/** Whether the last pointer was a finger: touch screens may have a mouse as well. @param {() => void} changed @returns {Touched} */
function lastPointer(changed) {
  let touch = matchMedia("(pointer: coarse)").matches;
  const used = (/** @type {PointerEvent} */ event) => {
    if (touch === (event.pointerType !== "mouse")) return;
    touch = !touch;
    changed();
  };
  window.addEventListener("pointerdown", used, { capture: true });
  return () => touch;
}

// each of the following prepares a part of the toolbar, and returns what draws it

/** The kind and the name of the puzzle. @param {App} app */
function title(app) {
  const [choice, panel, name, edit] = ["kind-title", "kind-panel", "name", "edit"].map(by);
  const heading = /** @type {HTMLElement} */ (document.querySelector("header h1"));
  const gallery = new Gallery((chosen) => {
    panel.hidePopover();
    if (chosen !== app.kind.name) app.blank(chosen);
  });
  panel.append(gallery.element);
  panel.addEventListener("beforetoggle", (/** @type {any} */ event) => {
    if (event.newState !== "open") return;
    gallery.search.autofocus = !matchMedia("(pointer: coarse)").matches; // where it would bring up a keyboard over the list
    gallery.open(app.kind.name);
  });
  name.readOnly = Boolean(VIEW);
  name.addEventListener("input", () =>
    app.change({ ...app.doc, puzzle: { ...app.doc.puzzle, name: name.value } }, { same: app.history.canUndo }),
  );
  if (VIEW) edit.addEventListener("click", () => (edit.href = location.href.replace(`#${VIEW}&`, "#")));
  return () => {
    const [{ kind }, written] = [app, app.doc.puzzle.name ?? ""];
    choice.textContent = kind.title;
    if (VIEW) heading.textContent = kind.title;
    if (document.activeElement !== name && name.value !== written) name.value = written;
  };
}

/** The buttons Play and Set. @param {App} app */
function modes(app) {
  for (const mode of ["play", "set"]) by(mode).addEventListener("click", () => app.setMode(mode));
  return () => {
    for (const mode of ["play", "set"]) by(mode).setAttribute("aria-pressed", String(app.mode === mode));
  };
}

/** Undo and redo. @param {App} app */
function history(app) {
  const [undo, redo] = ["undo", "redo"].map(by);
  undo.append(glyph("undo"));
  redo.append(glyph("redo"));
  undo.addEventListener("click", () => app.undo());
  redo.addEventListener("click", () => app.redo());
  return () => {
    undo.disabled = !app.history.canUndo;
    redo.disabled = !app.history.canRedo;
  };
}

/** What one finger does on a board that is larger than its frame. @param {App} app @param {Touched} touched */
function dragging(app, touched) {
  const button = h("button", {
    id: "drags",
    title: "What one finger does on the board; two fingers always move and zoom",
    onclick: () => {
      app.board.draws = !app.board.draws;
      app.board.measure();
      app.render();
    },
  });
  by("tools").before(button);
  return () => {
    button.hidden = !touched() || !app.board.overflows;
    button.textContent = app.board.draws ? "Drag: draw" : "Drag: move";
    button.setAttribute("aria-pressed", String(app.board.draws));
  };
}

/** The tools that a click uses in set mode; in play, which mark comes first. @param {App} app @param {Touched} touched */
function tools(app, touched) {
  const place = by("tools");
  const swap = h("button.tool.switch", {
    id: "swap",
    title: "What a click or tap puts down first",
    onclick: toggled(app, "swapped"),
  });
  const choose = (/** @type {Tool} */ tool) => {
    app.tool = tool.id;
    app.render();
  };
  const button = (/** @type {Tool} */ tool) =>
    h(
      "button.tool",
      { title: tool.tip, "data-tool": tool.id, onclick: () => choose(tool) },
      tool.glyph ? glyph(tool.glyph) : null,
      h("span", {}, tool.label),
    );
  const show = redrawn(place);
  let last = ""; // kinds have tools of one name that mean different things
  return () => {
    const { kind, mode, swapped } = app;
    const offered = app.tools.filter((tool) => !tool.text);
    if (offered.length && (kind.name !== last || !offered.some((tool) => tool.id === app.tool))) app.tool = offered[0].id;
    if (offered.length) last = kind.name;
    const swaps = mode === "play" && kind.signs.length === 2 && paints(kind);
    show([kind.name, swaps, offered.map((tool) => tool.id)], () => [...offered.map(button), ...(swaps ? [swap] : [])]);
    for (const each of place.querySelectorAll("[data-tool]"))
      each.setAttribute("aria-pressed", String(each.dataset.tool === app.tool));
    if (!swaps) return;
    swap.setAttribute("aria-pressed", String(swapped));
    swap.setAttribute("aria-label", `${touched() ? "Tap" : "Click"}: ${kind.words[kind.signs[Number(swapped)]]}`);
    swap.replaceChildren(...kind.signs.map((sign, i) => h(i === Number(swapped) ? "span.on" : "span", {}, kind.words[sign].replace(/^an? /, ""))));
  };
}

/** The pad of digits, and what goes with them. @param {App} app */
function pad(app) {
  const place = by("pad");
  const erase = h(
    "button",
    { title: "Empty the cell (Backspace)", "aria-label": "Erase", onclick: () => app.gestures.erase(app.focus) },
    "⌫",
  );
  const small = h(
    "button.word",
    {
      id: "small",
      title: "Type small digits, for what may go in the cell (Shift and a digit)",
      onclick: toggled(app, "small"),
    },
    "Candidates",
  );
  const fill = h(
    "button.word",
    {
      id: "fill",
      title: "Candidates for the chosen blank cells, or all: every digit that is not already in the same row, column or area; again: those that have come there are removed",
      onclick: () => fillIn(app),
    },
    "Fill",
  );
  const button = (/** @type {Pick<Tool, "id" | "tip" | "text"> & {label?: string}} */ { id, tip, text, label = text }) =>
    h("button", { title: tip, "aria-label": label === text ? null : label, "data-digit": id, onclick: () => putSign(app, id) }, text ?? "");
  const show = redrawn(place);
  return () => {
    const { choosing, doc, kind, mode } = app;
    const values = choosing ? (kind.values?.(doc.puzzle) ?? []) : [];
    const digits = [
      ...app.tools.filter((tool) => tool.text),
      ...values.map((x) => ({ id: x, tip: `Put ${x} into the chosen cell (type it)`, text: x })),
    ];
    place.hidden = !digits.length;
    place.classList.toggle("short", choosing && digits.length <= 10);
    show([kind.name, mode, digits.map((x) => x.id)], () => [...digits.map(button), erase, ...(choosing ? [small, fill] : [])]);
    small.setAttribute("aria-pressed", String(app.small));
    const over = choosing ? finished(kind, doc) : new Set();
    for (const each of place.querySelectorAll("[data-digit]")) {
      each.classList.toggle("finished", over.has(each.dataset.digit));
      each.ariaDescription = over.has(each.dataset.digit) ? "all are on the board" : null;
    }
  };
}

/** What switches a choice on and off. @param {App} app @param {"small" | "swapped"} name */
const toggled = (app, name) => () => {
  app[name] = !app[name];
  app.render();
};

/** Put the sign of a button into the chosen cells, or take it away. @param {App} app @param {string} sign */
function putSign(app, sign) {
  const { doc, focus, gestures, kind, mode } = app;
  if (mode === "set" && kind.digits) gestures.type(focus, sign, PATIENCE);
  else if (mode === "set" && app.tool === "cage") gestures.type(focus, sign, PATIENCE);
  else if (mode === "set") app.changePuzzle(kind.put(doc.puzzle, focus, sign, !kind.has(doc.puzzle, focus, sign)));
  else {
    const there = gestures.blanks().every((name) => markAt(doc, name) === sign);
    gestures.enter(there && !app.small ? "" : sign);
  }
}

/** Fill in candidates for the selected cells, or for the whole board if one cell is selected. @param {App} app */
function fillIn(app) {
  const blank = blankCells(app.doc.puzzle);
  app.clock.help("fill");
  app.change(withAllCandidates(app.doc, app.chosen.size ? blank.filter((name) => app.chosen.has(name)) : blank));
}

/** What to do now. @param {App} app @param {boolean} touch */
function tipOf(app, touch) {
  const { doc, kind, mode } = app;
  if (doc.trial) return "A trial: keep or discard what you mark now as a whole.";
  if (mode === "play") {
    // on a small board there is no space for the word next to the number
    const small = kind.counts && matchMedia("(max-width: 36rem)").matches;
    const left = small ? " Small numbers at the edge: how many are left." : "";
    const text = (touch ? kind.tips.touch : kind.tips.play) + left;
    const tally = kind.tally?.(doc.puzzle, doc.marks);
    return tally ? `${tally}. ${text}`.replace("..", ".") : text;
  }
  if (kind.count && !doc.follow) {
    const text = kind.tips.typed ?? "";
    const sketch = Object.keys(doc.drawing).length || doc.puzzle.given;
    return sketch ? `${text} ${kind.tips.sketch ?? ""}` : text;
  }
  if (kind.borders && [BORDER.id, MERGE.id].includes(app.tool)) return app.tools.find((tool) => tool.id === app.tool)?.tip ?? "";
  return touch ? (kind.tips.setTouch ?? kind.tips.set) : kind.tips.set;
}

/** The button for light, dark, or the system's theme. */
function themes() {
  const button = by("theme");
  button.append(glyph("theme"));
  const show = (/** @type {string} */ theme) => {
    document.documentElement.dataset.theme = theme;
    const word = theme === "auto" ? "like the system" : theme;
    button.title = `Colours: ${word}. Click for the next.`;
    button.setAttribute("aria-label", `Colours: ${word}`);
  };
  const theme = kept("satdnd.theme", "auto");
  show(THEMES.includes(theme) ? theme : "auto");
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? "auto") + 1) % THEMES.length];
    show(next);
    keep("satdnd.theme", next);
  });
}

/** The timer, which can be hidden. @param {App} app */
function timer(app) {
  const button = by("timer");
  let hidden = false;
  const draw = () => {
    app.clock.follow();
    button.hidden = app.mode !== "play";
    button.textContent = hidden ? "time" : app.clock.text;
    button.setAttribute("aria-label", hidden ? "Show the time" : `Time ${app.clock.text}, hide it`);
  };
  button.addEventListener("click", () => {
    hidden = !hidden;
    draw();
  });
  app.clock.draw = draw;
  return draw;
}
