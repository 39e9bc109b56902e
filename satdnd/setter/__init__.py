"""For people who set puzzles: new puzzles, drafts, what is wrong with one, repairs, needless clues, print sheets.

Begin with `diagnosis`: why there is no solution or several, and what would repair it. A *repair* is a change of a
puzzle (`findings`), whether it makes a puzzle solvable or, as in `uniqueness_repairs`, unique;
`needless_clues` can go. `generator` makes puzzles by grade, `drafts` completes a sketch, `booklet` prints;
`latin_squares` are random ones, and `warm_solver` answers for many puzzles in a row: both are for generators.
"""
