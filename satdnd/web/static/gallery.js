/** The list of kinds by family, with miniatures that the engine draws when the list is first shown. */

import { h } from "./dom.js";
import { FAMILIES } from "./kinds.js";
import { upper } from "./words.js";

/** @import { App } from "./app.js" */

/** The kinds by family, for the list. @returns {Node[]} */
export function kindOptions() {
  return FAMILIES.map(([family, kinds]) =>
    h("optgroup", { label: upper(family) }, ...kinds.map((x) => h("option", { value: x.name }, x.title))),
  );
}

export class Gallery {
  /**
   * @param {App} app
   * @param {() => void} changed called after another kind is selected
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

  /** The name of the selected kind. @returns {string} */
  get value() {
    return this.element.querySelector("input:checked")?.value ?? "";
  }

  /** Open the list with a kind selected. @param {string} name */
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

  /** One after the other, so that a question about the board waits for at most one. */
  async draw() {
    for (const picture of this.element.querySelectorAll("img:not([src])")) {
      if (!this.seen || !this.app.engine) return;
      const kind = picture.previousElementSibling.value;
      try {
        const { text } = await this.app.engine.ask({ operation: "preview", arguments: { kind } });
        picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      } catch {
        return; // stopped; continued when the list is opened again
      }
    }
  }
}
