/** The field for the lengths of ships, where a puzzle has a fleet. */

import { h } from "./dom.js";

/** @param {import("./app.js").App} app */
export function fleetField(app) {
  let begun = false;
  const fault = h("span.fault", { role: "alert" });
  const input = h("input", {
    ...{ id: "fleet", autocomplete: "off", spellcheck: "false", maxlength: "400", title: "The length of each ship, such as 3 2 2 1" },
    oninput: () => typed(),
    onblur: () => settle(),
  });
  const element = h("label.field", {}, h("span", {}, "Fleet"), input, fault);

  /** @param {string} wrong */
  function tell(wrong) {
    fault.textContent = wrong;
    input.toggleAttribute("aria-invalid", Boolean(wrong));
  }

  /** What is typed in one go is one step. */
  function typed() {
    const { puzzle } = app.doc;
    const made = app.kind.fleet?.typed(puzzle, input.value) ?? "";
    tell(typeof made === "string" ? made : "");
    if (typeof made === "string" || JSON.stringify(made) === JSON.stringify(puzzle)) return;
    app.changePuzzle(made, { same: begun });
    begun = true;
  }

  /** Show the fleet of the puzzle again. */
  function settle() {
    begun = false;
    tell("");
    input.value = app.kind.fleet?.text(app.doc.puzzle) ?? "";
  }

  function render() {
    element.hidden = !app.kind.fleet;
    if (document.activeElement !== input) settle();
  }

  return { element, render };
}
