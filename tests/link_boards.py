"""Links that others have published, puzzles of the kinds that have links, and a writer of penpa links."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import strategies as st
from samples import SAMPLED, sample

import satdnd
from satdnd.errors import InputError
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.sudoku.model import Sudoku

PUZZ_LINKS = {
    "hashi": [
        "hashikake/5/5/4g2i3h23k3g1g3g4g3",  # robx/pzprjs, test/script/hashikake.js
        "hashi/19/14/2g2g3g3g2i2g3g2q2g2g1h3g2g3h2v2i3g2h1g2h1g2g3p2g23g2g2g2j2g2i2h2g3g3g33zh2h3g1h2g32h1g2g2h2j4g3h1"
        "h2l2g1j23g2h4g2g1h2h3g2o1g2h2p2g2i2k1g2g3g4j3h22g3h2",  # T0nyX1ang/noqx, solver/hashi.py
    ],
    "sudoku": [
        "sudoku/4/4/g1k23k3g",  # robx/pzprjs, test/script/sudoku.js
        "sudoku/9/9/l768g3g2g7o4h1j2h43h4g5h92h6j7h5o5g9g1g824l",  # a benchmark of cspuz
        "sudoku/9/9/k13m27h476h39h825zg841h29h538h18m96k",  # T0nyX1ang/noqx
    ],
    "inshi": ["factors/5/5/rvvcm9jf54653-28ca2833-14"],  # robx/pzprjs, test/script/factors.js
    "nurikabe": [
        "nurikabe/5/5/g5k2o1k3g",  # robx/pzprjs, test/script/nurikabe.js
        "nurikabe/10/10/zj7n7j9n7t7i7n7zj",  # https://twitter.com/semiexp/status/1222541993638678530
        "nurikabe/6/6/m8n8i9u",  # a test of cspuz_core
        "nurikabe/10/10/1k4u1j7i3r6y1w-11m3n2",
    ],
    **{kind: sample(kind).LINKS for kind in SAMPLED if sample(kind).LINKS},
}
"""Of each kind the bodies of puzz.links, in the form that the program writes itself."""

PENPA_SUDOKU = (
    "m=edit&p=7VVLi9s8FN3nVwxaayFd2fJjl04n3aTpIynDYMKQSVMmNCElj4/ikP8+514rkV0+GEopZFEc35xrSefch2TvDl833w+6wOVy"
    "bbTF5XIjd57wz4RrstyvFuWN7h/2z5stgNYfBgP9bbbaLXpVmDXtHeuirPu6fldWyiqtCLdVU11/Ko/1+1I1gkrXY0xQ2mJk2EwlwLsI72Wc"
    "0W3z0BrgUcCAD4Dz5Xa+WjwOmycfy6qeaMVqb2Q1Q7Xe/LdQIRr255v105IfPM32SGn3vPwRRkJsZ4mTrvuvBe1i0AyboBn9T9Ccy18OmqanE1"
    "rwGWE/lhVn8CXCPMJxeYQdlUflHJZy16VLyiVw3cVNPFyKbgY3u7gpT06im3ZHea2PbtFh9gZuEV1mzqObd3Q9r00vbsFunGwNc8U4rLGdnK"
    "zpslnD66O2tdSht5ZrEkO1lvNs6dEv/MTrW+NSxBa/48KcK4G6W6n+g9iBWBI7QXN07cS+FWvEpmKHMucOPbM5yLgIBMai0MQJAONfE0GMMa"
    "WaHBJnjKNNKYJmnFpNHgEy9ommDJVnnGWaChSScYEXgEERmD8Hvwn8Bvw28FvwU+An8CeBPwE/bwzRAj93VrTAnwd+vFyoaPjxDy1sFeHh+MN"
    "zcsCBh8DTzovO8z1w4Cfwt+Ohpj74Rx2CroOuC3F6rkPIy0PXB10P3XZ9fND10PVB10O3nRdvV8HQ5b0qGLoZ66Jp99K6W7GJWC8tzfg0/tZ5"
    "/fPd82o4FarHm7t98eG4oifTXqXG8t67GW2269lK4cNz6qmfSm45u8m/b9EVfIu4Hebadvi1hYMzp+ar2W63nKtp7wU="
)
"""T0nyX1ang/noqx, solver/sudoku.py."""
PENPA_HASHI = (
    "m=edit&p=7VZNb9swDL3nVxQ+6yCJkmz51nXtLlm6jw5FYQRBmnlosGTpkmYYHOS/j5IzuOTiomnT7FIYJkg9inqkZUqLn8vhvBTKCq0EZEIK"
    "hY+TmcjACQ1pfOXmuRjfTcr8SBwv725mc1SEOD87E9+Gk0XZKTZe/c6q8nl1LKp3eZFAIhId376oPuar6n1e9UT1GaFEKBzroqYSoVE9bdTLi"
    "AftpB5UEvVerTtUr1AdjeejSTno1oE+5EV1IZKwzps4O6jJdParTOpp0R7NptfjMHA9vMNkFjfj2w2yWH6dfV9ufFV/Larjmm53C13Y0DW1Wt"
    "OFF6R7M0Sq25j6/nqNFf+EXAd5EWh/adSsUT/nq3WgtEqMDFOPkJjAABjPaByAxjRo6sZ0FM2IaSVxtjSUNcTMJDWBEclSgnvqrrQiaykNDLf"
    "UhhDONLZRFDd8fWVSuoI1zM6o7RSP4GjGymXcI/V8JGN5ecpCS4prRfPWiuapFV9Bx0rdiwCG2SmfYWjttWUcrOUzLGMda3OPVco4pMzf86+h"
    "vSUeIB3zAEVZguIxQDkaQ0tmUxYAlDXAPxGBblIwodqqsVmlwNKvBRmtPWSMged7Cjz7IVkORrP/VxuSg9GO2XQXG5AUB81wQxhhG1GxmVxFe"
    "Raljvt47ICC2OgrfAAAAAAAAAAA"
)
"""A penpa link that was broken in a mail."""

LINES = {
    "hashi": ["3x3m2:2a2c2a2"],
    "sudoku": ["2x2:a1e2_3e3a", PENPA_SUDOKU],
    "akari": ["Light Up:7x7b20s4d0:cBa0a0m1e1m3aBaBc"],  # this and the next: Debian's sgt-puzzles, --generate
    "tents": ["8x8:bk_g_bhibceab,2,0,2,1,2,2,0,3,2,1,1,3,0,2,1,2"],
    "nonogram": ["7x5:3/3/2/2/1/1.1.1/1.3/2.2/3/4.2/1.1/3"],
    "binairo": ["8x8:gBDcdBaBEFdbaDBeDBaca"],
    "skyscrapers": ["towers 5://////2/2/3//3//2///3//3//,q1g"],
    "dungeon": [
        "?h=8&w=8&p=SGAIbxGxgT8%3D&t=MSwxLzEsNQ%3D%3D",
        "?z=sDAiELO8g90ck5qgYq1msXSw6WSyt5cXQGLlQfOLwYu",
        "Test Puzzle 1!.25332332!1!4!2!2...👑..🐀!3!4.....🐍!2!5",
    ],
}
"""The other one-line forms."""
ALL = [(kind, f"https://puzz.link/p?{link}") for kind, found in PUZZ_LINKS.items() for link in found]
ALL += [(kind, line) for kind, found in LINES.items() for line in found]


@st.composite
def hashis(draw: st.DrawFn, signs: str = "__1_3_58") -> Hashi:
    """Any grid of islands and water."""
    width = draw(st.integers(1, 9))
    return Hashi(tuple(draw(st.lists(st.text(signs, min_size=width, max_size=width), min_size=1, max_size=8))))


@st.composite
def nurikabes(draw: st.DrawFn) -> Nurikabe:
    """Any grid of numbers, some of them large."""
    width = draw(st.integers(1, 30))
    numbers = st.one_of(st.none(), st.none(), st.just("?"), st.integers(1, 300), st.integers(1, 1126351))
    row = st.lists(numbers, min_size=width, max_size=width).map(tuple)
    return Nurikabe(tuple(draw(st.lists(row, min_size=1, max_size=4))))


@st.composite
def inshis(draw: st.DrawFn) -> Inshi:
    """Any cut into straight rooms, with any product that a link can hold."""
    size = draw(st.integers(1, 6))
    free = [(r, c) for r in range(size) for c in range(size)]
    rooms = []
    while free:
        r, c = free[0]
        down, length = draw(st.tuples(st.booleans(), st.integers(1, size)))
        cells = [(r + i, c) if down else (r, c + i) for i in range(length)]
        cells = cells[: next((i for i, cell in enumerate(cells) if cell not in free), length)]
        free = [cell for cell in free if cell not in cells]
        rooms.append(Room(draw(st.integers(1, 1126351)), tuple(cells)))
    return Inshi(size, tuple(rooms))


@st.composite
def sudokus(draw: st.DrawFn, sizes: Iterable[int] = (4, 9, 16, 25)) -> Sudoku:
    """Any clues."""
    size = draw(st.sampled_from(list(sizes)))
    clues = [0] * size**2
    for index in draw(st.lists(st.integers(0, size**2 - 1), max_size=30)):
        clues[index] = draw(st.integers(1, size))
    return Sudoku(tuple(clues))


@st.composite
def dungeons(draw: st.DrawFn) -> Dungeon:
    """Any counts to 9 and any things, solvable or not."""
    height, width = draw(st.tuples(st.integers(1, 9), st.integers(1, 9)))
    rows = draw(st.lists(st.integers(0, width), min_size=height, max_size=height))
    columns = draw(st.lists(st.integers(0, height), min_size=width, max_size=width))
    cells = draw(st.lists(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1)), max_size=8, unique=True))
    half = draw(st.integers(0, len(cells)))
    return Dungeon(tuple(rows), tuple(columns), tuple(cells[:half]), tuple(cells[half:]))


# As penpa-edit writes them: names by short ones, in this order; then deflated, then base64.
_TABLE = [("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM")]
_TABLE += [('"surface"', "zS"), ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC")]
_TABLE += [('"number"', "zN"), ('"symbol"', "zY"), ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR")]
_TABLE += [('"command_undo"', "zU"), ('"command_replay"', "z8"), ('"numberS"', "z1"), ('"freeline"', "zF")]
_TABLE += [('"freelineE"', "z2"), ('"thermo"', "zT"), ('"arrows"', "z3"), ('"direction"', "zD")]
_TABLE += [('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"), ('"killercages"', "z6")]
_TABLE += [('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO")]


def deflated(text: str) -> str:
    """A penpa link to a text."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(data).decode()


