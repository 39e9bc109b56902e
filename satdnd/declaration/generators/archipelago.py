"""Random solutions with islands that grow out of each other, joined by bridges, as people would draw them."""

from __future__ import annotations

import math
from random import Random
from typing import TypeVar

from satdnd.sat.budget import Budget

T = TypeVar("T")


class Archipelago:
    """Islands and the bridges that connect them, on a grid with a rim of one cell that is never free.

    Cell ``(r, c)`` is ``(r + 1) * stride + c + 1``. Cells fill up and are never freed again, so a place or a direction
    that was impossible once stays so and is dropped.
    """

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width, self.stride = height, width, width + 2
        self.free = bytearray((height + 2) * self.stride)
        for r in range(1, height + 1):
            self.free[r * self.stride + 1 : r * self.stride + 1 + width] = b"\1" * width
        self.beside_island = bytearray(len(self.free))
        self.spanned = [0] * len(self.free)
        """For each cell, the step of the bridge over it (1: across, `stride`: down), or 0."""
        self.islands: list[int] = []
        self.steps = [-self.stride, 1, self.stride, -1]

    def grow(self, rng: Random, islands: int, budget: Budget) -> None:
        """Place *islands* islands, or as many as fit, each joined by a straight bridge to one that was there.

        The length of a bridge follows from the average space between islands; if nothing else is left, an island is put
        on a bridge. Each try costs the length of one free line.
        """
        reach = max(3, math.ceil(2 * math.sqrt(self.height * self.width / islands)))
        slots: list[tuple[int, int]] = []
        crossable: list[int] = []
        first = (rng.randrange(self.height) + 1) * self.stride + rng.randrange(self.width) + 1
        self._settle(first, slots)
        while len(self.islands) < islands:
            budget.check()
            if slots:
                start, step = _pop_random(slots, rng)
                places = self._places(start, step, reach)
                if not places:
                    continue
                slots.append((start, step))
                cell = rng.choice(places)
                covered = range(start + step, cell, step)
                for passed in covered:
                    self.free[passed] = 0
                    self.spanned[passed] = abs(step)
                crossable += covered
            elif crossable:
                cell = _pop_random(crossable, rng)
                if self.beside_island[cell]:
                    continue
            else:
                return
            self._settle(cell, slots)

    def _settle(self, cell: int, slots: list[tuple[int, int]]) -> None:
        self.islands.append(cell)
        self.free[cell] = 0
        self.beside_island[cell] = 1
        for step in self.steps:
            self.beside_island[cell + step] = 1
            slots.append((cell, step))

    def _places(self, start: int, step: int, reach: int) -> list[int]:
        """Cells for an island up to *reach* away in a free line, or the nearest one beyond if there are none."""
        places: list[int] = []
        cell = start + step
        while self.free[cell]:
            if not self.beside_island[cell]:
                places.append(cell)
            cell += step
            if places and abs(cell - start) > reach * abs(step):
                break
        return places


def _pop_random(items: list[T], rng: Random) -> T:
    i = rng.randrange(len(items))
    items[i], items[-1] = items[-1], items[i]
    return items.pop()
