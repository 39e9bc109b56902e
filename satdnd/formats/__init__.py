"""Reading and writing texts: files, JSON fields, links of other programs, drawn or typed boards.

Begin with `loading`: it finds the kind and the format of any input. `texts` is what kinds share to read and write
blocks of lines, `fields` checks JSON, `drawn_boards` reads drawings, `links` has the grammars of puzz.link, penpa and
Simon Tatham's collection. The text format of each kind is in the kind's folder.
"""
