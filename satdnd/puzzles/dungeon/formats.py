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
from dataclasses import replace
from typing import Any, ParamSpec, TypeAlias, TypeVar

from satdnd.bitboard import Bitboard, Cell, Grid, grid, scan
from satdnd.errors import InputError
from satdnd.puzzles.dungeon.model import Dungeon, cell_name

FIELDS = ("kind", "name", "rows", "columns", "monsters", "treasures", "given")
"""JSON fields with a meaning; all others are kept in `Dungeon.extra`."""
Line: TypeAlias = tuple[int, str]
"""Line number from 1 in the whole text, and the line without trailing blanks."""

P = ParamSpec("P")
T = TypeVar("T")

# Surrogates are what `surrogateescape` makes of bytes that are no text.
_RUBBISH = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_NOTE = re.compile(r"\s*#([^:]+):(?!//)(.*)")  # the colon of a URL ends no key
_COMMENT = re.compile(r"(?:^|\s)#.*")
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]{0,3999})[uUlL]{0,3}")  # int() refuses 4301 decimal digits
_COUNTED = re.compile(r"\s*([0-9]+|\?)\s*(.*)")
_C_NOISE = re.compile(
    r"""/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*""", re.DOTALL | re.MULTILINE
)
_C_PUZZLE = re.compile(  # groups: name, fields, closing brace; array size and cast are skipped
    r"(?:\b([A-Za-z_]\w*)\s*(?:\[[^\][{};]*\]\s*)?=\s*(?:\([^(){};]*\)\s*)?)?"
    r"\{(?=\s*\.\s*[A-Za-z_]\w*\s*=)((?:[^{};]|\{[^{};]*\})*+)(\}?)",
    re.ASCII,
)
_C_FIELD = re.compile(r"\s*\.\s*([A-Za-z_]\w*)\s*=\s*(\{[^{}]*\}|[^,{}]*)\s*(?:,|\Z)", re.ASCII)
_C_OURS = re.compile(r"\.\s*(?:monsters|treasures|rows|columns)\b")


def from_json(record: Mapping[str, Any]) -> Dungeon:
    """The puzzle of a decoded JSON object.

    Args:
        record: ``rows`` (H counts or null), ``columns`` (W), ``monsters`` and ``treasures`` (lists of ``[row, column]``,
            from 0); optional ``kind`` (``dungeon``), ``name`` and ``given`` (H strings of W characters ``#``, ``o``,
            ``.``). All other fields go to `Dungeon.extra`.

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    if not isinstance(record, Mapping):
        raise InputError(f"found {_found(record)}; expected a JSON object with the fields {', '.join(FIELDS)}")
    name = record.get("name", "")
    if record.get("kind", "dungeon") != "dungeon":
        raise InputError(f'field "kind" is {_found(record["kind"])}; expected "dungeon"')
    if not isinstance(name, str):
        raise InputError(f'field "name" is {_found(name)}; expected a string')
    rows, columns = _list(record, "rows"), _list(record, "columns")
    for field, counts, most in (("rows", rows, len(columns)), ("columns", columns, len(rows))):
        if not counts:
            raise InputError(f'field "{field}" is empty; expected at least one count')
        for i, count in enumerate(counts):
            if count is not None and not (_is_whole(count) and 0 <= count <= most):
                raise InputError(f"{field}[{i}] is {_found(count)}; expected a whole number from 0 to {most}, or null")
    geometry = grid(len(rows), len(columns))
    given = _grid_rows(record["given"], '"given"', geometry) if "given" in record else []
    for r, row in enumerate(given):
        bad = re.search(r"[^#o.]", row)
        if bad:
            raise InputError(f"given[{r}] has {_found(bad[0])} in column {bad.start()}; expected '#', 'o' or '.'")
    return Dungeon(
        rows=tuple(rows),
        columns=tuple(columns),
        monsters=_cells(record, "monsters", geometry),
        treasures=_cells(record, "treasures", geometry),
        walls=_mask(given, "#"),
        opens=_mask(given, "o"),
        name=name,
        extra={key: value for key, value in record.items() if key not in FIELDS},
    )


def to_json(puzzle: Dungeon) -> dict[str, Any]:
    """The JSON object of *puzzle*: the fields of `from_json` in a fixed order, then the extra ones.

    An extra field whose name has a meaning of its own (a note ``# rows: 8`` in a text) is left out.
    """
    record: dict[str, Any] = {
        "kind": puzzle.kind,
        "name": puzzle.name,
        "rows": list(puzzle.rows),
        "columns": list(puzzle.columns),
        "monsters": [list(cell) for cell in puzzle.monsters],
        "treasures": [list(cell) for cell in puzzle.treasures],
    }
    if puzzle.walls or puzzle.opens:
        record["given"] = ["".join(row) for row in _picture(puzzle)]
    return record | {key: value for key, value in puzzle.extra.items() if key not in FIELDS}


def read_text(text: str) -> Iterator[Dungeon | InputError]:
    """All puzzles of a text that is not JSON; a bad one is yielded as an `InputError` with line and column from 1.

    The content decides between three forms:

    - Community text, puzzles separated by blank lines. Notes ``# key: value`` come first (``name`` sets the name, others
      go to `Dungeon.extra`, ``#`` lines that are no notes are skipped), then a blank and the column counts, then a line
      per row: its count, perhaps blanks, its cells. Column counts are glued digits (`` 142``), or numbers between blanks
      or commas (`` 1 4 12``). One lone group of digits is glued; a single column of 12 walls is written `` 12,``.
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
    blocks = [] if initialisers else list(_blocks(plain))
    for block in blocks:
        integers = _integer_lines(block)
        for number, line in integers:
            yield _tried(_read_layout, number, line)
        if not integers:
            yield _tried(_read_block, block)


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
                    f"cell {cell_name((r, c))} is given as wall and holds {letter}: text cannot say both, JSON can"
                )
            picture[r][c] = letter
    name = puzzle.name if _fits(puzzle.name) else " ".join(_RUBBISH.sub(" ", puzzle.name).split())
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
    rows, columns = (
        ["?" if count is None else str(count) for count in counts] for counts in (puzzle.rows, puzzle.columns)
    )
    if max(map(len, rows + columns)) == 1:
        lines += [" " + "".join(columns), *(count + "".join(cells) for count, cells in zip(rows, picture, strict=True))]
    else:
        widest = max(map(len, rows))
        lines.append(" " + " ".join(columns) + ("," if len(columns) == 1 else ""))
        lines += [f"{count:{widest}} {''.join(cells)}" for count, cells in zip(rows, picture, strict=True)]
    return "\n".join(lines) + "\n"


