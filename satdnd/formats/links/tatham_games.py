"""The games of Simon Tatham's collection that are kinds of ours: what their game IDs say, as JSON objects of ours.

Source: chrisboyle/sgtpuzzles, the file of each game: ``decode_params``, ``validate_desc``, ``new_game``.
A further game is an entry of `GAMES` with two functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, TypeAlias

from satdnd.errors import InputError
from satdnd.formats.links import tatham
from satdnd.formats.links.address import TATHAM, Address, Forms, Link
from satdnd.formats.links.piece import Piece
from satdnd.formats.links.tatham import (
    described,
    drawn,
    ended,
    entries,
    flat,
    lists,
    plain,
    rows,
    side,
    sides,
    stepped,
    steps,
)
from satdnd.formats.texts import try_read
from satdnd.grid.bitboard import Cell
from satdnd.grid.boxes import USUAL
from satdnd.grid.fields import LONGEST_SIDE, shown
from satdnd.grid.notation import cell_name, counted

Record: TypeAlias = dict[str, Any]
_LEVEL = "(d[a-z])?"
"""The parameter for how hard a game is, which its board does not depend on."""


@dataclass(frozen=True)
class Game:
    """One game."""

    name: str
    """As in its files: ``Light Up``."""
    kind: str
    read: Callable[[Piece, Piece], Record]
    """Parameters and description of a game ID -> the fields of the puzzle's JSON object. Raises InputError."""
    written: Callable[[Record], str]
    """The inverse. Raises InputError for what a game ID cannot hold."""
    least: int
    """The smallest side of a board of the program."""
    example: str
    """A game ID that the program made."""
    most: int = LONGEST_SIDE
    """The largest side."""
    also: str = ""
    """What its page is called, if not like the game."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its names before a game ID, and in the address of its page."""
        return tuple(filter(None, (self.also, plain(self.name))))


def with_games(
    forms: Forms[Any, Any],
    kind: str,
    from_json: Callable[[Mapping[str, Any]], Any],
    to_json: Callable[[Any], Record],
) -> Forms[Any, Any]:
    """The forms of a kind with the game IDs of its game, if it has one."""
    game = next((game for game in GAMES if game.kind == kind), None)
    if not game:
        return forms

    def read(address: Address) -> Any:
        """The puzzle of a game ID. Raises InputError."""
        return from_json({"kind": kind, **game.read(address.parts["parameters"], address.parts["description"])})

    def written(puzzle: Any) -> str:
        """The game ID of a puzzle. Raises InputError for what it cannot hold."""
        text = game.written(to_json(puzzle))
        for length, what in ((puzzle.height, "row"), (puzzle.width, "column")):
            if not game.least <= length <= game.most:
                limits = f"at least {game.least}" if game.most == Game.most else f"{game.least} to {game.most}"
                found = f"the board has {counted(length, what)}"
                raise InputError(f"{found}, those of {game.name} {limits}: tatham cannot hold that")
        back = try_read(read, Address(TATHAM, "", tatham.parts(text)))
        if isinstance(back, InputError):
            raise InputError(f"a game of {game.name} does not have that ({back.message}): tatham cannot hold it")
        if back != puzzle:
            raise InputError(f"the puzzle has more than a game of {game.name}: tatham cannot hold that")
        return text + "\n"

    link = Link(game.names, read, game.example)
    return Forms({**forms.read, TATHAM: link}, {**forms.written, TATHAM: written}, forms.solved)


def _size(record: Record) -> str:
    return f"{len(record['rows'][0])}x{len(record['rows'])}"


def _bridges(parameters: Piece, description: Piece) -> Record:
    variants = {"m": "m2 (at most two bridges between two islands)", "L": "a game without it (bridges may form loops)"}
    height, width = sides(parameters, "(i[0-9]+)?(e[0-9]+)?(m2(?![0-9]))?(d[0-9]+)?", variants)
    most = "an island 1 to 8 (at most two bridges between two)"
    found = drawn(rows(description, height, width, "[1-8]", most), {"": "_"})
    if joined := _joined(found):
        raise description.wrong(0, f"found islands side by side at {joined}", "a cell between two islands")
    return {"rows": found}


