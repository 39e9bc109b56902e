"""What comes back from a question, typed; to JSON and from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from satdnd.errors import InputError
from satdnd.kind import Drawn, Fault, S_co, kind_named

SOLVED = "solved"
UNIQUE = "unique"
MULTIPLE = "multiple"
UNSOLVABLE = "unsolvable"
UNDECIDED = "undecided"
VALID = "valid"
INVALID = "invalid"
ERROR = "error"

STATUSES = (SOLVED, UNIQUE, MULTIPLE, UNSOLVABLE, UNDECIDED, VALID, INVALID, ERROR)

_FIELDS = ("name", "kind", "status", "message", "reason", "faults", "solutions", "complete", "seconds", "stats")


@dataclass
class Answer(Drawn, Generic[S_co]):
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
        for name in ("name", "kind", "status"):
            if not isinstance(record.get(name), str):
                raise InputError(f'field "{name}" is {record.get(name)!r}, expected a string')
        if record["status"] not in STATUSES:
            raise InputError(f'field "status" is {record["status"]!r}, expected one of {", ".join(STATUSES)}')
        if record["kind"] != puzzle.kind:
            raise InputError(f"the answer is about the kind {record['kind']!r}, the puzzle is {puzzle.kind!r}")
        answer: Answer[Any] = cls(record["name"], record["kind"], record["status"], puzzle=puzzle)
        answer.reason = record.get("message" if answer.status == ERROR else "reason", "")
        for entry in record.get("solutions", []):
            for solution in kind_named(answer.kind).texts.read_solutions(json.dumps(entry), puzzle):
                if isinstance(solution, InputError):
                    raise solution
                answer.solutions.append(solution)
        for entry in record.get("faults", []):
            cells = tuple((cell[0], cell[1]) for cell in entry["cells"])
            answer.faults.append(Fault(entry["rule"], cells, entry["message"]))
        answer.complete = bool(record.get("complete", False))
        answer.seconds = float(record.get("seconds", 0.0))
        answer.stats = dict(record.get("stats", {}))
        answer.details = {name: value for name, value in record.items() if name not in _FIELDS}
        return answer
