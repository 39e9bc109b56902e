/** Runs of a line that are certain: that can lie nowhere else, and are marked. */

/**
 * Where each run begins in the leftmost arrangement that fits the marks; null if none fits.
 * @param {number[]} runs
 * @param {string[]} marks of the cells: "#", "o", or anything else for unknown
 * @returns {number[] | null}
 */
function leftmost(runs, marks) {
  /** By run and cell, whether the rest does not fit from there. @type {Set<string>} */
  const failed = new Set();
  /** @param {number} run @param {number} from @returns {number[] | null} */
  function place(run, from) {
    if (run === runs.length) return marks.includes("#", from) ? null : [];
    if (failed.has(`${run},${from}`)) return null;
    for (let at = from; at + runs[run] <= marks.length; at++) {
      const end = at + runs[run];
      const rest = !marks.slice(at, end).includes("o") && marks[end] !== "#" && place(run + 1, end + 1);
      if (rest) return [at, ...rest];
      if (marks[at] === "#") break; // it would be part of no run
    }
    failed.add(`${run},${from}`);
    return null;
  }
  return place(0, 0);
}

/**
 * Which runs are certain. A run is, if it lies at one place in all arrangements that fit, and all its cells are marked.
 * @param {number[]} runs
 * @param {string[]} marks
 */
export function certain(runs, marks) {
  const first = leftmost(runs, marks);
  const last = leftmost([...runs].reverse(), [...marks].reverse())?.reverse();
  return runs.map((run, i) => {
    const at = first?.[i];
    const same = at !== undefined && at === marks.length - (last?.[i] ?? 0) - run;
    return same && marks.slice(at, at + run).every((mark) => mark === "#");
  });
}
