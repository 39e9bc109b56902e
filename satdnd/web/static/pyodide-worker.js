// @ts-check
/**
 * Python in this browser: loads the runtime, the wheels and satdnd, then answers messages one after another.
 *
 * In: the text of a message. Out: `{loading}` while it loads, `{ready}` or `{failed}`, then `{said}`: the text of an
 * answer or of its progress.
 */

const SITE = new URL("./", import.meta.url);
const HOME = "/satdnd";

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(new URL(path, SITE));
  if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response;
}

async function load() {
  postMessage({ loading: "loading Python" });
  const [about, code, { loadPyodide }] = await Promise.all([
    fetched("engine.json").then((response) => response.json()),
    fetched("satdnd.zip").then((response) => response.arrayBuffer()),
    import(new URL("pyodide/pyodide.mjs", SITE).href),
  ]);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", SITE).href });
  postMessage({ loading: "loading the solver" });
  /** @type {string[]} */
  const wheels = about.wheels;
  await python.loadPackage(
    wheels.map((path) => new URL(path, SITE).href),
    { checkIntegrity: false, messageCallback: () => {} },
  );
  python.unpackArchive(code, "zip", { extractDir: HOME });
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  postMessage({ loading: "starting the engine" });
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
