"""Formulas for other solvers: complete, the same to the byte, with exactly the puzzle's solutions, in every format."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from command_line import INSTANCES, NONE, PATH, PUZZLES, SIX, SUMS, TWO, run
from pysat.solvers import Solver as PySolver

import satdnd
from satdnd.engine.export import read_header, template_to_cnf, to_cnf, to_cubes, to_opb
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.formats.loading import example_text, load
from satdnd.kinds.dungeon.formats import read_text
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.sat.cubes import cubes
from satdnd.sat.formula import Formula

ROOT = Path(__file__).parents[2]
TREASURE = "# name: treasure\n ????\n1....\n?.T..\n1....\n?...M\n"
FREE = "# name: free\n ???\n?...\n?...\n?...\n"
GIVEN = "# name: given\n ????\n?..#.\n2....\n?o..M\n"
NOWHERE = "# name: nowhere\n ????\n0M..M\n?....\n?.TM.\n0M..M\n"
"""Its treasure has no place for a room: the formula has an empty clause."""
RING = "# name: ring\n 202\n0...\n1...\n0...\n"
SMALL = (PATH, TWO, SUMS, NONE, TREASURE, FREE, GIVEN, NOWHERE, RING)
CARDINALITIES = ("auto", "seqcounter", "totalizer", "mtotalizer", "sortnetwrk", "cardnetwrk", "kmtotalizer")


def dungeon(text: str) -> Dungeon:
    """The one puzzle in *text*."""
    (puzzle,) = read_text(text)
    assert isinstance(puzzle, Dungeon)
    return puzzle


@lru_cache(maxsize=64)
def truth(puzzle: Dungeon, topology: str = "connected") -> frozenset[int]:
    """The boards that solve *puzzle*, by brute force over all boards, without satdnd."""
    cells = puzzle.grid.cells
    found = oracle.solutions(
        puzzle.rows,
        puzzle.columns,
        puzzle.monsters,
        puzzle.treasures,
        topology,
        cells(puzzle.walls),
        cells(puzzle.opens),
    )
    return frozenset(puzzle.grid.mask(walls) for walls in found)


def board_of(model: Any, puzzle: Dungeon) -> int:
    """The walls of a model: the variables that the map calls wall[r,c] come first, in reading order."""
    return sum(1 << x - 1 for x in model if 0 < x <= puzzle.grid.size)


def boards(formula: Formula, puzzle: Dungeon, solver: str = "minisat22", units: Any = ()) -> set[int]:
    """The boards of every model of *formula*, each board asked for once."""
    found: set[int] = set()
    with PySolver(name=solver, bootstrap_with=[*formula.clauses, *([x] for x in units)]) as session:
        while session.solve():
            board = board_of(session.get_model(), puzzle)
            assert board not in found
            found.add(board)
            session.add_clause([-v if board >> v - 1 & 1 else v for v in range(1, puzzle.grid.size + 1)])
    return found


# DIMACS


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("connectivity", ["planar", "ordered"])
@pytest.mark.parametrize("text", SMALL, ids=lambda text: dungeon(text).name)
def test_models_are_the_solutions(text: str, topology: str, connectivity: str) -> None:
    """Every model of the exported file, projected to the walls, is a solution, and every solution is one."""
    puzzle = dungeon(text)
    settings = DungeonOptions(topology=topology, connectivity=connectivity)
    formula = Formula.from_dimacs(to_cnf(puzzle, settings))
    assert boards(formula, puzzle) == truth(puzzle, topology)


@pytest.mark.parametrize("cardinality", CARDINALITIES)
def test_models_are_the_solutions_in_every_cardinality_encoding(cardinality: str) -> None:
    """The encoding of the counts changes the file, not its solutions."""
    for text in (TWO, TREASURE, RING, SUMS):
        puzzle = dungeon(text)
        formula = Formula.from_dimacs(to_cnf(puzzle, DungeonOptions(cardinality=cardinality)))
        assert boards(formula, puzzle, "glucose4") == truth(puzzle)


@pytest.mark.parametrize("connectivity", ["lazy", "planar", "ordered"])
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_map_names_every_variable(topology: str, connectivity: str) -> None:
    """Each variable has one line in the map, no two the same, and the walls are where their names say."""
    puzzle = load(SIX)[0]
    settings = DungeonOptions(topology=topology, connectivity=connectivity)
    for text in (to_cnf(puzzle, settings), template_to_cnf(puzzle, settings)):
        named = re.findall(r"(?m)^c var (\d+) (.+)$", text)
        formula = Formula.from_dimacs(text)
        assert [int(v) for v, _ in named] == list(range(1, formula.variables + 1))
        assert len({name for _, name in named}) == formula.variables
        assert named[13] == ("14", "wall[2,1]")
        assert {abs(x) for clause in formula.clauses for x in clause} <= set(range(1, formula.variables + 1))


def test_header_is_enough() -> None:
    """The puzzle and the options come back out of the comments, in all three formats."""
    settings = DungeonOptions(topology="tree", cardinality="totalizer", connectivity="ordered")
    for text in SMALL:
        puzzle = dungeon(text)
        for exported in (to_cnf(puzzle, settings), to_cubes(puzzle, settings, 2)):
            assert (read_header(exported).kind, read_header(exported).puzzle) == (KIND, puzzle)
            assert read_header(exported).options == settings
        exported = to_opb(puzzle, settings)
        assert read_header(exported).puzzle == puzzle
        assert read_header(exported).options == replace(settings, cardinality="native")


def test_names_cannot_break_the_header() -> None:
    """Line ends, lone surrogates and other scripts in a name stay in their comment, in ASCII."""
    puzzle = Dungeon((0,), (0,), name="a\np cnf 1 1\n\u2028\ud800🐉", extra={"note": "x\r\ny"})
    text = to_cnf(puzzle, DungeonOptions())
    assert text.isascii()
    Formula.from_dimacs(text)
    read = read_header(text).puzzle
    assert (read.name, read.extra) == (puzzle.name, puzzle.extra)
    assert to_opb(puzzle, DungeonOptions()).isascii()


def test_puzzle_of_other_files() -> None:
    """No such comment, a damaged one, options that are none: an error with the file, and mostly the line."""
    good = to_cnf(dungeon(PATH), DungeonOptions())
    for text, message in (
        ("c a puzzle\np cnf 0 0\n", r"no comment names the puzzle"),
        ("1 0\n" + good, r"no comment names the puzzle"),
        ("c puzzle [1]\n", r"no comment names the puzzle"),
        ("c nothing\n", r"no comment names the puzzle"),
        ("c\nc puzzle {\n", r"2: the puzzle in this comment is not valid JSON"),
        ("c puzzle " + "[" * 100_000 + "\n", r"1: the puzzle in this comment is not valid JSON"),
        ("c puzzle " + "9" * 5000 + "\n", r"1: the puzzle in this comment is not valid JSON"),
        (good.replace("topology=connected", "topology=flat"), "unknown topology 'flat'; known: connected"),
        (good.replace("topology=", "topologie="), "unknown option 'topologie'; known: .*topology"),
        (good.replace("c options", "c forbidden " + "[" * 100_000 + "\nc options"), "3: "),
        (good.replace("c options", "c forbidden {}\nc options"), "3: "),
        (good.replace('"dungeon"', '"bridge"'), "unknown kind 'bridge'"),
    ):
        with pytest.raises(InputError, match=rf"^f\.cnf:.*{message}"):
            read_header(text, "f.cnf")


def test_header_of_many_digits() -> None:
    """A number of moves with thousands of digits, or one that is none."""
    good = run("export", "-", "--kind", "klotski", "--steps", "4", stdin=PUZZLES["klotski"]).out
    assert read_header(good).options.steps == 4
    for steps in ("9" * 5000, "-1", "4.0", "x", ""):
        with pytest.raises(InputError, match=r"its comments cannot be read: steps is "):
            read_header(good.replace("steps=4", f"steps={steps}"))


def test_the_same_bytes_in_every_process() -> None:
    """Whatever the hash seed, every format gives the same bytes."""
    code = (
        "import sys, hashlib; from satdnd.formats.loading import load\n"
        "from satdnd.engine.export import *; from satdnd.kinds.dungeon.model import DungeonOptions\n"
        "p = load(sys.argv[1])[0]; s = DungeonOptions(topology='tree')\n"
        "t = [to_cnf(p, s), to_cnf(p, DungeonOptions(connectivity='ordered')), to_cubes(p, s, 9), to_opb(p, s),"
        " template_to_cnf(p, s), to_units(p, s)]\n"
        "print(hashlib.sha256(''.join(t).encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code, SIX],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1


def test_the_same_formula_of_every_kind_in_every_process() -> None:
    """That of each kind's first example."""
    code = (
        "import hashlib, satdnd; from satdnd.formats.loading import example_text\n"
        "from satdnd.registry import NAMES\n"
        "text = ''.join(satdnd.export(satdnd.loads(example_text(name), name)[0]) for name in NAMES)\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(told) == 1
    assert len(told.pop().strip()) == hashlib.sha256().digest_size * 2


# known solutions forbidden


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("text", SMALL, ids=lambda text: dungeon(text).name)
def test_forbidden_solutions_are_gone_and_no_other(text: str, topology: str) -> None:
    """With one solution forbidden the others stay; with all of them forbidden nothing does."""
    puzzle = dungeon(text)
    settings = DungeonOptions(topology=topology)
    known = sorted(truth(puzzle, topology))
    all_of_them = [DungeonSolution(puzzle.height, puzzle.width, board) for board in known]
    for some in (all_of_them[:1], all_of_them):
        exported = to_cnf(puzzle, settings, some)
        assert boards(Formula.from_dimacs(exported), puzzle) == set(known) - {s.board for s in some}
        last = "clause forbids it" if len(some) == 1 else f"{len(some)} clauses forbid these"
        assert (f"c the last {last}: " in exported) == bool(some)


@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*.solution")), ids=lambda path: path.stem)
def test_block_on_the_command_line(path: Path, tmp_path: Path) -> None:
    """--block with the known solution of a unique puzzle: unsatisfiable, without it satisfiable."""
    puzzle = path.with_suffix(".dnd")
    free, blocked = tmp_path / "free.cnf", tmp_path / "blocked.cnf"
    assert run("export", puzzle, "--output", free) == (0, "", "")
    assert run("export", puzzle, "--block", path, "--output", blocked) == (0, "", "")
    for file, expected in ((free, True), (blocked, False)):
        with PySolver(name="cadical153", bootstrap_with=Formula.from_dimacs(file.read_text()).clauses) as solver:
            assert solver.solve() is expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("..\n..\n", "this is not a solution: "),
        ("...\n...\n", "grid has 2 rows"),
        ("", "empty"),
        ("[]", "expected"),
        ("\n", "empty"),
        ("0xff", ""),
    ],
)
def test_block_refuses_what_is_no_solution(text: str, message: str, tmp_path: Path) -> None:
    """A board that breaks a rule, does not fit or is not there: status 2 and the file's name, nothing written."""
    known = tmp_path / "known.txt"
    known.write_text(text)
    ran = run("export", "-", "--block", known, stdin=PATH)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"satdnd: {known}")
    assert message in ran.err


