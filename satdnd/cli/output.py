"""Output of answers: to standard output or a file that is never half written; colours; the exit status."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO, TypeVar

import click

from satdnd.draw import forms
from satdnd.draw.limit import limited
from satdnd.draw.picture import Panel
from satdnd.engine.answer import ERROR, INVALID, MULTIPLE, UNDECIDED, UNSOLVABLE, Answer, shown
from satdnd.engine.settings import Settings
from satdnd.errors import Undecided, UsageError
from satdnd.formats.temporary import prefix, temporary_file
from satdnd.grid.fields import harmless, in_json

T = TypeVar("T")
NEGATIVE = {UNSOLVABLE, MULTIPLE, INVALID}


class Output:
    """A context for writing answers, each as soon as it is known.

    A file is written to a temporary file in the same folder, which is renamed at the end. If the work is interrupted,
    the old file stays, and the answers so far are in ``NAME.part``; what could not be written as a whole is removed. A
    device or a pipe is written directly.

    Args:
        file: the path; None or ``-``: standard output.
        style: ``json``, one of `forms.IMAGES`, or a form of text.
        verbose: whether to write statistics to standard error.
        quiet: whether to write one line per puzzle.
        coordinates: whether to number rows and columns in drawings.
        boards: whether to draw a board after each step of an explanation.
        settings: their limits apply to drawing as well.
    """

    def __init__(
        self,
        file: str | None,
        style: str,
        *,
        verbose: bool = False,
        quiet: bool = False,
        coordinates: bool = False,
        boards: bool = False,
        settings: Settings | None = None,
    ) -> None:
        self.style = style
        self.verbose = verbose
        self.quiet = quiet
        self.coordinates = coordinates
        self.boards = boards
        self.settings = settings or Settings()
        self._film: list[list[Panel]] = []
        self.statuses: Counter[str] = Counter()
        self._place = Path(file) if file and file != "-" else None
        self._stream: TextIO = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (closed streams)
        self.colour = not self._place and self._stream.isatty() and not os.environ.get("NO_COLOR")
        self.columns = shutil.get_terminal_size((80, 24)).columns
        self._partial: str | None = None
        self._resumes = False
        self._has_output = False

    def __enter__(self) -> Output:
        forms.ready(self.style)
        if self.style in forms.BINARY and not self._place and self._stream.isatty():
            raise UsageError(f"{self.style.upper()} cannot be shown in a terminal: use --output FILE or a pipe")
        if self._place:
            try:
                if self._place.exists() and not self._place.is_file():  # /dev/null
                    handle = os.open(self._place, os.O_WRONLY)
                else:
                    self._place = self._place.resolve()  # write to the target of a link, and keep the link
                    handle, self._partial = temporary_file(self._place)
            except OSError as error:
                raise UsageError(f"cannot write {self._place}: {error.strerror}") from error
            self._stream = os.fdopen(handle, "w", encoding="utf-8")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._place:
            return
        try:
            with self._naming_the_file():
                self._stream.close()
            if not self._partial or not self._has_output:
                return
            part = self._place.with_name(self._place.name + ".part")
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self._partial, 0o666 & ~mask)  # as open() would have set it
            place = self._place
            if kind is not None and not issubclass(kind, click.exceptions.Exit):
                place = part
                click.echo(f"satdnd: {self._place.name} is unchanged; the answers so far are in {place.name}", err=True)
            replaced = place.exists() and place.stat().st_size
            os.replace(self._partial, place)
            if replaced and not self.quiet:
                click.echo(f"satdnd: replaced {place.name}", err=True)
            self._partial = None
            if self._resumes and place != part:
                _remove(part)
        finally:
            if self._partial:
                os.unlink(self._partial)

    def resume(self, left: str | None) -> None:
        """Remove what an earlier run to the same file left behind; *left* is its file if it was killed.

        Its ``NAME.part`` is removed once NAME exists. A *left* that does not look like one of our own files is not
        touched.
        """
        start = prefix(self._place) if self._place else ""
        if self._partial and left and re.fullmatch(re.escape(start) + r"(satdnd|\w{8})", left, re.ASCII):
            self._resumes = True
            if left != self._partial:
                _remove(Path(left))

    @property
    def partial_file(self) -> str | None:
        """The file that is written until the end, which remains if the process is killed; None: there is none."""
        return self._partial

    def write(self, text: str, end: str = "\n") -> None:
        """Write text: lines, or part of one. Characters that the stream's encoding lacks are escaped."""
        if not self._can_say(text):
            encoding = self._stream.encoding
            text = text.encode(encoding, "backslashreplace").decode(encoding)
        self._put(lambda: self._stream.write(harmless(text) + end))

    def draw(self, pages: Sequence[Sequence[Panel]], **options: Any) -> None:
        """Draw pictures in the chosen form, text or an image; *options* as in `forms.render`."""
        if self.style not in forms.IMAGES:
            self.write(self.draw_panels([panel for page in pages for panel in page]))
            return
        options = {"coordinates": self.coordinates, **options}
        self.write_bytes(forms.render(self.style, pages, **options))

    def write_bytes(self, image: bytes) -> None:
        """Write a whole binary file."""
        self._stream.flush()
        self._put(lambda: self._stream.buffer.write(image))

    def _put(self, write: Callable[[], int]) -> None:
        """Write something whole; what cannot be written is no output. Raises UsageError if a file cannot be written."""
        with self._naming_the_file():
            write()
            self._stream.flush()
        self._has_output = True

    @contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        """Raise UsageError, with the name of the file, in place of the OSError of a file that cannot be written."""
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as error:
            if not self._place:
                raise
            raise UsageError(f"cannot write {self._place}: {error.strerror or error}") from error

    def write_json(self, record: dict[str, Any]) -> None:
        """Write one line of JSON; NaN and infinite numbers become null."""
        self.write(self.in_json(record))

    def write_ready(self, lines: Sequence[str]) -> None:
        """Write lines of JSON that were made elsewhere, all at once; they remain valid JSON in every encoding."""
        text = "\n".join(lines)
        self.write(text if self._can_say(text) else "\n".join(json.dumps(json.loads(line)) for line in lines))

    def in_json(self, record: Any) -> str:
        """*record* as JSON in characters of the stream's encoding."""
        line = in_json(record)
        return line if self._can_say(line) else json.dumps(json.loads(line))

    def _can_say(self, text: str) -> bool:
        try:
            text.encode(self._stream.encoding or "utf-8")
        except UnicodeEncodeError:  # a lone surrogate, or a stream that is not UTF-8
            return False
        return True

    def write_answer(self, answer: Answer[Any]) -> None:
        """Write an answer in the chosen form, and count it for the exit status."""
        if self.style == "json":
            self.write_json(answer.to_json())
        elif self.style in forms.IMAGES:  # one document for all of them
            if answer.status != ERROR:
                self._film.append(self.within_limits(answer, answer.film, self._fitting))
        elif answer.status != ERROR:
            panels = partial(answer.panels, self.boards)
            self.write(answer.one_line() if self.quiet else self.within_limits(answer, panels, self.draw_panels))
        self.count(answer)

    def count(self, answer: Answer[Any]) -> None:
        """Count a written answer for the exit status, and show its statistics with --verbose."""
        self.statuses[answer.status] += 1
        if self.verbose and answer.stats:
            statistics = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in answer.stats.items())
            click.echo(f"{shown(answer.name)}: {answer.seconds * 1000:.1f} ms; {statistics}", err=True)

    def report_error(self, name: str, kind: str, error: Exception) -> None:
        """Report an ``error`` in place of an answer on standard error, and in the output if it is JSON."""
        click.echo(f"satdnd: {shown(str(error))}", err=True)
        self.write_answer(Answer(name, kind, ERROR, reason=str(error)))

    def give_up(self, name: str, kind: str, reason: str) -> None:
        """Report ``undecided`` in place of an answer on standard error, as the format has no place for it."""
        answer = Answer[Any](name, kind, UNDECIDED, reason=reason)
        click.echo(f"satdnd: {answer.headline()}", err=True)
        self.count(answer)

    def sum_up(self, what: str) -> None:
        """After several answers, write a line that counts them; for drawings, write the document."""
        if self.style in forms.IMAGES:
            if self._film:
                self.draw(self._film)
            return
        if self.style != "json" and self.statuses.total() > 1:
            counts = ", ".join(f"{count} {status}" for status, count in self.statuses.items())
            self.write(f"{self.statuses.total()} {what}: {counts}")

    def within_limits(
        self, answer: Answer[Any], panels: Callable[[], Sequence[Panel]], draw: Callable[[Sequence[Panel]], T]
    ) -> T:
        """What *draw* returns for the *panels* of an answer; for their texts alone if the limits do not allow more."""
        made: Sequence[Panel] = [Panel(answer.headline())]
        try:
            with limited(self.settings.drawing(answer.seconds)):
                made = panels()
                return draw(made)
        except Undecided as error:
            self._not_drawn(answer.name, error)
            texts = [replace(panel, picture=None) for panel in made if panel.caption]
            return draw([*texts, Panel(f"not drawn: {error}")])

    def leave_out(self, name: str, reason: str) -> None:
        """Report on standard error, and by the exit status, that something is not drawn."""
        self._not_drawn(name, reason)
        self.statuses[UNDECIDED] += 1

    def _not_drawn(self, name: str, reason: object) -> None:
        click.echo(f"satdnd: {shown(name)}: not drawn: {reason}", err=True)

    def _fitting(self, panels: Sequence[Panel]) -> list[Panel]:
        forms.fit(self.style, panels, coordinates=self.coordinates)
        return [*panels]

    def draw_panels(self, panels: Sequence[Panel]) -> str:
        """*panels* as text for this output."""
        from satdnd.draw.terminal import render_panels

        return render_panels(
            panels,
            colour=self.colour,
            columns=self.columns,
            encoding=self._stream.encoding,
            coordinates=self.coordinates,
        )

    @property
    def exit_status(self) -> int:
        """2 after an error, 1 after a negative answer, 3 after an undecided one, otherwise 0."""
        if self.statuses[ERROR]:
            return 2
        if any(self.statuses[status] for status in NEGATIVE):
            return 1
        return 3 if self.statuses[UNDECIDED] else 0


def _remove(path: Path) -> None:
    """Remove a regular file, if it exists and can be removed."""
    with suppress(OSError):
        if stat.S_ISREG(path.lstat().st_mode):
            path.unlink()
