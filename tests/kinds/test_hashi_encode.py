"""Hashi against brute force: lazy, eager and with other cardinality encodings; the degree tables; contradictions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from enumeration import models_of

from satdnd.engine.answer import UNIQUE, UNSOLVABLE
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.formats.loading import load
from satdnd.kinds.hashi.kind import KIND, capacities, contradiction
from satdnd.kinds.hashi.model import Hashi
from satdnd.rules.islands import degree_table
from satdnd.sat.formula import Formula
from satdnd.sat.session import Session

INSTANCES = Path(__file__).parents[2] / "instances" / "hashi"
Cell = tuple[int, int]
Bridges = tuple[tuple[int, int, int, int, int], ...]

TWO_RINGS = ("22__", "____", "22__", "__22", "____", "__22")
"""Two rings of four islands out of each other's sight: no solution, though every number fits."""


def pairs_in_sight(cells: list[Cell]) -> list[tuple[Cell, Cell]]:
    """Islands in one line with none between, by looking at every pair and every third island."""
    found = []
    for one, other in combinations(sorted(cells), 2):
        if one[0] == other[0] or one[1] == other[1]:
            between = [c for c in cells if c not in (one, other) and on_segment(c, one, other)]
            if not between:
                found.append((one, other))
    return found


def on_segment(cell: Cell, one: Cell, other: Cell) -> bool:
    """Whether *cell* lies on the straight line from *one* to *other*."""
    (r, c), (r1, c1), (r2, c2) = cell, one, other
    return (r == r1 == r2 and c1 <= c <= c2) or (c == c1 == c2 and r1 <= r <= r2)


def arrangements(cells: list[Cell]) -> Iterator[tuple[tuple[int, ...], Bridges]]:
    """Every connected arrangement of bridges without crossing on these islands: (numbers it gives, bridges)."""
    pairs = pairs_in_sight(cells)
    clash = [
        (i, j)
        for (i, a), (j, b) in combinations(enumerate(pairs), 2)
        if not set(a) & set(b) and any(on_segment((r, c), *a) and on_segment((r, c), *b) for r, c in box(a, b))
    ]
    for counts in product(range(3), repeat=len(pairs)):
        if any(counts[i] and counts[j] for i, j in clash):
            continue
        built = [pair for pair, count in zip(pairs, counts, strict=True) if count]
        reached = set(cells[:1])
        while True:
            more = {x for pair in built if reached & set(pair) for x in pair} - reached
            if not more:
                break
            reached |= more
        if len(reached) < len(cells):
            continue
        ends = dict.fromkeys(cells, 0)
        for pair, count in zip(pairs, counts, strict=True):
            for end in pair:
                ends[end] += count
        bridges = tuple((*a, *b, n) for (a, b), n in zip(pairs, counts, strict=True) if n)
        yield tuple(ends.values()), tuple(sorted(bridges))


def box(*pairs: tuple[Cell, Cell]) -> list[Cell]:
    """All cells of the smallest rectangle around the ends of *pairs*."""
    rows = [end[0] for pair in pairs for end in pair]
    columns = [end[1] for pair in pairs for end in pair]
    return list(product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)))


def solutions_by_numbers(cells: list[Cell]) -> dict[tuple[int, ...], set[Bridges]]:
    """For all numbers that islands there can have in a solvable puzzle, every solution."""
    found: dict[tuple[int, ...], set[Bridges]] = {}
    for numbers, bridges in arrangements(cells):
        found.setdefault(numbers, set()).add(bridges)
    return found


def puzzle_of(height: int, width: int, cells: list[Cell], numbers: tuple[int | str, ...]) -> Hashi:
    """The puzzle with those islands."""
    rows = [["_"] * width for _ in range(height)]
    for (r, c), number in zip(cells, numbers, strict=True):
        rows[r][c] = str(number)
    return Hashi(tuple("".join(row) for row in rows))


def solved(puzzle: Hashi, **settings: Any) -> set[Bridges]:
    """All solutions by SAT, each found once."""
    found = [solution.bridges for solution in Solver(Settings(**settings)).solutions(puzzle)]
    assert len(found) == len(set(found))
    return set(found)


