"""Lines along the edges of cells, and stacked labels: drawn, described, compared, and read back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from satdnd.draw import svg
from satdnd.draw.picture import MARKED, USED, EdgeLine, Panel, Picture, Tile, differing, highlight
from satdnd.draw.terminal import render, render_panels
from satdnd.engine.kind import kind_named
from satdnd.engine.solver import Solver
from satdnd.errors import InputError
from satdnd.formats import drawn_boards

WHAT = {"line": "-", "none": "x"}


def board(rows: Sequence[str], edges: Sequence[EdgeLine] = ()) -> Picture:
    """A dotted picture: digits are clues, dots are empty cells."""
    tiles = [[Tile("open", x) if x.isdigit() else Tile() for x in row] for row in rows]
    return Picture(tiles, dotted=True, edges=edges, label="slitherlink")


def around(r: int, c: int, style: str = "line") -> list[EdgeLine]:
    """The four edges of a cell that is not at the lower or the right border."""
    places = ((r, c, "n"), (r, c, "w"), (r + 1, c, "n"), (r, c + 1, "w"))
    return [EdgeLine((a, b), side, style) for a, b, side in places]


def sides(height: int, width: int) -> list[tuple[int, int, str]]:
    """Every edge of a grid, once."""
    return [
        (r, c, side)
        for r in range(height)
        for c in range(width)
        for side in "n" + "w" + "s" * (r == height - 1) + "e" * (c == width - 1)
    ]


@st.composite
def boards(draw: st.DrawFn) -> Picture:
    """Digits and edges of any style, some of them marked."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    rows = draw(st.lists(st.text("0123.", min_size=width, max_size=width), min_size=height, max_size=height))
    edges = []
    for r, c, side in sides(height, width):
        if style := draw(st.sampled_from(["", "", "line", "line", "none"])):
            edges.append(EdgeLine((r, c), side, style, marked=draw(st.booleans())))
    return board(rows, edges)


def known(picture: Picture) -> list[tuple[int, int, str, str]]:
    """The edges of a picture as they are read back."""
    return sorted((*edge.place, WHAT[edge.style]) for edge in picture.edges)


SMALL = board(["3.2", "..0"], [*around(0, 0), EdgeLine((0, 2), "e", "none"), EdgeLine((1, 1), "s", "none")])


def test_drawing_in_a_terminal() -> None:
    """Dots at the corners, lines that join where they meet, crosses where there is no line."""
    assert render(SMALL).split("\n") == [
        "┌───┐   ·   ·",
        "│ 3 │     2 ×",
        "└───┘   ·   ·",
        "          0",
        "·   · × ·   ·",
    ]


def test_loop_goes_through_corners() -> None:
    """A line that goes straight on hides the dot, and one that ends leaves it."""
    edges = [EdgeLine((0, 0), "n"), EdgeLine((0, 1), "n"), EdgeLine((0, 0), "w"), EdgeLine((1, 0), "w")]
    assert render(board(["...", "..."], edges)).split("\n") == [
        "┌───────·   ·",
        "│",
        "│   ·   ·   ·",
        "│",
        "·   ·   ·   ·",
    ]


def test_drawing_in_ascii() -> None:
    """Plus signs for dots, and an x for a cross."""
    assert render(SMALL, encoding="ascii").split("\n") == [
        "+---+   +   +",
        "| 3 |     2 x",
        "+---+   +   +",
        "          0",
        "+   + x +   +",
    ]


def test_drawing_in_few_columns() -> None:
    """Two columns from dot to dot where there is no place for four; marks without a place are named below."""
    marked = replace(SMALL, edges=[replace(SMALL.edges[0], marked=True), *SMALL.edges[1:]])
    assert render(marked, columns=12).split("\n") == [
        "┌─┐ · ·",
        "│3│  2×",
        "└─┘ · ·",
        "     0",
        "· ·×· ·",
        "marked:",
        "  above r1c1",
    ]


def test_coordinates_and_labels() -> None:
    """They stand beside the rows and below the middles of columns."""
    lines = render(replace(SMALL, left=["a", "bc"]), coordinates=True).split("\n")
    assert lines[1] == " a │ 3 │     2 × 1"
    assert lines[3] == "bc           0   2"
    assert lines[-1] == "     1   2   3"


