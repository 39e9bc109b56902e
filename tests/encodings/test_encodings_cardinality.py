"""Cardinality encodings against model counts by brute force, on the original variables alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product
from math import comb
from typing import Any

import pytest
from enumeration import models_of
from hypothesis import given, settings, strategies as st

from satdnd.encodings import cardinality
from satdnd.encodings.cardinality import (
    ANY_BOUND,
    BOUND_ONE,
    NAMES,
    at_least,
    at_most,
    at_most_one,
    check_name,
    estimate,
    exactly,
    exactly_one,
    totalizer,
)
from satdnd.errors import Undecided, UsageError
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Compiled, Formula, Literal, Pool
from satdnd.sat.session import Session

Constraint = Callable[[Sequence[Literal], int, Pool, str], Compiled]

CONSTRAINTS: dict[Constraint, Callable[[int, int], bool]] = {
    at_most: lambda true, bound: true <= bound,
    at_least: lambda true, bound: true >= bound,
    exactly: lambda true, bound: true == bound,
}
"""Each function with what it means."""

CLAUSAL = tuple(name for name in NAMES if name != "native")


def counts_of_models(
    literals: Sequence[Literal],
    pool: Pool,
    clauses: Sequence[Clause],
    made: Compiled | None = None,
    solver: str = "minicard",
) -> list[int]:
    """How many assignments of the variables of *literals* are models, by the number of true literals."""
    formula = Formula(pool)
    formula.extend(clauses)
    if made:
        formula.extend(made.clauses)
        formula.at_mosts += made.at_mosts
    counts = [0] * (len(literals) + 1)
    with Session(formula, solver) as session:
        for chosen in product((False, True), repeat=len(literals)):
            if session.solve([x if true else -x for x, true in zip(literals, chosen, strict=True)]):
                counts[sum(chosen)] += 1
    return counts


def expected_counts(n: int, bound: int, meaning: Callable[[int, int], bool]) -> list[int]:
    """The binomials of the numbers that the constraint allows."""
    return [comb(n, true) if meaning(true, bound) else 0 for true in range(n + 1)]


def refused(name: str, make: Constraint, n: int, bound: int) -> bool:
    """Whether *name* is for "at most one" alone and the constraint has another bound that needs an encoding."""
    sides = {at_most: [bound], at_least: [n - bound], exactly: [bound, n - bound]}[make]
    if make is at_least and bound == 1:
        return False
    if make is exactly:
        if not 0 <= bound <= n:
            return False
        return refused(name, at_most, n, bound) or refused(name, at_least, n, bound)
    return name in BOUND_ONE and any(2 <= side <= n - 2 for side in sides)


@pytest.mark.parametrize("make", CONSTRAINTS, ids=lambda make: make.__name__)
@pytest.mark.parametrize(("name", "solver"), [*((name, "minicard") for name in NAMES), ("native", "gluecard4")])
def test_model_counts_are_sums_of_binomials(name: str, solver: str, make: Constraint) -> None:
    """Every encoding has the same models on the original variables, for 0 to 6 literals and every bound."""
    for n in range(7):
        for bound in range(-1, n + 2):
            literals = list(range(1, n + 1))
            if refused(name, make, n, bound):
                with pytest.raises(UsageError, match="for every bound: seqcounter"):
                    make(literals, bound, Pool(n), name)
                continue
            pool = Pool(n)
            made = make(literals, bound, pool, name)

            counts = counts_of_models(literals, pool, [], made, solver)

            assert counts == expected_counts(n, bound, CONSTRAINTS[make]), (n, bound)
            assert name == "native" or not made.at_mosts


@pytest.mark.parametrize("name", [None, *CLAUSAL])
def test_exactly_one_and_at_most_one(name: str | None) -> None:
    """Both have n models, and one more without a true literal for at most one, above the change to a ladder too."""
    for n in range(10):
        literals = list(range(1, n + 1))
        for make, none in ((at_most_one, 1), (exactly_one, 0)):
            pool = Pool(n)
            clauses = make(literals, pool, name)

            assert counts_of_models(literals, pool, clauses) == [none, n, *[0] * (n - 1)][: n + 1], (n, make.__name__)


@pytest.mark.parametrize("make", [at_most_one, exactly_one])
def test_native_is_no_list_of_clauses(make: Any) -> None:
    """A function that returns clauses refuses the encoding that has none."""
    with pytest.raises(UsageError, match="no clauses"):
        make([1, 2, 3], Pool(3), "native")


@pytest.mark.parametrize("name", [None, *CLAUSAL])
def test_variables_are_those_of_the_pool(name: str | None) -> None:
    """Auxiliary variables lie above the pool's top, the pool ends above them, and a second constraint shares none."""
    literals = [3, -7, 5, 1, -2, 9, 11]
    pool = Pool(20)
    seen: set[int] = set()
    for _ in range(2):
        before = pool.top
        clauses = at_most_one(literals, pool, name)
        auxiliary = {abs(x) for clause in clauses for x in clause} - {abs(x) for x in literals}

        assert auxiliary <= set(range(before + 1, pool.top + 1))
        assert not auxiliary & seen
        seen |= auxiliary


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(1, 12), unique=True, max_size=7).flatmap(
        lambda variables: st.tuples(*(st.sampled_from([v, -v]) for v in variables))
    ),
    st.integers(-1, 8),
    st.sampled_from(sorted(ANY_BOUND)),
    st.sampled_from(list(CONSTRAINTS)),
)
def test_any_literals_in_any_order(literals: tuple[Literal, ...], bound: int, name: str, make: Constraint) -> None:
    """Negative literals and variables with gaps between them count like any others."""
    pool = Pool(12)
    made = make(literals, bound, pool, name)

    assert counts_of_models(literals, pool, [], made) == expected_counts(len(literals), bound, CONSTRAINTS[make])


