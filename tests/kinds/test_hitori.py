"""Hitori: links, wrong boards, numbers and letters, the generator, what explanations say."""

from __future__ import annotations

import json
from itertools import product

import pytest
from samples.hitori import is_solution

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.errors import CannotFulfil, InputError
from satdnd.explanation.judge import replay
from satdnd.grid.bitboard import grid
from satdnd.kinds.hitori import KIND, Hitori, HitoriSolution
from satdnd.rules.separation import Undivided

PUZZLE = Hitori(((1, 1, 1, 4), (1, 4, 2, 3), (3, 3, 2, 1), (4, 2, 1, 3)))
"""Source: robx/pzprjs, test/script/hitori.js; its solution and the wrong boards stand there too."""


def test_a_published_puzzle() -> None:
    """Its link and its solution."""
    (puzzle,) = satdnd.loads("https://puzz.link/p?hitori/4/4/1114142333214213")
    assert puzzle == PUZZLE
    (solution,) = satdnd.unique(puzzle).solutions
    assert solution.to_json() == {"grid": ["#.#.", "....", "#.#.", "...#"]}
    (blanks,) = satdnd.loads("https://puzz.link/p?hitori/6/5/111.45.2..453.3.1..2....3.3.1.")  # a test of cspuz_core
    (solution,) = satdnd.unique(blanks).solutions
    assert solution.to_json()["grid"] == ["#.#..#", "....#.", "..#...", ".#....", "#...#."]


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        ("2/2/az1.", ((10, 35), (1, None))),
        ("2/1/-10-zz", ((36, 1295),)),
        ("3/1/%@0", ((None, None, 0),)),
    ],
)
def test_links_made_by_hand(body: str, rows: tuple[tuple[int | None, ...], ...]) -> None:
    """From the grammar: letters, two digits, cells that have no number."""
    assert satdnd.loads(f"https://puzz.link/p?hitori/{body}") == [Hitori(rows)]


def test_letters_and_large_numbers() -> None:
    """They are told apart from numbers and from each other; links have no room for them."""
    text = "  A   A  12\n  a   1  12\n100   B   A\n"
    (puzzle,) = satdnd.loads(text, "hitori")
    assert puzzle.rows == (("A", "A", 12), ("a", 1, 12), (100, "B", "A"))
    assert satdnd.dumps(puzzle, "text") == f"# kind: hitori\n# name: text\n{text}"
    assert satdnd.loads(satdnd.dumps(puzzle, "json")) == [puzzle]
    assert len(satdnd.solve(puzzle, limit=None).solutions) == 7
    for wrong in (puzzle, Hitori(((1296, 1),))):
        with pytest.raises(InputError, match=r"expected numbers up to 1295: puzz\.link cannot hold it, text can"):
            satdnd.dumps(wrong, "puzz.link")


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        ("#.#.\n....\n#.#.\n...#\n", set()),
        ("#...\n#...\n....\n....\n", {"no-repeat", "no-adjacent"}),
        ("#...\n...#\n#.#.\n.#..\n", {"no-repeat", "connected"}),
        ("#...\n....\n#.#.\n...#\n", {"no-repeat"}),
        ("#.#.\n....\n##..\n...#\n", {"no-repeat", "no-adjacent"}),
        ("....\n....\n....\n....\n", {"no-repeat"}),
    ],
)
def test_wrong_boards(board: str, rules: set[str]) -> None:
    """Each is refused by the right rule."""
    (solution,) = KIND.texts.read_solutions(board, PUZZLE)
    assert isinstance(solution, HitoriSolution), solution
    assert {fault.rule for fault in kind_named("hitori").faults(PUZZLE, solution)} == rules


def test_what_faults_say() -> None:
    """Where, and what is wrong."""
    (solution,) = KIND.texts.read_solutions("##..\n....\n#.#.\n...#\n", PUZZLE)
    told = {fault.message for fault in KIND.faults(PUZZLE, solution)}
    assert told == {"column 3 keeps at most one 1: found 2", "r1c1 and r1c2 are not both shaded: found 2"}
    (solution,) = KIND.texts.read_solutions(".#..\n#...\n....\n....\n", PUZZLE)
    (fault,) = [fault for fault in KIND.faults(PUZZLE, solution) if fault.rule == "connected"]
    assert (fault.cells, fault.message) == (((0, 0),), "the unshaded area falls into 2 pieces")


