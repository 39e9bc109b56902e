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
from typing import IO, Any

import click

from satdnd.draw.picture import Picture
from satdnd.errors import UsageError
from satdnd.puzzle import ERROR, INVALID, MULTIPLE, UNDECIDED, UNSOLVABLE, Answer

NEGATIVE = {UNSOLVABLE, MULTIPLE, INVALID}


class Output:
    """A context in which answers are written, each as soon as it is known.

    A file is written beside its place and renamed at the end; after an interrupt it holds what was answered, after any
    other failure it is not touched.

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
        self._stream: IO[str] = sys.stdout
        self._beside: str | None = None

    def __enter__(self) -> Output:
        if self._place:
            try:
                handle, self._beside = tempfile.mkstemp(prefix=f".{self._place.name}.", dir=self._place.parent)
            except OSError as error:
                raise UsageError(f"cannot write {self._place}: {error.strerror}") from error
            self._stream = os.fdopen(handle, "w", encoding="utf-8")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._place or not self._beside:
            return
        self._stream.close()
        if kind is None or issubclass(kind, KeyboardInterrupt):
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self._beside, 0o666 & ~mask)  # what open() would have given
            os.replace(self._beside, self._place)
        else:
            os.unlink(self._beside)

    def write(self, text: str) -> None:
        """A line or several of text."""
        self._stream.write(text + "\n")
        self._stream.flush()

    def write_json(self, record: dict[str, Any]) -> None:
        """One line of JSON."""
        self.write(json.dumps(record, ensure_ascii=False))

    def record(self, answer: Answer) -> None:
        """Count an answer towards the exit status, write it if the format is JSON, tell its statistics if verbose."""
        self.statuses[answer.status] += 1
        if self.style == "json":
            self.write_json(answer.to_json())
        if self.verbose and answer.stats:
            told = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in answer.stats.items())
            click.echo(f"{answer.name}: {answer.seconds * 1000:.1f} ms; {told}", err=True)

    def draw(self, picture: Picture) -> str:
        """*picture* as text for this output."""
        from satdnd.draw.terminal import render

        return render(picture, colour=self.colour, columns=self.columns)

    @property
    def exit_status(self) -> int:
        """2 after an error, 1 after a negative answer, 3 after an undecided one, else 0."""
        if self.statuses[ERROR]:
            return 2
        if any(self.statuses[status] for status in NEGATIVE):
            return 1
        return 3 if self.statuses[UNDECIDED] else 0
