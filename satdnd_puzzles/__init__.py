"""The puzzles of satdnd under a name that the package verifiers finds: ``vf-eval satdnd-puzzles``."""

from satdnd.training.verifiers import PuzzleTaskset

__all__ = ["PuzzleTaskset"]
