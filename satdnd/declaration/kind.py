"""A declared kind: everything that a kind can do, derived from its clues, its view and its statements."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice
from typing import Any, TypeAlias
from weakref import ref

from satdnd.declaration.clues.family import families_of
from satdnd.declaration.generators.generator import DeclaredRecipe, Design, Maker, counted_clues, easier, own_recipe
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.repairs import additional_clues, removable_clues, repairs, with_given
from satdnd.declaration.texts import derived_texts
from satdnd.declaration.views.view import View, marks_of, with_clues
from satdnd.declaration.words.kind_words import DeclaredWords, Rule, Technique
from satdnd.draw.picture import Picture
from satdnd.encodings.cardinality import ANY_BOUND, AUTO, BEST
from satdnd.engine.kind import Encoding, Fault, Kind, Part, Rules, Way
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.engine.statement_encoding import StatementEncoding, known_literals
from satdnd.errors import UsageError
from satdnd.explanation.steps import Explanations, Grading
from satdnd.formats.examples import examples_of
from satdnd.formats.links.address import Forms
from satdnd.formats.texts import Texts
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.cut import Cuts, SeveralCuts
from satdnd.rules.encoder import Encoder
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import AnyStatement, RuleStatement, broken_by, state
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Compiled, Formula, Literal, Pool
from satdnd.setter.parts import AdditionalClues, Generator, GivenCells, RemovableClues, Repairs

LARGE = 2_500
"""From this number of variables on, the number of clauses is estimated first, and `large_solver` is used."""
SAMPLE = 20
"""Statements of each rule that are encoded to estimate the clauses of all."""

MOST_SAMPLED = 20_000
"""The most statements that are made for the estimate, and kept for the formula."""
CELLS_SAMPLED = 1_000_000
"""The number of cells in statements after which no more are made for the estimate."""


_Stated: TypeAlias = tuple[Callable[[], Any], tuple[Settings, ...], list[AnyStatement]]
"""A weak reference to a puzzle, the options of its kind, and the statements."""


class DeclaredKind(Kind[Any, Any, Settings]):
    """A kind made of declarations.

    Args:
        puzzle: the class of its puzzles, whose fields are its clues.
        view: what a player marks.
        title: the puzzle's name for people.
        play: how it is played, in one paragraph for people with a pencil.
        rules: the rules by id, in the order in which faults are reported.
        statements: (puzzle, unknowns) -> the statements of a puzzle; (puzzle, unknowns, options) if the class of
            puzzles has options of its own.
        cuts: (puzzle, unknowns) -> the rule that is added lazily, or a tuple of several.
        implied: (puzzle, unknowns) -> statements that follow from the others, each of which replaces several of them
            in explanations; their rules are among *rules*.
        teaching: (puzzle, unknowns) -> the same for explanations only: grades do not use them.
        clues_of: (puzzle, solution) -> the puzzle of that size and solution with all clues; with it there are a
            generator, clues to leave out, and (unless cells can be given) clues to add.
        counted: puzzle -> the places of its clues, instead of *clues_of*, if each is a number that one `Count` states.
        sample: (rng, blank puzzle, budget) -> the board of a random solution of it, None to try again; by default
            the solver finds one.
        design: (rng, recipe, budget) -> drafts with random areas or walls (`Design`), which without *clues_of* have all
            their clues; None for an empty puzzle, and a sample.
        recipe: the options of the generator, if it has more than the usual ones.
        techniques: the names that players use.
        words: the sentences of explanations.
        links: the links of other programs.
        plausible: whether a puzzle that does not say its kind can well be of this one; looks at each cell once.
        contradiction: why a puzzle cannot have a solution, if that is obvious.
        counts: whether its statements contain counts, so that their encoding is an option.
        in_full: the value of the option ``connectivity`` for clauses that replace the cuts.
        shown: (puzzle, unknowns) -> the literals that can be seen in the puzzle, such as given cells.
        blocking_sign: 1 if all solutions have equally many true variables (see `Rulebook`).
        parts: parts of its own; each replaces the derived part of its sort.
        usual_size: rows and columns of a board for a setter to start with.
        examples: puzzles as text, with notes for name and source; ``satdnd example`` prints the first. Those of
            satdnd's own kinds are files in ``kinds/examples``.
    """

    encoding_class: type[StatementEncoding[Any, Any]] = StatementEncoding
    """The class of its encodings."""
    at_most_one: Callable[[Sequence[Literal], Pool], Compiled] | None = None
    """The encoding of "at most one"; None for the same as for all counts."""
    best_solver: str = Encoding.best_solver
    """The fastest solver for its clauses."""
    estimated_from = LARGE
    """From this number of variables on, the number of clauses is estimated before they are made."""
    large_solver = ""
    """The fastest solver for `LARGE` boards; empty: the same."""

    def __init__(
        self,
        puzzle: type[GridPuzzle],
        view: View,
        *,
        title: str,
        play: str,
        rules: Mapping[str, Rule],
        statements: Callable[..., Iterable[AnyStatement]],
        cuts: Callable[[Any, Any], Cuts | Sequence[Cuts]] | None = None,
        implied: Callable[[Any, Any], Iterable[RuleStatement]] | None = None,
        teaching: Callable[[Any, Any], Iterable[RuleStatement]] | None = None,
        clues_of: Callable[[Any, Any], Any] | None = None,
        counted: Callable[[Any], Iterable[Clue]] | None = None,
        sample: Callable[..., Bitboard | None] | None = None,
        design: Callable[..., Design] | None = None,
        recipe: type[DeclaredRecipe] | None = None,
        techniques: tuple[Technique, ...] = (),
        words: Callable[..., DeclaredWords] = DeclaredWords,
        links: Forms[Any, Any] | None = None,
        plausible: Callable[[Any], bool] | None = None,
        contradiction: Callable[[Any], str | None] | None = None,
        counts: bool = True,
        in_full: str = "planar",
        shown: Callable[[Any, Any], Iterable[Literal]] | None = None,
        blocking_sign: int = 0,
        parts: Sequence[Part] = (),
        usual_size: tuple[int, int] = (10, 10),
        examples: Sequence[str] = (),
    ) -> None:
        self.name, self.title, self.play, self.usual_size = puzzle.kind, title, play, usual_size
        self.puzzle, self.view, self.options = puzzle, view, puzzle.options
        puzzle.solution_class = view.solution_class
        self.rules = {name: rule.text for name, rule in rules.items()}
        for technique in techniques:
            for rule in technique.rule.split():
                self._check_rule(rule.rstrip("*?"), f"the technique {technique.name!r} names")
        self._statements, self._cuts, self._implied, self._teaching = statements, cuts, implied, teaching
        self._contradiction, self._shown, self._blocking_sign = contradiction, shown, blocking_sign
        self._in_full, self._examples = in_full, examples
        # the statements of the last puzzle, which its referee uses as well
        self._last_stated: _Stated = lambda: None, (), []
        self._last_cuts: tuple[Callable[[], Any], Cuts | None] = lambda: None, None
        self._links, self._plausible = links or Forms(), plausible
        self.ways: Sequence[Way[Any, Any, Any]] = (Sat(),)
        self.choices = {
            **({"cardinality": (*ANY_BOUND, "native")} if counts else {}),
            **({"connectivity": ("lazy", in_full)} if cuts else {}),
        }
        derived: list[Part] = [
            Explanations(words(view, rules, techniques)),
            Grading(),
            Rules(self.rulebook),
            Repairs(partial(repairs, self)),
        ]
        self.clues_of = clues_of = partial(counted_clues, self, view, counted) if counted else clues_of
        if clues_of or design:
            all_clues = clues_of or (lambda puzzle, _: puzzle)
            maker = Maker(self, view, all_clues, sample, design)
            derived.append(Generator(recipe or own_recipe(puzzle), maker.generate, easier=partial(easier, all_clues)))
        if clues_of:
            derived.append(RemovableClues(partial(removable_clues, self), puzzle.changed))
        if any(family.given for family in families_of(puzzle).values()):
            derived.append(GivenCells(with_given))
        elif clues_of:
            derived.append(AdditionalClues(partial(additional_clues, clues_of), puzzle.changed))
        own = [type(part) for part in parts]
        self.parts = (*parts, *(part for part in derived if type(part) not in own))

    @cached_property
    def examples(self) -> Sequence[str]:
        """Puzzles as text, the smallest first."""
        return self._examples or examples_of(self.name)

    @cached_property
    def texts(self) -> Texts[Any, Any]:  # type: ignore[override]  # made on first use
        """The text and JSON forms, derived from the clues."""
        return derived_texts(self.puzzle, self.view, self.examples[0], self._links, self._plausible)

    @property
    def page(self) -> dict[str, Any] | None:
        """The facts for the editor's page (``web/static/declared.js``); None if it cannot edit this kind."""
        clues = {name: page for name, family in families_of(self.puzzle).items() if (page := family.page) != {}}
        if not self.view.gesture or None in clues.values():
            return None
        return {
            "name": self.name,
            "title": self.title,
            "usual": list(self.usual_size),
            "gesture": self.view.gesture,
            "signs": {sign: phrase.one for sign, phrase in self.view.phrases.items()},
            "attacks": self.view.attacks,
            "clues": clues,
        }

    def rulebook(self, puzzle: Any, options: Settings) -> Rulebook[Any]:
        """All statements of a puzzle."""
        unknowns = self.view.unknowns(puzzle)
        cuts = self._lazy(puzzle, unknowns)
        for part in cuts.parts if cuts else ():
            self._check_rule(part.rule)
        return Rulebook(
            unknowns,
            lambda: self._stated(puzzle, unknowns, options),
            board=partial(self.view.board, puzzle),
            solution=partial(self.view.solution, puzzle),
            shown=tuple(self._shown(puzzle, unknowns)) if self._shown else (),
            blocking_sign=self._blocking_sign,
            cuts=cuts,
            implied=partial(self._implied, puzzle, unknowns) if self._implied else tuple,
            teaching=partial(self._teaching, puzzle, unknowns) if self._teaching else tuple,
        )

    def _lazy(self, puzzle: Any, unknowns: Any) -> Cuts | None:
        """The rules that are added by cuts, anew: they may keep variables of the formula for which they were made."""
        made = self._cuts(puzzle, unknowns) if self._cuts else None
        found = SeveralCuts(made) if isinstance(made, Sequence) else made
        self._last_cuts = ref(puzzle), found
        return found

    def _judging(self, puzzle: Any, unknowns: Any) -> Cuts | None:
        """The rules that are added by cuts, for a board: those made last, if they are of this puzzle."""
        last, found = self._last_cuts
        return found if last() is puzzle else self._lazy(puzzle, unknowns)

    def _stated(self, puzzle: Any, unknowns: Any, options: Settings) -> Iterator[AnyStatement]:
        given = options if isinstance(options, self.options) else self.options()
        own = () if self.options is Settings else (given,)
        last, with_options, statements = self._last_stated
        if last() is puzzle and with_options == own:
            yield from statements
            return
        statements = []
        for statement in self._statements(puzzle, unknowns, *own):
            self._check_rule(statement.rule)
            statements.append(statement)
            yield statement
        if len(statements) <= MOST_SAMPLED:
            self._last_stated = ref(puzzle), own, statements

    def _check_rule(self, rule: str, what: str = "it states") -> None:
        if rule not in self.rules:
            known = ", ".join(self.rules)
            raise UsageError(f"{self.name} is declared wrongly: {what} the rule {rule!r}, its rules are {known}")

    def cardinality(self, puzzle: Any, options: Settings, *, lazy: bool) -> str:
        """The encoding of counts; ``auto`` is the best one for nearly all kinds."""
        return BEST if options.cardinality == AUTO else options.cardinality

    def encoder(self, formula: Formula, cardinality: str, *, alone: bool) -> Encoder:
        """The encoder that adds the statements to a formula."""
        return Encoder(formula, cardinality, self.at_most_one, alone=alone)

    def clauses(self, puzzle: Any, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """An estimate for `LARGE` boards, from a sample of the statements, and a guess for cuts in full.

        With more than `MOST_SAMPLED` statements, or `CELLS_SAMPLED` cells in them, the estimate is too low, and the
        budget is checked as they are encoded.
        """
        if self.view.variables(puzzle) < self.estimated_from:
            return 0
        lazy = not eager and options.connectivity != self._in_full
        book, formula = self.rulebook(puzzle, options), Formula()
        by_rule, cells = dict[str, list[RuleStatement]](), 0
        for statement in islice(book.each(), MOST_SAMPLED):
            by_rule.setdefault(statement.rule, []).append(statement)
            cells += len(statement.cells)
            if cells > CELLS_SAMPLED:
                break
        found, before = 0, 0
        encoder = self.encoder(formula, self.cardinality(puzzle, options, lazy=lazy), alone=not lazy)
        if lazy:
            encoder.known = known_literals(book)
        for statements in by_rule.values():
            sample = statements[:: len(statements) // SAMPLE + 1]
            state(sample, encoder)
            now = len(formula.clauses) + len(formula.at_mosts)
            found += (now - before) * len(statements) // len(sample)
            before = now
        parts = book.cuts.parts if book.cuts and not lazy else ()
        size: int = puzzle.height * puzzle.width
        implied = sum(part.implied_size for part in (book.cuts.parts if lazy and book.cuts else ()))
        return found + implied + size * max((part.in_full for part in parts), default=0)

    def encoding(
        self, puzzle: Any, options: Settings, *, eager: bool = False, budget: Budget | None = None
    ) -> Encoding[Any, Any]:
        """The statements encoded together; *eager* leaves nothing to cuts."""
        lazy = not eager and options.connectivity != self._in_full
        cardinality = self.cardinality(puzzle, options, lazy=lazy)
        encoder = partial(self.encoder, cardinality=cardinality, alone=not lazy)
        made = self.encoding_class(self.rulebook(puzzle, options), budget, encoder, lazy=lazy)
        large = self.large_solver and self.view.variables(puzzle) >= LARGE
        made.best_solver = self.large_solver if large else self.best_solver
        chosen = {"cardinality": cardinality, "connectivity": "lazy" if lazy else self._in_full}
        made.resolved = {name: value for name, value in chosen.items() if name in self.choices}
        return made

    def empty(self, height: int, width: int) -> Any:
        """A puzzle without clues."""
        return self.puzzle.blank(height, width)

    def contradiction(self, puzzle: Any, options: Settings) -> str | None:
        """The answer of the kind's function, if it has one."""
        return self._contradiction(puzzle) if self._contradiction else None

    def faults(self, puzzle: Any, solution: Any, options: Settings | None = None) -> list[Fault]:
        """The faults of the statements that the solution breaks, in the order of the rules, each sentence once."""
        return self.other_faults(puzzle, solution, options)

    def other_faults(
        self, puzzle: Any, solution: Any, options: Settings | None = None, judged: Container[str] = ()
    ) -> list[Fault]:
        """The same, without those of the rules *judged*."""
        unknowns, board = self.view.unknowns(puzzle), self.view.board(puzzle, solution)
        stated, cuts = self._stated(puzzle, unknowns, options or self.options()), self._judging(puzzle, unknowns)
        wrong = broken_by(board, (one for one in stated if one.rule not in judged))
        broken = (Fault(one.rule, one.cells, one.fault(board)) for one in wrong)
        found = [*{(fault.rule, fault.message): fault for fault in broken}.values()]
        for part in cuts.parts if cuts else ():
            found += [Fault(part.rule, cells, message) for cells, message in part.own_faults(board)]
        return sorted(found, key=lambda fault: [*self.rules].index(fault.rule))

    def differences(self, puzzle: Any, one: Any, other: Any) -> list[Cell]:
        """The cells that differ, according to the view."""
        return self.view.differences(puzzle, one, other)

    def cross_check(self, puzzle: Any, solution: Any, options: Settings) -> str | None:
        """The objection of a graph to the rules that are added by cuts."""
        cuts = self._judging(puzzle, self.view.unknowns(puzzle))
        return cuts.graph_fault(self.view.board(puzzle, solution)) if cuts else None

    def picture(
        self,
        puzzle: Any,
        solution: Any = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """The marks, with the clues drawn over them."""
        rows: Sequence[Any] | None = (details or {}).get("forced")
        if solution is not None:
            rows = self.view.rows(puzzle, solution)
        return with_clues(puzzle, self.view.picture(puzzle, rows, marked))

    def marks(self, puzzle: Any, text: str) -> list[Mark]:
        """The marks on a player's board, without those that the puzzle already shows."""
        unknowns = self.view.unknowns(puzzle)
        shown = {unknowns.mark(x) for x in self._shown(puzzle, unknowns)} if self._shown else set()
        return [mark for mark in marks_of(self.view, puzzle, text) if mark not in shown]

    def board(self, puzzle: Any, marks: Iterable[Mark]) -> dict[str, Any]:
        """The marks as the unknowns describe them."""
        unknowns = self.view.unknowns(puzzle)
        return unknowns.describe([unknowns.literal(mark) for mark in marks])
