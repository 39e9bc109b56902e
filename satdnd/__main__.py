"""Entry point of ``python -m satdnd`` and of the program ``satdnd``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C exits with status 130 from the first import on."""
    try:
        from satdnd.cli import main as run

        run()
    except KeyboardInterrupt:
        print("satdnd: interrupted", file=sys.stderr, flush=True)
        exec("")  # else it may end as death by SIGINT: see `satdnd.cli.main`
        sys.exit(130)


if __name__ == "__main__":
    main()
