"""Solvers' answers back to boards: every dialect, wrong models told apart from wrong boards, and exit statuses."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import INSTANCES, PATH, PUZZLES, SIX, SIX_BOARD, SUMS, TWO, run
from hypothesis import given, settings, strategies as st
from pysat.solvers import Solver as PySolver

from satdnd.engine.answer import INVALID, UNDECIDED, UNSOLVABLE, VALID
from satdnd.engine.decoder import MODEL_RULE, decode as decode_export
from satdnd.engine.export import Exported, read_header, to_cnf
from satdnd.engine.solver import Solver
from satdnd.errors import InputError
from satdnd.formats.loading import load
from satdnd.kinds.dungeon.formats import read_text
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.sat.external import SolverOutput, parse_output
from satdnd.sat.formula import Formula

DEFAULT = DungeonOptions()


def decode(puzzle: Any, text: str, options: DungeonOptions = DEFAULT, source: str | None = None) -> Any:
    """The answer to an export with those options."""
    return decode_export(Exported(KIND, puzzle, options), text, source)


def model_of(puzzle: Any, options: DungeonOptions = DEFAULT) -> list[int]:
    """A full model of the exported formula."""
    formula = Formula.from_dimacs(to_cnf(puzzle, options))
    with PySolver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        model = solver.get_model()
    return [*model, *range(-len(model) - 1, -formula.variables - 1, -1)]


@pytest.fixture(scope="module")
def six() -> Dungeon:
    """The 6x6 example."""
    puzzle: Dungeon = load(SIX)[0]
    return puzzle


@pytest.fixture(scope="module")
def model(six: Dungeon) -> list[int]:
    """A model of its formula."""
    return model_of(six)


def words(literals: Any) -> str:
    """Literals with blanks between them."""
    return " ".join(map(str, literals))


def wrapped(literals: list[int], width: int = 10) -> list[str]:
    """``v`` lines."""
    return [f"v {words(literals[i : i + width])}" for i in range(0, len(literals), width)]


# dialects


DIALECTS = {
    "one line": lambda m: f"s SATISFIABLE\nv {words(m)} 0\n",
    "many lines": lambda m: "\n".join(["c hello", "s SATISFIABLE", *wrapped(m), "v 0", "c 1.2 s", ""]),
    "values first": lambda m: "\n".join([*wrapped(m), "v 0", "s SATISFIABLE"]),
    "no final 0": lambda m: "\n".join(["s SATISFIABLE", *wrapped(m)]),
    "no status": lambda m: "\n".join([*wrapped(m), "v 0"]),
    "crlf": lambda m: "\r\n".join(["s SATISFIABLE", *wrapped(m), "v 0", ""]),
    "minisat's result file": lambda m: f"SAT\n{words(m)} 0\n",
    "minisat's result file in full": lambda m: f"SATISFIABLE\n{words(m)} 0\n",
    "shuffled": lambda m: f"s SATISFIABLE\nv {words(random.Random(3).sample(m, len(m)))} 0\n",
    "twice": lambda m: f"s SATISFIABLE\nv {words(m)} 0\nv {words(m)} 0\n",
    "blanks": lambda m: f"  s   SATISFIABLE \n\n v   {words(m)}   0 \n",
    "pseudo-boolean": lambda m: "s SATISFIABLE\nv " + " ".join(f"{'-' * (x < 0)}x{abs(x)}" for x in m) + "\n",
    "clasp": lambda m: f"c Answer: 1\nv {words(m)} 0\ns SATISFIABLE\nc \nc Models : 1+\n",
    "one literal a line": lambda m: "s SATISFIABLE\n" + "".join(f"v {x}\n" for x in m) + "v 0\n",
}


@pytest.mark.parametrize("dialect", list(DIALECTS.values()), ids=list(DIALECTS))
def test_dialects(dialect: Any, six: Dungeon, model: list[int], tmp_path: Path) -> None:
    """Each way to write the same model is understood, through the library, a file and standard input."""
    text = dialect(model)
    answer = decode(six, text, DEFAULT)
    assert (answer.status, answer.faults, answer.name) == (VALID, [], "6x6 example")
    assert answer.solutions == Solver().solve(six).solutions
    file = tmp_path / "out.txt"
    file.write_text(text, newline="")
    told = (0, "6x6 example: valid (a tree)\n" + SIX_BOARD, "")
    assert run("decode", SIX, file) == told
    assert run("decode", SIX, "-", stdin=text) == told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s UNSATISFIABLE\n", (1, "unsolvable")),
        ("c\ns UNSATISFIABLE\nc\n", (1, "unsolvable")),
        ("UNSAT\n", (1, "unsolvable")),
        ("UNSATISFIABLE\n", (1, "unsolvable")),
        ("s UNKNOWN\n", (3, "undecided")),
        ("s INDETERMINATE\n", (3, "undecided")),
        ("INDET\n", (3, "undecided")),
    ],
)
def test_answers_without_a_model(text: str, expected: tuple[int, str]) -> None:
    """Unsatisfiable is unsolvable (1), unknown is undecided (3), and both say whose word that is."""
    ran = run("decode", SIX, "-", "--quiet", stdin=text)
    word = "according to the solver" + "; not checked here" * (expected[0] == 1)
    assert (ran.status, ran.out) == (expected[0], f"6x6 example: {expected[1]} ({word})\n")
    (answer,) = run("decode", SIX, "-", "--format", "json", stdin=text).answers
    assert (answer["status"], answer["solutions"]) == (expected[1], [])
    assert answer.get("verified") == (False if expected[0] == 1 else None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no answer of a SAT solver"),
        ("Segmentation fault\n", "no answer of a SAT solver"),
        ("c s SATISFIABLE\n", "no answer of a SAT solver"),
        ("s MAYBE\n", "no answer of a SAT solver"),
        ("s SATISFIABLE\nv 1 -2 three 0\n", "2: found 'three', expected a literal"),
        ("s SATISFIABLE\nv 1 -2 3.5 0\n", "2: found '3.5', expected a literal"),
        ("s SATISFIABLE\nv 1_0 0\n", "2: found '1_0', expected a literal"),
        ("s SATISFIABLE\nv +1 0\n", "2: found '+1', expected a literal"),
        ("s SATISFIABLE\nv ١ 0\n", "2: found '١', expected a literal"),
        (f"s SATISFIABLE\nv {'9' * 5000} 0\n", "expected a literal"),
        ("s SATISFIABLE\nv 1 2 -1 0\n", "2: variable 1 is both true and false"),
        ("SAT\n1 2 -1 0\n", "2: variable 1 is both true and false"),
        ("s UNSATISFIABLE\nv 1 0\n", "there are 'v' lines, but the status is not SATISFIABLE"),
        ("s UNKNOWN\nv 1 0\n", "there are 'v' lines, but the status is not SATISFIABLE"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "2: found 'UNSATISFIABLE' after another answer"),
        ("s UNSATISFIABLE\nSAT\n", "2: found 'SAT' after another answer"),
        ("s SATISFIABLE\n", "gives no model"),
        ("SAT\n0\n", "gives no model"),
        ("s SATISFIABLE\nv 0\n", "gives no model"),
        ("s SATISFIABLE\nv 9999999 0\n", "variable 9999999 is not in the formula of this puzzle, which has "),
        ("s SATISFIABLE\nv 1 -9999999 0\n", "was it exported with other options?"),
    ],
)
def test_what_is_no_answer(text: str, message: str, six: Dungeon) -> None:
    """Rubbish, contradictions and variables that are too high: status 2, one message with file and line."""
    with pytest.raises(InputError):
        decode(six, text, DEFAULT, "out.txt")
    ran = run("decode", SIX, "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("satdnd: standard input:")
    assert message in ran.err


def test_parse_output_alone() -> None:
    """What is read of each dialect: a status and literals in their order."""
    assert parse_output("s SATISFIABLE\nv 3 -1 0\n") == SolverOutput(True, (3, -1))
    assert parse_output("v -2\n") == SolverOutput(True, (-2,))
    assert parse_output("UNSAT\n") == SolverOutput(False)
    assert parse_output("s UNKNOWN") == SolverOutput(None)
    assert parse_output("s SATISFIABLE\ns SATISFIABLE\n") == SolverOutput(True)


@given(st.text(alphabet="sv cSATUNISFIABLEKOWD-0123456789x\n", max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text_is_an_answer_or_an_input_error(text: str) -> None:
    """Whatever a solver prints, nothing but InputError comes out."""
    puzzle = Dungeon((0, 2), (1, 1), monsters=((0, 0), (0, 1)))
    try:
        answer = decode(puzzle, text, DEFAULT)
    except InputError:
        return
    assert answer.status in (VALID, INVALID, UNSOLVABLE, UNDECIDED)
    if answer.status == VALID:
        assert answer.solutions == Solver().solve(puzzle).solutions


# left out variables


@pytest.mark.parametrize("kept", [1, 5, 36, 100])
def test_left_out_variables_are_completed(kept: int, six: Dungeon, model: list[int]) -> None:
    """A unique puzzle's model of which only some literals are told still gives the one board."""
    answer = decode(six, f"s SATISFIABLE\nv {words(model[:kept])} 0\n")
    assert (answer.status, answer.solutions) == (VALID, Solver().solve(six).solutions)


