"""Kinds as declarations: what a puzzle holds, what a player marks, what the rules say; all else is derived.

Begin with `docs/adding-a-puzzle.md`, which builds one. `clues`, `digits`, `margins`, `areas` and `things` are the
families of clues, fields of a `puzzle`; `views`, `values`, `placed`, `loops` and `bridges` are the families of what is
marked, each with its class of solutions; `latin` has the rules of Latin squares; `kind` puts them together, and derives
`texts`, `repairs`, `words` and a `generator`. A kind replaces by its own what it does better.
"""
