"""Texts in and out: files, JSON fields, links of other programs, boards that somebody drew or typed.

Begin with `loading`: it finds the kind and the format of whatever comes in. `texts` is what kinds share to read and
write blocks of lines, `fields` checks JSON, `drawn_boards` reads drawings, `links` has the grammars of puzz.link, penpa
and Simon Tatham's collection. What a kind's own text looks like stands in the kind's folder.
"""
