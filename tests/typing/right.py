"""What a type checker has to accept: the front door of the package, as its users write it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import satdnd

dungeon = satdnd.Dungeon(rows=(2, 2), columns=(2, 2))
sudoku = satdnd.Sudoku((0,) * 16)
klotski = satdnd.Klotski(("a.",), satdnd.Goal((0, 1), "a"))
unattacked = satdnd.Unattacked(4, 4, 3)
queens = satdnd.Queens(4, 4)

board: int = satdnd.solve(dungeon).solutions[0].board
loops: int = satdnd.unique(dungeon, topology="tree", solver="glucose4").solutions[0].loops
values: tuple[int, ...] = satdnd.solve(sudoku, None, timeout=3, graph_check=False).solutions[0].values
length: int | None = satdnd.solve(klotski, metric="move", steps=20).solutions[0].length
most: int = satdnd.count(unattacked, least=3, memory=10**9).details["count"]
squares: Iterator[satdnd.QueensSolution] = satdnd.solutions(queens, way="backtrack", timeout=0.5)
answer: satdnd.Answer[satdnd.DungeonSolution] = satdnd.forced(dungeon, cardinality="totalizer")
wrong: list[satdnd.Fault] = satdnd.faults(dungeon, satdnd.solve(dungeon).solutions[0], topology="local")
told: str = satdnd.diagnose(dungeon, 1, True, topology="tree", compilation="direct").status
steps: int = len(satdnd.explain(sudoku, technique=("full house",)).steps)
grade: str | None = satdnd.rate(dungeon).grade
repairs: int = len(satdnd.diagnose(sudoku).repairs or ())
step: satdnd.Step | None = satdnd.hint(queens, level="where").step
given: satdnd.Explanation[satdnd.QueensSolution] = satdnd.explain(queens)
formula: str = satdnd.export(dungeon, "opb", connectivity="planar")
kept: Path = satdnd.certify(dungeon, "folder", topology="local")

solver = satdnd.Solver(satdnd.DungeonOptions(topology="tree"))
open_board: int = solver.solve(dungeon, limit=None).solutions[0].board
grid: tuple[int, ...] = solver.unique(sudoku).solutions[0].values
warm = satdnd.DungeonSolver(2, 2, graph_check=False)
tree: bool = warm.unique(dungeon).solutions[0].tree
boards: list[int] = [found.board for found in warm.solutions(dungeon)]
settings: satdnd.Settings = satdnd.KlotskiOptions(metric="slide")
task = satdnd.Task("solve", dungeon, satdnd.DungeonOptions(), {"limit": 2})

(loaded,) = satdnd.load("one.sudoku", kind="sudoku")
clues: tuple[int, ...] = loaded.clues
read: list[satdnd.Dungeon] = satdnd.loads("", "dungeon")
made: Iterator[satdnd.Sudoku] = satdnd.generate("sudoku", difficulty="hard", seed=1)
wished: Iterator[satdnd.Dungeon] = satdnd.generate("dungeon", height=6, needs="connectivity", count=2)
next_step: satdnd.Step | None = satdnd.hint(sudoku, satdnd.solve(sudoku).solutions[0]).step
cells: tuple[tuple[int, ...], ...] = satdnd.solve(sudoku).solutions[0].grid
signs: tuple[tuple[str, ...], ...] = satdnd.solve(dungeon).solutions[0].grid
drawn: satdnd.Picture = satdnd.picture(dungeon)
