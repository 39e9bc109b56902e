/** The kinds to choose from: small pictures by family, the last chosen first; typing finds them by any of their names. */

import { counted, h } from "./dom.js";
import { keep, record } from "./kept.js";
import { FAMILIES, KINDS, OTHER_NAMES } from "./kinds.js";
import { upper } from "./words.js";

/** @import { Kind } from "./types.js" */
/** @typedef {{kind: Kind, called?: string}} Entry called: the other name by which it was found */

const PLACE = "satdnd.kinds";
/** The most kinds that are remembered as chosen. */
const MOST = 5;

/** The kinds chosen last, the latest first. @returns {string[]} */
function chosenBefore() {
  const names = record(PLACE);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string" && Object.hasOwn(KINDS, name)) : [];
}

/** The letters and digits of a name: neither case, blanks nor accents matter. @param {string} text */
const letters = (text) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** How names fit what is typed, the best first. @type {((name: string, typed: string) => boolean)[]} */
const FITS = [
  (name, typed) => name === typed,
  (name, typed) => name.startsWith(typed),
  (name, typed) => name.includes(typed),
];

/** The kinds with a fitting name, the best first. @param {string} typed its letters @returns {Entry[]} */
function found(typed) {
  const entries = FAMILIES.flatMap(([, kinds]) => kinds).map((kind) => {
    const own = [kind.title, upper(kind.name)];
    const names = [...own, ...(OTHER_NAMES[kind.name] ?? [])];
    const ranks = names.map((name) => FITS.findIndex((fits) => fits(letters(name), typed)));
    const rank = Math.min(...ranks.filter((x) => x >= 0));
    const called = names[ranks.indexOf(rank)];
    return { kind, rank: own.includes(called) ? rank : rank + 0.5, ...(ranks[0] < 0 ? { called } : {}) };
  });
  return entries.filter(({ rank }) => rank < Infinity).sort((one, other) => one.rank - other.rank);
}

/** The button above or below another one. @param {HTMLElement[]} buttons @param {HTMLElement} from @param {boolean} down */
function beyond(buttons, from, down) {
  const here = from.getBoundingClientRect();
  const distance = (/** @type {HTMLElement} */ button) => {
    const { top, left } = button.getBoundingClientRect();
    const rows = down ? top - here.top : here.top - top;
    return rows < here.height / 2 ? Infinity : 100 * rows + Math.abs(left - here.left);
  };
  const nearest = Math.min(...buttons.map(distance));
  return nearest < Infinity ? buttons.find((button) => distance(button) === nearest) : undefined;
}

export class Gallery {
  /** @param {(name: string) => void} chosen called with the name of the chosen kind */
  constructor(chosen) {
    this.chosen = chosen;
    /** The name of the selected kind. */
    this.value = "";
    this.search = h("input", {
      type: "text",
      placeholder: "Find a kind",
      "aria-label": "Find a kind by any of its names",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      oninput: () => this.draw(),
    });
    this.count = h("span.small", { role: "status" });
    this.groups = h("div.groups");
    this.element = h(
      "div.gallery",
      { onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) },
      h("div.finder", {}, this.search, this.count),
      this.groups,
    );
  }

  /** Show all kinds, one of them selected. @param {string} name */
  open(name) {
    this.value = name;
    this.search.value = "";
    this.draw();
  }

  draw() {
    const typed = letters(this.search.value);
    const all = (/** @type {Kind[]} */ kinds) => kinds.map((kind) => ({ kind }));
    /** @type {[string, Entry[]][]} */
    const groups = typed
      ? [["Found", found(typed)]]
      : [
          ["Last chosen", all(chosenBefore().map((name) => KINDS[name]))],
          ...FAMILIES.map(([family, kinds]) => /** @type {[string, Entry[]]} */ ([upper(family), all(kinds)])),
        ];
    const shown = groups.filter(([, entries]) => entries.length);
    this.groups.classList.toggle("found", Boolean(typed));
    this.groups.replaceChildren(
      ...shown.map(([title, entries]) =>
        h("section", { role: "group", "aria-label": title }, h("h3", {}, title), h("div", {}, ...entries.map((x) => this.button(x)))),
      ),
    );
    this.groups.scrollTop = 0;
    this.count.textContent = typed ? (shown.length ? counted(shown[0][1].length, "kind") : "No kind is called so") : "";
    this.mark();
  }

  /** @param {Entry} entry */
  button({ kind, called }) {
    return h(
      "button.kind",
      { type: "button", "data-kind": kind.name, title: (OTHER_NAMES[kind.name] ?? []).join(", "), onclick: () => this.choose(kind.name) },
      h("img", { src: `pictures/${kind.name}.svg`, alt: "", width: "64", height: "64", loading: "lazy" }),
      h("span", {}, kind.title),
      called ? h("span.small", {}, called) : null,
    );
  }

  /** Tell which kind is selected. */
  mark() {
    for (const button of this.groups.querySelectorAll("button"))
      button.setAttribute("aria-current", String(button.dataset.kind === this.value));
  }

  /** @param {string} name */
  choose(name) {
    this.value = name;
    keep(PLACE, JSON.stringify([name, ...chosenBefore().filter((x) => x !== name)].slice(0, MOST)));
    this.mark();
    this.chosen(name);
  }

  /** Arrows go from kind to kind, Enter takes the first one found, and letters are always for the search. @param {KeyboardEvent} event */
  pressed(event) {
    const { key } = event;
    /** @type {HTMLElement[]} */
    const buttons = [...this.groups.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (at < 0) {
      if (key === "Enter" && letters(this.search.value)) buttons[0]?.click();
      else if (key === "ArrowDown") buttons[0]?.focus();
      else return;
    } else if (key.startsWith("Arrow")) {
      const steps = /** @type {Record<string, HTMLElement | undefined>} */ ({
        ArrowLeft: buttons[at - 1],
        ArrowRight: buttons[at + 1],
        ArrowDown: beyond(buttons, buttons[at], true),
        ArrowUp: beyond(buttons, buttons[at], false) ?? this.search,
      });
      steps[key]?.focus();
    } else {
      if (key === "Backspace" || (key.length === 1 && key !== " ")) this.search.focus();
      return; // the field takes the letter
    }
    event.preventDefault();
  }
}
