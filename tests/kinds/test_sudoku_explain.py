"""Explanations replayed step by step, each technique on its own, and generated puzzles of every difficulty."""

from __future__ import annotations

import json
import random
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from sudoku_boards import EXAMPLES, all_solutions, sudoku

import satdnd
from satdnd.engine.tasks import Task, perform
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.grid.bitboard import scan
from satdnd.grid.boxes import USUAL
from satdnd.kinds.sudoku import generate as generator
from satdnd.kinds.sudoku.explain import grade
from satdnd.kinds.sudoku.generate import SudokuRecipe, notes, random_grid
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import SYMBOLS, Sudoku, geometry
from satdnd.kinds.sudoku.options import TECHNIQUES, SudokuOptions
from satdnd.kinds.sudoku.rules import accepts
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.kinds.sudoku.words import FINDERS
from satdnd.sat.budget import Budget
from satdnd.setter.generator import recipe_for
from satdnd.setter.parts import Generator

SINGLES = ("full house", "hidden single", "naked single")


@cache
def made(seed: int, **recipe: Any) -> Sudoku:
    """A generated puzzle."""
    return KIND.require(Generator).generate(random.Random(seed), SudokuRecipe(**recipe), Budget())


def explained(puzzle: Sudoku, **options: Any) -> SimpleNamespace:
    """What `satdnd.explain` says, with its details as attributes; the judge has accepted each step but guesses."""
    answer = satdnd.explain(puzzle, **options)
    if answer.steps and not any(step.technique == "guess" for step in answer.steps):
        judged = satdnd.replay.check(puzzle, json.loads(json.dumps(answer.to_json())), SudokuOptions())
        assert judged.status == "valid", judged.faults
    return SimpleNamespace(**vars(answer) | {"technique": answer.technique or ""})


def keeps(told: SimpleNamespace, solutions: list[list[int]], size: int) -> bool:
    """Whether no step rules out a value of one of these solutions, or places another."""
    return all(
        (SYMBOLS[solution[r * size + c] - 1] == what.removeprefix("not ")) != what.startswith("not ")
        for step in told.steps
        for r, c, what in step.cells
        for solution in solutions
    )


HARDEST = ("Arto Inkala", "David Filmer")


@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=[pytest.mark.slow] * (e.name in HARDEST)) for e in EXAMPLES],
    ids=[e.name for e in EXAMPLES],
)
def test_published_puzzles_are_explained_to_the_end(example: Any) -> None:
    """Each step of the trace is right, and the last leaves the published solution."""
    puzzle = sudoku(example.clues)
    told = explained(puzzle)
    assert told.status == "unique"
    assert told.summary["given"] < 81
    assert ["".join(found.lines) for found in told.solutions] == [example.solution]
    assert keeps(told, [list(map(int, example.solution))], 9)


@pytest.mark.slow
def test_what_the_published_puzzles_need() -> None:
    """One falls to singles; the 17 clues leave 43 cells to singles alone and need a pair; two need more at once."""
    told = [explained(sudoku(e.clues)) for e in EXAMPLES]
    assert [t.technique for t in told] == ["hidden single", "naked pair", "combination", "combination"]
    assert [t.summary["given"] for t in told] == [32, 17, 21, 22]
    singles = explained(sudoku(EXAMPLES[1].clues), technique=SINGLES)
    assert singles.status == "undecided"
    assert sum(singles.summary.values()) == 81 - 43
    assert "naked pair" in told[1].summary
    assert all(any(len(step.reasons) > 3 for step in hard.steps) for hard in told[2:])
    named = explained(sudoku(EXAMPLES[2].clues), technique=TECHNIQUES)
    assert named.technique == "guess"
    guesses = [step for step in named.steps if step.technique == "guess"]
    assert guesses[0].text.endswith("would lead to no solution.")
    assert [f"depth {depth}" in step.text for depth, step in enumerate(guesses, 1)] == [True] * len(guesses)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_generated_puzzles_are_explained_to_the_end(seed: int) -> None:
    """Minimal puzzles: the grade is that of the generator, where techniques with names do."""
    puzzle = made(seed)
    told = explained(puzzle)
    assert told.technique == ("combination" if grade(puzzle) == "guess" else grade(puzzle))


