"""Serve the editor on the loopback interface: the page's files, and answers from a separate process.

Only a page that was loaded from here may ask. Requests have to name this address (``Host``: another name that was made
to resolve to it is refused), must not come from another site (``Origin``, ``Sec-Fetch-Site``), and have to carry the
token that was written into the page. A link on another site leads to a page without a token, which links to the editor;
frames get nothing.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from errno import EADDRINUSE
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from satdnd.errors import UsageError
from satdnd.web.files import CONTENT_TYPES, INDEX, page, picture, pictures, static
from satdnd.web.limits import MOST_BYTES
from satdnd.web.pages import Pages, UnknownPage

PORT = 8427
"""The editor's default port, unless it is taken. It stays the same, since browsers store drafts by address."""
_TIDY = 10.0
"""Seconds between two searches for idle processes."""
_SLOW = 30.0
"""Seconds that a client may take to send its request, from the first byte to the last."""
MOST_CONNECTIONS = 64
"""The most connections that are answered at once."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
TOKEN = "X-Satdnd-Token"
"""The header with the token."""
_KEPT = "document.links[0].hash = location.hash"
"""The script of `_DOOR`: the puzzle is in the part of an address that no server sees."""
_DOOR = f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>satdnd</title>
<p>Another site led here. <a href="{INDEX}">Open the editor</a>
<script>{_KEPT}</script>
"""
"""The page for visitors from other sites."""
_DOOR_POLICY = POLICY.replace(
    "script-src 'self'", f"script-src 'sha256-{base64.b64encode(hashlib.sha256(_KEPT.encode()).digest()).decode()}'"
)
PROCESSES = 2
"""Tokens, and processes, of a page: the second answers quick questions while the first is busy."""


class EditorServer(ThreadingHTTPServer):
    """The HTTP server of the editor. Call `serve_forever`, and `close` in any case.

    Args:
        port: on 127.0.0.1; 0: any free port; None: `PORT`, or another one if that is taken.

    Raises:
        UsageError: the port is in use, or not allowed.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, port: int | None = None) -> None:
        self.pages = Pages()
        self.room = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._over = threading.Event()
        try:
            super().__init__(("127.0.0.1", PORT if port is None else port), _Handler)
        except OSError as error:
            if port is not None:
                why = "is already in use" if error.errno == EADDRINUSE else f"cannot be used: {error.strerror or error}"
                raise UsageError(f"port {port} {why}") from None
            super().__init__(("127.0.0.1", 0), _Handler)
        threading.Thread(target=self._tidy, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the page: ``http://127.0.0.1:8427/``."""
        return f"http://127.0.0.1:{self.server_port}/"

    def names(self) -> Iterator[str]:
        """The host names that a request may use."""
        for name in ("127.0.0.1", "localhost"):
            yield f"{name}:{self.server_port}"
            if self.server_port == 80:
                yield name

    def close(self) -> None:
        """End all processes, and the server."""
        self._over.set()
        self.server_close()
        self.pages.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect, or send nonsense."""

    def _tidy(self) -> None:
        while not self._over.wait(_TIDY):
            self.pages.tidy()


class _Refused(Exception):
    """The request is refused."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class _Timely(io.RawIOBase):
    """What a connection receives until `deadline`, however slowly it comes."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.deadline = 0.0

    def readable(self) -> bool:
        """It can only be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The number of bytes received; 0 at the end. Raises TimeoutError."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(_SLOW)


