"""Fields of JSON objects: what each reader takes, and that its refusal names the field and what was found."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from satdnd.errors import InputError
from satdnd.grid import fields


def test_what_fits_comes_back() -> None:
    """Every reader returns the value that it checked."""
    assert fields.require({"a": None}, "a") is None
    assert fields.whole(3, "a", 3, 3) == 3
    assert fields.whole(10**30, "a", 0) == 10**30
    assert fields.text("x", "a") == "x"
    assert (fields.name({}), fields.name({"name": "x"})) == ("", "x")
    assert fields.listed([1, "x"], "a", "things") == [1, "x"]
    assert fields.pair([-1, 2], "a", "[row, column]") == (-1, 2)
    assert fields.size({"size": [1, 9]}, 9) == (1, 9)
    assert fields.cells([[1, 2], [0, 0]], "a", 2, 3) == [(1, 2), (0, 0)]
    assert fields.lines(["ab", "cd"], "a") == ["ab", "cd"]


def test_extra_fields() -> None:
    """Neither the known ones nor kind and name are extra."""
    assert fields.extra({"kind": 1, "name": 2, "a": 3, "b": 4}, ("a",)) == {"b": 4}


def test_shown_is_short() -> None:
    """Long values are cut, and an integer that Python refuses to write does not hurt."""
    assert fields.shown([1, "a"]) == "[1, 'a']"
    assert len(fields.shown("x" * 1000)) < 50
    assert fields.shown(10**5000) == "an integer of thousands of digits"


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda: fields.require({"b": 1, "c": 2}, "a"), "the field \"a\" is missing; found 'b', 'c'"),
        (lambda: fields.require([1], "a"), "found [1], expected a JSON object"),  # type: ignore[arg-type]
        (lambda: fields.require({}, "a"), 'the field "a" is missing; found no fields'),
        (lambda: fields.whole(True, "a", 0), 'field "a" is True, expected a whole number from 0'),
        (lambda: fields.whole(2.0, "a", 0, 5), 'field "a" is 2.0, expected a whole number from 0 to 5'),
        (lambda: fields.whole(6, "a", 0, 5), 'field "a" is 6, expected a whole number from 0 to 5'),
        (lambda: fields.whole(10**5000, "a", 0, 5), 'field "a" is an integer of thousands of digits, expected'),
        (lambda: fields.text(5, "a"), 'field "a" is 5, expected a string'),
        (lambda: fields.name({"name": None}), 'field "name" is None, expected a string'),
        (lambda: fields.listed("ab", "a", "cells"), "field \"a\" is 'ab', expected a list of cells"),
        (lambda: fields.pair([1], "a", "[row, column]"), 'field "a" is [1], expected [row, column]'),
        (lambda: fields.pair([1, True], "a", "[row, column]"), 'field "a" is [1, True], expected [row, column]'),
        (lambda: fields.size({"size": [8]}, 9), 'field "size" is [8], expected two numbers [rows, columns]'),
        (lambda: fields.size({"size": [8, 10]}, 9), 'field "size": found 10 columns, expected 1 to 9'),
        (lambda: fields.cells([[0, 3]], "a", 2, 3), 'field "a" holds [0, 3], expected [row, column] with row 0 to 1'),
        (lambda: fields.cells([[0, 1], [0, 1]], "a", 2, 3), 'field "a" holds [0, 1] twice'),
        (lambda: fields.lines([], "a"), 'field "a" is empty, expected a string for each row'),
        (lambda: fields.lines(["ab", "c"], "a"), 'row 1 of "a" has 1 characters, expected 2 as in row 0'),
        (lambda: fields.lines(["ab", 5], "a"), 'field "a[1]" is 5, expected a string'),
    ],
)
def test_what_does_not_fit(read: Callable[[], Any], message: str) -> None:
    """The refusal names the field, what was found and what fits."""
    with pytest.raises(InputError) as caught:
        read()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("values", "good"),
    [
        ([], True),
        ([0, 3], True),
        ((1,), True),
        ([0, 4], False),
        ([-1], False),
        ([True], False),
        ([1.0, 1], False),
        ([None], False),
    ],
)
def test_all_whole(values: list[Any], good: bool) -> None:
    """Numbers that are whole by type too, from 0 to 3."""
    assert fields.all_whole(values, 0, 3) is good


def test_json_holds_nothing_that_a_terminal_obeys() -> None:
    """Controls and directions of writing are escapes, and mean what they meant; letters and signs stay."""
    turning = [*map(chr, range(0x7F, 0xA0)), *"\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"]
    for sign in turning:
        line = fields.in_json({"name": f"ä{sign}b"})
        assert line == f'{{"name": "ä\\u{ord(sign):04x}b"}}'
        assert json.loads(line)["name"] == f"ä{sign}b"
        assert fields.harmless(f"x{sign}\n") == f"x\\u{ord(sign):04x}\n"
        alone = fields.in_json(f"\ud800{sign}")
        assert (json.loads(alone), alone.isprintable()) == (f"\ud800{sign}", True)
    for fine in ("plain", "ünïcode ☃ 😀 \u05d0 \u3000", "\x1b[1mbold\x1b[0m\n\t"):
        assert fields.harmless(fine) == fine
