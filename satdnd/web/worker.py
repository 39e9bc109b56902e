"""The engine of one page in a separate process: messages arrive as lines of JSON, and answers are sent as lines.

``python -m satdnd.web.worker [BYTES [FILE...]]``, with a memory limit and the files of kinds that the person who
started the editor named. It ends when its input does, whatever it is doing.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from queue import SimpleQueue
from typing import IO


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    if len(sys.argv) > 1:
        _limit(int(sys.argv[1]))
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not be taken for an answer
    messages: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, messages), daemon=True).start()

    from satdnd.engine.kind_files import kind_of_file
    from satdnd.web.bridge import Bridge

    for file in sys.argv[2:]:
        kind_of_file(file)
    bridge = Bridge()
    while True:
        message = messages.get()
        number = _number(message)

        def tell(sentence: str, number: object = number) -> None:
            """Send a sentence before the answer is known."""
            print(json.dumps({"id": number, "progress": sentence}), file=lines, flush=True)

        print(bridge.answer_text(message, tell), file=lines, flush=True)


def _listen(stream: IO[bytes], messages: SimpleQueue[str]) -> None:
    """Pass messages on; end the process at the end of the input."""
    for line in stream:
        messages.put(line.decode("utf-8", "replace"))
    os._exit(0)


def _number(message: str) -> object:
    try:
        number: object = json.loads(message)["id"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return number


def _limit(size: int) -> None:
    """Limit the memory to *size* bytes, if the system can: the last resort behind the budget of each question."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    except (ImportError, ValueError, OSError):
        pass


if __name__ == "__main__":
    main()
