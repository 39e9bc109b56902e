/** A board embedded in another page: the messages between the two pages; see `docs/embedding.md`. */

import { arriving } from "./docs.js";
import { merged } from "./marks.js";
import { unpacked } from "./share.js";
import { VIEW } from "./view.js";

/** @param {import("./app.js").App} app */
export function embedding(app) {
  const host = window.parent;
  if (VIEW !== "embed" || host === window) return { render: () => undefined };
  let [doc, solved] = [app.doc, app.solved];

  /** Post to any host page, so only what it sent itself or may know. @param {string} what @param {any} [more] */
  const tell = (what, more = {}) => host.postMessage({ satdnd: what, ...more }, "*");

  /** @param {any} sent a puzzle as JSON, or any text that contains one */
  async function open({ puzzle, marks = {} }) {
    try {
      const record = typeof puzzle === "string" ? await app.questions.request({ operation: "read", arguments: { text: puzzle } }) : { puzzles: [puzzle] };
      if (!record.puzzles?.length) throw new Error(record.message ?? record.faults?.[0] ?? "it holds no puzzle");
      const found = unpacked({ puzzle: record.puzzles[0], marks });
      app.load(arriving(found.puzzle, found.marks).doc, "play");
    } catch (error) {
      tell("refused", { reason: /** @type {Error} */ (error).message });
    }
  }

  window.addEventListener("message", ({ data, source }) => {
    if (source === host && data?.satdnd === "open") void open(data);
  });
  tell("ready");

  function render() {
    if (app.doc !== doc) {
      doc = app.doc;
      tell("changed", { puzzle: doc.puzzle, marks: merged(doc.marks, doc.trial) });
    }
    if (app.solved && !solved) tell("solved");
    solved = app.solved;
  }

  return { render };
}
