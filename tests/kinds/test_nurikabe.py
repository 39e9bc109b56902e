"""Nurikabe: encodings against brute force, the referee, explanations, the generator."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from statistics import median

import pytest
from nurikabe_boards import puzzle, random_puzzles, solutions

from satdnd.draw.terminal import render
from satdnd.engine import search
from satdnd.engine.kind import Fault
from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, Undecided
from satdnd.formats.loading import load
from satdnd.kinds.nurikabe import generate as module
from satdnd.kinds.nurikabe.generate import NurikabeRecipe
from satdnd.kinds.nurikabe.kind import KIND, RULES, Nurikabe, NurikabeSolution, contradiction
from satdnd.sat.budget import Budget
from satdnd.setter.generator import generate
from satdnd.setter.parts import Generator

INSTANCES = Path(__file__).resolve().parents[2] / "instances/nurikabe"


def faults(puzzle: Nurikabe, sea: int) -> list[Fault]:
    """What is wrong with *sea*, bit ``r*W + c``."""
    return KIND.faults(puzzle, NurikabeSolution(len(puzzle.rows), len(puzzle.rows[0]), sea))


def found(puzzle: Nurikabe, *, eager: bool, **options: str) -> list[int]:
    """The seas of all solutions, by the clauses."""
    search = Search(KIND.encoding(puzzle, Settings(**options), eager=eager))  # type: ignore[arg-type]  # by name
    try:
        return [solution.board for solution in search.solutions(puzzle, Budget())]
    finally:
        search.close()


def agree(puzzle: Nurikabe) -> int:
    """The number of solutions, on which brute force, the clauses, the referee and the contradictions agree."""
    right = solutions(puzzle)
    for eager in (False, True):
        boards = found(puzzle, eager=eager)

        assert len(boards) == len(set(boards)), puzzle.rows
        assert set(boards) == right, (puzzle.rows, eager)
    assert not any(faults(puzzle, board) for board in right)
    assert not (right and contradiction(puzzle))
    return len(right)


# against brute force


@pytest.mark.no_cover
@pytest.mark.parametrize(("height", "width", "largest"), [(1, 1, 2), (1, 4, 3), (3, 1, 3), (2, 2, 4)])
def test_every_placement_on_tiny_grids(height: int, width: int, largest: int) -> None:
    """Lazy and self-contained forms find what brute force finds, for every way to write numbers into the grid."""
    total = 0
    for cells in product([None, *range(1, largest + 1)], repeat=height * width):
        total += agree(Nurikabe(tuple(cells[i : i + width] for i in range(0, len(cells), width))))

    assert total > 0


def test_random_small_puzzles() -> None:
    """Grids of 3x3 to 4x4 with up to five numbers."""
    assert sum(map(agree, random_puzzles(1, 250))) > 20


def test_boards_and_the_referee_agree() -> None:
    """On all 512 boards of some puzzles, the referee refuses what brute force does not find."""
    for rows in (("2..", "...", "..1"), ("..1", "3..", "..."), ("...", ".1.", "..."), ("?..", "...", ".?1")):
        small = puzzle(*rows)
        right = solutions(small)
        for board in range(512):
            assert (not faults(small, board)) == (board in right)


# corners of the rules


def test_a_grid_without_numbers() -> None:
    """Only the board of sea, legal if it has no 2x2 block."""
    assert Solver().unique(puzzle("....")).solutions == [NurikabeSolution(1, 4, 15)]
    assert Solver().solve(puzzle("..", "..")).status == "unsolvable"


def test_a_board_without_sea() -> None:
    """One island that fills the grid."""
    assert Solver().unique(puzzle("4.", "..")).solutions == [NurikabeSolution(2, 2, 0)]


def test_a_number_above_the_cells_is_unsolvable() -> None:
    """No error, and no counting to it."""
    answer = Solver().solve(Nurikabe(((10**30, None), (None, None))))

    assert answer.status == "unsolvable"
    assert "needs 1000000000000000000000000000000 cells, and has room for 4" in answer.reason


def test_islands_may_meet_at_a_corner() -> None:
    """They are apart."""
    assert Solver().unique(puzzle("1.", ".1")).status == "unsolvable"  # the sea is not
    assert Solver().unique(puzzle("1..", ".1.", "...")).status == "unique"


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["11", ".."], "the number at r1c1 is right next to another"),
        (["5.1", "..."], "the island at r1c1 needs 5 cells, and has room for 3"),
        (["3.3"], "the island at r1c1 needs 3 cells, and has room for 1"),
        (["4..", "...", "4..", "..4"], None),
        (["3.", "..", ".3"], None),
        (["1...", "....", "...1", "...."], "the numbers add up to 2, and 4 separate 2x2 blocks need more"),
    ],
)
def test_contradictions(rows: list[str], reason: str | None) -> None:
    """What counting shows without a search."""
    told = contradiction(puzzle(*rows))

    assert (told or "").startswith(reason or "")
    assert (told is None) == (reason is None)


# the referee


@pytest.mark.parametrize(
    ("rows", "board", "told"),
    [
        (
            ["2..", "..."],
            ["##.", "#.#"],
            [
                ("on-island", "the number 2 at r1c1 is in the sea"),
                ("one-number", "the island at r1c3 holds no number"),
                ("one-number", "the island at r2c2 holds no number"),
                ("connected", "the sea falls into 2 pieces"),
            ],
        ),
        (["1.1"], ["..."], [("one-number", "the island at r1c1 holds 2 numbers, at r1c1, r1c3")]),
        (["2.."], [".##"], [("number-size", "the island at r1c1 has 1 cell instead of 2")]),
        (["1.."], ["..#"], [("number-size", "the island at r1c1 has 2 cells instead of 1")]),
        (["1..", "..."], [".##", "###"], [("no-2x2", "the 2x2 block at r1c2 is entirely sea")]),
        ([".1."], ["#.#"], [("connected", "the sea falls into 2 pieces")]),
    ],
)
def test_every_rule_has_a_failing_board(rows: list[str], board: list[str], told: list[tuple[str, str]]) -> None:
    """Each rule alone or with what follows from breaking it, in the order of RULES."""
    drawn = puzzle(*rows)
    sea = sum(1 << i for i, x in enumerate("".join(board)) if x == "#")

    assert [(fault.rule, fault.message) for fault in faults(drawn, sea)] == told
    assert [rule for rule in RULES if rule in dict(told)] == list(dict(told))


# statements


def test_counts_of_large_islands() -> None:
    """Sequential counters until there are too many clauses of them; what is asked for in any case."""
    small, large = puzzle("2..", "..1"), KIND.empty(40, 40).with_numbers({(r, 0): 150 for r in range(0, 20, 4)})
    for eager in (False, True):
        told = {"connectivity": "planar" if eager else "lazy"}
        assert KIND.encoding(small, Settings(), eager=eager).resolved == {"cardinality": "seqcounter", **told}
    assert KIND.cardinality(large, Settings(), lazy=True) == "mtotalizer"
    assert KIND.cardinality(large, Settings(cardinality="totalizer"), lazy=True) == "totalizer"
    assert KIND.clauses(large, Settings()) < KIND.clauses(large, Settings(cardinality="seqcounter"))


# explanations


# through the engine


def test_the_published_puzzles_are_unique() -> None:
    """Both examples, and their solutions beside them."""
    for path in sorted(INSTANCES.glob("*.nurikabe")):
        for known in load(path):
            answer = Solver().unique(known)

            assert (answer.status, known.extra.get("source") is not None) == ("unique", True)
            if (solution := path.with_suffix(".solution")).exists():
                assert list(KIND.texts.read_solutions(solution.read_text(), known)) == answer.solutions


def test_drawing() -> None:
    """Sea as walls, numbers on their islands; unknown cells as dots."""
    small = puzzle("2..", "..1")

    assert render(KIND.picture(small)).count("·") == 4
    assert "██" in render(KIND.picture(small, NurikabeSolution(2, 3, 0b011_100)))
    assert render(KIND.picture(small, details={"forced": ["o.#", "#.o"]})).count("██") == 2
    assert [cell for cell, tile in KIND.picture(small, marked=[(0, 1)]).cells() if tile.marked] == [(0, 1)]


# the generator


@pytest.mark.parametrize(
    "recipe",
    [pytest.param({}, marks=pytest.mark.slow), {"height": 5, "width": 9, "largest": 4}, {"height": 1, "width": 1}],
)
def test_generated_puzzles_are_unique(recipe: dict[str, int]) -> None:
    """Of the size asked for, no island larger than asked for; the same seed gives the same puzzle."""
    first, second = (list(generate("nurikabe", recipe, seed=4, count=2)) for _ in range(2))

    assert first == second
    for made in first:
        assert (made.grid.height, made.grid.width) == (recipe.get("height", 10), recipe.get("width", 10))
        assert Solver().unique(made).status == "unique"
        assert all(number <= recipe.get("largest", 8) for number in made.numbers.values())


def test_the_generator_stops() -> None:
    """At the end of its budget."""
    with pytest.raises(Undecided):
        KIND.require(Generator).generate(Random(1), NurikabeRecipe(height=40, width=40), Budget.of(0.05))


def test_windows_that_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards from a size on are changed in larger and larger windows, and are unique all the same."""
    monkeypatch.setattr(module, "_LARGE", 0)
    recipe = NurikabeRecipe(height=9, width=9)
    first, second = (KIND.require(Generator).generate(Random(3), recipe, Budget()) for _ in range(2))

    assert first == second
    assert Solver().unique(first).status == "unique"


