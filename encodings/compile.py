"""Write the reference CNFs of this folder, or compare them with what the code makes now.

python encodings/compile.py            write every file
python encodings/compile.py --check    exit with status 1 and name the files that differ
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from satdnd.encodings import cardinality, connectivity, grid as cells
from satdnd.formats.loading import load
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.kinds.dungeon.encode import Template
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.formula import Clause, Compiled, Formula, Literal

HERE = Path(__file__).parent

EXAMPLE = "example-8x8.txt"
"""The puzzle of the worked example; the only file that this script reads."""


class Block(NamedTuple):
    """A building block compiled for one size."""

    formula: Formula
    inputs: int
    """The first so many variables are the caller's; the others are auxiliary."""

    @property
    def auxiliary(self) -> int:
        """Number of auxiliary variables."""
        return self.formula.variables - self.inputs

    @property
    def clauses(self) -> int:
        """Number of clauses."""
        return len(self.formula.clauses)


def named(count: int, name: str = "x") -> tuple[Formula, list[Literal]]:
    """A formula with inputs ``x[1]``, ``x[2]``, ..."""
    formula = Formula()
    return formula, [formula.new(f"{name}[{i}]") for i in range(1, count + 1)]


def board(height: int, width: int) -> tuple[Formula, list[Literal]]:
    """A formula with an input ``open[r,c]`` for each cell."""
    formula = Formula()
    return formula, [formula.new(f"open[{r},{c}]") for r in range(height) for c in range(width)]


def finish(formula: Formula, inputs: int, label: str, made: Compiled) -> Block:
    """Name the auxiliary variables and add the clauses."""
    formula.include(made, inputs, label)
    return Block(formula, inputs)


def plain(formula: Formula, inputs: int, clauses: list[Clause]) -> Block:
    """The same of clauses without auxiliary variables."""
    return finish(formula, inputs, "", Compiled(clauses, []))


# one function for each name that stands in a page's table


def at_most(n: int, bound: int, encoding: str) -> Block:
    """At most so many of n, by one of the encodings."""
    formula, literals = named(n)
    return finish(formula, n, encoding, cardinality.at_most(literals, bound, formula.pool, encoding))


def exactly(n: int, bound: int, encoding: str) -> Block:
    """Exactly so many of n, by one of the encodings."""
    formula, literals = named(n)
    return finish(formula, n, encoding, cardinality.exactly(literals, bound, formula.pool, encoding))


def totalizer(n: int) -> Block:
    """Both directions; the outputs have names."""
    formula, literals = named(n)
    made, outputs = cardinality.counter(literals, formula.pool)
    if n > 1:
        for k, output in enumerate(outputs, 1):
            formula.name(output, f"count >= {k}")
    return finish(formula, n, "totalizer", made)


def exactly_one(n: int) -> Block:
    """The default of `exactly_one`: pairs, or a ladder."""
    formula, literals = named(n)
    clauses = cardinality.exactly_one(literals, formula.pool)
    return finish(formula, n, "ladder", Compiled(clauses, [], cardinality.rungs(n, n)))


def at_least_two(n: int) -> Block:
    """Without exceptions."""
    formula, literals = named(n)
    return plain(formula, n, cells.at_least_two(literals))


def exactly_one_if(n: int) -> Block:
    """The condition is the first input."""
    formula = Formula()
    condition = formula.new("condition")
    literals = [formula.new(f"x[{i}]") for i in range(1, n + 1)]
    return plain(formula, n + 1, cells.exactly_one_if(condition, literals))


def closed_block(n: int, m: int) -> Block:
    """A block of n cells with m beside it; the first input says that it is there."""
    formula = Formula()
    block = formula.new("block")
    inside = [formula.new(f"inside[{i}]") for i in range(1, n + 1)]
    border = [formula.new(f"border[{i}]") for i in range(1, m + 1)]
    return plain(formula, 1 + n + m, cells.closed_block(block, inside, border))


def room(height: int, width: int, top: int, left: int) -> Block:
    """A 3x3 room at that place of a board; the last input says that it is there."""
    formula, opens = board(height, width)
    block = formula.new(f"room[{top},{left}]")
    geometry = grid(height, width)
    inside = geometry.block(top, left, 3, 3)
    clauses = cells.closed_block(block, at(opens, inside), at(opens, geometry.border(inside)))
    return plain(formula, height * width + 1, clauses)


def no_2x2(height: int, width: int) -> Block:
    """Without rooms."""
    formula, opens = board(height, width)
    geometry = grid(height, width)
    clauses = [
        cells.not_all(at(opens, geometry.block(r, c, 2, 2))) for r in range(height - 1) for c in range(width - 1)
    ]
    return plain(formula, height * width, clauses)


def planar_trees(height: int, width: int) -> Block:
    """Connectivity by two trees."""
    formula, opens = board(height, width)
    trees = connectivity.planar_trees(height, width, opens, formula.pool)
    return finish(formula, height * width, "planar", Compiled(trees.clauses, [], trees.meanings))


