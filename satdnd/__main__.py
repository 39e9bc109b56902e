"""``python -m satdnd``."""

from satdnd.cli import main

main()
