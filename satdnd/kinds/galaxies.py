"""Galaxies, also known as tentai show (Nikoli): divide the grid into areas, each symmetric about its centre."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    NONE,
    Bitboard,
    Borders,
    BordersSolution,
    BorderWords,
    Budget,
    CentreGrid,
    CentreRows,
    Centres,
    DeclaredKind,
    DeclaredRecipe,
    Design,
    Grading,
    Grid,
    GridPuzzle,
    HalfTurn,
    InArea,
    Inference,
    InnerEdges,
    Literal,
    Rule,
    RuleStatement,
    Settings,
    Statement,
    Technique,
    ToCentres,
    cell_name,
    centre_links,
    centre_name,
    centre_places,
    centre_rows,
    clues,
    exactly,
    holes_of,
    inner_edges,
    listed,
    option,
    scan,
    shown_edges,
)
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry


class GalaxiesSolution(BordersSolution):
    """The borders of the galaxies."""


@dataclass(frozen=True)
class Galaxies(GridPuzzle):
    """The centres: 2H-1 strings of 2W-1 characters for cells and the edges and corners between, ``o`` for a centre,
    ``@`` for a cell that is not part of the board."""

    centres: CentreRows = clues(CentreGrid())

    kind: ClassVar = "galaxies"


# what the rules say


@lru_cache(maxsize=4)
def centres_of(puzzle: Galaxies) -> Centres:
    """The centres over the edges between cells."""
    edges, places = inner_edges(puzzle.height, puzzle.width), tuple(centre_places(puzzle.centres))
    return Centres(edges, places, puzzle.grid.mask(holes_of(puzzle.centres)))


def statements(puzzle: Galaxies, edges: InnerEdges) -> Iterator[RuleStatement]:
    """What each centre says of its galaxy, and that each cell is in one."""
    centres, cells = centres_of(puzzle), puzzle.grid.cells(puzzle.grid.all)
    for k, place in enumerate(centres.places):
        text = f"a half turn about {centre_name(place)} leaves its galaxy as it is"
        yield HalfTurn("turn", tuple(puzzle.grid.cells(centres.own[k])), text, centres, k)
    for i, cell in enumerate(cells):
        if centres.holes >> i & 1:
            around = [edge + 1 for _, edge in centres.adjacent[i]]
            yield exactly("hole", [cell], "{} is not part of the board", around, len(around))
            continue
        yield InArea("cell", (cell,), "{} is in the galaxy of a centre", centres, i)


def connected(puzzle: Galaxies, edges: InnerEdges) -> ToCentres:
    """No cells are cut off from all centres."""
    return ToCentres(centres_of(puzzle), "{} needs a way to a centre", "way")


def shown(puzzle: Galaxies, edges: InnerEdges) -> Sequence[Literal]:
    """The cells around a centre belong together."""
    return shown_edges(centres_of(puzzle))


def contradiction(puzzle: Galaxies) -> str | None:
    """No centre, two in one cell, or a cell that none reaches."""
    centres = centres_of(puzzle)
    if not centres.places:
        return "there is no centre, and every cell is in the galaxy of one"
    for i in scan(centres.shared):
        one, other, *_ = (centre_name(at) for at, own in zip(centres.places, centres.own, strict=True) if own >> i & 1)
        return f"{one} and {other} both touch {cell_name(divmod(i, puzzle.width))}"
    alone = next((i for i in scan(puzzle.grid.all & ~centres.holes) if not centres.reaching[i]), None)
    return None if alone is None else f"no centre reaches {cell_name(divmod(alone, puzzle.width))}"


# new puzzles

_DRAFTS, _TRIES = 400, 4
"""Drafts with one division of the grid, after which there is another; galaxies of which the largest is drawn."""


@dataclass(frozen=True, kw_only=True)
class GalaxiesRecipe(DeclaredRecipe):
    """The options of the galaxies generator."""

    largest: int = option(16, "Size of the largest galaxy, at most.", low=1)


def drawn(rng: Random, grid: Grid, free: Bitboard, largest: int) -> tuple[Bitboard, tuple[int, int]]:
    """A galaxy of free cells that grows by two opposite cells at a time, with its centre."""
    r, c = divmod(rng.choice([*scan(free)]), grid.width)
    y, x = 2 * r + rng.choice((0, 0, 1)), 2 * c + rng.choice((0, 0, 1))
    area = (
        grid.block(y // 2, x // 2, 1 + y % 2, 1 + x % 2)
        if max(y // 2 + y % 2 - grid.height, x // 2 + x % 2 - grid.width) < 0
        else 0
    )
    if not area or area & ~free or area.bit_count() > largest:
        (y, x), area = (2 * r, 2 * c), grid.bit((r, c))
    size = rng.randint(min(3, largest), largest)
    while area.bit_count() + 2 <= size:
        pairs = [(i, (y - i // grid.width, x - i % grid.width)) for i in scan(grid.border(area) & free)]
        fits = [1 << i | grid.bit(other) for i, other in pairs if grid.contains(other) and free & grid.bit(other)]
        if not fits:
            break
        area |= rng.choice(fits)
    return area, (y, x)


def design(rng: Random, recipe: GalaxiesRecipe, budget: Budget) -> Design:
    """Random galaxies, each the largest of some; those that another solution has otherwise are drawn anew."""
    edges = inner_edges(recipe.height, recipe.width)
    grid, areas = edges.grid, dict[Bitboard, tuple[int, int]]()
    for _ in range(_DRAFTS):
        budget.check()
        free = grid.all & ~sum(areas)
        while free:
            area, centre = max(
                (drawn(rng, grid, free, recipe.largest) for _ in range(_TRIES)), key=lambda x: x[0].bit_count()
            )
            areas[area], free = centre, free & ~area
        owner = {cell: area for area in areas for cell in grid.cells(area)}
        board = edges.separating(lambda one, other, owner=owner: owner[one] == owner[other])  # type: ignore[misc]
        puzzle = Galaxies(centre_rows(recipe.height, recipe.width, areas.values()))
        kept = {*edges.areas((yield puzzle, board))}
        around = grid.neighbours(sum(area for area in areas if area not in kept))
        areas = {x: at for x, at in areas.items() if x in kept and (not x & around or rng.random() < 0.7)}


# explanations


def known_edges(inference: Inference[Any], edges: InnerEdges) -> tuple[Bitboard, Bitboard]:
    """The borders that are known, and the edges that are none."""
    known = [*map(edges.literal, inference.known), *shown_edges(centres_of(inference.puzzle))]
    true, false = (sum(1 << abs(x) - 1 for x in {*known} if (x > 0) == sign) for sign in (True, False))
    return true, false


def still_reaching(inference: Inference[Any], reason: Statement) -> list[str]:
    """The names of the centres that still reach a cell."""
    assert isinstance(reason, InArea)
    left = reason.left(*known_edges(inference, reason.centres.edges))
    return [centre_name(reason.centres.places[k]) for k in left]


def beyond(inference: Inference[Any], reason: HalfTurn) -> list[int]:
    """The cells at the marks found that are not known to be in the galaxy."""
    centres = reason.centres
    inside = centres.closed(reason.centre, 0, *known_edges(inference, centres.edges))
    return sorted({i for mark in inference.cells for i in pair_at(centres, mark) if inside and not inside >> i & 1})


def obstacle(inference: Inference[Any], reason: HalfTurn) -> str:
    """Why cells beside a galaxy are not in it, if all are for one reason; empty: there is no short one."""
    centres, k, width = reason.centres, reason.centre, reason.centres.grid.width
    true, false = known_edges(inference, centres.edges)
    inside, others = centres.closed(k, 0, true, false), centres.touched & ~centres.own[k]
    outside = beyond(inference, reason)
    opposite, many = [centres.mirrored(k, i) for i in outside], len(outside) > 1
    if not outside:
        return ""
    name = listed([cell_name(divmod(i, width)) for i in outside])
    if all(others >> i & 1 for i in outside):
        return f"{name} {'touch other centres' if many else 'touches another centre'}"
    if all(i is None for i in opposite):
        return f"there {'are no cells' if many else 'is no cell'} opposite to {name}"
    there = [i for i in opposite if i is not None]
    if len(there) < len(outside):
        return ""
    what = f"opposite to {name} {'are' if many else 'is'} {listed([cell_name(divmod(i, width)) for i in there])}"
    if all(others >> i & 1 for i in there):
        return f"{what}, which {'touch other centres' if many else 'touches another centre'}"
    if all(any(inside >> j & 1 and true >> edge & 1 for j, edge in centres.adjacent[i]) for i in there):
        return f"{what}, with {'borders' if many else 'a border'} to the galaxy"
    return ""


def pair_at(centres: Centres, mark: Sequence[Any]) -> list[int]:
    """The two cells at a mark."""
    return [r * centres.grid.width + c for r, c in centres.edges.cells(abs(centres.edges.literal(mark)))]


def obstacle_of(inference: Inference[Any], reason: Statement | None = None) -> str:
    """`obstacle`, where only borders were found."""
    reason = reason or inference.reasons[0]
    borders = inference.cells and all(mark[-1] != NONE for mark in inference.cells)
    return obstacle(inference, reason) if borders and isinstance(reason, HalfTurn) else ""


def _turned(inference: Inference[Any], reason: Statement) -> str:
    """What is opposite, if one cell is concerned."""
    return obstacle_of(inference, reason) or reason.text


def _reached(inference: Inference[Any], reason: Statement) -> str:
    """Which centres are left."""
    left, cell = still_reaching(inference, reason), cell_name(reason.cells[0])
    verb = "would reach" if inference.supposed else "reaches"
    if not left:
        return f"no centre could reach {cell}"
    if len(left) == 1:
        it = cell if inference.supposed else inference.it if inference.joint else "it"
        return f"no centre but that {left[0].removeprefix('the centre ')} {verb} {it}"
    return f"the galaxies of all centres that {verb.removesuffix('es')} {cell} have that in common"


TECHNIQUES = (
    Technique(
        "turn",
        "other galaxy",
        "A cell beside a galaxy touches another centre, or the cell opposite does, or there is none.",
        when=lambda inference: "centre" in obstacle_of(inference) or "no cell" in obstacle_of(inference),
    ),
    Technique("turn", "half turn", "A half turn about its centre takes a galaxy, and its borders, to itself."),
    Technique(
        "cell",
        "only centre",
        "Only one centre reaches a cell.",
        when=lambda inference: len(still_reaching(inference, inference.reasons[0])) == 1,
    ),
)


class GalaxiesWords(BorderWords):
    """The areas are galaxies, and what is found are their cells."""

    area = "galaxy"

    def found(self, inference: Inference[Any], form: str = "is") -> str:
        """``r1c1 belongs to the centre at r2c2``, ``r1c3 is not in its galaxy``; other borders as they are."""
        first, cells = inference.reasons[0], dict[str, list[str]]()
        if form == "is" and inference.cells and all(isinstance(one, InArea) for one in inference.reasons):
            for one in inference.reasons:
                left = still_reaching(inference, one)
                cells.setdefault(left[0] if len(left) == 1 else "", []).append(cell_name(one.cells[0]))
            if "" not in cells:
                return ", and ".join(f"{listed(x)} belong{'s' * (len(x) < 2)} to {name}" for name, x in cells.items())
        if form == "is" and isinstance(first, HalfTurn) and not inference.reasons[1:]:
            outside = beyond(inference, first)
            names = listed([cell_name(divmod(i, inference.puzzle.width)) for i in outside])
            galaxy = f"the galaxy of {centre_name(first.centres.places[first.centre])}"
            parts = [f"{names} {'are' if outside[1:] else 'is'} not in {galaxy}"] if outside else []
            joined = tuple(mark for mark in inference.cells if mark[-1] == NONE)
            parts += [self.stated(inference.puzzle, joined)] if joined else []
            return ", and ".join(parts) or super().found(inference, form)
        return super().found(inference, form)


class GalaxiesKind(DeclaredKind):
    """Galaxies: statements share most of their clauses, which are counted once."""

    def clauses(self, puzzle: Galaxies, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Those of all centres."""
        return centres_of(puzzle).clauses(connected=eager or options.connectivity == "ordered")


