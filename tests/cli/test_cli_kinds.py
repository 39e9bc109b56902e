"""Every command for every kind, in one go, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import PUZZLES, run

from satdnd.engine.kind import kind_named, kinds_with
from satdnd.engine.optima import Optima, certifies
from satdnd.registry import KINDS, NAMES

OWN_WAY = {name for name in NAMES if not certifies(kind_named(name))}
"""Kinds whose answers are optima: no certificate."""


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> str:
    """The name of each kind."""
    return str(request.param)


@pytest.fixture
def puzzle(kind: str, tmp_path: Path) -> str:
    """A file with a small puzzle of the kind."""
    path = tmp_path / f"small{KINDS[kind].suffixes[0]}"
    path.write_text(PUZZLES[kind])
    return str(path)


def test_solve_then_verify(kind: str, puzzle: str, tmp_path: Path) -> None:
    """What solve answers as JSON is valid for verify, and show draws it as text and SVG."""
    status, out, _ = run("solve", puzzle, "--format", "json")
    assert status == 0
    answer = json.loads(out)
    assert (answer["kind"], answer["status"]) == (kind, "solved")
    answers = tmp_path / "answers.jsonl"
    answers.write_text(out)

    status, out, _ = run("verify", puzzle, str(answers), "--format", "json")
    assert status == 0
    assert json.loads(out)["status"] == "valid"
    for style in ("text", "svg"):
        status, out, _ = run("show", puzzle, str(answers), "--format", style)
        assert status == 0
        assert out


def test_text_output(kind: str, puzzle: str) -> None:
    """Every question has an answer for people, in 80 columns."""
    for arguments in (["solve"], ["solve", "--all"], ["solve", "--count"], ["show"], ["solve", "--verbose"]):
        status, out, _ = run(*arguments, puzzle)
        assert status == 0, arguments
        assert out
        assert max(map(len, out.splitlines())) <= 80


def test_unique_and_forced(kind: str, puzzle: str) -> None:
    """unique says one of its four words; forced answers, or says in one line that it makes no sense."""
    status, out, _ = run("unique", puzzle, "--format", "json")
    assert json.loads(out)["status"] in ("unique", "multiple")
    assert status in (0, 1)

    status, out, err = run("forced", puzzle)
    assert status == 0 or (kind in OWN_WAY and status == 2 and len(err.splitlines()) == 1)


def test_convert_there_and_back(kind: str, puzzle: str, tmp_path: Path) -> None:
    """JSON and text hold the same puzzle."""
    status, as_json, _ = run("convert", puzzle)
    assert status == 0
    path = tmp_path / "puzzle.jsonl"
    path.write_text(as_json)
    status, as_text, _ = run("convert", str(path), "--format", "text")
    assert status == 0
    again = tmp_path / f"again{KINDS[kind].suffixes[0]}"
    again.write_text(as_text)

    assert run("convert", str(again))[1] == as_json


def test_convert_puzzles_of_all_kinds(tmp_path: Path) -> None:
    """One text holds them all, in any order: where another kind begins, a note says so."""
    lines = []
    for kind in (*NAMES, *reversed(NAMES), *NAMES[::2]):
        path = tmp_path / f"small{KINDS[kind].suffixes[0]}"
        path.write_text(PUZZLES[kind])
        lines.append(run("convert", str(path))[1])
    many, again = tmp_path / "many.jsonl", tmp_path / "again"
    many.write_text("".join(lines))

    status, text, _ = run("convert", str(many), "--format", "text")
    assert status == 0
    again.write_text(text)
    assert run("convert", str(again))[1] == "".join(lines)


def test_export_solve_decode(kind: str, puzzle: str, tmp_path: Path) -> None:
    """The exported formula's model comes back as a valid solution, from the file alone; the bytes are stable."""
    from pysat.solvers import Solver

    from satdnd.sat.formula import Formula

    more = ["--steps", "4"] if kind == "klotski" else []
    cnf = tmp_path / "puzzle.cnf"
    assert run("export", puzzle, *more, "--output", str(cnf))[0] == 0
    text = cnf.read_text()
    with Solver(name="minisat22", bootstrap_with=Formula.from_dimacs(text).clauses) as solver:
        assert solver.solve()
        model = " ".join(map(str, solver.get_model()))
    answer = tmp_path / "answer.txt"
    answer.write_text(f"s SATISFIABLE\nv {model} 0\n")

    status, out, _ = run("decode", str(cnf), str(answer), "--format", "json")
    assert (status, json.loads(out)["status"]) == (0, "valid")
    assert run("export", puzzle, *more)[1] == text
    assert run("export", puzzle, *more, "--format", "opb")[0] == 0
    assert "\na " in run("export", puzzle, *more, "--cubes", "4")[1]


