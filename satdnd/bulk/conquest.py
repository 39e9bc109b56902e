"""One large puzzle, searched or refuted by many workers: cube and conquer, with a queue that grows while they work.

A cube is searched for so many conflicts; what is open then is split in two by lookahead (`satdnd.sat.cubes`). Cubes are
sets of literals of the projection, so each solution is in exactly one of them, and what different cubes yield differs.
Workers stay warm. Where several search cubes, they tell each other short clauses that they learnt: without, each would
learn all of them anew. Where solutions can be sought (`satdnd.engine.neighbourhood_search`), as many workers do that,
wherever they are.

Heule, Kullmann, Wieringa and Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by Lookaheads", HVC 2011.
"""

from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from satdnd.bulk.workers import Crew, Work
from satdnd.engine.export import exported
from satdnd.engine.kind import Asked, Encoding, Way, kind_of
from satdnd.engine.neighbourhood_search import SURE, TURN
from satdnd.engine.search import Sat, Search
from satdnd.engine.solver import MOST_CUTS
from satdnd.errors import SatdndError, Undecided, UsageError
from satdnd.proof.composing import Cube, Tree, lifted
from satdnd.proof.writer import refute
from satdnd.sat.budget import Budget
from satdnd.sat.cubes import Lookahead
from satdnd.sat.formula import Clause, Literal
from satdnd.sat.session import TooManyCuts

CrewOf: TypeAlias = Callable[[Work], Crew]
"""Who does a given work: so many processes here, or a cluster."""

FIRST = 2000
"""Conflicts after which the first cube is split, so that everybody soon has one."""
DEEP = 4
"""A refutation not over with the first cube is split so many times at once: it starts anew for each cube."""
SHARE = 24
"""A search of a cube takes at most this part of all conflicts so far: nobody waits long for the last one."""
ENOUGH = 1
"""So many cubes that wait are enough: nothing is split then."""
LONGEST = 5.0
"""Seconds for one search of a cube."""
LOOK = 0.1
"""Seconds between two looks at the limits."""
WARM = 20_000
"""Conflicts of a search that is begun anew, without regret, where what it learns is wanted by others."""
KILLS = 2
"""A cube of which so many workers died is given up."""
SHORT = 7
"""Literals of the longest clauses that are shared."""
TOLD = 2000
"""Clauses that a worker tells after one cube, the shortest first."""
HEARD = 20_000
"""Clauses of others that a worker takes, but for units: each slows its solver a little."""
KEPT = 1 << 21
"""Bytes of clauses that are kept for workers to come."""


class Part(NamedTuple):
    """A cube on its way to a worker."""

    cube: Cube | None
    """None: nothing is to be refuted."""
    known: tuple[Any, ...]
    """Solutions that are not wanted again."""
    conflicts: int
    seconds: float | None
    split: bool
    """Whether it is to be split if it stays open: others wait for work."""
    first: int
    """Number of the first of `lemmas`."""
    lemmas: tuple[tuple[str, bytes], ...]
    """What workers learnt, each with its name."""
    shared: bool = False
    """Whether others refute cubes as well, and want to know what is learnt."""
    seed: int | None = None
    """A solution may be sought, too, wherever it is; with that seed."""


class Outcome(NamedTuple):
    """What became of it."""

    solution: Any = None
    """One; there may be more."""
    refuted: bool = False
    """There is nothing more in it."""
    sought: bool = False
    """The solution is one from anywhere, not only from the cube."""
    variable: Literal = 0
    """Open: to be split there; 0: nowhere."""
    seeks: bool = True
    """Whether solutions can be sought."""
    satisfiable: bool = False
    """There is a model where a refutation was wanted."""
    proof: tuple[str, ...] = ()
    why: str = ""
    """The limit that was reached, beyond those of the part."""
    error: Exception | None = None
    """Of ours: to be raised where it is asked."""
    lemmas: tuple[str, bytes] = ("", b"")
    stats: dict[str, int] = {}  # noqa: RUF012  (nobody writes to it)


# in a worker


