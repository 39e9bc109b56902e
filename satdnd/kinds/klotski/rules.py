"""The referee: plays a list of moves cell by cell, by the rules alone.

It knows neither the packed boxes of `search` nor clauses, so it would catch an error in either. That a solution is as
short as possible is not a rule: the search proves it.
"""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Cell
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
    """The box while moves are made: the position of each piece."""

    def __init__(self, puzzle: Klotski) -> None:
        self.puzzle = puzzle
        self.pieces = dict(puzzle.pieces)

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
        if trouble := self._trouble(move.piece, move.target):
            return f"piece {move.piece!r} cannot stand at {cell_name(move.target)}: {trouble}"
        way = f"from {cell_name(move.source)} to {cell_name(move.target)}"
        down, right = move.target[0] - move.source[0], move.target[1] - move.source[1]
        if metric == "step" and abs(down) + abs(right) != 1:
            return f"piece {move.piece!r} goes {way}: more than one cell"
        if metric == "slide" and down and right:
            return f"piece {move.piece!r} goes {way}: not straight on"
        if metric == "slide" and (blocked := self._blocked(move)):
            return f"piece {move.piece!r} cannot pass {cell_name(blocked)}"
        if metric == "move" and move.target not in self.reach(move.piece):
            return f"piece {move.piece!r} has no path {way}"
        self.pieces[move.piece] = Piece(move.target, piece.shape)
        return None

    def _blocked(self, move: Move) -> Cell | None:
        """The first place on the straight path at which the piece does not fit."""
        (r, c), target = move.source, move.target
        while (r, c) != target:
            r += (target[0] > r) - (target[0] < r)
            c += (target[1] > c) - (target[1] < c)
            if self._trouble(move.piece, (r, c)):
                return r, c
        return None

    def reach(self, letter: str) -> dict[Cell, Cell]:
        """Every place that the piece can reach while the others stay, with the place before it on a shortest path."""
        start = self.pieces[letter].at
        reached = {start: start}
        todo = [start]
        for r, c in todo:
            for place in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
                if place not in reached and not self._trouble(letter, place):
                    reached[place] = (r, c)
                    todo.append(place)
        return reached

    def _trouble(self, letter: str, place: Cell) -> str | None:
        """Why the piece does not fit with its top left cell at *place*; None if it does."""
        (r, c), (height, width) = place, self.pieces[letter].shape
        if not (0 <= r <= self.puzzle.height - height and 0 <= c <= self.puzzle.width - width):
            return "that is outside the box"
        for other, ((top, left), (tall, wide)) in self.pieces.items():
            if other != letter and top < r + height and r < top + tall and left < c + width and c < left + wide:
                return f"piece {other!r} is in the way"
        return None


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
