"""The book in ``encodings/``: its files are compiled again, its numbers measured again, its example solved again."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from oracle import faulty_rules, regions

from satdnd.sat.formula import Clause, Formula, Literal
from satdnd.sat.session import Session

BOOK = Path(__file__).parents[2] / "encodings"
PAGES = sorted(BOOK.glob("*.md"))

SIZES = "| block | inputs | auxiliary variables | clauses | propagation | file |"
FORMULAS = "| block | auxiliary variables | clauses | measured for |"
UNITS = "| says | unit |"

MEASURED_INPUTS = 9
"""Propagation is measured for so many inputs, over 3**9 partial assignments, and not claimed above."""


def load_script() -> ModuleType:
    """`encodings/compile.py`, which is no package."""
    spec = importlib.util.spec_from_file_location("encodings_compile", BOOK / "compile.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


script: Any = load_script()


def rows(header: str, pages: list[Path] = PAGES) -> list[list[str]]:
    """The cells of every row below that header, without the backticks around a cell, on all pages."""
    found = []
    for page in pages:
        inside = False
        for line in page.read_text().splitlines():
            inside = line == header or (inside and line.startswith("|"))
            if inside and line != header and not line.startswith("|---"):
                found.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return found


def fenced(language: str) -> list[str]:
    """The code blocks of README.md in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (BOOK / "README.md").read_text(), re.MULTILINE | re.DOTALL)


@lru_cache(maxsize=1)
def dungeon() -> Formula:
    """dungeon-8x8.cnf as it lies there."""
    return Formula.from_dimacs((BOOK / "dungeon-8x8.cnf").read_text())


# files


def test_files_are_those_that_the_code_makes() -> None:
    """Every CNF and every list of units is byte for byte what is compiled now, and there are no others."""
    made = script.texts()
    present = {path.name for path in BOOK.iterdir() if path.suffix in (".cnf", ".units")}

    assert present == set(made)
    assert [name for name, text in made.items() if (BOOK / name).read_bytes() != text.encode()] == []


def test_files_are_small() -> None:
    """No file of the book has a megabyte."""
    assert [path.name for path in BOOK.iterdir() if path.stat().st_size >= 1_000_000] == []


def test_the_folder_is_no_package() -> None:
    """An ``encodings`` package beside Python's own would stop the interpreter from starting."""
    assert not (BOOK / "__init__.py").exists()


def test_check_finds_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--check`` passes on fresh files and names one that changed, one that is gone and one too many."""
    shutil.copy(BOOK / script.EXAMPLE, tmp_path)
    monkeypatch.setattr(script, "HERE", tmp_path)

    assert script.main([]) == 0
    assert script.main(["--check"]) == 0
    assert capsys.readouterr().out == ""
    (tmp_path / "planar-3x3.cnf").write_bytes((BOOK / "planar-3x3.cnf").read_bytes() + b" ")
    (tmp_path / "totalizer-4.cnf").unlink()
    (tmp_path / "more.cnf").write_text("p cnf 0 0\n")
    assert script.main(["--check"]) == 1
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        f"encodings/{name}" for name in ("more.cnf", "planar-3x3.cnf", "totalizer-4.cnf")
    ]
    assert script.main(["--verify"]) == 2


def test_script_runs_by_itself() -> None:
    """The command line of the README compares the files and is content."""
    done = subprocess.run(
        [sys.executable, "encodings/compile.py", "--check"],
        cwd=BOOK.parent,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", script.FILES)
def test_every_variable_of_a_file_has_a_name(name: str) -> None:
    """The map in the comments is complete, and no two variables have the same name."""
    formula = Formula.from_dimacs((BOOK / name).read_text(), name)
    names = [formula.meaning(v) for v in range(1, formula.variables + 1)]

    assert all(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("call", ["nothing(3)", "totalizer", "totalizer(3", "print(3)"])
def test_unknown_block_is_refused(call: str) -> None:
    """What is no building block is refused with the names of those that are."""
    with pytest.raises(ValueError, match="known: at_most, exactly, totalizer"):
        script.compiled(call)


# numbers


def test_every_page_has_a_table() -> None:
    """Nine blocks, one page each with measured sizes, all linked from the README."""
    pages = [page for page in PAGES if page.name != "README.md"]
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", (BOOK / "README.md").read_text()))

    assert len(pages) == 9
    assert {page.name for page in pages} == linked
    assert [page.name for page in pages if not rows(SIZES, [page])] == []


@pytest.mark.parametrize("row", rows(SIZES), ids=lambda row: row[0])
def test_sizes_are_measured(row: list[str]) -> None:
    """Inputs, auxiliary variables and clauses of a table's row are those of the block compiled now."""
    call, inputs, auxiliary, clauses, _, _ = row
    block = script.compiled(call)

    assert [block.inputs, block.auxiliary, block.clauses] == [int(inputs), int(auxiliary), int(clauses)]


