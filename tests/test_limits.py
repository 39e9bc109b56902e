"""Limits hold: every long loop looks at its budget, estimates are near the truth, what is too large is not begun."""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from samples import SAMPLED, sample

import satdnd
from satdnd.api import dumps
from satdnd.encodings.cardinality import ANY_BOUND, BOUND_ONE
from satdnd.engine.export import to_cubes
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, Undecided
from satdnd.kinds.dungeon import generate as dungeons
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi import generate as rooms
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.generate import random_grid
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.tents import Tents
from satdnd.kinds.unattacked import anneal
from satdnd.kinds.unattacked.model import Unattacked
from satdnd.kinds.unattacked.optimum import optimum
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.proof.certificate import write
from satdnd.registry import NAMES
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula
from satdnd.setter.generator import generate
from satdnd.setter.latin_squares import shifted
from satdnd.setter.parts import Generator

WORKED = 0.25
"""Seconds of CPU after which a question is stopped."""
QUICK = {"sudoku solve": 0.05, "sudoku solve without clues": 0.05}
"""The same, where the answer may be there by then."""
BLIND = 1.5
"""Seconds of CPU that may pass between two looks at a budget, and after the last; mostly it is some hundredths."""
NEAR = 3.0
"""Factor by which an estimate may be wrong."""


# puzzles that take longer than anybody waits


