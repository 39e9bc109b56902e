"""The kind that `docs/adding-a-puzzle.md` builds, as a file and in a package of its own, does what kinds do."""

from __future__ import annotations

import json
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
OF_FILE, COMMANDS = (
    re.findall(r"^satdnd (.*)$", block, flags=re.M)
    for block in re.findall(r"```text\n(satdnd .*?)```", PAGE, flags=re.S)
)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as pip makes one of the tutorial's package: its module, and what its project says of entry points."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "tilepaint.py").write_text(CODE, encoding="utf-8")
    about = folder / "tilepaint-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tilepaint\nVersion: 1.0\n", encoding="utf-8")
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
def test_the_commands_with_the_file(tmp_path: Path) -> None:
    """Each runs where there is nothing but the file; the workers of a batch know the kind."""
    (tmp_path / "tilepaint.py").write_text(CODE, encoding="utf-8")
    assert [command.split()[0] for command in OF_FILE] == ["help", "example", "generate", "explain", "batch"]
    for command in OF_FILE:
        ran = satdnd(tmp_path / "nowhere", *command.split(), cwd=tmp_path)
        assert ran.returncode == 0, (command, ran.stderr)
    assert [json.loads(line)["status"] for line in ran.stdout.splitlines()] == ["unique"] * 9


@pytest.mark.slow
def test_the_commands_of_the_page(package: Path, tmp_path: Path) -> None:
    """Each runs, one after another, in an empty folder."""
    assert len(COMMANDS) == 10
    out = dict[str, str]()
    for command in COMMANDS:
        ran = satdnd(package, *command.split(), cwd=tmp_path)
        assert ran.returncode == 0, (command, ran.stderr)
        out[command.split()[0]] = out.get(command.split()[0], "") + ran.stdout
    assert "Tilepaint" in out["help"]
    assert (
        "unique"
        in satdnd(package, "unique", "-", "--quiet", "--kind", "tilepaint", cwd=tmp_path, text=out["example"]).stdout
    )
    assert "unique" in out["unique"]
    assert "row 1 needs" in out["explain"]
    assert "valid" in out["explain"]
    assert re.search(r"p cnf \d+ \d+", out["export"])


def test_wrong_input(package: Path, tmp_path: Path) -> None:
    """Errors have a place; an unknown kind is refused with this one among the known."""
    (tmp_path / "bad.tilepaint").write_text("areas\naab\nabb\nrows\n2 x\ncolumns\n? ? ?\n", encoding="utf-8")
    ran = satdnd(package, "solve", "bad.tilepaint", cwd=tmp_path)
    assert ran.returncode == 2
    assert "bad.tilepaint:5:3: found 'x', expected a number of painted cells, or ?" in ran.stderr
    ran = satdnd(package, "solve", "-", cwd=tmp_path, text='{"kind": "tilepaints", "rows": ["."]}')
    assert ran.returncode == 2
    assert "tilepaint" in ran.stderr
    one = '{"kind": "tilepaint", "areas": ["a"], "rows": [2], "columns": [null]}'
    ran = satdnd(package, "solve", "-", cwd=tmp_path, text=one)
    assert (ran.returncode, "row 1 needs 2 painted cells, and it has 1 cell" in ran.stdout) == (1, True)


def test_grades(package: Path, tmp_path: Path) -> None:
    """A new kind has minutes and grades like any other, and puzzles of one grade are made."""
    ran = satdnd(package, "generate", "tilepaint", "--size", "4x4", "--difficulty", "trivial", cwd=tmp_path)
    assert ran.returncode == 0
    ran = satdnd(package, "rate", "-", cwd=tmp_path, text=ran.stdout)
    assert re.search(r"unique \(trivial, about \d+ minutes?", ran.stdout)


