/** Which page an address asks for. */

/** "": the editor; "solve": the solver's view; "embed": a board embedded in another page. @param {string} hash */
export const viewOf = (hash) => hash.match(/^#(solve|embed)\b/)?.[1] ?? "";

/** Of this page. */
export const VIEW = viewOf(globalThis.location?.hash ?? "");
