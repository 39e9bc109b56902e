/** The controls around the board: kind, name, modes, tools, undo, timer, theme. */

import { blankCells, markAt, withAllCandidates } from "./docs.js";
import { by, glyph, h } from "./dom.js";
import { BORDER } from "./drawn-borders.js";
import { kindOptions } from "./gallery.js";
import { keep, kept } from "./kept.js";
import { paints } from "./marks.js";
import { VIEW } from "./view.js";

/** @typedef {import("./app.js").App} App */

const THEMES = ["auto", "light", "dark"];
/** Milliseconds within which two digits of the pad make one number. */
const PATIENCE = 2500;

/** @param {App} app */
export function toolbar(app) {
  const [kind, name, play, set, undo, redo] = ["kind", "name", "play", "set", "undo", "redo"].map(by);
  const [tools, pad, tip, timer, theme] = ["tools", "pad", "tip", "timer", "theme"].map(by);
  kind.append(...kindOptions());
  undo.append(glyph("undo"));
  redo.append(glyph("redo"));
  theme.append(glyph("theme"));
  kind.addEventListener("change", () => app.blank(kind.value));
  name.addEventListener("input", () =>
    app.change({ ...app.doc, puzzle: { ...app.doc.puzzle, name: name.value } }, { same: app.history.canUndo }),
  );
  play.addEventListener("click", () => app.setMode("play"));
  set.addEventListener("click", () => app.setMode("set"));
  undo.addEventListener("click", () => app.undo());
  redo.addEventListener("click", () => app.redo());
  themes(theme);
  const heading = /** @type {HTMLElement} */ (document.querySelector("header h1"));
  name.readOnly = Boolean(VIEW);
  if (VIEW) by("edit").addEventListener("click", () => (by("edit").href = location.href.replace(`#${VIEW}&`, "#")));
  const drags = h("button", {
    id: "drags",
    title: "What one finger does on the board; two fingers always move and zoom",
    onclick: () => {
      app.board.draws = !app.board.draws;
      app.board.measure();
      render();
    },
  });
  tools.before(drags);
  const clock = clocks(app, timer);
  let drawn = "";

  /** Select a tool, or put its sign into the selected cell. @param {import("./types.js").Tool} tool */
  const use = (tool) => {
    if (!tool.text) {
      app.tool = tool.id;
      app.render();
      return;
    }
    if (app.mode === "set" && app.kind.digits) app.gestures.type(app.focus, tool.id, PATIENCE);
    else if (app.mode === "set") {
      const has = app.kind.has(app.doc.puzzle, app.focus, tool.id);
      app.changePuzzle(app.kind.put(app.doc.puzzle, app.focus, tool.id, !has));
    } else {
      const there = app.gestures.blanks().every((name) => markAt(app.doc, name) === tool.id);
      app.gestures.enter(there && !app.small ? "" : tool.id);
    }
  };

  /** Fill in candidates for the selected cells, or for the whole board if one cell is selected. */
  const fill = () => {
    const blank = blankCells(app.doc.puzzle);
    app.clock.help("fill");
    app.change(withAllCandidates(app.doc, app.chosen.size ? blank.filter((name) => app.chosen.has(name)) : blank));
  };

  const erase = { id: "", label: "Erase", tip: "Empty the cell (Backspace)", text: "⌫" };

  function padTools() {
    const { kind: rules, doc } = app;
    if (app.mode === "set") return rules.tools(doc.puzzle, doc.follow).filter((tool) => tool.text);
    if (!rules.typed) return [];
    return (rules.values?.(doc.puzzle) ?? []).map((x) => ({ id: x, label: x, tip: `Put ${x} into the chosen cell (type it)`, text: x }));
  }

  function render() {
    const { kind: rules, doc, mode } = app;
    if (kind.value !== rules.name) kind.value = rules.name;
    if (VIEW) heading.textContent = rules.title;
    if (document.activeElement !== name && name.value !== (doc.puzzle.name ?? "")) name.value = doc.puzzle.name ?? "";
    play.setAttribute("aria-pressed", String(mode === "play"));
    set.setAttribute("aria-pressed", String(mode === "set"));
    undo.disabled = !app.history.canUndo;
    redo.disabled = !app.history.canRedo;
    const modal = mode === "set" ? rules.tools(doc.puzzle, doc.follow).filter((tool) => !tool.text) : [];
    if (modal.length && !modal.some((tool) => tool.id === app.tool)) app.tool = modal[0].id;
    const digits = padTools();
    const look = JSON.stringify([rules.name, mode, modal.map((x) => x.id), digits.map((x) => x.id), doc.follow]);
    if (look !== drawn) {
      drawn = look;
      tools.replaceChildren(
        ...modal.map((tool) =>
          h(
            "button.tool",
            { title: tool.tip, "data-tool": tool.id, onclick: () => use(tool) },
            tool.glyph ? glyph(tool.glyph) : null,
            h("span", {}, tool.label),
          ),
        ),
        ...(mode === "play" && rules.signs.length === 2 && paints(rules)
          ? [
              h(
                "button.tool",
                {
                  id: "swap",
                  title: "What a click or tap puts down first",
                  onclick: () => {
                    app.swapped = !app.swapped;
                    app.render();
                  },
                },
                h("span", {}, "Wall first"),
              ),
            ]
          : []),
      );
      pad.replaceChildren(
        ...digits.map((tool) =>
          h("button", { title: tool.tip, "data-digit": tool.id, onclick: () => use(tool) }, tool.text ?? ""),
        ),
        ...(digits.length
          ? [
              h(
                "button",
                {
                  title: erase.tip,
                  "aria-label": "Erase",
                  onclick: () => app.gestures.key(app.focus, "Backspace", new KeyboardEvent("keydown")),
                },
                "⌫",
              ),
            ]
          : []),
        ...(digits.length && mode === "play"
          ? [
              h(
                "button.word",
                {
                  id: "small",
                  title: "Type small digits, for what may go in the cell (Shift and a digit)",
                  onclick: () => {
                    app.small = !app.small;
                    app.render();
                  },
                },
                "Candidates",
              ),
              h(
                "button.word",
                {
                  id: "fill",
                  title: "Candidates for the chosen blank cells, or all: every digit that is not already in the same row, column or area",
                  onclick: fill,
                },
                "Fill",
              ),
            ]
          : []),
      );
      pad.hidden = !digits.length;
    }
    drags.hidden = !touch || !app.board.overflows;
    drags.textContent = app.board.draws ? "Drag: draw" : "Drag: move";
    drags.setAttribute("aria-pressed", String(app.board.draws));
    for (const button of tools.querySelectorAll("[data-tool]"))
      button.setAttribute("aria-pressed", String(button.dataset.tool === app.tool));
    document.getElementById("small")?.setAttribute("aria-pressed", String(app.small));
    const swap = document.getElementById("swap");
    if (swap) {
      const words = rules.signs.map((sign) => rules.words[sign]);
      const first = app.swapped ? words[1] : words[0];
      swap.setAttribute("aria-pressed", String(app.swapped));
      swap.replaceChildren(h("span", {}, `${touch ? "Tap" : "Click"}: ${first}`));
    }
    tip.textContent = tipOf();
    clock();
  }

  let touch = matchMedia("(pointer: coarse)").matches;
  /** Touch screens may have a mouse as well: the tips follow the last input. */
  const used = (/** @type {PointerEvent} */ event) => {
    if (touch === (event.pointerType !== "mouse")) return;
    touch = !touch;
    render();
  };
  window.addEventListener("pointerdown", used, { capture: true });

  function tipOf() {
    const { kind: rules, doc, mode } = app;
    if (doc.trial) return "A trial: keep or discard what you mark now as a whole.";
    if (mode === "play") {
      // on a small board there is no space for the word next to the number
      const small = rules.counts && matchMedia("(max-width: 36rem)").matches;
      const left = small ? " Small numbers at the edge: how many are left." : "";
      const text = (touch ? rules.tips.touch : rules.tips.play) + left;
      const tally = rules.tally?.(doc.puzzle, doc.marks);
      return tally ? `${tally}. ${text}`.replace("..", ".") : text;
    }
    if (rules.count && !doc.follow) {
      const text = rules.tips.typed ?? "";
      const sketch = Object.keys(doc.drawing).length || doc.puzzle.given;
      return sketch ? `${text} ${rules.tips.sketch ?? ""}` : text;
    }
    if (rules.borders && app.tool === BORDER.id) return BORDER.tip;
    return touch ? (rules.tips.setTouch ?? rules.tips.set) : rules.tips.set;
  }

  return { render };
}

/** Light, dark, or the system's theme. @param {HTMLElement} button */
function themes(button) {
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

/** The timer, which can be hidden. @param {App} app @param {HTMLElement} button */
function clocks(app, button) {
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
