// @ts-check
/**
 * The engine, wherever it runs: a process behind the local server, or Python in a Worker of this browser.
 *
 * A second engine is started for quick questions where a long one is being answered. `stop` ends what runs, with a
 * fresh engine after it.
 */

/**
 * @typedef {{operation: string, puzzle?: any, options?: any, arguments?: any}} Task
 * @typedef {{[name: string]: any}} Record_
 * @typedef {"loading" | "ready" | "busy" | "stopped"} State
 * @typedef {{onProgress?: (sentence: string) => void, replaces?: string, signal?: AbortSignal}} Wishes
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
    super("a newer question replaced it");
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

/** Seconds up to which a question counts as quick: others may wait behind it. */
const QUICK = 10;
/** Milliseconds that a quick question waits before a further engine is started for it. */
const PATIENCE = 400;
/** Milliseconds that a question has to end by itself when nobody waits for it any more: a fresh engine takes as long. */
const GRACE = 2000;

/** Whether others need not wait behind it. @param {Task} task */
export const lasting = (task) => (task.options?.timeout ?? 0) > QUICK;

/** One engine: a process, or a Worker. It is started when it is needed. */
class Lane {
  /** @param {Transport} transport */
  constructor(transport) {
    this.transport = transport;
    /** @type {"unused" | "loading" | "ready" | "stopped"} */
    this.state = "unused";
    /** What it answers. @type {Waiting | null} */
    this.asked = null;
    this.generation = 0;
  }
}

/**
 * Answers tasks; tells its `state` by events of that name, and what it is loading by `progress`.
 *
 * A question that may take long leaves room for quick ones: these overtake it in line, and where all engines are busy
 * a further one is started. Of the long ones there is one at a time.
 */
export class Engine extends EventTarget {
  /** @param {Transport[]} transports one for each engine that there may be */
  constructor(...transports) {
    super();
    this._lanes = transports.map((transport) => new Lane(transport));
    /** @type {State} */
    this._state = "loading";
    this._number = 0;
    /** @type {Waiting[]} */
    this._line = [];
    this._patience = 0;
    /** Why there is no engine. @type {EngineError | null} */
    this.failure = null;
    void this._start(this._lanes[0]);
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
   *   name makes needless while it still stands in line; `signal` says that nobody is waiting for the answer any more.
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
      const asked = { id: ++this._number, task, wishes, resolve, reject };
      wishes.signal?.addEventListener("abort", () => this._cancel(asked), { once: true });
      this._line.push(asked);
      this._next();
    });
  }

  /** End what runs and what waits; fresh engines answer what comes after it. */
  async stop() {
    for (const each of this._line.splice(0)) each.reject(new Stopped());
    const ready = (/** @type {Lane} */ lane) => lane.state === "ready" && !lane.asked;
    await Promise.all(this._lanes.filter((lane) => lane.state !== "unused" && !ready(lane)).map((lane) => this._end(lane)));
  }

  /** Give everything back: the page goes away. */
  close() {
    for (const lane of this._lanes) if (lane.state !== "unused") lane.transport.close();
  }

  /** @param {Lane} lane */
  async _start(lane) {
    const generation = ++lane.generation;
    lane.state = "loading";
    this.failure = null;
    this._tell();
    try {
      await lane.transport.start((sentence) => this._progress(sentence));
      if (generation !== lane.generation) return;
      lane.state = "ready";
    } catch (error) {
      if (generation !== lane.generation) return;
      lane.state = "stopped";
      const alone = !this._lanes.some((other) => other.state === "ready");
      if (alone) this.failure = error instanceof EngineError ? error : new EngineError(String(error));
    }
    this._next();
  }

  /** End what an engine does; a fresh one takes its place, at once where there is no other. @param {Lane} lane */
  async _end(lane) {
    const generation = ++lane.generation;
    lane.asked?.reject(new Stopped());
    lane.asked = null;
    lane.state = "stopped";
    this._tell();
    try {
      await lane.transport.stop();
    } catch {
      // it is started anew anyhow
    }
    if (generation !== lane.generation) return;
    lane.state = "unused";
    if (!this._lanes.some((other) => other.state === "ready" || other.state === "loading")) await this._start(lane);
    else this._next();
  }

  /** Nobody waits for it any more. @param {Waiting} asked */
  _cancel(asked) {
    asked.reject(new Stopped());
    this._line = this._line.filter((other) => other !== asked);
    const lane = this._lanes.find((each) => each.asked === asked);
    if (lane) setTimeout(() => lane.asked === asked && void this._end(lane), GRACE);
  }

  /** Send what can be sent. */
  _next() {
    if (this.failure) for (const each of this._line.splice(0)) each.reject(this.failure);
    for (;;) {
      const lane = this._lanes.find((each) => each.state === "ready" && !each.asked);
      const asked = lane && this._first();
      if (!asked) break;
      this._line = this._line.filter((other) => other !== asked);
      this._send(lane, asked);
    }
    this._tell();
    this._patience ||= window.setTimeout(() => {
      this._patience = 0;
      this._help();
    }, PATIENCE);
  }

  /** The question that is sent next: a quick one, else one that takes long where none of these is answered now. */
  _first() {
    const taken = this._lanes.some((lane) => lane.asked && lasting(lane.asked.task));
    return this._line.find((asked) => !lasting(asked.task)) ?? (taken ? undefined : this._line[0]);
  }

  /** A further engine, where a quick question has waited for its turn. */
  _help() {
    const idle = this._lanes.find((lane) => lane.state === "unused");
    const busy = this._lanes.every((lane) => lane.asked || lane.state === "unused");
    if (idle && busy && this._line.some((asked) => !lasting(asked.task))) void this._start(idle);
  }

  /** @param {Lane} lane @param {Waiting} asked */
  _send(lane, asked) {
    lane.asked = asked;
    const done = (/** @type {() => void} */ tell) => {
      if (lane.asked !== asked) return; // stopped meanwhile
      lane.asked = null;
      tell();
      this._next();
    };
    lane.transport.send({ id: asked.id, task: asked.task }, asked.wishes.onProgress ?? (() => {})).then(
      (record) => done(() => asked.resolve(record)),
      (error) => done(() => asked.reject(error instanceof Error ? error : new EngineError(String(error)))),
    );
  }

  _tell() {
    const is = (/** @type {Lane["state"]} */ state) => this._lanes.some((lane) => lane.state === state);
    const busy = this._lanes.some((lane) => lane.asked);
    const state = busy ? "busy" : is("ready") ? "ready" : is("loading") ? "loading" : "stopped";
    if (state === this._state) return;
    this._state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  /** @param {string} sentence */
  _progress(sentence) {
    this.dispatchEvent(new CustomEvent("progress", { detail: sentence }));
  }
}

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

