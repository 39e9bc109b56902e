"""The referee: plays a list of moves cell by cell, by the rules alone.

It knows neither the packed boxes of `search` nor clauses, so it would catch an error in either. That a solution is as
short as possible is not a rule: the search proves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Bitboard, Cell, grid
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.klotski.model import EMPTY, Klotski, KlotskiSolution, Move, Piece, check_metric, shape_name

PLAY = (
    "Slide the pieces within the box, without turning or lifting any, until the named piece is at the goal, in as few "
    "moves as you can."
)
"""How to play, for people with a pencil."""

RULES = {
    "legal-move": (
        "A move takes one piece over empty cells: one cell on (step), straight on (slide), or along any path (move)."
    ),
    "goal": "After the last move the piece of the goal stands there.",
    "length": "The stated length is the number of moves, and the smallest possible.",
}
"""The rules, in the order in which faults are reported. Nothing is played after the first illegal move."""


class Play:
    """The box while moves are made: the position of each piece.

    Args:
        puzzle: the box at the start.
        pieces: where the pieces are, if not as at the start; some may overlap.
    """

    def __init__(self, puzzle: Klotski, pieces: Mapping[str, Piece] | None = None) -> None:
        self.puzzle = puzzle
        self.pieces = dict(pieces or puzzle.pieces)
        self._grid = grid(puzzle.height, puzzle.width)
        self._covered = {letter: self._grid.block(*piece.at, *piece.shape) for letter, piece in self.pieces.items()}

    def _places(self, letter: str) -> Bitboard:
        """The places for the top left cell of a piece at which it is apart from the others and inside the box."""
        taken = 0
        for other, cells in self._covered.items():
            if other != letter:
                taken |= cells
        grid, (height, width) = self._grid, self.pieces[letter].shape
        places = grid.all & ~taken
        for _ in range(width - 1):
            places &= grid.west(places)
        for _ in range(height - 1):
            places &= grid.north(places)
        return places

    def _fits(self, place: Cell, places: Bitboard) -> bool:
        """Whether a place is one of these, wherever it may be."""
        return self._grid.contains(place) and bool(places & self._grid.bit(place))

    @property
    def board(self) -> tuple[str, ...]:
        """One string per row, as in `Klotski.board`."""
        rows = [[EMPTY] * self.puzzle.width for _ in range(self.puzzle.height)]
        for letter, piece in self.pieces.items():
            for r, c in piece.cells:
                rows[r][c] = letter
        return tuple(map("".join, rows))

    @property
    def solved(self) -> bool:
        """Whether the goal's piece is at its target."""
        goal = self.puzzle.goal
        candidates = self.pieces.values() if goal.piece is None else [self.pieces[goal.piece]]
        return any(piece.at == goal.at and goal.shape in (None, piece.shape) for piece in candidates)

    def make(self, move: Move, metric: str) -> str | None:
        """Make *move* and return None, or change nothing and return why it is illegal."""
        piece = self.pieces.get(move.piece)
        if piece is None:
            return f"there is no piece {move.piece!r}"
        if piece.at != move.source:
            return f"piece {move.piece!r} is at {cell_name(piece.at)}, not at {cell_name(move.source)}"
        if move.target == move.source:
            return f"piece {move.piece!r} stays where it is"
        places = self._places(move.piece)
        if not self._fits(move.target, places):
            trouble = self._trouble(move.piece, move.target)
            return f"piece {move.piece!r} cannot stand at {cell_name(move.target)}: {trouble}"
        down, right = move.target[0] - move.source[0], move.target[1] - move.source[1]
        if abs(down) + abs(right) != 1 and (hindrance := self._hindrance(move, metric, places)):
            return f"piece {move.piece!r} {hindrance}"
        self.pieces[move.piece] = Piece(move.target, piece.shape)
        self._covered[move.piece] = self._grid.block(*move.target, *piece.shape)
        return None

    def _hindrance(self, move: Move, metric: str, places: Bitboard) -> str | None:
        """Why a piece cannot go further than to the next cell, or not there; None if it can."""
        way = f"from {cell_name(move.source)} to {cell_name(move.target)}"
        (r, c), (row, column) = move.source, move.target
        if metric == "step":
            return f"goes {way}: more than one cell"
        if metric == "slide" and r != row and c != column:
            return f"goes {way}: not straight on"
        if metric == "slide" and (blocked := self._blocked(move, places)):
            return f"cannot pass {cell_name(blocked)}"
        start = self._grid.bit(move.source)
        if metric == "move" and not self._fits(move.target, self._grid.flood(start, places | start)):
            return f"has no path {way}"
        return None

    def _blocked(self, move: Move, places: Bitboard) -> Cell | None:
        """The first place on the straight path at which the piece does not fit."""
        (r, c), target = move.source, move.target
        while (r, c) != target:
            r += (target[0] > r) - (target[0] < r)
            c += (target[1] > c) - (target[1] < c)
            if not self._fits((r, c), places):
                return r, c
        return None

    def reach(self, letter: str) -> dict[Cell, Cell]:
        """Every place that the piece can reach while the others stay, with the place before it on a shortest path."""
        start, places = self.pieces[letter].at, self._places(letter)
        reached = {start: start}
        todo = [start]
        for r, c in todo:
            for place in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                if place not in reached and self._fits(place, places):
                    reached[place] = (r, c)
                    todo.append(place)
        return reached

    def _trouble(self, letter: str, place: Cell) -> str:
        """Why the piece does not fit with its top left cell at *place*."""
        (r, c), (height, width) = place, self.pieces[letter].shape
        if not (0 <= r <= self.puzzle.height - height and 0 <= c <= self.puzzle.width - width):
            return "that is outside the box"
        there = self._grid.block(r, c, height, width)
        other = next(other for other, cells in self._covered.items() if other != letter and cells & there)
        return f"piece {other!r} is in the way"