@given(boards())
def test_drawings_are_read_back(picture: Picture) -> None:
    """With boxes and in ASCII, wide and close, every edge is found again."""
    for encoding in ("utf-8", "ascii"):
        for columns in (80, 2 * picture.width + 2):
            text = render(picture, encoding=encoding, columns=columns)
            found = list(drawn_boards.edges(text, picture.height, picture.width))
            assert [sorted(edges) for edges in found] == [known(picture)], text


@given(boards())
def test_drawings_among_text(picture: Picture) -> None:
    """Captions, coordinates, margins, and a second drawing at the right or below change nothing."""
    plain = replace(picture, edges=[replace(edge, marked=False) for edge in picture.edges])
    panels = [Panel("a - caption |", plain), Panel("1", plain)]
    size = picture.height, picture.width
    text = f"# unique: 2 solutions, r1c1-r1c4\n{render_panels(panels, coordinates=True)}\n+ seen -- twice\n"
    assert [sorted(edges) for edges in drawn_boards.edges(text, *size)] == [known(picture)] * 2
    for between in ("\n", "\n\n", "\ncaption\n"):
        below = between.join([render(plain)] * 2).replace("\n", "\n   ")
        assert [sorted(edges) for edges in drawn_boards.edges(f"   {below}", *size)] == [known(picture)] * 2


def test_compact_drawing_is_read() -> None:
    """As people type it."""
    text = "2 solutions\n  +-+-+\n  |3| x\n  +-+ +\n"
    loop = [(0, 0, "n", "-"), (0, 1, "n", "-"), (0, 0, "s", "-"), (0, 0, "w", "-"), (0, 1, "w", "-"), (0, 1, "e", "x")]
    assert list(drawn_boards.edges(text, 1, 2)) == [loop]


def test_drawings_of_another_size_are_passed_over() -> None:
    """Neither a part of a larger drawing is read, nor what is no drawing."""
    text = render(SMALL)
    assert len(list(drawn_boards.edges(text, 2, 3))) == 1
    for size in ((1, 3), (2, 2), (1, 1), (2, 1), (3, 3), (2, 4)):
        assert list(drawn_boards.edges(text, *size)) == [], size
    assert list(drawn_boards.edges("", 1, 1)) == []
    assert list(drawn_boards.edges("+--\n|.|\n+-+", 1, 1)) == []


def test_svg() -> None:
    """Well-formed: a rect for each cell, one path of dots, lines and crosses, no frame."""
    marked = highlight(SMALL, [(0, 0, "n", "-"), (1, 2, "e", "x")], used=[(0, 0, "w", "-")])
    text = svg.render_panels([Panel("", marked)], coordinates=True)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    drawing = root.find(f"{space}g")
    assert drawing is not None
    assert len([x for x in drawing.iter(f"{space}rect") if x.get("data-cell")]) == 6
    assert not [x for x in drawing.iter(f"{space}rect") if not x.get("data-cell")]
    lines = list(drawing.iter(f"{space}line"))
    assert [x.get("class") for x in lines].count("bridge") == 3
    assert [x.get("class") for x in lines].count("mark") == 1
    dots = [x for x in drawing.iter(f"{space}path") if x.get("stroke-linecap") == "round" and "h0" in x.get("d", "")]
    assert [x.get("d", "").count("M") for x in dots] == [12]
    assert [x.get("class") for x in drawing.iter(f"{space}path")].count("grid") == 2


@pytest.mark.parametrize("form", ["png", "pdf"])
def test_images(form: str) -> None:
    """They are drawn by what is installed."""
    pytest.importorskip("resvg_py" if form == "png" else "fpdf")
    from satdnd.draw import forms

    assert len(forms.render(form, [[Panel("", SMALL)]])) > 500


def test_names_of_edges() -> None:
    """By the cells that they part, and by the side at the border."""
    names = {edge.place: edge.name for edge in (EdgeLine((r, c), side) for r, c, side in sides(3, 4))}
    assert names[0, 0, "n"] == "above r1c1"
    assert names[1, 0, "n"] == "r1c1/r2c1"
    assert names[0, 0, "w"] == "left of r1c1"
    assert names[2, 1, "w"] == "r3c1/r3c2"
    assert names[2, 0, "s"] == "below r3c1"
    assert names[0, 3, "e"] == "right of r1c4"
    assert len(set(names.values())) == len(names) == 3 * 5 + 4 * 4


