"""Pictures as images: PNG and PDF of every kind, the font, what can be seen in grey, on dark pages and in small."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from samples import SAMPLED, instance

import satdnd
from satdnd.draw import fonts, pdf, png, svg
from satdnd.draw.colours import FILLS, STROKES
from satdnd.draw.picture import Panel, Picture, Tile
from satdnd.errors import UsageError
from satdnd.registry import NAMES

INSTANCES = Path(__file__).parents[2] / "instances"
SVG = "{http://www.w3.org/2000/svg}"
FAMOUS = {
    "dungeon": "dungeon/course-p4.dnd",
    "queens": "queens/completion.queens",
    "unattacked": "unattacked/a001366.unattacked",
    "sudoku": "sudoku/17-clues.sudoku",
    "inshi": "inshi/report-5x5.inshi",
    "hashi": "hashi/wikipedia-7x7.hashi",
    "nurikabe": "nurikabe/wikipedia-10x10.nurikabe",
    "klotski": "klotski/small.klotski",
    **{kind: instance(kind) for kind in SAMPLED},
}
"""One of each kind as people know them."""
poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="the program pdftotext (poppler) is not installed"
)


def opened(image: bytes) -> Image.Image:
    """A PNG in colours."""
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    return Image.open(io.BytesIO(image)).convert("RGB")


def cells(text: str) -> Iterator[tuple[tuple[int, int], tuple[float, float, float]]]:
    """Row and column of each cell of an SVG with one picture; left, top and side of its square."""
    root = ElementTree.fromstring(text)
    (group,) = root.iter(f"{SVG}g")
    dx, dy = map(float, str(group.get("transform")).removeprefix("translate(").rstrip(")").split())
    for rect in group.iter(f"{SVG}rect"):
        if place := rect.get("data-cell"):
            r, c = map(int, place.split(","))
            yield (r, c), (float(rect.get("x", "")) + dx, float(rect.get("y", "")) + dy, float(rect.get("width", "")))


def pages(document: bytes) -> list[str]:
    """The text of each page of a PDF, as poppler reads it."""
    ran = subprocess.run(["pdftotext", "-layout", "-", "-"], input=document, capture_output=True, check=True)
    assert ran.stderr == b""
    return ran.stdout.decode().split("\f")[:-1]


def puzzle_of(kind: str) -> Any:
    """The first of the famous ones."""
    return satdnd.load(INSTANCES / FAMOUS[kind])[0]


def drawings(kind: str) -> list[Picture]:
    """A famous puzzle, and with its answer."""
    puzzle = puzzle_of(kind)
    return [satdnd.picture(puzzle), satdnd.picture(puzzle, satdnd.solve(puzzle).solutions[0])]


DRAWN = {kind: drawings(kind) for kind in NAMES}


# PNG


@pytest.mark.slow
@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("which", [0, 1], ids=["puzzle", "answer"])
def test_every_kind_as_png(kind: str, which: int) -> None:
    """As large as it is said; each cell has the colour of its style in a corner where nothing else is drawn."""
    picture = DRAWN[kind][which]
    panels = [Panel("", picture)]
    (sheet,) = svg.sheets(panels)
    image = opened(png.render_panels(panels, scale=3))
    assert abs(image.width - 3 * sheet.width) <= 1
    assert abs(image.height - 3 * sheet.height) <= 2
    seen = set()
    for (r, c), (x, y, side) in cells(svg.render_panels(panels)):
        tile = picture.tiles[r][c]
        if tile.style in ("open", "wall", "unknown", "filled") and not tile.note:
            paper = picture.dotted or (picture.ruled and tile.style not in ("open", "wall"))
            ground = "paper" if paper else tile.style if tile.style in ("open", "wall") else "open"
            below = side / 2 if tile.icon in ("falling", "rising") else 4
            pixel = image.getpixel((round(3 * (x + side - 4)), round(3 * (y + side - below))))
            assert isinstance(pixel, tuple)
            assert "#{:02x}{:02x}{:02x}".format(*pixel) == FILLS[ground][0], (r, c, tile)
            seen.add(ground)
    assert seen or kind in ("klotski", "inshi")


def test_bridges_are_drawn_between_islands() -> None:
    """A line has its colour between the islands, two lines have water between them, and no bridge none."""
    puzzle = satdnd.Hashi(("2_2", "___", "2_2"))
    twice = satdnd.HashiSolution(((0, 0, 0, 2, 2), (2, 0, 2, 2, 1)))
    panels = [Panel("", satdnd.picture(puzzle, twice))]
    image = opened(png.render_panels(panels, scale=4))
    places = dict(cells(svg.render_panels(panels)))

    def across(row: int) -> str:
        """The colours met going down through the middle of the cell between two islands."""
        x, y, side = places[row, 1]
        column = [image.getpixel((round(4 * (x + side / 2)), round(4 * y) + i)) for i in range(8, int(4 * side) - 8)]
        return re.sub(r"(.)\1+", r"\1", "".join("#" if sum(pixel) < 450 else " " for pixel in column))  # type: ignore[arg-type]

    assert across(0) == " # # "
    assert across(1) == " "
    assert across(2) == " # "


def test_the_size_of_a_png() -> None:
    """By pixels for one of the SVG, or across; too many are refused before memory is taken."""
    panels = [Panel("", DRAWN["dungeon"][0])]
    (sheet,) = svg.sheets(panels)
    assert opened(png.render_panels(panels)).width == round(2 * sheet.width)
    assert opened(png.render_panels(panels, scale=0.5)).width == round(0.5 * sheet.width)
    assert opened(png.render_panels(panels, width=100)).width == 100
    with pytest.raises(UsageError, match=r"a PNG of [0-9]+x[0-9]+ pixels is too large"):
        png.render_panels(panels, width=20_000)


def test_the_font_is_our_own() -> None:
    """It has the characters that it says, in both weights, and every text of a picture; its licence is beside it."""
    for file in fonts.FILES.values():
        known = set(TTFont(file).getBestCmap())
        missing = [c for a, b in fonts.RANGES for c in range(a, b + 1) if chr(c).isprintable() and c not in known]
        assert not missing, [hex(c) for c in missing]
        assert "permission notice shall" in file.with_name("LICENSE").read_text(encoding="utf-8")
    for kind in NAMES:
        for sheet in svg.sheets([Panel(f"{kind}: „unique“ – ≠", picture) for picture in DRAWN[kind]]):
            assert fonts.covers(sheet.text)
    assert fonts.printable("推理 Ωж≠é") == "□□ Ωж≠é"


def test_other_writing_is_left_to_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fonts of the machine are looked for only where a name needs them."""
    import resvg_py

    asked = []
    draw = resvg_py.svg_to_bytes

    def noted(**options: Any) -> Any:
        asked.append(options["skip_system_fonts"])
        return draw(**options)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", noted)
    for name in ("Ωж", "推理"):
        opened(png.render_panels([Panel(name, DRAWN["dungeon"][0])]))
    assert asked == [True, False]


