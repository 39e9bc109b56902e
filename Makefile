# The one front door. Each target makes its own .venv when there is none.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
# What failed is run once more, alone: tests of processes, signals and browsers may fail on a machine that is busy.
TESTS = run() { $(BIN)/python -m pytest -q "$$@"; }; tests() { run -n 2 "$$@" || { test $$? -eq 1 && run --last-failed --last-failed-no-failures none "$$@"; }; }; tests

.PHONY: help demo dataset test slow browser lint web docs bench clean

help:  ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

.venv/ready: pyproject.toml
	@test -n "$(PYTHON)" || { echo "satdnd needs Python 3.11 or later; none was found"; exit 1; }
	$(PYTHON) -m venv .venv
	@$(INSTALL) || { echo "once more, without the cache: a download may have been cut short"; $(INSTALL) --no-cache-dir; }
	@touch $@

demo: .venv/ready  ## solve the course's puzzles, say which are unique, draw them; make and decide ten thousand more
	@$(BIN)/satdnd unique instances/dungeon/*.dnd instances/dungeon/misprinted; test $$? -eq 1  # 1: the three misprinted ones have no solution
	@mkdir -p build
	$(BIN)/satdnd generate dungeon --count 10000 --difficulty any --seed 1 --format json --output build/many.jsonl
	$(BIN)/satdnd batch --verbose --output build/answers.jsonl build/many.jsonl

dataset: .venv/ready  ## a small set of puzzles to train and test programs: 20 kinds, five grades, in build/dataset
	$(BIN)/satdnd dataset --kinds akari,battleships,binairo,dungeon,fillomino,futoshiki,galaxies,heyawake,hitori,kakurasu,kenken,lits,minesweeper,mosaic,nonogram,shikaku,skyscrapers,starbattle,suguru,tents --sizes 6 --grades trivial,easy,medium,hard,expert --count 2 --no-steps --timeout 10 --output build/dataset; test $$? -le 1  # 1: some kinds have no puzzle of some grade at 6x6

lint: .venv/ready  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: lint  ## lint, types, and the fast tests; COVERAGE=yes: with branch coverage, which takes twice as long
	@$(TESTS) -m "not slow and not browser" $(if $(COVERAGE),--cov --cov-report=term --cov-fail-under=95)

slow: .venv/ready  ## the tests that take longer
	@$(TESTS) -m slow

browser: .venv/ready  ## the editor in a real browser (Debian's chromium), against both engines
	@$(TESTS) -m browser tests/browser

web: .venv/ready  ## the editor as a static site, in site/ (Pyodide by npm, wheels by pip)
	$(BIN)/satdnd web --output site

docs: .venv/ready  ## make the generated pages and pictures again
	$(BIN)/python docs/build.py

bench: .venv/ready  ## measure what benchmarks/README.md quotes
	for name in speed large dungeons batch queens unattacked sudoku inshi hashi nurikabe klotski sentences; do echo "# $$name"; $(BIN)/python benchmarks/$$name.py; done

clean:  ## remove the virtual environment, the site and caches
	rm -rf .venv site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
