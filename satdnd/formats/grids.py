"""One tokenizer for all grids: rows as people and programs write them, read as one word for each cell.

Cells are single characters, or there are blanks, tabs, commas, semicolons or bars between them; frames, box lines and
the size above the grid are left out. A kind gives only its alphabet. What can be read in two ways is refused with a
question; a board is never read as smaller than it was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.notation import counted

EMPTY = "."
"""The sign of an empty cell as we write it, and in what `cells_of` returns."""
WALL = "#"
EMPTY_SIGNS = ".-_0*xX?"
"""What people write in an empty cell, where the kind gives the sign no other meaning."""
BARS = "|│┃║"
_PLAIN = (".", "-", "_")
"""Those that never mean anything else, and may be mixed."""
UNMARKED = "-_"
"""The further signs of an empty cell where those of `EMPTY_SIGNS` may be something else, as marks in solutions."""
_SURE = (".", "-", "_", "*", "?")
"""Signs that never are a letter or a number."""
_SEPARATORS = f"\t;,{BARS}"
_OTHERWISE = re.compile(rf"[\s{re.escape(_SEPARATORS)}\[\](){{}}\"'+]|[\u2500-\u257f]")
"""A character that rows of single characters never have."""
_DRAWN_LINE = re.compile("[\u2500\u2501\u2550]")
_FRAME = re.compile("[-=+*.:'|_\\s\u2500-\u257f]+")
_SIZE = re.compile(r"\s*([1-9][0-9]{0,3})(?:(?:\s|\s*[xX×,]\s*)([1-9][0-9]{0,3}))?\s*")
_BRACKETED = re.compile(r"\s*[\[({]+(.*?)[\])}]+[,;]?\s*")
_CELL = re.compile(r"\[[0-9]+\]|\S")
_MARKS = frozenset(".#+-")
"""What players mark in files of programs that put their board below the puzzle."""
MOST_CHARACTERS = 1 << 22
"""The most characters of a grid: four for each of a million cells."""
_NOTHING = ("null", "None")
"""Words for an empty cell in arrays."""


class GridWord(NamedTuple):
    """The text of one cell, and its column from 1."""

    text: str
    column: int


Row: TypeAlias = tuple[int, list[GridWord]]
"""Line number, and the words of a line."""


def cells_of(
    rows: Iterable[Line],
    fits: Callable[[str], bool],
    expected: str,
    *,
    words: bool = False,
    empty: str = EMPTY_SIGNS,
    longest: int = fields.LONGEST_SIDE,
) -> list[list[str]]:
    """The words of all cells, `EMPTY` for empty ones.

    Args:
        rows: numbered lines, with their blanks at the end.
        fits: the alphabet: whether a word is valid in a cell; whether `EMPTY` is says whether cells may be empty.
        expected: the valid words, for errors.
        words: whether each word is one cell, even in a line without blanks.
        empty: the other signs of an empty cell, unless *fits* accepts them as something else.
        longest: the most rows, and words in a row.

    Raises:
        InputError: with line and column: a word that does not fit, rows of different lengths, or rows that can be read
            in two ways.
    """
    lines, fits = [*rows], cache(fits)
    if (length := sum(len(line) for _, line in lines)) > MOST_CHARACTERS:
        expectation = f"expected at most {fields.LONGEST_SIDE} rows and columns"
        raise InputError(f"found a grid of {length:,} characters, {expectation}", line=lines[0][0])
    above, size = _stated_size(lines)
    if not words and not size and not any(_OTHERWISE.search(line) for _, line in lines):
        if _is_plain([line for _, line in lines], fits):
            return [[*line] for _, line in lines]
        letters = [(n, [GridWord(x, c) for c, x in enumerate(line, 1)]) for n, line in lines]
        return _checked(letters, fits, expected, empty, longest)
    lines = _without_frames(lines)
    if size:
        below = lines[above:]
        marks = [line.split() for _, line in below[size[0] :]]
        if len(below) == 2 * size[0] and all(row and _MARKS.issuperset(row) for row in marks):
            below = below[: size[0]]  # a player's board stands below the puzzle
        grid = _try(below, fits, expected, words, empty, longest)
        if not isinstance(grid, InputError) and (len(grid), len(grid[0])) in (size, size[::-1]):
            blank = not any(line.strip() for _, line in below)
            padded = fits(EMPTY) and (blank or _is_padded(lines[:above], below))
            if not padded and isinstance(_try(lines, fits, expected, words, empty, longest), InputError):
                return grid
            message = f"found {lines[0][1].strip()!r}, which may be the size of the grid below or its first row"
            raise InputError(f"{message}; expected no line with the size", line=lines[0][0])
        if len(below) == size[0] and all(len(line) == size[1] for _, line in below):
            message = f"found {lines[0][1].strip()!r}, the size of the grid below if some of its cells are blanks"
            raise InputError(f"{message}; expected '.' for empty cells", line=lines[0][0])
    found = _try(lines, fits, expected, words, empty, longest)
    if isinstance(found, InputError):
        raise found
    return found


def lines_of(rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a grid as `cells_of` reads them, with blanks between its cells if one has several characters."""
    longest = max(len(word) for row in rows for word in row)
    if longest > 1:
        form = "[{}]" if len(rows[0]) == 1 else f"{{:>{longest}}}" if len(rows) > 1 else "{}"
        rows = [[form.format(x) if len(rows[0]) > 1 or len(x) > 1 else x for x in row] for row in rows]
    return [(" " * (longest > 1)).join(row) for row in rows]


