// @ts-check
/**
 * Python in the browser: loads the runtime, the wheels and satdnd, then answers messages one after another.
 *
 * In: the text of a message. Out: `{loading}` while it loads, `{ready}` or `{failed}`, then `{said}`: the text of an
 * answer or of a progress message.
 *
 * `engine.json` lists the files: `code`, archives of compiled modules with their places on Python's path;
 * `imports`, the modules that a page needs sooner or later; `solver`, archives of modules, partly machine code, to be
 * unpacked; `memory`, a digest of all these.
 *
 * Python's memory after all imports is stored in the browser's cache; later starts load it, in a third of the time. If
 * there is none yet, another Worker makes it while this one answers; its name tells it to.
 */

const SITE = new URL("./", import.meta.url);
const PYODIDE = new URL("pyodide/", SITE);

/** By extension: the first bytes of a file. @type {Record<string, number[]>} */
const BEGINNINGS = { wasm: [0, 0x61, 0x73, 0x6d], zip: [0x50, 0x4b], whl: [0x50, 0x4b], json: [0x7b] };
/** Bytes between two reports of progress. */
const CHUNK = 1 << 20;
/** The smallest WebAssembly module. */
const NOTHING = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** Rejects `failure`; Pyodide never settles if some of its files are missing, so callers race it with `failure`. */
let fail = (/** @type {Error} */ _) => {};
/** @type {Promise<never>} */
const failure = new Promise((_, reject) => {
  fail = reject;
});
failure.catch(() => {});

const fetch_ = self.fetch;

/**
 * The bytes of a file of the site, whatever content type the server sends.
 *
 * @param {Response} response
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function bytesOf(response) {
  const name = response.url.slice(SITE.href.length);
  if (!response.ok) throw new Error(`the server does not have ${name} (${response.status} ${response.statusText})`);
  const parts = [];
  let [length, told] = [0, 0];
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length - told < CHUNK) continue;
    told = length;
    postMessage({ loading: `loading ${name}, ${Math.round(length / CHUNK)} MB` });
  }
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  const begins = BEGINNINGS[name.slice(name.lastIndexOf(".") + 1)] ?? [];
  if (begins.some((byte, i) => bytes[i] !== byte)) {
    const type = response.headers.get("Content-Type") ?? "no type";
    throw new Error(`what the server sends as ${name} is a different file (${type}, ${bytes.length} bytes)`);
  }
  return bytes;
}

/** The `fetch` for Pyodide: compiles machine code with a wrong content type, and reports missing files. */
self.fetch = async (what, how) => {
  try {
    const response = await fetch_(what, how);
    const wasm = response.url.endsWith(".wasm");
    if (response.ok && wasm && response.headers.get("Content-Type") === "application/wasm") return response;
    const headers = { "Content-Type": wasm ? "application/wasm" : "application/octet-stream" };
    return new Response(await bytesOf(response), { headers });
  } catch (error) {
    fail(/** @type {Error} */ (error));
    return new Promise(() => {});
  }
};

/** @param {string} path */
const fetched = async (path) => bytesOf(await fetch_(new URL(path, SITE)));

/**
 * Import a module of the runtime.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
async function imported(name) {
  const address = new URL(name, PYODIDE);
  try {
    return await import(address.href);
  } catch (error) {
    const { ok, status, headers } = await fetch_(address);
    const type = headers.get("Content-Type") ?? "no type";
    if (!ok) throw new Error(`the server does not have pyodide/${name} (${status})`);
    if (!/javascript/.test(type))
      throw new Error(`the server gives pyodide/${name} as ${type}, and browsers accept it only as text/javascript`);
    throw error;
  }
}

/** The name of a Worker that stores Python's memory and ends. */
const REMEMBERING = "satdnd memory";
/** Milliseconds after a start that are reserved for the first questions. */
const LATER = 5000;
/** The name of the cache, which browsers offer to secure pages only. */
const KEPT = `${REMEMBERING} ${SITE.href}`;

