"""Answer the messages of the page, in plain values; the same code runs in a local process and in a browser.

A message is ``{"id": ..., "task": {"operation", "puzzle", "options", "arguments"}}``, the answer
``{"id": ..., "record": {...}}``. If there is no answer, the record is ``{"status": "error", "message": ...}``;
no message raises an exception.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

from satdnd.engine.answer import ERROR, INVALID
from satdnd.engine.operations import Operation
from satdnd.errors import InputError, SatdndError, Undecided, UsageError
from satdnd.grid.fields import shown
from satdnd.registry import OPERATIONS as ENGINE
from satdnd.web import drawing, playing, proving, setting
from satdnd.web.describe import kinds
from satdnd.web.request import PageState, Request, options_of, puzzle_of

Progress = Callable[[str], None]

ALONE: Mapping[str, Callable[..., dict[str, Any]]] = {
    function.__name__: function
    for function in (
        kinds,
        drawing.blank,
        drawing.example,
        drawing.read,
        setting.generate,
        proving.replay,
    )
}
"""Operations without a puzzle."""
ABOUT: Mapping[str, Callable[..., dict[str, Any]]] = {
    function.__name__: function
    for function in (
        *(drawing.write, drawing.draw, drawing.picture, playing.live, playing.why, playing.follows, playing.check),
        *(setting.two, setting.solution, setting.moves, setting.repairs, setting.needless, setting.mend),
        proving.certify,
    )
}
"""Operations about a puzzle, in addition to those of `satdnd.registry`."""


class Bridge:
    """Answers the messages of one page in order, with warm solvers."""

    def __init__(self) -> None:
        self._desk = PageState()

    def answer(self, message: Any, progress: Progress | None = None) -> dict[str, Any]:
        """The answer to *message*; *progress* is called with sentences meanwhile. Raises nothing but
        KeyboardInterrupt.
        """
        number = message.get("id") if isinstance(message, Mapping) else None
        if not isinstance(number, str | int | None):
            number = None
        return {"id": number, "record": self._record(message, progress or _silent)}

    def answer_text(self, message: str, progress: Progress | None = None) -> str:
        """Like `answer`, for JSON texts."""
        try:
            decoded = json.loads(message, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            return json.dumps({"id": None, "record": _error(f"the message is not valid JSON: {error}")})
        answer = self.answer(decoded, progress)
        try:
            return json.dumps(answer, allow_nan=False)  # as ASCII, since half a surrogate pair is not valid UTF-8
        except ValueError:  # puzzles keep unknown fields, whatever they hold
            record = _error("the answer holds a number that JSON cannot hold: NaN or infinity")
            return json.dumps({"id": answer["id"], "record": record})

    def _record(self, message: Any, progress: Progress) -> dict[str, Any]:
        try:
            return self._answered(message, progress)
        except InputError as error:
            place = {name: value for name in ("line", "column") if (value := getattr(error, name)) is not None}
            return {**_error(str(error)), **place}
        except Undecided as error:
            return {"status": "undecided", "reason": str(error)}
        except SatdndError as error:
            return _error(str(error))
        except MemoryError:
            return _error("it ran out of memory")
        except RecursionError:
            return _error("the message is nested too deeply")
        except Exception as error:  # the last resort: the page gets a sentence, whatever it sent
            return _error(f"a bug in satdnd: {type(error).__name__}: {shown(str(error))}")

    def _answered(self, message: Any, progress: Progress) -> dict[str, Any]:
        task = message.get("task") if isinstance(message, Mapping) else None
        if not isinstance(task, Mapping):
            raise InputError(f'found {shown(message)}, expected a message {{"id": ..., "task": {{...}}}}')
        operation, arguments = task.get("operation"), task.get("arguments")
        if not isinstance(operation, str) or not (operation in ALONE or operation in ABOUT or operation in ENGINE):
            known = ", ".join([*ENGINE, *ABOUT, *ALONE])
            raise UsageError(f"unknown operation {shown(operation)}; known: {known}")
        if arguments is None:
            arguments = {}
        if not isinstance(arguments, Mapping):
            raise InputError(f'"arguments" is {shown(arguments)}, expected an object')
        if operation in ALONE:
            return _called(operation, ALONE[operation], (), _timed(ALONE[operation], task, arguments))
        try:
            kind, puzzle = puzzle_of(task.get("puzzle"))
        except InputError as error:
            if operation != "live":
                raise
            return {"status": INVALID, "reason": str(error), "forced": [], "differing": [], "wrong": []}
        options = options_of(kind, task, operation)
        budget = options.budget()
        solver = self._desk.solver(options, budget)
        if operation in ENGINE:
            question = Operation(operation)
            question.validate_arguments(arguments)
            return question.ask(solver, puzzle, arguments).to_json()
        request = Request(self._desk, kind, puzzle, options, budget, solver, progress)
        return _called(operation, ABOUT[operation], (request,), arguments)


def _called(
    operation: str, function: Callable[..., dict[str, Any]], first: tuple[Any, ...], arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The record of an operation. Raises UsageError for an unknown or a missing argument."""
    known = {p.name: p for p in signature(function).parameters.values() if p.kind is Parameter.KEYWORD_ONLY}
    for name in arguments:
        if name not in known:
            choices = f"it has: {', '.join(known)}" if known else "it has none"
            raise UsageError(f"the operation {operation!r} has no argument {shown(name)}; {choices}")
    for name, parameter in known.items():
        if parameter.default is Parameter.empty and name not in arguments:
            raise UsageError(f"the operation {operation!r} needs the argument {name!r}")
    return function(*first, **arguments)


def _timed(
    function: Callable[..., dict[str, Any]], task: Mapping[str, Any], arguments: Mapping[str, Any]
) -> Mapping[str, Any]:
    """*arguments*, with the time limit of the options if the operation takes one."""
    options = task.get("options")
    if "timeout" not in signature(function).parameters or not isinstance(options, Mapping):
        return arguments
    return {"timeout": options.get("timeout"), **arguments}


def _error(message: str) -> dict[str, Any]:
    return {"status": ERROR, "message": message}


def _no_number(word: str) -> None:
    raise ValueError(f"found {word}, which is not a number")


def _silent(sentence: str) -> None:
    pass


_bridge = Bridge()


def answer(message: Any, progress: Progress | None = None) -> dict[str, Any]:
    """The answer to a message of the one page that this process serves: see `Bridge.answer`."""
    return _bridge.answer(message, progress)


def answer_text(message: str, progress: Progress | None = None) -> str:
    """Like `answer`, for JSON texts: see `Bridge.answer_text`."""
    return _bridge.answer_text(message, progress)
