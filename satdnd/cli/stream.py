"""Many solutions of one puzzle, written as they are found, so that no memory holds them all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from satdnd.cli.output import Output
from satdnd.draw.picture import Panel
from satdnd.engine.answer import ERROR, SOLVED, UNDECIDED, Answer, shown
from satdnd.errors import SatdndError

HELD = 120
"""Solutions that are kept before they are written: so few are told at once, behind their number. As many fill whole
rows of drawings, be it one or up to six in a row."""


class Stream:
    """The solutions of one puzzle on their way out.

    Up to `HELD` are told as any answer is. Of more, each is written soon after it is found, and what is known only at
    the end stands behind them: in text the status, in JSON (one object all the same) every field but name and kind.

    Args:
        output: where to.
        puzzle: whose.
        writing: called before anything is written.
    """

    def __init__(self, output: Output, puzzle: Any, writing: Callable[[], None]) -> None:
        self._output, self._puzzle, self._writing = output, puzzle, writing
        self._held: list[Any] = []
        self._given = 0

    def take(self, solution: Any) -> None:
        """One more."""
        if len(self._held) == HELD:
            self._give()
        self._held.append(solution)
        if self._given and self._output.style == "json":  # no rows to fill
            self._give()

    def end(self, answer: Answer[Any]) -> None:
        """What is left, and the *answer* to all of them; an error is told on standard error too."""
        if not self._given:
            answer.solutions, answer.handed = [*self._held, *answer.solutions], 0
            if answer.status == ERROR:
                self._output.refuse(answer.name, answer.kind, SatdndError(answer.reason))
            else:
                self._output.write_answer(answer)
            return
        self._held += answer.solutions
        self._give()
        answer.solutions, answer.handed = [], self._given
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
        """The work was interrupted: what has been begun is ended, so that it can be read."""
        if self._given:
            self.end(Answer(self._puzzle.name, self._puzzle.kind, UNDECIDED, reason="interrupted"))

    def _give(self) -> None:
        """Write those that are held."""
        output, puzzle, held = self._output, self._puzzle, self._held
        self._writing()
        if output.style == "json":
            head = f'{output.in_json({"name": puzzle.name, "kind": puzzle.kind})[:-1]}, "solutions": ['
            while held:  # each in a write of its own, counted before: an interrupt leaves no half of one
                solution = held.pop(0)
                before = ", " if self._given else head
                self._given += 1
                output.write(before + output.in_json(solution.to_json()), end="")
            return
        answer = Answer(puzzle.name, puzzle.kind, SOLVED, solutions=held, puzzle=puzzle)
        boards = partial(list[Panel], answer.boards())
        text = output.within_limits(answer, boards, output.draw_panels) if held and not output.quiet else ""
        if text and not self._given:
            text = f"{shown(puzzle.name or puzzle.kind)}: more than {HELD} solutions, each as it is found\n{text}"
        self._given += len(held)
        self._held = []
        for line in text.splitlines():  # each by itself, as above
            output.write(line)
