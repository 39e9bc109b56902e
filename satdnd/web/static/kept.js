/** Small wishes that a browser keeps, where it keeps anything at all. */

/**
 * What is kept under *name*.
 * @param {string} name
 * @param {string} otherwise
 * @param {() => Storage} [storage] which may be forbidden
 */
export function kept(name, otherwise, storage = () => localStorage) {
  try {
    return storage().getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * A record that is kept as JSON; null: none, or it is damaged.
 * @param {string} name
 * @param {() => Storage} [storage]
 * @returns {any}
 */
export function record(name, storage = () => localStorage) {
  try {
    return JSON.parse(kept(name, "null", storage));
  } catch {
    return null;
  }
}

/**
 * Keep a wish; where nothing is kept, it holds for this page.
 * @param {string} name
 * @param {string} value
 * @param {() => Storage} [storage]
 */
export function keep(name, value, storage = () => localStorage) {
  try {
    storage().setItem(name, value);
  } catch {
    // as above
  }
}
