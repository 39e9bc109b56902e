"""CNF building blocks over literals: counts, connectivity, lines of attack, small blocks of a grid.

Begin with `cardinality`. The docstring of each function states how many clauses and auxiliary variables it makes, and
from which paper it comes. This room knows no puzzle; the folder ``encodings`` beside the package documents it.
"""
