"""Messages of the editor's page: whatever comes in, a record comes out; what is right is answered as by the engine."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

from satdnd.engine.kind import kind_named
from satdnd.formats.loading import example_text, read_text
from satdnd.web import bridge
from satdnd.web.bridge import ABOUT, ALONE, ENGINE, Bridge
from satdnd.web.files import drawn_kinds, picture
from satdnd.web.limits import seconds_of

BUG = "a bug in satdnd"


def example(kind: str) -> dict[str, Any]:
    """The JSON of a kind's example."""
    (item,) = read_text(example_text(kind), "example", kind)
    return kind_named(kind).texts.to_json(item.puzzle)


DRAWN = [*drawn_kinds()]
EXAMPLES = {kind: example(kind) for kind in DRAWN}
DUNGEON = EXAMPLES["dungeon"]
BARE = {"kind": "dungeon", "monsters": [], "treasures": []}
SEVERAL = DUNGEON | {"rows": [None] * 6, "columns": [None] * 4 + DUNGEON["columns"][4:]}
"""It has several solutions."""


@pytest.fixture(scope="module")
def page() -> Bridge:
    """The engine of one page, warm through all tests."""
    return Bridge()


def ask(page: Bridge, operation: str, puzzle: Any = None, options: Any = None, **arguments: Any) -> dict[str, Any]:
    """The record of one task; nothing in it is anything but JSON."""
    task = {"operation": operation, "puzzle": puzzle, "options": options, "arguments": arguments}
    answer = json.loads(page.answer_text(json.dumps({"id": 7, "task": task})))
    assert answer["id"] == 7
    record: dict[str, Any] = answer["record"]
    assert BUG not in record.get("message", "")
    return record


# what is right


def test_kinds_say_what_can_be_asked_of_them(page: Bridge) -> None:
    """Each kind with its rules, its options with choices, its recipe, and what it can do."""
    kinds = {kind["name"]: kind for kind in ask(page, "kinds")["kinds"]}
    assert list(kinds) == list(DRAWN)
    assert kinds["dungeon"]["options"]["topology"]["choices"] == ["connected", "tree", "local"]
    assert kinds["dungeon"]["recipe"]["difficulty"]["choices"][0] == "trivial"
    assert kinds["dungeon"]["recipe"]["height"]["type"] == "int"
    assert "tree" not in kinds["dungeon"]["rules"]
    assert kinds["dungeon"]["wishes"]["tree"]["option"] == "topology tree"
    assert {name for name, kind in kinds.items() if not kind["certifies"]} == {"unattacked", "klotski"}
    assert {name for name, kind in kinds.items() if not kind["explains"]} == {"unattacked", "klotski"}
    assert all(kind["styles"][:2] == ["json", "text"] and kind["title"] and kind["rules"] for kind in kinds.values())


@pytest.mark.parametrize("kind", DRAWN)
def test_an_empty_board_can_be_drawn_and_written(page: Bridge, kind: str) -> None:
    """A setter begins with a board of the size that was asked for, or of the usual one."""
    (told,) = ask(page, "kinds", kind=kind)["kinds"]
    assert ask(page, "blank", kind=kind, height=told["size"][0], width=told["size"][1])["puzzle"]
    puzzle = ask(page, "blank", kind=kind, height=4, width=4)["puzzle"]
    picture = ask(page, "draw", puzzle)["picture"]
    assert (len(picture["tiles"]), len(picture["tiles"][0])) == (4, 4)
    text = ask(page, "write", puzzle, style="text")["text"]
    (again,) = ask(page, "read", text=text, kind=kind)["puzzles"]
    assert ask(page, "write", again, style="text")["text"] == text


@pytest.mark.parametrize("kind", DRAWN)
def test_the_example_of_a_kind_is_a_good_puzzle(page: Bridge, kind: str) -> None:
    """It is that of `satdnd example`, its picture has its cells, and it has one solution where that can be asked."""
    puzzle = ask(page, "example", kind=kind)["puzzle"]
    assert puzzle == EXAMPLES[kind]
    shown, named = picture(kind).decode(), ask(page, "picture", puzzle)["text"]
    assert shown.startswith("<svg")
    assert shown.count("data-cell") == named.count("data-cell") > 1
    assert shown.count("</text>") < named.count("</text>") or not puzzle.get("name")
    if kind not in ("klotski", "unattacked"):  # whose solutions are optima, of which there may be many
        assert ask(page, "live", puzzle)["status"] == "unique"


