"""Links wherever a puzzle is read: arguments, lines of files and pipes, the front door; what is wrong with them."""

from __future__ import annotations

import json
import re
import tracemalloc
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from link_boards import ALL, LINES, PENPA_HASHI, PENPA_SUDOKU, PUZZ_LINKS, deflated

import satdnd
from satdnd.cli import main
from satdnd.errors import InputError
from satdnd.formats.links import penpa
from satdnd.formats.links.address import FORMS, address, short
from satdnd.formats.loading import Item, read, read_text, texts_of
from satdnd.registry import NAMES

HASHI = "https://puzz.link/p?hashikake/5/5/4g2i3h23k3g1g3g4g3"
SUDOKU = "sudoku/4/4/g1k23k3g"
GRID = "4_2__\n_3__2\n3____\n_3_1_\n3_4_3\n"


def refused(text: str, kind: str | None = None) -> InputError:
    """Why a text is refused."""
    with pytest.raises(InputError) as caught:
        satdnd.loads(text, kind)
    return caught.value


def kinds(text: str) -> list[str]:
    """The kinds of the puzzles of a text; errors as their sentences."""
    return [str(item.error) if item.error else item.kind for item in read_text(text)]


@pytest.mark.parametrize(("kind", "line"), ALL)
def test_a_link_is_a_puzzle_of_its_kind(kind: str, line: str) -> None:
    """In a text, with its kind said and without; as an argument; and what it holds goes through our own formats."""
    (puzzle,) = satdnd.loads(line)
    assert puzzle.kind == kind
    assert satdnd.loads(f"  {line}\r\n", kind) == [puzzle]
    (item,) = read(line)
    assert (item.puzzle, item.error) == (puzzle, None)
    assert item.name
    for style in ("json", "text"):
        assert satdnd.loads(satdnd.dumps(item.puzzle, style), kind) == [puzzle]


@pytest.mark.parametrize(
    "before",
    [
        "https://puzz.link/p?",
        "http://puzz.link/p.html?",
        "http://pzv.jp/p.html?",
        "https://pzprxs.vercel.app/p?",
        "https://pzplus.tck.mn/p?",
        "",
    ],
)
def test_sites_of_puzz_link(before: str) -> None:
    """All sites, the bare form, and option letters, are the same puzzle."""
    for body in ("hashikake/5/5/", "hashikake_edit/5/5/", "hashikake/v:/5/5/", "hashi/5/5/", "bridges_play/d:/5/5/"):
        assert satdnd.loads(f"{before}{body}4g2i3h23k3g1g3g4g3") == satdnd.loads(GRID, "hashi")


def test_lines_of_a_file(tmp_path: Path) -> None:
    """Links of all kinds on the lines of one file, with notes above them and our own texts between."""
    text = "\n".join(line for _, line in ALL)
    assert kinds(text) == [kind for kind, _ in ALL]

    mixed = f"# name: one\n# source: here\n{HASHI}\n\n# name: two\n{GRID}\n# name: three\n{SUDOKU}\n{HASHI}\n"
    mixed += f'{{"kind": "hashi", "name": "five", "rows": ["1_1"]}}\n{SUDOKU}\n'
    file = tmp_path / "many.txt"
    file.write_text(mixed)
    items = list(read(file))
    assert [(item.name, item.kind) for item in items[:5]] == [
        ("one", "hashi"),
        ("two", "hashi"),
        ("three", "sudoku"),
        ("many 4", "hashi"),
        ("five", "hashi"),
    ]
    assert items[0].puzzle.extra == {"source": "here"}
    assert items[0].puzzle == items[1].puzzle


def test_lines_keep_their_numbers() -> None:
    """An error behind a link says its line in the whole text."""
    text = f"{HASHI}\n\n{GRID}\n# a comment\n\n{HASHI}9\n\n# kind: hashi\n2_y\n___\n"
    good, also, late, bad = read_text(text)
    assert not good.error
    assert not also.error
    assert (late.error.line, late.error.column) == (11, 53)  # type: ignore[union-attr]
    assert (bad.error.line, bad.error.column) == (14, 3)  # type: ignore[union-attr]


