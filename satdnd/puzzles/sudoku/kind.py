"""Sudoku as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from satdnd.bitboard import Cell
from satdnd.budget import Budget
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, Undecided
from satdnd.puzzle import Encoding, Explanation, Fault, Kind, Settings
from satdnd.puzzles.sudoku import formats, rules
from satdnd.puzzles.sudoku.encode import Direct, Template
from satdnd.puzzles.sudoku.explain import check_techniques, explain
from satdnd.puzzles.sudoku.generate import RECIPE_FIELDS, generate
from satdnd.puzzles.sudoku.model import Sudoku, SudokuSolution, geometry, symbol
from satdnd.puzzles.sudoku.uniqueness import Oracle


class SudokuKind(Kind[Sudoku, SudokuSolution]):
    """Number place, 4x4 to 25x25."""

    name = "sudoku"
    title = "Sudoku"
    suffixes = (".sudoku", ".sdm", ".sdk", ".ss")
    text_styles = ("text", "grid")
    rules = rules.RULES
    recipe_fields = RECIPE_FIELDS

    def from_json(self, record: Mapping[str, Any]) -> Sudoku:
        """One JSON object."""
        return formats.from_json(record)

    def to_json(self, puzzle: Sudoku) -> dict[str, Any]:
        """One JSON object."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Sudoku | InputError]:
        """Lines of N*N cells, grids with or without frames."""
        return formats.read_text(text)

    def to_text(self, puzzle: Sudoku, style: str = "text") -> str:
        """``text``: all cells in one line; ``grid``: a line a row, boxes framed."""
        return formats.to_grid(puzzle) if style == "grid" else formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """Most of it reads as sudokus without a clash among the clues, or it cannot be anything else.

        Islands in water look like clues, but clash soon.
        """
        found = list(formats.read_text(text))
        good = sum(isinstance(item, Sudoku) and not rules.clash(item) for item in found)
        return 2 * good > len(found) or (len(found) == 1 and formats.looks_like_one(text))

    def read_solutions(self, text: str, puzzle: Sudoku) -> Iterator[SudokuSolution | InputError]:
        """Grids as text or JSON, answers."""
        return formats.read_solutions(text, puzzle)

    def contradiction(self, puzzle: Sudoku, settings: Settings) -> str | None:
        """Two equal clues in a row, column or box."""
        return rules.clash(puzzle)

    def encoding(self, puzzle: Sudoku, settings: Settings, *, eager: bool = False) -> Encoding[Sudoku, SudokuSolution]:
        """The template and the clues as clauses; nothing is ever left to cuts."""
        return Direct(puzzle, settings.cardinality)

    def family(self, puzzle: Sudoku, settings: Settings) -> Hashable | None:
        """The size, unless the direct compilation is asked for."""
        return None if settings.compilation == "direct" else puzzle.size

    def template(self, puzzle: Sudoku, settings: Settings) -> Encoding[Sudoku, SudokuSolution]:
        """The template of its size."""
        return Template(puzzle.size, settings.cardinality)

    def faults(self, puzzle: Sudoku, solution: SudokuSolution, settings: Settings) -> list[Fault]:
        """The verifier."""
        return rules.faults(puzzle, solution)

    def accepts(self, puzzle: Sudoku, solution: SudokuSolution, settings: Settings) -> bool:
        """The verifier, its fast form."""
        return rules.accepts(puzzle, solution)

    def cross_check(self, puzzle: Sudoku, solution: SudokuSolution, settings: Settings) -> str | None:
        """The grid as a colouring of networkx's sudoku graph, whose edges join the cells that must differ."""
        values = solution.values
        for a, b in _edges(geometry(puzzle.size).box):
            if values[a] == values[b]:
                cells = " and ".join(map(str, map(geometry(puzzle.size).cell, (a, b))))
                return f"the cells {cells} are joined in the graph and both hold {symbol(values[a])}"
        return None

    def generate(self, chance: Random, recipe: Mapping[str, Any], deadline: float | None) -> Sudoku:
        """By taking clues from a random grid."""
        return generate(chance, recipe, deadline)

    def explain(self, puzzle: Sudoku, settings: Settings) -> Explanation:
        """By the techniques that ``settings.techniques`` allows, the simplest first.

        Of the solver settings only a solver of PySAT by its name is used; past ``timeout`` there are no guesses.
        """
        check_techniques(settings.techniques)
        if rules.clash(puzzle):
            return explain(puzzle, [], settings.techniques)
        solver = "auto" if settings.solver.startswith("external:") else settings.solver
        with Oracle(puzzle.size, solver) as oracle:
            try:
                solutions = oracle.solutions(puzzle, Budget.of(settings.timeout))
            except Undecided:
                solutions = None
        return explain(puzzle, solutions, settings.techniques)

    def picture(
        self,
        puzzle: Sudoku,
        solution: SudokuSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """Clues and found values between thin lines, boxes between thick ones."""
        shape, marks = geometry(puzzle.size), set(marked)
        texts = ["" if not value else symbol(value) for value in (solution.values if solution else puzzle.clues)]
        if details and "forced" in details:
            texts = ["" if mark == "." else mark for mark in "".join(details["forced"])]
        size, box = shape.size, shape.box
        inner = range(box - 1, size - 1, box)
        return Picture(
            tiles=[
                [Tile("clue" if puzzle.clues[i] else "filled", texts[i], shape.cell(i) in marks) for i in house.indices]
                for house in shape.rows
            ],
            lines_right=frozenset((r, c) for r in range(size) for c in inner),
            lines_below=frozenset((r, c) for r in inner for c in range(size)),
            ruled=True,
        )

    def differences(self, puzzle: Sudoku, one: SudokuSolution, other: SudokuSolution) -> list[Cell]:
        """Cells with different values."""
        shape = geometry(puzzle.size)
        return [shape.cell(i) for i, (a, b) in enumerate(zip(one.values, other.values, strict=True)) if a != b]


@cache
def _edges(box: int) -> list[tuple[int, int]]:
    """The pairs of cell numbers that must differ, by networkx (whose nodes are numbered in reading order)."""
    import networkx

    return list(networkx.sudoku_graph(box).edges)


KIND = SudokuKind()
