"""Certificates: written whole, checked without trust, and invalid after every kind of damage and forgery."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import INSTANCES, NONE, PATH, PUZZLES, SIX, SIX_BOARD, SUMS, SUMS_REASON, TWO, run
from hypothesis import HealthCheck, given, settings, strategies as st
from test_checker import rup

import satdnd.proof.certificate as certificate_module
from satdnd.engine.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.export import exported
from satdnd.engine.kind import kind_of
from satdnd.engine.optima import certifies
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, InputError, Undecided, UsageError
from satdnd.formats.loading import load, read_text
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES, DungeonOptions
from satdnd.proof.certificate import FILES, MANIFEST, PIECE, check, write
from satdnd.proof.checker import to_drat
from satdnd.registry import NAMES
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula
from satdnd.version import __version__

DEFAULT = DungeonOptions()
NATIVE = "DIMACS holds clauses only: choose a cardinality encoding other than native, or --format opb"
NO_FILE = "No such file or directory"
LOCAL = DungeonOptions(topology="local")
FILES_OF_PUZZLES = sorted(
    p for p in INSTANCES.rglob("*") if p.suffix in (".dnd", ".json", ".txt") and "generated" not in p.parts
)


def certified(puzzle: Any, folder: Path, options: DungeonOptions = DEFAULT) -> Path:
    """The certificate of a puzzle that can have one."""
    return write(folder, Solver(options).unique(puzzle), options)


def dungeon(text: str) -> Any:
    """The one puzzle in *text*, with its name."""
    return next(iter(read_text(text))).puzzle


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Certificates never to be changed: of the 6x6 example, the first 8x8, a tiny one and an unsolvable one."""
    folder = tmp_path_factory.mktemp("certificates")
    puzzles = {
        "six": load(SIX)[0],
        "eight": load(INSTANCES / "example-8x8.dnd")[0],
        "tiny": tiny(),
        "none": dungeon(NONE),
        "sums": dungeon(SUMS),
    }
    return {
        name: certified(puzzle, folder / name, LOCAL if name == "tiny" else DEFAULT) for name, puzzle in puzzles.items()
    }


def tiny() -> Any:
    """A carved 4x4 board that is unique even under local, for a formula small enough to be read naively."""
    for seed in range(1000):
        walls, treasures = carve(Carving(4, 4, rooms=0, loops=0), random.Random(seed))
        puzzle = puzzle_of(4, 4, walls, treasures, "tiny")
        if 4 < walls.bit_count() < 9 and Solver(LOCAL).unique(puzzle).status == UNIQUE:
            return puzzle
    raise AssertionError


def formula_text(puzzle: Any, options: DungeonOptions, forbidden: Any = ()) -> str:
    """The formula that a certificate of *puzzle* holds."""
    header, encoding = exported(puzzle, options, forbidden, Budget())
    return encoding.formula.to_dimacs(header.comments())


@pytest.fixture
def copy(originals: dict[str, Path], tmp_path: Path) -> Callable[[str], Path]:
    """A function that copies an original for damage."""

    def make(name: str) -> Path:
        return Path(shutil.copytree(originals[name], tmp_path / f"{name} {len(list(tmp_path.iterdir()))}"))

    return make


def manifest_of(folder: Path) -> dict[str, Any]:
    """certificate.json."""
    record: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    return record


def reseal(folder: Path, **changes: Any) -> Path:
    """What an attacker does who can compute SHA-256: new sums for all files, and changes of certificate.json."""
    manifest = {**manifest_of(folder), **changes}
    manifest["sha256"] = {
        name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
        for name in sorted(FILES - {MANIFEST})
        if (folder / name).exists()
    }
    (folder / MANIFEST).write_text(json.dumps(manifest))
    return folder


def refused(folder: Path, file: str = "", message: str = "") -> str:
    """Check; it must be invalid, with a fault named after *file* that says *message*; all the messages."""
    answer = check(folder)
    assert answer.status == INVALID
    assert answer.solutions == []
    assert answer.faults
    told = "; ".join(f"{fault.rule}: {fault.message}" for fault in answer.faults)
    assert not file or file in [fault.rule for fault in answer.faults], told
    assert message in told
    return told


# written and checked


@pytest.mark.slow
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("path", FILES_OF_PUZZLES, ids=lambda path: path.stem)
def test_every_instance(path: Path, topology: str, tmp_path: Path) -> None:
    """Unique and unsolvable alike: written, checked valid with the solution, and with all the files there can be."""
    options = DungeonOptions(topology=topology)
    for puzzle in load(path):
        answer = Solver(options).unique(puzzle)
        if answer.status == MULTIPLE:
            with pytest.raises(UsageError, match="nothing to prove"):
                write(tmp_path / "c", answer, options)
            assert not (tmp_path / "c").exists()
            continue
        folder = write(tmp_path / "c", answer, options)
        checked = check(folder)
        assert (checked.status, checked.faults) == (VALID, [])
        assert (checked.name, checked.kind, checked.puzzle) == (puzzle.name, "dungeon", puzzle)
        assert checked.solutions == answer.solutions
        assert checked.details["claim"] == answer.status
        assert checked.details["options"]["topology"] == topology
        files = {entry.name for entry in folder.iterdir()}
        assert files == FILES - (set() if answer.status == UNIQUE else {"solution.json"})
        assert os.listdir(tmp_path) == ["c"]


@pytest.mark.parametrize(
    "options",
    [
        DungeonOptions(connectivity="ordered"),
        DungeonOptions(connectivity="planar", cardinality="totalizer"),
        DungeonOptions(connectivity="lazy", cardinality="kmtotalizer", topology="tree"),
    ],
    ids=["ordered", "totalizer", "kmtotalizer"],
)
def test_other_encodings(options: DungeonOptions, tmp_path: Path) -> None:
    """The options of the formula are kept, with what auto came to, and used again."""
    folder = certified(load(SIX)[0], tmp_path / "c", options)
    assert check(folder).status == VALID
    told = manifest_of(folder)["options"]
    asked = {name: getattr(options, name) for name in ("topology", "cardinality", "connectivity")}
    meant = {"auto": "seqcounter", "lazy": "planar"}
    assert told == {name: meant.get(value, value) for name, value in asked.items()}


def test_plain_settings(originals: dict[str, Path], tmp_path: Path) -> None:
    """They become the options of the kind, as everywhere."""
    plain = write(tmp_path / "plain", Solver().unique(load(SIX)[0]), Settings())
    for name in FILES:
        assert (plain / name).read_bytes() == (originals["six"] / name).read_bytes()


def test_the_same_certificate_again(originals: dict[str, Path], tmp_path: Path) -> None:
    """The same puzzle and options give the same bytes in all files."""
    again = certified(load(SIX)[0], tmp_path / "again")
    for name in FILES:
        assert (again / name).read_bytes() == (originals["six"] / name).read_bytes()


