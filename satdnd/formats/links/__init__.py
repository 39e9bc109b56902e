"""Links of other programs: recognising them (`address`), and the grammars that kinds share.

Each kind reads its own links in ``links.py`` of its folder; `puzzlink` has the numbers and borders of puzz.link.
"""
