"""What a sentence takes as known: each ``r1c1 is shaded`` in the reason of a step must stand on the board before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any

from satdnd.errors import InputError
from satdnd.explanation.steps import Wording
from satdnd.grid.bitboard import Cell
from satdnd.rules.unknowns import Unknowns, Values
from satdnd.sat.formula import Literal

_CELL = r"r\d+c\d+"
_SEVERAL = rf"{_CELL}(?: to {_CELL})?(?:(?:, and |, | and ){_CELL}(?: to {_CELL})?)+|{_CELL} to {_CELL}"
_SUPPOSED = re.compile(r"\b(?:if|otherwise|would|could|where|were)\b")
"""Words of a clause about what is not so."""


def unfounded(
    words: Wording[Any], puzzle: Any, reason: str, signs: Iterable[str], known: Collection[Literal], unknowns: Unknowns
) -> Iterator[tuple[Cell, str]]:
    """Yield what a reason takes for known, but is not: the cell, and what it says of it.

    Args:
        words: those of the kind.
        puzzle: a puzzle.
        reason: the sentence behind the colon, about what is so: clauses about what would be are left out.
        signs: the signs of marks that it may name.
        known: all literals known before the step.
        unknowns: the meaning of literals.
    """
    clauses = [clause for clause in re.split(r"; |, (?=and |so |but )|:\s", reason) if not _SUPPOSED.search(clause)]
    for sign in dict.fromkeys(signs):
        (is_, are, *_), one, many = words.phrase(puzzle, sign)
        is_so, are_so = (rf" {re.escape(what)}(?![\w+*])" for what in (one, many))
        said = rf"({_CELL}) {is_}{is_so}|({_SEVERAL}) {are} (?:already |both |all )?{are_so.lstrip()}"
        for clause in clauses:
            for found in re.finditer(said, clause):
                for r, c in _cells(found[1] or found[2]):
                    try:
                        if not _known((r, c), unknowns.literal((r, c, sign)), known, unknowns):
                            yield (r, c), f"{is_} {one}"
                    except InputError:  # a cell about which there is no such mark
                        continue


def _known(cell: Cell, literal: Literal, known: Collection[Literal], unknowns: Unknowns) -> bool:
    """Whether a literal stands on the board; a number does, too, if the others of its cell are ruled out."""
    if literal in known or literal < 0 or not isinstance(unknowns, Values):
        return literal in known
    return all(-x in known for x in unknowns.candidates(cell).values() if x != literal)


def _cells(text: str) -> Iterator[Cell]:
    """The cells of ``r1c1, r2c3 to r2c5 and r4c4``."""
    for first, _, last in re.findall(rf"({_CELL})( to ({_CELL}))?", text):
        (r, c), (s, d) = ([int(n) - 1 for n in re.findall(r"\d+", cell)] for cell in (first, last or first))
        yield from product(range(r, s + 1), range(c, d + 1))
