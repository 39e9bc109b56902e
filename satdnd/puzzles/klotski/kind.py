"""Sliding blocks as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import EncodingBug, InputError, Undecided, UsageError
from satdnd.puzzle import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer, Encoding, Fault, Kind, Settings
from satdnd.puzzles.klotski import formats, rules
from satdnd.puzzles.klotski.model import EMPTY, Klotski, KlotskiSolution, check_metric, shape_name
from satdnd.puzzles.klotski.search import Box, explore, moves_of


class KlotskiKind(Kind[Klotski, KlotskiSolution]):
    """Sliding blocks (Klotski, Huarong Dao)."""

    name = "klotski"
    title = "Sliding blocks"
    suffixes = (".klotski", ".txt")
    certifies = False  # its answers are optima
    rules = rules.RULES

    def from_json(self, record: Mapping[str, Any]) -> Klotski:
        """One JSON object."""
        return formats.from_json(record)

    def to_json(self, puzzle: Klotski) -> dict[str, Any]:
        """One JSON object."""
        return formats.to_json(puzzle)

    def read_text(self, text: str) -> Iterator[Klotski | InputError]:
        """Drawings with notes above."""
        return formats.read_text(text)

    def to_text(self, puzzle: Klotski, style: str = "text") -> str:
        """``text``."""
        return formats.to_text(puzzle)

    def recognises(self, text: str) -> bool:
        """Whether there is a note ``# goal:``."""
        return formats.recognises(text)

    def read_solutions(self, text: str, puzzle: Klotski) -> Iterator[KlotskiSolution | InputError]:
        """JSON, or lines ``a 0,1 -> 1,1``."""
        return formats.read_solutions(text, puzzle)

    def contradiction(self, puzzle: Klotski, settings: Settings) -> str | None:
        """A goal at which the piece would stick out of the box."""
        (r, c), (height, width) = puzzle.goal.at, puzzle.goal_shape
        if r + height > puzzle.height or c + width > puzzle.width:
            return (
                f"a piece of {shape_name((height, width))} at ({r},{c}) would stick out of the box "
                f"of {puzzle.height}x{puzzle.width} cells"
            )
        return None

    def encoding(
        self, puzzle: Klotski, settings: Settings, *, eager: bool = False
    ) -> Encoding[Klotski, KlotskiSolution]:
        """At most ``settings.steps`` moves; None: as many as the search needs.

        Raises:
            UsageError: the metric ``move``, or a number of moves that was not given and could not be found.
        """
        from satdnd.puzzles.klotski.encode import METRICS, Unrolled

        metric, steps = metric_of(puzzle, settings), settings.steps
        if steps is None and metric in METRICS:
            outcome = explore(Box(puzzle, metric), _deadline(settings), count_limit=0)
            if not outcome.goals:
                why = "there is no solution" if outcome.whole else "the time limit was reached"
                raise UsageError(f"the formula needs a number of moves, and the search found none: {why}")
            steps = len(outcome.layers) - 1
        return Unrolled(puzzle, metric, steps or 0)

    def answer(self, puzzle: Klotski, question: str, settings: Settings, limit: int | None) -> Answer:
        """Solutions with the fewest moves, up to *limit*, and a proof by exhaustion that there are no shorter ones.

        ``details``: ``length``; ``states``, how many states the search saw, and ``all_states``, whether these are all
        that can be reached; undecided: ``bound``, the fewest moves that a solution can still have.

        Raises:
            UsageError: ``forced``; an unknown metric; the engine ``sat`` without a limit.
        """
        metric = metric_of(puzzle, settings)
        if question == "forced":
            raise UsageError("klotski has no forced cells: a solution is a list of moves")
        begun = time.perf_counter()
        answer = Answer(puzzle.name, self.name, SOLVED, puzzle=puzzle)
        answer.reason = self.contradiction(puzzle, settings) or ""
        if answer.reason:
            answer.status = UNSOLVABLE
        elif settings.engine == "sat":
            self._answer_by_sat(answer, metric, settings, limit)
        else:
            self._answer_by_search(answer, metric, settings, limit)
        if answer.solutions:
            answer.details["length"] = len(answer.solutions[0].moves)
        if question == "unique" and answer.status == SOLVED:
            answer.status = MULTIPLE if len(answer.solutions) > 1 else UNIQUE
        answer.seconds = time.perf_counter() - begun
        return answer

    def _answer_by_search(self, answer: Answer, metric: str, settings: Settings, limit: int | None) -> None:
        puzzle, deadline = answer.puzzle, _deadline(settings)
        outcome = explore(Box(puzzle, metric), deadline)
        answer.stats = {"method": "search", "metric": metric, "layers": len(outcome.layers)}
        answer.details = {"states": outcome.states, "all_states": outcome.whole}
        if outcome.goals:
            paths = outcome.paths()
            found = (KlotskiSolution(moves_of(puzzle, outcome.box, path), metric) for path in paths)
            self._collect(answer, found, limit, deadline)
        elif outcome.whole:
            answer.status = UNSOLVABLE
            answer.complete = True
            reachable = f"all {outcome.states} states that" if outcome.states > 1 else "the only state that"
            answer.reason = (
                f"{reachable} can be reached {'were' if outcome.states > 1 else 'was'} seen: the goal is not among them"
            )
        else:
            _undecided(answer, len(outcome.layers), "the time limit was reached")

    def _answer_by_sat(self, answer: Answer, metric: str, settings: Settings, limit: int | None) -> None:
        from satdnd.budget import Budget
        from satdnd.puzzles.klotski.encode import Growing

        if settings.timeout is None and settings.steps is None:
            raise UsageError(
                "the engine 'sat' never sees that there is no solution: give it a time limit or a number of moves"
            )
        growing = Growing(answer.puzzle, metric, settings.solver)
        deadline = _deadline(settings)
        try:
            self._collect(answer, growing.solutions(settings.steps, Budget(deadline)), limit, None)
            if not answer.solutions:
                _undecided(answer, growing.bound, "the number of moves was reached")
        except Undecided as error:
            _undecided(answer, growing.bound, str(error))
        finally:
            formula = growing.encoding.formula
            answer.stats = {"method": "sat", "metric": metric, "solver": growing.session.solver}
            answer.stats |= {"variables": formula.variables, "clauses": len(formula.clauses)}
            answer.stats |= growing.session.statistics()
            growing.session.close()

    def _collect(
        self, answer: Answer, found: Iterator[KlotskiSolution], limit: int | None, deadline: float | None
    ) -> None:
        """Take up to *limit* solutions, each checked by the rules."""
        for solution in found:
            if faults := rules.faults(answer.puzzle, solution):
                raise EncodingBug(f"wrong moves were caught before they became an answer: {faults[0].message}")
            answer.solutions.append(solution)
            if limit is not None and len(answer.solutions) >= limit:
                return
            if deadline is not None and time.monotonic() >= deadline:
                answer.status, answer.reason = UNDECIDED, "the time limit was reached before all solutions were listed"
                return
        answer.complete = True

    def count(self, puzzle: Klotski, settings: Settings, deadline: float | None) -> int | None:
        """The number of solutions with the fewest moves, without listing them. Raises Undecided."""
        outcome = explore(Box(puzzle, metric_of(puzzle, settings)), deadline, count_limit=0)
        if not outcome.goals and not outcome.whole:
            raise Undecided("the time limit was reached")
        return outcome.count()

    def faults(self, puzzle: Klotski, solution: KlotskiSolution, settings: Settings) -> list[Fault]:
        """Plays the moves; the metric is the one asked for, else that of the solution."""
        return rules.faults(puzzle, solution, settings.metric)

    def differences(self, puzzle: Klotski, one: KlotskiSolution, other: KlotskiSolution) -> list[Cell]:
        """The cells that hold different pieces in the end; there need not be any."""
        ends = (enumerate("".join(rules.boards(puzzle, solution)[-1])) for solution in (one, other))
        return [divmod(i, puzzle.width) for i, _ in sorted(set(next(ends)) - set(next(ends)))]

    def transcript(self, puzzle: Klotski, solution: KlotskiSolution) -> list[str]:
        """The moves, as many to a line as fit into 80 columns."""
        digits = len(str(len(solution.moves)))
        moves = [f"{number:>{digits}}. {move}" for number, move in enumerate(solution.moves, 1)]
        width = max(map(len, moves), default=0) + 3
        beside = max(1, 80 // width)
        rows = [moves[i : i + beside] for i in range(0, len(moves), beside)]
        return ["".join(f"{move:{width}}" for move in row).rstrip() for row in rows]

    def remark(self, puzzle: Klotski, solution: KlotskiSolution) -> str:
        """``116 steps``."""
        count = len(solution.moves)
        return f"{count} {solution.metric}{'' if count == 1 else 's'}"

    def picture(
        self,
        puzzle: Klotski,
        solution: KlotskiSolution | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """The box; with a solution, as it is after the last legal move."""
        board = rules.boards(puzzle, solution)[-1] if solution else puzzle.board
        shades = {letter: i for i, letter in enumerate(puzzle.pieces)}
        marks = set(marked)
        cells = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width)]
        return Picture(
            tiles=[
                [
                    Tile("open", "", (r, c) in marks)
                    if letter == EMPTY
                    else Tile("piece", letter, (r, c) in marks, shades[letter])
                    for c, letter in enumerate(row)
                ]
                for r, row in enumerate(board)
            ],
            lines_right=frozenset((r, c) for r, c in cells if c + 1 < puzzle.width and board[r][c] != board[r][c + 1]),
            lines_below=frozenset((r, c) for r, c in cells if r + 1 < puzzle.height and board[r][c] != board[r + 1][c]),
            ruled=True,
            title="" if solution else f"goal: {puzzle.goal}",
        )


def metric_of(puzzle: Klotski, settings: Settings) -> str:
    """The metric asked for, else the puzzle's. UsageError for an unknown one."""
    metric = settings.metric or puzzle.metric
    check_metric(metric)
    return metric


def boards(puzzle: Klotski, solution: KlotskiSolution) -> list[tuple[str, ...]]:
    """The box at the start and after each move, one string a row; up to the first illegal move."""
    return rules.boards(puzzle, solution)


def _deadline(settings: Settings) -> float | None:
    return None if settings.timeout is None else time.monotonic() + settings.timeout


def _undecided(answer: Answer, bound: int, reason: str) -> None:
    """No solution is shorter than *bound*; more is not known."""
    answer.status = UNDECIDED
    answer.reason = f"{reason}; no solution has fewer than {bound} moves" if bound > 1 else reason
    answer.details["bound"] = bound


KIND = KlotskiKind()
