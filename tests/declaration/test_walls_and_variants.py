"""Borders that close no area, and variants of the rules: texts, JSON, links, pictures, mistakes."""

from __future__ import annotations

from typing import Any

import pytest
from command_line import run

import satdnd
from satdnd.engine.kind import kind_of
from satdnd.errors import CannotFulfil, InputError

WALLED = "heyawake/3/3/o000g"
VARIANTS = [
    ("slither/f/3/2/ci", "loop", "all", "the loop passes every corner"),
    ("mashu/f/6/6/1063000i3000", "loop", "all", "the loop passes every cell"),
    ("yajilin/o/5/5/m32j10", "shaded", "outside", "the loop encloses no shaded cell"),
]
"""Links with an option letter; the field and its value, and what a picture says."""


def written(puzzle: Any, style: str) -> str:
    """The puzzle in a format."""
    return kind_of(puzzle).texts.styles[style](puzzle)


@pytest.mark.parametrize(("link", "field", "value", "title"), VARIANTS)
def test_option_letters(link: str, field: str, value: str, title: str) -> None:
    """They are a field of the puzzle in every form; a text and JSON of the usual rules do not mention it."""
    (puzzle,) = satdnd.loads(link)
    kind = kind_of(puzzle)
    assert getattr(puzzle, field) == value
    assert kind.texts.to_json(puzzle)[field] == value
    assert f"# {field}: {value}" in written(puzzle, "text").splitlines()
    assert kind.texts.from_json(kind.texts.to_json(puzzle)) == puzzle
    assert [*kind.texts.read(written(puzzle, "text"))] == [puzzle]
    assert written(puzzle, "puzz.link") == f"https://puzz.link/p?{link}\n"
    assert title in str(puzzle)
    (usual,) = satdnd.loads(link.replace("/f/", "/").replace("/o/", "/"))
    assert usual != puzzle
    assert field not in kind.texts.to_json(usual)
    assert field not in written(usual, "text")


def test_a_note_above_a_link() -> None:
    """It counts as in a text."""
    assert satdnd.loads("# loop: all\nslither/3/2/ci\n") == satdnd.loads("slither/f/3/2/ci")


def test_the_verdicts_follow_the_option() -> None:
    """As puzz.link's own program judges these."""
    found = [satdnd.unique(puzzle).status for link, *_ in VARIANTS for puzzle in satdnd.loads(link)]
    assert found == ["unique", "unsolvable", "unsolvable"]


@pytest.mark.parametrize("text", ["# kind: slitherlink\n# loop: all\n", "# kind: masyu\n# loop: all\n"])
def test_an_odd_number_of_places_is_seen_at_once(text: str) -> None:
    """Solvers would have to try for very long; new puzzles of that size are refused with the reason."""
    side = 40 if "slither" in text else 41
    (puzzle,) = satdnd.loads(text + "\n".join(["." * side] * side) + "\n")
    answer = satdnd.solve(puzzle)
    assert (answer.status, answer.reason.partition(", ")[2]) == ("unsolvable", "and there are 1681")
    with pytest.raises(CannotFulfil, match="a loop passes an even number of"):
        list(satdnd.generate(puzzle.kind, height=side, width=side, loop="all", seed=1))


def test_new_puzzles_of_variants() -> None:
    """They are unique under their rules."""
    for kind, field, value in (
        ("slitherlink", "loop", "all"),
        ("masyu", "loop", "all"),
        ("yajilin", "shaded", "outside"),
    ):
        side = 5 if kind == "slitherlink" else 6
        (puzzle,) = satdnd.generate(kind, height=side, width=side, seed=1, **{field: value})  # type: ignore[call-overload]
        assert getattr(puzzle, field) == value
        assert satdnd.unique(puzzle).status == "unique"