def test_left_out_variables_are_counted(six: Dungeon, model: list[int]) -> None:
    """How many the solver did not tell, and how many of them were sought here; nothing is said of a full model."""
    total = len(model)
    for told in (model[:1], [model[0]] * 3, model[:100]):
        text = f"s SATISFIABLE\nv {words(told)} 0\n"
        left = total - len(set(told))
        ran = run("decode", SIX, "-", "--quiet", stdin=text)
        note = f"the model leaves out {left} of {total} variables, which were found here by cadical195"
        assert (ran.status, ran.out) == (0, f"6x6 example: valid ({note}; a tree)\n")
        (answer,) = run("decode", SIX, "-", "--format", "json", stdin=text).answers
        assert (answer["left_out"], answer["found_here"]) == (left, left)
    true = [x for x in model if x > 0]
    answer = decode(six, f"s SATISFIABLE\nv {words(true)} 0\n")
    assert answer.reason == f"the model leaves out {total - len(true)} of {total} variables, which count as false"
    assert answer.details == {"left_out": total - len(true), "found_here": 0}
    answer = decode(six, f"s SATISFIABLE\nv {words([-model[0], *model[1:-1]])} 0\n")
    assert (answer.status, answer.details["found_here"]) == (INVALID, 0)
    assert answer.reason == f"the model leaves out 1 of {total} variables, and no values satisfy the formula"
    full = decode(six, f"s SATISFIABLE\nv {words(model)} 0\n")
    assert (full.reason, full.details) == ("", {})


