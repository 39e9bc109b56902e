// Run by Node while the site is built: starts Python, imports what the page needs, and saves the memory to a file.
//
//   node snapshot.mjs SITE FILE
//
// Starting from the file, the page's Worker neither initialises Python nor compiles and runs a thousand modules. What is
// imported must be pure Python: libraries of machine code cannot be saved.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, target] = process.argv.slice(2);
const about = JSON.parse(readFileSync(join(site, "engine.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(site, "pyodide", "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: join(site, "pyodide") + "/", _makeSnapshot: true });
for (const [path, place] of Object.entries(about.code)) {
  python.FS.writeFile(place, new Uint8Array(readFileSync(join(site, path))));
}
python.runPython(`
import sys
sys.path[:0] = ${JSON.stringify(Object.values(about.code))}
import gc, importlib
for name in ${JSON.stringify(about.imports)}:
    importlib.import_module(name)
gc.collect()
`);
writeFileSync(target, python.makeMemorySnapshot());
