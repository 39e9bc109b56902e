"""`satdnd edit` as a real process: who may ask it, what it refuses, and that nothing stays behind."""

from __future__ import annotations

import http.client
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from base64 import b64encode, urlsafe_b64decode
from collections.abc import Callable, Iterator
from contextlib import closing
from email.message import Message
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from satdnd.web import pages, server
from satdnd.web.files import picture, static
from satdnd.web.limits import MOST_BYTES, seconds_of
from satdnd.web.pages import Page, Pages
from satdnd.web.server import EditorServer

ROOT = Path(__file__).parents[2]
SIX = str(ROOT / "instances" / "dungeon" / "example-6x6.dnd")
EDIT = [sys.executable, "-m", "satdnd", "edit", "--no-browser", "--port"]
HARD = {"kind": "unattacked", "size": [20, 20], "queens": 20}
"""Nobody waits for this."""
QUEENS = {"kind": "queens", "height": 4, "width": 4}
PROC = Path(f"/proc/{os.getpid()}/task").exists()


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: Message
    body: bytes


class Editor:
    """The editor's server in this process, and how it is asked."""

    def __init__(self) -> None:
        self.server = EditorServer(0)
        self.port, self.number = self.server.server_port, os.getpid()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def send(self, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Reply:
        """The reply to one request; ``Sec_Fetch_Site`` stands for the header of that name."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request(method, path, body, told)
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())

    def token(self) -> str:
        """That of a new page."""
        found = re.search(r'name="satdnd-token" content="(\S+) \S+"', self.send("GET", "/").body.decode())
        assert found
        return found[1]

    def ask(self, token: str, operation: str, puzzle: Any = None, **more: Any) -> dict[str, Any]:
        """The record of a task."""
        task = {"operation": operation, "puzzle": puzzle, **more}
        response = self.send("POST", "/ask", json.dumps({"id": 1, "task": task}), X_Satdnd_Token=token)
        assert response.status == 200
        *_, last = response.body.decode().splitlines()
        answer = json.loads(last)
        assert answer["id"] == 1
        record: dict[str, Any] = answer["record"]
        return record

    def blank(self, token: str) -> Any:
        """An empty board: what is answered soonest."""
        return self.ask(token, "blank", arguments=QUEENS)["puzzle"]

    def children(self) -> set[int]:
        """The processes that it started and that are there."""
        found = set()
        for path in Path(f"/proc/{self.number}/task").glob("*/children"):
            found |= {int(word) for word in path.read_text().split()}
        return found


class Running(Editor):
    """A running `satdnd edit`."""

    def __init__(self, *more: str) -> None:
        self.process = subprocess.Popen(
            [*EDIT, "0", *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", self.address)
        assert found, self.process.communicate()
        self.port, self.number = int(found[1]), self.process.pid

    def end(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Status and standard error after a signal."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=30)
        return self.process.returncode, err


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    """One for all tests that leave it as it is."""
    running = Editor()
    yield running
    running.server.shutdown()
    running.server.close()


def until(true: Callable[[], bool]) -> None:
    """Wait for it; the test ends where it never comes."""
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    pytest.fail("it never came")


@pytest.fixture(scope="module")
def token(editor: Editor) -> str:
    """Of a page whose process is warm."""
    return editor.token()


# what it gives


def test_the_page_and_its_files(editor: Editor) -> None:
    """The page names its engine and has a token of its own; files have their types; nothing may be framed."""
    response = editor.send("GET", "/")
    text = response.body.decode()
    assert response.status == 200
    assert '<meta name="satdnd-engine" content="local">' in text
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"
    assert editor.token() != editor.token()
    script = editor.send("GET", "/engine.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert script.body == static()["engine.js"].read_bytes()
    assert editor.send("HEAD", "/engine.js").body == b""
    drawn = editor.send("GET", "/pictures/akari.svg")
    assert drawn.headers["Content-Type"] == "image/svg+xml"
    assert drawn.body == picture("akari")
    assert editor.send("GET", "/pictures/chess.svg").status == 404


def test_a_question_is_answered_and_stays_warm(editor: Editor, token: str) -> None:
    """From a file to the reasons for a cell."""
    (puzzle,) = editor.ask(token, "read", arguments={"text": Path(SIX).read_text()})["puzzles"]
    assert editor.ask(token, "live", puzzle)["status"] == "unique"
    assert editor.ask(token, "why", puzzle, arguments={"cell": [0, 0]})["step"]["cells"] == [[0, 0, "#"]]
    assert editor.ask(token, "nonsense")["status"] == "error"


def test_progress_comes_before_the_answer(editor: Editor, token: str) -> None:
    """As lines of their own."""
    (puzzle,) = editor.ask(token, "read", arguments={"text": Path(SIX).read_text()})["puzzles"]
    rows = [puzzle["rows"][0] - 1, *puzzle["rows"][1:]]
    task = {"operation": "repairs", "puzzle": puzzle | {"rows": rows}, "arguments": {"edits": 1}}
    response = editor.send("POST", "/ask", json.dumps({"id": "x", "task": task}), X_Satdnd_Token=token)
    lines = [json.loads(line) for line in response.body.decode().splitlines()]
    assert "progress" in lines[0]
    assert lines[-1]["record"]["repairs"]
    assert {line["id"] for line in lines} == {"x"}


def test_the_address_has_the_puzzle() -> None:
    """Behind the ``#``, which no server sees."""
    running = Running(SIX)
    try:
        fragment = running.address.partition("#p=")[2]
        puzzle = json.loads(urlsafe_b64decode(fragment + "=" * (-len(fragment) % 4)))
        assert (puzzle["kind"], puzzle["name"]) == ("dungeon", "6x6 example")
    finally:
        assert running.end()[0] == 130


# what it refuses


@pytest.mark.parametrize("path", [
    "/../pyproject.toml", "/%2e%2e/pyproject.toml", "/..%2f..%2fpyproject.toml", "//etc/passwd", "/etc/passwd",
    "/server.py", "/../server.py", "/static/engine.js", "/./engine.js", "/engine.js/", "/engine.js%00.html",
    "/\\..\\server.py", "http://127.0.0.1/engine.js", "engine.js", "*", "/" + "a" * 20_000,
])  # fmt: skip
def test_nothing_but_the_files_of_the_page(editor: Editor, path: str) -> None:
    """Whatever the path."""
    with socket.create_connection(("127.0.0.1", editor.port), timeout=30) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}\r\n\r\n".encode())
        assert re.match(rb"HTTP/1.1 (404|400|414) ", connection.recv(100))


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example:{port}", ""])
def test_another_name_for_this_machine_is_refused(editor: Editor, host: str) -> None:
    """A site may make its name point here (DNS rebinding); its pages get nothing, no token above all."""
    response = editor.send("GET", "/", Host=host.format(port=editor.port))
    assert response.status == 421
    assert b"token" not in response.body
    assert editor.send("GET", "/", Host=f"localhost:{editor.port}").status == 200


