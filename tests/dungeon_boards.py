"""Boards to judge: a puzzle in the community's text format, a board, and exactly the rules that it breaks.

``M`` monster, ``T`` treasure, ``#`` given wall, ``o`` given open cell; a count ``?`` is unknown; counts above 9 have
blanks between them.  Each entry says which corner of RULES.md it stands in.  The oracle agrees with every entry (a
test says so), and none of it was made by satdnd.
"""

from __future__ import annotations

from typing import NamedTuple

from oracle import Case, Cell


class Entry(NamedTuple):
    """One board, and what is wrong with it."""

    name: str
    corner: str
    """What of RULES.md it is about."""
    puzzle: tuple[str, ...]
    """Lines of the text format."""
    board: tuple[str, ...]
    """``#`` wall, ``.`` open."""
    broken: frozenset[str]
    """The rules it breaks; empty for a solution."""
    topology: str = "connected"

    @property
    def text(self) -> str:
        """The puzzle as a file."""
        return "".join(f"{line}\n" for line in self.puzzle)

    @property
    def case(self) -> Case:
        """The puzzle and the board as the oracle takes them."""
        cells = dict.fromkeys("MT#o.", ())
        columns = counts(self.puzzle[0])
        rows = []
        for r, line in enumerate(self.puzzle[1:]):
            rows += counts(f" {line[: -len(columns)].strip()} ", several=False)
            for c, letter in enumerate(line[-len(columns) :]):
                cells[letter] = (*cells[letter], (r, c))
        walls = marked(self.board, "#")
        return Case(tuple(rows), columns, cells["M"], cells["T"], walls, given_walls=cells["#"], given_opens=cells["o"])


def counts(text: str, several: bool = True) -> tuple[int | None, ...]:
    """The counts of a line: separated by blanks, or one digit each; not *several*: one number."""
    parts = text.split()
    if several and len(parts) == 1:
        parts = list(parts[0])
    return tuple(None if part == "?" else int(part) for part in parts)


def marked(lines: tuple[str, ...], letter: str) -> frozenset[Cell]:
    """The cells of *lines* that hold *letter*."""
    return frozenset((r, c) for r, line in enumerate(lines) for c, found in enumerate(line) if found == letter)


GOOD: frozenset[str] = frozenset()


def bad(*rules: str) -> frozenset[str]:
    """The ids of broken rules."""
    return frozenset(rules)


