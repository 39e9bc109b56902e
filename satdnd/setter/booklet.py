"""Print sheets: many puzzles on A4, with the rules first, names and grades, and the answers at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from satdnd.draw.colours import FILLS
from satdnd.draw.fonts import FAMILY, printable
from satdnd.draw.limit import afford, limited, look
from satdnd.draw.pdf import HEIGHT, MARGIN, ROOM, cost, document, place
from satdnd.draw.picture import Panel, Picture, Tile
from satdnd.draw.shapes import text_lines
from satdnd.draw.svg import CLUE, Sheet, sheets
from satdnd.engine.answer import ERROR, MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer, shown
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.operations import Operation
from satdnd.engine.optima import certifies
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided, UsageError
from satdnd.explanation.answers import about
from satdnd.explanation.rating import Difficulty, rate
from satdnd.grid.notation import counted
from satdnd.sat.budget import Budget

SCALES = tuple(n / 100 for n in range(85, 61, -1))
"""Points for each pixel of SVG: cells of 8.4 to 6.1 mm, so that most puzzles fit on a page; less for one that is
larger than the page.
"""
SMALL = 0.36
"""Points for each pixel of SVG in answers: cells of 3.5 mm."""
LEAST = 6.0
"""The least size of clues, in points, that can be read without a magnifying glass."""
GAP = 18.0
"""Points between pictures."""
_FOOT = HEIGHT - MARGIN
_HEAD = 26.0
"""Points of a heading and a line below it."""
_NARROWEST = 150.0
"""The minimum width of puzzle headings in points; half of that for answers."""
_LINES = 3
"""The most lines of a heading, and of the text below it."""
_WORDS = {MULTIPLE: "several solutions", UNSOLVABLE: "no solution"}


@dataclass(frozen=True)
class BookletEntry:
    """One puzzle of a booklet."""

    puzzle: Any
    name: str
    """The heading; not empty."""
    answer: Answer[Any]
    """The answer to ``unique``, or to ``solve`` if its kind asks for a best solution."""
    rating: Difficulty[Any] | None = None
    """The answer to ``rate``."""
    left_out: str = ""
    """Why neither the puzzle nor its answer is drawn."""
    unanswered: str = ""
    """Why its answer is not drawn."""

    @property
    def remark(self) -> str:
        """The grade and the minutes, or why there are none."""
        if self.answer.status in _WORDS:
            return _WORDS[self.answer.status]
        if self.answer.status == UNDECIDED:
            question = "whether it is unique" if certifies(kind_of(self.puzzle)) else "whether the answer is the best"
            return f"not known {question}: {shown(self.answer.reason)}"
        if self.rating is None:
            return ""
        if self.rating.minutes:
            return f"{self.rating.grade}, {about(self.rating.minutes)}"
        return f"grade not known: {shown(self.rating.reason)}"


def entry(puzzle: Any, name: str, solver: Solver, *, grades: bool, coordinates: bool = False) -> BookletEntry:
    """Solve and rate a puzzle, and check that it can be drawn.

    Args:
        puzzle: of any kind.
        name: the heading.
        solver: its time limit applies to the answer and to the grade; the time left then, at least a second, is for
            drawing.
        grades: whether to rate the puzzle, if its kind can be rated.
        coordinates: as in `render`.

    Raises:
        UsageError: the question cannot be asked; the message says why.
    """
    kind = kind_of(puzzle)
    answer = Operation("unique" if certifies(kind) else "solve").ask(solver, puzzle)
    if answer.status == ERROR:
        raise UsageError(answer.reason)
    rating = None
    if grades and answer.status in (UNIQUE, SOLVED):
        rating = rate(solver, puzzle)
    budget = solver.options_of(kind).drawing(answer.seconds + (rating.seconds if rating else 0))
    return fit(BookletEntry(puzzle, name, answer, rating), budget, coordinates=coordinates)


def fit(each: BookletEntry, budget: Budget, *, coordinates: bool = False) -> BookletEntry:
    """*each* without those drawings for which *budget* does not suffice."""
    seconds = taken = 0.0

    def drawn(blocks: Iterable[_PageBlock]) -> None:
        """Raise Undecided if the budget does not suffice for these blocks as well."""
        nonlocal seconds, taken
        for block in blocks:
            if block.sheet:
                one, other = cost(block.sheet)
                seconds, taken = seconds + one, taken + other
                afford(seconds, taken)

    with limited(budget):
        try:
            drawn([_puzzle("", each, coordinates, None, None)])
        except Undecided as error:
            return replace(each, left_out=str(error))
        try:
            drawn(_answers("", each, None, None))
        except Undecided as error:
            return replace(each, unanswered=str(error))
    return each


@dataclass(frozen=True)
class _PageBlock:
    """A heading, smaller lines below it and a picture, kept together on a page."""

    heading: str
    lines: tuple[str, ...] = ()
    sheet: Sheet | None = None
    scale: float = 1.0
    across: bool = False
    """Whether it takes the whole width of the page."""
    link: Any = None
    """The link of the heading; `anchor` is the target of the counterpart's link."""
    anchor: Any = None

    @property
    def width(self) -> float:
        """The width in points."""
        return ROOM if self.across else self.sheet.width * self.scale if self.sheet else ROOM / 3

    @property
    def slot(self) -> float:
        """The width in points reserved in a row, so that pictures of one size are aligned."""
        least = _NARROWEST if self.scale > SMALL else _NARROWEST / 2
        return ROOM / max(1, int((ROOM + GAP) / (max(self.width, least) + GAP)))


