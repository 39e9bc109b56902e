"""Simon Tatham's collection: published games, read and written; which game a bare ID is of; saved games."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from link_boards import hashis, one, refusal, sudokus

import satdnd
from satdnd.errors import InputError
from satdnd.formats.documents import FAMILIES
from satdnd.formats.links import tatham
from satdnd.formats.links.address import Forms, address
from satdnd.formats.links.piece import Piece
from satdnd.formats.links.tatham_games import GAMES, Game, game_named, with_games
from satdnd.formats.links.tatham_saves import DOCUMENTS
from satdnd.formats.loading import read_text
from satdnd.formats.texts import try_read
from satdnd.kinds.hashi.model import Hashi
from satdnd.registry import kind_object

DATA = Path(__file__).parents[1] / "data"
PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js"
PUBLISHED = [tuple(line.split()) for line in (DATA / "tatham.txt").read_text().splitlines() if line[0] != "#"]
SQUARE = [(name, game_id) for name, game_id in PUBLISHED if not re.match("(2x3|3x2|4x2):", game_id)]
"""All but sudokus whose boxes are no squares."""
quick = settings(max_examples=40, deadline=None)


def game(name: str) -> Game:
    """A game of the table."""
    found = game_named(name)
    assert found
    return found


def unwritten(puzzle: Any) -> str:
    """Why a puzzle cannot be written."""
    with pytest.raises(InputError) as caught:
        satdnd.dumps(puzzle, "tatham")
    return str(caught.value)


def test_every_game_has_published_ids() -> None:
    """And a name that the page of its game has."""
    assert {name for name, _ in PUBLISHED} == {game.names[0] for game in GAMES}
    assert all(name in tatham.NAMES for game in GAMES for name in game.names)
    assert all(one(f"{game.names[0]} {game.example}").kind == game.kind for game in GAMES)


@pytest.mark.parametrize(("name", "game_id"), SQUARE)
def test_published_games(name: str, game_id: str) -> None:
    """Each has one solution, as the program promises, and is written again as the program wrote it."""
    kind = game(name).kind
    puzzle = one(f"{name} {game_id}")
    assert puzzle.kind == kind
    assert puzzle == one(game_id, kind) == one(f"{PAGE}/{name}.html#{game_id}")
    assert satdnd.unique(puzzle).status == "unique"
    assert satdnd.dumps(puzzle, "tatham") == f"{game_id}\n"
    (item,) = read_text(game_id)
    assert item.kind == kind or (item.error and f"{name} ({kind})" in item.error.message)


def test_most_bare_ids_are_of_one_game() -> None:
    """Only those whose characters fit another game as well are asked about."""
    asked = [game_id for _, game_id in SQUARE if "several games" in str(error_of(game_id))]
    assert len(asked) <= len(SQUARE) // 20, asked


def error_of(text: str) -> InputError | None:
    """What is wrong with a text, if anything."""
    return next(iter(read_text(text))).error


def test_what_the_boards_are() -> None:
    """As the programs show them."""
    assert one("bridges 3x3m2:2a2c2a2").rows == ("2_2", "___", "2_2")
    assert one("Light Up:7x7b20s4d0:cBa0a0m1e1m3aBaBc").rows[0] == (None, None, None, "#", None, 0, None)
    tents = one("4x4:a_m,1,0,0,1,1,0,1,0", "tents")
    assert (tents.trees, tents.columns, tents.rows) == (((0, 1), (0, 2)), (1, 0, 0, 1), (1, 0, 1, 0))
    assert one("5x5:y,0,0,0,0,0,0,0,0,0,0", "tents").trees == ()
    nonogram = one("3x2:1/1//1/1", "nonogram")
    assert (nonogram.columns, nonogram.rows) == (((1,), (1,), ()), ((1,), (1,)))
    binairo = one("unruly 6x6:AbzfC")
    assert (binairo.rows[0], binairo.height, binairo.width) == ((1, None, 0, None, None, None), 6, 6)
    assert one("loopy 3:3c3d").rows == ((3, None, None), (None, 3, None), (None, None, None))
    assert one("singles 11x2:abaab123451212121212ba").rows[0] == (10, 11, 10, 10, 11, 1, 2, 3, 4, 5, 1)
    towers = one("towers 3://1/3//////2//1,1_2a3e")
    assert (towers.top, towers.bottom) == ((None, None, 1), (3, None, None))
    assert (towers.left, towers.right) == ((None, None, None), (2, None, 1))
    assert towers.rows == ((1, 2, None), (3, None, None), (None, None, None))
    assert one("pearl 5x5dtn:bWbBs").rows[0] == (None, None, "w", None, None)


@pytest.mark.parametrize(
    ("game_id", "boxes"),
    [("2x3:a3b6a6c2_4d5_3_3_4d1_2c6a6b4a", [2, 3]), ("4x2:1b5b7_4b6k6_3_7_4a1_5f3_8a1_5_4_8k7b5_3b4b7", [4, 2])],
)
def test_boxes(game_id: str, boxes: list[int]) -> None:
    """The first number says how many boxes are side by side, so it is the height of one."""
    parts = tatham.parts(game_id)
    record = game("solo").read(parts["parameters"], parts["description"])
    assert record["boxes"] == boxes
    side = boxes[0] * boxes[1]
    assert [len(row) for row in record["clues"]] == [side] * side
    clues = "".join(".123456789ABCDEF"[cell] for row in record["clues"] for cell in row)
    assert game("solo").written({**record, "clues": clues}) == game_id
    given = [(r // boxes[0], c // boxes[1], x) for r, row in enumerate(record["clues"]) for c, x in enumerate(row) if x]
    assert len({*given}) == len(given)


def test_takuzu() -> None:
    """The option for different rows and columns is a rule of the puzzle."""
    puzzle = one("unruly 8x8u:CBCaefabbAiBAiDADAcbc")
    assert kind_object("binairo").texts.to_json(puzzle)["lines"] == "distinct"
    assert "lines" not in one("unruly 8x8du:gBDcdBaBEFdbaDBeDBaca").extra
    assert satdnd.dumps(puzzle, "tatham") == "8x8u:CBCaefabbAiBAiDADAcbc\n"


# which game


def test_names_before_an_id() -> None:
    """As in files, commands and addresses of apps; other games are refused by name; other lines are no games."""
    game_id = "7x7:i2f0a20i00a2f0i"
    assert "several games (loopy (slitherlink), lightup (akari))" in refusal(game_id)
    for before in ("Light Up:", "Light Up: ", "light up ", "lightup ", "sgt-lightup ", "sgtpuzzles:lightup:"):
        assert one(before + game_id) == one(game_id, "akari"), before
    assert refusal(f"lightup {game_id}x").startswith("line 1, column 28: found more than 49 cells")
    assert "found a puzzle 'net' of tatham, expected one of" in refusal("net 2x2:1234")
    assert "'akari', expected 'hashi' as --kind says" in refusal(f"lightup {game_id}", "hashi")
    assert "found a game ID of Simon Tatham's collection, expected a game of" in refusal(game_id, "dungeon")
    for line in ("Lunch 12:30", "lightup 7x7", "at 12:30", "# lightup", "rows 3:1 2", "lightup 7x7:a b"):
        assert address(line) is None, line


@pytest.mark.parametrize(
    "line",
    [
        f"{PAGE}/lightup.html#7x7b20s4d0#729572058378506",
        f"{PAGE}/towers.html#5",
        "lightup 7x7b20s4d0#729572058378506",
        "sgt-solo 3x3#my name",
        "7x7b20s4d0#729572058378506",
        "3x3db#729572058378506",
    ],
)
def test_seeds_hold_no_puzzle(line: str) -> None:
    """They are refused by name."""
    assert re.search("found a game (of [a-z]+ )?that does not hold its puzzle .a seed", refusal(line))


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("3x3m1:2a2c2a2", "", "column 4: found the parameter 'm1', expected m2 .at most two bridges"),
        ("3x3i4m4:2a2c2a2", "", "column 6: found the parameter 'm4'"),
        ("3x3m22:2a2c2a2", "", "column 4: found the parameter 'm22'"),
        ("3x3m2L:2a2c2a2", "", "column 6: found the parameter 'L', expected a game without it .bridges may form"),
        ("3x3m2q1:2a2c2a2", "", "column 6: found the parameter 'q1', expected ':' after the others"),
        ("3x3m2:9a2c2a2", "hashi", "column 7: found '9', expected an island 1 to 8 .at most two bridges between two"),
        ("3x3m2:Ga2c2a2", "hashi", "column 7: found 'G'"),
        ("3x3m2:0a2c2a2", "hashi", "column 7: found '0', expected an island 1 to 8"),
        ("3x3m2:2a2c2a", "hashi", "column 13: found 8 cells, expected 9; is the end of the game ID missing"),
        ("3x3m2:2a2c2a2b", "hashi", "column 14: found more than 9 cells, expected 3x3 as in front"),
        ("3x3m2:22a22a2a2", "hashi", "islands side by side at r1c1 and r1c2, expected a cell between two islands"),
        ("3x3m2:2b2e", "hashi", "islands side by side at r1c1 and r2c1"),
        ("9999x3m2:a", "hashi", "column 1: found 9999 columns, expected 1 to 1000"),
        ("9j:zzzc,a", "sudoku", "column 10: found 2 cells, expected 144 and a letter behind them"),
        ("3x3kx:zzzc,a", "sudoku", "column 7: found 2 parts between commas, expected 3 for 'kx'"),
        ("6x6:zj", "sudoku", "column 1: found a sudoku of 36x36, expected boxes from 2x2 to 5x5"),
        ("1x9:zj", "sudoku", "expected boxes from 2x2 to 5x5"),
        ("3x3:10zzzb", "sudoku", "column 5: found '10', expected a number 1 to 9, '_' between two"),
        ("3x3:01zzzb", "sudoku", "column 5: found '01'"),
        ("3x3:1,zzzb", "sudoku", "column 6: found ',', expected a number 1 to 9, '_' between two"),
        ("3x3:zzz", "sudoku", "column 8: found 78 cells, expected 81; is the end of the game ID missing"),
        ("3x3:zzzzz", "sudoku", "column 8: found more than 81 cells"),
        ("3x3q:zzzc", "sudoku", "column 4: found the parameter 'q', expected ':' after the others"),
        ("12:30", "", "found a game ID that fits no game; as rect .shikaku., column 6: found 1 cell, expected 144"),
        (
            "3x3m2:2a2c2a",
            "",
            "no game; as bridges .hashi., column 13: found 8 cells, expected 9; .* as solo .sudoku., ",
        ),
        ("7x7:cBa0a0m1e1m3aBaB", "", "fits no game; as lightup .akari., column 21: found 46 cells, expected 49"),
        ("7x7:cBa0a0m1e1m3aBaB", "akari", "column 21: found 46 cells, expected 49; is the end of the game ID missing"),
        ("7x7:5zz", "akari", "column 5: found '5', expected B .a wall., 0 to 4"),
        ("5x4t1:zz", "", "column 4: found the parameter 't1', expected t0 .a grid of squares"),
        ("5x4t0:5zz", "slitherlink", "column 7: found '5', expected a number 0 to 4"),
        ("4x4:a!_m,1,0,0,1,1,0,1,0", "tents", "column 6: found '!' .a cell that is given., expected trees alone"),
        ("4x4:a_m,1,0,0,1,1,0,1", "tents", "column 22: found 7 of 8 entries between ',', expected all; is the end"),
        ("4x4:a_m,1,0,0,1,1,0,1,", "tents", "column 23: found '', expected the number of tents"),
        ("4x4:a_m,1,0,0,1,1,0,1,0,3", "tents", "column 24: found more than 8 entries"),
        ("4x4:a_n,1,0,0,1,1,0,1,0", "tents", "column 7: found more than 16 cells"),
        ("4x4:a_A,1,0,0,1,1,0,1,0", "tents", "column 7: found 'A', expected '_' to 'z'"),
        ("4x4:a_k,1,0,0,1,1,0,1,0", "tents", "column 8: found 15 cells, expected 16 and a letter behind them"),
        ("3x2:1/1/0/1/1", "nonogram", "column 9: found '0', expected runs with dots between: 3.1"),
        ("3x2:1/1//1", "nonogram", "column 11: found 4 of 5 entries between '/', expected all"),
        ("3x2:1/1//1/1,b", "nonogram", "column 13: found given squares, expected runs alone"),
        ("8x8d5:a", "binairo", "column 4: found the parameter 'd5'"),
        ("6x6:zk", "binairo", "column 7: found 36 cells, expected 36 and a letter behind them"),
        ("6x6:zla", "binairo", "column 7: found more than 36 cells, expected 36, as in front"),
        ("5x5:2144114325425423135422158", "hitori", "column 29: found '8', expected a number 1 to 5"),
        ("5x5:21441143254254231354221", "hitori", "column 28: found 23 cells, expected 25"),
        ("5x5:21441143254254231354221111", "hitori", "column 30: found more than 25 cells"),
        ("4:5/2/1/3/2/3/2/1/2/2/1/3/2/2/3/1", "skyscrapers", "column 3: found '5', expected 1 to 4, or nothing"),
        ("3:///////////,4h", "skyscrapers", "column 15: found '4', expected a height 1 to 3"),
        ("3x4:///////////", "skyscrapers", "column 1: found a board of 4x3|found a board of 3x4, expected a square"),
        ("10:////", "skyscrapers", "column 1: found 10 rows, expected 1 to 9"),
        ("5x5:bXv", "masyu", "column 6: found 'X', expected B or W"),
    ],
)
def test_wrong_game_ids(line: str, kind: str, message: str) -> None:
    """Variants by their names, and where the rest is wrong; also where no game is named, if it can be only one."""
    assert re.search(message, refusal(line, kind or None)), refusal(line, kind or None)


def test_the_ending_of_a_file_names_the_game(tmp_path: Path) -> None:
    """Where the ID alone could be of several, or of another one."""
    for suffix, kind in ((".akari", "akari"), (".slither", "slitherlink")):
        (tmp_path / f"x{suffix}").write_text("# name: x\n7x7:i2f0a20i00a2f0i\n")
        (puzzle,) = satdnd.load(tmp_path / f"x{suffix}")
        assert (puzzle.kind, puzzle.name) == (kind, "x")
    (tmp_path / "x.txt").write_text("7x7:i2f0a20i00a2f0i\n")
    with pytest.raises(InputError, match="several games"):
        satdnd.load(tmp_path / "x.txt")
    (tmp_path / "x.hashi").write_text("7x7:i2f0a20i00a2f0i\n")
    with pytest.raises(InputError, match=r"x.hashi:1:8: found '0', expected an island 1 to 8"):
        satdnd.load(tmp_path / "x.hashi")


# writing


def test_what_game_ids_cannot_hold() -> None:
    """Each with the reason."""
    row = Hashi(("1" + "_" * 60 + "1", "_" * 62, "_" * 62))
    assert satdnd.dumps(row, "tatham") == "62x3m2:1zzh1zzzzt\n"
    assert "the island at r1c2 is unknown: tatham" in unwritten(Hashi(("1?", "__")))
    assert "side by side at r1c1 and r2c1: tatham" in unwritten(Hashi(("1_", "1_")))
    assert "the board has 2 rows, those of Bridges at least 3: tatham" in unwritten(Hashi(("1_1", "___")))
    assert "not all rows and columns have their number of tents" in unwritten(satdnd.Tents((None,) * 4, (0,) * 4))
    assert "have their runs: tatham" in unwritten(satdnd.Nonogram(((1,), None), ((1,), (1,))))
    assert "are long enough for their runs: tatham" in unwritten(satdnd.Nonogram(((1,), (3,)), ((1,), (1,))))
    assert "its length is even" in unwritten(satdnd.Binairo(((None,) * 7,) * 6))
    assert "r1c1 holds 3, and Singles of this size numbers 1 to 2" in unwritten(satdnd.Hitori(((3, 1), (1, 2))))
    with pytest.raises(InputError, match="a number at the margin is not 1 to 3: tatham cannot hold that"):
        game("towers").written({"top": [9, None, None]})
    assert "the board has 10 rows, those of Towers 3 to 9" in unwritten(satdnd.Skyscrapers(top=(None,) * 10))


def test_what_is_written_is_read_back_first() -> None:
    """A puzzle with more than the game knows, such as a variant of the rules, is not written as one without."""
    texts = kind_object("masyu").texts
    puzzle = one(GAMES[-1].example, "masyu")
    forms = with_games(
        Forms(), "masyu", lambda record: texts.from_json({**record, "rows": ["b....."] * 6}), texts.to_json
    )
    with pytest.raises(InputError, match="the puzzle has more than a game of Pearl: tatham cannot hold that"):
        forms.written["tatham"](puzzle)
    assert with_games(forms, "dungeon", texts.from_json, texts.to_json) is forms


@quick
@given(st.one_of(hashis(), sudokus()))
def test_round_trip(puzzle: Any) -> None:
    """What is written is read back; the rest is refused."""
    text = try_read(satdnd.dumps, puzzle, "tatham")
    if isinstance(text, InputError):
        assert "tatham cannot hold that" in text.message
    else:
        assert one(text, puzzle.kind) == puzzle


@quick
@given(st.sets(st.integers(0, 199)), st.sampled_from([(2, 1), (8, 25), (1, 26), (3, 17), (10, 20)]), st.data())
def test_steps(marked: set[int], sides: tuple[int, int], data: st.DataObject) -> None:
    """Runs of any length between marked cells, in both alphabets."""
    count = sides[0] * sides[1]
    for letters in ("abcdefghijklmnopqrstuvwxy", "_abcdefghijklmnopqrstuvwxy"):
        marks = [(i, data.draw(st.sampled_from("aA"))) for i in sorted(marked) if i < count]
        text = tatham.stepped(marks, count, letters)
        found = [*tatham.steps(Piece(text, 1), count, letters, capitals=True)]
        assert [i for i, _ in found] == [i for i, _ in marks]
        if letters[0] == "a":
            assert [sign.isupper() for _, sign in found] == [form.isupper() for _, form in marks]


@quick
@given(st.sampled_from(SQUARE), st.integers(0, 60), st.text("abzABWZ0159_/.,!-xLmtu", max_size=3))
def test_changed_ids(published: tuple[str, str], at: int, text: str) -> None:
    """A changed ID is a puzzle or a refusal with a sentence."""
    name, game_id = published
    for line in (f"{name} {game_id[:at]}{text}{game_id[at + 1 :]}", f"{game_id[:at]}{text}{game_id[at:]}"):
        for item in read_text(line):
            assert item.puzzle or len(str(item.error)) > 20


# saved games


def saved(**changes: str) -> str:
    """A saved game with other lines."""
    lines = {"GAME": "Solo", "PARAMS": "2x2", "CPARAMS": "2x2", "DESC": "a1e2_3e3a", "MOVE": "R0,0,4"} | changes
    written = "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in lines.items() if value)
    return f"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\n{written}"


@pytest.mark.parametrize(("name", "kind"), [("lightup", "akari"), ("pattern", "nonogram"), ("solo", "sudoku")])
def test_saved_games(name: str, kind: str) -> None:
    """Files that the programs wrote; the same in a text, with other line ends."""
    (puzzle,) = satdnd.load(DATA / f"sgt_{name}.sav")
    assert puzzle.kind == kind
    assert satdnd.unique(puzzle).status == "unique"
    text = (DATA / f"sgt_{name}.sav").read_text()
    assert satdnd.loads(text.replace("\n", "\r\n")) == [puzzle]
    assert f"DESC    :{len(text.partition('DESC')[2].split(':')[2].partition(chr(10))[0])}:" in text
    game_id = satdnd.dumps(puzzle, "tatham").strip()
    assert f":{game_id.partition(':')[2]}\n" in text


def test_lines_of_saved_games() -> None:
    """Moves are left out; the parameters are those of the game that is saved; several files; what is wrong."""
    assert (
        one(saved())
        == one(saved(MOVE=""))
        == one(saved(PARAMS="3x3"))
        == one(saved(CPARAMS=""))
        == one("2x2:a1e2_3e3a")
    )
    loopy = saved(GAME="Loopy", CPARAMS="3x3t0", DESC="3c3d")
    assert [puzzle.kind for puzzle in satdnd.loads(saved() + loopy)] == ["sudoku", "slitherlink"]
    assert "line 3: found a saved game of 'Flood', expected one of Bridges (hashi), Solo (sudoku)" in refusal(
        saved(GAME="Flood")
    )
    assert "line 1: found no line DESC in this saved game" in refusal(saved(DESC=""))
    assert "line 1: found no line GAME in this saved game" in refusal(saved(GAME=""))
    assert refusal(saved().replace("3e3a", "3e3")) == (
        "line 6: found 8 characters behind DESC, expected 9 as the line says; is its end missing?"
    )
    wrong = refusal(saved(DESC="a1e2_3e3b"))
    assert wrong == "line 6: character 13 of its game ID: found more than 16 cells, expected 4x4 as in front"
    assert one(saved(CPARAMS="2x2x")).diagonals
    assert "'sudoku', expected 'akari' as --kind says" in refusal(saved(), "akari")
    (wrong_magic,) = DOCUMENTS[0].records("SAVEFILE:3:abc")
    assert str(wrong_magic).startswith("line 1: found 'SAVEFILE:3:abc', expected")
    (document,) = DOCUMENTS
    (family,) = [family for family in FAMILIES if family.module == "links.tatham_saves"]
    assert (family.kinds, family.suffixes) == ((), document.suffixes)
    assert document.recognises(document.example)
    assert one(document.example) == one(saved())


# the programs themselves


def program(name: str) -> str | None:
    """The program of a game, as Debian has it."""
    return shutil.which(f"sgt-{name}", path=f"{os.environ.get('PATH', '')}:/usr/games")


@pytest.mark.slow
@pytest.mark.parametrize("name", [game.names[0] for game in GAMES])
def test_the_program_takes_what_is_written(name: str) -> None:
    """It reads them, and what is changed at random is refused by both or by none.

    Except for what it says of the puzzle instead: a line too short for its runs, centres side by side. That has no
    solution.
    """
    if not (found := program(name)):
        pytest.skip(f"sgt-{name} is not installed")

    def accepted(game_id: str) -> bool | None:
        """Whether the program reads it, also where it rightly says that there is no solution; None: it does not say."""
        command = [found, "--print", "1x1"]  # it writes some signs in Latin-1
        ran = subprocess.run(command, input=game_id, capture_output=True, encoding="latin-1", check=False)
        if "does not support printing" in ran.stderr:
            return None
        if any(x in ran.stderr for x in ("more numbers than will fit", "Dots too close together")):
            if error_of(f"{name} {game_id}"):
                return False
            assert satdnd.solve(one(f"{name} {game_id}")).status == "unsolvable"
            return True
        return "error parsing" not in ran.stderr

    ids = [satdnd.dumps(one(f"{name} {i}"), "tatham").strip() for n, i in SQUARE if n == name]
    assert False not in map(accepted, ids)
    rng = Random(name)
    for game_id in ids:
        begin = game_id.index(":") + 1
        for _ in range(20):
            at = rng.randrange(begin, len(game_id))
            changed = game_id[:at] + rng.choice(game_id[begin:]) + game_id[at + 1 :]
            assert accepted(changed) in (not error_of(f"{name} {changed}"), None), changed