@pytest.mark.parametrize("kind", DRAWN)
def test_every_style_is_written_and_read(page: Bridge, kind: str) -> None:
    """Links of others among them; what is read is the puzzle that was written."""
    (told,) = ask(page, "kinds", kind=kind)["kinds"]
    plain = {name: value for name, value in EXAMPLES[kind].items() if name not in ("name", "source", "note", "fewest")}
    for style in told["styles"]:
        written = ask(page, "write", EXAMPLES[kind], style=style)
        if written.get("status") == "error":
            assert f"{style} cannot hold that" in written["message"]
            continue
        (again,) = ask(page, "read", text=written["text"], kind=kind)["puzzles"]
        assert plain.items() <= again.items(), style


@pytest.mark.parametrize("kind", DRAWN)
def test_the_live_answer_is_that_of_the_engine(page: Bridge, kind: str) -> None:
    """Status and forced cells are those of `unique` and `forced`, with other code."""
    live, puzzle = ask(page, "live", EXAMPLES[kind]), EXAMPLES[kind]
    assert live["status"] == ask(page, "unique", puzzle)["status"]
    assert live["wrong"] == []
    if "board" in live:
        assert live["board"] == ask(page, "forced", puzzle)["forced"]
        assert live["differing"] == []
    assert ask(page, "live", puzzle) == live | {"seconds": pytest.approx(0, abs=60)}


def test_the_live_answer_follows_the_marks(page: Bridge) -> None:
    """Of several solutions, those that have a player's marks count for what is forced and what differs."""
    puzzle = SEVERAL
    free = ask(page, "live", puzzle)
    assert free["status"] == "multiple"
    forced = {(r, c): what for r, c, what in free["forced"]}
    r, c = free["differing"][0]
    for what in "#o":
        held = ask(page, "live", puzzle, given=[[r, c, what]])
        assert held["status"] == "multiple"
        assert held["wrong"] == []
        now = {(a, b): x for a, b, x in held["forced"]}
        assert now[r, c] == what
        assert forced.items() <= now.items()
        assert now.keys().isdisjoint(map(tuple, held["differing"]))
        assert len(now) + len(held["differing"]) == 36


def test_wrong_marks_are_told(page: Bridge) -> None:
    """One that contradicts every solution; several that do so together; one that no value of the cell allows."""
    board = ask(page, "live", DUNGEON)["board"]
    sign = board[0][0]
    other = "o" if sign == "#" else "#"
    assert ask(page, "live", DUNGEON, given=[[0, 0, sign]])["wrong"] == []
    assert ask(page, "live", DUNGEON, given=[[0, 0, other]])["wrong"] == [[0, 0, other]]
    free = {"kind": "queens", "size": [6, 6]}
    attacked = [[0, 1, "Q"], [1, 5, "Q"]]  # each is in a solution
    assert sorted(ask(page, "live", free, given=attacked)["wrong"]) == attacked
    rooms = ask(page, "live", EXAMPLES["inshi"], given=[[0, 1, "5"]])
    assert rooms["wrong"] == [[0, 1, "5"]]


def test_undo_comes_back_to_what_was_known(page: Bridge) -> None:
    """Marks change no clue: nothing is solved again for them, and nothing for a puzzle that was there before."""
    changed = DUNGEON | {"rows": [None, *DUNGEON["rows"][1:]]}
    first = ask(page, "live", DUNGEON)
    ask(page, "live", changed)
    assert ask(page, "live", DUNGEON)["board"] == first["board"]


