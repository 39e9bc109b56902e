"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.declaration.latin import HIDDEN_SINGLES, NAKED_SINGLE, LatinKind, ValueWords, placed
from satdnd.declaration.words import Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.kinds.inshi import repair, rules
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.encode import InshiEncoding, estimated
from satdnd.kinds.inshi.formats import TEXTS
from satdnd.kinds.inshi.generate import InshiRecipe, biased, generate, varied
from satdnd.kinds.inshi.model import VIEW, Inshi, InshiSolution
from satdnd.sat.budget import Budget
from satdnd.setter.parts import AdditionalClues, Generator, Repairs


class InshiKind(LatinKind):
    """Overrides of derived parts: variables only for remaining values, its own text form, a referee of numbers."""

    texts = TEXTS

    def encoding(
        self, puzzle: Inshi, options: Settings, *, eager: bool = False, budget: Budget | None = None
    ) -> InshiEncoding:
        """With only the possible values of cells; *eager*: with all values, each clue in its own clauses."""
        return InshiEncoding(puzzle, plain=eager, budget=budget)

    def compiled(
        self, puzzle: Inshi, options: Settings, budget: Budget, *, eager: bool = False, template: bool = False
    ) -> InshiEncoding:
        """The encoding estimates itself: the remaining values are found once for both, within *budget*."""
        return self.encoding(puzzle, options, eager=eager, budget=budget)

    def clauses(self, puzzle: Inshi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Estimated from the remaining values and factor sets, or from all."""
        return estimated(puzzle, Candidates(puzzle, plain=eager))

    def clue_faults(self, puzzle: Inshi, solution: InshiSolution, options: Settings | None = None) -> Iterator[Fault]:
        """Of the products."""
        return rules.product_faults(puzzle, solution)


TECHNIQUES = (
    Technique(
        "product",
        "single-cell room",
        "A room of one cell: its product is the value.",
        why="that is the product of its room",
        when=lambda inference: len(inference.reasons[0].cells) == 1 and placed(inference),
    ),
    *HIDDEN_SINGLES,
    NAKED_SINGLE,
    Technique(
        "product",
        "last factors",
        "The product of a room and what is known of its cells leave one value.",
        why="{}, and all ways to make it agree on that",
        when=placed,
    ),
    Technique("product", "factors", "The product of a room leaves only some values for its cells."),
)

KIND: InshiKind = InshiKind(
    Inshi,
    VIEW,
    title="Inshi no heya",
    play="Write a number from 1 to the size of the grid into each cell. No number appears twice in a row or "
    "column, and the numbers in each room multiply to the small number printed there.",
    rules=rules.RULES,
    statements=rules.statements,
    contradiction=rules.contradiction,
    techniques=TECHNIQUES,
    words=ValueWords,
    counts=False,
    parts=(
        Grading((43, 54, 64, 79)),
        Generator(InshiRecipe, generate, varied, biased),
        Repairs(repair.repairs),
        AdditionalClues(repair.additional_clues, repair.with_walls),
    ),
    usual_size=(5, 5),
)
