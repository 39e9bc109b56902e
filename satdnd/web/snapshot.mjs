// Run by Node while the site is built: what takes long at the start of Python is done here, once.
//
//   node snapshot.mjs SITE FOLDER WHEEL...
//
// FOLDER/snapshot is the memory of a Python that has imported what the page needs. Starting from it, the page's Worker
// neither initialises Python nor compiles and runs a thousand modules. What is imported must be pure Python: libraries
// of machine code cannot be saved.
//
// SITE/pyodide/python_stdlib.zip is left with what a page may ask for.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, folder, ...wheels] = process.argv.slice(2);
const about = JSON.parse(readFileSync(join(site, "engine.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(site, "pyodide", "pyodide.mjs")).href);
const indexURL = join(site, "pyodide") + "/";

/** Of Python's library, what no page asks for. */
const UNASKED = `_pyrepl bdb cProfile cmd ctypes curses dbm doctest ensurepip fileinput ftplib getpass idlelib imaplib
  mailbox multiprocessing nntplib optparse pdb poplib profile profiling pstats pyclbr pydoc pydoc_data sched smtplib
  sqlite3 tabnanny timeit tkinter trace turtle turtledemo unittest venv wsgiref xml xmlrpc zipapp`.split(/\s+/);
const library = join(indexURL, "python_stdlib.zip");
const packer = await loadPyodide({ indexURL });
packer.FS.writeFile("/library.zip", new Uint8Array(readFileSync(library)));
packer.runPython(`
import zipfile

unasked = {*${JSON.stringify(UNASKED)}}
with zipfile.ZipFile("/library.zip") as whole, zipfile.ZipFile("/asked.zip", "w") as asked:
    for name in whole.namelist():
        if name.split("/")[0].removesuffix(".py") not in unasked:
            asked.writestr(zipfile.ZipInfo(name), whole.read(name), zipfile.ZIP_DEFLATED, 9)
`);
writeFileSync(library, packer.FS.readFile("/asked.zip"));

const python = await loadPyodide({ indexURL, _makeSnapshot: true });
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
writeFileSync(join(folder, "snapshot"), python.makeMemorySnapshot());

// FOLDER/solver.zip is the wheels of machine code, their modules compiled: the ten thousand lines of one of them take
// longer to compile in a page than the solver itself.
wheels.forEach((wheel, i) => packer.FS.writeFile(`/${i}.whl`, new Uint8Array(readFileSync(wheel))));
packer.runPython(`
import py_compile, zipfile
from pathlib import Path

unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
with zipfile.ZipFile("/solver.zip", "w", zipfile.ZIP_DEFLATED) as packed:
    for i in range(${wheels.length}):
        place = Path(f"/{i}")
        zipfile.ZipFile(f"/{i}.whl").extractall(place)
        for file in sorted(path for path in place.rglob("*") if path.is_file()):
            name = file.relative_to(place)
            if name.parts[0].endswith((".data", ".dist-info")):
                continue
            if file.suffix == ".py":
                file = Path(py_compile.compile(str(file), str(file) + "c", str(name), invalidation_mode=unchecked))
            packed.writestr(zipfile.ZipInfo(str(file.relative_to(place))), file.read_bytes(), zipfile.ZIP_DEFLATED)
`);
writeFileSync(join(folder, "solver.zip"), packer.FS.readFile("/solver.zip"));
