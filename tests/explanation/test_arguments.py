"""Arguments rule by rule and by cases, compared with brute force."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from satdnd.explanation.arguments import Refutation, arguments, refutation
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


def made(rng: random.Random) -> list[Table]:
    """A few rules over six variables."""
    rules = []
    for _ in range(rng.randrange(1, 4)):
        variables = tuple(sorted(rng.sample(range(1, 7), 3)))
        rows = list(itertools.product((False, True), repeat=3))
        rules.append(Table(variables, frozenset(rng.sample(rows, rng.randrange(2, 6)))))
    return rules


EVERYTHING = list(itertools.product((False, True), repeat=6))


def boards(rules: list[Table]) -> list[tuple[bool, ...]]:
    """Those on which all rules are met."""
    return [b for b in EVERYTHING if all(tuple(b[v - 1] for v in rule.variables) in rule.rows for rule in rules)]


def holds(board: tuple[bool, ...], x: int) -> bool:
    """Whether a literal is true on a board."""
    return board[abs(x) - 1] == (x > 0)


def examined(found: Refutation, rules: list[Table], known: list[int]) -> int:
    """Each link follows from its rule, what is known and earlier links, and ends are violated. Returns the depth."""
    said = [*known, *found.assumed]
    for i, literals in found.links:
        assert rules[i].possible(*bits(said)) == bool(literals), "goes on where its rule is violated"
        for x in literals:
            assert x not in said, "a link that says nothing"
            assert not rules[i].possible(*bits(said), x), "does not follow"
        said += literals
    if not found.cases:
        assert found.links[-1][1] == []
        assert not rules[found.links[-1][0]].possible(*bits(said))
        return 0
    assert all(literals for _, literals in found.links)
    (x,), (y,) = (case.assumed for case in found.cases)
    assert x == -y
    assert x not in said
    assert y not in said
    return 1 + max(examined(case, rules, said) for case in found.cases)


@pytest.mark.parametrize("seed", range(300))
def test_every_link_follows_and_none_can_be_left_out(seed: int) -> None:
    """What cannot be is refuted, by a chain where one rule at a time does it, else by cases; nothing else is."""
    rng = random.Random(seed)
    rules, assumed = made(rng), rng.choice((1, -1)) * rng.randrange(1, 7)
    found = refutation([rule.conjunction for rule in rules], (0, 0), [assumed])
    assert (found is None) == any(holds(board, assumed) for board in boards(rules))
    if found:
        true, false = propagated(rules, assumed)
        depth = examined(found, rules, [])
        assert (depth > 0) == all(rule.possible(true, false) for rule in rules)


def test_some_need_cases() -> None:
    """The puzzles above are of both sorts."""
    depths = set()
    for seed in range(300):
        rng = random.Random(seed)
        rules, assumed = made(rng), rng.choice((1, -1)) * rng.randrange(1, 7)
        if found := refutation([rule.conjunction for rule in rules], (0, 0), [assumed]):
            depths.add(examined(found, rules, []))
    assert {0, 1} <= depths


@pytest.mark.parametrize("seed", range(100))
def test_all_that_follows_is_argued_for(seed: int) -> None:
    """Each literal once: refuted from what is known, or by one rule as soon as those before are known."""
    rules = made(random.Random(seed))
    left = boards(rules)
    found = [x for v in range(1, 7) for x in (v, -v) if left and all(holds(board, x) for board in left)]
    said: list[int] = []
    for argument in arguments([rule.conjunction for rule in rules], (0, 0), found):
        if argument.assumed:
            examined(argument, rules, [])
            said += [-x for x in argument.assumed]
        else:
            ((i, literals),) = argument.links
            assert said
            assert all(not rules[i].possible(*bits(said), x) for x in literals)
            said += literals
    assert sorted(said) == sorted(found)


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
    conjunctions = [rule.conjunction for rule in rules]
    assert refutation(conjunctions, (0, 0), [1]) == Refutation([1], [(0, [2]), (2, [-3]), (1, [])], [])
    assert refutation(conjunctions, (0, 0), [-1]) is None


def test_a_violated_rule_says_no_more() -> None:
    """What a rule gave beside the one that violates it is no link of its own."""
    implies = frozenset({(False, False), (False, True), (True, True)})
    third = frozenset({(True, False, True), (False, False, False), (False, False, True), (False, True, False)})
    rules = [Table((1, 2), implies), Table((2, 3), implies), Table((2, 3, 4), third)]
    found = refutation([rule.conjunction for rule in rules], (0, 0), [1])
    assert found
    assert found.links == [(0, [2]), (1, [3]), (2, [])]
    examined(found, rules, [])


def test_cases() -> None:
    """Where 1 is, 2 and 3 are the same by one rule and different by another; whatever 2 is, a rule is violated."""
    same = frozenset(row for row in itertools.product((False, True), repeat=3) if not row[0] or row[1] == row[2])
    different = frozenset(row for row in itertools.product((False, True), repeat=3) if not row[0] or row[1] != row[2])
    rules = [Table((1, 2, 3), same).conjunction, Table((1, 2, 3), different).conjunction]
    cases = [Refutation([2], [(0, [3]), (1, [])], []), Refutation([-2], [(0, [-3]), (1, [])], [])]
    assert refutation(rules, (0, 0), [1]) == Refutation([1], [], cases)
