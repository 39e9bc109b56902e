/** What comes: new boards, generated puzzles, pasted texts, links, files. */

import { arriving, newDoc } from "./docs.js";
import { by, counted, h } from "./dom.js";
import { Gallery } from "./gallery.js";
import { FAMILIES, kindOf, KINDS } from "./kinds.js";
import { linesOf } from "./library.js";
import { full, upper } from "./words.js";

/** @import { App } from "./app.js" */

const GRADES = ["trivial", "easy", "medium", "hard", "expert", "any"];
const LARGEST = 64;

/** Labels for generator options whose own names are unclear. @type {Record<string, string>} */
const WISHES = { needs: "Unique only because of", linear: "Shifted rows" };

/** @param {App} app */
export function files(app) {
  const drawNew = newPanel(app);
  openPanel(app);
  app.example = async () => {
    const record = await app.question("example", { kind: app.kind.name }, { doing: "Fetching the example" });
    if (record) app.load(newDoc(record.puzzle), "play");
  };
  return { render: drawNew };
}

/** The date where the player is, such as 2026-11-30. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((x) => String(x).padStart(2, "0")).join("-");
}

const ELSE =
  "The board is unchanged. Generate again, which tries other puzzles, or change the size, the difficulty or another option under New.";

/** @param {App} app */
function newPanel(app) {
  const panel = by("new-panel");
  const kind = new Gallery(() => usual());
  const height = h("input", { id: "new-height", type: "number", min: "1", max: "64", inputmode: "numeric" });
  const width = h("input", { id: "new-width", type: "number", min: "1", max: "64", inputmode: "numeric" });
  const widthField = h("label.field", {}, h("span", {}, "Columns"), width);
  const grade = h(
    "select",
    { id: "new-grade" },
    h("option", { value: "" }, "Up to hard"),
    ...GRADES.map((x) => h("option", { value: x }, upper(x))),
  );
  const fault = h("p.fault", { id: "new-fault", role: "alert" });
  const more = h("div.sizes", { id: "new-recipe" });
  const wished = h(
    "div.wishes",
    {},
    h("h2", {}, "Or have one made for you"),
    h("div.sizes", {}, h("label.field", {}, h("span", {}, "Difficulty"), grade)),
    more,
  );
  const empty = h(
    "button",
    {
      id: "new-blank",
      onclick: () => {
        const size = sizes();
        if (!size) return;
        panel.hidePopover();
        app.blank(kind.value, ...size);
      },
    },
    "Empty board",
  );
  const make = h("button.primary", { id: "new-make", onclick: () => void generate() }, "Generate");
  const daily = h(
    "button",
    {
      id: "new-daily",
      title: "The puzzle of this kind that everybody gets today",
      onclick: () => {
        panel.hidePopover();
        app.daily(kind.value);
      },
    },
    "Puzzle of the day",
  );
  panel.append(
    h("h2", {}, "A new board"),
    kind.element,
    h("div.sizes", {}, h("label.field", {}, h("span", {}, "Rows"), height), widthField),
    fault,
    h("div.buttons", {}, empty),
    wished,
    h("div.buttons", {}, make, daily),
    h("p.small", {}, "Undo brings back what is on the board now."),
  );

  /** The requested size; null, with a message, if there is no such board. @returns {[number, number] | null} */
  function sizes() {
    const rules = KINDS[kind.value];
    /** @type {[number, number]} */
    const size = [Number(height.value), Number(rules.square ? height.value : width.value)];
    const fits = (/** @type {number} */ x) =>
      Number.isInteger(x) && (rules.sizes ? rules.sizes.includes(x) : x >= 1 && x <= LARGEST);
    const range = rules.sizes ? rules.sizes.join(", ") : `a whole number from 1 to ${LARGEST}`;
    const wrong = [...(fits(size[0]) ? [] : ["Rows"]), ...(fits(size[1]) || rules.square ? [] : ["Columns"])];
    fault.textContent = wrong.length ? `${wrong.join(" and ")}: expected ${range}.` : "";
    return wrong.length ? null : size;
  }

  function usual() {
    const rules = KINDS[kind.value];
    [height.value, width.value] = rules.usual.map(String);
    widthField.hidden = rules.square;
    fault.textContent = "";
    grade.value = ""; // options of another kind do not carry over
    recipe();
    void app.describe(kind.value);
  }

  /** The engine's description of the kind. @type {any} */
  let about = null;
  /** The generator options of this kind, except size and grade. */
  function recipe() {
    about = app.described.get(kind.value);
    const wishes = Object.entries(about?.recipe ?? {}).filter(
      ([name]) => !["height", "width", "unique", "difficulty", "techniques"].includes(name),
    );
    more.replaceChildren(
      ...wishes.map(([name, wish]) => {
        const label = upper(WISHES[name] ?? name.replaceAll("_", " "));
        const choices = /** @type {any} */ (wish).choices ?? (name === "technique" ? about.techniques : null);
        const input = choices
          ? h(
              "select",
              { "data-wish": name, title: /** @type {any} */ (wish).help },
              h("option", { value: "" }, "Any"),
              ...choices.map((/** @type {string} */ x) => h("option", { value: x }, upper(x))),
            )
          : /** @type {any} */ (wish).type === "bool"
            ? h("input", {
                type: "checkbox",
                checked: /** @type {any} */ (wish).default,
                "data-wish": name,
                title: /** @type {any} */ (wish).help,
              })
            : h("input", {
                type: /** @type {any} */ (wish).type === "int" ? "number" : "text",
                "data-wish": name,
                placeholder: "Any",
                title: /** @type {any} */ (wish).help,
              });
        return h("label.field", {}, h("span", {}, label), input);
      }),
    );
    make.title = about && !about.recipe.unique ? "A new puzzle" : "A new puzzle with exactly one solution";
  }

  async function generate() {
    /** @type {Record<string, any>} */
    const wishes = {};
    const size = sizes();
    if (!size) return;
    [wishes.height, wishes.width] = size;
    if (grade.value) wishes.difficulty = grade.value;
    for (const input of more.querySelectorAll("[data-wish]")) {
      if (input.type === "checkbox") {
        if (input.checked !== about.recipe[input.dataset.wish].default) wishes[input.dataset.wish] = input.checked;
      } else if (input.value !== "")
        wishes[input.dataset.wish] = input.type === "number" ? Number(input.value) : input.value;
    }
    panel.hidePopover();
    await app.generate(kind.value, wishes);
  }

  /** Aborts the generation. */
  let making = new AbortController();

  /** @param {string} name @param {Record<string, any>} recipe @param {{seed?: number, title?: string}} [how] */
  app.generate = async (name, recipe, { seed = Math.floor(Math.random() * 1_000_000), title } = {}) => {
    making.abort();
    making = new AbortController();
    const before = app.doc;
    const record = await app.question(
      "generate",
      { kind: name, recipe, seed },
      { doing: "Making a puzzle", options: { timeout: 120 }, advice: ELSE, keep: making.signal },
    );
    if (!record?.puzzle) {
      if (record) app.say(`${full(record.reason || "none was found in time")} ${ELSE}`);
      return;
    }
    const show = () => app.load(newDoc(title ? { ...record.puzzle, name: title } : record.puzzle), "play");
    if (app.doc === before) return show();
    app.say(h("div", {}, h("p", {}, "The puzzle is made."), h("button", { id: "made", onclick: show }, "Show it")), "good");
  };

  // the same for everybody, as it follows from the date alone
  app.daily = (name) => {
    const day = today();
    const [height, width] = KINDS[name].usual;
    const wishes = { height, width, difficulty: "any" }; // others depend on the time that a machine takes
    void app.generate(name, wishes, { seed: Number(day.replaceAll("-", "")), title: `Puzzle of ${day}` });
  };

  app.makeOne = () => {
    const [rows, columns] = app.kind.size(app.doc.puzzle);
    void app.generate(app.kind.name, { height: rows, width: columns });
  };

  panel.addEventListener("beforetoggle", (/** @type {any} */ event) => {
    if (event.newState !== "open") return;
    kind.open(app.kind.name);
    requestAnimationFrame(() => kind.element.querySelector('[aria-current="true"]').scrollIntoView({ block: "nearest" }));
    usual();
  });
  return () => {
    if (about !== app.described.get(kind.value)) recipe();
  };
}