@pytest.mark.parametrize("n", range(8))
def test_totalizer_outputs_count_in_every_model(n: int) -> None:
    """Output k-1 is forced to 'at least k' by every assignment of the literals: each has one model."""
    literals = [x if x % 3 else -x for x in range(1, n + 1)]
    formula = Formula(Pool(n))
    clauses, outputs = totalizer(literals, formula.pool)
    formula.extend(clauses)
    with Session(formula) as session:
        for chosen in product((False, True), repeat=n):
            assumptions = [x if true else -x for x, true in zip(literals, chosen, strict=True)]

            assert session.solve(assumptions)
            if n:
                true = set(session.model)
                assert [x in true for x in outputs] == [sum(chosen) >= k for k in range(1, n + 1)]
                assert not session.solve(
                    [*assumptions, -outputs[sum(chosen) - 1]] if any(chosen) else [outputs[0], *assumptions]
                )


@pytest.mark.parametrize("n", range(1, 7))
def test_totalizer_bounds_are_assumptions(n: int) -> None:
    """One session answers for every bound, from below and from above."""
    literals = list(range(1, n + 1))
    formula = Formula(Pool(n))
    clauses, outputs = totalizer(literals, formula.pool)
    formula.extend(clauses)
    with Session(formula) as session:
        for bound in range(n + 1):
            least = outputs[bound - 1 : bound] if bound else []
            most = [-x for x in outputs[bound : bound + 1]]

            assert len(list(models_of(session, literals, [*least, *most]))) == comb(n, bound)
            assert len(list(models_of(session, literals, least))) == sum(comb(n, k) for k in range(bound, n + 1))
            assert len(list(models_of(session, literals, most))) == sum(comb(n, k) for k in range(bound + 1))


