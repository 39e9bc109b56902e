"""Write many solutions of one puzzle as they are found, without holding all of them in memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from satdnd.cli.output import Output
from satdnd.draw.picture import Panel
from satdnd.engine.answer import ERROR, SOLVED, UNDECIDED, Answer, shown
from satdnd.errors import SatdndError

AT_ONCE = 120
"""The number of solutions kept before writing: up to this many are written at once, after their number. Divisible by 1
to 6, so that drawings fill whole rows."""


class Stream:
    """The output of the solutions of one puzzle.

    Up to `AT_ONCE` are written like any answer. If there are more, each is written soon after it is found, and the
    fields known only at the end follow: in text the status, in JSON (still one object) every field but name and kind.

    Args:
        output: where to write.
        puzzle: the puzzle.
        writing: called before anything is written.
    """

    def __init__(self, output: Output, puzzle: Any, writing: Callable[[], None]) -> None:
        self._output, self._puzzle, self._writing = output, puzzle, writing
        self._pending: list[Any] = []
        self._given = 0

    def take(self, solution: Any) -> None:
        """Take one more solution."""
        if len(self._pending) == AT_ONCE:
            self._give()
        self._pending.append(solution)
        if self._given and self._output.style == "json":  # JSON has no rows to fill
            self._give()

    def end(self, answer: Answer[Any]) -> None:
        """Write what is left, and the final *answer*; an error is reported on standard error too."""
        if not self._given:
            answer.solutions, answer.streamed = [*self._pending, *answer.solutions], 0
            if answer.status == ERROR:
                self._output.report_error(answer.name, answer.kind, SatdndError(answer.reason))
            else:
                self._output.write_answer(answer)
            return
        self._pending += answer.solutions
        self._give()
        answer.solutions, answer.streamed = [], self._given
        if answer.status == ERROR:
            click.echo(f"satdnd: {shown(answer.reason)}", err=True)
        if self._output.style == "json":
            known = ("name", "kind", "solutions")
            rest = {name: value for name, value in answer.to_json().items() if name not in known}
            self._output.write(f"], {self._output.in_json(rest)[1:]}")
        elif answer.status != ERROR:
            self._output.write(answer.headline())
        self._output.count(answer)

    def cut(self) -> None:
        """After an interrupt, complete the started output, so that it can be read."""
        if self._given:
            self.end(Answer(self._puzzle.name, self._puzzle.kind, UNDECIDED, reason="interrupted"))

    def _give(self) -> None:
        """Write the pending solutions."""
        output, puzzle, pending = self._output, self._puzzle, self._pending
        self._writing()
        if output.style == "json":
            head = f'{output.in_json({"name": puzzle.name, "kind": puzzle.kind})[:-1]}, "solutions": ['
            while pending:  # one write each, removed first: an interrupt leaves no half solution
                solution = pending.pop(0)
                before = ", " if self._given else head
                self._given += 1
                output.write(before + output.in_json(solution.to_json()), end="")
            return
        answer = Answer(puzzle.name, puzzle.kind, SOLVED, solutions=pending, puzzle=puzzle)
        boards = partial(list[Panel], answer.boards())
        text = output.within_limits(answer, boards, output.draw_panels) if pending and not output.quiet else ""
        if text and not self._given:
            name = shown(puzzle.name or puzzle.kind)
            text = f"{name}: more than {AT_ONCE} solutions, printed as they are found\n{text}"
        self._given += len(pending)
        self._pending = []
        for line in text.splitlines():  # one write each, as above
            output.write(line)
