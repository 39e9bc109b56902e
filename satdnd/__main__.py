"""``python -m satdnd``, and the program ``satdnd``."""

from __future__ import annotations

import sys


def main() -> None:
    """The command line; Ctrl-C has status 130 from the first import on."""
    try:
        from satdnd.cli import main as run

        run()
    except KeyboardInterrupt:
        print("satdnd: interrupted", file=sys.stderr, flush=True)
        exec("")  # else it may end as death by SIGINT: see `satdnd.cli.main`
        sys.exit(130)


if __name__ == "__main__":
    main()
