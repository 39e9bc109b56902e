"""Pictures as PNG with resvg, in the bundled font, so that they look the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satdnd.draw import limit
from satdnd.draw.extra import needed
from satdnd.draw.fonts import FAMILY, FILES, covers
from satdnd.draw.picture import Panel
from satdnd.draw.svg import sheets
from satdnd.errors import UsageError

if TYPE_CHECKING:
    from types import ModuleType

SCALE = 2.0
"""Pixels of the PNG for each pixel of the SVG."""
MOST = 100_000_000
"""The most pixels of a PNG: some 400 MB of memory."""


def render_panels(
    panels: Sequence[Panel], *, coordinates: bool = False, scale: float = SCALE, width: int | None = None
) -> bytes:
    """Draw captions and pictures as one PNG, laid out as in SVG.

    Args:
        panels: what to draw.
        coordinates: whether to number rows and columns, from 1, at the right and below.
        scale: pixels for each pixel of the SVG, whose cells have 28 or more; above 0.
        width: the width in pixels, from 1, instead of *scale*.

    Raises:
        UsageError: the extra ``pictures`` is not installed; a *scale* of 0 or less; more than `MOST` pixels.
    """
    resvg: ModuleType = needed("resvg_py", "PNG")
    (sheet,) = sheets(panels, coordinates=coordinates)
    factor = scale if width is None else width / sheet.width
    if not factor > 0:
        raise UsageError(f"the scale of a PNG is {factor}, expected a number above 0")
    across, down = sheet.width * factor, sheet.height * factor
    if across * down > MOST:
        raise UsageError(f"a PNG of {across:.0f}x{down:.0f} pixels is too large; SVG has no such limit")
    limit.afford(3e-6 * len(sheet.text), 8 * across * down + 10 * len(sheet.text))  # resvg itself checks no limit
    return bytes(
        resvg.svg_to_bytes(
            svg_string=sheet.text,
            width=max(1, round(across)),
            skip_system_fonts=covers(sheet.text),  # other scripts, in names, are left to the system's fonts
            font_files=[str(file) for file in FILES.values()],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
