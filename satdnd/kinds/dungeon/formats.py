"""Dungeons as text: JSON, the community's text, C initialisers, 64-bit layouts; and boards as text.

Rows have their counts beside their cells, and people indent boards and leave open cells blank, which the tokenizer of
all grids (`satdnd.formats.grids`) refuses as irregular: so dungeons read their own.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Any

from satdnd.declaration.clues.family import families_of
from satdnd.declaration.clues.margins import overfull
from satdnd.errors import InputError
from satdnd.formats import drawn_boards, texts
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon import board_shape, links, rules
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution

FIELDS = ("rows", "columns", "monsters", "treasures", "given")
"""JSON fields with a meaning; all others are kept in `Dungeon.extra`."""
_FAMILIES = families_of(Dungeon)
_LEFT = re.compile(r"\s*([0-9]+|\?|-[0-9]*)")
_RIGHT = re.compile(r"([0-9]+|\?)\s*\Z")
_HEADER = re.compile(r"[\s0-9?,]+")
_WORD, _LETTER = re.compile(r"[^\s,]+"), re.compile(r"[^\s,]")
_STARRED = re.compile(r"\s*\*(?:\s+(?:[0-9]+|\?))+\s*")  # column counts of elle-trudgett's text
_STARRED_CELLS = str.maketrans("_cC", ".TT")
_BOARD_ROW = re.compile(r"#[.#oMTmt]*\.[.#oMTmt]*")
_COUNTED_ROW = re.compile(r"\s*(?:[0-9?]+\s*[.#oMTmt]|(?!#[^.]*\Z)[.#oMTmt][.#oMTmt\s]*[0-9?]+\s*\Z)")
_NOT_OURS = re.compile(r"\s*(?:(?![oMTmt\s]+[0-9?]*\s*$)[A-Za-z_]{2,}|[{}/;(])")  # prose, or source of a program
# Comments, strings, characters, preprocessor lines; in community text the last are notes.
_C_NOISE = re.compile(r"""(?ms)/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?|^[ \t]*#[^\n]*""")
_CELLS = ".#oMTmt"
_C_PUZZLE = re.compile(  # groups: name, fields, closing brace; array size and cast are skipped
    r"(?a)(?:\b([A-Za-z_]\w*)\s*(?:\[[^\][{};]*\]\s*)?=\s*(?:\([^(){};]*\)\s*)?)?"
    r"\{(?=\s*\.\s*[A-Za-z_]\w*\s*=)((?:[^{};]|\{[^{};]*\})*+)(\}?)"
)
_C_FIELD = re.compile(r"(?a)\.\s*([A-Za-z_]\w*)\s*=\s*(\{[^{}]*\}\s*+|[^,{}]*+)(?:,|\Z)")
_LAYOUT = re.compile(r"0[xX][0-9a-fA-F]{13,16}[uUlL]{0,3}\s*")
_BROKEN = re.compile(  # column counts, with or without a star before them, a row with its count, a layout
    r"(?://[^\n]*\n)?\*(?:[ \t]+[0-9?]+){2,}[ \t]*$|"
    r"(?:\s*#[^\n]*\n)*(?:[^\S\n]+[0-9?][^.\n]*$|[0-9?]+[.#oMTmt ]*[#MTmt][.#oMTmt ]*$|0[xX])",
    re.MULTILINE,
)
_C_OURS = re.compile(r"\.\s*(?:monsters|treasures|rows|columns)\b")


def from_json(record: Mapping[str, Any]) -> Dungeon:
    """The puzzle of a decoded JSON object.

    Args:
        record: ``rows`` (H counts or null), ``columns`` (W), ``monsters`` and ``treasures`` (lists of
            ``[row, column]``, from 0); optional ``kind`` (``dungeon``), ``name`` and ``given`` (H strings of
            W characters ``#``, ``o``, ``.``).
    """
    clues = {name: family.from_json(fields.require(record, name), name) for name, family in _FAMILIES.items()}
    if record.get("kind", "dungeon") != "dungeon":
        raise _error(f'field "kind" is {fields.shown(record["kind"])}', '"dungeon"')
    name, extra = fields.about(record, FIELDS)
    puzzle = Dungeon(**clues, name=name, extra=extra)
    if "given" not in record:
        return puzzle
    given = _grid_rows(record["given"], "given", puzzle.grid, "[^#o.]")
    return replace(puzzle, walls=_mask(given, "#"), opens=_mask(given, "o"))