@cache
def dungeon(size: int) -> Dungeon:
    """A large board with all its counts."""
    return puzzle_of(size, size, *carve(Carving(size, size, size * size // 100), Random(5)))


@cache
def broken(size: int) -> Dungeon:
    """A board without solution: a wall moved from one row to another."""
    board = dungeon(size)
    rows = [count or 0 for count in board.rows]
    rows[1], rows[size // 2] = rows[1] + 1, rows[size // 2] - 1
    return replace(board, rows=tuple(rows))


@cache
def inshi(size: int, length: int) -> Inshi:
    """Long rooms side by side, whose products have too many factor sets to list."""
    square = shifted(size, Random(1))
    return Inshi(
        size,
        tuple(
            Room(prod(square[r][c : c + length]), tuple((r, i) for i in range(c, min(size, c + length))))
            for r in range(size)
            for c in range(0, size, length)
        ),
    )


def hashi(size: int) -> Hashi:
    """An island on every other cell, one bridge on each edge."""
    last = 2 * size - 2
    return Hashi(
        tuple(
            "".join(
                str((r > 0) + (r < last) + (c > 0) + (c < last)) if not r % 2 and not c % 2 else "."
                for c in range(last + 1)
            )
            for r in range(last + 1)
        )
    )


@cache
def sudoku() -> Sudoku:
    """25x25 with a third of its clues."""
    rng = Random(4)
    return Sudoku(tuple(v if rng.random() < 0.36 else 0 for v in random_grid((5, 5), Random(1)).values))


def few_clues() -> Sudoku:
    """9x9 with more solutions than can be listed."""
    return Sudoku((1, 2, *[0] * 79))


def klotski(size: int) -> Klotski:
    """A box of different single cells, every other one empty."""
    letters = iter("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    rows = ("".join(next(letters, ".") if not (r + c) % 2 else "." for c in range(size)) for r in range(size))
    return Klotski(tuple(rows), Goal((size - 1, size - 1), "a"))


def nurikabe(size: int) -> Nurikabe:
    """A large island in each corner of an empty board."""
    rows: list[list[int | None]] = [[None] * size for _ in range(size)]
    rows[0][0] = rows[0][-1] = rows[-1][0] = rows[-1][-1] = size * size // 16 + size
    return Nurikabe(tuple(map(tuple, rows)))


def orchard(size: int) -> Tents:
    """Trees in every third cell of every third row, and no numbers."""
    trees = tuple(product(range(0, size, 3), repeat=2))
    return Tents((None,) * size, (None,) * size, trees)


def large(kind: str) -> Any:
    """Whether a large puzzle of a kind has one solution."""
    return satdnd.unique(sample(kind).large())


def new(kind: str, **wishes: Any) -> Callable[[], Any]:
    """The question for a new puzzle."""
    return lambda: next(generate(kind, wishes, seed=1))


def large_sides(kind: str) -> dict[str, int]:
    """As large as may be, up to 40."""
    return dict.fromkeys(("height", "width"), min(40, getattr(sample(kind), "LARGEST", 40)))


QUESTIONS: dict[str, Callable[[], Any]] = {
    "dungeon solve": lambda: satdnd.solve(dungeon(100)),
    "dungeon template": lambda: satdnd.unique(dungeon(60), compilation="template"),
    "dungeon ordered": lambda: satdnd.solve(dungeon(60), connectivity="ordered"),
    "dungeon tree": lambda: satdnd.solve(dungeon(100), topology="tree"),
    "dungeon forced": lambda: satdnd.forced(dungeon(40)),
    "dungeon backtrack": lambda: satdnd.solve(dungeon(40), way="backtrack"),
    "dungeon count": lambda: satdnd.count(Dungeon(rows=(None,) * 8, columns=(None,) * 8)),
    "dungeon diagnose": lambda: satdnd.diagnose(dungeon(100)),
    "dungeon repairs": lambda: satdnd.diagnose(broken(20)),
    "dungeon export": lambda: satdnd.export(dungeon(100)),
    "dungeon cubes": lambda: to_cubes(dungeon(30), DungeonOptions(), 5000),
    "dungeon generate": new("dungeon", height=30, width=30),
    "dungeon generate many monsters": new("dungeon", monsters=30),
    "dungeon generate connectivity": new("dungeon", height=24, width=24, needs="connectivity"),
    "dungeon generate large": new("dungeon", height=900, width=900, unique=False),
    "dungeon generate large turned": new("dungeon", height=901, width=901, unique=False, symmetry="rotation"),
    "queens solve": lambda: satdnd.solve(Queens(600, 600), way="sat"),
    "queens pairwise": lambda: satdnd.solve(Queens(200, 200), cardinality="pairwise"),
    "queens few": lambda: satdnd.solve(Queens(40, 40, queens=39)),
    "queens backtrack": lambda: satdnd.solve(Queens(60, 60), way="backtrack"),
    "queens count": lambda: satdnd.count(Queens(18, 18)),
    "queens forced": lambda: satdnd.forced(Queens(60, 60)),
    "queens diagnose": lambda: satdnd.diagnose(Queens(200, 200)),
    "queens export": lambda: satdnd.export(Queens(600, 600)),
    "sudoku solve": lambda: satdnd.solve(sudoku(), compilation="template"),
    "sudoku solve without clues": lambda: satdnd.solve(Sudoku((0,) * 625)),
    "sudoku all": lambda: satdnd.solve(few_clues(), limit=None),
    "sudoku count": lambda: satdnd.count(few_clues()),
    "sudoku diagnose": lambda: satdnd.diagnose(sudoku()),
    "sudoku explain": lambda: satdnd.explain(sudoku()),
    "sudoku export": lambda: satdnd.export(sudoku(), cardinality="totalizer"),
    "sudoku generate": new("sudoku", height=25),
    "sudoku generate easy": new("sudoku", height=16, technique="naked pair"),
    "inshi solve": lambda: satdnd.solve(inshi(40, 20)),
    "inshi diagnose": lambda: satdnd.diagnose(inshi(30, 10)),
    "inshi export": lambda: satdnd.export(inshi(40, 20)),
    "inshi generate": new("inshi", height=32, longest_room=12),
    "hashi solve": lambda: satdnd.solve(hashi(100)),
    "hashi count": lambda: satdnd.count(hashi(6)),
    "hashi diagnose": lambda: satdnd.diagnose(hashi(60)),
    "hashi export": lambda: satdnd.export(hashi(60)),
    "hashi generate": new("hashi", height=200, width=200),
    "unattacked search": lambda: satdnd.solve(Unattacked(20, 20, 40)),
    "unattacked sat": lambda: satdnd.solve(Unattacked(14, 14, 14), way="sat"),
    "unattacked anneal": lambda: satdnd.solve(Unattacked(50, 50, 800)),
    "unattacked count": lambda: satdnd.count(Unattacked(20, 20, 10), least=1),
    "unattacked forced": lambda: satdnd.forced(Unattacked(13, 13, 13)),
    "unattacked diagnose": lambda: satdnd.diagnose(Unattacked(20, 20, 20)),
    "unattacked export": lambda: satdnd.export(Unattacked(20, 20, 40)),
    "klotski search": lambda: satdnd.solve(klotski(10)),
    "klotski search of a large box": lambda: satdnd.solve(klotski(80)),
    "klotski slide": lambda: satdnd.solve(klotski(10), metric="slide"),
    "klotski move": lambda: satdnd.solve(klotski(10), metric="move"),
    "klotski count": lambda: satdnd.count(klotski(10)),
    "klotski export of a large box": lambda: satdnd.export(klotski(80)),
    "klotski export": lambda: satdnd.export(klotski(10)),
    "klotski export of a length": lambda: satdnd.export(klotski(10), steps=500),
    "nurikabe solve": lambda: satdnd.solve(nurikabe(40)),
    "nurikabe diagnose": lambda: satdnd.diagnose(nurikabe(30)),
    "nurikabe export": lambda: satdnd.export(nurikabe(40)),
    "nurikabe generate": new("nurikabe", height=40, width=40),
    "tents solve with many trees": lambda: satdnd.solve(orchard(800)),
    **{f"{kind} solve": partial(large, kind) for kind in SAMPLED},
    **{f"{kind} generate": new(kind, **(large_sides(kind) | getattr(sample(kind), "WISHES", {}))) for kind in SAMPLED},
}


ALWAYS = ("dungeon solve", "dungeon generate", "sudoku explain", "inshi solve", "klotski search", "nurikabe solve")
"""These are asked each time; all others by the slow tests."""


def user_time() -> float:
    """Seconds of CPU of this process, without those that the system takes to bring back memory that it had put away."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


class Watch:
    """Stops a question after a while, and sees how long it does not look whether it shall stop."""

    def __init__(self, worked: float) -> None:
        self.worked = worked
        self.started = self.last = user_time()
        self.looks = 0
        self.blind = 0.0

    def __call__(self) -> bool:
        now = user_time()
        if not self.looks:  # until now the puzzle was made
            self.started = self.last = now
        self.blind, self.last = max(self.blind, now - self.last), now
        self.looks += 1
        return now - self.started > self.worked


@pytest.fixture
def fresh_heap() -> None:
    """What earlier tests left is not looked through meanwhile: millions of objects take a second and more."""
    gc.collect()
    gc.freeze()


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.usefixtures("fresh_heap")
@pytest.mark.parametrize(
    "name",
    [name if name in ALWAYS else pytest.param(name, marks=pytest.mark.slow) for name in QUESTIONS],
)
def test_every_loop_looks_at_its_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that is stopped ends at once, with that reason, and until then it looks again and again."""
    dungeon(100), dungeon(60), dungeon(40), dungeon(30), broken(20), sudoku()  # made before the watch runs
    if (kind := name.split()[0]) in SAMPLED:
        sample(kind).large()
    watch = Watch(QUICK.get(name, WORKED))
    monkeypatch.setattr(Settings, "budget", lambda self: Budget.of(stop=watch))
    try:
        answer = QUESTIONS[name]()
        status, reason = answer.status, answer.reason
        if status in ("unsolvable", "multiple"):  # known by then, and what a diagnosis finds beyond it is cut short
            told = answer.to_json()
            assert not told.get("repairs_complete", told.get("counted_all"))
            status, reason = "undecided", "stopped"
    except Undecided as error:
        status, reason = "undecided", str(error)
    ended = user_time() - watch.last

    assert (status, "stopped" in reason) == ("undecided", True), (status, reason)
    assert watch.looks >= 2
    assert max(watch.blind, ended) < BLIND, (watch.blind, ended)


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_heap")
def test_a_search_among_a_million_clauses_looks_at_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when it has had thousands of conflicts: solvers do other things than searching then."""
    watch = Watch(7.0)
    monkeypatch.setattr(Settings, "budget", lambda self: Budget.of(stop=watch))
    answer = satdnd.solve(inshi(32, 16))
    assert (answer.status, answer.reason) == ("undecided", "stopped")
    assert max(watch.blind, user_time() - watch.last) < BLIND


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_heap")
def test_simplifying_among_long_clauses_looks_at_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """CaDiCaL's elimination of variables, after a hundred conflicts: once it took eight seconds here."""
    watch = Watch(3.0)
    monkeypatch.setattr(Settings, "budget", lambda self: Budget.of(stop=watch))
    with pytest.raises(Undecided, match="stopped"):
        next(generate("masyu", {"height": 40, "width": 40}, seed=1))
    assert max(watch.blind, user_time() - watch.last) < 2 * BLIND


def test_comparing_solutions_looks_at_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand solutions of a large board are not all drawn where the time is over; the first two always are."""
    kind, calls = kind_named("sudoku"), list[int]()
    differences = kind.differences

    def counted(*arguments: Any) -> Any:
        calls.append(1)
        return differences(*arguments)

    monkeypatch.setattr(type(kind), "differences", lambda self, *arguments: counted(*arguments))
    monkeypatch.setattr(Settings, "budget", lambda self: Budget.of(stop=lambda: bool(calls)))
    answer = satdnd.diagnose(Sudoku((0,) * 16))
    assert answer.status == "multiple"
    assert answer.count is not None
    assert answer.count > 2
    assert answer.differs
    assert len(calls) == 1


def test_the_maker_of_certificates_is_stopped(tmp_path: Path) -> None:
    """No folder is left where the proof was stopped."""
    answer = satdnd.unique(dungeon(8))
    assert answer.status == "unique"
    with pytest.raises(Undecided, match="stopped"):
        write(tmp_path / "c", answer, DungeonOptions(), Budget.of(stop=lambda: True))
    assert not (tmp_path / "c").exists()


# estimates


LARGE = ("dungeon 24", "queens 40", "sudoku", "unattacked", "nurikabe", "inshi", "hashi", *SAMPLED)
"""Compiling these takes a while."""


@cache
def _estimated() -> dict[str, tuple[Any, Any, bool, bool]]:
    """Puzzle or what makes it, options, eager, template."""
    cases: dict[str, tuple[Any, Any, bool, bool]] = {}

    def add(name: str, puzzle: Any, options: Any, *, eager: bool = False, template: bool = False) -> None:
        cases[name] = puzzle, options, eager, template

    for size in (8, 24):
        for name in ("auto", *ANY_BOUND, "native"):
            add(f"dungeon {size} {name}", dungeon(size), DungeonOptions(cardinality=name, compilation="direct"))
        add(f"dungeon {size} planar", dungeon(size), DungeonOptions(), eager=True)
        add(f"dungeon {size} ordered", dungeon(size), DungeonOptions(connectivity="ordered"), eager=True)
        add(f"dungeon {size} template", dungeon(size), DungeonOptions(), template=True)
    for size in (8, 40):
        for name in ("auto", *BOUND_ONE, *ANY_BOUND):
            add(f"queens {size} {name}", Queens(size, size), Settings(cardinality=name))
    for name in ("auto", *ANY_BOUND):
        add(f"queens few {name}", Queens(12, 14, queens=7), Settings(cardinality=name))
        add(f"hashi {name}", hashi(12), Settings(cardinality=name))
        add(f"nurikabe {name}", nurikabe(10), Settings(cardinality=name))
        for least in (1, 20):
            options = UnattackedOptions(cardinality=name, least=least)
            add(f"unattacked {least} {name}", Unattacked(11, 12, 13), options)
    add("unattacked large", Unattacked(25, 25, 60), UnattackedOptions(least=50))
    add("hashi eager", hashi(12), Settings(), eager=True)
    for kind in SAMPLED:
        for eager in (False, True):
            large = partial(sample(kind).large, *((60, 75) if kind == "lits" else ()))
            add(f"{kind} {eager}", large, Settings(), eager=eager)
    add("nurikabe eager", nurikabe(16), Settings(), eager=True)
    for size in (4, 9, 16):
        for name in ("auto", *BOUND_ONE, *ANY_BOUND):
            add(f"sudoku {size} {name}", Sudoku((0,) * size**2), SudokuOptions(cardinality=name), template=True)
    for size, length in ((6, 2), (9, 3), (20, 10)):
        for eager in (False, True):
            add(f"inshi {size} {length} {eager}", inshi(size, length), Settings(), eager=eager)
    for metric in ("step", "slide"):
        add(f"klotski {metric}", klotski(5), KlotskiOptions(metric=metric, steps=9))
    return cases


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name.startswith(LARGE) and not name.endswith(" auto")))
        for name in _estimated()
    ],
)
def test_estimates_are_near_the_truth(name: str) -> None:
    """A kind tells how many clauses there will be, whatever counts them, before it makes one."""
    puzzle, options, eager, template = _estimated()[name]
    puzzle = puzzle() if callable(puzzle) else puzzle
    kind = kind_of(puzzle)
    told = kind.clauses(puzzle, options, eager=eager, template=template)
    formula = kind.compiled(puzzle, options, Budget(), eager=eager, template=template).formula
    made = len(formula.clauses) + len(formula.at_mosts)

    assert made / NEAR <= told <= made * NEAR, (told, made)


def test_every_kind_estimates() -> None:
    """None is left out of the tests above."""
    assert {name.split()[0] for name in _estimated()} == {name.split()[0] for name in QUESTIONS} == set(NAMES)


TOO_LARGE: dict[str, Callable[[], Any]] = {
    "dungeon solve": lambda: satdnd.solve(dungeon(100), memory=10**8),
    "dungeon template": lambda: satdnd.solve(dungeon(100), memory=10**8, compilation="template"),
    "dungeon diagnose": lambda: satdnd.diagnose(dungeon(100), memory=10**8),
    "dungeon export": lambda: satdnd.export(dungeon(100), memory=10**8),
    "dungeon generate": lambda: next(generate("dungeon", {"height": 100, "width": 100}, seed=1, memory=10**8)),
    "queens solve": lambda: satdnd.unique(Queens(300, 300), memory=10**8),
    "sudoku solve": lambda: satdnd.unique(Sudoku((0,) * 625), memory=10**7),
    "inshi export": lambda: satdnd.export(inshi(40, 20), memory=10**8),
    "hashi export": lambda: satdnd.export(hashi(100), memory=10**8),
    "unattacked solve": lambda: satdnd.solve(Unattacked(60, 60, 900), least=9, cardinality="totalizer", memory=10**8),
    "klotski export": lambda: satdnd.export(klotski(10), steps=500, memory=10**8),
    "nurikabe solve": lambda: satdnd.solve(nurikabe(60), memory=10**8),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_too_large_is_not_begun(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the memory will not suffice, that is the answer, and no clause is made."""
    made: list[int] = []
    monkeypatch.setattr(Formula, "extend", lambda self, clauses: made.append(1))
    monkeypatch.setattr(Formula, "add", lambda self, *clause: made.append(1))
    try:
        reason = TOO_LARGE[name]().reason
    except Undecided as error:
        reason = str(error)

    assert "would take about" in reason
    assert "more than the memory limit" in reason
    assert not made


# generators end


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_dungeon_that_cannot_be_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many cells, carved and looked at in changes, with how far it came."""
    monkeypatch.setattr(dungeons, "MOST_STEPS", 500 * 64)
    with pytest.raises(CannotFulfil, match=r"among 3 carved boards; the nearest to the number of monsters had 16;"):
        new("dungeon", monsters=30)()
    monkeypatch.setattr(dungeons, "MOST_STEPS", 5 * 900)
    with pytest.raises(CannotFulfil, match="among 1 carved board"):
        new("dungeon", height=30, width=30, monsters=449)()


def test_a_dungeon_that_is_too_hard_to_tell_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """By conflicts, not by a clock: boards, and then the puzzle."""
    monkeypatch.setattr(dungeons, "EFFORT", 20)
    monkeypatch.setattr(dungeons, "MOST_EFFORT", 200)
    told = []
    for _ in range(2):
        with pytest.raises(CannotFulfil, match=r"too hard to decide: \d+; ask for less") as caught:
            new("dungeon", height=24, width=24)()
        told.append(str(caught.value))
    assert told[0] == told[1]


def test_rooms_that_are_too_hard_are_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The puzzle has shorter rooms then, and one solution; the same each time."""
    monkeypatch.setattr(rooms, "EFFORT", 20)
    one, other = (new("inshi", height=9, longest_room=9)() for _ in range(2))
    assert one == other
    assert satdnd.unique(one).status == "unique"


def test_a_wish_beyond_reach_says_what_was_found() -> None:
    """A sudoku with some technique, stopped between two grids."""
    generator = kind_named("sudoku").require(Generator)
    looks = iter(range(4000))
    budget = Budget.of(stop=lambda: next(looks, None) is None)
    budget._wait = lambda now: None  # type: ignore[method-assign]  # every check is a look
    with pytest.raises(Undecided, match="stopped: no puzzle with the requested technique; found "):
        generator.generate(Random(1), generator.recipe(technique="guess", clues=40), budget)  # type: ignore[call-arg]


# annealing takes the time that it is given


def test_annealing_goes_on_while_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit it ends after its work, with the same placement each time; with one, only the limit ends it."""
    monkeypatch.setattr(anneal, "WORK", 1000)
    board, options = Unattacked(21, 21, 10), UnattackedOptions()
    first, again = (optimum(board, options, "anneal", Budget()) for _ in range(2))
    assert first == again
    looks = iter(range(3000))
    monkeypatch.setattr(Budget, "_wait", lambda self, now: None)  # every check is a look
    budget = Budget.of(3600, stop=lambda: next(looks, None) is None)
    longer = optimum(board, options, "anneal", budget)
    assert next(looks, None) is None
    assert longer.solution.unattacked >= first.solution.unattacked
    with pytest.raises(Undecided, match=r"^stopped: the best found leaves \d+ unattacked, and none more than \d+$"):
        longer.demand(budget)


# whole processes


CHILD = """
import re, sys, time
from pathlib import Path
from satdnd.cli import main
try:
    main(sys.argv[1:])
finally:
    most = re.search(r"VmHWM:\\s*([0-9]+) kB", Path("/proc/self/status").read_text())
    print(time.process_time(), most[1], file=sys.stderr)
"""


def child(*arguments: str, given: Any = None) -> tuple[int, str, str, float, int]:
    """Exit status, output, errors, seconds of CPU, and the most memory in bytes."""
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc here to tell the most memory of a process (getrusage tells the parent's too)")
    text = "" if given is None else dumps(given, "json")
    ran = subprocess.run([sys.executable, "-c", CHILD, *arguments], input=text, capture_output=True, text=True)
    *errors, used = ran.stderr.splitlines()
    seconds, memory = used.split()
    return ran.returncode, ran.stdout, "\n".join(errors), float(seconds), int(memory) * 1024


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "puzzle"),
    [
        ("solve", lambda: dungeon(100)),
        ("diagnose", lambda: dungeon(100)),
        ("unique", lambda: Queens(1000, 1000)),
        ("unique", lambda: inshi(64, 32)),
        ("unique", lambda: hashi(128)),
        ("forced", sudoku),
        ("solve", lambda: Unattacked(50, 50, 800)),
        ("solve", lambda: klotski(10)),
        ("solve", lambda: nurikabe(60)),
        ("export", lambda: dungeon(100)),
    ],
)
def test_one_second_is_one_second(command: str, puzzle: Callable[[], Any]) -> None:
    """A process with a time limit of a second, with all that it does before and after."""
    status, out, errors, seconds, _ = child(command, "-", "--timeout", "1", given=puzzle())

    assert status == 3
    assert "the time limit" in out + errors
    assert seconds < 6


@pytest.mark.slow
def test_generating_a_large_board_ends() -> None:
    """What once took the whole machine."""
    status, _, errors, seconds, memory = child("generate", "dungeon", "--size", "300", "--seed", "1", "--memory", "1G")
    assert (status, "more than the memory limit" in errors) == (3, True)
    assert seconds < 30
    assert memory < 300e6
    assert child("generate", "dungeon", "--size", "300", "--any", "--seed", "1")[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "puzzle"),
    [
        (("solve", "--connectivity", "ordered"), lambda: dungeon(60)),
        (("solve",), lambda: klotski(10)),
        (("solve", "--all", "--quiet"), few_clues),
        (("count",), few_clues),
    ],
)
def test_memory_is_what_was_allowed(arguments: tuple[str, ...], puzzle: Callable[[], Any]) -> None:
    """A process with a memory limit, above what it takes to start; what was found by then is told."""
    command = ("solve", "--count") if arguments == ("count",) else arguments
    status, out, _, _, memory = child(*command, "-", "--memory", "30M", "--format", "json", given=puzzle())
    answer = json.loads(out)

    assert (status, answer["status"]) == (3, "undecided")
    assert "memory limit" in answer["reason"]
    assert memory < 200e6
    if "--all" in arguments:
        assert len(answer["solutions"]) > 100
    if "--count" in command:
        assert answer["count"] > 100


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", NAMES[::3])
def test_commands_keep_their_limits_whatever_the_kind(kind: str) -> None:
    """A part of the table in benchmarks/: 90,000 cells, 3 seconds, 300 MB; its margins are wide, of processor time."""
    script = Path(__file__).parent.parent / "benchmarks" / "limits.py"
    words = [sys.executable, str(script), kind, "300x300", "both", "diagnose", "explain", "export"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    lines = [line for line in done.stdout.splitlines() if f" {kind} 300x300, both: " in line]
    assert len(lines) == 3, done.stdout
    assert not [line for line in lines if line.endswith("<--")]
