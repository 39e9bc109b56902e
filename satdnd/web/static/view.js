/** Which page an address asks for. */

/** "": the editor; "solve": the solver's view; "play": a board alone; "embed": one in another page. @param {string} hash */
export const viewOf = (hash) => hash.match(/^#(solve|play|embed)\b/)?.[1] ?? "";

/** Of this page. */
export const VIEW = viewOf(globalThis.location?.hash ?? "");

/** Whether it shows a board alone. */
export const ALONE = VIEW === "embed" || VIEW === "play";

/** The kind of which an address asks for the puzzle of the day; empty if it does not. @param {string} hash */
export const dailyOf = (hash) => new URLSearchParams(hash.replace(/^#/, "")).get("daily") ?? "";
