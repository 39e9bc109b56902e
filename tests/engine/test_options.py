"""Options, declared once: every option of every kind is taken or refused as its dataclass says, and never swallowed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

import pytest
from contract_boards import boards

from satdnd.engine.kind import GUARDED, kind_named, options_for
from satdnd.engine.options import Declared, changed, formula_options, option, options_of, parse_formula_options
from satdnd.engine.settings import Settings, memory_size, own_options
from satdnd.engine.solver import Solver
from satdnd.errors import UsageError
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.kinds.klotski.model import Goal, Klotski
from satdnd.kinds.klotski.options import KlotskiOptions
from satdnd.kinds.queens.model import Queens
from satdnd.kinds.sudoku.model import Sudoku
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.registry import NAMES
from satdnd.setter.generator import recipe_for
from satdnd.setter.parts import Generator

GOOD: dict[str, list[Any]] = {
    "way": ["auto", "sat"],
    "solver": ["auto", "glucose4", "external:cadical -q {cnf}"],
    "cardinality": ["auto", "totalizer"],
    "compilation": ["auto", "direct", "template"],
    "connectivity": ["auto", "lazy", "planar", "ordered"],
    "timeout": [None, 0, 0.5, 10**9, float("inf")],
    "memory": [None, 1, 10**12],
    "graph_check": [True, False],
    "topology": ["connected", "tree", "local"],
    "metric": [None, "step", "slide", "move"],
    "steps": [None, 0, 7],
    "least": [None, 0, 7],
    "technique": [None, (), ("full house", "guess")],
    "lines": [None, "any", "distinct"],
}
BAD: dict[str, list[Any]] = {
    "way": [None, 3, True, b"sat"],
    "solver": [None, 3, ["auto"]],
    "cardinality": [None, 0],
    "compilation": [None, "jit", 3, ["direct"]],
    "connectivity": [None, "wireless"],
    "timeout": ["1", -1, -0.001, float("nan"), True, 10**400, [1], float("-inf")],
    "memory": ["2G", 0, -1, 1.5, True, float("inf")],
    "graph_check": [None, 0, 1, "yes"],
    "topology": [None, "flat", 3, "Connected"],
    "metric": ["", "steps", 1],
    "steps": [-1, 1.0, "3", True, float("nan")],
    "least": [-1, 2.5, "3", False],
    "technique": ["guess", ["guess"], ("y-wing",), (3,), 5],
    "lines": ["all", 3],
}
OPTIONS = {declared.name for name in NAMES for declared in options_of(kind_named(name).options)}
PATH = Dungeon(rows=(0, 2), columns=(1, 1), monsters=((0, 0), (0, 1)))
SUMS = Dungeon(rows=(2, 1), columns=(1, 1))


def test_every_option_is_here() -> None:
    """A new option gets its good and bad values, or this fails; every field of options is declared."""
    assert OPTIONS == set(GOOD) == set(BAD)
    for name in NAMES:
        own = kind_named(name).options
        assert [declared.name for declared in options_of(own)] == [entry.name for entry in fields(own)]
        assert {declared.name for declared in own_options(own)} == {entry.name for entry in fields(own)} - {
            entry.name for entry in fields(Settings)
        }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option_name", sorted(OPTIONS))
def test_taken_or_refused(name: str, option_name: str) -> None:
    """Values as the dataclass says; an option of another kind is refused with the kinds that have it."""
    kind = kind_named(name)
    known = option_name in {declared.name for declared in options_of(kind.options)}
    for value in GOOD[option_name]:
        if known:
            options = options_for(kind, Settings(), {option_name: value})
            assert getattr(options, option_name) == value
            assert type(options) is kind.options
            assert kind.options(**changed(options)) == options
        else:
            able = ", ".join(n for n in NAMES if option_name in kind_named(n).options.__dataclass_fields__)
            with pytest.raises(UsageError) as caught:
                options_for(kind, Settings(), {option_name: value})
            assert str(caught.value) == f"{name} has no option {option_name!r}; these have: {able}"
    for value in BAD[option_name]:
        with pytest.raises(UsageError, match=option_name):
            options_for(kind, Settings(), {option_name: value})


def test_no_such_option() -> None:
    """A name that no kind has."""
    for name in NAMES:
        with pytest.raises(UsageError, match=f"^{name} has no option 'topologie'$"):
            options_for(kind_named(name), Settings(), {"topologie": "tree"})


def test_options_of_another_kind_as_a_value() -> None:
    """Options of one kind are those of another where they differ from nothing, and refused where they say something."""
    queens = Queens(4, 4)
    assert Solver(DungeonOptions(timeout=60)).solve(queens).status == "solved"
    for options, has in (
        (DungeonOptions(topology="tree"), "'topology'; these have: dungeon"),
        (KlotskiOptions(steps=3), "'steps'; these have: klotski"),
        (SudokuOptions(technique=("guess",)), "'technique'; these have: sudoku"),
        (UnattackedOptions(least=3), "'least'; these have: unattacked"),
    ):
        solver = Solver(options)
        for ask in (solver.solve, solver.unique, solver.count, solver.forced, solver.solutions):
            with pytest.raises(UsageError, match=f"queens has no option {has}"):
                ask(queens)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"timeout": -1}, "timeout is -1, expected a number from 0"),
        ({"timeout": float("nan")}, "timeout is nan, expected a number from 0"),
        ({"memory": 0}, "memory is 0, expected a whole number from 1"),
        ({"compilation": "jit"}, "unknown compilation 'jit'; known: auto, direct, template"),
        ({"topology": "flat"}, "unknown topology 'flat'; known: connected, tree, local"),
        ({"graph_check": 1}, "graph_check is 1, expected true or false"),
        ({"way": 5}, "way is 5, expected a name"),
    ],
)
def test_messages(wishes: dict[str, Any], message: str) -> None:
    """What was found, and what there is."""
    with pytest.raises(UsageError) as caught:
        DungeonOptions(**wishes)
    assert str(caught.value) == message


# what a way or a kind makes no use of


def first(name: str) -> Any:
    """A puzzle of a kind that needs a search."""
    return next(b.puzzle for b in boards(name) if not kind_named(name).contradiction(b.puzzle, b.options))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_swallowed(name: str) -> None:
    """For each way and setting: heeded, or refused in every question with what heeds it."""
    kind, puzzle = kind_named(name), first(name)
    for way in kind.ways:
        for setting in GUARDED:
            for value in [v for v in (*GOOD[setting], "nonsense") if v != "auto"]:
                if setting in ("compilation", "connectivity") and value == "nonsense":
                    continue  # refused by the dataclass already
                options = kind.options(way=way.name, **{setting: value})
                heeded = setting in way.uses and (setting == "solver" or value in kind.choices.get(setting, ()))
                try:
                    kind.validate_settings(options, way)
                except UsageError as error:
                    message = str(error)
                else:
                    message = ""
                assert bool(message) != heeded, (way.name, setting, value)
                if heeded:
                    continue
                if setting not in way.uses:
                    others = [other.name for other in kind.ways if setting in other.uses]
                    assert f"the search method {way.name!r} does not use the {setting} {value!r}" in message
                    assert (", ".join(others) if others else f"no method of {name} does") in message
                elif setting in kind.choices:
                    assert message == f"{name} has no {setting} {value!r}; known: {', '.join(kind.choices[setting])}"
                else:
                    able = ", ".join(n for n in NAMES if setting in kind_named(n).choices)
                    assert message.endswith(f"these kinds have: {able}")
                solver = Solver(options)
                for ask in (solver.solve, solver.unique, solver.count, solver.forced, solver.solutions):
                    with pytest.raises(UsageError):
                        ask(puzzle)


@pytest.mark.parametrize(
    ("puzzle", "wishes", "message"),
    [
        (
            PATH,
            {"cardinality": "nonsense", "way": "backtrack"},
            "the search method 'backtrack' does not use the cardinality",
        ),
        (PATH, {"cardinality": "nonsense"}, "dungeon has no cardinality 'nonsense'; known: seqcounter"),
        (PATH, {"compilation": "template", "cardinality": "sortnetwrk"}, "a template counts with totalizer"),
        (PATH, {"compilation": "template", "solver": "external:cadical"}, "an external program starts from scratch"),
        (PATH, {"solver": "nonsense"}, "unknown solver 'nonsense'; known: cadical103"),
        (PATH, {"way": "climb"}, "dungeon has no search method 'climb'; it has: sat, backtrack"),
        (SUMS, {"solver": "nonsense"}, "unknown solver 'nonsense'"),
        (SUMS, {"way": "climb"}, "dungeon has no search method 'climb'"),
        (SUMS, {"way": "backtrack", "solver": "glucose4"}, "these methods of dungeon do: sat"),
        (first("inshi"), {"cardinality": "totalizer"}, "inshi has no choice of cardinality"),
        (
            first("klotski"),
            {"solver": "glucose4"},
            "the search method 'search' does not use the solver 'glucose4'; no method of klotski does",
        ),
        (Sudoku((0,) * 16), {"connectivity": "planar"}, "sudoku has no choice of connectivity"),
        (Sudoku((0,) * 16), {"technique": ("y-wing",)}, "unknown technique 'y-wing'; known: full house, hidden single"),
    ],
)
def test_refusals_before_answers(puzzle: Any, wishes: dict[str, Any], message: str) -> None:
    """What makes no sense is refused in every question, for puzzles that need no search as well."""
    questions = [
        lambda: Solver(wishes=wishes).solve(puzzle),
        lambda: Solver(wishes=wishes).unique(puzzle),
        lambda: Solver(wishes=wishes).count(puzzle),
        lambda: list(Solver(wishes=wishes).solutions(puzzle)),
    ]
    for ask in questions:
        with pytest.raises(UsageError, match=message):
            ask()


def test_counting_takes_a_way_that_heeds() -> None:
    """``auto`` counts in the fastest way that makes use of what was asked for."""
    queens = Queens(5, 5)
    assert Solver().count(queens).stats["method"] == "backtrack"
    for options in (Settings(solver="glucose4"), Settings(cardinality="pairwise"), Settings(way="sat")):
        answer = Solver(options).count(queens)
        assert (answer.stats["method"], answer.details["count"]) == ("sat", 10)
    box = Klotski(("a.b", "..."), Goal((1, 2), "a"))
    with pytest.raises(UsageError, match="does not use the solver"):
        Solver(Settings(solver="glucose4")).count(box)


@pytest.mark.parametrize("limit", [0, -1, True, 1.0, "2"])
def test_limits_that_are_none(limit: Any) -> None:
    """A sentence, not an endless search."""
    with pytest.raises(UsageError, match="expected a whole number from 1, or None for all solutions"):
        Solver().solve(PATH, limit)


@pytest.mark.parametrize("what", [42, None, "dungeon", Dungeon, object(), Solver().unique(PATH), [PATH]])
def test_what_is_no_puzzle(what: Any) -> None:
    """A sentence, whatever is asked about it."""
    solver = Solver()
    for ask in (solver.solve, solver.unique, solver.count, solver.forced, solver.solutions):
        with pytest.raises(UsageError, match="expected a puzzle"):
            ask(what)


# wishes for generators


@pytest.mark.parametrize("name", NAMES)
def test_every_wish_of_every_generator(name: str) -> None:
    """Wrong types and values outside the range are sentences; so are wishes of another kind."""
    kind = kind_named(name)
    generator = kind.require(Generator)
    assert recipe_for(kind, {}) == generator.recipe()
    with pytest.raises(UsageError, match=f"the generator of {name} has no option 'wishes'; known: difficulty"):
        recipe_for(kind, {"wishes": 3})
    for declared in options_of(generator.recipe):
        bad: list[Any] = [object(), [], float("nan"), b"x"]
        if declared.type is not str:
            bad += ["8", "x"]
        if declared.type is not bool:
            bad += [True]
        if declared.low is not None:
            bad += [declared.low - 1]
        if declared.high is not None:
            bad += [declared.high + 1]
        if not declared.optional:
            bad += [None]
        for value in bad:
            with pytest.raises(UsageError, match=declared.name):
                recipe_for(kind, {declared.name: value})


# the machinery


@dataclass(frozen=True, kw_only=True)
class Example(Declared):
    """Every sort of option."""

    colour: Literal["red", "green"] = option("red", "A choice.", formula=True)
    size: int = option(3, "A number.", low=1, high=9, formula=True)
    ratio: float | None = option(None, "A part.", low=0, high=1)
    names: tuple[str, ...] | None = option(None, "Some.", known=lambda: ("a", "b"))
    bold: bool = option(False, "Yes or no.", formula=True)
    free: str = option("x", "Anything.")
    plain: int = 0


def test_declared() -> None:
    """What the annotation says, and what `option` was told."""
    colour, size, ratio, names, bold, free = options_of(Example)
    assert (colour.type, colour.choices, colour.default, colour.flag) == (str, ("red", "green"), "red", "--colour")
    assert (size.type, size.low, size.high, size.expected) == (int, 1, 9, "a whole number from 1 to 9")
    assert (ratio.type, ratio.optional, ratio.many, ratio.expected) == (float, True, False, "a number from 0 to 1")
    assert (names.type, names.optional, names.many) == (str, True, True)
    assert (bold.type, bold.expected, free.choices) == (bool, "true or false", ())


def test_told_and_untold() -> None:
    """What the formula depends on, as words and back."""
    example = Example(colour="green", bold=True, ratio=1, free="y")
    assert formula_options(example) == {"colour": "green", "size": "3", "bold": "true"}
    assert parse_formula_options(Example, formula_options(example)) == {"colour": "green", "size": 3, "bold": True}
    assert changed(example) == {"colour": "green", "ratio": 1.0, "bold": True, "free": "y"}
    assert isinstance(example.ratio, float)
    for words, message in (
        ({"free": "y"}, "unknown option 'free'; known: colour, size, bold"),
        ({"size": "three"}, "size is 'three', expected a whole number from 1 to 9"),
        ({"bold": "yes"}, "bold is 'yes', expected true or false"),
    ):
        with pytest.raises(UsageError) as caught:
            parse_formula_options(Example, words)
        assert str(caught.value) == message
    with pytest.raises(UsageError, match="unknown colour 'blue'"):
        Example(**parse_formula_options(Example, {"colour": "blue"}))


@pytest.mark.parametrize("name", NAMES)
def test_told_options_of_kinds(name: str) -> None:
    """What a header says of a kind's options makes them again."""
    kind = kind_named(name)
    for declared in options_of(kind.options):
        for value in GOOD[declared.name]:
            options = kind.options(**{declared.name: value})
            again = kind.options(**parse_formula_options(kind.options, kind.formula_options(options)))
            heeded = declared.formula and (declared.name not in GUARDED or declared.name in kind.choices)
            assert getattr(again, declared.name) == (value if heeded else declared.default)


@pytest.mark.parametrize(
    ("text", "size"),
    [("512M", 512 << 20), ("2G", 2 << 30), ("1.5 GB", 3 << 29), ("4KiB", 4096), ("1000", 1000), (" 1t ", 1 << 40)],
)
def test_memory_sizes(text: str, size: int) -> None:
    """As people write them."""
    assert memory_size(text) == size


@pytest.mark.parametrize("text", ["", "0", "-1G", "much", "nan", "inf", "1e400", "G", "1GM", "0.1"])
def test_what_is_no_memory_size(text: str) -> None:
    """A sentence with examples."""
    with pytest.raises(UsageError, match="expected a size such as 512M or 2G"):
        memory_size(text)