def test_block_takes_many(tmp_path: Path) -> None:
    """Two boards in one file, also as the JSON answer of unique: both are forbidden."""
    answer = tmp_path / "answer.json"
    answer.write_text(run("unique", "-", "--format", "json", stdin=TWO).out)
    ran = run("export", "-", "--block", answer, stdin=TWO)
    assert ran.status == 0
    assert "the last 2 clauses" in ran.out
    assert boards(Formula.from_dimacs(ran.out), dungeon(TWO)) == set()


# cubes


def cubes_of(text: str) -> list[list[int]]:
    """The ``a`` lines of an iCNF file."""
    return [[int(x) for x in line.split()[1:-1]] for line in text.splitlines() if line.startswith("a ")]


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 1000])
@pytest.mark.parametrize("text", SMALL, ids=lambda text: dungeon(text).name)
def test_every_solution_is_in_exactly_one_cube(text: str, count: int) -> None:
    """Cubes cover all solutions without overlap, over walls alone; at most so many as asked for, and one more."""
    puzzle = dungeon(text)
    exported = to_cubes(puzzle, DungeonOptions(), count)
    found = cubes_of(exported)
    assert len(found) <= count + 1
    for board in truth(puzzle):
        literals = {v if board >> v - 1 & 1 else -v for v in range(1, puzzle.grid.size + 1)}
        assert sum(literals.issuperset(cube) for cube in found) == 1
    together = set()
    formula = icnf(exported)
    for cube in found:
        together |= boards(formula, puzzle, units=cube)
    assert together == truth(puzzle)
    if count == 1:
        assert found == [[]]


