"""What the page's module of bridges computes, asked of node; the gestures are tests of the browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from satdnd.kinds.hashi.kind import KIND
from satdnd.web.files import drawn_kinds, static

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")
PUZZLE = {"kind": "hashi", "rows": ["2_?", "___", "1_1"]}


def asked(expression: str) -> Any:
    """The value of an expression in which the module is called ``bridges``, and the input rules of hashi ``kind``."""
    bridges, declared = (json.dumps(Path(str(static()[name])).as_uri()) for name in ("bridges.js", "declared.js"))
    script = f"import * as bridges from {bridges}; import {{ declared }} from {declared}; "
    script += f"const kind = declared({json.dumps(drawn_kinds()['hashi'])}); const puzzle = {json.dumps(PUZZLE)}; "
    command = [str(NODE), "--input-type=module", "--eval", f"{script}console.log(JSON.stringify({expression}));"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_islands_are_typed_and_kept_as_strings() -> None:
    """Digits that there are, ?, water; a larger grid; which cells are islands."""
    assert drawn_kinds()["hashi"] == KIND.page
    typed = (
        "[[0, 1, '3'], [0, 1, '9'], [0, 1, '?']].map(([r, c, x]) => kind.type(puzzle, [r, c], x, true)?.rows ?? null)"
    )
    assert asked(typed) == [["23?", "___", "1_1"], None, ["2??", "___", "1_1"]]
    rows = "[kind.put(puzzle, [0, 0], '', false), kind.blank(1, 2), kind.resize(puzzle, 2, 4)].map((x) => x.rows)"
    assert asked(rows) == [["__?", "___", "1_1"], ["__"], ["2_?_", "____"]]
    assert asked("[kind.fixed(puzzle, [0, 2]), kind.fixed(puzzle, [0, 1]), kind.empty(kind.blank(2, 2))]") == [
        True,
        False,
        True,
    ]


def test_places() -> None:
    """Of water the pairs of islands along its row and column; neighbours; the same key from both ends."""
    assert asked("bridges.over(kind, puzzle, [0, 1])") == ["0,0,0,2"]
    assert asked("bridges.over(kind, puzzle, [1, 1])") == []
    assert asked("[bridges.neighbour(kind, puzzle, [0, 0], 1, 0), bridges.neighbour(kind, puzzle, [0, 0], 0, -1)]") == [
        [2, 0],
        None,
    ]
    assert asked("[bridges.ends([2, 0], [0, 0]), bridges.ends([0, 0], [2, 0])]") == ["0,0,2,0"] * 2


def test_marks_go_to_the_engine_and_back() -> None:
    """What the player says of a pair is what the unknowns say; what follows is told by the fewest and whether more."""
    marks = {"0,0,0,2": "=1", "0,0,2,0": "2", "2,0,2,2": "x", "0,2,2,2": "<2"}
    given = asked(f"kind.given(puzzle, {json.dumps(marks)})")
    assert given == [
        [0, 0, 0, 2, ">=1"],
        [0, 0, 0, 2, "<=1"],
        [0, 0, 2, 0, "=2"],
        [2, 0, 2, 2, "=0"],
        [0, 2, 2, 2, "<=1"],
    ]
    known = asked(f"[...bridges.knownBridges({json.dumps(given)})]")
    assert dict(known) == {"0,0,0,2": "1", "0,0,2,0": "2", "2,0,2,2": "0", "0,2,2,2": "0+"}
    assert asked("bridges.taken({'0,0,0,2': '<2'}, [[0, 0, 0, 2, '>=1'], [2, 0, 2, 2, '=0']])") == [
        ["0,0,0,2", "=1"],
        ["2,0,2,2", "x"],
    ]


def test_picture() -> None:
    """Bridges as they are marked and tried; an island that is complete, and one with too many."""
    picture = asked("kind.picture(puzzle, {'0,0,0,2': '1', '0,0,2,0': '1'}, {'2,0,2,2': '2'})")
    assert [(link["start"], link["count"], link["look"]) for link in picture["links"]] == [
        ([0, 0], 1, "mark"),
        ([0, 0], 1, "mark"),
        ([2, 0], 2, "trial"),
    ]
    islands = {tile["text"]: tile for row in picture["tiles"] for tile in row if tile["style"] == "island"}
    assert (islands["2"]["shade"], islands["2"]["marked"], islands["1"]["marked"]) == (1, False, True)
    assert islands["?"]["word"] == "island of any number, 1 built"


def test_strokes_build_bridges() -> None:
    """From an island to the next: one, two, none; a click on water too; the other button: none there."""
    gestures = json.dumps(Path(str(static()["gestures.js"])).as_uri())
    stroked = f"""await (async () => {{
      globalThis.document = {{ getElementById: () => null }};
      const {{ gestures }} = await import({gestures});
      const app = {{ mode: "play", kind, choose() {{}}, say() {{}}, change(doc) {{ this.doc = doc; }} }};
      app.doc = {{ puzzle, marks: {{}}, trial: null }};
      const pen = gestures(app), seen = [];
      const stroke = (from, to, how) => {{
        pen.start(from, how);
        pen.over(to);
        pen.end(to);
        seen.push({{ ...app.doc.marks }});
      }};
      for (let i = 0; i < 3; i++) stroke([0, 0], [0, 2], "primary");
      stroke([0, 1], [0, 1], "primary");
      stroke([2, 2], [0, 2], "secondary");
      return seen;
    }})()"""
    one, two, none, clicked, ruled_out = asked(stroked)
    assert (one, two, none) == ({"0,0,0,2": "1"}, {"0,0,0,2": "2"}, {})
    assert clicked == {"0,0,0,2": "1"}
    assert ruled_out == {"0,0,0,2": "1", "0,2,2,2": "x"}
