"""Sudokus in links of SudokuPad. Regions and cages with sums are read, other rules are refused by name.

An id begins with what it holds: ``fpuz`` or ``fpuzzles`` as f-puzzles has it; ``scl`` or ``ctc`` SudokuPad's drawing of
a puzzle, JSON with short names and without most quotes, packed by lz-string; ``classic`` cells alone. Other ids name a
puzzle on its server.

Source: SudokuPad/sudokutools, puzzlezipper_lib.js and puzzletools_lib.js.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_letters
from typing import Any

from satdnd.errors import InputError
from satdnd.formats.documents import Record
from satdnd.formats.links.fpuzzles import (
    CONSTRAINTS,
    areas_of,
    contents,
    grid_of,
    record,
    sudoku_of,
    texts,
    total,
    unpacked,
)
from satdnd.formats.links.piece import Piece
from satdnd.formats.links.sudoku_sites import expanded, plain, variant
from satdnd.grid import fields
from satdnd.grid.fields import shown

_ID = re.compile(r"(scl|ctc|fpuz(?:zles)?|classic)(.*)")
_SHORTEST = 40
"""Ids that hold a puzzle have at least so many characters."""
_RUNS = ascii_letters[26:] + ascii_letters[:26]
_SHORT = {
    "ce": "cells",
    "v": "value",
    "re": "regions",
    "ca": "cages",
    "l": "lines",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "t": "title",
}
"""The short names of SudokuPad that matter here."""
_STRING = re.compile(r"('(?:\\.|[^'\\])*')")


def sudoku_pad(part: Piece) -> Record:
    """The sudoku of an id of SudokuPad."""
    found = _ID.fullmatch(part.text)
    if not found:
        if len(part.text) < _SHORTEST:
            raise part.wrong(0, "found the name of a puzzle on a server", "a link that holds the puzzle (scl...)")
        return _wrapped(part)
    body = Piece(found[2], part.column + len(found[1]))
    if found[1] == "classic":
        return plain(Piece(_classic(body.text), body.column))
    text = unpacked(body)
    return sudoku_of(contents(text)) if found[1].startswith("fpuz") else _of_drawing(contents(_long(text)))


def _long(text: str) -> str:
    """JSON of SudokuPad with its quotes, and whatever else its zip leaves out."""
    if text.startswith('{"'):
        return text
    pieces = _STRING.split(text)
    for i, piece in enumerate(pieces):
        if i % 2:
            pieces[i] = '"' + piece[1:-1].replace("\\'", "'").replace('"', '\\"') + '"'
            continue
        piece = re.sub(r"([,{\[]|^)([A-Za-z0-9]+):", r'\1"\2":', piece)
        piece = re.sub(r"(?<=[,\[])(?=[,\]])", "{}", piece)
        piece = re.sub(r":([ft])(?=[,}\]])", lambda sign: ":false" if sign[1] == "f" else ":true", piece)
        pieces[i] = re.sub(r":(#[0F]|[0-9A-Fa-f]{6})(?=[,}\]])", r':"\1"', piece)
    return "".join(pieces)


def _of_drawing(puzzle: Mapping[str, Any]) -> Record:
    """The sudoku that SudokuPad draws: cells, regions, cages with sums, and cages that are remarks."""
    puzzle = _named(puzzle)
    about = _named(puzzle.get("metadata"))
    for name in ("lines", "arrows", "overlays", "underlays", "foglight"):
        if puzzle.get(name):
            raise variant(CONSTRAINTS[name])
    for name in ("antiknight", "antiking"):
        if about.get(name) or puzzle.get(name):
            raise variant(CONSTRAINTS[name])
    grid = [[_named(cell) for cell in row] for row in grid_of(puzzle.get("cells"))]
    cages, drawn = list[Record](), puzzle.get("cages")
    for cage in map(_named, drawn if isinstance(drawn, list) else ()):
        said = re.match(r"(title|author|rules|solution):\s*(.*)", str(cage.get("value", "")), re.DOTALL)
        if said and not cage.get("cells"):
            about.setdefault(said[1], said[2])
        elif cage.get("unique") is False or cage.get("value") in (None, ""):
            raise variant("cages without sums")
        else:
            cages.append({"cells": cage.get("cells"), "sum": total(cage["value"])})
    regions = puzzle.get("regions") or []
    if not isinstance(regions, list) or not all(isinstance(region, list) for region in regions):
        raise InputError(f"found the regions {shown(regions)}, expected lists of cells")
    parts = [fields.cells(region, "regions", len(grid), len(grid)) for region in regions]
    more = (areas_of(parts, len(grid)) if parts else {}) | ({"cages": cages} if cages else {})
    about["name"] = about.pop("title", None)
    remarks = texts({name: about.get(name) for name in ("name", "author", "rules")})
    return record(grid, lambda cell: True) | more | remarks


def _classic(text: str) -> str:
    """The cells of a classic sudoku: signs as in `expanded`, or digits and letters for runs of empty cells."""
    cells = expanded(text) if re.fullmatch("[0-9A-Za-x]+", text) else ""
    return cells if len(cells) == 81 else re.sub("[A-Za-z]", lambda run: "0" * _RUNS.index(run[0]), text)


def _wrapped(part: Piece) -> Record:
    """A classic sudoku in JSON: its cells as ``p``, its name as ``n``."""
    puzzle = contents(unpacked(part))
    if not isinstance(cells := puzzle.get("p"), str):
        raise InputError("this link holds no puzzle of SudokuPad, expected one that begins with scl or fpuz")
    return plain(Piece(_classic(cells), part.column)) | texts({"name": puzzle.get("n")})


def _named(found: Any) -> dict[str, Any]:
    """A JSON object with long names; empty for anything else."""
    items: Mapping[str, Any] = found if isinstance(found, dict) else {}
    return {_SHORT.get(name, name): value for name, value in items.items()}