def icnf(text: str) -> Formula:
    """The clauses of an iCNF file."""
    lines = text.splitlines()
    formula = Formula()
    assert lines.count("p inccnf") == 1
    for line in lines[lines.index("p inccnf") + 1 :]:
        if not line.startswith("a "):
            *literals, end = map(int, line.split())
            assert end == 0
            formula.add(*literals)
    return formula


def test_cubes_of_random_formulas() -> None:
    """Satisfiable or not, with units, empty clauses and few variables: each model satisfies exactly one cube."""
    for seed in range(400):
        rng = random.Random(seed)
        top = rng.randint(1, 6)
        formula = Formula()
        formula.pool.block(top)
        shortest = 0 if seed % 20 == 0 else 1
        for _ in range(rng.randint(0, 14)):
            formula.add(*(rng.choice((-1, 1)) * rng.randint(1, top) for _ in range(rng.randint(shortest, 3))))
        variables = sorted(rng.sample(range(1, top + 1), rng.randint(1, top)))
        count = rng.choice((1, 2, 3, 5, 100))
        found = cubes(formula, variables, count)
        assert len(found) <= count + 1
        assert {abs(x) for cube in found for x in cube} <= set(variables)
        for signs in itertools.product((-1, 1), repeat=top):
            model = {sign * v for v, sign in enumerate(signs, 1)}
            if all(model & set(clause) for clause in formula.clauses):
                assert sum(model.issuperset(cube) for cube in found) == 1


