"""Dungeons as text: JSON, the community's text, C initialisers, 64-bit layouts; and boards as text.

Two doors for puzzles, `from_json` for a decoded JSON object and `read_text` for everything else; one for boards,
`read_solutions`. What cannot be read is an `InputError` that says where, what was found and what was expected;
functions that read many things *yield* it and go on with the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import Any

from satdnd import fields, texts
from satdnd.bitboard import Bitboard, Grid, cell_name, grid
from satdnd.errors import InputError
from satdnd.puzzles.dungeon import shape
from satdnd.puzzles.dungeon.model import Dungeon, DungeonSolution

FIELDS = ("kind", "name", "rows", "columns", "monsters", "treasures", "given")
"""JSON fields with a meaning; all others are kept in `Dungeon.extra`."""
_NOT_JSON = "not JSON: {}, expected an answer, a board or a grid"
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0|[1-9][0-9]{0,3999})[uUlL]{0,3}")  # int() refuses 4301 decimal digits
_COUNTED = re.compile(r"\s*([0-9]+|\?|-[0-9]*|)\s*(.*)")
# Comments, strings, characters, preprocessor lines; in community text the last are notes.
_C_NOISE = re.compile(r"""(?ms)/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[^\n]*""")
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
        raise _error(f"found {fields.shown(record)}", f"a JSON object with the fields {', '.join(FIELDS)}")
    if record.get("kind", "dungeon") != "dungeon":
        raise _error(f'field "kind" is {fields.shown(record["kind"])}', '"dungeon"')
    name = fields.name(record)
    width, height = (len(_entries(record, field, "at least one count")) for field in ("columns", "rows"))
    for field, most in (("rows", width), ("columns", height)):
        _entries(record, field, f"0 to {most} or null", range(most + 1))
    for field in ("monsters", "treasures"):
        cell = f"[row, column] with row 0 to {height - 1} and column 0 to {width - 1}"
        _entries(record, field, cell, range(height), range(width))
    geometry = grid(height, width)
    given = _grid_rows(record["given"], "given", geometry, "[^#o.]") if "given" in record else []
    monsters, treasures = (tuple((r, c) for r, c in record[field]) for field in ("monsters", "treasures"))
    walls, opens, extra = _mask(given, "#"), _mask(given, "o"), fields.extra(record, FIELDS)
    return Dungeon(tuple(record["rows"]), tuple(record["columns"]), monsters, treasures, walls, opens, name, extra)


def to_json(puzzle: Dungeon) -> dict[str, Any]:
    """The JSON object of *puzzle*: the fields of `from_json` in a fixed order, then the extra ones.

    An extra field whose name has a meaning of its own (a note ``# rows: 8`` in a text) is left out.
    """
    monsters, treasures = ([list(cell) for cell in cells] for cells in (puzzle.monsters, puzzle.treasures))
    record: dict[str, Any] = {"kind": puzzle.kind, "name": puzzle.name}
    record |= {"rows": list(puzzle.rows), "columns": list(puzzle.columns), "monsters": monsters, "treasures": treasures}
    if puzzle.walls or puzzle.opens:
        record["given"] = ["".join(row) for row in _picture(puzzle)]
    return record | fields.extra(puzzle.extra, FIELDS)


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
    if isinstance(plain := texts.tried(_plain, text, "puzzle"), InputError):
        yield plain
        return
    source = _C_NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise[0]), plain)
    initialisers = [match for match in _C_PUZZLE.finditer(source) if _C_OURS.search(match[2])]
    for match in initialisers:
        yield texts.tried(_read_c, source, match)
    blocks = [block for block in texts.blocks(plain) if any(not texts.is_comment(x) or texts.note(x) for _, x in block)]
    for block in blocks if not initialisers else []:
        integers = _integer_lines(block)
        for number, line in integers:
            yield texts.tried(_read_layout, line, line=number)
        if not integers:
            yield texts.tried(_read_block, block)
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
    for letter, (r, c) in [("M", cell) for cell in puzzle.monsters] + [("T", cell) for cell in puzzle.treasures]:
        if picture[r][c] == "#":
            raise InputError(f"cell {cell_name((r, c))} is a given wall with {letter}: text cannot say both, JSON can")
        picture[r][c] = letter
    lines = texts.note_lines(puzzle.name, puzzle.extra)
    rows, columns = (["?" if x is None else str(x) for x in counts] for counts in (puzzle.rows, puzzle.columns))
    widest = max(map(len, rows))
    between = " " if max(map(len, rows + columns)) > 1 else ""
    lines.append(" " + between.join(columns) + ("," if between and len(columns) == 1 else ""))
    lines += [f"{count:{widest}}{between}{''.join(cells)}" for count, cells in zip(rows, picture, strict=True)]
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
    is_safe = re.fullmatch(r"(?a)[A-Za-z_]\w*[0-9]\w*", puzzle.name)  # a name with a digit is no keyword
    name = puzzle.name if is_safe else f"p_{re.sub(r'[^A-Za-z0-9]+', '_', puzzle.name).strip('_')}"
    masks = f".monsters = {geometry.hex(puzzle.monster_mask)}, .treasures = {geometry.hex(puzzle.treasure_mask)}"
    rows, columns = (",".join(map(str, counts)) for counts in (puzzle.rows, puzzle.columns))
    return f"problem {name} = {{ {masks}, .rows = {{ {rows} }}, .columns = {{ {columns} }} }};\n"


def read_solutions(text: str, puzzle: Dungeon) -> Iterator[int | InputError]:
    """All boards of a text: bit ``r*W + c`` set for a wall; a bad one is yielded as an `InputError`.

    Read are grids separated by blank lines (``#`` wall, any other character but blanks open, with or without the counts
    of the puzzle text), board integers, one per line, and JSON values, one after another: an answer (``solutions`` or
    ``solution``), an object with ``grid`` or ``board`` or both, or a list of row strings.
    """
    if isinstance(plain := texts.tried(_plain, text, "solution"), InputError):
        yield plain
    elif plain.lstrip()[0] in "[{":
        yield from texts.json_solutions(plain, lambda entry: _json_board(entry, puzzle.grid), _NOT_JSON, column=True)
    else:
        for block in texts.blocks(plain):
            # A grid may show open cells as digits: with a wall and the right shape it is no list of integers.
            rows = ["".join(line.split()) for _, line in block]
            drawn = "#" in "".join(rows) and [*map(len, rows)] == [puzzle.width] * puzzle.height
            integers = [] if drawn else _integer_lines(block)
            for number, line in integers:
                yield texts.tried(_board, line, puzzle.grid, "board", line=number)
            if not integers:
                yield texts.tried(_read_grid, block, puzzle.grid, line=block[0][0])


def _plain(text: str, what: str) -> str:
    """*text* without byte order marks, its lines ended by ``\\n``; InputError where nothing can be read."""
    plain = re.sub(r"(?m)^\ufeff+", "", re.sub(r"\r\n?", "\n", text))
    if not plain.strip():
        raise InputError(f"empty text: expected a {what}")
    if rubbish := re.search(f"[{texts.CONTROL}]", plain):
        raise _error(
            f"this is not a text file of {what}s: {rubbish[0]!a}", "text", *texts.place(plain, rubbish.start())
        )
    return plain


def _integer_lines(block: list[texts.Line]) -> list[texts.Line]:
    """The lines of a block of integers, without comments; none if the block is something else."""
    lines = [(number, bare) for number, line in block if (bare := re.sub(r"(?:^|\s)#.*", "", line).rstrip())]
    hexadecimal = any(re.match(r"\s*0[xX]", line) for _, line in lines)
    # Column counts that lost their blank look like an integer; the rows below give them away.
    counted = any(re.match(r"\s*[0-9?]+\s*[.#oMTmt]", line) for _, line in lines)
    return lines if not counted and (hexadecimal or (lines and _INTEGER.fullmatch(lines[0][1]))) else []


def _read_block(block: list[texts.Line]) -> Dungeon:
    notes: dict[str, str] = {}
    lines = [*dropwhile(lambda line: texts.is_comment(line[1]), block)]
    for _, line in block[: len(block) - len(lines)]:
        texts.add_note(line, notes)
    top, header = lines.pop(0) if lines else block[-1]
    words = texts.words(header, ",")
    if not header[0].isspace() or not words or words[0][0].startswith("#"):
        raise _error(f"no column counts: found {fields.shown(header)}", "a blank and the column counts", top, 1)
    if not lines:
        raise _error("no rows: found only column counts", "a line per row below them", top)
    if len(words) == 1 and "," not in header:
        words = texts.letters(*words[0])
    columns = [_count(word, len(lines), top, column) for word, column in words]
    rows, picture, width = [], [], len(columns)
    for number, line in lines:
        count, cells = _COUNTED.findall(line)[0]
        rows.append(_count(count, width, number, len(line) - len(line.lstrip()) + 1))
        at = len(line) - len(cells) + 1
        if bad := re.search(r"[^.#oMTmt]", cells):
            raise _error(f"unknown cell {fields.shown(bad[0])}", "'.', '#', 'o', 'M' or 'T'", number, at + bad.start())
        if len(cells) != width:
            raise _error(f"found {len(cells)} cells", f"{width} as in line {top}", number, at + min(len(cells), width))
        picture.append(cells)
    monsters, treasures = (tuple(grid(len(rows), width).cells(_mask(picture, letters))) for letters in ("Mm", "Tt"))
    given = (_mask(picture, "#"), _mask(picture, "o"))
    return Dungeon(tuple(rows), tuple(columns), monsters, treasures, *given, notes.pop("name", ""), notes)


def _count(word: str, most: int, line: int, column: int) -> int | None:
    digits = re.fullmatch("0*([0-9]+)", word)
    if word == "?" or (digits and len(digits[1]) < 10 and int(digits[1]) <= most):
        return int(digits[1]) if digits else None
    wrong = {"": "row without a count", "-": "negative count"}.get(word[:1], "too large" if digits else "not a number")
    raise _error(f"{wrong}: found {fields.shown(word)}", f"0 to {most}, or ?", line, column)


def _read_c(source: str, match: re.Match[str]) -> Dungeon:
    values: dict[str, Any] = {"name": match[1] or "", "monsters": [0], "treasures": [0]}
    rest = _C_FIELD.sub("", match[2]).strip()
    try:
        if rest or not match[3]:
            raise _error(
                f"found {fields.shown(rest)}" if rest else "found no '}' at its end", "{ .field = value, ... }"
            )
        for field in _C_FIELD.finditer(match[2]):
            words = re.sub(r"^\{|,?\s*\}$", "", field[2].strip()).split(",")
            numbers = [_INTEGER.fullmatch(word.strip()) for word in words]
            if not _C_OURS.fullmatch(f".{field[1]}") or not all(numbers):
                expected = "integers for .monsters, .treasures, .rows and .columns"
                place = texts.place(source, match.start(2) + field.start(1) - 1)
                raise _error(f"found .{field[1]} = {fields.shown(field[2].strip())}", expected, *place)
            values[field[1]] = [int(number[1], 0) for number in numbers if number]
        geometry = from_json(values | {"monsters": [], "treasures": []}).grid
        for what in ("monsters", "treasures"):
            mask = values[what][0] if len(values[what]) == 1 else values[what]
            values[what] = geometry.cells(_board(mask, geometry, f".{what}"))
        return from_json(values)
    except InputError as error:
        line, column = (error.line, error.column) if error.line else texts.place(source, match.start())
        raise InputError(f"initialiser {match[1] or '(unnamed)'}: {error.message}", line=line, column=column) from None


def _read_layout(word: str) -> Dungeon:
    geometry = grid(8, 8)
    walls = _board(word, geometry, "layout")
    opens = geometry.all & ~walls
    blocks = [(geometry.block(r, c, 3, 3), (r + 1, c + 1)) for r in range(6) for c in range(6)]
    rooms = [(room, centre) for room, centre in blocks if not room & walls]
    treasures = tuple(centre for room, centre in rooms if (geometry.border(room) & opens).bit_count() == 1)
    rows, columns = (tuple((walls & line).bit_count() for line in side) for side in (geometry.rows, geometry.columns))
    monsters = tuple(geometry.cells(geometry.degrees(opens).one))
    return Dungeon(rows, columns, monsters, treasures, name=f"layout {geometry.hex(walls)}")


def _read_grid(block: list[texts.Line], geometry: Grid) -> Bitboard:
    body = [*dropwhile(lambda line: re.match(r"#\s*[A-Za-z][\w -]*:(\s|$)", line[1]), block)] or block
    rows = ["".join(line.split()) for _, line in body]
    if re.fullmatch(r"\s[0-9?,\s]+", body[0][1]):
        counted = _read_block(body)
        rows = counted.grid.lines(counted.walls)
    return _mask(_grid_rows(rows, "grid", geometry), "#")


def _json_board(entry: object, geometry: Grid) -> Bitboard:
    record = {"grid": entry} if isinstance(entry, list) else entry
    if not isinstance(record, dict) or not {"grid", "board"} & record.keys():
        raise _error(f"found {fields.shown(entry)}", "solutions, solution, grid or board, or a list of rows")
    boards = [_mask(_grid_rows(record["grid"], "grid", geometry), "#")] if "grid" in record else []
    boards += [_board(record["board"], geometry, "board")] if "board" in record else []
    if boards[0] != boards[-1]:
        raise _error(f"grid and board disagree: found {' and '.join(map(geometry.hex, boards))}", "the same board")
    return boards[0]


def _board(value: object, geometry: Grid, what: str) -> Bitboard:
    """The cells of an integer, or of a string that holds one."""
    match = _INTEGER.fullmatch(value.strip()) if isinstance(value, str) else None
    board = int(match[1], 0) if match else value
    if type(board) is not int:
        raise _error(f"{what} is {fields.shown(value)}", "an integer, hexadecimal (0x...) or decimal")
    if not 0 <= board <= geometry.all:
        found = f"has bit {board.bit_length() - 1}, outside the grid" if board > 0 else "is negative"
        raise _error(f"{what} {found}", f"bits 0 to {geometry.size - 1} of {geometry.height}x{geometry.width} cells")
    return board


def _grid_rows(rows: Any, what: str, geometry: Grid, unfit: str = r"\s") -> Sequence[str]:
    """*rows*, if they are H strings of W characters, none of which matches *unfit*."""
    size = f"{geometry.height} rows of {geometry.width} cells"
    if not isinstance(rows, list | tuple):
        raise _error(f"{what} is {fields.shown(rows)}", size)
    for r, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != geometry.width:
            found = f"has {len(row)} cells" if isinstance(row, str) else f"is {fields.shown(row)}"
            raise _error(f"{what} has {len(rows)} rows, row {r} {found}", size)
        if bad := re.search(unfit, row):
            raise _error(f"{what} has {fields.shown(bad[0])} in row {r}, column {bad.start()}", "'#', 'o' or '.'")
    if len(rows) != geometry.height:
        raise _error(f"{what} has {len(rows)} rows of {geometry.width} cells", size)
    return rows


def _entries(record: Mapping[str, Any], field: str, of: str, *ranges: range) -> Sequence[Any]:
    """The list in *field*, if its entries fit: one range for a count or None, two for a cell."""
    entries = record.get(field)
    if not isinstance(entries, list | tuple) or not (entries or ranges):
        found = f"is {fields.shown(entries)}" if field in record else "is missing"
        raise _error(f'field "{field}" {found}', f"a list of {of}")
    for i, entry in enumerate(entries if ranges else ()):
        parts = entry if len(ranges) == 2 and isinstance(entry, list | tuple) else [entry]
        fits = [*map(type, parts)] == [int] * len(ranges) and all(map(range.__contains__, ranges, parts))
        if not fits and (entry is not None or len(ranges) == 2):
            raise _error(f"{field}[{i}] is {fields.shown(entry)}", of)
    return entries


def _picture(puzzle: Dungeon) -> list[list[str]]:
    """H lists of W characters: ``#`` given wall, ``o`` given open, ``.`` not given."""
    lines = zip(puzzle.grid.lines(puzzle.walls), puzzle.grid.lines(puzzle.opens, "o"), strict=True)
    return [[wall if wall == "#" else other for wall, other in zip(*pair, strict=True)] for pair in lines]


def _mask(rows: Iterable[str], letters: str) -> Bitboard:
    """The cells that hold one of *letters*, of equally long rows."""
    return int("0" + "".join("01"[cell in letters] for cell in reversed("".join(rows))), 2)


def _error(found: str, expected: str, line: int | None = None, column: int | None = None) -> InputError:
    return InputError(f"{found}, expected {expected}", line=line, column=column)


def recognises(text: str) -> bool:
    """Nothing but dungeons; short numbers alone are rather sizes of something than 64-bit layouts."""
    if all(len(word) <= 4 and word.isdecimal() for word in text.split()):
        return False
    return all(isinstance(item, Dungeon) for item in read_text(text))


def _solutions(text: str, puzzle: Dungeon) -> Iterator[DungeonSolution | InputError]:
    for board in read_solutions(text, puzzle):
        yield board if isinstance(board, InputError) else shape.solution(puzzle, board)


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text, "c": to_c},
    recognises=recognises,
    read_solutions=_solutions,
    help="""\
The wall counts of the columns after a blank, then a line a row: its count, its cells. M monster, T treasure,
# wall, o open, . not known; ? is a count that is not given. Counts above 9 need blanks between them.

     12132
    1....M
    3.....
    1..T..
    2.....
    2M....

Also read: C initialisers, and a solved 8x8 board as its 64-bit integer (dead ends become monsters):

    problem p1 = { .monsters = 0x20, .treasures = 0x0, .rows = { 2,1 }, .columns = { 1,2 } };
    0x0beb80bf80e8c8df

A solution is the board alone (# wall, . or o open), an integer, a drawing of 'satdnd solve', or an answer in JSON.
""",
)