def test_files_are_what_they_are_called(originals: dict[str, Path]) -> None:
    """puzzle.json loads, solution.json verifies, formula.cnf is the exported one with the solution forbidden."""
    folder = originals["six"]
    assert load(folder / "puzzle.json") == load(SIX)
    assert run("verify", folder / "puzzle.json", folder / "solution.json").status == 0
    exported = run("export", folder / "puzzle.json", "--block", folder / "solution.json").out
    clauses = Formula.from_dimacs((folder / "formula.cnf").read_text()).clauses
    assert Formula.from_dimacs(exported).clauses == clauses
    lrat = (folder / "proof.lrat").read_text().splitlines()
    assert (folder / "proof.drat").read_text().splitlines() == list(to_drat(clauses, lrat))


def test_contradictions_that_are_plain_need_no_proof(originals: dict[str, Path], copy: Any) -> None:
    """Sums that differ: the reason in words, which check finds for itself; no proof files."""
    folder = originals["sums"]
    assert manifest_of(folder)["reason"] == SUMS_REASON
    assert not (folder / "proof.lrat").exists()
    assert check(folder).status == VALID
    refused(reseal(copy("sums"), reason="because"), MANIFEST, "the reason is 'because', but it is")
    refused(reseal(copy("none"), reason="because"), MANIFEST, "but it is None")
    refused(reseal(copy("six"), reason="because"), MANIFEST, "but it is None")
    refused(reseal(copy("sums"), reason=""), "proof.lrat", "cannot be read")
    refused(reseal(copy("sums"), reason=[1]), MANIFEST, "the reason is [1]")


def test_names_of_all_kinds(tmp_path: Path) -> None:
    """Quotes, line ends, other scripts and lone surrogates in a name survive."""
    for i, name in enumerate(['"\\', "a\nb\u2028", "龍 🐉", "\ud800", "\x00\x1b[31m"]):
        puzzle = Dungeon((0, 2), (1, 1), monsters=((0, 0), (0, 1)), name=name, extra={"note": name})
        folder = certified(puzzle, tmp_path / str(i))
        checked = check(folder)
        assert (checked.status, checked.name) == (VALID, name)
        ran = run("check", folder)
        assert ran.status == 0
        assert "\x1b" not in ran.out


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("size", "rooms", "seed"),
    [(16, 3, 0), pytest.param(24, 6, 9, marks=pytest.mark.slow)],
    ids=["16x16", "24x24"],
)
def test_large_boards(size: int, rooms: int, seed: int, tmp_path: Path) -> None:
    """A carved board that is unique: written and checked, with some seconds of processor time."""
    solver = Solver(DungeonOptions(timeout=60))
    for rng in map(random.Random, range(seed, seed + 30)):
        walls, treasures = carve(Carving(size, size, rooms=rooms), rng)
        puzzle = puzzle_of(size, size, walls, treasures, f"{size}x{size}")
        answer = solver.unique(puzzle)
        if answer.status == UNIQUE:
            break
    started = time.process_time()
    folder = write(tmp_path / "c", answer, DEFAULT)
    checked = check(folder)
    assert (checked.status, checked.solutions[0].board) == (VALID, walls)
    assert time.process_time() - started < 120


# damage


FILE_NAMES = ("puzzle.json", "solution.json", "formula.cnf", "proof.lrat", "proof.drat")


@pytest.mark.parametrize("sealed", [False, True], ids=["plain", "resealed"])
@pytest.mark.parametrize("name", FILE_NAMES)
def test_missing_empty_and_foreign_files(name: str, sealed: bool, copy: Any, originals: dict[str, Path]) -> None:
    """A file that is gone, empty, no text, a directory, or that of another certificate: invalid, naming a file."""

    def damaged(change: Callable[[Path], Any]) -> Path:
        folder: Path = copy("six")
        change(folder / name)
        return reseal(folder) if sealed and (folder / name).is_file() else folder

    refused(damaged(Path.unlink), name, "cannot be read: No such file or directory")
    refused(damaged(lambda p: p.write_text("")))
    refused(damaged(lambda p: p.write_bytes(b"\xff\xfe")), name, "is not text")
    refused(damaged(lambda p: (p.unlink(), p.mkdir())), name, "cannot be read: Is a directory")
    refused(damaged(lambda p: shutil.copy(originals["eight"] / name, p)))
    refused(damaged(lambda p: p.write_bytes(b"\xef\xbb\xbf" + p.read_bytes())))
    refused(damaged(lambda p: p.write_bytes(p.read_bytes().replace(b"\n", b"\r\n"))))
    refused(damaged(lambda p: p.write_bytes(p.read_bytes() + b"\n")))
    refused(damaged(lambda p: p.write_bytes(p.read_bytes().rstrip(b"\n"))))


@pytest.mark.parametrize("name", FILE_NAMES)
def test_one_changed_byte_breaks_the_sum(name: str, copy: Any) -> None:
    """Without a new SHA-256 nothing at all may change."""
    folder = copy("six")
    data = (folder / name).read_bytes()
    rng = random.Random(name)
    for _ in range(10):
        at = rng.randrange(len(data))
        (folder / name).write_bytes(data[:at] + bytes([data[at] ^ rng.randint(1, 127)]) + data[at + 1 :])
        refused(folder, name, "its SHA-256 is not the one in certificate.json")


def test_damage_is_told_with_its_line(copy: Any) -> None:
    """Damage without new sums: the sum that is wrong, and the line as well."""
    folder = copy("six")
    lines = (folder / "proof.lrat").read_text().splitlines(keepends=True)
    (folder / "proof.lrat").write_text("".join(lines[:10]) + lines[10][:3])
    told = run("check", folder)
    assert (told.status, told.err) == (1, "")
    assert told.out.splitlines() == [
        "6x6 example: invalid",
        "  proof.lrat: its SHA-256 is not the one in certificate.json",
        "  proof.lrat: line 11: the proof ends without the empty clause",
    ]
    (folder / "proof.lrat").write_text("".join([*lines[:10], lines[10].replace(" 0", "", 1), *lines[11:]]))
    assert "  proof.lrat: line 11: " in run("check", folder).out
    folder = copy("six")
    lines = (folder / "formula.cnf").read_text().splitlines(keepends=True)
    (folder / "formula.cnf").write_text("".join([*lines[:600], *lines[601:]]))
    wrong = "  formula.cnf: line 601 is not what the puzzle, encoded again, gives there"
    assert wrong in run("check", folder).out.splitlines()
    manifest = manifest_of(folder)
    reseal(folder, versions={**manifest["versions"], "satdnd": "0.0.9"})
    assert f"{wrong} (it was written by satdnd 0.0.9, this is {__version__})" in run("check", folder).out


def meaning_kept(folder: Path, original: Path, name: str) -> bool:
    """Whether a certificate with another *name*d file may still be called valid.

    Proofs: where it is a proof nevertheless, as the naive reading of the DRAT lemmas says. The manifest: where nothing
    but versions and fields that mean nothing have changed. The others: never.
    """
    if name == MANIFEST:
        one, other = manifest_of(folder), manifest_of(original)
        return all(one.get(key) == value for key, value in other.items() if key != "versions")
    if name not in ("proof.lrat", "proof.drat"):
        return False
    known = Formula.from_dimacs((folder / "formula.cnf").read_text()).clauses
    lrat, drat = ((folder / f).read_text().split("\n") for f in ("proof.lrat", "proof.drat"))
    if drat != [*to_drat(known, lrat[:-1]), ""] or drat[-2] != "0":
        return False
    for line in drat[:-1]:
        words = line.split()
        if words[0] != "d":
            lemma = [int(x) for x in words[:-1]]
            if not rup(known, lemma):
                return False
            known = [*known, lemma]
    return True


