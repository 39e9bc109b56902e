"""What holds for all tests."""

from __future__ import annotations

import signal

# A job in the background of a shell without job control ignores Ctrl-C, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
