"""Certificates: a folder that convinces a sceptic that a puzzle has exactly one solution, or none.

`write` leaves

- ``certificate.json``: what is claimed, under which options, by which versions, and the SHA-256 of every file;
- ``puzzle.json``, and for one solution ``solution.json``;
- ``formula.cnf``: the puzzle's self-contained CNF; for one solution, with the clause that forbids it. If the kind can
  recognise a cut (`satdnd.proof.cuts`), the cuts that the proof needs replace the full encoding of connectivity;
- ``proof.lrat`` and ``proof.drat``: that this CNF is unsatisfiable, with and without hints.

`check` trusts none of it: it encodes the puzzle again and compares byte by byte, verifies the solution by the rules,
derives the forbidding clause itself, checks for each cut that the board falls apart without the cells or edges that it
names, and replays the proof with `satdnd.proof.checker`, which shares nothing with the solver.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from satdnd.engine.answer import INVALID, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.export import Exported, dimacs, exported
from satdnd.engine.kind import Encoding, Fault, Kind, kind_named, kind_of, options_for
from satdnd.engine.optima import require_certificates
from satdnd.engine.options import parse_formula_options
from satdnd.engine.settings import Settings
from satdnd.errors import EncodingBug, InputError, Undecided, UsageError
from satdnd.formats.temporary import temporary_folder
from satdnd.grid import fields
from satdnd.proof.checker import check_drat, check_lrat, to_drat
from satdnd.proof.cuts import judged, judged_cuts, needed
from satdnd.proof.writer import refute
from satdnd.sat.budget import Budget, size
from satdnd.sat.formula import ended_lines
from satdnd.version import __version__

FORMAT = "satdnd certificate 1"
MANIFEST = "certificate.json"
FILES = {MANIFEST, "puzzle.json", "solution.json", "formula.cnf", "proof.lrat", "proof.drat"}
"""All files that a certificate may have."""
LAZY = "lazy"
"""The name of the connectivity encoding that uses cuts."""
LARGEST = 1 << 30
"""The most bytes of one file; longer proofs are not for a checker in Python."""
PIECE = 1 << 20
"""Bytes read between two checks of the budget."""
_READ, _PARSED = 2, 25
"""Bytes of memory that a byte of a file takes at most: while it is read, and as parsed JSON."""


def write(folder: Path, answer: Answer[Any], options: Settings, budget: Budget | None = None) -> Path:
    """Write a certificate for an answer ``unique`` or ``unsolvable`` to *folder*, completely or not at all.

    Args:
        folder: created; an existing certificate there is replaced.
        answer: the answer, with its puzzle, and for ``unique`` its solution.
        options: `Settings` or the options of the puzzle's kind; those that determine the formula are recorded in the
            certificate.
        budget: the limits for the proof; None for those of *options*.

    Returns:
        *folder*.

    Raises:
        UsageError: another status; a kind whose answers are not claims about one formula; a folder that contains other
            files; no permission to write; no space on the disk.
        Undecided: the proof was not found within the timeout.
        EncodingBug: the formula is satisfiable, so the answer was wrong.
    """
    if answer.status not in (UNIQUE, UNSOLVABLE):
        raise UsageError(f"there is nothing to prove about an answer {answer.status!r}")
    kind = kind_of(answer.puzzle)
    require_certificates(kind)
    folder = folder.resolve()  # write to the target of a link, and keep the link
    try:
        if folder.exists() and not _replaceable(folder):
            raise UsageError(f"{folder} already exists and is not a certificate: choose another folder")
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from error
    files = _files(answer, options_for(kind, options, {}), budget or options.budget())
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with temporary_folder(folder, FILES) as folder_aside:
            _put(files, folder, folder_aside)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from error
    return folder


def _put(files: Mapping[str, str], folder: Path, folder_aside: Path) -> None:
    """Write the *files*, and put their folder in the place of *folder*. Raises OSError; then that is as it was."""
    old = folder_aside.with_name(folder_aside.name + ".old")
    if old.exists() and not folder.exists():  # a process was killed between the two
        os.replace(old, folder)
    shutil.rmtree(old, ignore_errors=True)
    try:
        folder_aside.chmod(0o755)
        for name, text in files.items():
            (folder_aside / name).write_text(text, encoding="utf-8")
        if folder.exists():
            os.replace(folder, old)
        os.replace(folder_aside, folder)
    finally:
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        shutil.rmtree(old, ignore_errors=True)


def _replaceable(folder: Path) -> bool:
    """Whether *folder* is empty or holds a certificate and nothing else."""
    if not folder.is_dir():
        return False
    names = {entry.name for entry in folder.iterdir()}
    return not names or (MANIFEST in names and names <= FILES)


def _files(answer: Answer[Any], options: Any, budget: Budget) -> dict[str, str]:
    puzzle = answer.puzzle
    kind = kind_of(puzzle)
    solutions = answer.solutions[:1] if answer.status == UNIQUE else []
    header, encoding = _claimed(kind, puzzle, options, solutions, budget)
    text = dimacs(header, encoding)
    files = {"puzzle.json": _json(kind.texts.to_json(puzzle)), "formula.cnf": text}
    if solutions:
        files["solution.json"] = _json(solutions[0].to_json())
    reason = kind.refuted(puzzle, options, budget)
    if not reason:
        clauses = encoding.formula.clauses
        lrat = refute(clauses, budget)
        if lrat is None:
            raise EncodingBug(f"{puzzle.name!r} was called {answer.status}, but its formula has a model")
        files["proof.lrat"] = "\n".join(lrat) + "\n"
        files["proof.drat"] = "\n".join(to_drat(clauses, lrat)) + "\n"
    manifest = {
        "format": FORMAT,
        "claim": answer.status,
        "name": puzzle.name,
        "kind": kind.name,
        **({"reason": reason} if reason else {}),
        "options": kind.formula_options(header.options),
        "versions": {name: _version(name) for name in ("satdnd", "python-sat")} | {"solver": "CaDiCaL 1.9.5"},
        "sha256": {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sorted(files.items())},
    }
    return {**files, MANIFEST: _json(manifest)}


def _claimed(
    kind: Kind[Any, Any, Any], puzzle: Any, options: Any, solutions: list[Any], budget: Budget
) -> tuple[Exported, Encoding[Any, Any]]:
    """The formula to refute: if possible with only the cuts that it needs, otherwise with connectivity in full."""
    if options.connectivity in ("auto", LAZY) and judged_cuts(kind, puzzle, options, budget):
        options = replace(options, connectivity=LAZY)
        bare = exported(puzzle, options, solutions, budget, ())
        if kind.refuted(puzzle, options, budget):
            return bare
        cuts = needed(*bare, budget)
        if cuts is not None:
            return exported(puzzle, options, solutions, budget, cuts)
        options = replace(options, connectivity="auto")
    return exported(puzzle, options, solutions, budget)


def check(folder: Path, budget: Budget | None = None) -> Answer[Any]:
    """Check a certificate: ``valid``, or ``invalid`` with a fault for each incorrect file.

    ``undecided`` if *budget* (None: no time limit) runs out.

    Raises:
        InputError: *folder* is not a certificate: it does not exist, or has no readable ``certificate.json``.
    """
    started = time.perf_counter()
    budget = budget or Settings().budget()
    answer: Answer[Any] = Answer(folder.resolve().name, "", VALID)
    try:
        manifest = _manifest(folder, budget)
        answer.name, answer.kind = _text_of(manifest, "name"), _text_of(manifest, "kind")
        options = manifest.get("options")
        answer.details = {"claim": manifest.get("claim"), "options": options if isinstance(options, dict) else {}}
        answer.faults = list(_Check(folder, manifest, answer, budget).faults())
    except Undecided as error:
        answer.status, answer.reason, answer.solutions = UNDECIDED, str(error), []
    if answer.faults:
        answer.status = INVALID
        answer.solutions = []
    answer.seconds = time.perf_counter() - started
    return answer


@dataclass
class _Check:
    """One check of a certificate; yields its faults, named after files."""

    folder: Path
    manifest: dict[str, Any]
    answer: Answer[Any]
    budget: Budget

    def faults(self) -> Iterator[Fault]:
        """Yield all faults; later steps need the earlier ones to succeed."""
        claim = self.manifest.get("claim")
        if self.manifest.get("format") != FORMAT:
            yield _fault(MANIFEST, f"the format is {self.manifest.get('format')!r}, expected {FORMAT!r}")
            return
        if claim not in (UNIQUE, UNSOLVABLE):
            yield _fault(MANIFEST, f"the claim is {claim!r}, expected {UNIQUE!r} or {UNSOLVABLE!r}")
            return
        versions = self.manifest.get("versions", {})
        if not isinstance(versions, dict) or not all(isinstance(value, str) for value in versions.values()):
            yield _fault(MANIFEST, f"the versions are {versions!r:.200}, expected names and words")
        wanted = ["puzzle.json", "formula.cnf", *(["solution.json"] if claim == UNIQUE else [])]
        wanted += [] if self.manifest.get("reason") else ["proof.lrat", "proof.drat"]
        for name in sorted({path.name for path in self.folder.iterdir()} - {MANIFEST, *wanted}):
            yield _fault(name, "is no part of this certificate: remove it")
        texts: dict[str, str] = {}
        yield from [problem for name in wanted if (problem := self._load(name, texts))]
        if len(texts) < len(wanted):
            return  # if only checksums are wrong, continue: a later fault then also names the line
        try:
            kind = kind_named(_text_of(self.manifest, "kind"))
            require_certificates(kind)
            options = self._options(kind)
            puzzle = kind.texts.from_json(_object(texts["puzzle.json"]))
        except (InputError, UsageError) as error:
            yield _fault("puzzle.json", str(error))
            return
        if texts["puzzle.json"] != _json(kind.texts.to_json(puzzle)):
            yield _fault("puzzle.json", "differs from the JSON of its puzzle")
            return
        if getattr(puzzle, "name", "") != self.answer.name:
            yield _fault(MANIFEST, f"the name is {self.answer.name!r}, but the puzzle's is {puzzle.name!r}")
        self.answer.puzzle = puzzle
        solution = None
        if claim == UNIQUE:
            solution = self._solution(kind, puzzle, options, texts["solution.json"])
            if isinstance(solution, Fault):
                yield solution
                return
            self.answer.solutions = [solution]
        yield from self._formula_and_proof(kind, puzzle, options, solution, texts)

    def _load(self, name: str, texts: dict[str, str]) -> Fault | None:
        sums = self.manifest.get("sha256")
        data, digest = bytearray(), hashlib.sha256()
        try:
            for piece in _read(self.folder / name, self.budget):
                digest.update(piece)
                data += piece
            texts[name] = data.decode()
        except OSError as error:
            return _fault(name, f"cannot be read: {error.strerror or error}")
        except UnicodeDecodeError:
            return _fault(name, "is not text")
        if not isinstance(sums, dict) or sums.get(name) != digest.hexdigest():
            return _fault(name, f"its SHA-256 is not the one in {MANIFEST}")
        return None

    def _options(self, kind: Kind[Any, Any, Any]) -> Any:
        options = self.manifest.get("options")
        if not isinstance(options, dict) or not all(isinstance(value, str) for value in options.values()):
            raise InputError(f"the options in {MANIFEST} are {options!r:.200}, expected names and words")
        return kind.options(**parse_formula_options(kind.options, options))

    def _solution(self, kind: Kind[Any, Any, Any], puzzle: Any, options: Any, text: str) -> Any:
        found = list(kind.texts.read_solutions(text, puzzle))
        if len(found) != 1 or isinstance(found[0], InputError):
            return _fault("solution.json", str(found[0]) if found else "holds no solution")
        faults = kind.faults(puzzle, found[0], options)
        if faults:
            return _fault("solution.json", "breaks the rules: " + "; ".join(fault.message for fault in faults))
        objection = kind.cross_check(puzzle, found[0], options)
        if objection:
            return _fault("solution.json", objection)
        if text != _json(found[0].to_json()):
            return _fault("solution.json", "differs from the JSON of its solution")
        return found[0]

    def _formula_and_proof(
        self, kind: Kind[Any, Any, Any], puzzle: Any, options: Any, solution: Any, texts: dict[str, str]
    ) -> Iterator[Fault]:
        forbidden = [] if solution is None else [solution]
        try:
            cuts = None
            if options.connectivity == LAZY and judged_cuts(kind, puzzle, options, self.budget):
                _, encoding = exported(puzzle, options, forbidden, self.budget, ())
                cuts, wrong = judged(encoding, puzzle, texts["formula.cnf"], len(forbidden), self.budget)
                if wrong:
                    yield _fault("formula.cnf", f"line {wrong} is no cut: the board does not fall apart without it")
                    return
            header, encoding = exported(puzzle, options, forbidden, self.budget, cuts)
            expected = dimacs(header, encoding)
        except UsageError as error:
            yield _fault(MANIFEST, f"the options do not fit: {error}")
            return
        if self.manifest["options"] != (resolved := kind.formula_options(header.options)):
            yield _fault(MANIFEST, f"the options are {self.manifest['options']}, expected {resolved}")
            return
        if texts["formula.cnf"] != expected:
            line = _first_difference(texts["formula.cnf"], expected, self.budget)
            writer = self.manifest.get("versions", {}).get("satdnd", __version__)
            other = "" if writer == __version__ else f" (it was written by satdnd {writer}, this is {__version__})"
            yield _fault("formula.cnf", f"line {line} is not what the puzzle, encoded again, gives there{other}")
            return
        reason = kind.refuted(puzzle, options, self.budget)
        if self.manifest.get("reason"):
            if self.manifest["reason"] != reason:
                yield _fault(MANIFEST, f"the reason is {self.manifest['reason']!r}, but it is {reason!r}")
            return
        clauses = encoding.formula.clauses
        lrat = texts["proof.lrat"]
        flaw = check_lrat(clauses, ended_lines(lrat, self.budget), self.budget)
        if flaw:
            yield _fault("proof.lrat", str(flaw))
            return
        without_hints = "\n".join(to_drat(clauses, ended_lines(lrat, self.budget))) + "\n"
        if texts["proof.drat"] != without_hints:
            drat = texts["proof.drat"]
            drat += "" if drat.endswith("\n") else "\n"
            flaw = check_drat(clauses, ended_lines(drat, self.budget), self.budget)
            if flaw:
                yield _fault("proof.drat", str(flaw))
            else:
                line = _first_difference(texts["proof.drat"], without_hints, self.budget)
                yield _fault("proof.drat", f"line {line} is not that of proof.lrat")


def _manifest(folder: Path, budget: Budget) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        return _object(b"".join(_read(path, budget)).decode())
    except NotADirectoryError as error:
        message = "not a certificate: expected the folder that --proof wrote, or its archive"
        raise InputError(message, source=str(folder)) from error
    except OSError as error:
        message = f"no certificate here: {MANIFEST} cannot be read: {error.strerror or error}"
        raise InputError(message, source=str(folder)) from error
    except ValueError as error:
        raise InputError(f"this is not a certificate: {error}", source=str(path)) from error


def _read(path: Path, budget: Budget) -> Iterator[bytes]:
    """Read a regular file of a plausible size in pieces.

    Raises OSError for anything else, so that reading never blocks on a pipe, and Undecided if the budget runs out or
    the file exceeds the memory limit.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(found.st_mode):
            raise OSError("this is not a regular file")
        if found.st_size > LARGEST:
            raise OSError(f"it has {size(found.st_size)}, expected at most {size(LARGEST)}")
        budget.hold((_PARSED if path.suffix == ".json" else _READ) * found.st_size, f"reading {path.name}")
        for begin in range(0, found.st_size, PIECE):
            if begin:  # small files are always read, as the answer takes its name from one
                budget.check()
            yield file.read(PIECE)


def _object(text: str) -> dict[str, Any]:
    value = fields.decoded(text)
    if not isinstance(value, dict):
        raise InputError(f"found {fields.shown(value)}, expected a JSON object")
    return value


def _text_of(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    return value if isinstance(value, str) else ""


def _json(record: dict[str, Any]) -> str:
    return json.dumps(record, indent=1) + "\n"


def _version(package: str) -> str:
    if package == "satdnd":
        return __version__
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def _first_difference(found: str, expected: str, budget: Budget) -> int:
    """The number, from 1, of the first line in which two texts differ."""
    number = 0
    pairs = zip(ended_lines(found, budget), ended_lines(expected, budget), strict=False)
    for number, (one, other) in enumerate(pairs, 1):
        if one != other:
            return number
    return number + 1


def _fault(file: str, message: str) -> Fault:
    return Fault(file, (), message)