def test_why_gives_reasons_from_what_is_on_the_board(page: Bridge) -> None:
    """Where to look, which rules, the sentence; a cell that does not follow, is given, or stands on mistakes."""
    board = ask(page, "live", DUNGEON)["board"]
    for r, c in ((0, 0), (3, 2), (5, 5)):
        record = ask(page, "why", DUNGEON, cell=[r, c])
        assert record["step"]["cells"] == [[r, c, board[r][c]]]
        assert record["which"] == [reason["text"] for reason in record["step"]["reasons"]]
        assert record["full"] == record["step"]["text"]
        assert record["where"].startswith("look at")
        assert record["board"]["forced"][r][c] == board[r][c]
    r, c = DUNGEON["monsters"][0]
    assert "step" not in ask(page, "why", DUNGEON, cell=[r, c])
    wrong = "o" if board[0][0] == "#" else "#"
    assert ask(page, "why", DUNGEON, cell=[1, 1], given=[[0, 0, wrong]])["wrong"] == [[0, 0, wrong]]
    assert ask(page, "why", DUNGEON, cell=[0, 0], given=[[0, 0, wrong]])["step"]["cells"] == [[0, 0, board[0][0]]]
    blank = ask(page, "blank", kind="dungeon", height=4, width=4)["puzzle"]
    assert "not the same" in ask(page, "why", blank, cell=[0, 0])["reason"]


def test_a_mark_follows_or_not(page: Bridge) -> None:
    """By how few rules; what was erased or was there before is not asked about, and a mistake before it is said."""
    board = ask(page, "live", DUNGEON)["board"]
    wrong = [[0, 0, "o" if board[0][0] == "#" else "#"]]
    right = [[r, c, board[r][c]] for r, c in ((0, 0), (3, 2))]
    for mark in right:
        record = ask(page, "follows", DUNGEON, given=[mark])
        assert (record["status"], record["verdict"]) == ("valid", "follows")
        assert record["rules"] == len(ask(page, "why", DUNGEON, cell=mark[:2])["which"])
        assert record["full"]
    assert ask(page, "follows", DUNGEON, before=right, given=right[:1]) == {"status": "valid"}
    assert ask(page, "follows", DUNGEON, before=wrong, given=right)["verdict"] == "follows"
    assert ask(page, "follows", DUNGEON, before=right, given=[*wrong, right[1]])["verdict"] == "contradicts the rules"
    record = ask(page, "follows", DUNGEON, before=wrong, given=[*wrong, right[1]])
    assert record["status"] == "invalid"
    assert "verdict" not in record
    free = {"kind": "queens", "size": [6, 6]}
    assert ask(page, "follows", free, given=[[0, 1, "Q"]])["verdict"] == "does not follow"


def test_what_was_marked_is_used_and_what_was_taken_back_is_not(page: Bridge) -> None:
    """One warm stepper for all questions: with marks, with fewer of them, with others."""
    board = ask(page, "live", DUNGEON)["board"]
    marks = [[r, c, x] for r, row in enumerate(board) for c, x in enumerate(row)]
    alone = Bridge()
    for given in ([], marks[:12], marks[:5], marks[20:], [], marks[:12]):
        warm = ask(page, "why", DUNGEON, cell=[2, 3], given=given)
        cold = ask(alone, "why", DUNGEON, cell=[2, 3], given=given)
        left = {json.dumps(mark) for mark in given if mark[:2] != [2, 3]}
        assert {json.dumps(mark) for mark in warm["step"]["known"]} <= left
        assert len(warm["which"]) == len(cold["which"])
        alone = Bridge()


def test_a_board_is_checked(page: Bridge) -> None:
    """Finished, with a fault, with a wrong mark, or not finished."""
    grid = ask(page, "solution", DUNGEON)["solutions"][0]["grid"]
    assert ask(page, "check", DUNGEON, given=grid)["status"] == "valid"
    turned = ["#" * len(grid[0]), *grid[1:]]
    assert ask(page, "check", DUNGEON, given=turned)["status"] == "invalid"
    whole = [row.replace(".", "o") for row in turned]
    assert ask(page, "check", DUNGEON, given=whole)["faults"]
    assert ask(page, "check", DUNGEON, given=None)["status"] == "incomplete"
    assert ask(page, "check", DUNGEON, given=["." * len(row) for row in grid])["status"] == "incomplete"


