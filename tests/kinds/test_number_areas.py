"""Suguru and ripple effect: what goes along with a number, holes, links, new areas, sentences, faults."""

from __future__ import annotations

from typing import Any

import pytest
from samples import ripple, suguru

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.errors import InputError

SAMPLES: dict[str, Any] = {"suguru": suguru, "ripple": ripple}
HOLED = "areas\naab\na@b\nccb\nrows\n1..\n...\n...\n"


@pytest.mark.parametrize("name", SAMPLES)
def test_what_goes_along_with_a_number_holds_in_every_solution(name: str) -> None:
    """Numbers that are ruled out without a step are in none of the solutions that have the number."""
    for puzzle in SAMPLES[name].puzzles():
        for board in SAMPLES[name].solutions(puzzle):
            true = {*puzzle.unknowns.literals(board)}
            assert all(-x not in true for placed in true for x in puzzle.unknowns.along(placed)), puzzle


def test_cells_of_no_area() -> None:
    """They stay empty; a link has no room for them."""
    (puzzle,) = satdnd.loads(HOLED, "suguru")
    (solution,) = satdnd.unique(puzzle).solutions
    assert solution.to_json() == {"grid": [[1, 2, 1], [3, 0, 3], [2, 1, 2]]}
    assert satdnd.loads(satdnd.dumps(puzzle, "json")) == [puzzle]
    with pytest.raises(InputError, match=r"cells are in no area: puzz\.link cannot hold that, text can"):
        satdnd.dumps(puzzle, "puzz.link")
    (wrong,) = kind_named("suguru").texts.read_solutions("121\n323\n212\n", puzzle)
    faults = [fault.message for fault in kind_named("suguru").faults(puzzle, wrong)]
    assert faults == ["r2c2 holds 2 and is in no area"]


def test_an_unknown_number_of_a_link_is_an_empty_cell() -> None:
    """Players of puzz.link see a question mark there."""
    one, other = (satdnd.loads(f"https://puzz.link/p?ripple/2/1/0{body}") for body in (".g", "h"))
    assert one == other


@pytest.mark.parametrize(
    ("rows", "why"),
    [("4..", "the 4 at r1c1 is in an area of 3 cells"), ("...\n.1.", "the 1 at r2c2 is in no area"), ("3..", None)],
)
def test_seen_at_once(rows: str, why: str | None) -> None:
    """Numbers that are larger than their areas, or in none."""
    rows = "\n".join([*rows.split("\n"), "...", "...", "..."][:3])
    (puzzle,) = satdnd.loads(HOLED.partition("rows")[0] + f"rows\n{rows}\n", "suguru")
    assert kind_named("suguru").contradiction(puzzle, kind_named("suguru").options()) == why


@pytest.mark.parametrize(("name", "near"), [("suguru", "it touches"), ("ripple", "it is too near to")])
def test_sentences(name: str, near: str) -> None:
    """Why a number cannot be near the places that another area has left for it."""
    puzzles = (next(satdnd.generate(name, seed=seed, height=6, width=6)) for seed in range(4))
    texts = [step.text for puzzle in puzzles for step in satdnd.explain(puzzle).steps]
    assert any(f": {near} " in text and ", the only places left for " in text for text in texts)


@pytest.mark.parametrize("name", SAMPLES)
def test_new_areas(name: str) -> None:
    """They are in one piece each, and few cells are alone."""
    puzzle: Any = next(satdnd.generate(name, seed=1, height=20, width=20, unique=False))
    assert not puzzle.notices
    sizes = [len(area.cells) for area in puzzle.areas]
    assert max(sizes) == {"suguru": 6, "ripple": 7}[name]
    assert sizes.count(1) < len(sizes) / 3
