"""Render pictures as images, by the name of the format."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from satdnd.draw import extra
from satdnd.draw.picture import Panel
from satdnd.errors import UsageError

IMAGES = ("svg", "png", "pdf")
"""The image formats."""
BINARY = ("png", "pdf")
"""The formats that are not text; the extra ``pictures`` draws them."""
ENDINGS = {f".{form}": form for form in IMAGES}
"""Image formats by file extension."""
OTHERS = (".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".eps", ".ps")
"""Extensions of image formats that are not supported."""


SMALL = 1000
"""The number of cells up to which pictures are drawn without checking limits."""
_RENDERERS = {"png": "resvg_py", "pdf": "fpdf"}


def ready(form: str) -> None:
    """Raise UsageError, with what to install, if *form* is an image format whose renderer is missing."""
    if form in BINARY:
        extra.needed(_RENDERERS[form], form.upper())


def there() -> list[str]:
    """The formats that can be made, judging without loading their renderers."""
    return [form for form in IMAGES if form not in BINARY or find_spec(_RENDERERS[form])]


def fit(form: str, panels: Sequence[Panel], *, coordinates: bool = False, scale: float | None = None) -> None:
    """Raise Undecided if `satdnd.draw.limit` does not allow drawing *panels*; arguments as in `render`."""
    if sum(panel.picture.height * panel.picture.width for panel in panels if panel.picture) <= SMALL:
        return
    if form == "pdf":
        from satdnd.draw import pdf

        pdf.fit(panels, coordinates=coordinates)
    elif form in IMAGES:
        render(form, [panels], coordinates=coordinates, scale=scale)
    else:
        from satdnd.draw import terminal

        terminal.render_panels(panels, coordinates=coordinates)


def render(
    form: str,
    pages: Sequence[Sequence[Panel]],
    *,
    coordinates: bool = False,
    title: str = "",
    scale: float | None = None,
) -> bytes:
    """Draw captions and pictures as one image.

    Args:
        form: one of `IMAGES`.
        pages: in a PDF, each starts a new page; other formats show all on one.
        coordinates: whether to number rows and columns, from 1, at the right and below.
        title: of the document.
        scale: for PNG, pixels for each pixel of the SVG, whose cells have 28 or more.

    Raises:
        UsageError: an unknown format; its renderer is not installed; a PNG that is too large.
    """
    if form == "pdf":
        from satdnd.draw import pdf

        return pdf.render_pages(pages, coordinates=coordinates, title=title)
    panels = [panel for page in pages for panel in page]
    if form == "png":
        from satdnd.draw import png

        return png.render_panels(panels, coordinates=coordinates, scale=scale or png.SCALE)
    if form == "svg":
        from satdnd.draw import svg

        return svg.render_panels(panels, title=title, coordinates=coordinates).encode()
    raise UsageError(f"unknown format {form!r:.60}; known: {', '.join(IMAGES)}")