@pytest.mark.parametrize("kind", DRAWN)
def test_solutions_pass_the_check_of_boards(page: Bridge, kind: str) -> None:
    """As JSON, and as the marks that are forced where the solution is the only one."""
    record = ask(page, "solution", EXAMPLES[kind])
    assert record["picture"]["tiles"]
    assert ask(page, "check", EXAMPLES[kind], given=record["solutions"][0])["status"] == "valid"
    live = ask(page, "live", EXAMPLES[kind])
    if live["status"] == "unique" and live["forced"]:
        assert ask(page, "check", EXAMPLES[kind], given=live["forced"])["status"] == "valid"
        assert ask(page, "check", EXAMPLES[kind], given=live["board"])["status"] == "valid"


@pytest.mark.parametrize("kind", ["slitherlink", "masyu", "yajilin", "numberlink"])
def test_a_loop_is_checked(page: Bridge, kind: str) -> None:
    """Whole without a cross it is right; with a piece left out it is not finished; with all marked it has faults."""
    forced = ask(page, "live", EXAMPLES[kind])["forced"]
    loop = [mark for mark in forced if mark[-1] in ("-", "#")]
    assert ask(page, "check", EXAMPLES[kind], given=loop)["status"] == "valid"
    assert ask(page, "check", EXAMPLES[kind], given=loop[1:])["status"] == "incomplete"
    turned = [mark if mark != loop[0] else [*mark[:-1], "x"] for mark in forced]
    record = ask(page, "check", EXAMPLES[kind], given=turned)
    assert (record["status"], record["wrong"]) == ("invalid", [turned[forced.index(loop[0])]])
    assert record["faults"]


def test_two_solutions_are_drawn_with_their_differences(page: Bridge) -> None:
    """What differs is marked in both pictures."""
    record = ask(page, "two", SEVERAL)
    assert record["status"] == "multiple"
    marked = [
        [[r, c] for r, row in enumerate(picture["tiles"]) for c, tile in enumerate(row) if tile.get("marked")]
        for picture in record["pictures"]
    ]
    assert marked[0] == marked[1] == record["differing"] != []


def test_repairs_can_be_taken(page: Bridge) -> None:
    """A misprinted count: a repair with a puzzle that has one solution; nothing to repair elsewhere."""
    rows = list(DUNGEON["rows"])
    rows[0] += -1 if rows[0] else 1
    record = ask(page, "repairs", DUNGEON | {"rows": rows})
    assert record["status"] == "unsolvable"
    best = record["repairs"][0]
    assert best["status"] == ask(page, "unique", best["puzzle"])["status"] == "unique"
    assert best["text"]
    assert ask(page, "repairs", DUNGEON)["repairs"] == []
    assert ask(page, "repairs", {"kind": "queens", "size": [2, 2]})["reason"] == (
        "no change of up to 2 clues gives a solution"
    )
    stuck = {"kind": "klotski", "board": ["ab"], "goal": {"piece": "a", "at": [0, 1]}}
    record = ask(page, "repairs", stuck)
    assert (record["status"], record["repairs"]) == ("unsolvable", [])
    assert "the goal is not among them" in record["reason"]


def test_needless_clues_can_go(page: Bridge) -> None:
    """The puzzle without them is still unique; kinds without such clues say so."""
    record = ask(page, "needless", DUNGEON)
    assert record["needless"]
    assert ask(page, "unique", record["puzzle"])["status"] == "unique"
    assert "hashi has no clues that can be left out" in ask(page, "needless", EXAMPLES["hashi"])["reason"]
    assert "only for a puzzle" in ask(page, "needless", SEVERAL)["reason"]


@pytest.mark.parametrize("puzzle", [
    SEVERAL,
    {"kind": "queens", "size": [6, 6]},
    {"kind": "sudoku", "clues": "1..." + "." * 12},
    {"kind": "inshi", "size": 2, "rooms": [{"product": 2, "cells": [[r, 0], [r, 1]]} for r in (0, 1)]},
    {"kind": "hashi", "rows": ["?___?", "_____", "_____", "_____", "3___3"]},
    {"kind": "nurikabe", "rows": ["3..", "...", "..?"]},
])  # fmt: skip
def test_offers_to_mend_leave_one_solution(page: Bridge, puzzle: dict[str, Any]) -> None:
    """Each of them, and what it says is not empty."""
    record = ask(page, "mend", puzzle)
    assert record["mend"]
    for offer in record["mend"]:
        assert offer["text"]
        assert ask(page, "unique", offer["puzzle"])["status"] == "unique"


