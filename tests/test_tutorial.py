"""The kind that `docs/adding-a-puzzle.md` builds, in a package of its own, does what kinds do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/adding-a-puzzle.md").read_text(encoding="utf-8")
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.S)
(PROJECT,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.S)
COMMANDS = re.findall(r"^satdnd (.*)$", PAGE, flags=re.M)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as pip makes one of the tutorial's package: its module, and what its project says of entry points."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "mosaic.py").write_text(CODE, encoding="utf-8")
    about = folder / "mosaic-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mosaic\nVersion: 1.0\n", encoding="utf-8")
    group, entry = re.search(r'\[project\.entry-points\."(.*?)"\]\n(.*)', PROJECT).groups()  # type: ignore[union-attr]
    (about / "entry_points.txt").write_text(f"[{group}]\n{entry.replace(chr(34), '')}\n", encoding="utf-8")
    return folder


def satdnd(package: Path, *arguments: str, cwd: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, which finds the package."""
    path = os.pathsep.join([str(package), str(ROOT)])
    command = [sys.executable, "-m", "satdnd", *arguments]
    env = {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(command, cwd=cwd, env=env, input=text, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_commands_of_the_page(package: Path, tmp_path: Path) -> None:
    """Each runs, one after another, in an empty folder."""
    assert len(COMMANDS) == 10
    out = dict[str, str]()
    for command in COMMANDS:
        ran = satdnd(package, *command.split(), cwd=tmp_path)
        assert ran.returncode == 0, (command, ran.stderr)
        out[command.split()[0]] = out.get(command.split()[0], "") + ran.stdout
    assert "Mosaic" in out["help"]
    assert (
        "unique"
        in satdnd(package, "unique", "-", "--quiet", "--kind", "mosaic", cwd=tmp_path, text=out["example"]).stdout
    )
    assert "unique" in out["unique"]
    assert "[number]" in out["explain"]
    assert "valid" in out["explain"]
    assert re.search(r"p cnf \d+ \d+", out["export"])


def test_wrong_input(package: Path, tmp_path: Path) -> None:
    """Errors have a place; an unknown kind is refused with this one among the known."""
    (tmp_path / "bad.mosaic").write_text("12\n3y\n", encoding="utf-8")
    ran = satdnd(package, "solve", "bad.mosaic", cwd=tmp_path)
    assert ran.returncode == 2
    assert "bad.mosaic:2:2: found 'y', expected a whole number from 0 to 9 or '.'" in ran.stderr
    ran = satdnd(package, "solve", "-", cwd=tmp_path, text='{"kind": "mosaique", "rows": ["."]}')
    assert ran.returncode == 2
    assert "mosaic" in ran.stderr
    ran = satdnd(package, "solve", "-", cwd=tmp_path, text='{"kind": "mosaic", "rows": ["9"]}')
    assert ran.returncode == 1


def test_grades_that_were_not_measured(package: Path, tmp_path: Path) -> None:
    """No puzzles of a grade are made, at once; a puzzle has a score."""
    ran = satdnd(package, "generate", "mosaic", "--size", "4x4", "--difficulty", "hard", cwd=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "the grades of mosaic have not been measured, so no puzzles of one grade can be made" in ran.stderr
    example = satdnd(package, "example", "mosaic", cwd=tmp_path).stdout
    ran = satdnd(package, "rate", "-", cwd=tmp_path, text=example)
    assert re.search(r"ungraded, \d+", ran.stdout)


def test_a_kind_without_a_generator(package: Path, tmp_path: Path) -> None:
    """Everything else works: its help, an answer, a score."""
    start = CODE.index("    counted=")
    code = CODE[:start] + CODE[CODE.index("\n", start) + 1 :]
    shutil.copytree(package, tmp_path / "site")
    (tmp_path / "site/mosaic.py").write_text(code, encoding="utf-8")
    ran = satdnd(tmp_path / "site", "help", "mosaic", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "satdnd generate" not in ran.stdout
    ran = satdnd(tmp_path / "site", "generate", "mosaic", cwd=tmp_path)
    assert (ran.returncode, "mosaic has no generator" in ran.stderr) == (2, True)


PLAYED = """
from satdnd.web.bridge import Bridge
from satdnd.web.files import page
assert '"name": "mosaic"' in page("local")
puzzle = {"kind": "mosaic", "rows": ["3.20", "5...", ".64.", "2..."]}
given = {"given": ["....", "##..", "....", "...."]}
task = {"operation": "live", "puzzle": puzzle, "options": {}, "arguments": given}
answer = Bridge().answer({"id": 1, "task": task})["record"]
assert answer["status"] == "unique", answer
print("played")
"""


def test_the_page_draws_it(package: Path, tmp_path: Path) -> None:
    """Its input rules stand in the page, and its engine answers."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(ROOT)])}
    ran = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("played\n", "")


@pytest.mark.slow
def test_a_broken_kind_of_another_package(tmp_path: Path) -> None:
    """It is told where it is named, and in nobody's way."""
    about = tmp_path / "bad-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bad\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[satdnd.kinds]\nbad = badkind:KIND\n", encoding="utf-8")
    (tmp_path / "badkind.py").write_text("import nowhere\n", encoding="utf-8")
    ran = satdnd(tmp_path, "help", "bad", cwd=tmp_path)
    assert ran.returncode == 2
    assert "the kind 'bad' of another package (badkind) cannot be loaded: ModuleNotFoundError" in ran.stderr
    for arguments, text in (
        (("solve", "-"), "1.....3..4.....2\n"),
        (("help", "options"), ""),
        (("solve", "hashikake/1/1/."), ""),
    ):
        ran = satdnd(tmp_path, *arguments, cwd=tmp_path, text=text)
        assert ran.returncode < 2, ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong", "at"),
    [
        (
            "def statements(",
            "def statements(puzzle, unknowns):\n    yield len(3)\n\n\ndef _statements(",
            r"mosaic\.py:\d+",
        ),
        ("(clue.place, *(x for", "(3, *(x for", r"(mosaic|notation)\.py:\d+"),
    ],
)
def test_a_bug_in_a_kind_of_another_package(package: Path, tmp_path: Path, right: str, wrong: str, at: str) -> None:
    """The kind is named, and the last line of its own code; with --traceback all of the way is shown."""
    shutil.copytree(package, tmp_path / "site")
    assert right in CODE
    (tmp_path / "site/mosaic.py").write_text(CODE.replace(right, wrong), encoding="utf-8")
    example = satdnd(package, "example", "mosaic", cwd=tmp_path).stdout
    ran = satdnd(tmp_path / "site", "solve", "-", "--kind", "mosaic", cwd=tmp_path, text=example)
    told = r"satdnd: a bug in satdnd, or in the kind 'mosaic' of another package \(mosaic\): TypeError: .* \(at "
    assert (ran.returncode, ran.stdout) == (2, "")
    assert re.fullmatch(rf"{told}{at}\)\n", ran.stderr), ran.stderr
    ran = satdnd(tmp_path / "site", "--traceback", "solve", "-", "--kind", "mosaic", cwd=tmp_path, text=example)
    assert "Traceback" in ran.stderr


def test_without_it_the_kind_is_unknown(tmp_path: Path) -> None:
    """Kinds of other packages are there only where they are installed."""
    ran = satdnd(tmp_path, "help", "mosaic", cwd=tmp_path)
    assert ran.returncode == 2


LOOK = """
import json
from contextlib import closing
from itertools import product
import mosaic
from satdnd import Solver, explain, faults, generate, loads, replay


def brute_force(rows):
    \"\"\"The boards that keep every number, cell by cell; it shares nothing with the package.\"\"\"
    cells = list(product(range(len(rows)), range(len(rows[0]))))
    found = set()
    for board in range(1 << len(cells)):
        black = {cell for i, cell in enumerate(cells) if board >> i & 1}
        if all(
            rows[r][c] in (None, sum((r + i, c + j) in black for i in (-1, 0, 1) for j in (-1, 0, 1)))
            for r, c in cells
        ):
            found.add(board)
    return found


with closing(Solver()) as solver:
    for rows in [((a, b), (c, d)) for a, b, c, d in product((None, 0, 1, 2, 4), repeat=4)] + [
        ((1, None, 2), (None, None, 3), (0, None, None)), ((None, 6, None), (None, None, None), (1, None, 3))
    ]:
        puzzle, expected = mosaic.Mosaic(rows), brute_force(rows)
        assert {x.board for x in solver.solve(puzzle, limit=None).solutions} == expected, rows
        for board in range(16 if len(rows) == 2 else 64):
            solution = mosaic.MosaicSolution(puzzle.height, puzzle.width, board)
            assert bool(faults(puzzle, solution)) == (board not in expected), (rows, board)
    for puzzle in generate("mosaic", {"height": 6, "width": 7}, seed=5, count=5):
        text = json.dumps(mosaic.KIND.texts.to_json(puzzle))
        assert loads(text) == loads(mosaic.KIND.texts.styles["text"](puzzle), "mosaic") == [puzzle]
        explanation = explain(puzzle)
        assert explanation.status == "unique"
        assert replay.check(puzzle, explanation.to_json(), mosaic.KIND.options()).status == "valid"
        for clue in puzzle.given_clues:
            assert solver.unique(puzzle.changed({clue: None})).status == "multiple", clue
print("all is well")
"""


def test_it_is_right(package: Path, tmp_path: Path) -> None:
    """Small boards against a brute force, the referee on all boards; generated puzzles are unique, no clue can go,
    and their explanations are replayed as valid."""
    (tmp_path / "look.py").write_text(LOOK, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(ROOT)])}
    ran = subprocess.run(
        [sys.executable, "look.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "all is well\n", ran.stderr
