/** The kinds to choose from: by family, each with a small picture that the engine draws when the list is first seen. */

import { h } from "./dom.js";
import { FAMILIES } from "./kinds.js";
import { upper } from "./words.js";

/** @typedef {import("./app.js").App} App */

/** The kinds by family, for a list that opens. @returns {Node[]} */
export function kindOptions() {
  return FAMILIES.map(([family, kinds]) =>
    h("optgroup", { label: upper(family) }, ...kinds.map((x) => h("option", { value: x.name }, x.title))),
  );
}

export class Gallery {
  /**
   * @param {App} app
   * @param {() => void} changed another kind is chosen
   */
  constructor(app, changed) {
    this.app = app;
    this.seen = false;
    this.element = h(
      "div.gallery",
      { id: "new-kind", role: "radiogroup", "aria-label": "Kind" },
      ...FAMILIES.map(([family, kinds]) =>
        h(
          "fieldset",
          {},
          h("legend", {}, upper(family)),
          ...kinds.map((kind) =>
            h(
              "label",
              {},
              h("input", { type: "radio", name: "new-kind", value: kind.name, onchange: changed }),
              h("img", { alt: "", width: "56", height: "56" }),
              h("span", {}, kind.title),
            ),
          ),
        ),
      ),
    );
  }

  /** The name of the chosen kind. @returns {string} */
  get value() {
    return this.element.querySelector("input:checked")?.value ?? "";
  }

  /** The list is opened, and that kind is the chosen one. @param {string} name */
  open(name) {
    const chosen = this.element.querySelector(`input[value="${name}"]`);
    chosen.checked = true;
    this.seen = true;
    requestAnimationFrame(() => chosen.parentElement.scrollIntoView({ block: "nearest" }));
    void this.draw();
  }

  close() {
    this.seen = false;
  }

  /** One after the other, so that a question about the board waits for one at most. */
  async draw() {
    for (const picture of this.element.querySelectorAll("img:not([src])")) {
      if (!this.seen || !this.app.engine) return;
      const kind = picture.previousElementSibling.value;
      try {
        const { text } = await this.app.engine.ask({ operation: "preview", arguments: { kind } });
        picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      } catch {
        return; // it was stopped: when the list is opened again
      }
    }
  }
}