/** The most characters of a text that are shown again. */
const MOST_SHOWN = 100_000;

/** What was not read of a text, with the first reason; empty if all was read. @param {{faults?: string[], more?: boolean, reason?: string}} record */
function unread({ faults = [], more = false, reason = "" }) {
  const said = [];
  if (faults.length) said.push(`${counted(faults.length, "puzzle")} could not be read: ${faults[0]}`);
  if (more) said.push(`It holds more puzzles, which were not read${reason && `: ${reason}`}.`);
  return said.join(" ");
}

/** @param {App} app */
function openPanel(app) {
  const panel = by("open-panel");
  const text = h("textarea", {
    id: "open-text",
    rows: "8",
    spellcheck: "false",
    placeholder: "Paste a puzzle here: text, JSON, or a link from puzz.link, penpa, …",
  });
  const file = h("input", { type: "file", id: "open-file", onchange: () => void chosen() });
  const kind = h(
    "select",
    { id: "open-kind" },
    h("option", { value: "" }, "work it out from the text"),
    ...FAMILIES.map(([family, kinds]) =>
      h("optgroup", { label: upper(family) }, ...kinds.map((x) => h("option", { value: x.name }, x.title))),
    ),
  );
  const list = h("div.buttons", { id: "open-list" });
  const fault = h("p.fault", { id: "open-fault", role: "alert" });
  panel.append(
    h("h2", {}, "Open a puzzle"),
    text,
    h(
      "div.sizes",
      {},
      h("label.field", {}, h("span", {}, "Kind"), kind),
      h("label.field", {}, h("span", {}, "or a file (also a certificate)"), file),
    ),
    fault,
    h("div.buttons", {}, h("button.primary", { id: "open-go", onclick: () => void read(text.value) }, "Open it")),
    list,
    h("p.small", {}, "You can also paste anywhere on the page, or drop a file on it."),
  );

  /** @param {any} puzzle */
  function take(puzzle) {
    const { doc, mode } = arriving(puzzle);
    app.load(doc, mode);
  }

  async function chosen() {
    const [one] = file.files ?? [];
    if (one) await taken(one);
    file.value = "";
  }

  /** Open a puzzle or a certificate. @param {File} one */
  async function taken(one) {
    if (!one.name.endsWith(".zip")) return read(await one.text(), one.name);
    panel.hidePopover();
    await app.replay(one);
  }

  /** Show why a text was not opened; it stays there for corrections. @param {string} source @param {string} name @param {string} why */
  function refused(source, name, why) {
    if (!panel.matches(":popover-open")) panel.showPopover();
    text.value = source.slice(0, MOST_SHOWN);
    fault.textContent = name ? `${name}: ${why}` : why;
  }

  /** @param {string} source @param {string} [name] the file's name */
  async function read(source, name = "") {
    fault.textContent = "";
    list.replaceChildren();
    if (!source.trim()) return refused(source, name, "It is empty: expected a puzzle.");
    const own = source.trim().match(/#(?:(?:solve|embed|play)&)?((?:kind=\w+&)?(?:[pz]|list)=[\w-]+)$/);
    if (own) {
      location.hash = `#${own[1]}`;
      panel.hidePopover();
      return;
    }
    const lines = linesOf(source) ?? [];
    if (lines.some((each) => each.played)) {
      panel.hidePopover();
      app.library.add(lines);
      return app.say(`${upper(counted(lines.length, "puzzle"))} of the file are in My puzzles, as they were left.`, "good");
    }
    const record = await app.question(
      "read",
      { text: source, ...(kind.value ? { kind: kind.value } : {}) },
      { doing: "Reading", refused: (why) => refused(source, name, why) },
    );
    if (!record) return;
    const puzzles = record.puzzles ?? [];
    const left = [unread(record), ...(record.notices ?? []).map((/** @type {string} */ x) => `Note: ${x}.`)].filter(Boolean).join(" ");
    if (puzzles.length === 1) {
      panel.hidePopover();
      take(puzzles[0]);
      if (left) app.say(left, "fault");
      return;
    }
    if (!puzzles.length) return refused(source, name, "It holds no puzzle.");
    if (!panel.matches(":popover-open")) panel.showPopover();
    fault.textContent = left;
    const title = name.replace(/\.\w+$/, "") || `Opened on ${today()}`;
    const all = () => {
      panel.hidePopover();
      app.library.arrived({ title, puzzles });
    };
    list.replaceChildren(
      h("p", {}, `${counted(puzzles.length, "puzzle")}: choose one, or keep them all.`),
      h("button", { id: "open-all", onclick: all }, `Play all in order, as the list ${title}`),
      ...puzzles.map((/** @type {any} */ puzzle, /** @type {number} */ i) =>
        h(
          "button",
          {
            onclick: () => {
              panel.hidePopover();
              take(puzzle);
            },
          },
          puzzle.name || `Puzzle ${i + 1}`,
          h("span.small", {}, `${kindOf(puzzle).title}, ${kindOf(puzzle).size(puzzle).join("x")}`),
        ),
      ),
    );
  }

  document.addEventListener("paste", (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("input, textarea")) return;
    const pasted = event.clipboardData?.getData("text");
    if (pasted) void read(pasted);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped) void taken(dropped);
    else if (event.dataTransfer?.getData("text")) void read(event.dataTransfer.getData("text"));
  });
}
