"""The Python interface: the functions that ``import satdnd`` offers besides the classes of the kinds.

The keyword arguments *options* are those of the puzzle's kind: type checkers know them, and `satdnd.engine.options`
checks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from satdnd.declaration.views.view import ShadedSolution
from satdnd.draw.picture import Panel, Picture
from satdnd.engine.answer import UNDECIDED, Answer, shown
from satdnd.engine.kind import AnyPuzzle, Fault, K, Puzzle, S_co, Solution, kind_of, options_for
from satdnd.engine.optima import require_certificates
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.formats.loading import read_text
from satdnd.formats.recognition import kind_note
from satdnd.grid.fields import in_json
from satdnd.registry import check_kind

if TYPE_CHECKING:
    from satdnd.explanation.answers import Explanation, Hint
    from satdnd.explanation.rating import Difficulty
    from satdnd.explanation.step_judge import Judgement
    from satdnd.setter.findings import Diagnosis


def solve(puzzle: Puzzle[K, S_co], limit: int | None = 1, *args: K.args, **options: K.kwargs) -> Answer[S_co]:
    """Up to *limit* solutions of *puzzle*, each checked by the rules, and by a graph if its kind has that check.

    Args:
        puzzle: of any kind.
        limit: the most solutions to find, from 1; None for all.
        options: of the puzzle's kind: ``solver``, ``cardinality``, ``timeout`` (seconds), ``memory`` (bytes), ...;
            for a dungeon also ``topology``.

    Returns:
        an `Answer`: ``status`` is ``solved``, ``unsolvable`` or ``undecided``; ``solutions``, ``stats``, ``seconds``.

    Raises:
        UsageError: an option that the kind does not have, or a value that does not fit.
    """
    return Solver(wishes=options).solve(puzzle, limit)


def solutions(puzzle: Puzzle[K, S_co], *args: K.args, **options: K.kwargs) -> Iterator[S_co]:
    """Every solution of *puzzle*, each once, as they are found. Raises Undecided when a limit is reached."""
    return Solver(wishes=options).solutions(puzzle)


def unique(puzzle: Puzzle[K, S_co], *args: K.args, **options: K.kwargs) -> Answer[S_co]:
    """``unique`` with the solution, ``multiple`` with two, ``unsolvable`` or ``undecided``. Options and errors as in
    `solve`.
    """
    return Solver(wishes=options).unique(puzzle)


def count(puzzle: Puzzle[K, S_co], limit: int | None = None, *args: K.args, **options: K.kwargs) -> Answer[S_co]:
    """The number of solutions, in ``answer.details["count"]``; with *limit*, at most so many are counted, and
    ``answer.complete`` says whether these are all. Options and errors as in `solve`.
    """
    return Solver(wishes=options).count(puzzle, limit)


def forced(puzzle: Puzzle[K, S_co], *args: K.args, **options: K.kwargs) -> Answer[S_co]:
    """What all solutions agree on, in ``answer.details`` (dungeon: ``forced``, ``#``, ``o``, ``.``).

    Options and errors as in `solve`.
    """
    return Solver(wishes=options).forced(puzzle)


def diagnose(
    puzzle: Puzzle[K, S_co],
    edits: int = 2,
    only_unique: bool = False,
    redundant: bool = False,
    *args: K.args,
    **options: K.kwargs,
) -> Diagnosis[S_co]:
    """Why there is no solution, or several, and what would fix it: see `satdnd.setter.diagnosis`. Options and errors as
    in `solve`.
    """
    from satdnd.setter.diagnosis import diagnose

    return diagnose(Solver(wishes=options), puzzle, edits, only_unique, redundant)


def explain(
    puzzle: Puzzle[K, S_co],
    given: str | Sequence[Any] | Solution | None = None,
    *args: K.args,
    **options: K.kwargs,
) -> Explanation[S_co]:
    """The solution in steps that a person can follow, in ``answer.steps``: see `satdnd.explanation.explainer.explain`.

    The steps start from the player's board *given*, if there is one, in any form that `hint` takes. Options and errors
    as in `solve`; also UsageError for kinds without explanations.
    """
    from satdnd.explanation.explainer import explain

    return explain(Solver(wishes=options), puzzle, given)


def hint(
    puzzle: Puzzle[K, S_co],
    given: str | Sequence[Any] | Solution | None = None,
    level: Literal["where", "which", "full"] = "full",
    *args: K.args,
    **options: K.kwargs,
) -> Hint[S_co]:
    """The next step from a player's board, ``hint(puzzle, board).step``: see `satdnd.explanation.hints.hint`.

    A solution is accepted as a board too; if it is wrong, the hint says where. Without a board, the marks that came
    with the puzzle count (its extra field ``marks``, as files of other programs have them). Options and errors as in
    `explain`.
    """
    from satdnd.explanation.hints import hint

    return hint(Solver(wishes=options), puzzle, given, level)


def judge(
    puzzle: Puzzle[K, S_co],
    steps: str | Sequence[Any] | Mapping[str, Any],
    given: str | Sequence[Any] | None = None,
    reasons: bool = True,
    *args: K.args,
    **options: K.kwargs,
) -> Judgement[S_co]:
    """Whether each of *steps* follows, whoever wrote it, in ``answer.verdicts``: see `satdnd.explanation.step_judge`.

    Options and errors as in `explain`.
    """
    from satdnd.explanation.step_judge import judge

    return judge(Solver(wishes=options), puzzle, steps, given, reasons)


def rate(puzzle: Puzzle[K, S_co], *args: K.args, **options: K.kwargs) -> Difficulty[S_co]:
    """The difficulty, as ``answer.grade`` and ``answer.minutes``: see `satdnd.explanation.rating`.

    Options and errors as in `explain`.
    """
    from satdnd.explanation.rating import rate

    return rate(Solver(wishes=options), puzzle)


def faults(puzzle: Puzzle[K, S_co], solution: S_co | int, *args: K.args, **options: K.kwargs) -> list[Fault]:
    """Everything wrong with *solution*, by the rules alone; an empty list if it is right.

    Args:
        puzzle: of any kind.
        solution: of the same kind; for kinds whose solutions are shaded cells, such as dungeons, also a board integer
            (bit ``r*W + c``).
        options: only ``topology`` matters.

    Raises:
        UsageError: a board integer with bits outside the grid, or for another kind; a solution of another size.
    """
    kind, wanted = kind_of(puzzle), cast(type, puzzle.solution_class)
    found: Any = solution
    if isinstance(solution, int):
        if not issubclass(wanted, ShadedSolution):
            raise UsageError(f"a board integer represents shaded cells; for {kind.name}, give a solution")
        board: Any = puzzle
        if solution < 0 or solution >> board.grid.size:
            raise UsageError(f"the board {solution:#x} has cells outside the grid of {board.grid.size}")
        found = wanted(board.height, board.width, solution)
    if not isinstance(found, wanted):
        raise UsageError(f"expected a solution of {kind.name} ({wanted.__name__}), got {solution!r:.60}")
    sizes = [(one.height, one.width) for one in (puzzle, found) if hasattr(one, "height")]  # type: ignore[attr-defined]
    if len({*sizes}) > 1:
        (height, width), (rows, columns) = sizes
        raise UsageError(f"the solution is for a board of {rows}x{columns}, the puzzle has {height}x{width}")
    return kind.faults(puzzle, found, _options(puzzle, options))


def loads(text: str, kind: str | None = None) -> list[Any]:
    """The puzzles in a text, in any format of any kind; a link is a text too.

    Raises InputError for the first puzzle that cannot be read.
    """
    if not isinstance(text, str):
        raise UsageError(f"expected a text with puzzles, got {text!r:.60}; satdnd.load reads files")
    if kind is not None:
        check_kind(kind)
    puzzles = []
    for item in read_text(text, "text", kind):
        if item.error:
            raise item.error
        puzzles.append(item.puzzle)
    return puzzles


def dumps(puzzle: AnyPuzzle, style: str = "text", *, timeout: float | None = None, memory: int | None = None) -> str:
    """Write *puzzle* as text that `loads` reads back; a comment gives the kind if the text could be of another kind.

    Arguments and errors as in `styled`.
    """
    text = styled(puzzle, style, timeout=timeout, memory=memory)
    return kind_note(text, puzzle.kind, style) + text


def styled(puzzle: AnyPuzzle, style: str, *, timeout: float | None = None, memory: int | None = None) -> str:
    """*puzzle* in a style, without a comment that names the kind: it may have to be given when the text is read.

    Args:
        puzzle: of any kind.
        style: one of its kind's styles, or ``json``: one line. For a style that includes the solution, the puzzle is
            solved.
        timeout: seconds that solving may take; None: no limit.
        memory: bytes that solving may take; None: half of what is free.

    Raises:
        UsageError: an unknown style.
        InputError: the style cannot hold something in the puzzle, or the solution that it needs does not exist.
        Undecided: the puzzle was not solved within the limits.
    """

    texts = kind_of(puzzle).texts
    if style == "json":
        return in_json(texts.to_json(puzzle)) + "\n"
    if style in texts.solved:
        answer = Solver(Settings(timeout=timeout, memory=memory)).solve(cast(Any, puzzle))
        solved: tuple[Any, ...] = tuple(answer.solutions)
        if answer.status == UNDECIDED:
            raise Undecided(f"{style} holds the solution, and {answer.reason} before one was found")
        if not solved:
            raise InputError(f"{style} holds the solution, and this puzzle has none: text and JSON can hold it")
        return texts.solved[style](puzzle, solved[0])
    if style not in texts.styles:
        raise UsageError(f"unknown format {style!r} for {puzzle.kind}; known: json, {', '.join(texts.formats)}")
    return texts.styles[style](puzzle)


def picture(puzzle: Puzzle[K, S_co], solution: S_co | None = None) -> Picture:
    """The picture of *puzzle*, with a solution if there is one, for `render` and ``to_json``."""
    return kind_of(puzzle).picture(puzzle, solution)


@overload
def render(
    thing: Any, form: Literal["svg", "text"] = "svg", *, coordinates: bool | None = None, scale: float | None = None
) -> str:
    """Returns text."""


@overload
def render(
    thing: Any, form: Literal["png", "pdf"], *, coordinates: bool | None = None, scale: float | None = None
) -> bytes:
    """Returns bytes."""


def render(
    thing: Any,
    form: Literal["text", "svg", "png", "pdf"] = "svg",
    *,
    coordinates: bool | None = None,
    scale: float | None = None,
) -> str | bytes:
    """Draw a puzzle, an answer with everything in it, or a picture.

    Args:
        thing: a puzzle, an `Answer`, a `Picture`, or a list of them; in a PDF each starts a new page.
        form: ``text`` (without colours), ``svg``, ``png`` or ``pdf`` (A4).
        coordinates: whether to number rows and columns, from 1; None: only if sentences name cells.
        scale: for PNG, pixels for each pixel of the SVG, whose cells have 28 or more; 2 by default.

    Raises:
        UsageError: an unknown form; something that cannot be drawn; PNG or PDF without the extra ``pictures``.
    """
    from satdnd.draw import forms, terminal

    things = list(thing) if isinstance(thing, list | tuple) else [thing]
    pages = [_panels(each) for each in things]
    if coordinates is None:
        coordinates = any(isinstance(each, Answer) and each.names_cells for each in things)
    if form == "text":
        return terminal.render_panels([panel for page in pages for panel in page], coordinates=coordinates)
    image = forms.render(form, pages, coordinates=coordinates, scale=scale)
    return image.decode() if form == "svg" else image


def _panels(thing: Any) -> list[Panel]:
    """The panels to draw for *thing*."""
    if isinstance(thing, Answer):
        return thing.film()
    if isinstance(thing, Panel):
        return [thing]
    if isinstance(thing, Picture):
        return [Panel("", thing)]
    return [Panel(shown(getattr(thing, "name", "")), kind_of(thing).picture(thing))]


def booklet(
    puzzles: Sequence[AnyPuzzle],
    title: str = "Puzzles",
    *,
    grades: bool = True,
    coordinates: bool = False,
    timeout: float | None = None,
) -> bytes:
    """A print sheet of *puzzles* as a PDF: A4, the rules first, names and grades, the answers at the end.

    Args:
        puzzles: of any kinds; at least one.
        title: the title above.
        grades: whether to rate them.
        coordinates: numbers of rows and columns, from 1.
        timeout: seconds for each answer and each grade; the sheet says what is not known by then,
            or would take longer to draw than the time left (at least a second).

    Raises:
        UsageError: no puzzle; the extra ``pictures`` is not installed.
    """
    from satdnd.setter import booklet

    with closing(Solver(Settings(timeout=timeout))) as solver:
        entries = [
            booklet.entry(
                puzzle,
                puzzle.name or f"{puzzle.kind} {number}",
                solver,
                grades=grades,
                coordinates=coordinates,
            )
            for number, puzzle in enumerate(puzzles, 1)
        ]
    return booklet.render(entries, title=title, coordinates=coordinates)


def export(
    puzzle: Puzzle[K, S_co], form: Literal["dimacs", "opb"] = "dimacs", *args: K.args, **options: K.kwargs
) -> str:
    """The self-contained formula of *puzzle* as DIMACS CNF or OPB. Options as in `solve`.

    Raises:
        Undecided: a limit was reached.
        UsageError: the formula depends on something (a number of moves) that is unknown without a solution.
    """
    from satdnd.engine import export as module

    forms = {"dimacs": module.to_cnf, "opb": module.to_opb}
    if form not in forms:
        raise UsageError(f"unknown form {form!r:.60}; known: {', '.join(forms)}")
    return forms[form](puzzle, _options(puzzle, options))


def certify(puzzle: Puzzle[K, S_co], folder: str | Path, *args: K.args, **options: K.kwargs) -> Path:
    """Write a certificate that *puzzle* has one solution, or none, to *folder*, and return its path. Options as in
    `solve`.

    Raises:
        Undecided: a limit was reached.
        UsageError: it has several solutions; its kind has no certificates; the folder contains other files.
    """
    from satdnd.proof.certificate import write

    kind, own, place = kind_of(puzzle), _options(puzzle, options), _path(folder)
    require_certificates(kind)
    answer = Solver(own).unique(puzzle)
    if answer.status == UNDECIDED:
        raise Undecided(answer.reason)
    return write(place, answer, own)


def check(folder: str | Path, timeout: float | None = None, memory: int | None = None) -> Answer[Any]:
    """Check a certificate: ``valid``, ``invalid`` with faults, or ``undecided``.

    Args:
        folder: as written by `certify`, or by ``--proof`` on the command line.
        timeout: seconds.
        memory: bytes; None: half of the free memory.
    """
    from satdnd.proof import certificate

    return certificate.check(_path(folder), Settings(timeout=timeout, memory=memory).budget())


def _path(folder: str | Path) -> Path:
    if not isinstance(folder, str | Path):
        raise UsageError(f"expected the path of a folder, got {folder!r:.60}")
    return Path(folder)


def _options(puzzle: Any, options: Mapping[str, Any]) -> Any:
    return options_for(kind_of(puzzle), Settings(), options)
