"""Proofs: what solvers write is accepted by both checkers, and nothing refutes a formula that has a model."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import example, given, settings, strategies as st
from pysat.solvers import Solver

from satdnd.errors import Undecided, UsageError
from satdnd.proof import checker, writer
from satdnd.proof.checker import Flaw, check_drat, check_lrat, to_drat
from satdnd.proof.writer import refute
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula

# formulas


def pigeons(holes: int) -> list[Clause]:
    """One pigeon more than holes."""
    sits = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    return [*sits, *([-a[h], -b[h]] for h in range(holes) for a, b in itertools.combinations(sits, 2))]


def parity(size: int, seed: int) -> list[Clause]:
    """A cycle of exclusive ors whose right sides add up to 1, each as clauses over shuffled variables."""
    rng = random.Random(seed)
    names = list(range(1, size + 1))
    rng.shuffle(names)
    clauses = []
    for i in range(size):
        a, b, odd = names[i], names[i - 1], i == 0
        clauses += [[a, b], [-a, -b]] if odd else [[a, -b], [-a, b]]
    rng.shuffle(clauses)
    return clauses


def random_formula(rng: random.Random, top: int, count: int, sizes: Sequence[int] = (3,)) -> list[Clause]:
    """Clauses with *sizes* to draw from; literals may come twice, with both signs."""
    return [[rng.choice((-1, 1)) * rng.randint(1, top) for _ in range(rng.choice(sizes))] for _ in range(count)]


def satisfiable(clauses: Iterable[Clause]) -> bool:
    """By trying everything."""
    clauses = [set(clause) for clause in clauses]
    top = max((abs(x) for clause in clauses for x in clause), default=0)
    models = itertools.product(*((-v, v) for v in range(1, top + 1)))
    return any(all(not clause.isdisjoint(model) for clause in clauses) for model in models)


def formula_of(clauses: list[Clause]) -> Formula:
    """As an object."""
    formula = Formula(clauses=clauses)
    formula.pool.block(max((abs(x) for clause in clauses for x in clause), default=0))
    return formula


KNOWN = {
    **{f"pigeons {n}": pigeons(n) for n in (1, 2, 3, 4, 5, 6)},
    **{f"parity {n}": parity(n, n) for n in (2, 3, 10, 60)},
    "all signs": [[a, b, c] for a in (-1, 1) for b in (-2, 2) for c in (-3, 3)],
    "units": [[1], [-1]],
    "chain": [[1], *([-v, v + 1] for v in range(1, 30)), [-30]],
    "empty clause": [[]],
    "empty clause among others": [[3], [], [1], [1], [1]],
    "empty clause at the end": [[2], [1, 2, 2], [-1], [3], []],
    "twice": [[1, 2], [1, 2], [1, -2], [1, -2], [-1, 2], [-1, 2], [-1, -2], [-1, -2]],
    "tautologies": [[1, -1], [2, -2, 3], [1], [1, 1, -2], [-1, -1], [3, -3]],
    "literals twice": [[1, 1, 2], [1, -2, -2], [-1, 2, 2, -1], [-2, -1, -1]],
}
UNSATISFIABLE = [
    clauses
    for seed in range(400)
    for rng in [random.Random(seed)]
    for clauses in [random_formula(rng, rng.randint(2, 6), rng.randint(5, 40), (1, 2, 2, 3, 3, 3, 4))]
    if not satisfiable(clauses)
]


# what solvers write


@pytest.mark.parametrize("clauses", list(KNOWN.values()), ids=list(KNOWN))
def test_refutations_of_known_formulas(clauses: list[Clause]) -> None:
    """CaDiCaL's LRAT holds by both checkers, and ends with the empty clause."""
    lines = refute(clauses)
    assert lines is not None
    assert check_lrat(clauses, lines) is None
    assert check_drat(clauses, to_drat(clauses, lines)) is None
    assert lines[-1].split()[1] == "0"
    lemmas = [int(line.split()[0]) for line in lines if " d " not in line]
    assert lemmas == list(range(len(clauses) + 1, len(clauses) + 1 + len(lemmas)))


