"""Formulas: names, families, and DIMACS both ways."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings, strategies as st

from satdnd.encodings.cardinality import exactly
from satdnd.encodings.connectivity import planar_trees
from satdnd.errors import InputError, Undecided
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Compiled, Formula, Pool

few = settings(deadline=None, max_examples=120)

NAMES = st.text(st.characters(min_codepoint=32, exclude_categories=["Z", "C"]), min_size=1, max_size=12)
"""Names without blanks at the ends or line breaks: these have no place in a comment."""


@st.composite
def formulas(draw: st.DrawFn) -> Formula:
    """Up to 9 variables, some with names, and up to 12 clauses, the empty one among them."""
    variables = draw(st.integers(0, 9))
    formula = Formula(Pool(variables))
    if variables:
        literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))
        formula.extend(draw(st.lists(st.lists(literal, max_size=4), max_size=12)))
        for variable in draw(st.sets(st.integers(1, variables))):
            formula.name(variable, draw(NAMES))
    else:
        formula.extend([[] for _ in range(draw(st.integers(0, 2)))])
    return formula


def meanings(formula: Formula) -> list[str]:
    """What each variable stands for."""
    return [formula.meaning(v) for v in range(1, formula.variables + 1)]


def clauses_of(text: str) -> list[list[int]]:
    """The clauses of a DIMACS text."""
    return Formula.from_dimacs(text).clauses


# building and reading


def test_pool_counts_on() -> None:
    """New variables and blocks follow one another, from above the given top."""
    pool = Pool(4)

    assert pool.new() == 5
    assert list(pool.block(3)) == [6, 7, 8]
    assert list(pool.block(0)) == []
    assert pool.new() == 9
    assert pool.top == 9
    assert Pool().new() == 1


def test_names_of_variables() -> None:
    """A variable has its own name, or that of its range with a number from 1, or none."""
    formula = Formula()
    formula.new("first")
    mark = formula.pool.top
    formula.pool.block(3)
    formula.name_since(mark, "count")
    formula.name(3, "two or more")
    formula.pool.new()
    later = formula.pool.top
    formula.pool.block(2)
    formula.name_since(later, "tree")

    assert meanings(formula) == [
        "first",
        "count auxiliary 1",
        "two or more",
        "count auxiliary 3",
        "",
        "tree auxiliary 1",
        "tree auxiliary 2",
    ]
    assert formula.meaning(99) == ""


def test_several_variables() -> None:
    """In a row, each with its name; none for no names."""
    formula = Formula()
    formula.new("first")
    assert list(formula.new_variables(["a", "b"])) == [2, 3]
    assert list(formula.new_variables([])) == []
    assert [formula.meaning(v) for v in range(1, formula.variables + 1)] == ["first", "a", "b"]


def test_name_since_without_new_variables_names_nothing() -> None:
    """A constraint that needed no auxiliary variable leaves later ones nameless."""
    formula = Formula()
    formula.name_since(formula.pool.top, "nothing")
    formula.pool.new()

    assert meanings(formula) == [""]


def test_families() -> None:
    """Clauses belong to the family begun last; a statement knows the rule that it is of."""
    formula = Formula(Pool(2))
    formula.add(1)
    formula.begin_sentence("before any rule")
    formula.add(2)
    formula.family("a")
    formula.add(1, 2)
    formula.begin_sentence("of a", [(0, 1)])
    formula.add(-1)
    formula.family("b")
    formula.family("c")
    formula.begin_sentence("of a", [(0, 1)])
    formula.add(-2)

    assert [formula.family_of(i) for i in range(5)] == ["", "", "a", "a", "c"]
    statements = [formula.statement_of(i) for i in range(5)]
    assert [s and (s.text, s.cells, s.rule) for s in statements] == [
        None,
        ("before any rule", (), ""),
        None,
        ("of a", ((0, 1),), "a"),
        ("of a", ((0, 1),), "c"),
    ]
    assert statements[3] != statements[4]


def test_include() -> None:
    """A compiled constraint brings its clauses, its native constraints and the names of its variables."""
    formula = Formula(Pool(4))
    formula.include(Compiled([[1, 2]], [([1, 2, 3], 2)]))
    mark = formula.pool.top
    formula.include(exactly([1, 2, 3, 4], 2, formula.pool, "totalizer"), mark, "count")

    assert formula.clauses[0] == [1, 2]
    assert formula.at_mosts == [([1, 2, 3], 2)]
    assert meanings(formula)[4] == "count: at least 1 of the first 2"


def test_compiling_looks_at_the_budget() -> None:
    """Whatever builds notices within some hundred steps that the budget is spent."""
    said: list[bool] = []
    formula = Formula(Pool(1, Budget.of(stop=lambda: bool(said))))
    steps: list[Callable[[], object]] = [
        lambda: formula.begin_sentence("anything"),
        lambda: formula.family("a"),
        lambda: [formula.extend([[1]]) for _ in range(256)],
        lambda: [formula.new("x") for _ in range(256)],
        lambda: formula.pool.block(2),
        lambda: [formula.add(1) for _ in range(256)],
        lambda: planar_trees(3, 3, [formula.pool.top] * 9, formula.pool),
    ]
    for step in steps:
        step()
    said.append(True)
    time.sleep(0.03)
    for step in steps:
        with pytest.raises(Undecided, match="stopped"):
            step()


@pytest.mark.slow
@pytest.mark.no_cover
def test_from_dimacs_is_linear() -> None:
    """A line is read at the price of its characters: 400,000 literals, on one line or on many, in about a second."""
    numbers = " ".join(f"{v} -{v} 0" for v in range(1, 130_001))
    started = time.process_time()
    one = Formula.from_dimacs(f"p cnf 130000 130000\n{numbers}\n")
    many = Formula.from_dimacs(f"p cnf 130000 130000\n{numbers}\n".replace(" 0", " 0\n"))
    assert one.clauses == many.clauses == [[v, -v] for v in range(1, 130_001)]
    assert time.process_time() - started < 6


def test_clauses_are_copied() -> None:
    """`add` takes literals, and a clause holds them in the order given."""
    formula = Formula(Pool(3))
    formula.add(3, -1)
    formula.add()

    assert formula.clauses == [[3, -1], []]
    assert formula.variables == 3


def test_falsified_names_the_clauses() -> None:
    """The indices of the clauses without a true literal; the empty clause is always among them."""
    formula = Formula(Pool(3))
    formula.extend([[1, 2], [-1, 3], [], [-3], [2, -2]])

    assert list(formula.falsified([1, -2, 3])) == [2, 3]
    assert list(formula.falsified([-1, -2, -3])) == [0, 2]
    assert list(Formula().falsified([])) == []


@few
@given(formulas(), st.integers(0, 511))
def test_falsified_is_the_definition(formula: Formula, bits: int) -> None:
    """A clause is named exactly when every literal of it is false."""
    model = [v if bits >> v & 1 else -v for v in range(1, formula.variables + 1)]
    expected = [i for i, clause in enumerate(formula.clauses) if all(-x in model for x in clause)]

    assert list(formula.falsified(model)) == expected


# DIMACS


def test_dimacs_text() -> None:
    """Comments, the variable map, the header and one clause a line; the empty clause is a lone 0."""
    formula = Formula()
    formula.new("wall[0,0]")
    formula.pool.new()
    formula.extend([[1, -2], []])

    assert formula.to_dimacs(["a puzzle", ""]) == "c a puzzle\nc\nc var 1 wall[0,0]\np cnf 2 2\n1 -2 0\n0\n"
    assert formula.to_dimacs(names=False) == "p cnf 2 2\n1 -2 0\n0\n"
    assert Formula().to_dimacs() == "p cnf 0 0\n"


@few
@given(formulas())
def test_dimacs_round_trip(formula: Formula) -> None:
    """Variables, clauses in order and names come back, and the text of what came back is the same text."""
    text = formula.to_dimacs()
    again = Formula.from_dimacs(text)

    assert again.clauses == formula.clauses
    assert again.variables == formula.variables
    assert meanings(again) == meanings(formula)
    assert again.to_dimacs() == text


@few
@given(formulas(), st.lists(st.text(max_size=20).filter(lambda line: not line.startswith("var ")), max_size=3))
@example(Formula(), ["two\nlines"])
def test_dimacs_with_any_comments(formula: Formula, comments: list[str]) -> None:
    """Comments change nothing of the formula, whatever they say."""
    again = Formula.from_dimacs(formula.to_dimacs(comments))

    assert again.clauses == formula.clauses
    assert meanings(again) == meanings(formula)


@few
@given(formulas())
def test_dimacs_without_names_round_trip(formula: Formula) -> None:
    """Without the map the clauses are the same and no variable has a name."""
    again = Formula.from_dimacs(formula.to_dimacs(names=False))

    assert again.clauses == formula.clauses
    assert set(meanings(again)) <= {""}


def test_names_of_ranges_come_back() -> None:
    """Auxiliary variables are written with their numbers and read as plain names."""
    formula = Formula()
    formula.new("x")
    formula.pool.block(2)
    formula.name_since(1, "row 0 count")

    assert meanings(Formula.from_dimacs(formula.to_dimacs())) == [
        "x",
        "row 0 count auxiliary 1",
        "row 0 count auxiliary 2",
    ]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("p cnf 3 2\n1 -2 0 3 0\n", [[1, -2], [3]]),
        ("p cnf 3 1\n1\n-2\n\n 3 0", [[1, -2, 3]]),
        ("c first\np  cnf\t3   1\nc between\n1 2\nc inside a clause\n3 0\n", [[1, 2, 3]]),
        ("p cnf 2 2\r\n1 0\r\n0\r\n", [[1], []]),
        ("p cnf 2 1\n1 2 0\n%\n0\n", [[1, 2]]),
        ("p cnf 0 0\n", []),
        ("p cnf 5 0", []),
    ],
)
def test_dimacs_as_others_write_it(text: str, clauses: list[list[int]]) -> None:
    """Clauses over several lines or several on one, comments anywhere, CR LF, and SATLIB's end mark."""
    assert clauses_of(text) == clauses


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "no line 'p cnf VARIABLES CLAUSES'"),
        ("c nothing\n\n", None, "no line 'p cnf VARIABLES CLAUSES'"),
        ("c x\n1 2 0\n", 2, "found '1 2 0' before the line"),
        ("hello\n", 1, "found 'hello' before the line"),
        ("p cnf 1\n", 1, "found 'p cnf 1', expected one line 'p cnf VARIABLES CLAUSES'"),
        ("p dnf 1 1\n1 0\n", 1, "found 'p dnf 1 1'"),
        ("p cnf -1 0\n", 1, "found 'p cnf -1 0'"),
        ("p cnf one 0\n", 1, "found 'p cnf one 0'"),
        ("p cnf ² 0\n", 1, "found 'p cnf ² 0'"),
        ("p cnf 1 1 1\n", 1, "found 'p cnf 1 1 1'"),
        ("p cnf 1 0\np cnf 1 0\n", 2, "found 'p cnf 1 0', expected one line"),
        ("p cnf 2 1\nc ok\n1 x 0\n", 3, "found 'x', expected a literal"),
        ("p cnf 2 1\n1.0 0\n", 2, "found '1.0', expected a literal"),
        ("p cnf 12 1\n1_0 0\n", 2, "found '1_0', expected a literal"),
        ("p cnf 2 1\n\u0661 0\n", 2, "expected a literal"),
        ("p cnf 2 1\n1 3 0\n", 2, "literal 3 but only 2 variables were declared"),
        ("p cnf 2 1\n\n1 -3 0\n", 3, "literal -3 but only 2 variables"),
        ("p cnf 2 1\n1 2\n", 2, "the last clause does not end with 0"),
        ("p cnf 2 2\n1 0\n2", 3, "the last clause does not end with 0"),
        ("p cnf 2 2\n1 2 0\n", None, "found 1 clauses, but 2 were declared"),
        ("p cnf 2 1\n1 0\n2 0\n", None, "found 2 clauses, but 1 were declared"),
    ],
)
def test_dimacs_errors(text: str, line: int | None, message: str) -> None:
    """What is not DIMACS is refused with the file, the line, what was found and what was expected."""
    with pytest.raises(InputError) as error:
        Formula.from_dimacs(text, "a.cnf")

    assert message in str(error.value)
    assert error.value.line == line
    assert str(error.value).startswith(f"a.cnf:{line}: " if line else "a.cnf: ")


@few
@given(st.text(st.sampled_from("pcnf vard%-0123456789 \n\t²x"), max_size=60))
@example("p cnf ² 0")
@example("p cnf 1 1\n² 0")
def test_dimacs_of_any_text(text: str) -> None:
    """Any text at all is a formula or an InputError, never another error."""
    try:
        formula = Formula.from_dimacs(text)
    except InputError:
        return
    assert all(1 <= abs(x) <= formula.variables for clause in formula.clauses for x in clause)


def test_native_constraints_have_no_dimacs() -> None:
    """A formula with native cardinality constraints is not written, rather than written without them."""
    formula = Formula(Pool(3))
    formula.at_mosts.append(([1, 2, 3], 1))

    with pytest.raises(ValueError, match="native cardinality constraints"):
        formula.to_dimacs()


def test_writing_looks_at_the_budget() -> None:
    budget = Budget.of(conflicts=1)
    formula = Formula(Pool(budget=budget))
    formula.add(formula.new("a"))
    budget.spend(1)
    with pytest.raises(Undecided):
        formula.to_dimacs()
