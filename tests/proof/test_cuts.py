"""Certificates that hold the cuts which they need: each is judged, forged ones are told, and fewer do not do."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import networkx
import pytest

import satdnd
from satdnd.engine.answer import INVALID, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.export import dimacs, exported
from satdnd.engine.settings import Settings
from satdnd.errors import EncodingBug, Undecided
from satdnd.kinds.hashi.generate import HashiRecipe, generate
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi
from satdnd.proof import cuts
from satdnd.proof.certificate import MANIFEST, check, write
from satdnd.proof.checker import to_drat
from satdnd.proof.writer import refute
from satdnd.sat.budget import Budget

LAZY = Settings(connectivity="lazy")


def made(seed: int, size: int = 9, islands: int = 26, *, unique: bool = True) -> Hashi:
    """A generated puzzle."""
    recipe = HashiRecipe(height=size, width=size, islands=islands, unique=unique)
    return Hashi(generate(KIND, random.Random(seed), recipe, Budget()).rows)


def certified(puzzle: Hashi, folder: Path, options: Settings | None = None) -> Path:
    """Its certificate."""
    return write(folder, satdnd.unique(puzzle), options or Settings())


def added(folder: Path) -> int:
    """How many clauses its formula has beside those of the puzzle without connectivity and the forbidding one."""
    manifest = json.loads((folder / MANIFEST).read_text())
    puzzle = satdnd.loads((folder / "puzzle.json").read_text())[0]
    lines = [line for line in (folder / "formula.cnf").read_text().splitlines() if not line.startswith(("c", "p"))]
    return len(lines) - len(KIND.encoding(puzzle, LAZY).formula.clauses) - (manifest["claim"] == UNIQUE)


def sealed(folder: Path) -> None:
    """Make the sums right again."""
    manifest = json.loads((folder / MANIFEST).read_text())
    for name in manifest["sha256"]:
        manifest["sha256"][name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n")


def forged(puzzle: Hashi, clauses: list[list[int]], folder: Path) -> Path:
    """A certificate that a puzzle is unique, by cuts that somebody made up."""
    answer = satdnd.solve(puzzle)
    certified(made(0), folder)
    header, encoding = exported(puzzle, LAZY, answer.solutions, Budget(), clauses)
    lrat = refute(encoding.formula.clauses)
    assert lrat is not None
    for name, text in (
        ("formula.cnf", dimacs(header, encoding)),
        ("puzzle.json", json.dumps(header.kind.texts.to_json(puzzle), indent=1) + "\n"),
        ("solution.json", json.dumps(answer.solutions[0].to_json(), indent=1) + "\n"),
        ("proof.lrat", "\n".join(lrat) + "\n"),
        ("proof.drat", "\n".join(to_drat(encoding.formula.clauses, lrat)) + "\n"),
    ):
        (folder / name).write_text(text)
    sealed(folder)
    return folder


def test_what_a_cut_is() -> None:
    """As networkx says: without the edges that a clause names the islands are not connected."""
    rng, seen = random.Random(1), {True: 0, False: 0}
    for seed in range(30):
        puzzle = made(seed, 6, 9, unique=False)
        rule = KIND.encoding(puzzle, LAZY).connectivity(puzzle)
        assert rule
        for _ in range(30):
            chosen = rng.sample(range(len(puzzle.graph.edges)), rng.randint(0, len(puzzle.graph.edges)))
            graph = networkx.Graph()
            graph.add_nodes_from(range(len(puzzle.islands)))
            graph.add_edges_from(edge for e, edge in enumerate(puzzle.graph.edges) if e not in chosen)
            clause = [2 * e + 1 for e in chosen]
            truth = not networkx.is_connected(graph)
            assert rule.is_cut(clause) == truth
            seen[truth] += 1
            if chosen:  # what says something else of the same edges is none
                assert not rule.is_cut([-clause[0], *clause[1:]])
                assert not rule.is_cut([clause[0] + 1, *clause[1:]])
        assert not rule.is_cut([2 * len(puzzle.graph.edges) + 1])
    assert min(seen.values()) > 100


@pytest.mark.slow
def test_with_the_cuts_that_it_needs(tmp_path: Path) -> None:
    """Some need none, some a few; all are valid, and smaller than those that say connectivity in full."""
    counts = []
    for seed in range(8):
        puzzle = made(seed, *((9, 26) if seed % 2 else (24, 120)))
        folder = certified(puzzle, tmp_path / f"{seed}")
        assert check(folder).status == VALID
        counts.append(added(folder))
        full = certified(puzzle, tmp_path / f"{seed} in full", Settings(connectivity="ordered"))
        assert check(full).status == VALID
        assert json.loads((full / MANIFEST).read_text())["options"]["connectivity"] == "ordered"
        assert 3 * (folder / "formula.cnf").stat().st_size < (full / "formula.cnf").stat().st_size
    assert min(counts) < 2
    assert max(counts) > 1


def test_no_solution(tmp_path: Path) -> None:
    """That there is none may need cuts as well, and what is plain needs no proof."""
    parted = Hashi(("1_2_1", "_____", "1_2_1"))  # two paths, or two pairs of bridges that meet nobody
    assert satdnd.solve(parted).status == UNSOLVABLE
    folder = write(tmp_path / "parted", satdnd.solve(parted), Settings())
    assert check(folder).status == VALID
    plain = write(tmp_path / "plain", satdnd.solve(Hashi(("8__", "___", "__1"))), Settings())
    assert check(plain).status == VALID
    assert not (plain / "proof.lrat").exists()


def test_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cuts are too many connectivity is said in full."""
    monkeypatch.setattr(cuts, "MOST", 0)
    folder = certified(next(p for p in map(made, range(9)) if needs(p)), tmp_path / "c")
    assert json.loads((folder / MANIFEST).read_text())["options"]["connectivity"] == "ordered"
    assert check(folder).status == VALID