def to_json(puzzle: Dungeon) -> dict[str, Any]:
    """The JSON object of *puzzle*: the fields of `from_json` in a fixed order, then the extra ones."""
    own = {name: family.to_json(getattr(puzzle, name)) for name, family in _FAMILIES.items()}
    own["given"] = ["".join(row) for row in _picture(puzzle)] if puzzle.walls or puzzle.opens else None
    return fields.record(puzzle, FIELDS, **own)


def read_text(text: texts.Source) -> Iterator[Dungeon | InputError]:
    """All puzzles of a text that is not JSON: community text, C source, solved 8x8 layouts as integers.

    Column counts are adjoining digits (`` 142``), or numbers separated by blanks or commas (`` 1 4 12``). A lone group
    of digits is split: one column of 12 walls is `` 12,``. A row has its count on its left or right. A puzzle ends at a
    blank line, unless missing rows follow below it. If column counts follow a star (elle-trudgett's text), ``_`` is an
    unknown cell, ``c`` a treasure, and a line ``// ...`` above is the name. In a layout, dead ends are monsters, and
    centres of treasure rooms are treasures.
    """
    return iter(_Reader(text))


class _Reader:
    """Reads one text line by line."""

    def __init__(self, text: texts.Source) -> None:
        self._lines, self._again = texts.numbered(text), deque[texts.Line]()
        self._draft: _Draft | None = None
        """The puzzle whose rows are being read."""
        self._notes = dict[str, str]()
        """Notes for the next one."""
        self._gap = self._skipping = self._layouts = self._found = self._comments = False
        self._may_be_source, self._ended = True, False

    def __iter__(self) -> Iterator[Dungeon | InputError]:
        while not self._ended and (entry := self._next()):
            number, line = entry
            if rubbish := texts.RUBBISH.search(line):
                yield _error(f"this is not a text file of puzzles: {rubbish[0]!a}", "text", number, rubbish.start() + 1)
                return
            if not line.strip():
                yield from self._blank()
                continue
            if self._draft:
                if self._draft.takes(number, line, self._gap) or (_is_comment(line) and not texts.note(line)):
                    continue
                yield texts.try_read(self._draft.puzzle)
                self._draft = None
            self._gap = False
            if not self._noted(line):
                yield from self._begun(entry)
        if self._draft:
            yield texts.try_read(self._draft.puzzle)
        elif not self._found:
            yield _error("found only comments" if self._comments else "found nothing", "a puzzle", 1)

    def _next(self) -> texts.Line | None:
        return self._again.popleft() if self._again else next(self._lines, None)

    def _blank(self) -> Iterator[Dungeon]:
        """Handle a blank line, between puzzles or between rows."""
        self._gap, self._skipping, self._layouts = True, False, False
        if self._draft and (puzzle := self._draft.complete()):
            yield puzzle
            self._draft = None

    def _noted(self, line: str) -> bool:
        """Whether a line is a note about the puzzle below; keeps it."""
        if _is_comment(line):
            texts.add_note(line, self._notes)
            self._comments = True
            return True
        if line.lstrip()[:2] == "//" and (below := self._next()):
            self._again.appendleft(below)
            if _STARRED.fullmatch(below[1]):
                self._notes["name"] = line.strip().lstrip("/").strip()
                self._found = True
                return True
        return False

    def _begun(self, entry: texts.Line) -> Iterator[Dungeon | InputError]:
        """Start whatever begins with a line that belongs to nothing before it."""
        number, line = entry
        if _STARRED.fullmatch(line):
            self._draft, self._notes = _Draft((number, line.replace("*", " ", 1)), self._notes, starred=True), {}
            self._found, self._skipping = True, False
            return
        if self._skipping and not (line[0].isspace() and _HEADER.fullmatch(line)):
            return
        self._found, self._skipping = True, False
        bare = re.sub(r"(?:^|\s)#.*", "", line).strip()
        if self._layouts or bare[:2].lower() == "0x" or (texts.INTEGER.fullmatch(bare) and not line[0].isspace()):
            if not self._layouts and (below := next(self._lines, None)):
                self._again.append(below)
                if _HEADER.fullmatch(line) and _COUNTED_ROW.match(below[1]):  # column counts without their blank
                    self._draft, self._notes = _Draft(entry, self._notes), {}
                    return
            self._layouts = True
            yield texts.try_read(_read_layout, bare, line=number)
        elif line[0].isspace() and not re.search("[.#oMTmt]", line):
            self._draft, self._notes = _Draft(entry, self._notes), {}
        elif initialisers := self._initialisers(entry):
            yield from initialisers
            self._ended = True
        else:
            self._skipping = True
            yield _error(f"no column counts: found {fields.shown(line)}", "a blank and the column counts", number, 1)

    def _initialisers(self, entry: texts.Line) -> list[Dungeon | InputError]:
        """The puzzles of C source from here on, if any; looked for once."""
        if not self._may_be_source or not _NOT_OURS.match(entry[1]):
            return []
        self._may_be_source = False
        self._again.extend(self._lines)
        return [*_read_source([entry, *self._again])]


