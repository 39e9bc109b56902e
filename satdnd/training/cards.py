"""The files of a set: JSON Lines and Parquet by split, and the card that describes them (README.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any

from satdnd.errors import UsageError
from satdnd.grid.fields import in_json
from satdnd.training.collection import Group
from satdnd.training.entries import SPLITS
from satdnd.version import __version__

CARD, JOURNAL = "README.md", "journal.db"
COLUMNS: Mapping[str, tuple[str, str]] = {
    "id": ("string", "kind, size, grade, seed and number; unique in the set"),
    "kind": ("string", "the kind of puzzle"),
    "height": ("int", "rows"),
    "width": ("int", "columns"),
    "question": ("string", "the rules in plain words, the puzzle as text, how to answer"),
    "answer": ("string", "the solution as the question asks for it"),
    "puzzle": ("string", "the puzzle as JSON, for `satdnd` and `score_answer`"),
    "solution": ("string", "the solution as JSON"),
    "claims": ("string", "JSON: the optimum, for kinds whose answers are optima"),
    "grade": ("string", "trivial, easy, medium, hard or expert"),
    "minutes": ("float", "how long a practised person takes, estimated"),
    "rating": ("string", "JSON: all that `satdnd rate` says"),
    "techniques": ("strings", "the techniques of the steps, each once"),
    "steps": ("steps", "the solution in steps: text, technique, reasons, and all of it as JSON for `satdnd judge`"),
    "certificate": ("string", "JSON: the files of a certificate of uniqueness, if asked for"),
    "seed": ("string", "seed and number, as `satdnd generate` counts"),
    "canonical": ("string", "the same for puzzles that are the same up to symmetry"),
    "split": ("string", "train, validation or test; depends on `canonical` alone"),
    "version": ("string", "of satdnd"),
    "licence": ("string", "of the entry"),
}
"""The fields of an entry: type and meaning."""
_CHUNK = 500


def write(folder: Path, entries: Iterable[Mapping[str, Any]], groups: Sequence[Group], about: Mapping[str, str]) -> int:
    """Write the files of a set to *folder*, and return the number of entries.

    The files get their names when all are complete; until then they end in ``.part``.

    Args:
        folder: exists.
        entries: the set.
        groups: what was wanted and found, once *entries* are over.
        about: the command and the licence, for the card.

    Raises:
        UsageError: a file cannot be written.
    """
    parts = {split: folder / f"{split}.jsonl.part" for split in SPLITS}
    figures = _Figures()
    try:
        with ExitStack() as stack:
            files = {split: stack.enter_context(part.open("w", encoding="utf-8")) for split, part in parts.items()}
            for entry in entries:
                files[entry["split"]].write(in_json(entry) + "\n")
                figures.add(entry)
        for split, part in parts.items():
            _write_parquet(part, folder / f"{split}.parquet")
            part.replace(folder / f"{split}.jsonl")
        (folder / CARD).write_text(_card(figures, groups, about), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror or error}") from error
    return figures.count


def _write_parquet(lines: Path, place: Path) -> None:
    """The same entries as Parquet, if pyarrow is installed."""
    with suppress(ImportError):
        import pyarrow as pa
        from pyarrow import parquet

        text, step = pa.string(), ["text", "technique", "reasons", "json"]
        texts = pa.list_(text)
        types = {"string": text, "int": pa.int32(), "float": pa.float64(), "strings": texts}
        types["steps"] = pa.list_(pa.struct([(name, texts if name == "reasons" else text) for name in step]))
        schema = pa.schema([(name, types[sort]) for name, (sort, _) in COLUMNS.items()])
        with parquet.ParquetWriter(place, schema) as writer, lines.open(encoding="utf-8") as source:
            rows = map(json.loads, source)
            while some := list(islice(rows, _CHUNK)):
                writer.write_table(pa.Table.from_pylist(some, schema))


class _Figures:
    """What the card says of the entries."""

    def __init__(self) -> None:
        self.splits = Counter[str]()
        self.table = Counter[tuple[str, str]]()
        self.steps: dict[str, list[int]] = {}
        self.techniques = Counter[str]()

    @property
    def count(self) -> int:
        """The number of entries."""
        return self.splits.total()

    def add(self, entry: Mapping[str, Any]) -> None:
        """Count an entry."""
        self.splits[entry["split"]] += 1
        self.table[entry["kind"], entry["grade"] or ""] += 1
        self.steps.setdefault(entry["kind"], []).append(len(entry["steps"]))
        self.techniques.update(entry["techniques"])


def _card(figures: _Figures, groups: Sequence[Group], about: Mapping[str, str]) -> str:
    """The text of README.md."""
    return "\n".join([*_metadata(figures, about["licence"]), *_body(figures, groups, about)]) + "\n"


def _metadata(figures: _Figures, licence: str) -> Iterator[str]:
    """What the Hugging Face Hub reads: licence, tags, the file of each split."""
    yield from ("---", f"license: {licence.lower()}", "language: [en]", "tags: [puzzles, reasoning, logic, satdnd]")
    size = next((name for most, name in _SIZES if figures.count < most), "n>1M")
    yield from (f"size_categories: [{size}]", "configs:", "- config_name: default", "  data_files:")
    for split in SPLITS:
        if figures.splits[split]:
            yield from (f"  - split: {split}", f"    path: {split}.jsonl")
    yield "---"


_SIZES = ((1000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def _body(figures: _Figures, groups: Sequence[Group], about: Mapping[str, str]) -> Iterator[str]:
    """The text below that."""
    grades = list(dict.fromkeys(grade for _, grade in sorted(figures.table, key=lambda one: _rank(one[1]))))
    splits = ", ".join(f"{figures.splits[split]:,} {split}" for split in SPLITS)
    yield from ("", "# Logic puzzles with one solution each", "")
    yield f"{figures.count:,} puzzles ({splits}), made by satdnd {__version__}:"
    yield from ("", "```", about["command"], "```", "", "## Counts", "")
    yield f"| kind | {' | '.join(grade or 'no grade' for grade in grades)} | steps, on average |"
    yield "|---" * (len(grades) + 2) + "|"
    for kind in sorted({kind for kind, _ in figures.table}):
        counts = " | ".join(str(figures.table[kind, grade] or "") for grade in grades)
        yield f"| {kind} | {counts} | {mean(figures.steps[kind]):.0f} |"
    if figures.techniques:
        most = ", ".join(f"{name} ({count:,})" for name, count in figures.techniques.most_common(12))
        yield from ("", f"The techniques that most puzzles need: {most}.")
    if short := [group for group in groups if group.kept < group.count]:
        yield from ("", "Fewer than wanted:", "")
        for group in short:
            name = group.wish.id.removesuffix(f"-{group.wish.seed}-1")
            yield f"- {name}: {group.kept} of {group.count}: {group.reason}"
    yield from ("", "## Fields", "", "| field | meaning |", "|---|---|")
    yield from (f"| `{name}` | {meaning} |" for name, (_, meaning) in COLUMNS.items())
    yield from ("", "## What is certain", "", *_CERTAIN, "", "## Scoring", "", *_SCORING)
    yield from ("", "## Licence", "", f"{about['licence']}, as the field `licence` of each entry says.")


def _rank(grade: str) -> int:
    order = ("trivial", "easy", "medium", "hard", "expert")
    return order.index(grade) if grade in order else len(order)


_CERTAIN = (
    "- Each puzzle has one solution: a SAT solver found it and no other, and the rules of the kind, in code that",
    "  shares nothing with the clauses, accept it. (Kinds whose answers are optima: the optimum is proved, the best",
    "  answer may not be the only one.) Entries with a certificate can be checked again by `satdnd check`.",
    "- No puzzle is in the set twice, up to rotation, reflection, and the names of areas and (where they do not",
    "  matter) of signs. A puzzle's split depends on its canonical form alone: no two sets share a puzzle between the",
    "  train split of one and the test split of the other, if they were made by the same version.",
    "- The steps were made together with their reasons; `satdnd judge` checks each of them by other means.",
    "- The grade is that of a model of how people solve, fitted where solving times are known.",
)
_SCORING = (
    "```python",
    "import json",
    "import satdnd",
    "",
    'entry = json.loads(open("train.jsonl").readline())',
    'assert satdnd.score_answer(entry["answer"], entry) == 1.0',
    'assert satdnd.score_answer("I give up", entry) == 0.0',
    "```",
)
