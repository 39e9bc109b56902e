"""Batches on a Dask cluster: a real scheduler and real workers, on the loopback interface."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from batch_work import Broken, Deadly
from test_batch import ROOT, call, sudokus, units, wait_for, without_cost
from test_cli import run as satdnd

pytest.importorskip("distributed")

from satdnd.bulk import cluster
from satdnd.bulk.batch import AnswerText, Batch, Job
from satdnd.bulk.cluster import Cluster
from satdnd.bulk.journal import Journal
from satdnd.errors import SatdndError, UsageError
from satdnd.grid.fields import shown

TESTS = Path(__file__).parents[1]
ALONE = ("--nthreads", "1", "--no-dashboard")


class Machines:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[str]] = []
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        wait_for(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        self.address = json.loads(self._file.read_text())["address"]

    def _start(self, *arguments: str, path: str = "") -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [path, str(ROOT), str(TESTS)]))}
        command = [sys.executable, "-m", "dask", arguments[0], *arguments[1:], "--scheduler-file", str(self._file)]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.processes.append(subprocess.Popen(command, text=True, env=environment, cwd=self._file.parent, **quiet))
        return self.processes[-1]

    def worker(self, *more: str, path: str = "") -> subprocess.Popen[str]:
        """One more worker; `satdnd.bulk.cluster` waits until the first is there."""
        return self._start("worker", "--host", "127.0.0.1", *ALONE, *(more or ("--no-nanny",)), path=path)

    def stop(self) -> None:
        """All of them."""
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def machines(folder: Path) -> Iterator[Machines]:
    """A cluster for the time of a block."""
    found = Machines(folder)
    try:
        yield found
    finally:
        found.stop()


def run(crew: Cluster, lines: list[str], each: Any = None) -> list[AnswerText]:
    """The answers of a cluster."""
    found = list[AnswerText]()
    for some in Batch(iter(units(lines)), crew).answers():
        found += some
        if each:
            each(found)
    return found


SMALL = """
import sys, time
from distributed import LocalCluster
here = {"host": "127.0.0.1", "protocol": "tcp://", "dashboard_address": None}
with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, **here) as cluster:
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""
"""A scheduler and a worker in one process, until its standard input is closed."""


@pytest.mark.slow
def test_a_cluster_gives_the_same(tmp_path: Path) -> None:
    """From the command line: answers, order, errors, journal; and the files of a set of puzzles."""
    wanted = ("dataset", "--kinds", "tents,hashi", "--sizes", "4", "--count", "4", "--seed", "1", "--quiet", "--output")
    lines = [*sudokus(300), "{", *sudokus(5)]
    path = tmp_path / "p.jsonl"
    path.write_text("\n".join(lines))
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", SMALL], env=environment, cwd=tmp_path, **pipes) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        there = call("batch", "--cluster", address, "--journal", str(tmp_path / "j"), str(path))
        made = call(*wanted, str(tmp_path / "there"), "--cluster", address)
        process.communicate()
    for folder, workers in (("one", "1"), ("two", "2")):
        assert call(*wanted, str(tmp_path / folder), "--workers", workers).exit_code == made.exit_code == 0
        for path_here in (tmp_path / folder).iterdir():
            assert path_here.read_bytes() == (tmp_path / "there" / path_here.name).read_bytes()
    here = call("unique", "--format", "json", str(path))
    assert without_cost(there.stdout) == without_cost(here.stdout)
    assert (there.exit_code, there.stderr) == (here.exit_code, here.stderr)
    again = call("batch", "--workers", "1", "--journal", str(tmp_path / "j"), str(path))
    assert again.stdout == there.stdout


