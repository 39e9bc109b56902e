"""Counts of cells of which no two are side by side."""

from __future__ import annotations

from random import Random

from satdnd.grid.bitboard import grid, scan
from satdnd.rules.packed import PackedConstraint
from satdnd.sat.budget import Budget


def test_packed_areas_against_all_boards() -> None:
    """The most that fit, what they leave of each cell, why, and a reader of the cells: areas of a 3x4 grid."""
    geometry, rng, outcomes = grid(3, 4), Random(4), set()
    boards = [x for x in range(1 << 12) if not geometry.neighbours(x) & x]
    for _ in range(150):
        area = rng.choice((geometry.all, rng.getrandbits(12) | rng.getrandbits(12)))
        least = rng.randint(1, 6)
        constraint = PackedConstraint(geometry, area, least, least + rng.randint(0, 1))
        assert constraint.apart(area) in boards
        assert constraint.apart(area).bit_count() == max(x.bit_count() for x in boards if not x & ~area)
        domains = [rng.choice((1, 2, *[3] * rng.choice((1, 2, 9)))) for _ in range(12)]

        def fits(domains: list[int], constraint: PackedConstraint = constraint) -> list[int]:
            """The boards that keep it."""
            inside = [x & constraint.area for x in boards if x & ~constraint.area == 0]
            known = list(scan(constraint.area))
            return [
                x
                for x in inside
                if constraint.least <= x.bit_count() <= constraint.most
                and all(domains[i] >> (x >> i & 1) & 1 for i in known)
            ]

        wanted, left = fits(domains), list(domains)
        narrow = constraint.narrow(left, Budget())
        outcomes.add(narrow if narrow is None else bool(narrow))
        assert (narrow is not None) == bool(wanted)
        grounds = [(None, [*domains])]
        if narrow is not None:
            assert left == [
                sum({1 << (x >> i & 1) for x in wanted}) if area >> i & 1 else domains[i] for i in range(12)
            ]
            assert sorted(narrow) == [i for i in range(12) if left[i] != domains[i]]
            grounds = [(i, [d & ~left[i] if j == i else d for j, d in enumerate(domains)]) for i in narrow]
        for lost, other in grounds if not wanted or narrow else ():
            enough = constraint.grounds(domains, lost, lambda i: i, Budget())
            assert not fits([d if j == lost or j in enough else 3 for j, d in enumerate(other)])
        order = rng.sample(sorted(constraint.scope), min(5, len(constraint.scope)))
        machine = constraint.machine(order, domains, Budget())
        state = machine.start
        assert (state is not None) == bool(wanted)
        for position, i in enumerate(order):
            if state is not None:
                value = rng.choice(list(scan(domains[i])))
                state, domains[i] = machine.read(state, position, value), 1 << value
                assert (state is not None) == bool(fits(domains))
    assert outcomes == {None, False, True}
