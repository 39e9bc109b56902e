"""The search for unattacked squares in machine code against the one in Python, and its bounds on the way."""

from __future__ import annotations

from functools import cache

import pytest

from satdnd.engine import jit
from satdnd.errors import Undecided
from satdnd.kinds.unattacked import search
from satdnd.kinds.unattacked.model import most_queens
from satdnd.kinds.unattacked.optimum import outer_bound
from satdnd.kinds.unattacked.search import Progress, prove, rooms
from satdnd.sat.budget import Budget

pytest.importorskip("numba")
np = pytest.importorskip("numpy")


def all_rooms(height: int, width: int, queens: int, best: int) -> tuple[list[tuple[int, int]], dict[str, int], int]:
    """Every room of the search that leaves more than *best*, what it did, and the bound."""
    progress = Progress(best, height * width)
    return list(rooms(height, width, queens, progress, Budget())), progress.stats, progress.bound


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    "size", [(1, 1), (1, 5), (4, 1), (2, 2), (3, 4), (4, 3), (4, 4), (5, 4), (5, 5), (3, 7), (2, 9)]
)
def test_machine_code_searches_in_the_same_way(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rooms in the same order, out of as many pairs and nodes; however often it stops on the way."""
    for queens in range(1, most_queens(*size) + 2):
        for best in (-1, 0, outer_bound(*size, queens) // 2):
            monkeypatch.setattr(search, "SMALL", 99)
            expected = all_rooms(*size, queens, best)
            monkeypatch.setattr(search, "SMALL", 0)
            assert all_rooms(*size, queens, best) == expected, (queens, best)
            monkeypatch.setattr(search, "_MACHINE_STEPS", 3)
            assert all_rooms(*size, queens, best) == expected, (queens, best)
            monkeypatch.undo()


def test_machine_code_makes_the_same_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way to the optimum too, where what is found changes what is looked for."""
    for height, width, queens in ((6, 6, 6), (7, 5, 4), (8, 8, 8), (6, 9, 7)):
        found = []
        for small in (99, 0):
            monkeypatch.setattr(search, "SMALL", small)
            progress = Progress(-1, height * width)
            prove(height, width, queens, progress, Budget())
            found.append(progress)
        assert found[0] == found[1]


def test_machine_code_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python does the same with its arrays: no index is too large, and no number leaves its word."""
    cases = ((4, 5, 3, 2), (5, 5, 5, 1), (3, 3, 1, -1))
    expected = [all_rooms(*case) for case in cases]
    monkeypatch.setattr(jit, "compiled", lambda function: function)
    monkeypatch.setattr(search, "_machine_code", cache(search._machine_code.__wrapped__))
    monkeypatch.setattr(search, "SMALL", 0)
    with np.errstate(all="raise"):
        assert [all_rooms(*case) for case in cases] == expected


def test_machine_code_is_not_loaded_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where little time is left: compiling cannot be stopped; loading what an earlier process compiled takes less."""
    monkeypatch.setattr(search, "_machine_code", cache(search._machine_code.__wrapped__))
    monkeypatch.setattr(jit, "kept", lambda module: module == "satdnd.kinds.unattacked.sweep")
    assert search.compiled(16, Budget.of(search.LOADING + 1))
    assert not search.compiled(16, Budget.of(search.LOADING - 1))
    monkeypatch.setattr(jit, "kept", lambda module: False)
    assert not search.compiled(16, Budget.of(search.COMPILING - 1))
    assert search.compiled(16, Budget.of(search.COMPILING + 60))
    assert search.compiled(16, Budget())
    assert not search.compiled(search.SMALL, Budget())


class Looks(Budget):
    """It is spent when it was looked at so many times."""

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.checks = checks

    def check(self) -> None:
        """One look."""
        self.checks -= 1
        if not self.checks:
            raise Undecided("looked at too often")


@pytest.mark.slow
@pytest.mark.no_cover
def test_the_bound_sinks_while_the_search_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted search has a better bound than rows and columns alone give."""
    for small, looks in ((99, 6000), (0, 3000)):
        monkeypatch.setattr(search, "SMALL", small)
        progress, budget = Progress(36, 144), Looks(looks)
        with pytest.raises(Undecided):
            prove(12, 12, 12, progress, budget)

        assert 36 < progress.bound < outer_bound(12, 12, 12) == 72
        assert budget.checks == 0
