"""Links of other programs: which program an address is of (`address`), and the grammars that kinds share.

How a kind's own link reads stands in ``links.py`` of its folder; `puzzlink` has the numbers and borders of puzz.link.
"""
