// @ts-check
/**
 * The engine, wherever it runs: a process behind the local server, or Python in a Worker of this browser.
 *
 * One question at a time goes out, the others wait in line. `stop` ends what runs, with a fresh engine after it.
 */

/**
 * @typedef {{operation: string, puzzle?: any, options?: any, arguments?: any}} Task
 * @typedef {{[name: string]: any}} Record_
 * @typedef {"loading" | "ready" | "busy" | "stopped"} State
 * @typedef {{onProgress?: (sentence: string) => void, replaces?: string}} Wishes
 * @typedef {{
 *   start(onProgress: (sentence: string) => void): Promise<void>,
 *   send(message: {id: number, task: Task}, onProgress: (sentence: string) => void): Promise<Record_>,
 *   stop(): Promise<void>,
 *   close(): void,
 * }} Transport
 */

/** What waits is not answered any more: somebody pressed Stop. */
export class Stopped extends Error {
  /** @param {string} [message] */
  constructor(message = "stopped") {
    super(message);
    this.name = "Stopped";
  }
}

/** A question that was still in line when a newer one took its place (`replaces`). */
export class Replaced extends Stopped {
  constructor() {
    super("a newer question took its place");
    this.name = "Replaced";
  }
}

/** The engine cannot be reached, or could not be loaded. */
export class EngineError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "EngineError";
  }
}

/**
 * @typedef {{
 *   id: number, task: Task, wishes: Wishes,
 *   resolve: (record: Record_) => void, reject: (error: Error) => void,
 * }} Waiting
 */

/** Answers tasks; tells its `state` by events of that name, and what it is loading by `progress`. */
export class Engine extends EventTarget {
  /** @param {Transport} transport */
  constructor(transport) {
    super();
    this._transport = transport;
    /** @type {State} */
    this._state = "loading";
    this._number = 0;
    /** @type {Waiting[]} */
    this._line = [];
    /** @type {Waiting | null} */
    this._asked = null;
    this._generation = 0;
    /** @type {Promise<void>} */
    this.ready = this._start();
    this.ready.catch(() => {}); // told by the state and by whoever asks
  }

  /** @returns {State} */
  get state() {
    return this._state;
  }

  /**
   * The record of a task, or the rejection: `Stopped`, `Replaced`, `EngineError`.
   *
   * @param {Task} task
   * @param {Wishes} [wishes] `onProgress` takes sentences meanwhile; `replaces` names what a newer question of the same
   *   name makes needless while it still stands in line.
   * @returns {Promise<Record_>}
   */
  ask(task, wishes = {}) {
    return new Promise((resolve, reject) => {
      if (wishes.replaces !== undefined) {
        this._line = this._line.filter((other) => {
          const old = other.wishes.replaces === wishes.replaces;
          if (old) other.reject(new Replaced());
          return !old;
        });
      }
      this._line.push({ id: ++this._number, task, wishes, resolve, reject });
      this._next();
    });
  }

  /** End what runs and what waits, and begin with a fresh engine. */
  async stop() {
    const generation = ++this._generation;
    const waiting = [...(this._asked ? [this._asked] : []), ...this._line];
    this._asked = null;
    this._line = [];
    this._tell("stopped");
    for (const each of waiting) each.reject(new Stopped());
    try {
      await this._transport.stop();
    } catch {
      // it is started anew anyhow
    }
    if (generation === this._generation) {
      this.ready = this._start();
      this.ready.catch(() => {});
    }
  }

  /** Give everything back: the page goes away. */
  close() {
    this._transport.close();
  }

  async _start() {
    const generation = this._generation;
    this._tell("loading");
    try {
      await this._transport.start((sentence) => this._progress(sentence));
    } catch (error) {
      if (generation !== this._generation) return;
      const told = error instanceof EngineError ? error : new EngineError(String(error));
      this._fail(told);
      throw told;
    }
    if (generation !== this._generation) return;
    this._tell("ready");
    this._next();
  }

  _next() {
    if (this._asked) return;
    if (this._state === "stopped" && this._failure) {
      const failure = this._failure;
      for (const each of this._line.splice(0)) each.reject(failure);
      return;
    }
    if (this._state !== "ready" && this._state !== "busy") return;
    const asked = this._line.shift();
    if (!asked) {
      this._tell("ready");
      return;
    }
    this._asked = asked;
    this._tell("busy");
    const progress = asked.wishes.onProgress ?? (() => {});
    this._transport.send({ id: asked.id, task: asked.task }, progress).then(
      (record) => this._done(asked, () => asked.resolve(record)),
      (error) =>
        this._done(asked, () => asked.reject(error instanceof Error ? error : new EngineError(String(error)))),
    );
  }

  /**
   * @param {Waiting} asked
   * @param {() => void} tell
   */
  _done(asked, tell) {
    if (this._asked !== asked) return; // stopped meanwhile
    this._asked = null;
    tell();
    this._next();
  }

