"""Arguments rule by rule, compared with brute force."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from satdnd.explanation.chains import argument
from satdnd.explanation.statements import Conjunction, ShapeSolvers


@dataclass
class Table:
    """A rule over few variables, as the list of the ways in which it is met."""

    variables: tuple[int, ...]
    rows: frozenset[tuple[bool, ...]]

    @property
    def conjunction(self) -> Conjunction:
        """As clauses, each of which excludes one of the other rows."""
        others = set(itertools.product((False, True), repeat=len(self.variables))) - self.rows
        clauses = [[-v if x else v for v, x in zip(self.variables, row, strict=True)] for row in sorted(others)]
        return Conjunction(clauses, (1 << 6) - 1, ShapeSolvers())

    def possible(self, true: int, false: int, without: int = 0) -> bool:
        """By looking at all rows."""
        for row in self.rows:
            chosen = dict(zip(self.variables, row, strict=True))
            if any(
                (true >> v - 1 & 1 and not x) or (false >> v - 1 & 1 and x) or without == (v if x else -v)
                for v, x in chosen.items()
            ):
                continue
            return True
        return False


def made(chance: random.Random) -> list[Table]:
    """A few rules over six variables."""
    rules = []
    for _ in range(chance.randrange(1, 4)):
        variables = tuple(sorted(chance.sample(range(1, 7), 3)))
        rows = list(itertools.product((False, True), repeat=3))
        rules.append(Table(variables, frozenset(chance.sample(rows, chance.randrange(2, 6)))))
    return rules


@pytest.mark.parametrize("seed", range(300))
def test_every_turn_follows_and_none_can_be_left_out(seed: int) -> None:
    """Each turn follows from its rule, what is known and earlier turns; the last rule is broken; nothing is idle."""
    chance = random.Random(seed)
    rules, assumed = made(chance), chance.choice((1, -1)) * chance.randrange(1, 7)
    turns = argument([rule.conjunction for rule in rules], (0, 0), assumed)
    if not turns:
        true, false = propagated(rules, assumed)
        assert all(rule.possible(true, false) for rule in rules), "one rule at a time does break one"
        return
    said = [assumed]
    for i, literals in turns[:-1]:
        assert literals
        for x in literals:
            assert not rules[i].possible(*bits(said), x), "does not follow"
        said += literals
    assert turns[-1][1] == []
    assert not rules[turns[-1][0]].possible(*bits(said))
    everything = list(itertools.product((False, True), repeat=6))
    assert not any(
        board[abs(assumed) - 1] == (assumed > 0)
        and all(tuple(board[v - 1] for v in rule.variables) in rule.rows for rule in rules)
        for board in everything
    )


def bits(literals: list[int]) -> tuple[int, int]:
    """Variables that are true, and false."""
    return sum({1 << x - 1 for x in literals if x > 0}), sum({1 << -x - 1 for x in literals if x < 0})


def propagated(rules: list[Table], assumed: int) -> tuple[int, int]:
    """All that follows one rule at a time, or up to a rule that is broken."""
    said = [assumed]
    while True:
        new = [
            x
            for rule in rules
            if rule.possible(*bits(said))
            for v in rule.variables
            for x in (v, -v)
            if x not in said and not rule.possible(*bits(said), x)
        ]
        if not new or any(not rule.possible(*bits(said)) for rule in rules):
            return bits(said)
        said += new[:1]


def test_a_chain() -> None:
    """1 leads to 2, and excludes 3, to which 2 leads; what else follows is not told."""
    implies = frozenset({(False, False), (False, True), (True, True)})
    excludes = frozenset({(False, False), (False, True), (True, False)})
    rules = [Table((1, 2), implies), Table((2, 3), implies), Table((1, 3), excludes), Table((1, 4), implies)]
    assert argument([rule.conjunction for rule in rules], (0, 0), 1) == [(0, [2]), (2, [-3]), (1, [])]
    assert argument([rule.conjunction for rule in rules], (0, 0), -1) == []
