"""Puzzles as environments of the package Gymnasium (extra ``train``): an action is a mark, and a mark is final.

Importing this module registers ``satdnd/Puzzle-v0`` for ``gymnasium.make``, with the arguments of `environment`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from satdnd.api import loads, render, styled
from satdnd.draw.picture import Picture
from satdnd.engine.kind import Rules, kind_of, options_for
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import UsageError
from satdnd.explanation.judge.arguments import write
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.step_judge import Claim, Ground
from satdnd.explanation.steps import Explanations
from satdnd.rules.constraint import NO, YES, Domain
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.training.datasets import dataset

NAME = "satdnd/Puzzle-v0"
"""The name of the environment."""
REWARDS = {
    "end": "1 when the last mark solves the puzzle, otherwise 0",
    "rules": "the same; -1, and the end, as soon as some rule alone can no longer be kept",
    "steps": "1 in all, shared by the marks that follow; -1, and the end, after a mark that is wrong",
}
"""What a reward can depend on."""


class PuzzleEnvironment(gymnasium.Env[dict[str, Any], int]):
    """Puzzles with one solution each, one per episode, chosen at random.

    Action ``2*v`` marks variable v as true, ``2*v + 1`` as false, in the order of the kind's unknowns, with all that
    players mark together with it. An action is illegal if its variable has a mark or the puzzle has no such variable:
    it changes nothing, and ``info["illegal"]`` says why. An episode ends when nothing is left to mark.

    Observations: ``marks``, int8 by variable, 1 true, -1 false, 0 open; ``puzzle``, its text. ``info`` has
    ``action_mask`` (int8 by action, for ``action_space.sample``), ``kind``, after an action ``mark`` (JSON) and
    ``sentence``, with the reward "steps" ``verdict`` and ``rules`` (how many are needed at once), and at the end
    ``solved``.

    Args:
        puzzles: of one kind or several, with one solution each; not klotski or unattacked squares.
        reward: one of `REWARDS`.
        most_rules: with the reward "steps", a mark that needs more rules at once is not rewarded; None: no limit.
        render_mode: ``ansi`` (text), ``svg`` or ``rgb_array`` (pixels, with the extras ``pictures`` and ``train``).

    Raises:
        UsageError: no puzzle, or a kind without statements; an unknown reward.
        InputError: from `reset`, for a puzzle that has no solution or several.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "rgb_array"], "render_fps": 4}  # noqa: RUF012  # as in Env

    def __init__(
        self, puzzles: Sequence[Any], reward: str = "end", most_rules: int | None = None, render_mode: str | None = None
    ) -> None:
        if not puzzles:
            raise UsageError("expected a puzzle, or several")
        if reward not in REWARDS:
            raise UsageError(f"unknown reward {reward!r:.60}; known: {', '.join(REWARDS)}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise UsageError(f"unknown render mode {render_mode!r:.60}; known: {self.metadata['render_modes']}")
        self.render_mode = render_mode
        self._puzzles, self._reward, self._most_rules = list(puzzles), reward, most_rules
        self._solver = Solver(Settings(graph_check=False))
        self._ground: Ground | None = None
        for puzzle in puzzles:
            kind_of(puzzle).require(Explanations)
        self._texts = [styled(puzzle, "text") for puzzle in puzzles]
        self._most = max(len(self._book(puzzle).unknowns.names) for puzzle in puzzles)
        letters = "".join(sorted({*"".join(self._texts)}))
        self.observation_space = spaces.Dict(
            {
                "marks": spaces.Box(-1, 1, (self._most,), np.int8),
                "puzzle": spaces.Text(max(map(len, self._texts)), charset=letters),
            }
        )
        self.action_space = spaces.Discrete(2 * self._most)  # type: ignore[assignment]  # an int of numpy

    @staticmethod
    def _book(puzzle: Any) -> Any:
        kind = kind_of(puzzle)
        return kind.require(Rules).book(puzzle, options_for(kind, Settings(), {}))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin with an empty board. *options*: ``{"puzzle": number}`` chooses one, from 0."""
        super().reset(seed=seed)
        wanted = (options or {}).get("puzzle")
        self._number = int(self.np_random.integers(len(self._puzzles)) if wanted is None else wanted)
        self.puzzle = self._puzzles[self._number]
        self._rules = self._book(self.puzzle)
        self._domains: list[Domain] = [NO | YES] * len(self._rules.unknowns.names)
        self._constraints = [statement.constraints() for statement in self._rules.statements]
        if self._ground is not None:
            self._ground.close()
        self._ground = Ground.of(self._solver, self.puzzle)
        write(self._domains, self._rules.shown)
        for x in self._rules.shown:
            write(self._domains, self._rules.unknowns.along(x))
        self._missing = max(1, self._open())
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Mark, and be rewarded."""
        variable, negative = divmod(int(action), 2)
        before = self._open()
        if objection := self._objection(variable):
            return self._observation(), 0.0, not before, False, {**self._info(), "illegal": objection}
        unknowns = self._rules.unknowns
        x = -(variable + 1) if negative else variable + 1
        said = {"mark": list(unknowns.mark(x)), "sentence": unknowns.sentence(x)}
        write(self._domains, [x, *unknowns.along(x)])
        reward, over = 0.0, False
        if self._reward == "rules" and self._breaks(variable):
            reward, over = -1.0, True
        if self._reward == "steps":
            reward, over = self._judged(x, before, said)
        over = over or not self._open()
        if over:
            said["solved"] = self._solved()
            if self._reward != "steps" and said["solved"]:
                reward = 1.0
        return self._observation(), reward, over, False, {**self._info(), **said}

    def action_of(self, mark: Sequence[Any]) -> int:
        """The action of a mark, as hints and steps have them. Raises InputError for what is no mark here."""
        x = self._rules.unknowns.literal(mark)
        return int(2 * abs(x) - 2 + (x < 0))

    def marks(self) -> list[Mark]:
        """The marks on the board, as `satdnd.hint` and `satdnd.judge` take them, less those that the puzzle shows."""
        unknowns, shown = self._rules.unknowns, {*self._rules.shown}
        literals = (v + 1 if d == YES else -v - 1 for v, d in enumerate(self._domains) if d != NO | YES)
        return [unknowns.mark(x) for x in literals if x not in shown]

    def render(self) -> Any:
        """The board in the form of `render_mode`: text, SVG, or an array of rows, columns and three colours."""
        picture = self._picture()
        if self.render_mode == "ansi":
            return render(picture, "text")
        if self.render_mode == "svg":
            return render(picture, "svg")
        if self.render_mode == "rgb_array":
            from PIL import Image

            return np.asarray(Image.open(BytesIO(render(picture, "png", scale=1))).convert("RGB"))
        return None

    def close(self) -> None:
        """Delete the solvers."""
        if self._ground is not None:
            self._ground.close()
            self._ground = None
        self._solver.close()

    def _open(self) -> int:
        """How many variables have no mark."""
        return self._domains.count(NO | YES)

    def _objection(self, variable: int) -> str:
        """Why nothing can be marked there; empty if it can."""
        if not 0 <= variable < len(self._domains):
            return f"this puzzle has {len(self._domains)} variables"
        if self._domains[variable] != NO | YES:
            return f"{self._rules.unknowns.names[variable]} has a mark, and marks are final"
        return ""

    def _breaks(self, variable: int) -> bool:
        """Whether a rule of this variable cannot be kept any more."""
        near = ([one for one in rule if variable in one.scope] for rule in self._constraints)
        return any(one and not satisfiable(one, self._domains, variable, Budget()) for one in near)

    def _judged(self, x: int, before: int, said: dict[str, Any]) -> tuple[float, bool]:
        """The reward of a mark, and whether it is wrong; *before*: how many variables were open."""
        assert self._ground is not None
        verdict = self._ground.verdict(Claim((self._rules.unknowns.mark(x),)))
        if verdict.sound:
            verdict = self._ground.take(verdict, reasons=self._most_rules is not None)
        said |= {"verdict": verdict.verdict, "rules": verdict.rules}
        if not verdict.sound:
            return -1.0, True
        easy = self._most_rules is None or verdict.rules <= self._most_rules
        return (before - self._open()) / self._missing if easy else 0.0, False

    def _solved(self) -> bool:
        """Whether the rules accept the board."""
        if self._open():
            return False
        board = sum(1 << v for v, domain in enumerate(self._domains) if domain == YES)
        kind = kind_of(self.puzzle)
        try:
            solution = self._rules.solution(board)
        except (ValueError, IndexError, KeyError):
            return False
        return not kind.faults(self.puzzle, solution, options_for(kind, Settings(), {}))

    def _observation(self) -> dict[str, Any]:
        marks = np.zeros(self._most, np.int8)
        for v, domain in enumerate(self._domains):
            marks[v] = (domain == YES) - (domain == NO)
        return {"marks": marks, "puzzle": self._texts[self._number]}

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(2 * self._most, np.int8)
        for v, domain in enumerate(self._domains):
            mask[2 * v : 2 * v + 2] = domain == NO | YES
        return {"action_mask": mask, "kind": self.puzzle.kind}

    def _picture(self) -> Picture:
        kind = kind_of(self.puzzle)
        return kind.picture(self.puzzle, details=kind.board(self.puzzle, self.marks()))


def environment(
    kind: str | Sequence[str] = "tents",
    size: int | str | tuple[int, int] | None = None,
    grade: str | None = None,
    seed: int = 0,
    count: int = 20,
    **how: Any,
) -> PuzzleEnvironment:
    """An environment with new puzzles.

    Args:
        kind, size, grade, seed, count: of the puzzles, as for `satdnd.dataset`.
        how: what else `PuzzleEnvironment` takes.
    """
    entries = dataset(kind, size=size, grade=grade, seed=seed, count=count)
    return PuzzleEnvironment([loads(entry["puzzle"])[0] for entry in entries], **how)


gymnasium.register(NAME, environment)
