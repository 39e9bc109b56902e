"""Each statement of each kind against what its sentence says, on tiny boards; sentences of literals; facts.

A statement's clauses are taken alone, with those that only define auxiliary variables. Whether they can be satisfied
on a board is compared with the sentence, read here by other means than the encoding's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from random import Random

import oracle
import pytest
from test_diagnosis import puzzle_of, statements as dungeon_sentences

from satdnd.declaration.views.bridge_referee import connected_groups
from satdnd.engine.kind import Templates, kind_named
from satdnd.engine.settings import Settings
from satdnd.grid.notation import cell_name, listed
from satdnd.kinds.dungeon.encode import Direct, Template
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.hashi.kind import KIND as HASHI
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.encode import InshiEncoding
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.klotski.encode import Unrolled
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.queens.kind import KIND as QUEENS
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.unattacked.encode import Placement
from satdnd.kinds.unattacked.model import Unattacked
from satdnd.registry import NAMES
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Statement
from satdnd.sat.session import Session

Cell = tuple[int, int]


class Alone:
    """A session in which each statement is asked alone."""

    def __init__(self, formula: Formula) -> None:
        self.selectors: dict[Statement, Literal] = {}
        guarded = Formula()
        guarded.pool.top = formula.variables
        for i, clause in enumerate(formula.clauses):
            statement = formula.statement_of(i)
            if statement is None:
                guarded.add(*clause)
                continue
            if statement not in self.selectors:
                self.selectors[statement] = guarded.pool.new()
            guarded.add(*clause, -self.selectors[statement])
        self.session = Session(guarded)

    def holds(self, statement: Statement | None, literals: Collection[Literal]) -> bool:
        """Whether the statement's clauses can be satisfied where *literals* are true."""
        chosen = [] if statement is None else [self.selectors[statement]]
        return bool(self.session.solve([*literals, *chosen]))

    def otherwise(self, literals: Collection[Literal], expected: Mapping[Statement, bool]) -> list[Statement]:
        """The statements that do not hold as expected where *literals* are true; those that hold are asked together."""
        kept = [self.selectors[statement] for statement, holds in expected.items() if holds]
        together = bool(self.session.solve([*literals, *kept]))
        return [s for s, holds in expected.items() if not (holds and together) and self.holds(s, literals) != holds]


def cell_of(name: str) -> Cell:
    """``r3c5`` as (2, 4)."""
    found = re.fullmatch(r"r(\d+)c(\d+)", name)
    assert found, name
    return int(found[1]) - 1, int(found[2]) - 1


def compare(
    formula: Formula, boards: Iterator[Collection[Literal]], says: Callable[[str, set[Literal]], bool | None]
) -> set[str]:
    """Every statement on every board is as *says* reads its sentence (None: it says nothing); each is broken once.

    Returns:
        the sentences.
    """
    alone = Alone(formula)
    kept, broken = set[Statement](), set[Statement]()
    for board in boards:
        true = {x for x in board if x > 0}
        assert alone.holds(None, board)
        expected = {s: holds for s in alone.selectors if (holds := says(s.text, true)) is not None}
        assert not alone.otherwise(board, expected), sorted(true)
        for statement, holds in expected.items():
            (kept if holds else broken).add(statement)
    assert kept == broken == set(alone.selectors)
    return {statement.text for statement in alone.selectors}


def signed(variables: Sequence[Literal], true: Collection[Literal]) -> list[Literal]:
    """Every variable as a literal."""
    return [x if x in true else -x for x in variables]


# dungeon


def dungeons() -> list[Dungeon]:
    """Small puzzles with something of everything."""
    room = Dungeon((0, None, 1), (None, 0, 1, 3), treasures=((1, 1),), monsters=((0, 3),))
    return [
        Dungeon((1, 2), (0, 1, 2), monsters=((0, 0),), walls=4, opens=2),
        puzzle_of(oracle.random_solved(Random(5), 3, 3)),
        replace(room, walls=room.grid.mask([(0, 0)]), opens=room.grid.mask([(2, 3)])),
    ]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("topology", ["connected", "tree", "local"])
