"""The shape of the package: imports look down only, everything public is documented, no file grows too long."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from satdnd.formats import documents

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "satdnd"
ROOMS = (
    *("version", "errors", "registry"),
    *(
        "grid",
        "sat",
        "encodings",
        "rules",
        "draw",
        "formats",
        "engine",
        "proof",
        "explanation",
        "setter",
        "declaration",
    ),
    *("declare", "kinds", "bulk", "api", "training", "web", "cli"),
)
"""From the bottom to the top; a module imports from rooms below its own, or from its own."""

KIND_LAYERS = (
    "options",
    "model",
    "board_shape",
    "rules",
    "limits",
    "graph",
    "statements",
    "links",
    "files",
    "sections",
    "formats",
    "picture",
    "techniques",
    "cages",
    "encode",
    "backtrack",
    "sieve_kernel",
    "sieve",
    "repair",
    "layout",
    "carve",
    "carving_kernel",
    "compiled_carving",
    "generate",
    "variants",
    "questions",
    "draft",
    "kind",
)
"""Within satdnd/kinds/<kind>/, the same; further modules of a kind only have to be without cycles."""

MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 600


def module_name(path: Path) -> str:
    """``satdnd.cli`` for satdnd/cli/__init__.py."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMES = {module_name(path) for path in MODULES}
IDS = [module_name(path) for path in MODULES]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and module of every import of ours in a file, those within functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "satdnd")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            if (node.module or "").split(".")[0] == "satdnd":
                for alias in node.names:
                    deeper = f"{node.module}.{alias.name}"
                    yield node.lineno, deeper if deeper in NAMES else str(node.module)


def layer(name: str) -> int:
    """Height of a module; the package itself, which imports lazily, is on top, with all that has no place yet."""
    parts = name.split(".")
    return ROOMS.index(parts[1]) if len(parts) > 1 and parts[1] in ROOMS else len(ROOMS)


