"""``python -m satdnd``, and the program ``satdnd``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """The command line; Ctrl-C has status 130 from the first import on."""
    try:
        from satdnd.cli import main as run

        run()
    except KeyboardInterrupt:
        print("satdnd: interrupted", file=sys.stderr, flush=True)
        os._exit(130)  # nothing was begun; a plain exit may end as death by SIGINT (`satdnd.cli.main`)


if __name__ == "__main__":
    main()
