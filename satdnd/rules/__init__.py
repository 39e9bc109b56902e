"""What rules say, as values: a statement is one instance of one rule, and knows all that there is to know of it.

Begin with `statement`: its clauses, whether a board breaks it, the constraint that the judge reads, its sentence. The
other modules are the vocabulary, one family of statements each: `count`, `cut` (what is said lazily) with `connected`,
and so on. `unknowns` says what a player marks; a `rulebook` is all that is said of one puzzle. The faces of a statement
share no code: tests hold them against each other. Nothing here knows a kind, runs a solver, or parses a file.
"""
