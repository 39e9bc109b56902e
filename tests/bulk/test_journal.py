"""The journal of a long run: killed at any moment it goes on; nothing is lost, nothing is done twice."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from test_batch import ROOT, call, gone, processes, start, sudokus, units, wait_for, without_cost, workers_of

from satdnd.bulk import journal as module
from satdnd.bulk.batch import Batch, Job
from satdnd.bulk.journal import Journal
from satdnd.bulk.workers import Workers
from satdnd.errors import UsageError

HEADER = {"operation": "unique"}


def filled(path: Path, count: int = 5) -> None:
    """A journal that answers the first puzzles."""
    with Journal(path, HEADER) as journal:
        for position, unit in enumerate(units(sudokus(count))):
            journal.add(position, unit, ("unique", f"answer {position}"))


def test_what_was_kept_is_known(tmp_path: Path) -> None:
    """In order, holes and all; what is added later is known the next time."""
    path, asked = tmp_path / "j", units(sudokus(6))
    for known, added in (([], [0, 1, 4]), ([0, 1, 4], [3]), ([0, 1, 3, 4], [2, 5]), ([0, 1, 2, 3, 4, 5], [])):
        with Journal(path, HEADER) as journal:
            for position, unit in enumerate(asked):
                found = journal.known(position, unit)
                assert found == (("unique", f"answer {position} \u00fc") if position in known else None)
                if position in added:
                    journal.add(position, unit, ("unique", f"answer {position} \u00fc"))
                    journal.keep(now=True)
            journal.finish(len(asked))
    assert [p.name for p in tmp_path.iterdir()] == ["j"]  # nothing is left beside it


def test_another_input_is_refused(tmp_path: Path) -> None:
    """At its first puzzle that differs, by text, name, or what is verified; and where the input is shorter."""
    path = tmp_path / "j"
    filled(path)
    for place, change in ((0, {"text": "{}"}), (3, {"name": "other"}), (4, {"solutions": "{}"})):
        asked = units(sudokus(5))
        asked[place] = asked[place]._replace(**change)
        with Journal(path, HEADER) as journal:
            for position in range(place):
                assert journal.known(position, asked[position])
            with pytest.raises(
                UsageError, match=rf"j belongs to another input: its puzzle {place + 1} is a different one"
            ):
                journal.known(place, asked[place])
    with (
        Journal(path, HEADER) as journal,
        pytest.raises(UsageError, match="it answers puzzle 5, but there are only 4 here"),
    ):
        journal.finish(4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"operation": "rate"}, 'its operation is "unique", this one\'s "rate"'),
        ({"timeout": 2}, "its timeout is not given, this one's 2;"),
        ({"kind": "sudoku"}, 'its kind is not given, this one\'s "sudoku"'),
    ],
)
def test_another_question_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    """With what differs."""
    filled(tmp_path / "j")
    with pytest.raises(UsageError, match="belongs to another run") as error:
        Journal(tmp_path / "j", HEADER | change)
    assert message in str(error.value)


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers may be others."""
    filled(tmp_path / "j")
    monkeypatch.setattr(module, "__version__", "99.0")
    with pytest.raises(UsageError, match=r'its version is "[0-9.a-z]+", this one\'s "99.0"; name a new'):
        Journal(tmp_path / "j", HEADER)


