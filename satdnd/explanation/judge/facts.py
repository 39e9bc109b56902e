"""What a sentence takes as known: each ``r1c1 is shaded`` in the reason of a step must stand on the board before it.

In the links of an argument it must be known or supposed by then, within the scope of the link's rule, and no cell that
the rule is not about may be named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from satdnd.errors import InputError
from satdnd.explanation.steps import Step, Wording
from satdnd.grid.bitboard import Cell
from satdnd.rules.constraint import Constraint
from satdnd.rules.unknowns import Unknowns, Values
from satdnd.sat.formula import Literal, Statement

CELL = r"r\d+c\d+"
SEVERAL = rf"{CELL}(?: to {CELL})?(?:(?:, and |, | and ){CELL}(?: to {CELL})?)+|{CELL} to {CELL}"
_CONTRARY = r"\b(?:if|otherwise|could|where|were|without|only)\b"
"""Words of a clause about what is not so."""
_SUPPOSED = re.compile(rf"{_CONTRARY}|\bwould\b")
"""The same where nothing is supposed."""


def unfounded_step(
    words: Wording[Any], puzzle: Any, step: Step, known: Sequence[Literal], unknowns: Unknowns
) -> Iterator[tuple[Cell, str]]:
    """Yield what the sentence of a step takes for known, but is not: the cell, and what it says of it.

    Args:
        words: those of the kind.
        puzzle: a puzzle.
        step: a step, with statements of the puzzle as its reasons.
        known: all literals known before it.
        unknowns: the meaning of literals.
    """
    if step.at_once > 1:
        yield from unfounded_links(words, puzzle, step, known, unknowns)
        return
    signs = dict.fromkeys(sign for reason in step.reasons for sign in _signs(_scope(reason), unknowns))
    yield from unfounded(words, puzzle, step.text.partition(":")[2], signs, {*known}, unknowns)


def _scope(reason: Statement) -> list[int]:
    """The variables of a rule; none of a cut, which is about all there may be."""
    constraints: Sequence[Constraint] = getattr(reason, "constraints", tuple)()
    return sorted({x + 1 for constraint in constraints for x in constraint.scope})


def _signs(scope: Iterable[int], unknowns: Unknowns) -> dict[str, None]:
    """The signs of marks about some variables."""
    return dict.fromkeys(str(unknowns.mark(sign * x)[-1]) for x in scope for sign in (1, -1))


def unfounded(
    words: Wording[Any],
    puzzle: Any,
    reason: str,
    signs: Iterable[str],
    known: Collection[Literal],
    unknowns: Unknowns,
    *,
    supposed: bool = False,
) -> Iterator[tuple[Cell, str]]:
    """Yield what a reason takes for known, but is not: the cell, and what it says of it.

    Args:
        words: those of the kind.
        puzzle: a puzzle.
        reason: the sentence behind the colon, about what is so: clauses about what would be are left out.
        signs: the signs of marks that it may name.
        known: all literals known before the step.
        unknowns: the meaning of literals.
        supposed: whether it is a link of an argument, where *known* is what would be.
    """
    contrary = re.compile(_CONTRARY) if supposed else _SUPPOSED
    clauses = [
        clause
        for clause in re.split(r"; |, (?=and |so |but )|:\s|;?\n", reason)
        if not contrary.search(clause) and not clause.startswith("so ")  # a conclusion
    ]
    for sign in dict.fromkeys(signs):
        verb, one, many = words.phrase(puzzle, sign)
        for clause in clauses:
            for r, c in _said(clause, verb, one, many):
                try:
                    if not _known((r, c), unknowns.literal((r, c, sign)), known, unknowns):
                        yield (r, c), f"{verb[0]} {one}"
                except InputError:  # a cell about which there is no such mark
                    continue


def _said(clause: str, verb: Sequence[str], one: str, many: str) -> Iterator[Cell]:
    """The cells of which a clause says that they are *one*, in a sentence or as in ``the star at r1c1``."""
    is_, are, _, would = verb
    is_so, are_so = (rf" {re.escape(what)}(?![\w+*])" for what in (one, many))
    patterns = [
        rf"({CELL}) (?:{is_}|{would}){is_so}",
        rf"({SEVERAL}) (?:{are}|{would}) (?:already |both |all )?{are_so.lstrip()}",
    ]
    if one.isdigit():
        patterns.append(rf"\bits {one} at ({CELL})")
    elif noun := re.fullmatch("an? (.*)", one):
        patterns += [rf"\bthe {noun[1]} at ({CELL})", rf"\b(?:the|both|its) {re.escape(many)} at ({SEVERAL})"]
    for pattern in patterns:
        for found in re.finditer(pattern, clause):
            yield from cells_in(found[1])


def unfounded_links(
    words: Wording[Any], puzzle: Any, step: Step, known: Sequence[Literal], unknowns: Unknowns
) -> Iterator[tuple[Cell, str]]:
    """Yield what a link of an argument takes for known or supposed, but is not then; and cells beyond its rule.

    Args:
        words: those of the kind.
        puzzle: a puzzle.
        step: a step with arguments.
        known: all literals known before it.
        unknowns: the meaning of literals.
    """
    for text, link in words.clauses(puzzle, step, known, unknowns):
        (reason,) = link.reasons
        if not hasattr(reason, "constraints"):
            continue
        scope = _scope(reason)
        there = {*map(unknowns.literal, link.known)}
        there |= {y for x in there for y in unknowns.along(x)}
        yield from unfounded(words, puzzle, text, _signs(scope, unknowns), there, unknowns, supposed=True)
        about = {*reason.cells, *(cell for x in scope for cell in unknowns.cells(x))}
        yield from ((cell, "has to do with its rule") for cell in cells_in(text) if cell not in about)


def _known(cell: Cell, literal: Literal, known: Collection[Literal], unknowns: Unknowns) -> bool:
    """Whether a literal stands on the board; a number does, too, if the others of its cell are ruled out."""
    if literal in known or literal < 0 or not isinstance(unknowns, Values):
        return literal in known
    return all(-x in known for x in unknowns.candidates(cell).values() if x != literal)


def cells_in(text: str) -> Iterator[Cell]:
    """The cells of ``r1c1, r2c3 to r2c5 and r4c4``."""
    for first, _, last in re.findall(rf"({CELL})( to ({CELL}))?", text):
        (r, c), (s, d) = ([int(n) - 1 for n in re.findall(r"\d+", cell)] for cell in (first, last or first))
        if r != s and c != d:  # the ends of a diagonal
            yield from ((r, c), (s, d))
        else:
            yield from product(range(min(r, s), max(r, s) + 1), range(min(c, d), max(c, d) + 1))