def _placed_centres(centres: list[list[int]], sides: Point) -> Iterator[PlacedClue]:
    """The circles, which are counted in half cells."""
    yield from (PlacedClue("centre", None, ((r + 1, c + 1),)) for r, c in centres)


KIND = GalaxiesKind(
    Galaxies,
    Borders(GalaxiesSolution),
    title="Galaxies",
    play="Divide the grid along its lines into galaxies. Each holds exactly one circle, its centre: a half turn about "
    "the centre leaves the galaxy as it is.",
    rules={
        "turn": Rule(
            "A half turn about its only centre leaves a galaxy as it is.", "galaxy", "galaxies", because=_turned
        ),
        "cell": Rule("Every cell is in the galaxy of a centre.", "cell", says=_reached),
        "hole": Rule("A cell that is not part of the board is in no galaxy.", "cell", broken="{place} would be in one"),
        "way": Rule("The cells of a galaxy are connected.", "way", broken="{cells} would be cut off from all centres"),
    },
    statements=statements,
    cuts=connected,
    in_full="ordered",
    shown=shown,
    techniques=TECHNIQUES,
    words=GalaxiesWords,
    links=centre_links(Galaxies, "tentaisho"),
    plausible=lambda puzzle: bool(puzzle.given_clues) and contradiction(puzzle) is None,
    contradiction=contradiction,
    design=design,
    recipe=GalaxiesRecipe,
    counts=False,
    parts=(Grading(0.55), Symmetry({"centres": _placed_centres})),
)
