"""Compare encodings and solvers: the same questions in several ways, alternating, so that a busy machine affects all.

Seconds are wall time in this process, including compilation if a way compiles; counts are given too, because they are
the same on every machine. The growth of both with the board is fitted as a power of its number of cells.
"""

from __future__ import annotations

import math
import multiprocessing
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from satdnd.engine.answer import ERROR, UNDECIDED
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.kind_files import kind_files, kind_of_file
from satdnd.engine.operations import Operation
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, UsageError

VARIED = ("way", "solver", "compilation", "cardinality", "connectivity")
"""The settings that can be compared, in the order in which labels name them."""
COUNTS = ("variables", "clauses", "conflicts", "propagations", "nodes")
"""The statistics that are reported."""
LEAST_SIZES = 3
"""The least number of board sizes to which growth is fitted."""


@dataclass(frozen=True)
class Measurement:
    """One question asked in one way."""

    label: str
    puzzle: str
    number: int
    """The number of the puzzle, from 1."""
    cells: int
    status: str
    seconds: float
    counts: Mapping[str, int]
    reason: str = ""
    compilation: str = ""
    """``direct`` or ``template``, if the answer states it."""


@dataclass(frozen=True)
class Row:
    """The results of one way on all puzzles, or on those of one size."""

    label: str
    cells: int | None
    """The number of cells; None: all sizes together."""
    puzzles: int
    undecided: int
    median: float
    """Seconds; an undecided puzzle counts with the time it took."""
    worst: float
    ratio: float
    """The median, over puzzles, of the ratio to the first way; all ways answer a puzzle within moments of each
    other.
    """
    spread: tuple[float, float]
    """The lower and upper quartile of these ratios."""
    compilation: str
    """How the puzzles were compiled; several words if not all in the same way."""
    counts: Mapping[str, float]
    """Medians of the statistics."""

    def to_json(self) -> dict[str, Any]:
        """The row as a JSON object."""
        return {"type": "row", **self.__dict__, "counts": dict(self.counts)}


@dataclass(frozen=True)
class Growth:
    """``value = factor * cells ** power``, by least squares on logarithms of the medians."""

    label: str
    what: str
    power: float
    factor: float
    fit: float
    """The square of the correlation, 0 to 1."""
    points: Sequence[tuple[int, float]]
    """Cells and medians."""

    def to_json(self) -> dict[str, Any]:
        """The growth as a JSON object."""
        return {"type": "growth", **self.__dict__, "points": [list(point) for point in self.points]}


def contenders(base: Settings, choices: Mapping[str, Sequence[str]]) -> list[Settings]:
    """Every combination of the values in *choices*, whose keys are among `VARIED`, in the order given."""
    names = [name for name in VARIED if choices.get(name)]
    found = []
    for values in product(*(choices[name] for name in names)):
        changes: dict[str, Any] = dict(zip(names, values, strict=True))
        found.append(replace(base, **changes))
    return list(dict.fromkeys(found))


def labels(ways: Sequence[Settings]) -> list[str]:
    """``glucose4, totalizer``: what differs among *ways*; for a single way, what differs from the defaults."""
    rows = [[str(getattr(options, name)) for name in VARIED] for options in (*ways, *([Settings()] * (len(ways) == 1)))]
    varied = [k for k in range(len(VARIED)) if len({values[k] for values in rows}) > 1]
    return [", ".join(values[k] for k in varied) or "auto" for values in rows[: len(ways)]]