def test_a_link_inside_other_texts_is_none() -> None:
    """Notes, comments of a program, and fields of JSON and tables stay what they are."""
    noted = f"# source: {HASHI}\n{GRID}"
    (puzzle,) = satdnd.loads(noted, "hashi")
    assert puzzle.extra == {"source": HASHI}
    source = "/* from\n   https://example.com/a\n*/\nproblem p1 = { .monsters = 0x0, .treasures = 0x0,\n"
    assert [p.kind for p in satdnd.loads(source + ".rows = { 0 }, .columns = { 0,0,0 } };\n")] == ["dungeon"]
    (puzzle,) = satdnd.loads(json.dumps({"kind": "hashi", "rows": ["1_1"], "name": HASHI}))
    assert puzzle.name == HASHI


def test_a_pipe_is_answered_line_by_line() -> None:
    """A link is there before the next line is read."""
    taken = []

    def lines() -> object:
        for line in (HASHI, SUDOKU, HASHI):
            taken.append(line)
            yield line + "\n"

    from satdnd.formats.loading import _puzzles

    found = _puzzles(lines(), "standard input", None)  # type: ignore[arg-type]
    assert isinstance(next(found), Item)
    assert len(taken) == 1


def test_files_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file has the name of a link, the file is meant; a file that is not there stays one."""
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "sudoku" / "4" / "4"
    place.mkdir(parents=True)
    (place / "g1k23k3g").write_text("# kind: hashi\n1_1\n")
    assert [item.kind for item in read(SUDOKU)] == ["hashi"]
    with pytest.raises(InputError, match="No such file"):
        list(read("set/3/4/x.dnd"))


def test_the_command_line_takes_them(capsys: pytest.CaptureFixture[str]) -> None:
    """As an argument of any command, several at once, in the place of a file."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        return int(ended.value.code or 0), *capsys.readouterr()

    status, out, _ = run("unique", "--quiet", HASHI, SUDOKU, *LINES["dungeon"][:1])
    assert status == 0
    assert out.splitlines()[0] == "hashikake/5/5/4g2i3h23k3g1g3g4g3: unique"
    assert run("show", SUDOKU)[0] == 0
    both = run("convert", HASHI, "3x3m2:2a2c2a2", "--format", "puzz.link")
    assert both == (0, f"{HASHI}\nhttps://puzz.link/p?hashikake/3/3/2g2i2g2\n", "")
    status, _, err = run("convert", HASHI, "--format", "kord")
    assert status == 2
    assert "unknown format 'kord' for hashi; known: json, text, puzz.link, tatham" in err
    status, _, err = run("convert", HASHI + "9")
    assert status == 2
    assert err.startswith("satdnd: hashikake/5/5/4g2i3h23k3g1g3g4g39: character 53: found '9', expected the end")
    assert "no file" not in err
    assert "(and there is no file of this name)" in run("convert", SUDOKU + "9")[2]


def test_generated_links_are_a_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One a line, without blank lines; in files with the kind's ending, which a directory is searched for."""
    for kind, style in (("hashi", "tatham"), ("sudoku", "sdm"), ("dungeon", "kord")):
        flags = [kind, "--count", "2", "--seed", "1", "--size", "9" if kind == "sudoku" else "5", "--format", style]
        with pytest.raises(SystemExit):
            main(["generate", *flags])
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 2
        with pytest.raises(SystemExit):
            main(["generate", *flags, "--save", str(tmp_path / kind)])
        assert satdnd.load(tmp_path / kind) == satdnd.loads("\n".join(lines), kind)


