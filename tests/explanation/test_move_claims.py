"""Somebody's moves of kinds whose answers are optima: the verdicts are those that all positions give."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import satdnd
from satdnd.cli import main
from satdnd.errors import InputError, UsageError
from satdnd.explanation.verdicts import BEST, CONTRADICTS, FOLLOWS, OPEN
from satdnd.kinds.klotski.model import METRICS, Klotski, KlotskiSolution, Move
from satdnd.kinds.klotski.rules import Play
from satdnd.kinds.unattacked.rules import unattacked_squares

CORNER = "# goal: a at r2c2\naab\naac\nd..\n"
BOXES = (CORNER, "# goal: 1x1 at r1c3\nabb\nac.\n...\n", "# goal: a at r1c3\na.b\n.c.\n")


def after(puzzle: Klotski, pieces: Any, metric: str) -> dict[Move, Any]:
    """The pieces after each legal move, all moves being tried by the rules alone."""
    found, cells = {}, [*product(range(puzzle.height), range(puzzle.width))]
    for letter, target in product(pieces, cells):
        play = Play(puzzle, pieces)
        move = Move(letter, pieces[letter].at, target)
        if play.make(move, metric) is None:
            found[move] = play.pieces
    return found


def distances(puzzle: Klotski, metric: str) -> dict[Any, int]:
    """The moves from each position that can be reached to the nearest goal."""
    start = tuple(puzzle.pieces.items())
    seen, todo, into = {start}, [start], dict[Any, list[Any]]()
    for position in todo:
        for pieces in after(puzzle, dict(position), metric).values():
            into.setdefault(there := tuple(pieces.items()), []).append(position)
            if there not in seen:
                seen.add(there)
                todo.append(there)
    far, layer = dict[Any, int](), []
    for position in seen:
        play = Play(puzzle, dict(position))
        layer += [position] * play.solved
    while layer:
        far |= dict.fromkeys(layer, max(far.values(), default=-1) + 1)
        layer = [*{other for position in layer for other in into[position]} - far.keys()]
    return far


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("text", BOXES)
def test_moves_are_judged_by_all_positions(text: str, metric: str) -> None:
    """Moves at random, half of them legal, a third of these on a shortest way."""
    puzzle, rng, seen = replace(satdnd.loads(text, "klotski")[0], metric=metric), Random(1), set[str]()
    far = distances(puzzle, metric)
    for _ in range(6):
        pieces, moves, expected = dict(puzzle.pieces), list[Move](), list[tuple[str, int]]()
        for _ in range(12):
            legal, left = after(puzzle, pieces, metric), far[tuple(pieces.items())]
            nearer = [move for move, there in legal.items() if far[tuple(there.items())] < left]
            anywhere = Move(*rng.choice([(x, one.at) for x, one in pieces.items()]), divmod(rng.randrange(9), 3))
            move = rng.choice([anywhere, rng.choice([*legal]), rng.choice(nearer or [*legal])])
            verdict = CONTRADICTS if move not in legal else OPEN if move not in nearer else BEST
            verdict = FOLLOWS if nearer == [move] else verdict
            pieces, left = (legal[move], left - 1) if move in nearer else (pieces, left)
            moves.append(move)
            expected.append((verdict, left))
        answer = satdnd.judge(puzzle, KlotskiSolution(tuple(moves), metric))
        assert [one.verdict for one in answer.verdicts] == [verdict for verdict, _ in expected]
        assert answer.left == expected[-1][1]
        for one in answer.verdicts:
            seen.add(one.verdict)
            if one.counterexample:
                other = satdnd.KlotskiSolution(
                    tuple(Move(x, tuple(a), tuple(b)) for x, a, b in one.counterexample["moves"]), metric
                )
                assert len(other.moves) == far[tuple(puzzle.pieces.items())]
                assert not satdnd.faults(puzzle, other)
    assert {CONTRADICTS, OPEN} < seen


@pytest.mark.parametrize(("height", "width", "queens"), [(4, 4, 3), (3, 5, 4), (5, 5, 5)])
def test_queens_are_judged_by_all_placements(height: int, width: int, queens: int) -> None:
    """Those of a best placement, or some of these with others, or one too many."""
    puzzle, rng, seen = satdnd.Unattacked(height, width, queens), Random(2), set[str]()
    squares = [*product(range(height), range(width))]
    free = {some: len(unattacked_squares(height, width, some)) for some in combinations(squares, queens)}
    most = max(free.values())
    best = [{*some} for some, number in free.items() if number == most]
    for _ in range(8):
        wanted = [*rng.choice(best)]
        extra = rng.sample(squares, rng.randrange(3))
        tried = sorted({*wanted[rng.randrange(2) :], *extra})
        placed, expected = set[Any](), list[str]()
        for square in tried:
            left = [some for some in best if placed <= some]
            agree = sum(square in some for some in left)
            verdict = FOLLOWS if agree == len(left) else BEST if agree else OPEN
            verdict = CONTRADICTS if len(placed) == queens else verdict
            placed |= {square} if verdict in (FOLLOWS, BEST) else set()
            expected.append(verdict)
        answer = satdnd.judge(puzzle, satdnd.UnattackedSolution(height, width, tuple(tried), 0))
        assert [one.verdict for one in answer.verdicts] == expected
        assert answer.left == queens - len(placed)
        for one in answer.verdicts:
            seen.add(one.verdict)
            if one.counterexample:
                assert one.counterexample["unattacked"] == most
    assert {FOLLOWS, BEST, OPEN} <= seen


def test_what_solve_and_explain_print_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several attempts at one puzzle are JSON Lines; a box without a way to the goal has none to judge."""
    puzzle, attempts = tmp_path / "corner.klotski", tmp_path / "attempts.jsonl"
    puzzle.write_text(f"# kind: klotski\n{CORNER}")
    (box,) = satdnd.loads(CORNER, "klotski")
    whole = satdnd.explain(box).to_json()
    attempts.write_text(f'{json.dumps(whole)}\n{{"moves": [["a", [0, 0], [1, 0]]]}}\n[["d", [2, 0], [2, 1]], 7]\n')
    with pytest.raises(SystemExit) as ended:
        main(["judge", str(puzzle), str(attempts), "--format", "json"])
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert ended.value.code == 2
    assert [answer["status"] for answer in answers] == ["valid", "invalid", "error"]
    assert [len(answer.get("verdicts", ())) for answer in answers] == [len(whole["solutions"][0]["moves"]), 1, 0]
    assert f"{attempts}:3: moves[1] is 7, expected [piece, [row, column], [row, column]]" in err
    assert satdnd.judge(satdnd.loads("# goal: a at r1c2\nab\n", "klotski")[0], '{"moves": []}').status == "unsolvable"
    with pytest.raises(InputError, match="found 2 solutions, expected the moves of one"):
        satdnd.judge(box, '{"moves": []}\n{"moves": []}')
    with pytest.raises(UsageError, match="give a puzzle that starts from there"):
        satdnd.judge(box, whole, given=[])


def test_attempts_at_several_puzzles_are_paired(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As 'explain' prints them for the same file; one too few is an error in its place."""
    puzzles, steps = tmp_path / "akaris.jsonl", tmp_path / "steps.jsonl"
    found = satdnd.loads("..1\n...\n\n.1.\n...\n", "akari")
    puzzles.write_text("".join(satdnd.dumps(puzzle, "json") + "\n" for puzzle in found))
    steps.write_text("".join(json.dumps(satdnd.explain(puzzle).to_json()) + "\n" for puzzle in found))
    with pytest.raises(SystemExit) as ended:
        main(["judge", str(puzzles), str(steps), "--no-reasons"])
    assert ended.value.code == 0
    assert "2 attempts: 2 valid" in capsys.readouterr().out
    steps.write_text(steps.read_text().splitlines()[0])
    with pytest.raises(SystemExit) as ended:
        main(["judge", str(puzzles), str(steps), "--no-reasons"])
    assert ended.value.code == 2
    assert "there are more puzzles than attempts; they are paired in order" in capsys.readouterr().err
