"""Runs of a line, and loops along edges: every face against brute force, in full and cut by cut."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product
from random import Random
from typing import Any
from unittest import mock

import networkx as nx
import pytest
from test_statement_contract import FACES, all_boards, bits, domains_of, holds

from satdnd.errors import EncodingBug, InputError
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.kinds.dungeon.loops import TreeCuts
from satdnd.rules.connected import Connected
from satdnd.rules.constraint import NO, YES, Constraint
from satdnd.rules.count import Count
from satdnd.rules.cut import Cut, Cuts
from satdnd.rules.edges import Edges
from satdnd.rules.encoder import Encoder
from satdnd.rules.islands import Islands, IslandsConnected
from satdnd.rules.loop import CornerDegrees, Degree, SingleLoop, loop_through
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.runs import Runs
from satdnd.rules.statement import RuleStatement, Together
from satdnd.rules.visible import VisibleConstraint
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, RecordedStatement
from satdnd.sat.session import Session


def session(variables: int, say: Callable[[Encoder], None]) -> Session:
    """Of what is said of variables from 1 on."""
    formula = Formula()
    formula.new_variables([f"x{v}" for v in range(1, variables + 1)])
    say(Encoder(formula))
    return Session(formula)


def agree_on(statement: RuleStatement, variables: int, says: Callable[[Bitboard], bool]) -> None:
    """All faces and *says* on all boards."""
    constraints = statement.constraints()
    with session(variables, statement.encode) as asked:
        for literals in all_boards(range(1, variables + 1)):
            board = bits(literals)
            good = says(board)
            assert statement.broken(board) != good, (statement, literals)
            assert bool(asked.solve(literals)) == good, (statement, literals)
            assert holds(constraints, domains_of(variables, literals)) == good, (statement, literals)


# runs


def lengths(board: Bitboard, literals: Sequence[int]) -> list[int]:
    """The runs of a line, read another way: split at what is false."""
    text = "".join("#" if (board >> abs(x) - 1 & 1) == (x > 0) else "." for x in literals)
    return [len(part) for part in text.split(".") if part]


LINES = [(), (1,), (2,), (1, 1), (2, 1), (1, 2, 1), (5,), (7,), (3, 3), (1, 1, 1, 1), (8,), (4, 4)]
SIGNS = [(1, 2, 3, 4, 5, 6, 7), (-1, 2, -3, -4, 5, 6, -7), (7, -5, 3, 1, -2, 4, 6)]


@pytest.mark.parametrize("literals", SIGNS)
@pytest.mark.parametrize("runs", LINES)
def test_runs(runs: tuple[int, ...], literals: tuple[int, ...]) -> None:
    """Each line of seven places, with literals of either sign, and runs that do not fit."""
    line = Runs("runs", ((0, 0),), "row 1", literals, runs)
    agree_on(line, 7, lambda board: lengths(board, literals) == list(runs))


@pytest.mark.parametrize("runs", [(), (1,), (2,), (1, 1)])
@pytest.mark.parametrize("length", [0, 1, 2])
def test_runs_of_short_lines(length: int, runs: tuple[int, ...]) -> None:
    """Nothing crashes where there is no place; a line that is too short is a contradiction."""
    line = tuple(range(1, length + 1))
    agree_on(Runs("runs", (), "row 1", line, runs), length, lambda board: lengths(board, line) == list(runs))


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("runs", [(2,), (1, 1)])
def test_a_wrong_face_of_runs_is_noticed(face: str, runs: tuple[int, ...]) -> None:
    """Of each in turn."""
    line = Runs("runs", ((0, 0),), "row 1", (1, 2, 3, 4), runs)
    with mock.patch.object(Runs, face, FACES[face]), pytest.raises(AssertionError):
        agree_on(line, 4, lambda board: lengths(board, line.literals) == list(runs))


def partly_known(variables: int, seed: int, count: int) -> Iterator[list[int]]:
    """Domains of which some have one value."""
    rng = Random(seed)
    for _ in range(count):
        share = rng.choice((0.1, 0.3, 0.6))
        yield [rng.choice((NO, YES)) if rng.random() < share else NO | YES for _ in range(variables)]


def test_lines_are_solved() -> None:
    """What `narrow` leaves is what some way to place the runs has; machines that read in any order agree."""
    rng, seen, steps = Random(4), set(), 0
    for domains in partly_known(9, 3, 600):
        runs = rng.choice([runs for runs in LINES if sum(runs) < 7])
        literals = tuple(v if rng.random() < 0.7 else -v for v in rng.sample(range(1, 10), 9))
        (constraint,) = Runs("runs", (), "row 1", literals, runs).constraints()
        ways = [
            board
            for board in range(1 << 9)
            if all(values >> (board >> i & 1) & 1 for i, values in enumerate(domains))
            and lengths(board, literals) == list(runs)
        ]
        seen.add(bool(ways))
        left = domains.copy()
        narrow = constraint.narrow(left, Budget())
        assert (narrow is not None) == bool(ways)
        if narrow is not None:
            assert left == [
                NO * any(not b >> i & 1 for b in ways) | YES * any(b >> i & 1 for b in ways) for i in range(9)
            ]
            assert sorted(narrow) == [i for i in range(9) if left[i] != domains[i]]
        order = rng.sample(range(9), rng.randint(0, 9))
        machine = constraint.machine(order, domains, Budget())
        state = machine.start
        assert (state is not None) == bool(ways)
        for position, i in enumerate(order):
            if state is None:
                break
            value = rng.choice(list(scan(domains[i])))
            ways = [board for board in ways if board >> i & 1 == value]
            state = machine.read(state, position, value)
            assert (state is not None) == bool(ways)
            steps += 1
    assert seen == {True, False}
    assert steps > 1000


def test_unit_propagation_sees_what_a_line_says() -> None:
    """Nearly all that follows on lines of fifteen places; what is found is right."""
    rng, found, all_there = Random(8), 0, 0
    for _ in range(150):
        picture = [rng.random() < 0.6 for _ in range(15)]
        runs = tuple(len(list(group)) for there, group in groupby(picture) if there)
        line = Runs("runs", (), "row 1", tuple(range(1, 16)), runs)
        known = [v if there else -v for v, there in enumerate(picture, 1) if rng.random() < 0.3]
        left = domains_of(15, known)
        assert line.constraints()[0].narrow(left, Budget()) is not None
        follows = {i + 1 if left[i] == YES else -i - 1 for i in range(15) if left[i] != NO | YES} - set(known)
        formula = Formula()
        formula.new_variables([str(v) for v in range(15)])
        line.encode(Encoder(formula))
        propagated = {x for x in propagate(formula, known) if abs(x) <= 15} - set(known)
        assert propagated <= follows
        found, all_there = found + len(propagated), all_there + len(follows)
    assert found >= 0.95 * all_there > 0, (found, all_there)


def propagate(formula: Formula, known: Iterable[int]) -> set[int]:
    """All literals that unit propagation gives."""
    true = set(known)
    while True:
        units = {
            left[0]
            for clause in formula.clauses
            if true.isdisjoint(clause) and len(left := [x for x in clause if -x not in true]) == 1
        }
        if not units:
            return true
        true |= units


def test_words_of_runs() -> None:
    """The lengths are a list in JSON; a fault says which there are."""
    line = Runs("runs", ((2, 0), (2, 1)), "row 3 needs runs of 2 and 1", (1, 2, 3, 4), (2, 1))
    assert json.loads(json.dumps(line.to_json())) == {
        "rule": "runs",
        "cells": [[2, 0], [2, 1]],
        "runs": [2, 1],
        "text": "row 3 needs runs of 2 and 1",
    }
    assert line.fault(0b0111) == "row 3 needs runs of 2 and 1: found 3"
    assert line.fault(0b1101) == "row 3 needs runs of 2 and 1: found 1 and 2"
    assert line.fault(0) == "row 3 needs runs of 2 and 1: found none"
    other = Runs("runs", line.cells, "row 3 needs runs of 1 and 2", line.literals, (1, 2))
    book: Rulebook[int] = Rulebook(Edges(3, 3), lambda: [line, other], lambda b: b, lambda b: b)
    for one in (line, other):
        assert book.find(RecordedStatement.from_json(json.loads(json.dumps(one.to_json())))) is one


# faults of other statements


def test_faults() -> None:
    """A count says how many there are; what knows no more says what is not so; of several the one that is broken."""
    count = Count("number", ((0, 0),), "{} has 3 lines around it", (1, 2, 3, 4), 3, 3)
    degree = Degree("degree", ((0, 0),), "none or two meet at the corner", (1, 2), (0, 0))
    assert count.fault(0b1001) == "r1c1 has 3 lines around it: found 2"
    assert degree.fault(0b01) == "none or two meet at the corner: found 1"
    both = Together("both", ((0, 0),), "all of it", (count, degree))
    assert both.fault(0b0111) == "none or two meet at the corner: found 2" if degree.broken(3) else both.fault(1)
    assert both.fault(0b0001) == count.fault(0b0001)
    cut = Cut("connected", ((0, 0),), "the sea at {} needs a way out", (0, 0), (1,))
    assert cut.fault(0) == "not so: the sea at r1c1 needs a way out"


# degrees


@pytest.mark.parametrize("allowed", [(0, 2), (2,), (0, 2, 4), (1, 3), (), (0, 1, 2, 3, 4), (7,), (2, 0)])
@pytest.mark.parametrize("literals", [(1, 2), (3, -1, 2), (1, 2, 3, 4)])
def test_degrees(literals: tuple[int, ...], allowed: tuple[int, ...]) -> None:
    """Of two to four literals, and numbers that there cannot be."""

    def says(board: Bitboard) -> bool:
        return sum((board >> abs(x) - 1 & 1) == (x > 0) for x in literals) in allowed

    agree_on(Degree("degree", ((0, 0),), "degree", literals, (0, 0), allowed), 4, says)


@pytest.mark.parametrize("face", FACES)
def test_a_wrong_face_of_degrees_is_noticed(face: str) -> None:
    """Of each in turn."""
    degree = Degree("degree", ((0, 0),), "degree", (1, 2, 3), (0, 0))
    with mock.patch.object(Degree, face, FACES[face]), pytest.raises(AssertionError):
        agree_on(degree, 3, lambda board: board.bit_count() in (0, 2))


def test_degrees_of_a_grid() -> None:
    """All corners; statements are told apart where corners have the same cells."""
    for size in ((1, 1), (1, 3), (2, 2)):
        edges = Edges(*size)
        every = list(CornerDegrees(edges, "degree").statements())
        assert [statement.literals for statement in every] == [edges.corner(*corner) for corner in edges.corners()]
        assert len({statement.text for statement in every}) == len(every)
        book: Rulebook[int] = Rulebook(edges, lambda every=every: every, lambda b: b, lambda b: b)
        for one in every:
            assert book.find(RecordedStatement.from_json(json.loads(json.dumps(one.to_json())))) is one
    assert every[0].text == "the loop does not end or branch at the top left corner of r1c1"
    assert Edges(2, 2).count == 12


# loops

SMALL = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 4), (3, 2), (2, 4), (3, 3), (3, 4), (4, 3)]


def loops_of(edges: Edges) -> set[Bitboard]:
    """All simple cycles of the grid of corners."""
    numbers = {frozenset(edges.ends(v)): v for v in range(1, edges.count + 1)}
    graph = nx.grid_2d_graph(edges.height + 1, edges.width + 1)
    return {
        sum(1 << numbers[frozenset(pair)] - 1 for pair in zip(way, [*way[1:], way[0]], strict=True))
        for way in nx.simple_cycles(graph)
    }


def models(asked: Session, variables: int, refine: Callable[[Bitboard], list[list[int]]]) -> set[Bitboard]:
    """All boards, with clauses that are found to be violated."""
    found = set()
    while asked.solve([]):
        board = bits(list(asked.model[:variables]))
        if clauses := refine(board):
            assert all(not any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause) for clause in clauses)
            for clause in clauses:
                asked.add(clause)
        else:
            found.add(board)
            asked.add([-v if board >> v - 1 & 1 else v for v in range(1, variables + 1)])
    return found


def corners_kept(edges: Edges, encoder: Encoder) -> None:
    """None or two lines at each corner."""
    for statement in CornerDegrees(edges, "degree").statements():
        statement.encode(encoder)


@pytest.mark.parametrize("size", SMALL)
def test_all_loops(size: tuple[int, int]) -> None:
    """In full, with cuts, and with stronger clauses: all cycles of the graph, and no lines at all."""
    edges = Edges(*size)
    loop, wanted = SingleLoop(edges), {0, *loops_of(edges)}
    with session(edges.count, loop.encode) as asked:
        assert models(asked, edges.count, lambda board: []) == wanted
    for clauses in (loop.clauses, loop.solving_clauses):
        with session(edges.count, lambda encoder: corners_kept(edges, encoder)) as asked:
            assert models(asked, edges.count, clauses) == wanted
    for board in wanted:
        assert not loop.faults(board)
        assert loop.graph_fault(board) is None


@pytest.mark.parametrize("face", ["encode", "solving_clauses", "faults", "graph_fault"])
def test_a_wrong_face_of_all_loops_is_noticed(face: str) -> None:
    """Clauses that say nothing, faults everywhere."""
    wrong: dict[str, Any] = {
        "encode": lambda self, encoder: None,
        "solving_clauses": lambda self, board: [],
        "faults": lambda self, board: [((), "")],
        "graph_fault": lambda self, board: "",
    }
    with mock.patch.object(SingleLoop, face, wrong[face]), pytest.raises(AssertionError):
        test_all_loops((1, 3))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_all_loops_with_some_edges_for_sure(seed: int) -> None:
    """With clauses for sets of which one edge at least is a line: those loops that have one of each."""
    rng = Random(seed)
    edges = Edges(3, 4)
    sure = []
    for _ in range(rng.randint(1, 3)):
        cell = edges.around((rng.randrange(3), rng.randrange(4)))
        sure.append(sum(1 << v - 1 for v in rng.sample(cell, rng.randint(1, 4))))
    loop = SingleLoop(edges, sure)
    wanted = {board for board in loops_of(edges) if all(board & own for own in sure)}
    for clauses in (loop.clauses, loop.solving_clauses):
        with session(edges.count, lambda encoder: corners_kept(edges, encoder)) as asked:
            for own in sure:
                asked.add([i + 1 for i in scan(own)])
            assert models(asked, edges.count, clauses) == wanted


def every_cut(loop: SingleLoop) -> list[Cut]:
    """All that can be stated of a grid."""
    geometry = grid(*loop.edges.size)
    found = []
    for inside in range(1, geometry.all + 1):
        cells = geometry.cells(inside)
        try:
            found.append(loop.read("single-loop", cells, cells[-1]))
        except InputError:
            continue
    return found


def some_lines(edges: Edges, loops: Sequence[Bitboard], seed: int, count: int) -> Iterator[tuple[Bitboard, Bitboard]]:
    """What is known of boards: a loop or two with other lines and without some, and edges that are none."""
    rng = Random(seed)
    for _ in range(count):
        true = rng.choice(loops) | (rng.choice(loops) if rng.random() < 0.3 else 0)
        for i in range(edges.count):
            if rng.random() < 0.06:
                true ^= 1 << i
        false = sum(1 << i for i in range(edges.count) if not true >> i & 1 and rng.random() < 0.3)
        yield true, false


SURE: list[tuple[Bitboard, ...]] = [(), (0b11,), (1 << 4 | 1 << 8, 1 << 12)]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("sure", SURE)
def test_cuts_say_what_the_class_says(sure: tuple[Bitboard, ...]) -> None:
    """Broken, near and follows are what all cuts give one by one, of any boards that are known in part."""
    edges = Edges(2, 3)
    loop, loops = SingleLoop(edges, sure), sorted(loops_of(edges))
    every = every_cut(loop)
    assert len(every) == len(loops)
    seen = set()
    for true, false in some_lines(edges, loops, len(sure), 250):

        def violated(cut: Cut, true: Bitboard, false: Bitboard) -> bool:
            """Whether nothing that is still open meets it."""
            ways = any(not (true if x < 0 else false) >> abs(x) - 1 & 1 for x in cut.ways)
            return not ways and all(side & true for side in cut.sides)

        domains = [YES if true >> i & 1 else NO if false >> i & 1 else NO | YES for i in range(edges.count)]
        wrong = [cut for cut in every if violated(cut, true, false)]
        assert loop.broken(true, false) == bool(wrong)
        for cut in every:
            assert holds(cut.constraints(), domains) == (cut not in wrong)
        near = loop.near(true, false)
        assert all(true >> -x - 1 & 1 for cut in near for x in cut.ways)
        assert [len(cut.cells) for cut in near] == sorted(len(cut.cells) for cut in near)
        assert bool(wrong) == any(violated(cut, true, false) for cut in near)
        assert {(cut.cells, cut.ways, cut.sides) for cut in near} <= {(c.cells, c.ways, c.sides) for c in every}
        seen.add(bool(wrong))
        if wrong:
            continue
        single = set()
        for i in scan(((1 << edges.count) - 1) & ~true & ~false):
            for x, more in ((i + 1, (true, false | 1 << i)), (-i - 1, (true | 1 << i, false))):
                if any(violated(cut, *more) for cut in every):
                    single.add(x)
        assert set(loop.follows(true, false)) == single
        seen.add(("follows", bool(single)))
    assert seen == {True, False, ("follows", True), ("follows", False)}


@pytest.mark.no_cover
@pytest.mark.parametrize("sure", SURE)
def test_whole_boards_of_loops(sure: tuple[Bitboard, ...]) -> None:
    """Every board of a small grid: clauses, cuts, faults and `broken` agree, and clauses follow from cuts."""
    edges = Edges(2, 2)
    loop = SingleLoop(edges, sure)
    every = every_cut(loop)
    for board in range(1 << edges.count):
        wrong = any(cut.broken(board) for cut in every)
        assert loop.broken(board, ((1 << edges.count) - 1) & ~board) == wrong
        clauses = loop.clauses(board)
        assert bool(clauses) == wrong == bool(loop.solving_clauses(board)) == bool(loop.faults(board))
        assert any(cut.broken(board) for cut in loop.near(board, ~board)) == wrong
        for clause in clauses:
            lines = sum(1 << -x - 1 for x in clause)
            assert any(cut.broken(lines) for cut in every)


@pytest.mark.slow
@pytest.mark.parametrize("face", ["broken", "near", "clauses", "follows", "read"])
def test_a_wrong_face_of_loops_is_noticed(face: str) -> None:
    """Of each in turn."""
    wrong = {
        "broken": lambda self, true, false: False,
        "near": lambda self, true, false: [],
        "clauses": lambda self, board: [],
        "follows": lambda self, true, false: iter(()),
        "read": lambda self, rule, cells, at: self.cut(self._grid.mask(cells), at),
    }

    def compared() -> None:
        """All faces."""
        test_cuts_say_what_the_class_says(())
        test_whole_boards_of_loops(())

    with mock.patch.object(SingleLoop, face, wrong[face]), pytest.raises(AssertionError):
        compared()


def test_cuts_of_loops_are_read() -> None:
    """Around cells without a hole that hang together; their words."""
    loop = SingleLoop(Edges(3, 3))
    cut = loop.read("single-loop", [(0, 1), (0, 0)], (0, 1))
    assert cut.text == "a loop closed around r1c2 would leave out other lines"
    assert cut == loop.read("single-loop", [(0, 0), (0, 1)], (0, 1))
    assert {-x for x in cut.ways} == {*Edges(3, 3).around((0, 0))} ^ {*Edges(3, 3).around((0, 1))}
    book: Rulebook[int] = Rulebook(loop.edges, list, lambda b: b, lambda b: b, cuts=loop)
    assert book.find(RecordedStatement.from_json(json.loads(json.dumps(cut.to_json())))) == cut
    ring = [(r, c) for r, c in product(range(3), repeat=2) if (r, c) != (1, 1)]
    for cells in ([(0, 0), (1, 1)], [(0, 0), (2, 2)], ring):
        with pytest.raises(InputError, match="the edges around the cells that it is about do not form one loop"):
            loop.read("single-loop", cells, cells[0])
    for rule, about, at in (
        ("single-loop", [(0, 0)], (0, 1)),
        ("connected", [(0, 0)], (0, 0)),
        ("single-loop", [], (0, 0)),
    ):
        with pytest.raises(InputError):
            loop.read(rule, about, at)


def test_faults_of_loops() -> None:
    """Several loops, a loop beside other lines, a loop that leaves something out; and what the graph says."""
    edges = Edges(3, 4)
    loop = SingleLoop(edges)

    def around(*cells: tuple[int, int]) -> Bitboard:
        board = 0
        for cell in cells:
            board ^= sum(1 << v - 1 for v in edges.around(cell))
        return board

    small, large = around((0, 0)), around((2, 2), (2, 3))
    assert loop.faults(small | large) == [(((0, 0),), "the lines form 2 loops")]
    assert loop.graph_fault(small | large) == "the loop falls into 2 pieces"
    assert loop.faults(small | 1 << edges.edge((2, 2), "s") - 1) == [
        (((0, 0),), "a loop is closed, and there are lines elsewhere")
    ]
    assert loop.graph_fault(small | around((1, 1))) == "4 lines meet at a corner of the graph of the loop"
    assert loop.graph_fault(1) == "1 lines meet at a corner of the graph of the loop"
    sure = SingleLoop(edges, [1 << edges.edge((2, 2), "s") - 1])
    assert sure.faults(small) == [(((0, 0),), "the loop leaves out edges of which one is part of it")]
    assert not sure.faults(large)
    nested = around((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    assert loop.faults(nested)


def test_groups_that_a_loop_passes() -> None:
    """Cuts rely on them unless there are too many."""
    edges, groups = Edges(3, 3), [0b101, 0b1000]
    assert loop_through(edges, groups).sure == (0b101, 0b1000)
    with mock.patch("satdnd.rules.loop.MOST_PASSED", 1):
        assert not loop_through(edges, iter(groups)).sure


# connected cells


@pytest.mark.slow
@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("size", [(1, 1), (1, 4), (3, 1), (2, 3), (3, 3), (3, 4)])
def test_connected_in_full(size: tuple[int, int], sign: int) -> None:
    """The clauses, the cuts, faults and the graph on all boards."""
    geometry = grid(*size)
    connected = Connected(geometry, sign, "the sea at {} needs a way out", "sea")
    whole: Any = nx.grid_2d_graph(*size)
    wanted = set()
    for board in range(1 << geometry.size):
        there = geometry.cells(board if sign > 0 else geometry.all & ~board)
        pieces = nx.number_connected_components(whole.subgraph(there))
        (found,) = connected.faults(board) or [None]
        if pieces < 2:
            wanted.add(board)
            assert found is None
            assert connected.graph_fault(board) is None
        else:
            assert found
            assert set(found[0]) < set(there)
            assert found[1] == f"the sea falls into {pieces} pieces"
            assert connected.graph_fault(board) == f"the graph of the sea has {pieces} pieces"
    with session(geometry.size, connected.encode) as asked:
        assert models(asked, geometry.size, lambda board: []) == wanted
    with session(geometry.size, lambda encoder: None) as asked:
        assert models(asked, geometry.size, connected.solving_clauses) == wanted
    for clause in (clause for board in range(1 << geometry.size) for clause in connected.clauses(board)):
        one, other = (1 << abs(x) - 1 for x in clause[-2:])
        border = sum(1 << abs(x) - 1 for x in clause[:-2])
        assert not geometry.flood(one, geometry.all & ~border) & other
        assert all(geometry.flood(one, geometry.all & ~border | 1 << i) & other for i in scan(border))


@pytest.mark.parametrize("sign", [1, -1])
def test_what_spares_cuts(sign: int) -> None:
    """Clauses from the start refuse exactly the boards with an open cell that has none beside it."""
    geometry = grid(3, 3)
    with session(9, lambda encoder: None) as asked:
        assert not Connected(geometry, sign, "{}").implied()
        for clause in Connected(geometry, sign, "{}", several=True).implied():
            asked.add(clause)
        for board in range(512):
            there = board if sign > 0 else geometry.all & ~board
            alone = any(not geometry.neighbours(1 << i) & there for i in scan(there))
            assert asked.solve([x if board >> x - 1 & 1 else -x for x in range(1, 10)]) != alone


def test_what_a_class_of_cuts_need_not_say() -> None:
    """Without clauses in full it is a bug to ask for them; faults are those of cuts."""
    tree = TreeCuts(grid(4, 4), -1, "the open cells around {} need a way out")
    with pytest.raises(EncodingBug, match="TreeCuts is said by cuts alone"):
        session(16, tree.encode)
    ring = sum(1 << 4 * r + c for r, c in product(range(4), repeat=2) if {r, c} & {0, 3})
    ((cells, message),) = tree.faults(0xFFFF & ~ring)
    assert len(cells) == 12
    assert message == "the corridor through r1c1 is a loop"
    assert Cuts.graph_fault(tree, 0) is None


def test_faults_of_bridges() -> None:
    """The islands of all groups but the largest."""
    islands = Islands((3, 3), [(0, 0), (0, 2), (2, 0), (2, 2)])
    cuts = IslandsConnected(islands)
    (join,) = [2 * e for e, pair in enumerate(islands.pairs) if pair == ((0, 0), (2, 0))]
    ((cells, message),) = cuts.faults(1 << join)
    assert message == "the islands fall into 3 groups instead of one"
    assert len(cells) == 2
    assert not {(0, 0), (2, 0)} & set(cells)
    assert not cuts.faults(0xFF)
    with session(8, cuts.encode) as asked:
        found = models(asked, 8, lambda board: [])
    assert found == {board for board in range(256) if not cuts.faults(board)}


def test_what_meets_at_a_corner() -> None:
    """None or two of the lines, and no other number, unless it is said."""
    (inner,) = [degree for degree in CornerDegrees(Edges(2, 2), "degree").statements() if len(degree.literals) == 4]
    for board in range(1 << 12):
        there = sum(board >> x - 1 & 1 for x in inner.literals)
        assert inner.broken(board) == (there not in (0, 2))


def test_narrowing_by_what_is_visible() -> None:
    """It takes away exactly what asking for each candidate by itself does."""
    rng, outcomes = Random(3), set[object]()
    for _ in range(300):
        candidates = [(i, v) for i in range(4) for v in range(1, 5) if rng.random() < 0.7]
        places = tuple((x, i, v) for x, (i, v) in enumerate(candidates))
        line = VisibleConstraint(rng.randint(0, 3), places)
        domains = [rng.choice((NO, YES, NO | YES, NO | YES)) for _ in places]
        left, expected = list(domains), list(domains)
        narrow, asked = line.narrow(left, Budget()), Constraint.narrow(line, expected, Budget())
        outcomes.add(narrow if narrow is None else bool(narrow))
        assert (narrow is None) == (asked is None)
        if narrow is not None:
            assert left == expected
            assert sorted(narrow) == [x for x in range(len(places)) if left[x] != domains[x]]
    assert outcomes == {None, False, True}
