/** A print sheet: the puzzle in a large size, and its solution on a second page. */

import { miniature } from "./board.js";
import { by, h } from "./dom.js";
import { upper } from "./words.js";

/** @param {import("./app.js").App} app */
export function printing(app) {
  const sheet = by("sheet");
  by("print").addEventListener("click", () => void print());

  /** @param {any} answer */
  function fill(answer) {
    const { kind, doc } = app;
    const title = doc.puzzle.name || kind.title;
    const texts = Object.values(app.about?.rules ?? {});
    const pages = [
      h(
        "section.page",
        {},
        h("h1", {}, title),
        doc.puzzle.name ? h("p.under", {}, kind.title) : null,
        miniature(kind.picture(doc.puzzle, {}, null), "the puzzle"),
        kind.fleet ? h("p", {}, `Fleet: ${kind.fleet.text(doc.puzzle)}`) : null,
        h("ul.rules", {}, ...texts.map((text) => h("li", {}, upper(String(text))))),
      ),
    ];
    if (answer)
      pages.push(
        h("section.page", {}, h("h1", {}, title), h("p.under", {}, "Answer"), miniature(answer, "the answer")),
      );
    sheet.replaceChildren(...pages);
  }

  async function print() {
    const known = app.live?.status === "unique" || app.kind.gesture === "slide";
    const record = known
      ? await app.question("solution", {}, { doing: "Solving for the second page", options: { timeout: 20 } })
      : null;
    fill(record?.picture ?? null);
    window.print();
  }

  window.addEventListener("beforeprint", () => {
    if (!sheet.childElementCount) fill(null);
  });
  window.addEventListener("afterprint", () => sheet.replaceChildren());
  return { render: () => undefined };
}
