"""What is said of the runs of a line, against all placements of the runs."""

from __future__ import annotations

import re
from itertools import combinations
from random import Random

from satdnd.declaration.words.run_words import because_of_runs, run_arguments
from satdnd.explanation.wording import Inference
from satdnd.grid.notation import cell_name
from satdnd.rules.runs import Runs

LENGTH = 11
PLACES = [(0, c) for c in range(LENGTH)]
NUMBER = {cell_name(cell): cell[1] for cell in PLACES}


def placements(runs: tuple[int, ...]) -> list[list[range]]:
    """All ways to place runs in a line."""
    room, found = LENGTH - sum(runs) + 1, []
    for gaps in combinations(range(room), len(runs)):
        found.append([range(sum(runs[:k]) + gap, sum(runs[: k + 1]) + gap) for k, gap in enumerate(gaps)])
    return found


def cells(text: str) -> set[int]:
    """The cells in a list of names: ``r1c1, r1c3 to r1c6 and r1c8``."""
    found = set[int]()
    for part in re.split(", | and ", text):
        ends = [NUMBER[name] for name in part.split(" to ")]
        found.update(range(ends[0], ends[-1] + 1))
    return found


def claims(text: str, runs: tuple[int, ...], there: list[list[range]], empty: set[int]) -> int:
    """Check each sentence of a reason; how many there were."""
    name = r"the (?:(\d+)(?:st|nd|rd|th) )?(\d+)"
    one = r"r\d+c\d+(?: to r\d+c\d+)?"
    of, names = "(?: of row 1)?", f"({one}(?:(?:, | and ){one})*)"

    def run(number: str, length: str) -> int:
        if not number:
            assert runs.count(int(length)) == 1
        return [k for k, x in enumerate(runs) if x == int(length)][int(number or 1) - 1]

    count = 0
    for number, length, held, fits, room in re.findall(
        f"{name}{of}(?:, which holds {names},)? (has room only|fits only) in {names}", text
    ):
        k = run(number, length)
        taken = {i for way in there for i in way[k]}
        assert cells(room) == {*range(min(taken), max(taken) + 1)}
        assert (fits == "fits only") == (len({way[k] for way in there}) == 1)
        assert all(cells(held) <= {*way[k]} for way in there) if held else True
        count += 1
    for number, length, block in re.findall(f"{name}{of} is complete at {names}", text):
        assert {tuple(way[run(number, length)]) for way in there} == {tuple(sorted(cells(block)))}
        count += 1
    for block in re.findall(f"no run{of} that may hold {names} is longer", text):
        assert {x for way in there for x in way if cells(block) & {*x}} == {
            range(min(cells(block)), max(cells(block)) + 1)
        }
        count += 1
    for number, length, cell in re.findall(rf"{name} ends at (r\d+c\d+) at the latest", text):
        assert max(way[run(number, length)][-1] for way in there) == NUMBER[cell]
        count += 1
    for number, length, cell in re.findall(rf"{name} begins at (r\d+c\d+) at the earliest", text):
        assert min(way[run(number, length)][0] for way in there) == NUMBER[cell]
        count += 1
    for gap in re.findall(f"the gap at {names} is too short", text):
        first, last = min(cells(gap)), max(cells(gap))
        assert {first - 1, last + 1} - {-1, LENGTH} <= empty
        assert not any({*x} & cells(gap) for way in there for x in way)
        count += 1
    if "fit in only one way" in text:
        assert len(there) == 1
        count += 1
    return count


def test_what_is_said_of_runs() -> None:
    """On random lines: each sentence is true of all placements that are left, and each technique is there."""
    rng, techniques = Random(3), dict[str, int]()
    for _ in range(3000):
        runs = tuple(rng.choices((1, 1, 2, 3, 4, 5), k=rng.choice((1, 2, 2, 3))))
        if not (all_ways := placements(runs)):
            continue
        solution = {i for run in rng.choice(all_ways) for i in run}
        known = {i: "#" if i in solution else "o" for i in rng.sample(range(LENGTH), rng.randint(0, 6))}
        there = [
            way for way in all_ways if all((sign == "#") == any(i in run for run in way) for i, sign in known.items())
        ]
        filled = [{i for run in way for i in run} for way in there]
        always, never = set.intersection(*filled), {*range(LENGTH)}.difference(*filled)
        found = [(0, i, "#" if i in always else "o") for i in sorted(always | never) if i not in known]
        if not found:
            continue
        line = Runs("runs", tuple(PLACES), "row 1 needs runs", tuple(range(1, LENGTH + 1)), runs)
        inference = Inference(None, tuple(found), (line,), tuple((0, i, sign) for i, sign in sorted(known.items())))
        for argument in run_arguments(inference):
            techniques[argument.technique] = techniques.get(argument.technique, 0) + 1
        text = because_of_runs(inference, line)
        empty = {i for i, sign in known.items() if sign == "o"}
        wanted = len(run_arguments(inference))
        assert claims(text, runs, there, empty) >= wanted, text
        techniques["none"] = techniques.get("none", 0) + (not wanted)
    assert len(techniques) == 6, techniques
    assert techniques["none"] < 200, techniques