  /** @param {EngineError} failure */
  _fail(failure) {
    this._failure = failure;
    this._tell("stopped");
    for (const each of this._line.splice(0)) each.reject(failure);
  }

  /** @param {State} state */
  _tell(state) {
    if (state !== "stopped") this._failure = undefined;
    if (state === this._state) return;
    this._state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** @param {string} sentence */
  _progress(sentence) {
    this.dispatchEvent(new CustomEvent("progress", { detail: sentence }));
  }
}

/** @type {EngineError | undefined} */
Engine.prototype._failure = undefined;

/** @implements {Transport} */
class Local {
  /** @param {string} token */
  constructor(token) {
    this._token = token;
  }

  /** @param {(sentence: string) => void} onProgress */
  async start(onProgress) {
    onProgress("starting the engine");
    await this.send({ id: 0, task: { operation: "" } }, () => {}); // any answer says that it is there
  }

  /**
   * @param {{id: number, task: Task}} message
   * @param {(sentence: string) => void} onProgress
   * @returns {Promise<Record_>}
   */
  async send(message, onProgress) {
    const response = await this._post("ask", JSON.stringify(message));
    if (!response.ok || !response.body) throw new EngineError((await response.text()).trim() || response.statusText);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      text += value ?? "";
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        const said = JSON.parse(text.slice(0, end));
        text = text.slice(end + 1);
        if ("record" in said) return said.record;
        onProgress(said.progress);
      }
      if (done) throw new EngineError("the engine's answer was cut off");
    }
  }

  async stop() {
    await this._post("stop", "");
  }

  close() {
    void fetch("close", { method: "POST", keepalive: true, body: "", headers: this._headers() }).catch(() => {});
  }

  _headers() {
    return { "X-Satdnd-Token": this._token, "Content-Type": "application/json" };
  }

  /**
   * @param {string} path
   * @param {string} body
   */
  async _post(path, body) {
    try {
      return await fetch(path, { method: "POST", body, headers: this._headers(), cache: "no-store" });
    } catch {
      throw new EngineError("the engine does not answer: is 'satdnd edit' still running?");
    }
  }
}

/** @implements {Transport} */
class InBrowser {
  /** @param {URL} script */
  constructor(script) {
    this._script = script;
    /** @type {Worker | null} */
    this._worker = null;
    /** @type {Map<number, {resolve: (record: Record_) => void, reject: (error: Error) => void,
     *   progress: (sentence: string) => void}>} */
    this._open = new Map();
  }

  /** @param {(sentence: string) => void} onProgress */
  start(onProgress) {
    this._end();
    return new Promise((resolve, reject) => {
      const worker = new Worker(this._script, { type: "module" });
      this._worker = worker;
      worker.onerror = (event) => {
        const error = new EngineError(`Python could not be started in this browser: ${event.message ?? "no reason"}`);
        reject(error);
        this._reject(error);
      };
      worker.onmessage = ({ data }) => {
        if (data.loading) onProgress(data.loading);
        else if (data.failed) reject(new EngineError(data.failed));
        else if (data.ready) resolve(undefined);
        else this._hear(JSON.parse(data.said));
      };
    });
  }

  /**
   * @param {{id: number, task: Task}} message
   * @param {(sentence: string) => void} progress
   * @returns {Promise<Record_>}
   */
  send(message, progress) {
    return new Promise((resolve, reject) => {
      this._open.set(message.id, { resolve, reject, progress });
      this._worker?.postMessage(JSON.stringify(message));
    });
  }

  async stop() {
    this._end();
  }

  close() {
    this._end();
  }

  _end() {
    this._worker?.terminate();
    this._worker = null;
    this._reject(new Stopped());
  }

  /** @param {Error} error */
  _reject(error) {
    for (const each of this._open.values()) each.reject(error);
    this._open.clear();
  }

  /** @param {{id: number, record?: Record_, progress?: string}} said */
  _hear(said) {
    const asked = this._open.get(said.id);
    if (!asked) return;
    if (said.record) {
      this._open.delete(said.id);
      asked.resolve(said.record);
    } else {
      asked.progress(said.progress ?? "");
    }
  }
}

/**
 * What a `meta` element of the page says; empty where there is none.
 *
 * @param {string} name
 * @returns {string}
 */
export function told(name) {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

/**
 * The engine that this page was served with.
 *
 * @returns {Engine}
 */
export function connect() {
  const kind = told("satdnd-engine");
  const transport =
    kind === "pyodide"
      ? new InBrowser(new URL("pyodide-worker.js", import.meta.url))
      : new Local(told("satdnd-token"));
  const engine = new Engine(transport);
  addEventListener("pagehide", (event) => {
    if (!event.persisted) engine.close();
  });
  return engine;
}
