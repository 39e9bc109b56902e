"""Files as people and programs write them: what they are, or asked about; links in any text, arrays and JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import satdnd
from satdnd.formats.loading import load, read, read_text
from satdnd.formats.streams import LONGEST_LINE

FOREIGN = Path(__file__).parents[1] / "data" / "foreign"
QUESTION = "pass --kind NAME"
KINDS = {
    "akari_sp.txt": "akari 5x5",
    "dancer.cwc": "nonogram 10x5",
    "dancer.g": "nonogram 10x5",
    "dancer.nin": "nonogram 10x5",
    "dancer.non": "nonogram 10x5",
    "dancer_blank.nonogram": "nonogram 10x5",
    "dancer_webpbn.xml": "nonogram 10x5",
    "dashgrid.txt": "sudoku 9x9",
    "ed.txt": "sudoku 9x9",
    "egrid.txt": "sudoku 9x9",
    "euler.txt": "sudoku 9x9, sudoku 9x9",
    "excel.tsv": "sudoku 9x9",
    "forum.txt": "slitherlink 5x5",
    "forum3.txt": "slitherlink 5x5",
    "gridobj.json": "sudoku 9x9",
    "guess_hashi_dash.txt": "several kinds (hashi, nurikabe)",
    "guess_nuri_zero.txt": "nurikabe 5x5",
    "guess_queens_regions.txt": "starbattle 6x6",
    "guess_slither_dash.txt": "slitherlink 5x5",
    "guess_sudoku6dash.txt": "sudoku 6x6",
    "guess_sudoku6dots.txt": "(sudoku, hashi, nurikabe, slant, slitherlink, akari, hitori, kurodoko, cave, mosaic, ",
    "hi_pipe.hitori": "hitori 3x3",
    "hit.csv": "hitori 5x5",
    "hitori_kanpen.txt": "hitori 17x17",
    "hodoku_lib.txt": "sudoku 9x9, sudoku 9x9, found 78 cells",
    "hodoku_pm.txt": "sudoku 9x9",
    "hw_csv.heyawake": "heyawake 3x3",
    "legup43.xml": "nurikabe 7x7",
    "links_notes.txt": "slitherlink 5x5, nurikabe 7x7",
    "mdlist.md": "slitherlink 5x5, nurikabe 7x7, akari 10x10",
    "num_regions.txt": "starbattle 5x5",
    "numbered.txt": "sudoku 9x9",
    "nuri_spaces.nurikabe": "nurikabe 4x4",
    "obj.json": "sudoku 9x9",
    "picross.json": "programs differ in which of these are the rows",
    "pipegrid.txt": "sudoku 9x9",
    "pk_raw.txt": "sudoku 16x16",
    "progress.sdx": "sudoku 9x9",
    "pzprv3_nonogram.txt": "nonogram 10x3",
    "queens1.json": "starbattle 6x6",
    "semi.txt": "sudoku 9x9",
    "sgt_lightup.sav": "akari 14x14",
    "sgt_pattern.sav": "nonogram 10x10",
    "sgt_solo.sav": "sudoku 4x4",
    "simple_state.ss": "sudoku 9x9",
    "slither_spaces.slitherlink": "slitherlink 3x4",
    "ss_clip.txt": "sudoku 9x9",
    "sud_spaces.sudoku": "sudoku 4x4",
    "sudokuexchange.txt": "sudoku 9x9",
    "tents595.tents": "tents 4x4",
    "wiki.json": "sudoku 9x9",
    "zeros.tsv": "sudoku 9x9",
}
UNIQUE = [name for name, told in KINDS.items() if ", " not in told and told.endswith(tuple("0123456789"))]
SLITHER = "https://puzz.link/p?slither/5/5/gch1222ch331bg222"
NURIKABE = "https://puzz.link/p?nurikabe/7/7/1s5zm.i3g2"
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("name", KINDS)
def test_each_file(name: str) -> None:
    """Is read as its true kind, whole, or asked about."""
    items = [*read(FOREIGN / name)]
    told = [
        item.error.message if item.error else f"{item.kind} {item.puzzle.height}x{item.puzzle.width}" for item in items
    ]
    for part, expected in zip(told, KINDS[name].split(", ") if len(told) > 1 else [KINDS[name]], strict=True):
        assert expected in part


def test_every_file_is_in_the_table() -> None:
    """So that a new one is tried."""
    assert {path.name for path in FOREIGN.iterdir()} - {"README.md"} == {*KINDS}


def test_the_same_sudoku_in_every_form() -> None:
    """Project Euler's first grid with dashes, bars, ratings and as JSON; Wikipedia's as a table and an array."""
    euler = {
        load(FOREIGN / name)[0].clues for name in ("euler.txt", "dashgrid.txt", "pipegrid.txt", "ed.txt", "semi.txt")
    }
    euler |= {load(FOREIGN / name)[0].clues for name in ("obj.json", "gridobj.json")}
    assert len(euler) == 1
    assert len({load(FOREIGN / name)[0].clues for name in ("wiki.json", "excel.tsv", "zeros.tsv")}) == 1
    assert satdnd.loads(SUDOKU)[0].clues == load(FOREIGN / "wiki.json")[0].clues


def test_what_is_guessed_is_said() -> None:
    """With the puzzle; not where the text says it, nor where its form shows it."""
    (item,) = read(FOREIGN / "hit.csv")
    assert item.notices == ("read as hitori (use --kind if it is something else)",)
    (item,) = read(FOREIGN / "hit.csv", "hitori")
    assert not item.notices
    assert not next(read(FOREIGN / "hi_pipe.hitori")).notices
    assert not next(read_text(SUDOKU)).notices
    assert not next(read_text(satdnd.dumps(load(FOREIGN / "hit.csv")[0]))).notices


TEXTS = {
    "sentence": f"Try this one: {SLITHER}, it is nice. And then\n{NURIKABE}. Bye!\n",
    "markdown": f"# Two puzzles\n\nThe [first]({SLITHER}) and the [second]({NURIKABE}) of today.\n",
    "angles": f"<{SLITHER}>\n\n> <{NURIKABE}>\n",
    "list": f"1. {SLITHER} (easy)\n2) {NURIKABE} (hard)\n",
    "mail": f"Dear all,\n\nhere they are:\n\n{SLITHER}\n\nand\n\n{NURIKABE}\n\nBest wishes\n  A setter\n",
    "bare": "slither/5/5/gch1222ch331bg222\n* nurikabe/7/7/1s5zm.i3g2\n",
    "one line": f"{SLITHER} {NURIKABE}\n",
    "hosts": f"{SLITHER.removeprefix('https://')}\nhttps://example.com/\n{NURIKABE}\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_links_in_any_text(name: str) -> None:
    """Each is answered, wherever it stands; words around them are no puzzles."""
    items = [*read_text(TEXTS[name])]
    assert [item.kind for item in items if item.puzzle] == ["slitherlink", "nurikabe"]
    assert all("example.com" in str(item.error) for item in items if item.error)


def test_a_bad_link_costs_itself() -> None:
    """With its line and column; a puzzle between links that cannot be read is an error too."""
    bad = "https://puzz.link/p?slither/5/5/gch!"
    items = [*read_text(f"Hello\n\nsee {bad} and {NURIKABE}\n\n# kind: nurikabe\n2.\n.+\n\n{SLITHER}\n", "mail.txt")]
    assert [item.kind for item in items] == ["slitherlink", "nurikabe", "nurikabe", "slitherlink"]
    assert items[0].error
    assert (items[0].error.line, items[0].error.column) == (3, 4 + bad.index("!") + 1)
    assert items[2].error
    assert (items[2].error.line, items[2].error.column) == (7, 2)


def test_a_number_at_the_end_of_a_link_is_part_of_it() -> None:
    """A dot there is an unknown number, unless the link is whole without it."""
    (item,) = read_text("https://puzz.link/p?nurikabe/2/1/g.")
    assert item.puzzle.rows == ((None, "?"),)
    (item,) = read_text("It was https://puzz.link/p?nurikabe/2/1/g2.")
    assert item.puzzle.rows == ((None, 2),)


ROWS = [[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0]]


@pytest.mark.parametrize(
    "value",
    [
        [[None, 2, None], [None, None, None], [1, None, None]],
        [["", "2", ""], ["", "", ""], ["1", "", ""]],
        [".2.", "...", "1.."],
        {"grid": [[0, 2, 0], [0, 0, 0], [1, 0, 0]]},
        {"puzzle": ".2.\n...\n1..\n", "name": "a", "source": "somebody"},
        {"problem": "3 3\n- 2 -\n- - -\n1 - -", "solution": "- 2 -"},
        [{"kind": "nurikabe", "board": [[0, 2, 0], [0, 0, 0], [1, 0, 0]]}],
    ],
)
def test_arrays_and_objects_of_others(value: object) -> None:
    """Rows as lists or strings, alone or in a field; other fields are kept."""
    (item,) = read_text(json.dumps(value), kind="nurikabe")
    assert item.puzzle.rows == ((None, 2, None), (None, None, None), (1, None, None))
    if isinstance(value, dict) and "source" in value:
        assert (item.puzzle.name, item.puzzle.extra) == ("a", {"source": "somebody"})


@pytest.mark.parametrize("text", ["[[None, 2],\n [1, None]]\n", "[(None, 2), (1, None)]", "[['', 2], [1, ''],]"])
def test_arrays_of_python(text: str) -> None:
    """Which are no JSON."""
    (item,) = read_text(text, kind="nurikabe")
    assert item.puzzle.rows == ((None, 2), (1, None))


def test_records_without_a_kind() -> None:
    """Are of the one kind that has these fields, or asked about."""
    (item,) = read_text('{"rows": [[1], [1]], "columns": [[1], [1]]}')
    assert item.kind == "nonogram"
    (item,) = read_text('{"rows": ["2...", "....", "..2.", "...."]}')
    assert item.error
    assert QUESTION in item.error.message
    (item,) = read_text('{"colour": "red"}')
    assert item.error
    assert item.error.message.startswith('no "kind" in this JSON object')


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings(tmp_path: Path, encoding: str, end: str) -> None:
    """Those of editors and spreadsheets, with their byte order marks."""
    file = tmp_path / "a.nurikabe"
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    file.write_bytes((mark + "# name: é" + end + ". 2" + end + "1 ." + end).encode(encoding))
    (puzzle,) = load(file)
    assert puzzle.name == "é"
    assert puzzle.rows == ((None, 2), (1, None))


def test_reading_has_limits(tmp_path: Path) -> None:
    """A line, comments, and the text that a guess looks at are bounded; the limits of a question hold for reading."""
    from satdnd.formats.streams import Meter

    file = tmp_path / "a.txt"
    file.write_bytes(b"." * (LONGEST_LINE + 1))
    (item,) = _items(file)
    assert f"more than {LONGEST_LINE} bytes" in item
    file.write_text("." * 500_000 + "\n")
    (item,) = _items(file)
    assert "too large for its kind to be guessed" in item
    for kind in ("sudoku", "nurikabe", "masyu"):
        (told,) = (str(item.error) for item in read(file, kind))
        assert re.search("found (500000 columns|a (line|grid) of 500,000)", told)
    file.write_text("#\n" * 100_002)
    (item,) = _items(file)
    assert "lines of comments" in item
    file.write_text("# a\n" * 90_000)
    items = _items(file, Meter(seconds=0.0))
    assert any("the time limit was reached" in item for item in items)
    items = _items(file, Meter(memory=-1 << 40))
    assert any("the memory limit was reached" in item for item in items)


def _items(file: Path, meter: object = None) -> list[str]:
    try:
        return [str(item.error) for item in read(file, meter=meter)]  # type: ignore[arg-type]
    except satdnd.InputError as error:
        return [str(error)]
