"""The judge: whether an explanation is right, found without a clause, a solver, or anything that makes explanations.

Begin with `replay`, which goes through the steps; it reads what rules say in `instances`, which each kind derives from,
and searches with `constraints`. It never looks for steps, judges no words, and is imported by no maker of explanations.
"""