def test_two_runs_on_one_journal(tmp_path: Path) -> None:
    """The second is refused, also by another process, and the first does not notice."""
    path = tmp_path / "j"
    filled(path)
    with Journal(path, HEADER) as journal:
        with pytest.raises(UsageError, match="j is in use by another run"):
            Journal(path, HEADER)
        done = subprocess.run(
            [sys.executable, "-m", "satdnd", "batch", "-", "--journal", str(path)],
            input="",
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"satdnd: the journal {path} is in use by another run\n"
        assert journal.known(0, units(sudokus(1))[0])
        journal.add(5, units(sudokus(6))[5], ("unique", "last"))
    with Journal(path, HEADER) as journal:
        assert [bool(journal.known(i, unit)) for i, unit in enumerate(units(sudokus(7)))] == [True] * 6 + [False]


def test_what_is_no_journal(tmp_path: Path) -> None:
    """Text, another database, a folder that is not there: told, and left as it is."""
    text, other = tmp_path / "text", tmp_path / "other"
    text.write_text("no journal " * 1000)
    base = sqlite3.connect(other)
    base.execute("CREATE TABLE mine (x)")
    base.commit()
    base.close()
    for path, message in (
        (text, "is not a journal, or is damaged"),
        (other, "is not a journal of 'satdnd batch'"),
        (tmp_path / "nowhere" / "j", "unable to open database file"),
    ):
        before = path.read_bytes() if path.exists() else None
        with pytest.raises(UsageError, match=message):
            Journal(path, HEADER)
        assert (path.read_bytes() if path.exists() else None) == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["other", "text"]


def test_a_damaged_journal(tmp_path: Path) -> None:
    """Wherever it is damaged: a sentence, or the answers that are still there; never a traceback."""
    path = tmp_path / "j"
    filled(path, 200)
    whole = path.read_bytes()
    rng = random.Random(1)
    told = 0
    for _ in range(30):
        begin = rng.randrange(0, len(whole), 512)
        path.write_bytes(whole[:begin] + rng.randbytes(512) + whole[begin + 512 :])
        try:
            with Journal(path, HEADER) as journal:
                for position, unit in enumerate(units(sudokus(200))):
                    assert journal.known(position, unit) in (None, ("unique", f"answer {position}"))
        except UsageError as error:
            told += "damaged" in str(error)
    assert told > 10


def test_a_full_disk(tmp_path: Path) -> None:
    """What was kept stays; the same command goes on when there is room."""
    lines = tmp_path / "p.jsonl"
    lines.write_text("\n".join(sudokus(400)))
    path = tmp_path / "j"
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)); "
        "from satdnd.cli import main; main(sys.argv[1:])"
    )
    arguments = ["batch", str(lines), "--workers", "1", "--journal", str(path)]
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, *arguments],  # without bytecode: Python keeps it cut off where it is full
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert f"satdnd: the journal {path} cannot be written" in done.stderr
    assert "is the disk full? What it holds is kept; with room for it the same command goes on" in done.stderr
    assert "Traceback" not in done.stderr
    with closing(sqlite3.connect(path)) as base:
        kept = len(base.execute("SELECT * FROM answers").fetchall())
    assert 0 < kept < 400
    again = call(*arguments, "--verbose")
    assert [answer["name"] for answer in without_cost(again.stdout)] == [f"s{i}" for i in range(400)]
    assert f"{kept} of them from the journal" in again.stderr


def kept_in(journal: Path, copy: Path) -> dict[int, str]:
    """The answers in a journal that nobody has open, by their places; it is not touched."""
    for beside in ("", "-wal"):
        if Path(f"{journal}{beside}").exists():
            shutil.copy(f"{journal}{beside}", f"{copy}{beside}")
    with closing(sqlite3.connect(copy)) as base:
        made = base.execute("SELECT * FROM sqlite_master").fetchall()
        found = dict(base.execute("SELECT position, answer FROM answers")) if made else {}
    for beside in ("", "-wal", "-shm"):
        Path(f"{copy}{beside}").unlink(missing_ok=True)
    return found