def test_several_solutions_and_none() -> None:
    """Multiple: the steps that hold in all solutions. Unsolvable, by a clash or deeper: no steps."""
    for seed in range(20):
        values = random_grid((2, 2), random.Random(seed)).values
        kept = random.Random(seed).sample(range(16), 6)
        puzzle = Sudoku(tuple(v if i in kept else 0 for i, v in enumerate(values)))
        solutions = list(all_solutions(list(puzzle.clues), 2))
        told = explained(puzzle)
        assert told.status == ("unique" if len(solutions) == 1 else "multiple")
        assert keeps(told, solutions, 4)
        assert told.summary["guess"] == 0
    for clues in ("11" + "." * 14, "12.." + "..3." + "4..." + "...."):
        puzzle = sudoku(clues)
        expected = satdnd.unique(puzzle).status
        told = explained(puzzle)
        assert told.status == expected
    none = sudoku("123." + "...4" + "." * 8)
    assert satdnd.unique(none).status == "unsolvable"
    told = explained(none)
    assert (told.status, told.steps, told.technique) == ("unsolvable", (), "")


def test_a_full_grid_and_a_time_limit() -> None:
    """Nothing left to do is graded 'given'; without time there are no steps."""
    full = explained(sudoku(EXAMPLES[0].solution))
    assert (full.status, full.steps, full.technique) == ("unique", (), "given")
    late = explained(sudoku(EXAMPLES[2].clues), timeout=0)
    assert (late.status, late.steps) == ("undecided", ())
    assert late.reason == "the time limit was reached"
    with pytest.raises(UsageError, match="explanations need one of PySAT's solvers"):
        explained(sudoku(EXAMPLES[0].clues), solver="external:none")


@pytest.mark.parametrize("size", [4, 9])
def test_an_empty_grid_has_no_grade(size: int) -> None:
    """Many solutions and no step to take: neither ``given`` nor any other grade, in JSON or in words."""
    told = explained(Sudoku((0,) * size**2))
    assert (told.status, told.steps, told.technique) == ("multiple", (), "")
    answer = perform(Task("explain", Sudoku((0,) * size**2)))
    assert answer.to_json()["grade"] == ""
    assert "given" not in str(answer)
    assert "Hardest technique" not in str(answer)


def test_unknown_techniques_are_told() -> None:
    """A wrong name is a usage error with the right ones; upper and lower case do not matter."""
    assert satdnd.SudokuOptions(technique=("x-wing",)).technique == ("X-wing",)
    assert SudokuRecipe(technique="XY-Chain").technique == "XY-chain"
    with pytest.raises(UsageError, match="unknown technique 'x-ring'; known: full house, hidden single"):
        explained(sudoku("." * 16), technique=("x-ring",))


def test_a_guess_whose_other_values_are_gone() -> None:
    """With guesses alone, a cell with one candidate is guessed too, and the text does not speak of others."""
    told = explained(sudoku("123.34122143432."), technique=("guess",))
    assert [step.text for step in told.steps] == [
        "r1c4 is 4: a guess at depth 1, as nothing simpler is left.",
        "r4c4 is 1: a guess at depth 2, as nothing simpler is left.",
    ]


# each technique on its own


def blank() -> Position:
    """9x9 without clues."""
    return Position(Sudoku((0,) * 81))


def test_a_cell_without_candidates_is_no_full_house() -> None:
    """The last cell of a row whose missing value stands in its column: nothing can be placed."""
    assert FINDERS["full house"](Position(sudoku("123....4........"))) is None


def test_naked_and_hidden_single() -> None:
    """A cell with one candidate; a value with one place."""
    position = Position(sudoku("..2..4..3......."))
    assert FINDERS["full house"](position) is None
    found = FINDERS["naked single"](position)
    assert found is not None
    assert (found.placed, found.removed) == (((0, 1),), ())
    assert found.reason == "row 1 has 2; column 1 has 3; box 1 has 4"
    position = Position(sudoku("......1..1......"))
    assert FINDERS["naked single"](position) is None
    found = FINDERS["hidden single"](position)
    box = geometry((2, 2)).boxes[0]
    assert found == Deduction(((0, 1),), (), "it is the only place for 1 in box 1", (box,))
    assert FINDERS["hidden single"](blank()) is None


def test_pointing() -> None:
    """1 can only stand in row 0 of box 0: gone from the rest of row 0."""
    position = blank()
    for i in (9, 10, 11, 18, 19, 20):
        position.remove(i, 1)
    found = FINDERS["locked candidates (pointing)"](position)
    assert found is not None
    assert found.removed == tuple((i, 1) for i in range(3, 9))
    assert found.reason == "in box 1, 1 can only stand in row 1"


def test_claiming() -> None:
    """1 can only stand in box 0 of row 0: gone from the rest of the box."""
    position = blank()
    for i in range(3, 9):
        position.remove(i, 1)
    assert FINDERS["locked candidates (pointing)"](position) is None
    found = FINDERS["locked candidates (claiming)"](position)
    assert found is not None
    assert found.removed == tuple((i, 1) for i in (9, 10, 11, 18, 19, 20))
    assert found.reason == "in row 1, 1 can only stand in box 1"


