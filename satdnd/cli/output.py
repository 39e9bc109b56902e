"""Where answers go: standard output or a file that is never half written; colours; what the exit status will be."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import click

from satdnd.draw.picture import Picture
from satdnd.errors import UsageError
from satdnd.puzzle import ERROR, INVALID, MULTIPLE, UNDECIDED, UNSOLVABLE, Answer

NEGATIVE = {UNSOLVABLE, MULTIPLE, INVALID}


_ASCII = str.maketrans("┌┐└┘─│█░·∙╳", "++++-|#:.oX")
"""What drawings are made of, for a terminal that has nothing but ASCII."""


def shown(name: str) -> str:
    """*name* on one line of a terminal: control characters and lone surrogates as escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name)


class Output:
    """A context in which answers are written, each as soon as it is known.

    A file is written beside its place and renamed at the end; after an interrupt it holds what was answered, after any
    other failure, or where nothing was answered, it is not touched. A device or a pipe is written as it stands.

    Args:
        file: where to; None: standard output.
        style: ``json`` or a form of text.
        verbose: statistics on standard error.
    """

    def __init__(self, file: str | None, style: str, *, verbose: bool = False) -> None:
        self.style = style
        self.verbose = verbose
        self.statuses: Counter[str] = Counter()
        self.colour = file is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self.columns = shutil.get_terminal_size((80, 24)).columns
        self._place = Path(file) if file else None
        self._stream: TextIO = sys.stdout
        self._beside: str | None = None
        self._written = False

    def __enter__(self) -> Output:
        if self._place:
            try:
                if self._place.exists() and not self._place.is_file():  # /dev/null
                    handle = os.open(self._place, os.O_WRONLY)
                else:
                    self._place = self._place.resolve()  # a link stays a link
                    handle, self._beside = tempfile.mkstemp(prefix=f".{self._place.name}.", dir=self._place.parent)
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
            self._stream.close()
            if not self._beside or not self._written or not (kind is None or issubclass(kind, KeyboardInterrupt)):
                return
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self._beside, 0o666 & ~mask)  # what open() would have given
            os.replace(self._beside, self._place)
            self._beside = None
        finally:
            if self._beside:
                os.unlink(self._beside)

    def write(self, text: str) -> None:
        """A line or several of text; what the stream's encoding does not have is replaced."""
        if not self._can_say(text):
            encoding = self._stream.encoding
            text = text.translate(_ASCII).encode(encoding, "backslashreplace").decode(encoding)
        self._written = True
        self._stream.write(text + "\n")
        self._stream.flush()

    def write_json(self, record: dict[str, Any]) -> None:
        """One line of JSON."""
        line = json.dumps(record, ensure_ascii=False)
        self.write(line if self._can_say(line) else json.dumps(record))

    def _can_say(self, text: str) -> bool:
        try:
            text.encode(self._stream.encoding or "utf-8")
        except UnicodeEncodeError:  # a lone surrogate, or a stream that is not UTF-8
            return False
        return True

    def record(self, answer: Answer) -> None:
        """Count an answer towards the exit status, write it if the format is JSON, tell its statistics if verbose."""
        self.statuses[answer.status] += 1
        if self.style == "json":
            self.write_json(answer.to_json())
        if self.verbose and answer.stats:
            told = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in answer.stats.items())
            click.echo(f"{shown(answer.name)}: {answer.seconds * 1000:.1f} ms; {told}", err=True)

    def draw(self, *pictures: Picture) -> str:
        """*pictures* as text for this output, side by side where they fit."""
        from satdnd.draw.picture import Panel
        from satdnd.draw.terminal import render_panels

        panels = [Panel("", picture) for picture in pictures]
        return render_panels(panels, colour=self.colour, columns=self.columns, encoding=self._stream.encoding)

    @property
    def exit_status(self) -> int:
        """2 after an error, 1 after a negative answer, 3 after an undecided one, else 0."""
        if self.statuses[ERROR]:
            return 2
        if any(self.statuses[status] for status in NEGATIVE):
            return 1
        return 3 if self.statuses[UNDECIDED] else 0
