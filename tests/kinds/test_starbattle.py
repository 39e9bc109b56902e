"""Star battles: published ones, areas that cannot be, faults, words, links, new ones."""

from __future__ import annotations

import json
from random import Random

import pytest
from samples.starbattle import LINKS, random_areas

import satdnd
from satdnd import InputError, Starbattle
from satdnd.errors import CannotFulfil
from satdnd.kinds.starbattle import KIND, StarbattleRecipe, generate
from satdnd.sat.budget import Budget

AREAS = ("aaabbb", "abbbcc", "addeec", "ffddec", "feeeec", "fccccc")
PZPRJS = Starbattle(1, AREAS)
SOLVED = [".*....", "...*..", ".....*", "..*...", "....*.", "*....."]
"""Source: robx/pzprjs, test/script/starbattle.js, puzzle and solution."""


def one(text: str) -> Starbattle:
    """The puzzle of a text."""
    (puzzle,) = satdnd.loads(text)
    return puzzle


def test_published() -> None:
    """From a link, with its solution; one with three stars is unique."""
    puzzle = one(LINKS[0])
    assert puzzle == PZPRJS
    assert satdnd.unique(puzzle).to_json()["solutions"] == [{"grid": SOLVED}]
    assert satdnd.unique(one(LINKS[1])).status == "unique"
    for link in LINKS:
        assert KIND.texts.styles["puzz.link"](one(link)) == f"https://puzz.link/p?{link}\n"


def test_every_rule_is_told() -> None:
    """With its id."""
    rows = [[*row] for row in SOLVED]
    rows[5][0], rows[5][1] = ".", "*"
    for board, rules in (
        (SOLVED, set()),
        (["".join(row) for row in rows], {"column", "area"}),
        ([".*....", "..*...", ".....*", "...*..", "....*.", "*....."], {"touching"}),
        ([".*.*..", *SOLVED[1:]], {"row", "column", "area", "touching"}),
    ):
        (solution,) = KIND.texts.read_solutions("\n".join(board), PZPRJS)
        assert {fault.rule for fault in KIND.faults(PZPRJS, solution)} == rules
    (wrong,) = KIND.texts.read_solutions("\n".join([".*....", "..*...", *SOLVED[2:]]), PZPRJS)
    assert "not so: no star touches one at r1c2" in [fault.message for fault in KIND.faults(PZPRJS, wrong)]


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Starbattle(1, ("aab", "abb")), "2 rows and 3 columns cannot have as many stars each"),
        (Starbattle(1, ("aaa", "aaa", "aab")), "3 rows and 2 areas cannot have as many stars each"),
        (Starbattle(2, ("aab", "abb", "ccc")), ""),
        (Starbattle(2, ("abb", "bbb", "ccc")), "the area at r1c1 has 1 cell for 2 stars"),
    ],
)
def test_what_has_no_solution(puzzle: Starbattle, reason: str) -> None:
    """With the reason, where counting shows it."""
    answer = satdnd.unique(puzzle)
    assert (answer.status, answer.reason) == ("unsolvable", reason)


def test_names_of_areas() -> None:
    """Any names, in texts with blanks between, in JSON as strings or lists; they are not kept."""
    by_name = one("# kind: starbattle\nstars\n1\nareas\n10 10 x\n10 y x\ny y x\n")
    assert by_name == Starbattle(1, ("aab", "acb", "ccb"))
    assert one('{"kind": "starbattle", "stars": 1, "areas": [["1", 1, "b"], "1 2 b", "22b"]}') == by_name
    assert KIND.texts.to_json(by_name)["areas"] == ["aab", "acb", "ccb"]
    many = Starbattle(1, tuple(" ".join(str(9 * r + c) for c in range(9)) for r in range(9)))
    assert KIND.texts.from_json(KIND.texts.to_json(many)) == many
    assert one(satdnd.dumps(many)) == many


HOLES = "##ab\nccdb\ncdd#\needd\n"
"""A hole is # or @ among letters and numbers."""