def test_cubes_are_estimated_before_a_session_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula that would not fit is refused with its size; no solver has seen it by then."""
    formula = Formula()
    formula.extend([[formula.new("x")]] * 100_000)
    monkeypatch.setattr("satdnd.sat.cubes.Session", lambda *_, **__: pytest.fail("a session was begun"))
    with pytest.raises(Undecided, match=r"splitting the formula would take about 100,000 clauses .*the memory limit"):
        cubes(formula, [1], 2, Budget.of(memory=10**7))


def test_cubes_split_where_there_is_something_to_split(tmp_path: Path) -> None:
    """A free 5x5 board asked for 8 cubes gives 8; the cubes of a blocked unique puzzle are all unsatisfiable."""
    free = "# name: free\n ?????\n" + "?.....\n" * 5
    assert len(cubes_of(run("export", "-", "--cubes", "8", stdin=free).out)) == 8
    blocked = run("export", SIX, "--cubes", "5", "--block", SIX.replace(".dnd", ".solution")).out
    formula = icnf(blocked)
    for cube in cubes_of(blocked):
        with PySolver(name="minisat22", bootstrap_with=formula.clauses) as solver:
            assert not solver.solve(cube)


# OPB


TERM = re.compile(r"([+-]\d+) (~?)x(\d+) ")


def read_opb(text: str) -> tuple[int, list[tuple[list[tuple[int, int]], str, int]]]:
    """(variables, constraints): a tiny strict reader of the competition's linear format.

    A constraint is ([(weight, literal), ...], relation, bound).
    """
    lines = text.removesuffix("\n").split("\n")
    header = re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", lines[0])
    assert header
    top, rows = int(header[1]), []
    for line in lines[1:]:
        if line.startswith("*"):
            continue
        row = re.fullmatch(r"((?:[+-]\d+ ~?x[1-9]\d* )+)(>=|=) (-?\d+) ;", line)
        assert row, line
        terms = [(int(w), -int(v) if tilde else int(v)) for w, tilde, v in TERM.findall(row[1])]
        assert all(abs(literal) <= top for _, literal in terms)
        rows.append((terms, row[2], int(row[3])))
    assert len(rows) == int(header[2])
    return top, rows


def holds(rows: list[tuple[list[tuple[int, int]], str, int]], true: set[int]) -> bool:
    """Whether the 0/1 assignment in which exactly the variables in *true* are 1 satisfies all constraints."""
    for terms, relation, bound in rows:
        total = sum(weight for weight, literal in terms if (abs(literal) in true) == (literal > 0))
        if total < bound or (relation == "=" and total != bound):
            return False
    return True


TINY = (PATH, NONE, SUMS, RING, TWO, "# name: line\n ????\n?M..M\n", "# name: one\n 1\n1.\n", "# name: alone\n ?\n?.\n")


@pytest.mark.parametrize("text", TINY, ids=lambda text: dungeon(text).name)
def test_opb_solutions_by_brute_force(text: str) -> None:
    """All 0/1 assignments of a tiny file, evaluated by the reader above: projected, they are the solutions."""
    puzzle = dungeon(text)
    top, rows = read_opb(to_opb(puzzle, DungeonOptions(topology="local")))
    assert top <= 12
    found = {
        sum(1 << v - 1 for v in chosen if v <= puzzle.grid.size)
        for size in range(top + 1)
        for chosen in itertools.combinations(range(1, top + 1), size)
        if holds(rows, set(chosen))
    }
    assert found == truth(puzzle, "local")


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("text", SMALL, ids=lambda text: dungeon(text).name)
def test_opb_as_clauses(text: str, topology: str) -> None:
    """The constraints turned into clauses by naive expansion have the puzzle's solutions, in every topology."""
    puzzle = dungeon(text)
    top, rows = read_opb(to_opb(puzzle, DungeonOptions(topology=topology)))
    formula = Formula()
    formula.pool.block(top)
    for terms, relation, bound in rows:
        flips = [(terms, bound)] + ([([(-w, x) for w, x in terms], -bound)] if relation == "=" else [])
        for side, least in flips:
            literals = [x if w > 0 else -x for w, x in side]
            needed = least + sum(w < 0 for w, _ in side)
            assert {abs(w) for w, _ in side} == {1}
            size = len(literals) - needed + 1  # of any so many literals one must be true
            if size > 0:
                formula.extend([list(some) for some in itertools.combinations(literals, size)] if needed > 0 else [])
            else:
                formula.add()
    assert boards(formula, puzzle) == truth(puzzle, topology)