# what can be seen


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it: all that is left of a colour in grey."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


INKS = [
    *(("ink", ground) for ground in ("paper", "open", "room", *(f"piece{i}" for i in range(6)))),
    *(("found", "paper"), ("found", "open"), ("faint", "paper"), ("faint", "open")),
    *(("monster", "open"), ("treasure", "room")),
]
LINES = [
    *(("wall", "open"), ("wall", "paper"), ("rule", "open"), ("rule", "room"), ("bridge", "open"), ("mark", "halo")),
    *(("about", "halo"), ("about", "open"), ("hatch", "room"), *(("rule", f"piece{i}") for i in range(6))),
]


@pytest.mark.parametrize("page", [0, 1], ids=["light", "dark"])
def test_contrasts(page: int) -> None:
    """Texts at least 4.5, what stands for something 3, on light pages and on dark ones (WCAG 2, AA); so in grey too."""
    colours = {name: pair[page] for name, pair in (FILLS | STROKES).items()}
    low = [
        (a, b, round(contrast(colours[a], colours[b]), 2)) for a, b in INKS if contrast(colours[a], colours[b]) < 4.5
    ]
    low += [
        (a, b, round(contrast(colours[a], colours[b]), 2)) for a, b in LINES if contrast(colours[a], colours[b]) < 3
    ]
    assert not low


