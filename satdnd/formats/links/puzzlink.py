"""The grammar of puzz.link that kinds share: numbers in cells, and borders between them.

Source: robx/pzprjs, src/variety-common/Encode.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from satdnd.errors import InputError
from satdnd.formats.links.address import Address
from satdnd.formats.links.piece import Piece, size
from satdnd.grid.fields import shown
from satdnd.grid.notation import counted

UNKNOWN = -1
"""The value of an unknown number: ``.``, shown by puzz.link as ``?``."""
LARGEST_NUMBER = 77776 + 0xFFFFF
Slot: TypeAlias = tuple[int, int] | None
"""A number and its column in the line; None: no number."""
_PREFIXES = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""For each prefix, the number of digits after it, and the offset that is added to them."""
_RANGES = ((77776, "$"), (12240, "*"), (8192, "%"), (4096, "="), (256, "+"), (16, "-"))
"""The least number that is written with each prefix."""
_MOST_BLANKS = 20
_FEW = 5
"""The size of the range of numbers in the grammar of `few_numbers`."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST_IN_BASE_36 = 36 * 36 - 1
"""The largest number of `numbers_in_base_36`."""


OPTIONS = "options"
"""The extra field with the options of a link that its puzzle does not hold: ``v:ID`` and letters."""
_LOOKS = "b"
"""Option letters about looks only: the cells of yajilin's clues are grey."""


def link_to(name: str, columns: int, rows: int, body: str, options: str = "") -> str:
    """The link to a puzzle, with a final newline; *options* go between the name and the sides."""
    return f"https://puzz.link/p?{name}/{f'{options}/' if options else ''}{columns}/{rows}/{body}\n"


def options(text: str) -> tuple[list[str], str]:
    """The custom rules (``v:ID``) and the letters of the options between name and sides of a link."""
    parts = [part for part in text.split("/") if part]
    return [part for part in parts if part.startswith("v:")], "".join(x for x in parts if not x.startswith("v:"))


def notices(extra: Mapping[str, Any]) -> list[str]:
    """What the options of a link say about the rules that a puzzle cannot hold, from its extra fields."""
    custom, letters = options(str(extra.get(OPTIONS, "")))
    found = [f"its link has custom rules ({part}) and does not say which: the usual ones are used" for part in custom]
    unknown = sorted({*letters} - {*_LOOKS})
    named = ", ".join(map(repr, unknown))
    return found + [f"its link has unknown options ({named}): the usual rules are used"] * bool(unknown)


def sides(address: Address) -> tuple[int, int]:
    """Rows and columns. Raises InputError."""
    return size(address.parts["rows"], "rows"), size(address.parts["columns"], "columns")


def numbers(body: Piece, count: int, cells: str = "cell", least: int | None = None) -> list[tuple[int, int, int]]:
    """The numbers of *count* cells (which *cells* names), without blank ones; the body may end after *least* cells.

    Returns:
        for each number, the index of its cell, its value (or `UNKNOWN`), and its column in the line.

    Raises:
        InputError: an unexpected character; too few or too many cells.
    """
    found, rest = numbers_ahead(body, count, cells, least)
    if rest.text:
        left = f"the end, since all {counted(count, cells)} are there"
        raise rest.wrong(0, f"found {shown(rest.text)}", left)
    return found


def numbers_ahead(
    body: Piece, count: int, cells: str = "cell", least: int | None = None
) -> tuple[list[tuple[int, int, int]], Piece]:
    """Like `numbers`, for the beginning of a body; also returns the rest. Raises InputError."""
    text, found = body.text, list[tuple[int, int, int]]()
    cell = at = 0
    while at < len(text) and cell < count:
        sign, start = text[at], at
        at += 1
        if "g" <= sign <= "z":
            blanks = ord(sign) - ord("f")
            if blanks > count - cell:
                what = f"found {sign!r}, {counted(blanks, cells)} without a number"
                raise body.wrong(start, what, f"at most {count - cell}, as many as are left")
            cell += blanks
            continue
        if sign in _PREFIXES:
            length, more = _PREFIXES[sign]
            digits = text[at : at + length]
            if not re.fullmatch(f"[0-9a-f]{{{length}}}", digits):
                expected = f"{length} hexadecimal digits (0 to f) after {sign!r}"
                raise body.wrong(start, f"found {shown(text[start : at + length])}", expected)
            value = int(digits, 16) + more
            at += length
        elif sign in _DIGITS[:16]:
            value = int(sign, 16)
        elif sign == ".":
            value = UNKNOWN
        else:
            expected = "a number (0 to f, or - + = % * $ and its digits), '.', or g to z for cells without"
            raise body.wrong(start, f"found {shown(sign)}", expected)
        found.append((cell, value, body.column + start))
        cell += 1
    if cell < count and cell != least:
        missing = f"the link ends after {cell} of {counted(count, cells)}"
        raise body.wrong(len(text), missing, "all of them; is its end missing?")
    return found, Piece(text[at:], body.column + at)


