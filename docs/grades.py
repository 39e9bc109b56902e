"""Write grade and minutes of the generated dungeons into their files, as notes.

``python docs/grades.py`` after a change of the rating; ``--check`` only compares, and says which files are stale.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from satdnd.api import dumps
from satdnd.engine.solver import Solver
from satdnd.explanation.rating import rate
from satdnd.formats.loading import load

FOLDER = Path(__file__).parent.parent / "instances" / "dungeon" / "generated"


def graded(path: Path, solver: Solver) -> tuple[Any, Any]:
    """The puzzle of a file as it stands there, and with the notes that its rating gives."""
    puzzle = load(path)[0]
    answer = rate(solver, puzzle)
    notes = {"grade": answer.grade, "minutes": str(answer.minutes[1])}
    return puzzle, replace(puzzle, extra={**puzzle.extra, **notes})


def main() -> None:
    """Rate all; with ``--check`` status 1 for those that are not as they should be."""
    solver, stale = Solver(), 0
    for path in sorted(FOLDER.glob("*.dnd")):
        puzzle, wanted = graded(path, solver)
        if puzzle.extra == wanted.extra:  # notes do not count where puzzles are compared
            continue
        if sys.argv[1:] == ["--check"]:
            stale += 1
            print(f"{path.name}: the notes say {puzzle.extra}, the rating {wanted.extra}")
        else:
            path.write_text(dumps(wanted), encoding="utf-8")
            print(path.name, wanted.extra["grade"], wanted.extra["minutes"], flush=True)
    sys.exit(bool(stale))


if __name__ == "__main__":
    main()