def compare(height: int, width: int, cells: list[Cell], ways: list[dict[str, Any]], rng: Random) -> int:
    """Check every solvable choice of numbers, and as many others near them; the number of puzzles checked."""
    right = solutions_by_numbers(cells)
    wrong = set()
    for numbers in right:
        changed = list(numbers)
        for i in rng.sample(range(len(changed)), min(2, len(changed))):
            changed[i] = rng.randint(1, 8)
        wrong.add(tuple(changed))
    for numbers in sorted(set(right) | wrong):
        if not numbers or all(1 <= n <= 8 for n in numbers):
            puzzle = puzzle_of(height, width, cells, numbers)
            for way in ways:
                assert solved(puzzle, **way) == right.get(numbers, set()), (puzzle.rows, way)
    return len(right) + len(wrong)


LAZY: dict[str, Any] = {}
ORDERED = {"connectivity": "ordered"}


def test_every_2x3_board_with_up_to_four_islands() -> None:
    """Lazy and eager find exactly the solutions of brute force, for every numbering that has one and for others."""
    rng, checked = Random(1), 0
    for count in range(5):
        for cells in combinations(product(range(2), range(3)), count):
            checked += compare(2, 3, list(cells), [LAZY, ORDERED], rng)

    assert checked > 500


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "most"), [(3, 3, 6), (2, 4, 6), (3, 4, 5)])
def test_every_small_board(height: int, width: int, most: int) -> None:
    """Every placement of up to so many islands, every solvable numbering, and others near them."""
    rng = Random(3)
    for count in range(2, most + 1):
        for cells in combinations(product(range(height), range(width)), count):
            compare(height, width, list(cells), [LAZY], rng)


def test_connectivity_alone_makes_unique() -> None:
    """A generated puzzle has several local solutions; all but one break `connected` and nothing else."""
    puzzle = load(INSTANCES / "connected-9x9.hashi")[0]
    encoding = KIND.encoding(puzzle, Settings())
    with Session(encoding.formula) as session:
        local = [encoding.decode(puzzle, model) for model in models_of(session, list(encoding.projection))]
    rules = sorted(tuple({fault.rule for fault in KIND.faults(puzzle, one, Settings())}) for one in local)

    assert Solver().unique(puzzle).status == UNIQUE
    assert len(local) > 5
    assert rules == [(), *[("connected",)] * (len(local) - 1)]


@pytest.mark.parametrize("edges", range(5))
@pytest.mark.parametrize("number", range(1, 9))
def test_degree_table_is_exact_and_propagates_all(edges: int, number: int) -> None:
    """The clauses hold exactly for the right counts, and unit propagation finds everything that follows."""
    formula = Formula()
    pairs = [(formula.new(f"{e}>=1"), formula.new(f"{e}>=2")) for e in range(edges)]
    literals = [x for pair in pairs for x in pair]
    formula.extend([one, -two] for one, two in pairs)
    formula.extend([literals[k] if k >= 0 else -literals[~k] for k in clause] for clause in degree_table(edges, number))
    right = [
        {x if count >= k else -x for pair, count in zip(pairs, counts, strict=True) for k, x in enumerate(pair, 1)}
        for counts in product(range(3), repeat=edges)
        if sum(counts) == number
    ]
    with Session(formula, "minisat22") as session:
        models = [model[: len(literals)] for model in models_of(session, literals)]
        assert sorted(map(sorted, models)) == sorted(map(sorted, right))
    for bounds in product(((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)), repeat=min(edges, 3)):
        given: list[int] = []
        for (one, two), (low, high) in zip(pairs, bounds, strict=False):
            given += [one] * (low > 0) + [two] * (low > 1) + [-one] * (high < 1) + [-two] * (high < 2)
        fitting = [model for model in right if set(given) <= model]
        implied = propagate(formula.clauses, given)
        assert implied == (set.intersection(*fitting) if fitting else None)


