/** Preferences stored in the browser, if it stores anything. */

/**
 * The stored value of *name*.
 * @param {string} name
 * @param {string} otherwise
 * @param {() => Storage} [storage] access to it may be forbidden
 */
export function kept(name, otherwise, storage = () => localStorage) {
  try {
    return storage().getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * A record stored as JSON; null if there is none, or it is damaged.
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
 * Store a preference; without storage, or room in it, it is lost with the page.
 * @param {string} name
 * @param {string} value
 * @param {() => Storage} [storage]
 * @returns {boolean} whether it was stored
 */
export function keep(name, value, storage = () => localStorage) {
  try {
    storage().setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
