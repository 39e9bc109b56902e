"""What a type checker has to refuse, line by line: what it is told stands behind each."""

from __future__ import annotations

import satdnd

dungeon = satdnd.Dungeon(rows=(2, 2), columns=(2, 2))
sudoku = satdnd.Sudoku((0,) * 16)
klotski = satdnd.Klotski(("a.",), satdnd.Goal((0, 1), "a"))
warm = satdnd.DungeonSolver(4, 4)
solver = satdnd.Solver()

satdnd.solve(dungeon, topologie="tree")  # Unexpected keyword argument "topologie"
satdnd.solve(sudoku, topology="tree")  # Unexpected keyword argument "topology"
satdnd.solve(dungeon, topology=3)  # has incompatible type "Literal[3]"
satdnd.solve(dungeon, topology="flat")  # has incompatible type "Literal['flat']"
satdnd.unique(klotski, technique=("guess",))  # Unexpected keyword argument "technique"
satdnd.count(sudoku, timeout="3")  # has incompatible type "str"
satdnd.forced(dungeon, steps=3)  # Unexpected keyword argument "steps"
satdnd.solutions(klotski, metric="steps")  # has incompatible type "Literal['steps']"
satdnd.diagnose(dungeon, topologie="tree")  # Unexpected keyword argument "topologie"
satdnd.export(sudoku, steps=3)  # Unexpected keyword argument "steps"
satdnd.explain(sudoku, technique="guess")  # has incompatible type "str"
satdnd.solve(42)  # has incompatible type "int"
print(satdnd.solve(dungeon).solutions[0].values)  # has no attribute "values"
print(satdnd.solve(sudoku).solutions[0].board)  # has no attribute "board"
satdnd.faults(dungeon, satdnd.solve(sudoku).solutions[0], topologie="x")  # "topologie"
warm.solve(sudoku)  # has incompatible type "Sudoku"; expected "Dungeon"
warm.unique(klotski)  # has incompatible type "Klotski"; expected "Dungeon"
warm.forced(sudoku)  # has incompatible type "Sudoku"; expected "Dungeon"
warm.count(sudoku)  # has incompatible type "Sudoku"; expected "Dungeon"
warm.solutions(sudoku)  # has incompatible type "Sudoku"; expected "Dungeon"
solver.solve("puzzle.dnd")  # has incompatible type "str"
satdnd.DungeonOptions(topology="flat")  # has incompatible type "Literal['flat']"
satdnd.KlotskiOptions(topology="tree")  # Unexpected keyword argument "topology"
satdnd.Settings(topology="tree")  # Unexpected keyword argument "topology"
satdnd.generate("sudoku", dificulty="hard")  # No overload variant
satdnd.generate("sudoku", difficulty="cruel")  # No overload variant
satdnd.hint(sudoku, 7)  # has incompatible type "int"
print(satdnd.load("x", kind="sudoku")[0].monsters)  # has no attribute "monsters"