def test_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody there, no Dask: a sentence each."""
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(UsageError, match="no Dask scheduler answers at tcp:"):
        Cluster("tcp://127.0.0.1:9", Job("unique"))
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"needs the extra 'cluster': pip install 'satdnd\[cluster\]'"):
        Cluster("tcp://127.0.0.1:9", Job("unique"))


ADDRESSES = ("there", "127.0.0.1:8786", "tcp://127.0.0.1", "tls://127.0.0.1:8786", "http://127.0.0.1:8786", "ws://h:1")
ADDRESSES += (
    "inproc://h:1",
    "TCP://h:1",
    "tcp://h:65536",
    "tcp://h:0",
    "tcp://h..h:1",
    f"tcp://{'h' * 64}:1",
    "tcp://:1",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of another scheme, of no host or of no port that can be: refused before anybody is called."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    message = f"found the cluster's address {shown(address)}, expected tcp://HOST:PORT"
    with pytest.raises(UsageError, match=re.escape(message)):
        Cluster(address, Job("unique"))
    ran = satdnd("batch", "-", "--cluster", address, stdin=sudokus(1)[0])
    assert (ran.status, ran.out, ran.err) == (2, "", f"satdnd: {message}\n")


@pytest.mark.slow
def test_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    """Of two; the other one does the rest, and a new one helps. Nothing is lost, nothing changes places."""
    lines = sudokus(400, note="slow")
    (tmp_path / "seen").mkdir()
    with machines(tmp_path) as found:
        workers = [found.worker(), found.worker()]
        seen = lambda: len(list((tmp_path / "seen").glob("*.worker")))  # noqa: E731

        def each(answers: list[AnswerText]) -> None:
            """Kill one, once both work."""
            if len(answers) > 50 and seen() == 2 and workers[0].poll() is None:
                workers[0].kill()
                workers[0].wait()
                found.worker()

        with Cluster(found.address, Deadly(Job("unique"), str(tmp_path / "seen"))) as crew:
            wait_for(lambda: len(crew._client.scheduler_info()["workers"]) == 2)
            answers = run(crew, lines, each)
    assert workers[0].poll() == -signal.SIGKILL
    assert [json.loads(answer.text)["name"] for answer in answers] == [f"s{i}" for i in range(400)]
    assert {answer.status for answer in answers} == {"unique"}


@pytest.mark.slow
def test_a_puzzle_that_kills_workers_of_a_cluster(tmp_path: Path) -> None:
    """Is an error, once Dask gives it up; nannies bring new workers for the others."""
    lines = sudokus(40)
    lines[20] = json.dumps({"kind": "sudoku", "name": "killer", "clues": "1.....3..4.....2"})
    (tmp_path / "seen").mkdir()
    with machines(tmp_path) as found:
        found.worker("--nanny")
        found.worker("--nanny")
        with Cluster(found.address, Deadly(Job("unique"), str(tmp_path / "seen"))) as crew:
            answers = run(crew, lines)
    assert [answer.status for answer in answers] == ["error" if i == 20 else "unique" for i in range(40)]
    assert "killer: its worker crashed 4 times: workers of the cluster" in answers[20].text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("patch", "message"),
    [
        ("import satdnd.version; satdnd.version.__version__ = '0.0.1'", "has satdnd 0.0.1, expected"),
        ("import sys; sys.modules['satdnd'] = None", "has no satdnd"),
    ],
)
def test_another_version(tmp_path: Path, patch: str, message: str) -> None:
    """Is refused before anything is asked."""
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "sitecustomize.py").write_text(patch)
    with machines(tmp_path) as found:
        found.worker(path=str(shim))
        with pytest.raises(UsageError, match=message):
            Cluster(found.address, Job("unique"))


@pytest.fixture
def other(tmp_path: Path) -> str:
    """A folder that gives a worker another version."""
    shim = tmp_path / "shim"
    shim.mkdir()
    (shim / "sitecustomize.py").write_text("import satdnd.version; satdnd.version.__version__ = '0.0.1'")
    (tmp_path / "seen").mkdir()
    return str(shim)


@pytest.mark.slow
def test_another_version_comes_later(tmp_path: Path, other: str) -> None:
    """It is left out; the others go on, one that comes later still helps, and does the rest alone."""
    lines = sudokus(600, note="slow")
    seen = lambda: len(list((tmp_path / "seen").glob("*.worker")))  # noqa: E731
    with machines(tmp_path) as found:
        workers = [found.worker()]
        with Cluster(found.address, Deadly(Job("unique"), str(tmp_path / "seen"))) as crew:
            there = lambda: len(crew._client.scheduler_info()["workers"])  # noqa: E731

            def each(answers: list[AnswerText]) -> None:
                """One of another version comes, then one of this, then the first one goes."""
                if len(workers) == 1:
                    workers.append(found.worker(path=other))
                    wait_for(lambda: there() == 2)
                elif len(workers) == 2 and len(answers) > 150:
                    workers.append(found.worker())
                    wait_for(lambda: there() == 3)
                elif seen() == 2 and workers[0].poll() is None:
                    workers[0].kill()
                    workers[0].wait()

            answers = run(crew, lines, each)
    assert workers[0].poll() == -signal.SIGKILL
    assert seen() == 2
    assert [json.loads(answer.text)["name"] for answer in answers] == [f"s{i}" for i in range(600)]
    assert {answer.status for answer in answers} == {"unique"}


@pytest.mark.slow
def test_another_version_stays_alone(tmp_path: Path, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked of it; the run ends as without any worker, and says what is there."""
    monkeypatch.setattr(cluster, "LONGER", 20.0)
    with machines(tmp_path) as found:
        good = found.worker()
        with Cluster(found.address, Deadly(Job("unique"), str(tmp_path / "seen"))) as crew:

            def each(answers: list[AnswerText]) -> None:
                """The good one is replaced."""
                if good.poll() is None:
                    good.kill()
                    found.worker(path=other)

            message = r"has had no workers for 20 seconds: a worker of the cluster has satdnd 0\.0\.1, expected"
            with pytest.raises(SatdndError, match=message):
                run(crew, sudokus(300, note="slow"), each)


