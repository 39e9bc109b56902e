"""Many faults in few lines: what stands below a drawing, where the marks show the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol


class Told(Protocol):
    """What is needed of a fault."""

    @property
    def rule(self) -> str:
        """The rule's id."""
        ...

    @property
    def message(self) -> str:
        """One sentence."""
        ...


def grouped(faults: Iterable[Told], most: int = 3) -> Iterator[str]:
    """Lines ``rule: message``, in the order given; of each rule the first *most*, then how many more there are.

    A rule that one fault alone breaks is never pushed out by another that twenty break.
    """
    groups: dict[str, list[str]] = {}
    for fault in faults:
        groups.setdefault(fault.rule, []).append(fault.message)
    for rule, messages in groups.items():
        shown = len(messages) if len(messages) == most + 1 else most  # one more takes no more space than "1 more"
        yield from (f"{rule}: {message}" for message in messages[:shown])
        if len(messages) > shown:
            yield f"{rule}: {len(messages) - shown} more of this kind"