class _Worker(ABC):
    """What is done with cubes. Never raises what is ours."""

    def __init__(self, quest: Quest) -> None:
        self._quest = quest
        self._whole: Budget = quest.options.budget()
        self._ahead: Lookahead | None = None

    def __call__(self, part: Part) -> Outcome:
        """The outcome; open within the conflicts and seconds of the part, it says where to split."""
        budget = self._whole.part(conflicts=part.conflicts, seconds=part.seconds)
        try:
            try:
                return self.conquered(part, budget)
            except Undecided as error:
                if self._whole.spent or not budget.spent:
                    return Outcome(why=str(error))
            if not part.split:
                return Outcome()
            split = self.ahead.split(part.cube or (), self._whole)
            if split is None:
                return Outcome()
            return Outcome(variable=split.variable, refuted=not split.variable and self.believes)
        except Undecided as error:
            return Outcome(why=str(error))
        except MemoryError:
            return Outcome(why="the memory of the machine was used up")
        except SatdndError as error:
            return Outcome(error=error)

    @property
    def ahead(self) -> Lookahead:
        """Made once it is needed."""
        if self._ahead is None:
            encoding = self.encoding
            self._ahead = Lookahead(encoding.formula, encoding.projection, self._whole)
        return self._ahead

    believes = False
    """Whether what lookahead refutes needs no proof."""

    @property
    @abstractmethod
    def encoding(self) -> Encoding[Any, Any]:
        """Of the puzzle; made once."""

    @abstractmethod
    def conquered(self, part: Part, budget: Budget) -> Outcome:
        """The outcome. Raises Undecided."""


class _Searcher(_Worker):
    """Looks for solutions, in one warm search."""

    believes = True

    def __init__(self, quest: Quest) -> None:
        super().__init__(quest)
        self._search: Search[Any, Any] | None = None
        self._encoding: Encoding[Any, Any] | None = None
        self._turn = TURN
        """Conflicts of the next turn of seeking, and of the questions before it."""
        self._name = uuid.uuid4().hex
        self._shared = False
        self._seen = self._heard = 0
        self._told = Counter[str]()

    def _begin(self, part: Part) -> Search[Any, Any]:
        """The search, begun once, within the memory limit; and once more where others begin to listen.

        What is learnt is written down for them, which makes a conflict dearer by a third.
        """
        quest = self._quest
        if self._search and part.shared and not self._shared and self._told["conflicts"] < WARM:
            self._search.close()
            self._search, self._told = None, Counter()
            self._seen = self._heard = 0
        if self._search is None:
            self._shared = part.shared
            cuts = None if quest.eager else MOST_CUTS
            self._search = Search(self.encoding, quest.options.solver, self._whole, cuts, sharing=part.shared)
        return self._search

    @property
    def encoding(self) -> Encoding[Any, Any]:
        """Compiled once."""
        if self._encoding is None:
            quest = self._quest
            self._encoding = kind_of(quest.puzzle).compiled(quest.puzzle, quest.options, self._whole, eager=quest.eager)
        return self._encoding

    def conquered(self, part: Part, budget: Budget) -> Outcome:
        """A solution, or none in it; or one that was sought."""
        search = self._begin(part)
        if part.cube is not None:
            self._listen(part, search)
            try:
                with closing(
                    search.solutions(self._quest.puzzle, budget, part.known, part.cube, seeking=False)
                ) as found:
                    solution = next(found, None)
                return Outcome(solution, refuted=solution is None)
            except Undecided:
                if part.seed is None or self._whole.spent or not budget.spent:
                    raise
                if not part.known and search.session.statistics().get("conflicts", 0) < self._turn:
                    raise
        return self._sought(part, search) if search.seeks else Outcome(seeks=False)

    def _sought(self, part: Part, search: Search[Any, Any]) -> Outcome:
        """A solution from anywhere."""
        conflicts, budget = self._turn, self._whole.part(seconds=part.seconds)
        if not part.known:
            self._turn *= 2
        solution = search.sought(self._quest.puzzle, part.known, part.seed or 0, conflicts, budget)
        return Outcome() if solution is False else Outcome(solution, refuted=solution is None, sought=True)

    def __call__(self, part: Part) -> Outcome:
        """As any, with what was learnt and what it cost."""
        outcome = super().__call__(part)
        if self._search is None:
            return outcome
        now = Counter(self._search.statistics())
        spent, self._told = now - self._told, now
        learnt = sorted(self._search.session.learnt(SHORT), key=len)[:TOLD]
        size = {"variables": self.encoding.formula.variables, "clauses": len(self.encoding.formula.clauses)}
        return outcome._replace(stats={**spent, **size}, lemmas=(self._name, _packed(learnt)))

    def _listen(self, part: Part, search: Search[Any, Any]) -> None:
        """Take what others learnt since the last time."""
        for name, lemmas in part.lemmas[max(0, self._seen - part.first) :]:
            for clause in _unpacked(lemmas) if name != self._name else ():
                if self._heard < HEARD or len(clause) == 1:
                    self._heard += 1
                    search.session.add(clause)
        self._seen = max(self._seen, part.first + len(part.lemmas))


