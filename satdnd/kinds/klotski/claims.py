"""The moves of anybody, judged: is each legal, and does it bring the goal nearer?"""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.errors import Undecided
from satdnd.explanation.verdicts import BEST, CONTRADICTS, FOLLOWS, OPEN, Verdict
from satdnd.kinds.klotski.model import Klotski, KlotskiSolution
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.klotski.rules import Play
from satdnd.kinds.klotski.search import Box, explore, moves_of
from satdnd.sat.budget import Budget


def verdicts(
    puzzle: Klotski, attempt: KlotskiSolution, options: KlotskiOptions, budget: Budget
) -> Iterator[tuple[Verdict, int]]:
    """What is said of each move, and how many moves are left after it; nothing if the goal cannot be reached.

    A move that brings the goal no nearer is not made: the next one is judged without it. Raises Undecided.
    """
    metric = options.metric or puzzle.metric
    box = Box(puzzle, metric, budget)
    outcome = explore(box, budget, count_limit=0)
    if not outcome.goals:
        if not outcome.whole:
            raise Undecided(budget.why)
        return
    stages, pieces, path = outcome.stages(budget), dict(puzzle.pieces), [box.start]
    for move in attempt.moves:
        budget.check()
        play, nearer = Play(puzzle, pieces), stages[len(path)] if len(path) < len(stages) else set()
        illegal = play.make(move, metric)
        reached = {box.moved(path[-1], state): state for state in box.neighbours(path[-1:])}
        after = None if illegal else reached[move.source, move.target]
        shortest = nearer.intersection(reached.values())
        marks = () if illegal else tuple((*cell, move.piece) for cell in play.pieces[move.piece].cells)
        if after in shortest:
            path.append(after)
            pieces = play.pieces
            found = Verdict(FOLLOWS if len(shortest) == 1 else BEST, marks, str(move))
        elif illegal:
            found = Verdict(CONTRADICTS, marks, f"{move}: {illegal}")
        else:
            way = [*path]
            for stage in stages[len(path) :]:
                way.append(min(box.neighbours(way[-1:]) & stage))
            best = KlotskiSolution(moves_of(puzzle, box, way), metric)
            found = Verdict(OPEN, marks, f"{move} brings the goal no nearer", counterexample=best.to_json())
        yield found, len(stages) - len(path)