def test_description() -> None:
    """The lines of the loop are counted, what is marked or used is named."""
    assert SMALL.description() == "2 rows and 3 columns: 4 edges of the loop."
    step = highlight(SMALL, [(0, 0, "n", "-")], [(0, 0)], [(0, 1, "w", "-")])
    assert step.description() == (
        "2 rows and 3 columns: 4 edges of the loop. new: above r1c1. what the rule is about: r1c1. "
        "what is used: r1c1/r1c2."
    )
    assert step.marks() == ["above r1c1"]
    signed = replace(SMALL, edges=(), signs=[(0, 0, "e", "<"), (0, 1, "e", "<"), (0, 1, "s", "∨")])
    assert signed.description() == "2 rows and 3 columns: 2 signs <, 1 sign ∨."


def test_highlight() -> None:
    """New edges are marked; what the picture did not know is drawn as the step says it."""
    step = highlight(SMALL, [(0, 0, "n", "-"), (1, 0, "w", "x"), (1, 2, "n", "-")], used=[(0, 0, "w", "-")])
    edges = {edge.place: edge for edge in step.edges}
    assert [place for place, edge in edges.items() if edge.marked] == [(0, 0, "n"), (1, 0, "w"), (1, 2, "n")]
    assert [place for place, edge in edges.items() if edge.used] == [(0, 0, "w")]
    assert edges[1, 0, "w"].style == "none"
    assert edges[1, 2, "n"].style == "line"
    assert not step.links
    assert set(step.meanings) == {MARKED, USED}
    assert "─!─" in render(step)


def test_differing() -> None:
    """An edge that is not everywhere a line is marked, or its empty place."""
    one, other = board(["..", ".."], around(0, 0)), board(["..", ".."], [*around(0, 0)[:3], EdgeLine((0, 1), "n")])
    first, second = differing([one, other])
    assert first.marks() == second.marks() == ["above r1c2", "r1c1/r1c2"]
    assert {edge.name: edge.style for edge in first.edges if edge.marked} == {
        "above r1c2": "none",
        "r1c1/r1c2": "line",
    }
    assert "! = what differs" in render(first).split("\n")
    assert differing([one, one]) == [one, one]


def test_json() -> None:
    """Edges are objects without what is as by default."""
    record = json.loads(json.dumps(replace(SMALL, edges=SMALL.edges[3:5]).to_json()))
    assert record["dotted"] is True
    assert record["edges"] == [{"cell": [0, 1], "side": "w"}, {"cell": [0, 2], "side": "e", "style": "none"}]
    assert "edges" not in Picture([[Tile()]]).to_json()


LABELLED = Picture(
    [[Tile("wall" if (r + c) % 2 else "open") for c in range(3)] for r in range(2)],
    left=["1", "1 1"],
    top=["1", "3 1 12", ""],
)


def test_stacked_labels() -> None:
    """At the top one number a line, the last ones level, apart from their neighbours; at the left on one line."""
    assert render(LABELLED).split("\n") == [
        "         3",
        "         1",
        "      1 12",
        "    ┌─────────┐",
        "  1 │   ███   │",
        "1 1 │███   ███│",
        "    └─────────┘",
    ]
    narrow = replace(LABELLED, top=["1 2", "1", "1"])
    assert render(narrow).split("\n")[:3] == ["     1", "     2 1 1", "    ┌──────┐"]


def test_stacked_labels_in_svg() -> None:
    """Each number is a text of its own, the last ones level."""
    text = svg.render_panels([Panel("", LABELLED)])
    root = ElementTree.fromstring(text)
    texts = [(x.text, x.get("x"), x.get("y")) for x in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text, _, _ in texts] == ["1", "12", "1", "3", "1", "1 1"]
    assert texts[0][2] == texts[1][2]
    assert len({x for _, x, _ in texts[1:4]}) == 1
    heights = [float(y or 0) for _, _, y in texts[1:4]]
    assert heights == sorted(heights, reverse=True)


def test_a_sign_that_is_no_edge() -> None:
    """It is named with line and column."""
    kind = kind_named("slitherlink")
    (puzzle,) = kind.texts.read("3.3\n..2\n23.\n")
    drawn = render(kind.picture(puzzle, Solver().solve(puzzle).solutions[0])).replace("└───┘", "└─Z─┘", 1)
    (wrong,) = kind.texts.read_solutions(drawn, puzzle)
    assert str(wrong) == "line 3, column 6: found '─Z─', expected a line, an x or a blank between two dots"
    with pytest.raises(InputError, match="found '─Z─'"):
        kind.marks(puzzle, drawn)
