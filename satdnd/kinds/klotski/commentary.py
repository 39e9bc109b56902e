"""A shortest solution in words: which pieces make room for which.

A piece that moves makes room for the first piece that could not move otherwise, unless it goes on itself before that.
One of the two is true of each move but those to the goal, or the solution would be shorter without it. A step is a
chain of moves, each made for the next one, up to a move of the goal's piece or to one that is made for later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from satdnd.errors import InputError
from satdnd.explanation.steps import Step
from satdnd.grid.bitboard import Cell
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name
from satdnd.kinds.klotski.model import Klotski, KlotskiSolution, Move, Piece
from satdnd.kinds.klotski.rules import Play
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget

ADVANCE, AHEAD, GOAL = "making room", "preparing", "goal"
TECHNIQUES = {
    ADVANCE: "the piece of the goal moves, after others have made room for each other and for it",
    AHEAD: "pieces make room for one that moves later",
    GOAL: "the last moves",
}
_WAYS = {(0, 1): "right", (1, 0): "down", (0, -1): "left", (-1, 0): "up"}


class _Turn(NamedTuple):
    """Consecutive moves of one piece, and the box before them."""

    moves: tuple[Move, ...]
    pieces: dict[str, Piece]
    path: tuple[Cell, ...]
    """The places of the piece, from one cell to the next."""

    @property
    def letter(self) -> str:
        """The piece."""
        return self.moves[0].piece

    @property
    def after(self) -> Piece:
        """The piece in its new place."""
        return Piece(self.path[-1], self.pieces[self.letter].shape)

    @property
    def directions(self) -> str:
        """``down``, ``left 2 and up 1``."""
        ways = (_WAYS[r2 - r1, c2 - c1] for (r1, c1), (r2, c2) in pairwise(self.path))
        runs = [(way, len([*run])) for way, run in groupby(ways)]
        far = any(count > 1 for _, count in runs)
        return " and ".join(f"{way} {count}" if far else way for way, count in runs)


def steps(puzzle: Klotski, solution: KlotskiSolution, options: Any, budget: Budget) -> Iterator[Step]:
    """Yield the steps. The marks of one are the cells that its pieces cover after it, with their letters.

    Raises:
        InputError: a move is not needed, so the solution is not a shortest one.
        Undecided: the budget ran out.
    """
    play, turns = Play(puzzle), list[_Turn]()
    for _, group in groupby(solution.moves, lambda move: move.piece):
        moves, pieces, path = tuple(group), dict(play.pieces), list[Cell]()
        for move in moves:
            budget.check()
            path += _path(play, move, solution.metric)
            play.make(move, solution.metric)
        turns.append(_Turn(moves, pieces, (moves[0].source, *path)))
    needed = [_needed(puzzle, turns, i, solution.metric, budget) for i in range(len(turns))]
    ends = [i for i, turn in enumerate(turns) if turn.letter == turns[-1].letter or needed[i] > i + 1]
    for start, end in pairwise([-1, *ends]):
        chain, then = turns[start + 1 : end + 1], turns[needed[end]]
        moved = {turn.letter: turn.after.cells for turn in chain}
        marks = tuple((r, c, letter) for letter, cells in moved.items() for r, c in cells)
        text, main = _sentence(chain[-1:]), chain[-1].letter == turns[-1].letter
        if chain[1:]:
            text = f"{_sentence(chain[:-1])}; {'now' if main else 'then'} {text}"
        if not main:
            why = "and on" if then.letter == chain[-1].letter else f"to make room for {then.letter}"
            text += f", {why} in step {1 + sum(other < needed[end] for other in ends)}"
        technique = AHEAD if not main else GOAL if end == len(turns) - 1 else ADVANCE
        yield Step(marks, technique, f"{text}.")


def proof(solution: KlotskiSolution, stats: Mapping[str, Any]) -> str:
    """What the search, whose *stats* these are, has seen; empty if it was only the start, and for other methods."""
    if (seen := stats.get("nearer", 0)) < 2:
        return ""
    return f"none of the {seen:,} positions reachable in fewer {solution.metric}s has the goal"


def board(puzzle: Klotski, marks: Iterable[Mark]) -> dict[str, Any]:
    """The box after the steps with these *marks*. Raises InputError for others."""
    play, left = Play(puzzle), [*marks]
    while left:
        mark, letter = left[0], str(left[0][-1])
        known = len(mark) == 3 and letter in play.pieces
        moved = Piece((int(mark[0]), int(mark[1])), play.pieces[letter].shape) if known else Piece((0, 0), (1, 1))
        inside = all(0 <= r < puzzle.height and 0 <= c < puzzle.width for r, c in moved.cells)
        if not known or not inside or left[: len(moved.cells)] != [(*cell, letter) for cell in moved.cells]:
            raise InputError(f"found {shown(list(mark))}, expected all cells of a piece, each as [row, column, letter]")
        play.pieces[letter] = moved
        del left[: len(moved.cells)]
    return {"forced": list(play.board)}


def _needed(puzzle: Klotski, turns: Sequence[_Turn], i: int, metric: str, budget: Budget) -> int:
    """The index of the turn for which turn *i* is made: the first that is impossible from its old place, as its piece's
    own next turn is; *i* for the last one. Raises InputError, Undecided.
    """
    letter = turns[i].letter
    for later in range(i + 1, len(turns)):
        budget.check()
        play = Play(puzzle, {**turns[later].pieces, letter: turns[i].pieces[letter]})
        if any(play.make(move, metric) for move in turns[later].moves):
            return later
    if letter != turns[-1].letter:
        raise InputError(
            f"the solution is not the shortest: nothing needs the move of {letter} to {cell_name(turns[i].after.at)}"
        )
    return i


def _path(play: Play, move: Move, metric: str) -> list[Cell]:
    """The places on the way of a move, without the first: straight on, or by a shortest path."""
    (r, c), (down, right) = move.source, (move.target[0] - move.source[0], move.target[1] - move.source[1])
    if metric != "move":
        far = max(abs(down), abs(right))
        return [(r + i * down // far, c + i * right // far) for i in range(1, far + 1)]
    before, path = play.reach(move.piece), [move.target]
    while path[-1] != move.source:
        path.append(before[path[-1]])
    return path[-2::-1]


def _sentence(turns: Sequence[_Turn]) -> str:
    """``b goes up to r4c2, i left to r5c2``; empty without turns."""
    ways = [(turn.letter, turn.directions, cell_name(turn.after.at)) for turn in turns]
    return ", ".join(f"{letter}{'' if i else ' goes'} {way} to {at}" for i, (letter, way, at) in enumerate(ways))