@pytest.mark.slow
def test_large_boards_take_few_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows that grow leave little to do for the whole board, where each question finds one choice."""
    taken, ask = list[int](), module._Design._ambiguous

    def counted(self: module._Design, windows: list[int]) -> int:
        taken[-1] += 1
        return ask(self, windows)

    monkeypatch.setattr(module._Design, "_ambiguous", counted)
    for seed in (1, 2, 3):
        taken.append(0)
        made = KIND.require(Generator).generate(Random(f"{seed}/1"), NurikabeRecipe(height=20, width=20), Budget())
        assert Solver().unique(made).status == "unique"
    assert median(taken) <= 80


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"_WORK": 3500}, r"found no unique puzzle of 10x10 on 1 board; .* left a choice in \d+ places?"),
        ({"_BOARDS": 2, "_ROUNDS": 0}, "found no unique puzzle of 10x10 on 2 boards"),
        ({"_BOARDS": 3, "EFFORT": 0}, "found no unique puzzle of 10x10 on 3 boards"),
    ],
)
def test_the_generator_stops_by_counting(limits: dict[str, int], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a time limit too: what was tried, and how near it came."""
    for name, value in limits.items():
        monkeypatch.setattr(search if name == "EFFORT" else module, name, value)
    with pytest.raises(CannotFulfil, match=message):
        KIND.require(Generator).generate(Random(12), NurikabeRecipe(), Budget())


