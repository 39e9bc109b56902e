"""Pictures as PDF, by fpdf2: A4 pages, lines as lines and texts as texts, with the font that the package has."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from satdnd.draw import limit
from satdnd.draw.extra import needed
from satdnd.draw.fonts import FAMILY, FILES, printable
from satdnd.draw.picture import Panel
from satdnd.draw.svg import Sheet, sheets

if TYPE_CHECKING:
    from fpdf import FPDF

WIDTH, HEIGHT = 595.28, 841.89
"""Points of A4."""
MARGIN = 42.5
"""Points around a page: 15 mm. The number of the page stands in it."""
ROOM = WIDTH - 2 * MARGIN
"""Points across a page that there are for pictures."""
_HIGH = HEIGHT - 2 * MARGIN
USUAL, LARGEST = 0.62, 1.4
"""Points for a pixel of SVG, where pictures share a page; at most, where there is room."""


def document(title: str) -> FPDF:
    """An empty document of numbered A4 pages. UsageError without the extra ``pictures``.

    The same pictures give the same bytes: it says no time.
    """
    base: Any = needed("fpdf", "PDF").FPDF

    class NumberedPages(base):  # type: ignore[misc,unused-ignore]  # known only where it is installed
        """Those with a number below."""

        def footer(self) -> None:
            """The number of the page."""
            self.set_y(-MARGIN + 6)
            self.set_font(FAMILY, size=8)
            self.cell(0, 10, f"{self.page} / {{nb}}", align="C")

    pdf: FPDF = NumberedPages(unit="pt", format="A4")
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pdf.set_title(printable(title) or "satdnd")
    pdf.set_producer("satdnd")
    pdf.set_lang("en")
    pdf.set_margins(MARGIN, MARGIN)
    pdf.set_auto_page_break(False)
    for style, file in FILES.items():
        pdf.add_font(FAMILY, style, file)
    pdf.set_font(FAMILY, size=10)
    return pdf


def cost(sheet: Sheet) -> tuple[float, float]:
    """About how many seconds and bytes it takes to `place`, which looks at no limit."""
    elements, squares = sheet.text.count("\n"), sheet.text.count("M")
    return 7e-4 * elements + 4e-5 * squares, 3000 * elements + 400 * squares


def place(pdf: FPDF, sheet: Sheet, x: float, y: float, scale: float) -> None:
    """Draw *sheet* on the page, its corner at (x, y), *scale* points for a pixel."""
    text = io.BytesIO(printable(sheet.text).encode())
    pdf.image(text, x=x, y=y, w=sheet.width * scale, h=sheet.height * scale)


def render_pages(pages: Sequence[Sequence[Panel]], *, coordinates: bool = False, title: str = "") -> bytes:
    """Captions and pictures as one PDF.

    Args:
        pages: what begins on a page of its own; as many more as it takes.
        coordinates: numbers of rows and columns, from 1, at the right and below.
        title: of the document.

    Raises:
        UsageError: the extra ``pictures`` is not installed.
    """
    pdf = document(title)
    for panels in pages:
        for sheet in _sheets(panels, coordinates):
            pdf.add_page()
            place(pdf, sheet, MARGIN, MARGIN, min(LARGEST, ROOM / sheet.width, _HIGH / sheet.height))
    return bytes(pdf.output())


def fit(panels: Sequence[Panel], *, coordinates: bool = False) -> None:
    """Undecided where `limited` does not allow that they are drawn."""
    seconds = taken = 0.0
    for sheet in _sheets(panels, coordinates):
        one, other = cost(sheet)
        seconds, taken = seconds + one, taken + other
        limit.afford(seconds, taken)


def _sheets(panels: Sequence[Panel], coordinates: bool) -> Iterator[Sheet]:
    return sheets(panels, coordinates=coordinates, width=ROOM / USUAL, height=_HIGH / USUAL)
