"""Puzzles in clingo: rules in ``rivals/KIND.lp``, facts from the puzzle's JSON, answers as facts of the solution's."""

from __future__ import annotations

import json
import re
import resource
import time
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from satdnd.engine.answer import UNDECIDED, Answer
from satdnd.engine.kind import AnyPuzzle, kind_of

Facts: TypeAlias = list[set[str]]
"""Solutions, as many as are told, each as facts."""
FOLDER = Path(__file__).parent / "rivals"
LISTS = {"monsters", "treasures", "trees", "tents", "given", "numbers", "queens", "bridges"}
"""Fields with a list of cells, perhaps with a number each: a fact is an item of it, in any order."""
ARROW = re.compile(r"(\d+|\?)([nesw])")


def has_rules(kind: str) -> bool:
    """Whether there is a file with the rules of a kind."""
    return (FOLDER / f"{kind}.lp").exists()


def facts(record: Mapping[str, Any]) -> Iterator[str]:
    """``rows(0,2,7)``: a field, where in it, and what; each list in a list has its own, ``rows(0)``."""
    for name, value in record.items():
        if name in LISTS and isinstance(value, list) and not any(isinstance(item, str) for item in value):
            yield from (f"{name}({','.join(map(str, item))})" for item in value)
        else:
            for path in _leaves([value] if name == "clues" else value):
                yield f"{name}({','.join(path)})"


def _joined(areas: Sequence[Sequence[int]]) -> Iterator[str]:
    """``joined(0,0,0,1)``: neighbours in one area; the rules need not number the areas as we do."""
    for r, row in enumerate(areas):
        for c, area in enumerate(row):
            for p, q in ((r, c + 1), (r + 1, c)):
                if p < len(areas) and q < len(row) and areas[p][q] == area:
                    yield f"joined({r},{c},{p},{q})"


def _leaves(value: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The way to each value, which is its last step. A string in a list is a row of characters."""
    match value:
        case dict():
            for key, item in value.items():
                yield from _leaves(item, *path, json.dumps(key))
        case list():
            if path:
                yield path
            for i, item in enumerate(value):
                row = list(item) if isinstance(item, str) and not path else item
                yield from _leaves(row, *path, str(i))
        case _:
            yield (*path, _term(value))


def _term(value: int | str | None) -> str:
    """A number, ``none``, a string, or ``arrow(2,"s")``."""
    if value is None:
        return "none"
    if isinstance(value, str) and (arrow := ARROW.fullmatch(value)):
        return f'arrow({_term(arrow[1])},"{arrow[2]}")'
    return str(value) if isinstance(value, int) or value.isdecimal() else json.dumps(value)


def _answers(puzzle: AnyPuzzle, known: int) -> Facts:
    """Up to two answer sets, told apart by what is shown; where a best one is wanted, that alone."""
    import clingo

    path = FOLDER / f"{puzzle.kind}.lp"
    best = "imize {" in path.read_text()
    wanted = ["--models=0"] if best else ["--models=2", "--project=show"]
    control = clingo.Control([*wanted, f"--const=known={known}"], message_limit=0)
    control.load(str(path))
    record = kind_of(puzzle).texts.to_json(puzzle)
    for field in ("kind", "name", *puzzle.extra):
        record.pop(field, None)
    control.add("base", [], "".join(f"{fact}.\n" for fact in facts(record)))
    control.ground([("base", [])])
    found = Facts()
    control.solve(on_model=lambda model: found.append({str(atom) for atom in model.symbols(shown=True)}))
    return found[-1:] if best else found


def _child(pipe: Connection, puzzle: AnyPuzzle, limit: int, known: int) -> None:
    """In a process that the system ends when it has used up its time."""
    started = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (int(started) + limit + 1, int(started) + limit + 1))
    answers = _answers(puzzle, known)
    pipe.send((time.process_time() - started, answers))


def ask(puzzle: AnyPuzzle, limit: int, known: int = 0) -> tuple[float, Facts | None]:
    """Seconds of processor time, and up to two solutions as facts; None: not known within the limit.

    Args:
        puzzle: of a kind that has its rules in `FOLDER`.
        limit: seconds of processor time.
        known: how many moves are enough, for klotski.
    """
    import clingo  # noqa: F401  # before the clock runs; and it may be missing

    context = get_context("fork")
    mine, other = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(other, puzzle, limit, known))
    child.start()
    other.close()
    try:
        seconds, answers = mine.recv()
        return min(seconds, limit), answers if seconds < limit else None
    except EOFError:
        return limit, None
    finally:
        child.join()


def agree(answer: Answer[Any], others: Facts | None) -> bool:
    """Whether both say the same: as many solutions, and where there is one, that; true where one of them is unknown."""
    if others is None or answer.status == UNDECIDED:
        return True
    found = [{*facts(record), *_joined(record.get("areas", []))} for record in (s.to_json() for s in answer.solutions)]
    return len(found) == len(others) and (len(found) != 1 or set() < others[0] <= found[0])
