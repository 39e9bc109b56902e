"""Plots of comparisons with matplotlib (the extra ``bench``)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from satdnd.bulk.benchmark import Growth, Row
from satdnd.draw import extra

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's palette, distinguishable with any kind of colour vision (jfly.uni-koeln.de/color)."""
MARKERS = "osD^vPX"
_UNITS = {"seconds": "seconds, median", "clauses": "clauses", "memory": "megabytes"}


def ready(form: str) -> None:
    """Raise UsageError, with what to install, if matplotlib is missing."""
    extra.needed("matplotlib", f"plots in {form.upper()}", "bench")


def bars(rows: Sequence[Row], form: str, title: str) -> bytes:
    """Bars of the median of each way, with the worst value as a thin line.

    Args:
        rows: at least one, of all sizes together.
        form: 'svg' or 'png'.
        title: the heading.
    """
    figure = _figure(7, 1.6 + 0.32 * len(rows))
    axes = figure.add_subplot()
    places = range(len(rows))
    medians = [1e3 * row.median for row in rows]
    axes.barh(places, medians, color=COLOURS[0], height=0.6)
    axes.hlines(places, medians, [1e3 * row.worst for row in rows], color="#555555", linewidth=1)
    for place, row in zip(places, rows, strict=True):
        text = f" {row.ratio:.2f} x" + (f", {row.undecided} undecided" if row.undecided else "")
        axes.annotate(text, (1e3 * row.worst, place), va="center", fontsize=8)
    axes.set_yticks(list(places), [row.label for row in rows])
    axes.invert_yaxis()
    axes.margins(x=0.25)
    axes.set_xlabel("milliseconds per puzzle (bar: median, line: worst; number: ratio to the first)", fontsize=8)
    axes.set_title(title, loc="left", fontsize=10)
    return _saved(figure, form)


def growth(found: Sequence[Growth], form: str, title: str) -> bytes:
    """Medians against cells on logarithmic axes, with the fitted powers; one plot each for seconds, clauses and memory.

    Args:
        found: at least one.
        form: 'svg' or 'png'.
        title: the heading.
    """
    whats = list(dict.fromkeys(entry.what for entry in found))
    labels = list(dict.fromkeys(entry.label for entry in found))
    figure = _figure(1 + 4.2 * len(whats), 4.4)
    for i, what in enumerate(whats, 1):
        axes = figure.add_subplot(1, len(whats), i)
        scale = 2**-20 if what == "memory" else 1.0
        for entry in (entry for entry in found if entry.what == what):
            k = labels.index(entry.label)
            cells = [cells for cells, _ in entry.points]
            style: dict[str, Any] = {"color": COLOURS[k % len(COLOURS)]}
            values = [scale * value for _, value in entry.points]
            text = f"{entry.label}: cells^{entry.power:.2f}"
            axes.plot(cells, values, MARKERS[k % len(MARKERS)], label=text, markersize=5, **style)
            axes.plot(cells, [scale * entry.factor * n**entry.power for n in cells], linewidth=1, **style)
        axes.set(xscale="log", yscale="log", xlabel="cells", ylabel=_UNITS[what])
        ticks = sorted({cells for entry in found for cells, _ in entry.points})
        axes.set_xticks(ticks, [str(cells) for cells in ticks], fontsize=7, rotation=45)
        axes.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    figure.suptitle(title, x=0.02, ha="left", fontsize=10)
    return _saved(figure, form)


def _figure(width: float, height: float) -> Any:
    from matplotlib.figure import Figure  # without pyplot, which needs a display or settings

    return Figure(figsize=(width, height), layout="constrained")


def _saved(figure: Any, form: str) -> bytes:
    file = BytesIO()
    dated = {"Date": None} if form == "svg" else None  # the same plot always gives the same file
    figure.savefig(file, format=form, dpi=150, metadata=dated)
    return file.getvalue()
