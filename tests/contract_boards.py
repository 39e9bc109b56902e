"""Small puzzles of every kind with all their solutions, by brute force that shares nothing with the package.

Solutions are told apart by `key`, what one entry of ``solutions`` holds in JSON; so is what the brute forces find.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple

import inshi_boards
import klotski_boxes
import nurikabe_boards
import oracle
from samples import SAMPLED, sample, shaded
from sudoku_boards import all_solutions

import satdnd
from satdnd.engine.settings import Settings
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.unattacked.model import Unattacked
from satdnd.kinds.unattacked.options import UnattackedOptions

FIELDS = {"queens": "queens", "unattacked": "queens", "hashi": "bridges", "klotski": "moves"}
"""The field of a solution that tells it from others; ``grid`` where no other is named."""


class Board(NamedTuple):
    """A puzzle, how it is asked, and all its solutions."""

    puzzle: Any
    options: Settings
    keys: frozenset[str]


def key(puzzle: Any, record: dict[str, Any]) -> str:
    """What tells a solution, as JSON, from others of *puzzle*."""
    own = getattr(sample(puzzle.kind), "FIELD", "grid") if puzzle.kind in SAMPLED else "grid"
    return json.dumps(record[FIELDS.get(puzzle.kind, own)])


def keys(puzzle: Any, solutions: Iterable[Any]) -> list[str]:
    """The same of solutions of the package."""
    return [key(puzzle, solution.to_json()) for solution in solutions]


def told(found: Iterable[Any]) -> frozenset[str]:
    """What the brute forces found: values of that field."""
    return frozenset(map(json.dumps, found))


@cache
def boards(kind: str) -> list[Board]:
    """The puzzles of a kind: without solution (seen at once, and only by searching), with one, with many."""
    found = list(BOARDS[kind]())
    counts = {min(2, len(board.keys)) for board in found}
    assert counts == {0, 1, 2}, (kind, counts)
    return found


# dungeon


def _dungeons() -> Iterator[Board]:
    rng = Random(7)
    puzzles = [
        Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1))),
        Dungeon(rows=(None, None), columns=(None, 1, None), monsters=((0, 0), (1, 2))),
        Dungeon(rows=(1, 1), columns=(1, 1)),
        Dungeon(rows=(2, 1), columns=(1, 1)),
        Dungeon(rows=(0, 1, 0), columns=(0, 1, 0)),
        Dungeon(rows=(None, None, None), columns=(None, None, None)),
        Dungeon(rows=(3, 1, 3), columns=(2, 2, 1, 2), monsters=((0, 2), (1, 3))),
        Dungeon(rows=(1, 0, 1, 4), columns=(None,) * 4, treasures=((1, 1),), monsters=((1, 3),)),
        Dungeon(rows=(1, 0, 1, 2), columns=(None,) * 4, treasures=((1, 1),), monsters=((3, 3),), opens=1 << 14),
        Dungeon(rows=(1, 0, 1), columns=(1, 0, 1), walls=1),
        Dungeon(rows=(None,) * 3, columns=(None,) * 3, monsters=((0, 0), (2, 2))),
    ]
    for _ in range(8):
        case = oracle.random_solved(rng, rng.randint(2, 4), rng.randint(2, 3))
        rows, columns = ([None if rng.random() < 0.3 else n for n in line] for line in (case.rows, case.columns))
        puzzles.append(Dungeon(rows, columns, case.monsters, case.treasures))
    for puzzle in puzzles:
        given = [frozenset(puzzle.grid.cells(cells)) for cells in (puzzle.walls, puzzle.opens)]
        for topology in ("connected", "tree", "local"):
            walls = oracle.solutions(puzzle.rows, puzzle.columns, puzzle.monsters, puzzle.treasures, topology, *given)
            rows = (
                ["".join(".#"[(r, c) in found] for c in range(puzzle.width)) for r in range(puzzle.height)]
                for found in walls
            )
            yield Board(puzzle, DungeonOptions(topology=topology), told(rows))


# queens


def _attack(one: Any, other: Any) -> bool:
    (r, c), (s, d) = one, other
    return r == s or c == d or abs(r - s) == abs(c - d)


def _queens() -> Iterator[Board]:
    puzzles = [Queens(n, n) for n in range(1, 6)]
    puzzles += [Queens(3, 5), Queens(5, 4), Queens(2, 4, queens=1), Queens(3, 3, queens=0), Queens(4, 4, queens=3)]
    puzzles += [
        Queens(4, 4, ((0, 1),)),
        Queens(4, 4, ((0, 0),)),
        Queens(4, 4, ((0, 0), (1, 1))),
        Queens(3, 4, queens=4),
    ]
    for puzzle in puzzles:
        squares = list(product(range(puzzle.height), range(puzzle.width)))
        count = min(puzzle.height, puzzle.width) if puzzle.queens is None else puzzle.queens
        placed = (
            chosen
            for chosen in combinations(squares, count)
            if set(puzzle.given) <= set(chosen) and not any(_attack(a, b) for a, b in combinations(chosen, 2))
        )
        yield Board(puzzle, Settings(), told(placed))


# unattacked


def _unattacked() -> Iterator[Board]:
    sizes = [(1, 1, 0), (1, 4, 0), (1, 4, 1), (2, 2, 1), (2, 2, 5), (3, 3, 1), (3, 3, 2), (2, 3, 6), (4, 3, 2)]
    for height, width, queens in [*sizes, (4, 4, 3), (3, 5, 3), (1, 1, 1), (5, 5, 4)]:
        squares = list(product(range(height), range(width)))
        free = {
            chosen: sum(not any(_attack(square, queen) for queen in chosen) for square in squares)
            for chosen in combinations(squares, queens)
        }
        most = max(free.values(), default=0)
        for least in (None, max(0, most - 1), most + 1):
            found = told(c for c, n in free.items() if (n == most if least is None else n >= least))
            yield Board(Unattacked(height, width, queens), UnattackedOptions(least=least), found)


# sudoku


def _sudokus() -> Iterator[Board]:
    for line in (
        "1..4....2......3",
        "1..............2",
        "12..34..........",
        "1234341221434321",
        "123.341221434321",
        "11..............",
        "12..3..........1",
        "1.....2...3....4",
        "123...4.........",
        "12.....3........",
    ):
        clues = [int(c) if c != "." else 0 for c in line]
        grids = (["".join(map(str, found[i : i + 4])) for i in (0, 4, 8, 12)] for found in all_solutions(clues, 2))
        yield Board(Sudoku(tuple(clues)), Settings(), told(grids))


# inshi


SEVEN = ("7x7 105r3 24r2 2r2 7b2 36r4 20r2 40r3 126r3 56r3 35b3 90r3 12r3 12r2 56b3 30b2 6r2 5r2 4r1 126r4\n").replace(
    " ", "\n"
)
"""A puzzle in which the values left for each cell alone, and rows and columns, allow more than the products do."""


def _inshis() -> Iterator[Board]:
    rng = Random(3)
    puzzles = [
        Inshi(1, (Room(1, ((0, 0),)),)),
        Inshi(1, (Room(2, ((0, 0),)),)),
        Inshi(2, (Room(2, ((0, 0), (0, 1))), Room(1, ((1, 0),)), Room(1, ((1, 1),)))),
        Inshi(2, (Room(2, ((0, 0), (0, 1))), Room(2, ((1, 0), (1, 1))))),
        Inshi(2, (Room(2, ((0, 0), (1, 0))), Room(2, ((0, 1), (1, 1))))),
    ]
    cuts = list(inshi_boards.cuts(3))
    for _ in range(8):
        cut = rng.choice(cuts)
        clues = list(inshi_boards.products(rng.choice(inshi_boards.latin_squares(3)), cut))
        if rng.random() < 0.4:
            i = rng.randrange(len(clues))
            clues[i] = rng.choice([x for x in (1, 2, 3, 6) if x != clues[i]])
        puzzles.append(inshi_boards.puzzle(3, cut, tuple(clues)))
    rows = tuple(tuple((r, c) for c in range(2 * half, 2 * half + 2)) for r in range(4) for half in (0, 1))
    for clues in ((2, 12, 12, 2, 3, 8, 8, 3), (2, 12, 2, 12, 12, 2, 12, 2), (2, 12, 2, 12, 2, 12, 12, 2)):
        puzzles.append(inshi_boards.puzzle(4, rows, clues))
    puzzles += satdnd.loads(SEVEN, "inshi")  # the factors have to be chosen together
    for puzzle in puzzles:
        yield Board(puzzle, Settings(), told(inshi_boards.brute_force(puzzle)))


# hashi


def _bridges(rows: tuple[str, ...]) -> Iterator[list[list[int]]]:
    """Every number of bridges on every pair of islands in sight, as JSON has them, tried against the rules."""
    islands = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x != "_"}
    pairs = {}
    for (r, c), (s, d) in combinations(sorted(islands), 2):
        if r == s or c == d:
            between = [(i, j) for i in range(r, s + 1) for j in range(min(c, d), max(c, d) + 1)][1:-1]
            if not set(between) & set(islands):
                pairs[(r, c), (s, d)] = set(between)
    for counts in product(range(3), repeat=len(pairs)):
        built = [(pair, n) for pair, n in zip(pairs, counts, strict=True) if n]
        if any(pairs[a] & pairs[b] for (a, _), (b, _) in combinations(built, 2)):
            continue
        ends = {island: sum(n for pair, n in built if island in pair) for island in islands}
        if any(not n or sign not in ("?", str(n)) for (_, sign), n in zip(islands.items(), ends.values(), strict=True)):
            continue
        reached = set(sorted(islands)[:1])
        while more := {end for pair, _ in built if set(pair) & reached for end in pair} - reached:
            reached |= more
        if reached == set(islands):
            yield sorted([*a, *b, n] for (a, b), n in built)


def _hashis() -> Iterator[Board]:
    rng = Random(5)
    puzzles = [
        ("2_2", "___", "2_2"),
        ("1_1",),
        ("1_2",),
        ("3_3", "___", "3_3"),
        ("1_1", "___", "1_1"),
        ("2",),
        ("3_2_1",),
        ("?",),
        ("?_2_?", "_____", "1___?"),
        ("2_?", "_1_", "2_3"),
        ("3_?_1",),
    ]
    puzzles += [
        ("2_4_2", "_____", "__2__"),
        ("3_3", "___", "3_3"),
        ("2_3", "_1_", "2_3"),
        ("2_2_2_2", "_______", "2_2_2_2"),
        ("_1_", "1_1", "_1_"),
        ("22__", "____", "22__", "__22", "____", "__22"),
    ]
    for _ in range(200):
        cells = [["_"] * 5 for _ in range(4)]
        for _ in range(rng.randint(3, 6)):
            cells[rng.randrange(4)][rng.randrange(5)] = rng.choice("123412341234?")
        puzzles.append(tuple(map("".join, cells)))
    for i, rows in enumerate(puzzles):
        found = told(_bridges(rows))
        if i < 20 or found:
            yield Board(Hashi(rows), Settings(), found)


# klotski


def _moves(board: tuple[str, ...], piece: str, metric: str) -> Iterator[tuple[Any, Any, tuple[str, ...]]]:
    """Every place that one move brings a piece to: top left cell before and after, and the box then."""
    own = {(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == piece}
    free = own | {(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == "."}
    start = min(r for r, _ in own), min(c for _, c in own)
    seen, todo = {(0, 0)}, [((0, 0), None)]
    for (down, right), last in todo:
        for way in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            shift = down + way[0], right + way[1]
            if metric != "move" and last not in (None, way):
                continue
            if shift in seen or not {(r + shift[0], c + shift[1]) for r, c in own} <= free:
                continue
            seen.add(shift)
            if metric != "step":
                todo.append((shift, way))
            there = {(r + shift[0], c + shift[1]) for r, c in own}
            rows = tuple(
                "".join(piece if (r, c) in there else "." if (r, c) in own else x for c, x in enumerate(row))
                for r, row in enumerate(board)
            )
            yield start, (start[0] + shift[0], start[1] + shift[1]), rows


def shortest(puzzle: Klotski, metric: str) -> list[list[Any]]:
    """Every shortest list of moves, as JSON has them, by trying all lists of 0, 1, 2, ... moves."""
    layer: dict[tuple[str, ...], list[list[Any]]] = {puzzle.board: [[]]}
    seen = {_canonical(puzzle, puzzle.board)}
    while layer:
        done = [path for board, paths in layer.items() if _at_goal(puzzle, board) for path in paths]
        if done:
            return done
        onward: dict[tuple[str, ...], list[list[Any]]] = {}
        for board, paths in layer.items():
            for piece in sorted(set("".join(board)) - {"."}):
                for source, target, rows in _moves(board, piece, metric):
                    if _canonical(puzzle, rows) not in seen:
                        move = [piece, list(source), list(target)]
                        onward.setdefault(rows, []).extend([*path, move] for path in paths)
        seen |= {_canonical(puzzle, rows) for rows in onward}
        layer = onward
    return []


def _canonical(puzzle: Klotski, board: tuple[str, ...]) -> frozenset[Any]:
    """The box with pieces of one shape taken for the same, but for the piece of the goal."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(board):
        for c, letter in enumerate(row):
            if letter != ".":
                cells.setdefault(letter, []).append((r, c))
    return frozenset((x if x == puzzle.goal.piece else "", tuple(where)) for x, where in cells.items())