def check_largest(values: Iterable[int | None], most: int = LARGEST_NUMBER) -> None:
    """Raise InputError if there is a number above *most*."""
    if any(value is not None and value > most for value in values):
        raise InputError(f"found a number above {most}: puzz.link cannot hold it, text can")


def encoded(values: Iterable[int | None]) -> str:
    """The reverse of `numbers`: each value is a number from 0 to `LARGEST_NUMBER`, `UNKNOWN`, or None for a blank
    cell.
    """
    parts, blanks = list[str](), 0

    def flush() -> None:
        """Write the blanks counted so far."""
        parts.extend("z" * (blanks // _MOST_BLANKS))
        if rest := blanks % _MOST_BLANKS:
            parts.append(chr(ord("f") + rest))

    for value in values:
        if value is None:
            blanks += 1
            continue
        flush()
        blanks = 0
        if value == UNKNOWN:
            parts.append(".")
            continue
        prefix = next((sign for least, sign in _RANGES if value >= least), "")
        length, more = _PREFIXES.get(prefix, (1, 0))
        parts.append(f"{prefix}{value - more:0{length}x}")
    flush()
    return "".join(parts)


def borders(body: Piece, rows: int, columns: int) -> tuple[list[list[bool]], list[list[bool]], Piece]:
    """The borders at the beginning of a body.

    Returns:
        whether there is a border to the right of each cell outside the last column, row by row; the same below each
        cell outside the last row; and the rest of the body.

    Raises:
        InputError: an unexpected character, or too few.
    """
    inner = (columns - 1) * rows, columns * (rows - 1)
    lengths = [-(-bits // 5) for bits in inner]
    if bad := re.search("[^0-9a-v]", body.text[: sum(lengths)]):
        expected = f"0 to 9 or a to v, {sum(lengths)} of them for the borders"
        raise body.wrong(bad.start(), f"found {shown(bad[0])}", expected)
    if len(body.text) < sum(lengths):
        found = f"the link ends after {counted(len(body.text), 'character')} of the borders"
        raise body.wrong(len(body.text), found, f"{sum(lengths)}; is its end missing?")
    across, down = body.text[: lengths[0]], body.text[lengths[0] : sum(lengths)]
    right, below = ([bool(int(sign, 32) >> 4 - i & 1) for sign in text for i in range(5)] for text in (across, down))
    return (
        [right[r * (columns - 1) : (r + 1) * (columns - 1)] for r in range(rows)],
        [below[r * columns : (r + 1) * columns] for r in range(rows - 1)],
        Piece(body.text[sum(lengths) :], body.column + sum(lengths)),
    )


def encoded_borders(right: Iterable[bool], below: Iterable[bool]) -> str:
    """The reverse of `borders`, each side's cells in reading order."""
    return encoded_bits(right) + encoded_bits(below)


def bits(body: Piece, count: int) -> list[int]:
    """The indices of the bits that are set, of *count* or fewer, five in a character. Raises InputError."""
    found = list[int]()
    for at, sign in enumerate(body.text):
        if sign not in _DIGITS[:32] or 5 * at >= count:
            raise body.wrong(at, f"found {shown(sign)}", "0 to v" if 5 * at < count else "the end")
        digit = _DIGITS.index(sign)
        found += [5 * at + i for i in range(5) if digit >> 4 - i & 1 and 5 * at + i < count]
    return found


def encoded_bits(values: Iterable[bool]) -> str:
    """The reverse of `bits`, filled up to a whole character."""
    text = "".join("01"[value] for value in values)
    text += "0" * (-len(text) % 5)
    return "".join(_DIGITS[int(text[i : i + 5], 2)] for i in range(0, len(text), 5))


def few_numbers(body: Piece, count: int) -> dict[int, int]:
    """The numbers from 0 to 4, or `UNKNOWN`, among *count* cells, by index; one character may include blank cells.

    A number has none, one or two blank cells after it; those beyond the last cell are ignored. Raises InputError.
    """
    cell, found = 0, dict[int, int]()
    for at, sign in enumerate(body.text):
        if cell >= count:
            left = f"the end, since all {counted(count, 'cell')} are there"
            raise body.wrong(at, f"found {shown(body.text[at:])}", left)
        if "g" <= sign <= "z":
            cell += ord(sign) - ord("f")
        elif sign == ".":
            found[cell] = UNKNOWN
            cell += 1
        elif sign in _DIGITS[:15]:
            blanks, found[cell] = divmod(_DIGITS.index(sign), _FEW)
            cell += 1 + blanks
        else:
            expected = "a number (0 to 4, 5 to e with blanks after it), '.', or g to z for cells without"
            raise body.wrong(at, f"found {shown(sign)}", expected)
    if cell < count:
        missing = f"the link ends after {cell} of {counted(count, 'cell')}"
        raise body.wrong(len(body.text), missing, "all of them; is its end missing?")
    if cell > count and "g" <= body.text[-1] <= "z":
        what = f"found {body.text[-1]!r}, more cells without a number"
        raise body.wrong(len(body.text) - 1, what, f"as many as are left of {count}")
    return found


def encoded_few(values: Sequence[int | None]) -> str:
    """The reverse of `few_numbers`: for each cell a number, `UNKNOWN`, or None. Raises InputError above 4."""
    check_largest(values, _FEW - 1)
    parts, cell = list[str](), 0
    while cell < len(values):
        value = values[cell]
        if value == UNKNOWN:
            parts.append(".")
            cell += 1
            continue
        most = _MOST_BLANKS if value is None else 3
        run = next((n for n in range(1, most) if cell + n < len(values) and values[cell + n] is not None), most)
        if value is None:
            run = min(run, len(values) - cell)
        parts.append(chr(ord("f") + run) if value is None else _DIGITS[value + _FEW * (run - 1)])
        cell += run
    return "".join(parts)


def triples(body: Piece, count: int) -> list[int]:
    """0, 1 or 2 for each of *count* cells, in the grammar that packs three cells into a character in base 3.

    Raises InputError.
    """
    signs, needed = body.text, -(-count // 3)
    for at, sign in enumerate(signs):
        if at >= needed:
            left = f"the end, since all {counted(count, 'cell')} are there"
            raise body.wrong(at, f"found {shown(signs[at:])}", left)
        if sign not in _DIGITS[:27]:
            raise body.wrong(at, f"found {shown(sign)}", "0 to 9 or a to q, a sign for three cells")
    if len(signs) < needed:
        missing = f"the link ends after {3 * len(signs)} of {counted(count, 'cell')}"
        raise body.wrong(len(signs), missing, "all of them; is its end missing?")
    digits = [_DIGITS.index(sign) // power % 3 for sign in signs for power in (9, 3, 1)]
    if any(digits[count:]):
        raise body.wrong(needed - 1, f"found {signs[-1]!r}, a sign in more cells", f"as many as are left of {count}")
    return digits[:count]


def encoded_triples(digits: Sequence[int]) -> str:
    """The reverse of `triples`."""
    whole = [*digits, *[0] * (-len(digits) % 3)]
    return "".join(_DIGITS[9 * a + 3 * b + c] for a, b, c in zip(*(whole[i::3] for i in range(3)), strict=True))


def arrows(body: Piece, count: int) -> list[tuple[int, int, int | None, int]]:
    """Numbers with directions, without blank cells.

    Returns:
        for each, the index of its cell, its direction (1 up, 2 down, 3 left, 4 right, 0 none), the number (None:
        unknown), and its column in the line.

    Raises:
        InputError: an unexpected character; too few or too many cells.
    """
    text, found = body.text, list[tuple[int, int, int | None, int]]()
    cell = at = 0
    while at < len(text):
        if cell >= count:
            left = f"the end, since all {counted(count, 'cell')} are there"
            raise body.wrong(at, f"found {shown(text[at:])}", left)
        if "a" <= text[at] <= "z":
            blanks = ord(text[at]) - ord("a") + 1
            if blanks > count - cell:
                what = f"found {text[at]!r}, {counted(blanks, 'cell')} without a number"
                raise body.wrong(at, what, f"at most {count - cell}, as many as are left")
            cell, at = cell + blanks, at + 1
            continue
        entry = _ARROW.match(text, at)
        if entry is None:
            expected = "a direction (0 to 4) and a number, or a to z for cells without"
            raise body.wrong(at, f"found {shown(text[at : at + 2])}", expected)
        small, medium, large = entry.groups()
        sign = small or medium or large
        direction = int(sign[0]) - 5 * bool(medium)
        number = None if sign[1:] == "." else int(sign[1:], 16)
        found.append((cell, direction, number, body.column + at))
        cell, at = cell + 1, entry.end()
    if cell < count:
        missing = f"the link ends after {cell} of {counted(count, 'cell')}"
        raise body.wrong(len(text), missing, "all of them; is its end missing?")
    return found


_ARROW = re.compile("([0-4][0-9a-f.])|([5-9][0-9a-f]{2})|-([0-4][0-9a-f]{3})")


def encoded_arrows(entries: Iterable[tuple[int, int | None] | None]) -> str:
    """The reverse of `arrows`: for each cell a direction and a number, or None. Raises InputError above 4095."""
    parts, blanks = list[str](), 0
    for entry in [*entries, (0, None)]:
        if entry is None:
            blanks += 1
            continue
        parts += ["z"] * (blanks // 26) + [chr(ord("a") + blanks % 26 - 1)] * bool(blanks % 26)
        blanks, (direction, number) = 0, entry
        if number is None:
            parts.append(f"{direction}.")
        elif number > 0xFFF:
            raise InputError(f"found the number {number} above 4095: puzz.link cannot hold it, text can")
        else:
            sign = f"{direction}{number:x}" if number < 16 else f"{direction + 5}{number:02x}"
            parts.append(sign if number < 256 else f"-{direction}{number:03x}")
    return "".join(parts[:-1])


_THINGS = _DIGITS[:16] + "ghijklmnopqrstuvwxyz"
_FREE = 18
"""The least digit of `things` that stands for blank cells alone."""


def things(body: Piece, count: int) -> list[int]:
    """The indices of those of *count* cells that hold a thing. Raises InputError.

    One character is a thing and the blanks after it, or only blanks.
    """
    cell, found = 0, list[int]()
    for at, sign in enumerate(body.text):
        if sign not in _THINGS:
            raise body.wrong(at, f"found {shown(sign)}", "0 to h for a cell that is taken, i to z for free ones")
        digit = _THINGS.index(sign)
        if digit < _FREE:
            found.append(cell)
        cell += digit % _FREE + 1
        if cell > count:
            raise body.wrong(at, f"found {shown(sign)}, more cells", f"as many as are left of {count}")
    if cell < count:
        missing = f"the link ends after {cell} of {counted(count, 'cell')}"
        raise body.wrong(len(body.text), missing, "all of them; is its end missing?")
    return found


def encoded_things(cells: Sequence[bool]) -> str:
    """The reverse of `things`: for each cell, whether it holds a thing."""
    parts, cell = list[str](), 0
    while cell < len(cells):
        taken = cells[cell]
        end = next((i for i in range(cell + taken, len(cells)) if cells[i]), len(cells))
        blanks = min(end - cell - taken, _FREE - taken)
        parts.append(_THINGS[blanks if taken else _FREE + blanks - 1])
        cell += taken + blanks
    return "".join(parts)


def numbers_in_base_36(body: Piece, count: int) -> list[Slot]:
    """The number of each of *count* cells, for grids full of numbers: one digit, or ``-`` and two digits.

    Cells with ``.``, ``%`` or ``@`` have none. Raises InputError.
    """
    text, found, at = body.text, list[Slot](), 0
    while at < len(text):
        if len(found) >= count:
            left = f"the end, since all {counted(count, 'cell')} are there"
            raise body.wrong(at, f"found {shown(text[at:])}", left)
        start, length = at + (text[at] == "-"), 1 + (text[at] == "-")
        digits = text[start : start + length]
        if text[at] in ".%@":
            found.append(None)
        elif re.fullmatch(f"[0-9a-z]{{{length}}}", digits):
            found.append((int(digits, 36), body.column + at))
        else:
            expected = "a number (0 to z, or two of these after '-'), or '.' for a cell without"
            raise body.wrong(at, f"found {shown(text[at : start + length])}", expected)
        at = start + length
    if len(found) < count:
        missing = f"the link ends after {len(found)} of {counted(count, 'cell')}"
        raise body.wrong(len(text), missing, "all of them; is its end missing?")
    return found


def encoded_in_base_36(values: Iterable[int | None]) -> str:
    """The reverse of `numbers_in_base_36`: each value is a number from 0 to `LARGEST_IN_BASE_36`, or None."""
    return "".join(
        "." if x is None else _DIGITS[x] if x < 36 else f"-{_DIGITS[x // 36]}{_DIGITS[x % 36]}" for x in values
    )