def test_left_out_variables_that_cannot_be_completed(six: Dungeon, model: list[int]) -> None:
    """A partial model that no model extends is the solver's fault, and the board is shown as it stands."""
    part = [-model[0], *model[1:36]]
    answer = decode(six, f"s SATISFIABLE\nv {words(part)} 0\n", DEFAULT)
    assert answer.status == INVALID
    assert answer.faults[0].rule == MODEL_RULE


def test_false_variables_may_be_left_out(six: Dungeon, model: list[int]) -> None:
    """Solvers that print only what is true."""
    answer = decode(six, f"s SATISFIABLE\nv {words(x for x in model if x > 0)} 0\n", DEFAULT)
    assert answer.status == VALID


# wrong models


def test_model_that_breaks_clauses_but_no_rule(six: Dungeon, model: list[int]) -> None:
    """An auxiliary variable turned over: the board is right, the model is not, and that is said with the clause."""
    formula = Formula.from_dimacs(to_cnf(six, DEFAULT))
    for variable in range(37, len(model) + 1, 13):
        wrong = [-x if abs(x) == variable else x for x in model]
        broken = list(formula.falsified(wrong))
        answer = decode(six, f"s SATISFIABLE\nv {words(wrong)} 0\n", DEFAULT)
        if not broken:
            assert answer.status == VALID
            continue
        assert (answer.status, [fault.rule for fault in answer.faults]) == (INVALID, [MODEL_RULE])
        assert f"clause {broken[0] + 1} (" in answer.faults[0].message
        assert answer.faults[0].message.endswith(f": {words(formula.clauses[broken[0]])} 0")
        many = f"{len(broken)} clauses" if len(broken) > 1 else "1 clause;"
        assert f"does not satisfy {many}" in answer.faults[0].message