def _at_goal(puzzle: Klotski, board: tuple[str, ...]) -> bool:
    for name, where in _canonical(puzzle, board):
        rows, columns = {r for r, _ in where}, {c for _, c in where}
        fits = name == puzzle.goal.piece if puzzle.goal.piece else (len(rows), len(columns)) == puzzle.goal.shape
        if fits and (min(rows), min(columns)) == puzzle.goal.at:
            return True
    return False


def _klotskis() -> Iterator[Board]:
    rng = Random(11)
    puzzles = [
        Klotski(("a.b", "..."), Goal((1, 2), "a")),
        Klotski(("a.b", "..."), Goal((0, 0), "a")),
        Klotski(("ab", "cd"), Goal((1, 1), "a")),
        Klotski(("aab", "aa."), Goal((0, 1), "a")),
        Klotski(("aa..", "bb.."), Goal((0, 3), "a")),
        Klotski(("a..", "bb."), Goal((1, 2), "a")),
        Klotski(("ab.", "cd."), Goal((1, 2), "a")),
        Klotski(("aab", "c.b", "..."), Goal((2, 1), shape=(1, 2))),
    ]
    puzzles += [klotski_boxes.random_box(rng, *rng.choice(((2, 3), (3, 3), (1, 4)))) for _ in range(8)]
    for puzzle in puzzles:
        for metric in ("step", "slide", "move"):
            yield Board(puzzle, KlotskiOptions(metric=metric), told(shortest(puzzle, metric)))