def _packed(clauses: Iterable[Clause]) -> bytes:
    return array("i", [x for clause in clauses for x in (*clause, 0)]).tobytes()


def _unpacked(lemmas: bytes) -> Iterator[Clause]:
    clause: Clause = []
    for x in array("i", lemmas):
        if x:
            clause.append(x)
        else:
            yield clause
            clause = []


class _Prover(_Worker):
    """Refutes cubes, each from nothing, with a proof."""

    def __init__(self, quest: Quest) -> None:
        super().__init__(quest)
        self._encoding: Encoding[Any, Any] | None = None

    @property
    def encoding(self) -> Encoding[Any, Any]:
        """The self-contained one, made once."""
        if self._encoding is None:
            quest = self._quest
            self._encoding = exported(quest.puzzle, quest.options, quest.forbidden, self._whole)[1]
        return self._encoding

    def conquered(self, part: Part, budget: Budget) -> Outcome:
        """The proof that there is no model in it."""
        cube = part.cube or ()
        lrat = refute([*([x] for x in cube), *self.encoding.formula.clauses], budget)
        if lrat is None:
            return Outcome(satisfiable=True)
        return Outcome(refuted=True, proof=tuple(lifted(lrat, cube, self._whole)))


@dataclass(frozen=True)
class Quest:
    """What is to be searched or refuted; travels to the workers (`satdnd.bulk.workers.Work`)."""

    puzzle: Any
    options: Any
    """Of its kind; the memory limit is that of one worker."""
    eager: bool = False
    """Without cuts."""
    forbidden: tuple[Any, ...] = ()
    """Of a refutation: solutions that the formula forbids."""
    proof: bool = False

    def __call__(self) -> Callable[[Sequence[Part]], Iterable[Outcome]]:
        """What answers one cube after another."""
        return partial(map, _Prover(self) if self.proof else _Searcher(self))


# here


@dataclass
class _Node:
    """A cube that is not yet conquered."""

    cube: Cube | None
    """None: a turn of seeking."""
    known: tuple[Any, ...] = ()
    told: int = 0
    """How many of the solutions that were sought are among them."""
    tries: int = 0
    """How often it was open and could not be split."""
    deaths: int = 0
    split: bool = False
    """Whether it was to be split."""
    searched: bool = False
    """It was for long enough: others wait for a part of it."""
    over: bool = False
    """Its outcome is known."""