@pytest.mark.parametrize(("n", "auxiliary"), [(0, 0), (1, 0), (2, 2), (4, 8), (8, 24), (16, 64)])
def test_totalizer_has_the_documented_number_of_variables(n: int, auxiliary: int) -> None:
    """n log n auxiliary variables: 24 for 8 literals, 64 for 16, all of them in the clauses."""
    pool = Pool(n)
    clauses, outputs = totalizer(list(range(1, n + 1)), pool)

    assert pool.top - n == auxiliary
    assert len(outputs) == n
    if n > 1:
        assert {abs(x) for clause in clauses for x in clause} == set(range(1, pool.top + 1))


@pytest.mark.parametrize("n", range(7))
def test_at_most_one_is_pairwise_up_to_six(n: int) -> None:
    """Up to six literals need n(n-1)/2 clauses and no variable."""
    pool = Pool(n)

    assert len(at_most_one(list(range(1, n + 1)), pool)) == n * (n - 1) // 2
    assert pool.top == n


def test_exactly_by_totalizer_counts_once() -> None:
    """Exactly 4 of 8 by totalizer has the variables of one totalizer and two unit clauses more."""
    pool, other = Pool(8), Pool(8)
    made = exactly(list(range(1, 9)), 4, pool, "totalizer")
    clauses, _ = totalizer(list(range(1, 9)), other)

    assert pool.top == other.top
    assert len(made.clauses) == len(clauses) + 2


