/** The engine is started before the page is put together, since it takes longest; the page does without where it fails. */

/** @type {Promise<import("./engine.js").Engine>} */
export const engine = import("./engine.js").then(({ connect }) => connect());
engine.catch(() => {}); // told by whoever waits for it
