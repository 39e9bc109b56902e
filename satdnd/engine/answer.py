"""The answer to a question, as a typed value that converts to and from JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields as fields_of
from functools import cache
from typing import Any, ClassVar, Generic, Self

from satdnd.draw.picture import Panel, differing
from satdnd.engine.kind import Fault, S_co, kind_named, kind_of
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.notation import counted

SOLVED = "solved"
UNIQUE = "unique"
MULTIPLE = "multiple"
UNSOLVABLE = "unsolvable"
UNDECIDED = "undecided"
VALID = "valid"
INVALID = "invalid"
ERROR = "error"

STATUSES = (SOLVED, UNIQUE, MULTIPLE, UNSOLVABLE, UNDECIDED, VALID, INVALID, ERROR)

FAULTS_SHOWN = 3
"""The maximum number of faults of one rule listed in a text; JSON lists all."""

_FIELDS = ("name", "kind", "status", "message", "reason", "faults", "solutions", "complete", "seconds", "stats")


@dataclass
class Answer(Generic[S_co]):
    """The answer to one question about one puzzle; printing it shows the status and the boards.

    Operations with more to say have subclasses in their own rooms. Each field of a subclass is a field of the JSON,
    which leaves out those that are None.
    """

    name: str
    kind: str
    status: str
    solutions: list[S_co] = field(default_factory=list)
    seconds: float = 0.0
    stats: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    """The reason for the status, if a sentence can give it."""
    complete: bool = False
    """Whether `solutions` has all solutions."""
    faults: list[Fault] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    """Further fields of the answer (``count``, ``forced``, what a kind claims)."""
    puzzle: Any = field(default=None, repr=False)
    streamed: int = 0
    """The number of solutions passed on as they were found; they are not in `solutions`."""

    readers: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    """By field of a subclass: the function that converts its JSON value; others are used unchanged."""

    @classmethod
    def of(cls, answer: Answer[Any]) -> Self:
        """A copy of *answer* in this class, to which more can be added."""
        return cls(**{entry.name: getattr(answer, entry.name) for entry in fields_of(Answer)})

    @classmethod
    def own_fields(cls) -> tuple[str, ...]:
        """The names of the fields that a subclass adds, in the order of the JSON."""
        answer_class: Any = cls  # mypy does not see that a class is hashable
        return _own_fields(answer_class)

    @property
    def number(self) -> int:
        """How many solutions were found, including those passed on."""
        return len(self.solutions) + self.streamed

    def to_json(self) -> dict[str, Any]:
        """The answer as one JSON object, as the command line prints it."""
        record: dict[str, Any] = {"name": self.name, "kind": self.kind, "status": self.status}
        if self.status == ERROR:
            return {**record, "message": self.reason}
        if self.reason:
            record["reason"] = self.reason
        if self.status in (VALID, INVALID):
            record["faults"] = [fault.to_json() for fault in self.faults]
        record["solutions"] = [solution.to_json() for solution in self.solutions]  # type: ignore[attr-defined]  # S_co is unbound here
        record["complete"] = self.complete
        own = {name: plain(value) for name in self.own_fields() if (value := getattr(self, name)) is not None}
        return {**record, **self.details, **own, "seconds": round(self.seconds, 6), "stats": self.stats}

    @classmethod
    def from_json(cls, record: Mapping[str, Any], puzzle: Any) -> Self:
        """The answer about *puzzle* that `to_json` wrote.

        Raises:
            InputError: a field is missing or does not fit; an answer about another kind.
        """
        name, kind, status = (fields.text(fields.require(record, key), key) for key in ("name", "kind", "status"))
        if status not in STATUSES:
            raise InputError(f'field "status" is {fields.shown(status)}, expected one of {", ".join(STATUSES)}')
        if status != ERROR and kind != getattr(puzzle, "kind", kind):
            raise InputError(f"the answer is about the kind {kind!r}, the puzzle is {puzzle.kind!r}")
        answer, own = cls(name, kind, status, puzzle=puzzle), cls.own_fields()
        key = "message" if status == ERROR else "reason"
        answer.reason = fields.text(record.get(key, ""), key)
        for entry in fields.listed(record.get("solutions", []), "solutions", "solutions"):
            for solution in kind_named(kind).texts.read_solutions(json.dumps(entry), puzzle):
                if isinstance(solution, InputError):
                    raise solution
                answer.solutions.append(solution)
        try:
            answer.faults = [
                Fault(entry["rule"], tuple((r, c) for r, c in entry["cells"]), entry["message"])
                for entry in record.get("faults", [])
            ]
            answer.stats, answer.seconds = dict(record.get("stats", {})), float(record.get("seconds", 0.0))
            for entry in own:
                if entry in record:
                    setattr(answer, entry, cls.readers.get(entry, _same)(record[entry]))
        except (KeyError, TypeError, ValueError) as error:
            entries = ", ".join(f'"{entry}"' for entry in ("faults", "stats", *own))
            raise InputError(f'{entries} or "seconds" do not fit: {error!r}') from error
        answer.complete = bool(record.get("complete", False))
        answer.details = {name: value for name, value in record.items() if name not in (*_FIELDS, *own)}
        return answer

    # for people

    def headline(self) -> str:
        """``name: solved (2 loops)``: the answer in one line."""
        remarks = "; ".join(filter(None, [self.reason, *self.notes()]))
        return f"{self.title}: {self.status}" + (f" ({remarks})" if remarks else "")

    def one_line(self) -> str:
        """The answer in one line, with as many details as fit."""
        return self.headline()

    @property
    def title(self) -> str:
        """The name of the puzzle, or of its kind, on one line."""
        return shown(self.name or self.kind)

    def notes(self) -> Iterator[str]:
        """What follows the status and the reason: how many solutions there are, or a remark about the one."""
        if "count" in self.details:
            number = self.details["count"]
            yield counted(number, "solution") if self.complete else f"{number:,} or more solutions"
        elif self.status == SOLVED and (self.complete or self.number > 1) and self.number:
            known = "no others" if self.complete else "there may be more"
            yield f"{counted(self.number, 'solution')}, {known}"
        elif self.status == UNDECIDED and self.number > 1:
            yield counted(self.number, "solution") + " so far"
        elif len(self.solutions) == 1 and self.puzzle is not None and not self.faults:
            yield kind_of(self.puzzle).remark(self.puzzle, self.solutions[0])

    def panels(self, boards: bool = False, *, drawn: bool = False) -> list[Panel]:
        """The whole answer as lines and pictures, beginning with the status.

        Args:
            boards: also show intermediate boards, if the answer describes a way to the end.
            drawn: show proposed puzzles as pictures rather than as text to copy.
        """
        body = self.body(boards, drawn) if self.puzzle is not None else map(Panel, self._fault_lines())
        return [Panel(self.headline()), *body]

    def body(self, boards: bool, drawn: bool) -> Iterator[Panel]:
        """What is below the headline, as `panels`."""
        kind, puzzle = kind_of(self.puzzle), self.puzzle
        if "certificate" in self.details:
            yield Panel(f"certificate: {self.details['certificate']}")
        if self.faults:
            marked = {cell for fault in self.faults for cell in fault.cells}
            for solution in self.solutions:
                yield Panel("", kind.picture(puzzle, solution, marked=marked).explained("a fault"))
            yield from map(Panel, self._fault_lines())
        elif self.status == MULTIPLE:
            yield from self.compared_solutions()
        elif self.solutions:
            yield from self.boards()
        elif "forced" in self.details:
            yield Panel("", kind.picture(puzzle, details=self.details))
        elif self.status == UNSOLVABLE:
            yield Panel("", kind.picture(puzzle))

    def boards(self) -> Iterator[Panel]:
        """A drawing of each solution, with a remark if there is one."""
        kind = kind_of(self.puzzle)
        for solution in self.solutions:
            yield Panel("", kind.picture(self.puzzle, solution))
            yield from map(Panel, kind.transcript(self.puzzle, solution))

    def compared_solutions(self) -> Iterator[Panel]:
        """Two of the solutions, with their differences marked."""
        kind = kind_of(self.puzzle)
        for picture in differing([kind.picture(self.puzzle, solution) for solution in self.solutions[:2]]):
            yield Panel("", picture)

    def _fault_lines(self) -> Iterator[str]:
        by_rule: dict[str, list[Fault]] = {}
        for fault in self.faults:
            by_rule.setdefault(fault.rule, []).append(fault)
        for rule, faults in by_rule.items():
            listed = len(faults) if len(faults) == FAULTS_SHOWN + 1 else FAULTS_SHOWN  # no line to hide one line
            for fault in faults[:listed]:
                yield f"  {rule}: {shown(fault.message)}"
            if len(faults) > listed:
                yield f"  {rule}: and {len(faults) - listed} more like these (--format json has all)"

    def film(self) -> list[Panel]:
        """The panels of an image of this answer."""
        return self.panels(drawn=True)

    @property
    def numbered(self) -> bool:
        """Whether the sentences name so many cells that the text needs coordinates."""
        return False

    @property
    def names_cells(self) -> bool:
        """Whether the sentences name cells, so that a picture needs coordinates."""
        return self.numbered or bool(self.faults)

    def __str__(self) -> str:
        from satdnd.draw.terminal import render_panels

        return render_panels(self.panels(), coordinates=self.numbered)

    def _repr_svg_(self) -> str:
        """SVG, for notebooks."""
        from satdnd.draw.svg import render_panels

        return render_panels(self.film(), coordinates=self.names_cells)


@cache
def _own_fields(answer: type[Any]) -> tuple[str, ...]:
    return tuple(entry.name for entry in fields_of(answer)[len(fields_of(Answer)) :])


def shown(text: str) -> str:
    """*text* on one line of a terminal: control characters and lone surrogates as escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def plain(value: Any) -> Any:
    """*value* as JSON data: puzzles and objects with a ``to_json`` as objects, tuples as lists."""
    if hasattr(value, "to_json"):
        return value.to_json()
    if hasattr(value, "solution_class"):
        return kind_of(value).texts.to_json(value)
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def pairs(value: Any) -> tuple[tuple[Any, ...], ...]:
    """Cells or marks read from JSON, as tuples. Raises TypeError if *value* is not a list of lists."""
    return tuple(tuple(entry) for entry in value)


def _same(value: Any) -> Any:
    return value
