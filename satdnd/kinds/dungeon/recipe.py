"""The options of the dungeon generator, and checks for impossible combinations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from satdnd.engine.options import option
from satdnd.errors import UsageError
from satdnd.grid.fields import LONGEST_SIDE
from satdnd.grid.notation import counted
from satdnd.setter.parts import Recipe

CELLS_A_LOOP = 32
"""``some`` means at least one loop and at most one per this number of cells; ``many`` means more."""


@dataclass(frozen=True, kw_only=True)
class DungeonRecipe(Recipe):
    """The options of the generator."""

    height: int = option(8, "Rows.", low=1, high=LONGEST_SIDE)
    width: int = option(8, "Columns.", low=1, high=LONGEST_SIDE)
    unique: bool = option(True, "Exactly one solution.", switch="--unique/--any")
    monsters: int | None = option(None, "Exactly this many.", low=0)
    treasures: int | None = option(None, "Exactly this many, each in a room of its own.", low=0)
    loops: Literal["none", "some", "many"] | None = option(
        None,
        f"Loops in the corridors, each room counted as one cell; some: up to one per {CELLS_A_LOOP} cells, many: more.",
    )
    symmetry: Literal["none", "rotation", "mirror"] = option(
        "none", "Walls, rooms and dead ends look the same after a half turn, or mirrored left to right."
    )
    needs: Literal["connectivity"] | None = option(None, "Unique only because of this rule.")

    @property
    def loop_counts(self) -> tuple[int, int | None]:
        """The fewest and the most loops wanted; None: any number."""
        few = max(1, self.height * self.width // CELLS_A_LOOP)
        counts = {None: (0, None), "none": (0, 0), "some": (1, few), "many": (few + 1, None)}
        return counts[self.loops]


def validate(recipe: DungeonRecipe) -> None:
    """Raise UsageError for requirements that counting shows to be impossible."""
    height, width, rooms, monsters = recipe.height, recipe.width, recipe.treasures, recipe.monsters
    if rooms and (rooms * 9 > height * width or min(height, width) < 3):
        raise UsageError(f"{counted(rooms, 'treasure room')} of 3x3 cannot fit into {height}x{width}")
    if monsters and monsters > max(2, height * width // 2):
        raise UsageError(f"{counted(monsters, 'monster')}, each in a dead end, cannot fit into {height}x{width}")
    if height * width < 2:
        raise UsageError("a dungeon needs at least two cells")
    if recipe.loops in ("some", "many") and min(height, width) < 3:
        raise UsageError(f"a loop needs three rows and three columns; {height}x{width} has none")
    turned = recipe.symmetry == "rotation"
    if turned and recipe.loops == "none" and height % 2 == width % 2 == 0:
        raise UsageError(
            "with even sides, corridors that look the same after a half turn always have a loop: "
            "ask for some loops, or for an odd side"
        )
    if turned or (recipe.symmetry == "mirror" and width % 2 == 0):
        how = "a half turn" if turned else "a mirror between two columns"
        for what, number in (("room", rooms), ("monster", monsters)):
            if number and number % 2:
                raise UsageError(f"under {how} {what}s come in pairs, and {number} is odd")