def to_text(puzzle: Dungeon) -> str:
    """The community text of *puzzle*, ending with a newline; `read_text` reads it back.

    Notes hold the name and the extra fields that are single-line strings. A monster or treasure hides a given open cell
    below it, which adds nothing.

    Raises:
        InputError: a monster or treasure is on a cell given as wall, which one character cannot express.
    """
    picture = _picture(puzzle)
    for letter, (r, c) in [("M", cell) for cell in puzzle.monsters] + [("T", cell) for cell in puzzle.treasures]:
        if picture[r][c] == "#":
            raise InputError(f"cell {cell_name((r, c))} is a given wall with {letter}: text cannot say both, JSON can")
        picture[r][c] = letter
    rows, columns = (["?" if x is None else str(x) for x in counts] for counts in (puzzle.rows, puzzle.columns))
    widest = max(map(len, rows))
    between = " " if max(map(len, rows + columns)) > 1 else ""
    header = " " + between.join(columns) + "," * bool(between and len(columns) == 1)
    body = (f"{count:{widest}}{between}{''.join(cells)}" for count, cells in zip(rows, picture, strict=True))
    return texts.puzzle_text(puzzle, [header, *body])


def to_c(puzzle: Dungeon) -> str:
    """A C initialiser of *puzzle* on one line; `read_text` reads it back, with the name made a C identifier.

    Raises:
        InputError: more than 64 cells, an unknown count, or given cells: the form has no place for them.
    """
    geometry = puzzle.grid
    if geometry.size > 64:
        raise InputError(f"{puzzle.height}x{puzzle.width} is {geometry.size} cells: the C form holds at most 64")
    links.without_drafts(puzzle, "the C form")
    is_safe = re.fullmatch(r"(?a)[A-Za-z_]\w*[0-9]\w*", puzzle.name)  # a name with a digit is not a keyword
    name = puzzle.name if is_safe else f"p_{re.sub(r'[^A-Za-z0-9]+', '_', puzzle.name).strip('_')}"
    masks = f".monsters = {geometry.hex(puzzle.monster_mask)}, .treasures = {geometry.hex(puzzle.treasure_mask)}"
    rows, columns = (",".join(map(str, counts)) for counts in (puzzle.rows, puzzle.columns))
    return f"problem {name} = {{ {masks}, .rows = {{ {rows} }}, .columns = {{ {columns} }} }};\n"


def read_solutions(text: str, puzzle: Dungeon) -> Iterator[DungeonSolution | InputError]:
    """All boards of a text; a bad one is yielded as an `InputError`.

    It reads grids separated by blank lines (``#`` wall; ``.``, ``o``, ``M``, ``T`` or a blank open; optionally with
    blanks between cells and the puzzle's counts around them), board integers, one per line, drawings, and JSON values:
    an answer (``solutions`` or ``solution``), an object with ``grid`` or ``board`` or both, or a list of rows.
    """
    geometry = puzzle.grid

    def typed(text: str) -> Iterator[Bitboard | InputError]:
        """For each block, its board integers, or the one board that its rows draw."""
        for block in texts.blocks(text):
            integers = _integer_lines(block)
            for number, line in integers:
                yield texts.try_read(texts.board, line, geometry, line=number)
            if not integers:
                yield texts.try_read(_read_grid, block, geometry, puzzle, line=block[0][0])

    drawings = drawn_boards.framed(text, geometry.height, geometry.width)
    drawn = (sum(1 << i for i, cell in enumerate(cells) if cell == "#") for cells in drawings)
    for board in texts.solutions(text, lambda entry: _json_board(entry, puzzle), drawn, typed):
        yield board if isinstance(board, InputError) else board_shape.solution(puzzle, board)


