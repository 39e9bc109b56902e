"""Country road: cells of no area beside areas with numbers, and texts without a note."""

from __future__ import annotations

import json

import pytest

import satdnd
from satdnd import InputError


def test_cells_of_no_area_beside_numbers() -> None:
    """As ``@`` in a text, null in JSON; a number there, or a row of them alone, is refused."""
    (puzzle,) = satdnd.loads("# kind: countryroad\nareas\naa@\nabb\na = 2\n")
    assert [area.cells for area in puzzle.areas] == [((0, 0), (0, 1), (1, 0)), ((1, 1), (1, 2))]
    record = json.loads(satdnd.dumps(puzzle, "json"))
    assert (record["areas"], record["numbers"]) == ([["a", "a", None], ["a", "b", "b"]], [[0, 0, 2]])
    assert satdnd.loads(json.dumps(record)) == [puzzle]
    assert satdnd.loads(satdnd.dumps(puzzle)) == [puzzle]
    with pytest.raises(InputError, match="cells are in no area"):
        satdnd.dumps(puzzle, "puzz.link")
    record["numbers"] = [[0, 2, 1]]
    with pytest.raises(InputError, match="is the number of r1c3, which is in no area"):
        satdnd.loads(json.dumps(record))
    with pytest.raises(InputError, match="row 2 has no cell of an area"):
        satdnd.loads("# kind: countryroad\nareas\naa\n@@\n")
    with pytest.raises(InputError, match="which is no area of the grid"):
        satdnd.loads("# kind: countryroad\nareas\na@\naa\n@ = 2\n")


def test_not_taken_for_a_heyawake() -> None:
    """A number that no heyawake has room for says so, and small numbers that it is one."""
    assert satdnd.loads("areas\naab\nacb\nacb\na = 4\nb = 3\n")[0].kind == "countryroad"
    assert satdnd.loads("areas\naab\naab\nccb\na = 1\n")[0].kind == "heyawake"
    with pytest.raises(InputError, match=r"several kinds \(countryroad, heyawake"):
        satdnd.loads("areas\naab\naab\nccb\na = 2\nb = 2\n")
