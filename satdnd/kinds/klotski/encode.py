"""Is there a solution of at most K steps (or slides)? As CNF, for other solvers.

For every time t = 0..K and every place of every class of pieces (pieces of one shape form a class; the piece named by
the goal is its own class), a variable says whether a piece is there; between two times one move is made, or none from
then on. `satdnd.kinds.klotski.search` finds fewest moves faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from satdnd.encodings.cardinality import at_most_one, rungs
from satdnd.engine.kind import Encoding
from satdnd.errors import UsageError
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.klotski.model import Klotski, KlotskiSolution, Move, Piece, Shape, check_metric, shape_name
from satdnd.rules.unknowns import Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool

METRICS = ("step", "slide")
"""The metrics that the formula knows."""

Class: TypeAlias = tuple[str, Shape]
"""A class of indistinguishable pieces: a name for variables, and the shape."""


class Way(NamedTuple):
    """One possible move of a class of pieces: from, to, and the cells that must be empty."""

    source: Cell
    target: Cell
    swept: tuple[Cell, ...]


class Unrolled(Encoding[Klotski, KlotskiSolution]):
    """One puzzle and K moves.

    With P places (of all classes), M moves and N cells, each time has P + N variables ``2x1[0,3]@5`` and
    ``occupied[2,1]@5``, and each move M + 1 variables ``move 2x1[0,3]->[1,3]@5`` and ``rest@5``, beside M + 2 of a
    ladder for at most one. Clauses per time: one for each cell of each place; per move: 3M, one for each cell that it
    needs empty, 2P for what stays, 4M + 4 of the ladder, 2 for rest. The classic box has P = 63, M = 188, N = 20.

    Args:
        puzzle: any size.
        metric: ``step`` or ``slide``.
        moves: K, from 0.

    Raises:
        UsageError: the metric ``move``, or an unknown one.
    """

    def __init__(self, puzzle: Klotski, metric: str, moves: int, *, budget: Budget | None = None) -> None:
        check_metric(metric)
        if metric not in METRICS:
            raise UsageError(
                f"there is no formula for the metric {metric!r}, only for {' and '.join(METRICS)}; the search knows all"
            )
        self.puzzle = puzzle
        self.metric = metric
        self.formula = Formula(Pool(budget=budget))
        self.length = 0
        self.cells = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width)]
        self.classes = list(dict.fromkeys(class_of(puzzle, letter) for letter in puzzle.pieces))
        self.ways = {kind: list(ways(puzzle, kind[1], metric)) for kind in self.classes}
        self.stands: list[dict[tuple[Class, Cell], Literal]] = []
        """For each time: "a piece of the class has its top left cell there"."""
        self.makes: list[dict[tuple[Class, Way], Literal]] = []
        """For each time except the last: "the move is this one"."""
        self.rests: list[Literal] = []
        """For each move: "there is none, and no later one"."""
        self.projection: list[Literal] = []
        self.unknowns = Moves(self)
        self._occupied: list[dict[Cell, Literal]] = []
        self._begin()
        for _ in range(moves):
            self._move()
        self.formula.family("goal")
        goal, shape = puzzle.goal, puzzle.goal_shape
        kind = class_of(puzzle, goal.piece) if goal.piece else (shape_name(shape), shape)
        self.formula.begin_sentence(f"in the end {self._piece_of(kind)} is at {cell_name(goal.at)}", [goal.at])
        self.formula.add(*[x for place, x in self.stands[-1].items() if place == (kind, goal.at)])

    def _move(self) -> None:
        """Add one move."""
        formula, before, occupied, time = self.formula, self.stands[-1], self._occupied[-1], self.length
        made = {
            (kind, way): formula.new(f"move {kind[0]}{_at(way.source)}->{_at(way.target)}@{time}")
            for kind in self.classes
            for way in self.ways[kind]
        }
        rest = formula.new(f"rest@{time}")
        self.length += 1
        after = self._time()
        formula.family("legal-move")
        formula.begin_sentence(f"move {self.length} is one move, or none from there on")
        mark = formula.pool.top
        formula.extend(at_most_one([*made.values(), rest], formula.pool))
        formula.name_since(mark, f"one move@{time}", rungs(len(made) + 1, mark))
        formula.add(*made.values(), rest)
        if self.rests:
            formula.add(-self.rests[-1], rest)
        for (kind, way), move in made.items():
            formula.begin_sentence(f"{self.phrase(kind, way, time)} over empty cells", [way.source, *way.swept])
            formula.add(-move, before[kind, way.source])
            formula.add(-move, after[kind, way.target])
            formula.add(-move, -after[kind, way.source])
            formula.extend([[-move, -occupied[cell]] for cell in way.swept])
        formula.begin_sentence(f"move {self.length} leaves the other pieces where they are")
        comes: dict[tuple[Class, Cell], list[Literal]] = {key: [] for key in before}
        leaves: dict[tuple[Class, Cell], list[Literal]] = {key: [] for key in before}
        for (kind, way), move in made.items():
            leaves[kind, way.source].append(move)
            comes[kind, way.target].append(move)
        for key, was in before.items():
            formula.add(-was, after[key], *leaves[key])
            formula.add(was, -after[key], *comes[key])
        self.makes.append(made)
        self.rests.append(rest)
        self.projection += [*made.values(), rest]

    def phrase(self, kind: Class, way: Way, time: int, goes: str = "goes") -> str:
        """``move 3: the 2x1 piece at r1c1 goes to r2c1``."""
        source, target = map(cell_name, way[:2])
        return f"move {time + 1}: {self._piece_of(kind, 'the')} at {source} {goes} to {target}"

    def _piece_of(self, kind: Class, article: str = "a") -> str:
        """``piece b`` for a class of a single named piece, otherwise ``a 2x1 piece``."""
        return f"piece {kind[0]}" if kind[0] == self.puzzle.goal.piece else f"{article} {kind[0]} piece"

    def decode(self, puzzle: Klotski, model: Sequence[Literal]) -> KlotskiSolution:
        """The moves of *model*, with the letters of the moved pieces."""
        letters = {piece.at: letter for letter, piece in puzzle.pieces.items()}
        moves = []
        for starts in self.makes:
            for (_, way), variable in starts.items():
                if model[variable - 1] > 0:
                    letters[way.target] = letters.pop(way.source)
                    moves.append(Move(letters[way.target], way.source, way.target))
        return KlotskiSolution(tuple(moves), self.metric)

    def literals(self, puzzle: Klotski, solution: KlotskiSolution) -> list[Literal]:
        """One literal for each possible move at each time, and for each rest."""
        true = set(self._true(solution))
        return [x if x in true else -x for x in self.projection]

    def blocking_clause(self, puzzle: Klotski, solution: KlotskiSolution) -> Clause:
        """A different move at some time, or further moves after the last."""
        count = len(solution.moves)
        return [-x for x in self._true(solution)[: count + 1]]

    def _true(self, solution: KlotskiSolution) -> list[Literal]:
        """The true literals of the projection, by time."""
        true = []
        for move, made in zip(solution.moves, self.makes, strict=False):
            kind = class_of(self.puzzle, move.piece)
            true += [x for (k, way), x in made.items() if (k, *way[:2]) == (kind, move.source, move.target)]
        if len(true) < len(solution.moves):
            raise UsageError(
                f"a solution of {counted(len(solution.moves), solution.metric)} does not fit the formula "
                f"of at most {counted(self.length, self.metric)}"
            )
        return true + self.rests[len(true) :]

    def _begin(self) -> None:
        """The initial box."""
        first = self._time()
        self.formula.family("start")
        places: dict[Class, list[Cell]] = {kind: [] for kind in self.classes}
        for letter, piece in self.puzzle.pieces.items():
            places[class_of(self.puzzle, letter)].append(piece.at)
        for kind, there in places.items():
            what = f"piece {kind[0]} starts" if kind[0] == self.puzzle.goal.piece else f"the {kind[0]} pieces start"
            text = f"{what} at {listed([cell_name(cell) for cell in there])}"
            self.formula.begin_sentence(text, [cell for at in there for cell in Piece(at, kind[1]).cells])
            self.formula.extend([x if at in there else -x] for (key, at), x in first.items() if key == kind)

    def _time(self) -> dict[tuple[Class, Cell], Literal]:
        """The positions of pieces at one time, and the occupied cells."""
        formula = self.formula
        stands = {
            (kind, (r, c)): formula.new(f"{kind[0]}[{r},{c}]@{self.length}")
            for kind in self.classes
            for r in range(self.puzzle.height - kind[1][0] + 1)
            for c in range(self.puzzle.width - kind[1][1] + 1)
        }
        occupied = {cell: formula.new(f"occupied{_at(cell)}@{self.length}") for cell in self.cells}
        formula.family("occupied")
        for (kind, place), x in stands.items():
            formula.extend([[-x, occupied[cell]] for cell in Piece(place, kind[1]).cells])
        self.stands.append(stands)
        self._occupied.append(occupied)
        return stands


def class_of(puzzle: Klotski, letter: str) -> Class:
    """The class of a piece: its shape, or the piece itself if the goal names it."""
    shape = puzzle.pieces[letter].shape
    return (letter if letter == puzzle.goal.piece else shape_name(shape)), shape


def ways(puzzle: Klotski, shape: Shape, metric: str) -> Iterator[Way]:
    """Every move of a piece of that shape in an empty box."""
    height, width = shape
    places = {(r, c) for r in range(puzzle.height - height + 1) for c in range(puzzle.width - width + 1)}
    for source in sorted(places):
        own = set(Piece(source, shape).cells)
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            swept: set[Cell] = set()
            target = (source[0] + down, source[1] + right)
            while target in places:
                swept.update(Piece(target, shape).cells)
                yield Way(source, target, tuple(sorted(swept - own)))
                if metric == "step":
                    break
                target = (target[0] + down, target[1] + right)


def _at(cell: Cell) -> str:
    return f"[{cell[0]},{cell[1]}]"


def estimated(puzzle: Klotski, metric: str) -> int:
    """The approximate number of clauses that `Unrolled` has for each move."""
    found = 0
    for letter in {class_of(puzzle, letter): letter for letter in puzzle.pieces}.values():
        height, width = puzzle.pieces[letter].shape
        down, right = puzzle.height - height + 1, puzzle.width - width + 1
        for places, lines, front in ((down, right, width), (right, down, height)):
            moves, far = (2 * (places - 1), 1.0) if metric == "step" else (places * (places - 1), (places + 1) / 3)
            found += int(lines * moves * (7 + front * far))
        found += down * right * (2 + height * width)
    return found


class Moves(Unknowns):
    """The moves of a formula, in sentences."""

    def __init__(self, encoding: Unrolled) -> None:
        self._encoding = encoding

    def sentence(self, literal: Literal) -> str:
        """A move, ``there is no move 3``, or the negation."""
        goes, found = "goes" if literal > 0 else "does not go", self._encoding
        for time, (made, rest) in enumerate(zip(found.makes, found.rests, strict=True)):
            if abs(literal) == rest:
                return f"there is {'no' if literal > 0 else 'a'} move {time + 1}"
            for (kind, way), move in made.items():
                if abs(literal) == move:
                    return found.phrase(kind, way, time, goes)
        raise UsageError(f"{literal} is no literal of a move")