@dataclass
class Conquest:
    """One run: the queue of cubes, and what is learnt.

    Args:
        quest: what is asked.
        budget: looked at while workers work.
        known: solutions that are not wanted.
    """

    quest: Quest
    budget: Budget
    known: tuple[Any, ...] = ()
    stats: Counter[str] = field(default_factory=Counter)
    """Sums over all workers; ``cubes``: how many were refuted."""
    tree: Tree | None = None
    """Where proofs are collected."""

    def __post_init__(self) -> None:
        self._queue = [_Node((), self.known)]
        self._open: dict[int, _Node] = {}
        """By the numbers of their chunks."""
        self._found = dict.fromkeys(self.known)
        """Every solution, in order."""
        self._strays: list[Any] = []
        """Those that were sought: whoever searches their cube must be told."""
        self._seeks = not self.quest.proof
        self._near = bool(self.known)
        """Whether nobody has sought near the last one yet."""
        self._wanted = False
        """Whether somebody waits for a part of a cube."""
        self._shared = False
        self._lemmas: list[tuple[str, bytes]] = []
        self._first = 0
        self._number = self._sought = 0
        self._deaths = 0
        """Of those who sought."""

    def run(self, crew: Crew) -> Generator[Outcome]:
        """Outcomes that have a solution or a model; ends when every cube is refuted.

        Raises:
            Undecided: a limit was reached, here or in a worker, or a cube has ended `KILLS` workers.
            TooManyCuts: the self-contained formula is the better one.
            UsageError: of an option that a worker refuses.
            SatdndError: nobody is left to ask.
        """
        while self._queue or any(node.cube is not None for node in self._open.values()):
            self.budget.check()
            self._employ(crew)
            for report in crew.reports(seconds=LOOK):
                node = self._open[report.chunk]
                for outcome in report.results if not node.over else ():
                    node.over = True
                    if self._take(node, outcome):
                        yield outcome
                    if outcome.refuted and node.cube is None:
                        return
                if report.lost and not node.over:
                    self._lose(node, report.deaths, report.lost)
                if report.lost or report.over:
                    del self._open[report.chunk]

    def _employ(self, crew: Crew) -> None:
        """Give everybody something: as many seek as search cubes, or one less."""
        while crew.room(False):
            busy = Counter(node.cube is None for node in self._open.values())
            sought = self._seeks and (self._near or not self._found)
            if self._queue and not (sought and busy[True] < busy[False]):
                self._give(crew, self._queue.pop(), sought and not busy[False])
            elif sought and busy[True] < max(1, busy[False]):
                self._seek(crew)
            else:
                break
        waits = crew.room(False) and crew.idle
        self._wanted = len(self._queue) < ENOUGH and (self._shared or waits)
        self._shared |= waits

    def _seek(self, crew: Crew) -> None:
        node = _Node(None, tuple(self._found))
        self._send(crew, node, 0, self.budget.left, seed=self._seed())

    def _give(self, crew: Crew, node: _Node, alone: bool) -> None:
        """Have *node* searched; *alone*: by the only one who searches, who then seeks as well."""
        assert node.cube is not None
        seed = None
        if self.quest.proof:
            depth, seconds = len(node.cube), self.budget.left
            conflicts = 0 if 0 < depth < DEEP and not node.tries else FIRST << depth + node.tries
        else:
            conflicts = max(FIRST, self.stats["conflicts"] // SHARE) << node.tries
            seconds = min(LONGEST, self.budget.left)
            node.known, node.told = (*node.known, *self._strays[node.told :]), len(self._strays)
            if alone and self._number:
                seed = self._seed()
                if node.known:
                    conflicts = max(conflicts, SURE)
        node.split = self.quest.proof or self._wanted
        if node.searched and node.split:
            conflicts = 0
        self._send(crew, node, conflicts, seconds, seed=seed)

    def _seed(self) -> int:
        """Of the next who seeks; one is enough to look near a solution."""
        self._near = False
        self._sought += 1
        return self._sought - 1

    def _send(self, crew: Crew, node: _Node, conflicts: int, seconds: float, seed: int | None) -> None:
        self._number += 1
        self._open[self._number] = node
        node.over = False
        limit = None if seconds == float("inf") else seconds
        lemmas = tuple(self._lemmas) if node.cube is not None else ()
        part = Part(node.cube, node.known, conflicts, limit, node.split, self._first, lemmas, self._shared, seed)
        crew.give(self._number, [part], False)

    def _take(self, node: _Node, outcome: Outcome) -> bool:
        """Note an outcome; whether it is to be told."""
        if outcome.error:
            raise outcome.error
        if outcome.why:
            raise Undecided(outcome.why)
        self._learn(outcome)
        self._seeks &= outcome.seeks
        if outcome.satisfiable:
            return True
        found = outcome.solution
        new = found is not None and found not in self._found
        if new:
            self._found[found] = None
            self._near = True
            if outcome.sought:
                self._strays.append(found)
            else:
                node.known = (*node.known, found)
        if node.cube is None:
            return new
        if found is not None:
            self._queue.append(replace(node, deaths=0))
        elif outcome.refuted:
            self.stats["cubes"] += 1
            if self.tree:
                self.tree.refuted(node.cube, outcome.proof)
        elif outcome.variable:
            if self.tree:
                self.tree.split(node.cube, outcome.variable)
            self._queue += [
                _Node((*node.cube, x), node.known, node.told) for x in (-outcome.variable, outcome.variable)
            ]
        elif node.split:  # there is nothing to split on
            self._queue.append(replace(node, tries=node.tries + 1, searched=False, deaths=0))
        else:
            self._queue.append(replace(node, searched=self._wanted, deaths=0))
        return new

    def _learn(self, outcome: Outcome) -> None:
        for name, count in outcome.stats.items():
            self.stats[name] = count if name in ("variables", "clauses") else self.stats[name] + count
        if outcome.lemmas[1]:
            self._lemmas.append(outcome.lemmas)
            while sum(len(lemmas) for _, lemmas in self._lemmas) > KEPT:
                del self._lemmas[0]
                self._first += 1

    def _lose(self, node: _Node, deaths: int, how: str) -> None:
        """Whoever was at it died: somebody else gets it, once."""
        if node.cube is None:
            self._deaths += deaths
            self._seeks &= self._deaths < KILLS
            return
        node.deaths += deaths
        if node.deaths >= KILLS:
            raise Undecided(f"{node.deaths} workers died of the same part of it: {how} (--memory sets a limit)")
        self._queue.append(node)


class Conquer(Way[Any, Any, Any]):
    """The way `sat`, by many workers."""

    name = Sat.name
    help = Sat.help
    uses = Sat.uses

    def __init__(self, crew: CrewOf, share: Callable[[int | None], int | None] = lambda memory: memory) -> None:
        """*crew* makes who works; *share* says what of a memory limit each of them gets."""
        self._crew = crew
        self._share = share

    def solutions(self, asked: Asked[Any, Any, Any]) -> Iterator[Any]:
        """Those of all cubes, in the order in which workers find them; by the self-contained formula if cuts run away.

        Raises:
            UsageError: a program outside as solver, which does not stay warm.
        """
        if asked.options.outside:
            raise UsageError("a program outside cannot share a puzzle with others: choose a solver of PySAT")
        found: list[Any] = []
        try:
            yield from self._solutions(asked, found)
        except TooManyCuts:
            yield from self._solutions(asked, found, eager=True)

    def _solutions(self, asked: Asked[Any, Any, Any], found: list[Any], *, eager: bool = False) -> Iterator[Any]:
        conquest = Conquest(self._quest(asked.puzzle, asked.options, eager=eager), asked.budget, tuple(found))
        try:
            with self._crew(conquest.quest) as crew, closing(conquest.run(crew)) as outcomes:
                for outcome in outcomes:
                    found.append(outcome.solution)
                    yield outcome.solution
        finally:
            asked.stats["cubes"] = 0
            asked.stats |= conquest.stats

    def _quest(self, puzzle: Any, options: Any, **more: Any) -> Quest:
        options = replace(options, way="auto", memory=self._share(options.memory), timeout=None)
        return Quest(puzzle, options, **more)

    def refute(
        self, puzzle: Any, options: Any, forbidden: tuple[Any, ...], clauses: int, budget: Budget
    ) -> list[str] | None:
        """The LRAT proof that the self-contained formula of *puzzle* has no model but the *forbidden* ones.

        *clauses* is how many it has. None: there is another model. Raises Undecided.
        """
        tree = Tree(clauses)
        conquest = Conquest(self._quest(puzzle, options, forbidden=forbidden, proof=True), budget, tree=tree)
        with self._crew(conquest.quest) as crew, closing(conquest.run(crew)) as outcomes:
            if next(outcomes, None) is not None:
                return None
        return tree.composed(budget)
