"""The puzzle kinds, a folder each; `satdnd.registry` has the list, and no kind knows another.

Begin with `queens`, which is declared (`satdnd.declaration`) but for what it does better, then `dungeon`. The others
have the same modules: `model` (puzzle and solution), `rules` (the referee), `formats`, `picture`, `encode`, `kind` (the
object `KIND`, which says what there is), and where the kind has them `statements` (its rules as values), `techniques`,
`generate`, `repair`, `links`.
"""
