"""Screenshots as numbers: how light each pixel is, and how far pictures are apart without any colour."""

from __future__ import annotations

from io import BytesIO

Lights = list[list[float]]
"""Rows of relative luminances, from 0 (black) to 1 (white)."""


def pixels(png: bytes) -> Lights:
    """The relative luminance of each pixel, as WCAG 2 defines it."""
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        width, height = image.size
        data = image.convert("RGB").tobytes()
    flat = [
        0.2126 * LINEAR[data[i]] + 0.7152 * LINEAR[data[i + 1]] + 0.0722 * LINEAR[data[i + 2]]
        for i in range(0, len(data), 3)
    ]
    return [flat[r * width : (r + 1) * width] for r in range(height)]


LINEAR = [x / 255 / 12.92 if x <= 10 else ((x / 255 + 0.055) / 1.055) ** 2.4 for x in range(256)]


def contrast(one: Lights, other: Lights | None = None) -> float:
    """Of two pictures' commonest lights; of one picture, of its commonest light and what is farthest from it."""
    ground = common(one)
    if other is not None:
        figure = common(other)
    else:
        figure = max((light for row in one for light in row), key=lambda light: abs(light - ground))
    low, high = sorted((ground, figure))
    return (high + 0.05) / (low + 0.05)


def common(lights: Lights) -> float:
    """The light that most pixels have."""
    counts: dict[float, int] = {}
    for row in lights:
        for light in row:
            counts[light] = counts.get(light, 0) + 1
    return max(counts, key=counts.__getitem__)


def grey_distance(one: Lights, other: Lights) -> float:
    """The mean difference of lightness over the part that both have, from 0 to 1."""
    height, width = min(len(one), len(other)), min(len(one[0]), len(other[0]))
    total = sum(abs(one[r][c] ** (1 / 2.2) - other[r][c] ** (1 / 2.2)) for r in range(height) for c in range(width))
    return total / (height * width)
