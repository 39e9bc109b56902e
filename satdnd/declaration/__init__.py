"""Kinds as declarations: what a puzzle holds, what a player marks, what the rules say. Everything else is derived.

Start with `docs/adding-a-puzzle.md`, which builds one. The clues of a `puzzle` are fields from `clues/`; what a player
marks is a view from `views/`, which has its class of solutions; `kind` puts them together and derives `texts`,
`repairs`, `links/`, `words/` and a generator from `generators/`. `latin`, `area_values`, `binary`, `sights`, `walled`
are what several kinds have in common. A kind replaces any part that it can do better.
"""