# nurikabe


def _nurikabes() -> Iterator[Board]:
    puzzles = [nurikabe_boards.puzzle(*rows) for rows in (("1",), ("2",), ("2.", ".."), ("2..", "...", "..2"))]
    puzzles += [nurikabe_boards.puzzle(*rows) for rows in (("3.1", "...", "1.."), ("1.1", "...", "1.1"), ("22", ".."))]
    puzzles += [nurikabe_boards.puzzle(*rows) for rows in (("?",), ("?.2", "...", "?.."), ("?..1", "....", "..?."))]
    puzzles.append(nurikabe_boards.puzzle("....", "....", "..?."))  # one island may part the sea
    puzzles += [p for p in nurikabe_boards.random_puzzles(1, 60) if nurikabe_boards.solutions(p)][:6]
    puzzles += list(nurikabe_boards.random_puzzles(2, 6))
    for puzzle in puzzles:
        yield Board(puzzle, Settings(), told(_seas(puzzle)))


def _seas(puzzle: Nurikabe) -> Iterator[list[str]]:
    width = len(puzzle.rows[0])
    for sea in nurikabe_boards.solutions(puzzle):
        yield ["".join(".#"[sea >> r * width + c & 1] for c in range(width)) for r in range(len(puzzle.rows))]


def _sampled(kind: str) -> Iterator[Board]:
    found = sample(kind)
    return (Board(puzzle, Settings(), told(found.solutions(puzzle))) for puzzle in found.puzzles())


