"""A kind of puzzle as a sequence of entries, made when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import randrange
from typing import Any, overload

from satdnd.engine.options import check_whole
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.training import scoring
from satdnd.training.entries import Entries, Wish

_SIZE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?")


class PuzzleDataset(Sequence[dict[str, Any]]):
    """Entries of one or several kinds in turn; entry *i* is the same whatever else was asked for.

    Args: those of `dataset`, checked.
    """

    def __init__(self, wishes: Sequence[Wish], count: int, entries: Entries) -> None:
        self._wishes, self._count, self._entries = wishes, count, entries
        self.seed = wishes[0].seed
        """The seed of all puzzles."""

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]:
        """One entry."""

    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]:
        """Several."""

    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(f"entry {index} of {self._count}")
        turn, which = divmod(place, len(self._wishes))
        wish = self._wishes[which]
        return self._entries.entry(Wish(wish.kind, wish.size, wish.grade, wish.seed, turn + 1))

    def score_answer(self, answer: Any, entry: Mapping[str, Any], *, partial: bool = False) -> float:
        """The score of *answer*, 0.0 to 1.0: see `satdnd.training.scoring.score_answer`."""
        return scoring.score_answer(answer, entry, partial=partial)


def dataset(
    kind: str | Sequence[str],
    *,
    size: int | str | tuple[int, int] | None = None,
    grade: str | None = None,
    seed: int | None = None,
    count: int = 500,
    steps: bool = False,
    certificates: bool = False,
    timeout: float | None = None,
    memory: int | None = None,
) -> PuzzleDataset:
    """Puzzles as entries with question, answer, grade and a scorer, each made when it is asked for.

    Args:
        kind: the name of a kind, or several, which take turns.
        size: of the board: 8, "8x8", (8, 8) (rows, columns); None: the usual one of each kind.
        grade: trivial, easy, medium, hard or expert; None: as they come.
        seed: the same seed and version give the same entries on every machine; None: a random one, in ``seed``.
        count: the number of entries.
        steps: whether entries hold the solution in steps with reasons (takes up to seconds each).
        certificates: whether entries hold a certificate of uniqueness.
        timeout: seconds for each question about a puzzle.
        memory: bytes for each.

    Returns:
        a sequence of dictionaries, with ``score_answer(answer, entry)``. Two entries may rarely be the same puzzle up
        to symmetry (compare ``canonical``); ``satdnd dataset`` leaves repeats out.

    Raises:
        UsageError: a kind, size or grade that does not exist. An entry raises CannotFulfil if no puzzle of its grade
            is found, and Undecided if a limit is reached.
    """
    kinds = [kind] if isinstance(kind, str) else list(kind)
    if not kinds:
        raise UsageError("expected the name of a kind, or several")
    seed = randrange(10**9) if seed is None else seed
    check_whole("seed", seed)
    check_whole("count", count, 1)
    wishes = [Wish(name, sides_of(size), grade, seed) for name in kinds]
    for wish in wishes:
        wish.recipe()
    return PuzzleDataset(wishes, count, Entries(Settings(timeout=timeout, memory=memory), steps, certificates))


def sides_of(size: int | str | tuple[int, int] | None) -> tuple[int, int] | None:
    """Rows and columns of a size: 8, "8", "8x9", (8, 9). Raises UsageError."""
    if size is None:
        return None
    if isinstance(size, str) and (found := _SIZE.fullmatch(size)):
        return int(found[1]), int(found[2] or found[1])
    if type(size) is int:
        return size, size
    if isinstance(size, tuple) and len(size) == 2 and all(type(side) is int for side in size):
        return size
    raise UsageError(f"the size is {size!r:.60}, expected a number or ROWSxCOLUMNS")
