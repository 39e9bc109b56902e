"""Puzzles for people who train and test reasoning programs: entries, scores, sets without repeats, cards.

Begin with `datasets`: one kind of puzzle as a sequence of entries. `entries` makes an entry (question, answer, steps,
rating, certificate) and `questions` its words; `scoring` scores answers; `collection` makes a whole set with
`satdnd.bulk`, and `cards` writes and describes it. `satdnd.engine.symmetry` says which puzzles are the same.
"""
