"""What the scripts share: parts chosen by name, sizes that ``--small`` replaces, clocks, and how samples are told."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

parser = argparse.ArgumentParser(
    description=sys.modules["__main__"].__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("parts", nargs="*", metavar="PART", help="what to measure; without, all")
parser.add_argument("--small", action="store_true", help="the least of everything: does it run?")

SMALL = "--small" in sys.argv
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every start would compile all modules, unlike an installed program


def size(usual: T, small: T) -> T:
    """*usual*, or what ``--small`` takes in its place."""
    return small if SMALL else usual


def run(*parts: Callable[[], Iterator[str]]) -> None:
    """Print the lines of the parts that the command line names, of all where it names none.

    Exits with 2 where it names one that is not there, and with 1 where a part needs a package that is not installed.
    """
    known = {part.__name__: part for part in parts}
    parser.epilog = "Parts:\n" + "\n".join(f"  {name}: {part.__doc__}" for name, part in known.items())
    names = parser.parse_args().parts or list(known)
    for name in names:
        if name not in known:
            parser.exit(2, f"There is no part {name!r}; the parts are {', '.join(known)}.\n")
    missing = 0
    for name in names:
        print(f"## {name}", flush=True)
        try:
            for line in known[name]():
                print(line, flush=True)
        except ModuleNotFoundError as error:
            missing = 1
            print(f"{error.name} is not installed: pip install 'satdnd[bench,fast]'", file=sys.stderr, flush=True)
    sys.exit(missing)


def timed(work: Callable[..., T], *arguments: Any, **named: Any) -> tuple[float, T]:
    """Seconds of processor time that *work* takes, and what it returns."""
    started = time.process_time()
    result = work(*arguments, **named)
    return time.process_time() - started, result


def span(seconds: float) -> str:
    """``1.2 s``, ``34 ms``, ``5.6 us``."""
    factor, unit = next(((f, u) for f, u in ((1, "s"), (1e3, "ms")) if seconds * f >= 1), (1e6, "us"))
    return f"{seconds * factor:.{0 if seconds * factor >= 100 else 2 if seconds * factor < 10 else 1}f} {unit}"


def told(seconds: Sequence[float]) -> str:
    """Median and worst."""
    return f"median {span(statistics.median(seconds))}, worst {span(max(seconds))} of {len(seconds)}"


def megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Spent(NamedTuple):
    """What a command took with all its processes."""

    wall: float
    work: float
    """Seconds of processor time."""
    megabytes: float
    """Of the largest process."""


def command(*arguments: str | Path, folder: Path | None = None) -> Spent:
    """Run ``satdnd`` with *arguments*, start-up and all. RuntimeError where it fails."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "satdnd", *arguments], cwd=folder, stdout=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1: not unique
        raise RuntimeError(f"satdnd {arguments} ended with {process.returncode}")
    return Spent(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