@pytest.mark.slow
def test_what_fails_on_every_worker_ends_the_run(tmp_path: Path) -> None:
    """It is asked again of a worker that is known to have this version, once."""
    with machines(tmp_path) as found:
        found.worker()
        with Cluster(found.address, Broken()) as crew, pytest.raises(SatdndError, match="failed: ZeroDivisionError"):
            run(crew, sudokus(3))


@pytest.mark.slow
def test_the_cluster_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler, or all workers: a sentence, and the journal has what was answered."""
    monkeypatch.setattr(cluster, "PATIENCE", 4.0)
    monkeypatch.setattr(cluster, "LONGER", 4.0)
    header = {"operation": "unique"}
    for victim, message in ((0, "went away"), (1, "has had no workers for 4 seconds")):
        folder = tmp_path / str(victim)
        (folder / "seen").mkdir(parents=True)
        kept = 0
        with machines(folder) as found:
            found.worker()

            def again(
                answers: int, journal: Journal, crew: Cluster, victim: int = victim, found: Machines = found
            ) -> int:
                """Run until somebody is killed, and further."""
                for some in Batch(iter(units(sudokus(400, note="slow"))), crew, journal).answers():
                    answers += len(some)
                    if found.processes[victim].poll() is None and answers > 20:
                        found.processes[victim].kill()
                return answers

            with (
                pytest.raises(SatdndError, match=message),
                Journal(folder / "j", header) as journal,
                Cluster(found.address, Deadly(Job("unique"), str(folder / "seen"))) as crew,
            ):
                again(0, journal, crew)
        with Journal(folder / "j", header) as journal:
            for position, unit in enumerate(units(sudokus(400, note="slow"))):
                kept += journal.known(position, unit) is not None
        assert 20 < kept < 400


@pytest.mark.slow
def test_the_page_tells_what_works(tmp_path: Path) -> None:
    """The commands of docs/cluster.md, side by side, but for the port."""
    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    assert blocks[0] == "pip install 'satdnd[cluster]'\n"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    scheduler, worker, batch = blocks[1].replace("8786", port).splitlines()
    (tmp_path / "puzzles.jsonl").write_text("\n".join(sudokus(30)))
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(ROOT)
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    servers = [
        subprocess.Popen(f"exec {command} --no-dashboard", shell=True, cwd=tmp_path, env=environment, **quiet)
        for command in (scheduler, worker)
    ]
    try:
        done = subprocess.run(batch, shell=True, cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert len((tmp_path / "answers.jsonl").read_text().splitlines()) == 30
    finally:
        for server in reversed(servers):
            server.terminate()
            server.wait(20)
