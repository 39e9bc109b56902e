"""The results of ``explain`` and ``hint``, as text and as drawn boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any, ClassVar, Literal

from satdnd.draw.picture import ABOUT, Panel, Picture, highlight
from satdnd.engine.answer import MULTIPLE, SOLVED, Answer, pairs
from satdnd.engine.kind import S_co, kind_of
from satdnd.explanation.places import Location
from satdnd.explanation.steps import Step, techniques_of
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted, listed
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import RecordedStatement, Statement

MOST_REASONS = 8
"""The most reasons listed in a text; JSON lists all."""
Level = Literal["where", "which", "full"]
"""How much a hint reveals: where to look, also the reasons, or the whole step."""


def about(minutes: Sequence[float]) -> str:
    """``about 6 minutes``, of a low, a typical and a high value."""
    return f"about {counted(max(1, round(minutes[1])), 'minute')}"


@dataclass
class Explanation(Answer[S_co]):
    """A solution as steps, with a rating. The status is that of ``unique``, or ``undecided``."""

    steps: tuple[Step, ...] = ()
    grade: str = ""
    """One of `satdnd.explanation.rating.GRADES`; empty if not rated."""
    minutes: tuple[float, float, float] | None = None
    """How long a practised person takes: low, typical and high; None if not rated."""
    summary: Mapping[str, int] = field(default_factory=dict)
    """The number of uses of each technique."""
    technique: str | None = None
    """The hardest technique used, for kinds that rank their techniques."""
    given: tuple[Mark, ...] | None = None
    """The player's marks from which the steps start."""

    readers: ClassVar = {"steps": lambda entries: tuple(map(Step.from_json, entries)), "given": pairs, "minutes": tuple}

    def body(self, boards: bool, drawn: bool) -> Iterator[Panel]:
        """Yield the steps, each that finds something followed by its board if *boards*."""
        yield Panel("", self._start())
        pictures = frames(self.puzzle, self.steps, self.given or ()) if boards else repeat(None)
        for number, (step, picture) in enumerate(zip(self.steps, pictures, strict=False), 1):
            yield self._step_panel(number, step, len(self.steps))
            if picture and step.cells:
                yield Panel("", picture)
        yield from self._rest()

    def _start(self) -> Picture:
        """The board before the first step."""
        kind = kind_of(self.puzzle)
        return kind.picture(self.puzzle, details=kind.board(self.puzzle, self.given) if self.given else None)

    def _rest(self) -> Iterator[Panel]:
        """Yield the summary, and two solutions if there are several."""
        if self.steps or self.summary:
            yield Panel(self._sum(), hang=2)
        if self.status == MULTIPLE:
            known = "That is all that the solutions have in common. Two of them:"
            yield Panel(known if self.steps else "The solutions have nothing in common. Two of them:", hang=2)
        yield from self.compared_solutions()

    def _sum(self) -> str:
        """The grade, the number of steps by rules needed at once, and the techniques."""
        parts = [f"Grade: {self.grade}" + (f", {about(self.minutes)}" if self.minutes else "")] if self.grade else []
        levels = Counter(step.at_once for step in self.steps)
        needs = [f"{levels[k]} by {'one rule' if k == 1 else f'{k} rules at once'}" for k in sorted(levels) if k]
        parts.append(counted(len(self.steps), "step") + (f": {listed(needs)}" if needs else ""))
        between = "; " if any("," in name for name in self.summary) else ", "
        unnamed = {step.technique for step in self.steps}.difference(techniques_of(kind_of(self.puzzle)))
        used = between.join(f"{name} {count}" for name, count in self.summary.items() if count and name not in unnamed)
        return ". ".join([*parts, f"Techniques: {used or 'none'}."])

    def _step_panel(self, number: int, step: Step, last: int) -> Panel:
        """A step as a numbered line; *last* is the highest number, for the indentation."""
        width = len(str(last))
        return Panel(f"{number:>{width}}. {named(self.puzzle, step)}", hang=width + 2)

    def film(self) -> list[Panel]:
        """The board after each step; without steps, the frames of any answer."""
        if self.puzzle is None or not self.steps:
            return super().film()
        pictures = frames(self.puzzle, self.steps, self.given or ())
        strip = [
            replace(self._step_panel(number, step, number), picture=picture, frame=True)
            for number, (step, picture) in enumerate(zip(self.steps, pictures, strict=True), 1)
        ]
        start = Panel("0. the board" if self.given else "0. the puzzle", self._start(), frame=True)
        return [Panel(self.headline()), start, *strip, *self._rest()]

    @property
    def numbered(self) -> bool:
        """True: rows and columns are numbered."""
        return True


