/** The panel of the puzzles that this browser keeps, and of the lists among them. */

import { by, counted, download, h } from "./dom.js";
import { kindOf } from "./kinds.js";
import { encodeList } from "./share.js";
import { inMinutes } from "./times.js";
import { copied, page } from "./panel-share.js";
import { upper } from "./words.js";

/** @import { App } from "./app.js" */
/** @import { Saved } from "./library.js" */

/** @param {App} app */
export function lists(app) {
  const { library } = app;
  const keep = h("button", { id: "library-keep", title: "This browser keeps it, with your marks", onclick: () => library.keep() }, "Keep this puzzle");
  const title = h("input", { id: "library-list", autocomplete: "off", list: "library-titles", onchange: () => moved() });
  const titles = h("datalist", { id: "library-titles" });
  const up = h("button", { title: "Before the one above it in its list", onclick: () => library.current && library.advance(library.current) }, "Earlier");
  const drop = h("button", { id: "library-drop", onclick: () => library.current && library.remove([library.current]) }, "Keep it no longer");
  const own = h("div", {}, h("label.field", {}, h("span", {}, "In the list"), title), titles, h("div.buttons", {}, up, drop));
  const all = h("div", {});
  const save = h("button", { id: "library-save", title: "Open reads it again, here or in another browser", onclick: () => download("satdnd-puzzles.jsonl", library.text(), "application/jsonl") }, "Save all as a file, with marks and times");
  const panel = h(
    "details.card",
    { id: "library" },
    h("summary", {}, h("h2", {}, "My puzzles")),
    h("p.small", {}, "This browser keeps them, with your marks and times; nothing is sent anywhere. Puzzles in a list are played in order, and a list is shared as a link or a file."),
    h("div.buttons", {}, keep),
    own,
    all,
    h("div.buttons", {}, save),
  );
  by("panels").append(panel);
  panel.addEventListener("toggle", () => app.render());
  /** What is drawn. @type {[Saved[], Saved | undefined] | []} */
  let drawn = [];

  /** To another list, at its end. */
  function moved() {
    const { current } = library;
    if (current) library.change(current.puzzle, { list: title.value.trim() });
  }

  /** @param {Saved} one */
  function open(one) {
    library.open(one);
    app.board.focus(app.focus);
  }

  /** @param {Saved} one @param {number} i */
  function entry(one, i) {
    const kind = kindOf(one.puzzle);
    const facts = [
      `${kind.title}, ${kind.size(one.puzzle).join("x")}`,
      one.solved ? "solved" : Object.keys(one.marks).length ? "begun" : "",
      one.played?.seconds ? inMinutes(one.played.seconds) : "",
      one.grade && `${one.grade}${one.minutes ? `, about ${counted(Math.max(1, Math.round(one.minutes)), "minute")}` : ""}`,
    ];
    const name = one.puzzle.name || (one.list ? `Puzzle ${i + 1}` : "Untitled");
    const here = one === library.current;
    return h("button", { "aria-current": here ? "true" : null, onclick: () => here || open(one) }, `${one.solved ? "✓ " : ""}${name}`, h("span.small", {}, facts.filter(Boolean).join("; ")));
  }

  /** @param {string} list */
  function group(list) {
    const puzzles = library.of(list);
    const copy = h("button", { "aria-label": `Copy the link of ${list}`, onclick: () => void link() }, "Copy the link");
    const field = h("input", { readonly: true, hidden: true, "aria-label": `Link of ${list}` });
    async function link() {
      field.value = page() + (await encodeList(list, puzzles.map((each) => each.puzzle)));
      field.hidden = false;
      await copied(field, copy);
    }
    // a line for each, which every command reads
    const text = () => puzzles.map(({ puzzle }) => `${JSON.stringify(puzzle)}\n`).join("");
    const file = () => download(`${list.replace(/[^\w-]+/g, "-")}.jsonl`, text(), "application/jsonl");
    const solved = puzzles.filter((each) => each.solved).length;
    return h(
      "div.list",
      {},
      list && h("h3", {}, `${list}: ${solved} of ${puzzles.length} solved`),
      h("div.offers", {}, ...puzzles.map(entry)),
      list && h("div.buttons", {}, copy, h("button", { "aria-label": `Save ${list} as a file`, onclick: file }, "Save as a file"), h("button", { "aria-label": `Keep ${list} no longer`, onclick: () => forget(list) }, "Keep it no longer")),
      field,
    );
  }

  /** Asked for confirmation, as it cannot be undone. @param {string} list */
  function forget(list) {
    const yes = () => {
      app.say("");
      library.remove(library.of(list));
    };
    app.say(h("div", {}, h("p", {}, `${upper(counted(library.of(list).length, "puzzle"))} of ${list}, with marks and times, will be deleted here.`), h("button", { onclick: yes }, "Delete for good")));
  }

  return {
    render() {
      const { current } = library;
      if (app.solved && current && !current.solved) return library.follow();
      keep.hidden = Boolean(current);
      own.hidden = !current;
      save.hidden = !library.all.length;
      if (document.activeElement !== title) title.value = current?.list ?? "";
      up.hidden = !current || library.of(current.list)[0] === current;
      titles.replaceChildren(...library.titles.filter(Boolean).map((value) => h("option", { value })));
      if (!panel.open || (drawn[0] === library.all && drawn[1] === current)) return;
      drawn = [library.all, current];
      all.replaceChildren(...library.titles.map(group));
    },
  };
}
