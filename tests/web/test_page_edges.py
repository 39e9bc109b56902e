"""What the page's module of edges computes, asked of node; the gestures are tests of the browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from satdnd.web.files import static

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")


def asked(expression: str) -> Any:
    """The value of an expression in which the module is called ``edges``."""
    module = json.dumps(Path(str(static()["edges.js"])).as_uri())
    script = f"import * as edges from {module}; console.log(JSON.stringify({expression}));"
    command = [str(NODE), "--input-type=module", "--eval", script]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_keys() -> None:
    """Every edge has one key, whichever cell it is asked of."""
    found = asked(
        "[edges.allEdges([2, 3]), edges.around([2, 3], [0, 1]), edges.around([2, 3], [1, 2]), "
        "edges.edgeOf([2, 3], [0, 0], 'e')]"
    )
    assert len(set(found[0])) == len(found[0]) == 2 * 4 + 3 * 3
    assert found[1] == {"n": "0,1,n", "e": "0,2,w", "s": "1,1,n", "w": "0,1,w"}
    assert found[2] == {"n": "1,2,n", "e": "1,2,e", "s": "1,2,s", "w": "1,2,w"}
    assert found[3] == "0,1,w"
    assert {key for around in found[1:3] for key in around.values()} <= set(found[0])


def test_pointer() -> None:
    """A click means the nearest edge; a stroke goes from corner to corner, straight."""
    found = asked(
        "[edges.nearest([2, 2], [1, 1], [1.9, 1.5]), edges.nearest([2, 2], [1, 0], [1.5, 0.8]), "
        "edges.reached([2, 2], [1.1, 0.9]), edges.reached([2, 2], [0.5, 0.5]), edges.cornerAt([2, 2], [-1, 2.4]), "
        "edges.way([2, 2], [2, 2], [2, 0]), edges.way([2, 2], [0, 2], [2, 2]), edges.way([2, 2], [0, 0], [1, 1])]"
    )
    assert found == ["1,1,s", "1,1,w", [1, 1], None, [0, 2], ["1,0,s", "1,1,s"], ["0,1,e", "1,1,e"], []]


def test_marks() -> None:
    """Clicks go round, and marks become edges of a picture, and what the engine takes and says."""
    assert asked('["", "-", "x"].map((x) => edges.clicked(x, "primary"))') == ["-", "x", ""]
    assert asked('["", "-", "x"].map((x) => edges.clicked(x, "secondary"))') == ["x", "x", ""]
    assert asked('[edges.stroked("", "touch"), edges.stroked("-", "touch"), edges.stroked("", "hold")]') == [
        "-",
        "",
        "x",
    ]
    marks = '{"0,0,n": "-", "1,2,e": "x", "0,0": "5"}'
    assert asked(f"edges.givenEdges({marks})") == [[0, 0, "n", "-"], [1, 2, "e", "x"]]
    assert asked(f'edges.drawnEdges({marks}, {{"0,1,w": "-", "0,0,n": ""}})') == [
        {"cell": [1, 2], "side": "e", "style": "none", "look": "mark"},
        {"cell": [0, 1], "side": "w", "style": "line", "look": "trial"},
    ]
    assert asked('[...edges.knownEdges([[0, 0, "n", "-"]])]') == [["0,0,n", "-"]]


def test_marks_on_a_board_of_another_size() -> None:
    """An edge stays where it is: at the border it has the key of the border."""
    marks = '{"1,0,s": "-", "0,1,w": "x", "0,1,n": "-"}'
    assert asked(f"edges.resized({marks}, [3, 2])") == {"2,0,n": "-", "0,1,w": "x", "0,1,n": "-"}
    assert asked(f"edges.resized({marks}, [2, 1])") == {"1,0,s": "-", "0,0,e": "x"}


def test_spoken() -> None:
    """A screen reader hears the lines of a cell first, then where there is none."""
    edges = '{"0,0,n": "line", "0,1,w": "none", "0,0,w": "line"}'
    assert asked(f'edges.spoken([2, 2], [0, 0], (name) => ({edges})[name] ?? "")') == (
        "line above, line left, no line right"
    )
    assert asked('edges.spoken([2, 2], [1, 1], () => "")') == ""
