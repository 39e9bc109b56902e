"""Sliding-block puzzles: a box, rectangular pieces and a goal; a solution is a list of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from satdnd.engine.kind import Drawable
from satdnd.errors import InputError, UsageError
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.klotski.options import KlotskiOptions

Metric: TypeAlias = Literal["step", "slide", "move"]
METRICS = ("step", "slide", "move")
"""What counts as one: a piece moves by one cell; in a straight line, any distance; along any path."""

EMPTY = "."

Shape: TypeAlias = tuple[int, int]
"""(height, width) of a piece, in cells."""


class Piece(NamedTuple):
    """A piece in its position: its top left cell and its shape."""

    at: Cell
    shape: Shape

    @property
    def cells(self) -> list[Cell]:
        """The cells that it covers, in reading order."""
        (r, c), (height, width) = self
        return [(r + i, c + j) for i in range(height) for j in range(width)]


@dataclass(frozen=True)
class Goal:
    """The target of a piece: of the piece with that name, or of any piece of that shape.

    Attributes:
        at: the final top left cell of the piece.
        piece: its letter; None: any piece of `shape`.
        shape: (height, width); None: the piece is named.
    """

    at: Cell
    piece: str | None = None
    shape: Shape | None = None

    def __post_init__(self) -> None:
        if (self.piece is None) == (self.shape is None):
            raise InputError("a goal names either a piece or a shape")
        (at,) = fields.cell_sequence([self.at], "corners of the goal")
        object.__setattr__(self, "at", at)

    def __str__(self) -> str:
        what = self.piece if self.shape is None else shape_name(self.shape)
        return f"{what} at {cell_name(self.at)}"

    @property
    def sentence(self) -> str:
        """``piece a at r1c3``, ``a piece of 2x1 (height x width) at r1c3``: for people."""
        what = f"piece {self.piece}" if self.shape is None else f"a piece of {shape_name(self.shape)} (height x width)"
        return f"{what} at {cell_name(self.at)}"


class Move(NamedTuple):
    """One move: the piece's letter, its top left cell before and after."""

    piece: str
    source: Cell
    target: Cell

    def __str__(self) -> str:
        return f"{self.piece} {cell_name(self.source)} -> {cell_name(self.target)}"


@dataclass(frozen=True)
class KlotskiSolution:
    """The moves that bring the piece to its goal.

    Attributes:
        moves: in order.
        metric: one of `METRICS`: what a piece may do in one move.
        length: the claimed number of moves; None: the actual number.
    """

    moves: tuple[Move, ...]
    metric: str = "step"
    length: int | None = None

    def __post_init__(self) -> None:
        check_metric(self.metric, InputError)
        if self.length is None:
            object.__setattr__(self, "length", len(self.moves))

    def __str__(self) -> str:
        return "\n".join([f"# metric: {self.metric}", *map(str, self.moves)])

    def to_json(self) -> dict[str, Any]:
        """``moves`` as ``[piece, [r, c], [r, c]]``, ``length`` and ``metric``."""
        moves = [[move.piece, list(move.source), list(move.target)] for move in self.moves]
        return {"moves": moves, "length": self.length, "metric": self.metric}