def test_files_stand_in_the_tables() -> None:
    """Each CNF is linked from the row of its block."""
    linked = {match[1]: row[0] for row in rows(SIZES) if (match := re.fullmatch(r"\[(.+)\]\(\1\)", row[5]))}

    assert linked == script.FILES
    assert all(row[5] == "-" or row[0] in linked.values() for row in rows(SIZES))


def bits(n: int) -> int:
    """Binary digits of n-1."""
    return (n - 1).bit_length()


def samples(measured_for: str) -> Iterator[dict[str, int]]:
    """The values that ``H, W = 3..8`` stands for."""
    match = re.fullmatch(r"(\w+(?:, \w+)*) = (\d+)\.\.(\d+)", measured_for)
    assert match
    names = match[1].split(", ")
    for values in product(range(int(match[2]), int(match[3]) + 1), repeat=len(names)):
        yield dict(zip(names, values, strict=True))


@pytest.mark.parametrize("row", rows(FORMULAS), ids=lambda row: f"{row[0]} for {row[3]}")
def test_formulas_are_measured(row: list[str]) -> None:
    """The expressions of a row give the numbers of variables and clauses wherever the row says so."""
    call, auxiliary, clauses, measured_for = row
    name, arguments = call.rstrip(")").split("(")
    for values in samples(measured_for):
        known: dict[str, Any] = {"bits": bits, **values}
        if "H" in values:
            height, width = values["H"], values["W"]
            known |= {"E": 2 * height * width - height - width, "b": bits(height * width)}
        made = script.BLOCKS[name](
            *(word if word in script.cardinality.NAMES else eval(word, known) for word in arguments.split(", "))
        )

        assert made.auxiliary == eval(auxiliary, known), values
        assert made.clauses == eval(clauses, known), values


def expanded(schema: str, ranges: str, known: dict[str, Any]) -> Iterator[list[str]]:
    """The clauses of a row: its literals with numbers in place of letters, ``-s[2,1]``."""
    ranges, _, condition = ranges.partition(", where ")
    values: list[dict[str, Any]] = [known]
    for name, first, last in re.findall(r"(\w) = (.+?)\.\.([^,]+)", ranges):
        values = [{**v, name: i} for v in values for i in range(eval(first, v), eval(last, v) + 1)]
    for v in values:
        if eval(condition or "True", v):
            numbers = partial(re.sub, r"\[(.+)\]", lambda found: f"[{','.join(map(str, eval(f'({found[1]},)', v)))}]")  # noqa: B023
            yield [numbers(word) for word in schema.split(" ∨ ")]


SYMBOLS = {
    r"at least (\d+) of the first (\d+)": r"s[\2,\1]",
    r"none of the first (\d+)|none of all (\d+)": r"y[\1\2]",
    r"none of them": "z",
    **{rf"the true one .* a bit {1 << i}": f"b[{i}]" for i in range(3)},
}
"""What the names of auxiliary variables are called on the page."""


def symbol(name: str) -> str:
    """The symbol of a variable; a name without one is its own."""
    named = name.partition(": ")[2]
    return next((re.sub(pattern, it, named) for pattern, it in SYMBOLS.items() if re.fullmatch(pattern, named)), name)


def said_and_made(header: str, formula: Formula, n: int, k: int) -> tuple[set[frozenset[str]], set[frozenset[str]]]:
    """The clauses that a table of schemas says, and those of a formula; variables are known by their names."""
    names = {x: symbol(formula.meaning(abs(x))) for clause in formula.clauses for x in clause}
    made = {frozenset("-" * (x < 0) + names[x] for x in clause) for clause in formula.clauses}
    said = [expanded(*row, {"n": n, "k": k, "bits": bits}) for row in rows(f"| clauses of {header} | for |")]
    return {frozenset(clause) for clauses in said for clause in clauses}, made


def test_the_schema_of_exactly_is_what_is_compiled() -> None:
    """By one counter in both directions."""
    for n, k in ((size, bound) for size in range(4, 9) for bound in range(2, size - 1)):
        said, made = said_and_made("`exactly` by `seqcounter`", script.exactly(n, k, "seqcounter").formula, n, k)
        assert made == said, (n, k)


