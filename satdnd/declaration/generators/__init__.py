"""New puzzles: random solutions, the clues of these, and a set of clues from which none can be left out."""
