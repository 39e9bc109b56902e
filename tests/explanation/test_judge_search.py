"""The search by which explanations are judged, against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from satdnd.errors import Undecided
from satdnd.explanation.judge.nogoods import NogoodSearch
from satdnd.explanation.judge.search import satisfiable
from satdnd.grid.bitboard import scan
from satdnd.rules.constraint import Constraint, Domain, Either, Sum, Term
from satdnd.sat.budget import Budget


def brute(constraints: Sequence[Constraint], domains: Sequence[Domain]) -> bool:
    """Whether some choice of values satisfies all sums, by trying every one."""

    def holds(part: Sum, chosen: Sequence[int]) -> bool:
        return part.low <= sum(t.weight * (t.values >> chosen[t.variable] & 1) for t in part.terms) <= part.high

    choices = product(*([v for v in range(4) if domain >> v & 1] for domain in domains))
    return any(
        all(any(holds(p, chosen) for p in (c.sums if isinstance(c, Either) else [c])) for c in constraints)  # type: ignore[attr-defined, list-item]
        for chosen in choices
    )


def test_search_against_all_choices() -> None:
    """Random sums and alternatives of sums over seven variables with up to three values each."""
    rng = Random(8)
    seen = set()
    for _ in range(400):
        domains = [rng.choice((1, 2, 3, 3, 5, 7)) for _ in range(7)]

        def some(domains: list[int] = domains) -> Sum:
            variables = rng.sample(range(7), rng.randint(1, 4))
            terms = [Term(x, rng.randint(1, 7), rng.randint(1, 3)) for x in variables]
            low = rng.randint(0, 4)
            return Sum((*terms, *rng.sample(terms, 1)), low, low + rng.randint(0, 2))

        constraints: list[Constraint] = [
            some() if rng.random() < 0.5 else Either(tuple(some() for _ in range(rng.randint(1, 3))))
            for _ in range(rng.randint(1, 5))
        ]
        apart = [c for c in constraints if c.scope]
        found = all(satisfiable(apart, domains, min(c.scope), Budget()) for c in apart)
        seen.add(found)
        assert found == brute(constraints, domains), (constraints, domains)
    assert seen == {True, False}


@pytest.mark.parametrize("kind", ["counts", "sums", "either"])
def test_narrowing_takes_away_what_cannot_be(kind: str) -> None:
    """Of one constraint: exactly the values that no choice has which satisfies it; and it says which variables."""
    rng = Random(5)
    outcomes = set()
    for _ in range(400):
        domains = [rng.choice((1, 2, 3, 3, 5, 6, 7)) for _ in range(5)]

        def some() -> Sum:
            low = rng.randint(0, 5)
            if kind == "counts":
                terms = [Term(x, rng.randint(1, 6)) for x in rng.sample(range(5), rng.randint(1, 5))]
            else:
                terms = [Term(rng.randrange(5), rng.randint(1, 7), rng.randint(1, 3)) for _ in range(3)]
            return Sum(tuple(terms), low, low + rng.randint(0, 2))

        constraint = Either(tuple(some() for _ in range(rng.randint(0, 2)))) if kind == "either" else some()
        left = [
            sum(
                1 << v
                for v in scan(domain)
                if brute([constraint], [1 << v if y == x else other for y, other in enumerate(domains)])
            )
            for x, domain in enumerate(domains)
        ]
        now = list(domains)
        narrow = constraint.narrow(now, Budget())
        outcomes.add((narrow is None, bool(narrow)))
        if narrow is None:
            assert not any(left), (constraint, domains)
        else:
            assert now == left, (constraint, domains)
            changed = [x for x in range(5) if now[x] != domains[x]]
            assert sorted(narrow) == changed
    assert outcomes == {(True, False), (False, False), (False, True)}


@pytest.mark.parametrize("most", [1, None])
def test_the_search_that_learns_against_all_choices(most: int | None) -> None:
    """Many constraints that overlap: the same answer as by trying every choice, at one go and in many."""
    rng, seen = Random(6), list[bool]()
    for _ in range(300):
        domains = [rng.choice((3, 3, 3, 7)) for _ in range(7)]

        def some() -> Sum:
            terms = [Term(x, rng.choice((1, 2, 2, 4, 6))) for x in rng.sample(range(7), rng.randint(2, 4))]
            low = rng.randint(1, 2)
            return Sum(tuple(terms), low, low + rng.randint(0, 1))

        def parity() -> Either:
            odd, variables = rng.randint(0, 1), rng.sample(range(7), 3)
            return Either(tuple(Sum.of(variables, 2, k, k) for k in range(odd, 4, 2)))

        constraints: list[Constraint] = [some() for _ in range(rng.randint(0, 6))]
        constraints += [parity() for _ in range(rng.randint(2, 6))]
        search, found = NogoodSearch(constraints, domains, Budget()), None
        for _ in range(100):
            found = search.run(most) if found is None else found
        assert found == brute(constraints, domains), (constraints, domains)
        seen.append(found)
    assert 60 < sum(seen) < 240


class Never(Constraint):
    """What no value satisfies, though it is not seen before they are read."""

    start = ()

    @property
    def scope(self) -> frozenset[int]:
        """Two variables."""
        return frozenset({0, 1})

    def machine(self, order: Sequence[int], domains: Sequence[Domain], budget: Budget) -> Never:
        """Itself."""
        return self

    def read(self, state: object, position: int, value: int) -> None:
        """Never."""


def test_the_search_that_learns_judges_what_has_one_value() -> None:
    """Where nothing is left to choose, and where no value is left."""
    assert not NogoodSearch([Sum.of([0], 2, 1)], [1], Budget()).run()
    assert NogoodSearch([Sum.of([0], 2, 1)], [2], Budget()).run()
    assert Never().narrow([3, 3], Budget()) is None
    assert not NogoodSearch([Never()], [3, 3], Budget()).run()


def test_what_choices_lead_to_is_learned() -> None:
    """Five values for six cells that all differ, as sums: some hundred dead ends of 5**6 choices."""
    differ = [Sum.of((5 * i + v for i in range(6)), 2, 0, 1) for v in range(5)]
    search = NogoodSearch([*differ, *(Sum.of(range(5 * i, 5 * i + 5), 2, 1, 1) for i in range(6))], [3] * 30, Budget())
    assert search.run(1) is None
    assert search.run(200) is False


def test_only_what_concerns_a_variable_is_looked_at() -> None:
    """A contradiction elsewhere is none here."""
    wrong, right = Sum.of([0, 1], 2, 3, 3), Sum.of([2, 3], 2, 1)
    assert not satisfiable([wrong, right], [3] * 4, 0, Budget())
    assert satisfiable([wrong, right], [3] * 4, 2, Budget())


def test_sixteen_long_counts_take_few_states() -> None:
    """Eight rows and eight columns of sixteen cells, that only their sums contradict; a search by cells never ends."""
    rows = [Sum.of(range(16 * r, 16 * r + 8), 2, 4, 4) for r in range(8)]
    columns = [Sum.of(range(c, 128, 16), 2, 4, 4) for c in range(7)]
    assert satisfiable([*rows, *columns, Sum.of(range(7, 128, 16), 2, 4, 4)], [3] * 128, 0, Budget.of(60))
    few = [*rows[:5], *(Sum.of(range(c, 80, 16), 2, 2, 2) for c in range(4))]
    many = [Sum.of(range(c, 80, 16), 2, 3, 3) for c in range(4, 7)]
    assert satisfiable([*few, *many, Sum.of(range(7, 80, 16), 2, 3, 3)], [3] * 128, 0, Budget.of(60))
    assert not satisfiable([*few, *many, Sum.of(range(7, 80, 16), 2, 2, 2)], [3] * 128, 0, Budget.of(60))


def test_search_obeys_its_budget() -> None:
    """It is looked at before anything is tried."""
    with pytest.raises(Undecided, match="stopped"):
        satisfiable([Sum.of([0, 1], 2, 1), Sum.of([1, 2], 2, 1)], [3] * 3, 0, Budget(stop=lambda: True))