/** @param {string} digest @returns {Promise<Uint8Array | null>} */
async function remembered(digest) {
  try {
    const found = await (await caches.open(KEPT)).match(new URL(digest, SITE));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Store *memory*, and delete other versions. @param {string} digest @param {Uint8Array<ArrayBuffer>} memory */
async function remember(digest, memory) {
  await caches.delete(KEPT);
  await (await caches.open(KEPT)).put(new URL(digest, SITE), new Response(memory));
}

/**
 * Python restored from an earlier start; null if nothing is stored, or this browser does not support it.
 *
 * @param {any} pyodide the module that loads it
 * @param {any} script the module that runs it
 * @param {Uint8Array | null} memory
 */
async function resumed(pyodide, script, memory) {
  if (!memory) return null;
  /** @param {any} configuration */
  const createPyodideModule = async (configuration) => {
    const module = await script.default(configuration);
    module._malloc(memory.length); // grows the memory, which is then overwritten
    return module;
  };
  return pyodide.loadPyodide({ indexURL: PYODIDE.href, _loadSnapshot: memory, createPyodideModule }).catch(() => null);
}

async function load() {
  postMessage({ loading: "loading Python" });
  try {
    new WebAssembly.Module(NOTHING);
  } catch {
    throw new Error(
      "WebAssembly is forbidden here; the header Content-Security-Policy of the server has to allow script-src 'wasm-unsafe-eval'",
    );
  }
  const about = JSON.parse(new TextDecoder().decode(await fetched("engine.json")));
  const memory = remembered(about.memory);
  /** @type {[string, string][]} */
  const code = Object.entries(about.code);
  /** @param {string[]} paths */
  const all = (paths) => {
    const coming = Promise.all(paths.map(fetched));
    coming.catch(fail);
    return coming;
  };
  const [archives, solvers] = [all(code.map(([path]) => path)), all(about.solver)];
  const [pyodide, script] = await Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map(imported));
  const kept = await resumed(pyodide, script, await memory);
  const fresh = { indexURL: PYODIDE.href, createPyodideModule: script.default, _makeSnapshot: self.name === REMEMBERING };
  const python = kept ?? (await pyodide.loadPyodide(fresh));
  (await archives).forEach((archive, i) => python.FS.writeFile(code[i][1], archive));
  if (!kept) python.runPython(`import sys; sys.path[:0] = ${JSON.stringify(Object.values(about.code))}`);
  if (fresh._makeSnapshot) {
    python.runPython(`import importlib; [importlib.import_module(name) for name in ${JSON.stringify(about.imports)}]`);
    await remember(about.memory, python.makeMemorySnapshot());
    return close();
  }
  postMessage({ loading: "loading the solver" });
  for (const solver of await solvers) python.unpackArchive(solver.buffer, "zip", { extractDir: "/solver" });
  python.runPython(`
import importlib, random, sys
sys.path.insert(0, "/solver")
importlib.invalidate_caches()
random.seed()
`);
  postMessage({ loading: "starting the engine" });
  python.runPython("import pysat.solvers");
  const answer = python.pyimport("satdnd.web.bridge").answer_text;
  if (kept) performance.mark("resumed");
  else if (self.caches) setTimeout(() => new Worker(import.meta.url, { type: "module", name: REMEMBERING }), LATER);
  return answer;
}

/** @type {Promise<(message: string, tell: (sentence: any) => void) => string>} */
const engine = Promise.race([load(), failure]);
engine.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error?.message ?? error) }),
);

addEventListener("message", async ({ data }) => {
  const answer = await engine;
  const id = JSON.parse(data).id;
  const said = answer(
    data,
    /** @param {any} sentence */ (sentence) => postMessage({ said: JSON.stringify({ id, progress: String(sentence) }) }),
  );
  postMessage({ said });
});