def _is_plain(lines: list[str], fits: Callable[[str], bool]) -> bool:
    """Whether lines are as we write them, as most are: a rectangle of single signs of the alphabet."""
    sides = {len(line) for line in lines}
    small = len(sides) == 1 and max(*sides, len(lines)) <= fields.LONGEST_SIDE
    return small and fits(EMPTY) and all(map(fits, {*chain.from_iterable(lines)}))


def blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Like `texts.blocks` for numbered lines, with the blanks at the end of lines: they may be empty cells.

    So may a line of blanks that is as long as a row next to it, or has tabs as that row has.
    """
    block, pending = list[Line](), list[Line]()

    def may_be_row(blanks: str, beside: str) -> bool:
        """Whether a line of blanks may be a row like the one beside it, or the first one below the size."""
        if all(_SIZE.fullmatch(line) or texts.is_comment(line) for _, line in block) and _SIZE.fullmatch(beside):
            return True
        if "\t" in blanks or "\t" in beside:
            return "\t" in blanks and "\t" in beside
        return len(blanks) == len(beside)

    for number, line in lines:
        if line and not line.strip() and (not block or may_be_row(line, block[-1][1])):
            pending.append((number, line))
        elif line.strip() and (block or all(may_be_row(blanks, line) for _, blanks in pending)):
            block += [*pending, (number, line)]
            pending = []
        else:
            if block:
                yield block + pending
            block, pending = [(number, line)] if line.strip() else [], [(number, line)] if line.isspace() else []
    if block:
        yield block + pending


def comments(lines: Iterable[Line], is_cell: Callable[[str], bool]) -> set[int]:
    """The numbers of the lines that are notes or comments: they begin with ``#`` and are no row of the grid.

    A row has as many cells as the others, each of them ``#`` or a word for which *is_cell* holds; where all lines
    begin with ``#``, that must be a cell of the kind.
    """
    hashed = {number: line for number, line in lines if texts.is_comment(line)}
    if not hashed:
        return set()
    widths = {len(_words(line)) for number, line in lines if number not in hashed}
    if not widths and not is_cell(WALL):
        return {*hashed}
    return {
        number
        for number, line in hashed.items()
        if texts.note(line)
        or (widths and len(_words(line)) not in widths)
        or not all(word in (WALL, "") or is_cell(word) for word in _words(line))
    }


def _words(line: str) -> list[str]:
    """The words of a line where there are blanks or separators, otherwise its characters."""
    bare = line.strip()
    separator = next((sign for sign in _SEPARATORS if sign in bare), None)
    if separator:
        return [word.strip() for word in bare.strip(BARS).split(separator)]
    return bare.split() if " " in bare else [found[0] for found in _CELL.finditer(bare)]


def _try(
    lines: Sequence[Line], fits: Callable[[str], bool], expected: str, words: bool, empty: str, longest: int
) -> list[list[str]] | InputError:
    """The first way to split the lines into cells that fit, otherwise what is wrong with the first way."""
    wrong: InputError | None = None
    ways = _ways(lines, fits, words)
    while True:
        try:
            if (rows := next(ways, None)) is None:
                break
            return _checked(rows, fits, expected, empty, longest)
        except InputError as error:
            wrong = wrong or error
    irregular = "the blanks between cells are irregular"
    expectation = "expected one blank between two cells, and '.' for an empty one" if fits(EMPTY) else "expected one"
    return wrong or InputError(f"{irregular}, {expectation}", line=lines[0][0] if lines else None)


def _ways(lines: Sequence[Line], fits: Callable[[str], bool], words: bool) -> Iterator[list[Row]]:
    """The ways to split lines into words, the most certain first."""
    if not lines:
        return
    separator = next((sign for sign in "\t;," if all(sign in line or not line.strip() for _, line in lines)), "")
    if separator:
        yield _separated(lines, separator)
        return
    if any(map(_bars, (line for _, line in lines))):
        lines = [(n, re.sub(f"[{BARS}]", "|", line)) for n, line in lines]
        if without := next((n for n, line in lines if "|" not in line), None):
            raise InputError("found bars in some lines only, expected them in all or in none", line=without)
        rows = _separated(lines, "|")
        lengths = {len(word.text) for _, row in rows for word in row}
        if max(len(row) for _, row in rows) > 1 and (len(lengths) > 1 or lengths == {1}):
            yield rows
        elif lengths != {1} and all(fits(word.text) for _, row in rows for word in row):
            return  # 12 may be one cell or two
        yield from _by_blanks(_unboxed(lines), fits, words, ends=("",))
    else:
        yield from _by_blanks(lines, fits, words, ends=("", " "))


def _unboxed(lines: Sequence[Line]) -> list[Line]:
    """Lines without the bars at their ends, and without those between groups of cells."""
    if all(line.strip()[0] == line.strip()[-1] == "|" and len(line.strip()) > 1 for _, line in lines if line.strip()):
        lines = [(n, re.sub(r"^\s*\||\|\s*$", "", line)) for n, line in lines]
    apart = all(re.fullmatch(r"[^|]*(\s\|\s[^|]*)*", line) for _, line in lines)
    return [(n, line.replace("|", " " if apart else "")) for n, line in lines]


def _separated(lines: Sequence[Line], separator: str) -> list[Row]:
    """The words between separators; bars at both ends of all lines have no cells behind them. Raises InputError."""
    rows = list[Row]()
    for number, line in lines:
        inside = _BRACKETED.fullmatch(line) if separator == "," else None
        text, column = (inside[1], inside.start(1)) if inside else (line, 0)
        found = list[GridWord]()
        for part in text.split(separator):
            bare = part.strip()
            quoted = len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'"
            word = bare[1:-1].strip() if quoted else bare
            found.append(GridWord(EMPTY if word in _NOTHING else word, column + len(part) - len(part.lstrip()) + 1))
            column += len(part) + 1
        rows.append((number, found))
    if separator == "|" and all(line.strip()[0] == line.strip()[-1] == "|" and len(row) > 2
                                for (_, line), (_, row) in zip(lines, rows, strict=True)):  # fmt: skip
        outside = [len(line) - len(rest) for _, line in lines for rest in (line.lstrip(), line.rstrip())]
        full = all(x.text for _, row in rows for x in row[1:-1])
        if any("||" in line for _, line in lines) or (any(outside) and not full) or all(outside):
            message = (
                "found bars at both ends of all lines, and empty cells: there may be some outside the bars as well"
            )
            raise InputError(f"{message}; expected '.' for empty cells", line=lines[0][0])
        return [(number, row[1:-1]) for number, row in rows]
    ended = all(not row[-1].text and len(row) > 1 for _, row in rows)
    if separator != "\t" and ended and all(word.text for _, row in rows for word in row[:-1]):
        message = f"found {separator!r} at the end of all lines, behind which there may be empty cells"
        raise InputError(f"{message}; expected '.' for empty cells, or none at the end", line=lines[0][0])
    if separator == "\t":  # editors remove blanks at the end of lines, and with them empty cells
        longest = max(len(row) for _, row in rows)
        return [(number, row + [GridWord("", len(row) + 1)] * (longest - len(row))) for number, row in rows]
    return rows


def _by_blanks(
    lines: Sequence[Line], fits: Callable[[str], bool], words: bool, ends: tuple[str, ...]
) -> Iterator[list[Row]]:
    """Words with blanks between, characters, groups of characters, or characters of which blanks are some.

    *ends* are what all lines may have behind their last word.
    """
    lines = [(n, line.expandtabs()) for n, line in lines]
    indent = min((len(line) - len(line.lstrip()) for _, line in lines if line.strip()), default=0)
    apart = [(n, [GridWord(m[0], m.start() + 1) for m in re.finditer(r"\S+", line)]) for n, line in lines]
    signed = not fits(EMPTY) or any(
        word.text == EMPTY or (word.text in _SURE and not fits(word.text))
        for _, row in apart
        for word in (_letters(row[0].text) if len(row) == 1 else row)
    )  # then blanks are only between cells
    even = False
    if words or any(len(found) > 1 for _, found in apart):
        rows = [
            (n, found if words or len(found) > 1 else _letters(line))
            for (n, line), (_, found) in zip(lines, apart, strict=True)
        ]
        tight = any(all(line == " ".join(line.split()) + end for _, line in lines) for end in ends)
        ended = all(len(line) - len(line.rstrip()) < 2 for _, line in lines)  # further blanks may be cells
        even = len({len(row) for _, row in rows}) == 1 and (
            tight or (ended and len(rows) > 1 and _aligned(rows, indent))
        )
        if even or tight or signed or words:
            yield rows
        groups = {len(word.text) for _, row in apart for word in row}
        if len(groups) == 1 and groups != {1} and not words and (tight or signed):
            yield [(n, _letters(line)) for n, line in lines]
    elif signed or all(line == line.strip() for _, line in lines):
        yield [(n, _letters(line)) for n, line in lines]
    if not words and not even and not signed and len(lines) > 1 and len({len(line) for _, line in lines}) == 1:
        columns = [*zip(*(line for _, line in lines), strict=True)]
        if all("".join(column).strip() for column in columns[1:-1]):
            yield [(n, [GridWord(x.strip(), c) for c, x in enumerate(line, 1)]) for n, line in lines]


def _aligned(rows: Sequence[Row], indent: int) -> bool:
    """Whether words, as many in each row, stand in columns of one width: as wide as the longest word and a blank, or
    wider if there are so many that this is not by chance. Blanks before the first column must be part of it.
    """
    columns = [*zip(*(row for _, row in rows), strict=True)]
    longest = max(len(word.text) for _, row in rows for word in row)
    many = len(rows) > 2 and len(columns) > 2
    if indent >= longest:
        return False
    left = [{word.column for word in column} for column in columns]
    right = [{word.column + len(word.text) for word in column} for column in columns]
    for edges in (left, right):
        if all(len(places) == 1 for places in edges) and (edges is left or min(right[0]) > longest):
            places = [*chain.from_iterable(edges)]
            widths = {b - a for a, b in pairwise(places)}
            if widths <= {longest + 1} or (many and len(widths) == 1 and min(widths) > longest):
                return True
    return False


def _letters(line: str) -> list[GridWord]:
    return [GridWord(found[0], found.start() + 1) for found in _CELL.finditer(line)]


def _checked(
    rows: Sequence[Row], fits: Callable[[str], bool], expected: str, empty: str, longest: int
) -> list[list[str]]:
    """The words of a rectangle, `EMPTY` for empty cells. Raises InputError."""
    fields.sides(len(rows), max((len(row) for _, row in rows), default=0), longest)
    meanings, signs = dict[str, str](), dict[str, tuple[str, int, int]]()
    blank = fits(EMPTY)
    grid = list[list[str]]()
    for number, row in rows:
        for text, column in row:
            if text not in meanings:
                means = EMPTY if not text or (len(text) == 1 and text in empty and not fits(text)) else text
                if (means == EMPTY and not blank) or not fits(means):
                    found = f"found {fields.shown(text)}" if text else "found an empty cell"
                    raise InputError(f"{found}, expected {expected}", line=number, column=column)
                meanings[text] = means
                if means == EMPTY:
                    signs.setdefault(EMPTY if text in _PLAIN else text, (text, number, column))
        grid.append([meanings[text] for text, _ in row])
        if len(row) != len(grid[0]):
            expectation = f"expected {len(grid[0])} as in line {rows[0][0]}"
            at = (
                row[len(grid[0])].column
                if len(row) > len(grid[0])
                else row[-1].column + len(row[-1].text)
                if row
                else 1
            )
            raise InputError(f"found {counted(len(row), 'cell')}, {expectation}", line=number, column=at)
    if len(signs) > 1:
        (one, *_), (other, line, column) = [*signs.values()][:2]
        found = f"found {other!r} and {one!r} for empty cells" if one and other else (
            f"found {one or other!r} in some empty cells and nothing in others"
        )  # fmt: skip
        raise InputError(f"{found}, expected one way to write them", line=line, column=column)
    return grid


def _without_frames(lines: list[Line]) -> list[Line]:
    """The lines that are not part of a frame or between boxes: ``+---+``, ``---+---``, ``|---|---|``.

    Raises InputError for a line of dashes that may be a row of empty cells.
    """
    barred = 2 * sum(bool(_bars(line)) for _, line in lines) >= len(lines)
    kept = [(number, line) for number, line in lines if not _is_frame(line, barred)]
    if len(kept) == len(lines):
        return lines
    if all(_SIZE.fullmatch(line) for _, line in kept) and any(_dashes(line) for _, line in lines):
        raise InputError("found only lines of dashes; expected '.' for empty cells", line=lines[0][0])
    rows = {_bars(line) for _, line in kept if " " not in line.strip()}
    if any(_dashes(line) and _bars(line) in rows for line in {line for _, line in lines} - {line for _, line in kept}):
        if any("-" in line for _, line in kept):  # dashes are empty cells here
            return [(number, line) for number, line in lines if (number, line) in kept or _dashes(line)]
        number, line = next((n, line) for n, line in lines if _dashes(line) and _bars(line) in rows)
        message = f"found {line.strip()!r}, which may be a row of empty cells or a line between boxes"
        raise InputError(f"{message}; expected '.' for empty cells, or '+' in lines between boxes", line=number)
    return kept


def _bars(line: str) -> tuple[int, ...]:
    """Where a line has bars."""
    return tuple(found.start() for found in re.finditer(f"[{BARS}]", line))


def _dashes(line: str) -> bool:
    """Whether a line has only dashes and bars."""
    return not line.strip().strip(f"-{BARS}")


def _is_frame(line: str, barred: bool) -> bool:
    bare = line.strip()
    if not bare or not _FRAME.fullmatch(bare):
        return False
    drawn = "+" in bare and ("-" in bare or "=" in bare)
    return bool(_DRAWN_LINE.search(bare)) or drawn or (barred and bool(re.search("--|==", bare)))


def _is_padded(sizes: Sequence[Line], below: Sequence[Line]) -> bool:
    """Whether a size is deeper than the rows below or filled up to their length: a row of which blanks are cells."""
    indent = min(len(line) - len(line.lstrip()) for _, line in below)
    longest = max(len(line) for _, line in below)
    return any(
        line[indent : indent + 1].isspace() or (line[-1:].isspace() and len(line) == longest) for _, line in sizes
    )


def _stated_size(lines: Sequence[Line]) -> tuple[int, tuple[int, int] | None]:
    """How many lines above the grid say its size, and the size: ``9 9``, ``9x9``, or ``17`` once or twice."""
    found = [_SIZE.fullmatch(line) for _, line in lines[:2]]
    first = found[0] if len(lines) > 1 else None
    if not first or (not first[2] and int(first[1]) < 2):  # a 1 may be a row of one cell
        return 0, None
    if first[2]:
        return 1, (int(first[1]), int(first[2]))
    second = found[1] if len(found) > 1 else None
    if second and not second[2] and int(second[1]) > 1 and len(lines) > 2:
        return 2, (int(first[1]), int(second[1]))
    return 1, (int(first[1]),) * 2