def _joined(islands: Sequence[Sequence[str]]) -> str:
    """Two islands side by side; empty if there are none."""
    water = "", "_"
    for r, row in enumerate(islands):
        for c, sign in enumerate(row):
            for near in ((r, c + 1), (r + 1, c)):
                beside = islands[near[0]][near[1]] if near[0] < len(islands) and near[1] < len(row) else ""
                if sign not in water and beside not in water:
                    return f"{cell_name((r, c))} and {cell_name(near)}"
    return ""


def _to_bridges(record: Record) -> str:
    cells = entries(record["rows"], {"_": ""})
    _all_known(cells, "island")
    if joined := _joined(cells):
        raise InputError(f"there are islands side by side at {joined}: tatham cannot hold that")
    return f"{_size(record)}m2:{described(flat(cells))}"


def _all_known(cells: list[list[str]], what: str) -> None:
    """Raise InputError if one is ``?``."""
    for r, row in enumerate(cells):
        if "?" in row:
            raise InputError(
                f"the number of the {what} at {cell_name((r, row.index('?')))} is unknown: tatham cannot hold that"
            )


def _solo(parameters: Piece, description: Piece) -> Record:
    shape = re.match("([0-9]+(x[0-9]+)?)([jxk]*)", parameters.text)
    flags = shape[3] if shape else ""
    plain = Piece(shape[1] + parameters.text[shape.end() :], parameters.column) if shape else parameters
    # as many boxes side by side as the first number says, so that the second one is the width of a box
    width, height = sides(plain, "([rm]d?[0-9]+|a|d[a-z])*", None, 25 if "j" in flags else 12)
    alone = shape is not None and shape[2] is None and "j" in flags
    number = width if alone else width * height
    if number > 25 or (1 in (width, height) and "j" not in flags):
        raise parameters.wrong(0, f"found a sudoku of {number}x{number}", "boxes from 2x2 to 5x5")
    parts, at = list[Piece](), description.column
    for text in description.text.split(",") if flags else [description.text]:
        parts.append(Piece(text, at))
        at += len(text) + 1
    if len(parts) != (wanted := 1 + ("j" in flags) + 2 * ("k" in flags)):
        raise description.wrong(0, f"found {counted(len(parts), 'part')} between commas", f"{wanted} for {flags!r}")
    numbers = "|".join(map(str, range(1, number + 1)))
    found = rows(parts[0], number, number, numbers, f"a number 1 to {number}", "_")
    record: Record = {"clues": [[int(cell or 0) for cell in row] for row in found]}
    if "j" in flags:
        record["areas"] = tatham.names_of_blocks(tatham.blocks(parts[1], number), number)
    else:
        record["boxes"] = [height, width]
    if "k" in flags:
        sums = [*flat(rows(parts[-1], number, number, "[1-9][0-9]{0,3}", "a sum", "_"))]
        cages = tatham.blocks(parts[-2], number)
        totals = [next((int(x) for r, c in cells if (x := sums[r * number + c])), None) for cells in cages]
        record["cages"] = [{"cells": [*map(list, own)], "sum": x} for own, x in zip(cages, totals, strict=True)]
    return record | ({"diagonals": True} if "x" in flags else {})


def _to_solo(record: Record) -> str:
    cells = [sign if sign == "." else str(int(sign, 36)) for sign in record["clues"]]
    n = isqrt(len(cells))
    height, width = record.get("boxes") or USUAL.get(n, (1, n))
    areas, cages = record.get("areas"), record.get("cages") or []
    parts = [described(flat(entries([cells])), "_")]
    if areas:
        parts.append(tatham.described_blocks(areas))
    if cages:
        name = {(r, c): i for i, cage in enumerate(cages) for r, c in cage["cells"]}
        if len(name) < n * n or len(name) < sum(len(cage["cells"]) for cage in cages):
            raise InputError("not every cell is in one cage: tatham cannot hold that")
        if None in (cage["sum"] for cage in cages):
            raise InputError("not every cage has a sum: tatham cannot hold that")
        first = {tuple(cage["cells"][0]): str(cage["sum"]) for cage in cages}
        parts.append(tatham.described_blocks([[name[r, c] for c in range(n)] for r in range(n)]))
        parts.append(described((first.get(divmod(i, n), "") for i in range(n * n)), "_"))
    flags = "x" * bool(record.get("diagonals")) + "k" * bool(cages)
    return f"{f'{n}j' if areas else f'{height}x{width}'}{flags}:{','.join(parts)}"


