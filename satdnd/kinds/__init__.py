"""The puzzle kinds, each a file or a folder; `satdnd.registry` lists them, and no kind knows another.

Begin with `akari`, a declaration (`satdnd.declaration`) in one file, then `dungeon`. Folders name their modules alike:
`kind` (the object `KIND`), `model` (puzzle and solution), `rules` (the referee), `formats`, `picture`, `encode`,
`statements` (its rules as values), `techniques`, `generate`, `repair`, `links`.
"""
