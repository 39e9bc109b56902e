"""The rules of puzzles as values: a statement is one instance of one rule, and knows everything about it.

Start with `statement`: its clauses, the check of a whole board, the constraint that the judge reads, its sentence. The
other modules are the vocabulary, one family of statements each: `count`, `cut` (rules added lazily) with `connected`,
and so on. `unknowns` is what a player marks; a `rulebook` holds all statements of one puzzle. The faces of a statement
share no code: tests hold them against each other. Nothing here knows a kind, runs a solver, or parses a file.
"""
