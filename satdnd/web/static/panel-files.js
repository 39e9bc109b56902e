/** What comes in and goes out: new boards, made ones, pasted texts, links, files. */

import { arriving, newDoc } from "./docs.js";
import { by, counted, download, fromBase64, h } from "./dom.js";
import { KINDS } from "./kinds.js";
import { merged } from "./marks.js";
import { encode } from "./share.js";

/** @typedef {import("./app.js").App} App */

const GRADES = ["any", "trivial", "easy", "medium", "hard", "expert"];

/** The first example that somebody new sees. */
const EXAMPLE = {
  kind: "dungeon",
  name: "8x8 example",
  rows: [3, 2, 5, 3, 4, 1, 4, 4],
  columns: [1, 4, 2, 7, 0, 4, 4, 4],
  monsters: [
    [1, 7],
    [2, 3],
    [3, 7],
    [5, 7],
    [7, 7],
  ],
  treasures: [[5, 1]],
};

/** @param {App} app */
export function files(app) {
  const drawNew = newPanel(app);
  openPanel(app);
  const drawShare = sharePanel(app);
  app.example = () => app.load(newDoc(EXAMPLE), "play");
  return {
    render: () => {
      drawNew();
      drawShare();
    },
  };
}

/** @param {App} app */
function newPanel(app) {
  const panel = by("new-panel");
  const kind = h(
    "select",
    { id: "new-kind", onchange: () => usual() },
    ...Object.values(KINDS).map((x) => h("option", { value: x.name }, x.title)),
  );
  const height = h("input", { id: "new-height", type: "number", min: "1", max: "64", inputmode: "numeric" });
  const width = h("input", { id: "new-width", type: "number", min: "1", max: "64", inputmode: "numeric" });
  const widthField = h("label.field", {}, h("span", {}, "Columns"), width);
  const grade = h(
    "select",
    { id: "new-grade" },
    ...GRADES.map((x) => h("option", { value: x }, x === "any" ? "any difficulty" : x)),
  );
  const more = h("div.sizes", { id: "new-recipe" });
  const empty = h(
    "button",
    {
      id: "new-blank",
      onclick: () => {
        panel.hidePopover();
        app.blank(kind.value, ...sizes());
      },
    },
    "Empty board",
  );
  const make = h(
    "button.primary",
    { id: "new-make", title: "A new puzzle with exactly one solution", onclick: () => void generate() },
    "Make me one",
  );
  panel.append(
    h("h2", {}, "A new board"),
    h(
      "div.sizes",
      {},
      h("label.field", {}, h("span", {}, "Kind"), kind),
      h("label.field", {}, h("span", {}, "Rows"), height),
      widthField,
    ),
    h("div.sizes", {}, h("label.field", {}, h("span", {}, "Difficulty of a made one"), grade)),
    more,
    h("div.buttons", {}, empty, make),
    h("p.small", {}, "What is on the board now stays under Undo."),
  );

  const sizes = () =>
    /** @type {[number, number]} */ (
      [Number(height.value), KINDS[kind.value].square ? Number(height.value) : Number(width.value)].map((x) =>
        Math.max(1, Math.min(64, x || 1)),
      )
    );

  function usual() {
    const rules = KINDS[kind.value];
    [height.value, width.value] = rules.usual.map(String);
    widthField.hidden = rules.square;
    recipe();
  }

  /** The wishes that the generator of this kind takes, beside the size and the grade. */
  function recipe() {
    const about = app.described.find((entry) => entry.name === kind.value);
    const wishes = Object.entries(about?.recipe ?? {}).filter(
      ([name]) => !["height", "width", "unique", "difficulty", "rooms"].includes(name),
    );
    more.replaceChildren(
      ...wishes.map(([name, wish]) => {
        const label = name.replaceAll("_", " ");
        const choices = /** @type {any} */ (wish).choices;
        const input = choices
          ? h(
              "select",
              { "data-wish": name, title: /** @type {any} */ (wish).help },
              h("option", { value: "" }, "any"),
              ...choices.map((/** @type {string} */ x) => h("option", { value: x }, x)),
            )
          : /** @type {any} */ (wish).type === "bool"
            ? h("input", { type: "checkbox", "data-wish": name, title: /** @type {any} */ (wish).help })
            : h("input", {
                type: /** @type {any} */ (wish).type === "int" ? "number" : "text",
                "data-wish": name,
                placeholder: "any",
                title: /** @type {any} */ (wish).help,
              });
        return h("label.field", {}, h("span", {}, label), input);
      }),
    );
    make.disabled = Boolean(about) && !about.recipe;
    make.title = make.disabled
      ? "Puzzles of this kind are not made, only set."
      : "A new puzzle with exactly one solution";
    grade.parentElement.hidden = make.disabled;
  }

  async function generate() {
    /** @type {Record<string, any>} */
    const wishes = {};
    [wishes.height, wishes.width] = sizes();
    if (grade.value !== "any") wishes.difficulty = grade.value;
    for (const input of more.querySelectorAll("[data-wish]")) {
      if (input.type === "checkbox") {
        if (input.checked) wishes[input.dataset.wish] = true;
      } else if (input.value !== "")
        wishes[input.dataset.wish] = input.type === "number" ? Number(input.value) : input.value;
    }
    panel.hidePopover();
    await app.generate(kind.value, wishes);
  }

  /** @param {string} name @param {Record<string, any>} recipe */
  app.generate = async (name, recipe) => {
    const seed = Math.floor(Math.random() * 1_000_000);
    const record = await app.question(
      "generate",
      { kind: name, recipe, seed },
      { doing: "Making a puzzle", options: { timeout: 120 } },
    );
    if (!record?.puzzle) {
      if (record) app.say(record.reason ?? "None was found in time.");
      return;
    }
    app.load(newDoc(record.puzzle), "play");
  };

  app.makeOne = () => {
    const [rows, columns] = app.kind.size(app.doc.puzzle);
    void app.generate(app.kind.name, { height: rows, width: columns });
  };

  panel.addEventListener("beforetoggle", (/** @type {any} */ event) => {
    if (event.newState !== "open") return;
    kind.value = app.kind.name;
    usual();
  });
  return () => undefined;
}

