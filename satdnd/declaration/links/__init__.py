"""Links of puzz.link, derived from the clues of a puzzle."""