@dataclass
class Comparison:
    """Asks every puzzle in every way.

    Args:
        ways: at least one; ratios are relative to the first.
        operation: one of `satdnd.registry.OPERATIONS`.
        wishes: options of kinds.
        repeats: how often each question is asked; the median counts.

    Raises:
        EncodingBug: two ways decide a puzzle differently (raised while asking).
    """

    ways: Sequence[Settings]
    operation: str = "unique"
    wishes: Mapping[str, Any] = field(default_factory=dict)
    repeats: int = 1
    refused: dict[str, str] = field(default_factory=dict)
    """Ways that cannot handle a puzzle, with the reason; they are left out from then on."""
    measurements: list[Measurement] = field(default_factory=list)

    def ask(self, puzzles: Iterator[Any]) -> Iterator[Measurement]:
        """Yield one measurement after another; they are kept too."""
        solvers = {name: Solver(options, self.wishes) for name, options in self.by_label.items()}
        try:
            for number, puzzle in enumerate(puzzles, 1):
                if number == 1:  # imports and one-time compilation are not measured
                    for solver in solvers.values():
                        Operation(self.operation).ask(solver, puzzle)
                yield from self._ask(number, puzzle, solvers)
        finally:
            for solver in solvers.values():
                solver.close()

    @property
    def by_label(self) -> dict[str, Settings]:
        """The ways, by label."""
        return dict(zip(labels(self.ways), self.ways, strict=True))

    def _ask(self, number: int, puzzle: Any, solvers: Mapping[str, Solver]) -> Iterator[Measurement]:
        decided: dict[str, str] = {}
        seconds = defaultdict[str, list[float]](list)
        for _ in range(self.repeats - 1):
            for name, solver in solvers.items():
                if name not in self.refused:
                    seconds[name].append(Operation(self.operation).ask(solver, puzzle).seconds)
        for name, solver in solvers.items():
            if name in self.refused:
                continue
            answer = Operation(self.operation).ask(solver, puzzle)
            if answer.status == ERROR:
                self.refused[name] = answer.reason
                self.measurements = [entry for entry in self.measurements if entry.label != name]
                continue
            if answer.status != UNDECIDED:
                decided[answer.status] = name
            if len(decided) > 1:
                verdicts = " and ".join(f"{status!r} by {way}" for status, way in decided.items())
                raise EncodingBug(f"two search methods disagree about {puzzle.name!r}: {verdicts}")
            counts = {what: int(answer.stats[what]) for what in COUNTS if what in answer.stats}
            took = statistics.median([*seconds[name], answer.seconds])
            about = number, cells_of(puzzle), answer.status, took, counts, answer.reason
            found = Measurement(name, puzzle.name, *about, str(answer.stats.get("compilation", "")))
            self.measurements.append(found)
            yield found

    def rows(self, sizes: bool = False) -> list[Row]:
        """One row for each way, or with *sizes* for each size and way."""
        found = []
        for cells in sorted({entry.cells for entry in self.measurements}) if sizes else [None]:
            own = [entry for entry in self.measurements if cells in (None, entry.cells)]
            first: dict[int, float] = {}
            for name in self.by_label:
                part = [entry for entry in own if entry.label == name]
                if not part:
                    continue
                first = first or {entry.number: entry.seconds for entry in part}
                ratios = [entry.seconds / max(1e-9, first[entry.number]) for entry in part if entry.number in first]
                found.append(_row(name, cells, part, ratios))
        return found

    def growth(self, memory: Mapping[str, Sequence[tuple[int, float]]] | None = None) -> list[Growth]:
        """The growth of seconds, clauses and *memory* (label -> cells and bytes); empty for fewer than three sizes."""
        points: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
        for row in self.rows(sizes=True):
            points[row.label, "seconds"].append((row.cells or 0, row.median))
            if row.counts.get("clauses"):
                points[row.label, "clauses"].append((row.cells or 0, row.counts["clauses"]))
        for name, known in (memory or {}).items():
            points[name, "memory"] = [(cells, used) for cells, used in known if used > 0]
        return [
            fit_growth(name, what, known) for (name, what), known in points.items() if len(dict(known)) >= LEAST_SIZES
        ]


def cells_of(puzzle: Any) -> int:
    """Rows times columns."""
    tiles = kind_of(puzzle).picture(puzzle).tiles
    return len(tiles) * len(tiles[0])


def fit_growth(name: str, what: str, points: Sequence[tuple[int, float]]) -> Growth:
    """Fit the best power of the number of cells."""
    x, y = ([math.log(max(1e-9, value)) for value in values] for values in zip(*points, strict=True))
    power, offset = statistics.linear_regression(x, y)
    fit = statistics.correlation(x, y) ** 2 if len(set(y)) > 1 else 1.0
    return Growth(name, what, power, math.exp(offset), fit, tuple(points))


def memory_used(puzzle: Any, options: Settings, operation: str, wishes: Mapping[str, Any]) -> float:
    """Bytes by which a separate process grows when it answers *puzzle*; 0 if the system does not report it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    with closing(ours), closing(theirs):
        record = kind_of(puzzle).texts.to_json(puzzle)  # its class may be known to this process alone
        arguments = theirs, kind_files(), record, options, operation, dict(wishes)
        process = context.Process(target=_growth, args=arguments, daemon=True)
        process.start()
        theirs.close()
        try:
            return float(ours.recv())
        except EOFError:
            raise UsageError(f"the process that measured the memory of {puzzle.name!r} ended") from None
        finally:
            process.join()


def _growth(
    pipe: Any,
    files: Sequence[str],
    record: Mapping[str, Any],
    options: Settings,
    operation: str,
    wishes: Mapping[str, Any],
) -> None:
    """In a separate process: answer, and report how far the memory peak exceeds what was in use before."""
    for file in files:
        kind_of_file(file)
    puzzle = kind_named(record["kind"]).texts.from_json(record)
    with closing(Solver(options, wishes)) as solver:
        for name in ("networkx", "pysat.solvers"):  # import these now, so that they are not counted
            import_module(name)
        solver.options_of(kind_of(puzzle))
        before = _resident("VmRSS")
        if before:
            Path("/proc/self/clear_refs").write_text("5")  # resets the peak (proc(5))
        Operation(operation).ask(solver, puzzle)
        pipe.send(_resident("VmHWM") - before if before else 0)


def _resident(field: str) -> int:
    """Bytes of this process, by the name of the field in Linux's /proc; 0 on other systems."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith(f"{field}:")), 0)


def _row(name: str, cells: int | None, part: Sequence[Measurement], ratios: Sequence[float]) -> Row:
    seconds = [entry.seconds for entry in part]
    counts = {}
    for what in COUNTS:
        known = [entry.counts[what] for entry in part if what in entry.counts]
        if known:
            counts[what] = statistics.median(known)
    undecided = sum(entry.status == UNDECIDED for entry in part)
    alone = ratios[0] if ratios else math.nan
    low, ratio, high = statistics.quantiles(ratios, method="inclusive") if ratios[1:] else [alone] * 3
    compiled = " and ".join(sorted({entry.compilation for entry in part if entry.compilation}))
    times = statistics.median(seconds), max(seconds)
    return Row(name, cells, len(part), undecided, *times, ratio, (low, high), compiled, counts)
