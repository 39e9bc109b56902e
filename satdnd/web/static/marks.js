/** The marks of a person and of a trial, one over the other. */

/** @typedef {import("./types.js").Marks} Marks */

/**
 * What is seen at *name*: the trial's mark before the player's.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @param {string} name
 * @returns {{mark: string, trial: boolean}}
 */
export function shown(marks, trial, name) {
  if (trial && name in trial) return { mark: trial[name], trial: true };
  return { mark: marks[name] ?? "", trial: false };
}

/**
 * All that is seen, in one layer.
 * @param {Marks} marks
 * @param {Marks | null} trial
 * @returns {Marks}
 */
export function merged(marks, trial) {
  if (!trial) return marks;
  const both = { ...marks, ...trial };
  return Object.fromEntries(Object.entries(both).filter(([, sign]) => sign !== ""));
}

/**
 * *marks* with *sign* at *name*; of a trial an empty sign stays, because it hides the mark below.
 * @param {Marks} marks
 * @param {string} name
 * @param {string} sign
 * @param {boolean} [keepEmpty]
 * @returns {Marks}
 */
export function marked(marks, name, sign, keepEmpty = false) {
  if ((marks[name] ?? "") === sign && (!keepEmpty || name in marks)) return marks;
  const changed = { ...marks };
  if (sign || keepEmpty) changed[name] = sign;
  else delete changed[name];
  return changed;
}
