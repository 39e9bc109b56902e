"""Every small board: the solver's solution sets against those that the slow oracle gives, under every setting.

All boards of a size are grouped by the clues they agree with; a puzzle's solutions must be exactly its group.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

import oracle
import pytest
from oracle import Case, Counts, Derived

from satdnd.engine import solver as engine_solver
from satdnd.engine.solver import Solver
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon.encode import CONNECTIVITIES
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.sat.session import NATIVE

Size = tuple[int, int]
SMALL: list[Size] = sorted(product(range(1, 5), repeat=2), key=lambda size: size[0] * size[1])
"""Sizes of which every puzzle is known; the two of LARGE have too many boards for that."""
LARGE: list[Size] = [(3, 6), (5, 5)]
ROUTES = [
    (way, connectivity, topology)
    for way, connectivity, topology in product(("direct", "template"), CONNECTIVITIES, TOPOLOGIES)
    if connectivity == "lazy" or topology != "local"
]
"""Compilations, connectivities and topologies; nothing needs to be connected under `local`."""
CARDINALITIES = KIND.choices["cardinality"]
ENCODED = [
    (name, connectivity, TOPOLOGIES[(i + k) % len(TOPOLOGIES)])
    for i, name in enumerate(CARDINALITIES)
    for k, connectivity in enumerate(CONNECTIVITIES)
]
"""What a direct formula can be made of: every two of the three choices come together."""


# the truth


def legal_boards(rows: Counts, width: int) -> Iterator[frozenset[oracle.Cell]]:
    """A superset of the boards that solve any puzzle with these row counts.

    Row by row; a row is given up when an open cell above it has no neighbour, or an open 2x2 block no 3x3 block.
    """
    height = len(rows)
    choices = [
        [row for row in range(1 << width) if count is None or width - row.bit_count() == count] for count in rows
    ]

    def wrong(opens: Sequence[int], i: int) -> bool:
        """Whether row *i* has a lonely cell or, with the row above, a block; all rows beside them are known."""
        above, row, below = (opens[k] if 0 <= k < len(opens) else 0 for k in (i - 1, i, i + 1))
        if row & ~(above | below | row << 1 | row >> 1):
            return True
        both = above & row
        over = opens[i - 2] if i > 1 else 0
        blocks = three_from(both & over) | three_from(both & below)
        return bool(both & both >> 1 & ~(blocks | blocks << 1))

    def three_from(row: int) -> int:
        """Where three open cells in a row begin."""
        return row & row >> 1 & row >> 2

    def fill(opens: list[int]) -> Iterator[list[int]]:
        if len(opens) > 1 and wrong(opens, len(opens) - 2):
            return
        if len(opens) == height:
            if not wrong(opens, height - 1):
                yield opens
            return
        for row in choices[len(opens)]:
            yield from fill([*opens, row])

    for opens in fill([]):
        yield frozenset((r, c) for r, c in oracle.every_cell(height, width) if not opens[r] >> c & 1)


def grouped(boards: Iterable[frozenset[oracle.Cell]], size: Size) -> dict[Derived, list[frozenset[oracle.Cell]]]:
    """The puzzles that *boards* solve under ``local``, each with its boards."""
    groups = defaultdict(list)
    for walls in boards:
        for derived in oracle.derive(walls, *size):
            groups[derived].append(walls)
    return dict(groups)


@cache
def puzzles_of(size: Size) -> dict[Derived, list[frozenset[oracle.Cell]]]:
    """Every puzzle of a small size that has a solution under ``local``, with all of them."""
    return grouped(legal_boards([None] * size[0], size[1]), size)


@cache
def boards_by_clues(size: Size) -> dict[tuple[object, object], list[frozenset[oracle.Cell]]]:
    """The boards of a small size by the monsters and treasures that they agree with, whatever the counts."""
    found = defaultdict(list)
    for derived, boards in puzzles_of(size).items():
        found[derived.monsters, derived.treasures] += boards
    return dict(found)


@cache
def truth(case: Case, topology: str) -> list[int]:
    """The solutions of the puzzle of *case* as integers, sorted; its own board is not looked at."""
    size = len(case.rows), len(case.columns)
    if size in SMALL:
        boards: Iterable[frozenset[oracle.Cell]] = boards_by_clues(size).get((case.monsters, case.treasures), [])
    else:
        boards = legal_boards(case.rows, size[1])
    boards = [
        walls
        for walls in boards
        if not oracle.wrong_lines(case.columns, walls, 1) and not oracle.wrong_lines(case.rows, walls, 0)
    ]
    return sorted(grid(*size).mask(walls) for walls in boards if not case._replace(walls=walls).broken(topology))


# the questions


def dungeon(case: Case) -> Dungeon:
    """The puzzle of *case* without its board."""
    geometry = grid(len(case.rows), len(case.columns))
    given = geometry.mask(case.given_walls), geometry.mask(case.given_opens)
    return Dungeon(case.rows, case.columns, case.monsters, case.treasures, *given)


def answer(solver: Solver, case: Case) -> list[int]:
    """What the solver finds, sorted; a board found twice stays in the list twice."""
    return sorted(solution.board for solution in solver.solutions(dungeon(case)))


def every_case(size: Size) -> list[Case]:
    """Every puzzle of a small size that some board solves under ``local``."""
    return [Case(*derived, boards[0]) for derived, boards in puzzles_of(size).items()]


@cache
def drawn_cases(size: Size) -> list[Case]:
    """Puzzles with a board for `sample` to draw from; those with several solutions come more often."""
    if size not in SMALL:
        rng = Random(f"drawn {size}")
        drawn = [oracle.random_solved(rng, *size) for _ in range(30)]
        drawn += [case._replace(columns=(None,) * size[1]) for case in drawn[::3]]
        spoilt = [oracle.spoil(rng, case) for case in drawn]
        return drawn + [case for case in spoilt if None not in case.rows]  # unknown rows make `truth` slow
    cases = every_case(size)
    several = [case for case, boards in zip(cases, puzzles_of(size).values(), strict=True) if len(boards) > 1]
    return cases + several * (len(cases) // (4 * len(several)) if several else 0)


def sample(size: Size, number: int, seed: str) -> list[Case]:
    """*number* puzzles of a size: exact ones, ones with fewer clues, and spoilt ones (most have no solution)."""
    rng = Random(f"{size} {seed}")
    cases = []
    for i in range(number):
        case = rng.choice(drawn_cases(size))
        if size in SMALL:
            rows, columns = list(case.rows), list(case.columns)
            match i % 5:
                case 1:  # one row and any columns unknown
                    rows[rng.randrange(len(rows))] = None
                    columns = [count if rng.random() < 0.5 else None for count in columns]
                case 2:
                    if rng.random() < 0.5:
                        rows = [None] * len(rows)
                    if rng.random() < 0.5:
                        columns = [None] * len(columns)
            case = case._replace(rows=tuple(rows), columns=tuple(columns))
            if i % 5 > 2:
                case = oracle.spoil(rng, case)
        cases.append(case)
    return cases


def compare(options: DungeonOptions, cases: Iterable[Case]) -> int:
    """Ask one warm solver for all solutions of each case; how many there were."""
    solver = Solver(options)
    total = 0
    for case in cases:
        expected = truth(case, options.topology)
        assert answer(solver, case) == expected, (options, dungeon(case))
        total += len(expected)
    solver.close()
    return total


def options_for(topology: str, cardinality: str, connectivity: str, way: str = "direct") -> DungeonOptions:
    """The options; ``native`` needs a solver that has it."""
    solver = "minicard" if cardinality == "native" else "auto"
    return DungeonOptions(
        topology=topology, solver=solver, cardinality=cardinality, compilation=way, connectivity=connectivity
    )


# the truth, tested


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=[pytest.mark.slow] * (size[0] * size[1] > 9)) for size in SMALL[:-1]], ids=str
)
def test_row_by_row_misses_no_board(size: Size) -> None:
    """The boards that `legal_boards` gives solve the same puzzles as all boards do."""
    everything = grouped(oracle.all_boards(*size), size)
    assert {puzzle: set(boards) for puzzle, boards in everything.items()} == {
        puzzle: set(boards) for puzzle, boards in puzzles_of(size).items()
    }


@pytest.mark.slow
def test_numbers_of_puzzles() -> None:
    """The sizes have the known numbers of puzzles, and the same ones turned on their side."""
    numbers = {size: len(puzzles_of(size)) for size in SMALL}
    assert all(numbers[h, w] == numbers[w, h] for h, w in SMALL)
    known = {(1, 1): 1, (1, 4): 7, (2, 2): 9, (2, 4): 94, (3, 3): 170, (3, 4): 1076, (4, 4): 11566}
    assert {size: numbers[size] for size in known} == known


# every puzzle


@pytest.mark.no_cover
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("size", [size for size in SMALL if size != (4, 4)], ids=str)
def test_every_puzzle_below_4x4(size: Size, topology: str) -> None:
    """The warm template finds exactly the boards of each puzzle's group, for every puzzle of the size."""
    compare(options_for(topology, "totalizer", "lazy", "template"), every_case(size))


