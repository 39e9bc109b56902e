"""Puzzles as a data set of the package reasoning-gym (extra ``train``): importing this module registers it.

After ``import satdnd.training.reasoning_gym``, ``reasoning_gym.create_dataset("satdnd", kind="tents", seed=1)`` makes
it; composites may name it like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from satdnd.training.datasets import dataset
from satdnd.training.scoring import score_answer

NAME = "satdnd"
"""The name of the data set."""


@dataclass
class PuzzleConfig:
    """The settings of a data set; those of `satdnd.dataset`, with reasoning-gym's name for their number."""

    kind: str | list[str] = "tents"
    board: int | str | None = None
    """Rows and columns, as *size* there: 8, "8x8"."""
    grade: str | None = None
    partial: bool = False
    """Whether wrong answers score the share that is right."""
    seed: int | None = None
    size: int = 500
    """The number of entries."""

    def validate(self) -> None:
        """Raises UsageError for a kind, size or grade that does not exist."""
        self.puzzles()

    def puzzles(self) -> Any:
        """The puzzles."""
        return dataset(self.kind, size=self.board, grade=self.grade, seed=self.seed, count=self.size)


class ReasoningGymDataset(ProceduralDataset):  # type: ignore[misc]  # the package has no types
    """Entries with question, answer and metadata; entry *i* is the same for the same seed."""

    def __init__(self, config: PuzzleConfig) -> None:
        self._puzzles = config.puzzles()
        super().__init__(config, self._puzzles.seed, config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        entry = self._puzzles[idx]
        question, answer = entry.pop("question"), entry.pop("answer")
        about = {"source_dataset": NAME, "source_index": idx, "difficulty": {"grade": entry["grade"]}}
        return {"question": question, "answer": answer, "metadata": {**about, **entry}}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """The score of *answer*, 0.0 to 1.0, by the rules of the kind: see `satdnd.score_answer`."""
        return score_answer(answer, entry["metadata"], partial=self.config.partial)


register_dataset(NAME, ReasoningGymDataset, PuzzleConfig)
