"""Slitherlink: every small puzzle against a brute force, links, texts, wrong boards, the generator, explanations."""

from __future__ import annotations

import json
from itertools import combinations, product
from random import Random

import pytest
from samples import slitherlink as slitherlink_boards

import satdnd
from satdnd.declaration.generators.winding import winding_region
from satdnd.draw import terminal
from satdnd.engine.kind import kind_named
from satdnd.errors import InputError
from satdnd.explanation.judge import replay
from satdnd.explanation.steps import Explanations
from satdnd.explanation.wording import Inference
from satdnd.grid.bitboard import grid
from satdnd.kinds.slitherlink import KIND, Slitherlink, SlitherlinkSolution, one_loop, past_the_numbers, sample
from satdnd.rules.edges import edges_of
from satdnd.rules.statement import Combined
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget

PUZZLE = Slitherlink(((3, None, 3), (None, None, 2), (2, 3, None)))
"""The example."""
ENTRIES = (None, 0, 1, 2, 3, 4)


def loops_of_2x2() -> list[tuple[int, ...]]:
    """Of all sets of the twelve edges of a 2x2 grid those that are one loop: the numbers of its cells."""
    corners = list(product(range(3), repeat=2))
    edges = [(a, b) for a, b in combinations(corners, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    found = []
    for chosen in range(1 << len(edges)):
        lines = {frozenset(edge) for i, edge in enumerate(edges) if chosen >> i & 1}
        if slitherlink_boards.is_loop(lines):
            cells = product(range(2), repeat=2)
            found.append(tuple(sum({*edge} <= {*product((r, r + 1), (c, c + 1))} for edge in lines) for r, c in cells))
    return found


def test_every_puzzle_of_2x2() -> None:
    """As many solutions as among all sets of edges."""
    loops = loops_of_2x2()
    assert len(loops) == 13
    for numbers in product(ENTRIES, repeat=4):
        wanted = sum(all(x in (None, y) for x, y in zip(numbers, loop, strict=True)) for loop in loops)
        answer = satdnd.solve(Slitherlink((numbers[:2], numbers[2:])), limit=None)
        assert len(answer.solutions) == wanted, numbers


def test_random_puzzles_of_3x3() -> None:
    """All solutions, by their insides."""
    rng = Random(1)
    for _ in range(60):
        numbers = slitherlink_boards.numbers(rng.choice(slitherlink_boards.loops(3, 3)))
        rows = tuple(tuple(x if rng.random() < 0.4 else None for x in row) for row in numbers)
        found = satdnd.solve(Slitherlink(rows), limit=None).solutions
        assert sorted(x.to_json()["inside"] for x in found) == sorted(slitherlink_boards.solutions(Slitherlink(rows)))


# forms


@pytest.mark.parametrize(
    ("link", "rows"),
    [
        ("slither/2/2/0123", ((0, 1), (2, 3))),
        ("slitherlink/3/2/ag3b", ((0, None, None), (None, 3, 1))),
        ("slither/3/2/ai", ((0, None, None), (None, None, None))),
        ("slither/4/1/5.d", ((0, None, None, 3),)),
        ("slither/3/2/8di", None),
        ("slither/2/3/4e9", ((4, 4), (None, None), (4, None))),
        ("slither/5/5/y", None),
    ],
)
def test_links_made_by_hand(link: str, rows: tuple[tuple[int | None, ...], ...] | None) -> None:
    """Numbers with none, one or two blank cells behind them, runs of blanks, and numbers that are not told."""
    if rows is None:
        with pytest.raises(InputError, match=r"found '.*'|the link ends after"):
            satdnd.loads(f"https://puzz.link/p?{link}")
    else:
        assert satdnd.loads(f"https://puzz.link/p?{link}") == [Slitherlink(rows)]


def test_a_published_puzzle() -> None:
    """Its numbers and its only solution (robx/pzprjs, test/script/slither.js)."""
    (puzzle,) = satdnd.loads("https://puzz.link/p?slither/5/5/cbcbcddad")
    assert satdnd.dumps(puzzle, "puzz.link") == "https://puzz.link/p?slither/5/5/cbcbcddad\n"
    assert satdnd.dumps(puzzle, "text").endswith("2..1.\n.2..1\n..2..\n3..3.\n.0..3\n")
    answer = satdnd.unique(puzzle)
    assert answer.status == "unique"
    assert answer.solutions[0].to_json()["inside"] == ["#####", "#..##", "#.###", "#.#.#", "....#"]


def test_a_text_that_tells_its_kind() -> None:
    """Where no other kind has such numbers beside dots: in akari no corner has 3 lamps."""
    assert satdnd.loads("3..\n.0.\n") == [Slitherlink(((3, None, None), (None, 0, None)))]
    with pytest.raises(InputError, match=r"several kinds [(]slitherlink, akari[)];"):
        satdnd.loads("0..\n.3.\n")
    assert satdnd.loads(KIND.examples[0]) == [PUZZLE]
    assert all(satdnd.unique(satdnd.loads(example)[0]).status == "unique" for example in KIND.examples)


# boards


def rules_broken(text: str, puzzle: Slitherlink = PUZZLE) -> set[str]:
    """Of a solution as text."""
    (solution,) = KIND.texts.read_solutions(text, puzzle)
    assert isinstance(solution, SlitherlinkSolution), solution
    return {fault.rule for fault in kind_named("slitherlink").faults(puzzle, solution)}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("#.#\n###\n.#.\n", set()),
        ("#.#\n###\n.##\n", {"number"}),
        ("#..\n...\n..#\n", {"number", "single-loop"}),
        ("###\n#.#\n###\n", {"number", "single-loop"}),
        ("#..\n.#.\n...\n", {"number", "corner", "single-loop"}),
        ("...\n...\n...\n", {"number", "single-loop"}),
        ('{"inside": ["#.#", "###", ".#."]}', set()),
        ('{"inside": ["#.#", ".#.", "#.#"]}', {"number", "corner", "single-loop"}),
    ],
)
def test_boards_by_their_insides(text: str, rules: set[str]) -> None:
    """Two pieces, a hole, pieces that touch at a corner, nothing: read, and refused by the right rule."""
    free = Slitherlink(((None,) * 3,) * 3)
    assert rules_broken(text) == rules
    assert rules_broken(text, free) == rules - {"number"}