@pytest.mark.parametrize(("count", "size"), [(2, "pair"), (3, "triple"), (4, "quad")])
def test_naked_and_hidden_sets(count: int, size: str) -> None:
    """Cells of row 0 in several boxes that hold 1..k between them, seen from both sides."""
    chosen = (0, 3, 6, 8)[:count]
    naked, hidden = blank(), blank()
    for value in range(1, 10):
        for c in range(9):
            if c in chosen and value > count:
                naked.remove(c, value)
            if c not in chosen and value <= count:
                hidden.remove(c, value)
    others = [c for c in range(9) if c not in chosen]
    found = FINDERS[f"naked {size}"](naked)
    assert found is not None
    assert set(found.removed) == {(c, v) for c in others for v in range(1, count + 1)}
    assert found.reason.startswith("in row 1, the cells r1c1")
    found = FINDERS[f"hidden {size}"](hidden)
    assert found is not None
    assert set(found.removed) == {(c, v) for c in chosen for v in range(count + 1, 10)}
    assert found.reason.startswith("in row 1, 1")
    for other in ("pair", "triple", "quad"):
        assert FINDERS[f"naked {other}"](blank()) is None
        assert FINDERS[f"hidden {other}"](blank()) is None
    naked.apply(FINDERS[f"naked {size}"](naked) or pytest.fail("gone"))
    assert all(naked.candidates(c) == list(range(count + 1, 10)) for c in others)


# generating


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "technique",
    [
        "full house",
        *SINGLES[1:],
        "locked candidates (pointing)",
        "locked candidates (claiming)",
        "naked pair",
        pytest.param("hidden pair", marks=pytest.mark.slow),
        pytest.param("naked triple", marks=pytest.mark.slow),
        "guess",
    ],
)
def test_hardest_techniques(technique: str) -> None:
    """The puzzle needs just that technique, as its explanation says."""
    puzzle = made(3, technique=technique)
    told = explained(puzzle)
    assert told.status == "unique"
    assert notes(puzzle, SudokuRecipe(technique=technique)) == {"technique": technique}
    assert told.technique == ("combination" if technique == "guess" else technique)


@pytest.mark.slow
@pytest.mark.parametrize(
    "grade", ["medium", *(pytest.param(name, marks=pytest.mark.slow) for name in ("trivial", "easy", "hard"))]
)
def test_the_noted_technique_is_that_of_the_explanation(grade: str) -> None:
    """Also where a harder puzzle was made easier: what that one needed is not told of this one."""
    for puzzle in satdnd.generate("sudoku", {"difficulty": grade}, seed=5, count=2):
        assert puzzle.extra["technique"] == explained(puzzle).technique


@pytest.mark.slow
def test_a_puzzle_made_easier_keeps_the_technique_that_was_wanted() -> None:
    """Or another one is made."""
    wanted = "locked candidates (pointing)"
    (puzzle,) = satdnd.generate("sudoku", {"difficulty": "medium", "technique": wanted}, seed=2)
    full = satdnd.solve(puzzle).solutions[0].values
    assert explained(puzzle).technique == puzzle.extra["technique"] == wanted
    easier = Sudoku(full)
    assert notes(easier, SudokuRecipe(technique="naked pair")) is None
    assert notes(easier, SudokuRecipe()) == {"technique": "given"}


@pytest.mark.parametrize("clues", [30, 50, 81])
def test_clues_are_kept(clues: int) -> None:
    """Removal stops at that many clues, or one more if they are symmetric; a full grid is graded too."""
    puzzle = made(1, clues=clues, symmetric=False)
    assert len(puzzle.given) == clues
    assert len(made(1, clues=clues).given) in (clues, clues + 1)
    assert satdnd.unique(puzzle).status == "unique"
    assert (grade(puzzle) == "given") == (clues == 81)
    assert len(made(1, clues=clues, technique="full house").given) >= clues if clues < 81 else True


def test_letters_in_a_sentence() -> None:
    """Where the other numbers of a cell are, in a grid with letters."""
    rows = """
        .3.....927 79.5A.18.4 5..6832A91 31A.975486 A8...9617.
        97.15.8.42 6A.34.971. 82971.3..A 2...784.A3 458...726."""
    (puzzle,) = satdnd.loads("\n".join(rows.split()))
    (verdict,) = satdnd.judge(puzzle, [(1, 5, "6")]).verdicts
    assert verdict.step is not None
    said = "r2c6 is 6: row 2 has 1, 4, 5, 7, 8, 9 and A; column 6 has 3; 2 was ruled out before."
    assert verdict.step.text == said


@pytest.mark.no_cover
@pytest.mark.parametrize("size", [4, 16])
def test_other_sizes(size: int) -> None:
    """4x4 and 16x16 puzzles are unique."""
    puzzle = made(2, height=size, width=size, clues=110 if size == 16 else 0)
    assert puzzle.size == size
    assert satdnd.unique(puzzle).status == "unique"