def _light_up(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, "(b[0-9]+)?(s[0-9]+)?r?(d[0-9]+)?")
    found = rows(description, height, width, "[B0-4]", "B (a wall), 0 to 4 (with a number)")
    return {"rows": drawn(found, {"": ".", "B": "#"})}


def _to_light_up(record: Record) -> str:
    return f"{_size(record)}:{described(flat(entries(record['rows'], {'#': 'B'})))}"


_TREES = "_abcdefghijklmnopqrstuvwxy"


def _tents(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, _LEVEL)
    text, comma, numbers = description.text.partition(",")
    if given := text.find("!") + 1 or text.find("-") + 1:
        raise description.wrong(given - 1, f"found {text[given - 1]!r} (a cell that is given)", "trees alone")
    trees = [divmod(i, width) for i, _ in steps(Piece(text, description.column), height * width, _TREES)]
    behind = Piece(numbers, description.column + len(text) + len(comma))
    counts = [*map(int, lists(behind, ",", width + height, "[0-9]{1,9}", "the number of tents of a column or row"))]
    return {"rows": counts[width:], "columns": counts[:width], "trees": trees}


def _to_tents(record: Record) -> str:
    height, width = len(record["rows"]), len(record["columns"])
    counts = [*record["columns"], *record["rows"]]
    if None in counts:
        raise InputError("not all rows and columns have their number of tents: tatham cannot hold that")
    marks = ((r * width + c, "a") for r, c in sorted(record["trees"]))
    return ",".join([f"{width}x{height}:{stepped(marks, height * width, _TREES)}", *map(str, counts)])


def _pattern(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters)
    if "," in description.text:
        raise description.wrong(description.text.index(","), "found given squares", "runs alone")
    run = "[1-9][0-9]{0,8}"
    runs = lists(description, "/", width + height, f"(?:{run}(?:[.]{run})*+)?", "runs with dots between: 3.1")
    found = [[*map(int, filter(None, one.split(".")))] for one in runs]
    return {"rows": found[width:], "columns": found[:width]}


def _to_pattern(record: Record) -> str:
    height, width = len(record["rows"]), len(record["columns"])
    lines = [(runs, height) for runs in record["columns"]] + [(runs, width) for runs in record["rows"]]
    for runs, length in lines:
        if runs is None or sum(runs) + len(runs) - 1 > length:
            what = "have their runs" if runs is None else "are long enough for their runs"
            raise InputError(f"not all rows and columns {what}: tatham cannot hold that")
    return f"{width}x{height}:{'/'.join('.'.join(map(str, runs)) for runs, _ in lines)}"


_DIGITS = "abcdefghijklmnopqrstuvwxy"


def _unruly(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, "u?" + _LEVEL)
    cells = ["."] * (height * width)
    for index, letter in steps(description, height * width, _DIGITS, capitals=True):
        cells[index] = "01"[letter.isupper()]
    distinct = {"lines": "distinct"} if re.search("[0-9]u", parameters.text) else {}
    return {"rows": ["".join(cells[i : i + width]) for i in range(0, len(cells), width)], **distinct}


def _to_unruly(record: Record) -> str:
    cells = "".join(record["rows"])
    height, width = len(record["rows"]), len(record["rows"][0])
    if height % 2 or width % 2:
        raise InputError("there are as many 0 as 1 in a line, so its length is even: tatham cannot hold other boards")
    marks = ((i, "aA"[int(sign)]) for i, sign in enumerate(cells) if sign != ".")
    distinct = "u" if record.get("lines") == "distinct" else ""
    return f"{width}x{height}{distinct}:{stepped(marks, len(cells), _DIGITS)}"


def _loopy(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, "(t0(?![0-9]))?" + _LEVEL, {"t": "t0 (a grid of squares)"})
    return {"rows": drawn(rows(description, height, width, "[0-4]", "a number 0 to 4"), {"": "."})}


def _to_loopy(record: Record) -> str:
    return f"{_size(record)}t0:{described(flat(entries(record['rows'])))}"


_NUMBERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _singles(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, _LEVEL)
    allowed, text = _NUMBERS[1 : max(height, width) + 1], description.text
    for at, sign in enumerate(text[: height * width + 1]):
        if at == height * width:
            raise description.wrong(at, f"found more than {at} cells", f"{width}x{height} as in front")
        if sign not in allowed:
            raise description.wrong(at, f"found {sign!r}", f"a number {allowed[0]} to {allowed[-1]}")
    if len(text) < height * width:
        raise ended(description, f"{len(text)} cells", height * width)
    return {"rows": [[_NUMBERS.index(x) for x in text[i : i + width]] for i in range(0, len(text), width)]}


def _to_singles(record: Record) -> str:
    cells = entries(record["rows"])
    most = max(len(cells), len(cells[0]))
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            if not cell.isdecimal() or not 1 <= int(cell) < min(most + 1, len(_NUMBERS)):
                found = f"{cell_name((r, c))} holds {cell or 'no number'}"
                raise InputError(f"{found}, and Singles of this size numbers 1 to {most}: tatham cannot hold that")
    return f"{_size(record)}:{''.join(_NUMBERS[int(cell)] for cell in flat(cells))}"


_MARGINS = ("top", "bottom", "left", "right")


def _towers(parameters: Piece, description: Piece) -> Record:
    n = side(parameters, _LEVEL, longest=9)
    text, comma, grid = description.text.partition(",")
    margins = lists(Piece(text, description.column), "/", 4 * n, f"[1-{n}]?", f"1 to {n}, or nothing, between '/'")
    numbers = [int(number) if number else None for number in margins]
    found: Record = {margin: numbers[i * n : (i + 1) * n] for i, margin in enumerate(_MARGINS)}
    if comma:
        behind = Piece(grid, description.column + len(text) + 1)
        given = rows(behind, n, n, f"[1-{n}]", f"a height 1 to {n}", "_")
        found["rows"] = [[int(cell) if cell else None for cell in row] for row in given]
    return found


def _to_towers(record: Record) -> str:
    n, numbers = _height(record), [x for margin in _MARGINS for x in record.get(margin) or [None] * _height(record)]
    if any(x is not None and not 1 <= x <= n for x in numbers):
        raise InputError(f"a number at the margin is not 1 to {n}: tatham cannot hold that")
    given = [*flat(entries(record.get("rows") or ()))]
    grid = f",{described(given, '_')}" if any(given) else ""
    return f"{n}:{'/'.join(str(x or '') for x in numbers)}{grid}"


def _height(record: Record) -> int:
    return max(len(record.get(field) or ()) for field in ("rows", *_MARGINS))


_WRITTEN = {"a": "+", "s": "-", "m": "*", "d": "/"}


def _keen(parameters: Piece, description: Piece) -> Record:
    n = side(parameters, _LEVEL + "m?", longest=9)
    text, comma, targets = description.text.partition(",")
    blocks = tatham.blocks(Piece(text, description.column), n, repeats=True)
    found, at = list[list[Any]](), description.column + len(text) + len(comma)
    entry = re.compile("([asmd])([0-9]{1,9})")
    begin = 0
    for cells in blocks:
        one = entry.match(targets, begin)
        if not one:
            behind, expected = Piece(targets, at), "a, s, m or d and a number for each area"
            raise behind.wrong(begin, f"found {shown(targets[begin:][:8])}", expected)
        found.append([*cells[0], int(one[2]), _WRITTEN[one[1]] if cells[1:] else ""])
        begin = one.end()
    if targets[begin:]:
        raise Piece(targets, at).wrong(begin, f"found {shown(targets[begin:][:8])}", "the end: all areas have theirs")
    return {"areas": tatham.names_of_blocks(blocks, n), "clues": found}


def _to_keen(record: Record) -> str:
    cells = dict[str, list[Cell]]()
    for r, row in enumerate(record["areas"]):
        for c, name in enumerate(row):
            cells.setdefault(name, []).append((r, c))
    targets = {(r, c): (number, sign) for r, c, number, sign in record["clues"]}
    letters, written = {sign: letter for letter, sign in _WRITTEN.items()}, ""
    for area in cells.values():
        number, sign = targets.get(area[0], (None, ""))
        if number is None or (area[1:] and not sign):
            raise InputError(
                f"the area at {cell_name(area[0])} has no target with an operation: tatham cannot hold that"
            )
        written += f"{letters[sign] if sign else 'a'}{number}"
    return f"{len(record['areas'])}:{tatham.described_blocks(record['areas'], repeats=True)},{written}"