def test_refutations_of_random_formulas() -> None:
    """Hundreds of small formulas with units, duplicates and tautologies, and threshold 3-CNF of 60 variables."""
    assert len(UNSATISFIABLE) > 150
    large = [random_formula(random.Random(seed), 60, 330) for seed in range(8)]
    refuted = 0
    for clauses in [*UNSATISFIABLE, *large]:
        lines = refute(clauses)
        if lines is None:
            assert clauses in large
            continue
        refuted += 1
        assert check_lrat(clauses, lines) is None
        assert check_drat(clauses, to_drat(clauses, lines)) is None
    assert refuted > len(UNSATISFIABLE) + 2


def test_no_refutation_of_what_is_satisfiable() -> None:
    """None, for formulas with a model; also for no clause at all."""
    assert refute([]) is None
    assert refute([[1]]) is None
    assert refute([[1, -1]]) is None
    for seed in range(100):
        clauses = random_formula(random.Random(seed), 5, 8, (1, 2, 3))
        assert (refute(clauses) is None) == satisfiable(clauses)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("solver", ["cadical153", "cadical195", "glucose4", "glucose3", "lingeling"])
def test_drup_of_other_solvers(solver: str) -> None:
    """What PySAT's solvers trace is accepted, deleted unit clauses and all, and stripped of its end it is not."""
    for name, clauses in KNOWN.items():
        if "empty" in name:
            continue
        with Solver(solver, bootstrap_with=clauses, with_proof=True) as traced:
            assert traced.solve() is False
            lines = traced.get_proof() or ["0"]  # refuted while the clauses came in: nothing was traced
        assert check_drat(clauses, lines) is None, name
        assert check_drat(clauses, [line for line in lines if line.split() != ["0"]]) is not None


def test_the_same_proof_again() -> None:
    """The same clauses give the same lines."""
    assert refute(KNOWN["pigeons 5"]) == refute(KNOWN["pigeons 5"])


def test_deadline() -> None:
    """Ten pigeons are too many for a moment: Undecided, soon; with nothing left it does not begin."""
    with pytest.raises(Undecided, match="the time limit was reached"):
        refute(pigeons(10), Budget.of(0.2))
    with pytest.raises(Undecided):
        refute(pigeons(3), Budget.of(0))
    assert refute(pigeons(3), Budget.of(60)) is not None


FULL = """
import resource, sys
sys.path.insert(0, {tests!r})
from test_checker import pigeons
from satdnd.errors import UsageError
from satdnd.proof.checker import check_lrat
from satdnd.proof.writer import refute
clauses, whole = pigeons(5), {whole}
limits = [0, 1, 10, *range(100, 300, 9), *range(300, whole, whole // 15), whole - 1, whole, whole + 1]
for limit in limits:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        lines = refute(clauses)
    except UsageError as error:
        assert str(error).startswith("the proof cannot be written to a temporary file: "), error
        print(limit, "File too large" in str(error))
    else:
        assert check_lrat(clauses, lines) is None
        print(limit, "whole")
"""