@pytest.mark.parametrize("connectivity", ["planar", pytest.param("ordered", marks=pytest.mark.slow)])
def test_dungeon_direct(connectivity: str, topology: str) -> None:
    """Each statement of the direct formula holds on just the boards that its sentence names; nothing else is said."""
    for puzzle in dungeons():
        encoding = Direct(puzzle, DungeonOptions(topology=topology), connectivity=connectivity)
        alone = Alone(encoding.formula)
        said = dungeon_sentences(puzzle, topology)
        assert {s.text for s in alone.selectors} == said.keys()
        for statement in alone.selectors:
            assert set(statement.cells) == said[statement.text][1]
            assert statement.rule in kind_named("dungeon").rules
        for board in range(1 << puzzle.grid.size):
            literals = [i + 1 if board >> i & 1 else -i - 1 for i in range(puzzle.grid.size)]
            expected = {s: bool(said[s.text][0] >> board & 1) for s in alone.selectors}
            assert not alone.otherwise(literals, expected), board


@pytest.mark.slow
@pytest.mark.no_cover
def test_dungeon_template() -> None:
    """The same of the template, under the facts about monsters and treasures; and of the counts, which are facts."""
    for puzzle in dungeons():
        encoding = Template(puzzle.height, puzzle.width, DungeonOptions())
        alone = Alone(encoding.formula)
        said = dungeon_sentences(puzzle)
        bare = dungeon_sentences(replace(puzzle, monsters=()))  # that a room has no monster follows from its dead end
        facts = encoding.facts(puzzle)
        things = [f.literal for f in facts if abs(f.literal) > puzzle.grid.size and f.statement.rule[-5:] != "count"]
        checked = 0
        for board in range(1 << puzzle.grid.size):
            literals = [i + 1 if board >> i & 1 else -i - 1 for i in range(puzzle.grid.size)]
            expected = {}
            for statement in alone.selectors:
                text = re.sub(r"^a (monster|treasure)", r"the \1", statement.text)
                if text not in said or (board & puzzle.grid.mask(statement.cells) and text.startswith("the ")):
                    continue  # of no clue, or a wall where a clue is: "on an open cell" is a statement of its own
                table = said[text][0] if "is in a dead end" in text else bare[text][0]
                expected[statement] = bool(table >> board & 1)
            checked += len(expected)
            assert not alone.otherwise([*literals, *things], expected), board
            for number in {f.statement.text for f in facts if f.statement.rule[-5:] == "count"}:
                chosen = [f.literal for f in facts if f.statement.text == number]
                assert alone.holds(None, [*literals, *chosen]) == bool(said[number][0] >> board & 1), number
        assert checked


def test_template_facts_are_its_assumptions() -> None:
    """Literal by literal; the statements are those of the direct formula, and that nothing stands elsewhere."""
    rng = Random(3)
    for _ in range(40):
        puzzle = puzzle_of(oracle.random_solved(rng, rng.randint(1, 5), rng.randint(1, 5)))
        if rng.random() < 0.5:
            puzzle = replace(puzzle, rows=(None, *puzzle.rows[1:]), walls=1 & ~puzzle.monster_mask)
        encoding = Template(puzzle.height, puzzle.width, DungeonOptions())
        facts = encoding.facts(puzzle)
        assert [fact.literal for fact in facts] == encoding.assumptions(puzzle)
        formula = Direct(puzzle, DungeonOptions()).formula
        said = {formula.statement_of(i) for i in range(len(formula.clauses))} - {None}
        for fact in facts:
            nothing = re.fullmatch(r"r\d+c\d+ holds no (monster|treasure)", fact.statement.text)
            assert (fact.statement in said) != bool(nothing), fact
            if nothing:
                assert fact.literal < 0
    sudoku = Sudoku(tuple(int(x) for x in "1000002000300004"))
    template = kind_named("sudoku").require(Templates).encoding(sudoku, SudokuOptions(), Budget())
    assert [fact.literal for fact in template.facts(sudoku)] == template.assumptions(sudoku)
    assert [fact.statement.text for fact in template.facts(sudoku)][:2] == ["r1c1 is given as 1", "r2c3 is given as 2"]


# numbers in cells