def test_a_wrong_value_of_a_variant() -> None:
    """It is told with its line, and the field in JSON."""
    with pytest.raises(InputError, match=r"text:3: loop is 'every', expected 'any' or 'all'"):
        satdnd.loads("# kind: slitherlink\n# loop: every\n2..\n...\n")
    with pytest.raises(InputError, match=r"loop is 3, expected 'any' or 'all'"):
        satdnd.loads('{"kind": "slitherlink", "rows": ["2.."], "loop": 3}')


@pytest.mark.parametrize(
    ("link", "notice"),
    [
        ("slither/v:snake/f/3/2/ci", "its link has custom rules (v:snake)"),
        ("nurikabe/v:/5/5/g5k2o1k3g", "its link has custom rules (v:)"),
        ("nurikabe/q/5/5/g5k2o1k3g", "its link has unknown options ('q')"),
        ("kakuro/v:x/6/5/Dclh4t9fl3-p-gl-alJeC3BgG", "its link has custom rules (v:x)"),
        ("yajilin/b/5/5/m32j10", ""),
        ("yajilin/ob/5/5/m32j10", ""),
    ],
)
def test_options_that_a_puzzle_cannot_hold(link: str, notice: str) -> None:
    """They are told on standard error unless they are about looks, kept, and written back."""
    (puzzle,) = satdnd.loads(link)
    assert written(puzzle, "puzz.link") == f"https://puzz.link/p?{link}\n"
    (read,) = kind_of(puzzle).texts.read(written(puzzle, "text"))
    assert written(read, "puzz.link") == f"https://puzz.link/p?{link}\n"
    told = [line for line in run("show", link).err.splitlines() if link in line]
    assert len(told) == bool(notice)
    assert all(notice in line for line in told)
    assert bool(puzzle.notices) == bool(notice)


def test_walls_in_every_form() -> None:
    """Borders of a link that close no area are part of the puzzle."""
    (puzzle,) = satdnd.loads(WALLED)
    texts = kind_of(puzzle).texts
    assert puzzle.walls == (((0, 0), (0, 1)), ((0, 1), (0, 2)))
    assert texts.to_json(puzzle)["walls"] == [[[0, 0], [0, 1]], [[0, 1], [0, 2]]]
    assert texts.from_json(texts.to_json(puzzle)) == puzzle
    assert written(puzzle, "text") == "# name: text\nareas\naaa\naaa\naaa\nwalls\nr1c1-r1c2\nr1c2-r1c3\n"
    assert [*texts.read("# kind: heyawake\nareas\naaa\naaa\naaa\nwalls\nr1c2-r1c1 r1c2-r1c3\n")] == [puzzle]
    assert written(puzzle, "puzz.link") == f"https://puzz.link/p?{WALLED}\n"
    assert str(puzzle).splitlines()[1] == "┃ · ┃ · ┃ · ┃"


def test_walls_count_as_borders() -> None:
    """A board with loose walls alone has one solution; without them it has more."""
    (puzzle,) = satdnd.loads("heyawake/8/8/022gkf3gc2007o00o01s01v07")
    assert satdnd.unique(puzzle).status == "unique"
    (bare,) = satdnd.loads("heyawake/8/8/0000000000000000000000007")
    assert satdnd.unique(bare).status == "multiple"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("areas\naa\nwalls\nr1c1-r1c3\n", "found .* among the walls, expected two cells side by side"),
        ("areas\naa\nwalls\nr1c2-r1c3\n", r"a wall is at \[0, 2\], outside the grid of 1x2"),
        ("areas\naa\nwalls\n0,1\n", "text:4:1: found '0,1', expected two cells side by side, such as r1c1-r1c2"),
        ('{"kind": "heyawake", "areas": ["aa"], "walls": [[0, 1]]}', "walls"),
    ],
)
def test_wrong_walls(text: str, message: str) -> None:
    """Each is told with the expected form."""
    with pytest.raises(InputError, match=message):
        satdnd.loads(text, None if text.startswith("{") else "heyawake")
