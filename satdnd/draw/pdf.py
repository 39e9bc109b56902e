"""Pictures as PDF with fpdf2: A4 pages with vector lines and texts, in the bundled font."""

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
"""The size of A4 in points."""
MARGIN = 42.5
"""Points around a page: 15 mm, for the page number."""
ROOM = WIDTH - 2 * MARGIN
"""The width available for pictures, in points."""
_HIGH = HEIGHT - 2 * MARGIN
USUAL, LARGEST = 0.62, 1.4
"""Points for each pixel of SVG: where pictures share a page, and at most."""


def document(title: str) -> FPDF:
    """An empty document of numbered A4 pages. Raises UsageError without the extra ``pictures``.

    It records no time, so that the same pictures give the same bytes.
    """
    base: Any = needed("fpdf", "PDF").FPDF

    class NumberedPages(base):  # type: ignore[misc,unused-ignore]  # known only where it is installed
        """Pages with a number at the bottom."""

        def footer(self) -> None:
            """Write the page number."""
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
    """The approximate seconds and bytes that `place`, which has no checks of its own, needs for *sheet*."""
    elements, squares = sheet.text.count("\n"), sheet.text.count("M")
    return 7e-4 * elements + 4e-5 * squares, 3000 * elements + 400 * squares


def place(pdf: FPDF, sheet: Sheet, x: float, y: float, scale: float) -> None:
    """Draw *sheet* on the page with its corner at (x, y), *scale* points for each pixel."""
    text = io.BytesIO(printable(sheet.text).encode())
    pdf.image(text, x=x, y=y, w=sheet.width * scale, h=sheet.height * scale)


def render_pages(pages: Sequence[Sequence[Panel]], *, coordinates: bool = False, title: str = "") -> bytes:
    """Draw captions and pictures as one PDF.

    Args:
        pages: each starts a new page, and continues on as many as needed.
        coordinates: whether to number rows and columns, from 1, at the right and below.
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
    """Raise Undecided if `limited` does not allow drawing *panels*."""
    seconds = taken = 0.0
    for sheet in _sheets(panels, coordinates):
        one, other = cost(sheet)
        seconds, taken = seconds + one, taken + other
        limit.afford(seconds, taken)


def _sheets(panels: Sequence[Panel], coordinates: bool) -> Iterator[Sheet]:
    return sheets(panels, coordinates=coordinates, width=ROOM / USUAL, height=_HIGH / USUAL)
