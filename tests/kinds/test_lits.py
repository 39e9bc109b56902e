"""LITS: sentences name the tetrominoes that are left."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, product
from random import Random

import pytest
from samples import in_one_piece
from samples.lits import normal

from satdnd.explanation.step_words import Words
from satdnd.explanation.steps import Explanations
from satdnd.explanation.wording import Inference
from satdnd.grid.bitboard import Cell
from satdnd.kinds import lits
from satdnd.rules.statement import singles


def cells_of(text: str) -> set[Cell]:
    """The cells that a text names; ``r1c1 to r1c4`` are four."""
    found = set[Cell]()
    for first, _, last in re.findall(r"(r\d+c\d+)( to (r\d+c\d+))?", text):
        (top, left), (bottom, right) = ([int(n) - 1 for n in re.findall(r"\d+", x)] for x in (first, last or first))
        found |= {*product(range(top, bottom + 1), range(left, right + 1))}
    return found


def tetrominoes(area: Iterable[Cell]) -> list[set[Cell]]:
    """All that have room, by trying all fours of cells."""
    square = normal({(0, 0), (0, 1), (1, 0), (1, 1)})
    fours = map(set, combinations(area, 4))
    return [four for four in fours if in_one_piece(four) and normal(four) != square]


@pytest.mark.parametrize("seed", range(80))
@pytest.mark.parametrize("rule", ["area", "fits"])
def test_the_tetrominoes_left_are_named(rule: str, seed: int) -> None:
    """They are exactly those that fit; of many, what all of them cover and leave out."""
    rng = Random(seed)
    puzzle = lits.Lits(("aaaab", "aaabb", "aaabb"))  # type: ignore[arg-type]  # rows of names
    shading, area = lits.VIEW.unknowns(puzzle), {*puzzle.areas[0].cells}
    every = [*singles(lits.statements(puzzle, shading)), *lits.together(puzzle, shading)]
    reason = next(one for one in every if one.rule == rule and {*one.cells} == area)
    cells = [*product(range(3), range(5))]
    signs = {cell: rng.choice("#o??????" if cell in area else "#o?") for cell in cells}
    shaded, unknown = ({cell for cell in cells if signs[cell] == sign} for sign in "#?")
    blocks = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r in range(2) for c in range(4)]
    blocks *= rule == "fits"
    left = [four for four in tetrominoes(area) if all(signs[x] != "o" for x in four) and shaded & area <= four]
    left = [four for four in left if not any(block <= four | shaded for block in blocks)]
    makes_one = {
        x for x in unknown - area if all(any(block <= {*four, *shaded, x} for block in blocks) for four in left)
    }
    found = [(*x, "#") for x in unknown & area if all(x in four for four in left)]
    found += [(*x, "o") for x in unknown & area if not any(x in four for four in left)]
    if not left or len({mark[2] for mark in found}) < 2:
        return
    found += [(*x, "o") for x in makes_one]
    known = tuple((*x, sign) for x, sign in signs.items() if sign != "?")
    words: Words[lits.Lits] = lits.KIND.require(Explanations).words
    said = words.single(Inference(puzzle, tuple(found), (reason,), known))[1]
    said, _, outside = said.replace("in the area at r1c1", "").partition(", and with ")
    assert cells_of(outside) == makes_one
    if said.startswith("only this"):
        assert left == [{mark[:2] for mark in found if mark[2] == "#"}]
    elif said.startswith("only"):
        assert left == [cells_of(said)]
    elif said.startswith("the tetromino"):
        always, _, rest = said.partition(" with ")
        ways = re.findall(r"r\d+c\d+", rest) if "one of" in rest else rest.split(", or ")
        assert sorted(map(sorted, left)) == sorted(sorted(cells_of(always) | cells_of(way)) for way in ways)
    else:
        covers, _, leaves = said.partition(" and leaves ")
        assert cells_of(covers) == set[Cell].intersection(*left)
        assert cells_of(leaves) == {mark[:2] for mark in found if mark[2] == "o"} - makes_one
