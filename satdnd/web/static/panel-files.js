/** Input and output: new boards, generated puzzles, pasted texts, links, files. */

import { arriving, newDoc } from "./docs.js";
import { by, counted, download, fromBase64, h, png, redrawn } from "./dom.js";
import { Gallery } from "./gallery.js";
import { FAMILIES, kindOf, KINDS } from "./kinds.js";
import { merged } from "./marks.js";
import { full, upper } from "./words.js";
import { encode } from "./share.js";

/** @import { App } from "./app.js" */

const GRADES = ["any", "trivial", "easy", "medium", "hard", "expert"];
const LARGEST = 64;

/** Labels for generator options whose own names are unclear. @type {Record<string, string>} */
const WISHES = { needs: "Unique only because of", linear: "Shifted rows" };

/** By format: its description. @type {Record<string, string>} */
const FORMS = {
  json: "JSON",
  text: "Text",
  grid: "Text, drawn with lines",
  c: "C source code",
  "dungeon-diagrams": "Link: dungeon-diagrams.github.io",
  kord: "Link: dandd.therestinmotion.com",
  "kord-old": "Link: dandd.therestinmotion.com, old form",
  "puzz.link": "Link: puzz.link",
  tatham: "Game ID of Simon Tatham's puzzles",
  sdm: "Sudoku line (.sdm)",
  sdk: "Sudoku file (.sdk)",
  dimacs: "Formula for SAT solvers (DIMACS)",
  svg: "Picture (SVG)",
  png: "Picture (PNG)",
  pdf: "Print file (PDF)",
  html: "Board for a web page (HTML)",
};

/** Links of other sites, the best first; these open on any machine. */
const LINKS = ["puzz.link", "dungeon-diagrams", "kord"];

/** The program that serves this page. */
const served = () =>
  document.querySelector('meta[name="satdnd-engine"]')?.getAttribute("content") === "local"
    ? "satdnd edit"
    : "its server";

