"""Measure how limits hold: ``python benchmarks/limits.py [NAME...]``. Boards that are too large for most commands.

Each command is a process of its own with --timeout and --memory. A cell of the table says how many seconds it ended
after the time limit (or in how many, where it did before), its seconds of processor time, the most memory that it held,
and its exit status: 3 is undecided, 2 refused. Starting takes 0.3 s of these, which no limit counts, and 30 MB. NAME is
a kind or a command, as the table has it; without, all (some six minutes).
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from math import prod
from pathlib import Path
from random import Random
from subprocess import run
from typing import Any

import satdnd
from satdnd.registry import NAMES

SECONDS, MEMORY = 3.0, 300
"""The limits; the memory in MB."""
PATIENCE = 30.0
"""Seconds beyond the limit after which a process is killed."""


def dungeon() -> Any:
    """Carved; who solves it does not know that it has a solution."""
    from satdnd.setter.generator import generate

    return next(generate("dungeon", {"height": 300, "width": 300, "unique": False}, seed=1))


def sudoku() -> Any:
    """A third of its clues."""
    from satdnd.kinds.sudoku.generate import random_grid

    rng = Random(4)
    return satdnd.Sudoku(tuple(v if rng.random() < 0.36 else 0 for v in random_grid((5, 5), Random(1)).values))


def inshi() -> Any:
    """Rooms of sixteen cells side by side."""
    from satdnd.setter.latin_squares import shifted

    square = shifted(32, Random(1))
    rooms = [tuple((r, i) for i in range(c, c + 16)) for r in range(32) for c in (0, 16)]
    return satdnd.Inshi(32, tuple(satdnd.Room(prod(square[r][c] for r, c in room), room) for room in rooms))


def hashi() -> Any:
    """A mesh: an island on every other cell, one bridge on each edge."""
    last = 254

    def cell(r: int, c: int) -> str:
        return str((r > 0) + (r < last) + (c > 0) + (c < last)) if r % 2 == c % 2 == 0 else "."

    return satdnd.Hashi(tuple("".join(cell(r, c) for c in range(last + 1)) for r in range(last + 1)))


def klotski() -> Any:
    """A thousand single cells between empty ones, the first to come to the last corner."""
    letters = (chr(0x4E00 + i) for i in range(1000))
    rows = ("".join(next(letters, ".") if (r + c) % 2 == 0 else "." for c in range(300)) for r in range(300))
    return satdnd.Klotski(tuple(rows), satdnd.Goal((299, 299), chr(0x4E00)))


def nurikabe() -> Any:
    """A large island in each corner."""
    rows: list[list[int | None]] = [[None] * 300 for _ in range(300)]
    rows[0][0] = rows[0][-1] = rows[-1][0] = rows[-1][-1] = 6000
    return satdnd.Nurikabe(tuple(map(tuple, rows)))


BOARDS: dict[str, tuple[str, Callable[[], Any]]] = {
    "dungeon": ("300x300", dungeon),
    "queens": ("1000x1000", lambda: satdnd.Queens(1000, 1000)),
    "unattacked": ("100x100", lambda: satdnd.Unattacked(100, 100, 900)),
    "sudoku": ("25x25", sudoku),
    "inshi": ("32x32", inshi),
    "hashi": ("255x255", hashi),
    "klotski": ("300x300", klotski),
    "nurikabe": ("300x300", nurikabe),
}
"""By their kinds: how large, and what makes them."""
WISHES = {
    "dungeon": ("--size", "100"),
    "sudoku": ("--size", "25", "--difficulty", "expert"),
    "inshi": ("--size", "64", "--longest-room", "16"),
    "hashi": ("--size", "255", "--difficulty", "expert"),
    "nurikabe": ("--size", "40"),
}
"""What the generators are asked for."""
COMMANDS: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("solve", "unique", "forced", "diagnose", "explain", "hint", "rate", "export")},
    "show": ("show",),
    "show --answers": ("show", "--answers"),
    **{f"show --answers, {form}": ("show", "--answers", "--format", form) for form in ("svg", "png", "pdf")},
    "booklet": ("booklet",),
    "batch": ("batch",),
    "generate": ("generate",),
}
"""By their names in the table."""


def main(names: list[str]) -> None:
    """Print the table; with ``--small`` one cell of it."""
    names = ["queens", "solve"] if names == ["--small"] else names
    if unknown := {*names} - {*BOARDS, *COMMANDS}:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join([*BOARDS, *COMMANDS])}")
    kinds = [name for name in NAMES if name in names] or [*NAMES]
    commands = [name for name in COMMANDS if name in names] or [*COMMANDS]
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:  # elsewhere: what a process holds counts towards the most that those begun by it have held
            run([sys.executable, __file__, "--make", kind, f"{folder}/{kind}.json"], check=True)
        print(f"`--timeout {SECONDS:g} --memory {MEMORY}M`\n")
        print("| command |", *(f" {kind} {BOARDS[kind][0]} |" for kind in kinds), sep="")
        print("|---" * (len(kinds) + 1), "|", sep="")
        for command in commands:
            print(f"| {command} |", end="", flush=True)
            for kind in kinds:
                print(f" {measured(command, kind, Path(folder) / f'{kind}.json')} |", end="", flush=True)
            print()


def measured(command: str, kind: str, file: Path) -> str:
    """One cell of the table."""
    words = [sys.executable, "-m", "satdnd", *COMMANDS[command]]
    if command == "generate":
        if kind not in WISHES:
            return "–"
        words += [kind, "--seed", "1", *WISHES[kind]]
    else:
        words.append(str(file))
    words += ["--timeout", f"{SECONDS:g}", "--memory", f"{MEMORY}M"]
    words += ["--output", str(file.with_name("out.pdf" if command == "booklet" else "out"))]
    silent = [(os.POSIX_SPAWN_OPEN, i, os.devnull, os.O_RDWR, 0) for i in range(3)]
    started = time.monotonic()
    process = os.posix_spawn(words[0], words, os.environ, file_actions=silent)
    while not (found := os.wait4(process, os.WNOHANG))[0]:
        if time.monotonic() - started > SECONDS + PATIENCE:
            os.kill(process, 9)
        time.sleep(0.01)
    late = time.monotonic() - started - SECONDS
    status = os.waitstatus_to_exitcode(found[1])
    when = f"+{late:.1f} s" if late >= 0.05 else f"in {late + SECONDS:.1f} s"
    taken = found[2].ru_utime + found[2].ru_stime
    return f"{when} ({taken:.1f}), {found[2].ru_maxrss // 1000} MB, {'killed' if status < 0 else status}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        _, _, name, path = sys.argv
        Path(path).write_text(satdnd.dumps(BOARDS[name][1](), "json"))
    else:
        main(sys.argv[1:])