_SIGNS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
"""In which direction a cell has a neighbour with a smaller number."""


def _unequal(parameters: Piece, description: Piece) -> Record:
    n = side(parameters, _LEVEL, longest=32, variants={"a": "a game of signs (no adjacent numbers)"})
    entry = f"[0-9]{{1,2}}[{''.join(_SIGNS)}]{{0,4}}"
    text = Piece(description.text.removesuffix(","), description.column)
    cells = lists(text, ",", n * n, entry, "a number, 0 for none, and letters for signs: 0RD")
    given, less = list[int | None](), list[list[Cell]]()
    for i, cell in enumerate(cells):
        letters = cell.lstrip("0123456789")
        given.append(int(cell.removesuffix(letters)) or None)
        for letter in letters:
            (r, c), (dr, dc) = divmod(i, n), _SIGNS[letter]
            if not (0 <= r + dr < n and 0 <= c + dc < n):
                raise description.wrong(0, f"found {shown(cell)} at {cell_name((r, c))}", "no sign at the border")
            less.append([(r + dr, c + dc), (r, c)])
    return {"rows": [given[i : i + n] for i in range(0, n * n, n)], "less": less}


def _to_unequal(record: Record) -> str:
    cells = entries(record["rows"])
    less = {(tuple(low), tuple(high)) for low, high in record["less"]}
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            ways = (letter for letter, (dr, dc) in _SIGNS.items() if ((r + dr, c + dc), (r, c)) in less)
            row[c] = (cell or "0") + "".join(ways)
    return f"{len(cells)}:{''.join(f'{cell or 0},' for cell in flat(cells))}"


def _pearl(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, _LEVEL + "n?")
    found = rows(description, height, width, "[BW]", "B or W (a black or white circle)")
    return {"rows": drawn(found, {"": ".", "B": "b", "W": "w"})}


def _to_pearl(record: Record) -> str:
    return f"{_size(record)}:{described(flat(entries(record['rows'], {'b': 'B', 'w': 'W'})))}"


def _rectangles(parameters: Piece, description: Piece) -> Record:
    return _numbers(description, *sides(parameters, "(e[0-9.]+)?a?"))


def _numbers(description: Piece, height: int, width: int) -> Record:
    """A grid of numbers from 1."""
    found = rows(description, height, width, "[1-9][0-9]*", "a number from 1", "_")
    return {"rows": [[int(cell) if cell else None for cell in row] for row in found]}


def _to_rectangles(record: Record) -> str:
    cells = entries(record["rows"])
    _all_known(cells, "rectangle")
    return f"{_size(record)}:{described(flat(cells), '_')}"


def _mosaic(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, "(h[0-9]+)?")
    return {"rows": drawn(rows(description, height, width, "[0-9]", "a number from 0 to 9"), {"": "."})}


def _to_mosaic(record: Record) -> str:
    cells = [*flat(entries(record["rows"]))]
    if large := [cell for cell in cells if len(cell) > 1]:
        raise InputError(f"there is a {large[0]}, which no block can have: tatham cannot hold that")
    return f"{_size(record)}:{described(cells)}"


def _range(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters)
    record = _numbers(description, height, width)
    if large := [x for row in record["rows"] for x in row if x and x >= height + width]:
        at = description.text.index(str(large[0]))
        raise description.wrong(at, f"found {large[0]}", f"at most {height + width - 1}, as many cells can be seen")
    return record


def _to_range(record: Record) -> str:
    cells = entries(record["rows"])
    _all_known(cells, "cell")
    return f"{_size(record)}:{described(flat(cells), '_')}"


def _slant(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, _LEVEL)
    found = rows(description, height + 1, width + 1, "[0-4]", "a number from 0 to 4", what="corner")
    return {"rows": drawn(found, {"": "."})}


def _to_slant(record: Record) -> str:
    cells = [*flat(entries(record["rows"]))]
    if large := [cell for cell in cells if cell and int(cell) > 4]:
        raise InputError(f"there is a {large[0]}, which no corner can have: tatham cannot hold that")
    height, width = len(record["rows"]) - 1, len(record["rows"][0]) - 1
    return f"{width}x{height}:{described(cells)}"


