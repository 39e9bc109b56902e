/** Which page an address asks for. */

/** "": the editor; "solve": what a solver needs; "embed": a board in somebody else's page. @param {string} hash */
export const viewOf = (hash) => hash.match(/^#(solve|embed)\b/)?.[1] ?? "";

/** Of this page. */
export const VIEW = viewOf(globalThis.location?.hash ?? "");
