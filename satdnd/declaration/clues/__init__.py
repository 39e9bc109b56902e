"""Families of clues: each is a field of a puzzle, and knows how its clues are written, read, drawn and changed."""