def test_diagnose_answers(kind: str, puzzle: str) -> None:
    """diagnose never ends in a traceback, whatever the kind."""
    status, _, err = run("diagnose", puzzle)

    assert status in (0, 1) or (kind in OWN_WAY and status == 2 and len(err.splitlines()) == 1)


def test_certificates(kind: str, puzzle: str, tmp_path: Path) -> None:
    """A unique answer leaves a certificate that check accepts."""
    place = tmp_path / "certificate"
    status, out, _ = run("unique", puzzle, "--format", "json", "--proof", str(place))
    if kind in OWN_WAY or json.loads(out)["status"] != "unique":
        assert not place.exists()
        return

    status, out, _ = run("check", str(place), "--format", "json")
    assert (status, json.loads(out)["status"]) == (0, "valid")


@pytest.mark.parametrize("kind", NAMES)
def test_generate(kind: str, tmp_path: Path) -> None:
    """Generated puzzles are unique (an optimum is found), the same for the same seed, explained and graded."""
    optimal = kind in kinds_with(Optima)
    more = ["--unique", "--islands", "8"] if kind == "hashi" else [] if optimal else ["--unique"]
    size = {"hashi": "6", "sudoku": "4", "binairo": "6"}.get(kind, "4")
    arguments = ["generate", kind, "--size", size, "--seed", "3", "--count", "2", *more]
    status, out, _ = run(*arguments, "--format", "json")
    assert status == 0
    path = tmp_path / "made.jsonl"
    path.write_text(out)

    status, answers, _ = run("explain", str(path), "--format", "json")
    for record in map(json.loads, answers.splitlines()):
        assert record["status"] == ("solved" if optimal else "unique")
        assert record["steps"]
        assert record["grade"]
    steps = tmp_path / "steps.json"
    steps.write_text(answers)
    status, judged, _ = run("explain", "--check", str(steps), str(path), "--quiet")
    assert (status, judged.count(": valid (")) == (0, 2)
    assert run(*arguments, "--format", "json")[1] == out


def test_explain_sudoku(tmp_path: Path) -> None:
    """Steps as text and JSON, with the promised fields; a technique limit is obeyed."""
    path = tmp_path / "p.sudoku"
    path.write_text("...8.1..........435............7.8........1...2..3....6......75..34........2..6..\n")
    status, out, _ = run("explain", str(path))
    assert status == 0
    assert "Techniques: given 17, full house 18" in " ".join(out.split())
    assert "Grade: hard, about 16 minutes." in " ".join(out.split())

    status, out, _ = run("explain", str(path), "--format", "json")
    record = json.loads(out)
    assert status == 0
    assert {"steps", "grade", "summary", "status", "name"} <= set(record)
    assert {"cells", "technique", "reasons", "text", "minimal"} <= set(record["steps"][0])
    assert (record["technique"], record["grade"]) == ("naked pair", "hard")
    assert all(step["minimal"] == (step["technique"] != "guess") for step in record["steps"])

    singles = ["--technique", "naked single", "--technique", "hidden single", "--technique", "full house"]
    status, out, _ = run("explain", str(path), *singles, "--format", "json")
    assert {step["technique"] for step in json.loads(out)["steps"]} <= set(singles)
    assert status == 3  # the singles do not finish it
