"""CNF building blocks over literals: counts, connectivity, lines of attack, small blocks of a grid.

Begin with `cardinality`. Each function adds clauses to a formula and says how many, with which auxiliary variables, and
from which paper. They know no puzzle; the folder ``encodings`` beside the package is their book.
"""