def render(entries: Sequence[BookletEntry], *, title: str = "Puzzles", coordinates: bool = False) -> bytes:
    """The booklet as a PDF.

    Args:
        entries: the puzzles, in order; at least one.
        title: the heading.
        coordinates: whether to number rows and columns, from 1, at the right of each puzzle and below it.

    Raises:
        UsageError: no puzzle; the extra ``pictures`` is not installed.
    """
    if not entries:
        raise UsageError("a booklet needs a puzzle")
    pages = _BookletDocument(title)
    pages.heading(title, 20)
    pages.text(f"{counted(len(entries), 'puzzle')}. The answers are at the end.")
    for name in dict.fromkeys(each.puzzle.kind for each in entries):
        kind = kind_named(name)
        pages.heading(f"{kind.title[:1].upper()}{kind.title[1:]}", 12)
        pages.text(kind.play)
    pages.down(GAP)
    links = [(pages.pdf.add_link(), pages.pdf.add_link()) for _ in entries]
    pages.fill(
        _puzzle(f"{number}. {each.name}", each, coordinates, *link)
        for number, (each, link) in enumerate(zip(entries, links, strict=True), 1)
    )
    pages.turn()
    pages.heading("Answers", 16)
    pages.fill(
        block
        for number, (each, link) in enumerate(zip(entries, links, strict=True), 1)
        for block in _answers(f"{number}. {each.name}", each, *link)
    )
    return bytes(pages.pdf.output())


def small(each: BookletEntry) -> float | None:
    """The size of a puzzle's clues in points if it is less than `LEAST`, because the puzzle is too large; else None."""
    if each.left_out:
        return None
    block = _puzzle("", each, False, None, None)
    size = CLUE * block.scale
    return size if size < LEAST else None


def _best(sheet: Sheet) -> float:
    """The largest of `SCALES` at which as many pictures of this size fit on a page as at the smallest."""
    high = _FOOT - MARGIN + GAP

    def many(scale: float) -> int:
        """The number of such pictures that fit on a page."""
        return int((ROOM + GAP) / (sheet.width * scale + GAP)) * int(high / (sheet.height * scale + _HEAD + GAP))

    return max(SCALES, key=lambda scale: (many(scale), scale))


def _print_picture(picture: Picture, coordinates: bool = False) -> Sheet:
    """A picture for print: open cells are white, and there are no dots for unknown cells if all are unknown."""
    if not any(tile.style == "open" for _, tile in picture.cells()):
        tiles = []
        for row in picture.tiles:
            look()
            tiles.append([_opened(tile) for tile in row])
        picture = replace(picture, tiles=tiles)
    (sheet,) = sheets([Panel("", picture)], coordinates=coordinates)
    return sheet._replace(text=sheet.text.replace(FILLS["open"][0], FILLS["paper"][0]))


@lru_cache(maxsize=4096)
def _opened(tile: Tile) -> Tile:
    return replace(tile, style="open") if tile.style == "unknown" else tile


def _puzzle(heading: str, each: BookletEntry, coordinates: bool, answer: Any, anchor: Any) -> _PageBlock:
    if each.left_out:
        return _PageBlock(
            heading, (*filter(None, [each.remark]), f"not drawn: {each.left_out}"), link=answer, anchor=anchor
        )
    sheet = _print_picture(kind_of(each.puzzle).picture(each.puzzle), coordinates)
    scale = min(_best(sheet), ROOM / sheet.width, (_FOOT - MARGIN - 60) / sheet.height)
    return _PageBlock(heading, (each.remark,) * bool(each.remark), sheet, scale, link=answer, anchor=anchor)