def test_mending_without_time_for_the_fewest_still_ends(page: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a smallest set was not found, a set of which none can go will do."""
    monkeypatch.setattr("satdnd.setter.diagnosis._deciding", lambda *args: pytest.fail("not asked"))
    monkeypatch.setattr("satdnd.setter.diagnosis._ambiguous", lambda *args, **options: {})
    (offer,) = ask(page, "mend", {"kind": "queens", "size": [6, 6]})["mend"]
    assert ask(page, "unique", offer["puzzle"])["status"] == "unique"
    for given in offer["puzzle"]["given"]:
        less = offer["puzzle"] | {"given": [other for other in offer["puzzle"]["given"] if other != given]}
        assert ask(page, "unique", less)["status"] == "multiple"


def test_nothing_can_be_mended_where_nothing_can_be_given(page: Bridge) -> None:
    """A sentence says so, at once."""
    assert "no clues" in ask(page, "mend", EXAMPLES["unattacked"])["reason"]
    assert "already" in ask(page, "mend", DUNGEON)["reason"]


def test_a_seed_makes_the_same_puzzle(page: Bridge) -> None:
    """And a random one is told."""
    wishes = {"height": 5, "width": 5}
    first, second = (ask(page, "generate", kind="dungeon", recipe=wishes, seed=3) for _ in range(2))
    assert first == second
    assert ask(page, "unique", first["puzzle"])["status"] == "unique"
    assert isinstance(ask(page, "generate", kind="dungeon", recipe=wishes)["seed"], int)


def test_a_certificate_goes_out_and_comes_back(page: Bridge) -> None:
    """With a byte turned over, or cut off, it is refused with a sentence."""
    made = ask(page, "certify", DUNGEON)
    assert made["name"].endswith(".zip")
    assert ask(page, "replay", base64=made["base64"])["status"] == "valid"
    data = bytearray(base64.b64decode(made["base64"]))
    for place in range(0, len(data), len(data) // 12):
        turned = bytearray(data)
        turned[place] ^= 1
        record = ask(page, "replay", base64=base64.b64encode(turned).decode())
        assert record["status"] in ("invalid", "error") or _same(turned, data)
        assert record["message"]
    assert ask(page, "replay", base64=base64.b64encode(data[:-30]).decode())["status"] == "error"
    assert "several solutions" in ask(page, "certify", {"kind": "queens", "size": [6, 6]})["reason"]
    assert "has no certificates" in ask(page, "certify", EXAMPLES["klotski"])["message"]


def _same(one: bytes, other: bytes) -> bool:
    """Whether two archives hold the same files: dates and flags of entries are no content."""
    import io
    import zipfile

    found = []
    for data in (one, other):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found.append({name.rpartition("/")[2]: archive.read(name) for name in archive.namelist()})
    return found[0] == found[1]


def test_the_next_move_of_sliding_blocks(page: Bridge) -> None:
    """From where the pieces stand, and how many it takes."""
    record = ask(page, "moves", EXAMPLES["klotski"])
    assert record["length"] == len(record["moves"]) > 0
    assert record["move"] == record["moves"][0]
    assert "not a list of moves" in ask(page, "moves", DUNGEON)["message"]


def test_unattacked_squares_count_live(page: Bridge) -> None:
    """The best that there is, and what is on the board."""
    record = ask(
        page, "live", {"kind": "unattacked", "size": [4, 4], "queens": 2}, given=["Q...", "....", "....", "...."]
    )
    assert record["best"].endswith("unattacked")
    assert record["remark"] == "6 unattacked"


def test_drawings_show_marks_solutions_and_what_is_forced(page: Bridge) -> None:
    """The tiles have the styles of what is there."""
    styles = [tile.get("style", "open") for row in ask(page, "draw", DUNGEON)["picture"]["tiles"] for tile in row]
    assert "wall" not in styles
    assert ask(page, "draw", DUNGEON, given=[[0, 0, "#"]])["picture"]["tiles"][0][0]["style"] == "wall"
    forced = ask(page, "draw", DUNGEON, forced=True)["picture"]["tiles"]
    (solution,) = ask(page, "solution", DUNGEON)["solutions"]
    drawn = ask(page, "draw", DUNGEON, solution=solution)["picture"]["tiles"]
    for one, other in zip(forced, drawn, strict=True):
        assert [t.get("style") == "wall" for t in one] == [t.get("style") == "wall" for t in other]
    bridges = ask(page, "live", EXAMPLES["hashi"])["forced"]
    links = ask(page, "draw", EXAMPLES["hashi"], given=bridges)["picture"]["links"]
    assert len(links) == sum(said == ">=1" for *_, said in bridges) > 0
    assert ask(page, "picture", DUNGEON, format="svg", answer=True)["text"].startswith("<svg")


def test_pictures_are_made_in_the_formats_that_are_told(page: Bridge) -> None:
    """Each begins as its format does; where a renderer is missing, the format is not told."""
    begins = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    for form in ask(page, "kinds")["kinds"][0]["pictures"]:
        for answer in (False, True):
            made = ask(page, "picture", DUNGEON, format=form, answer=answer)
            data = made["text"].encode() if form == "svg" else base64.b64decode(made["base64"])
            assert data.startswith(begins[form])
    assert "known: svg, png, pdf" in ask(page, "picture", DUNGEON, format="gif")["message"]
    assert "no solution" in ask(page, "picture", BARE | {"rows": [1, 0], "columns": [0, 0]}, answer=True)["message"]


# what is wrong


def test_a_puzzle_that_cannot_be_is_told_live(page: Bridge) -> None:
    """While somebody types it, that is no error of the page."""
    record = ask(page, "live", BARE | {"rows": [-9], "columns": [0]})
    assert record["status"] == "invalid"
    assert "row 1" in record["reason"]
    assert ask(page, "unique", BARE | {"rows": [-9], "columns": [0]})["status"] == "error"


def test_notices_of_texts(page: Bridge) -> None:
    """What is unusual about a puzzle is told where it is opened."""
    record = ask(page, "read", text="slither/v:x/3/2/ci")
    assert "custom rules" in record["notices"][0]
    assert "notices" not in ask(page, "read", text="slither/f/3/2/ci")


def test_faults_of_texts_have_their_place(page: Bridge) -> None:
    """Line and column; of several puzzles, the good ones are read."""
    record = ask(page, "read", text=" 11\n1.x\n1..\n", kind="dungeon")
    assert (record["status"], record["line"], record["column"]) == ("error", 2, 3)
    both = ask(page, "read", text='{"kind": "queens", "size": [4, 4]}\n{"kind": "queens", "size": [0, 4]}\n')
    assert len(both["puzzles"]) == len(both["faults"]) == 1


def test_reading_has_a_time_limit(page: Bridge) -> None:
    """What was read by then is given, and why there is no more."""
    text = '{"kind": "queens", "size": [4, 4]}\n' * 9
    task = {"operation": "read", "arguments": {"text": text}, "options": {"timeout": 0}}
    record = page.answer({"id": 1, "task": task})["record"]
    assert len(record["puzzles"]) == 1
    assert (record["more"], record["reason"]) == (True, "the time limit was reached")
    assert len(ask(page, "read", text=text)["puzzles"]) == 9
    assert seconds_of("read", None) < seconds_of("solve", None)


def test_no_words_of_the_terminal(page: Bridge) -> None:
    """Where the command line names its option, the page names the list to choose from."""
    penpa = (
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRLb9NAEL7nV6z2vEj7cBx3b6W0XEJ5JKiqVpYxqSGmTt04MUWO3N/e2"
    )
    for text, kind in (
        ("what is this?", None),
        ('{"rows": []}', None),
        ("https://puzz.link/p?nurikabe/1/1/g", "sudoku"),
    ):
        said = ask(page, "read", text=text, **({"kind": kind} if kind else {}))["message"]
        assert ("--" in said, "chosen above" in said or "kind above" in said) == (False, True), said
    assert "--" not in ask(page, "read", text=penpa)["message"]


@pytest.mark.parametrize("size", [65, 1000])
def test_boards_that_no_page_draws_are_refused(page: Bridge, size: int) -> None:
    """At once, in every operation."""
    large = BARE | {"rows": [None] * size, "columns": [None] * size}
    for operation in [*ABOUT, *ENGINE]:
        arguments = {"cell": [0, 0]} if operation == "why" else {}
        assert f"{size}x{size}" in ask(page, operation, large, **arguments)["message"]
    assert "expected" in ask(page, "blank", kind="dungeon", height=size, width=8)["message"]
    assert "64x64" in ask(page, "generate", kind="dungeon", recipe={"height": size})["message"]
    text = json.dumps(large)
    assert f"{size}x{size}" in ask(page, "read", text=text)["message"]


def test_no_program_is_run(page: Bridge) -> None:
    """Not by a solver's name either."""
    for operation in ("live", "solve", "unique", "why"):
        arguments = {"cell": [0, 0]} if operation == "why" else {}
        record = ask(page, operation, DUNGEON, {"solver": "external:touch /tmp/never"}, **arguments)
        assert "not external programs" in record["message"]


def test_time_is_kept(page: Bridge) -> None:
    """A question without time is undecided, not an error, and the next one is answered."""
    hard = {"kind": "sudoku", "clues": "." * 625}
    for operation in ("live", "unique", "forced", "two", "mend"):
        assert ask(page, operation, hard, {"timeout": 0})["status"] == "undecided"
    assert ask(page, "live", DUNGEON)["status"] == "unique"


def test_progress_is_told(page: Bridge) -> None:
    """Sentences, while something takes long."""
    told: list[str] = []
    rows = [DUNGEON["rows"][0] + 1, *DUNGEON["rows"][1:]]
    task = {"operation": "repairs", "puzzle": DUNGEON | {"rows": rows}, "arguments": {"edits": 1}}
    page.answer({"id": 1, "task": task}, told.append)
    assert told


def test_no_number_that_is_none_goes_out(page: Bridge) -> None:
    """Browsers read no NaN: not from a message, not from a field of a puzzle in a text."""
    assert "NaN" in json.loads(page.answer_text('{"id": 1, "task": NaN}'))["record"]["message"]
    record = ask(page, "read", text='{"kind": "queens", "size": [4, 4], "mine": Infinity}')
    assert (record["status"], "infinity" in record["message"]) == ("error", True)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '"\\ud800"', "null", "[]", "17", '{"id": {}, "task": 3}'])