BOARDS: dict[str, Callable[[], Iterator[Board]]] = {
    "dungeon": _dungeons,
    "queens": _queens,
    "unattacked": _unattacked,
    "sudoku": _sudokus,
    "inshi": _inshis,
    "hashi": _hashis,
    "klotski": _klotskis,
    "nurikabe": _nurikabes,
    **{kind: partial(_sampled, kind) for kind in SAMPLED},
}


# what all solutions have in common


def common(board: Board) -> Any:
    """The field ``forced`` of an answer: what is the same in all solutions of a board that has some."""
    puzzle, found = board.puzzle, [json.loads(k) for k in sorted(board.keys)]
    if puzzle.kind == "hashi":
        pairs = {tuple(b[:4]) for solution in found for b in solution}
        counts = {pair: [next((b[4] for b in s if tuple(b[:4]) == pair), 0) for s in found] for pair in pairs}
        return {pair: (min(n), max(n)) for pair, n in counts.items()}
    if puzzle.kind in SAMPLED:
        own = sample(puzzle.kind)
        return own.common_of(puzzle, found) if hasattr(own, "common_of") else getattr(own, "common", shaded)(found)
    if puzzle.kind in ("queens", "unattacked"):
        height, width = puzzle.height, puzzle.width
        squares = [[["xQ"[[r, c] in s] for s in found] for c in range(width)] for r in range(height)]
    elif puzzle.kind in ("dungeon", "nurikabe"):
        squares = [
            [["#" if s[r][c] == "#" else "o" for s in found] for c in range(len(found[0][0]))]
            for r in range(len(found[0]))
        ]
    else:
        squares = [[[s[r][c] for s in found] for c in range(len(found[0]))] for r in range(len(found[0]))]
    unknown = None if puzzle.kind == "inshi" else "."
    rows = [[values[0] if len(set(values)) == 1 else unknown for values in row] for row in squares]
    return rows if puzzle.kind == "inshi" else ["".join(row) for row in rows]


def forced(puzzle: Any, details: Any) -> Any:
    """The same field as an answer has it; of hashi without the pairs that never have a bridge."""
    if puzzle.kind == "hashi":
        return {tuple(edge[:4]): (edge[4], edge[5]) for edge in details if edge[5]}
    return details
