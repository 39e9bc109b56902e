/**
 * What follows from the board, asked at every change: `App.ask` makes the question, `satdnd/web/live.py` answers it,
 * and here they are kept in order. One question at a time: while one is answered, only the newest
 * board waits; an answer to an older board is dropped, and what would take long is not asked further. Input never
 * waits for it.
 */

/** @typedef {import("./types.js").Live} Live */

import { lasting } from "./engine.js";

export class Follower {
  /**
   * @param {(task: any, signal: AbortSignal) => Promise<any>} ask
   * @param {(live: Live | null) => void} tell null: not known yet
   */
  constructor(ask, tell) {
    this.ask = ask;
    this.tell = tell;
    this.generation = 0;
    this.running = false;
    /** @type {any} */
    this.waiting = null;
    this.unwanted = () => {};
  }

  /** The board is another one now. @param {any} task null: nothing is to be asked about it */
  changed(task) {
    this.generation++;
    this.waiting = task;
    this.unwanted();
    if (!this.running) void this.run();
  }

  async run() {
    this.running = true;
    while (this.waiting) {
      const [task, generation] = [this.waiting, this.generation];
      this.waiting = null;
      const controller = new AbortController();
      // what takes short is awaited: to end it would take longer
      this.unwanted = () => lasting(task) && controller.abort();
      const record = await this.ask(task, controller.signal);
      if (generation === this.generation) this.tell(read(record));
    }
    this.running = false;
  }
}

/** @param {any} record @returns {Live} */
function read(record) {
  const { stopped = false, failed = false } = record;
  return {
    status: stopped || failed ? "undecided" : record.status === "error" ? "invalid" : (record.status ?? ""),
    stopped,
    failed,
    forced: record.forced ?? [],
    differing: record.differing ?? [],
    wrong: record.wrong ?? [],
    reason: record.reason ?? record.message ?? "",
    seconds: record.seconds,
  };
}
