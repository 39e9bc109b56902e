"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod

from satdnd.declaration import latin
from satdnd.declaration.latin import HIDDEN_SINGLES, NAKED_SINGLE, LatinKind, ValueWords, placed
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, alternatives
from satdnd.kinds.inshi import repair
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.encode import InshiEncoding, estimated, statements
from satdnd.kinds.inshi.formats import TEXTS
from satdnd.kinds.inshi.generate import InshiRecipe, biased, generate, varied
from satdnd.kinds.inshi.model import VIEW, Inshi, InshiSolution
from satdnd.rules.factors import can_be_made, factor_sets
from satdnd.rules.product import Product
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
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
        """Rooms whose numbers have another product. Without statements: for 64x64, these take four seconds."""
        for room in puzzle.rooms:
            found = prod(solution.grid[r][c] for r, c in room.cells)
            if found != room.product:
                yield Fault("product", room.cells, f"{room} multiplies to {found}")


def contradiction(puzzle: Inshi) -> str | None:
    """Why no numbers can fit, if that is obvious: an impossible product, or a wrong product of all."""
    size = puzzle.size
    for room in puzzle.rooms:
        if not can_be_made(room.product, len(room), size):
            values = "one value" if len(room) == 1 else f"{len(room)} different values"
            return f"{room} cannot be made of {values} from 1 to {size}"
    if prod(room.product for room in puzzle.rooms) != factorial(size) ** size:
        return f"the products of all rooms do not multiply to ({size}!)^{size}, as those of every Latin square do"
    return None


_LISTED = 4
"""The most sets of factors in a sentence."""


def _because(inference: Inference[Inshi], reason: Statement) -> str:
    """The sets of factors that are left for a room, if they are few."""
    if inference.supposed or not isinstance(reason, Product):
        return reason.text
    listed = factor_sets(reason.product, len(reason.cells), inference.puzzle.size) or ()
    left_for = {cell: latin.left_for(inference, cell) for cell in reason.cells}
    left = sorted(left_for.values(), key=len)
    sets = [some for some in listed if latin.can_stand(sum(1 << v for v in some), left)]
    if not 0 < len(sets) <= _LISTED:
        return f"{reason.text}, and all ways to make it agree on that"
    can_be = "is" if len(sets) == len(listed) else "can only be"
    text = f"{reason.text}, which {can_be} {alternatives(['·'.join(map(str, some)) for some in sets])}"
    facts = latin.where_they_go(inference, left_for, sets[0]) if not sets[1:] else None
    if facts is not None:
        return f"{text}, and {facts}" if facts else text
    found = {int(str(mark[-1]).split()[-1]) for mark in inference.cells}
    agree = any(found & {*some} for some in sets)
    if not agree:
        return text
    facts = latin.partners(inference, left_for, sets) or latin.leftovers(inference, reason.cells, sets)
    return f"{text}, and {facts or 'all ways to place them agree on that'}"


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
    rules={
        **latin.RULES,
        "product": Rule("The numbers of each room multiply to its product.", "room", because=_because),
    },
    statements=statements,
    contradiction=contradiction,
    techniques=TECHNIQUES,
    words=ValueWords,
    counts=False,
    parts=(
        Grading(4.6),
        Generator(InshiRecipe, generate, varied, biased),
        Repairs(repair.repairs),
        AdditionalClues(repair.additional_clues, repair.with_walls),
    ),
    usual_size=(5, 5),
)
