"""The rules as values: together they say what the referee says, and loops that are read are loops."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import networkx
import pytest

import satdnd
from satdnd.engine.kind import Rules
from satdnd.engine.statement_encoding import stated
from satdnd.errors import InputError
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.wording import signs
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.loops import TreeCuts
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.kinds.dungeon.rules import accepts
from satdnd.kinds.dungeon.statements import bordering, rooms_in_lines
from satdnd.kinds.dungeon.techniques import Left, rooms_left
from satdnd.rules.constraint import NO, YES, Constraint
from satdnd.rules.count import Count
from satdnd.rules.statement import Combined
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget

PUZZLES = (
    Dungeon((1, 2), (0, 1, 2), monsters=((0, 0),), walls=4, opens=2),
    Dungeon((0, None, 1), (None, 0, 1, 3), treasures=((1, 1),), monsters=((0, 3),), walls=1),
    Dungeon((None,) * 4, (None,) * 3, treasures=((2, 1),), monsters=((0, 1),)),
    Dungeon((None,) * 3, (None,) * 4),
)


@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_what_breaks_no_statement_and_no_cut_is_a_solution(puzzle: Dungeon, topology: str) -> None:
    """On every board, under every topology."""
    book = KIND.rulebook(puzzle, DungeonOptions(topology=topology))  # type: ignore[arg-type]  # one of them
    for board in range(1 << puzzle.grid.size):
        said = not any(statement.broken(board) for statement in book.statements)
        if book.cuts is not None:
            said = said and not book.cuts.broken(board, puzzle.grid.all & ~board)
        assert said == accepts(puzzle, board, topology), bin(board)


def test_loops_are_read_where_there_are_any() -> None:
    """Of all sets of cells of 4x4: the loops without chords that no 3x3 block holds."""
    board, found = Dungeon((None,) * 4, (None,) * 4).grid, set()
    cuts, graph = TreeCuts(board, -1, ""), networkx.grid_2d_graph(4, 4)
    for cells in map(board.cells, range(1, 1 << 16)):
        try:
            made = cuts.read("tree", cells, cells[-1])
        except InputError:
            continue
        assert made.text == f"the corridor through r{cells[-1][0] + 1}c{cells[-1][1] + 1} is no loop"
        assert made.broken(board.all & ~board.mask(cells))
        assert not made.broken(board.all & ~board.mask(cells[1:]))
        found.add(frozenset(cells))
    loops = map(frozenset, networkx.chordless_cycles(graph))
    assert found == {loop for loop in loops if any(max(line) - min(line) > 2 for line in zip(*loop, strict=True))}
    for cells, at in (sorted(min(found, key=sorted)), (1, 1)), ([(0, 0)], (0, 0)):
        with pytest.raises(InputError, match="not form a loop through that cell"):
            cuts.read("tree", cells, at)
    with pytest.raises(InputError, match="the rules do not say so"):
        cuts.read("no-2x2", [(0, 0)], (0, 0))


ROOMS = (
    (Dungeon((None, 1, None, None, 3), (None, None, 2, None, 3), treasures=((1, 1),)), 1),
    (Dungeon((2, None, None, 4, None), (1, 2, None, None, None), treasures=((2, 3),), monsters=((0, 0),)), 2),
)


@pytest.mark.parametrize(("puzzle", "seed"), ROOMS)
def test_what_a_room_leaves_of_a_line(puzzle: Dungeon, seed: int) -> None:
    """The least and the most walls of the line, against all ways of filling in the line and what is around the room."""
    rng, compared = Random(seed), 0
    cells = puzzle.grid.cells(puzzle.grid.all)
    for combined in rooms_in_lines(puzzle):
        treasure, line = combined.parts
        assert isinstance(line, Count)
        for _ in range(25):
            marks: list[Mark] = [(*cell, rng.choice("##o")) for cell in cells if rng.random() < 0.3]
            known = signs(marks)
            for place in rooms_left(puzzle, treasure, marks):
                around = bordering(puzzle.grid, place)
                free = [x for x in {*around, *line.cells} - {*place} if x not in known]
                found = set()
                for walls in product((True, False), repeat=len(free)):
                    there = {cell: what == "#" for cell, what in known.items()} | dict(zip(free, walls, strict=True))
                    if sum(not there[cell] for cell in around) == 1:
                        found.add(sum(there.get(cell, False) for cell in line.cells))
                left = Left.of(puzzle, place, line, marks)
                assert (left.least, left.most) == (min(found), max(found))
                compared += 1
    assert compared > 40


@pytest.mark.slow
def test_what_is_taught_is_for_explanations_alone() -> None:
    """No formula, no grade and no solver has it; it takes part where nothing simpler follows."""
    (puzzle,) = satdnd.load(Path(__file__).parents[2] / "instances/dungeon/course-p6.dnd")
    options, rules = DungeonOptions(), KIND.require(Rules)
    plain, teaching = (stated(KIND, puzzle, options, Budget(), teaching=flag).formula for flag in (False, True))
    assert not any(isinstance(one, Combined) for one, _ in plain.by_statement())
    assert sum(isinstance(one, Combined) for one, _ in teaching.by_statement()) == len([*rooms_in_lines(puzzle)]) > 5
    book = rules.book(puzzle, options)
    board, together = [NO | YES] * puzzle.grid.size, 0
    for literals, step in [
        (book.shown, None),
        *((map(book.unknowns.literal, x.cells), x) for x in satdnd.explain(puzzle).steps),
    ]:
        if step and step.reasons[0].rule == "room-line":
            together += 1
            simple = [one for one in book.statements if not isinstance(one, Combined)]
            for constraint in (x for one in simple for x in one.constraints()):
                assert not any(_follows(constraint, board, i) for i in constraint.scope if board[i] == NO | YES)
        for literal in literals:
            board[abs(literal) - 1] = YES if literal > 0 else NO
    assert together > 3


def _follows(constraint: Constraint, board: list[int], i: int) -> bool:
    return any(not satisfiable([constraint], [*board[:i], one, *board[i + 1 :]], i, Budget()) for one in (NO, YES))
