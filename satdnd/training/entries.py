"""One entry of a set: a new puzzle with its question, answer, steps, rating and, on request, certificate."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from satdnd.api import certify
from satdnd.bulk.batch import Travelling
from satdnd.engine.answer import ERROR, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.kind import Kind, kind_named
from satdnd.engine.kind_files import kind_files, kind_of_file
from satdnd.engine.optima import certifies
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.engine.symmetry import canonical
from satdnd.errors import CannotFulfil, SatdndError, Undecided, UsageError
from satdnd.explanation.explainer import explain
from satdnd.explanation.rating import GRADES, rate, solved_for_rating
from satdnd.grid.fields import in_json
from satdnd.setter.generator import generate_one, recipe_for
from satdnd.training.questions import bare, question, written
from satdnd.version import __version__

LICENCE = "CC0-1.0"
"""The licence of an entry, unless another is named: puzzles from a seed are nobody's work."""
SPLITS = {"train": 80, "validation": 10, "test": 10}
"""The shares of the splits, in percent."""


@dataclass(frozen=True)
class Wish:
    """The puzzle that an entry is to hold; the same wish gives the same entry everywhere."""

    kind: str
    size: tuple[int, int] | None = None
    """Rows and columns; None: the usual ones of the kind's generator."""
    grade: str | None = None
    """One of `satdnd.explanation.rating.GRADES`; None: whatever the generator makes."""
    seed: int = 0
    number: int = 1
    """From 1: of the puzzles of this seed, as `satdnd.generate` numbers them."""

    def recipe(self) -> Any:
        """The generator's recipe. Raises UsageError if the kind has no such size or grade."""
        sides = {} if self.size is None else dict(zip(("height", "width"), self.size, strict=True))
        if self.grade is not None and self.grade not in GRADES:
            raise UsageError(f"unknown grade {self.grade!r}; known: {', '.join(GRADES)}")
        grade = {"difficulty": self.grade or "any"}
        return recipe_for(kind_named(self.kind), {**sides, **grade})

    @property
    def id(self) -> str:
        """``slitherlink-6x6-easy-1-17``; unique in a set."""
        size = ["x".join(map(str, self.size))] if self.size else []
        return "-".join([self.kind, *size, *([self.grade] if self.grade else []), str(self.seed), str(self.number)])


