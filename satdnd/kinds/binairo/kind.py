"""Binairo, also known as takuzu and binary puzzle: equally many 0s and 1s in each line, no three alike in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from satdnd.declaration.binary import Binary, BinarySolution
from satdnd.declaration.choices import Choice
from satdnd.declaration.clues import NumberGrid, clues
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.words import DeclaredWords, Rule, Technique
from satdnd.engine.kind import OptionalRules
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names, place
from satdnd.grid.bitboard import lines_of
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.binairo.options import BinairoOptions
from satdnd.rules.count import Count, exactly
from satdnd.rules.differ import Differ
from satdnd.rules.statement import Combined, RuleStatement
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Literal, Statement


class BinairoSolution(BinarySolution):
    """The digits."""


@dataclass(frozen=True)
class Binairo(GridPuzzle):
    """Each cell is 0, 1 or None (not given); *lines* is ``distinct`` if no two rows and no two columns are alike."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 1, noun="digit", fixed=True))
    lines: str = clues(Choice("lines", "any", "distinct", "no two rows and no two columns are alike"), "any")

    kind: ClassVar = "binairo"
    options: ClassVar = BinairoOptions


# what the rules say


def given(puzzle: Binairo, ones: Shading) -> tuple[Literal, ...]:
    """The given digits, as literals."""
    return tuple([ones.literal((*cell, str(digit))) for cell, digit in puzzle.by_cell.items()])


def statements(puzzle: Binairo, ones: Shading, options: BinairoOptions) -> Iterator[RuleStatement]:
    """Given digits, halves, trios and, under the option or as the puzzle says, no two equal lines."""
    distinct = (options.lines or puzzle.lines) == "distinct"
    for (cell, digit), literal in zip(puzzle.by_cell.items(), given(puzzle, ones), strict=True):
        yield exactly("given", [cell], f"{{}} is given as {digit}", [literal], 1, Clue("rows", cell))
    for line, of in lines_of(puzzle.height, puzzle.width).items():
        for i, cells in enumerate(of):
            text = f"{line} {i + 1} has as many 0s as 1s"
            yield Count("half", cells, text, ones.literals(cells), (len(cells) + 1) // 2, len(cells) // 2)
            for trio in zip(cells, cells[1:], cells[2:], strict=False):
                text = f"{{}}, {cell_name(trio[1])} and {cell_name(trio[2])} are not all alike"
                yield Count("trio", trio, text, ones.literals(trio), 1, 2)
        for (i, one), (j, other) in combinations(enumerate(of), 2) if distinct else ():
            text = f"{line}s {i + 1} and {j + 1} are not alike"
            yield Differ("alike", (*one, *other), text, ones.literals(one), ones.literals(other))


LONGEST_LINE = 14
"""The most cells of a line taken as a whole: crossings of several longer ones take the judge minutes."""


def whole_lines(puzzle: Binairo, ones: Shading) -> Iterator[Combined]:
    """For each line, its half and its trios together."""
    stated = [*statements(puzzle, ones, BinairoOptions())]
    for half in [one for one in stated if one.rule == "half" and len(one.cells) <= LONGEST_LINE]:
        trios = [one for one in stated if one.rule == "trio" and {*one.cells} <= {*half.cells}]
        yield Combined("line", half.cells, f"{half.text}, no three alike side by side", (half, *trios))


def contradiction(puzzle: Binairo) -> str | None:
    """An odd side."""
    for line, length in (("row", puzzle.width), ("column", puzzle.height)):
        if length % 2:
            return f"a {line} has {counted(length, 'cell')}: it cannot have as many 0s as 1s"
    return None


def clues_of(puzzle: Binairo, solution: BinarySolution) -> Binairo:
    """Every digit of a solution."""
    cells = puzzle.grid.cells(puzzle.grid.all)
    return puzzle.changed({Clue("rows", x): solution.board >> i & 1 for i, x in enumerate(cells)})


def plausible(puzzle: Binairo) -> bool:
    """Even sides, both digits, and no line with too many of one."""
    signs = ["".join("." if x is None else str(x) for x in row) for row in puzzle.rows]
    every = [*signs, *map("".join, zip(*signs, strict=True))]
    fits = all(2 * line.count(x) <= len(line) and x * 3 not in line for line in every for x in "01")
    return fits and contradiction(puzzle) is None and all(x in "".join(signs) for x in "01")


# explanations


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
    Technique("line", "impossible combination", "The rest of a line would hold three alike side by side."),
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
            return f"otherwise the rest of {line} would hold three alike side by side"
        if reason.rule == "trio":
            there = names(set(reason.cells).difference(map(place, inference.cells)))
            are = "would both be" if inference.supposed else "are both"
            return f"{listed(there)} {are} {other}"
        return reason.text

    def turn(self, inference: Inference[Any]) -> str:
        """The same, in arguments."""
        if inference.cells:
            return self.because(inference, inference.reasons[0])
        return super().turn(inference)

    def broken(self, puzzle: Any, reason: Statement) -> str:
        """For a whole line, what it could not be."""
        if reason.rule != "line":
            return super().broken(puzzle, reason)
        return f"{reason.text.partition(' has')[0]} would hold three alike side by side, or too many of one digit"


RULES = {
    "given": Rule("Given digits stay.", "given digit"),
    "half": Rule("Every row and every column has as many 0s as 1s.", "line"),
    "trio": Rule("No three digits side by side in a row or column are alike.", "trio"),
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
    "are alike.",
    rules=RULES,
    statements=statements,
    teaching=whole_lines,
    contradiction=contradiction,
    shown=given,
    blocking_sign=1,
    clues_of=clues_of,
    techniques=TECHNIQUES,
    words=BinairoWords,
    plausible=plausible,
    parts=(Grading((58, 104, 139, 194)), OptionalRules({"alike": "lines distinct"})),
)