def test_a_proof_that_the_disk_has_no_room_for(traces: list[bytes]) -> None:
    """Wherever it is cut off, that is told with the system's reason; it never passes for a whole one."""
    refute(pigeons(5))
    whole = len(traces[-1])
    assert whole > 8192  # two blocks
    program = FULL.format(tests=str(Path(__file__).parent), whole=whole)
    ran = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True)
    assert ran.stderr == ""
    told = [line.split() for line in ran.stdout.splitlines()]
    assert len(told) > 40
    assert all(word == ("whole" if int(limit) >= whole else "True") for limit, word in told[1:]), told


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What solvers have written, in full."""
    import pysolvers

    found: list[bytes] = []
    files: list[IO[bytes]] = []
    opened, flushed = writer.tempfile.TemporaryFile, pysolvers.flushpr

    def open_and_keep() -> IO[bytes]:
        """As it is, and kept."""
        files.append(opened())
        return files[-1]

    def flush_and_keep(trace: Any) -> None:
        """As it is, and what is there is kept."""
        flushed(trace)
        files[-1].seek(0)
        found.append(files[-1].read())

    monkeypatch.setattr(writer.tempfile, "TemporaryFile", open_and_keep)
    monkeypatch.setattr(pysolvers, "flushpr", flush_and_keep)
    return found


def test_a_proof_with_a_hole(traces: list[bytes]) -> None:
    """A disk that was full for a while: blocks longer than a line are missing, and what is left looks like lines."""
    clauses = pigeons(6)
    refute(clauses)
    whole = traces[-1]
    for block in (512, 4096):
        for begin in range(0, len(whole), len(whole) // 12):
            rest = (whole[:begin] + whole[begin + block :]).decode().splitlines(keepends=True)
            try:
                lines = list(writer._renumbered(rest, len(clauses), Budget()))
            except writer._Damaged:
                continue
            assert check_lrat(clauses, lines) is None, (block, begin)


def test_python_sat_without_cadical(monkeypatch: pytest.MonkeyPatch) -> None:
    """An old python-sat is told as such."""
    import pysolvers

    monkeypatch.delattr(pysolvers, "cadical195_new")
    with pytest.raises(UsageError, match=r"proofs need CaDiCaL 1\.9\.5"):
        refute([[1], [-1]])


def test_drat_is_lrat_without_numbers_and_hints() -> None:
    """Line by line: the lemma alone, or ``d`` and the literals of each deleted clause."""
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    lrat = ["5 1 0 1 2 0", "5 d 1 2 0", "6 0 5 3 4 0"]
    assert list(to_drat(clauses, lrat)) == ["1 0", "d 1 2 0", "d 1 -2 0", "0"]
    for clauses in UNSATISFIABLE[:50]:
        lines = refute(clauses) or []
        stripped = [line[: line.index(" 0") + 2].split(" ", 1)[1] for line in lines if " d " not in line]
        assert [line for line in to_drat(clauses, lines) if line[0] != "d"] == stripped


# RAT


SIGNS = KNOWN["all signs"]
EXTENSION = [
    # 4 <-> 1, which no unit propagation gives; then the rest by resolution with 4 in the place of 1
    "9 -4 1 0 0",
    "10 4 -1 0 -9 0",
    "11 4 2 0 10 {1,2,3} {1,2,-3} 0",
    "12 4 0 11 10 {1,-2,3} {1,-2,-3} 0",
    "13 -4 2 0 9 {-1,2,3} {-1,2,-3} 0",
    "14 0 12 9 13 {-1,-2,3} {-1,-2,-3} 0",
]
for _number, _clause in enumerate(SIGNS, 1):
    EXTENSION = [line.replace("{" + ",".join(map(str, _clause)) + "}", str(_number)) for line in EXTENSION]

# Formula and first lemma of the DRAT-trim paper (Wetzler, Heule and Hunt, SAT 2014): -1 is RAT and not RUP.
WHH = [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]
WHH_PROOF = ["9 -1 0 -1 5 7 -6 7 2 -8 5 2 0", "9 d 7 0", "10 2 0 9 1 6 3 0", "11 0 9 10 8 6 4 0"]


def rup(clauses: Sequence[Clause], lemma: Sequence[int]) -> bool:
    """Unit propagation, naively."""
    false = set(lemma)
    while True:
        for clause in clauses:
            if any(-x in false for x in clause):
                continue
            free = {x for x in clause if x not in false}
            if not free:
                return True
            if len(free) == 1:
                false.add(-free.pop())
                break
        else:
            return False


def test_rat_lemmas_that_are_not_rup() -> None:
    """An extension by a definition, and the textbook's example, by hand: accepted by both checkers."""
    assert not rup(SIGNS, [-4, 1])
    assert not rup(WHH, [-1])
    for clauses, lines in ((SIGNS, EXTENSION), (WHH, WHH_PROOF)):
        assert check_lrat(clauses, lines) is None
        assert check_drat(clauses, to_drat(clauses, lines)) is None


