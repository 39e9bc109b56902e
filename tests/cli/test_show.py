"""Images from the command line and from Python: every format, with answers, and what is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import FREE, NONE, PATH, PUZZLES, SIX, TWO, Ran, run
from test_images import pages, poppler

import satdnd
from satdnd.errors import UsageError
from satdnd.registry import NAMES

BEGINS = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF", "json": b'{"name"', "txt": b" "}


def asked(*arguments: str | Path) -> tuple[Ran, bytes]:
    """`run` of a command that writes a file, whose name is the last argument; the file as it is then."""
    place = Path(arguments[-1])
    ran = run(*arguments[:-1], "--output", place)
    return ran, place.read_bytes() if place.exists() else b""


@pytest.mark.parametrize("form", BEGINS)
def test_the_ending_says_what_is_drawn(form: str, tmp_path: Path) -> None:
    """Of a dungeon; --format says the same, and wins."""
    ran, image = asked("show", SIX, tmp_path / f"x.{form}")
    assert (ran.status, ran.err) == (0, "")
    assert image.startswith(BEGINS[form])
    ran, image = asked("show", SIX, "--format", "png", tmp_path / f"y.{form}")
    assert image.startswith(BEGINS["png"])


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("form", ["png", "pdf"])
def test_every_kind_with_its_answer(kind: str, form: str, tmp_path: Path) -> None:
    """Through the command line; a PDF has the answer on a page of its own."""
    puzzle = tmp_path / "x.txt"
    puzzle.write_text(f"# kind: {kind}\n" * (kind not in ("sudoku", "klotski")) + PUZZLES[kind], encoding="utf-8")
    ran, image = asked("show", puzzle, "--kind", kind, "--answers", tmp_path / f"x.{form}")
    assert ran.err == ""
    assert ran.status in (0, 1)
    assert image.startswith(BEGINS[form])
    assert form == "png" or len(re.findall(rb"/Type /Page\b", image)) >= 2


@poppler
@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (PATH, 0, "path: unique"),
        (TWO, 1, "two: multiple"),
        (NONE, 1, "none: unsolvable"),
    ],
)
def test_answers_tell_the_truth(text: str, status: int, words: str, tmp_path: Path) -> None:
    """The status stands above, and where there are several solutions two are drawn, with what differs."""
    (tmp_path / "x.dnd").write_text(text, encoding="utf-8")
    ran, image = asked("show", tmp_path / "x.dnd", "--answers", tmp_path / "x.pdf")
    assert (ran.status, ran.err) == (status, "")
    first, second = pages(image)
    assert words not in first
    assert second.split()[:2] == words.split()
    assert ("what differs" in second) == (status == 1 and text == TWO)
    drawing = run("show", tmp_path / "x.dnd", "--answers", "--format", "svg").out
    groups = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">', drawing)
    assert words in drawing
    assert len(groups) == {PATH: 2, TWO: 3, NONE: 1}[text]
    assert (len({y for _, y in groups}) == 1) == (text != TWO)  # the answer is beside it; two are below
    (record,) = run("show", tmp_path / "x.dnd", "--answers", "--format", "json").answers
    assert f"{record['name']}: {record['status']}" == words
    assert record["picture"]["label"] == "dungeon"
    assert record["answer"][0]["caption"].startswith(words)
    assert len([panel for panel in record["answer"] if "picture" in panel]) == len(groups) - 1


def test_json_of_puzzles_and_boards(tmp_path: Path) -> None:
    """One line for each, with the picture as the API gives it."""
    (tmp_path / "x.dnd").write_text(f"{PATH}\n{TWO}", encoding="utf-8")
    records = run("show", tmp_path / "x.dnd", "--format", "json").answers
    puzzles = satdnd.load(tmp_path / "x.dnd")
    assert [record["picture"] for record in records] == [satdnd.picture(puzzle).to_json() for puzzle in puzzles]
    assert [(record["name"], record["kind"]) for record in records] == [("path", "dungeon"), ("two", "dungeon")]
    (record,) = run("show", SIX, SIX.replace(".dnd", ".solution"), "--format", "json").answers
    assert "wall" in {tile["style"] for row in record["picture"]["tiles"] for tile in row if tile}


def test_films_and_hints_as_images(tmp_path: Path) -> None:
    """explain and hint take the same formats."""
    (tmp_path / "x.dnd").write_text(PATH, encoding="utf-8")
    for command in ("explain", "hint"):
        for form in ("png", "pdf"):
            ran, image = asked(command, tmp_path / "x.dnd", tmp_path / f"{command}.{form}")
            assert (ran.status, ran.err) == (0, "")
            assert image.startswith(BEGINS[form])


def test_an_answer_that_is_not_known_in_time(tmp_path: Path) -> None:
    """Is said so; the status is 3."""
    (tmp_path / "x.dnd").write_text(FREE, encoding="utf-8")
    ran = run("show", tmp_path / "x.dnd", "--answers", "--timeout", "0")
    assert ran.status == 3
    assert "free: undecided" in ran.out


def test_binary_goes_into_pipes_and_not_on_terminals() -> None:
    """Through the process, as a person would."""
    import pty

    command = [sys.executable, "-m", "satdnd", "show", SIX, "--format", "png"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(BEGINS["png"])
    main, terminal = pty.openpty()
    with open(main, "rb"), open(terminal, "wb") as out:
        ran = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (
        2,
        "satdnd: PNG cannot be shown in a terminal: use --output FILE or a pipe\n",
    )


@pytest.mark.parametrize(("form", "module"), [("png", "resvg_py"), ("pdf", "fpdf")])
def test_without_the_extra(form: str, module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, with what to do; no file is begun, and nothing is solved before."""
    monkeypatch.setitem(sys.modules, module, None)
    ran, image = asked("show", SIX, tmp_path / f"x.{form}")
    assert (ran.status, image) == (2, b"")
    assert ran.err == f"satdnd: {form.upper()} needs more than is installed: pip install 'satdnd[pictures]'\n"
    assert not [*tmp_path.iterdir()]
    assert run("show", SIX, "--format", "svg").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", SIX, "--output", "x.jpg"), "satdnd makes no images of that format; known are svg, png, pdf"),
        (("convert", SIX, "--output", "x.png"), "satdnd makes no images of that format: 'satdnd show' draws"),
        (("booklet", SIX, "--output", "x.png"), "a booklet is a PDF; 'satdnd show' draws the other formats"),
        (("show", SIX, "--scale", "2"), "--scale needs PNG"),
        (("show", SIX, "--scale", "0", "--format", "png"), "Invalid value for '--scale'"),
        (("show", SIX, SIX, "--answers"), "give a solution, or --answers"),
        (("show", SIX, "--format", "png", "--scale", "99.9", "--output", "x.png"), "pixels is too large"),
    ],
)
def test_what_cannot_be_drawn(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence, status 2, no file."""
    monkeypatch.chdir(tmp_path)
    ran = run(*arguments)
    assert ran.status == 2
    assert message in ran.err
    assert not [*tmp_path.iterdir()]


def test_bad_puzzles_among_good_ones(tmp_path: Path) -> None:
    """The others are drawn; the status is 2."""
    (tmp_path / "x.dnd").write_text(f"{PATH}\nbogus\n\n{TWO}", encoding="utf-8")
    ran, image = asked("show", tmp_path / "x.dnd", tmp_path / "x.png")
    assert (ran.status, image[:4]) == (2, BEGINS["png"])
    assert ran.err.count("\n") == 1


def test_the_python_api() -> None:
    """render takes puzzles, answers, pictures and lists, and refuses the rest in a sentence."""
    puzzle = satdnd.loads(PATH)[0]
    answer = satdnd.diagnose(satdnd.loads("\n 31013\n0.....\n2M...M\n2.....\n2.....\n3...T.\n")[0], edits=1)
    assert "path" in satdnd.render(puzzle)
    assert satdnd.render(puzzle, "text").startswith("path\n   1 1\n")
    assert satdnd.render(answer).count("data-cell") == 2 * 25  # the repaired puzzle is drawn as well
    assert satdnd.render(satdnd.picture(puzzle, satdnd.solve(puzzle).solutions[0]), "text").count("█") == 4
    assert satdnd.render([puzzle, answer], "png").startswith(BEGINS["png"])
    assert ">2</text>" in satdnd.render(puzzle, coordinates=True)
    for thing, form in ((puzzle, "bmp"), (7, "svg")):
        with pytest.raises(UsageError):
            satdnd.render(thing, form)  # type: ignore[call-overload]
