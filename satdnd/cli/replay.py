"""``satdnd explain --check``: check explanations against their puzzles."""

from __future__ import annotations

from itertools import zip_longest

from satdnd.cli import run
from satdnd.engine.kind import kind_of, options_for
from satdnd.errors import InputError, UsageError
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
    source = STDIN if path == "-" else path
    explanations = texts.json_values(read_file(path))
    with output, run.Progress() as progress:
        pairs = enumerate(zip_longest(run.items(question.puzzles, question.kind), explanations), 1)
        for number, (item, explanation) in pairs:
            name, kind = (item.name, item.kind) if item else (f"explanation {number}", "")
            progress.at(name)
            try:
                if item and item.error:
                    raise item.error
                if isinstance(explanation, InputError):
                    raise explanation.located(source=source)
                if item is None or explanation is None:
                    more, fewer = ("explanations", "puzzles") if item is None else ("puzzles", "explanations")
                    raise InputError(f"there are more {more} than {fewer}; they are paired in order", source=source)
                line, record = explanation
                own = options_for(kind_of(item.puzzle), question.settings, question.wishes)
                try:
                    answer = replay.check(item.puzzle, record, own)
                except InputError as error:
                    raise error.located(source=source, line=line) from error
            except InputError as error:
                progress.pause()
                output.report_error(name, kind, error)
                continue
            answer.name = name
            progress.pause()
            output.write_answer(answer)
        output.sum_up("explanations")
    return output.exit_status