def values_says(
    size: int, meaning: Callable[[Literal], tuple[Cell, int]]
) -> Callable[[str, set[Literal]], bool | None]:
    """How sentences of sudoku and inshi are read."""

    def says(text: str, true: set[Literal]) -> bool | None:
        held = [meaning(x) for x in true]
        if found := re.fullmatch(r"(\w+) holds one value", text):
            return sum(cell == cell_of(found[1]) for cell, _ in held) == 1
        if found := re.fullmatch(r"(\w+) is given as (\d)", text):
            return (cell_of(found[1]), int(found[2])) in held
        if found := re.fullmatch(r"(row|column|box) (\d+) holds each (?:digit|value) once", text):
            number, box = int(found[2]) - 1, round(size**0.5)
            house = {"row": lambda r, c: r, "column": lambda r, c: c, "box": lambda r, c: r // box * box + c // box}
            there = sorted(value for cell, value in held if house[found[1]](*cell) == number)
            return there == [*range(1, size + 1)]
        found = re.fullmatch(r"the room at (\w+) has the product (\d+)", text)
        assert found, text
        return None

    return says


def spoiled(rng: Random, grid: Sequence[int], size: int) -> set[Literal]:
    """A grid as true literals, some of them changed, doubled or gone."""
    true = {i * size + value for i, value in enumerate(grid)}
    for _ in range(rng.choice((0, 1, 1, 2, 4))):
        true ^= {rng.randint(1, size**3)}
    return true


@pytest.mark.no_cover
@pytest.mark.parametrize("cardinality", ["auto", "seqcounter"])
def test_sudoku(cardinality: str) -> None:
    """Cells, rows, columns, boxes and clues, whether pairwise or not."""
    rng = Random(1)
    puzzle = Sudoku((1, *(0,) * 9, 4, *(0,) * 5))
    encoding = kind_named("sudoku").encoding(puzzle, SudokuOptions(cardinality=cardinality), eager=True)
    grids = ("1234341221434321", "1234341243212143", "2143432112343412")
    boards = (signed(range(1, 65), spoiled(rng, list(map(int, rng.choice(grids))), 4)) for _ in range(300))
    says = values_says(4, lambda x: (divmod((x - 1) // 4, 4), (x - 1) % 4 + 1))
    assert len(compare(encoding.formula, boards, says)) == 16 + 12 + 2
    assert [encoding.unknowns.sentence(x) for x in (7, -64)] == ["r1c2 is 3", "r4c4 is not 4"]


def test_inshi() -> None:
    """Cells, rows, columns; and of rooms, whose cells hold one value each, the product."""
    rng = Random(2)
    rooms = [((0, 0), (0, 1)), ((0, 2), (1, 2)), ((1, 0),), ((1, 1),), ((2, 0), (2, 1)), ((2, 2),)]
    grid = (1, 2, 3, 2, 3, 1, 3, 1, 2)
    puzzle = Inshi(3, tuple(Room(prod(grid[r * 3 + c] for r, c in cells), cells) for cells in rooms))
    encoding = InshiEncoding(puzzle, plain=True)
    meanings = {
        x: (cell, v) for cell in product(range(3), repeat=2) for v, x in encoding.unknowns.candidates(cell).items()
    }
    reads = values_says(3, meanings.__getitem__)

    def says(text: str, true: set[Literal]) -> bool | None:
        if not (found := re.fullmatch(r"the room at (\w+) has the product (\d+)", text)):
            return reads(text, true)
        room = next(room for room in puzzle.rooms if room.cells[0] == cell_of(found[1]))
        held = [[v for x in true for cell, v in [meanings[x]] if cell == other] for other in room.cells]
        if any(len(values) != 1 for values in held) or len({values[0] for values in held}) < len(held):
            return None  # what a product means is said of cells with one value each; in one line they differ
        return prod(values[0] for values in held) == int(found[2])

    boards = (
        signed(range(1, 28), spoiled(rng, rng.choice((grid, rng.choices((1, 2, 3), k=9))), 3)) for _ in range(600)
    )
    assert len(compare(encoding.formula, boards, says)) == 9 + 6 + 6
    assert [encoding.unknowns.sentence(x) for x in (2, -27)] == ["r1c1 is 2", "r3c3 is not 3"]


# queens


def line_of(name: str, height: int, width: int) -> set[Cell]:
    """The squares of a line, by its name."""
    if found := re.fullmatch(r"(row|column) (\d+)", name):
        return {
            cell for cell in product(range(height), range(width)) if cell[found[1] == "column"] == int(found[2]) - 1
        }
    found = re.fullmatch(r"the diagonal from (\w+) to (\w+)", name)
    assert found, name
    (r, c), last = cell_of(found[1]), cell_of(found[2])
    step = 1 if last[1] > c else -1
    return {(r + i, c + i * step) for i in range(last[0] - r + 1)}


@pytest.mark.no_cover
@pytest.mark.parametrize("cardinality", ["auto", "totalizer"])
def test_queens(cardinality: str) -> None:
    """Lines, given queens, their number; on a board that is no square and has fewer queens than it could."""
    for height, width, queens in ((4, 4, None), (3, 5, None), (4, 3, 2)):
        rng = Random(height)
        encoding = QUEENS.encoding(
            Queens(height, width, ((0, 1),), queens), Settings(cardinality=cardinality), eager=True
        )
        squares = list(product(range(height), range(width)))

        def says(text: str, true: set[Literal], squares: list[Cell] = squares, size: Cell = (height, width)) -> bool:
            there = {squares[x - 1] for x in true}
            if found := re.fullmatch(r"a queen stands on (\w+)", text):
                return cell_of(found[1]) in there
            if found := re.fullmatch(r"there are (\d+) queens", text):
                return len(there) == int(found[1])
            found = re.fullmatch(r"(.*) has (at most )?one queen", text)
            assert found, text
            number = len(there & line_of(found[1], *size))
            return number == 1 or (bool(found[2]) and not number)

        boards = (
            signed(encoding.projection, {x for x in encoding.projection if rng.random() < share})
            for share in [0, 0.1, 0.2, 0.2, 0.4] * 60
        )
        lone = {s.text for s in Alone(encoding.formula).selectors}
        assert len(compare(encoding.formula, boards, says)) == len(lone)
    assert [encoding.unknowns.sentence(x) for x in (1, -5)] == ["r1c1 holds a queen", "r2c2 is empty"]


def test_unattacked() -> None:
    """What a line attacks, the number of queens, the number of free squares."""
    rng = Random(9)
    puzzle = Unattacked(3, 3, 2)
    encoding = Placement(puzzle, Settings(), 2)
    squares = list(product(range(3), range(3)))

    def says(text: str, true: set[Literal]) -> bool:
        queens = {squares[i] for i, x in enumerate(encoding.queens) if x in true}
        free = {squares[i] for i, x in enumerate(encoding.free) if x in true}
        if found := re.fullmatch(r"a queen on (.*) attacks all of it", text):
            line = line_of(found[1], 3, 3)
            return not (line & queens and line & free)
        return len(queens) == 2 if text == "there are 2 queens" else len(free) >= 2

    both = [*encoding.queens, *encoding.free]
    boards = (signed(both, {x for x in both if rng.random() < share}) for share in (0.1, 0.2, 0.3, 0.5) * 100)
    assert len(compare(encoding.formula, boards, says)) == 3 + 3 + 5 + 5 + 2
    assert [encoding.unknowns.sentence(x) for x in (1, -5)] == ["r1c1 holds a queen", "r2c2 holds no queen"]


# bridges, blocks


def test_hashi() -> None:
    """Crossings, numbers, connectivity, on every choice of bridges."""
    puzzle = Hashi(("_2_2", "1__2", "_3_2"))
    encoding = HASHI.encoding(puzzle, Settings(), eager=True)
    assert puzzle.graph.crossings

    def says(text: str, true: set[Literal]) -> bool:
        counts = {
            frozenset((puzzle.islands[a], puzzle.islands[b])): (one in true) + (one + 1 in true)
            for (a, b), one in zip(puzzle.graph.edges, encoding.projection[::2], strict=True)
        }
        if found := re.fullmatch(r"the bridges (\w+)-(\w+) and (\w+)-(\w+) do not cross", text):
            one, other, third, fourth = map(cell_of, found.groups())
            return not (counts[frozenset((one, other))] and counts[frozenset((third, fourth))])
        if found := re.fullmatch(r"the island at (\w+) needs (\d) bridges?", text):
            return sum(n for ends, n in counts.items() if cell_of(found[1]) in ends) == int(found[2])
        assert text == "all islands are connected"
        built = [(min(ends), max(ends)) for ends, n in counts.items() if n]
        return len(connected_groups(puzzle.islands, built)) == 1

    boards = (
        [
            one + k - 1 if number >= k else 1 - k - one
            for number, one in zip(chosen, encoding.projection[::2], strict=True)
            for k in (1, 2)
        ]
        for chosen in product(range(3), repeat=len(puzzle.graph.edges))
    )
    compare(encoding.formula, boards, says)
    ends = " and ".join(cell_name(puzzle.islands[i]) for i in puzzle.graph.edges[0])
    assert [encoding.unknowns.sentence(x) for x in (1, -1, 2, -2)] == [
        f"there is a bridge between {ends}",
        f"there is no bridge between {ends}",
        f"there are two bridges between {ends}",
        f"there is at most one bridge between {ends}",
    ]


def test_klotski() -> None:
    """Where pieces start, one move at a time, over empty cells, the others stay, the goal."""
    puzzle = Klotski(("ab", ".c"), Goal((1, 0), "a"))
    encoding = Unrolled(puzzle, "step", 1)
    alone = Alone(encoding.formula)
    assert {s.text for s in alone.selectors if not s.text.startswith("move")} == {
        "piece a starts at r1c1",
        "the 1x1 pieces start at r1c2 and r2c2",
        "in the end piece a is at r2c1",
    }
    named, other = encoding.classes

    def board(*times: tuple[Cell, set[Cell]], moves: Collection[tuple[Cell, Cell]] = ()) -> list[Literal]:
        true = set[Literal]()
        for stands, (a, others) in zip(encoding.stands, times, strict=True):
            true |= {stands[named, a], *(stands[other, cell] for cell in others)}
        for (kind, way), x in encoding.makes[0].items():
            if kind == named and (way.source, way.target) in moves:
                true.add(x)
        if not moves:
            true.add(encoding.rests[0])
        fixed = [
            *(x for stands in encoding.stands for x in stands.values()),
            *encoding.makes[0].values(),
            *encoding.rests,
        ]
        return signed(fixed, true)

    down = ((0, 0), (1, 0))
    start = {(0, 1), (1, 1)}
    right = board(((0, 0), start), ((1, 0), start), moves=[down])
    assert all(alone.holds(statement, right) for statement in alone.selectors)
    cases = {
        "piece a starts at r1c1": board(((1, 0), start), ((1, 0), start)),
        "the 1x1 pieces start at r1c2 and r2c2": board(((0, 0), {(0, 1)}), ((0, 0), {(0, 1)})),
        "in the end piece a is at r2c1": board(((0, 0), start), ((0, 0), start)),
        "move 1 leaves the other pieces where they are": board(((0, 0), start), ((1, 0), {(0, 1)}), moves=[down]),
    }
    for text, literals in cases.items():
        broken = {s.text for s in alone.selectors if not alone.holds(s, literals)}
        assert text in broken
        assert broken <= {text, "in the end piece a is at r2c1"}
    twice = signed([abs(x) for x in right], {x for x in right if x > 0} | {encoding.rests[0]})
    assert {s.text for s in alone.selectors if not alone.holds(s, twice)} == {
        "move 1 is one move, or none from there on"
    }
    blocked = board(((0, 0), start), ((0, 1), start), moves=[((0, 0), (0, 1))])
    told = "move 1: piece a at r1c1 goes to r1c2 over empty cells"
    assert {s.text for s in alone.selectors if not alone.holds(s, blocked)} == {told, "in the end piece a is at r2c1"}
    move = next(x for (kind, way), x in encoding.makes[0].items() if (kind, way.source, way.target) == (other, *down))
    assert encoding.unknowns.sentence(move) == "move 1: the 1x1 piece at r1c1 goes to r2c1"
    assert encoding.unknowns.sentence(-move) == "move 1: the 1x1 piece at r1c1 does not go to r2c1"
    assert encoding.unknowns.sentence(encoding.rests[0]) == "there is no move 1"


# words


def test_words() -> None:
    """Cells count from 1; lists have commas and one "and"; long ones end in dots."""
    assert cell_name((2, 4)) == "r3c5"
    assert [listed(list(words)) for words in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]
    assert listed(list("abcde"), 3) == "a, b, c, ..."


def test_rules_are_sentences() -> None:
    """Each kind's rules are one sentence each."""
    for name in NAMES:
        assert all(re.fullmatch(r"[A-Z].*\.", sentence) for sentence in kind_named(name).rules.values())
