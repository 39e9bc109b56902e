/** Starts the engine before the page, since that takes longest; the page also works without an engine. */

/** @type {Promise<import("./engine.js").Engine>} */
export const engine = import("./engine.js").then(({ connect }) => connect());
engine.catch(() => {}); // reported by those who await it