@pytest.mark.parametrize("make", CONSTRAINTS, ids=lambda make: make.__name__)
def test_unknown_encoding_is_refused_with_the_names(make: Constraint) -> None:
    """A wrong name is refused whatever the bound, and the message lists every right one."""
    for bound in range(-1, 5):
        with pytest.raises(UsageError) as error:
            make([1, 2, 3], bound, Pool(3), "totaliser")
        assert "'totaliser'" in str(error.value)
        assert all(name in str(error.value) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_known_names_are_accepted(name: str) -> None:
    """Every name in NAMES is one."""
    check_name(name)

    assert cardinality.BEST in NAMES


@pytest.mark.parametrize("name", BOUND_ONE)
def test_bound_one_encodings_name_the_others(name: str) -> None:
    """An encoding for 'at most one' alone refuses a bound of 2 and lists those for every bound."""
    with pytest.raises(UsageError) as error:
        at_most([1, 2, 3, 4, 5], 2, Pool(5), name)

    assert name in str(error.value)
    assert "bound of 2" in str(error.value)
    assert all(other in str(error.value) for other in ANY_BOUND)


def test_ladder_has_the_documented_number_of_variables() -> None:
    """Above six literals `exactly_one` needs as many auxiliary variables as its docstring says."""
    documented = re.search(r"needs n([+-]\d+) auxiliary variables", exactly_one.__doc__ or "")
    assert documented
    made = {}
    for n in range(7, 17):
        pool = Pool(n)
        exactly_one(list(range(1, n + 1)), pool)
        made[n] = pool.top - n

    assert made == {n: n + int(documented[1]) for n in made}


# before they are made


@pytest.mark.parametrize("encoding", [*BOUND_ONE, *ANY_BOUND])
def test_estimates_are_within_a_factor_of_two(encoding: str) -> None:
    """The number of clauses is told before there are any, for small and large bounds."""
    for n in (6, 10, 20, 50, 120):
        for bound in [1] if encoding in BOUND_ONE else sorted({1, 2, n // 4, n // 2, n - 2}):
            real = len(at_most(range(1, n + 1), bound, Pool(n), encoding).clauses)
            assert real / 2 <= estimate(n, bound, encoding) <= 2 * real, (n, bound)


def test_estimates_of_what_needs_no_encoding() -> None:
    """Bounds that units or one clause say, and native constraints, cost next to nothing."""
    assert estimate(9, 0, "totalizer") == 9
    assert estimate(9, 8, "pairwise") == estimate(9, 9, "seqcounter") == estimate(9, 4, "native") == 1


def test_what_does_not_fit_is_not_begun() -> None:
    """An encoding of millions of clauses is refused with the numbers before any is made."""
    literals = range(1, 2501)
    pool = Pool(2500, Budget.of(memory=100_000_000))
    with pytest.raises(
        Undecided, match=r"counting 800 of 2500 would take about 2.7 million clauses \(681 MB\), more than"
    ):
        at_most(literals, 800, pool, "seqcounter")
    with pytest.raises(Undecided, match=r"counting 1250 of 2500 would take about 6.3 million clauses \(1.6 GB\)"):
        totalizer(literals, pool)
    assert pool.top == 2500
    assert len(at_most(literals, 2, pool, "seqcounter").clauses) > 2500
    assert at_most(literals, 800, pool, "native").at_mosts


# what auxiliary variables mean

PHRASE = re.compile(
    r"(?:at least (?P<count>\d+)|(?P<none>none|all)) of "
    r"(?:them|all (?P<all>\d+)|the first (?P<first>\d+)|the last (?P<last>\d+)|numbers (?P<from>\d+) to (?P<to>\d+))"
    r"(?P<not> not)?"
)


def says(meaning: str, inputs: Sequence[bool]) -> bool:
    """Whether what a variable means is so; *inputs* from the first."""
    if bit := re.fullmatch(r"the (true|false) one has a number, from 0, with a bit (\d+)", meaning):
        sought = bit[1] == "true"
        return sought in inputs and bool(inputs.index(sought) & int(bit[2]))
    found = PHRASE.fullmatch(meaning)
    assert found, meaning
    n = len(inputs)
    begin = n - int(found["last"]) if found["last"] else int(found["from"] or 1) - 1
    part = inputs[begin : int(found["to"] or found["first"] or n)]
    if found["none"]:
        return all(part) if found["none"] == "all" else not any(part)
    return (part.count(False) if found["not"] else part.count(True)) >= int(found["count"])


@pytest.mark.parametrize("constraint", [at_most, at_least, exactly])
@pytest.mark.parametrize("encoding", ["seqcounter", "totalizer", "ladder", "bitwise"])
def test_auxiliary_variables_mean_what_is_said(encoding: str, constraint: Constraint) -> None:
    """Set so, they satisfy all clauses for every assignment that is allowed; and each has to be so for some of them."""
    for n, bound in ((size, most) for size in range(3, 7) for most in range(size + 1)):
        formula = Formula(Pool(n))
        if encoding in BOUND_ONE and (bound != 1 or constraint is not at_most):
            continue
        formula.include(constraint(list(range(1, n + 1)), bound, formula.pool, encoding), n, "count")
        names = [formula.meaning(v).removeprefix("count: ") for v in range(n + 1, formula.variables + 1)]
        needed = set[int]()
        for inputs in product([False, True], repeat=n):
            if not CONSTRAINTS[constraint](sum(inputs), bound):
                continue
            model = [v if x else -v for v, x in enumerate((*inputs, *(says(name, inputs) for name in names)), 1)]
            assert not list(formula.falsified(model)), (n, bound, inputs)
            for v in range(n, formula.variables):
                if any(formula.falsified([*model[:v], -model[v], *model[v + 1 :]])):
                    needed.add(v)
        beyond = {v for v, name in enumerate(names, n) if encoding == "totalizer" and v not in needed}
        assert needed | beyond == {*range(n, formula.variables)}, (n, bound)
        assert all(_is_never_reached(names[v - n], n, bound, constraint) for v in beyond)


def _is_never_reached(meaning: str, n: int, bound: int, constraint: Constraint) -> bool:
    """Whether a count, of all or of a part, is more than the constraint allows."""
    return not any(
        says(meaning, inputs)
        for inputs in product([False, True], repeat=n)
        if CONSTRAINTS[constraint](sum(inputs), bound)
    )


def test_other_encodings_number_their_variables() -> None:
    """Nothing short can be said of a comparator."""
    formula = Formula(Pool(5))
    formula.include(at_most([1, 2, 3, 4, 5], 2, formula.pool, "sortnetwrk"), 5, "row 1")
    assert formula.meaning(6) == "row 1 auxiliary 1"