def test_board_that_breaks_a_rule(six: Dungeon, model: list[int]) -> None:
    """A wall turned over: the clauses first, then every rule that the board breaks, with its cells; status 1."""
    wrong = [-model[0], *model[1:]]
    text = f"s SATISFIABLE\nv {words(wrong)} 0\n"
    ran = run("decode", SIX, "-", "--format", "json", stdin=text)
    (answer,) = ran.answers
    assert (ran.status, answer["status"]) == (1, "invalid")
    rules = [fault["rule"] for fault in answer["faults"]]
    assert rules[0] == MODEL_RULE
    board = next(iter(KIND.texts.read_solutions(ran.out, six)))
    assert not isinstance(board, InputError)
    assert rules[1:] == [fault.rule for fault in KIND.faults(six, board, DEFAULT)]
    assert {"row-count", "column-count"} <= set(rules)
    shown = run("decode", SIX, "-", stdin=text)
    assert shown.status == 1
    assert shown.out.startswith("6x6 example: invalid")
    assert "  model: the model does not satisfy" in shown.out
    assert "  row-count: row 1 " in shown.out


def test_board_that_breaks_a_rule_though_the_model_fits(
    six: Dungeon, model: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were the encoding wrong, the rules alone would be told, not the solver blamed."""
    encoding = KIND.encoding(six, DEFAULT, eager=True)
    encoding.formula.clauses.clear()
    monkeypatch.setattr(type(KIND), "encoding", lambda *_, **__: encoding)
    answer = decode(six, f"v {words([-model[0], *model[1:]])} 0", DEFAULT)
    assert answer.status == INVALID
    assert MODEL_RULE not in [fault.rule for fault in answer.faults]
    assert answer.faults


def test_second_verifier_has_a_say(six: Dungeon, model: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The graph's objection makes an answer invalid as well."""
    monkeypatch.setattr(type(KIND), "cross_check", lambda *_: "no")
    answer = decode(six, f"v {words(model)} 0", DEFAULT)
    assert (answer.status, answer.faults[0].message) == (INVALID, "no")


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_changed_models_are_never_valid_wrongly(data: st.DataObject) -> None:
    """Any literals turned over: valid exactly when the exported clauses hold."""
    puzzle = next(iter(read_text(TWO)))
    literals = model_of(puzzle)
    turned = data.draw(st.sets(st.integers(1, len(literals)), max_size=3))
    wrong = [-x if abs(x) in turned else x for x in literals]
    formula = Formula.from_dimacs(to_cnf(puzzle, DEFAULT))
    answer = decode(puzzle, f"s SATISFIABLE\nv {words(wrong)} 0\n", DEFAULT)
    assert (answer.status == VALID) == (next(formula.falsified(wrong), None) is None)


# options


OPTIONS: list[tuple[str, ...]] = [
    ("--topology", "tree"),
    ("--topology", "local"),
    ("--connectivity", "ordered"),
    ("--cardinality", "totalizer"),
    ("--cardinality", "kmtotalizer", "--connectivity", "ordered", "--topology", "tree"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_options_must_be_those_of_the_export(options: tuple[str, ...], tmp_path: Path) -> None:
    """With the same options valid; the exported file knows them by itself; without them never silently valid."""
    cnf = tmp_path / "six.cnf"
    assert run("export", SIX, *options, "--output", cnf).status == 0
    formula = Formula.from_dimacs(cnf.read_text())
    with PySolver(name="cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        text = f"s SATISFIABLE\nv {words(solver.get_model())} 0\n"
    told = (0, "6x6 example: valid (a tree)\n" + SIX_BOARD, "")
    assert run("decode", SIX, "-", *options, stdin=text) == told
    assert run("decode", cnf, "-", stdin=text) == told
    if "--topology" not in options[:1]:  # those have the same variables, and other meanings of the others
        other = run("decode", SIX, "-", stdin=text)
        assert other.status in (1, 2)
        assert "  model: " in other.out or "other options" in other.err


# the exported file as the puzzle


@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*.dnd")), ids=lambda path: path.stem)
def test_exported_file_is_enough(path: Path, tmp_path: Path) -> None:
    """The CNF and the model alone give the same answer, JSON and all, as the puzzle and the model."""
    cnf, out = tmp_path / "exported.cnf", tmp_path / "out"
    run("export", path, "--output", cnf)
    out.write_text(f"s SATISFIABLE\nv {words(model_of(load(path)[0]))} 0\n")
    (one,) = run("decode", cnf, out, "--format", "json").answers
    (other,) = run("decode", path, out, "--format", "json").answers
    assert {**one, "seconds": 0} == {**other, "seconds": 0}
    assert one["status"] == "valid"


@pytest.mark.parametrize("name", ["six.txt", "six.dnd", "six", "-"])
@pytest.mark.parametrize("flags", [(), ("--cubes", "4"), ("--format", "opb")], ids=["cnf", "icnf", "opb"])
def test_an_exported_file_is_known_by_its_first_line(
    flags: tuple[str, ...], name: str, model: list[int], tmp_path: Path
) -> None:
    """Whatever it is called, and from standard input."""
    text, out, file = run("export", SIX, *flags).out, tmp_path / "out", tmp_path / name
    out.write_text("s SATISFIABLE\nv 0\nv " + words(model[:3]) + " 0\n")
    if name != "-":
        file.write_text(text)
    place = "-" if name == "-" else file
    ran = run("decode", place, out, stdin=text)
    assert ran == run("decode", SIX, out, *(("--cardinality", "native") if "opb" in flags else ()))
    assert ran.status == 0
    ran = run("decode", place, out, "--topology", "tree", stdin=text)
    source = "standard input" if name == "-" else str(place)
    assert (ran.status, ran.err) == (
        2, f"satdnd: {source} already states its kind and options: leave out --topology\n",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["six.txt", "-"])
def test_clauses_of_an_exported_file_count_under_every_name(name: str, tmp_path: Path) -> None:
    """What was added at its end is part of the formula, and another formula is refused."""
    text, out, file = run("export", SIX).out, tmp_path / "out", tmp_path / name
    variables, clauses = map(int, text[text.index("p cnf") :].split("\n")[0].split()[2:])
    out.write_text(f"s SATISFIABLE\nv {words(model_of(load(SIX)[0]))} 0\n")
    place = "-" if name == "-" else file
    for more, count, status, message in (
        ("1 0\n-1 0\n", 2, 1, "the model does not satisfy 1 clause"),
        ("1 0\n", 0, 2, f"found {clauses + 1} clauses, but {clauses} were declared"),
    ):
        whole = text.replace(f"p cnf {variables} {clauses}", f"p cnf {variables} {clauses + count}") + more
        if name != "-":
            file.write_text(whole)
        ran = run("decode", place, out, stdin=whole)
        assert ran.status == status
        assert message in ran.out + ran.err


def test_a_puzzle_from_standard_input(model: list[int], tmp_path: Path) -> None:
    """What is no exported file is a puzzle there."""
    out = tmp_path / "out"
    out.write_text(f"v {words(model)} 0\n")
    ran = run("decode", "-", out, stdin=Path(SIX).read_text())
    assert ran == (0, "6x6 example: valid (a tree)\n" + SIX_BOARD, "")
    ran = run("decode", "-", out, stdin="rubbish\n")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("satdnd: standard input:")


@pytest.mark.parametrize("arguments", [("--cubes", "4"), ("--format", "opb")], ids=["icnf", "opb"])
def test_other_exported_formats(arguments: tuple[str, ...], six: Dungeon, tmp_path: Path) -> None:
    """An iCNF file's models are the CNF's; an OPB file has other variables, and its counts are checked as well."""
    file = tmp_path / ("six.icnf" if "--cubes" in arguments else "six.opb")
    run("export", SIX, *arguments, "--output", file)
    if file.suffix == ".icnf":
        literals = model_of(six)
    else:
        encoding = KIND.encoding(six, DungeonOptions(cardinality="native"), eager=True)
        with PySolver(name="minicard", bootstrap_with=encoding.formula.clauses) as solver:
            for bounded, bound in encoding.formula.at_mosts:
                solver.add_atmost(bounded, bound)
            assert solver.solve()
            literals = solver.get_model()
    assert run("decode", file, "-", stdin=f"v {words(literals)} 0").out == "6x6 example: valid (a tree)\n" + SIX_BOARD
    ran = run("decode", file, "-", "--format", "json", stdin=f"v {words([-literals[0], *literals[1:]])} 0")
    assert ran.status == 1
    assert ran.answers[0]["faults"][0]["rule"] == MODEL_RULE


def test_opb_counts_are_part_of_the_model(tmp_path: Path) -> None:
    """A count without a clause that is not kept is told as a fault of the model."""
    puzzle = "# name: rows\n ????\n2....\n"
    file = tmp_path / "rows.opb"
    run("export", "-", "--format", "opb", "--topology", "local", "--output", file, stdin=puzzle)
    ran = run("decode", file, "-", "--format", "json", stdin="v x1 x2 x3 x4")
    (answer,) = ran.answers
    assert (ran.status, answer["status"]) == (1, "invalid")
    assert [fault["rule"] for fault in answer["faults"]] == [MODEL_RULE, "row-count"]
    assert "the count: at most 2 of 1 2 3 4" in answer["faults"][0]["message"]


def test_forbidden_solution_is_not_valid(six: Dungeon, model: list[int], tmp_path: Path) -> None:
    """A solver that returns the solution which the exported file forbids broke that clause."""
    cnf = tmp_path / "blocked.cnf"
    run("export", SIX, "--block", SIX.replace(".dnd", ".solution"), "--output", cnf)
    ran = run("decode", cnf, "-", "--format", "json", stdin=f"s SATISFIABLE\nv {words(model)} 0\n")
    (answer,) = ran.answers
    assert (ran.status, answer["status"]) == (1, "invalid")
    assert [fault["rule"] for fault in answer["faults"]] == [MODEL_RULE]


@pytest.mark.parametrize("more", [[], ["--cubes", "4"], ["--format", "opb"]], ids=["cnf", "icnf", "opb"])
def test_what_no_model_means_with_solutions_forbidden(more: list[str], tmp_path: Path) -> None:
    """With one forbidden there is no other: unique, with the solution; with two there are no more: multiple."""
    file, known = (
        tmp_path / ("f" + {"--cubes": ".icnf", "--format": ".opb"}.get((more or [""])[0], ".cnf")),
        tmp_path / "k",
    )
    known.write_text(run("unique", "-", "--format", "json", stdin=TWO).out)
    run("export", SIX, "--block", SIX.replace(".dnd", ".solution"), *more, "--output", file)
    ran = run("decode", file, "-", stdin="s UNSATISFIABLE\n")
    assert (ran.status, ran.err) == (0, "")
    assert (
        ran.out
        == "6x6 example: unique (no other solution, according to the solver; not checked here; a tree)\n" + SIX_BOARD
    )
    run("export", "-", "--block", known, *more, "--output", file, stdin=TWO)
    ran = run("decode", file, "-", stdin="s UNSATISFIABLE\n")
    assert ran.status == 1
    assert ran.out.startswith("two: multiple (no solution but these 2, according to the solver; not checked here)\n")
    (answer,) = run("decode", file, "-", "--format", "json", stdin="s UNSATISFIABLE\n").answers
    assert (answer["status"], len(answer["solutions"]), answer["complete"]) == ("multiple", 2, True)
    assert answer["verified"] is False


@pytest.mark.parametrize("more", [["--cubes", "4"], ["--format", "opb"]], ids=["icnf", "opb"])
def test_forbidden_solution_is_not_valid_in_other_formats(more: list[str], six: Dungeon, tmp_path: Path) -> None:
    """The clause that forbids a solution is part of what the model must satisfy, whatever the format."""
    file = tmp_path / {"--cubes": "f.icnf", "--format": "f.opb"}[more[0]]
    run("export", SIX, *more, "--output", file)
    header = read_header(file.read_text())
    formula = header.encoding(Budget()).formula
    with PySolver(name="minicard", bootstrap_with=formula.clauses) as solver:
        for bounded, bound in formula.at_mosts:
            solver.add_atmost(bounded, bound)
        assert solver.solve()
        text = f"v {words(solver.get_model())} 0"
    assert run("decode", file, "-", stdin=text).status == 0
    run("export", SIX, "--block", SIX.replace(".dnd", ".solution"), *more, "--output", file)
    ran = run("decode", file, "-", "--format", "json", stdin=text)
    (answer,) = ran.answers
    assert (ran.status, answer["status"]) == (1, "invalid")
    assert [fault["rule"] for fault in answer["faults"]] == [MODEL_RULE]
    assert "(forbidden solution)" in answer["faults"][0]["message"]


@pytest.mark.parametrize(
    ("kind", "flags", "message"),
    [
        ("klotski", ["--steps", "2"], "no solution within 2 steps"),
        ("klotski", ["--steps", "0", "--metric", "slide"], "no solution within 0 slides"),
        ("unattacked", ["--least", "9"], "no placement leaves 9 squares unattacked"),
    ],
)
@pytest.mark.parametrize("suffix", [".cnf", ".opb"])
def test_what_no_model_means_within_a_bound(
    kind: str, flags: list[str], message: str, suffix: str, tmp_path: Path
) -> None:
    """The formula asks for so many steps, so many squares: without a model nothing is said about the puzzle itself."""
    file = tmp_path / f"f{suffix}"
    more = ["--format", "opb"] if suffix == ".opb" else []
    run("export", "-", "--kind", kind, *flags, *more, "--output", file, stdin=PUZZLES[kind])
    ran = run("decode", file, "-", "--quiet", stdin="s UNSATISFIABLE\n")
    assert ran.status == 3
    assert ran.out.endswith(f": undecided ({message}, according to the solver; not checked here)\n")


def test_a_bound_and_a_forbidden_solution(tmp_path: Path) -> None:
    """No other solution within the bound."""
    file, known, puzzle = tmp_path / "f.cnf", tmp_path / "known.json", tmp_path / "p.klotski"
    puzzle.write_text("# goal: a at 0,1\na.b\nccc\n")
    known.write_text(run("solve", puzzle, "--format", "json").out)
    run("export", puzzle, "--steps", "2", "--block", known, "--output", file)
    with PySolver(name="minisat22", bootstrap_with=Formula.from_dimacs(file.read_text()).clauses) as solver:
        assert not solver.solve()
    ran = run("decode", file, "-", "--quiet", stdin="s UNSATISFIABLE\n")
    told = "p: unique (no other solution within 2 steps, according to the solver; not checked here; 1 step)\n"
    assert (ran.status, ran.out) == (0, told)


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--topology", "tree"], "--topology"),
        (["--cardinality", "totalizer"], "--cardinality"),
        (["--template"], "--template"),
        (["--kind", "dungeon", "--steps", "3"], "--kind, --steps"),
    ],
)
def test_an_exported_file_takes_no_options(flags: list[str], told: str, tmp_path: Path) -> None:
    """It says them itself; what would be swallowed is refused."""
    file = tmp_path / "f.cnf"
    run("export", SIX, "--output", file)
    ran = run("decode", file, "-", *flags, stdin="s UNKNOWN\n")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"satdnd: {file} already states its kind and options: leave out {told}\n"


def test_limits(model: list[int], tmp_path: Path) -> None:
    """No time to make the formula again: undecided, status 3, with the reason; for exported files as well."""
    file = tmp_path / "f.cnf"
    run("export", SIX, "--output", file)
    for puzzle in (SIX, file):
        ran = run("decode", puzzle, "-", "--timeout", "0", stdin=f"v {words(model)} 0")
        assert (ran.status, ran.err) == (3, "")
        assert re.match("6x6 example: undecided .the formula could not be rebuilt: the time limit", ran.out)


def test_exported_files_that_are_not(model: list[int], tmp_path: Path) -> None:
    """Another CNF, a template, a damaged header, clauses that were changed: status 2 and the reason."""
    file = tmp_path / "some.cnf"
    text = f"v {words(model)} 0\n"
    exported = run("export", SIX).out
    clauses = exported[exported.index("p cnf") :].split("\n")
    for content, message in (
        ("p cnf 1 1\n1 0\n", "no comment names the puzzle"),
        (
            run("export", "--template", "2x2").out,
            "this is a template for every puzzle of its size: give the puzzle instead",
        ),
        (exported.replace('{"kind"', "{kind", 1), "this comment is not valid JSON"),
        (exported.replace('"dungeon"', '"bridge"', 1), "unknown kind 'bridge'"),
        (exported.replace("topology=connected", "topology=flat", 1), "unknown topology 'flat'"),
        (exported.replace(clauses[5], "1 0", 1), "the exported formula differs from what"),
        (exported[:-9], ""),
    ):
        file.write_text(content)
        ran = run("decode", file, "-", stdin=text)
        assert (ran.status, ran.out) == (2, "")
        assert message in ran.err
        assert "Traceback" not in ran.err


# the command line


def test_json_answer(six: Dungeon, model: list[int]) -> None:
    """The fields that docs/cli.md promises."""
    (answer,) = run("decode", SIX, "-", "--format", "json", stdin=f"v {words(model)} 0").answers
    assert list(answer) == ["name", "kind", "status", "faults", "solutions", "complete", "seconds", "stats"]
    assert (answer["name"], answer["kind"], answer["status"], answer["faults"]) == (
        "6x6 example",
        "dungeon",
        "valid",
        [],
    )
    assert answer["solutions"] == [Solver().solve(six).solutions[0].to_json()]


def test_names_come_from_the_file_where_there_is_none(tmp_path: Path) -> None:
    """As in solve, a puzzle without a name goes by that of its file, also through an exported file."""
    puzzle, cnf = tmp_path / "plain.dnd", tmp_path / "other.cnf"
    puzzle.write_text(PATH.split("\n", 1)[1])
    model = words(model_of(load(puzzle)[0]))
    run("export", puzzle, "--output", cnf)
    assert run("decode", puzzle, "-", stdin=f"v {model}").out.startswith("plain: valid")
    assert run("decode", cnf, "-", stdin=f"v {model}").out.startswith("plain: valid")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((SIX,), "MODEL"),
        (("nowhere.dnd", "-"), "nowhere.dnd: cannot be read"),
        ((SIX, "nowhere.txt"), "nowhere.txt: cannot be read"),
        (("nowhere.cnf", "-"), "nowhere.cnf: cannot be read"),
        ((str(INSTANCES), "-"), "expected a file with one"),
        ((SIX, "-", "--topology", "flat"), "flat"),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], message: str) -> None:
    """Each mistake: status 2, one message, no output."""
    ran = run("decode", *arguments, stdin="s UNKNOWN\n")
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_output_file(model: list[int], tmp_path: Path) -> None:
    """--output holds what would have been printed."""
    out = tmp_path / "answer.json"
    assert run("decode", SIX, "-", "--format", "json", "--output", out, stdin=f"v {words(model)} 0") == (0, "", "")
    assert json.loads(out.read_text())["status"] == "valid"