def to_c(puzzle: Dungeon) -> str:
    """A C initialiser of *puzzle* on one line; `read_text` reads it back, with the name made a C identifier.

    Raises:
        InputError: more than 64 cells, an unknown count, or given cells: the form has no place for them.
    """
    geometry = puzzle.grid
    if geometry.size > 64:
        raise InputError(f"{puzzle.height}x{puzzle.width} is {geometry.size} cells: the C form holds at most 64")
    for what, counts in (("row", puzzle.rows), ("column", puzzle.columns)):
        if None in counts:
            raise InputError(f"the count of {what} {counts.index(None)} is unknown: the C form needs all counts")
    if puzzle.walls or puzzle.opens:
        cell = geometry.cells(puzzle.walls | puzzle.opens)[0]
        raise InputError(f"cell {cell_name(cell)} is given: the C form cannot hold given cells")
    name = puzzle.name
    if not re.fullmatch(r"[A-Za-z_]\w*[0-9]\w*", name, re.ASCII):  # a name with a digit is no keyword
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
    elif plain.lstrip()[0] in "[{":
        yield from _json_boards(plain, puzzle.grid)
    else:
        found = False
        for block in _blocks(plain):
            while block and re.match(r"#\s*[A-Za-z][\w -]*:(\s|$)", block[0][1]):
                block.pop(0)
            # An 'o' of a grid may be any character, a digit too: such a grid is no list of integers.
            squeezed = ["".join(line.split()) for _, line in block]
            is_grid = (
                len(block) == puzzle.height and {*map(len, squeezed)} == {puzzle.width} and "#" in "".join(squeezed)
            )
            integers = [] if is_grid else _integer_lines(block)
            for number, line in integers:
                yield _tried(_board, line, puzzle.grid, number)
            if block and not integers:
                yield _tried(_drawn_board, block, puzzle.grid)
            found |= bool(block)
        if not found:
            yield InputError("found only notes, expected a solution", line=1)


def _plain(text: str, what: str) -> str:
    """*text* without byte order marks, with ``\\n`` at the ends of lines; an error if nothing can be there."""
    plain = re.sub(r"^\ufeff+", "", re.sub(r"\r\n?", "\n", text), flags=re.MULTILINE)
    if not plain.strip():
        raise InputError(f"empty text: expected a {what}")
    rubbish = _RUBBISH.search(plain)
    if rubbish:
        found = f"found the control character {ascii(rubbish[0])}"
        raise InputError(f"this is not a text file of {what}s: {found}", **_place(plain, rubbish.start()))
    return plain


