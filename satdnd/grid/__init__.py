"""Sets of cells as integers, and the names of cells.

Begin with `bitboard`: bit ``r*W + c`` is a cell, shifts respect the edges, flood fill finds pieces. `notation` names
cells for people (``r3c5``) and joins lists. This room knows no puzzle and imports nothing but errors.
"""
