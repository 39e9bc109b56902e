"""Formulas and the solvers that decide them: PySAT's solvers, or any program that reads DIMACS.

Begin with `formula`: clauses that know what they mean. `session` is one warm solver with assumptions, budgets,
enumeration, backbones and cores; `external` runs other programs, `cores` finds minimal unsatisfiable subsets, `cubes`
splits a formula, and `budget` holds the limits on time and memory that everything obeys. This room knows no puzzle.
"""

DEFAULT_SOLVER = "cadical195"
"""The solver where none is named."""
