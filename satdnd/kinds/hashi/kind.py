"""Hashiwokakero (Nikoli): islands connected by bridges, with a given number of bridges at each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.repairs import repairs
from satdnd.declaration.views.bridge_referee import bridge_faults, graph_fault
from satdnd.declaration.views.bridges import BridgesBetween, between, ends
from satdnd.declaration.words.kind_words import Rule
from satdnd.draw.picture import Picture, Tile
from satdnd.encodings.cardinality import ANY_BOUND, estimate_exactly, one_at_most
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.hashi.generate import HashiRecipe, biased, generate, varied
from satdnd.kinds.hashi.links import FORMS
from satdnd.kinds.hashi.model import LARGEST, Hashi, HashiSolution
from satdnd.kinds.hashi.techniques import TECHNIQUES, HashiWords
from satdnd.rules.bridges import Bridges
from satdnd.rules.count import Count
from satdnd.rules.islands import TABLE, BridgesAt, IslandsConnected, degree_table, no_crossings
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal
from satdnd.setter.parts import AdditionalClue, AdditionalClues, Change, Generator, Repairs

# what the rules say


def statements(puzzle: Hashi, bridges: Bridges) -> Iterator[RuleStatement]:
    """Crossings, then the islands' numbers."""
    yield from no_crossings(puzzle.graph, "crossing")
    for island, number, edges in zip(puzzle.islands, puzzle.numbers, puzzle.graph.incident, strict=True):
        text = f"the island at {{}} needs {counted(number, 'bridge') if number else 'a bridge'}"
        literals = tuple(x for e in edges for x in (2 * e + 1, 2 * e + 2))
        yield BridgesAt("degree", (island,), text, literals, number or 1, number or len(literals))


def closed_in(puzzle: Hashi) -> dict[int, int]:
    """The edges between two islands with the same number 1 or 2, and that number: used up there, it closes them in.

    Empty if they are the whole puzzle.
    """
    edges, numbers = enumerate(puzzle.graph.edges if len(puzzle.islands) > 2 else ()), puzzle.numbers
    return {e: number for e, (a, b) in edges if (number := numbers[a]) in (1, 2) and number == numbers[b]}


def alike(puzzle: Hashi, bridges: object = None) -> Iterator[Count]:
    """Islands with the same number 1 or 2 are not closed in."""
    for e, number in closed_in(puzzle).items():
        one, other = puzzle.graph.pairs[e]
        text = f"the {number}s at {{}} and {cell_name(other)} are not joined only to each other"
        yield Count("closed-in", (one, other), text, (2 * e + number,), 0, 0)


def one_group(puzzle: Hashi, bridges: object = None) -> IslandsConnected:
    """One group, by cuts."""
    return IslandsConnected(puzzle.graph, [2 * e + number for e, number in closed_in(puzzle).items()])


def capacities(puzzle: Hashi) -> list[int]:
    """For each edge, the most bridges in any solution: 0, 1 or 2."""
    numbers, closed = [number or 2 for number in puzzle.numbers], closed_in(puzzle)
    return [min(2, numbers[a], numbers[b]) - (e in closed) for e, (a, b) in enumerate(puzzle.graph.edges)]


def contradiction(puzzle: Hashi) -> str | None:
    """Why *puzzle* has no solution, if counting shows it; otherwise None."""
    islands, total = len(puzzle.islands), 0
    known = [number for number in puzzle.numbers if number is not None]
    if len(known) == islands and (total := sum(known)) % 2:
        return f"the islands' numbers add up to {total}, an odd number, but every bridge has two ends"
    capacity = capacities(puzzle)
    for cell, number, edges in zip(puzzle.islands, puzzle.numbers, puzzle.graph.incident, strict=True):
        most = sum(capacity[e] for e in edges)
        if most < (number or 1):
            around = f"its {len(edges)} neighbours" if len(edges) != 1 else "its only neighbour"
            given = f"{around} can give at most {most}" if edges else "no other island is in sight"
            return f"the island at {cell_name(cell)} needs {counted(number or 1, 'bridge')}, but {given}"
    if len(known) == islands and total // 2 < islands - 1:
        return (
            f"{islands} islands need at least {islands - 1} bridges to be connected, but the numbers allow {total // 2}"
        )
    group = puzzle.graph.groups(capacity)
    if any(group):
        one, other = cell_name(puzzle.islands[0]), cell_name(puzzle.islands[group.index(1)])
        return f"no chain of possible bridges joins the island at {one} to the island at {other}"
    return None


def single(puzzle: Hashi, bridges: object) -> Iterator[Literal]:
    """No double bridge is at an island of 1."""
    ones = {e for i, edges in enumerate(puzzle.graph.incident) if puzzle.numbers[i] == 1 for e in edges}
    yield from (-2 * e - 2 for e in sorted(ones))


