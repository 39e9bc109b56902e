"""Binairo, also known as takuzu and binary puzzle: equally many 0s and 1s in each line, no three alike in a row.

Signs between cells make it the puzzle known as tango and binairo plus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random
from typing import Any, ClassVar, Literal as OneOf

from satdnd.declaration.binary import Binary, BinarySolution
from satdnd.declaration.clues.choices import Choice
from satdnd.declaration.clues.equalities import EQUAL, UNLIKE, Equalities
from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.clues.pair_signs import Signed
from satdnd.declaration.generators.generator import DeclaredRecipe
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.words.kind_words import DeclaredWords, Rule, Technique
from satdnd.engine.kind import OptionalRules
from satdnd.engine.options import option
from satdnd.engine.symmetry import Symmetry
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names, place, signs
from satdnd.grid.bitboard import Cell, lines_of
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.binairo.options import BinairoOptions
from satdnd.rules.count import Count, Counts, exactly
from satdnd.rules.differ import Differ
from satdnd.rules.statement import AnyStatement, Combined, RuleStatement, singles
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Literal, Statement


class BinairoSolution(BinarySolution):
    """The digits."""


class Digits(NumberGrid):
    """Given digits; a generated puzzle has them where signs, if there are any, do not tell enough."""

    spare = True


@dataclass(frozen=True)
class Binairo(GridPuzzle):
    """Each cell is 0, 1 or None (not given); *lines* is ``distinct`` if no two rows and no two columns are alike.

    Each of *signs* is a cell, the one to its right or below it, and ``=`` if they are equal or ``x`` if they differ.
    """

    rows: tuple[tuple[int | None, ...], ...] = clues(Digits(0, 1, noun="digit", fixed=True))
    lines: str = clues(Choice("lines", "any", "distinct", "no two rows and no two columns are alike"), "any")
    signs: tuple[Signed, ...] = clues(Equalities(), ())

    kind: ClassVar = "binairo"
    options: ClassVar = BinairoOptions


# what the rules say


def given(puzzle: Binairo, ones: Shading) -> tuple[Literal, ...]:
    """The given digits, as literals."""
    return tuple([ones.literal((*cell, str(digit))) for cell, digit in puzzle.by_cell.items()])


def sign_statements(puzzle: Binairo, ones: Shading) -> Iterator[Differ]:
    """A statement for each sign: two cells are equal if one differs from the opposite of the other."""
    for *pair, sign in puzzle.signs:
        one, other = ones.literals(pair)
        rule, says, unlike = ("equal", "are equal", -other) if sign == EQUAL else ("unlike", "differ", other)
        text = f"{{}} and {cell_name(pair[1])} {says}"
        yield Differ(rule, tuple(pair), text, (one,), (unlike,), clue=Clue("signs", tuple(pair)))


def statements(puzzle: Binairo, ones: Shading, options: BinairoOptions) -> Iterator[AnyStatement]:
    """Given digits, signs, halves, trios and, under the option or as the puzzle says, no two equal lines."""
    distinct = (options.lines or puzzle.lines) == "distinct"
    for (cell, digit), literal in zip(puzzle.by_cell.items(), given(puzzle, ones), strict=True):
        yield exactly("given", [cell], f"{{}} is given as {digit}", [literal], 1, Clue("rows", cell))
    yield from sign_statements(puzzle, ones)
    every = lines_of(puzzle.height, puzzle.width)
    trios = [trio for of in every.values() for line in of for trio in zip(line, line[1:], line[2:], strict=False)]
    for line, of in every.items():
        for i, cells in enumerate(of):
            text = f"{line} {i + 1} has as many 0s as 1s"
            yield Count("half", cells, text, ones.literals(cells), (len(cells) + 1) // 2, len(cells) // 2)
        for (i, one), (j, other) in combinations(enumerate(of), 2) if distinct else ():
            text = f"{line}s {i + 1} and {j + 1} are not alike"
            yield Differ("alike", (*one, *other), text, ones.literals(one), ones.literals(other))
    yield Counts("trio", lambda trio: f"{{}}, {cell_name(trio[1])} and {{last}} are not all alike", trios, ones, 1, 2)


SIGNS = ("equal", "unlike")
"""The rules of signs."""
LONGEST_LINE = 14
"""The most cells of a line taken as a whole: crossings of several longer ones take the judge minutes."""


def together(puzzle: Binairo, ones: Shading) -> Iterator[Combined]:
    """Each two equal cells with the one next to them; for each line, its half, its trios and its signs."""
    stated = [*singles(statements(puzzle, ones, BinairoOptions()))]
    trios: dict[tuple[Cell, ...], list[RuleStatement]] = {}
    for trio in [one for one in stated if one.rule == "trio"]:
        for pair in pairwise(trio.cells):
            trios.setdefault(pair, []).append(trio)
    for sign in [one for one in stated if one.rule == "equal"]:
        for trio in trios.get(sign.cells, ()):
            (third,) = {*trio.cells} - {*sign.cells}
            text = f"{{}} and {cell_name(sign.cells[1])} are equal, and {cell_name(third)} differs from them"
            yield Combined("beside", (*sign.cells, third), text, (sign, trio))
    for half in [one for one in stated if one.rule == "half" and len(one.cells) <= LONGEST_LINE]:
        inside = [one for one in stated if one.rule in ("trio", *SIGNS) and {*one.cells} <= {*half.cells}]
        signed = ", as its signs say" if any(one.rule in SIGNS for one in inside) else ""
        yield Combined("line", half.cells, f"{half.text}, no three alike side by side{signed}", (half, *inside))


def contradiction(puzzle: Binairo) -> str | None:
    """An odd side."""
    for line, length in (("row", puzzle.width), ("column", puzzle.height)):
        if length % 2:
            return f"a {line} has {counted(length, 'cell')}: it cannot have as many 0s as 1s"
    return None


def all_signs(puzzle: Binairo, solution: BinarySolution) -> dict[Clue, str]:
    """The sign between any two neighbours."""
    digit = {cell: solution.board >> i & 1 for i, cell in enumerate(puzzle.grid.cells(puzzle.grid.all))}
    pairs = [((r, c), near) for r, c in digit for near in ((r, c + 1), (r + 1, c)) if near in digit]
    return {Clue("signs", (one, other)): EQUAL if digit[one] == digit[other] else UNLIKE for one, other in pairs}


def clues_of(puzzle: Binairo, solution: BinarySolution) -> Binairo:
    """Every digit of a solution, and every sign if there are signs."""
    cells = puzzle.grid.cells(puzzle.grid.all)
    digits = {Clue("rows", x): solution.board >> i & 1 for i, x in enumerate(cells)}
    return puzzle.changed({**digits, **all_signs(puzzle, solution)} if puzzle.signs else digits)


@dataclass(frozen=True, kw_only=True)
class BinairoRecipe(DeclaredRecipe):
    """The options of the binairo generator."""

    lines: OneOf["any", "distinct"] = option("any", "distinct: no two rows and no two columns are alike.")
    signs: bool = option(False, "Some clues are signs between cells: = for equal digits, x for different ones.")

    def furnished(self, rng: Random, puzzle: Binairo, solution: BinarySolution) -> Binairo:
        """With signs, if they are wanted: for every third cell one."""
        signs = [*all_signs(puzzle, solution).items()] if self.signs else []
        return puzzle.changed(dict(rng.sample(signs, min(len(signs), puzzle.grid.size // 3))))


def plausible(puzzle: Binairo) -> bool:
    """Even sides, both digits or signs between cells, and no line with too many of one digit."""
    rows = ["".join("." if x is None else str(x) for x in row) for row in puzzle.rows]
    every = [*rows, *map("".join, zip(*rows, strict=True))]
    fits = all(2 * line.count(x) <= len(line) and x * 3 not in line for line in every for x in "01")
    return fits and contradiction(puzzle) is None and (bool(puzzle.signs) or all(x in "".join(rows) for x in "01"))


# explanations


def _excess(inference: Inference[Any], line: Statement) -> str:
    """What a whole line would have too much of; empty if that depends on cells that are not known."""
    known, name = signs(inference.known), line.text.partition(" has")[0]
    row = "".join(known.get(cell, ".") for cell in line.cells)
    for digit in "01":
        if digit * 3 in row:
            return f"{name} would have three {digit}s side by side"
        if 2 * row.count(digit) > len(row):
            return f"{name} would have too many {digit}s"
    return ""


def between(inference: Inference[Any]) -> bool:
    """Whether the cell in the middle was found."""
    return place(inference.cells[0]) == inference.reasons[0].cells[1]


TECHNIQUES = (
    Technique(
        "trio",
        "avoid trio",
        "Between two alike there is the other digit.",
        when=between,
        many="each is between two {other}s",
    ),
    Technique("trio", "pair", "Beside two alike there is the other digit.", many="each is next to two {other}s"),
    Technique(
        "half",
        "complete line",
        "A line has all its 0s, or all its 1s: the rest is the other digit.",
        many="{subjects} have all their {other}s",
    ),
    Technique("equal", "equal sign", "A cell beside = holds the same digit as its neighbour."),
    Technique("unlike", "cross", "A cell beside x holds another digit than its neighbour."),
    Technique("beside", "equal pair", "Beside two equal cells there is the other digit."),
    Technique(
        "line", "impossible combination", "The rest of a line would hold three alike side by side, or break a sign."
    ),
    *(Technique(f"alike {rule}", "copied line", "A line would be a copy of another one.") for rule in ("half", "line")),
)


class BinairoWords(DeclaredWords):
    """Names what is already in the line."""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """By the rule."""
        other = "10"[int(inference.cells[0][-1])]
        line, _, _ = reason.text.partition(" has")
        if reason.rule == "half":
            return f"{line} {'would have' if inference.supposed else 'has'} all its {other}s"
        if reason.rule == "line":
            signed = "break a sign, or " * ("signs" in reason.text)
            return f"otherwise the rest of {line} would {signed}hold three alike side by side"
        if reason.rule in SIGNS and len(inference.cells) == 1:
            found = place(inference.cells[0])
            (beside,) = names({*reason.cells} - {found})
            digit = "10"[int(other)] if reason.rule == "equal" else other
            return f"{reason.text}, and {beside} {'would be' if inference.supposed else 'is'} {digit}"
        if reason.rule == "trio":
            there = names(set(reason.cells).difference(map(place, inference.cells)))
            are = "would both be" if inference.supposed else "are both"
            return f"{listed(there)} {are} {other}"
        return reason.text

    def turn(self, inference: Inference[Any]) -> str:
        """The same, in arguments."""
        reason = inference.reasons[0]
        if inference.cells:
            return self.because(inference, reason)
        return (reason.rule == "line" and _excess(inference, reason)) or super().turn(inference)

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """For a whole line, what it could not be."""
        if reason.rule != "line":
            return super().broken(puzzle, reason)
        line, signed = reason.text.partition(" has")[0], "break a sign, " * ("signs" in reason.text)
        return f"{line} would {signed}hold three alike side by side, or too many of one digit"


RULES = {
    "given": Rule("Given digits stay.", "given digit"),
    "equal": Rule(
        "Two cells with = between them hold the same digit.",
        "equal sign",
        broken="{place} and {end} would differ",
    ),
    "unlike": Rule(
        "Two cells with x between them hold different digits.",
        *("cross", "crosses"),
        broken="{place} and {end} would be equal",
    ),
    "half": Rule("Every row and every column has as many 0s as 1s.", "line"),
    "trio": Rule("No three digits side by side in a row or column are alike.", "trio"),
    "beside": Rule(
        "Beside two cells with = between them there is the other digit.",
        "equal pair",
        broken="{cells} would break a sign, or all be alike",
    ),
    "line": Rule("Every row and every column has as many 0s as 1s, no three alike side by side.", "whole line"),
    "alike": Rule(
        "With the note '# lines: distinct', or --lines distinct, no two rows are alike, and no two columns.",
        "alike line",
    ),
}
KIND = DeclaredKind(
    Binairo,
    Binary(BinairoSolution),
    title="Binairo",
    play="Write 0 or 1 into every cell. Every row and every column has as many 0s as 1s, and no three digits "
    "side by side in a row or column are alike. Takuzu (--lines distinct) adds that no two rows and no two columns "
    "are alike. There may be signs between cells (tango): = if both hold the same digit, x if they do not.",
    rules=RULES,
    statements=statements,
    teaching=together,
    contradiction=contradiction,
    shown=given,
    blocking_sign=1,
    clues_of=clues_of,
    recipe=BinairoRecipe,
    techniques=TECHNIQUES,
    words=BinairoWords,
    plausible=plausible,
    parts=(Grading(7.8), OptionalRules({"alike": "lines distinct"}), Symmetry(renamed=True)),
)