def killed_and_again(tmp_path: Path, kills: int, count: int, rng: random.Random) -> None:
    """Kill a run at random moments, go on, compare; then another one, until there were so many kills.

    No answer that was kept is made again, and none is lost.
    """
    lines = tmp_path / "p.jsonl"
    few = random.Random(4)
    clues = ("".join(digit if few.random() < 0.25 else "." for digit in "1234341221434321") for _ in range(count))
    lines.write_text("\n".join(line for i, c in enumerate(clues) for line in sudokus(1, name=f"s{i}", clues=c)))
    at_once = call("batch", str(lines))
    expected = without_cost(at_once.stdout)
    assert {"unique", "multiple"} == {answer["status"] for answer in expected}, at_once.stderr
    for number in itertools.count():  # a run that ended before it was killed leaves files that are not used again
        if kills <= 0:
            break
        path, out = tmp_path / f"j{number}", tmp_path / f"answers{number}.jsonl"
        arguments = ["batch", str(lines), "--workers", "2", "--journal", str(path), "--output", str(out)]
        kept: dict[int, str] = {}
        while kills > 0 and not out.exists():
            process = start(*arguments)
            if rng.random() < 0.7:
                wait_for(lambda run=process: run.poll() is not None or len(workers_of(run.pid)) == 2)  # type: ignore[misc]
            time.sleep(rng.uniform(0, 0.9))
            workers = workers_of(process.pid)
            if rng.random() < 0.3 and workers:
                os.kill(rng.choice(workers), signal.SIGKILL)
            kills -= process.poll() is None
            process.kill()
            process.wait()
            wait_for(lambda left=workers: all(map(gone, left)))  # type: ignore[misc]
            if path.exists():
                now = kept_in(path, tmp_path / "copy")
                assert kept.items() <= now.items()
                kept = now
        done = start(*arguments)
        assert done.wait(120) == at_once.exit_code
        answers = out.read_text().splitlines()
        assert all(answers[position] == answer for position, answer in kept.items())
        assert without_cost(answers) == expected
        assert not [left for left in tmp_path.glob(".*") if left.stat().st_size]


@pytest.mark.slow
def test_killed_and_again(tmp_path: Path) -> None:
    """A few times."""
    killed_and_again(tmp_path, 2, 1000, random.Random(5))


@pytest.mark.slow
def test_many_kills(tmp_path: Path) -> None:
    """Eight times, at random moments."""
    killed_and_again(tmp_path, 8, 8_000, random.Random(7))


def test_errors_are_answers_too(tmp_path: Path) -> None:
    """A second run has the same, and asks nobody."""
    lines = [*sudokus(2), '{"kind": "chess"}', "{", '{"kind": "sudoku", "name": "short", "clues": "1"}']
    arguments = ["batch", "-", "--workers", "1", "--journal", str(tmp_path / "j")]
    first, second = (call(*arguments, stdin="\n".join(lines)) for _ in range(2))
    assert first.exit_code == second.exit_code == 2
    assert (first.stdout, first.stderr) == (second.stdout, second.stderr)


def test_nobody_is_asked_for_what_is_known(tmp_path: Path) -> None:
    """No worker is begun where the journal has everything; of a longer input the rest is asked."""
    lines = units(sudokus(30))
    told = []
    for count, asked in ((20, 20), (20, 0), (30, 10)):
        with Journal(tmp_path / "j", HEADER) as journal, Workers(1, Job("unique")) as crew:
            batch = Batch(iter(lines[:count]), crew, journal)
            told.append([answer for some in batch.answers() for answer in some])
            assert (batch.answered, batch.known) == (asked, count - asked)
            assert len(processes()) == (asked > 0)
    assert told[0] == told[1] == told[2][:20]
    assert [json.loads(answer.text)["name"] for answer in told[2]] == [f"s{i}" for i in range(30)]


# what a run leaves beside its output


def noted(journal: Path) -> list[tuple[str]]:
    """The rows of a journal that nobody has open that tell which file a run wrote."""
    with closing(sqlite3.connect(journal)) as base:
        return base.execute("SELECT value FROM header WHERE name = 'beside'").fetchall()


