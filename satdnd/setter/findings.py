"""The answer of ``diagnose``: the conflict, repairs, additional givens, and needless clues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.draw.picture import Panel
from satdnd.engine.answer import MULTIPLE, UNIQUE, Answer, pairs
from satdnd.engine.kind import S_co, kind_named, kind_of
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import RecordedStatement, Statement
from satdnd.setter.parts import GivenCells

REPAIRS_SHOWN = 12
"""The most repairs that a text lists."""


@dataclass(frozen=True)
class Conflict:
    """Statements of the puzzle that cannot hold together."""

    statements: tuple[Statement, ...]
    smallest: bool
    """Whether no smaller set is in conflict. False if the budget ran out before all smaller sets were excluded, or if
    the conflict was found by counting."""


@dataclass(frozen=True)
class Repair:
    """A change of clues that makes a puzzle solvable."""

    edits: tuple[str, ...]
    puzzle: Any
    status: str
    """``unique`` or ``multiple``; ``undecided`` if the budget ran out."""

    def to_json(self) -> dict[str, Any]:
        """``edits``, ``status``, ``puzzle``."""
        puzzle = kind_of(self.puzzle).texts.to_json(self.puzzle)
        return {"edits": list(self.edits), "status": self.status, "puzzle": puzzle}


def _puzzle(record: Any) -> Any:
    return kind_named(record["kind"]).texts.from_json(record)


@dataclass
class Diagnosis(Answer[S_co]):
    """What is wrong with a puzzle; fields not requested or not found are None."""

    conflict: tuple[Statement, ...] | None = None
    """If there is no solution: clues and rules that contradict each other."""
    smallest: bool | None = None
    """Whether no smaller set is in conflict."""
    count: int | None = None
    """If there are several solutions: their number, up to `satdnd.setter.diagnosis.COUNT_LIMIT`."""
    counted_all: bool | None = None
    differs: tuple[Cell, ...] | None = None
    """The cells in which the solutions differ."""
    givens: tuple[str, ...] | None = None
    """Givens that would make it unique, as sentences."""
    givens_smallest: bool | None = None
    given_marks: tuple[Mark, ...] | None = None
    """The same as marks, for kinds that have marks."""
    repairs: tuple[Repair, ...] | None = None
    """Repairs, those with a unique solution first."""
    only_unique: bool | None = None
    """True if only repairs to one solution were searched for."""
    edits_tried: int | None = None
    """The maximum number of clues that a repair changes."""
    repairs_complete: bool | None = None
    redundant: tuple[str, ...] | None = None
    """If it is unique: clues that can be left out, as sentences."""
    redundant_largest: bool | None = None
    reduced: Any = None
    """The puzzle without the clues in `redundant`."""

    readers: ClassVar = {
        "conflict": lambda found: tuple(map(RecordedStatement.from_json, found)),
        "repairs": lambda found: tuple(
            Repair(tuple(each["edits"]), _puzzle(each["puzzle"]), each["status"]) for each in found
        ),
        **dict.fromkeys(("differs", "given_marks"), pairs),
        **dict.fromkeys(("givens", "redundant"), tuple),
        "reduced": _puzzle,
    }

    def notes(self) -> Iterator[str]:
        """The number of solutions."""
        if self.count is None:
            yield from super().notes()
        else:
            yield counted(self.count, "solution").replace(" ", " " if self.counted_all else " or more ")

    def body(self, boards: bool, drawn: bool) -> Iterator[Panel]:
        """The panels of any answer, then the findings."""
        if self.differs is None and self.conflict is None:
            yield from super().body(boards, drawn)
        kind = kind_of(self.puzzle)
        if self.conflict:
            which = "A smallest set of clues and rules" if self.smallest else "Clues and rules"
            yield Panel(f"{which} that contradict each other:")
            for statement in self.conflict:
                yield _line(f"  - {statement.text}")
            cells = {cell for statement in self.conflict for cell in statement.cells}
            yield Panel("", kind.picture(self.puzzle, marked=cells).explained("what they are about"))
        if self.repairs is not None:
            yield from map(_line, self._repair_lines(self.repairs))
            if self.repairs:
                yield Panel("First repair:" if len(self.repairs) > 1 else "The repaired puzzle:")
                yield _proposed(self.repairs[0].puzzle, drawn)
        if self.redundant is not None:
            yield from map(_line, self._redundant_lines(self.redundant))
            if self.redundant:
                yield Panel("Without them:")
                yield _proposed(self.reduced, drawn)
        if self.differs is not None:
            yield Panel(f"The solutions differ in {counted(len(self.differs), 'cell')}, marked here:")
            picture = kind.picture(self.puzzle, self.solutions[0], marked=self.differs)
            yield Panel("", picture.explained("what differs"))
        if self.givens:
            least = "minimum" if self.givens_smallest else "minimum for this solution"
            known = (
                "Adding these givens makes"
                if kind.part(GivenCells) or "given" in kind.rules
                else f"Knowing {'this' if len(self.givens) == 1 else 'these'} as well would make"
            )
            yield _line(f"{known} it unique ({least}): {', '.join(self.givens)}")

    def _redundant_lines(self, clues: tuple[str, ...]) -> Iterator[str]:
        if clues:
            known = "no larger set can" if self.redundant_largest else "a limit was reached; there may be a larger set"
            yield f"{counted(len(clues), 'clue')} can be left out{' together' * (len(clues) > 1)} ({known}):"
            yield from (f"  - {clue}" for clue in clues)
        elif self.redundant_largest:
            yield "Every clue is needed."
        else:
            yield "A limit was reached before any clue was found that is not needed."

    def _repair_lines(self, repairs: tuple[Repair, ...]) -> Iterator[str]:
        tried, several = self.edits_tried or 0, self.status == MULTIPLE
        clues = "one clue" if tried == 1 else f"up to {tried} clues"
        if not self.repairs_complete:
            yield "A limit ended the search for repairs; there may be more."
        if not repairs:
            if self.repairs_complete and tried:
                wanted = "a unique solution" if self.only_unique else "a solution"
                if several:
                    yield "No small change was found that makes it unique."
                else:
                    yield f"No change of {clues} gives a puzzle with {wanted}; --edits {tried + 1} looks further."
            return
        if several:
            yield "Each of these makes it unique:" if len(repairs) > 1 else "This makes it unique:"
        else:
            unique, many = sum(repair.status == UNIQUE for repair in repairs), len(repairs)
            sizes = {len(repair.edits) for repair in repairs}
            size = {1: "one-clue ", 2: "two-clue "}.get(max(sizes), f"{max(sizes)}-clue ") if len(sizes) == 1 else ""
            found = counted(many, f"{size}change")
            if many == 1:
                yield f"{found} fixes it{' and makes it unique' * unique}:"
            else:
                how_many = {0: "none makes", 1: "one makes", many: f"all {many} make"}.get(unique, f"{unique} make")
                yield f"{found} fix it; {how_many} it unique:"
        for repair in repairs[:REPAIRS_SHOWN]:
            yield f"  - {'; '.join(repair.edits)}" + ("" if several else f" ({repair.status})")
        if len(repairs) > REPAIRS_SHOWN:
            yield f"  - and {len(repairs) - REPAIRS_SHOWN} more (--format json has all)"

    @property
    def names_cells(self) -> bool:
        """Whether anything found names cells."""
        return super().names_cells or any(
            found is not None for found in (self.conflict, self.repairs, self.givens, self.redundant)
        )


def _proposed(puzzle: Any, drawn: bool) -> Panel:
    """A puzzle as a picture, or as text."""
    kind = kind_of(puzzle)
    return Panel("", kind.picture(puzzle)) if drawn else Panel(kind.texts.styles["text"](puzzle).rstrip("\n"))


def _line(line: str) -> Panel:
    return Panel(line, hang=4 if line.startswith("  - ") else 2)