def test_without_solution() -> None:
    """Four equal numbers in a row, two pairs of them: seen at once. The rest a diagnosis tells, with repairs."""
    for row in ((5, 5, 5, 5), (5, 5, 1, 5, 5), (5, 5, 5, 1, 5, 5)):
        reason = satdnd.solve(Hitori((row,))).reason
        assert "whichever 5 row 1 keeps, two of the others are side by side" in str(reason)
    assert not KIND.contradiction(Hitori(((5, 5, 5, 1, 5),)), KIND.options())
    answer = satdnd.diagnose(Hitori(((1, 1), (1, 1))), edits=1)
    assert {"column 2 keeps at most one 1", "the unshaded area is connected"} <= {x.text for x in answer.conflict or ()}
    assert "the number at r1c1: 2 instead of 1" in {edit for x in answer.repairs or () for edit in x.edits}


def test_every_division_is_cut() -> None:
    """All sets of shaded cells that stand apart: a chain is found where, and only where, they divide the grid."""
    for height, width in ((1, 5), (2, 4), (3, 3), (3, 4), (4, 4)):
        geometry = grid(height, width)
        cuts = Undivided(geometry)
        for board in range(1 << geometry.size):
            if geometry.neighbours(board) & board:
                continue
            left = geometry.all & ~board
            clauses = cuts.solving_clauses(board)
            assert bool(clauses) != geometry.connected(left), geometry.lines(board)
            assert all(board >> -x - 1 & 1 for clause in clauses for x in clause if x < 0)
            if min(height, width) > 1:
                for clause in clauses:  # on no board without a division all of its cells are shaded
                    chain = sum(1 << -x - 1 for x in clause)
                    assert not geometry.connected(geometry.all & ~chain)


def test_shaded_cells_stand_apart() -> None:
    """Without numbers: as many boards as there are by hand."""
    puzzle = Hitori(((None,) * 3,) * 3)
    boards = [
        {cell for cell, there in zip(product(range(3), repeat=2), signs, strict=True) if there}
        for signs in product((0, 1), repeat=9)
    ]
    assert len(satdnd.solve(puzzle, limit=None).solutions) == sum(is_solution(puzzle, board) for board in boards)


@pytest.mark.parametrize(("height", "width"), [(5, 5), (3, 7), (8, 8)])
def test_generated_puzzles(height: int, width: int) -> None:
    """One solution, every shaded number repeats one that its line keeps, and explanations are judged right."""
    (puzzle,) = satdnd.generate(satdnd.HitoriRecipe(height=height, width=width), seed=4)
    answer = satdnd.explain(puzzle)
    assert answer.status == "unique"
    assert "could not" not in " ".join(step.text for step in answer.steps)
    record = json.loads(json.dumps(answer.to_json()))
    assert replay.check(puzzle, record, KIND.options()).status == "valid"


@pytest.mark.slow
def test_generated_puzzles_differ() -> None:
    """No two have the same shaded cells; a share between a fifth and a third of the cells is shaded."""
    found = [next(satdnd.generate("hitori", {"height": 6, "width": 6}, seed=seed)) for seed in range(12)]
    boards = [satdnd.solve(puzzle).solutions[0].board for puzzle in found]
    assert len({*boards}) == 12
    assert 7 < sum(board.bit_count() for board in boards) / 12 < 12
    (free,) = satdnd.generate(satdnd.HitoriRecipe(height=4, width=4, unique=False), seed=1)
    assert satdnd.solve(free).status == "solved"
    with pytest.raises(CannotFulfil, match="found no unique puzzle of 1x1 among 400"):
        next(satdnd.generate(satdnd.HitoriRecipe(height=1, width=1), seed=1))


def told(text: str) -> dict[str, str]:
    """Of each technique of an explanation its first sentence."""
    steps = satdnd.explain(satdnd.loads(text, "hitori")[0]).steps
    return {step.technique: step.text for step in reversed(steps)}


def test_sentences() -> None:
    """In the words of players."""
    assert told("..2\n212\n")["between a pair"] == (
        "r2c2 is unshaded: if r2c2 were shaded, then r2c1 and r2c3 would be unshaded "
        "(beside r2c2), and row 2 would keep two 2s."
    )
    kept = told("12\n11\n")
    assert kept["no cutting off"] == "r1c2 is unshaded: shading it would cut off the unshaded cell at r1c1."
    assert kept["number is kept"] == "r2c1 is shaded: the 1 at r1c1 in column 1 is unshaded."
    assert kept["beside a shaded cell"] == "r2c2 is unshaded: r2c1 beside it is shaded."
    assert told("...3\n3.33\n")["adjacent pair"] == (
        "r2c1 is shaded: if r2c1 were unshaded, then r2c3 and r2c4 would be shaded (the 3 at r2c1 in row "
        "2 would be unshaded), and r2c3 and r2c4 would both be shaded."
    )
    assert told("..3\n333\n")["triple"].startswith("r2c3 is shaded: ")
    assert told(".1\n.1\n")["corner"].endswith(", and the unshaded cell at r1c2 would be cut off.")