@pytest.mark.parametrize("encoding", ["pairwise", "bitwise", "ladder", "seqcounter"])
def test_schemas_are_what_is_compiled(encoding: str) -> None:
    """The clauses that a page says are those that are made, for every bound."""
    for n, k in ((size, most) for size in range(3, 8) for most in range(1, size - 1)):
        if encoding == "seqcounter" or k == 1:
            said, made = said_and_made(f"`{encoding}`", script.at_most(n, k, encoding).formula, n, k)
            assert made == said, (n, k)


def test_there_are_formulas() -> None:
    """The tables of formulas were found."""
    assert len(rows(FORMULAS)) >= 10


class Propagation:
    """Unit propagation written out, so that nothing that a solver has learned helps."""

    def __init__(self, formula: Formula) -> None:
        self.falsified_by: dict[Literal, list[Clause]] = defaultdict(list)
        for clause in formula.clauses:
            for x in set(clause):
                self.falsified_by[-x].append(clause)
        self.start = self.closure(frozenset(), [clause[0] for clause in formula.clauses if len(clause) == 1])

    def closure(self, true: frozenset[Literal], more: list[Literal]) -> frozenset[Literal] | None:
        """All that follows from a closed set and further literals, or None on a contradiction."""
        known, queue = set(true), list(more)
        while queue:
            x = queue.pop()
            if -x in known:
                return None
            if x in known:
                continue
            known.add(x)
            for clause in self.falsified_by[x]:
                left = 0
                for y in clause:
                    if y in known or (left and -y not in known):
                        break
                    if -y not in known:
                        left = y
                else:
                    if not left:
                        return None
                    queue.append(left)
        return frozenset(known)


def propagation(formula: Formula, inputs: int) -> str:
    """How much unit propagation tells of the inputs: ``complete``, ``conflicts``, ``checks`` or ``search``."""
    engine = Propagation(formula)
    common: dict[tuple[int, ...], frozenset[Literal] | None] = {}
    missed: set[str] = set()
    with Session(formula, "minisat22") as session:

        def entailed(signs: tuple[int, ...]) -> frozenset[Literal] | None:
            """The input literals true in all models of a partial assignment (0: not set), or None without a model."""
            if signs not in common:
                if 0 in signs:
                    i = signs.index(0)
                    one, other = (entailed((*signs[:i], sign, *signs[i + 1 :])) for sign in (1, -1))
                    common[signs] = other if one is None else one if other is None else one & other
                else:
                    literals = [v * sign for v, sign in enumerate(signs, 1)]
                    common[signs] = frozenset(literals) if session.solve(literals) else None
            return common[signs]

        def walk(signs: tuple[int, ...], known: frozenset[Literal] | None) -> None:
            """Every extension of a partial assignment, with what propagation knows of it."""
            if len(signs) < inputs:
                walk((*signs, 0), known)
                for sign in (1, -1):
                    walk((*signs, sign), known and engine.closure(known, [sign * (len(signs) + 1)]))
                return
            wanted = entailed(signs)
            if known is None:
                assert wanted is None
            elif wanted is None:
                missed.add("conflict" if 0 in signs else "check")
            elif not wanted <= known:
                missed.add("literal")

        # None is a contradiction; a set that is empty is none, so a mark keeps it from being taken for one.
        walk((), engine.start if engine.start is None else engine.start | {0})
    return (
        "search" if "check" in missed else "checks" if "conflict" in missed else "conflicts" if missed else "complete"
    )


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in rows(SIZES) if row[4] != "-"], ids=lambda row: row[0])
def test_propagation_is_measured(row: list[str]) -> None:
    """The word in the column is what all partial assignments of the inputs show."""
    block = script.compiled(row[0])

    assert propagation(block.formula, block.inputs) == row[4]


def test_propagation_is_claimed_where_it_is_measured() -> None:
    """The column has a word up to nine inputs and a dash above."""
    assert all((row[4] != "-") == (int(row[1]) <= MEASURED_INPUTS) for row in rows(SIZES))


@pytest.mark.parametrize("name", ["planar-3x3.cnf", "ordered-3x3.cnf", "cuts-3x3.cnf"])
def test_connectivity_files_have_the_connected_boards(name: str) -> None:
    """The models of the nine cells are the boards whose open cells are one region or none."""
    with Session(Formula.from_dimacs((BOOK / name).read_text())) as session:
        for chosen in product((False, True), repeat=9):
            opens = {divmod(i, 3) for i, is_open in enumerate(chosen) if is_open}

            assert session.solve([i if is_open else -i for i, is_open in enumerate(chosen, 1)]) == (
                len(regions(opens)) <= 1
            )


# the worked example, with nothing but the files


