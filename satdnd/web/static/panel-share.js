/** What goes: links, texts, files and pictures. */

import { by, download, fromBase64, h, png, redrawn } from "./dom.js";
import { merged } from "./marks.js";
import { encode } from "./share.js";

/** @import { App } from "./app.js" */

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

/** By view: how a link with it opens. */
const VIEWS = {
  editor: "in the editor",
  solve: "for players: the board, with verdict and help hidden",
  play: "on a phone: the board, its tools and hints, nothing else",
};

/** @param {App} app */
export function sharing(app) {
  const panel = by("share-panel");
  const link = h("input", { id: "share-link", readonly: true, "aria-label": "Link", onfocus: () => link.select() });
  const copy = h("button.primary", { id: "share-copy", onclick: () => void copied(link, copy) }, "Copy the link");
  const own = h("input", { type: "checkbox", id: "share-marks", onchange: () => void write() });
  const ownTick = h("label.check", {}, own, h("span", {}, "with my marks"));
  const views = Object.entries(VIEWS).map(([id, text]) => {
    const choice = h("input", { type: "radio", name: "share-view", id: `share-${id}`, value: id, checked: id === "editor", onchange: () => void write() });
    return h("label.check", {}, choice, h("span", {}, text));
  });
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
  const here = [h("div.sizes", {}, link, copy), ownTick, h("fieldset", {}, h("legend", {}, "It opens"), ...views), seen];
  const note = h(
    "p.small",
    { id: "share-note" },
    alone()
      ? `The following link opens only on this computer, while ${served()} runs.`
      : "The puzzle is in the link itself, after the #: no server ever sees it.",
  );
  panel.append(
    h("h2", {}, "Share"),
    ...(alone() ? [elsewhere, note, ...here] : [...here, note, elsewhere]), // first what others can open
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
    if (alone()) elsewhere.append(h("p.small", {}, "To send it to others, use a link above, or the text or file below: Open reads it again."));
  }

  async function write() {
    const { doc } = app;
    const marks = own.checked ? merged(doc.marks, doc.trial) : {};
    const view = panel.querySelector("input[type=radio]:checked").value.replace("editor", "");
    link.value = page() + (await encode(doc.puzzle, marks, view));
    seen.href = link.value;
    seen.hidden = !view;
  }

  /** The board for embedding in another page. */
  async function frame() {
    const { puzzle } = app.doc;
    const title = (puzzle.name || app.kind.title).replace(/[&"<]/g, (/** @type {string} */ x) => `&#${x.charCodeAt(0)};`);
    const source = page() + (await encode(puzzle, {}, "embed")).replaceAll("&", "&amp;");
    return { text: `<iframe src="${source}" title="${title}" width="480" height="640"></iframe>\n` };
  }

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

  return {
    render() {
      const { styles: written = ["json"], pictures = ["svg"] } = app.about ?? {};
      const styles = [...new Set([...written, "dimacs", ...pictures, "png", "pdf", ...(alone() ? [] : ["html"])])];
      const options = () => styles.map((x) => h("option", { value: x }, FORMS[x] ?? x));
      if (redraw(styles, options)) form.value = styles.includes("text") ? "text" : styles[0];
    },
  };
}

/** The address of this page. */
export const page = () => location.href.replace(/#.*$/, "");

/** Copy a text, which the button says. @param {HTMLInputElement | HTMLTextAreaElement} field @param {HTMLElement} button */
export async function copied(field, button) {
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