def _blocks(plain: str) -> Iterator[list[Line]]:
    """Runs of lines that are not blank."""
    block: list[Line] = []
    for number, line in enumerate([*plain.split("\n"), ""], 1):
        if line.strip():
            block.append((number, line.rstrip()))
        elif block:
            yield block
            block = []


def _integer_lines(block: list[Line]) -> list[Line]:
    """The lines of a block of integers without comments; none if the block is something else."""
    lines = [(number, bare) for number, line in block if (bare := _COMMENT.sub("", line).rstrip())]
    integers = [bool(_INTEGER.fullmatch(line.strip())) for _, line in lines]
    prefixed = [line.lstrip()[:2].lower() == "0x" for _, line in lines]
    # Column counts that lost their blank look like an integer; the rows below give them away.
    counted = any(re.match(r"\s*[0-9?]+\s*[.#oMTmt]", line) for _, line in lines)
    decimal = lines and integers[0] and not lines[0][1][0].isspace() and not counted
    hexadecimal = lines and (prefixed[0] or any(map(all, zip(integers, prefixed, strict=True))))
    return lines if decimal or hexadecimal else []


def _place(text: str, offset: int) -> dict[str, int]:
    return {"line": text.count("\n", 0, offset) + 1, "column": offset - text.rfind("\n", 0, offset)}