/** Whether only this computer can open this page. */
const alone = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** @param {App} app */
export function files(app) {
  const drawNew = newPanel(app);
  openPanel(app);
  const drawShare = sharePanel(app);
  app.example = async () => {
    const record = await app.question("example", { kind: app.kind.name }, { doing: "Fetching the example" });
    if (record) app.load(newDoc(record.puzzle), "play");
  };
  return {
    render: () => {
      drawNew();
      drawShare();
    },
  };
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
    grade.value = "any"; // options of another kind do not carry over
    recipe();
    void app.describe(kind.value);
  }

  /** The engine's description of the kind. @type {any} */
  let about = null;
  /** The generator options of this kind, except size and grade. */
  function recipe() {
    about = app.described.get(kind.value);
    const wishes = Object.entries(about?.recipe ?? {}).filter(
      ([name]) => !["height", "width", "unique", "difficulty"].includes(name),
    );
    more.replaceChildren(
      ...wishes.map(([name, wish]) => {
        const label = upper(WISHES[name] ?? name.replaceAll("_", " "));
        const choices = /** @type {any} */ (wish).choices;
        const input = choices
          ? h(
              "select",
              { "data-wish": name, title: /** @type {any} */ (wish).help },
              h("option", { value: "" }, "Any"),
              ...choices.map((/** @type {string} */ x) => h("option", { value: x }, upper(x))),
            )
          : /** @type {any} */ (wish).type === "bool"
            ? h("input", { type: "checkbox", "data-wish": name, title: /** @type {any} */ (wish).help })
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
    void app.generate(name, { height, width }, { seed: Number(day.replaceAll("-", "")), title: `Puzzle of ${day}` });
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
    const own = source.trim().match(/#(?:solve&|embed&)?((?:kind=\w+&)?[pz]=[\w-]+)$/);
    if (own) {
      location.hash = `#${own[1]}`;
      panel.hidePopover();
      return;
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
    list.replaceChildren(
      h("p", {}, `${counted(puzzles.length, "puzzle")}: choose one.`),
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

/** @param {App} app */
function sharePanel(app) {
  const panel = by("share-panel");
  const link = h("input", { id: "share-link", readonly: true, "aria-label": "Link", onfocus: () => link.select() });
  const copy = h("button.primary", { id: "share-copy", onclick: () => void copied(link, copy) }, "Copy the link");
  const own = h("input", { type: "checkbox", id: "share-marks", onchange: () => void write() });
  const ownTick = h("label.check", {}, own, h("span", {}, "with my marks"));
  const solvers = h("input", { type: "checkbox", id: "share-solve", onchange: () => void write() });
  const seen = h("a", { id: "share-look", target: "_blank", rel: "noopener" }, "See what they see");
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
  const elsewhere = h("div.elsewhere", { id: "share-elsewhere" });
  panel.append(
    h("h2", {}, "Share"),
    h("div.sizes", {}, link, copy),
    ownTick,
    h(
      "div.sizes",
      {},
      h("label.check", {}, solvers, h("span", {}, "for players: the board, with verdict and help hidden")),
      seen,
    ),
    h(
      "p.small",
      { id: "share-note" },
      alone()
        ? `This link opens only on this computer, while ${served()} runs. To send the puzzle to others, use one of these:`
        : "The puzzle is in the link itself, after the #: no server ever sees it.",
    ),
    elsewhere,
    h("h2", {}, "As a file, a text or a picture"),
    h("div.sizes", {}, form, answerTick, save, copyText),
    text,
  );
  /** @type {{name: string, content: any, type: string} | null} */
  let ready = null;
  const redraw = redrawn(form);

  /** Links that open on any machine, if the kind has some and the puzzle fits. */
  async function travelling() {
    elsewhere.replaceChildren();
    const { puzzle } = app.doc;
    for (const style of LINKS.filter((x) => app.about?.styles.includes(x))) {
      const record = await app.questions.request({ operation: "write", puzzle, options: {}, arguments: { style } });
      if (puzzle !== app.doc.puzzle) return;
      if (!record.text) continue;
      const name = FORMS[style].replace("Link: ", "");
      const field = h("input", { readonly: true, "aria-label": `Link of ${name}`, onfocus: () => field.select() });
      field.value = record.text.trim();
      const button = h(
        "button",
        { "aria-label": `Copy the link of ${name}`, onclick: () => void copied(field, button) },
        "Copy",
      );
      elsewhere.append(
        h("div.sizes", {}, h("label.field.grow", {}, h("span", {}, name), field), button),
      );
    }
    if (alone()) elsewhere.append(h("p.small", {}, "Or the text or file below: Open reads it again."));
  }

  async function write() {
    const { doc } = app;
    const marks = own.checked ? merged(doc.marks, doc.trial) : {};
    link.value = page() + (await encode(doc.puzzle, marks, solvers.checked ? "solve" : ""));
    seen.href = link.value;
    seen.hidden = !solvers.checked;
  }

  /** The board for embedding in another page. */
  async function frame() {
    const { puzzle } = app.doc;
    const title = (puzzle.name || app.kind.title).replace(/[&"<]/g, (/** @type {string} */ x) => `&#${x.charCodeAt(0)};`);
    const source = page() + (await encode(puzzle, {}, "embed")).replaceAll("&", "&amp;");
    return { text: `<iframe src="${source}" title="${title}" width="480" height="640"></iframe>\n` };
  }

  const page = () => location.href.replace(/#.*$/, "");

  const named = (/** @type {string} */ ending) =>
    `${(app.doc.puzzle.name || app.kind.name).replace(/[^\w-]+/g, "-")}.${ending}`;

  /** A picture made by the engine or, for formats it does not have, by the browser. @param {string} format */
  async function depicted(format) {
    const own = (app.about?.pictures ?? ["svg"]).includes(format);
    const wanted = { format: own ? format : "svg", answer: answer.checked };
    const record = await app.question("picture", wanted, { doing: "Drawing" });
    return own || !record?.text ? record : { blob: await png(record.text), type: "image/png" };
  }

  /** The puzzle in the selected format. */
  async function show() {
    ready = null;
    const form_ = form.value;
    const picture = ["svg", "png", "pdf"].includes(form_);
    if (form_ === "pdf" && !app.about?.pictures.includes("pdf")) return printed();
    answerTick.hidden = !picture;
    const record = form_ === "html" ? await frame() : picture ? await depicted(form_) : await app.question("write", { style: form_ }, { doing: "Writing" });
    text.hidden = !record?.text;
    if (!record) return;
    text.value = record.text ?? "";
    const ending =
      { json: "json", html: "html", dimacs: "cnf", svg: "svg", png: "png", pdf: "pdf" }[/** @type {"json"} */ (form_)] ?? "txt";
    const content = record.blob ?? (record.base64 ? fromBase64(record.base64) : record.text);
    ready = { name: named(ending), content, type: record.type ?? "text/plain" };
    save.disabled = false;
    copyText.hidden = !record.text;
  }

  /** Print, which can also save a PDF. */
  function printed() {
    ready = null;
    text.hidden = false;
    text.value = "Save as a file opens the print sheet, which your browser saves as PDF.";
    answerTick.hidden = copyText.hidden = true;
    save.disabled = false;
  }

  function saved() {
    if (form.value === "pdf" && !ready) by("print").click();
    if (ready) download(ready.name, ready.content, ready.type);
  }

  panel.addEventListener("beforetoggle", (/** @type {any} */ event) => {
    if (event.newState !== "open") return;
    void write();
    const marks = Object.keys(app.doc.marks).length > 0;
    ownTick.hidden = !marks;
    ready = null;
    save.disabled = true;
    if (app.engine) void show().then(() => travelling());
  });

  return () => {
    const { styles: written = ["json"], pictures = ["svg"] } = app.about ?? {};
    const styles = [...new Set([...written, "dimacs", ...pictures, "png", "pdf", ...(alone() ? [] : ["html"])])];
    const options = () => styles.map((x) => h("option", { value: x }, FORMS[x] ?? x));
    if (redraw(styles, options)) form.value = styles.includes("text") ? "text" : styles[0];
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