def test_help_names_the_forms(capsys: pytest.CaptureFixture[str]) -> None:
    """`satdnd help KIND` shows every form that is written or read, and an example that is read."""
    for kind in NAMES:
        texts = texts_of(kind)
        with pytest.raises(SystemExit):
            main(["help", kind])
        told = capsys.readouterr().out
        assert all(form in told for form in (*texts.formats, *texts.links)), kind
        lines = [line.strip() for line in told.splitlines()]
        held = {found.form for line in lines if (found := address(line))}
        assert held == texts.links.keys() - {"penpa", "kanpen"}, kind
        assert all(satdnd.loads(line, kind) for line in lines if address(line))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("https://puzz.link/p?moonsun/5/5/abc", "puzzle 'moonsun' of puzz.link, expected one of .*hashikake .hashi"),
        ("https://example.com/hashi", "found a link to 'example.com', expected .* in a form of puzz.link, kanpen"),
        ("https://puzz.link/list.html", "found a link to 'puzz.link', .* nothing is fetched"),
        ("https://tinyurl.com/abc", "paste the whole link"),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/towers.html#5", "a game of towers"),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#7x7i30e10m2d0#12345", "a seed"),
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/magnets.html#6x5:a12",
            "'magnets' of tatham, expected",
        ),
        ("hashikake/99999/99999/zzz", "found 99999 rows, expected 1 to 1000"),
        ("hashikake/0/5/zzz", "found 0 columns, expected 1 to 1000"),
        ("hashikake/5/5/4g2i3h23k3g1g3g4g", "ends after 24 of 25 cells, expected all of them; is its end missing"),
        ("hashikake/5/5/", "ends after 0 of 25 cells"),
        ("hashikake/5/5", "ends after 0 of 25 cells"),
    ],
)
def test_wrong_links(line: str, message: str) -> None:
    """What was found, what was expected, what to do."""
    assert re.search(message, str(refused(line)))


def test_the_kind_that_is_said_must_fit() -> None:
    """By --kind, by a note; a note of an unknown kind."""
    assert "kind 'hashi', expected 'sudoku' as --kind says" in str(refused(HASHI, "sudoku"))
    assert "'hashi', expected 'sudoku'" in str(refused(f"# kind: sudoku\n{HASHI}"))
    assert "found the kind 'x', expected one of dungeon" in str(refused(f"# kind: x\n{HASHI}"))
    assert str(refused("https://puzz.link/p?moonsun/5/5/abc", "hashi")).startswith("text:1: found a puzzle 'moonsun'")
    assert satdnd.loads(f"# kind: hashi\n# name: x\n{HASHI}")[0].name == "x"


def test_what_is_no_link() -> None:
    """Lines of our own texts, and paths."""
    for line in (
        "4.....8.5.3",
        " 414121",
        "3.....T",
        "8x8 8",
        "a r1c1 -> r1c2",
        "#..#",
        "puzzle.dnd",
        "6b2",
        "1_1",
        "",
    ):
        assert address(line) is None, line
    for line in ("instances/dungeon/course-p1.dnd", "./a/b", "C:/puzzles/a.dnd", "12:30 is late", "{}", "[1, 2]"):
        assert address(line) is None, line


def test_short_names() -> None:
    """What a puzzle from an argument is called."""
    assert short(HASHI) == "hashikake/5/5/4g2i3h23k3g1g3g4g3"
    assert short("https://example.com/") == "https://example.com/"
    assert len(short("sudoku/9/9/" + "z" * 1000)) == 48


# fuzzing