def damage(data: st.DataObject, text: bytes) -> bytes:
    """Some change of a file."""
    at = data.draw(st.integers(0, max(0, len(text) - 1)))
    lines = text.split(b"\n")
    line = data.draw(st.integers(0, max(0, len(lines) - 2)))
    match data.draw(st.sampled_from(["byte", "digit", "cut", "drop", "twice", "swap", "add", "append", "insert"])):
        case "byte":
            return text[:at] + bytes([data.draw(st.integers(0, 255))]) + text[at + 1 :]
        case "digit":
            places = [i for i, byte in enumerate(text) if chr(byte).isdigit()] or [at]
            at = data.draw(st.sampled_from(places))
            return text[:at] + data.draw(st.sampled_from([b"0", b"1", b"7", b"-1", b"10", b""])) + text[at + 1 :]
        case "cut":
            return text[:at]
        case "drop":
            return b"\n".join(lines[:line] + lines[line + 1 :])
        case "twice":
            return b"\n".join(lines[: line + 1] + lines[line:])
        case "swap":
            other = data.draw(st.integers(0, max(0, len(lines) - 2)))
            lines[line], lines[other] = lines[other], lines[line]
            return b"\n".join(lines)
        case "add":
            return text + data.draw(st.sampled_from([b"\n", b" ", b"0\n", b"1 0\n", b"999999 0 1 0\n", b"c\n", b"x"]))
        case "append":
            return text + text
    return (
        text[:at] + data.draw(st.sampled_from([b" ", b"\n", b"-", b"0", b"1 ", b"\x0c", b"\xe2\x80\xa8"])) + text[at:]
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [*FILE_NAMES, MANIFEST])
@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_is_never_valid(
    name: str, originals: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Any damage to any file, with new sums by an attacker or without: valid only where nothing that counts changed."""
    original = originals["tiny"]
    before = (original / name).read_bytes()
    after = damage(data, before)
    if after == before:
        return
    folder = Path(shutil.copytree(original, tmp_path_factory.mktemp("damaged") / "c"))
    (folder / name).write_bytes(after)
    if name != MANIFEST:
        assert check(folder).status == INVALID
        reseal(folder)
    try:
        answer = check(folder)
    except InputError:
        assert name == MANIFEST
        answer = Answer("", "", INVALID)
    if answer.status == VALID:
        assert meaning_kept(folder, original, name)
    shutil.rmtree(folder)


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damage_to_both_proofs_at_once(
    originals: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A changed LRAT proof with the DRAT proof that follows from it, resealed: valid only if it is a proof."""
    original = originals["tiny"]
    folder = Path(shutil.copytree(original, tmp_path_factory.mktemp("damaged") / "c"))
    lrat = (original / "proof.lrat").read_bytes()
    for _ in range(data.draw(st.integers(1, 3))):
        lrat = damage(data, lrat)
    (folder / "proof.lrat").write_bytes(lrat)
    clauses = Formula.from_dimacs((original / "formula.cnf").read_text()).clauses
    try:
        (folder / "proof.drat").write_text("\n".join(to_drat(clauses, lrat.decode().splitlines())) + "\n")
    except (ValueError, IndexError, KeyError):
        return
    if check(reseal(folder)).status == VALID:
        assert meaning_kept(folder, original, "proof.lrat")
    shutil.rmtree(folder)


# forgeries, each with sums that fit


def edited(folder: Path, name: str, change: Callable[[Any], Any]) -> Path:
    """A JSON file changed, resealed."""
    record = json.loads((folder / name).read_text())
    change(record)
    (folder / name).write_text(json.dumps(record, indent=1) + "\n")
    return reseal(folder)


@pytest.mark.parametrize(
    ("name", "change", "file", "message"),
    [
        ("puzzle.json", lambda r: r["rows"].reverse(), "solution.json", "breaks the rules"),
        ("puzzle.json", lambda r: r["rows"].__setitem__(0, None), "formula.cnf", "encoded again"),
        ("puzzle.json", lambda r: r["monsters"].pop(), "solution.json", "breaks the rules"),
        ("puzzle.json", lambda r: r["monsters"].reverse(), "puzzle.json", "differs from the JSON"),
        ("puzzle.json", lambda r: r.update(treasures=[]), "solution.json", "breaks the rules"),
        ("puzzle.json", lambda r: r.update(name="another"), MANIFEST, "but the puzzle's is 'another'"),
        ("puzzle.json", lambda r: r.update(more=1), "formula.cnf", "line 2 is not what"),
        ("puzzle.json", lambda r: r.pop("source"), "formula.cnf", "line 2 is not what"),
        ("puzzle.json", lambda r: r.pop("rows"), "puzzle.json", "rows"),
        ("puzzle.json", lambda r: r.update(kind="sudoku"), "puzzle.json", ""),
        ("puzzle.json", lambda r: r.update(rows=[[1]]), "puzzle.json", ""),
        ("puzzle.json", lambda r: r.update(rows="1"), "puzzle.json", ""),
        ("puzzle.json", lambda r: r.update(monsters={}), "puzzle.json", ""),
        ("solution.json", lambda r: r.update(tree=False), "solution.json", "differs from the JSON"),
        ("solution.json", lambda r: r.update(tree=1), "solution.json", "differs from the JSON"),
        ("solution.json", lambda r: r.update(loops=2), "solution.json", "differs from the JSON"),
        ("solution.json", lambda r: r.update(board="0x0"), "solution.json", ""),
        ("solution.json", lambda r: r.pop("board"), "solution.json", ""),
        ("solution.json", lambda r: r["grid"].reverse(), "solution.json", ""),
        ("solution.json", lambda r: r.pop("grid"), "solution.json", ""),
        ("solution.json", lambda r: r.update(note="x"), "solution.json", "differs from the JSON"),
        (MANIFEST, lambda r: r.update(claim="unsolvable"), "formula.cnf", "encoded again"),
        (MANIFEST, lambda r: r.update(claim="multiple"), MANIFEST, "the claim is 'multiple'"),
        (MANIFEST, lambda r: r.update(claim=["unique"]), MANIFEST, "the claim is"),
        (MANIFEST, lambda r: r.pop("claim"), MANIFEST, "the claim is None"),
        (MANIFEST, lambda r: r.update(name="another"), MANIFEST, "the name is 'another', but the puzzle's is"),
        (MANIFEST, lambda r: r.update(name=None), MANIFEST, "the name is ''"),
        (MANIFEST, lambda r: r.update(kind="sudoku"), "puzzle.json", ""),
        (MANIFEST, lambda r: r.update(kind="bridge"), "puzzle.json", "unknown kind 'bridge'"),
        (MANIFEST, lambda r: r.update(kind=3), "puzzle.json", "unknown kind"),
        (MANIFEST, lambda r: r.update(format="satdnd certificate 2"), MANIFEST, "the format is"),
        (MANIFEST, lambda r: r["options"].update(topology="tree"), "formula.cnf", "line 3"),
        (MANIFEST, lambda r: r["options"].update(topology="local"), "formula.cnf", "line 3"),
        (MANIFEST, lambda r: r["options"].update(topology="flat"), "puzzle.json", "unknown topology 'flat'"),
        (MANIFEST, lambda r: r["options"].update(cardinality="totalizer"), "formula.cnf", "line 3"),
        (MANIFEST, lambda r: r["options"].update(cardinality="native"), MANIFEST, "the options do not fit"),
        (MANIFEST, lambda r: r["options"].update(cardinality="nope"), MANIFEST, "the options do not fit"),
        (
            MANIFEST,
            lambda r: r["options"].update(cardinality="auto"),
            MANIFEST,
            "the options are {'cardinality': 'auto'",
        ),
        (MANIFEST, lambda r: r["options"].update(connectivity="lazy"), MANIFEST, "the options are {'cardinality'"),
        (MANIFEST, lambda r: r.update(kind="klotski"), "puzzle.json", "klotski has no certificates"),
        (MANIFEST, lambda r: r["options"].update(connectivity="ordered"), "formula.cnf", "line 3"),
        (MANIFEST, lambda r: r["options"].update(solver="x"), "puzzle.json", "unknown option 'solver'; known: "),
        (MANIFEST, lambda r: r["options"].update(topology=None), "puzzle.json", "expected names and words"),
        (MANIFEST, lambda r: r["options"].pop("topology"), MANIFEST, "the options are {'cardinality'"),
        (MANIFEST, lambda r: r.update(options=[1]), "puzzle.json", "the options in"),
        (MANIFEST, lambda r: r.update(options="connected"), "puzzle.json", "the options in"),
        (MANIFEST, lambda r: r.pop("options"), "puzzle.json", "the options in"),
    ],
)
def test_forged_json(name: str, change: Any, file: str, message: str, copy: Any) -> None:
    """Every field that counts, changed with new sums: invalid, naming the file that does not hold; no traceback."""
    folder = edited(copy("six"), name, change)
    refused(folder, file, message)
    ran = run("check", folder)
    assert ran.status == 1
    assert ": invalid\n  " in ran.out


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r["versions"].update(satdnd="99"),
        lambda r: r.pop("versions"),
        lambda r: r.update(note="checked by hand"),
        lambda r: r["sha256"].update(other="0"),
    ],
)
def test_harmless_changes(change: Any, copy: Any) -> None:
    """Versions, further fields and sums of files that are not there claim nothing."""
    folder = copy("six")
    manifest = manifest_of(folder)
    change(manifest)
    (folder / MANIFEST).write_text(json.dumps(manifest))
    assert check(folder).status == VALID


