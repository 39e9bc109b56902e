"""`satdnd bench`: every way is asked every puzzle, ratios and counts are what was measured, fits are fits."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from PIL import Image

import satdnd
from satdnd.bulk import benchmark, plots
from satdnd.bulk.benchmark import Comparison, contenders, fit_growth, labels, memory_used
from satdnd.cli import satdnd as program
from satdnd.engine.answer import UNDECIDED, UNIQUE
from satdnd.engine.kind import kind_of
from satdnd.engine.operations import Operation
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, UsageError
from satdnd.kinds.dungeon.model import Dungeon

SMALL = ["--solver", "cadical195", "--solver", "minisat22", "--cardinality", "totalizer"]


def bench(*arguments: str) -> Result:
    """What the command line makes of it."""
    return CliRunner().invoke(program, ["bench", *arguments], standalone_mode=False)


@pytest.fixture(scope="module")
def dungeons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two puzzles of each of three sizes."""
    made = [
        p for size in (5, 6, 8) for p in satdnd.generate("dungeon", {"height": size, "width": size}, seed=1, count=2)
    ]
    path = tmp_path_factory.mktemp("bench") / "some.jsonl"
    path.write_text("".join(json.dumps(kind_of(p).texts.to_json(p)) + "\n" for p in made))
    return path


@pytest.mark.slow
def test_every_way_is_asked_every_puzzle(dungeons: Path) -> None:
    """A measurement for each, a row for each way; the first way's ratio is one."""
    ran = bench(str(dungeons), *SMALL, "--format", "json")
    records = [json.loads(line) for line in ran.stdout.splitlines()]
    measured = [entry for entry in records if entry["type"] == "measurement"]
    assert [(entry["number"], entry["label"]) for entry in measured] == [
        (number, label) for number in range(1, 7) for label in ("cadical195", "minisat22")
    ]
    assert {entry["status"] for entry in measured} == {UNIQUE}
    assert [entry["cells"] for entry in measured[::4]] == [25, 36, 64]
    rows = [entry for entry in records if entry["type"] == "row"]
    assert [(row["label"], row["puzzles"], row["cells"]) for row in rows] == [
        ("cadical195", 6, None),
        ("minisat22", 6, None),
    ]
    assert rows[0]["ratio"] == 1
    for row in rows:
        own = sorted(entry["seconds"] for entry in measured if entry["label"] == row["label"])
        assert math.isclose(row["median"], (own[2] + own[3]) / 2)
        assert row["worst"] == own[-1]
        assert row["counts"]["clauses"] > 100


def test_the_table(dungeons: Path) -> None:
    """Within 80 columns: a line for each way, named by what differs."""
    ran = bench(str(dungeons), *SMALL)
    title, first, second, *lines = ran.stdout.splitlines()
    assert title == "unique, 6 puzzles of 25 to 64 cells: 6 unique"
    assert first.split() == ["median", "worst"]
    assert second.split() == ["way", "ms", "ms", "ratio", "spread", "clauses", "conflicts"]
    assert "…" not in ran.stdout
    assert [line.split()[0] for line in lines] == ["cadical195", "minisat22"]
    assert max(map(len, ran.stdout.splitlines())) <= 80


def test_like_with_like(dungeons: Path) -> None:
    """Ways that are compiled differently have a column and a warning; --repeats asks each so often."""
    counts = ("--cardinality", "seqcounter", "--cardinality", "totalizer")
    ran = bench(str(dungeons), *counts)
    assert ran.stdout.splitlines()[2].split()[:2] == ["way", "compiled"]
    assert [line.split()[1] for line in ran.stdout.splitlines()[3:]] == ["direct", "template"]
    assert "--compilation direct compares like with like" in ran.stderr
    ran = bench(str(dungeons), *counts, "--compilation", "direct")
    assert ("compiled" in ran.stdout, ran.stderr) == (False, "")
    asked = list[float]()
    found = Comparison([Settings()], repeats=3)
    with pytest.MonkeyPatch.context() as patch:
        ask = Operation.ask
        patch.setattr(Operation, "ask", lambda *given: asked.append(1) or ask(*given))
        assert len(list(found.ask(iter(satdnd.load("instances/dungeon/example-8x8.dnd"))))) == 1
    assert len(asked) == 1 + 3


@pytest.mark.slow
def test_growth(dungeons: Path) -> None:
    """Seconds, clauses and memory, fitted; of clauses the fit is close and more than linear."""
    ran = bench(str(dungeons), "--growth", "--format", "json", "--compilation", "direct")
    found = {r["what"]: r for r in map(json.loads, ran.stdout.splitlines()) if r["type"] == "growth"}
    assert found.keys() >= {"seconds", "clauses"}
    assert 1 < found["clauses"]["power"] < 1.6
    assert found["clauses"]["fit"] > 0.95  # short counts are said without auxiliary variables, long ones with
    text = bench(str(dungeons), "--growth", "--compilation", "direct").stdout
    assert f"clauses grow as cells^{found['clauses']['power']:.2f}" in text
    assert isinstance(bench(str(dungeons.parent / "none.dnd"), "--growth").exception, Exception)


