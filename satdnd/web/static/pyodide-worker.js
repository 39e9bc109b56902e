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

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(new URL(path, SITE));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * @param {string} path
 * @returns {Promise<Uint8Array>}
 */
async function unzipped(path) {
  const response = await fetched(path);
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body);
  const stream = body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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
    const script = import(new URL("pyodide.asm.mjs", PYODIDE).href);
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
  const about = await (await fetched("engine.json")).json();
  const memory = unzipped(about.snapshot);
  /** @type {[string, string][]} */
  const code = Object.entries(about.code);
  const coming = Promise.all(
    [about.solver, ...code.map(([path]) => path)].map((path) => fetched(path).then((response) => response.arrayBuffer())),
  );
  const python = await started(await import(new URL("pyodide.mjs", PYODIDE).href), memory);
  postMessage({ loading: "loading the solver" });
  const [solver, ...archives] = await coming;
  code.forEach(([, place], i) => python.FS.writeFile(place, new Uint8Array(archives[i])));
  python.unpackArchive(solver, "zip", { extractDir: "/solver" });
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
const engine = load();
engine.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: `Python could not be started in this browser: ${error?.message ?? error}` }),
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