def test_versions_that_are_none(copy: Any) -> None:
    """A list, a number, a version that is no text."""
    for versions in ([], 3, "1", None, {"satdnd": 1}):
        folder = copy("six")
        (folder / MANIFEST).write_text(json.dumps({**manifest_of(folder), "versions": versions}))
        refused(folder, MANIFEST, "the versions are")


def test_sums_that_are_no_sums(copy: Any) -> None:
    """No sums, sums of another type, a missing one."""
    for sums in (None, [], "x", {}, 3):
        folder = copy("six")
        (folder / MANIFEST).write_text(json.dumps({**manifest_of(folder), "sha256": sums}))
        refused(folder, "puzzle.json", "its SHA-256 is not the one")


def test_clause_dropped_from_the_formula(copy: Any) -> None:
    """Any clause dropped, added, or the forbidding clause changed: the line is told."""
    text = (copy("six") / "formula.cnf").read_text().splitlines(keepends=True)
    for at in (2, 5, len(text) // 2, len(text) - 1):
        folder = copy("six")
        (folder / "formula.cnf").write_text("".join(text[:at] + text[at + 1 :]))
        refused(reseal(folder), "formula.cnf", f"formula.cnf: line {at + 1} is not what the puzzle, encoded again,")
    for extra in ("1 0\n", "0\n", "c comment\n"):
        folder = copy("six")
        (folder / "formula.cnf").write_text("".join([*text, extra]))
        refused(reseal(folder), "formula.cnf", f"line {len(text) + 1} is not")


@pytest.mark.parametrize("name", ["six", "sums"])
@pytest.mark.parametrize("listed", [False, True])
def test_files_that_are_no_part_of_it(name: str, listed: bool, copy: Any) -> None:
    """An empty file beside the others, whether certificate.json lists it or not."""  # found by hand
    for other in ("notes.txt", *(["proof.lrat"] if name == "sums" else [])):
        folder = copy(name)
        (folder / other).touch()
        if listed:
            sums = {**manifest_of(folder)["sha256"], other: hashlib.sha256(b"").hexdigest()}
            (folder / MANIFEST).write_text(json.dumps({**manifest_of(folder), "sha256": sums}))
        refused(folder, other, f"{other}: is no part of this certificate: remove it")


def test_the_puzzle_beside_it(originals: dict[str, Path], tmp_path: Path) -> None:
    """A file of puzzles among the arguments is compared with each certificate; alone it is no certificate."""
    own, other = SIX, INSTANCES / "example-8x8.dnd"
    assert run("check", originals["six"], own).status == 0
    assert run("check", other, originals["six"], own, originals["eight"]).status == 0
    ran = run("check", originals["six"], other)
    assert (ran.status, ran.out.splitlines()[1]) == (1, f"  puzzle.json: its puzzle is not in {other}")
    assert run("check", own).status == 2
    bad = tmp_path / "bad.dnd"
    bad.write_text(" 11\n1.z\n1..\n")
    ran = run("check", originals["six"], bad)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"satdnd: {bad}:2:3: ")


def test_another_puzzles_solution(copy: Any, tmp_path: Path) -> None:
    """The other solution of a puzzle with two, and a solution of an altogether different puzzle."""
    folder = copy("six")
    shutil.copy(copy("eight") / "solution.json", folder / "solution.json")
    refused(reseal(folder), "solution.json", "")