def test_growth_of_one_size() -> None:
    """Two sizes are no curve."""
    ran = bench("instances/dungeon/example-8x8.dnd", "--growth")
    assert isinstance(ran.exception, UsageError)
    assert "three sizes" in str(ran.exception)


def test_fitted() -> None:
    """Points of a power give that power."""
    found = fit_growth("x", "seconds", [(n, 3e-6 * n**1.5) for n in (16, 64, 100, 900)])
    assert math.isclose(found.power, 1.5)
    assert math.isclose(found.factor, 3e-6)
    assert math.isclose(found.fit, 1)


@pytest.mark.parametrize("growth", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_plots(growth: bool, dungeons: Path, tmp_path: Path) -> None:
    """SVG with the labels as text or paths, PNG of some size; the same data is the same SVG."""
    rows = [
        benchmark.Row("auto", None, 3, 1, 0.001, 0.1, 1.0, (1.0, 1.0), "", {}),
        benchmark.Row("other", None, 3, 0, 0.1, 0.2, 9, (8.0, 10.0), "", {}),
    ]
    curves = [fit_growth(name, "seconds", [(n, k * n / 1e6) for n in (9, 16, 25)]) for k, name in enumerate("ab", 1)]
    made: Any = plots.growth if growth else plots.bars
    svg = made(curves if growth else rows, "svg", "a title")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    ran = bench(str(dungeons), *SMALL, *["--growth"] * growth, "--output", str(tmp_path / "plot.png"))
    assert ran.exit_code == 0, ran.output
    image = Image.open(tmp_path / "plot.png").convert("RGB")
    assert image.width > 600
    assert image.height > 200
    assert len(image.getcolors(image.width * image.height) or ()) > 5


def test_disagreement_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ways that decide a puzzle differently end the comparison, by name."""
    unique = Solver.unique

    def lies(self: Solver, puzzle: Any) -> Any:
        """As it is, but for one solver."""
        answer = unique(self, puzzle)
        if self.options.solver == "minisat22":
            answer.status = "multiple"
        return answer

    monkeypatch.setattr(Solver, "unique", lies)
    ways = contenders(Settings(), {"solver": ["cadical195", "minisat22"]})
    with pytest.raises(EncodingBug, match="disagree about 'x': 'unique' by cadical195 and 'multiple' by minisat22"):
        list(Comparison(ways).ask(iter([Dungeon((1, 0), (1, 0), name="x", monsters=((0, 1), (1, 0)))])))


def test_what_cannot_take_a_puzzle_is_left_out(dungeons: Path) -> None:
    """With the reason on standard error; where nothing is left, it is the error."""
    ran = bench(str(dungeons), "--solver", "cadical195", "--solver", "minicard", "--cardinality", "native")
    assert [line.split()[0] for line in ran.stdout.splitlines()[3:]] == ["minicard"]
    assert "left out: cadical195 (" in ran.stderr
    nothing = bench("instances/klotski", "--solver", "cadical195")
    assert isinstance(nothing.exception, UsageError)
    assert isinstance(bench(str(dungeons), "--solver", "nonsense").exception, UsageError)


def test_undecided_is_told() -> None:
    """A limit that is too short is a column of its own."""
    ran = bench("instances/dungeon/example-8x8.dnd", "--timeout", "0")
    assert "undecided" in ran.stdout.splitlines()[2]
    found = Comparison([Settings(timeout=0)])
    assert [entry.status for entry in found.ask(iter(satdnd.load("instances/dungeon/example-8x8.dnd")))] == [UNDECIDED]


def test_labels() -> None:
    """What differs, and nothing else."""
    both = {"solver": ["cadical195", "glucose4"], "cardinality": ["totalizer"]}
    assert labels(contenders(Settings(), both)) == ["cadical195", "glucose4"]
    assert labels([Settings()]) == ["auto"]
    assert labels([Settings(solver="glucose4")]) == ["glucose4"]
    assert len(set(labels(contenders(Settings(), both | {"cardinality": ["a", "b"]})))) == 4


@pytest.mark.slow
def test_generated_by_default() -> None:
    """Without puzzles: dungeons of several sizes, the same for the same seed."""
    cells = [
        [
            json.loads(line)["cells"]
            for line in bench("--solver", "glucose4", "--format", "json", "--seed", seed).stdout.splitlines()
        ]
        for seed in "11"
    ]
    assert cells[0] == cells[1]
    sizes = list(dict.fromkeys(cells[0][:-1]))
    assert len(sizes) >= 4
    assert all(a < b for a, b in pairwise(sizes))


@pytest.mark.slow
def test_memory() -> None:
    """A larger formula takes more of it."""
    small, large = (Dungeon((n // 2,) * n, (n // 2,) * n) for n in (4, 30))
    used = [memory_used(puzzle, Settings(timeout=1, compilation="direct"), "solve", {}) for puzzle in (small, large)]
    assert used == [0, 0] or used[1] > used[0] + (1 << 20)


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It says what to install before anything is measured."""
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    ran = bench("--output", str(tmp_path / "x.svg"))
    assert isinstance(ran.exception, UsageError)
    assert "pip install 'satdnd[bench]'" in str(ran.exception)
    assert not list(tmp_path.iterdir())