@dataclass(frozen=True)
class Entries:
    """What entries hold, and the limits for each; makes them, in this process or (as a `Work`) in workers."""

    settings: Settings = field(default_factory=Settings)
    """``timeout`` (seconds) and ``memory`` (bytes) for each of the questions asked of a puzzle."""
    steps: bool = True
    """Whether to explain."""
    certificates: bool = False
    """Whether to certify that there is one solution."""
    licence: str = LICENCE
    files: Sequence[str] = field(default_factory=kind_files)
    """The files of kinds, which workers import."""

    def entry(self, wish: Wish, solver: Solver | None = None) -> dict[str, Any]:
        """The entry of *wish*: the fields of `COLUMNS`.

        Raises:
            UsageError: no such kind, size or grade.
            CannotFulfil: no puzzle of this grade was found.
            Undecided: a limit was reached.
        """
        if solver is None:
            with closing(self.solver()) as solver:
                return self.entry(wish, solver)
        kind = kind_named(wish.kind)
        puzzle = replace(bare(generate_one(kind, wish.recipe(), wish.seed, wish.number, solver)), name=wish.id)
        answer = _decided(solved_for_rating(solver, kind, puzzle))
        if answer.status not in (UNIQUE, SOLVED):
            raise CannotFulfil(f"{wish.id} is {answer.status}")
        solution, picture = answer.solutions[0], kind.picture(puzzle)
        rating = _rating(solver, puzzle)
        explanation = _decided(explain(solver, puzzle)) if self.steps else None
        steps = [_step(step) for step in explanation.steps] if explanation else []
        form = canonical(puzzle)
        return {
            "id": wish.id,
            "kind": wish.kind,
            "height": picture.height,
            "width": picture.width,
            "question": question(puzzle),
            "answer": written(puzzle, solution),
            "puzzle": in_json(kind.texts.to_json(puzzle)),
            "solution": in_json(solution.to_json()),
            "claims": in_json({} if certifies(kind) else answer.details),
            "grade": rating.get("grade"),
            "minutes": rating["minutes"][1] if rating.get("minutes") else None,
            "rating": in_json(rating),
            "techniques": list(dict.fromkeys(step["technique"] for step in steps if step["technique"])),
            "steps": steps,
            "certificate": self._certificate(kind, puzzle),
            "seed": f"{wish.seed}/{wish.number}",
            "canonical": form,
            "split": split_of(form),
            "version": __version__,
            "licence": self.licence,
        }

    def solver(self) -> Solver:
        """A solver with these limits, to be closed."""
        return Solver(replace(self.settings, graph_check=False))

    def _certificate(self, kind: Kind[Any, Any, Any], puzzle: Any) -> str | None:
        """The files of the certificate, by name, as JSON."""
        if not self.certificates or not certifies(kind):
            return None
        with TemporaryDirectory() as folder:
            limits = {"timeout": self.settings.timeout, "memory": self.settings.memory}
            place = certify(puzzle, Path(folder) / "certificate", **limits)
            return in_json({file.name: file.read_text(encoding="utf-8") for file in sorted(place.iterdir())})

    def __call__(self) -> Callable[[Sequence[Travelling]], Iterator[Travelling]]:
        """A function that makes one entry after another, for `satdnd.bulk.batch.Batch`."""
        for file in self.files:
            kind_of_file(file)
        solver = self.solver()
        return lambda units: (self._answer(unit[0], solver) for unit in units)

    def _answer(self, wish: str, solver: Solver) -> tuple[str, str]:
        """Status and JSON of the entry of a wish in JSON; if there is none, of an `Answer` that says why."""
        asked = wish_of(wish)
        try:
            return SOLVED, in_json(self.entry(asked, solver))
        except CannotFulfil as error:
            status, reason = UNSOLVABLE, str(error)
        except Undecided as error:
            status, reason = UNDECIDED, str(error)
        except (SatdndError, MemoryError) as error:
            status, reason = ERROR, str(error) or "the machine ran out of memory"
        return status, in_json(Answer(asked.id, asked.kind, status, reason=reason).to_json())


def wish_of(text: str) -> Wish:
    """The wish of its JSON."""
    record = json.loads(text)
    return Wish(**{**record, "size": record["size"] and tuple(record["size"])})


def split_of(form: str) -> str:
    """The split of a puzzle with that canonical form. It depends on nothing else, so no puzzle of one set's train
    split is in another set's test split.
    """
    place = int.from_bytes(hashlib.blake2b(form.encode(), digest_size=8).digest(), "big") % 100
    for name, share in SPLITS.items():
        if place < share:
            return name
        place -= share
    raise AssertionError("the shares add up to 100")


def write_certificate(entry: Mapping[str, Any], folder: str | Path) -> Path:
    """Write the certificate in *entry* to *folder*, for `satdnd.check`. Raises UsageError if it has none."""
    if not entry.get("certificate"):
        raise UsageError(f"the entry {entry.get('id')} has no certificate: make the set with certificates")
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name, text in json.loads(entry["certificate"]).items():
        (place / Path(name).name).write_text(text, encoding="utf-8")
    return place


def _decided(answer: Any) -> Any:
    """*answer*. Raises Undecided if a limit was reached."""
    if answer.status == UNDECIDED:
        raise Undecided(answer.reason)
    return answer


def _rating(solver: Solver, puzzle: Any) -> dict[str, Any]:
    """What ``rate`` answers beyond what all answers have."""
    answer = _decided(rate(solver, puzzle))
    common = {entry.name for entry in fields(Answer)}
    record = answer.to_json()
    return {entry.name: record.get(entry.name) for entry in fields(answer) if entry.name not in common}


def _step(step: Any) -> dict[str, Any]:
    """A step: its sentence, its technique, the sentences of its reasons, and all of it as JSON for ``judge``."""
    record = step.to_json()
    reasons = [reason["text"] for reason in record.get("reasons", ()) if reason.get("text")]
    return {
        "text": record["text"],
        "technique": record.get("technique"),
        "reasons": reasons,
        "json": in_json(record),
    }