def _answers(heading: str, each: BookletEntry, anchor: Any, puzzle: Any) -> Iterator[_PageBlock]:
    """Everything in the answer: its boards, and the lines below them."""
    status = each.answer.status
    if status in (UNSOLVABLE, UNDECIDED) and not each.answer.solutions:
        yield _PageBlock(heading, (each.remark,), link=puzzle, anchor=anchor)
        return
    remarks = (each.remark,) if status not in (UNIQUE, SOLVED) else ()
    if reason := each.left_out or each.unanswered:
        yield _PageBlock(heading, (*remarks, f"not drawn: {reason}"), link=puzzle, anchor=anchor)
        return
    panels = each.answer.panels()[1:]
    for panel in panels:
        if panel.picture:
            sheet = _print_picture(panel.picture)
            scale = min(SMALL, ROOM / sheet.width, (_FOOT - MARGIN - 60) / sheet.height)
            yield _PageBlock(heading, remarks, sheet, scale, link=puzzle, anchor=anchor)
            anchor = None
    lines = [line for panel in panels if not panel.picture for line in text_lines(panel.caption, ROOM, 7)]
    if lines:
        yield from (_PageBlock(heading, tuple(lines[i : i + 60]), across=True) for i in range(0, len(lines), 60))


class _BookletDocument:
    """A document that is written from top to bottom."""

    def __init__(self, title: str) -> None:
        self.pdf = document(title)
        self.y = 0.0
        self.turn()

    def turn(self) -> None:
        """Begin a page."""
        self.pdf.add_page()
        self.y = MARGIN

    def down(self, points: float) -> None:
        """Leave *points* of space."""
        self.y += points

    def heading(self, text: str, size: float) -> None:
        """Write a line in bold."""
        self._paragraph(text, size, "B")

    def text(self, text: str) -> None:
        """Write a paragraph."""
        self._paragraph(text, 9.5, "")

    def _paragraph(self, text: str, size: float, style: str) -> None:
        self.pdf.set_font(FAMILY, style, size)
        high = float(self.pdf.multi_cell(ROOM, 1.35 * size, printable(text), dry_run=True, output="HEIGHT"))  # type: ignore[arg-type]  # that is what HEIGHT gives
        if self.y + high > _FOOT:
            self.turn()
            self.pdf.set_font(FAMILY, style, size)
        self.pdf.set_xy(MARGIN, self.y)
        self.pdf.multi_cell(ROOM, 1.35 * size, printable(text), align="L")
        self.y += high + size / 2

    def fill(self, blocks: Iterable[_PageBlock]) -> None:
        """Place blocks in rows, as many in each as fit; a row does not cross the end of a page."""
        row: list[_PageBlock] = []
        for block in blocks:
            if row and (sum(each.slot for each in row) + block.slot > ROOM + 1 or block.across or row[-1].across):
                self._row(row)
                row = []
            row.append(block)
        if row:
            self._row(row)

    def _row(self, row: Sequence[_PageBlock]) -> None:
        lines = [self._lines(block) for block in row]
        head = max(sum(size for _, _, size in each) * 1.25 for each in lines) + 2
        height = head + max((b.sheet.height * b.scale if b.sheet else 0.0) for b in row)
        if self.y + height > _FOOT and self.y > MARGIN:
            self.turn()
        x = MARGIN
        for block, texts in zip(row, lines, strict=True):
            if block.anchor:
                self.pdf.set_link(block.anchor, y=self.y, page=self.pdf.page)
            y = self.y
            for text, style, size in texts:
                self.pdf.set_font(FAMILY, style, size)
                self.pdf.set_xy(x, y)
                self.pdf.cell(block.slot - 2, 1.25 * size, text, link=block.link or "")
                y += 1.25 * size
            if block.sheet:
                place(self.pdf, block.sheet, x, self.y + head, block.scale)
            x += block.slot
        self.y += height + GAP / (1 if any(b.scale > SMALL for b in row) else 2)

    def _lines(self, block: _PageBlock) -> list[tuple[str, str, float]]:
        """The lines above a picture, shortened to its width: text, style and size of each line."""
        large = block.sheet is not None and block.scale > SMALL
        sizes = (10.0, 8.5) if large else (7.5, 7.0)
        lines = [(text, "B", sizes[0]) for text in self._fit(block.heading, "B", sizes[0], block.slot - 4)]
        for each in block.lines:
            lines += [(text, "", sizes[1]) for text in self._fit(each, "", sizes[1], block.slot - 4)]
        return lines

    def _fit(self, text: str, style: str, size: float, room: float) -> list[str]:
        """Split *text* into at most `_LINES` lines of *room* points; the rest is cut off."""
        self.pdf.set_font(FAMILY, style, size)
        lines = self.pdf.multi_cell(room, size, printable(text), dry_run=True, output="LINES", align="L")
        found = [str(line) for line in lines]  # type: ignore[union-attr]  # that is what LINES gives
        return found if len(found) <= _LINES else [*found[: _LINES - 1], f"{found[_LINES - 1][:-2].rstrip()}…"]
