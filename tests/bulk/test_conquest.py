"""Cube and conquer: the answers of the direct way, proofs composed of those of cubes, and workers that die."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from test_batch import call, gone, start, wait_for, workers_of
from test_cluster import machines

from satdnd.bulk import conquest
from satdnd.bulk.conquest import Conquer, Conquest, Outcome, Part, Quest
from satdnd.bulk.workers import Crew, Report, Work, Workers
from satdnd.engine.answer import MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.kind import kind_of
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, Undecided, UsageError
from satdnd.formats.loading import load, read_text
from satdnd.kinds.dungeon.carve import Carving, carve, puzzle_of
from satdnd.kinds.dungeon.model import DungeonOptions
from satdnd.proof.certificate import check, write
from satdnd.proof.checker import check_drat, check_lrat, to_drat
from satdnd.proof.composing import Cube, Tree, lifted
from satdnd.proof.writer import refute
from satdnd.sat.budget import Budget
from satdnd.sat.cubes import Lookahead
from satdnd.sat.formula import Clause, Formula
from satdnd.sat.session import Session, TooManyCuts

ROOT = Path(__file__).parents[2]
INSTANCES = ROOT / "instances"
EIGHT = INSTANCES / "dungeon" / "example-8x8.dnd"
TWO = INSTANCES / "dungeon" / "two-solutions.dnd"


class Here(Crew):
    """Three workers without processes, which end in any order; some die."""

    aim = 1.0

    def __init__(self, work: Work, deaths: Sequence[Cube | None] = (), seed: int = 0) -> None:
        self._asks = [work() for _ in range(3)]
        self._chance = random.Random(seed)
        self._deaths = list(deaths)
        """Of whom somebody dies, each time that it is here."""
        self._open: dict[int, Part] = {}
        self.refuted: list[Cube] = []
        self.sought: list[tuple[Part, Outcome]] = []

    @property
    def idle(self) -> bool:  # type: ignore[override]
        """Up to three at a time."""
        return len(self._open) < 3

    def room(self, ahead: bool) -> bool:
        """Nobody has two."""
        return self.idle

    def give(self, chunk: int, work: Sequence[Part], careful: bool) -> None:
        """One more."""
        (self._open[chunk],) = work

    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """Of one of them; sometimes the result comes before the end, and the end may be a death."""
        chunk = self._chance.choice(sorted(self._open))
        part = self._open.pop(chunk)
        if part.cube in self._deaths:
            self._deaths.remove(part.cube)
            return [Report(chunk, lost="killed by a test", deaths=1)]
        (outcome,) = self._chance.choice(self._asks)([part])
        if part.cube is None:
            self.sought.append((part, outcome))
        elif outcome.refuted:
            self.refuted.append(part.cube)
        how = self._chance.randrange(3)
        told = Report(chunk, [outcome], over=not how)
        return [told] if not how else [told, Report(chunk, over=how == 1, lost="by chance" * (how == 2))]

    def close(self) -> None:
        """Nothing is left."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small boards are split, too."""
    monkeypatch.setattr(conquest, "FIRST", 1)
    monkeypatch.setattr(conquest, "ENOUGH", 1000)


def one(path: Path) -> Any:
    """The puzzle in a file."""
    (puzzle,) = load(path)
    return puzzle


def dungeon(text: str) -> Any:
    """The puzzle in *text*."""
    return next(iter(read_text(text))).puzzle


def answered(answer: Answer[Any]) -> tuple[Any, ...]:
    """What two ways must agree on."""
    return answer.status, answer.complete, {json.dumps(s.to_json(), sort_keys=True) for s in answer.solutions}


# searching


@pytest.mark.usefixtures("impatient")
def test_every_solution_is_in_one_cube() -> None:
    """A sudoku with 72 solutions: all, each once; the cubes that were closed cover everything without overlap."""
    free = next(iter(read_text(json.dumps({"kind": "sudoku", "clues": "1..............."})))).puzzle
    kind = kind_of(free)
    options = kind.options()
    direct = Solver(options).solve(free, None)
    crews = list[Here]()

    def crew(work: Work) -> Here:
        """Kept, to be looked at."""
        crews.append(Here(work, seed=len(crews)))
        return crews[-1]

    found = Solver(options, sat=Conquer(crew)).solve(free, None)
    assert answered(found) == answered(direct)
    assert len(found.solutions) == len(direct.solutions) == 72
    leaves = crews[0].refuted
    assert len(leaves) == found.stats["cubes"] > 5
    for one_leaf, other in itertools.combinations(leaves, 2):
        assert any(-x in other for x in one_leaf)
    assert sum(2.0 ** -len(leaf) for leaf in leaves) == 1
    encoding = kind.compiled(free, options, Budget())
    for solution in direct.solutions:
        model = set(encoding.literals(free, solution))
        where = [leaf for leaf in leaves if not any(-x in model for x in leaf)]
        told = set(encoding.projection) - {abs(x) for x in model}  # a kind may tell what is true alone
        assert sum(all(x in model or (x < 0 and -x in told) for x in leaf) for leaf in where) == 1


