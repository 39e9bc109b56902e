"""Texts, links and JSON that hold no puzzle of their kind: where, what was found and what was expected."""

from __future__ import annotations

import pytest

import satdnd
from satdnd.errors import InputError

WRONG = {
    "akari": [
        ("..\n.?\n", ":2:2: found '?', expected a whole number from 0 to 4, '#' or '.'"),
        ("lightup/2/2/f", ":13: found 'f', expected a number (0 to 4"),
        ("lightup/2/2/..", ":15: the link ends after 2 of 4 cells"),
    ],
    "binairo": [
        ("012.\n", ":1:3: found '2', expected a whole number from 0 to 1 or '.'"),
        ('{"kind": "binairo", "rows": ["0.", "0"]}', "row 2 has 1 cell, expected 2"),
        ('{"kind": "binairo", "rows": [[0, 2]]}', "r1c2: found 2"),
    ],
    "heyawake": [
        ("areas\nab\nc = 1\n", ":3: found a number of 'c' which is no area of the grid"),
        ("areas\nab\na = 1\na = 1\n", ":4: found a number of 'a' twice"),
        ("heyawake/2/2/00", "the link ends after 0 of 1 area"),
        ("heyawake/2/2/00123", "found '23', expected the end"),
    ],
    "hitori": [
        ("hitori/2/1/111", ":14: found '1', expected the end, since all 2 cells are there"),
        ("hitori/2/1/1A", ":13: found 'A', expected a number (0 to z"),
        ("hitori/2/1/1-1", ":13: found '-1', expected a number"),
        ("12\n1+\n", ":2:2: found '+', expected a whole number from 0, a letter or '.'"),
        ("12\n1\n", ":2:2: found 1 cell, expected 2 as in line 1"),
        ("1 AB\n", ":1:3: found 'AB'"),
    ],
    "kakuro": [
        ("kakuro/2/2/n", ":13: the link ends too early, expected the sums of all cells"),
        ("kakuro/2/2/p----", ":12: found 'p', 6 white cells, expected at most 4"),
        ("kakuro/2/2/n----5", ":17: found '5', expected the end"),
        ("kakuro/2/2/l!", ":13: found '!', no sum, expected 0 to 9, a to j, A to Z or -"),
        ("\\ 3\\\n\\3 x\n", ":2:4: found 'x', expected . or \\ or sums such as 16\\7"),
        ("\\ 0\\\n\\3 .\n", "r1c2: found (0, None), expected '.', '#' or two sums [down, across] from 1"),
    ],
    "masyu": [
        ("mashu/3/2/000", ":13: found '0', expected the end"),
        ("mashu/3/2/0r", ":12: found 'r', expected 0 to 9 or a to q"),
        ("mashu/4/1/01", ":12: found '1', a sign in more cells"),
        ("w.y\n...\n", ":1:3: found 'y', expected 'w', 'b' or '.'"),
    ],
    "numberlink": [
        ("1..\n..2\n.21\n3..\n", "found 1 cell with the number 3 (r4c1), expected two"),
        ("1.1\n..1\n", "found 3 cells with the number 1 (r1c1, r1c3, r2c3), expected two"),
        ("1.a\n1..\n", ":1:3: found 'a', expected a whole number from 1 or '.'"),
    ],
    "skyscrapers": [
        ("skyscrapers/2/2/l1", ":19: the link ends after 7 of 12 cells"),
        ("skyscrapers/2/2/n3i", ":18: found the number 3 at r1c1, expected a whole number from 1 to 2 or none"),
        ("skyscrapers/2/3/zz", ":15: found a grid of 3 rows and 2 columns, expected as many rows as columns"),
        ("skyscrapers/2/2/nj1", ":19: found '1', expected the end"),
        ("top\n1 2 3\nleft\n1 2\n", "its fields have 2 and 3 rows or columns, expected as many of both"),
        ("left\n1 x .\n", ":2:3: found 'x', expected a number, or . for none"),
        ("rows\n...\n...\n", "its fields have 2 and 3 rows or columns, expected as many of both"),
    ],
    "slitherlink": [
        ("3.\n.y\n", ":2:2: found 'y', expected a whole number from 0 to 4 or '.'"),
        ("slither/2/2/01f3", ":15: found 'f', expected a number (0 to 4, 5 to e"),
        ("slither/2/2/0h3z", ":16: found 'z', expected the end"),
        ("slither/2/2/0j", ":14: found 'j', more cells without a number"),
    ],
    "starbattle": [
        ("stars\n1\nareas\na@\na@\n", "column 2 has no cell of an area, expected at least one"),
        ("stars\n0\nareas\na\n", 'field "stars" is 0, expected'),
        ("stars\n?\nareas\na\n", "expected a number of stars"),
        ("stars\n1\nareas\naab\nab\n", "found 2 cells, expected 3 as in line 4"),
        ('{"kind": "starbattle", "stars": 1, "areas": ["aab", "ab"]}', 'field "areas": row 2 has 2 cells'),
        ('{"kind": "starbattle", "stars": 1, "areas": [[1, null]]}', "column 2 has no cell of an area"),
        ('{"kind": "starbattle", "stars": 1, "areas": [[1, 1.5]]}', 'field "areas[0]" holds 1.5, expected a name'),
        ("starbattle/6/6/4ilbhgdnmhou", "expected the number of stars, and the borders after a '/'"),
        ("starbattle/6/6/1/4ilbhgdnmhou1", "found '1', expected the end"),
        ("starbattle/6/6/1/4ilbhgdnm", "the link ends after"),
    ],
    "tents": [
        ("rows\n1 x\ncolumns\n1\ntrees\n0,0\n", ":2:3: found 'x', expected a number of tents"),
        ("rows\n1\ncolumns\n1 1\ntrees\n0,2\n", "trees"),
        ("rows\n1\ncolumns\n1 1\ntrees\n0,1 T\n", "found 'T', expected a tree such as 0,3"),
        ('{"kind": "tents", "rows": [-1], "columns": [1], "trees": []}', "row 1 has the count -1"),
        ('{"kind": "tents", "rows": [1], "trees": []}', '"columns"'),
        ("tents/2/2/00", "the link ends after 2 of 4 lines"),
        ("tents/2/2/00003z", "found 'z', more cells, expected as many as are left of 4"),
        ("tents/2/2/0000!", "found '!', expected 0 to h for a cell"),
    ],
    "yajilin": [
        ("yajilin/2/1/c", ":13: found 'c', 3 cells without a number, expected at most 2"),
        ("yajilin/2/1/b1", ":14: found '1', expected the end"),
        ("yajilin/2/1/1x", ":13: found '1x', expected a direction"),
        ("yajilin/2/1/03a", ":13: found a number without a direction"),
        (". 2x\n. .\n", ":1:3: found '2x', expected a number and n, e, s or w"),
    ],
}


@pytest.mark.parametrize(("kind", "text", "message"), [(kind, *row) for kind, rows in WRONG.items() for row in rows])
def test_wrong_puzzles(kind: str, text: str, message: str) -> None:
    """What the tokenizers of all kinds refuse is in one row of each sort."""
    with pytest.raises(InputError) as caught:
        satdnd.loads(text, kind)
    assert message in str(caught.value)
