"""The judge: whether an explanation is right, found without a clause, a solver, or anything that makes explanations.

Begin with `replay`, which goes through the steps, and `arguments`, which goes through their links; what rules say are
the constraints of `satdnd.rules`, and `search` tries whether they can be met. It has sentences made again, never looks
for steps, and is imported by no maker of explanations.
"""