def penpa(
    kind: str,
    rows: int,
    columns: int,
    numbers: Mapping[tuple[int, int], Any],
    *,
    style: int = 1,
    space: tuple[int, int, int, int] = (0, 0, 0, 0),
    tags: Iterable[str] = (),
    title: str = "",
    **layers: Any,
) -> str:
    """A link to a grid of *rows* and *columns* inside margins of *space* (top, bottom, left, right)."""
    top, bottom, left, right = space
    stride = columns + left + right + 4

    def index(r: int, c: int) -> int:
        return (r + 2 + top) * stride + c + 2 + left

    def steps(cells: list[int]) -> list[int]:
        return [cell - before for before, cell in zip([0, *cells], cells, strict=False)]

    sides = f"{columns + left + right},{rows + top + bottom}"
    lines = [f"{kind},{sides},38,0,1,1,380,380,84,84,0,0,0,0,Title: {title},Author: ,,,OFF,false"]
    lines += [json.dumps(space), "{}"]
    problem = {"command_redo": {"__a": []}, "number": {str(index(*k)): [v, style, "1"] for k, v in numbers.items()}}
    lines += [json.dumps(problem | layers, separators=(",", ":")), "{}"]
    lines += [json.dumps(steps([index(r, c) for r in range(rows) for c in range(columns)]))]
    lines += [*["{}"] * 11, json.dumps(list(tags)), ""]
    text = "\n".join(lines)
    for long, short in _TABLE:
        text = text.replace(long, short)
    return deflated(text)


def one(line: str, kind: str | None = None) -> Any:
    """The only puzzle of a text."""
    (puzzle,) = satdnd.loads(line, kind)
    return puzzle


def refusal(line: str, kind: str | None = None) -> str:
    """Why a line is refused, with its place."""
    with pytest.raises(InputError) as caught:
        satdnd.loads(line, kind)
    return str(InputError(caught.value.message, line=caught.value.line, column=caught.value.column))