def test_models_of_what_has_no_solution() -> None:
    """A model claimed for a puzzle whose sums differ is invalid, whatever it says."""
    (puzzle,) = read_text(SUMS)
    for signs in itertools.product((-1, 1), repeat=4):
        text = words(sign * v for v, sign in enumerate(signs, 1))
        answer = decode(puzzle, f"s SATISFIABLE\nv {text} 0\n", DEFAULT)
        assert answer.status == INVALID
        assert answer.faults[0].rule == MODEL_RULE


@pytest.mark.parametrize("form", ["cnf", "icnf", "opb"])
@pytest.mark.parametrize("kind", sorted(set(PUZZLES) - {"klotski"}))
def test_every_form_of_every_kind_is_decoded(kind: str, form: str, tmp_path: Path) -> None:
    """A model with most variables left out is completed, also where counts are no clauses."""
    path = tmp_path / f"formula.{form}"
    flags = {"cnf": [], "icnf": ["--cubes", "2"], "opb": ["--format", "opb"]}[form]
    assert run("export", "-", "--kind", kind, *flags, "--output", path, stdin=PUZZLES[kind]).status == 0
    answers = [
        run("decode", path, "-", "--format", "json", stdin=f"s SATISFIABLE\nv {literal}\n").answers[0]
        for literal in (("x1", "-x1") if form == "opb" else ("1", "-1"))
    ]
    assert VALID in [answer["status"] for answer in answers], answers


def test_reading_a_formula_keeps_the_limits(tmp_path: Path) -> None:
    """A file of many clauses is undecided while it is read."""
    large = tmp_path / "large.cnf"
    large.write_text(run("export", SIX).out + "1 2 3 4 5 6 7 8 0\n" * 1_000_000)
    for limit, reason in ((["--memory", "20M"], "memory"), (["--timeout", "0.01"], "time")):
        ran = run("decode", large, "-", *limit, stdin="s UNSATISFIABLE\n")
        assert (ran.status, ran.err) == (3, "")
        assert re.match(f"6x6 example: undecided .*: the {reason} limit", ran.out)


def test_deep_json_in_a_comment_is_a_sentence(tmp_path: Path) -> None:
    """No words of Python's."""
    deep = tmp_path / "deep.cnf"
    deep.write_text(f"c puzzle {'[' * 100_000}\np cnf 1 0\n")
    ran = run("decode", deep, "-", stdin="s UNSATISFIABLE\n")
    assert ran == (2, "", f"satdnd: {deep}:1: the puzzle in this comment is not valid JSON: nested too deeply\n")