@pytest.mark.usefixtures("impatient")
def test_answers_are_those_of_the_direct_way() -> None:
    """Of instances of every kind that searches by clauses, and of small carved dungeons with counts left out."""
    paths = ["dungeon/example-6x6.dnd", "dungeon/two-solutions.dnd", "dungeon/course-p1.dnd"]
    puzzles = [one(INSTANCES / path) for path in paths]
    puzzles += [dungeon(text) for text in (" 11\n1..\n2..\n", " 10\n0..\n1..\n")]
    chance = random.Random(1)
    for _ in range(6):
        walls, treasures = carve(Carving(5, 6, 0), chance)
        puzzle = puzzle_of(5, 6, walls, treasures)
        some = tuple(None if chance.random() < 0.3 else count for count in puzzle.rows)
        puzzles.append(replace(puzzle, rows=some))
    statuses = set()
    for puzzle in puzzles:
        direct = Solver().unique(puzzle)
        found = Solver(sat=Conquer(Here)).unique(puzzle)
        statuses.add(found.status)
        assert found.status == direct.status
        if found.status != MULTIPLE:
            assert answered(found) == answered(direct)
    assert statuses == {UNIQUE, MULTIPLE, UNSOLVABLE}


@pytest.mark.usefixtures("impatient")
def test_cuts_that_run_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is the self-contained formula, and what was found before does not come again."""
    free = dungeon(" ????\n" + "?....\n" * 4)
    direct = Solver().solve(free, None)
    monkeypatch.setattr(conquest, "MOST_CUTS", 0)
    found = Solver(sat=Conquer(Here)).solve(free, None)
    assert answered(found) == answered(direct)
    assert len(found.solutions) == len(direct.solutions)
    assert issubclass(TooManyCuts, Exception)


def test_what_is_learnt_follows() -> None:
    """Clauses that a session tells hold in every model of its formula, whatever was assumed and blocked meanwhile."""
    told = 0
    for seed in range(15):
        chance = random.Random(seed)
        formula = Formula()
        formula.pool.block(10)
        for _ in range(38):
            formula.add(*(chance.choice((-1, 1)) * v for v in chance.sample(range(1, 11), 3)))
        with Session(formula, "glucose4", sharing=True) as session:
            list(session.enumerate(range(1, 11), [chance.choice((-1, 1))]))
            learnt = session.learnt(5)
            assert session.learnt(5) == []
        told += len(learnt)
        for signs in itertools.product((-1, 1), repeat=10):
            model = {sign * v for v, sign in enumerate(signs, 1)}
            if all(model & set(clause) for clause in formula.clauses):
                assert all(model & set(clause) for clause in learnt)
    assert told > 15


def test_limits() -> None:
    """Of time and of memory, and a stop from outside."""
    slow = dungeon(" " + " ".join("?" * 20) + "\n" + ("? " + "." * 20 + "\n") * 20)
    crew = Conquer(Here)
    assert Solver(DungeonOptions(timeout=0.0), sat=crew).unique(slow).reason == "the time limit was reached"
    stopped = Solver(budget=lambda: Budget.of(stop=lambda: True), sat=crew).unique(slow)
    assert (stopped.status, stopped.reason) == (UNDECIDED, "stopped")
    small = Solver(DungeonOptions(memory=1000), sat=crew).unique(slow)
    assert small.status == UNDECIDED
    assert "memory limit" in small.reason


@pytest.mark.usefixtures("impatient")
def test_a_cube_that_kills() -> None:
    """Once: somebody else gets it. Twice: undecided, with the reason."""
    puzzle = one(TWO)
    direct = Solver().solve(puzzle, None)
    once = Solver(sat=Conquer(lambda work: Here(work, [()]))).solve(puzzle, None)
    assert answered(once) == answered(direct)
    twice = Solver(sat=Conquer(lambda work: Here(work, [(), ()]))).solve(puzzle, None)
    assert twice.status == UNDECIDED
    assert twice.reason == "2 workers died of the same part of it: killed by a test (--memory sets a limit)"


def test_what_is_refused(tmp_path: Path) -> None:
    """A way that is not shared, a program outside, a solver or option that there is not, both kinds of workers."""
    sheep = call("example", "klotski")
    done = call("unique", "--kind", "klotski", "--workers", "2", "-", stdin=sheep.stdout)
    assert done.exit_code == 2
    assert "one klotski puzzle is not shared by workers: 'search' searches alone" in done.stderr
    with pytest.raises(UsageError, match="a program outside cannot share a puzzle"):
        Solver(DungeonOptions(solver="external:true"), sat=Conquer(Here)).unique(one(EIGHT))
    with pytest.raises(UsageError, match="has no cardinality"):
        Solver(DungeonOptions(cardinality="nonsense"), sat=Conquer(Here)).unique(one(EIGHT))
    both = call("unique", "--workers", "2", "--cluster", "tcp://here:1", str(EIGHT))
    assert both.exit_code == 2
    assert "a cluster has workers of its own" in both.stderr


# proofs


def unsatisfiable(chance: random.Random) -> list[Clause] | None:
    """Random clauses over seven variables without a model, or None."""
    size = chance.randint(15, 45)
    clauses = [
        [chance.choice((-1, 1)) * v for v in chance.sample(range(1, 8), chance.choice((1, 2, 3, 3, 3)))]
        for _ in range(size)
    ]
    return None if refute(clauses) is None else clauses


def test_composed_proofs_of_random_formulas() -> None:
    """Any tree over any variables: the proof holds, with hints and without; cut short it does not."""
    proved = resolved = 0
    for seed in range(80):
        chance = random.Random(seed)
        clauses = unsatisfiable(chance)
        if clauses is None:
            continue
        tree = Tree(len(clauses))
        waiting: list[Cube] = [()]
        while waiting:
            cube = waiting.pop()
            left = sorted(set(range(1, 9)) - {abs(x) for x in cube})  # the last is no variable of the clauses
            if len(cube) < 4 and chance.random() < 0.7:
                v = chance.choice(left)
                tree.split(cube, v)
                waiting += [(*cube, v), (*cube, -v)]
            else:
                lrat = refute([*([x] for x in cube), *clauses])
                assert lrat is not None
                tree.refuted(cube, lifted(lrat, cube))
        lines = tree.composed()
        drat = list(to_drat(clauses, lines))
        assert check_lrat(clauses, lines) is None
        assert check_drat(clauses, drat) is None
        assert check_lrat(clauses, lines[:-1]) is not None
        proved += 1
        resolved += lines[-1].split()[1:2] == ["0"] and len(lines) > 3
    assert proved > 30
    assert resolved > 15


def test_rat_lemmas_stay_in_their_cube() -> None:
    """They depend on what is not there."""
    with pytest.raises(UsageError, match="RAT"):
        lifted(["3 -1 0 -1 2 0"], (1,))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("path", [EIGHT, INSTANCES / "dungeon" / "example-6x6.dnd"], ids=lambda path: path.stem)
def test_certificates(path: Path, tmp_path: Path) -> None:
    """Composed of many cubes, `check` accepts them; without hints they hold, too."""
    puzzle, conquer = one(path), Conquer(Here)
    options = DungeonOptions()
    answer = Solver(sat=conquer).unique(puzzle)
    folder = write(tmp_path / "c", answer, options, refuter=conquer.refute)
    assert check(folder).status == VALID
    formula = Formula.from_dimacs((folder / "formula.cnf").read_text())
    proof = (folder / "proof.drat").read_text().splitlines()
    assert check_drat(formula.clauses, proof) is None
    assert (folder / "proof.lrat").read_bytes() != (write(tmp_path / "d", answer, options) / "proof.lrat").read_bytes()


@pytest.mark.usefixtures("impatient")
def test_a_wrong_answer_is_not_certified(tmp_path: Path) -> None:
    """Its formula has a model, in some cube. Limits hold while it is refuted, too."""
    answer = Solver().unique(one(TWO))
    answer.status = UNIQUE
    with pytest.raises(EncodingBug, match="has a model"):
        write(tmp_path / "c", answer, DungeonOptions(), refuter=Conquer(Here).refute)
    with pytest.raises(Undecided, match="the time limit"):
        write(tmp_path / "c", answer, DungeonOptions(), Budget.of(0.0), refuter=Conquer(Here).refute)


# lookahead


def test_lookahead() -> None:
    """The variable that determines most on both sides; what is refuted is followed; nothing where nothing is left."""
    formula = Formula()
    formula.pool.block(7)
    formula.extend([[-1, 2], [-1, 3], [1, 4], [1, 5], [-6, 2], [-6, -2], [7]])
    with Lookahead(formula, range(1, 8)) as ahead:
        split = ahead.split([])
        assert split is not None
        assert (split.variable, split.followed) == (1, [-6, 7])
        assert ahead.split([1, -4, -5, -6]) is None
        refuted = ahead.split([6])
        assert refuted is not None
        assert refuted.variable == 0


# seeking


def large(seed: int, side: int = 14, rooms: int = 1) -> Any:
    """A carved puzzle that is searched with native constraints, and by seeking."""
    walls, treasures = carve(Carving(side, side, rooms), random.Random(seed))
    return puzzle_of(side, side, walls, treasures, name=f"large {seed}")


def conquered(puzzle: Any, crews: list[Here], deaths: Sequence[Cube | None] = (), seed: int = 0) -> Answer[Any]:
    """Whether it is unique, with who was at it."""

    def crew(work: Work) -> Here:
        """Kept, to be looked at."""
        crews.append(Here(work, deaths, seed))
        return crews[-1]

    return Solver(sat=Conquer(crew)).unique(puzzle)


@pytest.mark.parametrize("first", [1, 2000])
def test_seekers_find_what_provers_find(monkeypatch: pytest.MonkeyPatch, first: int) -> None:
    """Unique, multiple, unsolvable; a solution that both find is told once. Nobody seeks where there is no way to."""
    monkeypatch.setattr(conquest, "FIRST", first)
    statuses, crews = set(), list[Here]()
    for seed in range(12):
        puzzle = large(seed)
        if seed % 4 == 3:
            puzzle = replace(puzzle, monsters=puzzle.monsters[1:])
        direct, found = Solver().unique(puzzle), conquered(puzzle, crews, seed=seed)
        assert found.status == direct.status
        if found.status == MULTIPLE:
            assert found.solutions[0] != found.solutions[1]
        else:
            assert answered(found) == answered(direct)
        statuses.add(found.status)
    assert statuses == {UNIQUE, MULTIPLE, UNSOLVABLE}
    outcomes = [(bool(part.known), told) for crew in crews for part, told in crew.sought]
    assert any(told.solution is not None for known, told in outcomes if not known)
    assert any(told.solution is not None for known, told in outcomes if known)
    assert all(told.seeks for _, told in outcomes)
    crews.clear()
    conquered(one(EIGHT), crews)
    assert not any(told.seeks for _, told in crews[0].sought)


def test_a_seeker_may_say_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nobody goes on, though no cube is refuted."""
    monkeypatch.setattr(conquest, "FIRST", 0)
    monkeypatch.setattr(conquest, "SHARE", 10**9)
    puzzle, crews = large(4), list[Here]()
    found = conquered(replace(puzzle, monsters=puzzle.monsters[1:]), crews)
    assert found.status == UNSOLVABLE
    assert found.stats["cubes"] == 0
    assert crews[0].sought[-1][1].refuted


