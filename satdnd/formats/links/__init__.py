"""Links of other programs: recognising them (`address`), and the grammars that kinds share.

Each kind reads its own links, or they follow from its clues; `puzzlink` has the numbers and borders of puzz.link.
`tatham_games` is the table of Simon Tatham's games, whose IDs need no code in the kinds.
"""