@pytest.mark.parametrize("seed", range(20))
def test_the_cells_with_least_choice_are_counted_right(seed: int) -> None:
    """As the candidates of each cell say, on boards that are filled at random until a cell has none."""
    rng = random.Random(seed)
    position = Position(Sudoku((0,) * rng.choice((16, 81, 256))))
    least = 1
    while position.empty and least:
        counts = {i: len(position.candidates(i)) for i in scan(position.empty)}
        least, cells = position.least_choice()
        assert least == min(counts.values())
        assert [*scan(cells)] == [i for i, count in counts.items() if count == least]
        if least:
            cell = rng.choice([*counts])
            values = position.candidates(cell)
            position.place(cell, rng.choice(values))


@pytest.mark.no_cover
@pytest.mark.parametrize("size", [4, 9, 16])
def test_random_grids_are_right_and_differ(size: int) -> None:
    """Full grids of every size keep the rules; seeds give different ones."""
    grids = [random_grid(USUAL[size], random.Random(seed)) for seed in range(3)]
    assert all(accepts(Sudoku((0,) * size**2), grid) for grid in grids)
    assert len(set(grids)) == 3


def test_random_grids_begin_anew_after_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no dead end allowed the search only ever restarts, and still ends with a right grid."""
    monkeypatch.setattr(generator, "_RESTART", 0)
    assert all(accepts(Sudoku((0,) * 81), random_grid((3, 3), random.Random(seed))) for seed in range(10))


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        ({"height": 7, "width": 7}, "there are no sudokus of 7x7; sizes: 4x4, 6x6, 8x8, 9x9"),
        ({"technique": "evil"}, "unknown technique 'evil'; known: full house"),
        ({"clues": 82}, "clues is 82, expected 0 to 81"),
        ({"unique": False}, "a sudoku has exactly one solution"),
        (
            {"rooms": 3},
            "the generator of sudoku has no option 'rooms'; known: difficulty, technique, techniques, height, width, "
            "boxes, areas, cages, diagonals, symmetric, unique, clues",
        ),
    ],
)
def test_wishes_that_cannot_be(recipe: dict[str, Any], message: str) -> None:
    """What was wished for and what there is."""
    with pytest.raises(UsageError) as caught:
        KIND.require(Generator).generate(random.Random(0), recipe_for(KIND, recipe), Budget())
    assert message in str(caught.value)


def test_giving_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time at all, no time for a technique, too many attempts: how far it got."""
    with pytest.raises(Undecided, match="time limit"):
        KIND.require(Generator).generate(random.Random(0), SudokuRecipe(), Budget.of(0))
    monkeypatch.setattr(generator, "ATTEMPTS", 3)
    with pytest.raises(CannotFulfil, match=r"3 grids gave no puzzle with the requested technique; found .* x "):
        made(0, height=4, width=4, technique="hidden quad")
    monkeypatch.setattr(generator, "ATTEMPTS", 10**9)
    with pytest.raises(Undecided, match="the time limit was reached: no puzzle with the requested technique; found"):
        KIND.require(Generator).generate(random.Random(0), SudokuRecipe(height=4, technique="guess"), Budget.of(0.3))


def test_a_clue_stays_where_the_effort_is_too_great(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without effort nothing is shown to be forced, so every clue stays; the limit is no clock."""
    monkeypatch.setattr(generator, "EFFORT", 0)
    assert len(KIND.require(Generator).generate(random.Random(0), SudokuRecipe(), Budget()).given) == 81


def test_hard_grids_end_without_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions too hard for their effort are asked so often that the end is near, and then all clues are kept."""
    efforts = list[int | None]()

    def too_hard(self: object, grid: object, clues: object, cell: int, budget: Budget) -> bool:
        efforts.append(budget.conflicts)
        budget.spend(generator.EFFORT)
        raise Undecided("the conflict limit was reached")

    monkeypatch.setattr(generator.Oracle, "forced", too_hard)
    assert len(KIND.require(Generator).generate(random.Random(0), SudokuRecipe(), Budget()).given) == 81
    assert sum(filter(None, efforts)) == generator.MOST_EFFORT
    assert [generator.attempts(size) for size in (4, 9, 16, 25)] == [2000, 2000, 112, 12]


def test_removal_stops_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped when there is a grid, the puzzle has the clues that were left: here all."""
    grids = [random_grid((3, 3), random.Random(0))]
    budget = Budget(stop=lambda: not grids)
    monkeypatch.setattr(generator, "random_grid", lambda *_: grids.pop())
    assert len(KIND.require(Generator).generate(random.Random(0), SudokuRecipe(), budget).given) == 81
