"""Views: what a player marks, with its unknowns and solutions, and how marks are read, drawn and checked."""