@pytest.mark.parametrize(
    ("clauses", "line", "message"),
    [
        (WHH, "9 -1 0 -1 5 7 -6 7 2 0", "clause 8 holds 1 and is not hinted"),
        (WHH, "9 -1 0 0", "the hinted clauses lead to no contradiction"),
        (WHH, "9 -1 0 -1 5 7 -6 7 2 -8 5 0", "the resolvent with clause 8 is not contradictory"),
        (WHH, "9 -1 0 -1 5 7 -6 7 2 -6 7 2 -8 5 2 0", "6 is no clause with 1, or was hinted twice"),
        (WHH, "9 -1 0 -1 5 7 -6 7 2 -8 5 2 -2 0", "2 is no clause with 1"),
        (WHH, "9 -1 0 -1 4 5 7 -6 7 2 -8 5 2 0", "hint 4 is not unit"),
        (WHH, "9 -1 0 -1 5 7 -6 7 2 -8 5 99 0", "hint 99 is no clause at this point"),
        (WHH, "9 -1 0 -1 5 5 7 -6 7 2 -8 5 2 0", "hint 5 is already true"),
        (WHH, "9 -1 0 -99 0", "99 is no clause with 1"),
        ([[-1, 2], [1]], "3 -2 0 0", "the hinted clauses lead to no contradiction"),
        ([[-1, 2], [1]], "3 -2 0 -1 0", "the resolvent with clause 1 is not contradictory"),
        ([[1, 2]], "2 1 -2 0 0", None),
        ([[1, 2]], "2 -2 1 0 -1 0", "the resolvent with clause 1 is not contradictory"),
        ([[1, 2]], "2 -2 -1 0 -1 0", None),
    ],
)
def test_rat_step_by_step(clauses: list[Clause], line: str, message: str | None) -> None:
    """Every partner hinted once, every resolvent refuted, on the first literal; else the flaw says which."""
    flaw = check_lrat(clauses, [line])
    assert flaw is not None
    if message is None:
        assert flaw == Flaw(2, "the proof ends without the empty clause")
    else:
        assert flaw.line == 1
        assert message in flaw.message


def test_wrong_rat_lemmas_without_hints() -> None:
    """The pivot is the first literal, and deleted clauses are no partners any more."""
    after = Flaw(2, "the proof ends without the empty clause")
    wrong = Flaw(1, "the clause does not follow from the previous clauses")
    assert check_drat(WHH, ["-1 0"]) == after
    assert check_drat([[-1, 2], [1]], ["-2 0"]) == wrong
    assert check_drat([[1, 2]], ["-2 -1 0"]) == after
    assert check_drat([[1, 2, 3], [-1, -2, 3]], ["-3 0"]) == wrong
    assert check_drat([[1, 2, 3]], ["4 -3 0"]) == after
    assert check_drat([[1, 2, 3], [3, -4]], ["4 -3 0"]) == after  # the resolvent is a tautology
    assert check_drat([[1, 2, 3], [5, -4]], ["4 -3 0"]) == wrong
    assert check_drat([[1, 2, 3], [5, -4]], ["d 5 -4 0", "4 -3 0"]) == Flaw(3, after.message)


# deletions


def test_deleted_unit_clauses() -> None:
    """CaDiCaL deletes clauses that are unit under what is known; they count on, as in drat-trim's usual mode."""
    clauses = [[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-2, -3, 4], [-2, -3, -4]]
    lines = ["2 0", "d 1 0", "d -1 2 0", "d 2 0", "3 0", "0"]
    assert check_drat(clauses, lines) is None
    twice = ["1 0", *lines, "d 1 0"]
    assert check_drat(clauses, twice) is None


def test_deleted_clauses_are_gone() -> None:
    """What is deleted and no reason for anything known cannot be used again, in either format."""
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    flaw = check_drat(clauses, ["d -2 1 0", "1 0"])
    assert flaw == Flaw(2, "the clause does not follow from the previous clauses")
    assert check_drat(clauses, ["d 1 2 0", "d 1 2 0"]) == Flaw(2, "deletes a clause that is not there")
    assert check_drat(clauses, ["d 1 3 0"]) == Flaw(1, "deletes a clause that is not there")
    assert check_drat([*clauses, [2, 1]], ["d 1 2 0", "1 0", "0"]) is None
    assert check_lrat(clauses, ["5 d 1 0", "5 1 0 1 2 0"]) == Flaw(
        2, "clause 5 does not follow: hint 1 is no clause at this point"
    )
    assert check_lrat(clauses, ["5 d 1 1 0"]) == Flaw(1, "deletes clause 1, which is not there")
    assert check_lrat(clauses, ["5 d 9 0"]) == Flaw(1, "deletes clause 9, which is not there")


# damaged proofs


