"""Why cells of a line with runs are filled or empty, as players of nonograms say it: by where each run has room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from satdnd.explanation.wording import Inference, alternatives, names, place, signs, subject
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.runs import Runs, RunsConstraint
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement

OVERLAP, GLUE, COMPLETE, REACH, GAP = "overlap", "glue", "complete run", "out of reach", "gap too short"
_MOST = 4
"""The most arguments in one sentence."""


class RunArgument(NamedTuple):
    """Why some cells of a line are filled or empty."""

    technique: str
    text: str
    """Until it is joined with others, with ``{of}`` or ``{within}`` where the first of them names the line."""


class RunReader:
    """A line with the cells known so far, and where each of its runs may begin."""

    def __init__(self, line: Runs, known_marks: Sequence[Mark], found: Sequence[Mark]) -> None:
        known, self._cells = signs(known_marks), line.cells
        self._line, self._lengths = subject(line), line.runs
        self._true, self._false = (
            sum(1 << i for i, cell in enumerate(line.cells) if known.get(cell) == sign) for sign in "#o"
        )
        self._starts = RunsConstraint(line.literals, line.runs).starts((self._true, self._false)) or []
        there = {cell: i for i, cell in enumerate(line.cells)}
        self._found = [(there[place(mark)], mark[-1] == "#") for mark in found]

    @cached_property
    def arguments(self) -> list[RunArgument]:
        """One for each run or gap that settles cells found; none if these do not settle all of them."""
        if not self._starts or not all(self._starts) or self._true.bit_count() == sum(self._lengths):
            return []
        if not any(starts & starts - 1 for starts in self._starts) and self._starts[1:]:
            return [RunArgument(OVERLAP, f"the runs of {self._line} fit in only one way")]
        reasons = [self._covering(i) if filled else self._emptying(i) for i, filled in self._found]
        found = [*{one.text: one for one in reversed(reasons) if one}.values()][::-1]
        if None in reasons or len(found) > _MOST:
            return []
        names_line = [{"of": f" of {self._line}", "within": f"in {self._line}, "}, *[{"of": "", "within": ""}] * _MOST]
        return [RunArgument(name, text.format(**words)) for (name, text), words in zip(found, names_line, strict=False)]

    def _span(self, k: int) -> tuple[int, int]:
        """The first cell that a run may have, and the first one behind the last."""
        starts = self._starts[k]
        return (starts & -starts).bit_length() - 1, starts.bit_length() - 1 + self._lengths[k]

    def _within(self, i: int) -> list[int]:
        """The runs whose spans hold a cell."""
        return [k for k in range(len(self._lengths)) if self._span(k)[0] <= i < self._span(k)[1]]

    def _named(self, begin: int, end: int) -> str:
        """The cells from one on, before another: ``r1c1 and r1c2``, ``r1c1 to r1c5``."""
        cells = self._cells[begin:end]
        return f"{cell_name(cells[0])} to {cell_name(cells[-1])}" if cells[2:] else listed(names(cells))

    def _run(self, k: int) -> str:
        """``the 5``, ``the 2nd 1``."""
        length = self._lengths[k]
        if self._lengths.count(length) == 1:
            return f"the {length}"
        number = self._lengths[: k + 1].count(length)
        return f"the {number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10 * (number // 10 != 1), 'th') } {length}"

    def _room(self, k: int) -> RunArgument:
        """``the 5 of row 2, which holds r2c3, has room only in r2c1 to r2c6``."""
        own = [self._cells[j] for j in scan(self._true) if self._within(j) == [k]]
        which = f"{self._run(k)}{{of}}" + (f", which holds {listed(names(own))}," if own else "")
        fits = "has room only in" if self._starts[k] & self._starts[k] - 1 else "fits only in"
        return RunArgument(GLUE if own else OVERLAP, f"{which} {fits} {self._named(*self._span(k))}")

    def _covering(self, i: int) -> RunArgument | None:
        """A run covers the cell wherever it begins."""
        for k in self._within(i):
            (begin, end), length = self._span(k), self._lengths[k]
            if end - length <= i < begin + length:
                return self._room(k)
        return None

    def _emptying(self, i: int) -> RunArgument | None:
        """No run can have the cell: it is beside a complete one, beyond all of them, or in a gap that is too short."""
        for k, starts in enumerate(self._starts):
            begin, end = self._span(k)
            whole = (1 << end) - (1 << begin)
            if not starts & starts - 1 and i in (begin - 1, end) and whole & ~self._true:
                return self._room(k)
        return self._beside(i) or self._beyond(i) or self._between(i)

    def _beside(self, i: int) -> RunArgument | None:
        for begin, end in self._blocks(self._true):
            fits = [k for k, starts in enumerate(self._starts) if self._can_hold(k, starts, begin, end)]
            if i not in (begin - 1, end) or not fits or any(self._lengths[k] != end - begin for k in fits):
                continue
            block = self._named(begin, end)
            if len(fits) == 1:
                return RunArgument(COMPLETE, f"{self._run(fits[0])}{{of}} is complete at {block}")
            return RunArgument(COMPLETE, f"no run{{of}} that may hold {block} is longer")
        return None

    def _can_hold(self, k: int, starts: Bitboard, begin: int, end: int) -> bool:
        """Whether a run may cover all cells of a block."""
        first = max(end - self._lengths[k], 0)
        return first <= begin and bool(starts >> first & (1 << begin - first + 1) - 1)

    def _beyond(self, i: int) -> RunArgument | None:
        if self._within(i):
            return None
        before = [k for k in range(len(self._lengths)) if self._span(k)[1] <= i]
        behind = [k for k in range(len(self._lengths)) if self._span(k)[0] > i]
        if len(self._lengths) == 1:
            return RunArgument(REACH, self._room(0).text)
        parts = [
            f"{self._run(k)} ends at {cell_name(self._cells[self._span(k)[1] - 1])} at the latest" for k in before[-1:]
        ]
        parts += [
            f"{self._run(k)} begins at {cell_name(self._cells[self._span(k)[0]])} at the earliest" for k in behind[:1]
        ]
        return RunArgument(REACH, f"{{within}}{' and '.join(parts)}")

    def _between(self, i: int) -> RunArgument | None:
        free = (1 << len(self._cells)) - 1 & ~self._false
        begin, end = next(block for block in self._blocks(free) if block[0] <= i < block[1])
        lengths = sorted({self._lengths[k] for k in self._within(i)})
        if lengths[0] <= end - begin:
            return None
        runs = alternatives([f"the {length}" for length in lengths])
        return RunArgument(GAP, f"the gap at {self._named(begin, end)} is too short for {runs}")

    def _blocks(self, cells: Bitboard) -> Iterator[tuple[int, int]]:
        """Where each run of adjacent cells begins, and the place behind it."""
        for there, group in groupby(range(len(self._cells)), key=lambda i: cells >> i & 1):
            if there:
                first, *more = group
                yield first, (more or [first])[-1] + 1


@lru_cache(maxsize=256)
def _arguments(line: Runs, known: tuple[Mark, ...], found: tuple[Mark, ...]) -> list[RunArgument]:
    """Kept, because the name of a technique, its rank and its sentence all ask for them."""
    return RunReader(line, known, found).arguments


def run_arguments(inference: Inference[Any]) -> Sequence[RunArgument]:
    """Those for what follows from a line; none if there are no short ones."""
    line = inference.reasons[0]
    return _arguments(line, inference.known, inference.cells) if isinstance(line, Runs) else ()


def run_technique(name: str, inference: Inference[Any]) -> bool:
    """Whether the first argument is of a technique."""
    return next((one.technique for one in run_arguments(inference)), "") == name


def because_of_runs(inference: Inference[Any], reason: Statement) -> str:
    """The arguments, joined; otherwise what the line needs."""
    arguments = run_arguments(inference)
    text = ", and ".join(one.text for one in arguments)
    covers = f" and covers {inference.it} wherever it begins" if " has room only in " in text else ""
    return f"{text}{covers * (len(arguments) == 1 and arguments[0].technique != REACH)}" or reason.text
