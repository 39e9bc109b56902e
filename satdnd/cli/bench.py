"""``satdnd bench``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from itertools import chain
from typing import Any

import click

from satdnd.bulk.benchmark import VARIED, Comparison, Growth, Row, cells_of, contenders, memory_used
from satdnd.cli import options, run
from satdnd.cli.output import Output
from satdnd.engine.answer import shown
from satdnd.engine.kind import Kind, kind_named, kind_of
from satdnd.engine.options import options_of
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.grid.notation import counted
from satdnd.registry import NAMES
from satdnd.setter.parts import Generator

FORMS = ("svg", "png")
SCALES = (0.75, 1, 1.25, 1.5, 2)
"""Sizes of the boards that are compared if no puzzle is given, as multiples of the usual size."""
LARGER = (2.5, 3)
"""Further sizes, to measure growth."""
REPEATS = "Ask each question N times; its median counts."
EACH = 4
"""The number of puzzles of each size."""
SOLVERS = ("cadical195", "glucose4", "minisat22")
CARDINALITIES = ("totalizer", "seqcounter", "cardnetwrk")
"""The encodings that are compared by default."""


def _varied(function: Any) -> Any:
    """Add repeatable options --way, --solver, ..."""
    for name in reversed(VARIED):
        text = f"A {name} to compare; may be repeated."
        function = click.option(f"--{name}", multiple=True, type=options.SettingValue(name), metavar="NAME", help=text)(
            function
        )
    return function


@click.command("bench", cls=options.KindCommand)
@click.argument("puzzles", metavar="[PUZZLE]...", nargs=-1, type=click.Path())
@options.kind_option
@click.option(
    "--operation",
    type=click.Choice(("unique", "solve", "count", "forced")),
    default="unique",
    show_default=True,
    help="The question to ask of every puzzle.",
)
@_varied
@click.option("--growth", is_flag=True, help="How time, clauses and memory grow with the board, as fitted powers.")
@options.engine_options("timeout", "memory")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the generated puzzles.")
@click.option("--format", "style", type=click.Choice(("text", "json", *FORMS)), help="Text, JSON Lines, or a plot.")
@click.option("--repeats", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help=REPEATS)
@options.output_option
def command(
    puzzles: tuple[str, ...],
    kind: str | None,
    operation: str,
    growth: bool,
    settings: Settings,
    wishes: dict[str, Any],
    seed: int,
    repeats: int,
    style: str | None,
    file: str | None,
    **varied: tuple[str, ...],
) -> None:
    """Compare encodings and solvers: the same puzzles in several ways, in turn, with times, ratios and counts.

    Without PUZZLE, generated dungeons (or puzzles of --kind) of several sizes. With nothing to compare, three solvers,
    each with three encodings of the counts where the kind has a choice. Ratios are to the first way, puzzle by puzzle:
    their median and quartiles. --timeout is 10 seconds per question unless given. Plots need the extra 'bench'
    (pip install 'satdnd[bench]').

    \b
    Examples:
      satdnd bench --solver cadical195 --solver glucose4
      satdnd bench --kind sudoku --output solvers.svg
      satdnd bench --growth --solver cadical195 --output growth.png
    """
    style = options.style_of(
        style, file, "text", {".json": "json", ".jsonl": "json", **{f".{form}": form for form in FORMS}}
    )
    base = replace(settings, timeout=10.0) if settings.timeout is None else settings
    if style in FORMS:
        from satdnd.bulk import plots

        plots.ready(style)
    found = _puzzles(puzzles, kind, seed, growth)
    first = next(found, None)
    if first is None:
        raise UsageError("no puzzle was given")
    choices = {name: values for name, values in varied.items() if values}
    ways = [base] if growth and not choices else contenders(base, choices or _usual(kind_of(first)))
    comparison = Comparison(ways, operation, wishes, repeats)
    with Output(file, "text" if style in FORMS else style) as output:
        largest: dict[int, Any] = {}
        with run.Progress("question") as progress:
            for entry in comparison.ask(_with_largest(chain([first], found), largest)):
                progress.at(f"{entry.label}: {entry.puzzle}")
                if style == "json":
                    progress.pause()
                    output.write_json({"type": "measurement", **entry.__dict__, "counts": dict(entry.counts)})
            memory = _memory(comparison, largest, progress) if growth else {}
        if not comparison.measurements:
            raise UsageError("; ".join(comparison.refused.values()))
        _write(comparison, comparison.growth(memory) if growth else None, style, output)
        if "compilation" not in choices and _unlike(comparison.rows()):
            message = "not all were compiled alike (column 'compiled'): --compilation direct compares like with like"
            click.echo(f"satdnd: {message}", err=True)
        for name, reason in comparison.refused.items():
            click.echo(f"satdnd: left out: {name} ({shown(reason)})", err=True)


def _usual(kind: Kind[Any, Any, Any]) -> dict[str, Sequence[str]]:
    """The default comparison: solvers, and encodings of counts."""
    if "compilation" in kind.choices and "cardinality" in kind.choices:
        return {"solver": SOLVERS, "compilation": ("direct",), "cardinality": CARDINALITIES}
    return {"solver": SOLVERS}


def _puzzles(puzzles: Sequence[str], name: str | None, seed: int, growth: bool) -> Iterator[Any]:
    """The given puzzles, or generated ones."""
    if puzzles:
        run.read_once(*puzzles)
        for item in run.items(puzzles, name):
            if item.error:
                raise item.error
            yield item.puzzle
        return
    from satdnd.setter.generator import generate

    kind = kind_named(name or NAMES[0])
    try:
        wishes = options_of(kind.require(Generator).recipe)
    except UsageError as error:
        raise UsageError(f"{error}; give puzzles") from None
    if not {"height", "width"} <= {wish.name for wish in wishes}:
        yield from generate(kind.name, seed=seed, count=len(SCALES) * EACH)
        return
    for scale in (*SCALES, *LARGER) if growth else SCALES:
        height, width = (round(scale * side) for side in kind.usual_size)
        yield from generate(kind.name, {"height": height, "width": width}, seed=seed, count=EACH)


def _with_largest(puzzles: Iterator[Any], largest: dict[int, Any]) -> Iterator[Any]:
    """Yield the puzzles, keeping one of each size in *largest*."""
    for puzzle in puzzles:
        largest.setdefault(cells_of(puzzle), puzzle)
        yield puzzle


def _memory(comparison: Comparison, one_each: dict[int, Any], progress: run.Progress) -> dict[str, Any]:
    """The memory that one puzzle of each size takes, in a separate process."""
    found: dict[str, list[tuple[int, float]]] = {}
    for name, way in comparison.by_label.items():
        if name in comparison.refused:
            continue
        for cells, puzzle in sorted(one_each.items()):
            progress.at(f"memory of {name}: {puzzle.name}")
            used = memory_used(puzzle, way, comparison.operation, comparison.wishes)
            found.setdefault(name, []).append((cells, used))
    return found


def _write(comparison: Comparison, growth: list[Growth] | None, style: str, output: Output) -> None:
    rows = comparison.rows()
    if growth is not None and not growth:
        raise UsageError("--growth needs puzzles of at least three sizes")
    if style == "json":
        for found in (*rows, *(comparison.rows(sizes=True) if growth else ()), *(growth or ())):
            output.write_json(found.to_json())
    elif style in FORMS:
        from satdnd.bulk import plots

        title = _title(comparison)
        output.write_bytes(plots.growth(growth, style, title) if growth else plots.bars(rows, style, title))
    else:
        output.write(f"{_title(comparison)}\n{_table(comparison.rows(sizes=True) if growth else rows, output.columns)}")
        for entry in growth or ():
            grow = "grows" if entry.what == "memory" else "grow"
            output.write(f"{entry.label}: {entry.what} {grow} as cells^{entry.power:.2f} (fit {entry.fit:.2f})")


def _title(comparison: Comparison) -> str:
    statuses = Counter(
        entry.status for entry in comparison.measurements if entry.label == comparison.measurements[0].label
    )
    summary = ", ".join(f"{count} {status}" for status, count in statuses.most_common())
    sizes = sorted({entry.cells for entry in comparison.measurements})
    board = f"{sizes[0]} cells" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} cells"
    return f"{comparison.operation}, {counted(statuses.total(), 'puzzle')} of {board}: {summary}"


def _unlike(rows: Sequence[Row]) -> bool:
    """Whether the rows differ in how the puzzles were compiled, if known."""
    return len({row.compilation for row in rows if row.compilation}) > 1


def _table(rows: list[Row], columns: int) -> str:
    """A table of medians and counts."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    counts = [what for what in ("clauses", "conflicts", "nodes") if any(what in row.counts for row in rows)]
    table.add_column("way")
    if rows[0].cells is not None:
        table.add_column("cells", justify="right", no_wrap=True)
    undecided = ["undecided"] if any(row.undecided for row in rows) else []
    if unlike := _unlike(rows):
        table.add_column("compiled", no_wrap=True)
    for head in ("median\nms", "worst\nms", "ratio", "spread", *counts, *undecided):
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        numbers = [f"{row.counts[what]:,.0f}" if what in row.counts else "" for what in counts]
        cells = [] if row.cells is None else [str(row.cells)]
        spread = "{:.2f}-{:.2f}".format(*row.spread)
        times = [f"{1e3 * row.median:.2f}", f"{1e3 * row.worst:.1f}", f"{row.ratio:.2f}", spread]
        table.add_row(
            row.label, *cells, *[row.compilation] * unlike, *times, *numbers, *[str(row.undecided)] * len(undecided)
        )
    text = StringIO()
    Console(file=text, width=max(60, columns), color_system=None, legacy_windows=False).print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines())
