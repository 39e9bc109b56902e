"""Every model of a session, for tests that compare with brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from satdnd.sat.formula import Literal
from satdnd.sat.session import Model, Session


def models_of(
    session: Session, projection: Sequence[Literal], assumptions: Sequence[Literal] = (), **limits: Any
) -> Iterator[Model]:
    """Models that differ on *projection*, each once, blocked for a while; *limits* as of `Session.next_model`."""
    with session.retractable() as activation:
        while (model := session.next_model([*assumptions, activation], **limits)) is not None:
            yield model
            session.add([-activation, *(-model[v - 1] for v in projection)])


def partly_known(cuts: Any, cells: int, fine: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every board of so many cells that is known in part: what is true and what is false.

    It is broken, and something follows, exactly where the boards that are *fine* say so.
    """
    for known in product((0, 1, None), repeat=cells):
        true, false = (sum(1 << i for i, x in enumerate(known) if x == value) for value in (1, 0))
        left = [board for board in fine if not true & ~board and not false & board]
        assert cuts.broken(true, false) == (not left)
        if left:
            free = [i for i, x in enumerate(known) if x is None]
            always = {i + 1 for i in free if all(board >> i & 1 for board in left)}
            never = {-i - 1 for i in free if not any(board >> i & 1 for board in left)}
            assert {*cuts.follows(true, false)} == always | never
        yield true, false