def propagate(clauses: list[list[int]], given: list[int]) -> set[int] | None:
    """What follows from *given* by unit propagation, or None for a conflict."""
    known = set(given)
    while True:
        before = len(known)
        for clause in clauses:
            if not known & set(clause):
                free = [x for x in clause if -x not in known]
                if not free:
                    return None
                if len(free) == 1:
                    known.add(free[0])
        if len(known) == before:
            return known


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("1_2",), "the islands' numbers add up to 3, an odd number"),
        (("2",), "the island at r1c1 needs 2 bridges, but no other island is in sight"),
        (("1_", "_1"), "the island at r1c1 needs 1 bridge, but no other island is in sight"),
        (("3_3",), "the island at r1c1 needs 3 bridges, but its only neighbour can give at most 2"),
        (("1_1_2_2",), "the island at r1c1 needs 1 bridge, but its only neighbour can give at most 0"),
        (("4_2", "___", "1_1"), "the island at r1c1 needs 4 bridges, but its 2 neighbours can give at most 3"),
        (("1_1", "___", "1_1"), "the island at r1c1 needs 1 bridge, but its 2 neighbours can give at most 0"),
        (("1_2_1", "_____", "1_2_1"), "6 islands need at least 5 bridges to be connected, but the numbers allow 4"),
        (TWO_RINGS, "no chain of possible bridges joins the island at r1c1 to the island at r4c3"),
    ],
)
def test_contradictions_say_why(rows: tuple[str, ...], reason: str) -> None:
    """Counting alone shows it, and the answer says what was counted."""
    found = contradiction(Hashi(rows)) or ""
    answer = Solver().unique(Hashi(rows))

    assert answer.status == UNSOLVABLE
    assert found == answer.reason
    assert found.startswith(reason)


def test_contradiction_never_speaks_of_a_solvable_puzzle() -> None:
    """No reason is given where brute force finds a solution."""
    rng = Random(7)
    for _ in range(150):
        cells = sorted(rng.sample(list(product(range(4), range(4))), rng.randint(2, 6)))
        if len(pairs_in_sight(cells)) < 8:
            for numbers in solutions_by_numbers(cells):
                if all(0 < n <= 8 for n in numbers):
                    assert contradiction(puzzle_of(4, 4, cells, numbers)) is None


def test_capacity_of_closed_pairs() -> None:
    """Equal 1s and 2s keep one back, unless they are the whole puzzle."""
    assert capacities(Hashi(("1_1",))) == [1]
    assert capacities(Hashi(("2_2",))) == [2]
    assert capacities(Hashi(("2_2_1_1_3_8",))) == [1, 1, 0, 1, 2]


def test_crossings_by_sweep_are_those_of_every_pair() -> None:
    """The sweep over the rows finds the pairs that a look at every pair of edges finds."""
    rng = Random(13)
    for _ in range(50):
        rows = tuple("".join(rng.choice("1___") for _ in range(9)) for _ in range(9))
        puzzle = Hashi(rows)
        ends = [(puzzle.islands[a], puzzle.islands[b]) for a, b in puzzle.graph.edges]
        assert ends == sorted(pairs_in_sight(list(puzzle.islands)))
        every = {
            (e, f)
            for (e, (a, b)), (f, (x, y)) in product(enumerate(ends), repeat=2)
            if a[0] == b[0] and x[1] == y[1] and x[0] < a[0] < y[0] and a[1] < x[1] < b[1]
        }
        assert sorted(puzzle.graph.crossings) == sorted(every)


def test_sizes_are_those_of_the_docstring() -> None:
    """Two variables an edge; clauses by family, and each island's number is a statement."""
    puzzle = Hashi(("2_2_1", "_____", "2_1_2"))
    formula = KIND.encoding(puzzle, Settings()).formula

    assert formula.variables == 2 * len(puzzle.graph.edges)
    families = [formula.family_of(i) for i in range(len(formula.clauses))]
    assert list(dict.fromkeys(name for _, name in formula._starts)) == ["structure", "degree", "connected"]
    assert families.count("structure") == len(puzzle.graph.edges)
    assert formula.meaning(1) == "bridges[0,0-0,2]>=1"
    said = [statement for statement, _ in formula.by_statement() if statement and statement.rule == "degree"]
    assert [statement.cells for statement in said] == [(island,) for island in puzzle.islands]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("wikipedia-7x7", 2),
        ("dailyprogrammer-263-example", 2),
        ("dailyprogrammer-263-a", 1),
        ("connected-9x9", 1),
    ],
)
def test_published_puzzles_have_so_many_solutions(name: str, count: int) -> None:
    """As many as a plain search found that filled edges in turn and shared nothing with the encoding."""
    assert len(solved(load(INSTANCES / f"{name}.hashi")[0])) == count