def example() -> SimpleNamespace:
    """The puzzle of the example, read by hand: counts, monsters, treasures."""
    first, *lines = (BOOK / "example-8x8.txt").read_text().splitlines()
    cells = {(r, c): letter for r, line in enumerate(lines) for c, letter in enumerate(line[1:])}
    return SimpleNamespace(
        rows=[int(line[0]) for line in lines],
        columns=[int(digit) for digit in first.strip()],
        monsters={cell for cell, letter in cells.items() if letter == "M"},
        treasures={cell for cell, letter in cells.items() if letter == "T"},
    )


def variables(formula: Formula) -> dict[str, int]:
    """Of each name its variable, from the ``c var`` comments."""
    return {formula.meaning(v): v for v in range(1, formula.variables + 1)}


def units(puzzle: SimpleNamespace) -> set[Literal]:
    """The unit clauses by the README's steps 1 to 3."""
    named = variables(dungeon())
    chosen = set()
    for what, counts in (("row", puzzle.rows), ("column", puzzle.columns)):
        for i, n in enumerate(counts):
            if n > 0:
                chosen.add(named[f"{what} {i} count >= {n}"])
            if n < 8:
                chosen.add(-named[f"{what} {i} count >= {n + 1}"])
    for what, cells in (("monster", puzzle.monsters), ("treasure", puzzle.treasures)):
        for r, c in product(range(8), repeat=2):
            variable = named[f"{what}[{r},{c}]"]
            chosen.add(variable if (r, c) in cells else -variable)
    return chosen


def solved(formula: Formula) -> frozenset[tuple[int, int]] | None:
    """The walls of a model, by the names of the variables."""
    named = variables(dungeon())
    with Session(formula) as session:
        if not session.solve():
            return None
        true = set(session.model)
    return frozenset((r, c) for r, c in product(range(8), repeat=2) if named[f"wall[{r},{c}]"] in true)


def test_example_is_solved_from_the_file_alone() -> None:
    """Named variables, units and a solver: the README's board, which the slow referee accepts, and no other."""
    puzzle = example()
    formula = Formula.from_dimacs((BOOK / "dungeon-8x8.cnf").read_text())
    formula.extend([x] for x in units(puzzle))
    walls = solved(formula)
    assert walls is not None
    drawing = "".join("".join("#" if (r, c) in walls else "." for c in range(8)) + "\n" for r in range(8))

    assert faulty_rules(puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures, walls) == set()
    assert fenced("text")[1] == drawing
    named = variables(dungeon())
    formula.add(*(-named[f"wall[{r},{c}]"] for r, c in walls))
    assert solved(formula) is None


def test_units_of_the_example() -> None:
    """The units by hand are those in the file; the README shows the puzzle and tells their number and some of them."""
    lines = (BOOK / "example-8x8.units").read_text().splitlines()
    named = variables(dungeon())
    text = (BOOK / "README.md").read_text()

    assert [line.split()[1:] for line in lines] == [["0"]] * len(lines)
    assert {int(line.split()[0]) for line in lines} == units(example())
    assert f"{len(lines)} of them" in text
    assert fenced("text")[0] == (BOOK / "example-8x8.txt").read_text()
    some = rows(UNITS)
    assert len(some) >= 5
    for says, unit in some:
        name = says.removeprefix("not ").strip("`")
        assert unit == f"{-named[name] if says.startswith('not ') else named[name]} 0"
        assert unit in lines


def test_walls_are_the_first_variables() -> None:
    """Variables 1 to 64 are the board row by row, as the README's last step takes them."""
    assert [dungeon().meaning(8 * r + c + 1) for r in range(8) for c in range(8)] == [
        f"wall[{r},{c}]" for r in range(8) for c in range(8)
    ]


def test_shell_commands_of_the_readme(tmp_path: Path) -> None:
    """The commands make a DIMACS file that has the solution, and draw the answer of a solver."""
    for name in ("dungeon-8x8.cnf", "example-8x8.units"):
        shutil.copy(BOOK / name, tmp_path)
    join, draw = fenced("sh")

    subprocess.run(["sh", "-ec", join], cwd=tmp_path, check=True)
    formula = Formula.from_dimacs((tmp_path / "example.cnf").read_text())
    with Session(formula) as session:
        assert session.solve()
        model = [*map(str, session.model), "0"]
    lines = ["s SATISFIABLE", *("v " + " ".join(model[i : i + 13]) for i in range(0, len(model), 13))]
    (tmp_path / "answer.txt").write_text("\n".join(lines) + "\n")
    done = subprocess.run(["sh", "-ec", draw], cwd=tmp_path, check=True, capture_output=True, text=True)

    assert done.stdout == fenced("text")[1]