FOUR = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ([], 1, "ends without the empty clause"),
        (["5 1 0 1 2 0"], 2, "ends without the empty clause"),
        (["5 1 0 1 2"], 1, "does not end with 0"),
        (["5 1 0 1 2 0", ""], 2, "does not end with 0"),
        (["5"], 1, "does not end with 0"),
        (["5 1 2 0"], 1, "lead to no contradiction"),
        (["5 1 0 1 two 0"], 1, "found '5 1 0 1 two 0', expected whole numbers"),
        (["c a comment 0"], 1, "expected whole numbers"),
        (["d 1 0"], 1, "expected whole numbers"),
        (["5 1 0 +1 2 0"], 1, "expected whole numbers"),
        (["5 1_1 0 1 2 0"], 1, "expected whole numbers"),
        (["5 ١ 0 1 2 0"], 1, "expected whole numbers"),
        (["5\t1 0 1 2 0"], 1, "expected whole numbers"),
        (["5 1 0 1 2 0\x0c"], 1, "expected whole numbers"),
        (["5 1 0 1- 2 0"], 1, "expected whole numbers"),
        (["5 " + "9" * 5000 + " 0 1 2 0"], 1, "expected whole numbers"),
        (["4 1 0 1 2 0"], 1, "clause number 4 is not above 4, the last one"),
        (["-7 1 0 1 2 0"], 1, "is not above 4"),
        (["5 1 0 1 2 0", "5 0 5 3 4 0"], 2, "clause number 5 is not above 5"),
        (["5 1 0 1 2 0", "6 0 5 3 0"], 2, "clause 6 does not follow: the hinted clauses lead to no contradiction"),
        (["5 1 0 2 0"], 1, "the hinted clauses lead to no contradiction"),
        (["5 1 0 3 2 0"], 1, "hint 3 is not unit"),
        (["5 1 0 1 1 2 0"], 1, "hint 1 is already true"),
        (["5 0 1 2 0"], 1, "hint 1 is not unit"),
        (["5 1 0 1 2 0", "6 0 5 3 4 0", "6 d 5 0"], 3, "follows the empty clause"),
        (["5 1 0 1 2 0", "6 0 5 3 4 0", "rubbish"], 3, "follows the empty clause"),
        (["5 -0 0 0", "6 0 5 0"], 1, "holds a 0"),
        (["5 00 0 0", "6 0 5 0"], 1, "holds a 0"),
        (["5 1 0 1 0 2 0"], 1, "holds a 0"),
        (["5 1 0 1 -0 2 0"], 1, "holds a 0"),
        (["5 1 1 0 1 2 0"], 2, "ends without the empty clause"),
        (["5 1 -1 0 0"], 2, "ends without the empty clause"),
    ],
)
def test_lrat_flaws(lines: list[str], line: int, message: str) -> None:
    """Each kind of damage, with its line."""
    flaw = check_lrat(FOUR, lines)
    assert flaw is not None
    assert flaw.line == line
    assert message in flaw.message
    assert str(flaw).startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ([], 1, "ends without the empty clause"),
        (["1 0"], 2, "ends without the empty clause"),
        (["1"], 1, "the line does not end with its only 0"),
        ([""], 1, "the line does not end with its only 0"),
        (["d"], 1, "the line does not end with its only 0"),
        (["1 0 0"], 1, "the line does not end with its only 0"),
        (["0 1 0"], 1, "the line does not end with its only 0"),
        (["-0 0"], 1, "the line does not end with its only 0"),
        (["1 x 0"], 1, "found '1 x 0', expected literals"),
        (["+1 0"], 1, "expected literals"),
        (["1_0 0"], 1, "expected literals"),
        (["１ 0"], 1, "expected literals"),
        (["1 d 0"], 1, "expected literals"),
        (["0"], 1, "does not follow"),
        (["1 0", "d 5 0"], 2, "deletes a clause that is not there"),
    ],
)
def test_drat_flaws(lines: list[str], line: int, message: str) -> None:
    """Each kind of damage, with its line."""
    flaw = check_drat(FOUR, lines)
    assert flaw is not None
    assert flaw.line == line
    assert message in flaw.message


# nothing refutes a formula with a model


CLAUSE = st.lists(st.integers(1, 4).flatmap(lambda v: st.sampled_from((v, -v))), max_size=4)
FORMULA = st.lists(CLAUSE, max_size=10)
TOKEN = st.one_of(
    st.integers(-12, 20).map(str), st.sampled_from(["0", "d", "-0", "00", "+1", "1_0", "-", "", "x", "٣", "1e1", "99"])
)
LINE = st.lists(TOKEN, max_size=9).map(" ".join)
ENDED = st.lists(TOKEN, max_size=9).map(lambda words: " ".join([*words, "0"]))


