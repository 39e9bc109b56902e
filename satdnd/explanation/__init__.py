"""Explanations: a solution as steps that a person can follow, the next step as a hint, and how hard a puzzle is.

Begin with `explainer` (``explain``) and `hints` (``hint``, why a cell is as it is, what is wrong). They ask `stepper`
for the step that needs fewest statements at once, and have it put into words by `wording`. Under the stepper:
`statements` (what is known, and solvers for one statement or a few), `reason_finder` (why a literal follows),
`counterexamples` with `hitting_sets` (why fewer reasons do not do), `chains` with `implication_tables` (reasons by
propagation). `rating` grades puzzles, `answers` draws steps, `judge` checks explanations by other means. Nothing here
knows a kind of puzzle, decides whether a puzzle has one solution, or parses text: kinds give statements and words,
`satdnd.engine` the solution.
"""