@pytest.mark.skipif(shutil.which("clasp") is None, reason="the program clasp is not installed")
@pytest.mark.parametrize("text", [*SMALL, Path(SIX).read_text()], ids=lambda text: dungeon(text).name)
def test_clasp_solves_opb(text: str, tmp_path: Path) -> None:
    """The real program reads every file; what it finds is a solution, and decode understands it."""
    puzzle = dungeon(text)
    file = tmp_path / "puzzle.opb"
    file.write_text(to_opb(puzzle, DungeonOptions()))
    ran = subprocess.run(["clasp", str(file)], capture_output=True, text=True, timeout=60, check=False)
    decoded = run("decode", file, "-", "--format", "json", stdin=ran.stdout)
    (answer,) = decoded.answers
    if run("solve", "-", stdin=text).status:
        assert (decoded.status, answer["status"]) == (1, "unsolvable")
    else:
        assert (decoded.status, answer["status"]) == (0, "valid")
        assert not KIND.faults(puzzle, next(iter(KIND.texts.read_solutions(decoded.out, puzzle))), DungeonOptions())


def test_opb_counts_are_equations() -> None:
    """A count above 1 is one equation over its cells, neither clauses nor two inequalities."""
    puzzle = load(SIX)[0]
    _, rows = read_opb(to_opb(puzzle, DungeonOptions()))
    totals = [(tuple(x for _, x in terms), bound) for terms, relation, bound in rows if relation == "="]
    lines = [tuple(range(6 * r + 1, 6 * r + 7)) for r in range(6)]
    lines += [tuple(range(c + 1, 37, 6)) for c in range(6)]
    counts = list(zip(lines, (*puzzle.rows, *puzzle.columns), strict=True))
    assert totals == [(line, count) for line, count in counts if count != 1]
    for line, count in counts:
        if count == 1:  # at least 1 is a clause, as everywhere
            assert ([(1, x) for x in line], ">=", 1) in rows
            assert ([(-1, x) for x in line], ">=", -1) in rows


