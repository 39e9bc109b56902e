"""Fewest moves by breadth-first search, layer by layer, on boxes packed into integers.

**A state** has a few bits per cell (three for the classic box, 60 in total): 0 for an empty cell, one code per class of
pieces for their top left cells, one code for all other cells of pieces. Pieces of one shape share a class, so states
are canonical by construction; a piece named by the goal is alone in its class. A step adds a constant to the state, and
is possible if the masked state has a given value.

**Memory.** Every move can be undone, in all three metrics, so a state is new unless it is in this layer or the one
before: only those are kept as sets. Older layers are arrays of 64-bit words (Python integers for boxes that need more),
about 8 bytes per state, without parents: `Outcome.stages` finds the paths by walking back through the layers from the
goal.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TypeAlias

from satdnd.errors import Undecided
from satdnd.grid.bitboard import Cell
from satdnd.kinds.klotski.model import Klotski, Move, Shape, check_metric
from satdnd.sat.budget import Budget

State: TypeAlias = int

CHUNK = 512
"""64-bit states between two checks of the budget; in a large box states are longer, with hundreds of neighbours."""

AT_ONCE = 1000
"""Places, of all classes of pieces, whose tables are made between two checks of the budget."""

COUNT_LIMIT = 1_000_000
"""The most states explored beyond the goal, to find the size of the component."""

PART = 12
"""Cells examined together; there is a table entry for each of the 2**12 sets of empty ones."""

TABLE_LIMIT = 1 << 14
"""Surroundings of one empty cell whose steps are cached before the cache is cleared."""

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """A piece of one class moves by one cell from one place: possible if ``state & mask == value``."""

    mask: int
    value: int
    delta: int
    """The number added to the state."""
    direction: int
    """Index into `DIRECTIONS`."""
    onward: list[Step | None]
    """The steps of this class from the new place, by direction; None at the wall of the box."""


class _Arrivals(dict[int, tuple[Step, ...]]):
    """The steps into one empty cell (the first in reading order that the step needs), by its surroundings.

    The key is ``state >> shift & mask``.
    """

    def __init__(self, steps: list[Step]) -> None:
        super().__init__()
        self._steps = steps
        region = 0
        for step in steps:
            region |= step.mask
        self.shift = max(0, (region & -region).bit_length() - 1)
        self.mask = region >> self.shift

    def __missing__(self, contents: int) -> tuple[Step, ...]:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        state = contents << self.shift
        steps = self[contents] = tuple(step for step in self._steps if state & step.mask == step.value)
        return steps


class _Part(dict[int, list[tuple[int, int, _Arrivals]]]):
    """Up to `PART` consecutive cells: for each set of occupied ones, the `_Arrivals` of the others.

    The key is ``(state >> low | state >> high) & ones``: bit 0 of each cell.
    """

    def __init__(self, arrivals: list[_Arrivals], first: int, bits: int) -> None:
        super().__init__()
        self._arrivals = arrivals
        self._bits = bits
        self.low = first * bits
        self.high = first * bits + 1
        self.ones = sum(1 << bits * i for i in range(len(arrivals)))

    def __missing__(self, occupied: int) -> list[tuple[int, int, _Arrivals]]:
        found = self[occupied] = [
            (arrivals.shift, arrivals.mask, arrivals)
            for i, arrivals in enumerate(self._arrivals)
            if not occupied >> i * self._bits & 1 and arrivals.mask
        ]
        return found


class Box:
    """The tables of one puzzle under one metric.

    Args:
        puzzle: any size.
        metric: ``step``, ``slide`` or ``move``.
        budget: checked while the tables are made: for each place of each class they hold numbers as long as a state.

    Raises:
        UsageError: another metric.
        Undecided: the budget ran out.
    """

    def __init__(self, puzzle: Klotski, metric: str, budget: Budget | None = None) -> None:
        check_metric(metric)
        self.metric = metric
        self._height, self._width = puzzle.height, puzzle.width
        codes = (code for code in range(1, 1 << 30) if code & 3)  # so that the two low bits mark an occupied cell
        classes: dict[str | Shape, int] = {}
        for letter, piece in puzzle.pieces.items():
            if (key := letter if letter == puzzle.goal.piece else piece.shape) not in classes:
                classes[key] = next(codes)
        self._class_of = {code: key for key, code in classes.items()}
        self._body = next(codes)
        self._bits = max(2, self._body.bit_length())
        self.packed = self._bits * puzzle.height * puzzle.width <= 64
        """Whether a state fits into 64 bits."""
        size = puzzle.height * puzzle.width
        self.chunk = max(1, min(CHUNK, CHUNK * 64 // (self._bits * size)))
        """States between two checks of the budget."""
        if budget is None or size * len(classes) < AT_ONCE:
            budget = Budget()
        steps: list[list[Step]] = [[] for _ in range(size)]
        for key, code in classes.items():
            for front, step in self._steps(puzzle.pieces[key].shape if isinstance(key, str) else key, code):
                budget.check()
                steps[front].append(step)
        arrivals = []
        for into in steps:
            budget.check()
            arrivals.append(_Arrivals(into))
        parts = [_Part(arrivals[first : first + PART], first, self._bits) for first in range(0, size, PART)]
        self._parts = [(part.low, part.high, part.ones, part) for part in parts]
        self.start: State = 0
        for letter, piece in puzzle.pieces.items():
            budget.check()
            code = classes[letter if letter == puzzle.goal.piece else piece.shape]
            self.start += self._placed(piece.at, piece.shape, code)
        goal = classes[puzzle.goal.piece or puzzle.goal_shape]
        self._goal_mask = self._cells(puzzle.goal.at, (1, 1), (1 << self._bits) - 1)
        self._goal_value = self._cells(puzzle.goal.at, (1, 1), goal)

    def at_goal(self, states: Iterable[State]) -> list[State]:
        """Those of *states* in which the goal is reached."""
        mask, value = self._goal_mask, self._goal_value
        return [state for state in states if state & mask == value]

    def neighbours(self, states: Iterable[State]) -> set[State]:
        """The states one move away from *states*."""
        if self.metric == "step":
            return {
                state + step.delta
                for state in states
                for low, high, ones, part in self._parts
                for shift, mask, arrivals in part[(state >> low | state >> high) & ones]
                for step in arrivals[state >> shift & mask]
            }
        follow = _slide if self.metric == "slide" else _wander
        return {
            reached
            for state in states
            for low, high, ones, part in self._parts
            for shift, mask, arrivals in part[(state >> low | state >> high) & ones]
            for step in arrivals[state >> shift & mask]
            for reached in follow(state, step)
        }

    def moved(self, before: State, after: State) -> tuple[Cell, Cell]:
        """The top left cell, before and after, of the piece that moves between two neighbours."""
        (source,), (target,) = (
            self._corners(before) - self._corners(after),
            self._corners(after) - self._corners(before),
        )
        return source, target

    def pieces(self, state: State) -> Iterator[tuple[Cell, str | Shape]]:
        """The top left cell of each piece in reading order, with its shape, or its letter if the goal names it."""
        codes = ((i, state >> shift & (1 << self._bits) - 1) for i, shift in enumerate(self._shifts))
        return ((divmod(i, self._width), self._class_of[code]) for i, code in codes if code in self._class_of)

    def _steps(self, shape: Shape, code: int) -> Iterator[tuple[int, Step]]:
        """All steps of one class of pieces, each with the number of the first cell that it needs empty."""
        height, width = shape
        every = (1 << self._bits) - 1
        places = [(r, c) for r in range(self._height - height + 1) for c in range(self._width - width + 1)]
        steps_from: dict[Cell, list[Step | None]] = {place: [None] * 4 for place in places}
        for r, c in places:
            for direction, (down, right) in enumerate(DIRECTIONS):
                target = (r + down, c + right)
                if target in steps_from:
                    front = (r + (height if down > 0 else down), c + (width if right > 0 else right))
                    step = Step(
                        self._cells((r, c), (1, 1), every)
                        | self._cells(front, (1, width) if down else (height, 1), every),
                        self._cells((r, c), (1, 1), code),
                        self._placed(target, shape, code) - self._placed((r, c), shape, code),
                        direction,
                        steps_from[target],
                    )
                    steps_from[r, c][direction] = step
                    yield front[0] * self._width + front[1], step

    def _cells(self, corner: Cell, shape: Shape, code: int) -> int:
        """*code* in every cell of a rectangle."""
        (r, c), (height, width) = corner, shape
        return sum(
            code << self._bits * (i * self._width + j) for i in range(r, r + height) for j in range(c, c + width)
        )

    def _placed(self, corner: Cell, shape: Shape, code: int) -> int:
        """A piece, as part of a state."""
        return self._cells(corner, shape, self._body) + self._cells(corner, (1, 1), code - self._body)

    def _corners(self, state: State) -> set[Cell]:
        """The top left cells of all pieces."""
        return {cell for cell, _ in self.pieces(state)}

    @property
    def _shifts(self) -> range:
        return range(0, self._bits * self._height * self._width, self._bits)


def _slide(state: State, step: Step | None) -> Iterator[State]:
    """The states as the piece continues in the direction of *step*."""
    while step and state & step.mask == step.value:
        state += step.delta
        yield state
        step = step.onward[step.direction]


def _wander(state: State, step: Step) -> Iterable[State]:
    """The states as the piece moves anywhere, starting with *step*."""
    reached = {state, state + step.delta}
    todo = [(state + step.delta, step.onward)]
    for here, steps in todo:
        for further in steps:
            if further and here & further.mask == further.value and (there := here + further.delta) not in reached:
                reached.add(there)
                todo.append((there, further.onward))
    reached.discard(state)
    return reached


@dataclass(frozen=True)
class Outcome:
    """The result of a search."""

    box: Box
    layers: list[Collection[State]]
    """The states at distance 0, 1, ... from the start: complete layers, at most up to the nearest goal."""
    goals: list[State]
    """The goals in the last layer."""
    states: int
    """The number of states seen, including those beyond the goal."""
    whole: bool
    """Whether these are all reachable states."""

    def stages(self, budget: Budget | None = None) -> list[set[State]]:
        """For each distance from the start, the states on a shortest path to a goal. Raises Undecided."""
        stage = set(self.goals)
        stages = [stage]
        for layer in reversed(self.layers[:-1]):
            stage = _reached(self.box, stage, budget).intersection(layer)
            stages.append(stage)
        return stages[::-1]

    def paths(self) -> Iterator[list[State]]:
        """Every shortest path from the start to a goal, in the order of the states' integers."""
        stages = self.stages()
        path: list[State] = []
        choices = [iter(sorted(stages[0]))]
        while choices:
            state = next(choices[-1], None)
            if state is None:
                choices.pop()
                del path[-1:]
            elif len(choices) == len(stages):
                yield [*path, state]
            else:
                path.append(state)
                choices.append(iter(sorted(self.box.neighbours([state]) & stages[len(path)])))

    def count(self, budget: Budget | None = None) -> int:
        """The number of shortest paths."""
        stages = self.stages(budget)
        ways = dict.fromkeys(stages[-1], 1)
        for stage in reversed(stages[:-1]):
            if budget is not None:
                budget.check()
            ways = {state: sum(ways.get(other, 0) for other in self.box.neighbours([state])) for state in stage}
        return sum(ways.values())