class HashiKind(DeclaredKind):
    """Overrides of derived parts: tables of degrees, and a referee of cells."""

    at_most_one = staticmethod(one_at_most)

    def cardinality(self, puzzle: Hashi, options: Settings, *, lazy: bool) -> str:
        """Tables are best."""
        return TABLE if options.cardinality == "auto" else options.cardinality

    def clauses(self, puzzle: Hashi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """The clauses of the numbers, the crossings, and the labels of an ordered tree."""
        graph, name = puzzle.graph, self.cardinality(puzzle, options, lazy=not eager)
        numbered = [(len(edges), x) for edges, x in zip(graph.incident, puzzle.numbers, strict=True) if x]
        found = sum(len(degree_table(n, x)) if name == TABLE else estimate_exactly(2 * n, x, name) for n, x in numbered)
        ordered = eager or options.connectivity == "ordered"
        labels = 6 * len(puzzle.islands).bit_length() + 10 if ordered else 0
        return found + len(graph.crossings) + (1 + labels) * len(graph.edges)

    def faults(self, puzzle: Hashi, solution: HashiSolution, options: Settings | None = None) -> list[Fault]:
        """Everything that is wrong, judged from the cells, so that wrong edges would be caught."""
        return [*bridge_faults(puzzle, solution)]

    def cross_check(self, puzzle: Hashi, solution: HashiSolution, options: Settings) -> str | None:
        """Checks connectivity with a graph whose nodes are cells."""
        return graph_fault(puzzle, solution)

    def picture(self, puzzle: Hashi, solution: HashiSolution | None = None, **details: Any) -> Picture:
        """The picture; with a solution, the water is blank."""
        drawn = super().picture(puzzle, solution, **details)
        if solution is None:
            return drawn
        tiles = [[Tile.of("open", "", x.marked) if x.style == "unknown" else x for x in row] for row in drawn.tiles]
        return replace(drawn, tiles=tiles)


# for setters, and for texts without a comment


def additional_clues(puzzle: Hashi, solution: HashiSolution) -> list[AdditionalClue[HashiSolution]]:
    """The unknown numbers, and an island on each bridge, which fixes that bridge."""
    found = []
    for cell, number in zip(puzzle.islands, puzzle.numbers, strict=True):
        if number is None:
            there = _degree(cell, solution)
            holds = partial(_has_degree, cell, there)
            found.append(AdditionalClue(f"{cell_name(cell)} is {there}", (cell, there), holds))
    neighbours = {(r + i, c + j) for r, c in puzzle.islands for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    for bridge in solution.bridges:
        if free := [cell for cell in between(*ends(bridge)) if cell not in neighbours]:
            cell, number = free[len(free) // 2], 2 * bridge[4]
            text = f"an island of {number} is at {cell_name(cell)}"
            found.append(AdditionalClue(text, (cell, number), partial(_has_bridge, cell, bridge)))
    return found


def _degree(cell: Cell, solution: HashiSolution) -> int:
    return sum(bridge[4] for bridge in solution.bridges if cell in ends(bridge))


def _has_degree(cell: Cell, number: int, solution: HashiSolution) -> bool:
    return _degree(cell, solution) == number


def _has_bridge(cell: Cell, bridge: Sequence[int], solution: HashiSolution) -> bool:
    """Whether the same number of bridges crosses the cell, in the same direction."""
    across = bridge[0] == bridge[2]
    over = (other for other in solution.bridges if cell in between(*ends(other)))
    return any((other[0] == other[2]) == across and other[4] == bridge[4] for other in over)


def uniqueness_repairs(puzzle: Hashi, solutions: Sequence[HashiSolution]) -> Iterator[Change[Hashi]]:
    """One bridge more or fewer somewhere: the numbers at both ends change."""
    nameless = replace(puzzle, name="", extra={})
    for pair in puzzle.graph.edges:
        for more in (1, -1):
            given = {puzzle.islands[i]: n for i in pair if (n := puzzle.numbers[i]) is not None}
            if given and all(1 <= n + more <= LARGEST for n in given.values()):
                new = {cell: n + more for cell, n in given.items()}
                edits = (f"the island at {cell_name(cell)}: {new[cell]} instead of {n}" for cell, n in given.items())
                yield Change(tuple(edits), nameless.with_numbers(new), frozenset(new.items()))


def plausible(puzzle: Hashi) -> bool:
    """Islands, in at least as many cells of water, each with room for its bridges, and an even number of ends.

    Lines of 16 cells and more are sudokus.
    """
    reach = [2 * len(edges) for edges in puzzle.graph.incident]
    lowest = [number or 1 for number in puzzle.numbers]
    even = None in puzzle.numbers or sum(lowest) % 2 == 0
    room = all(number <= most for number, most in zip(lowest, reach, strict=True))
    sparse = 1 < len(lowest) <= (puzzle.height * puzzle.width + 1) // 2
    return sparse and even and room and (puzzle.height > 1 or puzzle.width < 16)


KIND: HashiKind = HashiKind(
    Hashi,
    BridgesBetween(HashiSolution),
    title="Hashiwokakero",
    play="Join the islands with bridges. Bridges run straight across or down from one island to the next, at most "
    "two side by side, and never cross each other or an island. As many bridges end at an island as its number "
    "says, and in the end all islands are connected.",
    rules={
        "between-islands": Rule("Bridges run straight, along a row or a column, from one island to another.", "bridge"),
        "duplicate": Rule("A solution lists each pair of islands at most once.", "bridge"),
        "capacity": Rule("Between two islands there are at most two bridges.", "bridge"),
        "crossing": Rule("Bridges cross neither islands nor other bridges.", "crossing"),
        "degree": Rule(
            "As many bridges end at an island as its number says, and at least one where it says ?.", "island"
        ),
        "closed-in": Rule(
            "Two 1s are not joined, nor two 2s by two bridges: they could not reach the other islands.", "closed pair"
        ),
        "connected": Rule("The bridges connect all islands.", "connection"),
    },
    statements=statements,
    implied=alike,
    cuts=one_group,
    shown=single,
    in_full="ordered",
    contradiction=contradiction,
    techniques=TECHNIQUES,
    words=HashiWords,
    links=FORMS,
    plausible=plausible,
    parts=(
        Grading(9.0),
        Generator(HashiRecipe, lambda *arguments: generate(KIND, *arguments), varied, biased),
        Repairs(lambda *arguments: repairs(KIND, *arguments), uniqueness_repairs),
        AdditionalClues(additional_clues, Hashi.with_numbers),
    ),
    usual_size=(9, 9),
)
KIND.choices = {**KIND.choices, "cardinality": (TABLE, *ANY_BOUND, "native")}
