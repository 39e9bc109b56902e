"""Explanations: a solution as steps that a person can follow. `Walk` makes the steps from any board."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, NamedTuple

from satdnd.engine.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE
from satdnd.engine.kind import Encoding, Kind, Part, kind_of
from satdnd.engine.search import Search
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import Undecided, UsageError
from satdnd.explanation.answers import Explanation
from satdnd.explanation.arguments import Refutation
from satdnd.explanation.boards import player_marks
from satdnd.explanation.implication_tables import literals_of
from satdnd.explanation.rating import rating_of, solved_for_rating
from satdnd.explanation.stepper import Found, Stepper
from satdnd.explanation.steps import Argument, Bound, Commentary, Explanations, Move, Step, Tactics, Turn
from satdnd.grid.notation import counted
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Statement
from satdnd.sat.pysat_interrupts import interruptible

MOST_ALIKE, MOST_FOUND = 10, 30
"""The most similar steps merged into one sentence, and the most marks they may find together."""
LONGEST = 300
"""The most characters of the sentence of a merger of steps by several rules."""


def explain(solver: Solver, puzzle: Any, given: Any = None) -> Explanation[Any]:
    """Explain the solution of *puzzle* in steps, each with the fewest reasons possible.

    Args:
        solver: provides the options of the puzzle's kind, and the limits.
        puzzle: of any kind.
        given: the player's board from which the steps start, as for `player_marks`; None: an empty board.

    Returns:
        ``unique``, or ``solved`` with an optimum, with the solution and all steps; ``multiple`` with two solutions and
        the steps to what all solutions share (none from a board); ``unsolvable``; ``invalid`` for a board with
        mistakes; or ``undecided`` with the steps found before the budget ran out.

    Raises:
        InputError: *given* is not a board of the puzzle.
        UsageError: the kind does not have these options.
    """
    started, kind = time.perf_counter(), kind_of(puzzle)
    commentary = kind.part(Commentary)
    task = PuzzleTask.of(solver, puzzle, Commentary if commentary else Explanations)
    marks = player_marks(puzzle, given, task.options) if given is not None else []
    answer: Explanation[Any] = Explanation.of(solved_for_rating(solver, kind, puzzle))
    answer.given = tuple(marks) or None
    try:
        if commentary and answer.status == SOLVED:
            answer.solutions, answer.complete = answer.solutions[:1], False
            answer.reason = commentary.proof(answer.solutions[0], answer.stats)
            for step in commentary.steps(puzzle, answer.solutions[0], task.options, task.budget):
                answer.steps += (step,)
            answer.summary = Counter(step.technique for step in answer.steps)
        elif answer.status == MULTIPLE and marks:
            answer.reason = "steps from a board need a puzzle with one solution"
        elif answer.status in (UNIQUE, MULTIPLE):
            with interruptible(), closing(task.walk(answer.solutions)) as walk:
                _follow(walk, answer, marks)
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status in (UNIQUE, SOLVED):
        try:
            rating = rating_of(kind, puzzle, answer.solutions[0], task.options, task.budget)
            answer.grade, answer.minutes = rating.grade, rating.minutes
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, f"{error} before it was rated"
    answer.seconds = time.perf_counter() - started
    return answer


def _follow(walk: Walk, answer: Explanation[Any], marks: Sequence[Mark]) -> None:
    """Take steps from a board with *marks* until none is left, and store them in *answer*."""
    marked = [*map(walk.encoding.unknowns.literal, marks)]
    if wrong := [x for x in marked if -x in walk.stepper.goal]:
        answer.status, answer.solutions, answer.complete = INVALID, [], False
        contradict = "contradicts" if len(wrong) == 1 else "contradict"
        answer.reason = (
            f"{counted(len(wrong), 'mark')} on the board {contradict} the solution; 'satdnd hint' shows where"
        )
        return
    walk.try_tactics(answer.solutions)
    walk.learn(marked)
    steps = list[Step]()
    try:
        while (step := walk.next(together=True)) is not None:
            steps.append(step)
            walk.task.budget.check()
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status in (UNIQUE, MULTIPLE) and walk.stepper.unknown:
        answer.status, answer.reason = UNDECIDED, "the allowed techniques are not enough"
    answer.steps = tuple(steps)
    technique, _, answer.summary = walk.task.explanations.assess(walk.task.puzzle, steps)
    answer.technique = technique or None


class PuzzleTask(NamedTuple):
    """A puzzle with the options and the budget for explaining it."""

    kind: Kind[Any, Any, Any]
    puzzle: Any
    options: Any
    budget: Budget
    """The limits on time and memory."""

    @classmethod
    def of(cls, solver: Solver, puzzle: Any, needed: type[Part] = Explanations) -> PuzzleTask:
        """A task with the options and limits of *solver*; time counts from now.

        Raises UsageError if the kind has no part *needed*, or does not have these options.
        """
        kind = kind_of(puzzle)
        kind.require(needed)
        own = solver.options_of(kind)
        if own.outside:
            raise UsageError("explanations need one of PySAT's solvers, not an external program")
        return cls(kind, puzzle, own, solver.budget_of(kind))

    @property
    def explanations(self) -> Explanations[Any]:
        """The kind's words and techniques."""
        return self.kind.require(Explanations)

    def walk(self, solutions: Sequence[Any]) -> Walk:
        """A walk to the solution; given two solutions, to what all solutions share."""
        self.budget.check()
        encoding = stated(self.kind, self.puzzle, self.options, self.budget, teaching=True)
        if len(solutions) == 1:
            return Walk(self, encoding, solutions[0])
        return self.common(encoding)

    def common(
        self, encoding: Encoding[Any, Any], marked: Iterable[Literal] = (), targets: Iterable[Literal] = ()
    ) -> Walk:
        """A walk to the literals shared by all solutions with the *marked* literals; *targets* as for `Walk`."""
        with closing(Search(encoding, "auto", self.budget)) as search:
            for x in marked:
                search.session.add([x])
            found = search.backbone(self.puzzle, self.budget)
        assert found is not None
        return Walk(self, encoding, *found, targets)


