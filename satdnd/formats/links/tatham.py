"""The game IDs of Simon Tatham's collection, ``parameters:description``, and what the descriptions of games share.

Source: chrisboyle/sgtpuzzles, midend.c (IDs) and the file of each game. `tatham_games` has the games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase

from satdnd.errors import InputError
from satdnd.formats.links.piece import Piece, size
from satdnd.grid.areas import enclosed
from satdnd.grid.bitboard import Cell
from satdnd.grid.fields import LONGEST_SIDE, shown
from satdnd.grid.notation import counted

_NAMES = """
blackbox bridges cube dominosa fifteen filling flip flood galaxies guess inertia keen lightup loopy magnets map mines
mosaic net netslide palisade pattern pearl pegs range rect rectangles samegame signpost singles sixteen slant solo tents
towers tracks twiddle undead unequal unruly untangle
"""
NAMES = frozenset(_NAMES.split())
"""All games of the collection, as their pages are called."""
_PARAMETERS = "[0-9]{1,20}(?:x[0-9]{1,20})?[A-Za-z0-9]{0,40}"  # bounded: else quadratic
GAME_ID = re.compile(f"{_PARAMETERS}:[A-Za-z0-9_,./!-]+")
SEED = re.compile(f"{_PARAMETERS}#.+")
MADE_SEED = re.compile(f"(?=[0-9]+[A-Za-z]){_PARAMETERS}#[0-9]{{9,}}")
"""Parameters and a random seed as the programs make them, which nothing else looks like."""
NAMED = re.compile(r"(?:sgt-|sgtpuzzles:)?([A-Za-z]{3,12}(?: [A-Za-z]{2,4})?)[: ]\s*")
"""The name of a game before its ID: as in a file, as a command, or as the address of its app."""
_SIDES = re.compile("([0-9]+)(?:x([0-9]+))?")
_BLANKS = "a to z for cells without"


def plain(name: str) -> str:
    """The name of a game as its page is called: ``Light Up`` is ``lightup``."""
    return name.replace(" ", "").lower()


def parts(game_id: str, begin: int = 1) -> dict[str, Piece]:
    """Parameters and description of a game ID that begins at column *begin* of its line."""
    parameters, colon, description = game_id.partition(":")
    behind = Piece(description, begin + len(parameters) + len(colon))
    return {"parameters": Piece(parameters, begin), "description": behind}


class Variant(InputError):
    """A game ID of a variant that is not read: there is no doubt about its game."""


def sides(
    parameters: Piece, rest: str = "", variants: Mapping[str, str] | None = None, longest: int = LONGEST_SIDE
) -> tuple[int, int]:
    """Rows and columns at the beginning of the parameters. Raises InputError.

    Args:
        parameters: such as ``7x7b20s4d0``.
        rest: a regular expression for what may follow the sides, of parts that may be missing.
        variants: what is expected instead, for letters that begin a parameter of a variant that is not read.
        longest: the largest side.
    """
    found = _SIDES.match(parameters.text)
    if not found:
        raise parameters.wrong(0, f"found {shown(parameters.text)}", "the size of the board: 7x7")
    width = Piece(found[1], parameters.column)
    height = Piece(found[2], parameters.column + found.start(2)) if found[2] else width
    shape = size(height, "rows", longest), size(width, "columns", longest)
    fits = re.compile(rest).match(parameters.text, found.end())
    at = fits.end() if fits else found.end()
    if letters := re.match(".[0-9]*", parameters.text[at:]):
        expected = (variants or {}).get(letters[0][0])
        error = parameters.wrong(at, f"found the parameter {shown(letters[0])}", expected or "':' after the others")
        raise Variant(error.message, column=error.column) if expected else error
    return shape


def side(parameters: Piece, rest: str = "", *, longest: int, variants: Mapping[str, str] | None = None) -> int:
    """The side of a square board, which the parameters state once. Raises InputError."""
    height, width = sides(parameters, rest, variants, longest)
    if height != width:
        raise parameters.wrong(0, f"found a board of {width}x{height}", "a square one")
    return height


def rows(
    description: Piece, height: int, width: int, entry: str, expected: str, between: str = "", what: str = "cell"
) -> list[list[str]]:
    """The entries of all cells, row by row; letters stand for runs of cells without: ``a`` is one, ``z`` twenty-six.

    Raises InputError with the column, also if the number of cells does not match the size.

    Args:
        description: of the board.
        height, width: its size.
        entry: a regular expression for the entry of a cell.
        expected: what entries there are, for messages.
        between: what separates numbers side by side; then the entries are whole numbers, else single characters.
        what: what has the entries.
    """
    cells, wanted, fits = list[str](), height * width, re.compile(entry).fullmatch
    for found in re.finditer("[0-9]+|." if between else ".", description.text):
        sign = found[0]
        if sign == between:
            continue
        if not fits(sign) and sign not in ascii_lowercase:
            also = f", {between!r} between two" if between else ""
            raise description.wrong(found.start(), f"found {shown(sign)}", f"{expected}{also}, or {_BLANKS}")
        cells += [""] * (ord(sign) - 96) if sign in ascii_lowercase else [sign]
        if len(cells) > wanted:
            raise description.wrong(found.start(), f"found more than {wanted} {what}s", f"{width}x{height} as in front")
    if len(cells) < wanted:
        raise ended(description, counted(len(cells), what), wanted)
    return [cells[i : i + width] for i in range(0, wanted, width)]


def ended(part: Piece, found: str, wanted: int | str) -> InputError:
    """The error that a description ends too early."""
    return part.wrong(len(part.text), f"found {found}", f"{wanted}; is the end of the game ID missing?")


def described(cells: Iterable[str], between: str = "") -> str:
    """The inverse of `rows`, for all cells one after another."""
    parts, empty = list[str](), 0

    def blanks() -> str:
        """The run of cells without an entry that has been counted."""
        return "z" * (empty // 26) + (ascii_lowercase[empty % 26 - 1] if empty % 26 else "")

    for cell in cells:
        if cell:
            parts += [blanks() or (between if parts else ""), cell]
        empty = 0 if cell else empty + 1
    return "".join([*parts, blanks()])


def steps(description: Piece, count: int, letters: str, *, capitals: bool = False) -> Iterator[tuple[int, str]]:
    """The marked cells of a board, each with the letter that leads to it.

    A letter's place in *letters* is the number of cells without a mark before the marked one; ``z`` are 25 cells
    without, and one behind them that is not marked. Behind the last cell of the board there is one more mark.

    Args:
        description: letters.
        count: the number of cells.
        letters: those that mark a cell.
        capitals: whether there are capital ones of the same meaning as well.

    Raises:
        InputError: another character; too few or too many cells.
    """
    index = 0
    for at, sign in enumerate(description.text):
        small = sign.lower() if capitals else sign
        if small not in letters and small != "z":
            raise description.wrong(at, f"found {shown(sign)}", f"{letters[0]!r} to 'z'")
        index += 25 if small == "z" else letters.index(small)
        if index > count:
            raise description.wrong(at, f"found more than {count} cells", f"{count}, as in front")
        if small != "z":
            if index < count:
                yield index, sign
            index += 1
    if index <= count:
        raise ended(description, counted(index, "cell"), f"{count} and a letter behind them")


def stepped(marks: Iterable[tuple[int, str]], count: int, letters: str) -> str:
    """The inverse of `steps`: the marked cells in order, each with how its letter is written: ``a`` small, ``A``
    capital.
    """
    parts, begin = list[str](), 0
    for index, form in [*marks, (count, "a")]:
        gap, begin = index - begin, index + 1
        far = max(0, -(-(gap - len(letters) + 1) // 25))
        letter = letters[gap - 25 * far]
        parts += ["z" * far, letter.upper() if form.isupper() else letter]
    return "".join(parts)


_LINES = "_abcdefghijklmnopqrstuvwxy"
"""The letters of `steps` for the lines between areas."""


def blocks(description: Piece, n: int, *, repeats: bool = False) -> list[list[Cell]]:
    """The areas of a square, in reading order of their first cells, from the lines between them. Raises InputError.

    The lines are marks among all edges inside the grid: upright ones row by row, then level ones column by column.

    Args:
        description: letters as in `steps`.
        n: the side.
        repeats: whether a number behind a letter says how often it stands there.
    """
    text = description.text
    if repeats:
        if found := re.search("(?<![_a-z0-9])[0-9]+|[0-9]{4,}", text):
            raise description.wrong(found.start(), f"found {shown(found[0])}", "a letter and how often it is there")
        text = re.sub("(.)([0-9]+)", lambda found: found[1] * int(found[2]), text)
    edges = 2 * n * (n - 1)
    marked = {i for i, _ in steps(Piece(text, description.column), edges, _LINES)}
    right, below = (
        [[first + a * (n - 1) + b in marked for b in range(n - 1)] for a in range(n)] for first in (0, edges // 2)
    )
    return [list(area) for area in enclosed(right, [*zip(*below, strict=True)])]


def described_blocks(names: Sequence[Sequence[object]], *, repeats: bool = False) -> str:
    """The inverse of `blocks`, for a name in each cell."""
    n = len(names)
    lines = [row[c] != row[c + 1] for row in names for c in range(n - 1)]
    lines += [names[r][c] != names[r + 1][c] for c in range(n) for r in range(n - 1)]
    text = stepped(((i, "a") for i, line in enumerate(lines) if line), len(lines), _LINES)
    if not repeats:
        return text
    return re.sub(r"(.)\1{2,}", lambda found: f"{found[1]}{len(found[0])}", text)


def names_of_blocks(blocks: Iterable[Iterable[Cell]], n: int) -> list[list[str]]:
    """A number as the name in each cell."""
    number = {cell: str(i) for i, cells in enumerate(blocks, 1) for cell in cells}
    return [[number[r, c] for c in range(n)] for r in range(n)]


def lists(part: Piece, mark: str, count: int, entry: str, expected: str) -> list[str]:
    """*count* entries with a mark between each two. Raises InputError with the column."""
    entries, at, fits = part.text.split(mark), 0, re.compile(entry).fullmatch
    for number, text in enumerate(entries):
        if number == count:
            raise part.wrong(at - 1, f"found more than {count} entries between {mark!r}", str(count))
        if not fits(text):
            raise part.wrong(at, f"found {shown(text)}", expected)
        at += len(text) + len(mark)
    if len(entries) < count:
        raise ended(part, f"{len(entries)} of {count} entries between {mark!r}", "all")
    return entries


def drawn(cells: Sequence[Sequence[str]], signs: Mapping[str, str]) -> list[str]:
    """Rows of a JSON object as strings, with other signs for some entries."""
    return ["".join(signs.get(cell, cell) for cell in row) for row in cells]


def entries(rows: Iterable[Iterable[str | int | None]], signs: Mapping[str, str] | None = None) -> list[list[str]]:
    """The rows of a JSON object, strings or lists, cell by cell, with other signs for some entries; empty for none."""
    table = {".": "", "None": "", **(signs or {})}
    return [[table.get(str(cell), str(cell)) for cell in row] for row in rows]


def flat(rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """The cells one after another."""
    return (cell for row in rows for cell in row)
