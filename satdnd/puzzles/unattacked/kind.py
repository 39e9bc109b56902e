"""Most unattacked squares as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from satdnd.bitboard import Cell
from satdnd.budget import Budget
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import EncodingBug, InputError, Undecided
from satdnd.puzzle import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer, Encoding, Fault, Kind, Settings
from satdnd.puzzles.unattacked import formats, rules
from satdnd.puzzles.unattacked.encode import Placement
from satdnd.puzzles.unattacked.model import Unattacked, UnattackedSolution
from satdnd.puzzles.unattacked.optimum import Optimum, images, optimum, quick
from satdnd.sat import Session


class UnattackedKind(Kind[Unattacked, UnattackedSolution]):
    """Q queens that leave as many squares as possible unattacked; every answer is about the optimum."""

    name = "unattacked"
    title = "most unattacked squares"
    suffixes = (".unattacked",)
    certifies = False  # its answers are optima
    rules = rules.RULES

    def from_json(self, record: Mapping[str, Any]) -> Unattacked:
        """One JSON object."""
        return formats.from_json(record)

    def to_json(self, puzzle: Unattacked) -> dict[str, Any]:
        """One JSON object."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Unattacked | InputError]:
        """``HxW Q`` on each line."""
        return formats.read_text(text)

    def to_text(self, puzzle: Unattacked, style: str = "text") -> str:
        """``text``."""
        return formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """Nothing but lines of the form ``HxW Q``."""
        return formats.recognises(text)

    def read_solutions(self, text: str, puzzle: Unattacked) -> Iterator[UnattackedSolution | InputError]:
        """Drawn boards, board integers, JSON."""
        for found in formats.read_solutions(text, puzzle):
            if isinstance(found, InputError):
                yield found
                continue
            queens, told = found
            number = len(rules.unattacked_squares(puzzle.height, puzzle.width, queens)) if told is None else told
            yield UnattackedSolution(puzzle.height, puzzle.width, queens, number)

    def contradiction(self, puzzle: Unattacked, settings: Settings) -> str | None:
        """More queens than squares."""
        if puzzle.queens > puzzle.grid.size:
            return f"{puzzle.queens} queens do not fit on {puzzle.grid.size} squares"
        return None

    def encoding(
        self, puzzle: Unattacked, settings: Settings, *, eager: bool = False
    ) -> Encoding[Unattacked, UnattackedSolution]:
        """Placements with at least ``settings.steps`` unattacked squares; by default as many as `quick` finds."""
        return Placement(puzzle, settings, quick(puzzle) if settings.steps is None else settings.steps)

    def answer(self, puzzle: Unattacked, question: str, settings: Settings, limit: int | None) -> Answer:
        """The optimum, then what was asked about the placements that reach it.

        ``bound`` in the details is what no placement surpasses; below it a placement is ``undecided``.
        """
        begun = time.monotonic()
        deadline = None if settings.timeout is None else begun + settings.timeout
        answer = Answer(puzzle.name, puzzle.kind, UNSOLVABLE, puzzle=puzzle)
        if reason := self.contradiction(puzzle, settings):
            answer.reason, answer.complete = reason, True
        else:
            best = optimum(puzzle, settings, deadline)
            answer.stats.update(best.stats)
            answer.solutions = [best.solution]
            answer.details["bound"] = best.bound
            if best.proved:
                self._about_optima(puzzle, question, settings, limit, best, answer, deadline)
            else:
                answer.status = UNDECIDED
                answer.reason = (
                    f"the best found leaves {best.solution.unattacked} unattacked, and none more than {best.bound}"
                )
        for solution in answer.solutions:
            if faults := self.faults(puzzle, solution, settings):
                raise EncodingBug(f"a wrong placement was caught before it became an answer: {faults[0].message}")
        answer.seconds = time.monotonic() - begun
        return answer

    def _about_optima(
        self,
        puzzle: Unattacked,
        question: str,
        settings: Settings,
        limit: int | None,
        best: Optimum,
        answer: Answer,
        deadline: float | None,
    ) -> None:
        """Complete *answer*, which holds one optimal placement."""
        answer.status = SOLVED
        answer.solutions = answer.solutions if question == "forced" else list(dict.fromkeys(images(best.solution)))
        if question == "forced" or limit is None or len(answer.solutions) < limit:
            try:
                self._by_clauses(puzzle, question, settings, limit, best, answer, deadline)
            except Undecided as error:
                answer.status, answer.reason = UNDECIDED, str(error)
        else:
            del answer.solutions[limit:]
        if question == "unique" and answer.status == SOLVED:
            answer.status = MULTIPLE if len(answer.solutions) > 1 else UNIQUE

    def _by_clauses(
        self,
        puzzle: Unattacked,
        question: str,
        settings: Settings,
        limit: int | None,
        best: Optimum,
        answer: Answer,
        deadline: float | None,
    ) -> None:
        """Further optimal placements, or what is the same in all, from the formula with the optimum as least number."""
        encoding = Placement(puzzle, settings, best.bound)
        budget = Budget(deadline)
        with Session(
            encoding.formula, encoding.best_solver if settings.solver == "auto" else settings.solver
        ) as session:
            if question == "forced":
                model = session.next_model(budget=budget)
                backbone = session.backbone([model[v - 1] for v in encoding.projection] if model else [], budget=budget)
                answer.details |= encoding.describe(puzzle, backbone)
                return
            for solution in answer.solutions:
                session.add(encoding.blocking_clause(puzzle, solution))
            for model in session.enumerate(encoding.projection, budget=budget):
                answer.solutions.append(encoding.decode(puzzle, model))
                if limit is not None and len(answer.solutions) >= limit:
                    return
            answer.complete = True

    def faults(self, puzzle: Unattacked, solution: UnattackedSolution, settings: Settings) -> list[Fault]:
        """Another number of queens than asked for; another number of unattacked squares than said."""
        return rules.faults(puzzle, solution)

    def differences(self, puzzle: Unattacked, one: UnattackedSolution, other: UnattackedSolution) -> list[Cell]:
        """Squares with a queen in only one of them."""
        return sorted(set(one.queens) ^ set(other.queens))

    def remark(self, puzzle: Unattacked, solution: UnattackedSolution) -> str:
        """How many squares are unattacked."""
        return f"{solution.unattacked} unattacked"

    def picture(
        self,
        puzzle: Unattacked,
        solution: UnattackedSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """Queens, the unattacked squares shaded, the attacked ones as dots."""
        height, width, marks = puzzle.height, puzzle.width, set(marked)
        tiles = [[Tile("unknown", "", (r, c) in marks) for c in range(width)] for r in range(height)]
        queens: Iterable[Cell] = ()
        if solution:
            queens = solution.queens
            for r, c in rules.unattacked_squares(height, width, solution.queens):
                tiles[r][c] = Tile("room", "", (r, c) in marks)
        for r, row in enumerate((details or {}).get("forced", ()) if not solution else ()):
            queens = [*queens, *((r, c) for c, square in enumerate(row) if square == "Q")]
            for c, square in enumerate(row):
                tiles[r][c] = Tile("open" if square == "x" else "unknown")
        for r, c in queens:
            tiles[r][c] = Tile("filled", "Q", (r, c) in marks)
        return Picture(tiles)


KIND = UnattackedKind()
