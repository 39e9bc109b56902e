"""What holds for all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from hypothesis import settings

# A job in the background of a shell without job control ignores Ctrl-C, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # and what nohup starts would ignore this one

# Where nobody may write bytecode, each of the thousand programs that the tests start would compile everything anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(__file__).parent.parent / ".pytest_cache" / "bytecode"))

settings.register_profile("satdnd", deadline=None)  # a loaded machine is not a bug
settings.load_profile("satdnd")