def test_every_style_can_be_told_in_grey() -> None:
    """No two kinds of tiles look alike in an image without colours, marked or not."""
    tiles = [
        *(Tile(), Tile("wall"), Tile("room"), Tile("unknown"), Tile("clue", "5"), Tile("filled", "5")),
        *(Tile("monster", "M"), Tile("treasure", "T"), Tile("open", marked=True), Tile("wall", marked=True)),
        *(Tile(used=True), Tile(about=True), Tile("clue", "Q", icon="queen"), Tile("filled", "Q", icon="queen")),
    ]
    seen = []
    for tile in tiles:
        image = opened(png.render_panels([Panel("", Picture([[tile]]))], scale=2)).convert("L").crop((0, 0, 80, 80))
        seen.append(image.tobytes())
    for i, one in enumerate(seen):
        for k, other in enumerate(seen[:i]):
            apart = sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True))
            assert apart >= 12, (tiles[i], tiles[k], apart)


def clue_images(picture: Picture, width: int) -> list[tuple[str, Image.Image]]:
    """What stands in the cells of a picture, drawn so many pixels wide, in grey: the text and its square."""
    (sheet,) = svg.sheets([Panel("", picture)])
    image = opened(png.render_panels([Panel("", picture)], width=width)).convert("L")
    scale = width / sheet.width
    found = []
    for (r, c), (x, y, side) in cells(svg.render_panels([Panel("", picture)])):
        tile = picture.tiles[r][c]
        if tile.style in ("clue", "island", "monster", "treasure") and tile.text:
            square = (x + side * 0.2, y + side * 0.17, x + side * 0.8, y + side * 0.83)
            found.append((tile.text, image.crop(tuple(round(scale * v) for v in square))))  # type: ignore[arg-type]
    return found


def unlike(one: Image.Image, other: Image.Image) -> float:
    """How much two images of about one size differ where they fit best, moved by a pixel at most."""
    wide, high = min(one.width, other.width) - 2, min(one.height, other.height) - 2
    middle = one.crop((1, 1, 1 + wide, 1 + high)).tobytes()
    moved = (other.crop((dx, dy, dx + wide, dy + high)).tobytes() for dx in range(3) for dy in range(3))
    return min(sum((a - b) ** 2 for a, b in zip(middle, part, strict=True)) for part in moved)


@pytest.mark.parametrize("kind", ["dungeon", "sudoku", "hashi", "nurikabe"])
def test_clues_can_be_seen_100_pixels_wide(kind: str) -> None:
    """They are dark on light, and five pixels high."""
    for text, image in clue_images(DRAWN[kind][0], 100):
        pixels = image.tobytes()
        darkest = [min(pixels[i : i + image.width]) for i in range(0, len(pixels), image.width)]
        assert min(darkest) < 110, text
        assert sum(row < 170 for row in darkest) >= 5, (text, darkest)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["ruled", *(pytest.param(f, marks=pytest.mark.slow) for f in ("spaced", ""))])
def test_digits_can_be_told_apart_100_pixels_wide(form: str) -> None:
    """Of each digit on a board of nine by nine, the image most like it, of all others, is of the same digit."""
    style = "island" if form == "spaced" else "clue"
    tiles = [[Tile(style, str((2 * r + c) % 9 + 1)) for c in range(9)] for r in range(9)]
    clues = clue_images(Picture(tiles, ruled=form == "ruled", spaced=form == "spaced"), 100)
    wrong = []
    for i, (text, image) in enumerate(clues):
        found = min((clue for k, clue in enumerate(clues) if k != i), key=lambda clue: unlike(image, clue[1]))
        wrong += [(text, found[0])] if found[0] != text else []
    assert len(wrong) <= 4