TABLE = (
    # each rule alone
    Entry("row count", "row-count", (" 010", "1...", "1...", "0..."), ("...", ".#.", "..."), bad("row-count")),
    Entry(
        "row counts exchanged", "row-count", (" 010", "1...", "0...", "0..."), ("...", ".#.", "..."), bad("row-count")
    ),
    Entry("column count", "column-count", (" 011", "0...", "1...", "0..."), ("...", ".#.", "..."), bad("column-count")),
    Entry(
        "both counts",
        "row-count, column-count",
        (" 000", "0...", "2...", "0..."),
        ("...", ".#.", "..."),
        bad("row-count", "column-count"),
    ),
    Entry("monster on a wall", "on-open", (" 333", "3...", "3.M.", "3..."), ("###", "###", "###"), bad("on-open")),
    Entry(
        "monster on a wall beside an open cell",
        "on-open: not in a dead end, but no monster-deadend",
        (" 0220", "0....", "2....", "2..M.", "0...."),
        ("....", ".##.", ".##.", "...."),
        bad("on-open"),
    ),
    Entry(
        "treasure on a wall",
        "on-open, treasure-room",
        (" 333", "3...", "3.T.", "3..."),
        ("###", "###", "###"),
        bad("on-open", "treasure-room"),
    ),
    Entry("given wall is open", "on-open", (" 010", "0#..", "1...", "0..."), ("...", ".#.", "..."), bad("on-open")),
    Entry("given open is a wall", "on-open", (" 010", "0...", "1.o.", "0..."), ("...", ".#.", "..."), bad("on-open")),
    Entry("given cells kept", "on-open", (" 010", "0o..", "1.#.", "0..o"), ("...", ".#.", "..."), GOOD),
    Entry(
        "monster on a ring",
        "monster-deadend: two open neighbours",
        (" 010", "0.M.", "1...", "0..."),
        ("...", ".#.", "..."),
        bad("monster-deadend"),
    ),
    Entry(
        "monster at a junction",
        "monster-deadend: three open neighbours",
        (" 303", "0M.M", "2.M.", "2...", "2.M."),
        ("...", "#.#", "#.#", "#.#"),
        bad("monster-deadend"),
    ),
    Entry(
        "monster without a neighbour",
        "monster-deadend: no open neighbour",
        (" 323", "3...", "2.M.", "3..."),
        ("###", "#.#", "###"),
        bad("monster-deadend"),
    ),
    Entry("monster amid a corridor", "monster-deadend", (" 000", "0MMM"), ("...",), bad("monster-deadend")),
    Entry("dead end without monster", "deadend-monster", (" 000", "0M.."), ("...",), bad("deadend-monster")),
    Entry(
        "open cell without neighbours",
        "deadend-monster: an open cell with none is illegal",
        (" 323", "3...", "2...", "3..."),
        ("###", "#.#", "###"),
        bad("deadend-monster"),
    ),
    Entry(
        "lonely cell beside a ring",
        "deadend-monster, connected",
        (" 01032", "2.....", "2.....", "2....."),
        ("...##", ".#.#.", "...##"),
        bad("deadend-monster", "connected"),
    ),
    Entry(
        "treasure in a corridor",
        "treasure-room",
        (" 010", "0...", "1..T", "0..."),
        ("...", ".#.", "..."),
        bad("treasure-room"),
    ),
    Entry(
        "treasure in a dead end",
        "treasure-room, deadend-monster",
        (" 000", "0M.T"),
        ("...",),
        bad("deadend-monster", "treasure-room"),
    ),
    Entry("open 2x2", "no-2x2", (" 00", "0..", "0.."), ("..", ".."), bad("no-2x2")),
    Entry("open 2x3", "no-2x2", (" 000", "0...", "0..."), ("...", "..."), bad("no-2x2")),
    Entry(
        "open 3x3 without treasure",
        "no-2x2: an open 3x3 block without a treasure is illegal",
        (" 0002", "1....", "0...M", "1...."),
        ("...#", "....", "...#"),
        bad("no-2x2"),
    ),
    Entry(
        "whole grid open",
        "no-2x2, rows and columns of 0 walls",
        (" 0000", "0....", "0....", "0....", "0...."),
        ("....", "....", "....", "...."),
        bad("no-2x2"),
    ),
    Entry(
        "2x2 beside a good room",
        "no-2x2: a room exempts only its own cells",
        (" 000200", "1......", "0.T....", "1......"),
        ("...#..", "......", "...#.."),
        bad("no-2x2"),
    ),
    Entry(
        "open 3x3 without treasure beside a room",
        "no-2x2",
        (" 0002000", "1.......", "0.T.....", "1......."),
        ("...#...", ".......", "...#..."),
        bad("no-2x2"),
    ),
    Entry(
        "two closed rings",
        "connected",
        (" 0103010", "1.......", "3.......", "1......."),
        ("...#...", ".#.#.#.", "...#..."),
        bad("connected"),
    ),
    Entry(
        "ring",
        "tree: loops are legal in the published rules",
        (" 010", "0...", "1...", "0..."),
        ("...", ".#.", "..."),
        bad("tree"),
        "tree",
    ),
    # topologies
    Entry(
        "ring, connected",
        "connected: corridors may form loops",
        (" 010", "0...", "1...", "0..."),
        ("...", ".#.", "..."),
        GOOD,
    ),
    Entry("ring, local", "local", (" 010", "0...", "1...", "0..."), ("...", ".#.", "..."), GOOD, "local"),
    Entry(
        "two closed rings, local",
        "local: no connectivity at all",
        (" 0103010", "1.......", "3.......", "1......."),
        ("...#...", ".#.#.#.", "...#..."),
        GOOD,
        "local",
    ),
    Entry(
        "two closed rings, tree",
        "tree: also what connected asks for",
        (" 0103010", "1.......", "3.......", "1......."),
        ("...#...", ".#.#.#.", "...#..."),
        bad("connected", "tree"),
        "tree",
    ),
    Entry(
        "ring in a ring",
        "connected: every other rule holds",
        (" 0523250", "0.......", "5.......", "2.......", "3.......", "2.......", "5.......", "0......."),
        (".......", ".#####.", ".#...#.", ".#.#.#.", ".#...#.", ".#####.", "......."),
        bad("connected"),
    ),
    Entry("two pairs of monsters", "connected", (" 00100", "1MM.MM"), ("..#..",), bad("connected")),
    Entry("two pairs of monsters, local", "local", (" 00100", "1MM.MM"), ("..#..",), GOOD, "local"),
    Entry(
        "two pairs of monsters, tree",
        "tree: a forest is no tree",
        (" 00100", "1MM.MM"),
        ("..#..",),
        bad("connected", "tree"),
        "tree",
    ),
    Entry(
        "two closed dungeons of ten cells",
        "connected: a monster as entrance closes the dungeon",
        (" 000232000", "3.........", "1.T.M.M.T.", "3........."),
        ("...###...", "....#....", "...###..."),
        bad("connected"),
    ),
    Entry(
        "two closed dungeons of ten cells, local",
        "local",
        (" 000232000", "3.........", "1.T.M.M.T.", "3........."),
        ("...###...", "....#....", "...###..."),
        GOOD,
        "local",
    ),
    Entry(
        "ring with a tail",
        "tree: one loop",
        (" 0102", "1....", "1...M", "1...."),
        ("...#", ".#..", "...#"),
        bad("tree"),
        "tree",
    ),
    Entry(
        "ring with a tail, connected",
        "connected: corridors may form loops",
        (" 0102", "1....", "1...M", "1...."),
        ("...#", ".#..", "...#"),
        GOOD,
    ),
    Entry(
        "two loops",
        "tree: two loops",
        (" 01010", "0.....", "2.....", "0....."),
        (".....", ".#.#.", "....."),
        bad("tree"),
        "tree",
    ),
    Entry(
        "two loops, connected",
        "connected: corridors may form loops",
        (" 01010", "0.....", "2.....", "0....."),
        (".....", ".#.#.", "....."),
        GOOD,
    ),
    Entry(
        "fork",
        "tree: three leaves, three monsters",
        (" 202", "0M.M", "2...", "2.M."),
        ("...", "#.#", "#.#"),
        GOOD,
        "tree",
    ),
    Entry(
        "fork without a monster",
        "tree: leaves are exactly monsters and rooms",
        (" 202", "0M.M", "2...", "2..."),
        ("...", "#.#", "#.#"),
        bad("deadend-monster", "tree"),
        "tree",
    ),
    Entry(
        "monster amid a corridor, tree",
        "tree: leaves are exactly monsters and rooms",
        (" 000", "0MMM"),
        ("...",),
        bad("monster-deadend", "tree"),
        "tree",
    ),
    Entry(
        "room is a leaf",
        "tree: a room is one node",
        (" 0002", "1....", "0.T.M", "1...."),
        ("...#", "....", "...#"),
        GOOD,
        "tree",
    ),
    Entry(
        "two rooms and a corridor",
        "tree: rooms are leaves",
        (" 2014102", "1.......", "1.T...T.", "1.......", "5.......", "2......."),
        ("...#...", "...#...", "...#...", "#.###.#", "#.....#"),
        GOOD,
        "tree",
    ),
    Entry(
        "two rooms and a fork",
        "tree",
        (" 4234324", "1.......", "1.T...T.", "1.......", "5.......", "2.......", "6.......", "6...M..."),
        ("...#...", "...#...", "...#...", "#.###.#", "#.....#", "###.###", "###.###"),
        GOOD,
        "tree",
    ),
    Entry(
        "room and ring",
        "tree: the room itself makes no loop, the ring does",
        (" 22241325", "5........", "3.T......", "2........", "6........", "5........"),
        ("...#####", ".....###", "...#...#", "####.#.#", "####...#"),
        bad("tree"),
        "tree",
    ),
    Entry(
        "room and ring, connected",
        "connected",
        (" 22241325", "5........", "3.T......", "2........", "6........", "5........"),
        ("...#####", ".....###", "...#...#", "####.#.#", "####...#"),
        GOOD,
    ),
    Entry(
        "open 3x3 without treasure, tree",
        "tree: only a valid room is contracted",
        (" 0002", "1....", "0...M", "1...."),
        ("...#", "....", "...#"),
        bad("no-2x2", "tree"),
        "tree",
    ),
    # small and empty boards
    Entry(
        "no open cell",
        "the board without any open cell is a solution",
        (" 333", "3...", "3...", "3..."),
        ("###", "###", "###"),
        GOOD,
    ),
    Entry(
        "no open cell, tree",
        "the empty dungeon is a tree",
        (" 333", "3...", "3...", "3..."),
        ("###", "###", "###"),
        GOOD,
        "tree",
    ),
    Entry(
        "no open cell, local",
        "the board without any open cell is a solution",
        (" 22", "2..", "2.."),
        ("##", "##"),
        GOOD,
        "local",
    ),
    Entry("no open cell of one", "1x1", (" 1", "1."), ("#",), GOOD, "tree"),
    Entry("one open cell", "1x1: an open cell with no neighbour", (" 0", "0."), (".",), bad("deadend-monster")),
    Entry("one monster", "1x1: a monster with no neighbour", (" 0", "0M"), (".",), bad("monster-deadend")),
    Entry("two monsters", "two monsters side by side and nothing else", (" 00", "0MM"), ("..",), GOOD),
    Entry(
        "two monsters, tree",
        "two monsters side by side and nothing else",
        (" 3223", "4....", "2.MM.", "4...."),
        ("####", "#..#", "####"),
        GOOD,
        "tree",
    ),
    Entry("two monsters upright", "two monsters and nothing else, Nx1", (" 0", "0M", "0M"), (".", "."), GOOD, "tree"),
    Entry("corridor 1x6", "1xN", (" 000000", "0M....M"), ("......",), GOOD, "tree"),
    Entry(
        "corridor 6x1", "Nx1", (" 0", "0M", "0.", "0.", "0.", "0.", "0M"), (".", ".", ".", ".", ".", "."), GOOD, "tree"
    ),
    Entry("treasure in 1xN", "1xN: no room fits", (" 00000", "0M.T.M"), (".....",), bad("treasure-room")),
    Entry(
        "treasure in 2xN", "2xN: no room fits", (" 000", "0...", "0.T."), ("...", "..."), bad("treasure-room", "no-2x2")
    ),
    Entry(
        "treasure in Nx2",
        "Nx2: no room fits",
        (" 00", "0..", "0T.", "0.."),
        ("..", "..", ".."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "twelve walls in a row",
        "1xN, counts above 9",
        (" 1 1 1 1 1 1 1 1 1 1 1 1", "12 ............"),
        ("############",),
        GOOD,
    ),
    Entry(
        "twelve columns",
        "1xN, ten walls",
        (" 1 1 1 1 1 1 1 1 1 1 0 0", "10 ..........MM"),
        ("##########..",),
        GOOD,
        "tree",
    ),
    # counts
    Entry(
        "rows of 0 and of W walls",
        "a row of 0 walls or of W walls",
        (" 1111", "0M..M", "4...."),
        ("....", "####"),
        GOOD,
    ),
    Entry(
        "columns of 0 and of H walls",
        "a column of 0 or of H walls",
        (" 04", "1M.", "1..", "1..", "1M."),
        (".#", ".#", ".#", ".#"),
        GOOD,
    ),
    Entry(
        "counts do not add up",
        "counts may not add up: 2 in rows, 1 in columns",
        (" 010", "1...", "1...", "0..."),
        ("...", ".#.", "..."),
        bad("row-count"),
    ),
    Entry(
        "counts do not add up, walls by the rows",
        "counts may not add up: the columns are wrong instead",
        (" 1112", "0M..M", "4...."),
        ("....", "####"),
        bad("column-count"),
    ),
    Entry(
        "counts do not add up, all walls",
        "counts may not add up",
        (" 221", "2...", "2...", "2..."),
        ("###", "###", "###"),
        bad("row-count", "column-count"),
    ),
    Entry("unknown counts", "a count may be unknown", (" ?1?", "?...", "?...", "?..."), ("...", ".#.", "..."), GOOD),
    Entry(
        "unknown counts, one wrong",
        "a count may be unknown",
        (" ???", "?...", "0...", "?..."),
        ("...", ".#.", "..."),
        bad("row-count"),
    ),
    Entry("unknown counts, nothing but walls", "a count may be unknown", (" ??", "?..", "?.."), ("##", "##"), GOOD),
    # rooms
    Entry(
        "treasure at (0,0) of its room",
        "the room's corner holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.T...", "2.....", "2.....", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (0,1) of its room",
        "the room's edge holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2..T..", "2.....", "2.....", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (0,2) of its room",
        "the room's corner holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2...T.", "2.....", "2.....", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (1,0) of its room",
        "the room's edge holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.....", "2.T...", "2.....", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (1,1) of its room",
        "the room's centre holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.....", "2..T..", "2.....", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (1,2) of its room",
        "the room's edge holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.....", "2...T.", "2.....", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (2,0) of its room",
        "the room's corner holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.....", "2.....", "2.T...", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (2,1) of its room",
        "the room's edge holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.....", "2.....", "2..T..", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "treasure at (2,2) of its room",
        "the room's corner holds the treasure; the first block around it need not be the room",
        (" 52125", "5.....", "2.....", "2.....", "2...T.", "4..M.."),
        ("#####", "#...#", "#...#", "#...#", "##.##"),
        GOOD,
    ),
    Entry(
        "room in 3xN",
        "non-square; a room that touches three edges: a missing border is no wall",
        (" 00021", "1....M", "0.T...", "2....."),
        ("...#.", ".....", "...##"),
        GOOD,
    ),
    Entry(
        "room in Nx3",
        "non-square; a room that touches three edges",
        (" 202", "0...", "0.T.", "0...", "2...", "2.M."),
        ("...", "...", "...", "#.#", "#.#"),
        GOOD,
    ),
    Entry(
        "room at the right and bottom edge",
        "rooms may touch the edges of the grid: a missing border is no wall",
        (" 14222", "4M....", "4.....", "1.....", "0...T.", "2....."),
        (".####", ".####", ".#...", ".....", "##..."),
        GOOD,
    ),
    Entry(
        "room in the bottom left corner",
        "rooms may touch the corner of the grid",
        (" 02255", "4M....", "4.....", "2.....", "2.T...", "2....."),
        (".####", ".####", "...##", "...##", "...##"),
        GOOD,
    ),
    Entry(
        "room fills a 3x3 grid",
        "a missing border is no entrance",
        (" 000", "0...", "0.T.", "0..."),
        ("...", "...", "..."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "room without entrance in a corner",
        "a missing border is no entrance",
        (" 1114", "1....", "1.T..", "1....", "4...."),
        ("...#", "...#", "...#", "####"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "room without entrance amid the grid",
        "a room with no entrance",
        (" 52225", "5.....", "2.....", "2..T..", "2.....", "5....."),
        ("#####", "#...#", "#...#", "#...#", "#####"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "room with two entrances",
        "a room with two entrances",
        (" 20244", "2.....", "0.T..M", "2.....", "4.....", "4.M..."),
        ("...##", ".....", "...##", "#.###", "#.###"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "room with two entrances on one side",
        "2x2 that overlaps a room partly",
        (" 0001", "1....", "0.T.M", "0...M"),
        ("...#", "....", "...."),
        bad("monster-deadend", "treasure-room", "no-2x2"),
    ),
    Entry(
        "2x2 over the entrance",
        "2x2 that overlaps a room partly: two border cells",
        (" 0001", "0....", "0.T..", "1...."),
        ("....", "....", "...#"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "2x2 over a room's corner",
        "2x2 that overlaps a room partly: two border cells",
        (" 1102", "1....", "1.T..", "0....", "2...."),
        ("...#", "...#", "....", "##.."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "monster as the only entrance",
        "a monster beside a room is an open border cell; the dungeon is these ten cells",
        (" 0002", "1....", "0.T.M", "1...."),
        ("...#", "....", "...#"),
        GOOD,
    ),
    Entry(
        "monster as the only entrance, tree",
        "the dungeon is these ten cells",
        (" 101", "0...", "0..T", "0...", "2.M."),
        ("...", "...", "...", "#.#"),
        GOOD,
        "tree",
    ),
    Entry(
        "monster as a second entrance",
        "a monster beside a room is an open border cell",
        (" 20245", "2.....", "1.T.M.", "2.....", "4.....", "4.M..."),
        ("...##", "....#", "...##", "#.###", "#.###"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "monster as entrance, other cells elsewhere",
        "the dungeon is these ten cells, or it is not connected",
        (" 10141", "1....M", "1.T...", "1....M", "4.M..."),
        ("...#.", "...#.", "...#.", "#.###"),
        bad("connected"),
    ),
    Entry(
        "monster as two entrances",
        "two monsters beside one room",
        (" 50225", "4.M...", "2.....", "2..T..", "2.....", "4.M..."),
        ("#.###", "#...#", "#...#", "#...#", "#.###"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "monster in a room",
        "treasure-room: no monster in the block",
        (" 0002", "1M...", "0.T.M", "1...."),
        ("...#", "....", "...#"),
        bad("monster-deadend", "treasure-room", "no-2x2"),
    ),
    Entry(
        "entrance is a dead end without monster",
        "deadend-monster",
        (" 0002", "1....", "0.T..", "1...."),
        ("...#", "....", "...#"),
        bad("deadend-monster"),
    ),
    Entry(
        "two treasures in a block",
        "two treasures can never share a room",
        (" 0002", "1TT..", "0...M", "1...."),
        ("...#", "....", "...#"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "two treasures in opposite corners",
        "two treasures can never share a room",
        (" 0002", "1T...", "0...M", "1..T."),
        ("...#", "....", "...#"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "treasure outside beside a good room",
        "a second treasure just outside the room",
        (" 00022", "2.....", "0.T.TM", "2....."),
        ("...##", ".....", "...##"),
        bad("treasure-room"),
    ),
    Entry(
        "two rooms share a wall",
        "rooms may share a wall; their treasures lie within 3x3 cells",
        (" 2014102", "1.......", "1..T.T..", "1.......", "5.......", "2......."),
        ("...#...", "...#...", "...#...", "#.###.#", "#.....#"),
        GOOD,
    ),
    Entry(
        "two rooms share an entrance",
        "two rooms' entrances may be the same cell",
        (" 0002000", "1.......", "0.T...T.", "1......."),
        ("...#...", ".......", "...#..."),
        GOOD,
    ),
    Entry(
        "two rooms share an entrance, tree",
        "two rooms' entrances may be the same cell",
        (" 101", "0...", "0.T.", "0...", "2...", "0...", "0.T.", "0..."),
        ("...", "...", "...", "#.#", "...", "...", "..."),
        GOOD,
        "tree",
    ),
    Entry(
        "two rooms share two cells",
        "two rooms, two entrances each",
        (" 0001000", "1.......", "0.T...T.", "0......."),
        ("...#...", ".......", "......."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "diagonal rooms",
        "each is the other's entrance",
        (" 222222", "3......", "3.T....", "0......", "3....T.", "3......"),
        ("...###", "...###", "......", "###...", "###..."),
        GOOD,
    ),
    Entry(
        "diagonal rooms, tree",
        "each is the other's entrance: two leaves",
        (" 222222", "3......", "3.T....", "0......", "3....T.", "3......"),
        ("...###", "...###", "......", "###...", "###..."),
        GOOD,
        "tree",
    ),
    Entry(
        "diagonal rooms, other diagonal",
        "each is the other's entrance",
        (" 222222", "3......", "3....T.", "0......", "3.T....", "3......"),
        ("###...", "###...", "......", "...###", "...###"),
        GOOD,
        "tree",
    ),
    Entry(
        "diagonal rooms, treasures side by side",
        "adjacent treasures in two rooms; each room is the other's entrance",
        (" 222222", "3......", "3......", "0..TT..", "3......", "3......"),
        ("...###", "...###", "......", "###...", "###..."),
        GOOD,
    ),
    Entry(
        "diagonal rooms with another entrance",
        "each is the other's entrance, and one has a second",
        (" 333323", "3......", "3.T....", "0......", "3....T.", "3......", "5....M."),
        ("...###", "...###", "......", "###...", "###...", "####.#"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "rooms side by side",
        "an open 3x6: neither block has a single entrance",
        (" 000000", "0......", "0.T..T.", "0......"),
        ("......", "......", "......"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "rooms side by side, shifted by one",
        "two cells of each border are open",
        (" 111111", "3......", "0.T....", "0....T.", "3......"),
        ("...###", "......", "......", "###..."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "open 3x4 with a treasure",
        "two open blocks hold the treasure, neither is a room",
        (" 00002", "1.....", "0..T.M", "1....."),
        ("....#", ".....", "....#"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "open cell diagonal to a room",
        "a corner of the border is no border cell",
        (" 11121", "2.....", "0.T...", "1.....", "3...M."),
        ("...##", ".....", "...#.", "###.."),
        GOOD,
    ),
    Entry(
        "entrance in the corner row",
        "a corridor passes the corner of the room",
        (" 22225", "2.....", "2.T...", "1.....", "4.....", "4...M."),
        ("...##", "...##", "....#", "###.#", "###.#"),
        GOOD,
    ),
    # the edges of the grid
    Entry(
        "room at the right edge, column 0 open",
        "a border mask that wraps from the right edge to the next row",
        (" 222000", "3......", "0M...T.", "3......"),
        ("###...", "......", "###..."),
        GOOD,
    ),
    Entry(
        "room at the left edge, last column open",
        "a border mask that wraps to the row above",
        (" 000222", "3......", "0.T...M", "3......"),
        ("...###", "......", "...###"),
        GOOD,
    ),
    Entry(
        "block that wraps at the right edge",
        "a block mask that wraps: a column at the right and two at the left",
        (" 113441", "5......", "3......", "2T.M...", "4......"),
        ("#####.", "..###.", "...##.", "..####"),
        bad("deadend-monster", "treasure-room", "no-2x2"),
        "local",
    ),
    Entry(
        "block that wraps at the left edge",
        "a block mask that wraps: two columns at the right and one at the left",
        (" 144311", "4......", "3......", "2...MT.", "5......"),
        ("####..", ".###..", ".##...", ".#####"),
        bad("deadend-monster", "treasure-room", "no-2x2"),
        "local",
    ),
    Entry(
        "2x3 at the bottom",
        "a block that falls off the bottom",
        (" 31112", "5.....", "2.....", "1..T.M"),
        ("#####", "#...#", "#...."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "2x3 at the bottom left",
        "a block that falls off the bottom",
        (" 1112", "4....", "1....", "0.T.M"),
        ("####", "...#", "...."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "2x3 at the top",
        "a block that falls off the top",
        (" 1112", "0.T.M", "1....", "4...."),
        ("....", "...#", "####"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "3x2 at the right",
        "a block that sticks out at the right",
        (" 410", "1...", "1..T", "1...", "2..M"),
        ("#..", "#..", "#..", "##."),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "3x2 at the left",
        "a block that sticks out at the left",
        (" 01", "0..", "0T.", "0..", "1M."),
        ("..", "..", "..", ".#"),
        bad("treasure-room", "no-2x2"),
    ),
    Entry(
        "1x3 at the bottom",
        "a block of which one row is left",
        (" 1111", "4....", "0M.TM"),
        ("####", "...."),
        bad("treasure-room"),
    ),
    Entry(
        "neighbours across the right edge",
        "a shift that wraps makes (0,2) a neighbour of (1,0)",
        (" 101", "1..M", "1M.."),
        ("#..", "..#"),
        GOOD,
    ),
    Entry(
        "regions across the right edge",
        "a flood fill that wraps makes one region of two",
        (" 1111", "2..MM", "2MM.."),
        ("##..", "..##"),
        bad("connected"),
    ),
    Entry(
        "regions across the right edge, local", "local", (" 1111", "2..MM", "2MM.."), ("##..", "..##"), GOOD, "local"
    ),
    Entry(
        "dead ends across the right edge",
        "a shift that wraps gives both a second neighbour",
        (" 1111", "2....", "2...."),
        ("##..", "..##"),
        bad("deadend-monster", "connected"),
    ),
    Entry(
        "2x2 across the right edge",
        "a 2x2 mask that wraps: both outer columns are open",
        (" 02220", "0.....", "3.....", "3.....", "0....."),
        (".....", ".###.", ".###.", "....."),
        GOOD,
    ),
    Entry(
        "lonely cells across the right edge",
        "a shift that wraps gives them neighbours",
        (" 231", "2...", "2...", "2..."),
        ("##.", ".##", "##."),
        bad("deadend-monster", "connected"),
    ),
    # larger boards, from the course notes
    Entry(
        "course 6x6",
        "a worked example, a tree",
        (" 414121", "3.....T", "1......", "1M.....", "5......", "2.....M", "1M....."),
        ("###...", "#.....", "..#...", "#.####", "#...#.", "..#..."),
        GOOD,
        "tree",
    ),
    Entry(
        "course 8x8",
        "a worked example, not a tree if it has a loop",
        (
            " 14270444",
            "3........",
            "2.......M",
            "5..M.....",
            "3.......M",
            "4........",
            "1.T.....M",
            "4........",
            "4.......M",
        ),
        (".....###", ".#.#....", ".#.#.###", ".###....", "...#.###", "...#....", "...#.###", "####...."),
        GOOD,
        "tree",
    ),
    Entry(
        "course p7",
        "a published board with loops",
        (
            " 15226141",
            "1...M....",
            "4........",
            "2M.......",
            "6.......M",
            "2........",
            "3........",
            "3.......T",
            "1........",
        ),
        ("....#...", ".#.##.#.", ".#....#.", "##.####.", "......##", ".##.#...", ".##.#...", "....#..."),
        GOOD,
    ),
    Entry(
        "course p7, tree",
        "a published board with loops",
        (
            " 15226141",
            "1...M....",
            "4........",
            "2M.......",
            "6.......M",
            "2........",
            "3........",
            "3.......T",
            "1........",
        ),
        ("....#...", ".#.##.#.", ".#....#.", "##.####.", "......##", ".##.#...", ".##.#...", "....#..."),
        bad("tree"),
        "tree",
    ),
    Entry(
        "course p8",
        "a published board without treasures",
        (
            " 42423426",
            "3.M....M.",
            "6........",
            "0.......M",
            "5........",
            "4....M...",
            "0.......M",
            "6........",
            "3.M....M.",
        ),
        ("#.#....#", "#.#.####", "........", ".#.###.#", ".#.#.#.#", "........", "#.#.####", "#.#....#"),
        GOOD,
    ),
)
