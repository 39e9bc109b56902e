"""Kinds as declarations: what a puzzle holds, what a player marks, what the rules say; all else is derived.

Begin with `docs/adding-a-puzzle.md`, which builds one. `clues` and `margins` are the families of clues, fields of a
`puzzle`; `views` are the families of what is marked, each with its class of solutions; `kind` puts them together, and
derives `texts`, `repairs`, `words` and a `generator`. A kind replaces by its own what it does better.
"""
