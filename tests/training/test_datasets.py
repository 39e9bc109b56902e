"""Sets of puzzles: the same for any workers, without repeats up to symmetry, in splits, resumed, with a card."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import PUZZLES, run
from samples import SAMPLED, sample

import satdnd
from satdnd.bulk.journal import Journal
from satdnd.bulk.workers import Crew, Report
from satdnd.cli.dataset import command
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.symmetry import canonical
from satdnd.errors import CannotFulfil, UsageError
from satdnd.training.cards import COLUMNS
from satdnd.training.collection import Collection, Group
from satdnd.training.entries import Entries, Wish, split_of, write_certificate

EARLIER = ("dungeon", "nurikabe", "hashi")
NO_MIRROR = {"kakuro", "countryroad", "heyawake", "kenken"}
"""Kinds whose JSON names cells by the first one of their area, or has sums on one side."""
PLAIN = Entries(steps=False)


class Here(Crew):
    """Works in this process, the last chunk first."""

    aim, idle = 0.1, True

    def __init__(self, entries: Entries = PLAIN, room: int = 1) -> None:
        self._ask, self._room = entries(), room
        self._waiting: list[tuple[int, Sequence[Any]]] = []
        self.asked = 0

    def room(self, ahead: bool) -> bool:
        """For so many chunks."""
        return len(self._waiting) < self._room

    def submit(self, chunk: int, work: Sequence[Any], careful: bool) -> None:
        """Keep it."""
        self._waiting.append((chunk, work))
        self.asked += len(work)

    def reports(self, bell: Any = None, seconds: float | None = None) -> list[Report]:
        """The results of the last chunk."""
        if not self._waiting:
            bell.poll(5)
            return []
        chunk, work = self._waiting.pop()
        return [Report(chunk, [*self._ask(work)], 0.1, over=True)]

    def close(self) -> None:
        """Nothing to do."""


def groups(*kinds: str, size: int = 3, count: int = 4, grade: str | None = None) -> list[Group]:
    """What is wanted."""
    return [Group(Wish(kind, (size, size), grade, 1), count) for kind in kinds]


def forms(entries: Sequence[dict[str, Any]]) -> list[str]:
    """Their canonical forms."""
    return [entry["canonical"] for entry in entries]


# symmetry


def reflected(kind: str, record: dict[str, Any]) -> dict[str, Any]:
    """The puzzle of a JSON object seen in a mirror, left and right exchanged; written apart from the package."""
    width = kind_of(kind_named(kind).texts.from_json(record)).picture(kind_named(kind).texts.from_json(record)).width
    found = dict(record)
    for name in ("rows", "areas", "given"):
        if name in found and found[name] and isinstance(found[name][0], list | str) and kind != "nonogram":
            found[name] = [row[::-1] for row in found[name]]
    for name in ("columns", "top", "bottom"):
        if name in found:
            found[name] = found[name][::-1]
    if "left" in found:
        found["left"], found["right"] = found["right"], found["left"]
    for name in ("trees", "monsters", "treasures"):
        if name in found:
            found[name] = [[r, width - 1 - c] for r, c in found[name]]
    for name in ("numbers", "clues"):
        if name in found and kind != "sudoku":
            found[name] = [[r, width - 1 - c, *clue] for r, c, *clue in found[name]]
    if kind == "nonogram":
        found["rows"] = [runs and runs[::-1] for runs in found["rows"]]
    if kind == "galaxies":
        found["centres"] = [[r, 2 * width - 2 - c] for r, c in found["centres"]]
    if kind == "futoshiki":
        found["less"] = [[[r, width - 1 - c] for r, c in pair] for pair in found["less"]]
    if kind == "yajilin":
        turn = str.maketrans("ew", "we")
        found["rows"] = [[cell and cell.translate(turn) for cell in row] for row in found["rows"]]
    return found


@pytest.mark.parametrize("kind", sorted({*SAMPLED, *EARLIER} - NO_MIRROR))
def test_mirror_images_are_the_same(kind: str) -> None:
    """A puzzle and its mirror image, which is another puzzle, have one form; one with another clue has another."""
    text = sample(kind).SEVERAL if kind in SAMPLED else PUZZLES[kind]
    puzzles = [satdnd.loads(one, kind)[0] for one in (text, PUZZLES[kind])]
    for puzzle in puzzles:
        record = kind_of(puzzle).texts.to_json(puzzle)
        assert canonical(kind_of(puzzle).texts.from_json(reflected(kind, record))) == canonical(puzzle)
    assert len({*map(canonical, puzzles)}) == len(
        {json.dumps(kind_of(p).texts.to_json(p) | {"name": ""}) for p in puzzles}
    )


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("# kind: sudoku\n1.....3..4.....2", "# kind: sudoku\n2.....4..3.....1", True),  # other digits
        ("# kind: sudoku\n1.....3..4.....2", "# kind: sudoku\n1.....1..4.....2", False),
        ("# kind: nurikabe\n1..\n..2\n", "# kind: nurikabe\n1.\n..\n.2\n", True),  # turned
        ("# kind: nurikabe\n1..\n..2\n", "# kind: nurikabe\n2..\n..1\n", True),
        ("# kind: nurikabe\n1..\n..2\n", "# kind: nurikabe\n1..\n2..\n", False),
        ("# kind: norinori\nareas\naab\nabb\n", "# kind: norinori\nareas\nxxy\nxyy\n", True),  # other names
        ("# kind: heyawake\nareas\naab\nabb\na = 1\n", "# kind: heyawake\nareas\naab\nabb\nb = 1\n", True),
        ("# kind: heyawake\nareas\naab\na = 1\n", "# kind: heyawake\nareas\naab\nb = 1\n", False),
        ("# kind: yajilin\n1e . .\n", "# kind: yajilin\n1s\n.\n.\n", True),
        ("# kind: yajilin\n1e . .\n", "# kind: yajilin\n. . 1e\n", False),
        ("# kind: kakuro\n\\ 3\\ 4\\\n\\3 . .\n\\4 . .\n", "# kind: kakuro\n\\ 4\\ 3\\\n\\3 . .\n\\4 . .\n", True),
        ("# kind: skyscrapers\ntop\n1 .\n", "# kind: skyscrapers\nright\n. 1\n", True),
        ("# kind: hitori\n12\n11\n", "# kind: hitori\n22\n21\n", True),
    ],
)  # fmt: skip
def test_what_is_the_same_puzzle(one: str, other: str, same: bool) -> None:
    """Turned, and with other names for areas and digits."""
    found = [canonical(satdnd.loads(text)[0]) for text in (one, other)]

    assert (found[0] == found[1]) == same


# one kind as a sequence


def test_a_dataset_is_a_sequence() -> None:
    """Length, index, slice, a seed; the same entry whatever else was asked for."""
    data = satdnd.dataset(["tents", "hitori"], size=4, seed=3, count=5)

    assert len(data) == 5
    assert data[-1] == data[4] == satdnd.dataset(["tents", "hitori"], size="4x4", seed=3, count=9)[4]
    assert [entry["kind"] for entry in data[:3]] == ["tents", "hitori", "tents"]
    with pytest.raises(IndexError, match="entry 5 of 5"):
        data[5]
    for entry in data:
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert {*entry} == {*COLUMNS}
        assert entry["seed"].startswith("3/")


def test_an_entry_has_steps_and_a_certificate(tmp_path: Path) -> None:
    """The steps pass ``judge``, the certificate ``check``, the grade is that of ``rate``."""
    entry = satdnd.dataset("tents", size=4, grade="easy", seed=1, steps=True, certificates=True)[0]
    (puzzle,) = satdnd.loads(entry["puzzle"])

    judged = satdnd.judge(puzzle, {"steps": [json.loads(step["json"]) for step in entry["steps"]]})
    assert {verdict.verdict for verdict in judged.verdicts} == {"follows"}
    assert satdnd.check(write_certificate(entry, tmp_path / "c")).status == "valid"
    assert entry["grade"] == satdnd.rate(puzzle).grade == "easy"
    assert entry["techniques"] == list(dict.fromkeys(step["technique"] for step in entry["steps"]))
    assert all(step["reasons"] for step in entry["steps"])
    with pytest.raises(UsageError, match="has no certificate"):
        write_certificate({"id": "x"}, tmp_path)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"kind": "nothing"}, "nothing"),
        ({"kind": []}, "expected the name of a kind"),
        ({"kind": "tents", "size": "4x"}, "the size is '4x', expected a number or ROWSxCOLUMNS"),
        ({"kind": "tents", "grade": "nice"}, "unknown grade 'nice'; known: trivial"),
        ({"kind": "tents", "seed": "1"}, "seed"),
        ({"kind": "tents", "count": 0}, "count"),
    ],
)
def test_wishes_that_cannot_be(wishes: dict[str, Any], message: str) -> None:
    """Said at once."""
    with pytest.raises(UsageError, match=message):
        satdnd.dataset(wishes.pop("kind"), **wishes)


# sets


def test_the_order_of_work_makes_no_difference() -> None:
    """One at a time, or seven with the last first: the same entries in the same order, none twice."""
    one, seven = (
        list(Collection(groups("hashi", "tents", "akari", count=6), Here(room=room)).entries()) for room in (1, 7)
    )

    assert one == seven
    assert len({*forms(one)}) == len(one) > 9
    assert [entry["split"] for entry in one] == [split_of(entry["canonical"]) for entry in one]


def test_repeats_and_excluded_puzzles_are_left_out() -> None:
    """Where there are few puzzles, a group ends with a reason; the excluded ones are replaced."""
    few = groups("unattacked", size=4, count=20)
    found = list(Collection(few, Here()).entries())
    assert len(found) == few[0].kept < 20
    assert few[0].repeats
    assert "same up to symmetry" in few[0].reason

    first = list(Collection(groups("tents", size=4), Here()).entries())
    second = list(Collection(groups("tents", size=4), Here(), forms(first)).entries())
    assert len(second) == 4
    assert not {*forms(first)} & {*forms(second)}


def test_a_group_that_cannot_be() -> None:
    """A size that the kind refuses, and puzzles that are not found: the others are made all the same."""
    wanted = [*groups("binairo", "tents"), *groups("akari")]
    found = list(Collection(wanted, Here()).entries())

    assert len(found) == 8
    assert "3x3" in wanted[0].reason
    assert (wanted[0].failed, wanted[1].reason, wanted[2].reason) == (2, "", "")

    class Failing(Entries):
        """Makes nothing."""

        def entry(self, *args: Any) -> Any:
            """Nothing."""
            raise CannotFulfil("not this time")

    lost = groups("tents")
    assert list(Collection(lost, Here(Failing())).entries()) == []
    assert (lost[0].failed, lost[0].reason) == (2, "not this time")


def test_a_run_that_ended_early_goes_on(tmp_path: Path) -> None:
    """What the journal has is not made again, and the set is the same."""
    path, header = tmp_path / "journal.db", {"operation": "dataset"}
    whole = list(Collection(groups("hashi", "tents"), Here()).entries())
    with Journal(path, header) as journal:
        entries = Collection(groups("hashi", "tents"), Here(), (), journal).entries()
        begun = [next(entries) for _ in range(4)]
        entries.close()
    crew = Here()
    with Journal(path, header) as journal:
        again = list(Collection(groups("hashi", "tents"), crew, (), journal).entries())

    assert begun == whole[:4]
    assert again == whole
    assert crew.asked <= len(whole) + 8 - 4


def test_the_command(tmp_path: Path) -> None:
    """Two processes make what one makes here; files by split, Parquet, a card; a finished set is not replaced."""
    folder = tmp_path / "set"
    arguments = ["--kinds", "tents,hashi", "--sizes", "3", "--count", "4", "--seed", "1", "--no-steps"]
    status, _, err = run("dataset", *arguments, "--workers", "2", "--output", str(folder))
    expected = groups("tents", "hashi")
    entries = list(Collection(expected, Here()).entries())

    assert f"{len(entries)} of 8 puzzles" in err
    assert status == (len(entries) < 8)
    lines = {split: (folder / f"{split}.jsonl").read_text().splitlines() for split in ("train", "validation", "test")}
    found = {split: [json.loads(line) for line in some] for split, some in lines.items()}
    for split, some in found.items():
        assert some == [entry for entry in entries if entry["split"] == split]
    card = (folder / "README.md").read_text()
    assert "satdnd dataset --kinds tents,hashi --grades any --sizes 3 --count 4 --seed 1" in card
    assert all(f"| `{name}` |" in card for name in COLUMNS)
    assert str(tmp_path) not in card
    assert not [path for path in folder.iterdir() if path.suffix in (".part", ".db")]
    again = run("dataset", *arguments, "--output", str(folder))
    assert again[0] == 2
    assert "has a finished set" in again[2]

    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(folder / "train.parquet").to_pylist() == found["train"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kinds", "nothing"], "nothing"),
        (["--kinds", ","], "--kinds is empty"),
        (["--kinds", "tents", "--grades", "nice"], "unknown grade 'nice'"),
        (["--kinds", "tents", "--sizes", "x"], "the size is 'x'"),
        (["--kinds", "tents", "--exclude", "missing.txt"], "missing.txt"),
        (["--kinds", "tents", "--workers", "2", "--cluster", "tcp://x:1"], "a cluster has its own workers"),
    ],
)
def test_bad_usage(arguments: list[str], message: str, tmp_path: Path) -> None:
    """Said before anything is made."""
    status, _, err = run("dataset", *arguments, "--output", str(tmp_path / "set"))

    assert status == 2
    assert message in err
    assert command.help
