"""Dungeons as text: JSON, the community's text, C initialisers, 64-bit layouts; and boards as text.

Two doors for puzzles, `from_json` for a decoded JSON object and `read_text` for everything else; one for boards,
`read_solutions`. What cannot be read is an `InputError` that says where, what was found and what was expected.
The functions that read many things *yield* the error of a bad one and go on with the next.
"""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from satdnd.bitboard import Bitboard, Grid, grid, scan
from satdnd.errors import InputError
from satdnd.puzzles.dungeon.model import Dungeon, cell_name

T = TypeVar("T")
Line: TypeAlias = tuple[int, str]
"""Line number from 1 in the whole text, and the line without trailing blanks."""
FIELDS = ("kind", "name", "rows", "columns", "monsters", "treasures", "given")
"""JSON fields with a meaning; all others are kept in `Dungeon.extra`."""

_CONTROL = r"\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff"  # surrogates: what `surrogateescape` makes of binary files
_FITS = re.compile(rf"(?:[^\s{_CONTROL}](?:[^\r\n{_CONTROL}]*[^\s{_CONTROL}])?)?")  # comes back from a note unchanged
_NOTE = re.compile(r"\s*#([^:]+):(?!//)(.*)")  # the colon of a URL ends no key
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]{0,3999})[uUlL]{0,3}")  # int() refuses 4301 decimal digits
_COUNTED = re.compile(r"\s*([0-9]+|\?|-[0-9]*|)\s*(.*)")
_C_NOISE = re.compile(  # comments, strings, characters, preprocessor lines (and notes of community text)
    r"""(?ms)/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*"""
)
_C_PUZZLE = re.compile(  # groups: name, fields, closing brace; array size and cast are skipped
    r"(?a)(?:\b([A-Za-z_]\w*)\s*(?:\[[^\][{};]*\]\s*)?=\s*(?:\([^(){};]*\)\s*)?)?"
    r"\{(?=\s*\.\s*[A-Za-z_]\w*\s*=)((?:[^{};]|\{[^{};]*\})*+)(\}?)"
)
_C_FIELD = re.compile(r"(?a)\s*\.\s*([A-Za-z_]\w*)\s*=\s*(\{[^{}]*\}|[^,{}]*)\s*(?:,|\Z)")
_C_OURS = re.compile(r"\.\s*(?:monsters|treasures|rows|columns)\b")