def _galaxies(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, _LEVEL)
    wide, count, at, found = 2 * width - 1, (2 * height - 1) * (2 * width - 1), 0, list[list[int]]()
    for index, letter in enumerate(description.text):
        if letter not in _DOTS:
            raise description.wrong(index, f"found {letter!r}", "'a' to 'z'")
        at += _DOTS.index(letter)
        if at >= count + (letter == "z"):
            raise description.wrong(index, f"found more than {count} places", f"{count} for cells and between")
        if letter != "z":
            found.append([*divmod(at, wide)])
            at += 1
    return {"height": height, "width": width, "centres": found}


def _to_galaxies(record: Record) -> str:
    wide, at, parts = 2 * record["width"] - 1, 0, list[str]()
    for y, x in sorted(record["centres"]):
        far, gap = divmod(y * wide + x - at, 25)
        parts.append("z" * far + _DOTS[gap])
        at = y * wide + x + 1
    return f"{record['width']}x{record['height']}:{''.join(parts)}"


_DOTS = "abcdefghijklmnopqrstuvwxyz"


def _filling(parameters: Piece, description: Piece) -> Record:
    height, width = sides(parameters, _LEVEL)
    return {"rows": drawn(rows(description, height, width, "[1-9]", "a number 1 to 9"), {"": "."})}


def _to_filling(record: Record) -> str:
    cells = [*flat(entries(record["rows"]))]
    if large := [cell for cell in cells if len(cell) > 1]:
        raise InputError(f"there is a {large[0]}, and Filling has numbers to 9: tatham cannot hold that")
    return f"{_size(record)}:{described(cells)}"


GAMES = (
    Game("Bridges", "hashi", _bridges, _to_bridges, 3, "7x7m2:a3a4b2e1b1e3b5a4h4b3b1b2b3a"),
    Game("Solo", "sudoku", _solo, _to_solo, 4, "2x2:b1_4h1_3b", 25),
    Game("Light Up", "akari", _light_up, _to_light_up, 2, "7x7:cBa0a0m1e1m3aBaBc"),
    Game("Tents", "tents", _tents, _to_tents, 4, "8x8:bk_g_bhibceab,2,0,2,1,2,2,0,3,2,1,1,3,0,2,1,2"),
    Game("Pattern", "nonogram", _pattern, _to_pattern, 1, "7x5:3/3/2/2/1/1.1.1/1.3/2.2/3/4.2/1.1/3"),
    Game("Unruly", "binairo", _unruly, _to_unruly, 6, "8x8:gBDcdBaBEFdbaDBeDBaca"),
    Game("Loopy", "slitherlink", _loopy, _to_loopy, 3, "5x4t0:b33a1a02b3b23a3b"),
    Game("Singles", "hitori", _singles, _to_singles, 2, "5x5:2144114325425423135422153"),
    Game("Towers", "skyscrapers", _towers, _to_towers, 3, "5://////2/2/3//3//2///3//3//,q1g", 9),
    Game("Unequal", "futoshiki", _unequal, _to_unequal, 3, "4:0D,0R,0,2,0D,0,0,0,0,0,0U,0,3,0U,0,0,", 32),
    Game("Keen", "kenken", _keen, _to_keen, 3, "3:_a_c_b_,s1a7m12", 9),
    Game("Mosaic", "mosaic", _mosaic, _to_mosaic, 3, "7x7:c6a3a6c5b67b6a5b5a6765b55c76b5a4e3"),
    Game("Range", "kurodoko", _range, _to_range, 1, "7x7:a2_4c7c7h9i5h9c8c8_9a"),
    Game("Rectangles", "shikaku", _rectangles, _to_rectangles, 1, "7x7:c2e6a6c2a3a2b2d5a5d2_2e6c3_3b", also="rect"),
    Game("Slant", "slant", _slant, _to_slant, 2, "5x4:a1110a1f2a21a11a13b21c"),
    Game("Filling", "fillomino", _filling, _to_filling, 1, "7x7:7b255a3b7a55b77a136g344b33c3d7a31a"),
    Game("Galaxies", "galaxies", _galaxies, _to_galaxies, 3, "5x5:cfncczfdkf"),
    Game("Pearl", "masyu", _pearl, _to_pearl, 5, "6x6:bBbBgWBWcWbBiWc"),
)


def game_named(name: str) -> Game | None:
    """The game with a name as in its files or addresses; None for one that is no kind of ours."""
    return next((game for game in GAMES if plain(name) in game.names), None)
