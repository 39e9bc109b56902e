"""Hashi as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from satdnd.encodings.cardinality import ANY_BOUND, estimate_exactly
from satdnd.engine.kind import Kind, Rules
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.explanation.steps import Explanations
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.kinds.hashi import repair
from satdnd.kinds.hashi.encode import HashiEncoding
from satdnd.kinds.hashi.formats import TEXTS
from satdnd.kinds.hashi.generate import HashiRecipe, generate, varied
from satdnd.kinds.hashi.limits import contradiction
from satdnd.kinds.hashi.model import UNTOLD, WATER, Hashi, HashiSolution, between
from satdnd.kinds.hashi.picture import picture
from satdnd.kinds.hashi.rules import PLAY, RULES, faults
from satdnd.kinds.hashi.statements import TABLE, bridges, degree_table, rulebook
from satdnd.kinds.hashi.techniques import WORDS
from satdnd.rules.unknowns import Mark
from satdnd.setter.parts import AdditionalClues, Generator, Repairs


class HashiKind(Kind[Hashi, HashiSolution, Settings]):
    """Hashiwokakero (Nikoli)."""

    name = "hashi"
    usual_size = 9, 9
    options = Settings
    texts = TEXTS
    rules = RULES
    play = PLAY
    ways = (Sat(),)
    judges_cuts = True
    choices = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "cardinality": (TABLE, *ANY_BOUND, "native"),
        "connectivity": ("lazy", "ordered"),
    }
    picture = staticmethod(picture)
    parts = (
        Explanations(WORDS),
        Rules(rulebook),
        Generator(HashiRecipe, generate, varied),
        Repairs(repair.repairs, repair.uniqueness_repairs),
        AdditionalClues(repair.additional_clues, Hashi.with_numbers),
    )
    encoding = staticmethod(HashiEncoding)
    contradiction = staticmethod(contradiction)
    faults = staticmethod(faults)

    def empty(self, height: int, width: int) -> Hashi:
        """Water."""
        return Hashi((WATER * width,) * height)

    def clauses(self, puzzle: Hashi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Those of the numbers, of the crossings, and of the labels of an ordered tree."""
        islands = zip(puzzle.numbers, puzzle.incident, strict=True)
        numbers = [(edges, number) for number, edges in islands if number is not None]
        if options.cardinality in ("auto", TABLE):
            found = sum(len(degree_table(len(edges), number)) for edges, number in numbers)
        else:
            found = sum(estimate_exactly(2 * len(edges), number, options.cardinality) for edges, number in numbers)
        ordered = eager or options.connectivity == "ordered"
        labels = 6 * len(puzzle.islands).bit_length() + 10 if ordered else 0
        return found + len(puzzle.crossings) + (1 + labels) * len(puzzle.edges)

    def cross_check(self, puzzle: Hashi, solution: HashiSolution, options: Settings) -> str | None:
        """A networkx graph whose nodes are cells: connected, nothing meets on water, every number is a degree."""
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(puzzle.islands)
        for bridge in solution.bridges:
            nx.add_path(graph, [bridge[:2], *between(bridge), bridge[2:4]], bridges=bridge[4])
        if puzzle.islands and not nx.is_connected(graph):
            return f"the graph of islands and bridges has {nx.number_connected_components(graph)} pieces"
        for cell, degree in graph.degree(weight="bridges"):
            r, c = cell
            if puzzle.rows[r][c] == WATER and len(graph[cell]) != 2:
                return f"{len(graph[cell])} ways lead from the water at {cell_name(cell)}"
            if puzzle.rows[r][c] not in (WATER, UNTOLD, str(degree)) or (puzzle.rows[r][c] == UNTOLD and not degree):
                return f"the node of the island at {cell_name(cell)} has the degree {degree}"
        return None

    def differences(self, puzzle: Hashi, one: HashiSolution, other: HashiSolution) -> list[Cell]:
        """The cells of the bridges that differ, and the islands at their ends where no cell lies between."""
        cells: set[Cell] = set()
        for bridge in set(one.bridges) ^ set(other.bridges):
            cells.update(between(bridge) or [bridge[:2], bridge[2:4]])
        return sorted(cells)

    def marks(self, puzzle: Hashi, text: str) -> list[Mark]:
        """The bridges that are built; one may become two."""
        solution = next(iter(self.texts.read_solutions(text, puzzle)))
        if isinstance(solution, InputError):
            raise solution
        return [(*ends, ">=1" if count == 1 else "=2") for *ends, count in solution.bridges]

    def board(self, puzzle: Hashi, marks: Iterable[Mark]) -> dict[str, Any]:
        """Of each pair of islands the fewest and the most bridges."""
        unknowns = bridges(puzzle)
        return unknowns.describe(map(unknowns.literal, marks))


KIND = HashiKind()