# templates


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_template_with_units_for_clues(topology: str) -> None:
    """Unit clauses for clues, found by the names in the map alone, give the solutions of that puzzle."""
    for size in ((2, 2), (2, 3), (3, 3), (4, 4)):
        ran = run("export", "--template", f"{size[0]}x{size[1]}", "--topology", topology)
        formula = Formula.from_dimacs(ran.out)
        variable = {formula.meaning(v): v for v in range(1, formula.variables + 1)}
        for text in SMALL:
            puzzle = dungeon(text)
            if (puzzle.height, puzzle.width) != size:
                continue
            units = []
            for r, c in oracle.every_cell(*size):
                for what, cells in (("monster", puzzle.monsters), ("treasure", puzzle.treasures)):
                    v = variable[f"{what}[{r},{c}]"]
                    units.append(v if (r, c) in cells else -v)
            for what, counts, most in (("row", puzzle.rows, size[1]), ("column", puzzle.columns, size[0])):
                for k, count in enumerate(counts):
                    for bound in range(1, most + 1) if count is not None else ():
                        v = variable[f"{what} {k} count >= {bound}"]
                        units.append(v if bound <= count else -v)  # type: ignore[operator]
            assert boards(formula, puzzle, units=units) == truth(puzzle, topology)


# the command line