@pytest.mark.slow
def test_a_file_that_a_killed_run_left_goes(tmp_path: Path) -> None:
    """The half-written one at once, NAME.part when NAME is there; then the journal tells of none any more."""
    out, journal = tmp_path / "answers.jsonl", tmp_path / "j"
    arguments = ["batch", "-", "--workers", "1", "--journal", str(journal), "--output", str(out)]
    for number, left in ((signal.SIGTERM, "answers.jsonl.part"), (signal.SIGKILL, ".answers.jsonl.")):
        with start(*arguments, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdin
            process.stdin.write("\n".join(sudokus(3)) + "\n")
            process.stdin.flush()
            wait_for(lambda: [path for path in tmp_path.glob(".answers*") if path.stat().st_size])
            process.send_signal(number)
            process.wait()
        assert noted(journal)
        assert [path.name[: len(left)] for path in tmp_path.glob("*answers*")].count(left) == 1
    assert (tmp_path / "answers.jsonl.part").exists()  # of the first one: nothing has taken its place
    done = call(*arguments, stdin="\n".join(sudokus(3)))
    assert done.exit_code == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.jsonl", "j"]
    assert not noted(journal)


def test_a_journal_names_any_file(tmp_path: Path) -> None:
    """Nothing goes but a file that has the form of our own, beside the output that is asked for now."""
    folder, other, journal = tmp_path / "here", tmp_path / "there", tmp_path / "j"
    for place in (folder, other):
        place.mkdir()
        for name in ("a.jsonl", ".a.jsonl.abcdefgh", ".b.jsonl.abcdefgh", "letter", ".a.jsonl.original.txt"):
            (place / name).write_text("mine")
    (folder / ".a.jsonl.a_folder").mkdir()
    (folder / ".a.jsonl.the_link").symlink_to(other / "letter")
    ours, part = folder / ".a.jsonl.abcdefgh", folder / "a.jsonl.part"
    files = lambda: sorted([*folder.iterdir(), *other.iterdir()])  # noqa: E731
    whole = files()
    paths = [str(path) for path in [*whole, folder, other] if path != ours]
    paths += [ours.name, f"./{ours.name}", f"{other}/../here/{ours.name}", f"{folder}//{ours.name}", "", "/", "\ud800"]
    paths += [f"{folder}/.a.jsonl.abc\0efgh", f"{ours}\n", f"{ours}\0"]
    values: list[object] = [json.dumps(path) for path in paths]
    values += [1, None, b"\xff", "", "{", "[1]", "{}", "null", "1e999", "[" * 100_000, str(ours)]

    def run(value: object) -> None:
        """Go on after a run that left that row."""
        with closing(sqlite3.connect(journal)) as base, base:
            base.execute("INSERT INTO header VALUES ('beside', ?)", (value,))
        arguments = ["--workers", "1", "--journal", str(journal), "--output", str(folder / "a.jsonl")]
        done = call("batch", "-", *arguments, stdin=sudokus(1)[0])
        assert (done.exit_code, done.stderr) == (0, "satdnd: replaced a.jsonl\n"), value
        assert not noted(journal)

    assert call("batch", "-", "--journal", str(journal), stdin=sudokus(1)[0]).exit_code == 0
    for value in values:
        run(value)
        assert files() == whole, value
    part.touch()
    run(json.dumps(str(other / ours.name)))
    assert files() == sorted([*whole, part])  # nothing says that this one is ours
    run(json.dumps(str(ours)))
    assert files() == [path for path in whole if path != ours]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE header SET value = '{' WHERE name = 'operation'",
        "UPDATE header SET value = NULL",
        f"UPDATE header SET value = '{'[' * 100_000}'",
        "UPDATE answers SET answer = x'41', sum = 3184138440",
    ],
    ids=lambda change: change[:60],
)
def test_what_a_journal_never_holds(tmp_path: Path, change: str) -> None:
    """No JSON in the header, no text in an answer: a sentence, as for any damage."""
    path = tmp_path / "j"
    filled(path, 1)
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(change)
    with pytest.raises(UsageError, match="j is damaged; name a new file"), Journal(path, HEADER) as journal:
        journal.known(0, units(sudokus(1))[0])
