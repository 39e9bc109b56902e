"""Many puzzles: the same answers as one by one, in order, whoever dies; real processes throughout."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import active_children, connection
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from batch_work import Deadly, Stillborn
from click.testing import CliRunner

from satdnd.bulk import batch
from satdnd.bulk.batch import OPERATIONS, AnswerText, Batch, Job, Travelling, Unit, unit_of
from satdnd.bulk.workers import Crew, Report, Workers
from satdnd.cli import satdnd as cli
from satdnd.cli.batch import duration
from satdnd.engine.settings import Settings
from satdnd.errors import InputError, SatdndError
from satdnd.formats import loading, texts
from satdnd.formats.loading import Item, example_text, read, read_item
from satdnd.formats.streams import Meter
from satdnd.registry import KINDS, NAMES

ROOT = Path(__file__).parents[2]
INSTANCES = ROOT / "instances"
SUDOKU = {"kind": "sudoku", "clues": "1.....3..4.....2"}
"""4x4, with one solution."""


def sudokus(count: int, **more: Any) -> list[str]:
    """Lines: as many puzzles, told apart by their names."""
    return [json.dumps({**SUDOKU, "name": f"s{i}", **more}) for i in range(count)]


def units(lines: Sequence[str]) -> list[Unit]:
    """The same as they travel."""
    return [Unit(line, f"line {i}", i, "test") for i, line in enumerate(lines, 1)]


def without_cost(lines: str | Sequence[str]) -> list[dict[str, Any]]:
    """Answers without what they cost."""
    found = [json.loads(line) for line in (lines.splitlines() if isinstance(lines, str) else lines)]
    return [{k: v for k, v in record.items() if k not in ("seconds", "stats")} for record in found]


def call(*arguments: str, stdin: str | None = None) -> Any:
    """A command, in this process (its workers are others)."""
    return CliRunner().invoke(cli, list(arguments), input=stdin)


def start(*arguments: str, **more: Any) -> subprocess.Popen[str]:
    """A command as a process."""
    return subprocess.Popen([sys.executable, "-m", "satdnd", *arguments], text=True, cwd=ROOT, **more)


def workers_of(process: int) -> list[int]:
    """The workers that a process has started (it has one more, multiprocessing's own)."""
    try:
        children = map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())
        return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
    except OSError:
        return []


def processes() -> list[int]:
    """The ids of the workers of this process."""
    return [child.pid or 0 for child in active_children() if child.name == "satdnd worker"]


def gone(process: int) -> bool:
    """Whether it has ended, or will any moment."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def wait_for(what: Callable[[], object], seconds: float = 60) -> None:
    """Until it holds; a test that waits in vain fails."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


