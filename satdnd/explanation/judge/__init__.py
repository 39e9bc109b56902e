"""The judge: whether an explanation is right, found without a clause, a solver, or anything that makes explanations.

Begin with `replay`, which goes through the steps; what rules say are the constraints of `satdnd.rules`, and `search`
tries whether they can be met. It never looks for steps, judges no words, and is imported by no maker of explanations.
"""
