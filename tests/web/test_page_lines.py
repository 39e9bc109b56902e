"""What the page's module of lines computes, and what strokes along them do, asked of node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from satdnd.web.files import drawn_kinds, static

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")


def asked(expression: str) -> Any:
    """The value of an expression in which the module is called ``lines``."""
    module = json.dumps(Path(str(static()["lines.js"])).as_uri())
    script = f"import * as lines from {module}; console.log(JSON.stringify({expression}));"
    command = [str(NODE), "--input-type=module", "--eval", script]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_keys() -> None:
    """Every edge has one key, whichever cell it is asked of; a line between centres has both cells."""
    found = asked(
        "[lines.allEdges([2, 3]), lines.borders.around([2, 3], [0, 1]), lines.borders.around([2, 3], [1, 2]), "
        "lines.centres.around([2, 3], [0, 1]), lines.centres.around([2, 3], [1, 2])]"
    )
    assert len(set(found[0])) == len(found[0]) == 2 * 4 + 3 * 3
    assert found[1] == {"n": "0,1,n", "e": "0,2,w", "s": "1,1,n", "w": "0,1,w"}
    assert found[2] == {"n": "1,2,n", "e": "1,2,e", "s": "1,2,s", "w": "1,2,w"}
    assert {key for around in found[1:3] for key in around.values()} <= set(found[0])
    assert found[3] == {"e": "0,1,0,2", "s": "0,1,1,1", "w": "0,0,0,1"}
    assert found[4] == {"n": "0,2,1,2", "w": "1,1,1,2"}


def test_marks_from_elsewhere_are_of_places_of_the_board() -> None:
    """Whatever another page sends: other keys would be drawn nowhere, as paths of NaN."""
    marks = json.dumps(Path(str(static()["marks.js"])).as_uri())
    nonsense = ["", "x", "0", "a,b", "0,x,0,1", "NaN,NaN", ",,", "9,9", "0,0,9,9", "99,0,n", "0,1,q", "1e0,0", "0,0,0"]
    cells, lines, links = ["0,1", "2,3", "0,1,c"], ["0,1,n", "2,3,e", "0,1,0,2"], ["0,0,0,2"]
    for gesture, good, bad in (("paint", cells, []), ("loop", lines, []), ("bridge", links, cells)):
        sent = json.dumps(dict.fromkeys([*bad, *good, *nonsense], "1") | {"0,0": 7, "0,0,2,0": None})
        asked_for = f"placed({sent}, {json.dumps(gesture)}, [3, 4])"
        script = f"import {{ placed }} from {marks}; console.log(JSON.stringify({asked_for}))"
        command = [str(NODE), "--input-type=module", "--eval", script]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert [*json.loads(done.stdout)] == good


def test_pointer() -> None:
    """A click means the nearest line; a stroke goes from point to point, straight."""
    found = asked(
        "((at) => [lines.nearest(at, [2, 2], [1, 1], [1.9, 1.5]), lines.nearest(at, [2, 2], [1, 0], [1.5, 0.8]), "
        "lines.reached(at, [2, 2], [1.1, 0.9]), lines.reached(at, [2, 2], [0.5, 0.5]), "
        "lines.nodeAt(at, [2, 2], [-1, 2.4]), lines.way(at, [2, 2], [2, 2], [2, 0]), "
        "lines.way(at, [2, 2], [0, 2], [2, 2]), lines.way(at, [2, 2], [0, 0], [1, 1])])(lines.borders)"
    )
    assert found == ["1,1,s", "1,1,w", [1, 1], None, [0, 2], ["1,0,s", "1,1,s"], ["0,1,e", "1,1,e"], []]
    found = asked(
        "((at) => [lines.nearest(at, [2, 2], [1, 1], [1.9, 1.4]), lines.nearest(at, [2, 2], [1, 1], [1.5, 1.5], 0.25), "
        "lines.reached(at, [2, 2], [1.6, 0.4]), lines.reached(at, [2, 2], [1, 1]), "
        "lines.nodeAt(at, [2, 2], [-1, 2.4]), lines.way(at, [3, 3], [2, 2], [2, 0]), "
        "lines.way(at, [3, 3], [0, 2], [1, 2])])(lines.centres)"
    )
    assert found == ["1,0,1,1", None, [1, 0], None, [0, 1], ["2,0,2,1", "2,1,2,2"], ["0,2,1,2"]]


def test_marks() -> None:
    """Clicks go round, and marks become edges of a picture, and what the engine takes and says."""
    assert asked('["", "-", "x"].map((x) => lines.clicked(x, "primary"))') == ["-", "x", ""]
    assert asked('["", "-", "x"].map((x) => lines.clicked(x, "secondary"))') == ["x", "x", ""]
    assert asked('[lines.stroked("", "touch"), lines.stroked("-", "touch"), lines.stroked("", "hold")]') == [
        "-",
        "",
        "x",
    ]
    marks = '{"0,0,n": "-", "1,2,e": "x", "0,0": "5"}'
    assert asked(f"lines.givenLines({marks})") == [[0, 0, "n", "-"], [1, 2, "e", "x"]]
    assert asked(f"lines.givenLines({marks}, true)[2]") == [0, 0, "5"]
    assert asked(f'lines.drawnLines({marks}, {{"0,1,w": "-", "0,0,n": "", "0,1,0,2": "-"}})') == [
        {"cell": [1, 2], "side": "e", "style": "none", "look": "mark"},
        {"cell": [0, 1], "side": "w", "style": "line", "look": "trial"},
        {"cell": [0, 1], "other": [0, 2], "style": "line", "look": "trial"},
    ]
    assert asked('[...lines.knownLines([[0, 0, "n", "-"]])]') == [["0,0,n", "-"]]
    known = '[[0, 0, "o"], [0, 0, 0, 1, "-"], [0, 2, "o"], [0, 1, 0, 2, "x"]]'
    assert asked(f"[...lines.knownLines({known})]") == [["0,0,0,1", "-"], ["0,2", "o"], ["0,1,0,2", "x"]]


def test_marks_on_a_board_of_another_size() -> None:
    """An edge stays where it is: at the border it has the key of the border."""
    marks = '{"1,0,s": "-", "0,1,w": "x", "0,1,n": "-"}'
    assert asked(f"lines.resized({marks}, [3, 2])") == {"2,0,n": "-", "0,1,w": "x", "0,1,n": "-"}
    assert asked(f"lines.resized({marks}, [2, 1])") == {"1,0,s": "-", "0,0,e": "x"}


def test_spoken() -> None:
    """A screen reader hears the lines of a cell first, then where there is none."""
    edges = '{"0,0,n": "line", "0,1,w": "none", "0,0,w": "line"}'
    assert asked(f'lines.spoken(lines.borders, [2, 2], [0, 0], (name) => ({edges})[name] ?? "")') == (
        "line above, line left, no line right"
    )
    assert asked('lines.spoken(lines.borders, [2, 2], [1, 1], () => "")') == ""
    assert asked('lines.spoken(lines.centres, [2, 2], [1, 0], (name) => name === "0,0,1,0" ? "line" : "none")') == (
        "line up, no line right"
    )


def test_strokes_draw_a_loop() -> None:
    """From centre to centre, however fast, but not over a clue; over a line they erase; a click shades a cell."""
    declared, gestures = (json.dumps(Path(str(static()[name])).as_uri()) for name in ("declared.js", "gestures.js"))
    stroked = f"""await (async () => {{
      globalThis.document = {{ getElementById: () => null }};
      const [{{ declared }}, {{ gestures }}] = await Promise.all([import({declared}), import({gestures})]);
      const kind = declared({json.dumps(drawn_kinds()["yajilin"])});
      const puzzle = {{ kind: "yajilin", rows: [[null, null, null], [null, null, "1w"]] }};
      const app = {{ mode: "play", kind, choose() {{}}, say() {{}}, change(doc) {{ this.doc = doc; }} }};
      app.doc = {{ puzzle, marks: {{}}, trial: null }};
      const pen = gestures(app), seen = [];
      const inside = (at) => at.map(Math.floor);
      const stroke = (how, ...points) => {{
        pen.start(inside(points[0]), how, points[0]);
        for (const [i, to] of points.entries()) {{
          const from = points[Math.max(0, i - 1)];
          for (let part = 0.1; part < 1.05; part += 0.1) {{  // as near to each other as input.js looks
            const point = to.map((x, k) => from[k] + (x - from[k]) * part);
            pen.over(inside(point), point);
          }}
        }}
        pen.end(inside(points.at(-1)));
        seen.push({{ ...app.doc.marks }});
      }};
      stroke("primary", [1.5, 0.5], [0.5, 0.5], [0.5, 2.4], [1.5, 2.5]);
      stroke("primary", [0.5, 0.5], [0.5, 2.05]);
      stroke("secondary", [1.5, 0.5], [1.5, 1.5]);
      stroke("primary", [1.45, 1.95]);
      stroke("primary", [0.1, 1.95]);
      for (const key of [
        () => pen.towards([0, 2], [0, -1]),
        () => pen.towards([0, 2], [1, 0]),
        () => pen.click([0, 2], "secondary"),
        () => pen.erase([0, 2]),
      ]) seen.push((key(), {{ ...app.doc.marks }}));
      return seen;
    }})()"""
    drawn, erased, crossed, shaded, beside, left, down, dot, gone = asked(stroked)
    assert drawn == {"0,0,1,0": "-", "0,0,0,1": "-", "0,1,0,2": "-"}
    assert erased == {"0,0,1,0": "-", "0,1,0,2": "-"}
    assert crossed == erased | {"1,0,1,1": "x"}
    assert shaded == crossed | {"1,1": "#"}
    assert beside == left | {"0,1,0,2": "x"} == shaded | {"0,1,0,2": "x"}
    assert left == down
    assert dot == down | {"0,2": "o"}
    assert gone == down


def divided(expression: str) -> Any:
    """The value of an expression in which the module of divisions is called ``at``."""
    module = json.dumps(Path(str(static()["divisions.js"])).as_uri())
    script = f"import * as at from {module}; console.log(JSON.stringify({expression}));"
    command = [str(NODE), "--input-type=module", "--eval", script]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_edges_between_cells() -> None:
    """The border of the grid cannot be drawn; it is there from the start."""
    around, frame, corner, way = divided(
        "((size) => [at.inner.around(size, [0, 0]), at.frame({ size: () => size }), at.inner.level(size, 0, 1), "
        "at.inner.level(size, 1, 1)])([2, 3])"
    )
    assert around == {"e": "0,1,w", "s": "1,0,n"}
    assert len(frame) == 10
    assert (corner, way) == ("", "1,1,n")


def test_a_rectangle() -> None:
    """Borders around, crosses inside; the same again, or the other button, erases it."""
    made = dict(divided('at.boxed(() => "", [3, 3], [1, 1], [0, 0])'))
    assert made == {"1,0,n": "x", "1,1,n": "x", "0,1,w": "x", "1,1,w": "x"} | dict.fromkeys(
        ("2,0,n", "2,1,n", "0,2,w", "1,2,w"), "-"
    )
    again = divided(f'at.boxed((name) => ({json.dumps(made)})[name] ?? "", [3, 3], [0, 0], [1, 1])')
    erased = divided('at.boxed(() => "", [3, 3], [0, 0], [1, 1], true)')
    assert dict(again) == dict(erased) == dict.fromkeys(made, "")
    assert divided("[at.inCell([0.5, 1.5]), at.inCell([0.5, 1.9])]") == [True, False]
