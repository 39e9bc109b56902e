"""Country road: all loops tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise
from random import Random

from samples.masyu import Ways, common as common, drawn, rounds
from satdnd.declare import NumberedArea
from satdnd.kinds.countryroad import Countryroad

TEXT = "areas\naab\nacb\nacb\na = 1\n"
SEVERAL = "areas\naab\naab\nccb\n"
LINKS = ["country/5/5/amda0uf02h12h"]  # robx/pzprjs, test/script/country.js


def made(text: str, **numbers: int) -> Countryroad:
    """A puzzle of rows of names with blanks between, ``@`` for a hole."""
    cells = dict[str, list[tuple[int, int]]]()
    for r, row in enumerate(text.split()):
        for c, name in enumerate(row):
            cells.setdefault(name, []).append((r, c))
    return Countryroad(tuple(NumberedArea(numbers.get(name), tuple(own)) for name, own in cells.items() if name != "@"))


def puzzles() -> Iterator[Countryroad]:
    """By hand, and areas along loops; a 3 in an area of two cells is seen to be impossible at once."""
    yield made("aab acb ccb", a=3, b=4)
    yield made("aab acb ccb", c=2)
    for text in (
        "a",
        "ab",
        "aa aa",
        "ab ab",
        "aab aab ccb",
        "abc abc abc",
        "aa@ abb cbb",
        "aab c@b cdd",
        "aaa aaa aaa",
    ):
        yield made(text)
        yield made(text, a=2)
    yield made("aaa aaa aaa", a=8)
    rng = Random(5)
    for height, width in ((3, 3), (3, 4), (4, 4), (4, 5)) * 3:
        ways, names = rng.choice(rounds(height, width)), dict[tuple[int, int], int]()
        here, name = min(ways), 0
        while here not in names:
            names[here], name = name, name + (rng.random() < 0.4)
            (down, right), *_ = [s for s in sorted(ways[here]) if (here[0] + s[0], here[1] + s[1]) not in names] or [
                (0, 0)
            ]
            here = here[0] + down, here[1] + right
        rows = [[names.get((r, c), name + 1) for c in range(width)] for r in range(height)]
        areas = {
            x: [(r, c) for r, row in enumerate(rows) for c, y in enumerate(row) if x == y] for x in {*chain(*rows)}
        }
        told = {x: sum(cell in ways for cell in cells) for x, cells in areas.items() if rng.random() < 0.3}
        yield Countryroad(tuple(NumberedArea(told.get(x) or None, tuple(cells)) for x, cells in areas.items()))


def solutions(puzzle: Countryroad) -> Iterator[list[list[str]]]:
    """Those that visit each area once, in as many cells as it says, and leave out no two cells across a border."""
    at = {cell: i for i, area in enumerate(puzzle.areas) for cell in area.cells}

    def keeps(ways: Ways) -> bool:
        """Whether a loop does."""
        if any(cell not in at for cell in ways):
            return False
        for i, area in enumerate(puzzle.areas):
            passed = [cell for cell in area.cells if cell in ways]
            across = [1 for r, c in passed for down, right in ways[r, c] if at[r + down, c + right] != i]
            once = len(across) == 2 if puzzle.areas[1:] else passed
            if not once or area.number not in (None, len(passed)):
                return False
        rows = [[(r, c) for c in range(puzzle.width)] for r in range(puzzle.height)]
        pairs = [pair for line in (*rows, *zip(*rows, strict=True)) for pair in pairwise(line)]
        beside = [pair for pair in pairs if pair[0] in at and pair[1] in at and at[pair[0]] != at[pair[1]]]
        return all(one in ways or other in ways for one, other in beside)

    return (drawn(ways, puzzle.height, puzzle.width) for ways in rounds(puzzle.height, puzzle.width) if keeps(ways))


@cache
def large() -> Countryroad:
    """Areas of two cells on a large board."""
    return Countryroad(tuple(NumberedArea(None, ((r, 2 * c), (r, 2 * c + 1))) for r in range(60) for c in range(30)))