def _tried(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | InputError:
    try:
        return read(*args, **kwargs)
    except InputError as error:
        return error


def _found(value: object) -> str:
    """*value* for a message: short, on one line."""
    try:
        return reprlib.repr(value)
    except ValueError:
        return "an integer of thousands of digits"


def _read_block(block: list[Line]) -> Dungeon:
    name, extra = "", dict[str, str]()
    lines = list(block)
    while lines and lines[0][1].lstrip().startswith("#"):
        note = _NOTE.match(lines.pop(0)[1])
        key, value = (note[1].strip(), note[2].strip()) if note else ("", "")
        if key.casefold() == "name":
            name = value
        elif key:
            extra[key] = f"{extra[key]} {value}" if key in extra else value
    if not lines:
        raise InputError(
            "no column counts: found only notes, expected a blank and the column counts", line=block[-1][0]
        )
    top, header = lines.pop(0)
    counts = _column_counts(top, header)
    if not lines:
        raise InputError("no rows: found only column counts, expected a line per row below them", line=top)
    columns = [_count(word, len(lines), top, column) for word, column in counts]
    rows, picture = [], []
    for number, line in lines:
        match = _counted_row(number, line)
        cells, start = match[2], match.start(2) + 1
        bad = re.search(r"[^.#oMTmt]", cells)
        if bad:
            expected = "expected '.', '#', 'o', 'M' or 'T'"
            raise InputError(f"unknown cell {_found(bad[0])}, {expected}", line=number, column=start + bad.start())
        if len(cells) != len(columns):
            expected = f"expected {len(columns)}, as many as the column counts in line {top}"
            place = start + min(len(cells), len(columns))
            raise InputError(f"found a row of {len(cells)} cells, {expected}", line=number, column=place)
        rows.append(_count(match[1], len(columns), number, match.start(1) + 1))
        picture.append(cells)
    geometry = grid(len(rows), len(columns))
    monsters, treasures = (tuple(geometry.cells(_mask(picture, letters))) for letters in ("Mm", "Tt"))
    walls, opens = _mask(picture, "#"), _mask(picture, "o")
    return Dungeon(tuple(rows), tuple(columns), monsters, treasures, walls, opens, name, extra)


def _column_counts(number: int, line: str) -> list[tuple[str, int]]:
    """The counts of the first line, not checked yet, each with its column from 1."""
    words = [(word[0], word.start() + 1) for word in re.finditer(r"[^\s,]+", line)]
    if not line[0].isspace() or not words:
        found = f"no column counts: found {_found(line)}"
        raise InputError(f"{found}, expected a blank and the column counts", line=number, column=1)
    word, column = words[0]
    return words if len(words) > 1 or "," in line else [(letter, column + i) for i, letter in enumerate(word)]


def _counted_row(number: int, line: str) -> re.Match[str]:
    """Groups: the count, the cells."""
    match = _COUNTED.match(line)
    if not match:
        word = line.split()[0]
        found = f"a {'negative count' if word[0] == '-' else 'row without a count'}: found {_found(word)}"
        expected = "expected the number of walls (or ?) and then the cells"
        raise InputError(f"{found}, {expected}", line=number, column=line.index(word) + 1)
    return match


def _count(word: str, most: int, line: int, column: int) -> int | None:
    if word == "?":
        return None
    digits = (word.lstrip("0") or "0") if re.fullmatch("[0-9]+", word) else ""
    if digits and len(digits) <= len(str(most)) and int(digits) <= most:
        return int(digits)
    wrong = "a count too large" if digits else "a negative count" if word[0] == "-" else "not a number"
    raise InputError(f"{wrong}: found {_found(word)}, expected 0 to {most}, or ?", line=line, column=column)


def _picture(puzzle: Dungeon) -> list[list[str]]:
    """H lists of W characters: ``#`` given wall, ``o`` given open, ``.`` not given."""
    cells = ["."] * puzzle.grid.size
    for board, letter in ((puzzle.walls, "#"), (puzzle.opens, "o")):
        for i in scan(board):
            cells[i] = letter
    return [cells[i : i + puzzle.width] for i in range(0, len(cells), puzzle.width)]


def _fits(text: str) -> bool:
    """Whether a note of one line gives *text* back unchanged."""
    return text == text.strip() and not _RUBBISH.search(text) and not re.search(r"[\r\n]", text)


def _mask(rows: Iterable[str], letters: str) -> Bitboard:
    """The cells that hold one of *letters*, of equally long rows."""
    return int("0" + "".join("01"[cell in letters] for cell in reversed("".join(rows))), 2)


def _read_c(source: str, match: re.Match[str]) -> Dungeon:
    def bad(message: str, offset: int = 0) -> InputError:
        return InputError(f"initialiser {match[1] or ''}: {message}", **_place(source, match.start(2) + offset))

    if not match[3]:
        raise bad("found no '}' at its end, expected { .field = value, ... }")
    values: dict[str, Any] = {"name": match[1] or "", "monsters": [0], "treasures": [0]}
    for field in _C_FIELD.finditer(match[2]):
        words = field[2].strip().removeprefix("{").removesuffix("}").strip().removesuffix(",").split(",")
        numbers = [_INTEGER.fullmatch(word.strip()) for word in words]
        if not _C_OURS.fullmatch(f".{field[1]}") or not all(numbers):
            expected = "expected integers for .monsters, .treasures, .rows and .columns"
            raise bad(f"found .{field[1]} = {_found(field[2].strip())}, {expected}", field.start(1) - 1)
        values[field[1]] = [int(number[1], 0) for number in numbers if number]
    rest = _C_FIELD.sub("", match[2]).strip()
    if rest:
        raise bad(f"found {_found(rest)}, expected only .field = value between commas")
    masks = {what: values.pop(what) for what in ("monsters", "treasures")}
    try:
        puzzle = from_json(values | {"monsters": [], "treasures": []})
        cells = {
            what: tuple(puzzle.grid.cells(_bounded(mask, puzzle.grid, f".{what}"))) for what, (mask,) in masks.items()
        }
        return replace(puzzle, **cells)
    except InputError as error:
        raise bad(error.message) from None


def _read_layout(number: int, word: str) -> Dungeon:
    geometry = grid(8, 8)
    walls = _board(word, geometry, number)
    opens = geometry.all & ~walls
    treasures = []
    for top, left in geometry.cells(geometry.block(0, 0, 6, 6)):
        room = geometry.block(top, left, 3, 3)
        if not room & walls and (geometry.border(room) & opens).bit_count() == 1:
            treasures.append((top + 1, left + 1))
    rows, columns = (tuple((walls & line).bit_count() for line in lines) for lines in (geometry.rows, geometry.columns))
    monsters = tuple(geometry.cells(geometry.degrees(opens).one))
    return Dungeon(rows, columns, monsters, tuple(treasures), name=f"layout {geometry.hex(walls)}")


def _board(value: object, geometry: Grid, line: int | None = None) -> Bitboard:
    """The board of an integer, or of a string that holds one."""
    match = _INTEGER.fullmatch(value.strip()) if isinstance(value, str) else None
    board = int(match[1], 0) if match else value
    if not isinstance(board, int) or isinstance(board, bool):
        raise InputError(f"found {_found(value)}, expected a board integer, hexadecimal (0x...) or decimal", line=line)
    return _bounded(board, geometry, "the board integer", line)


def _bounded(board: int, geometry: Grid, what: str, line: int | None = None) -> Bitboard:
    if board < 0 or board > geometry.all:
        found = "is negative" if board < 0 else f"has bit {board.bit_length() - 1}, outside the grid"
        size = f"{geometry.height} rows of {geometry.width} cells"
        raise InputError(f"{what} {found}; expected bits 0 to {geometry.size - 1} ({size})", line=line)
    return board


def _drawn_board(block: list[Line], geometry: Grid) -> Bitboard:
    number, header = block[0]
    if header[0].isspace() and re.fullmatch(r"[0-9?,\s]+", header):
        counts = len(_column_counts(number, header))
        if counts != geometry.width:
            raise InputError(f"found {counts} column counts, expected {geometry.width}", line=number, column=1)
        block = [(line_number, _counted_row(line_number, line)[2]) for line_number, line in block[1:]]
    rows = ["".join(line.split()) for _, line in block]
    return _mask(_grid_rows(rows, "grid", geometry, [line_number for line_number, _ in block] or [number]), "#")


def _grid_rows(rows: Any, what: str, geometry: Grid, lines: Sequence[int] = ()) -> Sequence[str]:
    """*rows*, if they are H strings of W characters; *lines* says where they stand."""
    size = f"expected {geometry.height} rows of {geometry.width} cells"
    if not isinstance(rows, list | tuple):
        raise InputError(f"{what} is {_found(rows)}; {size}")
    for r, row in enumerate(rows):
        if not isinstance(row, str):
            raise InputError(f"{what}: row {r} is {_found(row)}; {size}")
    bad = next((r for r, row in enumerate(rows) if len(row) != geometry.width), None)
    if bad is not None or len(rows) != geometry.height:
        found = f"row {bad} of {len(rows[bad])} cells" if bad is not None else f"all of {geometry.width} cells"
        raise InputError(f"{what}: found {len(rows)} rows, {found}; {size}", line=lines[bad or 0] if lines else None)
    return rows


def _json_boards(plain: str, geometry: Grid) -> Iterator[int | InputError]:
    """The boards of JSON values, one after another; after a broken one it goes on where a line starts like one."""
    position, line = 0, 1
    while start := re.compile(r"\S").search(plain, position):
        line += plain.count("\n", position, start.start())
        position = start.start()
        try:
            value, end = json.JSONDecoder().raw_decode(plain, position)
        except (ValueError, RecursionError) as error:
            place = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (line, None)
            yield InputError(f"not JSON: {getattr(error, 'msg', error)}", line=place[0], column=place[1])
            following = re.compile(r"^[{\[]", re.MULTILINE).search(plain, position + 1)
            end = following.start() if following else len(plain)
        else:
            entries = value.get("solutions", value.get("solution", value)) if isinstance(value, dict) else value
            if not isinstance(value, dict) or "solutions" not in value:
                entries = [entries]
            if not isinstance(entries, list) or not entries:
                yield InputError(f"solutions is {_found(entries)}; expected a list of at least one board", line=line)
                entries = []
            for entry in entries:
                board = _tried(_entry, entry, geometry)
                yield board.located(line=line) if isinstance(board, InputError) else board
        line += plain.count("\n", position, end)
        position = end


def _entry(entry: object, geometry: Grid) -> Bitboard:
    if isinstance(entry, list):
        entry = {"grid": entry}
    if not isinstance(entry, dict) or not {"grid", "board"} & entry.keys():
        raise InputError(
            f"found {_found(entry)}, expected 'solutions', 'solution', 'grid' or 'board', or a list of rows"
        )
    boards = []
    if "grid" in entry:
        boards.append(_mask(_grid_rows(entry["grid"], "grid", geometry), "#"))
    if "board" in entry:
        boards.append(_board(entry["board"], geometry))
    if boards[0] != boards[-1]:
        grids = " and ".join(geometry.hex(board) for board in boards)
        raise InputError(f"grid and board disagree: found {grids}, expected the same board")
    return boards[0]


def _list(record: Mapping[str, Any], field: str) -> Sequence[Any]:
    if field not in record:
        raise InputError(f'field "{field}" is missing; expected a list')
    value = record[field]
    if not isinstance(value, list | tuple):
        raise InputError(f'field "{field}" is {_found(value)}; expected a list')
    return value


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cells(record: Mapping[str, Any], field: str, geometry: Grid) -> tuple[Cell, ...]:
    for i, cell in enumerate(_list(record, field)):
        pair = isinstance(cell, list | tuple) and len(cell) == 2 and all(map(_is_whole, cell))
        if not pair or not geometry.contains((cell[0], cell[1])):
            expected = (
                f"[row, column] with a row of 0 to {geometry.height - 1} and a column of 0 to {geometry.width - 1}"
            )
            raise InputError(f"{field}[{i}] is {_found(cell)}; expected {expected}")
    return tuple((cell[0], cell[1]) for cell in record[field])
