"""Counts leave out what the puzzle shows."""

from itertools import product
from pathlib import Path

import pytest

from satdnd import load
from satdnd.engine.kind import Rules
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.registry import NAMES, kind_object
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session

INSTANCES = Path(__file__).parents[2] / "instances"


@pytest.mark.parametrize("cardinality", ["auto", "totalizer", "sortnetwrk"])
def test_counts_beside_known_literals(cardinality: str) -> None:
    """All counts of up to four literals, whatever is known of these, against counting."""
    for n in range(1, 5):
        literals = [x if x % 2 else -x for x in range(1, n + 1)]
        for values in product((None, True, False), repeat=n):
            known = {x: value for x, value in zip(literals, values, strict=True) if value is not None}
            both = {own: value == (own == x) for x, value in known.items() for own in (x, -x)}
            for least, most in product(range(n + 1), repeat=2):
                if most < least:
                    continue
                formula = Formula(Pool(n))
                Encoder(formula, cardinality, known=both).count(literals, least, most, "count")
                assumed = [x if value else -x for x, value in known.items()]
                with Session(formula) as session:
                    for signs in product((1, -1), repeat=n):
                        board = [sign * abs(x) for sign, x in zip(signs, literals, strict=True)]
                        if {*assumed} <= {*board}:
                            fits = least <= len({*board} & {*literals}) <= most
                            assert (session.next_model(board) is not None) == fits, (literals, known, least, most)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_puzzle_shows_is_stated(name: str) -> None:
    """Each literal is a unit clause: counts that leave it out do not state it."""
    kind = kind_object(name)
    if kind.part(Rules) is None:
        return
    files = [path for path in sorted((INSTANCES / name).glob("*.*")) if path.suffix != ".solution"]
    for puzzle in (puzzle for path in files[:5] for puzzle in load(path)):
        encoding = kind.encoding(puzzle, kind.options())
        units = {clause[0] for clause in encoding.formula.clauses if len(clause) == 1}
        assert not isinstance(encoding, StatementEncoding) or units.issuperset(encoding.book.shown), puzzle
