"""Tools for people who set puzzles: generator, drafts, diagnosis, repairs, needless clues, print sheets.

Begin with `diagnosis`: why a puzzle has no solution or several, and which changes fix that. A *repair* is a change of a
puzzle (`findings`) that makes it solvable or, in `uniqueness_repairs`, unique; `needless_clues` finds clues that can be
removed. `generator` makes puzzles by grade, `drafts` completes a partial puzzle, `booklet` prints. Generators use
`latin_squares` (random squares) and `warm_solver` (many similar puzzles in a row).
"""