def test_two_hosts_or_none_are_refused(editor: Editor) -> None:
    """Which of them holds nobody knows."""
    right = f"Host: 127.0.0.1:{editor.port}\r\n"
    for hosts in ("", right + "Host: evil.example\r\n"):
        with socket.create_connection(("127.0.0.1", editor.port), timeout=30) as connection:
            connection.sendall(f"GET / HTTP/1.1\r\n{hosts}\r\n".encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 421 ")


@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "https://127.0.0.1:{port}"},
    {"Origin": "http://127.0.0.1:1"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
])  # fmt: skip
def test_other_sites_are_refused(editor: Editor, token: str, headers: dict[str, str]) -> None:
    """With a right token too."""
    told = {name: value.format(port=editor.port) for name, value in headers.items()}
    body = json.dumps({"id": 1, "task": {"operation": "blank", "arguments": QUEENS}})
    for method, path in (("POST", "/ask"), ("POST", "/stop"), ("GET", "/engine.js")):
        assert editor.send(method, path, body, X_Satdnd_Token=token, **told).status == 403
    own = f"http://127.0.0.1:{editor.port}"
    response = editor.send("POST", "/ask", body, X_Satdnd_Token=token, Origin=own, Sec_Fetch_Site="same-origin")
    assert response.status == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "same-origin", "none"])
@pytest.mark.parametrize("place", ["document", "iframe", "frame", "embed", "object"])
def test_other_sites_and_frames_get_no_token(editor: Editor, site: str, place: str) -> None:
    """A link leads to a page with a link; whatever is framed is refused. So nobody else uses up the tokens."""
    before = {**editor.server.pages._pages}
    told = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": place}
    reply = editor.send("GET", "/?i", **told)
    own = place == "document" and site in ("same-origin", "none")
    assert (editor.server.pages._pages == before) is not own
    assert reply.status == (200 if place == "document" else 403)
    assert (b"satdnd-token" in reply.body) is own
    if place == "document" and not own:
        assert b'href="index.html"' in reply.body
        (script,) = re.findall(rb"<script>(.*)</script>", reply.body)
        allowed = b64encode(sha256(script).digest()).decode()
        assert f"script-src 'sha256-{allowed}';" in reply.headers["Content-Security-Policy"]


