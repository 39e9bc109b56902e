"""N queens as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.puzzle import Encoding, Fault, Kind, Settings
from satdnd.puzzles.queens import backtrack, formats, rules
from satdnd.puzzles.queens.encode import Direct
from satdnd.puzzles.queens.model import Queens, QueensSolution


class QueensKind(Kind[Queens, QueensSolution]):
    """Queens that do not attack each other, some of them given."""

    name = "queens"
    title = "n queens"
    suffixes = (".queens",)
    text_styles = ("text", "grid")
    rules = tuple(rules.RULES)
    solvers = ("backtrack",)

    def from_json(self, record: Mapping[str, Any]) -> Queens:
        """One JSON object."""
        return formats.from_json(record)

    def to_json(self, puzzle: Queens) -> dict[str, Any]:
        """One JSON object."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Queens | InputError]:
        """A size with given squares on each line, or drawn boards."""
        return formats.read_text(text)

    def to_text(self, puzzle: Queens, style: str = "text") -> str:
        """``text`` (one line) or ``grid`` (drawn)."""
        return formats.to_grid(puzzle) if style == "grid" else formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """Nothing but sizes with given squares, and drawn boards; column counts of a dungeon begin with a blank."""
        return not text[:1].isspace() and formats.recognises(text)

    def read_solutions(self, text: str, puzzle: Queens) -> Iterator[QueensSolution | InputError]:
        """Drawn boards, board integers, JSON."""
        return formats.read_solutions(text, puzzle)

    def contradiction(self, puzzle: Queens, settings: Settings) -> str | None:
        """Given queens that attack each other; more queens than the shorter side, or fewer than given."""
        return rules.contradiction(puzzle)

    def encoding(self, puzzle: Queens, settings: Settings, *, eager: bool = False) -> Encoding[Queens, QueensSolution]:
        """One variable a square; self-contained in any case."""
        return Direct(puzzle, settings)

    def search(
        self, puzzle: Queens, settings: Settings, stats: dict[str, Any], deadline: float | None
    ) -> Iterator[QueensSolution]:
        """``backtrack``: every placement in lexicographic order."""
        return backtrack.in_order(puzzle, deadline)

    def count(self, puzzle: Queens, settings: Settings, deadline: float | None) -> int | None:
        """By the bitwise search, with mirror images where no queen is given."""
        return backtrack.count(puzzle, deadline)

    def faults(self, puzzle: Queens, solution: QueensSolution, settings: Settings) -> list[Fault]:
        """Every given queen missing and every line with several."""
        return rules.faults(puzzle, solution)

    def differences(self, puzzle: Queens, one: QueensSolution, other: QueensSolution) -> list[Cell]:
        """Squares with a queen in only one of them."""
        return puzzle.grid.cells(one.board ^ other.board)

    def picture(
        self,
        puzzle: Queens,
        solution: QueensSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """Given queens, found queens, and dots; squares that stay empty in every solution are blank."""
        marks, given = set(marked), set(puzzle.given)
        queens = set(solution.queens) if solution else set()
        blank: set[Cell] = set()
        for r, row in enumerate((details or {}).get("forced", ())):
            queens |= {(r, c) for c, square in enumerate(row) if square == "Q"}
            blank |= {(r, c) for c, square in enumerate(row) if square == "x"}

        def tile(square: Cell) -> Tile:
            marked = square in marks
            if square in queens or (square in given and solution is None):
                return Tile("clue" if square in given else "filled", "Q", marked)
            return Tile("open" if square in blank else "unknown", "", marked)

        return Picture([[tile((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height)])


KIND = QueensKind()
