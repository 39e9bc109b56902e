"""Puzzles in XML of other programs: LEGUP's own files, webpbn's puzzle number 1, and what is refused."""

from __future__ import annotations

import pytest

import satdnd
from satdnd.formats import loading

LIGHT_UP = """\
<Legup version="2.0.0">
    <puzzle name="LightUp" tag="2408448">
        <board height="7" width="7">
            <cells>
                <cell value="0" x="1" y="0"/>
                <cell value="-1" x="4" y="0"/>
                <cell value="-1" x="3" y="1"/>
                <cell value="3" x="6" y="1"/>
                <cell value="-1" x="0" y="2"/>
                <cell value="-1" x="1" y="3"/>
                <cell value="0" x="5" y="3"/>
                <cell value="1" x="6" y="4"/>
                <cell value="0" x="0" y="5"/>
                <cell value="2" x="3" y="5"/>
                <cell value="3" x="2" y="6"/>
                <cell value="-1" x="5" y="6"/>
            </cells>
        </board>
    </puzzle>
    <solved isSolved="-2010495071" lastSaved="2024-11-08 17:14:34"/>
</Legup>
"""
"""Bram-Hub/LEGUP, puzzles files/lightup/7x7 Easy/2408448."""
SKYSCRAPERS = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Legup version="2.0.0">
    <puzzle name="Skyscrapers">
        <board size="4">
            <cells>

            </cells>
            <axis side="east">
                <clue index="1" value="3"/>
                <clue index="2" value="2"/>
                <clue index="3" value="1"/>
                <clue index="2" value="2"/>
            </axis>
            <axis side="south">
                <clue index="1" value="3"/>
                <clue index="4" value="1"/>
                <clue index="2" value="3"/>
                <clue index="2" value="2"/>
            </axis>
            <flags dupe="true" view="false"/>
        </board>
    </puzzle>