@pytest.mark.parametrize("name", ["proof.lrat", "proof.drat"])
def test_proofs_that_end_early(name: str, copy: Any) -> None:
    """A proof cut in a line, at the end of a line, before the empty clause: the line is told."""
    lines = (copy("six") / name).read_text().splitlines(keepends=True)
    for text, place in (
        ("".join(lines)[:-3], f"line {len(lines)}"),
        ("".join(lines[:-1]), f"line {len(lines)}"),
        ("".join(lines[:5]), "line 6" if name == "proof.lrat" else "line"),
        (lines[0][: len(lines[0]) // 2], "line 1"),
    ):
        folder = copy("six")
        (folder / name).write_text(text)
        assert place in refused(reseal(folder), name)


def test_lemma_changed(copy: Any) -> None:
    """A literal turned over in both proofs: the first lemma that does not follow is told with its line."""
    folder = copy("six")
    clauses = Formula.from_dimacs((folder / "formula.cnf").read_text()).clauses
    lines = (folder / "proof.lrat").read_text().splitlines()
    for at, line in enumerate(lines):
        words = line.split()
        if words[1] not in ("d", "0"):
            words[1] = words[1][1:] if words[1][0] == "-" else "-" + words[1]
            changed = [*lines[:at], " ".join(words), *lines[at + 1 :]]
            break
    (folder / "proof.lrat").write_text("\n".join(changed) + "\n")
    (folder / "proof.drat").write_text("\n".join(to_drat(clauses, changed)) + "\n")
    assert f"proof.lrat: line {at + 1}: clause {words[0]} does not follow" in refused(reseal(folder), "proof.lrat")


@pytest.mark.parametrize(
    "forged",
    [
        ["{n} -0 0 0", "{m} 0 {n} 0"],
        ["{n} 00 0 0", "{m} 0 {n} 0"],
        ["{n} 1 -1 0 0", "{m} 0 {n} 0"],
        ["{n} 0 0"],
        ["{n} 9999 0 0", "{m} -9999 0 0", "{o} 0 {n} {m} 0"],
        ["{n} 1 0 1 0"],
    ],
)
def test_forged_proof_for_a_puzzle_with_two_solutions(forged: list[str], tmp_path: Path) -> None:
    """All files made by the book, but the claim is false: no proof can save it."""
    puzzle = dungeon(TWO)
    answer = Solver().unique(puzzle)
    assert answer.status == MULTIPLE
    answer.status, answer.solutions = UNIQUE, answer.solutions[:1]
    with pytest.raises(EncodingBug, match="'two' was called unique, but its formula has a model"):
        write(tmp_path / "c", answer, DEFAULT)
    assert os.listdir(tmp_path) == []
    text = formula_text(puzzle, DEFAULT, answer.solutions)
    clauses = Formula.from_dimacs(text).clauses
    numbers = {letter: len(clauses) + i for i, letter in enumerate("nmo", 1)}
    lines = [line.format(**numbers) for line in forged]
    folder = tmp_path / "forged"
    folder.mkdir()
    (folder / "formula.cnf").write_text(text)
    (folder / "puzzle.json").write_text(certificate_module._json(kind_of(puzzle).texts.to_json(puzzle)))
    (folder / "solution.json").write_text(certificate_module._json(answer.solutions[0].to_json()))
    (folder / "proof.lrat").write_text("\n".join(lines) + "\n")
    (folder / "proof.drat").write_text("\n".join(to_drat(clauses, lines)) + "\n")
    options = {"cardinality": "seqcounter", "connectivity": "planar", "topology": "connected"}
    (folder / MANIFEST).write_text("{}")
    reseal(folder, format=certificate_module.FORMAT, claim=UNIQUE, name="two", kind="dungeon", options=options)
    refused(folder, "proof.lrat", "proof.lrat: line ")


def test_proof_of_another_puzzle(originals: dict[str, Path], copy: Any) -> None:
    """Both proofs stolen from another certificate."""
    folder = copy("six")
    for name in ("proof.lrat", "proof.drat"):
        shutil.copy(originals["eight"] / name, folder / name)
    refused(reseal(folder), "proof.lrat", "line 1")


def test_swapping_the_claims(copy: Any) -> None:
    """From unsolvable to unique and back, with the files that the claim needs."""
    folder = copy("none")
    shutil.copy(copy("tiny") / "solution.json", folder / "solution.json")
    refused(reseal(folder, claim=UNIQUE), "solution.json")
    refused(reseal(copy("none"), claim=UNIQUE), "solution.json", "cannot be read")
    folder = copy("tiny")
    (folder / "formula.cnf").write_text(formula_text(tiny(), LOCAL))
    refused(reseal(folder, claim=UNSOLVABLE), "proof.lrat", "line ")


@pytest.mark.parametrize("name", ["puzzle.json", "solution.json"])
@pytest.mark.parametrize(
    "text", ["", "null", "[]", "3", '"x"', "{", "[" * 100000, '{"a": ' * 3000, "{}", '{"kind": "dungeon"}', "9" * 5000]
)
def test_json_of_other_shapes(name: str, text: str, copy: Any) -> None:
    """Anything else in place of a JSON object is a fault of that file, never an exception."""
    folder = copy("tiny")
    (folder / name).write_text(text)
    refused(reseal(folder), name)


@pytest.mark.parametrize("text", ["", "null", "[]", "3", "{", "[" * 100000, "\xff", "9" * 5000])
def test_manifests_of_other_shapes(text: str, copy: Any) -> None:
    """A certificate.json that is no JSON object is an input error that names it."""
    folder = copy("tiny")
    (folder / MANIFEST).write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"certificate\.json: this is not a certificate"):
        check(folder)
    (folder / MANIFEST).write_text("{}")
    refused(folder, MANIFEST, "the format is None")


# writing


class Failure(Exception):
    """What a test makes happen in the middle."""


@pytest.mark.parametrize("existing", [False, True], ids=["new", "existing"])
@pytest.mark.parametrize("place", ["refute", "write", "rename"])
def test_failure_in_the_middle_leaves_nothing_new(
    place: str, existing: bool, tmp_path: Path, originals: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever it fails, no half certificate is left, and an old one is as it was."""
    folder = tmp_path / "c"
    if existing:
        shutil.copytree(originals["eight"], folder)
    before = {p.name: p.read_bytes() for p in folder.iterdir()} if existing else {}
    answer = Solver().unique(load(SIX)[0])
    with monkeypatch.context() as patch:
        if place == "refute":
            patch.setattr(certificate_module, "refute", fail)
        elif place == "write":
            written = Path.write_text
            patch.setattr(
                Path, "write_text", lambda p, *a, **k: fail() if p.name == "formula.cnf" else written(p, *a, **k)
            )
        else:
            real = os.replace
            patch.setattr(
                os, "replace", lambda a, b: fail() if Path(b) == folder and not existing_at(a) else real(a, b)
            )
        with pytest.raises(Failure):
            write(folder, answer, DEFAULT)
    assert os.listdir(tmp_path) == (["c"] if existing else [])
    if existing:
        assert {p.name: p.read_bytes() for p in folder.iterdir()} == before
        assert check(folder).status == VALID
    assert check(write(folder, answer, DEFAULT)).name == "6x6 example"
    assert os.listdir(tmp_path) == ["c"]


def existing_at(path: Any) -> bool:
    """Whether this is the old certificate, set aside."""
    return str(path).endswith(".old")


def fail(*_: Any, **__: Any) -> Any:
    """Not today."""
    raise Failure


def test_existing_folders(tmp_path: Path, originals: dict[str, Path]) -> None:
    """An empty folder is filled, a certificate replaced, a longer one too; anything else is refused untouched."""
    answer = Solver().unique(load(SIX)[0])
    empty = tmp_path / "empty"
    empty.mkdir()
    assert check(write(empty, answer, DEFAULT)).status == VALID
    write(empty, Solver().unique(dungeon(SUMS)), DEFAULT)
    assert {p.name for p in empty.iterdir()} == {MANIFEST, "puzzle.json", "formula.cnf"}
    assert check(empty).status == VALID
    for name in ("thesis.tex", "puzzle.json", ".hidden"):
        other = tmp_path / f"other {name}"
        other.mkdir()
        (other / name).write_text("precious")
        with pytest.raises(UsageError, match="choose another folder"):
            write(other, answer, DEFAULT)
        assert [p.read_text() for p in other.iterdir()] == ["precious"]
    mixed = Path(shutil.copytree(originals["six"], tmp_path / "mixed"))
    (mixed / "thesis.tex").write_text("precious")
    with pytest.raises(UsageError, match="already exists and is not a certificate"):
        write(mixed, answer, DEFAULT)
    assert (mixed / "thesis.tex").exists()
    file = tmp_path / "file"
    file.write_text("precious")
    with pytest.raises(UsageError, match="choose another folder"):
        write(file, answer, DEFAULT)
    assert file.read_text() == "precious"


def test_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parents are made, relative paths and links work, and a place that cannot be is told."""
    answer = Solver().unique(dungeon(PATH))
    assert check(write(tmp_path / "a" / "b" / "c", answer, DEFAULT)).status == VALID
    monkeypatch.chdir(tmp_path)
    assert check(write(Path("relative"), answer, DEFAULT)).status == VALID
    (tmp_path / "link").symlink_to(tmp_path / "relative")
    write(tmp_path / "link", answer, DEFAULT)
    assert (tmp_path / "link").is_symlink()
    assert check(tmp_path / "link").status == VALID
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="cannot write"):
        write(tmp_path / "file" / "c", answer, DEFAULT)
    with pytest.raises(UsageError, match="cannot write"):
        write(tmp_path / ("x" * 300), answer, DEFAULT)


@pytest.mark.parametrize("status", [MULTIPLE, SOLVED, "undecided", "valid", ""])
def test_nothing_to_prove(status: str, tmp_path: Path) -> None:
    """Only unique and unsolvable can be certified."""
    with pytest.raises(UsageError, match="there is nothing to prove about an answer"):
        write(tmp_path / "c", Answer("x", "dungeon", status, puzzle=dungeon(PATH)), DEFAULT)
    assert os.listdir(tmp_path) == []


def test_wrong_answers_are_not_certified(tmp_path: Path) -> None:
    """Solvable called unsolvable: the formula has a model, and nothing is written."""
    with pytest.raises(EncodingBug, match="'path' was called unsolvable, but its formula has a model"):
        write(tmp_path / "c", Answer("path", "dungeon", UNSOLVABLE, puzzle=dungeon(PATH)), DEFAULT)
    assert os.listdir(tmp_path) == []


def test_timeout(tmp_path: Path) -> None:
    """The time limit holds for the proof: Undecided, nothing written."""
    answer = Solver().unique(load(SIX)[0])
    with pytest.raises(Undecided):
        write(tmp_path / "c", answer, DungeonOptions(timeout=0))
    assert os.listdir(tmp_path) == []


# the command line


def test_unique_proof_and_check(tmp_path: Path) -> None:
    """One puzzle: its certificate is the folder itself; check says what is proved and shows the solution."""
    folder = tmp_path / "certificate"
    ran = run("unique", SIX, "--proof", folder)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.split("\n")[:2] == ["6x6 example: unique (a tree)", f"certificate: {folder}"]
    checked = run("check", folder)
    assert (checked.status, checked.err) == (0, "")
    assert checked.out.startswith("6x6 example: valid (exactly one solution, topology connected; a tree)\n")
    assert checked.out.split("\n", 1)[1] == ran.out.split("\n", 2)[2]
    (answer,) = run("unique", SIX, "--proof", folder, "--format", "json").answers
    assert answer["certificate"] == str(folder)
    (answer,) = run("check", folder, "--format", "json").answers
    assert (answer["status"], answer["faults"], answer["claim"]) == ("valid", [], "unique")
    assert answer["solutions"] == [json.loads((folder / "solution.json").read_text())]


def test_solve_proof(tmp_path: Path) -> None:
    """solve --proof certifies that there is no solution; a solution needs none, and that is said."""
    folder = tmp_path / "c"
    ran = run("solve", "-", "--proof", folder, stdin=NONE)
    assert (ran.status, ran.err) == (1, "")
    assert run("check", folder).out.startswith("none: valid (no solution, topology connected)\n")
    ran = run("solve", SIX, "--proof", tmp_path / "other")
    assert ran.status == 0
    assert ran.err == "satdnd: 6x6 example: no certificate, since the answer is 'solved'\n"
    assert not (tmp_path / "other").exists()


def test_many_puzzles(tmp_path: Path) -> None:
    """A folder for each that can be proved, by its name, no two the same; the others are told."""
    puzzles = tmp_path / "many.dnd"
    puzzles.write_text("\n".join([PATH, TWO, SUMS, PATH, NONE, PATH.replace("path", "a/b é")]))
    folder = tmp_path / "proofs"
    ran = run("unique", puzzles, "--proof", folder)
    assert ran.status == 1
    assert ran.err == "satdnd: two: no certificate, since the answer is 'multiple'\n"
    assert sorted(os.listdir(folder)) == ["a-b", "none", "path", "path-2", "sums"]
    assert all((folder / name / MANIFEST).exists() for name in os.listdir(folder))
    checked = run("check", *sorted(folder.iterdir()))
    assert (checked.status, checked.out.count(": valid (")) == (0, 5)
    again = run("unique", puzzles, "--proof", folder)
    assert again.status == 1
    assert len(os.listdir(folder)) == 5


@pytest.mark.parametrize("name", ["", ".", "..", "-", "/", "\x1b[31m", "\ud800", "x" * 5000, "con.", "..hidden"])
def test_names_as_folders(name: str, tmp_path: Path) -> None:
    """Whatever puzzles are called, their certificates stay in the folder and none is hidden."""
    puzzles = tmp_path / "many.jsonl"
    record = {"kind": "dungeon", "rows": [0, 2], "columns": [1, 1], "monsters": [[0, 0], [0, 1]], "treasures": []}
    puzzles.write_text("".join(json.dumps({**record, "name": name}) + "\n" for _ in range(2)))
    ran = run("unique", puzzles, "--proof", tmp_path / "proofs")
    assert ran.status == 0
    assert sorted(os.listdir(tmp_path)) == ["many.jsonl", "proofs"]
    made = os.listdir(tmp_path / "proofs")
    assert len(made) == 2
    assert not any(folder.startswith((".", "-")) for folder in made)
    assert run("check", *(tmp_path / "proofs" / folder for folder in made)).status == 0


def test_multiple_leaves_no_certificate(tmp_path: Path) -> None:
    """A note on standard error, no folder, the status of multiple."""
    ran = run("unique", "-", "--proof", tmp_path / "c", stdin=TWO)
    assert ran.status == 1
    assert ran.err == "satdnd: two: no certificate, since the answer is 'multiple'\n"
    assert not (tmp_path / "c").exists()


def test_refused_places(tmp_path: Path) -> None:
    """A folder with other things, or a file: status 2, one line."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("precious")
    ran = run("unique", SIX, "--proof", other)
    assert ran.status == 2
    assert ran.err == f"satdnd: 6x6 example: {other} already exists and is not a certificate: choose another folder\n"
    assert run("unique", SIX, "--proof", other / "thesis.tex").status == 2
    assert os.listdir(other) == ["thesis.tex"]


def test_proof_out_of_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was asked for was a proof: undecided, with what is known, and status 3."""

    def late(*_: Any) -> Any:
        raise Undecided("the time limit was reached before the proof was complete")

    monkeypatch.setattr(certificate_module, "refute", late)
    ran = run("unique", SIX, "--proof", tmp_path / "c", "--format", "json")
    (answer,) = ran.answers
    assert (ran.status, answer["status"], len(answer["solutions"])) == (3, "undecided", 1)
    assert answer["reason"] == (
        "unique, but without a certificate: the time limit was reached before the proof was complete"
    )
    assert "certificate" not in answer
    assert not (tmp_path / "c").exists()
    ran = run("unique", "--proof", tmp_path / "c", SIX)
    assert ran.out.startswith("6x6 example: undecided (unique, but without a certificate: the time limit was")
    assert ran.out.endswith(SIX_BOARD)


def test_check_many(copy: Any, originals: dict[str, Path], tmp_path: Path) -> None:
    """Valid, invalid and no certificate at all: each is answered, the status is that of the worst."""
    broken = copy("six")
    (broken / "proof.lrat").unlink()
    ran = run("check", originals["six"], broken)
    assert ran.status == 1
    assert "6x6 example: invalid\n  proof.lrat: cannot be read: No such file or directory\n" in ran.out
    assert ran.out.endswith("\n2 certificates: 1 valid, 1 invalid\n")
    ran = run("check", "--format", "json", tmp_path / "nowhere", broken, originals["none"])
    assert ran.status == 2
    assert [answer["status"] for answer in ran.answers] == ["error", "invalid", "valid"]
    assert f"satdnd: {tmp_path / 'nowhere'}: no certificate here" in ran.err
    ran = run("check", SIX)
    assert ran.status == 2
    assert f"satdnd: {SIX}: not a certificate: expected the folder that --proof wrote" in ran.err
    assert run("check").status == 2


def test_check_a_folder_of_certificates(originals: dict[str, Path], tmp_path: Path) -> None:
    """What 'unique a b --proof folder' leaves is checked as a whole, in the order of names."""
    ran = run("check", originals["six"].parent, "--quiet")
    assert (ran.status, ran.err) == (0, "")
    assert [line.split(":")[0] for line in ran.out.splitlines()] == [
        "8x8 example",
        "none",
        "6x6 example",
        "sums",
        "tiny",
        "5 certificates",
    ]
    (tmp_path / "empty").mkdir()
    ran = run("check", tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"satdnd: {tmp_path}: no certificate here: certificate.json cannot be read: {NO_FILE}\n"
    assert run("check", "x" * 5000).status == 2


@pytest.mark.parametrize("name", [MANIFEST, *FILE_NAMES])
def test_what_is_no_regular_file(name: str, copy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe without a writer, a link to an endless device, a file of an absurd size: refused at once, none is read."""

    def told(folder: Path) -> str:
        if name == MANIFEST:
            with pytest.raises(InputError, match=r"no certificate here: certificate\.json cannot be read: ") as caught:
                check(folder)
            return str(caught.value)
        return refused(folder, name, f"{name}: cannot be read: ")

    folder = copy("tiny")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert "this is not a regular file" in told(folder)
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")
    assert "this is not a regular file" in told(folder)
    folder = copy("tiny")
    os.truncate(folder / name, certificate_module.LARGEST + 1)  # a hole: it takes no space
    assert "it has 1.1 GB, expected at most 1.1 GB" in told(folder)


def test_a_file_of_just_the_largest_size_is_read(copy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What may be at most so large may be so large; with a byte less allowed, the same file is refused."""
    folder = copy("tiny")
    largest = max(path.stat().st_size for path in folder.iterdir())
    monkeypatch.setattr(certificate_module, "LARGEST", largest)
    assert check(folder).status == VALID
    monkeypatch.setattr(certificate_module, "LARGEST", largest - 1)
    assert check(folder).status == INVALID


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "message"),
    [(10_000, "the proof cannot be written to a temporary file"), (80_000, "cannot write {}")],
    ids=["proof", "certificate"],
)
def test_a_full_disk(limit: int, message: str, tmp_path: Path) -> None:
    """Told in the answer's place, wherever the room ends; no half certificate, and the next puzzle has its own."""
    program = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
        "from satdnd.cli import main; main(sys.argv[1:])"
    )
    large, small = INSTANCES / "example-8x8.dnd", tmp_path / "small.dnd"
    small.write_text(TWO.split("\n\n")[0])
    arguments = ["unique", str(large), str(small), "--proof", str(tmp_path / "c")]
    ran = subprocess.run([sys.executable, "-B", "-c", program, *arguments], capture_output=True, text=True)
    place = (tmp_path / "c" / "8x8-example").resolve()
    assert ran.returncode == 2
    assert f"satdnd: 8x8 example: {message.format(place)}: File too large" in ran.stderr
    assert "two: multiple" in ran.stdout
    assert not place.exists()
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


