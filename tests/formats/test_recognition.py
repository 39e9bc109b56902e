"""Guessing kinds: only kinds whose mark a text has are imported, and no kind that fits is left out by its mark."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hypothesis import example, given, settings, strategies as st

from satdnd.formats.examples import examples_of
from satdnd.formats.recognition import possible_kinds, texts_of
from satdnd.registry import NAMES

_ALPHABETS = (
    *(".0123456789", ".123456789?", "01.", ".01234#", "bw.", "o.@OB", "#12", "aabbcd", "123", " 12M.T", "n2s.e#"),
    *("Q.q", "x12 ", "\\1/2#. ", "\u2191.2\u2193", "r1b2 ", "-1", "_*0", "\u25cb\u25cf.", "9x9"),
)
_LINES = st.sampled_from(_ALPHABETS).flatmap(lambda signs: st.lists(st.text(signs, min_size=1, max_size=6), max_size=6))


def _left_out(text: str) -> list[str]:
    """The kinds that fit a text although they lack its mark."""
    others = {*NAMES} - {*possible_kinds(text)}
    return [name for name in others if texts_of(name).recognises(text) or texts_of(name).resembles(text)]


def test_the_mark_of_a_kind_is_in_its_texts() -> None:
    """In all examples, of every kind."""
    for name in NAMES:
        assert not [text for text in examples_of(name) if _left_out(text)]


@settings(max_examples=60, deadline=None)
@example(["# # 2/"])
@example(["AAABCD", "AAABCD", "BBBBCD", "BBECCD", "FEECCD", "FFEECC"])
@given(_LINES)
def test_a_kind_without_its_mark_never_fits(lines: list[str]) -> None:
    """Small grids of the signs that kinds use."""
    assert not _left_out("".join(f"{line}\n" for line in lines))


def test_a_guess_imports_only_kinds_that_may_fit(tmp_path: Path) -> None:
    """Not the kinds whose texts have titles, or signs that a sudoku has not."""
    path = tmp_path / "puzzle.txt"
    path.write_text("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")
    code = "import sys, satdnd; satdnd.load(sys.argv[1]); print(*(name for name in sys.modules if 'kinds.' in name))"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert "satdnd.kinds.sudoku" in done.stdout
    assert not [kind for kind in ("kenken", "masyu", "slitherlink", "tents") if f"satdnd.kinds.{kind}" in done.stdout]