def _integer_lines(block: list[texts.Line]) -> list[texts.Line]:
    """The lines of a block of integers, without comments; none if the block is something else."""
    lines = [(number, bare) for number, line in block if (bare := re.sub(r"(?:^|\s)#.*", "", line).rstrip())]
    hexadecimal = any(re.match(r"\s*0[xX]", line) for _, line in lines)
    # Column counts that lost their blank look like an integer; the rows below give them away.
    counted = any(_COUNTED_ROW.match(line) for _, line in lines)
    return lines if not counted and (hexadecimal or (lines and texts.INTEGER.fullmatch(lines[0][1]))) else []


def _is_comment(line: str) -> bool:
    return texts.is_comment(line) and not _BOARD_ROW.fullmatch(line.strip())


class _Draft:
    """A puzzle in community text while its lines are read."""

    def __init__(self, header: texts.Line, notes: dict[str, str], starred: bool = False) -> None:
        self.top, line = header
        self.starred, self.notes = starred, notes
        self.rows: list[texts.Line] = []
        count, letters = (sum(1 for _ in pattern.finditer(line)) for pattern in (_WORD, _LETTER))
        parted = count > 1 or "," in line
        self._columns = count if parted else letters
        words = texts.words(line, ",") if count <= fields.LONGEST_SIDE else []
        few = letters <= fields.LONGEST_SIDE
        self._glued = [letter for word in words for letter in texts.letters(*word)] if few else []
        self._words = words if parted else self._glued

    def takes(self, number: int, line: str, gap: bool) -> bool:
        """Take a non-blank line if it is a row; after a *gap* or among comments it must be complete."""
        if (line[0].isspace() and _HEADER.fullmatch(line)) or _STARRED.fullmatch(line):
            return False
        if self.starred:
            if line.lstrip()[:2] == "//":
                return False
            line = line.translate(_STARRED_CELLS)
        if gap or texts.is_comment(line):
            count = _LEFT.match(line) or _RIGHT.search(line)
            cells = "".join((line[: count.start()] + line[count.end() :] if count else line).split())
            whole = len(cells) in {len(self._words), len(self._glued)} and not re.search("[^.#oMTmt]", cells)
            if not whole or not (count or cells.strip("#")):
                return False
        self.rows.append((number, line))
        return True

    def complete(self) -> Dungeon | None:
        """The puzzle, if no row seems to be missing: its counts fit, and add up if all are known."""
        puzzle = texts.try_read(self.puzzle)
        if isinstance(puzzle, InputError):
            return None
        known = [x for x in puzzle.rows + puzzle.columns if x is not None]
        whole = len(known) < puzzle.height + puzzle.width or 2 * sum(known[: puzzle.height]) == sum(known)
        return puzzle if whole and not overfull(puzzle) else None

    def puzzle(self) -> Dungeon:
        """The puzzle. Raises InputError, about rows first, then about column counts."""
        if not self.rows:
            raise _error("no rows: found only column counts", "one line per row below them", self.top)
        try:
            fields.sides(len(self.rows), self._columns)
        except InputError as error:
            raise error.located(line=self.top) from None
        words, counts, picture = self._words, list[int | None](), list[str]()
        for number, line in self.rows:
            (count, at), cells = _split_row(number, line, max(len(words), len(self._glued)))
            if not counts and len(cells) == len(self._glued):
                words = self._glued
            if len(cells) != len(words):
                columns = [*(column for _, column in cells), cells[-1][1] + 1 if cells else len(line) + 1]
                column = columns[min(len(cells), len(words))]
                raise _error(
                    f"found {counted(len(cells), 'cell')}", f"{len(words)} as in line {self.top}", number, column
                )
            counts.append(_count(count, len(words), number, at))
            picture.append("".join(cell for cell, _ in cells))
        across = [_count(word, len(counts), self.top, column) for word, column in words]
        geometry = grid(len(counts), len(across))
        monsters, treasures = (tuple(geometry.cells(_mask(picture, letters))) for letters in ("Mm", "Tt"))
        given, notes = (_mask(picture, "#"), _mask(picture, "o")), dict(self.notes)
        name = notes.pop("name", "")
        return Dungeon(tuple(counts), tuple(across), monsters, treasures, *given, name=name, extra=notes)