def test_what_is_no_message_gets_an_error(text: str) -> None:
    """With a sentence, and without an id where there is none."""
    answer = json.loads(bridge.answer_text(text))
    assert answer["id"] is None
    assert answer["record"]["status"] == "error"
    assert BUG not in answer["record"]["message"]


WORDS = [
    None,
    True,
    0,
    -1,
    3,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    10**30,
    "",
    "x",
    "dungeon",
    "json",
    "#" * 8,
    "\0",
    "\ud800",
    [],
    [[]],
    {},
    {"a": []},
]
"""What is put in the place of anything."""


def mangled(rng: random.Random, value: Any) -> Any:
    """*value* with something in it replaced, left out or repeated."""
    if rng.random() < 0.15:
        return rng.choice(WORDS)
    if isinstance(value, dict) and value:
        changed = dict(value)
        name = rng.choice(list(changed))
        if rng.random() < 0.1:
            del changed[name]
        elif rng.random() < 0.1:
            changed[rng.choice(["given", "kind", "zzz", "timeout"])] = rng.choice(WORDS)
        else:
            changed[name] = mangled(rng, changed[name])
        return changed
    if isinstance(value, list) and value:
        i = rng.randrange(len(value))
        return rng.choice([
            [*value[:i], mangled(rng, value[i]), *value[i + 1 :]], value[:i], [*value, value[i]], value[::-1],
        ])  # fmt: skip
    if isinstance(value, str) and value:
        i = rng.randrange(len(value))
        return value[:i] + rng.choice("#.o?0M9 \n") + value[i + 1 :]
    return rng.choice(WORDS)


