"""A formula and whoever decides it: PySAT's solvers or any program that reads DIMACS.

Begin with `formula`: clauses that can say what they mean. `session` is one warm solver with assumptions, budgets,
enumeration, backbones and cores; `external` runs programs, `cores` finds minimal unsatisfiable subsets, `cubes` splits
a formula, `budget` holds the limits on time and memory that everything obeys. This room knows no puzzle.
"""