# the same answers


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with everything that JSON Lines may have: all kinds, names or none, broken lines, lists, many lines."""
    path = tmp_path_factory.mktemp("mixed") / "mixed.jsonl"
    lines = []
    for kind in NAMES:
        example = path.parent / f"example{KINDS[kind].suffixes[0]}"
        example.write_text(example_text(kind))
        (item,) = read(example, kind)
        lines.append(unit_of(item).text)
    lines += [
        json.dumps(SUDOKU),
        "",
        '{"kind": "sudoku", "clues": "1.....3..4.....2", "name": "lone \\ud800", "note": NaN}',
        '{"kind": "sudoku", "clu',
        json.dumps({**SUDOKU, "name": "\u00fcber"}, ensure_ascii=False),
        '{"kind": "sudoku", "clues": "1...", "clues": "2..."}',
        '{"kind": "chess"}',
        '{"kind": "sudoku", "clues": "1.....3..4......"}',
        '[{"kind": "sudoku", "clues": "1.....3..4.....2"}, {"kind": "queens", "size": [4, 4]}]',
        json.dumps({**SUDOKU, "name": "two lines"}, indent=1),
        f"{json.dumps(SUDOKU)} {json.dumps(SUDOKU)}",
        '{"kind": "sudoku", "name": "impossible", "clues": "11.............."}  ',
        "{}",
        "true",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_answers_are_those_of_the_command(mixed: Path) -> None:
    """Line by line what `unique` writes, errors and all, but for what they cost; the same messages, the same status."""
    one = call("unique", "--format", "json", str(mixed))
    many = call("batch", "--workers", "2", str(mixed))
    assert without_cost(many.stdout) == without_cost(one.stdout)
    for a, b in zip(many.stdout.splitlines(), one.stdout.splitlines(), strict=True):
        cost = re.compile(r'"seconds": .*')
        assert cost.sub("", a) == cost.sub("", b).replace("\\u00fc", "\u00fc")
    assert (many.exit_code, many.stderr) == (one.exit_code, one.stderr)


@pytest.mark.parametrize(("operation", "arguments"), [("solve", {"limit": 2}), ("count", {}), ("forced", {})])
def test_answers_do_not_depend_on_what_was_asked_before(operation: str, arguments: dict[str, int]) -> None:
    """A warm solver has learnt other things: that shows in what an answer cost, and nowhere else."""
    lines = sudokus(4, clues="1...............") + sudokus(4) + sudokus(4, clues="12..............")
    forwards, backwards = (
        [json.loads(text) for _, text in Job(operation, arguments=arguments, settings=Settings(way="sat"))()(some)]
        for some in (units(lines), units(lines)[::-1])
    )
    backwards.reverse()
    assert without_cost(list(map(json.dumps, forwards))) == without_cost(list(map(json.dumps, backwards)))
    assert [answer["stats"] for answer in forwards] != [answer["stats"] for answer in backwards]


def test_each_notice_is_said_once(tmp_path: Path) -> None:
    """Of puzzles that only workers read, and of those that are read before; at most ten."""
    record = {"clues": SUDOKU["clues"]}
    custom = [json.dumps({**SUDOKU, "name": name, "options": "v:new"}) for name in ("first", "second")]
    lines = tmp_path / "some.jsonl"
    lines.write_text("\n".join([json.dumps(record), json.dumps(record), *custom]) + "\n")
    link = tmp_path / "link.txt"
    link.write_text("# name: third\nhttps://puzz.link/p?sudoku/v:new/4/4/g1k23k3g\n" * 2)
    found = call("batch", "--quiet", str(lines))
    message = "its link has custom rules (v:new) and does not say which: the usual ones are used"
    guessed = "satdnd: some 1: read as sudoku (use --kind if it is something else)\n"
    assert (found.exit_code, found.stderr) == (0, f"{guessed}satdnd: first: {message}\n")
    assert call("batch", "--quiet", str(link)).stderr == f"satdnd: third: {message}\n"
    lines.write_text("".join(json.dumps({**SUDOKU, "options": f"v:{i}"}) + "\n" for i in range(12)))
    *some, last = call("batch", "--quiet", str(lines)).stderr.splitlines()
    assert [f"(v:{i})" in line for i, line in enumerate(some)] == [True] * 10
    assert last == "satdnd: further notices are not shown"


def test_what_is_read_lazily_is_the_same(mixed: Path) -> None:
    """Item by item, with names, kinds and the places of errors; also out of text files and links."""
    for path in (mixed, INSTANCES / "sudoku", INSTANCES / "dungeon" / "misprinted"):
        meter = Meter()
        lazily = [read_item(item) if item.text else item for item in read(path, lazily=True, meter=meter)]
        at_once = list(read(path))
        assert [(i.name, i.kind, str(i.error), i.puzzle) for i in lazily] == [
            (i.name, i.kind, str(i.error), i.puzzle) for i in at_once
        ]
        assert [i.puzzle and i.puzzle.name for i in lazily] == [i.puzzle and i.puzzle.name for i in at_once]
        files = [path] if path.is_file() else list(path.iterdir())
        assert meter.bytes_read == sum(file.stat().st_size for file in files) or path.is_dir()


ENDS = ["\n", "\r\n", "\r", " \n"]
"""Of lines."""


def test_damaged_lines_are_read_alike() -> None:
    """Whatever stands in a line, and below it: lazily as at once, with the same errors at the same places."""
    rng = Random(1)
    whole = [json.dumps({"kind": "queens", "size": [4, 4], "name": name}) for name in ("a", 'b"', "c}{", "\ud800")]
    plain = seen = 0
    for _ in range(1500):
        lines = [list(line) for line in rng.choices(whole, k=rng.randint(1, 3))]
        for line in lines:
            for _ in range(rng.choice((0, 1, 1, 2, 3))):
                at = rng.randrange(len(line) + 1)
                line[at : at + rng.randint(0, 1)] = rng.choice('{}[]":,\\ 1\t\x00\ufeff')
        pieces = ["".join(line) + end for line, end in zip(lines, rng.choices(ENDS, k=len(lines)), strict=True)]
        found = []
        for lazily in (False, True):
            items = loading._named(loading._puzzles(pieces, "x.jsonl", None, lazily), "x.jsonl", alone=True)
            read = [read_item(item) if item.text else item for item in items]
            found.append([(i.name, i.kind, str(i.error), i.puzzle, i.puzzle and i.puzzle.name) for i in read])
        assert found[0] == found[1], pieces
        seen += len(found[0])
        plain += sum(texts.unread(piece) is not None and texts.json_object(piece) is None for piece in pieces)
    assert plain > 100, (plain, seen)  # broken, and left to the worker


def test_puzzles_travel(mixed: Path) -> None:
    """Whatever the format they came in: the worker reads the same puzzle."""
    for item in (*read(INSTANCES / "dungeon"), *read(INSTANCES / "hashi"), *read(mixed)):
        if not item.error:
            unit = unit_of(item)
            again = read_item(Item(unit.name, "", text=unit.text))
            assert (again.name, again.kind, again.puzzle) == (item.name, item.kind, item.puzzle)


def test_operations() -> None:
    """Each of them gives what its command gives, in one run with all workers warm."""
    puzzle = str(INSTANCES / "dungeon" / "example-6x6.dnd")
    commands = {"count": ["solve", "--count"], "solve": ["solve", "--limit", "2"]}
    for operation in OPERATIONS:
        ask = Job(operation, arguments={"limit": 2} if operation == "solve" else {})()
        (unit,) = [unit_of(item) for item in read(puzzle)]
        if operation == "verify":
            solved = call("solve", "--format", "json", puzzle).stdout
            command = ["verify", puzzle, puzzle.replace(".dnd", ".solution")]
            unit = unit._replace(solutions=solved)
        else:
            command = [*commands.get(operation, [operation]), puzzle]
        assert without_cost([text for _, text in ask([unit])]) == without_cost(
            call(*command, "--format", "json").stdout
        ), operation


@pytest.mark.slow
def test_verify_takes_answers_in_the_same_order(tmp_path: Path) -> None:
    """From a file of answers, or from the puzzle itself; others, too few and too many are refused with the reason."""
    puzzles, answers = tmp_path / "p.jsonl", tmp_path / "a.jsonl"
    puzzles.write_text("\n".join(sudokus(3)))
    assert (
        call("batch", "--operation", "solve", "--workers", "1", str(puzzles), "--output", str(answers)).exit_code == 0
    )
    verify = ("batch", "--operation", "verify", "--workers", "1")
    good = call(*verify, "--solutions", str(answers), str(puzzles))
    assert [answer["status"] for answer in without_cost(good.stdout)] == ["valid"] * 3

    lines = answers.read_text().splitlines()
    wrong = lines[1].replace('"solutions": [{"grid": ["1', '"solutions": [{"grid": ["2')
    answers.write_text("\n".join([lines[1], wrong, '{"name": "s2", "solutions": []}']))
    bad = call(*verify, "--solutions", str(answers), str(puzzles))
    found = without_cost(bad.stdout)
    assert [answer["status"] for answer in found] == ["error", "invalid", "error"]
    assert "the answer in its place is for 's1'; puzzles and answers must come in the same order" in found[0]["message"]
    assert found[1]["faults"]
    assert "no solution to verify" in found[2]["message"]
    for text, message in (
        (lines[:2], "found more puzzles than answers (2)"),
        ([*lines, lines[0]], "found more answers than puzzles (3)"),
    ):
        answers.write_text("\n".join(text))
        assert message in str(call(*verify, "--solutions", str(answers), str(puzzles)).exception)

    own = [json.dumps({**SUDOKU, "solution": {"grid": grid}}) for grid in (["1324", "4231", "2413", "3142"], ["1"])]
    told = without_cost(call(*verify, "-", stdin="\n".join(own)).stdout)
    assert [answer["status"] for answer in told] == ["valid", "error"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--limit", "2"], "--limit needs --operation solve"),
        (["--solutions", "x"], "--solutions needs --operation verify"),
        (["--cluster", "tcp://x:1", "--workers", "2"], "a cluster has its own workers"),
        (["--operation", "dance"], "'dance' is not one of"),
        (["--workers", "0"], "0 is not in the range"),
        (["--way", "walk"], "unknown way 'walk'"),
    ],
)
def test_what_does_not_fit(arguments: list[str], message: str) -> None:
    """Is said before anything is begun."""
    refused = call("batch", "-", *arguments, stdin="")
    assert refused.exit_code != 0
    assert message in refused.stderr + str(refused.exception)


# whoever dies


def run(
    lines: Sequence[str], work: Any, count: int = 2, each: Callable[[Workers, list[AnswerText]], None] | None = None
) -> list[AnswerText]:
    """The answers of workers of this process."""
    found = list[AnswerText]()
    with Workers(count, work) as crew:
        for some in Batch(iter(units(lines)), crew).answers():
            found += some
            if each:
                each(crew, found)
        started = processes()
    wait_for(lambda: all(map(gone, started)))
    return found


@pytest.mark.slow
def test_a_puzzle_that_kills_is_an_error(tmp_path: Path) -> None:
    """After two deaths of it alone; every other one is answered, in order, the one that kills once as well."""
    lines = sudokus(60)
    lines[20] = json.dumps({**SUDOKU, "name": "killer"})
    lines[41] = json.dumps({**SUDOKU, "name": "once"})
    found = run(lines, Deadly(Job("unique"), str(tmp_path)))
    names = [json.loads(answer.text)["name"] for answer in found]
    assert names == [json.loads(line)["name"] for line in lines]
    assert [answer.status for answer in found] == ["error" if name == "killer" else "unique" for name in names]
    message = json.loads(found[20].text)["message"]
    assert message.startswith("killer: its worker crashed 2 times: killed by SIGKILL")
    assert 3 <= len(list(tmp_path.glob("*.died"))) <= 4  # in a chunk, twice alone, and once the other


@pytest.mark.slow
def test_workers_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    """From outside, at any moment: what they were at is asked again."""
    lines = sudokus(120, note="slow")
    marks = [15, 70]  # so far apart that no puzzle is met twice

    def kill(crew: Workers, found: list[AnswerText]) -> None:
        """One of them, now and then."""
        if marks and len(found) > marks[0]:
            del marks[0]
            os.kill(processes()[0], signal.SIGKILL)

    found = run(lines, Deadly(Job("unique"), str(tmp_path)), each=kill)
    assert not marks
    assert [json.loads(answer.text)["name"] for answer in found] == [f"s{i}" for i in range(120)]
    assert {answer.status for answer in found} == {"unique"}
    assert len(list(tmp_path.glob("*.worker"))) in (3, 4)  # the last may come too late to find any work


def test_workers_that_cannot_be_started() -> None:
    """Are told, and not tried for ever."""
    with pytest.raises(SatdndError, match="no worker could be started: 3 of them ended immediately, with status 7"):
        run(sudokus(3), Stillborn())


def test_a_puzzle_that_exhausts_its_memory(tmp_path: Path) -> None:
    """Is undecided, by the limit of one puzzle; the others are answered."""
    letters = iter("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    box = ["".join(next(letters, ".") if not (r + c) % 2 else "." for c in range(10)) for r in range(10)]
    wide = json.dumps({"kind": "klotski", "name": "box", "board": box, "goal": {"piece": "a", "at": [9, 9]}})
    lines = [sudokus(1)[0], wide, sudokus(2)[1]]
    path = tmp_path / "p.jsonl"
    path.write_text("\n".join(lines))
    done = call("batch", "--workers", "1", "--operation", "solve", "--memory", "40M", str(path))
    found = without_cost(done.stdout)
    assert [answer["status"] for answer in found] == ["solved", "undecided", "solved"]
    assert "memory limit" in found[1]["reason"]
    assert done.exit_code == 3


class Luck(Crew):
    """Answers in any order and in any parts, without processes; now and then somebody dies."""

    aim = 1.0
    idle = True

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._open: dict[int, tuple[list[Unit], bool]] = {}
        self.longest = self.largest = 0

    def room(self, ahead: bool) -> bool:
        """Up to five at a time."""
        return len(self._open) < 5

    def submit(self, chunk: int, work: Sequence[Travelling], careful: bool) -> None:
        """One more."""
        units = [*map(Unit._make, work)]
        self.longest = max(self.longest, len(units))
        self.largest = max(self.largest, sum(len(unit.text) for unit in units))
        self._open[chunk] = units, careful

    def reports(self, bell: Connection) -> list[Report]:
        """Of one or two chunks; what a killer is in ends before it."""
        if not self._open:
            connection.wait([bell])
        picked = self._rng.sample(sorted(self._open), min(len(self._open), self._rng.randint(1, 2)))
        return [self._of(chunk) for chunk in picked]

    def _of(self, chunk: int) -> Report:
        work, careful = self._open[chunk]
        alive = next((i for i, unit in enumerate(work) if "killer" in unit.text), len(work))
        count = self._rng.randint(0, min(alive, 1 if careful else alive))
        done = [AnswerText("unique", unit.text) for unit in work[:count]]
        del work[:count]
        if alive == count < alive + len(work) and not done:  # the killer's turn
            del self._open[chunk]
            return Report(chunk, lost="by luck", deaths=1)
        if work and self._rng.random() < 0.1:
            del self._open[chunk]
            return Report(chunk, done, 0.01 * count, lost="by chance", deaths=0 if careful or len(work) == 1 else 1)
        if not work:
            del self._open[chunk]
        return Report(chunk, done, 0.0001 * count, over=not work)

    def close(self) -> None:
        """Nothing is left."""


def test_whatever_happens() -> None:
    """All are answered in their order, killers as errors, nobody else; chunks keep their limits."""
    for seed in range(30):
        rng = Random(seed)
        killers = {rng.randrange(1500) for _ in range(rng.randint(0, 3))}
        lines = [json.dumps({"name": "killer" if i in killers else f"s{i}"}) for i in range(1500)]
        lines[7] = json.dumps({"name": "s7", "note": "x" * 300_000})
        crew = Luck(rng)
        found = [answer for some in Batch(iter(units(lines)), crew).answers() for answer in some]
        assert [answer.status for answer in found] == ["error" if i in killers else "unique" for i in range(1500)]
        assert [a.text for i, a in enumerate(found) if i not in killers] == [
            line for i, line in enumerate(lines) if i not in killers
        ]
        assert 1 < crew.longest <= batch.LONGEST_CHUNK
        assert crew.largest <= batch.LARGEST_CHUNK + 300_100


def test_chunks_of_large_puzzles_are_short() -> None:
    """A megabyte or so."""
    crew = Luck(Random(1))
    lines = [json.dumps({"name": f"s{i}", "note": "x" * 200_000}) for i in range(100)]
    assert sum(len(some) for some in Batch(iter(units(lines)), crew).answers()) == 100
    assert crew.longest <= 6


# processes


@pytest.mark.slow
def test_an_open_pipe_is_answered_as_it_comes() -> None:
    """The first line before the second is there; the end of the pipe is the end."""
    process = start("batch", "--workers", "1", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)
    try:
        assert process.stdin
        assert process.stdout
        for line in sudokus(3):
            process.stdin.write(line + "\n")
            assert json.loads(process.stdout.readline())["name"] == json.loads(line)["name"]
        process.stdin.close()
        assert (process.wait(60), process.stdout.read()) == (0, "")
        process.stdout.close()
    finally:
        process.kill()


def test_a_narrow_encoding_and_a_reader_that_leaves() -> None:
    """What the stream cannot say is escaped as JSON does it; ``| head -1`` ends it quietly."""
    lines = [json.dumps({**SUDOKU, "name": f"{i} \u20ac"}, ensure_ascii=False) for i in range(3000)]
    command = f"{sys.executable} -m satdnd batch --workers 1 - | head -1"
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        input="\n".join(lines).encode(),
        capture_output=True,
        env=environment,
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u20ac" in done.stdout
    assert json.loads(done.stdout)["name"] == "0 \u20ac"


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_at_once(tmp_path: Path, number: int) -> None:
    """While a puzzle is asked that takes long and an open pipe is read: 130, no worker left, what was answered."""
    hard = json.dumps(
        {"kind": "dungeon", "name": "hard", "rows": [17] * 24, "columns": [17] * 24, "monsters": [], "treasures": []}
    )
    out = tmp_path / "answers.jsonl"
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = start("batch", "--workers", "2", "-", "--output", str(out), "--journal", str(tmp_path / "j"), **pipes)
    try:
        assert process.stdin
        assert process.stderr
        for line in [sudokus(1)[0], hard, *sudokus(2)]:
            process.stdin.write(line + "\n")
        process.stdin.flush()
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        beside = lambda: [p for p in tmp_path.glob(".answers.jsonl.*") if p.stat().st_size]  # noqa: E731
        wait_for(beside)
        workers = workers_of(process.pid)
        process.send_signal(number)
        assert process.wait(60) == (130 if number == signal.SIGINT else 128 + number)
        wait_for(lambda: all(map(gone, workers)))
        errors = process.stderr.read()
        assert "answers.jsonl is unchanged; the answers so far are in answers.jsonl.part" in errors
        assert "j has the answers so far; the same command continues from there" in errors
        assert "Traceback" not in errors
        assert not out.exists()
        assert without_cost((tmp_path / "answers.jsonl.part").read_text())[0]["name"] == "s0"
    finally:
        process.kill()
        for stream in (process.stdin, process.stderr):
            if stream:
                stream.close()


def test_workers_end_with_whoever_made_them() -> None:
    """Killed, it can do nothing for them."""
    process = start("batch", "--workers", "2", "-", stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        assert process.stdin
        process.stdin.write("\n".join(sudokus(50)) + "\n")
        process.stdin.flush()
        wait_for(lambda: len(workers_of(process.pid)) == 2)
        workers = workers_of(process.pid)
        process.kill()
        process.wait()
        wait_for(lambda: all(map(gone, workers)))
    finally:
        process.kill()
        assert process.stdin
        process.stdin.close()


def test_progress(tmp_path: Path) -> None:
    """On a terminal: a bar with how many, of how many, how fast, how long yet; at the end a line."""
    path = tmp_path / "p.jsonl"
    path.write_text("\n".join(sudokus(300)))
    ours, theirs = pty.openpty()
    process = start("batch", "--workers", "1", str(path), "--output", os.devnull, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while piece := os.read(ours, 65536):
            seen += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(60) == 0
    text = seen.decode()
    assert re.search(r"of (about )?300, [0-9,]+ per second, 0 s left", text)
    assert re.search(r"300 puzzles in [0-9.]+ s, [0-9,]+ per second: 300 unique\s*$", text)


def test_durations() -> None:
    """As people say them."""
    assert [duration(s) for s in (0.4, 59.4, 60, 185, 3599, 7620)] == [
        "0 s",
        "59 s",
        "1:00 min",
        "3:05 min",
        "59:59 min",
        "2:07 h",
    ]


def test_reading_stays_near_asking() -> None:
    """However fast the input is: so much is read ahead, and no more; what is not taken waits."""
    read_so_far = 0

    def endless() -> Iterator[Unit]:
        """Puzzles without end."""
        nonlocal read_so_far
        for unit in (Unit(json.dumps(SUDOKU), "", 1, "") for _ in iter(int, 1)):
            read_so_far += 1
            yield unit

    with Workers(1, Job("unique")) as crew:
        answers = Batch(endless(), crew).answers()
        taken = sum(len(next(answers)) for _ in range(5))
        assert read_so_far <= taken + batch.WINDOW + batch.AHEAD + batch.LONGEST_CHUNK
        answers.close()
    wait_for(lambda: not any(isinstance(t, batch._Reader) for t in threading.enumerate()))


PEAK = """
import re, sys
from pathlib import Path
from batch_work import Quick
from satdnd.bulk.batch import Batch, unit_of
from satdnd.formats.loading import read
from satdnd.bulk.workers import Crew, Report, Workers
from satdnd.bulk.batch import Batch, unit_of
from satdnd.formats.loading import read
from satdnd.engine.settings import Settings
from satdnd.bulk.workers import Crew, Report, Workers
if __name__ == "__main__":
    with Workers(2, Quick()) as crew:
        count = sum(len(some) for some in Batch(map(unit_of, read("-", lazily=True)), crew).answers())
    print(count, re.search(r"VmHWM:\\s+([0-9]+) kB", Path("/proc/self/status").read_text())[1])
"""
"""A program that answers what it reads, and tells how much memory it took."""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_input(tmp_path: Path) -> None:
    """Two hundred times as many lines take as much, by any measure of noise."""
    (tmp_path / "peak.py").write_text(PEAK)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])}
    peaks = []
    for count in (3_000, 600_000):
        command = f"yes '{sudokus(1)[0]}' | head -{count} | {sys.executable} {tmp_path}/peak.py"
        told = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True, check=True)
        answered, peak = map(int, told.stdout.split())
        assert answered == count
        peaks.append(peak / 1000)
    assert peaks[1] < peaks[0] + 50
    assert peaks[1] < 300


def test_an_error_while_reading_is_told() -> None:
    """Behind the answers to what was read before."""

    def broken() -> Iterator[Unit]:
        """Two puzzles and a fault."""
        yield from units(sudokus(2))
        raise InputError("the disk is broken")

    found = list[AnswerText]()

    def collect(crew: Workers) -> None:
        """All answers that there are."""
        for some in Batch(broken(), crew).answers():
            found.extend(some)

    with Workers(1, Job("unique")) as crew, pytest.raises(InputError, match="the disk is broken"):
        collect(crew)
    assert len(found) == 2