class _Handler(BaseHTTPRequestHandler):
    server: EditorServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "satdnd", ""
    timeout = _SLOW
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def setup(self) -> None:
        """Read within a time limit."""
        super().setup()
        self._received = _Timely(self.connection)
        self.rfile = io.BufferedReader(self._received)

    def handle_one_request(self) -> None:
        """The time for each request counts from the end of the one before."""
        self._received.deadline = time.monotonic() + _SLOW
        super().handle_one_request()

    def do_GET(self) -> None:
        """Send a file of the page."""
        self._answer_safely(self._get)

    def do_HEAD(self) -> None:
        """Like GET, without the file."""
        self._answer_safely(self._get)

    def do_POST(self) -> None:
        """Handle a question, or the end of one."""
        self._answer_safely(self._post)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal is for people."""

    def _answer_safely(self, answer: Callable[[], None]) -> None:
        if not self.server.room.acquire(timeout=1):
            self.close_connection = True
            return
        try:
            self._check_sender()
            answer()
        except _Refused as error:
            self._refuse(error.status, str(error))
        except UnknownPage as error:
            self._refuse(HTTPStatus.FORBIDDEN, str(error))
        except OSError:  # the client disconnected
            self.close_connection = True
        finally:
            self.server.room.release()

    def _check_sender(self) -> None:
        """Refuse requests that do not come from a page of this server."""
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or hosts[0].strip().lower() not in self.server.names():
            raise _Refused(HTTPStatus.MISDIRECTED_REQUEST, f"expected the host {self.server.address}")
        origins = self.headers.get_all("Origin") or []
        allowed = {f"http://{name}" for name in self.server.names()}
        site = self.headers.get("Sec-Fetch-Site", "same-origin").lower()
        if any(origin not in allowed for origin in origins):
            raise _Refused(HTTPStatus.FORBIDDEN, "requests from other sites are refused")
        self._follows = site not in ("same-origin", "none")  # a link on another site
        if self._follows and not self._visits():
            raise _Refused(HTTPStatus.FORBIDDEN, "requests from other sites are refused")

    def _visits(self) -> bool:
        """Whether the request is a navigation of a whole window to the page itself."""
        mode, place = (self.headers.get(f"Sec-Fetch-{name}", "").lower() for name in ("Mode", "Dest"))
        return self.command == "GET" and mode == "navigate" and place == "document" and self._path() == "/"

    def _path(self) -> str:
        return self.path.partition("?")[0].partition("#")[0]

    # files

    def _get(self) -> None:
        path = self._path()
        if self._follows:
            self._send(
                HTTPStatus.OK,
                CONTENT_TYPES[".html"],
                _DOOR.encode("utf-8"),
                {"Cache-Control": "no-store", "Content-Security-Policy": _DOOR_POLICY},
            )
            return
        if path in ("/", f"/{INDEX}"):
            if self.headers.get("Sec-Fetch-Dest", "document").lower() not in ("document", "empty"):
                raise _Refused(HTTPStatus.FORBIDDEN, "the editor is not shown in frames")
            tokens = " ".join(self.server.pages.open(PROCESSES if self.command == "GET" else 0))
            text = page("local", tokens).encode("utf-8")
            self._send(HTTPStatus.OK, CONTENT_TYPES[".html"], text, {"Cache-Control": "no-store"})
            return
        name = path.removeprefix("/") if path.startswith("/") else ""
        if kind := pictures().get(name):
            data = picture(kind)
        elif file := static().get(name):
            data = file.read_bytes()
        else:
            raise _Refused(HTTPStatus.NOT_FOUND, "there is nothing by that name")
        ending = path[path.rfind(".") :]
        self._send(HTTPStatus.OK, CONTENT_TYPES.get(ending, "application/octet-stream"), data)

    # questions

    def _post(self) -> None:
        open_page = self.server.pages.page(self.headers.get(TOKEN))
        body = self._body()
        path = self._path()
        if path == "/ask":
            self._ask(open_page.ask, body)
        elif path == "/stop":
            open_page.end()
            open_page.begin()
            self._send(HTTPStatus.NO_CONTENT)
        elif path == "/close":
            open_page.end()
            self._send(HTTPStatus.NO_CONTENT)
        else:
            raise _Refused(HTTPStatus.NOT_FOUND, "there is nothing by that name")

    def _body(self) -> bytes:
        length, *more = self.headers.get_all("Content-Length", [""])
        if more or self.headers.get("Transfer-Encoding") or not (length.isascii() and length.isdigit()):
            raise _Refused(HTTPStatus.LENGTH_REQUIRED, "expected one Content-Length")
        if len(length) > 12 or int(length) > MOST_BYTES:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"expected at most {MOST_BYTES} bytes")
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise _Refused(HTTPStatus.BAD_REQUEST, "the message is cut off")
        return body

    def _ask(self, ask: Callable[..., str], body: bytes) -> None:
        try:
            decoded = json.loads(body)
            message = json.dumps(decoded)  # on one line
        except (ValueError, RecursionError) as error:
            raise _Refused(HTTPStatus.BAD_REQUEST, f"the message is not valid JSON: {error}") from None
        if not isinstance(decoded, dict):
            raise _Refused(HTTPStatus.BAD_REQUEST, "the message is not an object")
        started = False

        def tell(line: str) -> None:
            """Send a line before the answer is known."""
            nonlocal started
            if not started:
                started = True
                self._begin(HTTPStatus.OK, "application/x-ndjson", {"Transfer-Encoding": "chunked"})
            self._chunk(line + "\n")

        answer = ask(message, tell, self._client_listens)
        if started:
            self._chunk(answer + "\n")
            self._chunk("")
        else:
            self._send(HTTPStatus.OK, "application/x-ndjson", (answer + "\n").encode("utf-8"))

    def _client_listens(self) -> bool:
        """Whether the client is still connected."""
        readable, _, _ = select.select([self.connection], [], [], 0)
        try:
            return not readable or self.connection.recv(1, socket.MSG_PEEK) != b""
        except OSError:
            return False

    # answers

    def _begin(self, status: HTTPStatus, kind: str, headers: dict[str, str]) -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        for name, value in {
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cache-Control": "no-cache",
            **headers,
        }.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status: HTTPStatus, kind: str = "", data: bytes = b"", more: dict[str, str] | None = None) -> None:
        length = {} if status == HTTPStatus.NO_CONTENT else {"Content-Length": str(len(data))}
        self._begin(status, kind, {**length, **(more or {})})
        if self.command != "HEAD":
            self.wfile.write(data)

    def _chunk(self, text: str) -> None:
        data = text.encode("utf-8")
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        self.close_connection = True  # unread data must not be taken for a request
        data = (message + "\n").encode("utf-8")
        self._send(status, "text/plain; charset=utf-8", data, {"Connection": "close"})