def _split_row(number: int, line: str, width: int) -> tuple[tuple[str, int], list[tuple[str, int]]]:
    """The count of a row, on its left or right, and its cells, each with its column from 1."""
    left = _LEFT.match(line)
    begin = left.end() if left else 0
    right = _RIGHT.search(line, begin)
    end = right.start() if right else len(line)
    cells = [(line[i], i + 1) for i in range(begin, end) if not line[i].isspace()]
    beyond = "".join(cell for cell, _ in cells[: max(0, len(cells) - width)])
    if not left and not right and beyond.strip(_CELLS):
        raise _error(f"found the count {fields.shown(beyond)}", "a number, or '?' if unknown", number, cells[0][1])
    for cell, column in cells:
        if cell not in _CELLS:
            raise _error(f"unknown cell {fields.shown(cell)}", "'.', '#', 'o', 'M' or 'T'", number, column)
    if left and right and left[1] != right[1]:
        found = f"found the counts {fields.shown(left[1])} and {fields.shown(right[1])} in one row"
        raise _error(found, "one", number, right.start() + 1)
    count = left or right
    return (count[1], count.start(1) + 1) if count else ("", len(line) - len(line.lstrip()) + 1), cells


def _read_source(lines: Sequence[texts.Line]) -> Iterator[Dungeon | InputError]:
    """The puzzles of the initialisers in C source."""
    source = _C_NOISE.sub(lambda noise: re.sub(r"[^\n]", " ", noise[0]), "\n".join(line for _, line in lines))
    places = texts.Places(source)

    def place(offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset into the source, both from 1."""
        line, column = places(offset)
        return lines[line - 1][0], column

    for match in _C_PUZZLE.finditer(source):
        if _C_OURS.search(match[2]):
            yield texts.try_read(_read_c, match, place)


def _count(word: str, most: int, line: int, column: int) -> int | None:
    digits = re.fullmatch("0*([0-9]+)", word)
    if word == "?" or (digits and len(digits[1]) < 10):
        return int(digits[1]) if digits else None
    wrong = {"": "row without a count", "-": "negative count"}.get(word[:1], "too large" if digits else "not a number")
    found = f": found {fields.shown(word)}" if word else ""
    raise _error(wrong + found, f"0 to {most}, or ?", line, column)


def _read_c(match: re.Match[str], place: Callable[[int], tuple[int, int]]) -> Dungeon:
    values: dict[str, Any] = {"name": match[1] or "", "monsters": [0], "treasures": [0]}
    rest = _C_FIELD.sub("", match[2]).strip()
    try:
        if rest or not match[3]:
            raise _error(f"found {fields.shown(rest)}" if rest else "found no '}' at its end", "{ .field = value }")
        for field in _C_FIELD.finditer(match[2]):
            words = re.sub(r"^\{|,?\s*\}$", "", field[2].strip()).split(",")
            numbers = [texts.INTEGER.fullmatch(word.strip()) for word in words]
            if not _C_OURS.fullmatch(f".{field[1]}") or not all(numbers):
                expected = "integers for .monsters, .treasures, .rows and .columns"
                where = place(match.start(2) + field.start(1) - 1)
                raise _error(f"found .{field[1]} = {fields.shown(field[2].strip())}", expected, *where)
            values[field[1]] = [int(number[1], 0) for number in numbers if number]
        rows, columns = (tuple(fields.require(values, side)) for side in ("rows", "columns"))
        puzzle = Dungeon(rows, columns, name=values["name"])
        things: dict[str, Any] = {}
        for what in ("monsters", "treasures"):
            mask = values[what][0] if len(values[what]) == 1 else values[what]
            things[what] = tuple(puzzle.grid.cells(texts.board(mask, puzzle.grid, f".{what}")))
        return replace(puzzle, **things)
    except InputError as error:
        line, column = (error.line, error.column) if error.line else place(match.start())
        raise InputError(f"initialiser {match[1] or '(unnamed)'}: {error.message}", line=line, column=column) from None


def read_layout(text: str) -> tuple[Dungeon, DungeonSolution]:
    """The puzzle of a complete layout, a grid or an 8x8 integer, and its solution, which may break rules.

    Dead ends are monsters, drawn or not. A ``T`` is a treasure; without any, the centre of each room holds one.
    """
    found = [*texts.blocks(text)]
    if not found:
        raise _error("found nothing", "a layout")
    if len(found) > 1:
        raise _error("found several layouts", "one", found[1][0][0])
    if _integer_lines(found[0]):
        puzzle = _read_layout(_integer_lines(found[0])[0][1].strip())
        return puzzle, board_shape.solution(puzzle, texts.board(puzzle.name.split()[-1], puzzle.grid))
    block = [line for line in found[0] if not (_is_comment(line[1]) and texts.note(line[1]))]
    if not block:
        raise _error("found only comments", "a layout")
    rows = ["".join(line.split()) for _, line in block]
    fields.sides(len(rows), max(map(len, rows)))
    geometry = grid(len(rows), max(map(len, rows)))
    walls = _read_grid(block, geometry)
    treasures, monsters = (_mask((row.ljust(geometry.width) for row in rows), letters) for letters in ("Tt", "Mm"))
    puzzle = _solved(geometry, walls, treasures, monsters=monsters)
    return puzzle, board_shape.solution(puzzle, walls)


def _read_layout(word: str) -> Dungeon:
    geometry = grid(8, 8)
    walls = texts.board(word, geometry, "layout")
    return _solved(geometry, walls, name=f"layout {geometry.hex(walls)}")


def _solved(geometry: Grid, walls: Bitboard, treasures: Bitboard = 0, **about: Any) -> Dungeon:
    treasures = treasures or board_shape.centres(geometry, walls)
    return board_shape.puzzle_of(geometry.height, geometry.width, walls, treasures, **about)


def _read_grid(block: list[texts.Line], geometry: Grid, puzzle: Dungeon | None = None) -> Bitboard:
    """The walls of a drawn grid, a solution of *puzzle* that may show only the puzzle's monsters and treasures."""
    body = [*dropwhile(lambda line: re.match(r"#\s*[A-Za-z][\w -]*:(\s|$)", line[1]), block)] or block
    if body[0][1][0].isspace() and _HEADER.fullmatch(body[0][1]):
        draft = _Draft(body[0], {})
        draft.rows = body[1:]
        counted = draft.puzzle()
        return _mask(_grid_rows(counted.grid.lines(counted.walls), "grid", geometry), "#")
    for number, line in body:
        if bad := re.search(r"[^#.oMTmt\s]", line):
            expected = "'#' for a wall, '.', 'o', 'M', 'T' or a blank for an open cell"
            raise _error(f"found {fields.shown(bad[0])}", expected, number, bad.start() + 1)
    width, lines = geometry.width, [line.expandtabs() for _, line in body]
    rows = ["".join(line.split()) for line in lines]
    if {*map(len, rows)} != {width} and any(
        len(row) < len(line.strip()) for row, line in zip(rows, lines, strict=True)
    ):
        if max(map(len, lines)) <= width:  # blanks are open cells
            rows = [line.ljust(width) for line in lines]
        elif max(map(len, lines)) < 2 * width and not any(line[1::2].strip() for line in lines):  # also between cells
            rows = [line[::2].ljust(width) for line in lines]
    walls = _mask(_grid_rows(rows, "grid", geometry), "#")
    for found, expected, (r, c) in _strangers(rows, puzzle) if puzzle else ():
        number, line = body[r]
        before = sum(not sign.isspace() for sign in rows[r][:c])
        raise _error(found, expected, number, [i for i, sign in enumerate(line, 1) if not sign.isspace()][before])
    return walls


def _strangers(rows: Sequence[str], puzzle: Dungeon) -> Iterator[tuple[str, str, Cell]]:
    """Drawn monsters and treasures that the puzzle lacks: what is wrong, what was expected, the cell."""
    for sign, what, there in ("M", "monster", puzzle.monsters), ("T", "treasure", puzzle.treasures):
        for cell in ((r, c) for r, row in enumerate(rows) for c, found in enumerate(row) if found.upper() == sign):
            if cell not in there:
                yield f"found {sign!r} at {cell_name(cell)}", f"an open cell or a wall: no {what} is there", cell


def _json_board(entry: object, puzzle: Dungeon) -> Bitboard:
    geometry = puzzle.grid
    record = {"grid": entry} if isinstance(entry, list) else entry
    if not isinstance(record, dict) or not {"grid", "board"} & record.keys():
        raise _error(f"found {fields.shown(entry)}", "solutions, solution, grid or board, or a list of rows")
    boards = [_mask(_grid_rows(record["grid"], "grid", geometry), "#")] if "grid" in record else []
    boards += [texts.board(record["board"], geometry)] if "board" in record else []
    for found, expected, _ in _strangers(record["grid"], puzzle) if "grid" in record else ():
        raise _error(found, expected)
    if boards[0] != boards[-1]:
        raise _error(f"grid and board disagree: found {' and '.join(map(geometry.hex, boards))}", "the same board")
    return boards[0]


def _grid_rows(rows: Any, what: str, geometry: Grid, unfit: str = "[^#.oMTmt ]") -> Sequence[str]:
    """*rows*, if they are H strings of W characters, none of which matches *unfit*."""
    width = counted(geometry.width, "cell")
    size = f"{counted(geometry.height, 'row')} of {width}"
    if not isinstance(rows, list | tuple):
        raise _error(f"{what} is {fields.shown(rows)}", size)
    for r, row in enumerate(rows):
        if not isinstance(row, str) or len(row) != geometry.width:
            found = f"has {counted(len(row), 'cell')}" if isinstance(row, str) else f"is {fields.shown(row)}"
            raise _error(f"{what} has {counted(len(rows), 'row')}, row {r} {found}", size)
        if bad := re.search(unfit, row):
            raise _error(f"{what} has {fields.shown(bad[0])} in row {r}, column {bad.start()}", "'#', 'o' or '.'")
    if len(rows) != geometry.height:
        raise _error(f"{what} has {counted(len(rows), 'row')} of {width}", size)
    return rows


def _picture(puzzle: Dungeon) -> list[list[str]]:
    """H lists of W characters: ``#`` given wall, ``o`` given open, ``.`` not given."""
    lines = zip(puzzle.grid.lines(puzzle.walls), puzzle.grid.lines(puzzle.opens, "o"), strict=True)
    return [[wall if wall == "#" else other for wall, other in zip(*pair, strict=True)] for pair in lines]


def _mask(rows: Iterable[str], letters: str) -> Bitboard:
    """The cells of equally long rows that hold one of *letters*."""
    return int("0" + "".join("01"[cell in letters] for cell in reversed("".join(rows))), 2)


def _error(found: str, expected: str, line: int | None = None, column: int | None = None) -> InputError:
    return InputError(f"{found}, expected {expected}", line=line, column=column)


def recognises(text: str) -> bool:
    """Whether a text holds only dungeons; a decimal number counts only if it is a dungeon's board, as most are not."""

    def fits(item: Dungeon | InputError) -> bool:
        """Whether it is a dungeon; a bare integer must keep the local rules."""
        if not isinstance(item, Dungeon):
            return False
        board = re.fullmatch("layout (0x[0-9a-f]+)", item.name)
        return not board or "0x" in text.lower() or rules.accepts(item, int(board[1], 0), "local")

    return all(map(fits, read_text(text)))


def _resembles(text: str) -> bool:
    return bool(_BROKEN.match(text) or _C_OURS.search(text))


_HELP = """\
The wall counts of the columns after a blank, then one line per row: its count, its cells, with or without blanks
between. M monster, T treasure, # wall, o open, . not known; ? is a count that is not given. Counts above 9
need blanks between them.

     422235
    0.....M
    4M.....
    2......
    3......
    3.T....
    6......

Also read: C initialisers, and a solved 8x8 board as its 64-bit integer (dead ends become monsters):

    problem p1 = { .monsters = 0x5, .treasures = 0x0,
                   .rows = { 0 }, .columns = { 0,0,0 } };
    0x0beb80bf80e8c8df

And elle-trudgett's text, where the column counts follow a star, links of dungeon-diagrams, and links of kord's web
program, which hold the solution ('convert' solves a puzzle to write one; kord-old is its first form):

    https://dandd.therestinmotion.com/?z=1ucFHuLwLouI88Eg4t87nMCoy
    a small one!.22230!4....m!3...m!1!1!0..T

A solution is the board alone (# wall, . or o open), an integer, or an answer in JSON.
"""
_OWN = {"text": to_text, "c": to_c}
TEXTS = texts.Texts(
    from_json,
    to_json,
    read_text,
    _OWN,
    recognises,
    read_solutions,
    _HELP,
    _LAYOUT.fullmatch,
    _resembles,
    links.FORMS,
    fields=FIELDS,
)
