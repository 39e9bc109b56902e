"""The queens of anybody, judged one by one: does a best placement have them?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from satdnd.engine.kind import kind_of
from satdnd.engine.search import Search, check
from satdnd.explanation.verdicts import BEST, CONTRADICTS, FOLLOWS, OPEN, Verdict
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.unattacked.encode import Placement
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution
from satdnd.kinds.unattacked.optimum import optimum, way_for
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal


def verdicts(
    puzzle: Unattacked, attempt: UnattackedSolution, options: UnattackedOptions, budget: Budget
) -> Iterator[tuple[Verdict, int]]:
    """What is said of each queen, and how many are left to place after her.

    A queen that no best placement with those before her has is not placed. Raises Undecided.
    """
    best = optimum(puzzle, options, way_for(puzzle), budget)
    best.demand(budget)
    encoding = Placement(puzzle, options, best.bound, budget=budget)
    placed = list[Literal]()
    with closing(Search(encoding, options.solver, budget)) as search:

        def having(*queens: Literal) -> UnattackedSolution | None:
            """A best placement with those placed and *queens*, checked by the rules; or None."""
            found = search.first(puzzle, [*placed, *queens], budget)
            if found is not None:
                check(kind_of(puzzle), puzzle, found[0], options, search.falsified_families)
            return found and found[0]

        for cell in attempt.queens:
            mark, sentence = (*cell, "Q"), f"a queen at {cell_name(cell)}"
            queen = encoding.unknowns.literal(mark)
            if len(placed) == puzzle.queens:
                found = Verdict(
                    CONTRADICTS, (mark,), f"{sentence}: there are {counted(puzzle.queens, 'queen')} already"
                )
            elif having(queen):
                found = Verdict(BEST if having(-queen) else FOLLOWS, (mark,), sentence)
                placed.append(queen)
            else:
                other = having()
                assert other is not None
                found = Verdict(OPEN, (mark,), sentence, counterexample=other.to_json())
            yield found, puzzle.queens - len(placed)