def test_output_is_the_library_s(tmp_path: Path) -> None:
    """The command writes what the function gives, to standard output and to a file."""
    puzzle = load(SIX)[0]
    settings = DungeonOptions()
    expected = {
        (): to_cnf(puzzle, settings),
        ("--cubes", "4"): to_cubes(puzzle, settings, 4),
        ("--format", "opb"): to_opb(puzzle, settings),
    }
    for arguments, text in expected.items():
        assert run("export", SIX, *arguments)[:2] == (0, text)
        assert run("export", SIX, *arguments, "--output", tmp_path / "out")[:2] == (0, "")
        assert (tmp_path / "out").read_text() == text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "which puzzle"),
        (("--template", "0x3"), "expected HxW"),
        (("--template", "3"), "expected HxW"),
        (("--template", "3x-3"), "expected HxW"),
        (("--template", "3x3", SIX), "--template cannot be combined"),
        (("--template", "3x3", "--cubes", "2"), "--template cannot be combined"),
        (("--template", "3x3", "--format", "opb"), "--template cannot be combined"),
        ((SIX, "--cubes", "0"), "--cubes"),
        ((SIX, "--cubes", "2", "--format", "opb"), "cannot be combined"),
        ((SIX, "--cardinality", "native"), "choose a cardinality encoding other than native"),
        ((SIX, "--cardinality", "nope"), "unknown cardinality 'nope'; known: "),
        ((SIX, "--block", "nowhere.txt"), "nowhere.txt: cannot be read"),
        ((SIX, "--units", "--cubes", "2"), "--units cannot be combined"),
        ((SIX, "--units", "--format", "opb"), "--units cannot be combined"),
        (("--units",), "which puzzle"),
        (
            (str(ROOT / "instances" / "inshi" / "report-5x5.inshi"), "--units"),
            "inshi has no template; these have: dungeon",
        ),
        (("--template", "3x3", "--kind", "hashi"), "hashi has no template; these have: dungeon, sudoku"),
        (("--template", "3x3", "--kind", "sudoku"), "found 3x3, expected 4x4, 6x6, 8x8, 9x9"),
        (("--template", "4x9", "--kind", "sudoku"), "sudoku has as many rows as columns; the size is 4x9"),
        (("--template", "3x3", "--cardinality", "seqcounter"), "a template counts with totalizer, not with"),
        (("--template", "300x300"), "is too large; at most"),
        ((SIX, "--steps", "3"), "dungeon has no option 'steps'; these have: klotski"),
        ((SIX, "--cardinality", "table"), "dungeon has no cardinality 'table'; known: "),
        (("nowhere.dnd",), "nowhere.dnd: cannot be read"),
        ((str(INSTANCES),), "expected a file with one"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], message: str) -> None:
    """Each mistake: status 2, one message, nothing on standard output."""
    ran = run("export", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "Traceback" not in ran.err


def test_native_counts_have_no_cubes_either() -> None:
    """Native constraints are refused for DIMACS by the library as well; OPB takes any cardinality setting."""
    puzzle, native = dungeon(TWO), DungeonOptions(cardinality="native")
    with pytest.raises(UsageError, match="native"):
        to_cnf(puzzle, native)
    with pytest.raises(UsageError, match="native"):
        to_cubes(puzzle, native, 4)
    assert to_opb(puzzle, native) == to_opb(puzzle, DungeonOptions(cardinality="totalizer"))


def test_template_says_the_truth_about_its_counts() -> None:
    """The template's counts are a totalizer, and its header says so."""
    out = run("export", "--template", "3x3").out
    assert "c options cardinality=totalizer connectivity=planar topology=connected\n" in out


# units


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_units_choose_the_puzzle_in_the_template(topology: str, tmp_path: Path) -> None:
    """Template and units from the command line, a solver, and back: the solutions of the puzzle, each valid."""
    template: dict[tuple[int, int], str] = {}
    for text in SMALL:
        puzzle = dungeon(text)
        size = (puzzle.height, puzzle.width)
        if size not in template:
            template[size] = run("export", "--template", f"{size[0]}x{size[1]}", "--topology", topology).out
        told = run("export", "-", "--units", "--topology", topology, stdin=text)
        assert (told.status, told.err) == (0, "")
        lines = told.out.splitlines()
        units = [int(line.removesuffix(" 0")) for line in lines if not line.startswith("c ")]
        formula = Formula.from_dimacs(template[size])
        assert {abs(unit) for unit in units} <= set(range(1, formula.variables + 1))
        assert boards(formula, puzzle, units=units) == truth(puzzle, topology)
        with PySolver(name="minisat22", bootstrap_with=[*formula.clauses, *([x] for x in units)]) as solver:
            model = f"v {' '.join(map(str, solver.get_model()))} 0" if solver.solve() else "s UNSATISFIABLE"
        file = tmp_path / "puzzle.dnd"
        file.write_text(text)
        decoded = run("decode", "--template", file, "-", "--topology", topology, stdin=model)
        assert decoded.status == (0 if truth(puzzle, topology) else 1)
        assert decoded.out.startswith(f"{puzzle.name}: {'valid' if truth(puzzle, topology) else 'unsolvable'}")


def test_units_of_another_kind(tmp_path: Path) -> None:
    """Sudoku has a template too: 4x4 with the clues of a puzzle as units, solved and decoded."""
    formula = Formula.from_dimacs(run("export", "--template", "4x4", "--kind", "sudoku").out)
    file = tmp_path / "p.sudoku"
    file.write_text(PUZZLES["sudoku"])
    units = [[int(line[:-2])] for line in run("export", file, "--units").out.splitlines() if line[0] != "c"]
    assert len(units) == 4
    with PySolver(name="minisat22", bootstrap_with=[*formula.clauses, *units]) as solver:
        assert solver.solve()
        model = f"v {' '.join(map(str, solver.get_model()))} 0"
    ran = run("decode", "--template", file, "-", stdin=model)
    assert (ran.status, ran.out.split("\n")[0]) == (0, "p: valid")


def test_units_say_what_they_are() -> None:
    """Each stands below a comment with the clue in words; the number of clauses is what comes behind the template."""
    out = run("export", SIX, "--units").out
    assert out.startswith("c ")
    assert "\nc row 2 needs 1 wall\n" in out
    assert re.fullmatch(r"(c .+\n|-?[1-9]\d* 0\n)+", out)


# every kind


def told_options(text: str) -> str:
    """The words of the options in the header."""
    found = re.search(r"(?m)^[c*] options ?(.*)$", text)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("kind", "flags", "cnf", "opb"),
    [
        ("dungeon", "", "cardinality=seqcounter connectivity=planar topology=connected", "cardinality=native "),
        ("dungeon", "--connectivity lazy", "cardinality=seqcounter connectivity=planar topology=connected", "c"),
        ("queens", "", "cardinality=product", "cardinality=native"),
        ("queens", "--cardinality ladder", "cardinality=ladder", "cardinality=native"),
        ("unattacked", "", "cardinality=totalizer least=2", "cardinality=native least=2"),
        ("unattacked", "--least 1", "cardinality=totalizer least=1", "cardinality=native least=1"),
        ("sudoku", "", "cardinality=pairwise", "cardinality=pairwise"),
        ("inshi", "", "", ""),
        ("hashi", "", "cardinality=table connectivity=ordered", "cardinality=native connectivity=ordered"),
        ("hashi", "--cardinality totalizer", "cardinality=totalizer connectivity=ordered", "cardinality=native "),
        ("klotski", "", "metric=step steps=3", "metric=step steps=3"),
        ("klotski", "--steps 4 --metric slide", "metric=slide steps=4", "metric=slide steps=4"),
    ],
)
def test_headers_of_every_kind_say_what_auto_came_to(kind: str, flags: str, cnf: str, opb: str) -> None:
    """Nothing is called auto, numbers that were found are there, and the header alone makes the same bytes again."""
    for more, expected in (([], cnf), (["--format", "opb"], opb)):
        ran = run("export", "-", "--kind", kind, *flags.split(), *more, stdin=PUZZLES[kind])
        assert (ran.status, ran.err) == (0, "")
        assert told_options(ran.out) == expected or (more and told_options(ran.out).startswith(expected))
        assert "auto" not in told_options(ran.out)
        header = read_header(ran.out)
        make = to_opb if more else to_cnf
        assert make(header.puzzle, header.options) == ran.out


