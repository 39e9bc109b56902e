"""``satdnd explain --check``: check explanations against their puzzles."""

from __future__ import annotations

from typing import Any

from satdnd.cli import paired, run
from satdnd.engine.answer import Answer
from satdnd.engine.kind import kind_of, options_for
from satdnd.errors import UsageError
from satdnd.formats import texts
from satdnd.formats.streams import STDIN, read_file


def check(path: str, question: run.PuzzleArguments) -> int:
    """Judge each explanation in the file *path* by the puzzle at the same position; returns the exit status."""
    from satdnd.explanation.judge import replay

    output = question.output
    run.read_once(path, *question.puzzles)
    if question.settings.solver != "auto":
        raise UsageError("--check uses no solver: leave out --solver")
    if output.style not in ("text", "json"):
        raise UsageError(f"--check answers as text or json, not as {output.style}")

    def judge(puzzle: Any, record: Any) -> Answer[Any]:
        """The answer about one explanation. Raises InputError, UsageError."""
        return replay.check(puzzle, record, options_for(kind_of(puzzle), question.settings, question.wishes))

    puzzles, explanations = run.items(question.puzzles, question.kind), texts.json_values(read_file(path))
    return paired.write_answers(output, puzzles, explanations, judge, STDIN if path == "-" else path, "explanation")