def needs(puzzle: Hashi) -> bool:
    """Whether its uniqueness needs cuts beyond those of two islands."""
    _, encoding = exported(puzzle, LAZY, satdnd.solve(puzzle).solutions, Budget(), ())
    return refute(encoding.formula.clauses) is None


def test_forged_cuts(tmp_path: Path) -> None:
    """A puzzle with two solutions, called unique because "cuts" say that it has the bridges of one of them."""
    puzzle = next(p for p in (made(seed, unique=False) for seed in range(50)) if len(satdnd.solve(p, 2).solutions) > 1)
    encoding = KIND.encoding(puzzle, LAZY)
    rule = encoding.connectivity(puzzle)
    assert rule
    clauses = [[x] for x in encoding.literals(puzzle, satdnd.solve(puzzle).solutions[0]) if x > 0]
    clauses.sort(key=lambda clause: not rule.is_cut(clause))
    right = sum(rule.is_cut(clause) for clause in clauses)
    folder = forged(puzzle, clauses, tmp_path / "forged")
    lines = (folder / "formula.cnf").read_text().split("\n")
    head = next(i for i, line in enumerate(lines, 1) if line.startswith("p "))
    first = head + len(encoding.formula.clauses) + right + 1
    (fault,) = check(folder).faults
    assert (fault.rule, fault.message) == (
        "formula.cnf",
        f"line {first} is no cut: the board does not fall apart without it",
    )
    assert 0 < right < len(clauses)


@pytest.mark.parametrize(
    ("change", "file"),
    [
        (lambda line: "", "formula.cnf"),
        (lambda line: "0", "formula.cnf"),
        (lambda line: "-" + line, "formula.cnf"),
        (lambda line: line.replace(" ", "  ", 1), "formula.cnf"),
        (lambda line: "+" + line, "formula.cnf"),
        (lambda line: line.removesuffix("0"), "formula.cnf"),
        (lambda line: line + " 0", "formula.cnf"),
        (lambda line: "c " + line, "formula.cnf"),
        (lambda line: "99999999999999999999 0", "formula.cnf"),
        (lambda line: line.split()[0] + " 0", "formula.cnf"),
    ],
)
def test_damaged_cuts(change: Callable[[str], str], file: str, tmp_path: Path) -> None:
    """A cut that is written otherwise, or says too much, is told."""
    folder = certified(next(p for p in map(made, range(9)) if needs(p)), tmp_path / "c")
    path = folder / "formula.cnf"
    lines = path.read_text().split("\n")
    assert " 0" in lines[-3]  # the last cut; the forbidding clause comes after it
    lines[-3] = change(lines[-3])
    path.write_text("\n".join(lines))
    sealed(folder)
    answer = check(folder)
    assert answer.status == INVALID
    assert [fault.rule for fault in answer.faults] == [file]


def test_a_cut_less(tmp_path: Path) -> None:
    """Without a cut the formula is another, and the proof does not hold for it."""
    folder = certified(next(p for p in map(made, range(9)) if needs(p)), tmp_path / "c")
    path = folder / "formula.cnf"
    lines = path.read_text().split("\n")
    del lines[-3]
    i, head = next((i, line.split()) for i, line in enumerate(lines) if line.startswith("p "))
    lines[i] = f"p cnf {head[2]} {int(head[3]) - 1}"
    path.write_text("\n".join(lines))
    sealed(folder)
    assert check(folder).status == INVALID


def test_limits_and_wrong_answers(tmp_path: Path) -> None:
    """Time that is up is Undecided; a second solution is no certificate."""
    puzzle = made(3, unique=False)
    answer = satdnd.solve(puzzle, 2)
    assert len(answer.solutions) == 2
    wrong: Answer[object] = Answer("", "hashi", UNIQUE, solutions=answer.solutions[:1], puzzle=puzzle)
    with pytest.raises(EncodingBug, match="has a model"):
        write(tmp_path / "wrong", wrong, Settings())
    with pytest.raises(Undecided):
        write(tmp_path / "late", satdnd.unique(made(0)), Settings(), Budget.of(0))