# PDF


@poppler
def test_every_kind_as_pdf() -> None:
    """Pages of A4: the text is text, in its place; what begins a page is on a page of its own."""
    document = pdf.render_pages(
        [[Panel(f"the {kind}", DRAWN[kind][0])] for kind in NAMES], coordinates=True, title="All"
    )
    told = pages(document)
    assert len(told) == len(NAMES)
    for number, (kind, page) in enumerate(zip(NAMES, told, strict=True), 1):
        words = page.split()
        assert words[:2] == ["the", kind]
        assert "".join(words).endswith(f"{number}/{len(NAMES)}")
        texts = [
            tile.text for _, tile in DRAWN[kind][0].cells() if tile.text and tile.style != "piece" and not tile.icon
        ]
        assert not [text for text in texts if words.count(text) < texts.count(text)]
    ran = subprocess.run(["pdfinfo", "-"], input=document, capture_output=True, check=True)
    info = dict(re.findall(r"^(\w[\w ]*): +(.*)$", ran.stdout.decode(), flags=re.M))
    assert (info["Title"], info["Page size"]) == ("All", "595.28 x 841.89 pts (A4)")


def test_the_same_pictures_are_the_same_bytes() -> None:
    """No time is in a PDF, and no name of a machine."""
    boards = [[Panel("", DRAWN["klotski"][0])]]
    assert pdf.render_pages(boards) == pdf.render_pages(boards)


@poppler
@pytest.mark.slow
def test_a_long_film_has_as_many_pages_as_it_takes() -> None:
    """Nothing is cut: every step's sentence is there, in order, none in two halves."""
    answer = satdnd.explain(puzzle_of("dungeon"))
    document = satdnd.render(answer, "pdf")
    assert document.startswith(b"%PDF")
    told = pages(document)
    assert len(told) > 1
    words = " ".join(" ".join(told).split())
    assert all(f" {number}. " in words for number in range(1, len(answer.steps) + 1))
    assert "what the rule is about" in told[-2]
    for sheet in svg.sheets(answer.film(), width=800, height=1200):
        assert sheet.height <= 1200


def test_a_caption_stays_with_its_picture() -> None:
    """Not at the foot of one page while its picture is on the next."""
    panels = [Panel("first"), Panel("", DRAWN["dungeon"][0]), Panel("second"), Panel("", DRAWN["dungeon"][0])]
    one, two = svg.sheets(panels, height=300)
    assert ("first" in one.text, "second" in one.text) == (True, False)
    assert "second" in two.text
    assert "<title" not in one.text


@poppler
def test_pixels_of_a_pdf(tmp_path: Path) -> None:
    """Drawn by another program than made it, a page has walls where the solution has them."""
    (tmp_path / "x.pdf").write_bytes(pdf.render_pages([[Panel("", DRAWN["dungeon"][1])]]))
    subprocess.run(["pdftoppm", "-r", "72", "-png", "-singlefile", tmp_path / "x.pdf", tmp_path / "x"], check=True)
    image = Image.open(tmp_path / "x.png").convert("L")
    scale = pdf.LARGEST
    assert abs(image.width - pdf.WIDTH) <= 1
    for (r, c), (x, y, side) in cells(svg.render_panels([Panel("", DRAWN["dungeon"][1])])):
        tile = DRAWN["dungeon"][1].tiles[r][c]
        spot = (round(pdf.MARGIN + scale * (x + side - 5)), round(pdf.MARGIN + scale * (y + side - 5)))
        if tile.style in ("wall", "open"):
            assert (image.getpixel(spot) < 128) == (tile.style == "wall"), (r, c)  # type: ignore[operator]


@pytest.mark.parametrize("scale", [0, -1, float("nan")])
def test_no_scale(scale: float) -> None:
    """A PNG has pixels."""
    with pytest.raises(UsageError, match=f"the scale of a PNG is {scale}, expected a number above 0"):
        png.render_panels([Panel("", Picture([[Tile("open")]]))], scale=scale)
