"""Measure how limits hold, in every kind: ``python benchmarks/limits.py [NAME...]``. Boards too large for most.

Each command is a process of its own with a time limit, or that and a memory limit. A line says for which kind, board,
command and limits in how many seconds it ended, its seconds of processor time, the most memory that it held, and its
exit status: 3 is undecided, 2 refused; an arrow marks what is beyond `LATE` or `OVER`. Starting takes 0.3 s of these,
which no limit counts, and 30 MB. The last lines are the worst of each command. NAME is a kind, a board, a command or
limits; without, all (hours).
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from subprocess import run
from typing import NamedTuple

from oversized import BOARDS, board

import satdnd
from satdnd.registry import NAMES

SECONDS, MEMORY = 3.0, 300
"""The limits; the memory in MB."""
LIMITS = {"time": ("--timeout", f"{SECONDS:g}"), "both": ("--timeout", f"{SECONDS:g}", "--memory", f"{MEMORY}M")}
"""What the commands are given: time alone, as a memory limit ends much before it takes any."""
LATE, OVER = 7.0, 150
"""The seconds of processor time within which a command should end, and the MB that it may hold beyond the limit."""
PATIENCE = 30.0
"""Seconds beyond the limit after which a process is killed."""
GENERATED = {"sudoku": "25", "unattacked": "20", **dict.fromkeys(("skyscrapers", "futoshiki", "kenken"), "32")}
"""The sizes that the generators are asked for, of those that have none of 40x40."""
COMMANDS: dict[str, tuple[str, ...]] = {
    **{name: (name,) for name in ("solve", "unique", "forced", "diagnose", "explain", "hint", "rate", "export")},
    "unique --proof": ("unique",),
    "show": ("show",),
    "show --answers": ("show", "--answers"),
    **{f"show --answers, {form}": ("show", "--answers", "--format", form) for form in ("svg", "png", "pdf")},
    "booklet": ("booklet",),
    "batch": ("batch",),
    "generate": ("generate",),
}
"""By their names in the table."""


class Cost(NamedTuple):
    """What one command took."""

    seconds: float
    processor: float
    """Seconds of processor time."""
    memory: int
    """The most that it held, in MB."""
    status: int

    def __str__(self) -> str:
        status = "killed" if self.status < 0 else self.status
        return f"{self.seconds:.1f} s ({self.processor:.1f}), {self.memory} MB, {status}"


def main(names: list[str]) -> None:
    """Print a line for each; with ``--small`` one of them."""
    names = ["queens", "1x1000", "solve", "both"] if names == ["--small"] else names
    parts = NAMES, BOARDS, COMMANDS, LIMITS
    if unknown := {*names} - {name for known in parts for name in known}:
        sys.exit(
            f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(name for known in parts for name in known)}"
        )
    kinds, boards, commands, limits = ([name for name in known if name in names] or [*known] for known in parts)
    costs: dict[str, dict[str, Cost]] = {}
    print(f"time: {' '.join(LIMITS['time'])}; both: {' '.join(LIMITS['both'])}\n")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "board.json"
        for kind, shape in product(kinds, boards):
            # elsewhere: what a process holds counts towards the most that those begun by it have held
            run([sys.executable, __file__, "--make", kind, shape, file], check=True)
            for command, limit in product(commands, limits):
                if file.stat().st_size if command != "generate" else shape == "300x300":
                    where = f"{kind} {shape}, {limit}"
                    cost = costs.setdefault(command, {})[where] = measured(command, kind, file, LIMITS[limit])
                    over = cost.memory > MEMORY + OVER and limit == "both"
                    mark = "  <--" if cost.processor > LATE or cost.status < 0 or over else ""
                    print(f"{command} {where}: {cost}{mark}", flush=True)
    print("\n| command | longest | most processor time | most memory |\n|---|---|---|---|")
    for command, found in costs.items():
        print(f"| {command} ", end="")
        for field, unit in (("seconds", " s"), ("processor", " s"), ("memory", " MB")):
            counted = {where: cost for where, cost in found.items() if field != "memory" or where.endswith("both")}
            where = max(counted, key=lambda where: getattr(counted[where], field), default="")
            print(f"| {getattr(counted[where], field):.4g}{unit}, {where} " if where else "| ", end="")
        print("|")


def measured(command: str, kind: str, file: Path, limits: tuple[str, ...]) -> Cost:
    """What *command* takes for the puzzle in *file*; `generate`, for one of *kind*."""
    words = [sys.executable, "-m", "satdnd", *COMMANDS[command]]
    if command == "generate":
        words += [kind, "--seed", "1", "--size", GENERATED.get(kind, "40")]
    elif command == "unique --proof":
        words += [str(file), "--proof", str(file.with_name("proof"))]
    else:
        words.append(str(file))
    words += [*limits, "--output", str(file.with_name("out.pdf" if command == "booklet" else "out"))]
    silent = [(os.POSIX_SPAWN_OPEN, i, os.devnull, os.O_RDWR, 0) for i in range(3)]
    started = time.monotonic()
    process = os.posix_spawn(words[0], words, os.environ, file_actions=silent)
    while not (found := os.wait4(process, os.WNOHANG))[0]:
        if time.monotonic() - started > SECONDS + PATIENCE:
            os.kill(process, 9)
        time.sleep(0.01)
    used = found[2]
    return Cost(
        time.monotonic() - started,
        used.ru_utime + used.ru_stime,
        used.ru_maxrss // 1000,
        os.waitstatus_to_exitcode(found[1]),
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--make"]:
        _, _, name, shape, path = sys.argv
        puzzle = board(name, shape)
        Path(path).write_text("" if puzzle is None else satdnd.dumps(puzzle, "json"))
    else:
        main(sys.argv[1:])