def contradiction(puzzle: Klotski) -> str | None:
    """A goal at which the piece would stick out of the box; None if it fits."""
    (r, c), (height, width) = puzzle.goal.at, puzzle.goal_shape
    if r + height > puzzle.height or c + width > puzzle.width:
        return (
            f"a piece of {shape_name((height, width))} at {cell_name((r, c))} would stick out of the box "
            f"of {puzzle.height}x{puzzle.width} cells"
        )
    return None


def boards(puzzle: Klotski, solution: KlotskiSolution) -> list[tuple[str, ...]]:
    """The box at the start and after each move, up to the first illegal one."""
    play = Play(puzzle)
    seen = [play.board]
    for move in solution.moves:
        if play.make(move, solution.metric):
            break
        seen.append(play.board)
    return seen


def faults(puzzle: Klotski, solution: KlotskiSolution, metric: str | None = None) -> list[Fault]:
    """Everything that is wrong with *solution*, in the order of `RULES`.

    Args:
        puzzle: the box at the start.
        solution: the moves.
        metric: what a piece may do in one move; None: the solution's.

    Raises:
        UsageError: an unknown metric.
    """
    metric = metric or solution.metric
    check_metric(metric)
    return list(_faults(puzzle, solution, metric))


def _faults(puzzle: Klotski, solution: KlotskiSolution, metric: str) -> Iterator[Fault]:
    play = Play(puzzle)
    for number, move in enumerate(solution.moves, 1):
        if trouble := play.make(move, metric):
            inside = [(r, c) for r, c in move[1:] if 0 <= r < puzzle.height and 0 <= c < puzzle.width]
            yield Fault("legal-move", tuple(inside), f"move {number}: {trouble}")
            break
    else:
        if not play.solved:
            yield Fault("goal", (puzzle.goal.at,), f"the goal, {puzzle.goal.sentence}, is not reached")
    if solution.length != len(solution.moves):
        played = counted(len(solution.moves), "move")
        yield Fault("length", (), f"the length is given as {solution.length}, but the solution has {played}")
