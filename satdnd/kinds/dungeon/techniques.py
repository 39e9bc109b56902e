"""The techniques by which people solve dungeons: their names and sentences.

The names are those of the rules of an open solver of these puzzles (dkesler/dungeons-and-diagrams), in plain words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from satdnd.declaration.words.kind_words import DeclaredWords, Rule, Technique
from satdnd.explanation.wording import Inference, names, pocket, signs, subject, subjects
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.statements import InRoom, block_cells, bordering
from satdnd.rules.count import Count
from satdnd.rules.cut import Cut
from satdnd.rules.statement import Combined, Together
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement

_LINES = ("row-count", "column-count")
_ORDER = (
    *_LINES,
    "room-line",
    *("no-2x2", "monster-deadend", "treasure-room", "deadend-monster", "connected", "tree", "on-open"),
)
"""Groups of rules, as used in the names of steps with several rules."""
_NAMED = {
    "walls exhausted": "A row or column has all its walls: its other cells are open.",
    "gaps exhausted": "A row or column has all its open cells: its other cells are walls.",
    "monster requires hallway": "A monster has only one neighbour left that is not a wall: its way out.",
    "monster has one hallway": "A monster's way out is found: its other neighbours are walls.",
    "avoid creating dead end": "A cell without a monster that would be a dead end, if it were open.",
    "empty cannot dead-end": "An open cell without a monster has only two neighbours left that can be open: both are.",
    "avoid two by two hall": "Three cells of a 2x2 block outside treasure rooms are open: the fourth is a wall.",
    "treasure room expands": "All 3x3 blocks that can still be the treasure's room share some cells.",
    "treasure room's entrance": "A room's place is known and one cell beside it can still be open: the entrance.",
    "treasure room is walled": "Wherever the treasure's room is, some cells are next to it and are not its entrance.",
    "open two by two is a treasure room": "A 2x2 block is open: a treasure room covers it.",
    "room does not fit": "A room would leave a row or column too few cells for its walls, or bring too many.",
    "room's walls in a line": "A room and the walls around it complete the walls or the open cells of a row or column.",
    "roadblock": "A wall there would cut the open cells in two.",
    "out of reach": "An open cell there could not be joined to the others.",
    "last gap cannot create dead end": "The last open cell of a row or column is not where it would be a dead end.",
    "last wall cannot create dead end": "The last wall of a row or column is not where it would make a dead end.",
    "railroad": "The walls that the monsters in a row or column need are all the walls it has left.",
    "I-beam": "Two adjacent rows or columns, and the 2x2 blocks that lie in them.",
    "wall trap": "The open cells left in a row or column are needed to get through it.",
    "double wall trap": "The same for two rows or columns at once.",
}
TECHNIQUES = tuple(Technique("", name, when) for name, when in _NAMED.items())
"""Techniques with one rule, or with their own name; `DungeonWords` finds which applies."""


class DungeonWords(DeclaredWords):
    """Walls, halls, monsters and rooms."""

    def __init__(self, view: Any, rules: Mapping[str, Rule], techniques: tuple[Technique, ...]) -> None:
        super().__init__(view, {rule: rules[rule] for rule in _ORDER}, techniques)

    def single(self, inference: Inference[Dungeon]) -> tuple[str, str]:
        """By the rule."""
        reason = inference.reasons[0]
        if isinstance(reason, Count):
            return self._line(inference, reason)
        if reason.rule in ("connected", "tree"):
            return self._cut(inference, reason)
        if reason.rule == "no-2x2":
            return self._two_by_two(inference, reason)
        if reason.rule == "monster-deadend":
            return self._monster(inference, reason.place)
        if reason.rule == "treasure-room":
            return self._in_room(inference, reason, f"the room of the treasure at {cell_name(reason.place)}")
        if isinstance(reason, Combined):
            return self._room_in_line(inference, reason)
        return self._dead_end(inference, reason.place)

    def technique(self, inference: Inference[Dungeon]) -> str:
        """By the rule and what was found."""
        return self.single(inference)[0]

    def nickname(self, inference: Inference[Dungeon]) -> str:
        """Names for a line together with what is in it."""
        rules = sorted(reason.rule for reason in inference.reasons)
        lines = [reason for reason in inference.reasons if isinstance(reason, Count)]
        others = {rule for rule in rules if rule not in _LINES}
        if len(lines) == 1 and others == {"deadend-monster"} and len(inference.reasons) == 2:
            return self._last(inference, lines[0])
        if len(lines) == 1 and others == {"monster-deadend"}:
            inside = set(lines[0].cells)
            return "railroad" if all(inside & set(r.cells) for r in inference.reasons) else ""
        if len(lines) == 2 and others == {"no-2x2"}:
            blocks = [set(reason.cells) for reason in inference.reasons if reason.rule == "no-2x2"]
            both = {cell for line in lines for cell in line.cells}
            return "I-beam" if lines[0].rule == lines[1].rule and all(block <= both for block in blocks) else ""
        if others == {"connected"} and rules.count("connected") == 1 and len(lines) in (1, 2):
            return "double wall trap" if len(lines) == 2 else "wall trap"
        return ""

    def many(self, inferences: Sequence[Inference[Dungeon]], technique: str) -> str:
        """Lines, monsters, dead ends and 2x2s."""
        reasons = [one.reasons[0] for one in inferences]
        lines = [reason for reason in reasons if isinstance(reason, Count)]
        if lines and {bool(line.least) for line in lines} == {True}:
            all_walls = any(line.least == len(line.cells) for line in lines)
            what = {"walls exhausted": "walls", "gaps exhausted": "open cells"}[technique]
            return "" if all_walls else f"{subjects(lines)} have all their {what}"
        if lines:
            return f"{subjects(lines)} have no walls" if not any(line.least for line in lines) else ""
        places = listed(names(reason.place for reason in reasons))
        return {
            "monster requires hallway": f"the monsters at {places} have no other way out",
            "monster has one hallway": f"the monsters at {places} have their ways out, and each has only one",
            "avoid creating dead end": "if they were open, each would be a dead end without a monster",
            "avoid two by two hall": f"otherwise the 2x2s at {places} would be entirely open",
        }.get(technique, "")

    def _last(self, inference: Inference[Dungeon], line: Count) -> str:
        """For a line with one wall or one gap left to place, and a would-be dead end."""
        inside = set(line.cells)
        settled = {cell: sign for cell, sign in signs(inference.known).items() if cell in inside}
        left = line.least - sum(what == "#" for what in settled.values())
        if left == 1:
            return "last wall cannot create dead end"
        return "last gap cannot create dead end" if len(inside) - len(settled) - left == 1 else ""

    def _line(self, inference: Inference[Dungeon], reason: Count) -> tuple[str, str]:
        name, count = subject(reason), reason.least
        if inference.cells[0][2] == "#":
            most = len(reason.cells) - count
            has = f" and already has {self._all(most, 'open cell')}" if most else ", so all its cells are walls"
            return "gaps exhausted", f"{name} needs {counted(count, 'wall')}{has}"
        if not count:
            return "walls exhausted", f"{name} has no walls"
        return "walls exhausted", f"{name} already has {self._all(count, 'wall')}"

    @staticmethod
    def _all(count: int, what: str) -> str:
        return (
            f"its only {what}" if count == 1 else f"both its {what}s" if count == 2 else f"all {count} of its {what}s"
        )

    def _monster(self, inference: Inference[Dungeon], cell: Cell) -> tuple[str, str]:
        new = signs(inference.cells)
        name = cell_name(cell)
        if "o" in new.values():
            return "monster requires hallway", f"the monster at {name} has no other way out"
        known = signs(inference.known)
        way = next((place for place in bordering(inference.puzzle.grid, [cell]) if known.get(place) == "o"), None)
        there = f", {cell_name(way)}" if way else ""
        return "monster has one hallway", f"the monster at {name} already has its only way out{there}"

    def _dead_end(self, inference: Inference[Dungeon], cell: Cell) -> tuple[str, str]:
        new = signs(inference.cells)
        name, known = cell_name(cell), signs(inference.known)
        around = bordering(inference.puzzle.grid, [cell])
        ways = len(around) - sum(known.get(place) == "#" for place in around)
        if new.get(cell) == "#":
            if not ways:
                return "avoid creating dead end", f"there is no way into {name}"
            return "avoid creating dead end", "if it were open, it would be a dead end without a monster"
        why = f"{name} is open and has no monster, so it needs two ways out, and only two are left"
        return "empty cannot dead-end", why

    def _two_by_two(self, inference: Inference[Dungeon], reason: Statement) -> tuple[str, str]:
        name = cell_name(reason.cells[0])
        if len(inference.cells) == 1 and inference.cells[0][:2] in reason.cells and inference.cells[0][2] == "#":
            return "avoid two by two hall", f"otherwise the 2x2 at {name} would be entirely open"
        room = f"the open 2x2 at {name} must be part of a treasure room, which"
        technique, why = self._in_room(inference, reason, room)
        return "open two by two is a treasure room" if technique.endswith("expands") else technique, why

    def _in_room(self, inference: Inference[Dungeon], reason: Statement, room: str) -> tuple[str, str]:
        """What the remaining places of a room have in common, for each sort of cells found."""
        return self._in_places(inference, inference.cells, room, rooms_left(inference.puzzle, reason, inference.known))

    def _in_places(
        self, inference: Inference[Dungeon], found: Sequence[Mark], room: str, blocks: Sequence[list[Cell]]
    ) -> tuple[str, str]:
        """The same for some places, and for some of what was found."""
        new = signs(found)
        common = set.intersection(*map(set, blocks)) if blocks else set()
        walls = [cell for cell, what in new.items() if what == "#"]
        covered = [cell for cell, what in new.items() if what == "o" and cell in common]
        ways = [cell for cell, what in new.items() if what == "o" and cell not in common]
        what = "expands" if covered else "is walled"
        technique = f"treasure room {what}" if covered or walls else "treasure room's entrance"
        if len(blocks) == 1:
            where = f"{room} can only be {_span(blocks[0])}"
            if ways:
                return technique, f"{where}, and nothing but {listed(names(ways))} is left for its entrance"
            known = signs(inference.known)
            way = next((cell for cell in bordering(inference.puzzle.grid, blocks[0]) if known.get(cell) == "o"), None)
            return technique, where + (f", with its entrance at {cell_name(way)}" if walls and way else "")
        apart = sum(map(bool, (covered, walls, ways))) > 1
        parts = []
        if covered:
            one = "this cell" if not covered[1:] else "these cells"
            parts.append(f"cover {listed(names(covered)) if apart else one}")
        if walls:
            there = f"at {listed(names(walls))}" if apart else "there"
            parts.append(f"have {'walls' if walls[1:] else 'a wall'} {there}")
        if ways:
            parts.append(f"have {listed(names(ways))} inside or as the entrance")
        return technique, f"{room} has {len(blocks)} places left, and all of them {listed(parts)}"

    def _room_in_line(self, inference: Inference[Dungeon], reason: Combined) -> tuple[str, str]:
        """The places that do not fit the line, what the others have in common, and what they leave of the line."""
        treasure, line = reason.parts
        assert isinstance(line, Count)
        room, name, count = f"the room of the treasure at {cell_name(reason.place)}", subject(line), line.least
        walls, parts = counted(count, "wall"), list[str]()
        leaves = [
            Left.of(inference.puzzle, place, line, inference.known)
            for place in rooms_left(inference.puzzle, treasure, inference.known)
        ]
        fitting = [left for left in leaves if left.least <= count <= left.most]
        refused = [left for left in leaves if left not in fitting]
        opens = len(line.cells) - count
        if refused and opens < 3 and all(left.most < count for left in refused):
            has = ("no open cell", "one", "two")[opens]
            parts.append(f"a room needs three open cells in each of its rows and columns, and {name} has {has}")
        elif refused:
            there = listed([_span(left.place) for left in refused])
            parts.append(f"{name} needs {walls}, so {room} does not fit at {there}")
            room = "it"
        inside, places = set(line.cells), [left.place for left in fitting]
        common = set.intersection(*map(set, places))
        beyond = {"#": list[Mark](), "o": list[Mark]()}
        others = list[Mark]()
        for mark in inference.cells:
            in_line = mark[:2] in inside and mark[:2] not in common
            (beyond[str(mark[2])] if in_line else others).append(mark)
        if others:
            parts.append(self._in_places(inference, others, room, places)[1])
        elif not fitting[1:]:
            parts.append(f"{room} can only be {_span(places[0])}")
        elif refused:
            parts.append(f"it has {len(fitting)} places left")
        if any(left.enters(count) for left in fitting) and not fitting[1:] and others:
            parts.append(f"its entrance is in {name}, which needs {walls}")
        where = f"wherever {'it' if parts else room} is, " if fitting[1:] else ""
        if beyond["#"]:
            full = all(left.most == count for left in fitting)
            needed = f"{name} has no other cells left for its {walls}"
            there = listed(names(mark[:2] for mark in beyond["#"]))  # type: ignore[misc]  # a mark begins with its cell
            parts.append(
                where + (needed if full else f"walls at {there} are next to it or among the {walls} of {name}")
            )
        if beyond["o"]:
            full = all(left.least == count for left in fitting)
            has = (
                f"{name} has {self._all(count, 'wall')}, counting those around the room"
                if count
                else f"{name} has no walls"
            )
            there = listed(names(mark[:2] for mark in beyond["o"]))  # type: ignore[misc]  # a mark begins with its cell
            parts.append(where + (has if full else f"{there} belongs to it, or {name} has all its walls without it"))
        return "room does not fit" if refused else "room's walls in a line", "; ".join(parts)

    def _cut(self, inference: Inference[Dungeon], reason: Statement) -> tuple[str, str]:
        if reason.rule == "tree":
            ring = f"the open ring at {cell_name(reason.place)} must be a treasure room, which"
            needed = all(mark[2] == "o" or mark[:2] not in reason.cells for mark in inference.cells)
            why = (
                self._in_room(inference, reason, ring)[1]
                if needed
                else f"otherwise {self.broken(inference.puzzle, reason)}"
            )
            return "no loop", why
        if inference.cells[0][2] == "o":
            return "roadblock", f"a wall there would cut off {pocket(reason, 'the open cells', inference.known)}"
        them = "them" if len(inference.cells) > 1 else "it"
        there = isinstance(reason, Cut) and inference.cells[0][:2] in reason.pocket
        away = "the open cells elsewhere" if there else pocket(reason, "the open cells", inference.known)
        return "out of reach", f"walls separate {them} from {away}"

    def broken(self, puzzle: Dungeon, reason: Statement) -> str:
        """By the rule."""
        if isinstance(reason, Count) and reason.rule in _LINES:
            return f"{subject(reason)} could not have {counted(reason.least, 'wall')}"
        if isinstance(reason, Combined):
            line = subject(reason.parts[1])
            return f"{line} could not have its walls with a room of the treasure at {cell_name(reason.place)}"
        return super().broken(puzzle, reason)

    def implied(self, puzzle: Dungeon, reason: Statement) -> str:
        """Shorter than the statements if players know what is meant."""
        short = reason.rule in ("deadend-monster", "no-2x2")
        return f"otherwise {self.broken(puzzle, reason)}" if short else reason.text


def rooms_left(puzzle: Dungeon, reason: Statement, known: Sequence[Mark]) -> list[list[Cell]]:
    """The cells of the rooms that can still satisfy a statement, given *known*."""
    settled, found = signs(known), []
    for part in reason.parts if isinstance(reason, Together) else (reason,):
        for room in part.rooms if isinstance(part, InRoom) else ():
            inside = block_cells(room.corner)
            around = [settled.get(cell) for cell in bordering(puzzle.grid, inside)]
            if all(settled.get(cell) != "#" for cell in inside) and around.count("o") <= 1 and set(around) != {"#"}:
                found.append(inside)
    return found


def _span(block: Sequence[Cell]) -> str:
    return f"{cell_name(min(block))}-{cell_name(max(block))}"


class Left(NamedTuple):
    """The number of walls a line can have with a room at a place, given what is known."""

    place: list[Cell]
    least: int
    most: int
    closed: int
    """The minimum if all cells of the line beside the room are walls."""

    @classmethod
    def of(cls, puzzle: Dungeon, place: list[Cell], line: Count, known: Sequence[Mark]) -> Left:
        """For one place."""
        settled, around = signs(known), bordering(puzzle.grid, place)
        free = [cell for cell in line.cells if cell not in place and cell not in settled]
        border = [cell for cell in around if cell not in settled]
        own = sum(cell in border for cell in free)
        entered = any(settled.get(cell) == "o" for cell in around)
        closed = sum(settled.get(cell) == "#" for cell in line.cells) + own
        least = closed - (not entered and own > 0)
        return cls(place, least, closed - (not entered and own == len(border)) + len(free) - own, closed)

    def enters(self, count: int) -> bool:
        """Whether the entrance must be in the line for it to have this many walls."""
        return self.closed > count
