"""Ctrl-C in the middle of PySAT's C code, in processes of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

PRELUDE = """
import os, signal, sys, threading, time
from satdnd.sat.budget import Budget
from satdnd.encodings.cardinality import at_most
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.pysat_interrupts import interruptible, wrecked
from satdnd.sat.session import Session

def pigeonhole(n):
    formula = Formula()
    nest = [[formula.pool.new() for _ in range(n)] for _ in range(n + 1)]
    formula.extend(nest)
    for j in range(n):
        formula.extend([-nest[a][j], -nest[b][j]] for a in range(n + 1) for b in range(a))
    return formula

def interrupted(question, after=0.5):
    child = os.fork()
    if not child:
        time.sleep(after)
        os.kill(os.getppid(), signal.SIGINT)
        os._exit(0)
    try:
        question()
    except KeyboardInterrupt:
        return True
    finally:
        os.waitpid(child, 0)
    return False
"""


def told(program: str) -> str:
    """What a program prints; it must end well."""
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + program], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout.strip()


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("solver", "budget"),
    [
        pytest.param(solver, budget, marks=[pytest.mark.slow] * (solver not in (alone, "cadical195")))
        for budget, alone in (("None", "maplesat"), ("Budget.of(60)", "glucose4"))
        for solver in ("cadical195", "cadical153", "glucose4", "minicard", "maplesat")
    ],
)
def test_a_search(solver: str, budget: str) -> None:
    """The search ends, the solver is in order and answers on, and the next Ctrl-C works as well."""
    program = f"""
with Session(pigeonhole(12), {solver!r}) as session:
    print(interrupted(lambda: session.solve(budget={budget})), session.usable, wrecked())
    print(session.solve([-v for v in range(1, 13)]), interrupted(lambda: session.solve()))
print(interrupted(lambda: time.sleep(9), 0.1))
"""
    assert told(program) == "True True False\nFalse True\nTrue"


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["lingeling", "kissat404"])
def test_a_search_that_cannot_be_cut(solver: str) -> None:
    """What cannot be asked in slices is jumped out of: KeyboardInterrupt too, and the session is given up.

    The process is left at once, as the command line does.
    """
    program = f"""
session = Session(pigeonhole(13), {solver!r})
print(interrupted(lambda: session.solve()), session.usable, wrecked())
print(interrupted(lambda: time.sleep(9), 0.1))
with session.retractable():
    pass
session.close()
del session
print("alive", flush=True)
os._exit(0)
"""
    assert told(program) == "True False True\nTrue\nalive"


def test_a_proof() -> None:
    """The maker of proofs is interrupted like a session, and refutes again afterwards."""
    program = """
from satdnd.proof.writer import refute
print(interrupted(lambda: refute(pigeonhole(12).clauses)), wrecked(), len(refute(pigeonhole(3).clauses)) > 5)
"""
    assert told(program) == "True False True"


def test_hitting_sets() -> None:
    """So is the search for a smallest core."""
    program = """
import random
from satdnd.sat.cores import smallest_hitting_set
chance = random.Random(1)
sets = [chance.sample(range(1, 301), 9) for _ in range(1200)]
print(interrupted(lambda: smallest_hitting_set(sets, dict.fromkeys(range(1, 301), 1))), wrecked())
"""
    assert told(program) == "True False"


def test_a_large_encoding() -> None:
    """Ctrl-C does not wait for the end of an encoding of millions of clauses."""
    program = """
begun = time.process_time()
print(interrupted(lambda: at_most(range(1, 4001), 1500, Pool(4000), "seqcounter"), 0.1), wrecked(), flush=True)
os._exit(0)
"""
    assert told(program) == "True True"


def test_small_calls_are_left_alone() -> None:
    """A call that is soon over is not jumped out of; errors of its own pass through."""
    program = """
def work():
    while True:
        at_most(range(1, 300), 20, Pool(300), "seqcounter")
print(interrupted(work), wrecked())
try:
    with interruptible():
        raise ValueError("mine")
except ValueError as error:
    print(error)
from pysat._utils import MainThread
print(MainThread.check())
"""
    assert told(program) == "True False\nmine\nTrue"
