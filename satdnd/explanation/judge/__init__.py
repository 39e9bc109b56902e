"""The judge: checks explanations without clauses, solvers, or any code that makes explanations.

Begin with `replay`, which checks the steps, and `arguments`, which checks their links. The meaning of a rule is its
constraints (`satdnd.rules`); `search` decides whether constraints can be satisfied. The judge regenerates sentences but
never looks for steps, and no module that makes explanations imports it.
"""