def from_json(record: Mapping[str, Any]) -> Dungeon:
    """The puzzle of a decoded JSON object.

    Args:
        record: ``rows`` (H counts or null), ``columns`` (W), ``monsters`` and ``treasures`` (lists of
            ``[row, column]``, from 0); optional ``kind`` (``dungeon``), ``name`` and ``given`` (H strings of
            W characters ``#``, ``o``, ``.``). All other fields go to `Dungeon.extra`.

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    if not isinstance(record, Mapping):
        raise _error(f"found {_found(record)}", f"a JSON object with the fields {', '.join(FIELDS)}")
    if record.get("kind", "dungeon") != "dungeon":
        raise _error(f'field "kind" is {_found(record["kind"])}', '"dungeon"')
    if not isinstance(record.get("name", ""), str):
        raise _error(f'field "name" is {_found(record["name"])}', "a string")
    width, height = (len(_entries(record, field, "counts")) for field in ("columns", "rows"))
    for field, most in (("rows", width), ("columns", height)):
        if not record[field]:
            raise _error(f'field "{field}" is empty', "at least one count")
        _entries(record, field, f"0 to {most} or null", [int], [range(most + 1)])
    for field in ("monsters", "treasures"):
        cell = f"[row, column] with row 0 to {height - 1} and column 0 to {width - 1}"
        _entries(record, field, cell, [int, int], [range(height), range(width)])
    geometry = grid(height, width)
    given = _grid_rows(record["given"], "given", geometry, "[^#o.]") if "given" in record else []
    return Dungeon(
        rows=tuple(record["rows"]),
        columns=tuple(record["columns"]),
        monsters=tuple((r, c) for r, c in record["monsters"]),
        treasures=tuple((r, c) for r, c in record["treasures"]),
        walls=_mask(given, "#"),
        opens=_mask(given, "o"),
        name=record.get("name", ""),
        extra={key: value for key, value in record.items() if key not in FIELDS},
    )


def to_json(puzzle: Dungeon) -> dict[str, Any]:
    """The JSON object of *puzzle*: the fields of `from_json` in a fixed order, then the extra ones.

    An extra field whose name has a meaning of its own (a note ``# rows: 8`` in a text) is left out.
    """
    record: dict[str, Any] = {"kind": puzzle.kind, "name": puzzle.name}
    record |= {"rows": list(puzzle.rows), "columns": list(puzzle.columns)}
    record |= {"monsters": [list(cell) for cell in puzzle.monsters]}
    record |= {"treasures": [list(cell) for cell in puzzle.treasures]}
    if puzzle.walls or puzzle.opens:
        record["given"] = ["".join(row) for row in _picture(puzzle)]
    return record | {key: value for key, value in puzzle.extra.items() if key not in FIELDS}


def read_text(text: str) -> Iterator[Dungeon | InputError]:
    """All puzzles of a text that is not JSON; a bad one is yielded as an `InputError` with line and column from 1.

    The content decides between three forms:

    - Community text, puzzles separated by blank lines. Notes ``# key: value`` come first (``name`` sets the name,
      others go to `Dungeon.extra`, ``#`` lines that are no notes are skipped), then a blank and the column counts, then
      a line per row: its count, perhaps blanks, its cells. Column counts are glued digits (`` 142``), or numbers with
      blanks or commas between them (`` 1 4 12``). A lone group of digits is glued: one column of 12 walls is `` 12,``.
    - C initialisers ``problem p1 = { .monsters = 0x20, .rows = { ... }, ... };`` with any C source around them.
    - Solved 8x8 layouts, one integer per line: dead ends become monsters, centres of treasure rooms treasures.
    """
    plain = _tried(_plain, text, "puzzle")
    if isinstance(plain, InputError):
        yield plain
        return
    source = _C_NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise[0]), plain)
    initialisers = [match for match in _C_PUZZLE.finditer(source) if _C_OURS.search(match[2])]
    for match in initialisers:
        yield _tried(_read_c, source, match)
    blocks = [block for block in _blocks(plain) if not all(re.match(r"\s*#(?!.+:)", line) for _, line in block)]
    for block in blocks if not initialisers else []:
        integers = _integer_lines(block)
        for number, line in integers:
            yield _tried(_read_layout, line, number)
        if not integers:
            yield _tried(_read_block, block)
    if not blocks:
        yield _error("found only comments", "a puzzle", 1)


def to_text(puzzle: Dungeon) -> str:
    """The community text of *puzzle*, with a newline at the end; `read_text` reads it back.

    Notes hold the name and those extra fields that are strings of one line. A monster or treasure hides a given open
    cell below it, which says nothing new.

    Raises:
        InputError: a monster or treasure stands on a cell given as wall, which one character cannot say.
    """
    picture = _picture(puzzle)
    for letter, cells in (("M", puzzle.monsters), ("T", puzzle.treasures)):
        for r, c in cells:
            if picture[r][c] == "#":
                raise InputError(
                    f"cell {cell_name((r, c))} is a given wall with {letter}: text cannot say both, JSON can"
                )
            picture[r][c] = letter
    name = puzzle.name if _FITS.fullmatch(puzzle.name) else " ".join(re.sub(f"[{_CONTROL}]", " ", puzzle.name).split())
    lines = [f"# name: {name}"] if name else []
    for key, value in puzzle.extra.items():
        if (
            key
            and ":" not in key
            and key.casefold() != "name"
            and _fits(key)
            and isinstance(value, str)
            and _fits(value)
        ):
            lines.append(f"# {key}: {value}".rstrip())
    rows, columns = (["?" if x is None else str(x) for x in counts] for counts in (puzzle.rows, puzzle.columns))
    widest = max(map(len, rows))
    if max(widest, *map(len, columns)) == 1:
        lines += [" " + "".join(columns), *(count + "".join(cells) for count, cells in zip(rows, picture, strict=True))]
    else:
        lines.append(" " + " ".join(columns) + ("," if len(columns) == 1 else ""))
        lines += [f"{count:{widest}} {''.join(cells)}" for count, cells in zip(rows, picture, strict=True)]
    return "\n".join(lines) + "\n"


def to_c(puzzle: Dungeon) -> str:
    """A C initialiser of *puzzle* on one line; `read_text` reads it back, with the name made a C identifier.

    Raises:
        InputError: more than 64 cells, an unknown count, or given cells: the form has no place for them.
    """
    geometry, given = puzzle.grid, puzzle.walls | puzzle.opens
    if geometry.size > 64:
        raise InputError(f"{puzzle.height}x{puzzle.width} is {geometry.size} cells: the C form holds at most 64")
    for what, counts in (("row", puzzle.rows), ("column", puzzle.columns)):
        if None in counts:
            raise InputError(f"the count of {what} {counts.index(None)} is unknown: the C form needs all counts")
    if given:
        raise InputError(f"cell {cell_name(geometry.cells(given)[0])} is given: the C form cannot hold given cells")
    name = puzzle.name
    if not re.fullmatch(r"(?a)[A-Za-z_]\w*[0-9]\w*", name):  # a name with a digit is no keyword
        name = f"p_{re.sub(r'[^A-Za-z0-9]+', '_', name).strip('_')}"
    masks = f".monsters = {geometry.hex(puzzle.monster_mask)}, .treasures = {geometry.hex(puzzle.treasure_mask)}"
    rows, columns = (",".join(map(str, counts)) for counts in (puzzle.rows, puzzle.columns))
    return f"problem {name} = {{ {masks}, .rows = {{ {rows} }}, .columns = {{ {columns} }} }};\n"


def read_solutions(text: str, puzzle: Dungeon) -> Iterator[int | InputError]:
    """All boards of a text: bit ``r*W + c`` set for a wall; a bad one is yielded as an `InputError`.

    Read are grids separated by blank lines (``#`` wall, any other character but blanks open, with or without the counts
    of the puzzle text), board integers, one per line, and JSON values, one after another: an answer (``solutions`` or
    ``solution``), an object with ``grid`` or ``board`` or both, or a list of row strings.
    """
    plain = _tried(_plain, text, "solution")
    if isinstance(plain, InputError):
        yield plain
        return
    if plain.lstrip()[0] in "[{":
        yield from _json_boards(plain, puzzle.grid)
        return
    for block in _blocks(plain):
        # A grid may show open cells as digits: with a wall and the right shape it is no list of integers.
        squeezed = ["".join(line.split()) for _, line in block]
        drawn = "#" in "".join(squeezed) and [*map(len, squeezed)] == [puzzle.width] * puzzle.height
        integers = [] if drawn else _integer_lines(block)
        for number, line in integers:
            yield _tried(_board, line, puzzle.grid, "board", number)
        if not integers:
            yield _tried(_read_grid, block, puzzle.grid)


def _plain(text: str, what: str) -> str:
    """*text* without byte order marks, its lines ended by ``\\n``; InputError where nothing can be read."""
    plain = re.sub(r"(?m)^\ufeff+", "", re.sub(r"\r\n?", "\n", text))
    if not plain.strip():
        raise InputError(f"empty text: expected a {what}")
    rubbish = re.search(f"[{_CONTROL}]", plain)
    if rubbish:
        place = _place(plain, rubbish.start())
        raise _error(f"this is not a text file of {what}s: found {rubbish[0]!a}", "no control characters", *place)
    return plain


def _blocks(plain: str) -> Iterator[list[Line]]:
    """Runs of lines that are not blank."""
    lines = enumerate((line.rstrip() for line in plain.split("\n")), 1)
    return (list(block) for filled, block in groupby(lines, key=lambda line: bool(line[1])) if filled)


def _integer_lines(block: list[Line]) -> list[Line]:
    """The lines of a block of integers, without comments; none if the block is something else."""
    lines = [(number, bare) for number, line in block if (bare := re.sub(r"(?:^|\s)#.*", "", line).rstrip())]
    # Column counts that lost their blank look like an integer; the rows below give them away.
    if not lines or any(re.match(r"\s*[0-9?]+\s*[.#oMTmt]", line) for _, line in lines):
        return []
    hexadecimal = any(re.match(r"\s*0[xX]", line) for _, line in lines)
    return lines if hexadecimal or _INTEGER.fullmatch(lines[0][1]) else []


def _read_block(block: list[Line]) -> Dungeon:
    name, extra, lines = "", dict[str, str](), list(block)
    while lines and lines[0][1].lstrip().startswith("#"):
        note = _NOTE.match(lines.pop(0)[1])
        key, value = (note[1].strip(), note[2].strip()) if note else ("", "")
        if key.casefold() == "name":
            name = value
        elif key:
            extra[key] = f"{extra[key]} {value}" if key in extra else value
    if not lines:
        raise _error("no column counts: found only notes", "a blank and the column counts", block[-1][0])
    top, header = lines.pop(0)
    counts = _column_counts(top, header)
    if not lines:
        raise _error("no rows: found only column counts", "a line per row below them", top)
    columns = [_count(word, len(lines), top, column) for word, column in counts]
    rows, picture, width = [], [], len(columns)
    for number, line in lines:
        match = _counted_row(number, line)
        cells, start = match[2], match.start(2) + 1
        bad = re.search(r"[^.#oMTmt]", cells)
        if bad:
            raise _error(f"unknown cell {_found(bad[0])}", "'.', '#', 'o', 'M' or 'T'", number, start + bad.start())
        if len(cells) != width:
            expected = f"{width}, as many as the column counts in line {top}"
            raise _error(f"found a row of {len(cells)} cells", expected, number, start + min(len(cells), width))
        rows.append(_count(match[1], width, number, match.start(1) + 1))
        picture.append(cells)
    monsters, treasures = (tuple(grid(len(rows), width).cells(_mask(picture, letters))) for letters in ("Mm", "Tt"))
    walls, opens = _mask(picture, "#"), _mask(picture, "o")
    return Dungeon(tuple(rows), tuple(columns), monsters, treasures, walls, opens, name, extra)


def _column_counts(number: int, line: str) -> list[tuple[str, int]]:
    """The counts of the first line, not checked yet, each with its column from 1."""
    words = [(word[0], word.start() + 1) for word in re.finditer(r"[^\s,]+", line)]
    if not line[0].isspace() or not words:
        raise _error(f"no column counts: found {_found(line)}", "a blank and the column counts", number, 1)
    word, column = words[0]
    return words if len(words) > 1 or "," in line else [(letter, column + i) for i, letter in enumerate(word)]


def _count(word: str, most: int, line: int, column: int) -> int | None:
    digits = (word.lstrip("0") or "0") if re.fullmatch("[0-9]+", word) else ""
    if digits and len(digits) <= len(str(most)) and int(digits) <= most:
        return int(digits)
    if word == "?":
        return None
    wrong = (
        "a count too large"
        if digits
        else "a negative count"
        if word[:1] == "-"
        else "not a number"
        if word
        else "no count"
    )
    raise _error(f"{wrong}: found {_found(word)}", f"0 to {most}, or ?", line, column)


def _read_c(source: str, match: re.Match[str]) -> Dungeon:
    values: dict[str, Any] = {"name": match[1] or "", "monsters": [0], "treasures": [0]}
    place = _place(source, match.start())
    if not match[3]:
        raise _error(f"initialiser {match[1]}: found no '}}' at its end", "{ .field = value, ... }", *place)
    for field in _C_FIELD.finditer(match[2]):
        words = re.sub(r"^\{|,?\s*\}$", "", field[2].strip()).split(",")
        numbers = [_INTEGER.fullmatch(word.strip()) for word in words]
        if not _C_OURS.fullmatch(f".{field[1]}") or not all(numbers):
            found = f"initialiser {match[1]}: found .{field[1]} = {_found(field[2].strip())}"
            expected = "integers for .monsters, .treasures, .rows and .columns"
            raise _error(found, expected, *_place(source, match.start(2) + field.start(1) - 1))
        values[field[1]] = [int(number[1], 0) for number in numbers if number]
    rest = _C_FIELD.sub("", match[2]).strip()
    if rest:
        raise _error(f"initialiser {match[1]}: found {_found(rest)}", ".field = value between commas", *place)
    try:
        geometry = grid(*(max(1, len(values.get(field, ""))) for field in ("rows", "columns")))
        for field in ("monsters", "treasures"):
            mask = _board(values[field][0] if len(values[field]) == 1 else values[field], geometry, f".{field}")
            values[field] = geometry.cells(mask)
        return from_json(values)
    except InputError as error:
        raise InputError(f"initialiser {match[1]}: {error.message}", line=place[0], column=place[1]) from None


def _read_layout(word: str, number: int) -> Dungeon:
    geometry, treasures = grid(8, 8), []
    walls = _board(word, geometry, "layout", number)
    opens = geometry.all & ~walls
    for top, left in geometry.cells(geometry.block(0, 0, 6, 6)):
        room = geometry.block(top, left, 3, 3)
        if not room & walls and (geometry.border(room) & opens).bit_count() == 1:
            treasures.append((top + 1, left + 1))
    rows, columns = (tuple((walls & line).bit_count() for line in side) for side in (geometry.rows, geometry.columns))
    monsters = tuple(geometry.cells(geometry.degrees(opens).one))
    return Dungeon(rows, columns, monsters, tuple(treasures), name=f"layout {geometry.hex(walls)}")


def _read_grid(block: list[Line], geometry: Grid) -> Bitboard:
    while len(block) > 1 and re.match(r"#\s*[A-Za-z][\w -]*:(\s|$)", block[0][1]):
        block = block[1:]
    number, header = block[0]
    if header[0].isspace() and re.fullmatch(r"[0-9?,\s]+", header):
        counts = len(_column_counts(number, header))
        if counts != geometry.width:
            raise _error(f"found {counts} column counts", str(geometry.width), number)
        block = [(number, _counted_row(number, line)[2]) for number, line in block[1:]]
    rows = ["".join(line.split()) for _, line in block]
    try:
        return _mask(_grid_rows(rows, "grid", geometry), "#")
    except InputError as error:
        raise error.located(line=number) from None


def _json_boards(plain: str, geometry: Grid) -> Iterator[int | InputError]:
    """The boards of JSON values, one after another; behind a broken one it goes on where a line starts like one."""
    position = 0
    while start := re.compile(r"\S").search(plain, position):
        try:
            value, position = json.JSONDecoder().raw_decode(plain, start.start())
        except (ValueError, RecursionError) as error:
            place = _place(plain, error.pos if isinstance(error, json.JSONDecodeError) else start.start())
            yield _error(f"not JSON: {getattr(error, 'msg', error)}", "an answer, a board or a grid", *place)
            following = re.compile(r"(?m)^[{\[]").search(plain, start.end())
            position = following.start() if following else len(plain)
            continue
        match value:
            case {"solutions": [_, *_] as entries}:
                pass
            case {"solution": entry}:
                entries = [entry]
            case _:
                entries = [value]
        for entry in entries:
            board = _tried(_json_board, entry, geometry)
            yield board.located(line=_place(plain, start.start())[0]) if isinstance(board, InputError) else board


def _json_board(entry: object, geometry: Grid) -> Bitboard:
    fields = {"grid": entry} if isinstance(entry, list) else entry
    if not isinstance(fields, dict) or not {"grid", "board"} & fields.keys():
        raise _error(f"found {_found(entry)}", "solutions, solution, grid or board, or a list of rows")
    drawn = _mask(_grid_rows(fields["grid"], "grid", geometry), "#") if "grid" in fields else None
    board = _board(fields["board"], geometry, "board") if "board" in fields else drawn
    if drawn not in (None, board):
        raise _error(
            f"grid and board disagree: grid is {_mask(fields['grid'], '#'):#x}, board is {board:#x}", "one board"
        )
    return board if board is not None else 0


def _board(value: object, geometry: Grid, what: str, line: int | None = None) -> Bitboard:
    """The cells of an integer, or of a string that holds one."""
    match = _INTEGER.fullmatch(value.strip()) if isinstance(value, str) else None
    board = int(match[1], 0) if match else value
    if type(board) is not int:
        raise _error(f"{what} is {_found(value)}", "an integer, hexadecimal (0x...) or decimal", line)
    if not 0 <= board <= geometry.all:
        found = f"has bit {board.bit_length() - 1}, outside the grid" if board > 0 else "is negative"
        size = f"{geometry.height} rows of {geometry.width} cells"
        raise _error(f"{what} {found}", f"bits 0 to {geometry.size - 1} ({size})", line)
    return board


def _grid_rows(rows: Any, what: str, geometry: Grid, cell: str = r"\S") -> Sequence[str]:
    """*rows*, if they are H strings of W characters that match *cell*."""
    size = f"{geometry.height} rows of {geometry.width} cells"
    if not isinstance(rows, list | tuple):
        raise _error(f"{what} is {_found(rows)}", size)
    for r, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != geometry.width:
            found = f"{len(row)} cells" if isinstance(row, str) else _found(row)
            raise _error(f"{what} has {len(rows)} rows, row {r} is {found}", size)
        bad = next((c for c in range(len(row)) if not re.match(cell, row[c])), None)
        if bad is not None:
            raise _error(f"{what} has {_found(row[bad])} in row {r}, column {bad}", f"cells {cell}")
    if len(rows) != geometry.height:
        raise _error(f"{what} has {len(rows)} rows of {geometry.width} cells", size)
    return rows


def _entries(
    record: Mapping[str, Any], field: str, of: str, fits: Callable[[Any], bool] = lambda _: True
) -> Sequence[Any]:
    """The list in *field*, if all its entries fit."""
    if field not in record:
        raise _error(f'field "{field}" is missing', f"a list of {of}")
    if not isinstance(record[field], list | tuple):
        raise _error(f'field "{field}" is {_found(record[field])}', f"a list of {of}")
    for i, entry in enumerate(record[field]):
        if not fits(entry):
            raise _error(f"{field}[{i}] is {_found(entry)}", of)
    return record[field]


def _picture(puzzle: Dungeon) -> list[list[str]]:
    """H lists of W characters: ``#`` given wall, ``o`` given open, ``.`` not given."""
    cells = ["."] * puzzle.grid.size
    for board, letter in ((puzzle.walls, "#"), (puzzle.opens, "o")):
        for i in scan(board):
            cells[i] = letter
    return [cells[i : i + puzzle.width] for i in range(0, len(cells), puzzle.width)]


def _mask(rows: Iterable[str], letters: str) -> Bitboard:
    """The cells that hold one of *letters*, of equally long rows."""
    return int("0" + "".join("01"[cell in letters] for cell in reversed("".join(rows))), 2)


def _found(value: object) -> str:
    """*value* for a message: short, on one line."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "an integer of thousands of digits"


def _error(found: str, expected: str, line: int | None = None, column: int | None = None) -> InputError:
    return InputError(f"{found}, expected {expected}", line=line, column=column)


def _place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _tried(read: Callable[..., T], *args: Any) -> T | InputError:
    try:
        return read(*args)
    except InputError as error:
        return error