</Legup>
"""
"""Bram-Hub/LEGUP, puzzles files/skyscrapers/4x4 Skyscrapers Easy1."""
TREE_TENT = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<Legup version="2.0.0"><puzzle name="TreeTent">'
    '<board height="8" width="8"><cells>'
    + "".join(
        f'<cell value="1" x="{x}" y="{y}"/>'
        for x, y in ("01", "21", "61", "72", "13", "23", "63", "34", "55", "07", "47", "67")
    )
    + '</cells><axis side="east">'
    + "".join(f'<clue index="{row}" value="{value}"/>' for row, value in zip("ABCDEFGH", "30212112", strict=True))
    + '</axis><axis side="south">'
    + "".join(f'<clue index="{column}" value="{value}"/>' for column, value in zip("12345678", "30212112", strict=True))
    + "</axis></board></puzzle></Legup>\n"
)
"""Bram-Hub/LEGUP, puzzles files/treetent/8x8 TreeTent Easy/1646651."""
SUDOKU = (
    '<Legup version="2.0.0"><puzzle name="Sudoku" tag="14538464"><board size="9"><cells>'
    + "".join(
        f'<cell value="{value}" x="{x}" y="{y}"/>'
        for value, x, y in (
            *("400", "920", "431", "671", "981", "312", "132", "582", "813", "653", "763", "173", "624", "544"),
            *("864", "215", "325", "835", "575", "306", "156", "976", "107", "617", "757", "848", "168", "788"),
        )
    )
    + '</cells></board></puzzle><solved isSolved="-2010495071" lastSaved="2024-11-08 17:14:34"/></Legup>\n'
)
"""Bram-Hub/LEGUP, puzzles files/sudoku/3x3 Sudoku Basic/14538464."""
ROWS = ((2,), (2, 1), (1, 1), (3,), (1, 1), (1, 1), (2,), (1, 1), (1, 2), (2,))
COLUMNS = ((2, 1), (2, 1, 3), (7,), (1, 3), (2, 1))
"""The dancer, webpbn.com puzzle number 1, CC-BY-3.0."""


def clues(side: str, lines: tuple[tuple[int, ...], ...]) -> str:
    counts = ("".join(f"<count>{run}</count>" for run in line) for line in lines)
    return f'<clues type="{side}">\n' + "".join(f"<line>{line}</line>\n" for line in counts) + "</clues>\n"


PUZZLE = (
    '<puzzle type="grid" defaultcolor="black">\n<source>webpbn.com</source>\n<id>#1 (v.1)</id>\n'
    "<title>Demo Puzzle from Front Page</title>\n<author>unknown</author>\n"
    '<color name="white" char=".">fff</color>\n<color name="black" char="X">000</color>\n'
    f"{clues('columns', COLUMNS)}{clues('rows', ROWS)}"
    '<solution type="goal"><image>|.XX..|</image></solution>\n</puzzle>\n'
)
HEAD = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n<puzzleset>\n'
WEBPBN = f"{HEAD}{PUZZLE}</puzzleset>\n"


def read(text: str) -> list[loading.Item]:
    return [*loading.read_text(text)]


def message(text: str) -> str:
    (item,) = read(text)
    assert item.error
    return str(item.error)


@pytest.mark.parametrize(("text", "kind"), [(LIGHT_UP, "akari"), (SKYSCRAPERS, "skyscrapers"), (SUDOKU, "sudoku")])
def test_published_puzzles_of_legup_have_one_solution(text: str, kind: str) -> None:
    (item,) = read(text)
    assert item.kind == kind
    assert satdnd.unique(item.puzzle).status == "unique"


def test_clues_of_legup_are_at_their_sides() -> None:
    (item,) = read(SKYSCRAPERS)
    assert item.puzzle.left == (1, 2, 3, 2)
    assert item.puzzle.right == (3, 2, 1, 2)
    assert item.puzzle.top == (1, 4, 2, 2)
    assert item.puzzle.bottom == (3, 1, 3, 2)
    (item,) = read(LIGHT_UP)
    assert item.name == "2408448"
    rows = loading.texts_of("akari").to_json(item.puzzle)["rows"]
    assert rows == [".0..#..", "...#..3", "#......", ".#...0.", "......1", "0..2...", "..3..#."]


def test_tents_of_legup_whose_exporter_writes_the_counts_of_the_rows_twice() -> None:
    """TreeTentExporter.java goes through the clues of the rows for both sides, so every file of theirs has that."""
    assert "text:2:48: found the same counts for rows and columns: LEGUP's exporter" in message(TREE_TENT)
    (item,) = read(TREE_TENT.replace('index="1" value="3"', 'index="1" value="2"'))
    assert item.puzzle.rows == (3, 0, 2, 1, 2, 1, 1, 2)
    assert item.puzzle.columns == (2, 0, 2, 1, 2, 1, 1, 2)
    assert item.puzzle.trees[:4] == ((1, 0), (1, 2), (1, 6), (2, 7))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('value="3" x="6" y="1"', 'value="-4" x="6" y="1"', "text:8:17: found the value -4, expected -2 to 4: given"),
        ('x="6" y="1"', 'x="7" y="1"', "text:8:17: found a cell x=7 y=1, expected x from 0 to 6"),
        ('x="6" y="1"', 'x="3" y="1"', "text:8:17: found the cell x=3 y=1 twice"),
        ('x="6" y="1"', 'x="six" y="1"', "text:8:17: found x='six', expected a whole number"),
        (' x="6" y="1"', ' y="1"', "text:8:17: found no attribute 'x'"),
        ("LightUp", "Fillapix", "text:2:5: found a puzzle 'Fillapix' of LEGUP, expected one of Nurikabe, LightUp"),
        ('height="7"', 'height="0"', "text:3:9: found 0 rows, expected 1 to 1000"),
        ("</cells>", "</cell>", "this XML cannot be read: mismatched tag"),
        ("<Legup", '<!DOCTYPE a [<!ENTITY b "b">]><Legup', "found a document type with declarations"),
    ],
)
def test_what_legup_cannot_hold_for_us_has_its_place(old: str, new: str, expected: str) -> None:
    assert expected in message(LIGHT_UP.replace(old, new, 1))


def test_webpbn_puzzle_number_1_without_its_answer() -> None:
    (item,) = read(WEBPBN)
    assert item.puzzle == satdnd.Nonogram(
        ROWS,
        COLUMNS,
        name="Demo Puzzle from Front Page",
        extra={"source": "webpbn.com", "id": "#1 (v.1)", "author": "unknown"},
    )
    assert satdnd.unique(item.puzzle).status == "unique"


def test_set_of_several_puzzles_with_a_bad_one_between() -> None:
    bad = PUZZLE.replace("<count>7</count>", '<count color="red">7</count>').replace("Demo", "Red")
    items = read(f"{HEAD}<copyright>of all</copyright>\n{PUZZLE}{bad}{PUZZLE}</puzzleset>")
    assert [bool(item.error) for item in items] == [False, True, False]
    assert items[0].puzzle.extra["copyright"] == "of all"
    assert "found a run of the colour 'red', expected black alone" in str(items[1].error)
    assert items[1].error
    assert (items[1].error.line, items[1].error.column) == (43, 7)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('defaultcolor="black"', 'defaultcolor="blue"', "text:12:7: found a run of the colour 'blue'"),
        ('type="grid"', 'type="triddler"', "text:4:1: found a puzzle of the type 'triddler'"),
        ("<count>7<", "<count>seven<", "text:14:7: found 'seven', expected the length of a run"),
        ("<count>7<", "<count>0</count><count>7<", "text:14:1: found a run of 0 among others"),
        ('type="rows"', 'type="columns"', "found 'columns' twice"),
        ("</puzzle>", "<puzzle>", "this XML cannot be read"),
        ("SYSTEM", 'SYSTEM "x" [<!ENTITY a "a">]>', "found a document type with declarations"),
    ],
)
def test_what_webpbn_holds_beyond_black_and_white_grids_is_refused(old: str, new: str, expected: str) -> None:
    assert expected in message(WEBPBN.replace(old, new, 1))


def test_empty_set_and_deep_nesting() -> None:
    assert "found no puzzle in this set" in message("<puzzleset></puzzleset>")
    assert "more than 32 elements" in message("<puzzleset>" + "<puzzle>" * 100_000)


def test_other_xml_is_none_of_these() -> None:
    """OpenSudoku, and what no program wrote."""
    (item,) = read('<?xml version="1.0"?>\n<opensudoku><game data="' + "0" * 81 + '"/></opensudoku>')
    assert item.kind == "sudoku"
    assert item.puzzle
