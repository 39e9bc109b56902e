"""Explanations: solutions as steps that a person can follow, hints, and ratings.

Begin with `explainer` (``explain``) and `hints` (``hint``, the reasons for one cell, mistakes on a board). Both ask
`stepper` for the step that needs the fewest statements, and `wording` for its sentence. Below the stepper:
`statements` (known literals, and solvers for any selection of statements), `reason_finder` (reasons for a literal),
`counterexamples` with `hitting_sets` (lower bounds on the number of reasons), `chains` with `implication_tables`
(reasons by propagation). `rating` grades puzzles, `answers` holds and draws results, `judge` checks explanations
independently. Nothing here is specific to a kind of puzzle, decides uniqueness, or parses text: kinds provide
statements and words, `satdnd.engine` the solution.
"""
