"""Kinds as declarations: what a puzzle holds, what a player marks, what the rules say. Everything else is derived.

Start with `docs/adding-a-puzzle.md`, which builds one. `clues`, `digits`, `margins`, `areas` and `things` are the
families of clues, fields of a `puzzle`; `views`, `values`, `placed`, `loops` and `bridges` are the families of what is
marked, each with its class of solutions; `latin` has the rules of Latin squares; `kind` puts them together and derives
`texts`, `repairs`, `words` and a `generator`. A kind replaces any part that it can do better.
"""
