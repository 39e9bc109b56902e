"""Connectivity encodings against flood fill on every small board, and against networkx on any graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

import networkx as nx
import pytest
from enumeration import models_of
from hypothesis import given, settings, strategies as st
from oracle import beside, every_cell, regions

from satdnd.encodings.connectivity import Arcs, cut, ordered_tree, planar_trees
from satdnd.grid.bitboard import Bitboard, Grid, grid, scan
from satdnd.sat.formula import Formula, Literal
from satdnd.sat.session import Session

Encoder = Callable[[int, int], tuple[Formula, Arcs]]

SMALL = [(h, w) for h in range(1, 5) for w in range(1, 5)] + [(1, 9), (9, 1), (2, 6), (6, 2)]
LARGER = [(5, 5), (6, 4), (1, 30), (30, 1), (2, 15), (6, 6)]


def pairs(height: int, width: int) -> list[tuple[int, int]]:
    """Numbers of cells that share an edge, the smaller first."""
    cells = every_cell(height, width)
    return [(r * width + c, i * width + j) for r, c in cells for i, j in beside((r, c), set(cells)) if (r, c) < (i, j)]


@lru_cache(maxsize=4)
def planar(height: int, width: int) -> tuple[Formula, Arcs]:
    """`planar_trees` over open variables 1..H*W."""
    formula = Formula()
    opens = list(formula.pool.block(height * width))
    trees = planar_trees(height, width, opens, formula.pool)
    formula.extend(trees.clauses)
    formula.name_since(len(opens), "trees", trees.meanings)
    return formula, trees.arcs


@lru_cache(maxsize=4)
def ordered(height: int, width: int) -> tuple[Formula, Arcs]:
    """`ordered_tree` of a grid over open variables 1..H*W."""
    formula = Formula()
    opens = list(formula.pool.block(height * width))
    edges = []
    for a, b in pairs(height, width):
        both = formula.pool.new()
        formula.extend([[-both, opens[a]], [-both, opens[b]], [both, -opens[a], -opens[b]]])
        edges.append((a, b, both))
    trees = ordered_tree(opens, edges, formula.pool)
    formula.extend(trees.clauses)
    formula.name_since(len(opens) + len(edges), "trees", trees.meanings)
    return formula, trees.arcs


BOTH = pytest.mark.parametrize("encoder", [planar, ordered], ids=lambda encoder: encoder.__wrapped__.__name__)


def fixed(size: int, opens: Bitboard) -> list[Literal]:
    """Every cell open or not, as literals of the variables 1..size."""
    return [i + 1 if opens >> i & 1 else -i - 1 for i in range(size)]


def connected(geometry: Grid, opens: Bitboard) -> bool:
    """Whether the cells are one region or none, by the slow referee."""
    return len(regions({divmod(i, geometry.width) for i in scan(opens)})) <= 1


def random_board(rng: Random, geometry: Grid) -> Bitboard:
    """Half of the time one region, half of the time that with a cell flipped, or anything."""
    if rng.random() < 0.2:
        return rng.getrandbits(geometry.size)
    opens = 1 << rng.randrange(geometry.size)
    for _ in range(rng.randrange(3 * geometry.size)):
        frontier = list(scan(geometry.neighbours(opens) & ~opens))
        if not frontier:
            break
        cell = 1 << rng.choice(frontier)
        if (geometry.neighbours(cell) & opens).bit_count() == 1 or rng.random() < 0.2:
            opens |= cell
    if rng.random() < 0.6:
        opens ^= 1 << rng.randrange(geometry.size)
    return opens


@pytest.mark.no_cover
@BOTH
@pytest.mark.parametrize(("height", "width"), SMALL)
def test_every_small_board(encoder: Encoder, height: int, width: int) -> None:
    """With every cell fixed the clauses can be satisfied exactly when flood fill finds one region or none."""
    geometry = grid(height, width)
    formula, _ = encoder(height, width)
    with Session(formula) as session:
        wrong = [
            board
            for number in range(1 << geometry.size)
            # Gray code: from one question to the next a single assumption changes.
            if session.solve(fixed(geometry.size, board := number ^ number >> 1)) != geometry.connected(board)
        ]

    assert wrong == []


@pytest.mark.parametrize(
    ("encoder", "height", "width"),
    # The ordered tree is slow to refute larger boards in pieces: every labelling has to fail.
    [(encoder, *size) for encoder in (planar, ordered) for size in LARGER] + [(planar, 8, 8), (planar, 7, 10)],
)
def test_random_larger_boards(encoder: Encoder, height: int, width: int) -> None:
    """The same on random larger boards, half of them connected or nearly so, by the slow referee."""
    rng = Random(height * 100 + width)
    geometry = grid(height, width)
    formula, _ = encoder(height, width)
    answers = []
    with Session(formula) as session:
        for _ in range(60):
            board = random_board(rng, geometry)
            expected = connected(geometry, board)
            answers.append(expected)

            assert session.solve(fixed(geometry.size, board)) == expected, geometry.lines(board)
    assert {*answers} == {True, False}


def test_planar_takes_any_literals() -> None:
    """Walls as variables, open as their negation: the complement of every board gets the same answer."""
    geometry = grid(3, 3)
    formula = Formula()
    walls = list(formula.pool.block(9))
    formula.extend(planar_trees(3, 3, [-x for x in walls], formula.pool).clauses)
    with Session(formula) as session:
        for board in range(512):
            assert session.solve(fixed(9, geometry.all & ~board)) == geometry.connected(board)


@pytest.mark.parametrize(("height", "width"), [(2, 2), (3, 3), (3, 4), (1, 6), (6, 1)])
@BOTH
def test_arcs_tell_trees(encoder: Encoder, height: int, width: int) -> None:
    """In every model a board without loops has an arc on each open edge, and a board with a loop misses one."""
    geometry = grid(height, width)
    formula, arcs = encoder(height, width)
    spare = formula.pool.block(len(arcs))
    with Session(formula) as session:
        for board in range(1 << geometry.size):
            if not geometry.connected(board):
                continue
            cells = fixed(geometry.size, board)
            edges = [(a, b) for a, b in pairs(height, width) if board >> a & 1 and board >> b & 1]
            if len(edges) < max(1, board.bit_count()):
                with session.retractable() as unused:
                    # A model without an arc on one of these edges would satisfy this.
                    for absent, edge in zip(spare, edges, strict=False):
                        for arc in arcs[edge]:
                            session.add([-unused, -absent, -arc])
                    session.add([-unused, *spare[: len(edges)]])
                    assert not session.solve([*cells, unused]), geometry.lines(board)
            else:
                with session.retractable() as all_used:
                    for edge in edges:
                        session.add([-all_used, *arcs[edge]])
                    assert not session.solve([*cells, all_used]), geometry.lines(board)


@BOTH
@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 5), (4, 3), (5, 6)])
def test_arcs_have_every_edge_once(encoder: Encoder, height: int, width: int) -> None:
    """The keys are the pairs of neighbouring cells, smaller number first, and no two arcs share a variable."""
    formula, arcs = encoder(height, width)
    literals = [x for ways in arcs.values() for x in ways]

    assert sorted(arcs) == sorted(pairs(height, width))
    assert len({abs(x) for x in literals}) == len(literals)
    assert all(height * width < x <= formula.variables for x in literals)


@BOTH
def test_arcs_point_to_a_parent(encoder: Encoder) -> None:
    """In a model the first literal of an edge is the way from its first cell: followed, arcs lead to one cell."""
    geometry = grid(4, 5)
    formula, arcs = encoder(4, 5)
    rng = Random(1)
    with Session(formula) as session:
        for _ in range(40):
            board = random_board(rng, geometry)
            if not board or not session.solve(fixed(20, board)):
                continue
            true = set(session.model)
            tree = nx.DiGraph()
            tree.add_nodes_from(scan(board))
            for (a, b), (forth, back) in arcs.items():
                if board >> a & 1 and board >> b & 1:
                    tree.add_edges_from([(a, b)] * (forth in true) + [(b, a)] * (back in true))

            assert nx.is_arborescence(tree.reverse())


@pytest.mark.parametrize(
    ("height", "width", "entries"), [(3, 3, 8), (4, 4, 15), (8, 8, 63)], ids=lambda value: str(value)
)
def test_planar_variables(height: int, width: int, entries: int) -> None:
    """Four variables an edge, one entry for each cell but the first, and those of an at-most-one over the cells."""
    formula, _ = planar(height, width)
    edges = height * (width - 1) + width * (height - 1)
    cells = height * width

    assert formula.variables - cells == 4 * edges + entries + (cells + 1)


def test_planar_is_linear() -> None:
    """Twice the cells take at most twice the clauses and a few more."""
    sizes = [len(planar(8, width)[0].clauses) for width in (8, 16, 32)]

    assert sizes[1] < 2.2 * sizes[0]
    assert sizes[2] < 2.2 * sizes[1]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 9])
def test_ordered_variables(n: int) -> None:
    """Of a path: n roots, ceil(log2 n) bits a node, and at most the documented number for each edge."""
    formula = Formula()
    nodes = list(formula.pool.block(n))
    edges = [(i, i + 1, formula.pool.new()) for i in range(n - 1)]
    before = formula.pool.top
    ordered_tree(nodes, edges, formula.pool)
    bits = max(1, (n - 1).bit_length())
    roots = n + (n + 1 if n > 6 else 0)

    made = formula.pool.top - before - roots - n * bits
    assert made <= len(edges) * (2 + 2 * bits)
    assert made == len(edges) * (2 + 2 * (bits - 1))


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]], set[int], set[int]]:
    """Node count, edges, the nodes that are there, and indices of the edges that are, both ends of which are."""
    n = draw(st.integers(1, 9))
    possible = [(a, b) for a in range(n) for b in range(n) if a != b]
    edges = draw(st.lists(st.sampled_from(possible), unique_by=frozenset, max_size=14)) if possible else []
    nodes = draw(st.sets(st.integers(0, n - 1)))
    usable = [i for i, (a, b) in enumerate(edges) if {a, b} <= nodes]
    there = draw(st.sets(st.sampled_from(usable))) if usable and draw(st.booleans()) else set(usable)
    return n, edges, nodes, there


@settings(deadline=None, max_examples=250)
@given(graphs())
def test_ordered_tree_on_any_graph(graph: tuple[int, list[tuple[int, int]], set[int], set[int]]) -> None:
    """With every node and edge fixed the clauses can be satisfied exactly when networkx finds one component or none."""
    n, edges, nodes, there = graph
    formula = Formula()
    node_literals = list(formula.pool.block(n))
    edge_literals = list(formula.pool.block(len(edges)))
    trees = ordered_tree(
        node_literals, [(a, b, x) for (a, b), x in zip(edges, edge_literals, strict=True)], formula.pool
    )
    formula.extend(trees.clauses)
    sketch = nx.Graph()
    sketch.add_nodes_from(nodes)
    sketch.add_edges_from(edges[i] for i in there)
    assumptions = [x if i in nodes else -x for i, x in enumerate(node_literals)]
    assumptions += [x if i in there else -x for i, x in enumerate(edge_literals)]
    with Session(formula) as session:
        assert session.solve(assumptions) == (nx.number_connected_components(sketch) <= 1)
    assert list(trees.arcs) == edges


def test_connected_boards_of_3x3() -> None:
    """All models on the nine cells: 218 regions and the empty board."""
    for encoder in (planar, ordered):
        with Session(encoder(3, 3)[0]) as session:
            assert sum(1 for _ in models_of(session, range(1, 10))) == 219


def cuts_of(geometry: Grid, region: Bitboard) -> list[list[Literal]]:
    """A cut for each pair of a cell of the region and one beyond its border."""
    border = geometry.border(region)
    beyond = geometry.all & ~region & ~border
    return [cut([i + 1 for i in scan(border)], a + 1, b + 1) for a in scan(region) for b in scan(beyond)]


def holds(clause: list[Literal], opens: Bitboard) -> bool:
    """Whether a clause over the open variables is satisfied."""
    return any((opens >> abs(x) - 1 & 1) == (x > 0) for x in clause)


@pytest.mark.parametrize(("height", "width"), [(1, 8), (3, 4), (4, 3)])
def test_cuts_hold_on_every_connected_board(height: int, width: int) -> None:
    """Whatever set of cells a cut is made of, no connected board violates it."""
    geometry = grid(height, width)
    boards = [board for board in range(1 << geometry.size) if geometry.connected(board)]
    rng = Random(7)
    for _ in range(40):
        clauses = cuts_of(geometry, rng.randrange(1, 1 << geometry.size))
        for clause in rng.sample(clauses, min(3, len(clauses))):
            assert all(holds(clause, board) for board in boards)


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_cuts_hold_on_larger_connected_boards(one: int, other: int) -> None:
    """The same for random connected boards of 6x7 and the pieces of other boards."""
    geometry = grid(6, 7)
    board = random_board(Random(one), geometry)
    board = geometry.flood(board & -board, board)
    for piece in geometry.components(random_board(Random(other), geometry)):
        assert all(holds(clause, board) for clause in cuts_of(geometry, piece))


@settings(deadline=None, max_examples=150)
@given(st.integers(0, 2**42 - 1))
def test_cuts_forbid_the_board_they_come_from(board: int) -> None:
    """A board in pieces violates the cut of each piece and any cell of another."""
    geometry = grid(6, 7)
    pieces = geometry.components(board)
    for piece in pieces if len(pieces) > 1 else []:
        inside, outside = next(scan(piece)), next(scan(board & ~piece))
        border = [i + 1 for i in scan(geometry.border(piece))]

        assert not holds(cut(border, inside + 1, outside + 1), board)


@BOTH
def test_every_variable_of_a_tree_says_what_it_means(encoder: Callable[[int, int], tuple[Formula, Arcs]]) -> None:
    """Each has a meaning of its own; an arc names its two ends, and where it is true the rest follows them."""
    formula, arcs = encoder(3, 3)
    names = {v: name.removeprefix("trees: ") for v in range(1, formula.variables + 1) if (name := formula.meaning(v))}
    assert len({*names.values()}) == len(names) == formula.variables - 9 - 12 * (encoder is ordered)
    assert not [name for name in names.values() if "auxiliary" in name]
    cell = (lambda i: f"[{i // 3},{i % 3}]") if encoder is planar else str
    for (a, b), (forth, back) in arcs.items():
        assert names[forth] == f"{cell(a)} has the parent {cell(b)}"
        assert names[back] == f"{cell(b)} has the parent {cell(a)}"
    if encoder is planar:  # the gap at the upper left corner lies between two cells, each side of that edge
        above, below = "outside at [0,0]-[0,1]", "gap below right of [0,0]"
        ways = [names[v] for v in range(arcs[0, 1][0], arcs[0, 1][0] + 4)]
        assert ways[2:] == [f"{above} has the parent {below}", f"{below} has the parent {above}"]
        assert [-arcs[0, 1][0] - 2] in formula.clauses  # the outside has no parent
    else:  # the parent's label is smaller: with the parent's top bit the child has it too
        top = {name: v for v, name in names.items()}
        needed = [-top["1 has the parent 0"], -top["label of 0, bit 8"], top["label of 1, bit 8"]]
        assert needed in formula.clauses