def test_what_is_sought_lies_anywhere() -> None:
    """Also in a cube of somebody else: it is told once, and to whoever searches that cube."""

    class Script(Crew):
        """The first cube is split; of the second one a solution is sought; the third one finds what it was not told."""

        aim, idle = 1.0, True

        def __init__(self) -> None:
            self.parts: list[Part] = []
            self._next: list[Report] = []

        def room(self, ahead: bool) -> bool:
            return not self._next

        def give(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
            (part,) = work
            cubes = [p.cube for p in self.parts if p.cube is not None]
            self.parts.append(part)
            if part.cube is None:
                outcome = Outcome(seeks=True)
            elif not cubes:
                outcome = Outcome(variable=1)
            elif len(cubes) == 1:
                outcome = Outcome("there", sought=True)
            else:
                outcome = Outcome(refuted=True) if "there" in part.known or part.cube == cubes[1] else Outcome("there")
            self._next = [Report(chunk, [outcome], over=True)]

        def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
            told, self._next = self._next, []
            return told

        def close(self) -> None: ...

    crew = Script()
    run = Conquest(Quest(None, None), Budget())
    assert [outcome.solution for outcome in run.run(crew)] == ["there"]
    assert run.stats["cubes"] == 2


def test_seekers_that_die() -> None:
    """Others go on without; the answer is the same."""
    puzzle, crews = large(1), list[Here]()
    found = conquered(puzzle, crews, [None] * 3)
    assert found.status == Solver().unique(puzzle).status
    assert len(crews[0].sought) == 0


# processes


def test_from_the_command_line() -> None:
    """Two processes give the same."""
    done = call("unique", "--workers", "2", "--format", "json", str(EIGHT))
    assert done.exit_code == 0, done.stderr
    record = json.loads(done.stdout)
    assert record["status"] == UNIQUE
    assert record["solutions"] == json.loads(call("unique", "--format", "json", str(EIGHT)).stdout)["solutions"]
    assert record["stats"]["cubes"] >= 1


ENDLESS = json.dumps({"kind": "dungeon", "rows": [22] * 32, "columns": [22] * 32, "monsters": [], "treasures": []})


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_workers(number: int) -> None:
    """At once, and without a traceback; the same when the time is over."""
    process = start("unique", "--workers", "2", "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin
    assert process.stderr
    try:
        process.stdin.write(ENDLESS)
        process.stdin.close()
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        workers = workers_of(process.pid)
        process.send_signal(number)
        assert process.wait(60) == (130 if number == signal.SIGINT else 128 + number)
        wait_for(lambda: all(map(gone, workers)))
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.stderr.close()
    done = call("unique", "--workers", "2", "--timeout", "2", "-", stdin=ENDLESS)
    assert done.exit_code == 3
    assert "the time limit was reached" in done.stdout


class Fragile(Workers):
    """Processes; after some reports whoever is at something is killed, once or always."""

    after = 3
    kills = 1

    def reports(self, bell: Connection | None = None, seconds: float | None = None) -> list[Report]:
        """As they are."""
        found = super().reports(bell, seconds)
        self.after -= len(found)
        busy = [worker for worker in self._workers if worker.ready and worker.chunks]
        if self.after <= 0 and self.kills and busy:
            self.kills -= 1
            busy[0].process.kill()
        return found


class Doomed(Fragile):
    """From the beginning."""

    after = 0
    kills = 99


@pytest.mark.slow
def test_workers_that_are_killed_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    """One: its cube is done by another, the answer is the same. All at the same cube: undecided."""
    monkeypatch.setattr(conquest, "FIRST", 50)
    walls, treasures = carve(Carving(22, 22, 4), random.Random(15))
    puzzle = puzzle_of(22, 22, walls, treasures, name="hard")
    crews = list[Fragile]()

    def crew(work: Work) -> Workers:
        """Kept, to be looked at."""
        crews.append(Fragile(2, work))
        return crews[-1]

    found = Solver(sat=Conquer(crew)).unique(puzzle)
    assert crews[0].kills == 0
    assert found.status == UNIQUE
    assert answered(found) == answered(Solver().unique(puzzle))
    monkeypatch.setattr(conquest, "FIRST", 10**6)  # nobody is done before
    lost = Solver(sat=Conquer(lambda work: Doomed(2, work))).unique(dungeon(ENDLESS))
    assert lost.status == UNDECIDED
    assert "2 workers died of the same part of it: killed by SIGKILL" in lost.reason


@pytest.mark.slow
def test_large_certificate(tmp_path: Path) -> None:
    """The commands of docs/cluster.md, for a board that takes some seconds."""
    for seed in range(3, 60):
        walls, treasures = carve(Carving(16, 16, 3), random.Random(seed))
        puzzle = puzzle_of(16, 16, walls, treasures, name="large")
        if Solver().unique(puzzle).status == UNIQUE:
            break
    (tmp_path / "large.json").write_text(json.dumps(kind_of(puzzle).texts.to_json(puzzle)))
    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    commands = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)[2]
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(["sh", "-ec", commands], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "exactly one solution" in done.stdout


@pytest.mark.slow
def test_on_a_cluster(tmp_path: Path) -> None:
    """The same by the workers of a scheduler."""
    with machines(tmp_path) as cluster:
        cluster.worker()
        cluster.worker()
        folder = tmp_path / "c"
        done = call("unique", "--cluster", cluster.address, "--format", "json", "--proof", str(folder), str(EIGHT))
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["status"] == UNIQUE
    assert call("check", str(folder)).exit_code == 0
