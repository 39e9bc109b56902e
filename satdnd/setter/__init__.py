"""Tools for people who set puzzles: generator, drafts, diagnosis, repairs, needless clues, print sheets.

Begin with `diagnosis`: why there is no solution or several, and which changes would fix that. A *repair* is a change of
a puzzle (`findings`) that makes it solvable or, in `uniqueness_repairs`, unique; `needless_clues` finds clues that can
go. `generator` makes puzzles by grade, `drafts` completes a sketch, `booklet` prints. `latin_squares` makes random
ones, and `warm_solver` answers for many puzzles in a row: both are for generators.
"""
