// @ts-check
/**
 * The engine: a process behind the local server, or Python in a Worker of this browser.
 *
 * A second engine is started for quick questions while a long one is being answered. `stop` ends everything, and starts
 * a fresh engine.
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

/** The user pressed Stop: waiting questions are not answered. */
export class Stopped extends Error {
  /** @param {string} [message] */
  constructor(message = "stopped") {
    super(message);
    this.name = "Stopped";
  }
}

/** A newer question replaced this one while it was queued (`replaces`). */
export class Replaced extends Stopped {
  constructor() {
    super("a newer question replaced it");
    this.name = "Replaced";
  }
}

/** The engine cannot be reached or loaded. */
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

/** The longest time limit, in seconds, of a quick question: others may queue behind it. */
const QUICK = 10;
/** Milliseconds that a quick question waits before another engine is started for it. */
const PATIENCE = 400;
/** Milliseconds that an abandoned question may take to end; a fresh engine takes as long to start. */
const GRACE = 2000;

/** Whether a task may take long, so that others should not queue behind it. @param {Task} task */
export const lasting = (task) => (task.options?.timeout ?? 0) > QUICK;

/** One engine, a process or a Worker, started on demand. */
class Lane {
  /** @param {Transport} transport */
  constructor(transport) {
    this.transport = transport;
    /** @type {"unused" | "loading" | "ready" | "stopped"} */
    this.state = "unused";
    /** The question being answered. @type {Waiting | null} */
    this.asked = null;
    this.generation = 0;
  }
}

/**
 * Answers tasks; emits `state` events, and `progress` events while loading.
 *
 * Quick questions overtake long ones in the queue, and if all engines are busy, another one is started for them. Only
 * one long question is answered at a time.
 */
export class Engine extends EventTarget {
  /** @param {Transport[]} transports one per engine */
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
   * Answer a task; rejects with `Stopped`, `Replaced` or `EngineError`.
   *
   * @param {Task} task
   * @param {Wishes} [wishes] `onProgress` receives sentences meanwhile; a newer question with the same `replaces` removes
   *   this one from the queue; `signal` aborts it.
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

  /** End all questions; fresh engines answer later ones. */
  async stop() {
    for (const each of this._line.splice(0)) each.reject(new Stopped());
    const ready = (/** @type {Lane} */ lane) => lane.state === "ready" && !lane.asked;
    await Promise.all(this._lanes.filter((lane) => lane.state !== "unused" && !ready(lane)).map((lane) => this._end(lane)));
  }

  /** Release everything; the page is closing. */
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

  /** Stop an engine, and start a fresh one at once if there is no other. @param {Lane} lane */
  async _end(lane) {
    const generation = ++lane.generation;
    lane.asked?.reject(new Stopped());
    lane.asked = null;
    lane.state = "stopped";
    this._tell();
    try {
      await lane.transport.stop();
    } catch {
      // it is restarted in any case
    }
    if (generation !== lane.generation) return;
    lane.state = "unused";
    if (!this._lanes.some((other) => other.state === "ready" || other.state === "loading")) await this._start(lane);
    else this._next();
  }

  /** Cancel an abandoned question. @param {Waiting} asked */
  _cancel(asked) {
    asked.reject(new Stopped());
    this._line = this._line.filter((other) => other !== asked);
    const lane = this._lanes.find((each) => each.asked === asked);
    if (lane) setTimeout(() => lane.asked === asked && void this._end(lane), GRACE);
  }

  /** Send queued questions to idle engines. */
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

  /** The next question: a quick one, else a long one if none is being answered. */
  _first() {
    const taken = this._lanes.some((lane) => lane.asked && lasting(lane.asked.task));
    return this._line.find((asked) => !lasting(asked.task)) ?? (taken ? undefined : this._line[0]);
  }

  /** Start another engine if a quick question is waiting. */
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
    await this.send({ id: 0, task: { operation: "" } }, () => {}); // any answer proves that the server is there
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

/** Milliseconds without progress after which a start has failed. */
const SILENCE = 120_000;

/** Why a browser does not accept a script. @param {URL} script */
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
 * The content of a `meta` element of the page, or an empty string.
 *
 * @param {string} name
 * @returns {string}
 */
export function told(name) {
  return document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";
}

/**
 * The engine for the way this page was served.
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
