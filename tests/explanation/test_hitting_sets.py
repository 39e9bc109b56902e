"""The parts of the search for reasons, each against brute force: hitting sets, chosen statements, chains, boards."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from unittest import mock

import pytest
from hypothesis import given, settings, strategies as st
from pysat.formula import CNF
from test_stepper import Truth, dungeons, stepper_of, tables

from satdnd.errors import Undecided
from satdnd.explanation import joint_solver
from satdnd.explanation.chains import Chains
from satdnd.explanation.counterexamples import Counterexamples
from satdnd.explanation.hitting_sets import HittingSets, TooManyBranches
from satdnd.explanation.joint_solver import JointSolver
from satdnd.grid.bitboard import grid, scan
from satdnd.rules.connected import Connected
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal

PLACES, ELEMENTS = 6, 7


def violating(places: int, seed: int) -> int:
    """What the counterexample with these places violates: always the same, and something."""
    return Random(f"{seed} {places}").randrange(1, 1 << ELEMENTS)


def agree(counterexamples: HittingSets, model: dict[int, int], rng: Random) -> None:
    """All that can be asked is as in *model*, which has what each counterexample violates by its places."""
    for places in range(1, 1 << PLACES):
        assert counterexamples.violated(places) == model.get(places)
    for place in range(PLACES):
        here = [violated for places, violated in model.items() if places >> place & 1]
        for _ in range(4):
            chosen = rng.getrandbits(ELEMENTS) & rng.getrandbits(ELEMENTS)
            left = counterexamples.not_hit(place, chosen)
            found = [violated for violated in here if not violated & chosen]
            assert left.bit_count() == len(found)
            if left:
                smallest = counterexamples.smallest(left)
                assert smallest in found
                assert smallest.bit_count() == min(map(int.bit_count, found))
            wanted = rng.getrandbits(ELEMENTS) & chosen
            alone = sum({v & chosen for v in here if (v & chosen).bit_count() == 1})
            assert counterexamples.critical(place, chosen, wanted) == alone & wanted


@settings(max_examples=60)
@given(st.integers(0, 1 << 30), st.integers(0, 40))
def test_witnesses_against_a_list_of_them(seed: int, count: int) -> None:
    """Added and settled in any order; settling says where more is violated than before."""
    rng, counterexamples, model = Random(seed), HittingSets(), dict[int, int]()
    gone = 0
    for _ in range(count):
        places = rng.getrandbits(PLACES) & ~gone
        if places and places not in model:
            model[places] = violating(places, seed)
            counterexamples.add(places, model[places])
        if rng.random() < 0.1:
            settled = 1 << rng.randrange(PLACES)
            gone |= settled
            weaker, after, asked = 0, dict[int, int](), dict[int, tuple[int, int]]()
            for had, before in model.items():
                if left := had & ~settled:
                    after[left] = violating(left, seed)
                    if had & settled and after[left] & ~before:
                        weaker |= left

            def violated(left: int, taken: int, before: int, asked: dict[int, tuple[int, int]] = asked) -> int:
                asked[left] = taken, before
                return violating(left, seed)

            assert counterexamples.remove_places(settled, violated) == weaker
            assert all((model[left | taken], settled) == (before, taken) for left, (taken, before) in asked.items())
            assert not asked.keys() & model.keys()
            model = after
    agree(counterexamples, model, rng)


def hidden(seed: int) -> tuple[list[int], Random]:
    """Sets of elements that explain something, none in another; some of one element or none."""
    rng = Random(seed)
    sets = [sum(1 << e for e in rng.sample(range(ELEMENTS), rng.randint(1, 4))) for _ in range(3)]
    return [one for one in sets if not any(other != one and not other & ~one for other in sets)], rng


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_hitting_sets_against_all_sets(first: int) -> None:
    """An explanation is found exactly if some set of so few elements is one; boards that are kept help the next."""
    for seed in range(first, first + 50):
        explanations, rng = hidden(seed)
        counterexamples, asked = HittingSets(), list[int]()

        def ask(chosen: int, more: int) -> int | None:
            asked.append(chosen)  # noqa: B023
            assert chosen.bit_count() + more == most  # noqa: B023
            assert not counterexamples.not_hit(0, chosen)  # noqa: B023  # else a counterexample says no already
            if any(not one & ~chosen for one in explanations):  # noqa: B023
                return chosen
            kept = chosen
            for element in rng.sample(range(ELEMENTS), ELEMENTS):  # noqa: B023
                if not any(not one & ~(kept | 1 << element) for one in explanations):  # noqa: B023
                    kept |= 1 << element
            places = 1 | len(asked) << 1  # noqa: B023  # another board each time
            counterexamples.add(places, (1 << ELEMENTS) - 1 & ~kept)  # noqa: B023
            return None

        for most in range(ELEMENTS + 1):
            spent: list[int] = []
            found = counterexamples.find(0, most, ask, spent.append)
            least = min(map(int.bit_count, explanations))
            assert (found is not None) == (least <= most)
            assert all(chosen.bit_count() <= most for chosen in asked)
            asked_before = len(asked)
            if found is None:
                assert counterexamples.find(0, most, ask, spent.append) is None
                assert len(asked) == asked_before  # the counterexamples alone say so now
            else:
                assert found.bit_count() <= most
                break


def test_witnesses_with_nothing_in_common_need_one_element_each() -> None:
    """Three of them are never hit by two elements, which is seen before any is tried."""
    counterexamples, spent = HittingSets(), list[int]()
    for i, violated in enumerate((0b11, 0b1100, 0b110000)):
        counterexamples.add(1 | 2 << i, violated)
    assert counterexamples.find(0, 2, lambda chosen, more: chosen, spent.append) is None
    assert spent == [1]
    found = counterexamples.find(0, 3, lambda chosen, more: chosen, spent.append)
    assert found is not None
    assert found.bit_count() == 3


def test_what_is_in_vain_is_not_asked_again() -> None:
    """Where no counterexample comes, others that join are not tried; who has enough says so."""
    counterexamples, asked = HittingSets(), list[int]()
    counterexamples.add(1, 0b011)

    def ask(chosen: int, more: int) -> None:
        asked.append(chosen)

    assert counterexamples.find(0, 3, ask, lambda branches: None) is None
    assert asked == [0b01, 0b10]

    def enough(branches: int) -> None:
        raise TooManyBranches

    with pytest.raises(TooManyBranches):
        counterexamples.find(0, 3, ask, enough)


# statements in one solver

VARIABLES, CELLS = 6, 4


def clauses_of_statements(seed: int) -> list[list[Clause]]:
    """Of four cells and two variables beside, each of one to three clauses; one has a variable of its own."""
    rng = Random(seed)
    found = [
        [
            [v * rng.choice((1, -1)) for v in rng.sample(range(1, VARIABLES + 1), rng.randint(1, 3))]
            for _ in range(rng.randint(1, 3))
        ]
        for _ in range(6)
    ]
    return [*found, [[1, 2, 100], [-100, 3], [-100, -4]]]


def boards(clauses: list[Clause]) -> set[int]:
    """The boards that satisfy all with some values of the other variables."""
    found = set()
    for values in product((False, True), repeat=VARIABLES + 1):
        true = dict(zip((*range(1, VARIABLES + 1), 100), values, strict=True))
        if all(any(true[abs(x)] == (x > 0) for x in clause) for clause in clauses):
            found.add(sum(1 << v for v in range(CELLS) if values[v]))
    return found


def holds(board: int, literals: list[Literal]) -> bool:
    """Whether these cells are so on a board."""
    return all((board >> abs(x) - 1 & 1) == (x > 0) for x in literals)


@pytest.mark.parametrize("seed", range(40))
def test_chosen_statements_against_all_boards(seed: int) -> None:
    """Whatever is chosen and learned in whatever order; models are boards, cores are conflicts."""
    rng, said = Random(seed), clauses_of_statements(seed)
    preferred = rng.getrandbits(CELLS)
    solver = JointSolver(
        lambda i, top: [[x if abs(x) < 100 else (top + 1) * (1 if x > 0 else -1) for x in c] for c in said[i]],
        (1 << CELLS) - 1,
        preferred,
        VARIABLES,
        Budget(),
    )
    learned: list[Literal] = []
    for turn in range(12):
        chosen = rng.sample(range(len(said)), rng.randint(0, 4))
        assumed = [rng.choice((1, -1)) * v for v in rng.sample(range(1, CELLS + 1), rng.randint(0, 2))]
        clauses = [clause for i in chosen for clause in said[i]]
        right = {board for board in boards(clauses) if holds(board, [*assumed, *learned])}
        selectors = {solver.selector(i): i for i in chosen}
        assert solver.possible([*selectors, *assumed]) == bool(right)
        if right:
            among = rng.getrandbits(CELLS)
            differs = solver.differs((1 << CELLS) - 1)
            assert solver.differs(among) == differs & among
            assert any(not (preferred ^ differs ^ board) & solver._cells for board in right)
        else:
            core = solver.core()
            assert core <= {*selectors, *assumed}
            less = [clause for x in core if x in selectors for clause in said[selectors[x]]]
            known = [*(x for x in core if x not in selectors), *learned]
            assert not any(holds(board, known) for board in boards(less))
        if turn in (4, 8):
            x = rng.choice((1, -1)) * (turn // 2)
            solver.learn([x])
            learned.append(x)
    top = solver.new_selector([[1], [2]])
    assert not solver.possible([top, -1])
    assert not solver.possible([top, -2])


def test_what_is_not_chosen_does_not_count() -> None:
    """Without assumptions the model is the preferred board, also after others were asked for."""
    solver = JointSolver(lambda i, top: [[1, 2], [-3]], 0b1111, 0b1100, 4, Budget())
    selector = solver.selector(0)
    assert solver.possible([selector, 4])
    assert solver.differs(0b0100) == 0b0100
    assert solver.differs(0b0011)
    assert solver.possible([])
    assert not solver.differs(0b1111)
    assert solver.possible([1])
    assert solver.differs(0b1111) == 0b0001


def test_a_hard_question_goes_on_where_it_stopped() -> None:
    """The limit is a new one each time: else a question that needs more conflicts would be asked without end."""
    holes = 6
    pigeons = CNF(from_clauses=[[holes * p + h + 1 for h in range(holes)] for p in range(holes + 1)])
    for h in range(holes):
        pigeons.extend([-holes * p - h - 1, -holes * q - h - 1] for p, q in combinations(range(holes + 1), 2))
    looks: list[int] = []

    class Watched(Budget):
        """Counts how often it is looked at."""

        def check(self) -> None:
            """Undecided where that is far too often."""
            looks.append(1)
            if len(looks) > 2_000:
                raise Undecided("it goes on without end")

    with mock.patch.object(joint_solver, "_CONFLICTS", 20):
        solver = JointSolver(lambda i, top: pigeons.clauses, 0, 0, pigeons.nv, Watched())
        assert not solver.possible([solver.selector(0)])
    assert looks


# chains


def test_chains_against_a_solver() -> None:
    """What they say follows; what one rule says they find; and what was learned meanwhile changes nothing but more."""
    seen = set()
    for puzzle in [*dungeons(4, 5, 4, 5), *dungeons(5, 5, 3, 6)]:
        truth = Truth(puzzle, puzzle.options())
        stepper, encoding = stepper_of(puzzle)
        statements = stepper.statements
        components, rules = statements.components(), [statements[i] for i in range(statements.count)]
        cuts = encoding.connectivity(puzzle)
        warm = Chains(components, cuts, statements.number_of_cut)
        rng = Random(9)
        for _ in range(4):
            known = [*(v + 1 for v in scan(statements.true)), *(-v - 1 for v in scan(statements.false))]
            for x in stepper.unknown:
                found = warm.reasons(statements.true, statements.false, x)
                fresh = Chains(components, cuts, statements.number_of_cut)
                again = fresh.reasons(statements.true, statements.false, x)
                assert (found is None) == (again is None)
                seen.add(found and len(found) > 1)
                if found is not None:
                    assert truth.implied([statements[i] for i in found], known, x)
                    assert all(i >= len(rules) or rules[i] == statements[i] for i in found)
                elif any(truth.implied([rule], known, x) for rule in rules):
                    raise AssertionError(f"one rule says {x} of {puzzle}")
            if stepper.unknown:
                stepper.learn([rng.choice(list(stepper.unknown))])
    assert seen == {None, True, False}


def test_chains_end_at_cuts_that_are_broken_elsewhere() -> None:
    """Nothing more is known where the chain has been; but now there are two ends that it keeps apart."""
    chains = Chains([], Connected(grid(1, 3), 1, "{}"), lambda cut: 7)
    assert chains.reasons(0b001, 0, 2) is None
    assert chains.reasons(0b101, 0, 2) == {7}


# boards against a literal


@pytest.mark.parametrize(("height", "width", "seed"), [(3, 3, 1), (2, 4, 2)])
def test_boards_against_a_literal_are_found_where_there_are_some(height: int, width: int, seed: int) -> None:
    """With some statements and all cuts, or without cuts: one of all boards, or none."""
    rng = Random(seed)
    found_some = set()
    for puzzle in dungeons(height, width, 5, seed):
        said, columns = tables(puzzle, puzzle.options())
        stepper, encoding = stepper_of(puzzle)
        statements = stepper.statements
        counterexamples = Counterexamples(statements, encoding.connectivity(puzzle))
        geometry = grid(height, width)
        every = 1 << (1 << geometry.size)
        joined = sum(1 << walls for walls in range(1 << geometry.size) if geometry.connected(geometry.all & ~walls))
        for _ in range(40):
            if not stepper.unknown:
                break
            x = rng.choice(list(stepper.unknown))
            ids = tuple(sorted(rng.sample(range(statements.count), min(3, statements.count))))
            for cuts in (False, True):
                left = every - 1 & (joined if cuts else every - 1)
                for i in ids:
                    left &= said[statements[i]]
                for y in [*(v + 1 for v in scan(statements.true)), *(-v - 1 for v in scan(statements.false)), -x]:
                    left &= columns[abs(y) - 1] if y > 0 else ~columns[abs(y) - 1]
                flips = counterexamples.solve(ids, x, lambda _: None, cuts=cuts)
                assert bool(flips) == bool(left)
                found_some.add((cuts, bool(flips)))
                if flips:
                    board = statements.solution ^ flips
                    if cuts:
                        assert left >> board & 1
                    assert all(said[statements[i]] >> board & 1 for i in ids)
                    assert flips >> abs(x) - 1 & 1
            if rng.random() < 0.1:
                stepper.learn([x])
    assert {(True, True), (False, True)} <= found_some