def test_a_kind_without_a_generator(package: Path, tmp_path: Path) -> None:
    """Everything else works: its help, an answer, a score."""
    code = re.sub(r"    (?:counted|design)=.*\n", "", CODE)
    shutil.copytree(package, tmp_path / "site")
    (tmp_path / "site/tilepaint.py").write_text(code, encoding="utf-8")
    ran = satdnd(tmp_path / "site", "help", "tilepaint", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "satdnd generate" not in ran.stdout
    ran = satdnd(tmp_path / "site", "generate", "tilepaint", cwd=tmp_path)
    assert (ran.returncode, "tilepaint has no generator" in ran.stderr) == (2, True)


PLAYED = """
from satdnd.web.bridge import Bridge
from satdnd.web.files import page
assert '"name": "tilepaint"' in page("local")
areas = ["aabb", "cadb", "ccdd"]
puzzle = {"kind": "tilepaint", "areas": areas, "rows": [2, 2, 2], "columns": [1, None, None, 1]}
given = {"given": ["##..", "....", "...."]}
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
            r"tilepaint\.py:\d+",
        ),
        ('"count", cells', '"count", 3', r"(tilepaint|count)\.py:\d+"),
    ],
)
def test_a_bug_in_a_kind_of_another_package(package: Path, tmp_path: Path, right: str, wrong: str, at: str) -> None:
    """The kind is named, and the last line of its own code; with --traceback all of the way is shown."""
    shutil.copytree(package, tmp_path / "site")
    assert right in CODE
    (tmp_path / "site/tilepaint.py").write_text(CODE.replace(right, wrong), encoding="utf-8")
    example = satdnd(package, "example", "tilepaint", cwd=tmp_path).stdout
    ran = satdnd(tmp_path / "site", "solve", "-", "--kind", "tilepaint", cwd=tmp_path, text=example)
    told = r"satdnd: a bug in satdnd, or in the kind 'tilepaint' of another package \(tilepaint\): TypeError: .* \(at "
    assert (ran.returncode, ran.stdout) == (2, "")
    assert re.fullmatch(rf"{told}{at}\)\n", ran.stderr), ran.stderr
    ran = satdnd(tmp_path / "site", "--traceback", "solve", "-", "--kind", "tilepaint", cwd=tmp_path, text=example)
    assert "Traceback" in ran.stderr


def test_without_it_the_kind_is_unknown(tmp_path: Path) -> None:
    """Kinds of other packages are there only where they are installed."""
    ran = satdnd(tmp_path, "help", "tilepaint", cwd=tmp_path)
    assert ran.returncode == 2


LOOK = """
import json
from contextlib import closing
from itertools import product
from satdnd import Solver, explain, faults, generate, loads, replay
from satdnd.engine.kind import kind_named
from satdnd.engine.kind_files import kind_of_file

KIND = kind_named(kind_of_file("tilepaint.py"))


def brute_force(names, rows, columns):
    \"\"\"The boards that keep every area and number; it shares nothing with the package.\"\"\"
    height, width = len(names), len(names[0])
    found = set()
    for board in range(1 << height * width):
        lines = [[board >> r * width + c & 1 for c in range(width)] for r in range(height)]
        signs = {(names[r][c], lines[r][c]) for r in range(height) for c in range(width)}
        whole = len(signs) == len({name for name, _ in signs})
        counts = [*zip(rows, map(sum, lines)), *zip(columns, map(sum, zip(*lines)))]
        if whole and all(number in (None, count) for number, count in counts):
            found.add(board)
    return found


with closing(Solver()) as solver:
    for names in (("aa", "bb"), ("ab", "bb"), ("abc", "aac"), ("aab", "cab", "ccb")):
        height, width = len(names), len(names[0])
        for rows in product((None, 0, 1, width), repeat=height):
            columns = (1, *(None,) * (width - 1))
            puzzle, expected = KIND.puzzle(names, rows, columns), brute_force(names, rows, columns)
            assert {x.board for x in solver.solve(puzzle, limit=None).solutions} == expected, (names, rows)
            for board in range(1 << min(height * width, 6)):
                solution = KIND.puzzle.solution_class(height, width, board)
                assert bool(faults(puzzle, solution)) == (board not in expected), (names, rows, board)
    for puzzle in generate("tilepaint", {"height": 6, "width": 7, "difficulty": "any"}, seed=5, count=5):
        text = json.dumps(KIND.texts.to_json(puzzle))
        assert loads(text) == loads(KIND.texts.styles["text"](puzzle), "tilepaint") == [puzzle]
        explanation = explain(puzzle)
        assert explanation.status == "unique"
        assert replay.check(puzzle, explanation.to_json(), KIND.options()).status == "valid"
        for clue in puzzle.given_clues:
            if clue.field != "areas":
                assert solver.unique(puzzle.changed({clue: None})).status == "multiple", clue
print("all is well")
"""


def test_it_is_right(tmp_path: Path) -> None:
    """Small boards against a brute force, the referee on all boards; generated puzzles are unique, no clue can go,
    and their explanations are replayed as valid."""
    (tmp_path / "tilepaint.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "look.py").write_text(LOOK, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "look.py"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "all is well\n", ran.stderr