@pytest.mark.parametrize("name", [MANIFEST, *FILE_NAMES])
def test_what_is_larger_than_the_memory_limit_is_not_read(name: str, copy: Any) -> None:
    """A sparse file that takes no space: undecided, whichever it is."""
    folder = copy("tiny")
    os.truncate(folder / name, 200_000_000)
    tracemalloc.start()
    answer = check(folder, Budget.of(memory=100_000_000))
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert (answer.status, answer.faults) == (UNDECIDED, [])
    assert re.fullmatch(rf"reading {name} would take .* GB, more than the memory limit|.* 400 MB, .*", answer.reason)


def test_reading_looks_at_the_budget(copy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between pieces, of which each is hashed as it comes."""
    folder = copy("tiny")
    os.truncate(folder / "proof.lrat", 30 * PIECE)
    looks = 0
    looked = Budget.check

    def check_and_count(budget: Budget) -> None:
        """One more."""
        nonlocal looks
        looks += 1
        looked(budget)

    monkeypatch.setattr(Budget, "check", check_and_count)
    (fault,) = check(folder).faults[:1]
    assert (fault.rule, fault.message) == ("proof.lrat", "its SHA-256 is not the one in certificate.json")
    assert looks > 30


@pytest.mark.parametrize(("name", "text"), [("proof.lrat", "1 " * 3_000_000), ("formula.cnf", "\n" * 3_000_000)])
def test_files_that_grow_when_they_are_split(name: str, text: str, copy: Any) -> None:
    """One line of a million words, a million empty lines: what it takes to look at them is within the limit as well."""
    folder = copy("tiny")
    (folder / name).write_text(text + "\n")
    reseal(folder)
    tracemalloc.start()
    answer = check(folder, Budget.of(memory=120_000_000))
    assert tracemalloc.get_traced_memory()[1] < 60_000_000
    tracemalloc.stop()
    assert answer.status in (UNDECIDED, INVALID)


def test_check_out_of_time(originals: dict[str, Path]) -> None:
    """Neither valid nor invalid: undecided, status 3, in every form."""
    answer = check(originals["eight"], Budget.of(0))
    assert (answer.status, answer.solutions, answer.faults) == (UNDECIDED, [], [])
    ran = run("check", originals["eight"], "--timeout", "0")
    assert (ran.status, ran.out) == (3, "8x8 example: undecided (the time limit was reached)\n")


def test_numbers_that_json_lacks(copy: Any) -> None:
    """A NaN in a certificate is not handed on as one."""
    folder = copy("six")
    (folder / MANIFEST).write_text((folder / MANIFEST).read_text().replace('"unique"', "NaN"))
    ran = run("check", folder, "--format", "json")
    assert ran.status == 1
    assert "NaN" not in ran.out.replace("the claim is nan", "")
    assert ran.answers[0]["claim"] is None


# kinds


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind(kind: str, tmp_path: Path) -> None:
    """Certificates of kinds whose answers are claims about one formula; the others refuse, to write and to check."""
    (item,) = read_text(PUZZLES[kind], kind=kind)
    puzzle, own = item.puzzle, kind_of(item.puzzle)
    options = own.options()
    answer = Solver(options).unique(puzzle)
    folder = tmp_path / "c"
    if not certifies(own):
        with pytest.raises(UsageError, match=f"{kind} has no certificates: its answers are optima"):
            write(folder, Answer(puzzle.name, kind, UNSOLVABLE, puzzle=puzzle), options)
        ran = run("unique", "-", "--kind", kind, "--proof", folder, stdin=PUZZLES[kind])
        assert (ran.status, ran.out) == (2, "")
        assert f"{kind} has no certificates: its answers are optima" in ran.err
        assert not folder.exists()
        folder.mkdir()
        for name in ("formula.cnf", "solution.json", "proof.lrat", "proof.drat"):
            (folder / name).write_text("{}")
        (folder / "puzzle.json").write_text(certificate_module._json(own.texts.to_json(puzzle)))
        (folder / MANIFEST).write_text("{}")
        for claim in (UNIQUE, UNSOLVABLE):
            reseal(folder, format=certificate_module.FORMAT, claim=claim, name=puzzle.name, kind=kind, options={})
            refused(folder, "puzzle.json", f"{kind} has no certificates")
        return
    write(folder, answer, options)
    checked = check(folder)
    assert (checked.status, checked.puzzle, checked.solutions) == (VALID, puzzle, answer.solutions)
    assert "auto" not in manifest_of(folder)["options"].values()


def test_native_counts_have_no_certificate(tmp_path: Path) -> None:
    """A formula with native constraints cannot be written as DIMACS: an error for that puzzle, and no traceback."""
    ran = run("unique", SIX, "--cardinality", "native", "--proof", tmp_path / "c")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"satdnd: 6x6 example: {NATIVE}\n"
    ran = run("unique", SIX, "--cardinality", "native", "--solver", "cadical195", "--proof", tmp_path / "c")
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch("satdnd: .*'cadical195' has no native cardinality constraints; these have: .*\n", ran.err)
    assert not (tmp_path / "c").exists()


def test_check_in_a_fresh_process(originals: dict[str, Path]) -> None:
    """Start-up and all, no file but the certificate's."""
    ran = subprocess.run(
        [sys.executable, "-m", "satdnd", "check", str(originals["eight"])], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("8x8 example: valid (exactly one solution, topology connected")


def test_check_needs_no_solver(originals: dict[str, Path]) -> None:
    """Neither PySAT's solvers nor an external one take part in a check."""
    code = (
        "import sys\nfrom pathlib import Path\nimport satdnd.sat.session, satdnd.proof.checker\n"
        "def no(*_, **__): raise SystemExit('a solver was started')\n"
        "satdnd.sat.session._start = no\nimport pysolvers\n"
        "[setattr(pysolvers, name, no) for name in dir(pysolvers) if name.endswith('_new')]\n"
        "from satdnd.proof.certificate import check\nprint(check(Path(sys.argv[1])).status)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(originals["eight"])], capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("valid\n", "")


# checkers of other people


@pytest.mark.skipif(shutil.which("drat-trim") is None, reason="the program drat-trim is not installed")
@pytest.mark.parametrize("name", ["six", "eight", "tiny", "none"])
def test_drat_trim(name: str, originals: dict[str, Path]) -> None:
    """The community's checker verifies the DRAT proof."""
    folder = originals[name]
    ran = subprocess.run(
        ["drat-trim", folder / "formula.cnf", folder / "proof.drat"], capture_output=True, text=True, check=False
    )
    assert "s VERIFIED" in ran.stdout


def core(clauses: list[list[int]], lrat: list[str]) -> tuple[list[list[int]], list[list[int]]]:
    """The clauses and the lemmas that the empty clause needs, as the hints say."""
    steps: dict[int, tuple[list[int], list[int]]] = {}
    for line in lrat:
        words = line.split()
        if words[1] != "d":
            middle = words.index("0")
            steps[int(words[0])] = [int(x) for x in words[1:middle]], [int(x) for x in words[middle + 1 : -1]]
    needed = {max(steps)}
    for number in sorted(steps, reverse=True):
        if number in needed:
            needed |= {abs(hint) for hint in steps[number][1]}
    return [c for i, c in enumerate(clauses, 1) if i in needed], [steps[n][0] for n in sorted(needed & steps.keys())]


def test_verified_checker(originals: dict[str, Path]) -> None:
    """A checker extracted from verified code (PyPI's drup) calls the core of the 6x6 proof VALID, and no part of it."""
    drup = pytest.importorskip("drup.wrappers")
    folder = originals["six"]
    clauses = Formula.from_dimacs((folder / "formula.cnf").read_text()).clauses
    some, lemmas = core(clauses, (folder / "proof.lrat").read_text().splitlines())
    assert lemmas[-1] == []
    assert drup.check_proof(some, lemmas).outcome == drup.Outcome.VALID
    assert drup.check_proof(some[1:], lemmas).outcome == drup.Outcome.INVALID


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dungeons", "12x12"])
def test_verified_checker_on_every_instance(name: str, tmp_path: Path) -> None:
    """The checker extracted from verified code accepts every certificate of instances/dungeon, and a 12x12 one."""
    drup = pytest.importorskip("drup.wrappers")
    if name == "12x12":
        puzzles = [puzzle_of(12, 12, *carve(Carving(12, 12, 2), random.Random(0)), name="carved")]
    else:
        puzzles = [puzzle for path in FILES_OF_PUZZLES for puzzle in load(path) if puzzle.name != "two ways out"]
    for number, puzzle in enumerate(puzzles):
        folder = certified(puzzle, tmp_path / str(number), DungeonOptions())
        clauses = Formula.from_dimacs((folder / "formula.cnf").read_text()).clauses
        some, lemmas = core(clauses, (folder / "proof.lrat").read_text().splitlines())
        assert drup.check_proof(some, lemmas).outcome == drup.Outcome.VALID, puzzle.name


def test_core_of_a_proof_is_a_proof(originals: dict[str, Path]) -> None:
    """The core alone still refutes, by naive unit propagation: what is handed to other checkers is complete."""
    folder = originals["tiny"]
    clauses = Formula.from_dimacs((folder / "formula.cnf").read_text()).clauses
    known, lemmas = core(clauses, (folder / "proof.lrat").read_text().splitlines())
    for lemma in lemmas:
        assert rup(known, lemma)
        known = [*known, lemma]
    assert known[-1] == []