def test_cells_of_no_area() -> None:
    """They are read from texts and JSON, drawn, written as @ and null, and hold no star."""
    puzzle = one(f"# kind: starbattle\nstars\n1\nareas\n{HOLES}")
    assert puzzle.holes == [(0, 0), (0, 1), (2, 3)]
    rows = [[None, None, "a", "b"], ["c", "c", "d", "b"], ["c", "d", "d", None], ["e", "e", "d", "d"]]
    assert KIND.texts.to_json(puzzle)["areas"] == rows
    assert KIND.texts.from_json(KIND.texts.to_json(puzzle)) == puzzle
    text = KIND.texts.styles["text"](puzzle)
    assert text == "# name: text\nstars\n1\nareas\n@@ab\nccdb\ncdd@\needd\n"
    for same in (text, text.replace("@", "#"), text.replace("@@ab", "# @ a b")):
        assert [*KIND.texts.read(same)] == [puzzle]
    assert one('{"kind": "starbattle", "areas": ["##ab", "ccdb", "cdd@", ["e", "e", "d", "d"]]}') == puzzle
    assert str(puzzle).splitlines()[2] == "┃███│███┃   ┃   ┃"
    with pytest.raises(InputError, match=r"cells are in no area: puzz[.]link cannot hold that, text can"):
        KIND.texts.styles["puzz.link"](puzzle)
    (on_a_hole,) = KIND.texts.read_solutions("*...\n..*.\n....\n.*..\n", puzzle)
    assert "hole" in {fault.rule for fault in KIND.faults(puzzle, on_a_hole)}


def test_many_areas_and_a_hole() -> None:
    """Numbers as names leave room for a hole."""
    names = [[None if (r, c) == (0, 0) else str(9 * r + c) for c in range(9)] for r in range(9)]
    puzzle = one(json.dumps({"kind": "starbattle", "areas": names}))
    assert puzzle.holes == [(0, 0)]
    assert KIND.texts.from_json(KIND.texts.to_json(puzzle)) == puzzle
    assert [*KIND.texts.read(KIND.texts.styles["text"](puzzle))] == [puzzle]


def test_areas_in_pieces_are_told() -> None:
    """Published puzzles have them: they are no error."""
    puzzle = one("# kind: starbattle\nstars\n1\nareas\nabca\nbbcc\nddcc\nddda\n")
    assert puzzle.notices == ["the area at r1c1 is in 3 pieces, at r1c1, r1c4 and r4c4"]
    assert not PZPRJS.notices


def test_areas_alone_have_one_star() -> None:
    """Text, with or without its heading, and JSON that do not say how many."""
    rows = "\n".join(AREAS)
    assert one(f"# kind: starbattle\n{rows}\n") == PZPRJS
    assert one(f"# kind: starbattle\nareas\n{rows}\n") == PZPRJS
    assert one(json.dumps({"kind": "starbattle", "areas": AREAS})) == PZPRJS
    assert satdnd.loads(rows, "starbattle") == [PZPRJS]


def test_words() -> None:
    """As players say it."""
    told = {(step.technique, step.text) for step in satdnd.explain(PZPRJS).steps}
    assert ("star's neighbours", "r1c3, r2c3, r3c3 and r3c5 are empty: no star touches the one at r2c4.") in told
    assert ("line complete", "r3c2 is empty: column 2 has its star at r1c2.") in told
    assert ("last places", "r1c2 holds a star: the area at r1c1 needs 1 star, and only this cell is left.") in told
    assert any(name == "cross-hatch" and "could not have 1 star" in text for name, text in told)
    assert any(name == "touches all places" for name, _ in told)


def test_new_ones() -> None:
    """Unique, of one star and of two, areas of many sizes; another seed makes others."""
    made = [generate(Random(seed), StarbattleRecipe(height=6, width=6), Budget()) for seed in range(4)]
    assert len({puzzle.areas for puzzle in made}) == 4
    assert {satdnd.unique(puzzle).status for puzzle in made} == {"unique"}
    assert len({len(area.cells) for puzzle in made for area in puzzle.areas}) > 4
    two = generate(Random(2), StarbattleRecipe(height=9, width=9, unique=False), Budget())
    assert (two.stars, len(two.areas)) == (2, 9)
    assert satdnd.solve(two).status == "solved"
    with pytest.raises(CannotFulfil, match="6 rows and 5 columns cannot have as many stars each"):
        generate(Random(1), StarbattleRecipe(height=6, width=5), Budget())


def test_a_wrong_number_of_stars_is_repaired() -> None:
    """One star instead of two."""
    found = satdnd.diagnose(Starbattle(2, AREAS))
    assert any("1 instead of 2" in edit for repair in found.repairs for edit in repair.edits)


def test_random_areas_are_read_back() -> None:
    """From text and link."""
    for seed, side in enumerate((1, 2, 5, 5, 5)):
        puzzle = Starbattle(1, random_areas(Random(seed), side, side))
        assert one(satdnd.dumps(puzzle)) == one(KIND.texts.styles["puzz.link"](puzzle)) == puzzle
