"""Sliding blocks as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, cast

from satdnd.engine.kind import Fault, Kind, Part, Question, Way
from satdnd.engine.optima import Optima
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry, areas_of
from satdnd.errors import Undecided, UsageError
from satdnd.explanation.steps import Commentary, Grading
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.kinds.klotski import claims, commentary, rules
from satdnd.kinds.klotski.formats import TEXTS
from satdnd.kinds.klotski.generate import KlotskiRecipe, easier, generate
from satdnd.kinds.klotski.model import Goal, Klotski, KlotskiSolution, Metric
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.klotski.picture import picture
from satdnd.kinds.klotski.search import COUNT_LIMIT, Box, Outcome, explore, moves_of
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Generator

KlotskiQuestion: TypeAlias = Question[Klotski, KlotskiSolution, KlotskiOptions]


class Search(Way[Klotski, KlotskiSolution, KlotskiOptions]):
    """Breadth-first search over the states of the box, which proves by exhaustion that no path is shorter."""

    name = "search"
    help = "breadth first, layer by layer, to the nearest goal"
    counts = True

    def solutions(self, question: KlotskiQuestion) -> Iterator[KlotskiSolution]:
        """Every shortest path, if it is within the requested number of steps."""
        outcome = self._explored(question)
        if outcome is not None:
            metric = outcome.box.metric
            for path in outcome.paths():  # the optimum is known, though time ran out while counting states
                yield KlotskiSolution(moves_of(question.puzzle, outcome.box, path), metric)

    def count(self, question: KlotskiQuestion) -> int | None:
        """The number of shortest paths, without listing them."""
        outcome = self._explored(question, component=False)
        return 0 if outcome is None else outcome.count(question.budget)

    def forced(self, question: KlotskiQuestion) -> None:
        """Raise UsageError: nothing can be forced."""
        raise UsageError("klotski has no forced cells: a solution is a list of moves")

    def _explored(self, question: KlotskiQuestion, *, component: bool = True) -> Outcome | None:
        """The layers up to the goal; None if it is not reached (within the requested steps). Raises Undecided."""
        options = question.options
        metric = metric_of(question.puzzle, options)
        question.stats["metric"] = metric
        limit = COUNT_LIMIT if component else 0
        outcome = explore(Box(question.puzzle, metric, question.budget), question.budget, limit, options.steps)
        question.stats["layers"] = len(outcome.layers)
        if component:
            question.claims.update(states=outcome.states, all_states=outcome.whole)
        if outcome.goals:
            question.claims["length"] = len(outcome.layers) - 1
            question.stats["nearer"] = sum(map(len, outcome.layers[:-1]))
            return outcome
        if outcome.whole:
            alone = outcome.states == 1
            seen = "the only state was" if alone else f"all {outcome.states} states that can be reached were"
            question.reason = f"{seen} seen: the goal is not among them"
            return None
        question.claims["bound"] = len(outcome.layers)
        bound = f"no solution has fewer than {counted(len(outcome.layers), 'move')}"
        if options.steps is not None and len(outcome.layers) > options.steps:
            raise Undecided(f"no solution within {counted(options.steps or 0, metric)}")
        raise Undecided(f"{question.budget.why}; {bound}" if len(outcome.layers) > 1 else question.budget.why)


def pinned(puzzle: Klotski, options: KlotskiOptions, budget: Budget) -> KlotskiOptions:
    """Options with the metric, and the number of moves found by the search."""
    from satdnd.kinds.klotski.encode import METRICS

    metric = metric_of(puzzle, options)
    if metric not in METRICS:
        raise UsageError(f"there is no formula for the metric {metric!r}, only for {' and '.join(METRICS)}")
    if options.steps is not None:
        return replace(options, metric=metric)
    outcome = explore(Box(puzzle, metric, budget), budget, count_limit=0)
    if outcome.goals:
        return replace(options, metric=metric, steps=len(outcome.layers) - 1)
    if outcome.whole:
        raise UsageError("the formula needs a number of steps, and there is no solution at all: give --steps")
    raise Undecided(f"{budget.why}: the number of steps that the formula needs was not found; --steps gives it")


def refutation(options: KlotskiOptions) -> str:
    """The claim that there is no solution within the steps."""
    return f"no solution within {counted(options.steps or 0, options.metric or 'step')}"


def objection(puzzle: Klotski, solution: KlotskiSolution, claims: Mapping[str, Any]) -> str | None:
    """A number of moves other than the claimed minimum; fewer states than these moves visit."""
    count = len(solution.moves)
    if "length" in claims and count != claims["length"]:
        return f"the fewest moves are claimed to be {claims['length']}, and this solution has {count}"
    if "states" in claims and count >= claims["states"]:
        return f"{claims['states']} states are claimed to be all, but this solution goes through {count + 1}"
    return None


def moves(puzzle: Klotski, solution: KlotskiSolution, budget: Budget) -> int:
    """The number of moves, the fewest there are."""
    return len(solution.moves)


def _placed_pieces(rows: list[str], sides: Point) -> Iterator[PlacedClue]:
    """The pieces and walls, without the names of pieces."""
    for name, cells in areas_of(rows).items():
        if name != ".":
            yield PlacedClue("piece", name == "#", cells)


def _placed_goal(goal: dict[str, Any], sides: Point) -> Iterator[PlacedClue]:
    """The place of the goal, or that of its mirror image: the size of the piece is not known here."""
    yield PlacedClue("goal", sorted(goal["at"]), ())


class KlotskiKind(Kind[Klotski, KlotskiSolution, KlotskiOptions]):
    """Sliding blocks (Klotski, Huarong Dao)."""

    name, title = "klotski", "Sliding blocks"
    usual_size = 5, 4
    options = KlotskiOptions
    parts: tuple[Part, ...] = (
        Optima(pinned, refutation, objection, moves, 30, (8, 18, 35, 60)),
        Commentary(
            commentary.TECHNIQUES,
            commentary.steps,
            claims.verdicts,
            "move",
            commentary.proof,
            ["that no way is shorter was not checked"],
        ),
        Grading(),
        Generator(KlotskiRecipe, generate, easier=easier),
        Symmetry({"board": _placed_pieces, "goal": _placed_goal}),
    )
    texts = TEXTS
    play = rules.PLAY
    rules = rules.RULES
    ways = (Search(),)
    picture = staticmethod(picture)

    def empty(self, height: int, width: int) -> Klotski:
        """One piece of one cell, to be moved from the top left corner to the bottom right."""
        if min(height, width) < 1:
            raise UsageError(f"a box needs at least one row and one column, not {height}x{width}")
        rows = ["." * width] * height
        rows[0] = "a" + rows[0][1:]
        return Klotski(tuple(rows), Goal((height - 1, width - 1), "a"))

    def board(self, puzzle: Klotski, marks: Iterable[Mark]) -> dict[str, Any]:
        """The box after moves."""
        return commentary.board(puzzle, marks)

    def contradiction(self, puzzle: Klotski, options: KlotskiOptions) -> str | None:
        """A goal at which the piece would stick out of the box."""
        return rules.contradiction(puzzle)

    def encoding(
        self, puzzle: Klotski, options: KlotskiOptions, *, eager: bool = False, budget: Budget | None = None
    ) -> Any:
        """At most ``options.steps`` moves, found by `pinned` if not given."""
        from satdnd.kinds.klotski.encode import Unrolled

        if options.steps is None:
            options = pinned(puzzle, options, budget or options.budget())
        return Unrolled(puzzle, metric_of(puzzle, options), options.steps or 0, budget=budget)

    def clauses(self, puzzle: Klotski, options: KlotskiOptions, *, eager: bool = False, template: bool = False) -> int:
        """The positions and moves of pieces, for each move, if the number of moves is given."""
        from satdnd.kinds.klotski.encode import estimated

        return estimated(puzzle, metric_of(puzzle, options)) * (options.steps or 0)

    def faults(self, puzzle: Klotski, solution: KlotskiSolution, options: KlotskiOptions) -> list[Fault]:
        """Plays the moves, at most as many as requested; the metric is the requested one, or the solution's."""
        found = rules.faults(puzzle, solution, options.metric)
        if options.steps is not None and len(solution.moves) > options.steps:
            found.append(
                Fault("length", (), f"{counted(len(solution.moves), 'move')}, expected at most {options.steps}")
            )
        return found

    def differences(self, puzzle: Klotski, one: KlotskiSolution, other: KlotskiSolution) -> list[Cell]:
        """Cells where the final boxes hold different pieces."""
        boxes = (rules.boards(puzzle, solution)[-1] for solution in (one, other))
        rows = enumerate(zip(*boxes, strict=True))
        return [(r, c) for r, both in rows for c, (x, y) in enumerate(zip(*both, strict=True)) if x != y]

    def transcript(self, puzzle: Klotski, solution: KlotskiSolution) -> list[str]:
        """The moves, with as many per line as fit into 80 columns."""
        digits = len(str(len(solution.moves)))
        moves = [f"{number:>{digits}}. {move}" for number, move in enumerate(solution.moves, 1)]
        width = max(map(len, moves), default=0) + 3
        per_line = max(1, 80 // width)
        rows = [moves[i : i + per_line] for i in range(0, len(moves), per_line)]
        return ["".join(f"{move:{width}}" for move in row).rstrip() for row in rows]

    def remark(self, puzzle: Klotski, solution: KlotskiSolution) -> str:
        """``116 steps``."""
        return counted(len(solution.moves), solution.metric)


def metric_of(puzzle: Klotski, options: KlotskiOptions) -> Metric:
    """The requested metric, or the puzzle's."""
    return options.metric or cast(Metric, puzzle.metric)


KIND = KlotskiKind()
