"""Reading and writing texts: files, JSON fields, links of other programs, drawn or typed boards.

Begin with `loading`: it finds the puzzles of any input. `recognition` says which kind a text is of, `grids` splits rows
into cells however they are written, `records` reads JSON, `documents` lists the files of other programs, each read by a
module of its own, and `links` has the grammars of their addresses. `texts` is what kinds share to read and write blocks
of lines, `fields` checks JSON, `drawn_boards` reads drawings. The text format of each kind is in the kind's folder.
"""
