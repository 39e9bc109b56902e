"""Dungeons in the links of other programs."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping
from urllib.parse import quote, unquote

from satdnd.errors import InputError
from satdnd.formats.links.address import DUNGEON_DIAGRAMS, KORD, Address, Forms, Link
from satdnd.formats.links.piece import Piece
from satdnd.grid.bitboard import Cell, Grid, grid
from satdnd.grid.fields import LONGEST_SIDE, shown
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution

KORD_OLD = "kord-old"
_KORD = "https://dandd.therestinmotion.com/"
_KORD_LONGEST = 100
"""The most rows and columns in kord's program."""
_KORD_SEED = 0x444E44
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_LONGEST_Z = 4000
"""More digits than the largest grid has."""

_DIAGRAMS = "https://dungeon-diagrams.github.io/"
_TREASURE, _MONSTER = "👑", "🐀"
_DIGITS = tuple("0123456789")
_SIGNS_OF = {
    "floor": " .·🔳🔲⬛⬜▪▫◾◽◼◻",
    "wall": "*#Oo◯◌⭕🪨🟥🟧🟨🟩🟦🟪🟫",
    "open": "xX×✖╳⨯⨉❌⊘🚫💠❖",
    "treasure": "tT💎👑💍🏆🥇🥈🥉🏅🎖🔮🎁📦🔑🗝🪎🧰",
}
_MEANINGS = {sign: what for what, signs in _SIGNS_OF.items() for sign in signs}
"""All others are monsters."""
_TILE = re.compile(  # a sign with its modifiers: variation, skin, keycap, joiner
    "[\U0001f1e6-\U0001f1ff]{2}|.[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]*(?:\u200d.[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]*)*",
    re.DOTALL,
)


# kord's web program: the link holds the solution


def _from_kord(address: Address) -> Dungeon:
    return _from_z(address.parts["z"]) if "z" in address.parts else _from_old(address.parts)


def _from_old(parts: Mapping[str, Piece]) -> Dungeon:
    height, width = (_kord_side(parts[side], what) for side, what in (("h", "rows"), ("w", "columns")))
    geometry = grid(height, width)
    walls = _bits(_base64(parts["p"]), geometry, parts["p"])
    treasures = set[Cell]()
    centres = parts.get("t", Piece("", 0))
    for centre in filter(None, _base64(centres).decode("latin-1").split("/")):
        found = re.fullmatch("([0-9]{1,3}),([0-9]{1,3})", centre)
        if not found or not geometry.contains((int(found[2]), int(found[1]))):
            expected = f"'x,y' inside {height}x{width} (rows and columns)"
            raise centres.wrong(0, f"found the treasure {shown(centre)} in 't'", expected)
        treasures.add((int(found[2]), int(found[1])))
    return _solved(geometry, walls, geometry.mask(treasures), parts["p"])