@pytest.mark.no_cover
def test_many_puzzles_4x4() -> None:
    """Every fourth of the 11,566 puzzles of 4x4 under the published rules; a slow test takes all."""
    assert compare(options_for("connected", "totalizer", "lazy", "template"), every_case((4, 4))[::4]) > 0


def nearly_every_case(size: Size) -> list[Case]:
    """Every case of up to nine cells, every third of 3x4 and 4x3, every ninth of 4x4."""
    return every_case(size)[:: {12: 3, 16: 9}.get(size[0] * size[1], 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("way", "connectivity", "topology"), ROUTES)
def test_every_puzzle_every_route(way: str, connectivity: str, topology: str) -> None:
    """All puzzles for both compilations under the published rules with cuts; nearly all for each other connectivity and
    topology.
    """
    cases = every_case if (connectivity, topology) == ("lazy", "connected") else nearly_every_case
    for size in SMALL:
        compare(options_for(topology, "totalizer", connectivity, way), cases(size))


@pytest.mark.slow
@pytest.mark.parametrize("cardinality", [name for name in CARDINALITIES if name != "totalizer"])
def test_nearly_every_puzzle_every_cardinality(cardinality: str) -> None:
    """For every cardinality encoding, under the published rules."""
    for size in SMALL:
        compare(options_for("connected", cardinality, "lazy"), nearly_every_case(size))


# every two choices together, on samples


@pytest.mark.slow
@pytest.mark.parametrize(("cardinality", "connectivity", "topology"), ENCODED)
def test_direct_samples(cardinality: str, connectivity: str, topology: str) -> None:
    """Some puzzles of each size, others for each setting: exact, with unknown counts, with given cells, and spoilt."""
    options, seed = options_for(topology, cardinality, connectivity), f"{connectivity} {cardinality} {topology}"
    for size in SMALL + LARGE:
        compare(options, sample(size, 25 if size[0] * size[1] < 8 else 50, seed))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("connectivity", CONNECTIVITIES)
def test_template_samples(connectivity: str, topology: str) -> None:
    """The warm template answers puzzles of all sizes in mixed order: exact, unknown counts, given cells, spoilt."""
    seed = f"template {connectivity} {topology}"
    cases = [case for size in SMALL + LARGE for case in sample(size, 40, seed)]
    Random(7).shuffle(cases)
    assert compare(options_for(topology, "totalizer", connectivity, "template"), cases) > 200


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("solver", NATIVE)
def test_native_in_every_solver_that_has_it(solver: str) -> None:
    """Native cardinality constraints mean the same in each solver that takes them."""
    cases = [case for size in ((2, 4), (3, 4), (4, 4), (3, 6), (5, 5)) for case in sample(size, 20, f"native {solver}")]
    compare(DungeonOptions(solver=solver, cardinality="native", compilation="direct"), cases)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("most_cuts", [0, engine_solver.MOST_CUTS], ids=["running away", "few cuts"])
@pytest.mark.parametrize("topology", ["connected", "tree"])
def test_backbones_and_cuts_that_run_away(topology: str, most_cuts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced is what all boards share; boards found before cuts ran away do not come again, and none is lost."""
    monkeypatch.setattr(engine_solver, "MOST_CUTS", most_cuts)
    solver, compiled = Solver(options_for(topology, "auto", "lazy", "template")), set()
    for case in (case for size in ((3, 4), (4, 4), (3, 6), (5, 5)) for case in sample(size, 15, f"cuts {topology}")):
        expected = truth(case, topology)
        assert answer(solver, case) == expected
        forced = solver.forced(dungeon(case))
        assert (forced.status == "solved") == bool(expected)
        for i, mark in enumerate("".join(forced.details.get("forced", ()))):
            seen = {board >> i & 1 for board in expected}
            assert mark == ("." if len(seen) > 1 else "o#"[seen.pop()])
        compiled.add(forced.stats.get("compilation"))
    assert {"template", "direct"} & compiled == ({"template"} if most_cuts else {"template", "direct"})
