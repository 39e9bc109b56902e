"""The referee of hashi: a failing solution for every rule, all faults at once, and the second look by a graph."""

from __future__ import annotations

import pytest

from satdnd.declaration.views.bridges import Bridge
from satdnd.engine.settings import Settings
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi, HashiSolution

SQUARE = Hashi(("3_3", "___", "2_2"))
RIGHT: tuple[Bridge, ...] = ((0, 0, 0, 2, 2), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1), (2, 0, 2, 2, 1))
CROSS = Hashi(("_1_", "2_2", "_1_"))
ROW = Hashi(("2_2_2",))


def told(puzzle: Hashi, *bridges: Bridge) -> list[tuple[str, str]]:
    """Rules and messages."""
    return [(fault.rule, fault.message) for fault in KIND.faults(puzzle, HashiSolution(bridges), Settings())]


def objection(puzzle: Hashi, *bridges: Bridge) -> str | None:
    """What the graph has against it."""
    return KIND.cross_check(puzzle, HashiSolution(bridges), Settings())


def test_right_solution_has_no_fault() -> None:
    """Neither the referee nor the graph has anything against it."""
    assert told(SQUARE, *RIGHT) == []
    assert objection(SQUARE, *RIGHT) is None


@pytest.mark.parametrize(
    ("puzzle", "bridges", "faults"),
    [
        (
            Hashi(("1_1",)),
            [(0, 0, 0, 1, 1)],
            [
                ("between-islands", "the bridge from r1c1 to r1c2 ends at r1c2, where no island is"),
                ("degree", "the island at r1c1 has 0 bridges instead of 1"),
                ("degree", "the island at r1c3 has 0 bridges instead of 1"),
                ("connected", "the islands fall into 2 groups instead of one"),
            ],
        ),
        (
            Hashi(("11",)),
            [(0, 0, 0, 1, 1), (-1, 0, 0, 0, 1)],
            [("between-islands", "the bridge from r0c1 to r1c1 ends at r0c1, outside the grid")],
        ),
        (
            Hashi(("11",)),
            [(0, 0, 0, 1, 1), (0, 0, 0, 0, 1)],
            [("between-islands", "the bridge from r1c1 to r1c1 leads back to its own island")],
        ),
        (
            Hashi(("1_", "_1")),
            [(0, 0, 1, 1, 1)],
            [
                ("between-islands", "the bridge from r1c1 to r2c2 is not straight"),
                ("degree", "the island at r1c1 has 0 bridges instead of 1"),
                ("degree", "the island at r2c2 has 0 bridges instead of 1"),
                ("connected", "the islands fall into 2 groups instead of one"),
            ],
        ),
        (
            Hashi(("2_2",)),
            [(0, 0, 0, 2, 1), (0, 2, 0, 0, 1)],
            [("duplicate", "the bridge from r1c1 to r1c3 is listed 2 times")],
        ),
        (
            Hashi(("3_3",)),
            [(0, 0, 0, 2, 3)],
            [("capacity", "3 bridges from r1c1 to r1c3; there can be 1 or 2")],
        ),
        (
            Hashi(("1_1",)),
            [(0, 0, 0, 2, 1), (0, 0, 0, 2, 0)],
            [
                ("duplicate", "the bridge from r1c1 to r1c3 is listed 2 times"),
                ("capacity", "0 bridges from r1c1 to r1c3; there can be 1 or 2"),
            ],
        ),
        (
            CROSS,
            [(0, 1, 2, 1, 1), (1, 0, 1, 2, 2)],
            [
                ("crossing", "the bridges from r1c2 to r3c2 and from r2c1 to r2c3 meet at r2c2"),
                ("connected", "the islands fall into 2 groups instead of one"),
            ],
        ),
        (
            Hashi(("2_2_2",)),
            [(0, 0, 0, 2, 1), (0, 2, 0, 4, 1), (0, 0, 0, 4, 1)],
            [
                ("crossing", "the bridges from r1c1 to r1c3 and from r1c1 to r1c5 meet at r1c2"),
                ("crossing", "the bridge from r1c1 to r1c5 passes over the island at r1c3"),
                ("crossing", "the bridges from r1c1 to r1c5 and from r1c3 to r1c5 meet at r1c4"),
            ],
        ),
        (
            SQUARE,
            RIGHT[:-1],
            [
                ("degree", "the island at r3c1 has 1 bridge instead of 2"),
                ("degree", "the island at r3c3 has 1 bridge instead of 2"),
            ],
        ),
        (
            Hashi(("1_1", "___", "1_1")),
            [(0, 0, 0, 2, 1), (2, 0, 2, 2, 1)],
            [("connected", "the islands fall into 2 groups instead of one")],
        ),
        (
            Hashi(("1_1", "___", "1_1")),
            [(0, 0, 0, 2, 1), (2, 0, 2, 2, 1), (0, 0, 2, 0, 0)],
            [
                ("capacity", "0 bridges from r1c1 to r3c1; there can be 1 or 2"),
                ("connected", "the islands fall into 2 groups instead of one"),
            ],
        ),
    ],
)
def test_every_rule_has_a_failing_solution(puzzle: Hashi, bridges: list[Bridge], faults: list[tuple[str, str]]) -> None:
    """Each rule alone, with what follows from breaking it; in the order of RULES; the solution is refused."""
    assert told(puzzle, *bridges) == faults
    assert not KIND.accepts(puzzle, HashiSolution(tuple(bridges)), Settings())
    places = [list(KIND.rules).index(rule) for rule, _ in faults]
    assert places == sorted(places)


def test_far_away_ends_are_told_at_once() -> None:
    """A bridge to a cell a milliard away is a fault and no walk there."""
    assert told(Hashi(("11",)), (0, 0, 0, 1, 1), (0, 0, 0, 10**9, 1))[0][0] == "between-islands"


def test_connected_marks_the_smaller_groups() -> None:
    """The cells of the fault are the islands outside the largest group."""
    puzzle = Hashi(("1_2_1", "1_1__"))
    solution = HashiSolution(((0, 0, 0, 2, 1), (0, 2, 0, 4, 1), (1, 0, 1, 2, 1)))

    assert KIND.faults(puzzle, solution, Settings())[0].cells == ((1, 0), (1, 2))


@pytest.mark.parametrize(
    ("puzzle", "bridges", "message"),
    [
        (Hashi(("1_1", "___", "1_1")), [(0, 0, 0, 2, 1), (2, 0, 2, 2, 1)], "has 2 pieces"),
        (CROSS, [(0, 1, 2, 1, 1), (1, 0, 1, 2, 2)], "4 ways lead from the water at r2c2"),
        (SQUARE, RIGHT[:-1], "the node of the island at r3c1 has the degree 1"),
    ],
)
def test_graph_objects_too(puzzle: Hashi, bridges: list[Bridge], message: str) -> None:
    """The networkx graph sees what it can see without the referee."""
    assert message in (objection(puzzle, *bridges) or "")


def test_solutions_compare_whatever_the_order() -> None:
    """Bridges are sorted and turned forwards: the same set is the same solution, and hashes alike."""
    turned = HashiSolution(tuple((r2, c2, r1, c1, n) for r1, c1, r2, c2, n in reversed(RIGHT)))

    assert turned == HashiSolution(RIGHT)
    assert len({turned, HashiSolution(RIGHT)}) == 1
    assert turned.to_json() == {"bridges": [list(bridge) for bridge in RIGHT]}
