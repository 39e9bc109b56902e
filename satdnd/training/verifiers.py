"""Puzzles as a taskset of the package verifiers, version 0.4 or later: ``vf-eval satdnd-puzzles``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from verifiers.v1.utils.loaders import load_environment as environment_of, resolve_env_config

from satdnd.training.datasets import dataset
from satdnd.training.scoring import score_answer

TASKSET = "satdnd-puzzles"
"""The id of the taskset."""


class PuzzleTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]  # the package is not there when types are checked
    """The settings, those of `satdnd.dataset`: ``--env.taskset.kind tents``."""

    kind: str = "tents"
    """One kind, or several with commas between them."""
    size: str | None = None
    grade: str | None = None
    seed: int = 0
    count: int = 500


class PuzzleData(vf.TaskData):  # type: ignore[misc]
    """What an answer is judged by."""

    puzzle: str
    solution: str
    claims: str


class RewardedTask(vf.Task[PuzzleData]):  # type: ignore[misc]
    """One puzzle: the question, and a reward for the last reply."""

    @vf.reward(weight=1.0)  # type: ignore[untyped-decorator]
    async def solved(self, trace: vf.Trace) -> float:
        """1.0 if the reply solves the puzzle, otherwise 0.0."""
        return self._score(trace, partial=False)

    @vf.metric  # type: ignore[untyped-decorator]
    async def share(self, trace: vf.Trace) -> float:
        """The share of the board that is right, as ``score_answer`` with *partial* says."""
        return self._score(trace, partial=True)

    def _score(self, trace: vf.Trace, *, partial: bool) -> float:
        return score_answer(trace.last_reply, self.data.model_dump(), partial=partial)


class PuzzleTaskset(vf.Taskset[RewardedTask, PuzzleTasksetConfig]):  # type: ignore[misc]
    """Puzzles one after another, each made when it is asked for."""

    def load(self) -> Iterator[RewardedTask]:
        """The tasks. Raises UsageError for a kind, size or grade that does not exist."""
        own = self.config
        for entry in dataset(own.kind.split(","), size=own.size, grade=own.grade, seed=own.seed, count=own.count):
            used = {name: entry[name] for name in ("puzzle", "solution", "claims")}
            yield RewardedTask(PuzzleData(id=entry["id"], prompt=entry["question"], **used), own.task)


def load_environment(**settings: Any) -> Any:
    """The environment of these puzzles, with one agent that chats. *settings*: those of `PuzzleTasksetConfig`."""
    agent = {"harness": {"id": "null"}}
    return environment_of(resolve_env_config({"taskset": {"id": TASKSET, **settings}, "agent": agent}))