@pytest.mark.parametrize(
    ("drawing", "rules"),
    [
        ("+-+ +\n| |  \n+-+ +\n     \n+ + +\n", set()),
        ("+-+ +\n| |  \n+-+-+\n     \n+ + +\n", {"corner", "single-loop"}),
        ("+-+ +\n|    \n+-+ +\n     \n+ + +\n", {"corner"}),
        ("+-+ +\n| |  \n+-+-+\n  | |\n+ +-+\n", {"corner", "single-loop"}),
    ],
)
def test_boards_that_are_drawn(drawing: str, rules: set[str]) -> None:
    """A loop; one with a branch, which leaves a line beside it, one that ends, one that crosses itself."""
    assert rules_broken(drawing, Slitherlink(((None,) * 2,) * 2)) == rules


def test_two_loops_are_two() -> None:
    """In a drawing, with the words of the rule."""
    puzzle = Slitherlink(((None,) * 3,))
    (solution,) = KIND.texts.read_solutions("+-+ +-+\n| | | |\n+-+ +-+\n", puzzle)
    (fault,) = KIND.faults(puzzle, solution)
    assert (fault.rule, fault.message) == ("single-loop", "the lines form 2 loops")
    with pytest.raises(InputError, match=r"found 2 rows of 1 cell, expected 1 of 3"):
        raise next(iter(KIND.texts.read_solutions("#\n#\n", puzzle)))


def test_a_players_board() -> None:
    """Drawn in part, or as marks."""
    board = "+-+ +\n| x  \n+ + +\n     \n+ + +\n"
    puzzle = Slitherlink(((None,) * 2,) * 2)
    marks = KIND.marks(puzzle, board)
    assert marks == [(0, 0, "n", "-"), (0, 0, "w", "-"), (0, 1, "w", "x")]
    assert KIND.board(puzzle, marks)["forced"] == board.rstrip("\n").split("\n")
    with pytest.raises(InputError, match="found no drawing of lines between the corners of 2x2 cells"):
        KIND.marks(puzzle, "#.\n..\n")


# questions


