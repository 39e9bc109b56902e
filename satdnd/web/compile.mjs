// Run by Node while the site is built, with the Python of the page: what would take long in a page is done here, once.
//
//   node compile.mjs SITE
//
// The modules in SITE's archives are compiled, and left without their docstrings. SITE/pyodide/python_stdlib.zip is
// left with what a page may ask for.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const site = process.argv[2];
const about = JSON.parse(readFileSync(join(site, "engine.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(site, "pyodide", "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: join(site, "pyodide") + "/" });
python.runPython(`
import py_compile, re, zipfile
from pathlib import Path

# Of Python's library, what no page asks for.
UNASKED = set("""
    _pyrepl bdb cProfile cmd ctypes curses dbm doctest ensurepip fileinput ftplib getpass idlelib imaplib
    mailbox multiprocessing nntplib optparse pdb pickletools plistlib poplib profile profiling pstats pyclbr pydoc
    pydoc_data sched smtplib sqlite3 tabnanny timeit tkinter trace turtle turtledemo unittest venv wsgiref xml xmlrpc zipapp
""".split())
# Code pages of other systems: DOS (but for zipfile's), EBCDIC, old Macs.
OLD = re.compile("encodings/(mac_.*|cp(?!437|125.)[0-9]+)[.]py")

def asked(name, data):
    return [] if name.split("/")[0].removesuffix(".py") in UNASKED or OLD.fullmatch(name) else [(name, data)]

def compiled(name, data):
    if name.split("/")[0].endswith((".data", ".dist-info")):
        return []
    if not name.endswith(".py"):
        return [(name, data)]
    source = Path("/module.py")
    source.write_bytes(data)
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    code = py_compile.compile(source, "/module.pyc", name, doraise=True, optimize=2, invalidation_mode=unchecked)
    return [(name + "c", Path(code).read_bytes())]

def rewrite(change):
    with zipfile.ZipFile("/old.zip") as old, zipfile.ZipFile("/new.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in old.namelist():
            for entry in change(name, old.read(name)):
                new.writestr(zipfile.ZipInfo(entry[0]), entry[1], zipfile.ZIP_DEFLATED)
`);

/** @param {string} path @param {string} change a function of the Python above: its name */
function rewrite(path, change) {
  python.FS.writeFile("/old.zip", new Uint8Array(readFileSync(join(site, path))));
  python.globals.get("rewrite")(python.globals.get(change));
  writeFileSync(join(site, path), python.FS.readFile("/new.zip"));
}

for (const path of [...Object.keys(about.code), ...about.solver]) rewrite(path, "compiled");
rewrite("pyodide/python_stdlib.zip", "asked");