def messages(rng: random.Random, count: int) -> Iterator[Any]:
    """Messages of all operations about all kinds, with something wrong in nearly all of them."""
    arguments = {
        "read": {"text": " 11\n1..\n1..\n", "kind": "dungeon"},
        "blank": {"kind": "sudoku", "height": 4, "width": 4},
        "generate": {"kind": "dungeon", "recipe": {"height": 4, "width": 4, "unique": False}, "seed": 3},
        "replay": {"base64": base64.b64encode(b"PK\3\4" + b"x" * 40).decode()},
        "write": {"style": "text"},
        "picture": {"format": "svg", "answer": False},
        "draw": {"given": ["." * 6] * 6, "forced": True},
        "live": {"given": [[0, 0, "#"], [1, 1, "o"]]},
        "why": {"cell": [0, 0], "given": [[1, 1, "#"]]},
        "follows": {"before": [[1, 1, "#"]], "given": ["." * 6] * 6},
        "check": {"given": ["." * 6] * 6},
        "solve": {"limit": 2},
        "repairs": {"edits": 1, "only_unique": True},
        "diagnose": {"edits": 0},
        "hint": {"given": ["." * 6] * 6, "level": "which"},
    }
    operations = [*ABOUT, *ALONE, *ENGINE]
    for number in range(count):
        operation = operations[number % len(operations)]
        task = {
            "operation": operation,
            "puzzle": EXAMPLES[rng.choice(DRAWN)],
            "options": {"timeout": 0.05, "memory": 1 << 30},
            "arguments": arguments.get(operation, {}),
        }
        message: Any = {"id": number, "task": task}
        for _ in range(rng.choice([1, 1, 2, 3])):
            message = mangled(rng, message)
            if rng.random() < 0.8 and isinstance(message, dict) and isinstance(message.get("task"), dict):
                part = rng.choice(list(message["task"]) or [""])
                if part in message["task"]:
                    changed = mangled(rng, message["task"][part])
                    message = message | {"task": message["task"] | {part: changed}}
        yield message


