"""``satdnd dataset``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any

import click

from satdnd.bulk.journal import Journal
from satdnd.cli import options, run
from satdnd.cli.batch import crew_for
from satdnd.engine.options import changed
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.registry import loadable_kinds

ANY = "any"


@click.command("dataset")
@click.option(
    "--kinds", default="all", show_default=True, metavar="KIND,...", help="Which kinds ('satdnd help' lists them)."
)
@click.option(
    "--grades",
    default=ANY,
    show_default=True,
    metavar="GRADE,...",
    help="Of each kind: trivial, easy, medium, hard, expert; any: as they come.",
)
@click.option("--sizes", default="", metavar="SIZE,...", help="Of each kind: 8, 8x8, 7x11 [default: the usual one].")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="Puzzles of each kind, grade and size.",
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="The same seed gives the same set.")
@click.option(
    "--exclude",
    type=click.Path(),
    multiple=True,
    metavar="PUZZLES",
    help="Leave out the puzzles of a file or folder, also turned, mirrored or renamed.",
)
@click.option("--steps/--no-steps", default=True, show_default=True, help="Explain each solution in steps.")
@click.option("--certificates", is_flag=True, help="A certificate of uniqueness in each entry.")
@click.option("--licence", default="CC0-1.0", show_default=True, metavar="NAME", help="The licence that you give it.")
@options.workers_option
@options.cluster_option
@options.engine_options("timeout", "memory")
@click.option("--output", "folder", type=click.Path(file_okay=False), required=True, metavar="DIR", help="The folder.")
@click.option("--quiet", is_flag=True, help="No progress; only errors on standard error.")
def command(
    kinds: str,
    grades: str,
    sizes: str,
    count: int,
    seed: int,
    exclude: tuple[str, ...],
    steps: bool,
    certificates: bool,
    licence: str,
    workers: int | None,
    cluster: str | None,
    settings: Settings,
    folder: str,
    quiet: bool,
) -> int:
    """Make a set of puzzles with questions, answers and steps, to train and test programs that reason.

    DIR gets train.jsonl, validation.jsonl and test.jsonl, the same as Parquet if pyarrow is installed, and a card
    (README.md). No puzzle is in the set twice, not even turned or mirrored. The set does not depend on the number of
    workers; with --timeout, which puzzles are left out may depend on the machine. If the run ends early, the same
    command goes on where it stopped. The exit status is 1 if there are fewer puzzles than asked for.

    \b
    Example:
      satdnd dataset --kinds nurikabe,tents --sizes 5 --count 100 --output puzzles
    """
    from satdnd.training.cards import CARD, JOURNAL, write
    from satdnd.training.collection import Collection, Group
    from satdnd.training.datasets import sides_of
    from satdnd.training.entries import Entries, Wish

    names = loadable_kinds() if kinds == "all" else _words(kinds, "kinds")
    wished = [None if grade == ANY else grade for grade in _words(grades, "grades")]
    boards = [sides_of(size) for size in _words(sizes, "sizes")] if sizes else [None]
    groups = [Group(Wish(*group, seed), count) for group in product(names, boards, wished)]
    if kinds != "all":
        for group in groups:
            group.wish.recipe()
    place = Path(folder)
    if (place / CARD).exists() and not (place / JOURNAL).exists():
        raise UsageError(f"{folder} has a finished set: name another folder, or remove it")
    run.read_once(*exclude)
    excluded = frozenset(_forms(exclude))
    entries = Entries(settings, steps, certificates, licence)
    header = {
        "operation": "dataset",
        "kinds": list(names),
        "grades": grades,
        "sizes": sizes,
        "count": count,
        "seed": seed,
        "steps": steps,
        "certificates": certificates,
        "licence": licence,
        **changed(settings),
        "excluded": blake2b("".join(sorted(excluded)).encode(), digest_size=8).hexdigest(),
    }
    about = {"command": _line(header), "licence": licence}
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from error
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(place / JOURNAL, header))
        crew = stack.enter_context(crew_for(entries, workers, cluster))
        progress = stack.enter_context(run.Progress("puzzle", shows=not quiet))
        made = Collection(groups, crew, excluded, journal)
        try:
            kept = write(place, _watched(made.entries(), progress), groups, about)
        except KeyboardInterrupt:
            click.echo(
                f"satdnd: {place / JOURNAL} has the puzzles so far; the same command goes on from there", err=True
            )
            raise
    (place / JOURNAL).unlink()
    wanted = count * len(groups)
    for group in groups:
        if group.kept < group.count:
            name = group.wish.id.removesuffix(f"-{seed}-1")
            click.echo(f"satdnd: {name}: {group.kept} of {group.count}: {group.reason}", err=True)
    if not quiet:
        click.echo(f"{kept:,} of {wanted:,} puzzles in {folder}", err=True)
    return int(kept < wanted)


def _words(text: str, name: str) -> list[str]:
    """The words between commas, each once. Raises UsageError if there are none."""
    words = list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    if not words:
        raise UsageError(f"--{name} is empty, expected words between commas")
    return words


def _forms(paths: tuple[str, ...]) -> Iterator[str]:
    """The canonical forms of the puzzles in files. Raises InputError for one that cannot be read."""
    from satdnd.engine.symmetry import canonical

    for item in run.items(paths, None):
        if item.error:
            raise item.error
        yield canonical(item.puzzle)


def _watched(entries: Iterator[Any], progress: run.Progress) -> Iterator[Any]:
    """The same entries, with their progress shown."""
    for entry in entries:
        progress.at(entry["id"])
        yield entry


def _line(header: Mapping[str, Any]) -> str:
    """The command that makes the set, for its card: without what makes no difference."""
    words = ["--kinds", ",".join(header["kinds"])]
    for name in ("grades", "sizes", "count", "seed", "licence"):
        words += [f"--{name}", str(header[name])] if header[name] != "" else []
    words += ["--certificates"] * header["certificates"] + ["--no-steps"] * (not header["steps"])
    return shlex.join(["satdnd", "dataset", *words])