class Walk:
    """A puzzle being solved step by step; at first the clues and what they show are known.

    Args:
        task: the puzzle with its options and budget.
        encoding: the statements of the puzzle.
        solution: any solution.
        goal: the literals to find; None for the whole solution.
        targets: literals not learned together with others, as the question is why they hold.
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
        self._ahead: Found | None = None
        """The next step, if it was looked at to see whether it can be merged with the last one."""
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
        """A new walk from the same start, with other targets."""
        return Walk(self.task, self.encoding, self._solution, [*self.stepper.goal], targets)

    def close(self) -> None:
        """Delete the solvers."""
        self.stepper.close()

    def use_budget(self, task: PuzzleTask) -> None:
        """Use the options and the budget of *task* from now on."""
        self.task = task
        self.stepper.use_budget(task.budget)

    def try_tactics(self, solutions: Sequence[Any]) -> None:
        """Try the kind's own techniques first. *solutions*: the only solution, or two of several."""
        only = solutions[0] if len(solutions) == 1 else None
        self._tactics = self.task.explanations.tactics(self.task.puzzle, only, self.task.options)

    def learn(self, literals: Iterable[Literal]) -> None:
        """Mark *literals* as known, with those that players mark together with them."""
        known, self._ahead = list(literals), None
        along = (y for x in known for y in self.encoding.unknowns.along(x))
        self.stepper.learn([x for x in [*known, *along] if x not in self._targets])
        if self._tactics is not None:
            self._tactics.learn(known)

    def next(self, *, together: bool = False) -> Step | None:
        """Take the easiest step and return it; None if nothing is left to find. Raises Undecided.

        *together*: merge similar one-rule steps, and those that come next, if the kind has one sentence for them.
        """
        stepper, tactics = self.stepper, self._tactics
        if not stepper.unknown:
            return None
        move = tactics.next() if tactics else None
        found = None
        if tactics is None:
            found, self._ahead = self._ahead or stepper.next(), None
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
        if together and tactics is None:
            return self._together(found)
        step = self.step_of(found, move)
        self.learn(map(self.encoding.unknowns.literal, step.cells))
        return step

    def _rank(self, reasons: Sequence[Statement], literals: Sequence[Literal], known: Sequence[Literal]) -> int:
        """How soon a player sees a step, from 0, by the kind's order of techniques."""
        marks = tuple(map(self.encoding.unknowns.mark, known))
        step = Step(self._marks(literals), "", "", tuple(reasons), marks)
        return self.task.explanations.words.rank(self.task.puzzle, step)

    def _together(self, found: Found) -> Step:
        """A step, merged with similar ones, and learned."""
        words, puzzle, unknowns = self.task.explanations.words, self.task.puzzle, self.encoding.unknowns
        known, alone = self._known(), self.step_of(found)

        def joined(steps: Sequence[Found]) -> Step:
            """Merge *steps* into one step."""
            marks = [self._marks(one.literals) for one in steps]
            needed = dict.fromkeys(unknowns.mark(x) for one in steps for x in one.known)
            own = {mark for one in marks for mark in one}
            return Step(
                tuple(mark for one in marks for mark in one),
                "",
                "",
                tuple(one.reasons[0] for one in steps),
                tuple(mark for mark in needed if mark not in own),
                easiest=found.easiest,
                openings=found.openings,
                arguments=tuple(Argument((), (Turn(i, one),)) for i, one in enumerate(marks)),
            )

        def explained(steps: Sequence[Found]) -> bool:
            """Whether the kind has one sentence for *steps*, and they are few enough."""
            few = len(steps) <= MOST_ALIKE and sum(len(one.literals) for one in steps) <= MOST_FOUND
            return few and words.together(puzzle, joined(steps), known, unknowns)

        def follows(after: Found) -> bool:
            """Whether one more step needs no other marks than those known before or found by the steps so far."""
            there = {*known, *(x for one in steps for x in self._own(one.literals))}
            if after.reasons[0] in [one.reasons[0] for one in steps] or not there.issuperset(after.known):
                return False
            longer = [*steps, after]
            return explained(longer) and self.stepper.irreducible(longer, known)

        if found.reasons[1:]:
            step = self._with_similar(found, alone)
            self.learn(map(unknowns.literal, step.cells))
            return step
        steps = sorted(self.stepper.alike(found, explained), key=lambda one: min(map(abs, one.literals)))
        self.learn(x for one in steps for x in self._own(one.literals))
        while (after := self.stepper.single()) and follows(after):
            steps.append(after)
            self.learn(self._own(after.literals))
        self._ahead = after
        if not steps[1:]:
            return alone
        step = joined(steps)
        technique, text = words.describe(puzzle, step, known, unknowns)
        return replace(step, technique=technique, text=text)

    def _with_similar(self, found: Found, alone: Step) -> Step:
        """The step *alone* by several rules, merged with those whose arguments run like its own to the same end."""
        words, puzzle, unknowns = self.task.explanations.words, self.task.puzzle, self.encoding.unknowns
        step, course, steps, known = alone, _course(alone), [found], self._known()
        for other in self.stepper.similar(found) if course else ():
            if _course(more := self.step_of(other)) != course or not self.stepper.irreducible([*steps, other], known):
                continue
            longer = _merged(step, more)
            technique, text = words.describe(puzzle, longer, known, unknowns)
            if len(text) > LONGEST or len(longer.arguments) > MOST_ALIKE:
                break
            step = replace(longer, technique=technique, text=text)
            steps.append(other)
        return step

    def _known(self) -> list[Literal]:
        """All known literals."""
        return literals_of(self.stepper.statements.true, self.stepper.statements.false)

    def _marks(self, literals: Iterable[Literal]) -> tuple[Mark, ...]:
        """The marks that say that *literals* hold, in the order of the projection."""
        return tuple(map(self.encoding.unknowns.mark, sorted(self._own(literals), key=abs)))

    def _own(self, literals: Iterable[Literal]) -> list[Literal]:
        """*literals* without those that are marked together with others of them."""
        literals = list(literals)
        along = {y for x in literals for y in self.encoding.unknowns.along(x)}
        return [x for x in literals if x not in along]

    def step_of(self, found: Found, move: Move | None = None) -> Step:
        """The step for *found*, in the words of its kind or of *move*."""
        encoding = self.encoding
        first, own = found.literals[0], self._own(found.literals)
        if found.reasons[1:] and first not in own:  # it follows from another, which may need fewer
            found = self.stepper.by(found.reasons, own)._replace(easiest=found.easiest, openings=found.openings)
        found = found._replace(literals=own)
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
        used = frozenset[int]().union(*(argument.reasons for argument in step.arguments))
        if step.arguments and len(used) < len(step.reasons):  # a long chain may go past some of its rules
            return self.step_of(found._replace(reasons=[found.reasons[i] for i in sorted(used)]))
        if move:
            return step
        known = self._known()
        technique, text = self.task.explanations.words.describe(self.task.puzzle, step, known, encoding.unknowns)
        chained = step.arguments and all(argument.turns for argument in step.arguments)
        if len(text) > LONGEST and chained and found.literals[1:]:  # what else follows is left to other steps
            return self.step_of(found._replace(literals=found.literals[:1]))
        return replace(step, technique=technique, text=text)

    def _argument(self, refutation: Refutation) -> Argument:
        """Convert literals to marks."""
        mark = self.encoding.unknowns.mark
        return Argument(
            tuple(map(mark, refutation.assumed)),
            tuple(Turn(i, tuple(map(mark, implied))) for i, implied in refutation.links),
            tuple(map(self._argument, refutation.cases)),
            tuple(Bound(i, tuple(map(mark, literals)), *rest) for i, literals, *rest in refutation.bounds),
        )


def _course(step: Step) -> Any:
    """How the arguments of a step run, and the rule that they break; None if they differ or are no plain chains."""
    courses = {
        (
            tuple(mark[-1] for mark in one.assumed),
            tuple((step.reasons[i].rule, frozenset(mark[-1] for mark in marks)) for i, marks in one.turns),
            step.reasons[one.turns[-1].reason] if one.turns else None,
        )
        for one in step.arguments
        if one.assumed and not one.cases and not one.bounds
    }
    return courses.pop() if len(courses) == 1 and all(one.assumed for one in step.arguments) else None


def _merged(step: Step, other: Step) -> Step:
    """Both steps as one."""
    reasons = tuple(dict.fromkeys((*step.reasons, *other.reasons)))
    turned = tuple(
        replace(one, turns=tuple(Turn(reasons.index(other.reasons[i]), marks) for i, marks in one.turns))
        for one in other.arguments
    )
    cells = (*step.cells, *other.cells)
    known = dict.fromkeys((*step.known, *other.known))
    return replace(
        step,
        cells=cells,
        reasons=reasons,
        known=tuple(mark for mark in known if mark not in cells),
        minimal=step.minimal and other.minimal,
        arguments=(*step.arguments, *turned),
    )
