"""Entry point of ``python -m satdnd`` and of the program ``satdnd``."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line; Ctrl-C exits with status 130 from the first import on."""
    gc.set_threshold(100_000)  # imports make 76,000 objects that stay: searching them for garbage finds none
    try:
        from satdnd.cli import main as run

        run()
    except KeyboardInterrupt:
        print("satdnd: interrupted", file=sys.stderr, flush=True)
        exec("")  # else it may end as death by SIGINT: see `satdnd.cli.main`
        sys.exit(130)
    finally:
        gc.disable()  # nor does Python search everything once more on its way out


if __name__ == "__main__":
    main()