@dataclass
class Hint(Answer[S_co]):
    """The next step from a player's board, or its mistakes; fields not requested or not found are None."""

    level: Level | None = None
    given: tuple[Mark, ...] | None = None
    """The player's marks."""
    smallest: bool | None = None
    """Whether no smaller set of marks is contradictory."""
    mistakes: int | None = None
    """The number of wrong marks, or of marks that contradict each other."""
    wrong: tuple[Mark, ...] | None = None
    """One wrong mark, or all marks that contradict each other."""
    where: str | None = None
    """Where to look, or where the mistake is, as a sentence."""
    about: tuple[Cell, ...] | None = None
    """The cells named by `where`."""
    reasons: tuple[Statement, ...] | None = None
    """The reasons of the step."""
    step: Step | None = None

    readers: ClassVar = {
        **dict.fromkeys(("given", "wrong", "about"), pairs),
        "reasons": lambda found: tuple(map(RecordedStatement.from_json, found)),
        "step": Step.from_json,
    }

    def fill(self, step: Step, level: Level, area: Location) -> None:
        """Set the fields of a hint of *level* from *step*; *area* is where to look."""
        self.where, self.about = f"look at {area.name}", area.cells
        if level != "where":
            self.reasons = (*step.turning,) if level == "which" else step.reasons
        if level == "full":
            self.step = step

    def _clues(self) -> list[str]:
        """One thought: the rule on which it turns, or all of one sort, at most `MOST_REASONS`."""
        first, *others = self.reasons or (None,)
        if first is None or not others:
            return [first.text] if first else []
        alike = [first.text, *(reason.text for reason in others if reason.rule == first.rule)]
        if len(alike) <= len(others):
            rest = f"{counted(len(others), 'other rule')} {'takes' if len(others) == 1 else 'take'} part"
            return [f"{first.text} ({rest})"]
        left = len(alike) - MOST_REASONS
        return alike if left < 2 else [*alike[:MOST_REASONS], f"and {left} more like these (--format json has all)"]

    def headline(self) -> str:
        """The title, and whether there is a next step, or what is wrong."""
        if self.mistakes:
            return f"{self.title}: {self.reason}"
        if self.level is None or self.status != SOLVED:
            return super().headline()
        return f"{self.title}: {'the next step' if self.where else f'nothing is left to find ({self.reason})'}"

    def one_line(self) -> str:
        """The headline, then the step, the reasons or the place in one line."""
        clauses = [self.where] if self.where and self.where != self.reason and not self.wrong else []
        clauses += self._clues()
        if self.step:
            clauses = [" ".join(named(self.puzzle, self.step).split())]
        return "; ".join([self.headline(), *clauses])

    def body(self, boards: bool, drawn: bool) -> Iterator[Panel]:
        """Yield the parts of the step that the level reveals, on the player's board."""
        if self.level is None:
            yield from super().body(boards, drawn)
            return
        kind, known = kind_of(self.puzzle), self.given or ()
        picture = kind.picture(self.puzzle, details=kind.board(self.puzzle, known))
        if self.step:
            yield Panel(named(self.puzzle, self.step), hang=0)
        elif self.where and not self.mistakes:
            yield Panel(f"{self.where[:1].upper()}{self.where[1:]}.", hang=0)
        for clue in () if self.step else self._clues():
            yield Panel(f"  - {clue}", hang=4)
        if self.wrong:
            rules = {cell for reason in self.reasons or () for cell in reason.cells}
            meaning = "wrong" if len(self.wrong) == 1 else "cannot all be right"
            picture = highlight(picture, self.wrong, rules).explained(meaning)
            yield Panel("", picture.explained("what the rule is about", ABOUT))
        elif self.step:
            yield Panel("", board(self.puzzle, self.step, known))
        elif self.about:
            yield Panel("", highlight(picture, about=self.about).explained("where to look", ABOUT))

    @property
    def numbered(self) -> bool:
        """Whether the board was examined; then rows and columns are numbered."""
        return self.level is not None


def named(puzzle: Any, step: Step) -> str:
    """The sentence of a step, with its technique in brackets if players have a name for it."""
    return f"{step.text} [{step.technique}]" if step.technique in techniques_of(kind_of(puzzle)) else step.text


def board(puzzle: Any, step: Step, known: Iterable[Mark]) -> Picture:
    """The board after *step*, with the marks *known* before it."""
    kind = kind_of(puzzle)
    picture = kind.picture(puzzle, details=kind.board(puzzle, [*known, *step.cells]))
    about = {cell for reason in step.reasons for cell in reason.cells}
    drawn = highlight(picture, step.cells, about, step.known, _turns(step))
    lines = (reason.cells for reason in step.reasons if len(reason.cells) > 2)
    return replace(drawn, frames=tuple(frozenset(cells) for cells in lines if _is_line(cells)))


def _turns(step: Step) -> dict[Cell, int]:
    """The cells that the first argument settles, each with the number, from 1, of its link."""
    found = dict[Cell, int]()
    turns = step.arguments[0].turns if step.arguments and not step.alike else ()
    for number, turn in enumerate(turns, 1):
        for mark in turn.marks:
            if len(mark) == 3:
                found.setdefault((int(mark[0]), int(mark[1])), number)
    return found


def _is_line(cells: Sequence[Cell]) -> bool:
    """Whether *cells* lie in one row or one column."""
    return any(len({cell[k] for cell in cells}) == 1 for k in (0, 1))


def frames(puzzle: Any, steps: Iterable[Step], given: Iterable[Mark] = ()) -> Iterator[Picture]:
    """Yield the board after each step, from one with the marks *given*."""
    marks = [*given]
    for step in steps:
        yield board(puzzle, step, marks)
        marks += step.cells
