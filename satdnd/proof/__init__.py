"""Certificates of uniqueness, made in one module and checked in others.

Begin with `certificate`: the folder that is written, and how it is checked. `writer` asks CaDiCaL for a proof;
`checker` replays proofs and shares nothing with any solver; `cuts` judges lazy connectivity cuts one by one;
`archive` is a certificate as one file.
"""