SAMPLES = [line for _, line in ALL] + [PENPA_HASHI]
SIGNS = "0123456789abcdefgmzAGZ+-=%@*$./?&#!_,:x <>\u2b1c\ufe0f\x00\ud800"


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A link with some changes."""
    text = list(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.sampled_from([0, 1, 1, 2, 9])))
        text[at:end] = draw(st.text(SIGNS, max_size=draw(st.sampled_from([0, 1, 1, 3, 30]))))
    return "".join(text)


def judged(text: str) -> None:
    """Puzzles or InputErrors with a sentence, and nothing else."""
    for item in read_text(text):
        assert (item.puzzle is None) != (item.error is None)
        assert not item.error or len(item.error.message) > 10


@settings(max_examples=100, deadline=None)
@given(mutated())
def test_mutated_links(text: str) -> None:
    """A broken link is a puzzle or a refusal."""
    judged(text)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([*FORMS, *NAMES]), st.sampled_from(SAMPLES), st.text(SIGNS, max_size=40))
def test_any_body(form: str, sample: str, body: str) -> None:
    """Behind any front."""
    front = re.split("[/=:!]", sample)[0]
    for joint in ("/5/5/", "=", ":", "!.11!", "?z=", "?puzzle=", "#m=edit&p="):
        judged(front + joint + body)
        judged(f"https://{form}/{joint}{body}")


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(mutated())
def test_many_mutated_links(text: str) -> None:
    """The same at length."""
    judged(text)


LARGE = "9" * 30_000
HUGE = {
    "cells": "hashikake/99999/99999/" + "z" * 30_000,
    "many blanks": "nurikabe/1000/1000/" + "z" * 30_000,
    "sides": f"hashikake/{LARGE}/{LARGE}/z",
    "clues": f"sudoku/9/9/{LARGE}",
    "borders": f"factors/64/64/{LARGE}",
    "wide": "factors/1000/1000/" + "v" * 30_000,
    "bridges": "99999x99999m2:" + "z" * 30_000,
    "solo": f"5x5:{LARGE}",
    "parameters": f"5x5{LARGE}:a",
    "letters": "3x3" + "m2" * 20_000 + ":a",
    "kord": "?z=" + "z" * 30_000,
    "kord zeros": "?z=" + "0" * 30_000,
    "kord sides": f"?h={LARGE}&w={LARGE}&p=AAAA",
    "kord walls": "?h=100&w=100&p=" + "A" * 30_000,
    "diagrams": "a!." + LARGE + "!1" * 20_000,
    "diagram rows": "a!.1" + "!1" * 30_000,
    "tiles": "a!.1!1" + "👑" * 20_000,
    "penpa": "m=edit&p=" + "A" * 30_000,
    "penpa bomb": deflated("0" * (1 << 25)),
    "penpa sides": deflated("square,9999,9999,38"),
    "penpa nested": deflated("square,9,9,38\n[0,0,0,0]\n{}\n" + "[" * 20_000),
    "penpa deeper": deflated("square,9,9,38\n[0,0,0,0]\n{}\n{}\n{}\n[" + "1," * 20_000 + "1]"),
    "link": "https://" + "a/" * 20_000,
    "query": "https://a?" + "a=b&" * 20_000,
    "slashes": "a" + "/b" * 20_000,
    "bangs": "!" * 30_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_huge_links_are_refused_at_once(text: str) -> None:
    """Time and memory are bounded by the length of the link, not by the numbers in it."""
    [*read_text("no puzzle")]  # what it imports is not counted
    tracemalloc.start()
    try:
        (item,) = read_text(text)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert item.error
    assert len(str(item.error)) < 1000
    assert most < 50 * 1024 * 1024


def test_links_that_unfold_without_end_are_bounded_together(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Three hundred unfold to little more than two of them alone; those among them that hold a puzzle are read."""
    unfolded = list[int]()

    class Counted:
        """What unfolds, with how much it gave."""

        def __init__(self, bits: int) -> None:
            self._stream = zlib.decompressobj(bits)

        def decompress(self, data: bytes, most: int) -> bytes:
            found = self._stream.decompress(data, most)
            unfolded.append(len(found))
            return found

        def __getattr__(self, name: str) -> Any:
            return getattr(self._stream, name)

    monkeypatch.setattr(penpa, "zlib", SimpleNamespace(decompressobj=Counted, error=zlib.error))
    bomb = deflated("0" * (penpa.LONGEST + 1))
    lines = [*[bomb] * 150, PENPA_SUDOKU, *[bomb] * 150, PENPA_SUDOKU, ""]
    text = "\n".join(lines)
    (tmp_path / "links.txt").write_text(text)
    for items in (read_text(text), read(tmp_path / "links.txt")):
        unfolded.clear()
        found = [*items]
        assert [item.kind for item in found if item.puzzle] == ["sudoku", "sudoku"]
        assert len(found) == 302
        assert sum(unfolded) < 3 * penpa.LONGEST + 20 * len(text)
        told = [item.error.message for item in found if item.error]
        assert told[0] == "this penpa link decodes to more than 4194304 characters"
        together = "this penpa link and those above it decode to too much together, expected it in a separate text"
        assert set(told[2:]) == {together}


def test_a_link_is_not_cut_short_by_those_before_it() -> None:
    """However many: what a link that people drew unfolds to is a few times as long."""
    text = f"{PENPA_SUDOKU}\n" * 20
    room = penpa.Room()
    room.left = 0
    for line in text.splitlines():
        found = address(line, room)
        assert found
        assert found.what


def test_every_form_belongs_to_a_kind() -> None:
    """Each form is read by one kind at least, and all that is written as a link is read back as one."""
    links = {kind: texts_of(kind).links for kind in NAMES}
    assert {form for found in links.values() for form in found} == set(FORMS)
    assert {kind for kind in NAMES if "puzz.link" in links[kind]} == PUZZ_LINKS.keys()
    for kind in NAMES:
        assert set(texts_of(kind).listed) <= set(texts_of(kind).formats)