@pytest.mark.parametrize("name", ["product", "table"])
def test_the_own_encodings_of_kinds_are_what_auto_means(name: str) -> None:
    """They can be asked for by name, and change nothing."""
    kind = {"product": "queens", "table": "hashi"}[name]
    plain, asked = (
        run("export", "-", "--kind", kind, *flags, stdin=PUZZLES[kind]) for flags in ([], ["--cardinality", name])
    )
    assert plain == asked
    assert run("solve", "-", "--kind", kind, "--cardinality", name, stdin=PUZZLES[kind]).status == 0


def test_cubes_that_need_no_splitting_are_told() -> None:
    """Fewer cubes than asked for: why, on standard error; the formula is there all the same."""
    ran = run("export", SIX, "--cubes", "50")
    made = len(cubes_of(ran.out))
    assert (ran.status, ran.err) == (0, "satdnd: 1 cube instead of 50: unit propagation settles the rest\n")
    assert made == 1
    assert "\nc 1 cube\n" in ran.out
    ran = run("export", "-", "--cubes", "8", stdin=NOWHERE)
    assert ran.err == "satdnd: 0 cubes instead of 8: unit propagation refutes the formula\n"
    assert "\nc 0 cubes: propagation refutes the formula\n" in ran.out


def test_limits(tmp_path: Path) -> None:
    """No time, no memory: status 3, a line that says so, nothing is written; splitting has limits as well."""
    out = tmp_path / "out"
    for limits in (["--timeout", "0"], ["--timeout", "0", "--cubes", "9"], ["--timeout", "0", "--format", "opb"]):
        ran = run("export", SIX, *limits, "--output", out)
        assert (ran.status, ran.out) == (3, "")
        assert re.fullmatch(r"satdnd: nothing was exported: .*limit.*\n", ran.err)
    assert not list(tmp_path.iterdir())
    spent = Budget.of(0)
    with pytest.raises(Undecided):
        cubes(Formula.from_dimacs(run("export", "-", stdin=FREE).out), range(1, 10), 100, spent)


@pytest.mark.parametrize(
    "kind",
    ["dungeon", "queens", "hashi", "klotski", "nonogram", "tents", "slitherlink", "skyscrapers", "masyu", "heyawake"],
)
def test_every_variable_has_a_meaning_of_its_own(kind: str) -> None:
    """None is a mere number; kinds share the statements that make auxiliary variables."""
    (puzzle,) = satdnd.loads(example_text(kind), kind)
    formula = Formula.from_dimacs(satdnd.export(puzzle))
    names = [formula.meaning(v) for v in range(1, formula.variables + 1)]
    assert all(names)
    assert [name for name in names if re.search(r"auxiliary \d+$", name)] == []
    assert len({*names}) == len(names)
