/** Tools for setters: size, needless clues, repairs, difficulty. */

import { counted, drawnAs } from "./docs.js";
import { by, counted as many, h, key } from "./dom.js";
import { changedCells, miniature } from "./board.js";
import { fleetField } from "./fleet-field.js";
import { resized } from "./lines.js";
import { sentence, upper } from "./words.js";
import { known } from "./kinds.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export function setter(app) {
  const follow = h("input", { type: "checkbox", id: "count", onchange: () => toggleFollow() });
  const followTick = h(
    "label.check",
    { title: "The clues are counted from what you draw" },
    follow,
    h("span", {}, "Count what I draw"),
  );
  const variants = h("div", {});
  const fleet = fleetField(app);
  const boxes = h("select", { id: "boxes", onchange: () => reshape(Number(boxes.value)) });
  const shape = h("label.field", {}, h("span", {}, "Boxes"), boxes);
  const rows = stepper("Rows", (delta) => resize(delta, 0));
  const columns = stepper("Columns", (delta) => resize(0, delta));
  /** The field for the number of pieces, for kinds that have one. @type {ReturnType<typeof stepper> & {of: string} | null} */
  let pieces = null;
  const needless = h(
    "button",
    { id: "needless", title: "Clues that can be left out with the solution still unique", onclick: () => void needed() },
    "Is every clue needed?",
  );
  const rate = h(
    "button",
    { id: "rate", title: "A grade, from trivial to expert, and how many minutes", onclick: () => void grade() },
    "How hard is it?",
  );
  const solve = h(
    "button",
    { id: "solution", title: "One solution, drawn small", onclick: () => void showSolution() },
    "Show the solution",
  );
  const answer = h("div.answer", { id: "findings", "aria-live": "polite" });
  const panel = h(
    "section.card.editor-only",
    { id: "setter", "aria-label": "Set the puzzle" },
    h("h2", {}, "The puzzle"),
    h("div.sizes", {}, rows.element, columns.element, shape),
    followTick,
    fleet.element,
    variants,
    h("div.buttons", {}, needless, rate, solve),
    answer,
  );
  by("panels").append(panel);
  /** @type {any} */
  let about = null;

  /** @param {string} label @param {(delta: number) => void} step */
  function stepper(label, step) {
    const value = h("output", {});
    const element = h(
      "div.stepper",
      { role: "group", "aria-label": label },
      h("span", {}, label),
      h(
        "button.icon",
        {
          "aria-label": `Fewer ${label.toLowerCase()}`,
          title: `Fewer ${label.toLowerCase()}`,
          onclick: () => step(-1),
        },
        "−",
      ),
      value,
      h(
        "button.icon",
        { "aria-label": `More ${label.toLowerCase()}`, title: `More ${label.toLowerCase()}`, onclick: () => step(1) },
        "+",
      ),
    );
    return { element, value };
  }

  /** @param {number} dr @param {number} dc */
  function resize(dr, dc) {
    const { kind, doc } = app;
    const before = kind.size(doc.puzzle);
    let [height, width] = before;
    if (kind.sizes) {
      const i = kind.sizes.indexOf(height) + (dr || dc);
      height = width = kind.sizes[Math.max(0, Math.min(kind.sizes.length - 1, i))];
    } else if (kind.square) height = width = height + (dr || dc);
    else [height, width] = [height + dr, width + dc];
    if (height < 1 || width < 1 || height > 64 || width > 64) return;
    const inside = (/** @type {Record<string, string>} */ marks) =>
      Object.fromEntries(
        Object.entries(marks).filter(([name]) => name.split(",").every((x, i) => Number(x) < (i % 2 ? width : height))),
      );
    const marks =
      kind.gesture === "slide"
        ? {}
        : kind.gesture === "edge"
          ? resized(doc.marks, [height, width])
          : inside(doc.marks);
    const puzzle = kind.resize(doc.puzzle, height, width);
    const lost = JSON.stringify(kind.resize(puzzle, ...before)) !== JSON.stringify(doc.puzzle);
    app.change(counted({ ...doc, puzzle, marks, trial: null, drawing: inside(doc.drawing) }));
    if (lost && dr + dc < 0) app.say("The clues that were there are gone; Undo brings them back.");
  }

  /** @param {string} of the pieces @param {number} delta */
  function setPieces(of, delta) {
    const { puzzle } = app.doc;
    const number = puzzle[of] + delta;
    if (number >= 0 && number <= puzzle.size[0] * puzzle.size[1]) app.changePuzzle({ ...puzzle, [of]: number });
  }

  /** Show the number of pieces if the kind has one. */
  function renderPieces() {
    const of = app.kind.best?.pieces ?? "";
    if (of !== (pieces?.of ?? "")) {
      pieces?.element.remove();
      pieces = of ? { ...stepper(upper(of), (delta) => setPieces(of, delta)), of } : null;
      if (pieces) columns.element.after(pieces.element);
    }
    if (pieces) pieces.value.textContent = String(app.doc.puzzle[of]);
  }

  /** Give the boxes another shape; the usual one is not written. @param {number} which */
  function reshape(which) {
    const { kind, doc } = app;
    app.changePuzzle({ ...doc.puzzle, boxes: which ? kind.shapes?.(doc.puzzle)[which] : undefined });
  }

  /** The shapes of boxes, where there are several. */
  function renderShapes() {
    const { kind, doc } = app;
    const all = kind.shapes?.(doc.puzzle).map(String) ?? [];
    shape.hidden = all.length < 2;
    if (boxes.options.length !== all.length || all.some((x, i) => boxes.options[i].title !== x))
      boxes.replaceChildren(...all.map((x, i) => h("option", { value: String(i), title: x }, x.replace(",", "x"))));
    boxes.value = String(all.indexOf(String(kind.shape?.(doc.puzzle))));
  }

  /** A tick for each variant of the rules that the kind has. */
  function renderVariants() {
    const { kind, doc } = app;
    variants.replaceChildren(
      ...(kind.variants ?? []).map(({ name, usual, other, title }) => {
        const tick = h("input", {
          ...{ type: "checkbox", "data-variant": name, checked: doc.puzzle[name] === other },
          onchange: () => app.changePuzzle({ ...doc.puzzle, [name]: tick.checked ? other : usual }),
        });
        return h("label.check", {}, tick, h("span", {}, upper(title)));
      }),
    );
  }

  function toggleFollow() {
    const { doc, kind, live } = app;
    if (!follow.checked) return app.change({ ...doc, follow: false });
    // the walls of the only solution become the drawing
    const on = { ...doc, follow: true };
    app.change(live?.status === "unique" ? drawnAs(on, known(kind, live.forced)) : counted(on));
  }

  /** @param {...(Node | string)} what */
  function found(...what) {
    if (app.mode === "play") return app.say(h("div", {}, ...what));
    about = app.doc.puzzle;
    answer.replaceChildren(...what);
  }

  /** One change after the other, those first that leave one solution; the board shows the one that is pointed at. @param {{text: string, status: string, puzzle: any}[]} changes */
  function offers(changes) {
    const unique = (/** @type {{status: string}} */ change) => Number(change.status === "unique");
    const sorted = [...changes].sort((one, other) => unique(other) - unique(one));
    let at = 0;
    const show = () => app.point({ about: changedCells(app.kind, app.doc.puzzle, sorted[at].puzzle) }, sorted[at].puzzle);
    const hide = () => app.point({});
    const make = h("button", {
      "data-repair": true,
      title: "Make this change",
      onclick: () => app.changePuzzle(withName(sorted[at].puzzle)),
      ...{ onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide },
    });
    const number = h("p.small", { "aria-live": "polite" });
    const another = h("button", { title: "Another change", onclick: () => turn(at + 1) }, "Another");
    /** @param {number} to */
    function turn(to) {
      at = to % sorted.length;
      make.textContent = upper(sorted[at].text);
      number.textContent = `${at + 1} of ${sorted.length}; ${sorted[at].status === "unique" ? "then there is one solution" : "then there are several solutions"}.`;
    }
    turn(0);
    another.hidden = sorted.length < 2;
    return h("div.offers", {}, make, number, another);
  }

  /** @param {any} puzzle */
  const withName = (puzzle) => ({ ...puzzle, name: puzzle.name ?? app.doc.puzzle.name });

  async function needed() {
    const record = await app.question("needless", {}, { doing: "Trying to leave out clues", options: { timeout: 60 } });
    if (!record) return;
    const clues = record.needless ?? [];
    if (!clues.length) return found(h("p", {}, upper(`${record.reason || "Every clue is needed"}.`)));
    found(
      h("p", {}, `${many(clues.length, "clue is", "clues are")} not needed:`),
      h("ul", {}, ...clues.slice(0, 20).map((/** @type {string} */ clue) => h("li", {}, clue))),
      h("button", { id: "drop", onclick: () => app.changePuzzle(withName(record.puzzle)) }, "Leave them out"),
    );
  }

  async function grade() {
    const record = await app.question("rate", {}, { doing: "Solving it as a person would", options: { timeout: 120 } });
    if (!record) return;
    if (!record.grade)
      return found(h("p", {}, upper(`${record.reason || "Only a puzzle with one solution has a grade"}.`)));
    const grades = ["trivial", "easy", "medium", "hard", "expert"];
    const [low, typical, high] = record.minutes.map((/** @type {number} */ x) => Math.max(1, Math.round(x)));
    found(
      h("p", {}, h("b", {}, upper(record.grade)), `, about ${many(typical, "minute")}${low < high ? `, mostly ${low} to ${high}` : ""}`),
      record.hardest ? h("p", {}, `Hardest: ${record.hardest}`) : "",
      h(
        "div.scale",
        { "aria-hidden": "true" },
        ...grades.map((x) => h(grades.indexOf(x) <= grades.indexOf(record.grade) ? "span.on" : "span", {}, x)),
      ),
    );
  }

  app.showTwo = async () => {
    const record = await app.question("two", {}, { doing: "Looking for two solutions" });
    const pictures = record?.pictures;
    if (!pictures?.length) {
      if (record) app.say(upper(`${record.reason || "there is only one"}.`));
      return;
    }
    found(
      h("p", {}, pictures.length > 1 ? "Two solutions; where they differ is hatched." : "The one solution."),
      h(
        "div.pair",
        {},
        ...pictures.map((/** @type {any} */ picture, /** @type {number} */ i) =>
          miniature(picture, `solution ${i + 1}`),
        ),
      ),
    );
    answer.scrollIntoView({ block: "nearest" });
  };

  async function showSolution() {
    const record = await app.question("solution", {}, { doing: "Solving" });
    if (record?.picture) found(miniature(record.picture, "the solution"));
    else if (record) app.say(upper(`${record.reason || "there is no solution"}.`));
  }

  app.showConflict = async () => {
    const record = await app.question(
      "diagnose",
      { edits: 0 },
      { doing: "Looking for the contradiction", options: { timeout: 60 } },
    );
    if (!record) return;
    const conflict = record.conflict ?? [];
    if (!conflict.length) return app.say(upper(`${record.reason || "There is no solution"}.`), "fault");
    app.point({ about: new Set(conflict.flatMap((/** @type {any} */ x) => x.cells).map(key)) });
    app.say(
      h(
        "div",
        {},
        h("p", {}, conflict.length === 1 ? "This cannot be true:" : "These cannot all be true:"),
        h("ul", {}, ...conflict.map((/** @type {any} */ x) => h("li", {}, sentence(app, upper(x.text))))),
        (app.about?.repairs ?? true) ? h("button", { onclick: () => app.showRepairs() }, "Repair it") : null,
      ),
      "fault",
    );
  };

  app.showRepairs = async () => {
    const record = await app.question(
      "repairs",
      {},
      { doing: "Looking for the smallest repairs", options: { timeout: 60 } },
    );
    if (!record) return;
    if (!record.repairs?.length) return app.say(upper(`${record.reason || "No small change gives it a solution"}.`));
    app.say(
      h("div", { id: "repairs" }, h("p", {}, "The smallest changes; click to make it:"), offers(record.repairs)),
    );
  };

  app.makeUnique = async () => {
    const record = await app.question(
      "make_unique",
      {},
      { doing: "Looking for what would make it unique", options: { timeout: 20 } },
    );
    if (!record) return;
    if (!record.repairs?.length) return app.say(upper(`${record.reason || "No small change makes it unique"}.`));
    app.say(
      h(
        "div",
        { id: "repairs" },
        h("p", {}, "This makes it unique; click to make it:"),
        offers(record.repairs),
        record.note ? h("p.hint", {}, upper(`${record.note}.`)) : null,
      ),
    );
  };

  function render() {
    if (about && about !== app.doc.puzzle) {
      about = null;
      answer.replaceChildren();
    }
    const { kind, doc, live } = app;
    const [height, width] = kind.size(doc.puzzle);
    rows.value.textContent = String(height);
    columns.value.textContent = String(width);
    renderPieces();
    renderVariants();
    renderShapes();
    fleet.render();
    const square = kind.square;
    columns.element.hidden = square;
    rows.element.firstChild.textContent = square ? "Size" : "Rows";
    follow.checked = doc.follow;
    followTick.hidden = !kind.count;
    const status = kind.empty(doc.puzzle) ? "" : live?.status;
    needless.hidden = !(status === "unique" && (app.about?.spares ?? true));
    rate.hidden = status !== "unique";
    solve.hidden = status !== "unique" && kind.gesture !== "slide";
    panel.hidden = app.mode !== "set";
  }

  return { render };
}
