/**
 * Live answers: what follows from the board, asked after every change. `App.ask` makes the question, `satdnd/web/live.py`
 * answers it, and this module keeps the order: one question at a time, of which only the newest board waits; answers to
 * older boards are dropped, and long questions about them are aborted. Input never waits.
 */

/** @import { Live } from "./types.js" */

import { lasting } from "./engine.js";

export class Follower {
  /**
   * @param {(task: any, signal: AbortSignal) => Promise<any>} ask
   * @param {(live: Live | null) => void} tell called with each answer; null: not known yet
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

  /** Another board. @param {any} task null if there is nothing to ask */
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
      // short questions are awaited, as aborting takes longer
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
