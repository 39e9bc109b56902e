"""Cores against brute force: irreducible ones and smallest ones, weighted and not, and what is left when time is up."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from satdnd.errors import Undecided
from satdnd.sat.budget import Budget
from satdnd.sat.cores import Core, find, smallest_hitting_set
from satdnd.sat.formula import Clause, Formula, Literal, Pool
from satdnd.sat.session import Session

VARIABLES = 5


def consistent(clauses: list[Clause]) -> bool:
    """Whether some assignment satisfies all."""
    return any(
        all(any(signs[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for signs in product((False, True), repeat=VARIABLES)
    )


def case(seed: int) -> tuple[list[Clause], list[list[Clause]], list[int]]:
    """Clauses that always hold, statements of one to three clauses each, and their weights."""
    rng = Random(seed)

    def clause() -> Clause:
        return [v * rng.choice((1, -1)) for v in rng.sample(range(1, VARIABLES + 1), rng.choice((1, 2, 2, 3)))]

    hard = [clause() for _ in range(rng.randint(0, 3))]
    statements = [[clause() for _ in range(rng.randint(1, 3))] for _ in range(rng.randint(3, 8))]
    weights = [1 if seed % 2 else rng.randint(1, 6) for _ in statements]
    return hard, statements, weights


def compiled(hard: list[Clause], statements: list[list[Clause]], sign: int) -> tuple[Formula, list[Literal]]:
    """The formula with a selector for each statement, true or false where the statement counts."""
    formula = Formula(Pool(VARIABLES))
    formula.extend(hard)
    selectors = [sign * v for v in formula.pool.block(len(statements))]
    for selector, clauses in zip(selectors, statements, strict=True):
        formula.extend([*clause, -selector] for clause in clauses)
    return formula, selectors


def conflicts(hard: list[Clause], statements: list[list[Clause]]) -> list[set[int]]:
    """Every set of statements that cannot hold together with the hard clauses."""
    return [
        set(chosen)
        for size in range(len(statements) + 1)
        for chosen in combinations(range(len(statements)), size)
        if not consistent([*hard, *(clause for i in chosen for clause in statements[i])])
    ]


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["cadical195", "minisat22"])
@pytest.mark.parametrize("start", range(0, 120, 30))
def test_against_brute_force(solver: str, start: int) -> None:
    """The weight is least, the set is in conflict and no part of it is; without a conflict there is no core."""
    found = 0
    for seed in range(start, start + 30):
        hard, statements, weights = case(seed)
        formula, selectors = compiled(hard, statements, 1 if seed % 3 else -1)
        bad = conflicts(hard, statements)
        with Session(formula, solver) as session:
            for _ in range(2):  # the session is the same afterwards
                core = find(session, dict(zip(selectors, weights, strict=True)))
                if not bad:
                    assert core is None
                    continue
                assert core is not None
                assert core.smallest
                chosen = {selectors.index(x) for x in core.literals}
                assert chosen in bad
                assert core.weight == sum(weights[i] for i in chosen)
                assert core.weight == min(sum(weights[i] for i in each) for each in bad)
                assert not any(each < chosen for each in bad)
                assert list(core.literals) == [x for x in selectors if selectors.index(x) in chosen]
                found += len(chosen) > 1
    assert found > 10


def test_base_holds_meanwhile() -> None:
    """What is assumed besides counts in every question, and is in no core."""
    formula, selectors = compiled([], [[[1]], [[2]], [[-1, -2, -3]], [[-1]]], 1)
    weights = dict.fromkeys(selectors, 1)
    a, b, c, d = selectors
    with Session(formula) as session:
        assert find(session, weights) == Core((a, d), 2, True)
        assert find(session, {a: 1, b: 1, c: 1}) is None
        assert find(session, {a: 1, b: 1, c: 1}, base=[3]) == Core((a, b, c), 3, True)
        assert find(session, {b: 1, c: 1}, base=[-1]) is None
        assert find(session, weights, base=[-1]) == Core((a,), 1, True)
        assert find(session, weights, base=[1, -1]) == Core((), 0, True)


def test_weights_decide() -> None:
    """Two cheap statements are less than a dear one."""
    formula, (a, b, c) = compiled([[-1, -2]], [[[1]], [[2]], [[1], [2]]], 1)
    with Session(formula) as session:
        assert find(session, {a: 1, b: 1, c: 3}) == Core((a, b), 2, True)
        assert find(session, {a: 2, b: 2, c: 3}) == Core((c,), 3, True)


def rivals(pairs: int) -> tuple[Formula, dict[Literal, int]]:
    """Many cores: of each pair of statements one must go, and all pairs have to do with each other."""
    formula = Formula(Pool(pairs))
    selectors = list(formula.pool.block(3 * pairs))
    rng = Random(1)
    for selector in selectors:
        for _ in range(2):
            formula.add(-selector, *(v * rng.choice((1, -1)) for v in rng.sample(range(1, pairs + 1), 3)))
    return formula, dict.fromkeys(selectors, 1)


def test_what_is_left_when_the_budget_is_spent() -> None:
    """Undecided before any conflict is known; afterwards the best so far, in conflict for certain."""
    formula, weights = rivals(9)
    with Session(formula) as session:
        with pytest.raises(Undecided, match="stopped"):
            find(session, weights, Budget.of(stop=lambda: True))
        best = find(session, weights)
        assert best is not None
        assert best.smallest
        seen = set()
        for patience in (2, 5, 12, 30, 60, 100):
            asked = [0]

            def stop(patience: int = patience, asked: list[int] = asked) -> bool:
                asked[0] += 1
                return asked[0] > patience

            core = find(session, weights, Budget.of(stop=stop))
            assert core is not None
            assert session.solve(core.literals) is False
            assert core.weight == len(core.literals) >= best.weight
            assert core.smallest <= (core.weight == best.weight)
            seen.add((core.smallest, core.weight))
        assert len(seen) > 1
        assert not core.smallest or core.weight == best.weight


def test_hitting_sets() -> None:
    """The cheapest literals that hit every set; hitting nothing costs nothing."""
    sets = [[1, 2], [2, -3], [-3, 4], [1, 4]]
    assert sorted(smallest_hitting_set([], {})) == []
    assert sum(1 for _ in smallest_hitting_set(sets, dict.fromkeys([1, 2, -3, 4], 1))) == 2
    assert sorted(smallest_hitting_set(sets, {1: 1, 2: 9, -3: 1, 4: 9})) == [-3, 1]
    assert sorted(smallest_hitting_set(sets, {1: 9, 2: 1, -3: 9, 4: 1})) == [2, 4]
    with pytest.raises(Undecided, match="stopped"):
        smallest_hitting_set(sets, dict.fromkeys([1, 2, -3, 4], 1), Budget.of(stop=lambda: True))