def graph(names: set[str]) -> dict[str, set[str]]:
    """Which of some modules imports which other of them."""
    return {
        module_name(path): {target for _, target in imports(path)} & names - {module_name(path)}
        for path in MODULES
        if module_name(path) in names
    }


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_imports_look_down(path: Path) -> None:
    """No module imports from a layer above its own."""
    name = module_name(path)
    if name == "satdnd":
        return
    wrong = [f"{path}:{line}: {name} imports {other}" for line, other in imports(path) if layer(other) > layer(name)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", [p for p in PACKAGE.glob("kinds/*/*.py") if p.stem != "__init__"], ids=module_name)
def test_kinds_look_down_too(path: Path) -> None:
    """Within a kind imports look down as well, and no kind knows another."""
    *_, kind, own = module_name(path).split(".")
    for line, other in imports(path):
        if other.startswith("satdnd.kinds"):
            *_, its_kind, its = other.split(".")
            assert its_kind == kind, f"{path}:{line}: one kind imports another, {other}"
            if {own, its} <= set(KIND_LAYERS):
                assert KIND_LAYERS.index(its) < KIND_LAYERS.index(own), f"{path}:{line}: imports {other} from above"


JUDGES = [path for path in (PACKAGE / "explanation/judge").glob("*.py") if path.stem != "__init__"]


@pytest.mark.parametrize("path", JUDGES, ids=module_name)
def test_explanations_are_judged_by_other_means_than_they_are_made(path: Path) -> None:
    """Who judges explanations reads statements, has the kind's words, asks the referee; it sees no step being made."""
    shared = {"satdnd.errors", "satdnd.sat.budget", "satdnd.sat.formula", "satdnd.grid.fields", "satdnd.grid"}
    shared |= {f"satdnd.engine.{name}" for name in ("answer", "kind", "optima", "settings")}
    shared |= {"satdnd.explanation.judge", "satdnd.explanation.steps"}
    shared |= {f"satdnd.rules.{name}" for name in ("constraint", "one_solution", "rulebook", "unknowns")}
    for line, other in imports(path):
        assert {other, other.rpartition(".")[0]} & shared, f"{path}:{line}: imports {other}"
    assert "pysat" not in path.read_text(encoding="utf-8")


CLAIMS = "satdnd.explanation.step_judge"
"""Asks both for a step of anybody: one which rules it follows from, the other whether these suffice."""
MAKERS = [
    path
    for room in ("sat", "engine", "explanation")
    for path in (PACKAGE / room).glob("*.py")
    if module_name(path) != CLAIMS
]


@pytest.mark.parametrize("path", MAKERS, ids=module_name)
def test_explanations_are_not_made_by_what_judges_them(path: Path) -> None:
    """The other way round."""
    judges = {CLAIMS, *map(module_name, JUDGES)}
    assert not judges & {other for _, other in imports(path)}


def test_no_cycles() -> None:
    """No module needs itself, by whatever way round: the modules can be put in one order."""
    left = graph(NAMES - {"satdnd"})
    while ready := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in ready:
            del left[name]
    assert not left, f"in or above a cycle: {sorted(left)}"


def test_no_layer_is_invented() -> None:
    """Every module at the top of the package has a place in the order."""
    tops = {name.split(".")[1] for name in NAMES if "." in name} - {"__main__"}
    assert tops == set(ROOMS), "ROOMS names every module and package at the top, and no other"


def test_the_registry_knows_kinds_without_importing_them() -> None:
    """Names, titles and endings cost nothing: the front door and the registry import no kind and no solver."""
    code = "import sys, satdnd, satdnd.registry as k; assert k.NAMES and k.KINDS; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {name for name in ran.stdout.split() if name.startswith(("satdnd", "pysat", "networkx", "rich", "click"))}
    assert loaded == {"satdnd", "satdnd.errors", "satdnd.registry", "satdnd.version"}


def test_a_kind_is_a_folder_and_a_line() -> None:
    """Outside its own folder a kind is named in the registry, and at the front door for type checkers, and nowhere."""
    names = "|".join(path.name for path in (PACKAGE / "kinds").iterdir() if (path / "kind.py").exists())
    quoted = names.replace("queens", "queens kind")  # "queens" is a field of two kinds
    word = re.compile(rf"[\"']({quoted})[\"']|satdnd\.kinds\.({names})\b")
    allowed = {"satdnd", "satdnd.registry", "satdnd.api"}
    allowed |= {"satdnd.formats.documents"}
    allowed |= {"satdnd.cli.export"}  # --template HxW, which dungeons alone have
    allowed |= {"satdnd.formats.links.tatham_games"}  # which kinds another program has
    allowed |= {f"satdnd.formats.{family.module}" for family in documents.FAMILIES}  # other programs' names for kinds
    found = {
        f"{module_name(path)}:{number}: {line.strip()}"
        for path in MODULES
        if module_name(path) not in allowed and "kinds" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if word.search(line)
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_everything_public_is_documented(path: Path) -> None:
    """Every module that holds anything, every public class, function and method has a docstring."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    missing = [f"{path}:1: module"] if text.strip() and not ast.get_docstring(tree) else []

    def visit(body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
                if not ast.get_docstring(node):
                    missing.append(f"{path}:{node.lineno}: {node.name}")
                if isinstance(node, ast.ClassDef):
                    visit(node.body)
            elif isinstance(node, ast.If | ast.Try):
                visit(node.body)

    visit(tree.body)
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_functions_within_functions_are_documented(path: Path) -> None:
    """And those of private classes: whatever has a name without an underscore says what it does."""
    missing = [
        f"{path}:{node.lineno}: {node.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if node.name[0] != "_" and not ast.get_docstring(node)
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_files_stay_readable(path: Path) -> None:
    """No file of the package is longer than a person reads in one go, or leaves work marked as undone."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST, f"{path} has {len(lines)} lines, at most {LONGEST} are allowed"
    marks = [
        f"{path}:{i}: {line.strip()}" for i, line in enumerate(lines, 1) if re.search(r"\b(TODO|FIXME|XXX)\b", line)
    ]
    assert not marks, "\n".join(marks)
