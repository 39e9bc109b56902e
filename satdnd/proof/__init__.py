"""Certificates of uniqueness or unsolvability: writing them, and checking them with code that shares no solver.

Begin with `certificate`: the folder that is written, and how it is checked. `writer` asks CaDiCaL for a proof;
`checker` replays proofs and shares nothing with any solver; `cuts` judges lazy connectivity cuts one by one;
`archive` stores a certificate as one file.
"""
