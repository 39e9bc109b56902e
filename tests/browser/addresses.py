"""The command line in a process, and puzzles in the addresses of pages."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from typing import Any


def satdnd(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command line, in a process of its own."""
    command = [sys.executable, "-m", "satdnd", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


def fragment(puzzle: Any) -> str:
    """What stands behind the address of a page that shows *puzzle*."""
    return "#p=" + base64.urlsafe_b64encode(json.dumps(puzzle).encode()).decode().rstrip("=")


def unpacked(address: str) -> dict[str, Any]:
    """The puzzle, and the marks, that an address of the page holds."""
    packed = address.split("z=")[1].split("&")[0]
    text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)
    record: dict[str, Any] = json.loads(text)
    return record if "puzzle" in record else {"puzzle": record, "marks": {}}