@pytest.mark.slow
@pytest.mark.no_cover
@given(FORMULA, st.lists(st.one_of(LINE, ENDED), max_size=8))
@example([[1]], ["2 -0 0 0", "3 0 2 0"])
@example([[1]], ["-0 0", "0"])
@settings(max_examples=200, deadline=None)
def test_rubbish_refutes_nothing(clauses: list[Clause], lines: list[str]) -> None:
    """Lines of arbitrary words: valid only where brute force agrees, and never an exception."""
    for check in (check_lrat, check_drat):
        if check(clauses, lines) is None:
            assert not satisfiable(clauses)


@pytest.mark.slow
@pytest.mark.no_cover
@given(FORMULA, st.lists(st.tuples(st.integers(0, 4), CLAUSE), max_size=12))
@settings(max_examples=200, deadline=None)
def test_random_lemmas_refute_nothing_satisfiable(clauses: list[Clause], steps: list[tuple[int, Clause]]) -> None:
    """Random lemmas and deletions as DRAT: accepted lemmas (RUP or RAT) keep a model a model of something."""
    lines = [" ".join([*(["d"] if delete == 0 else []), *map(str, clause), "0"]) for delete, clause in steps]
    if check_drat(clauses, [*lines, "0"]) is None:
        assert not satisfiable(clauses)


@pytest.mark.slow
@pytest.mark.no_cover
@given(st.data())
@settings(max_examples=200, deadline=None)
def test_random_hints_refute_nothing_satisfiable(data: st.DataObject) -> None:
    """Random lemmas with hints that unit propagation would give, some of them wrong, positive and negative."""
    clauses = data.draw(FORMULA)
    database = dict(enumerate(clauses, 1))
    lines = []
    for identity in range(len(clauses) + 1, len(clauses) + 1 + data.draw(st.integers(1, 8))):
        lemma = data.draw(CLAUSE)
        hints = _propagated(database, lemma)
        if lemma and data.draw(st.booleans()):
            for number, clause in database.items():
                if -lemma[0] in clause:
                    hints += [-number, *_propagated(database, [*lemma, *(x for x in clause if x != -lemma[0])])]
        if hints and data.draw(st.integers(0, 3)) == 0:
            del hints[data.draw(st.integers(0, len(hints) - 1))]
        lines.append(" ".join(map(str, [identity, *lemma, 0, *hints, 0])))
        database[identity] = lemma
        if data.draw(st.integers(0, 4)) == 0:
            gone = data.draw(st.sampled_from(sorted(database)))
            lines.append(f"{identity} d {gone} 0")
            del database[gone]
    if check_lrat(clauses, lines) is None:
        assert not satisfiable(clauses)


def _propagated(database: dict[int, Clause], lemma: Clause) -> list[int]:
    """Hints: the clauses in the order in which naive unit propagation uses them."""
    false, hints = set(lemma), []
    while True:
        for number, clause in database.items():
            if any(-x in false for x in clause):
                continue
            free = {x for x in clause if x not in false}
            if len(free) <= 1:
                hints.append(number)
                if not free:
                    return hints
                false.add(-free.pop())
                break
        else:
            return hints


def mutate(data: st.DataObject, lines: list[str]) -> list[str]:
    """One kind of damage to a proof."""
    lines = list(lines)
    at = data.draw(st.integers(0, len(lines) - 1), label="line")
    words = lines[at].split()
    if not words:
        return lines[:at]
    word = data.draw(st.integers(0, len(words) - 1), label="word")
    match data.draw(st.sampled_from(["drop", "twice", "flip", "cut", "no word", "number", "swap", "cut line", "new"])):
        case "drop":
            del lines[at]
        case "twice":
            lines.insert(at, lines[at])
        case "flip":
            words[word] = words[word][1:] if words[word][0] == "-" else "-" + words[word]
            lines[at] = " ".join(words)
        case "cut":
            del lines[at:]
        case "no word":
            del words[word]
            lines[at] = " ".join(words)
        case "number":
            words[word] = str(data.draw(st.integers(-20, 60)))
            lines[at] = " ".join(words)
        case "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        case "cut line":
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
        case "new":
            lines.insert(at, data.draw(ENDED))
    return lines


