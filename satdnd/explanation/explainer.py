"""Explanations: a solution as steps that a person can follow; the same steps from a board are `Walk`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, NamedTuple

from satdnd.engine.answer import MULTIPLE, UNDECIDED, UNIQUE
from satdnd.engine.kind import Encoding, Kind, kind_of
from satdnd.engine.search import Search
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import Undecided, UsageError
from satdnd.explanation.answers import Explanation
from satdnd.explanation.arguments import Refutation
from satdnd.explanation.implication_tables import literals_of
from satdnd.explanation.rating import rating_of
from satdnd.explanation.stepper import Found, Stepper
from satdnd.explanation.steps import Argument, Explanations, Move, Step, Tactics, Turn
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Statement

MOST_ALIKE, MOST_FOUND = 4, 14
"""Alike steps that are told together, and what they find: more would be hard to follow."""


def explain(solver: Solver, puzzle: Any) -> Explanation[Any]:
    """The solution of *puzzle* in steps, always one of those with the fewest reasons next.

    Args:
        solver: with the options of the puzzle's kind, and the limits of one question.
        puzzle: of any kind whose answers are models of a formula.

    Returns:
        ``unique``, with the solution and steps up to it; ``multiple``, with two solutions and steps up to what is the
        same in all; ``unsolvable``; ``undecided`` where the budget ran out, with the steps up to there.

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """
    started = time.perf_counter()
    task = PuzzleTask.of(solver, puzzle)
    answer: Explanation[Any] = Explanation.of(solver.unique(puzzle))
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            with closing(task.walk(answer.solutions)) as walk:
                _follow(walk, answer)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status == UNIQUE:
        try:
            rating = rating_of(task.kind, puzzle, answer.solutions[0], task.options, task.budget)
            answer.grade, answer.score = rating.grade, rating.score
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, f"{error} before it was rated"
    answer.seconds = time.perf_counter() - started
    return answer


def _follow(walk: Walk, answer: Explanation[Any]) -> None:
    """Take step after step, into *answer*."""
    walk.try_tactics(answer.solutions)
    steps = list[Step]()
    try:
        while (step := walk.next(together=True)) is not None:
            steps.append(step)
            walk.task.budget.check()
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status == UNIQUE and walk.stepper.unknown:
        answer.status, answer.reason = UNDECIDED, "the allowed techniques are not enough"
    answer.steps = tuple(steps)
    technique, _, answer.summary = walk.task.explanations.assess(walk.task.puzzle, steps)
    answer.technique = technique or None


class PuzzleTask(NamedTuple):
    """A question about one puzzle."""

    kind: Kind[Any, Any, Any]
    explanations: Explanations[Any]
    """What the kind brings for them."""
    puzzle: Any
    options: Any
    budget: Budget
    """What it may take."""

    @classmethod
    def of(cls, solver: Solver, puzzle: Any) -> PuzzleTask:
        """With the options and limits of *solver*, from now on. UsageError as `explain`."""
        kind = kind_of(puzzle)
        own = solver.options_of(kind)
        if own.outside:
            raise UsageError("explanations need one of PySAT's solvers, not an external program")
        return cls(kind, kind.require(Explanations), puzzle, own, solver.budget_of(kind))

    def walk(self, solutions: Sequence[Any]) -> Walk:
        """Where there are two solutions, the goal is what all have in common."""
        self.budget.check()
        self.budget.afford(self.kind.clauses(self.puzzle, self.kind.options()))
        encoding = stated(self.kind, self.puzzle, self.options, self.budget, teaching=True)
        if len(solutions) == 1:
            return Walk(self, encoding, solutions[0])
        return self.common(encoding)

    def common(
        self, encoding: Encoding[Any, Any], marked: Iterable[Literal] = (), targets: Iterable[Literal] = ()
    ) -> Walk:
        """The goal is what all solutions that are *marked* so have in common; *targets* as for `Walk`."""
        with closing(Search(encoding, "auto", self.budget)) as search:
            for x in marked:
                search.session.add([x])
            found = search.backbone(self.puzzle, self.budget)
        assert found is not None
        return Walk(self, encoding, *found, targets)


class Walk:
    """A puzzle on the way to its solution: what is known of it, at first what is seen at once, and the next steps.

    Args:
        task: the question.
        encoding: the statements of the puzzle.
        solution: one.
        goal: what is to be found; None: all of the solution.
        targets: what is not learned along with others, since why it is so is the question.
    """

    def __init__(
        self,
        task: PuzzleTask,
        encoding: Encoding[Any, Any],
        solution: Any,
        goal: list[Literal] | None = None,
        targets: Iterable[Literal] = (),
    ) -> None:
        self.task, self.encoding, self._solution, self._targets = task, encoding, solution, frozenset(targets)
        self._tactics: Tactics | None = None
        true = set(encoding.literals(task.puzzle, solution))
        literals = [v if v in true else -v for v in encoding.projection]
        self.stepper = Stepper(
            encoding.formula,
            encoding.projection,
            literals,
            literals if goal is None else goal,
            encoding.connectivity(task.puzzle),
            lambda x: encoding.unknowns.mark(x)[:2],  # type: ignore[arg-type,return-value]  # a mark begins with its cell
            task.budget,
            self._rank,
        )
        self.learn(encoding.shown(task.puzzle))

    def again(self, targets: Iterable[Literal]) -> Walk:
        """Another one, from the beginning of the same."""
        return Walk(self.task, self.encoding, self._solution, [*self.stepper.goal], targets)

    def close(self) -> None:
        """Give back what the steps were found with."""
        self.stepper.close()

    def use_budget(self, task: PuzzleTask) -> None:
        """Take of the budget of another question about the puzzle from now on."""
        self.task = task
        self.stepper.use_budget(task.budget)

    def try_tactics(self, solutions: Sequence[Any]) -> None:
        """Try techniques of the kind first; *solutions*: the only one, or two."""
        only = solutions[0] if len(solutions) == 1 else None
        self._tactics = self.task.explanations.tactics(self.task.puzzle, only, self.task.options)

    def learn(self, literals: Iterable[Literal]) -> None:
        """Mark *literals*, and what comes along with them."""
        known = list(literals)
        along = (y for x in known for y in self.encoding.unknowns.along(x))
        self.stepper.learn([x for x in [*known, *along] if x not in self._targets])
        if self._tactics is not None:
            self._tactics.learn(known)

    def next(self, *, together: bool = False) -> Step | None:
        """The easiest step, which is taken; None where nothing is left to find. Raises Undecided.

        *together*: with a few alike steps of one rule, where the kind tells them in one sentence.
        """
        stepper, tactics = self.stepper, self._tactics
        if not stepper.unknown:
            return None
        move = tactics.next() if tactics else None
        found = None
        if tactics is None:
            found = stepper.next()
        elif move is not None:
            found = stepper.by(move.reasons, move.literals)
            few = len(found.reasons) <= tactics.least
            found = found._replace(easiest=found.easiest or (few and tactics.least > 2))
        else:
            found = stepper.next(tactics.deepest, tactics.least)
            if found is None and tactics.deepest:
                found = stepper.beyond()
            if found is None and (move := tactics.guess()):
                found = Found(list(move.literals), [], [], False, False, 0)
        if found is None:
            return None
        step = self._together(found) if together and tactics is None else self.step_of(found, move)
        self.learn(map(self.encoding.unknowns.literal, step.cells))
        return step

    def _rank(self, reasons: Sequence[Statement], literals: Sequence[Literal], known: Sequence[Literal]) -> int:
        """How soon a player sees what follows, by the techniques of the kind."""
        mark = self.encoding.unknowns.mark
        cells = tuple(map(mark, sorted(self._own(literals), key=abs)))
        step = Step(cells, "", "", tuple(reasons), tuple(map(mark, known)))
        return self.task.explanations.words.rank(self.task.puzzle, step)

    def _together(self, found: Found) -> Step:
        """A step, and those that are told with it."""
        words, puzzle, unknowns = self.task.explanations.words, self.task.puzzle, self.encoding.unknowns
        known = literals_of(self.stepper.statements.true, self.stepper.statements.false)

        def joined(steps: Sequence[Found]) -> Step:
            """All of them as one."""
            steps = sorted(steps, key=lambda one: min(map(abs, one.literals)))
            marks = [tuple(map(self.encoding.unknowns.mark, sorted(self._own(one.literals), key=abs))) for one in steps]
            return Step(
                tuple(mark for own in marks for mark in own),
                "",
                "",
                tuple(one.reasons[0] for one in steps),
                tuple(dict.fromkeys(self.encoding.unknowns.mark(x) for one in steps for x in one.known)),
                easiest=found.easiest,
                openings=found.openings,
                arguments=tuple(Argument((), (Turn(i, own),)) for i, own in enumerate(marks)),
            )

        def explained(steps: Sequence[Found]) -> bool:
            """Whether the kind has a sentence for them, and nobody loses count."""
            step = joined(steps)
            few = len(steps) <= MOST_ALIKE and len(step.cells) <= MOST_FOUND
            return few and words.together(puzzle, step, known, unknowns)

        steps = self.stepper.alike(found, explained)
        if not steps[1:]:
            return self.step_of(found)
        step = joined(steps)
        technique, text = words.describe(puzzle, step, known, unknowns)
        return replace(step, technique=technique, text=text)

    def _own(self, literals: Iterable[Literal]) -> list[Literal]:
        """Those that do not come along with others of them."""
        literals = list(literals)
        along = {y for x in literals for y in self.encoding.unknowns.along(x)}
        return [x for x in literals if x not in along]

    def step_of(self, found: Found, move: Move | None = None) -> Step:
        """A step in the words of its kind."""
        encoding = self.encoding
        found = found._replace(literals=self._own(found.literals))
        found, proofs = (found, []) if move else self.stepper.argued(found)
        step = Step(
            tuple(map(encoding.unknowns.mark, sorted(found.literals, key=abs))),
            move.technique if move else "",
            move.text if move else "",
            tuple(found.reasons),
            tuple(map(encoding.unknowns.mark, found.known)),
            minimal=found.minimal,
            easiest=found.easiest,
            openings=found.openings,
            arguments=tuple(map(self._argument, proofs)),
        )
        if move:
            return step
        known = literals_of(self.stepper.statements.true, self.stepper.statements.false)
        technique, text = self.task.explanations.words.describe(self.task.puzzle, step, known, encoding.unknowns)
        return replace(step, technique=technique, text=text)

    def _argument(self, refutation: Refutation) -> Argument:
        """With marks."""
        mark = self.encoding.unknowns.mark
        return Argument(
            tuple(map(mark, refutation.assumed)),
            tuple(Turn(i, tuple(map(mark, implied))) for i, implied in refutation.links),
            tuple(map(self._argument, refutation.cases)),
        )
