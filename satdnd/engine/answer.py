"""What comes back from a question, typed; to JSON and from it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any, Generic

from satdnd.draw.picture import ABOUT, Panel, differing, highlight
from satdnd.engine.kind import Fault, S_co, kind_named, kind_of
from satdnd.errors import InputError
from satdnd.explanation.filmstrip import board, frames, told
from satdnd.explanation.steps import Step
from satdnd.formats import fields
from satdnd.grid.bitboard import counted, listed

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
"""Faults of one rule that a text tells; JSON has all."""
REPAIRS_SHOWN = 12
"""Repairs that a text lists."""

_FIELDS = ("name", "kind", "status", "message", "reason", "faults", "solutions", "complete", "seconds", "stats")


@dataclass
class Answer(Generic[S_co]):
    """What came of one question about one puzzle; prints with its status."""

    name: str
    kind: str
    status: str
    solutions: list[S_co] = field(default_factory=list)
    seconds: float = 0.0
    stats: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    """Why, where that can be said in a sentence."""
    complete: bool = False
    """Whether `solutions` are all there are."""
    faults: list[Fault] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    """Further fields of the answer (``forced``)."""
    puzzle: Any = field(default=None, repr=False)
    handed: int = 0
    """How many solutions were handed on as they were found, and are not in `solutions`."""

    @property
    def number(self) -> int:
        """How many solutions were found, those handed on included."""
        return len(self.solutions) + self.handed

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
        return {**record, **self.details, "seconds": round(self.seconds, 6), "stats": self.stats}

    @classmethod
    def from_json(cls, record: Mapping[str, Any], puzzle: Any) -> Answer[Any]:
        """The answer that `to_json` wrote about *puzzle*.

        Raises:
            InputError: a field is missing or does not fit; an answer about another kind.
        """
        name, kind, status = (fields.text(fields.require(record, key), key) for key in ("name", "kind", "status"))
        if status not in STATUSES:
            raise InputError(f'field "status" is {fields.shown(status)}, expected one of {", ".join(STATUSES)}')
        if status != ERROR and kind != getattr(puzzle, "kind", kind):
            raise InputError(f"the answer is about the kind {kind!r}, the puzzle is {puzzle.kind!r}")
        answer: Answer[Any] = cls(name, kind, status, puzzle=puzzle)
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
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(f'"faults", "stats" or "seconds" do not fit: {error!r}') from error
        answer.complete = bool(record.get("complete", False))
        answer.details = {name: value for name, value in record.items() if name not in _FIELDS}
        return answer

    @property
    def steps(self) -> tuple[Step, ...]:
        """Of an explanation: its steps. InputError where they came from JSON and are none."""
        return tuple(map(Step.from_json, self.details.get("steps", ())))

    # for people

    def headline(self) -> str:
        """``name: solved (2 loops)``: the answer in one line."""
        name = shown(self.name or self.kind)
        if "level" in self.details and self.status == SOLVED:
            found = "about" in self.details or "step" in self.details
            return f"{name}: {'the next step' if found else 'nothing is left to find'}"
        notes = [self.reason] if self.reason else []
        if "score" in self.details and "steps" not in self.details:
            notes.append(f"{self.details['grade']}, {self.details['score']}")
        if "count" in self.details:
            more = "" if self.details.get("counted_all", self.complete) else " or more"
            notes.append(_many(self.details["count"], f"{{}}{more} solution"))
        elif self.status == SOLVED and (self.complete or self.number > 1) and self.number:
            known = "all there are" if self.complete else "there may be more"
            notes.append(f"{_many(self.number, '{} solution')}, {known}")
        elif self.status == UNDECIDED and self.number > 1:
            notes.append(_many(self.number, "{} solution") + " so far")
        elif len(self.solutions) == 1 and self.puzzle is not None and not self.faults:
            notes.append(kind_of(self.puzzle).remark(self.puzzle, self.solutions[0]))
        told = "; ".join(filter(None, notes))
        return f"{name}: {self.status}" + (f" ({told})" if told else "")

    def panels(self, boards: bool = False, *, drawn: bool = False) -> list[Panel]:
        """All that the answer says, as lines and pictures, the status first.

        Args:
            boards: one after each step of an explanation as well.
            drawn: puzzles that it proposes are pictures, and not texts to copy.
        """
        body = self._body(boards, drawn) if self.puzzle is not None else map(Panel, self._fault_lines())
        return [Panel(self.headline()), *body]

    def _body(self, boards: bool, drawn: bool) -> Iterator[Panel]:
        kind, puzzle = kind_of(self.puzzle), self.puzzle
        if "certificate" in self.details:
            yield Panel(f"certificate: {self.details['certificate']}")
        if "steps" in self.details:
            yield from self._steps(boards)
        elif "level" in self.details:
            yield from self._hint()
        elif self.faults:
            marked = {cell for fault in self.faults for cell in fault.cells}
            for solution in self.solutions:
                yield Panel("", kind.picture(puzzle, solution, marked=marked).explained("a fault"))
            yield from map(Panel, self._fault_lines())
        elif self.status == MULTIPLE and "differs" not in self.details:
            yield from self._several()
        elif self.solutions and self.status != MULTIPLE:
            yield from self.boards()
        elif "forced" in self.details:
            yield Panel("", kind.picture(puzzle, details=self.details))
        elif self.status == UNSOLVABLE and "conflict" not in self.details:
            yield Panel("", kind.picture(puzzle))
        yield from self._diagnosis(drawn)

    def boards(self) -> Iterator[Panel]:
        """A drawing of each solution, and what is to be said of it."""
        kind = kind_of(self.puzzle)
        for solution in self.solutions:
            yield Panel("", kind.picture(self.puzzle, solution))
            yield from map(Panel, kind.transcript(self.puzzle, solution))

    def _several(self) -> Iterator[Panel]:
        kind = kind_of(self.puzzle)
        for picture in differing([kind.picture(self.puzzle, solution) for solution in self.solutions[:2]]):
            yield Panel("", picture)

    def _fault_lines(self) -> Iterator[str]:
        by_rule: dict[str, list[Fault]] = {}
        for fault in self.faults:
            by_rule.setdefault(fault.rule, []).append(fault)
        for rule, faults in by_rule.items():
            told = len(faults) if len(faults) == FAULTS_SHOWN + 1 else FAULTS_SHOWN  # no line to hide one line
            for fault in faults[:told]:
                yield f"  {rule}: {shown(fault.message)}"
            if len(faults) > told:
                yield f"  {rule}: and {len(faults) - told} more like these (--format json has all)"

    def _steps(self, boards: bool = False) -> Iterator[Panel]:
        kind, steps = kind_of(self.puzzle), self.steps
        yield Panel("", kind.picture(self.puzzle))
        pictures = frames(self.puzzle, steps) if boards else repeat(None)
        for number, (step, picture) in enumerate(zip(steps, pictures, strict=False), 1):
            yield told(number, step, len(steps))
            if picture:
                yield Panel("", picture)
        yield from self._rest(steps)

    def _rest(self, steps: Sequence[Step]) -> Iterator[Panel]:
        """What stands behind the steps: the summary, and where several solutions go apart."""
        if steps or self.details["summary"]:
            yield Panel(self._summary(steps), hang=2)
        if self.status == MULTIPLE:
            known = "That is all that the solutions have in common. Two of them:"
            yield Panel(known if steps else "The solutions have nothing in common. Two of them:", hang=2)
        yield from self._several()

    def _hint(self) -> Iterator[Panel]:
        """As much of the next step as was asked for, on the player's board."""
        kind, details = kind_of(self.puzzle), self.details
        known = [tuple(mark) for mark in details.get("given", ())]
        if wrong := details.get("wrong"):
            cells = [tuple(mark) for mark in wrong]
            picture = kind.picture(self.puzzle, details=kind.board(self.puzzle, known))
            yield Panel("", highlight(picture, cells).explained("wrong" if len(cells) == 1 else "cannot all be right"))
            return
        if "where" in details and "step" not in details:
            yield Panel(f"{details['where'][:1].upper()}{details['where'][1:].rstrip('.')}.", hang=0)
        if "step" in details:
            step = Step.from_json(details["step"])
            yield replace(told(1, step, 1), caption=f"{step.text} [{step.technique}]", hang=0)
            yield Panel("", board(self.puzzle, step, known))
            return
        for reason in details.get("reasons", ()):
            yield Panel(f"  - {reason}", hang=4)
        if about := [(r, c) for r, c in details.get("about", ())]:
            picture = kind.picture(self.puzzle, details=kind.board(self.puzzle, known))
            yield Panel("", highlight(picture, about=about).explained("where to look", ABOUT))

    def _summary(self, steps: Sequence[Step]) -> str:
        """Grade, how many rules at once the steps need, and the techniques."""
        grade, score = self.details.get("grade"), self.details.get("score")
        parts = [f"Grade: {grade}" + (f", score {score}" if score else "")] if grade else []
        levels = Counter(len(step.reasons) for step in steps)
        needs = [f"{levels[k]} by {'one rule' if k == 1 else f'{k} rules at once'}" for k in sorted(levels) if k]
        parts.append(counted(len(steps), "step") + (f": {listed(needs)}" if needs else ""))
        used = ", ".join(f"{name} {count}" for name, count in self.details["summary"].items() if count)
        return ". ".join([*parts, f"Techniques: {used or 'none'}."])

    def film(self) -> list[Panel]:
        """An explanation as boards, one after each step; of anything else its `panels`, drawn."""
        steps = self.steps
        if self.puzzle is None or not steps:
            return self.panels(drawn=True)
        strip = [
            replace(told(number, step, number), picture=picture, frame=True)
            for number, (step, picture) in enumerate(zip(steps, frames(self.puzzle, steps), strict=True), 1)
        ]
        start = Panel("0. the puzzle", kind_of(self.puzzle).picture(self.puzzle), frame=True)
        return [Panel(self.headline()), start, *strip, *self._rest(steps)]

    def _diagnosis(self, drawn: bool) -> Iterator[Panel]:
        details, kind = self.details, None if self.puzzle is None else kind_of(self.puzzle)
        if kind and (found := details.get("conflict")):
            which = "A smallest set of clues and rules" if details["smallest"] else "A set of clues and rules"
            yield Panel(f"{which} that cannot hold together:")
            for statement in found:
                yield _said(f"  - {statement['message']}")
            cells = {(r, c) for statement in found for r, c in statement["cells"]}
            yield Panel("", kind.picture(self.puzzle, marked=cells).explained("what they are about"))
        if "repairs" in details:
            yield from map(_said, self._repair_lines())
            if details["repairs"]:
                yield Panel("The first of them:")
                yield self._proposed(details["repairs"][0]["puzzle"], drawn)
        if "redundant" in details:
            yield from map(_said, self._redundant_lines())
            if details["redundant"]:
                yield Panel("Without them:")
                yield self._proposed(details["reduced"], drawn)
        if kind and "differs" in details:
            many = _many(len(details["differs"]), "{} cell")
            yield Panel(f"The solutions differ in {many}, marked here:")
            marked = {(r, c) for r, c in details["differs"]}
            yield Panel("", kind.picture(self.puzzle, self.solutions[0], marked=marked).explained("what differs"))
        if details.get("givens"):
            least = "no smaller set does" if details["givens_smallest"] else "none smaller does for this solution"
            givens = ", ".join(details["givens"])
            yield _said(f"Given in addition, these leave one solution ({least}): {givens}")

    def _proposed(self, record: dict[str, Any], drawn: bool) -> Panel:
        """A puzzle: its picture, or its text."""
        kind = kind_of(self.puzzle)
        puzzle = kind.texts.from_json(record)
        return Panel("", kind.picture(puzzle)) if drawn else Panel(kind.texts.styles["text"](puzzle).rstrip("\n"))

    def _redundant_lines(self) -> Iterator[str]:
        clues, largest = self.details["redundant"], self.details["redundant_largest"]
        if not clues:
            yield (
                "Every clue is needed."
                if largest
                else "A limit was reached before a clue was known that is not needed."
            )
            return
        known = "no larger set can go" if largest else "a limit was reached; a larger set may do"
        yield f"{_many(len(clues), '{} clue')} can be left out together ({known}):"
        yield from (f"  - {clue}" for clue in clues)

    def _repair_lines(self) -> Iterator[str]:
        repairs, tried = self.details["repairs"], self.details["edits_tried"]
        clues = "one clue" if tried == 1 else f"up to {tried} clues"
        if not self.details["repairs_complete"]:
            yield "A limit ended the search for repairs; there may be more."
        if not repairs:
            if self.details["repairs_complete"] and tried:
                wanted = "a unique solution" if self.details.get("only_unique") else "a solution"
                if self.status == MULTIPLE:
                    yield "Nothing small was found that leaves one solution."
                else:
                    yield f"No change of {clues} gives a puzzle with {wanted}; --edits {tried + 1} looks further."
            return
        if self.status == MULTIPLE:
            yield "Each of these leaves one solution:" if len(repairs) > 1 else "This leaves one solution:"
            yield from (f"  - {'; '.join(repair['edits'])}" for repair in repairs[:REPAIRS_SHOWN])
            if len(repairs) > REPAIRS_SHOWN:
                yield f"  - and {len(repairs) - REPAIRS_SHOWN} more (--format json has all)"
            return
        unique = sum(repair["status"] == UNIQUE for repair in repairs)
        changes = "1 change of {} helps" if len(repairs) == 1 else f"{len(repairs)} changes of {{}} help"
        rest = f", {unique} of them to a unique solution" if len(repairs) > 1 else ", and leaves one solution" * unique
        yield f"{changes.format(clues)}{rest}:"
        for repair in repairs[:REPAIRS_SHOWN]:
            yield f"  - {'; '.join(repair['edits'])} ({repair['status']})"
        if len(repairs) > REPAIRS_SHOWN:
            yield f"  - and {len(repairs) - REPAIRS_SHOWN} more (--format json has all)"

    @property
    def _told(self) -> bool:
        """Whether it is an explanation or a hint, whose sentences name cells."""
        return bool({"steps", "level"} & self.details.keys())

    @property
    def names_cells(self) -> bool:
        """Whether its sentences name cells, so that a picture of it needs coordinates."""
        return self._told or bool(self.faults or {"conflict", "repairs", "givens", "redundant"} & self.details.keys())

    def __str__(self) -> str:
        from satdnd.draw.terminal import render_panels

        return render_panels(self.panels(), coordinates=self._told)

    def _repr_svg_(self) -> str:
        """SVG, for notebooks."""
        from satdnd.draw.svg import render_panels

        return render_panels(self.film(), coordinates=self.names_cells)


def shown(text: str) -> str:
    """*text* on one line of a terminal: control characters and lone surrogates as escapes."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _many(count: int, words: str) -> str:
    """``1 solution``, ``2 solutions``."""
    return words.format(count) + ("" if count == 1 else "s")


def _said(line: str) -> Panel:
    return Panel(line, hang=4 if line.startswith("  - ") else 2)