def check_fuzz(seed: int, count: int) -> None:
    """Every answer is a record that is JSON, and none tells of a bug."""
    page, rng = Bridge(), random.Random(seed)
    for message in messages(rng, count):
        options = (
            message.get("task", {}).get("options")
            if isinstance(message, dict) and isinstance(message.get("task"), dict)
            else None
        )
        if isinstance(options, dict):
            options["timeout"] = 0.05  # what is long is not asked about
        elif isinstance(message, dict) and isinstance(message.get("task"), dict):
            message["task"]["options"] = {"timeout": 0.05}
        answer = json.loads(page.answer_text(json.dumps(message)), parse_constant=pytest.fail)
        assert answer.keys() == {"id", "record"}, message
        assert isinstance(answer["record"], dict), message
        assert BUG not in str(answer["record"].get("message")), (message, answer["record"])


def test_two_hundred_malformed_messages() -> None:
    """No traceback, no hang."""
    check_fuzz(1, 200)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 10))
def test_thousands_of_malformed_messages(seed: int) -> None:
    """The same for long."""
    check_fuzz(seed, 1000)


def test_the_page_about_messages_is_complete() -> None:
    """Every operation stands in docs/editor.md, with its arguments, and no other."""
    page = (Path(__file__).parents[2] / "docs/editor.md").read_text("utf-8")
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    told = {
        name: re.findall(r"`(\w+)`", arguments) for names, arguments in rows for name in re.findall(r"`(\w+)`", names)
    }
    assert told.keys() == {*ALONE, *ABOUT, *ENGINE}
    for name, function in {**ALONE, **ABOUT}.items():
        known = [p.name for p in signature(function).parameters.values() if p.kind is Parameter.KEYWORD_ONLY]
        assert told[name] == [argument for argument in known if argument != "timeout"], name