def _from_z(part: Piece) -> Dungeon:
    if bad := re.search("[^0-9A-Za-z]", part.text):
        raise part.wrong(bad.start(), f"found {shown(bad[0])}", "a digit or a letter (base 62)")
    if len(part.text) > _LONGEST_Z:
        raise part.wrong(_LONGEST_Z, f"found {len(part.text)} digits", f"at most {_LONGEST_Z}")
    number = 0
    for sign in part.text:
        number = 62 * number + _SIGNS.index(sign)
    zeros = len(part.text) - len(part.text.lstrip("0"))
    data = _masked(bytes(zeros) + number.to_bytes(-(-number.bit_length() // 8), "big"))
    height, width = data[:1], data[1:2]
    if not width or not 1 <= min(height[0], width[0]) <= max(height[0], width[0]) <= _KORD_LONGEST:
        raise part.wrong(0, "'z' cannot be decoded to a dungeon", "the whole link as the program gives it")
    geometry = grid(height[0], width[0])
    length = -(-geometry.size // 8)
    if len(data) != 2 + 2 * length:
        found = f"'z' decodes to {counted(len(data), 'byte')}"
        raise part.wrong(len(part.text), found, f"{2 + 2 * length} for {height[0]}x{width[0]}; is its end missing?")
    walls, treasures = (_bits(data[at : at + length], geometry, part) for at in (2, 2 + length))
    return _solved(geometry, walls, treasures, part)


def _solved(geometry: Grid, walls: int, treasures: int, part: Piece) -> Dungeon:
    if walls & treasures:
        at = cell_name(geometry.cells(walls & treasures)[0])
        raise part.wrong(0, f"the treasure at {at} lies in a wall", "it in an open cell")
    return puzzle_of(geometry.height, geometry.width, walls, treasures)


def _kord_side(part: Piece, what: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", part.text) or not 1 <= int(part.text) <= _KORD_LONGEST:
        raise part.wrong(0, f"found {shown(part.text)} {what}", f"1 to {_KORD_LONGEST}")
    return int(part.text)


def _base64(part: Piece) -> bytes:
    try:
        return b64decode(unquote(part.text).replace(" ", "+"), validate=True)
    except (Base64Error, ValueError):
        raise part.wrong(0, f"found {shown(part.text)}", "base64") from None


def _bits(data: bytes, geometry: Grid, part: Piece) -> int:
    """Cells in reading order, the least significant bit of each byte first, like our own boards."""
    cells, length = int.from_bytes(data, "little"), -(-geometry.size // 8)
    if len(data) != length:
        size = f"{geometry.height}x{geometry.width}"
        raise part.wrong(0, f"found {counted(len(data), 'byte')} of walls", f"{length} for {size}")
    if cells > geometry.all:
        raise part.wrong(0, "found walls outside the grid", f"{geometry.size} cells")
    return cells


def _masked(data: bytes) -> bytes:
    """Each byte combined with the next of the generator that hides the board from view (mulberry32)."""
    state, found = _KORD_SEED, bytearray()
    for byte in data:
        state = state + 0x6D2B79F5 & 0xFFFFFFFF
        mixed = (state ^ state >> 15) * (state | 1) & 0xFFFFFFFF
        mixed ^= mixed + (mixed ^ mixed >> 7) * (mixed | 61) & 0xFFFFFFFF
        found.append(byte ^ (mixed ^ mixed >> 14) >> 24 & 0xFF)
    return bytes(found)


def to_kord(puzzle: Dungeon, solution: DungeonSolution) -> str:
    """The link of a solved puzzle. Raises InputError if its clues are not those that the program recomputes."""
    walls, treasures = _holdable(puzzle, solution)
    data = _masked(bytes([puzzle.height, puzzle.width]) + walls + treasures)
    zeros, number, digits = len(data) - len(data.lstrip(b"\0")), int.from_bytes(data, "big"), list[str]()
    while number:
        number, rest = divmod(number, 62)
        digits.append(_SIGNS[rest])
    return f"{_KORD}?z={'0' * zeros}{''.join(reversed(digits))}\n"


def to_kord_old(puzzle: Dungeon, solution: DungeonSolution) -> str:
    """The same, in the form of its first versions."""
    walls, _ = _holdable(puzzle, solution)
    rooms = "/".join(f"{c},{r}" for r, c in puzzle.treasures)
    hidden = [quote(b64encode(text).decode(), safe="") for text in (walls, rooms.encode())]
    return f"{_KORD}?h={puzzle.height}&w={puzzle.width}&p={hidden[0]}" + f"&t={hidden[1]}" * bool(rooms) + "\n"


def _holdable(puzzle: Dungeon, solution: DungeonSolution) -> tuple[bytes, bytes]:
    without_drafts(puzzle, "kord's link")
    if max(puzzle.height, puzzle.width) > _KORD_LONGEST:
        size = f"{puzzle.height}x{puzzle.width}"
        raise InputError(f"this dungeon is {size}: kord's link holds up to {_KORD_LONGEST} rows and columns")
    length = -(-puzzle.grid.size // 8)
    return solution.board.to_bytes(length, "little"), puzzle.treasure_mask.to_bytes(length, "little")


def without_drafts(puzzle: Dungeon, form: str) -> None:
    """Raise InputError for an unknown count or a given cell."""
    for what, counts in (("row", puzzle.rows), ("column", puzzle.columns)):
        if None in counts:
            raise InputError(f"the count of {what} {counts.index(None) + 1} is unknown: {form} needs all counts")
    if given := puzzle.walls | puzzle.opens:
        raise InputError(f"cell {cell_name(puzzle.grid.cells(given)[0])} is given: {form} has no room for given cells")


# dungeon-diagrams


def _from_diagrams(address: Address) -> Dungeon:
    part = address.parts["puzzle"]
    escaped = "%" in part.text
    text = unquote(part.text, errors="replace").strip() if escaped else part.text
    lines = re.split("[\n,!]", text)

    def wrong(line: int, found: str, expected: str) -> InputError:
        """An error about a line of the text, with its column."""
        where = f"row {line - 1}: " if line > 1 else ""
        at = sum(len(above) + 1 for above in lines[:line])
        return InputError(f"{where}{found}, expected {expected}", column=None if escaped else part.column + at)

    height = len(lines) - 2
    if height > LONGEST_SIDE:
        raise wrong(1, f"found {height} rows", f"1 to {LONGEST_SIDE}")
    tiles = [_TILE.findall(line.strip()) for line in lines[1:]]
    width = len(tiles[0]) - 1 if tiles else 0
    if width < 1 or height < 1:
        raise wrong(0, f"found {shown(text)}", "a name, '!.' and column counts, then '!', a count and tiles a row")
    if width > LONGEST_SIDE:
        raise wrong(1, f"found {width} columns", f"1 to {LONGEST_SIDE}")
    for r, line in enumerate(tiles):
        if len(line) - 1 > width:
            raise wrong(r + 1, f"found {len(line) - 1} tiles", f"at most {width}, as there are column counts")
        for tile in line[1:] if r == 0 else line[:1] or [""]:
            if not (tile == "?" or tile[:1] in _DIGITS):
                raise wrong(r + 1, f"found {shown(tile)}" if tile else "found nothing", "a count from 0 to 9, or ?")
    columns, rows = (
        tuple(None if tile == "?" else int(tile[0]) for tile in counts)
        for counts in (tiles[0][1:], [line[0] for line in tiles[1:]])
    )
    cells: dict[str, list[Cell]] = {}
    for r, line in enumerate(tiles[1:]):
        for c, tile in enumerate(line[1:]):
            cells.setdefault(_MEANINGS.get(tile[0], "monster"), []).append((r, c))
    geometry = grid(height, width)
    walls, opens = (geometry.mask(cells.get(what, ())) for what in ("wall", "open"))
    monsters, treasures = (tuple(cells.get(what, ())) for what in ("monster", "treasure"))
    name = re.sub(r"[\s_+]+", " ", lines[0]).strip()
    return Dungeon(rows, columns, monsters, treasures, walls, opens, name=name)


def to_diagrams(puzzle: Dungeon) -> str:
    """The link of *puzzle*. Raises InputError for what it cannot hold."""
    form = "a dungeon-diagrams link"
    without_drafts(puzzle, form)
    for what, counts in (("row", puzzle.rows), ("column", puzzle.columns)):
        large = next((i for i, count in enumerate(counts) if (count or 0) > 9), None)
        if large is not None:
            raise InputError(f"the count of {what} {large + 1} is {counts[large]}: {form} holds counts to 9")
    tiles = dict.fromkeys(puzzle.monsters, _MONSTER) | dict.fromkeys(puzzle.treasures, _TREASURE)
    name = re.sub(r"[\s_+]+", "_", re.sub(r"[!,\x00-\x1f\x7f\ud800-\udfff]", " ", puzzle.name).strip())
    lines = [name, "." + "".join(map(str, puzzle.columns))]
    for r, count in enumerate(puzzle.rows):
        lines.append(f"{count}" + "".join(tiles.get((r, c), ".") for c in range(puzzle.width)).rstrip("."))
    return f"{_DIAGRAMS}?puzzle={quote('!'.join(lines), safe='!')}\n"


_READ = {KORD: Link(("",), _from_kord), DUNGEON_DIAGRAMS: Link(("",), _from_diagrams)}
_WRITTEN = {DUNGEON_DIAGRAMS: to_diagrams}
_SOLVED = {KORD: to_kord, KORD_OLD: to_kord_old}
FORMS = Forms(_READ, _WRITTEN, _SOLVED)
