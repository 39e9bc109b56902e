"""Operations without a search: empty boards, reading, writing, pictures."""

from __future__ import annotations

import json
from base64 import b64encode
from itertools import islice
from typing import Any

from satdnd.draw import forms
from satdnd.draw.picture import Panel
from satdnd.engine.answer import MULTIPLE, UNIQUE
from satdnd.engine.kind import kind_named, kind_of
from satdnd.errors import InputError, UsageError
from satdnd.formats.loading import example_text, read_text
from satdnd.grid.fields import in_json, shown, whole
from satdnd.registry import check_kind
from satdnd.sat.budget import Budget
from satdnd.web.board import check_size, marks_of, sides
from satdnd.web.limits import LARGEST, seconds_of
from satdnd.web.request import Request, name_of

MOST_READ = 500
"""The most puzzles that are read from one text."""
LONGEST_TEXT = 4 << 20
"""The most characters of a text."""


def blank(*, kind: Any, height: Any, width: Any) -> dict[str, Any]:
    """A puzzle of that kind and size to begin with."""
    sizes = whole(height, "height", 1, LARGEST), whole(width, "width", 1, LARGEST)
    puzzle = kind_named(name_of(kind)).empty(*sizes)
    return {"puzzle": kind_of(puzzle).texts.to_json(puzzle)}


def example(*, kind: Any) -> dict[str, Any]:
    """The puzzle of that kind that ``satdnd example`` prints."""
    name = check_kind(name_of(kind))
    (puzzle,) = read(text=example_text(name), kind=name)["puzzles"]
    return {"puzzle": puzzle}


def read(*, text: Any, kind: Any = None, timeout: Any = None) -> dict[str, Any]:
    """The puzzles of a text in any supported form; those that cannot be drawn are reported as faults, and what is
    unusual about others as notices.

    Reads as many as the time allows, but at least one.
    """
    if not isinstance(text, str):
        raise InputError(f"the text is {shown(text)}, expected a string")
    if len(text) > LONGEST_TEXT:
        raise InputError(f"the text has {len(text)} characters, expected at most {LONGEST_TEXT}")
    if kind is not None:
        check_kind(name_of(kind))
    budget = Budget.of(seconds_of("read", timeout))
    puzzles, faults, notices = list[dict[str, Any]](), list[str](), list[str]()
    first: InputError | None = None
    items = read_text(text, "", kind)  # a single puzzle without a name stays unnamed
    for item in islice(items, MOST_READ):
        error = item.error
        try:
            if error is None:
                check_size(*sides(item.puzzle))
                record = kind_of(item.puzzle).texts.to_json(item.puzzle)
                puzzles.append(record | {"name": f"puzzle{item.name}"} if item.name[:1] == " " else record)
                notices += getattr(item.puzzle, "notices", ())
        except UsageError as too_large:
            error = InputError(str(too_large))
        if error is not None:
            first = first or error
            faults.append(_fault_line(error))
        if budget.spent:
            break
    if not puzzles and first is not None:
        raise InputError(_page_wording(first.message), line=first.line, column=first.column)
    found: dict[str, Any] = {"puzzles": puzzles}
    if faults:
        found["faults"] = faults
    if notices:
        found["notices"] = notices
    if next(items, None) is not None:
        found["more"] = True
        if budget.why:
            found["reason"] = budget.why
    return found


def _fault_line(error: InputError) -> str:
    return str(InputError(_page_wording(error.message), line=error.line, column=error.column))


_PAGE_WORDINGS = (
    ("pass --kind NAME, or add the line '# kind: NAME'", "choose the kind above, or begin with a line '# kind: NAME'"),
    ("or the option --kind", "or the kind chosen above"),
    ("as --kind says", "as was chosen above"),
    ("expected --kind with one of", "choose the kind above, one of"),
)
"""Replacements for words of the command line: an option there is a list of choices on the page."""


def _page_wording(message: str) -> str:
    for option, choice in _PAGE_WORDINGS:
        message = message.replace(option, choice)
    return message


def write(request: Request, *, style: Any = "text") -> dict[str, Any]:
    """The puzzle as text: ``json``, a style or link of its kind, possibly with its solution, or ``dimacs``."""
    texts, puzzle = request.kind.texts, request.puzzle
    if style == "json":
        return {"text": in_json(texts.to_json(puzzle)) + "\n"}
    if style == "dimacs":
        from satdnd.engine.export import to_cnf

        return {"text": to_cnf(puzzle, request.options)}
    if isinstance(style, str) and style in texts.solved:
        return {"text": texts.solved[style](puzzle, _first_solution(request))}
    if not isinstance(style, str) or style not in texts.styles:
        known = ", ".join(["json", *texts.formats, "dimacs"])
        raise UsageError(f"unknown style {shown(style)} for {request.kind.name}; known: {known}")
    return {"text": texts.styles[style](puzzle)}


def draw(request: Request, *, given: Any = None, forced: Any = False, solution: Any = None) -> dict[str, Any]:
    """The picture of the puzzle: with the player's marks, with what is forced, or with a solution."""
    kind, puzzle = request.kind, request.puzzle
    if solution is not None:
        return {"picture": kind.picture(puzzle, _solution(request, solution)).to_json()}
    details: dict[str, Any] = {}
    if forced:
        known = request.desk.live.known(request.solver, puzzle, request.budget)
        if known.encoding is not None and known.status in (UNIQUE, MULTIPLE):
            details = known.encoding.unknowns.describe(sorted(known.literals, key=abs))
    if given:
        details = board(request, marks_of(kind, puzzle, given))
    return {"picture": kind.picture(puzzle, details=details).to_json()}


def board(request: Request, marks: Any) -> dict[str, Any]:
    """Marks as `Kind.picture` takes them. Raises InputError for a mark outside the board."""
    try:
        return request.kind.board(request.puzzle, marks)
    except InputError:
        raise
    except (LookupError, ValueError) as error:
        raise InputError(f"there is no such place on this board: {error}") from None


def _solution(request: Request, record: Any) -> Any:
    found = next(iter(request.kind.texts.read_solutions(json.dumps(record), request.puzzle)), None)
    if found is None or isinstance(found, InputError):
        raise found or InputError("found no solution")
    return found


def picture(request: Request, *, format: Any = "svg", answer: Any = False) -> dict[str, Any]:
    """The puzzle, or its first solution, as a file; in a PDF the solution follows the puzzle on a new page."""
    if format not in forms.IMAGES:
        raise UsageError(f"unknown format {shown(format)}; known: {', '.join(forms.IMAGES)}")
    kind, puzzle = request.kind, request.puzzle
    pages = [] if answer and format != "pdf" else [[Panel(puzzle.name, kind.picture(puzzle))]]
    if answer:
        pages.append([Panel(puzzle.name, kind.picture(puzzle, _first_solution(request)))])
    data = forms.render(format, pages, title=puzzle.name)
    mime = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}[format]
    return {"text": data.decode("utf-8"), "type": mime} if format == "svg" else encoded(data, mime)


def _first_solution(request: Request) -> Any:
    """The first solution. Raises UsageError if there is none."""
    found = request.solver.solve(request.puzzle)
    if not found.solutions:
        raise UsageError(f"there is no solution to write or draw: the puzzle is {found.status}")
    return found.solutions[0]


def encoded(data: bytes, kind: str) -> dict[str, Any]:
    """Bytes in the form of a message."""
    return {"base64": b64encode(data).decode("ascii"), "type": kind}
