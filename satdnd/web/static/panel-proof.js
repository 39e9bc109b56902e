/** Certificates: the proof that there is exactly one solution, as a file that anybody can check. */

import { by, download, fromBase64, h } from "./dom.js";
import { upper } from "./words.js";

/** @import { App } from "./app.js" */

/** @param {App} app */
export function proof(app) {
  const file = h("input", {
    type: "file",
    accept: ".zip",
    hidden: true,
    id: "certificate-file",
    onchange: () => void chosen(),
  });
  const make = h(
    "button",
    { id: "certify", title: "A file that proves it: replay it with satdnd check", onclick: () => void certify() },
    "Make a certificate",
  );
  const open = h(
    "button",
    { id: "replay", title: "Replay a certificate that someone gave you", onclick: () => file.click() },
    "Check a certificate",
  );
  const answer = h("div.answer", { id: "proved", "aria-live": "polite" });
  const panel = h(
    "details.card.editor-only",
    { id: "proof" },
    h("summary", {}, h("h2", {}, "Prove it")),
    h("div.buttons", {}, make, open, file),
    answer,
  );
  by("panels").append(panel);
  /** @type {any} */
  let about = null;
  let mode = "";

  async function certify() {
    const puzzle = app.doc.puzzle;
    const record = await app.question(
      "certify",
      {},
      { doing: "Proving that there is exactly one solution", options: { timeout: 300 } },
    );
    if (!record || puzzle !== app.doc.puzzle) return;
    if (!record.base64) return app.say(upper(`${record.reason || "it could not be proved"}.`));
    const bytes = fromBase64(record.base64);
    download(record.name ?? "certificate.zip", bytes, "application/zip");
    about = puzzle;
    const size = bytes.length < 10_000 ? `${bytes.length} bytes` : `${Math.round(bytes.length / 1000)} kB`;
    const replayed = await app.question("replay", { base64: record.base64 }, { doing: "Replaying the proof" });
    if (puzzle !== app.doc.puzzle) return;
    const verdict = replayed ? `Replayed here: ${replayed.status}.` : "";
    answer.replaceChildren(
      h(
        "p",
        { "data-verdict": replayed?.status ?? "" },
        `${record.name} (${size}). ${verdict} Anyone can replay it: `,
        h("code", {}, "satdnd check"),
      ),
    );
  }

  async function chosen() {
    const [one] = file.files ?? [];
    if (one) await app.replay(one);
    file.value = "";
  }

  app.replay = async (chosen) => {
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    const record = await app.question("replay", { base64: btoa(text) }, { doing: "Replaying the proof" });
    if (!record) return;
    const said = record.reason ?? record.message ?? record.faults?.[0]?.message ?? "";
    const verdict = record.status === "valid" ? "The certificate is valid" : `The certificate is ${record.status}`;
    app.say(
      h(
        "span",
        { id: "replayed", "data-verdict": record.status },
        said ? `${verdict}: ${said}.`.replace("..", ".") : `${verdict}.`,
      ),
      record.status === "valid" ? "good" : "fault",
    );
  };

  function render() {
    if (about && about !== app.doc.puzzle) {
      about = null;
      answer.replaceChildren();
    }
    if (mode !== app.mode) panel.open = app.mode === "set";
    mode = app.mode;
    panel.hidden = app.live?.status !== "unique" || !(app.about?.certifies ?? true);
  }

  return { render };
}
