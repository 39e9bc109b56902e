"""Every model of a session, for tests that compare with brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