def ordered_tree(height: int, width: int) -> Block:
    """Connectivity by labels, of a grid; the variables of the edges count as auxiliary."""
    formula, opens = board(height, width)
    geometry = grid(height, width)
    edges: list[tuple[int, int, Literal]] = []
    clauses: list[Clause] = []
    for a in range(geometry.size):
        for b in scan(geometry.neighbours(1 << a) >> a << a):
            both = formula.new(f"edge[{a},{b}]")
            clauses += [[-both, opens[a]], [-both, opens[b]], [both, -opens[a], -opens[b]]]
            edges.append((a, b, both))
    trees = connectivity.ordered_tree(opens, edges, formula.pool)
    return finish(formula, height * width, "ordered", Compiled(clauses + trees.clauses, [], trees.meanings))


def all_cuts(height: int, width: int) -> Block:
    """Every cut of the board that no shorter one implies."""
    formula, opens = board(height, width)
    geometry = grid(height, width)
    made: set[frozenset[Literal]] = set()
    for region in range(1, 1 << geometry.size):
        if geometry.connected(region):
            border = geometry.border(region)
            made |= {
                frozenset(connectivity.cut(at(opens, border), opens[a], opens[b]))
                for a in scan(region)
                for b in scan(geometry.all & ~region & ~border)
            }
    shortest: list[frozenset[Literal]] = []
    for clause in sorted(made, key=lambda clause: (len(clause), sorted(clause, key=abs))):
        if not any(other < clause for other in shortest):
            shortest.append(clause)
    return plain(formula, geometry.size, [sorted(clause, reverse=True) for clause in shortest])


def dungeon(height: int, width: int, connected: str) -> Block:
    """The template of a board size; inputs are walls, monsters and treasures."""
    return Block(Template(height, width, DungeonOptions(), connectivity=connected).formula, 3 * height * width)


def at(opens: list[Literal], region: Bitboard) -> list[Literal]:
    """The "open" literals of a set of cells."""
    return [opens[i] for i in scan(region)]


BLOCKS: dict[str, Callable[..., Block]] = {
    make.__name__: make
    for make in (
        at_most,
        exactly,
        totalizer,
        exactly_one,
        at_least_two,
        exactly_one_if,
        closed_block,
        room,
        no_2x2,
        planar_trees,
        ordered_tree,
        all_cuts,
        dungeon,
    )
}


def compiled(call: str) -> Block:
    """The block that a table names: ``planar_trees(3, 3)``, ``at_most(5, 2, seqcounter)``.

    Raises:
        ValueError: it names none.
    """
    match = re.fullmatch(r"(\w+)\(([\w, ]*)\)", call)
    if not match or match[1] not in BLOCKS:
        raise ValueError(f"{call!r} is no building block; known: {', '.join(BLOCKS)}")
    words = match[2].split(", ")
    return BLOCKS[match[1]](*(int(word) if word.isdigit() else word for word in words))


FILES: dict[str, str] = {
    **{f"at-most-1-of-5-{name}.cnf": f"at_most(5, 1, {name})" for name in cardinality.BOUND_ONE},
    **{f"at-most-2-of-5-{name}.cnf": f"at_most(5, 2, {name})" for name in cardinality.ANY_BOUND},
    "totalizer-4.cnf": "totalizer(4)",
    "exactly-one-5.cnf": "exactly_one(5)",
    "exactly-one-8.cnf": "exactly_one(8)",
    "at-least-two-4.cnf": "at_least_two(4)",
    "exactly-one-if-4.cnf": "exactly_one_if(4)",
    "room-5x5.cnf": "room(5, 5, 1, 1)",
    "no-2x2-3x3.cnf": "no_2x2(3, 3)",
    "planar-3x3.cnf": "planar_trees(3, 3)",
    "ordered-3x3.cnf": "ordered_tree(3, 3)",
    "cuts-3x3.cnf": "all_cuts(3, 3)",
    "dungeon-8x8.cnf": "dungeon(8, 8, planar)",
}
"""Each CNF with the block that it holds."""

BOARD_COMMENTS = (
    "Dungeons & Diagrams, every puzzle of 8 rows and 8 columns; the open cells are connected.",
    "Add unit clauses: README.md beside this file says which. Variables 1 to 64 are the board, true is a wall.",
)


def texts() -> dict[str, str]:
    """Every file that this script writes, by name."""
    made = {}
    for name, call in FILES.items():
        comments = [f"{call}: compiled by encodings/compile.py"]
        if call.startswith("dungeon"):
            comments += BOARD_COMMENTS
        made[name] = compiled(call).formula.to_dimacs(comments)
    made[str(Path(EXAMPLE).with_suffix(".units"))] = example_units()
    return made


def example_units() -> str:
    """The unit clauses that make dungeon-8x8.cnf the example puzzle, one a line."""
    (puzzle,) = load(HERE / EXAMPLE)
    template = Template(8, 8, DungeonOptions(), connectivity="planar")
    return "".join(f"{literal} 0\n" for literal in template.assumptions(puzzle))


def main(arguments: list[str]) -> int:
    """Write the files, or with ``--check`` compare them; the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    made = {name: text.encode() for name, text in texts().items()}
    if not arguments:
        for name, content in made.items():
            (HERE / name).write_bytes(content)
        return 0
    present = {path.name: path.read_bytes() for path in HERE.iterdir() if path.suffix in (".cnf", ".units")}
    different = sorted(name for name in made.keys() | present.keys() if made.get(name) != present.get(name))
    for name in different:
        print(f"encodings/{name} differs from what encodings/compile.py makes")
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