@dataclass(frozen=True)
class Klotski(Drawable):
    """A box with pieces, and a goal.

    Attributes:
        board: one string per row, all equally long: the same letter for the cells of one piece, ``.`` for empty. A
            letter is any visible character except ``.`` and ``#``.
        goal: the piece and its target.
        metric: one of `METRICS`: what the length of a solution counts.
        name: its name for people.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: an invalid size, rows of different lengths, a piece that is not a filled rectangle, a goal for a
            missing piece or at a cell outside the box. (A goal at which the piece would stick out of the box is a
            puzzle without a solution.)
    """

    board: tuple[str, ...]
    goal: Goal
    metric: str = "step"
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "klotski"
    options = KlotskiOptions
    solution_class = KlotskiSolution

    def __post_init__(self) -> None:
        board = fields.sequence(self.board, "board", "a list of strings")
        object.__setattr__(self, "board", tuple(fields.text(row, "board") for row in board))
        if not isinstance(self.goal, Goal):
            raise InputError(f"the goal is {fields.shown(self.goal)}, expected a Goal")
        if found := misfit(self.board):
            (r, c), message = found
            raise InputError(f"{cell_name((r, c))} of the box: {message}")
        check_metric(self.metric, InputError)
        goal = self.goal
        (r, c) = goal.at
        if not (0 <= r < self.height and 0 <= c < self.width):
            last = cell_name((self.height - 1, self.width - 1))
            raise InputError(f"the goal {cell_name(goal.at)} is outside the box, expected r1c1 to {last}")
        if goal.piece is not None and goal.piece not in self.pieces:
            known = ", ".join(self.pieces) or "none at all"
            raise InputError(f"the goal is for piece {goal.piece!r}, which is not in the box; the pieces are {known}")
        if goal.shape is not None and all(piece.shape != goal.shape for piece in self.pieces.values()):
            known = ", ".join(dict.fromkeys(shape_name(piece.shape) for piece in self.pieces.values()))
            raise InputError(
                f"the goal is for a piece of {shape_name(goal.shape)} (height x width), and none has that shape; "
                f"the shapes are {known or 'none at all'}"
            )

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.board)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.board[0])

    @cached_property
    def pieces(self) -> dict[str, Piece]:
        """The pieces by letter, in reading order of their top left cells."""
        return pieces_of(self.board)

    @property
    def goal_shape(self) -> Shape:
        """Shape of the piece that the goal is for."""
        return self.goal.shape or self.pieces[self.goal.piece or ""].shape


def check_metric(metric: str, error: type[InputError | UsageError] = UsageError) -> None:
    """Raise *error*, naming the known metrics, unless *metric* is one of `METRICS`."""
    if metric not in METRICS:
        raise error(f"unknown metric {metric!r}; known: {', '.join(METRICS)}")


def pieces_of(board: Sequence[str]) -> dict[str, Piece]:
    """The bounding rectangle of each letter, in reading order of their first cells."""
    spans: dict[str, tuple[int, int, int, int]] = {}  # first and last row, first and last column
    for r, row in enumerate(board):
        for c, letter in enumerate(row):
            if letter != EMPTY:
                top, _, left, right = spans.get(letter, (r, r, c, c))
                spans[letter] = top, r, min(left, c), max(right, c)
    return {
        letter: Piece((top, left), (bottom - top + 1, right - left + 1))
        for letter, (top, bottom, left, right) in spans.items()
    }


def misfit(board: Sequence[str]) -> tuple[Cell, str] | None:
    """The first cell at which *board* is not a box of rectangular pieces, and what is wrong there; None if valid.

    Raises InputError for an invalid size.
    """
    fields.sides(len(board), len(board[0]) if board else 0)
    for r, row in enumerate(board):
        for c, letter in enumerate(row):
            if letter == "#" or letter.isspace() or not letter.isprintable():
                return (r, c), f"found {letter!r}, expected a letter for a piece, or '.' for an empty cell"
        if len(row) != len(board[0]):
            return (
                r,
                min(len(row), len(board[0])),
            ), f"found {counted(len(row), 'cell')}, expected {len(board[0])} as in the first row"
    for letter, piece in pieces_of(board).items():
        for r, c in piece.cells:
            if board[r][c] != letter:
                found = "an empty cell" if board[r][c] == EMPTY else f"piece {board[r][c]!r}"
                reach = f"the {letter!r} reach over {shape_name(piece.shape)} cells from {cell_name(piece.at)}"
                return (r, c), f"found {found}, expected {letter!r}: {reach}, and a piece is a filled rectangle"
    return None


def shape_name(shape: Shape) -> str:
    """Height x width: ``2x1``."""
    return f"{shape[0]}x{shape[1]}"
