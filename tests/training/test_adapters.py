"""Puzzles in other people's frames, each tried with the real package; skipped where it is not installed."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest
from command_line import PUZZLES

import satdnd
from satdnd.errors import InputError, UsageError


def test_reasoning_gym() -> None:
    """A registered data set: the same entries for the same seed, and scores by the rules."""
    reasoning_gym = pytest.importorskip("reasoning_gym")
    importlib.import_module("satdnd.training.reasoning_gym")

    config = {"kind": ["tents", "hitori"], "board": 4, "seed": 3, "size": 3}
    data = reasoning_gym.create_dataset("satdnd", **config)
    entries = [*data]
    assert [entry["metadata"]["kind"] for entry in entries] == ["tents", "hitori", "tents"]
    assert entries == [*reasoning_gym.create_dataset("satdnd", **config)]
    assert [data.score_answer(entry["answer"], entry) for entry in entries] == [1.0] * 3
    assert [data.score_answer(answer, entries[0]) for answer in (None, "", entries[1]["answer"])] == [0.0] * 3
    with pytest.raises(UsageError, match="unknown grade"):
        reasoning_gym.create_dataset("satdnd", grade="fiendish")


def test_verifiers() -> None:
    """A taskset that the package loads by name; its own scoring rewards the right answer alone."""
    vf = pytest.importorskip("verifiers.v1")
    from satdnd.training.verifiers import load_environment

    environment = load_environment(kind="tents,hitori", size="4", seed=3, count=3)
    tasks = [*environment.taskset]
    assert [task.data.id for task in tasks] == ["tents-4x4-3-1", "hitori-4x4-3-1", "tents-4x4-3-2"]
    assert "Rules:" in tasks[0].data.prompt

    def rewarded(reply: str) -> tuple[float, float]:
        trace = vf.Trace.model_construct(root_reply=reply, rewards={}, metrics={})
        asyncio.run(tasks[0].score(trace))
        return trace.rewards["solved"].score, trace.metrics["share"]

    assert rewarded(f"I think so:\n```\n{satdnd.dataset('tents', size=4, seed=3)[0]['answer']}\n```") == (1.0, 1.0)
    assert rewarded("I give up.") == (0.0, 0.0)


def played(environment: Any, *, wrong: bool = False) -> tuple[float, dict[str, Any]]:
    """The sum of rewards of a player who follows hints, and the last ``info``; *wrong*: the first mark is denied."""
    environment.reset(seed=1)
    total, over, info = 0.0, False, dict[str, Any]()
    while not over:
        step = satdnd.hint(environment.unwrapped.puzzle, environment.unwrapped.marks()).step
        assert step is not None
        for mark in step.cells:
            action = environment.unwrapped.action_of(mark) ^ wrong
            observation, reward, over, _, info = environment.step(action)
            assert observation in environment.observation_space
            total += reward
            if over:
                break
    return total, info


@pytest.mark.parametrize("reward", ["end", "rules", "steps"])
def test_gymnasium(reward: str) -> None:
    """The package's own checks; a player who follows hints earns 1, and a wrong mark is not rewarded."""
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import satdnd.training.gymnasium as ours

    kinds = {"end": "tents", "rules": ["tents", "hitori"], "steps": "slitherlink"}[reward]
    mode = {"end": "ansi", "rules": "svg", "steps": "rgb_array"}[reward]
    made = gymnasium.make(ours.NAME, kind=kinds, size=4, seed=2, count=2, reward=reward, render_mode=mode)
    check_env(made.unwrapped)
    total, info = played(made)
    assert (round(total, 9), info["solved"]) == (1.0, True)
    if reward == "steps":
        assert played(made, wrong=True)[0] == -1.0
    made.close()


def test_gymnasium_objects() -> None:
    """Illegal actions say why and change nothing; a mask leaves them out; a rule that is broken ends the episode."""
    pytest.importorskip("gymnasium")
    from satdnd.training.gymnasium import PuzzleEnvironment

    big, small = satdnd.loads(PUZZLES["sudoku"], "sudoku")[0], satdnd.loads(PUZZLES["hitori"], "hitori")[0]
    environment = PuzzleEnvironment([small, big], reward="rules", render_mode="ansi")
    _, info = environment.reset(options={"puzzle": 0})
    cells = info["action_mask"].sum() // 2
    assert environment.action_space.n > 2 * cells
    before, _, _, _, info = environment.step(2 * cells)
    assert info["illegal"] == f"this puzzle has {cells} variables"
    environment.step(0)
    after, reward, over, _, info = environment.step(1)
    assert "marks are final" in info["illegal"]
    assert (reward, over) == (0.0, False)
    assert (before["marks"] != after["marks"]).sum() == 1
    _, reward, over, _, info = environment.step(2)
    assert (reward, over, info["solved"]) == (-1.0, True, False), "shaded cells side by side"
    assert environment.render() != satdnd.render(small, "text")
    environment.close()
    for wrong in (
        {"puzzles": []},
        {"puzzles": [small], "reward": "fame"},
        {"puzzles": [small], "render_mode": "human"},
    ):
        with pytest.raises(UsageError):
            PuzzleEnvironment(**wrong)
    with pytest.raises(UsageError, match="klotski"):
        PuzzleEnvironment(satdnd.loads(PUZZLES["klotski"], "klotski"))
    several = satdnd.loads("1...\n....\n....\n....\n", "sudoku")
    with pytest.raises(InputError, match="multiple"):
        PuzzleEnvironment(several).reset()