def test_without_solution() -> None:
    """Zeros alone are seen at once; other zeros have no line, which the diagnosis says."""
    assert "every cell has a 0" in str(satdnd.solve(Slitherlink(((0, 0), (0, 0)))).reason)
    answer = satdnd.diagnose(Slitherlink(((0, 0, None), (None, 0, 0))))
    assert {"there is a line", "the 0 at r1c1 has no lines around it"} <= {x.text for x in answer.conflict or ()}
    assert answer.repairs
    assert satdnd.diagnose(Slitherlink(((4, None),))).status == "unique"
    several = satdnd.diagnose(Slitherlink(((None, None),)))
    assert (several.count, several.differs) == (3, ((0, 0), (0, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_generated_puzzles(seed: int) -> None:
    """They are unique, and their explanations are judged right."""
    recipe = satdnd.SlitherlinkRecipe(height=5, width=5)
    for puzzle in satdnd.generate(recipe, seed=seed):
        answer = satdnd.explain(puzzle)
        assert answer.status == "unique"
        record = json.loads(json.dumps(answer.to_json()))
        assert replay.check(puzzle, record, KIND.options()).status == "valid"
        assert any(reason.rule == "passing" for step in answer.steps for reason in step.reasons)
        break


@pytest.mark.slow
def test_regions_are_loops_of_all_shapes() -> None:
    """Their borders are one loop; the same shape comes rarely; they wind."""
    board = grid(4, 4)
    found = [winding_region(Random(seed), board, Budget()) for seed in range(120)]
    assert all("".join(board.lines(x)).count("#") >= 3 for x in found)
    assert {tuple(board.lines(x)) for x in found} <= {*slitherlink_boards.loops(4, 4)}
    assert len({*found}) > 80
    large = Slitherlink(((None,) * 10,) * 10)
    lengths = [sample(Random(seed), large, Budget()).bit_count() for seed in range(6)]
    assert sum(lengths) / len(lengths) > 90


def named(rows: tuple[tuple[int | None, ...], ...]) -> dict[str, str]:
    """Of each technique of an explanation its first sentence."""
    steps = satdnd.explain(Slitherlink(rows)).steps
    return {step.technique: step.text for step in reversed(steps)}


def test_patterns_have_names() -> None:
    """And sentences that say which edges."""
    blank = (None,) * 4
    assert named(((3, None, None, None), blank, blank, blank))["number in the corner"].startswith(
        "the edges above and left of r1c1 are lines: "
    )
    assert "adjacent 3s" in named((blank, (None, 3, 3, None), blank, (None, None, None, 1)))
    assert "diagonal 3s" in named((blank, (None, 3, None, None), (None, None, 3, None), blank))
    assert "3 beside 0" in named((blank, (None, 3, 0, None), blank, blank))


def test_what_a_number_has_at_a_corner_it_shares() -> None:
    """A 3 that leaves one of two edges to the corner gives the number there one line; with both, it leaves none."""
    reason = Combined("touching", ((1, 1), (2, 2)), "", ())

    def said(number: int, known: list[Mark], found: list[Mark]) -> str:
        """The reason where the first number is next to a 3."""
        rows = [[None] * 4, [None, number, None, None], [None, None, 3, None], [None] * 4]
        puzzle = Slitherlink(tuple(map(tuple, rows)))
        return past_the_numbers(Inference(puzzle, tuple(found), (reason,), tuple(known)), reason)

    outside: list[Mark] = [(1, 1, "n", "x"), (1, 1, "w", "x")]
    away: list[Mark] = [(2, 2, "s", "-"), (2, 2, "e", "-")]
    corner = "the 3 at r3c3 has {} at the corner that it shares with the {} at r2c2, which then has {} there{}"
    assert said(1, away, outside) == corner.format("one line", 1, "one", ", too")
    assert said(2, [(2, 2, "s", "x")], [(1, 1, "n", "-"), (1, 1, "w", "-")]) == corner.format(
        "two lines", 2, "none", ""
    )
    assert "in any other way" in said(1, [], outside)


def test_edges_in_sentences() -> None:
    """A cell that has many of them names them; one between two cells has both their names."""
    words = KIND.require(Explanations).words
    marks = [(0, 0, "n", "-"), (1, 1, "n", "-"), (0, 1, "w", "-"), (1, 1, "s", "-"), (0, 1, "e", "-")]
    assert words.places(marks[:1]) == ["the edge above r1c1"]
    assert words.places(marks[1:2]) == ["the edge between r1c2 and r2c2"]
    assert words.places(marks) == [
        "the edges left of, below and right of r1c2",
        "the edge above r1c1",
        "the edge below r2c2",
    ]
    assert words.places([(0, 0, "n", "x"), (0, 0, "w", "x"), (1, 0, "n", "x"), (0, 1, "w", "x")]) == [
        "the four edges of r1c1"
    ]


def test_a_finished_drawing_is_finished() -> None:
    """A drawing of all that is known has no crosses: its closed line says where none is."""
    drawn = terminal.render(KIND.picture(PUZZLE, satdnd.solve(PUZZLE).solutions[0]))
    assert satdnd.hint(PUZZLE, drawn).step is None
    opened = drawn.replace("┌───┐", "┌   ┐", 1)
    assert opened != drawn
    assert satdnd.hint(PUZZLE, opened).step is not None


def test_the_largest_board_keeps_its_limits() -> None:
    """Sets of edges, one for each number, do not fill the memory."""
    puzzle = Slitherlink(((3, None, 1, 2, None) * 60,) * 300)
    edges = edges_of(300, 300)
    assert not one_loop(puzzle, edges).sure
    assert one_loop(PUZZLE, edges_of(3, 3)).sure