def test_an_open_page_keeps_its_token(editor: Editor, token: str) -> None:
    """However often pages are asked for; those that never ask are forgotten first."""
    assert editor.blank(token)
    for _ in range(pages.MOST_PAGES):
        editor.send("GET", "/")
    assert len(editor.server.pages._pages) == pages.MOST_PAGES
    assert editor.blank(token)
    assert editor.blank(editor.token())


@pytest.mark.parametrize("sent", ["GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX: ", "POST /ask HTTP/1.1\r\n"
    "Host: 127.0.0.1:{port}\r\nX-Satdnd-Token: {token}\r\nContent-Length: 1000000\r\n\r\n"])  # fmt: skip
def test_a_request_has_a_time_limit_as_a_whole(
    editor: Editor, token: str, sent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One byte at a time holds a connection no longer than a silent client does."""
    monkeypatch.setattr(server, "_SLOW", 0.5)
    with socket.create_connection(("127.0.0.1", editor.port), timeout=30) as connection:
        connection.sendall(sent.format(port=editor.port, token=token).encode())
        for _ in range(300):
            try:
                connection.sendall(b"x")
                if select.select([connection], [], [], 0.1)[0]:
                    assert connection.recv(1) == b""
                    return
            except ConnectionError:
                return
    raise AssertionError("the connection is still open")


@pytest.mark.parametrize("path", ["/ask", "/stop", "/close"])
@pytest.mark.parametrize("headers", [{}, {"X_Satdnd_Token": ""}, {"X_Satdnd_Token": "guessed"}])
def test_without_the_token_nothing_is_done(editor: Editor, path: str, headers: dict[str, str]) -> None:
    """It is a page's own."""
    assert editor.send("POST", path, "{}", **headers).status == 403


@pytest.mark.parametrize("path", ["/ask", "/stop", "/close"])
@pytest.mark.parametrize("length", [1000, MOST_BYTES + 1])
def test_without_the_token_no_body_is_waited_for(editor: Editor, path: str, length: int) -> None:
    """Refused by its headers: nothing of the body has come, and nothing is said about what it might be."""
    with socket.create_connection(("127.0.0.1", editor.port), timeout=10) as connection:
        lines = [f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}", "X-Satdnd-Token: guessed"]
        connection.sendall(("\r\n".join(lines) + f"\r\nContent-Length: {length}\r\n\r\n").encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(("head", "status"), [
    ("Content-Length: 100000000", 413), (f"Content-Length: {MOST_BYTES + 1}", 413),
    ("Content-Length: " + "9" * 400, 413),
    ("Content-Length: -1", 411), ("Content-Length: ten", 411), ("Content-Length: \u00b2", 411), ("X: y", 411),
    ("Transfer-Encoding: chunked", 411), ("Content-Length: 2\r\nTransfer-Encoding: chunked", 411),
    ("Content-Length: 2\r\nContent-Length: 2", 411), ("Content-Length: 2\r\nContent-Length: 9", 411),
    ("Content-Length: 2, 2", 411),
])  # fmt: skip
def test_bodies_that_cannot_be_are_refused_unread(editor: Editor, token: str, head: str, status: int) -> None:
    """A hundred megabytes, no length, a length that is none."""
    with socket.create_connection(("127.0.0.1", editor.port), timeout=30) as connection:
        lines = [f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}", f"X-Satdnd-Token: {token}", head]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        assert connection.recv(100).startswith(f"HTTP/1.1 {status} ".encode())
    assert editor.blank(token)


@pytest.mark.parametrize("body", ["", "{", "[]", "7", "[" * 100_000, '"\xff'])
def test_what_is_no_message_is_refused(editor: Editor, token: str, body: str) -> None:
    """With a sentence; the page goes on."""
    response = editor.send("POST", "/ask", body.encode("latin-1"), X_Satdnd_Token=token)
    assert response.status == 400
    assert b"message" in response.body
    assert editor.send("PUT", "/ask", "{}", X_Satdnd_Token=token).status == 501


def test_half_a_character_goes_through(editor: Editor, token: str) -> None:
    """JSON allows it, UTF-8 does not; it comes back as it went."""
    puzzle = {"kind": "queens", "size": [4, 4], "name": "\ud800"}
    written = editor.ask(token, "write", puzzle, arguments={"style": "json"})["text"]
    assert json.loads(written)["name"] == "\ud800"
    assert "unknown operation" in editor.ask(token, "\udfff")["message"]


def test_a_message_cut_off_is_no_message(editor: Editor, token: str) -> None:
    """The client goes away in the middle."""
    with socket.create_connection(("127.0.0.1", editor.port), timeout=30) as connection:
        head = (
            f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}\r\nX-Satdnd-Token: {token}\r\nContent-Length: 50\r\n"
        )
        connection.sendall(head.encode() + b"\r\n{}")
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_huge_board_is_an_error_of_the_page(editor: Editor, token: str) -> None:
    """And the next question is answered."""
    large = {"kind": "dungeon", "rows": [None] * 1000, "columns": [None] * 1000, "monsters": [], "treasures": []}
    assert "64x64" in editor.ask(token, "live", large)["message"]
    assert editor.blank(token)


def test_a_port_that_is_taken_is_told(editor: Editor) -> None:
    """As bad usage."""
    ran = subprocess.run([*EDIT, str(editor.port)], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"port {editor.port} is already in use" in ran.stderr


# stopping


def background(ask: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    """*ask* in a thread, and what it gives."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(ask()))
    thread.start()
    return thread, found


def test_stop_ends_what_runs(editor: Editor, token: str) -> None:
    """At once, with an answer for whoever waits, and a fresh process after it; other pages notice nothing."""
    other, token = token, editor.token()
    thread, found = background(lambda: editor.ask(token, "solve", HARD, options={"timeout": 600}))
    time.sleep(0.1)
    assert not found
    assert editor.send("POST", "/stop", "", X_Satdnd_Token=token).status == 204
    thread.join(20)
    assert found[0]["status"] == "error"
    assert "stopped" in found[0]["message"]
    assert editor.blank(token)
    assert editor.blank(other)


@pytest.mark.skipif(not PROC, reason="this system does not tell the processes that a process started")
def test_a_page_that_goes_away_leaves_nothing_behind(editor: Editor) -> None:
    """Whether it says so, or is gone in the middle of a question."""
    before = editor.children()
    token = editor.token()
    editor.blank(token)
    until(lambda: len(editor.children() - before) == 1)  # others may go, and who forked may hand over its children
    assert editor.send("POST", "/close", "", X_Satdnd_Token=token).status == 204
    until(lambda: editor.children() <= before)
    assert editor.blank(token)  # it comes back by the browser's back button
    body = json.dumps({"id": 1, "task": {"operation": "solve", "puzzle": HARD, "options": {"timeout": 600}}})
    with socket.create_connection(("127.0.0.1", editor.port), timeout=30) as connection:
        head = f"POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{editor.port}\r\nX-Satdnd-Token: {token}\r\n"
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        time.sleep(0.2)
    until(lambda: editor.children() <= before)


@pytest.mark.parametrize(("number", "status", "said"), [
    (signal.SIGINT, 130, "interrupted"), pytest.param(signal.SIGTERM, 143, "terminated", marks=pytest.mark.slow),
])  # fmt: skip
def test_ctrl_c_ends_everything_at_once(number: int, status: int, said: str) -> None:
    """With a question under way; with the status of the other commands, and no process left."""
    running = Running()
    token = running.token()
    running.blank(token)
    children = running.children() if PROC else set()
    thread, _ = background(lambda: _quietly(lambda: running.ask(token, "solve", HARD, options={"timeout": 600})))
    time.sleep(0.2)
    ended, told = running.end(number)
    assert (ended, told.strip()) == (status, f"satdnd: {said}")
    thread.join(20)
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def _quietly(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except (OSError, http.client.HTTPException):
        return None


@pytest.mark.slow
@pytest.mark.skipif(not PROC, reason="this system does not tell the processes that a process started")
def test_a_server_that_is_killed_takes_its_processes_along() -> None:
    """They notice that nobody asks any more, in the middle of a question too."""
    running = Running()
    token = running.token()
    running.blank(token)
    children = running.children()
    assert children
    thread, _ = background(lambda: _quietly(lambda: running.ask(token, "solve", HARD, options={"timeout": 600})))
    time.sleep(0.2)
    running.process.kill()
    running.process.communicate()
    thread.join(20)
    until(lambda: not any(_runs(child) for child in children))


def _runs(process: int) -> bool:
    """Whether it is there, and no zombie that nobody waits for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# pages without a server


def never(line: str) -> None:
    """No progress is expected."""
    pytest.fail(line)


def test_a_process_that_does_not_listen_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time and some grace; what it said is undecided, and the next question is answered."""
    monkeypatch.setattr(pages, "GRACE", 0.2)
    page = Page()
    try:
        message = json.dumps(
            {"id": 5, "task": {"operation": "blank", "arguments": QUEENS, "options": {"timeout": 0.1}}}
        )
        worker = page.begin()
        os.kill(worker._process.pid, signal.SIGSTOP)
        answer = json.loads(page.ask(message, never, lambda: True))
        assert answer["id"] == 5
        assert answer["record"]["status"] == "undecided"
        assert not worker.alive
        monkeypatch.setattr(pages, "GRACE", 60)
        assert json.loads(page.ask(message, never, lambda: True))["record"]["puzzle"]
    finally:
        page.end()


@pytest.mark.slow
def test_a_process_that_dies_is_replaced() -> None:
    """Whatever ended it, there is an answer."""
    page = Page()
    try:
        message = json.dumps({"id": 5, "task": {"operation": "blank", "arguments": QUEENS}})
        process = page.begin()._process
        os.kill(process.pid, signal.SIGKILL)
        process.wait(20)
        first = json.loads(page.ask(message, never, lambda: True))["record"]
        assert first.get("puzzle") or "ended" in first["message"]
        assert json.loads(page.ask(message, never, lambda: True))["record"]["puzzle"]
    finally:
        page.end()


def test_idle_processes_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """And too many of them, those unused for longest first; a page keeps its token."""
    known = Pages()
    try:
        tokens = known.open(3)
        workers = [known.page(token).begin() for token in tokens]
        known.tidy()
        assert all(worker.alive for worker in workers)
        monkeypatch.setattr(pages, "MOST_WORKERS", 2)
        known.tidy()
        assert [worker.alive for worker in workers] == [False, True, True]
        monkeypatch.setattr(pages, "IDLE", -1.0)
        known.tidy()
        assert not any(worker.alive for worker in workers)
        assert known.page(tokens[0])
    finally:
        known.close()


def test_tokens_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of so many pages the oldest is forgotten."""
    monkeypatch.setattr(pages, "MOST_PAGES", 3)
    known = Pages()
    tokens = [*known.open(3), *known.open()]
    assert known.page(tokens[1])
    for unknown in (tokens[0], "", None, 7, tokens[1] + "x"):
        with pytest.raises(pages.UnknownPage):
            known.page(unknown)


@pytest.mark.slow
def test_the_memory_of_a_page_is_bounded() -> None:
    """By the system, behind the limits of each question."""
    page = Page()
    try:
        worker = page.begin()
        page.ask(json.dumps({"id": 5, "task": {"operation": "blank", "arguments": QUEENS}}), never, lambda: True)
        limits = Path(f"/proc/{worker._process.pid}/limits")
        if not limits.exists():
            pytest.skip("this system does not tell the limits of a process")
        (line,) = re.findall(r"Max address space +(\d+)", limits.read_text())
        assert int(line) == pages.MOST_MEMORY + pages._BASE
    finally:
        page.end()


@pytest.mark.slow
def test_what_lies_around_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may have been started in a folder with files of any name."""
    (tmp_path / "json.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    page = Page()
    try:
        answer = page.ask(
            json.dumps({"id": 5, "task": {"operation": "blank", "arguments": QUEENS}}), never, lambda: True
        )
        assert json.loads(answer)["record"]["puzzle"]
    finally:
        page.end()


@pytest.mark.parametrize(("operation", "wished", "seconds"), [
    ("live", None, 3), ("solve", None, 60), ("solve", 5, 5), ("solve", 1e9, 3600), ("solve", -1, 60),
    ("solve", "x", 60), ("solve", True, 60), ("solve", float("nan"), 60), (None, None, 60), ({}, [], 60),
])  # fmt: skip
def test_the_time_of_a_question(operation: Any, wished: Any, seconds: float) -> None:
    """Its own wish, or what its operation takes; never more than an hour."""
    assert seconds_of(operation, wished) == seconds


@pytest.mark.slow
def test_the_kind_of_a_file(tmp_path: Path) -> None:
    """The processes of its pages know the kind; a request that names a file, even this one, is refused."""
    file = tmp_path / "lonely.py"
    file.write_text((ROOT / "tests/data/lonely.py").read_text().replace('"ran"', "__file__ + '.ran'"))
    editor = Running("--kind", str(file))
    ran = tmp_path / "lonely.py.ran"
    try:
        token, puzzle = editor.token(), {"kind": "lonely", "rows": [[1, None]]}
        assert editor.ask(token, "unique", puzzle)["status"] == "multiple"
        ran.unlink()
        for kind in (str(file), "lonely.py", "./lonely.py"):
            assert "unknown kind" in str(editor.ask(token, "unique", puzzle | {"kind": kind}))
            assert "unknown kind" in str(editor.ask(token, "blank", arguments=QUEENS | {"kind": kind}))
        assert not ran.exists()
    finally:
        editor.end()