/** @param {App} app */
function openPanel(app) {
  const panel = by("open-panel");
  const text = h("textarea", {
    id: "open-text",
    rows: "8",
    spellcheck: "false",
    placeholder: "Paste a puzzle here: text, JSON, or a link of puzz.link, penpa, …",
  });
  const file = h("input", { type: "file", id: "open-file", onchange: () => void chosen() });
  const kind = h(
    "select",
    { id: "open-kind" },
    h("option", { value: "" }, "told from the text"),
    ...Object.values(KINDS).map((x) => h("option", { value: x.name }, x.title)),
  );
  const list = h("div.buttons", { id: "open-list" });
  panel.append(
    h("h2", {}, "Open a puzzle"),
    text,
    h(
      "div.sizes",
      {},
      h("label.field", {}, h("span", {}, "Kind"), kind),
      h("label.field", {}, h("span", {}, "or a file (also a certificate)"), file),
    ),
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

  /** A puzzle, or a certificate. @param {File} one */
  async function taken(one) {
    if (!one.name.endsWith(".zip")) return read(await one.text());
    panel.hidePopover();
    await app.replay(one);
  }

  /** @param {string} source */
  async function read(source) {
    if (!source.trim()) return;
    const own = source.trim().match(/#(kind=\w+&)?[pz]=[\w-]+$/);
    if (own) {
      location.hash = own[0];
      panel.hidePopover();
      return;
    }
    const record = await app.question(
      "read",
      { text: source, ...(kind.value ? { kind: kind.value } : {}) },
      { doing: "Reading" },
    );
    if (!record) {
      panel.hidePopover();
      return;
    }
    const puzzles = record.puzzles ?? [];
    list.replaceChildren();
    if (puzzles.length === 1) {
      panel.hidePopover();
      take(puzzles[0]);
      return;
    }
    if (!puzzles.length) return app.say("There is no puzzle in it.", "fault");
    panel.showPopover();
    list.replaceChildren(
      h("p", {}, `${counted(puzzles.length, "puzzle")}: choose one.`),
      ...puzzles.slice(0, 40).map((/** @type {any} */ puzzle, /** @type {number} */ i) =>
        h(
          "button",
          {
            onclick: () => {
              panel.hidePopover();
              take(puzzle);
            },
          },
          puzzle.name || `Puzzle ${i + 1}`,
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

/** @param {App} app */
function sharePanel(app) {
  const panel = by("share-panel");
  const link = h("input", { id: "share-link", readonly: true, "aria-label": "Link", onfocus: () => link.select() });
  const copy = h("button.primary", { id: "share-copy", onclick: () => void copied(link, copy) }, "Copy the link");
  const own = h("input", { type: "checkbox", id: "share-marks", onchange: () => void write() });
  const ownTick = h("label.check", {}, own, h("span", {}, "with my marks"));
  const form = h("select", { id: "share-form", "aria-label": "Form", onchange: () => void show() });
  const text = h("textarea", {
    id: "share-text",
    rows: "8",
    readonly: true,
    spellcheck: "false",
    "aria-label": "Text",
  });
  const save = h("button", { id: "share-save", onclick: () => saved() }, "Save as a file");
  const copyText = h("button", { id: "share-copy-text", onclick: () => void copied(text, copyText) }, "Copy");
  const answer = h("input", { type: "checkbox", id: "share-answer", onchange: () => void show() });
  const answerTick = h("label.check", {}, answer, h("span", {}, "with the answer"));
  panel.append(
    h("h2", {}, "Share"),
    h("div.sizes", {}, link, copy),
    ownTick,
    h("p.small", {}, "The puzzle is in the link itself, behind the #: no server ever sees it."),
    h("h2", {}, "As a file"),
    h("div.sizes", {}, form, answerTick, save, copyText),
    text,
  );
  /** @type {{name: string, content: any, type: string} | null} */
  let ready = null;
  let drawn = "";

  async function write() {
    const { doc } = app;
    const hash = await encode(doc.puzzle, own.checked ? merged(doc.marks, doc.trial) : {});
    link.value = location.href.replace(/#.*$/, "") + hash;
  }

  const named = (/** @type {string} */ ending) =>
    `${(app.doc.puzzle.name || app.kind.name).replace(/[^\w-]+/g, "-")}.${ending}`;

  /** The chosen form of the puzzle. */
  async function show() {
    ready = null;
    const form_ = form.value;
    const picture = ["svg", "png", "pdf"].includes(form_);
    answerTick.hidden = !picture;
    const record = picture
      ? await app.question("picture", { format: form_, answer: answer.checked }, { doing: "Drawing" })
      : await app.question("write", { style: form_ }, { doing: "Writing" });
    text.hidden = !record?.text;
    if (!record) return;
    text.value = record.text ?? "";
    const ending =
      { json: "json", dimacs: "cnf", svg: "svg", png: "png", pdf: "pdf" }[/** @type {"json"} */ (form_)] ?? "txt";
    const content = record.base64 ? fromBase64(record.base64) : record.text;
    ready = { name: named(ending), content, type: record.type ?? "text/plain" };
    save.disabled = false;
    copyText.hidden = !record.text;
  }

  function saved() {
    if (ready) download(ready.name, ready.content, ready.type);
  }

  panel.addEventListener("beforetoggle", (/** @type {any} */ event) => {
    if (event.newState !== "open") return;
    void write();
    const marks = Object.keys(app.doc.marks).length > 0;
    ownTick.hidden = !marks;
    ready = null;
    save.disabled = true;
    if (app.engine) void show();
  });

  return () => {
    const styles = [...(app.about?.styles ?? ["json"]), "dimacs", ...(app.about?.pictures ?? ["svg"])].filter(
      (x, i, all) => all.indexOf(x) === i,
    );
    const look = styles.join();
    if (look === drawn) return;
    drawn = look;
    form.replaceChildren(...styles.map((x) => h("option", { value: x }, x)));
    form.value = styles.includes("text") ? "text" : styles[0];
  };
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {HTMLElement} button */
async function copied(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = before), 1500);
}
