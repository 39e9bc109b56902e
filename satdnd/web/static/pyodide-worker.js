// @ts-check
/**
 * Python in this browser: loads the runtime, the wheels and satdnd, then answers messages one after another.
 *
 * In: the text of a message. Out: `{loading}` while it loads, `{ready}` or `{failed}`, then `{said}`: the text of an
 * answer or of its progress.
 *
 * `engine.json` says what there is: `code`, archives and where they stand on Python's path; `solver`, an archive of
 * modules, some of them machine code, which is unpacked; `snapshot`, the memory of a Python that has imported all that
 * is in `code`.
 */

const SITE = new URL("./", import.meta.url);
const PYODIDE = new URL("pyodide/", SITE);

/** What a file begins with, by the ending of its name. @type {Record<string, number[]>} */
const BEGINNINGS = { wasm: [0, 0x61, 0x73, 0x6d], zip: [0x50, 0x4b], whl: [0x50, 0x4b], json: [0x7b] };
/** Bytes after which it is told that more has come. */
const CHUNK = 1 << 20;
/** The smallest WebAssembly module there is. */
const NOTHING = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

/** Pyodide waits for ever for some files that never come: whoever waits for it waits for this too. */
let fail = (/** @type {Error} */ _) => {};
/** @type {Promise<never>} */
const failure = new Promise((_, reject) => {
  fail = reject;
});
failure.catch(() => {});

const fetch_ = self.fetch;

/**
 * The bytes of a file of the site, whatever the server says of their type.
 *
 * @param {Response} response
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function bytesOf(response) {
  const name = response.url.slice(SITE.href.length);
  if (!response.ok) throw new Error(`the server gives no ${name} (${response.status} ${response.statusText})`);
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
    throw new Error(`what the server gives as ${name} is another file (${type}, ${bytes.length} bytes)`);
  }
  return bytes;
}

/** As Pyodide asks for its files: wrongly typed machine code is compiled all the same, and what is missing is told. */
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
 * @param {string} path
 * @returns {Promise<Uint8Array>}
 */
async function unzipped(path) {
  const bytes = await fetched(path);
  if (bytes[0] === 0x3c) throw new Error(`${path} is a page`);
  if (bytes[0] !== 0x1f) return bytes; // the server said that it is packed, and the browser unpacked it
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A module of the runtime.
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
    if (!ok) throw new Error(`the server gives no pyodide/${name} (${status})`);
    if (!/javascript/.test(type))
      throw new Error(`the server gives pyodide/${name} as ${type}, and browsers take it as text/javascript alone`);
    throw error;
  }
}

/**
 * Python, from the snapshot where this browser takes it.
 *
 * @param {any} pyodide the module that loads it
 * @param {Promise<Uint8Array>} memory
 */
async function started(pyodide, memory) {
  const settings = { indexURL: PYODIDE.href };
  try {
    const script = imported("pyodide.asm.mjs");
    script.catch(fail);
    /** @param {any} configuration */
    const createPyodideModule = async (configuration) => {
      const module = await (await script).default(configuration);
      module._malloc((await memory).length); // grows the memory, which is overwritten then
      return module;
    };
    return await pyodide.loadPyodide({ ...settings, _loadSnapshot: memory, createPyodideModule });
  } catch {
    return await pyodide.loadPyodide(settings);
  }
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
  const memory = unzipped(about.snapshot);
  /** @type {[string, string][]} */
  const code = Object.entries(about.code);
  const coming = Promise.all([about.solver, ...code.map(([path]) => path)].map(fetched));
  coming.catch(fail);
  memory.catch(() => {}); // Python starts without it too
  const python = await started(await imported("pyodide.mjs"), memory);
  postMessage({ loading: "loading the solver" });
  const [solver, ...archives] = await coming;
  code.forEach(([, place], i) => python.FS.writeFile(place, archives[i]));
  python.unpackArchive(solver.buffer, "zip", { extractDir: "/solver" });
  python.runPython(`
import importlib, random, sys
sys.path.insert(0, "/solver")
sys.path[:0] = [place for place in ${JSON.stringify(code.map(([, place]) => place))} if place not in sys.path]
importlib.invalidate_caches()
random.seed()
`);
  postMessage({ loading: "starting the engine" });
  python.runPython("import pysat.solvers");
  return python.pyimport("satdnd.web.bridge").answer_text;
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
