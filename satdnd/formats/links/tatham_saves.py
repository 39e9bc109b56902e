"""Save files of Simon Tatham's collection: lines ``KEY :length:value``. The moves of the player are left out.

Source: chrisboyle/sgtpuzzles, midend.c: ``midend_serialise``. ``CPARAMS`` are the parameters of the game that is saved,
``PARAMS`` those of the next one, which are usually the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdnd.errors import InputError
from satdnd.formats.documents import Document, Record
from satdnd.formats.links import tatham
from satdnd.formats.links.tatham_games import GAMES, game_named
from satdnd.grid.fields import shown

BEGINS = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"
_LINE = re.compile(r"([A-Z]{1,8}) *:([0-9]{1,9}):(.*?)\s*")
_KEYS = ("GAME", "CPARAMS", "PARAMS", "DESC")


def records(text: str) -> Iterator[Record | InputError]:
    """The puzzle of each file in a text."""
    files = list[tuple[int, list[str]]]()
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("SAVEFILE:") or not files:
            files.append((number, []))
        files[-1][1].append(line)
    for first, lines in files:
        try:
            yield _record(lines, first)
        except InputError as error:
            yield error.located(line=first)


def _record(lines: list[str], first: int) -> Record:
    """The puzzle of the lines of one file, whose *first* has that number. Raises InputError."""
    if not lines[0].startswith(BEGINS):
        raise InputError(f"found {shown(lines[0])}, expected {BEGINS!r} on the first line of a saved game")
    values, line = dict[str, str](), dict[str, int]()
    for number, text in enumerate(lines, first):
        if (found := _LINE.fullmatch(text)) and found[1] in _KEYS:
            if len(found[3]) != int(found[2]):
                what = f"found {len(found[3])} characters behind {found[1]}, expected {int(found[2])} as the line says"
                raise InputError(f"{what}; is its end missing?", line=number)
            values[found[1]], line[found[1]] = found[3], number
    parameters = values.get("CPARAMS", values.get("PARAMS"))
    if parameters is None or "GAME" not in values or "DESC" not in values:
        missing = [key for key in _KEYS[:1] + _KEYS[2:] if key not in values]
        raise InputError(f"found no line {missing[0]} in this saved game, expected GAME, PARAMS and DESC")
    game = game_named(values["GAME"])
    if not game:
        known = ", ".join(f"{game.name} ({game.kind})" for game in GAMES)
        raise InputError(f"found a saved game of {shown(values['GAME'])}, expected one of {known}", line=line["GAME"])
    parts = tatham.parts(f"{parameters}:{values['DESC']}")
    try:
        return {"kind": game.kind, **game.read(parts["parameters"], parts["description"])}
    except InputError as error:
        where = f"character {error.column} of its game ID: " if error.column else ""
        raise InputError(where + error.message, line=line["DESC"]) from None


DOCUMENTS = (
    Document(
        "saved game of Simon Tatham's collection",
        tuple(game.kind for game in GAMES),
        lambda text: text.lstrip().startswith(BEGINS),
        records,
        f"{BEGINS}\nVERSION :1:1\nGAME    :4:Solo\nPARAMS  :3:2x2\nDESC    :9:a1e2_3e3a\n",
        (".sav",),
    ),
)