/** Milliseconds of a start in which nothing comes, after which it has failed. */
const SILENCE = 120_000;

/** Why a browser does not take a script. @param {URL} script */
async function misread(script) {
  const name = script.pathname.slice(script.pathname.lastIndexOf("/") + 1);
  try {
    const { ok, status, headers } = await fetch(script);
    const type = headers.get("Content-Type") ?? "no type";
    if (!ok) return `the server does not have ${name} (${status})`;
    return /javascript/.test(type) ? `${name} does not run here` : `the server gives ${name} as ${type}, not as text/javascript`;
  } catch {
    return `the server does not send ${name}`;
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
    let timer = 0;
    const started = new Promise((resolve, reject) => {
      const worker = new Worker(this._script, { type: "module" });
      this._worker = worker;
      const fail = (/** @type {string} */ why) => {
        const error = new EngineError(`Python could not be started in this browser: ${why}`);
        reject(error);
        this._reject(error);
      };
      const wait = () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => fail(`nothing has arrived for ${SILENCE / 1000} s`), SILENCE);
      };
      wait();
      worker.onerror = (event) => void (event.message ? fail(event.message) : misread(this._script).then(fail));
      worker.onmessage = ({ data }) => {
        if (data.loading) {
          wait();
          onProgress(data.loading);
        } else if (data.failed) fail(data.failed);
        else if (data.ready) resolve(undefined);
        else this._hear(JSON.parse(data.said));
      };
    });
    return started.finally(() => clearTimeout(timer));
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
  const transports =
    told("satdnd-engine") === "pyodide"
      ? [1, 2].map(() => new InBrowser(new URL("pyodide-worker.js", import.meta.url)))
      : told("satdnd-token").split(" ").map((token) => new Local(token));
  const engine = new Engine(...transports);
  addEventListener("pagehide", (event) => {
    if (!event.persisted) engine.close();
  });
  return engine;
}