def explore(
    box: Box, budget: Budget | None = None, count_limit: int | None = COUNT_LIMIT, most: int | None = None
) -> Outcome:
    """Search breadth-first from the start to the nearest goal, and on through the component to find its size.

    Args:
        box: the puzzle.
        budget: the limits; None: no limit.
        count_limit: once a goal is found, stop after this total number of states; None: see the whole component.
        most: the most moves to a goal.

    Returns:
        without goals and not whole: a limit was reached, and no path is shorter than ``len(layers)`` moves.
    """
    layers, goals, states = list[Collection[State]](), list[State](), 0
    try:
        for layer in layers_from(box, [box.start], budget):
            states += len(layer)
            if not goals:
                layers.append(_stored(layer, box))
                goals = box.at_goal(layer)
            seen_enough = count_limit is not None and states >= count_limit
            too_far = most is not None and len(layers) > most
            if seen_enough if goals else too_far:
                return Outcome(box, layers, goals, states, False)
    except Undecided:
        return Outcome(box, layers, goals, states, False)
    return Outcome(box, layers, goals, states, True)


def layers_from(box: Box, states: Iterable[State], budget: Budget | None = None) -> Iterator[set[State]]:
    """Yield *states*, then those one move away from them, then those two moves away, ... Raises Undecided."""
    before, layer = set[State](), {*states}
    while layer:
        yield layer
        reached = _reached(box, layer, budget)
        reached -= layer
        reached -= before
        before, layer = layer, reached


def _reached(box: Box, states: Iterable[State], budget: Budget | None) -> set[State]:
    """The states one move away from *states*. Raises Undecided."""
    reached: set[State] = set()
    todo = iter(states)
    while chunk := list(islice(todo, box.chunk)):
        if budget is not None:
            budget.check()
        reached |= box.neighbours(chunk)
    return reached


def _stored(layer: set[State], box: Box) -> Collection[State]:
    return array("Q", layer) if box.packed else tuple(layer)


def moves_of(puzzle: Klotski, box: Box, path: list[State]) -> tuple[Move, ...]:
    """The moves along *path*, from the start, with the letters of the moved pieces."""
    letters = {piece.at: letter for letter, piece in puzzle.pieces.items()}
    moves = []
    for before, after in pairwise(path):
        source, target = box.moved(before, after)
        letters[target] = letters.pop(source)
        moves.append(Move(letters[target], source, target))
    return tuple(moves)