@pytest.mark.slow
def test_few_islands_of_one_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer than two in five numbers are a 1 on all boards together; without growing more are."""
    recipe, shares = NurikabeRecipe(height=8, width=8), []
    for _ in range(2):
        made = [KIND.require(Generator).generate(Random(seed), recipe, Budget()) for seed in range(4)]
        numbers = [number for one in made for number in one.numbers.values()]
        shares.append(numbers.count(1) / len(numbers))
        monkeypatch.setattr(module._Design, "grow", lambda self: None)
    assert shares[0] < 0.4
    assert shares[0] < shares[1]


def test_a_puzzle_is_varied() -> None:
    """A number moves within its island, or one cell is sea in place of island or the other way round."""
    generator, recipe = KIND.require(Generator), NurikabeRecipe(height=7, width=7)
    made = generator.generate(Random(2), recipe, Budget())
    (solution,) = Solver().unique(made).solutions
    rng, moved, changed = Random(1), 0, 0
    for _ in range(12):
        other = generator.varied(made, solution, recipe, rng)
        assert isinstance(other, Nurikabe)
        near = [solution.board, *(solution.board ^ 1 << i for i in range(made.grid.size))]
        assert any(KIND.accepts(other, replace(solution, board=board), KIND.options()) for board in near)
        moved += len(other.numbers) == len(made.numbers) and other.numbers.keys() != made.numbers.keys()
        changed += sorted(map(str, other.numbers.values())) != sorted(map(str, made.numbers.values()))
    assert moved
    assert changed
