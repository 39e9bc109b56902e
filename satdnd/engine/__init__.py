"""Questions about puzzles of any kind, and how they are answered.

Begin with `kind`: what a kind offers. `solver` answers solve, unique, count and forced, and is the only place where
their answers are made; `search` is one encoding in one session, and `neighbourhood_search` helps it on large boards;
`answer` is what comes back, `tasks` is a question as a value. Every solution passes the referee here. The engine does
not know that explanations, proofs, generators or a command line exist.
"""