PROVED = [(SIGNS, EXTENSION), (WHH, WHH_PROOF)]
PROVED += [(c, refute(c) or []) for c in (SIGNS, WHH, FOUR, KNOWN["pigeons 2"], *UNSATISFIABLE[:20])]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_proofs_refute_nothing_satisfiable(data: st.DataObject) -> None:
    """Real proofs, damaged, held against what is left of the formula when some clauses say nothing any more."""
    clauses, lines = data.draw(st.sampled_from(PROVED))
    silent = data.draw(st.sets(st.integers(0, len(clauses) - 1), max_size=3))
    rest = [[1, -1] if i in silent else clause for i, clause in enumerate(clauses)]
    for _ in range(data.draw(st.integers(0, 3))):
        lines = mutate(data, lines) or [""]
    hintless = to_drat_anyhow(clauses, lines)
    right = not satisfiable(rest)
    if check_lrat(rest, lines) is None:
        assert right
    if check_drat(rest, hintless) is None:
        assert right


def to_drat_anyhow(clauses: list[Clause], lines: list[str]) -> list[str]:
    """What of a damaged LRAT proof still has a DRAT form."""
    found: list[str] = []
    for line in lines:
        try:
            found += to_drat(clauses, [line])
        except (ValueError, IndexError, KeyError):
            found.append(line)
    return found


@pytest.mark.parametrize("clauses", [KNOWN["pigeons 3"], KNOWN["all signs"], KNOWN["parity 3"]], ids=["3", "8", "x"])
def test_subsets_with_a_model_are_not_refuted(clauses: list[Clause]) -> None:
    """These formulas are minimal or nearly so: with one clause silenced the same proof fails, and says where."""
    lines = refute(clauses) or []
    for i in range(len(clauses)):
        rest = [[1, -1] if k == i else clause for k, clause in enumerate(clauses)]
        if satisfiable(rest):
            flaw = check_lrat(rest, lines)
            assert flaw is not None
            assert 1 <= flaw.line <= len(lines)
            assert check_drat(rest, to_drat(rest, lines)) is not None
            fewer = clauses[:i] + clauses[i + 1 :]
            assert check_lrat(fewer, lines) is not None
            drat = [line for line in to_drat(clauses, lines) if line[0] != "d"]
            assert check_drat(fewer, drat) is not None


def test_every_single_dropped_lemma_is_noticed_or_needless() -> None:
    """In LRAT a dropped lemma is missed by the first that hints it; what still passes did not need it."""
    clauses = KNOWN["pigeons 4"]
    lines = refute(clauses) or []
    for at, line in enumerate(lines):
        number = line.split()[0]
        used = any(number in other.split()[1:] for other in lines[at + 1 :])
        flaw = check_lrat(clauses, lines[:at] + lines[at + 1 :])
        assert (flaw is not None) == (" d " not in line and (used or at == len(lines) - 1))


def test_checkers_read_iterators() -> None:
    """Clauses and lines may come one by one."""
    lines = refute(FOUR) or []
    assert check_lrat(iter(FOUR), iter(lines)) is None
    assert check_drat(iter(FOUR), to_drat(FOUR, lines)) is None
    assert FOUR == [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    assert checker.Flaw(3, "x") == Flaw(3, "x")


def test_checkers_obey_a_budget() -> None:
    """A check that is stopped says nothing of the proof."""
    clauses = pigeons(4)
    lines = refute(clauses) or []
    for check, proof_lines in ((check_lrat, lines), (check_drat, list(to_drat(clauses, lines)))):
        with pytest.raises(Undecided, match="stopped"):
            check(clauses, proof_lines, Budget.of(stop=lambda: True))
        assert check(clauses, proof_lines, Budget.of(60)) is None


def test_a_proof_obeys_the_memory_limit() -> None:
    """A proof of gigabytes is not read into the memory: it ends when it has grown too large."""
    with pytest.raises(Undecided, match="memory limit"):
        refute(pigeons(11), Budget.of(60, memory=20_000_000))


def test_the_checker_shares_nothing_with_the_solver() -> None:
    """Importing it imports neither PySAT nor the maker of proofs nor a session."""
    program = "import sys, satdnd.proof.checker; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "satdnd.proof.checker" in loaded
    assert loaded.isdisjoint(
        {"pysat", "pysolvers", "pycard", "satdnd.proof.writer", "satdnd.sat.session", "satdnd.sat.pysat_interrupts"}
    )
