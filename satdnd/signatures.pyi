"""What type checkers know of `load`, `loads` and `generate`, kind by kind. Made by `make docs`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, overload

from satdnd import (
    Akari,
    Battleships,
    Binairo,
    Cave,
    Countryroad,
    Dungeon,
    Fillomino,
    Futoshiki,
    Galaxies,
    Hashi,
    Heyawake,
    Hidato,
    Hitori,
    Inshi,
    Kakurasu,
    Kakuro,
    Kenken,
    Klotski,
    Kurodoko,
    Lits,
    Masyu,
    Minesweeper,
    Mosaic,
    Nonogram,
    Norinori,
    Numberlink,
    Nurikabe,
    Queens,
    Ripple,
    Shikaku,
    Skyscrapers,
    Slant,
    Slitherlink,
    Starbattle,
    Sudoku,
    Suguru,
    Tents,
    Unattacked,
    Yajilin,
    Yinyang,
)
from satdnd.setter.parts import Recipe

@overload
def load(path: str | Path, kind: Literal["dungeon"]) -> list[Dungeon]: ...
@overload
def load(path: str | Path, kind: Literal["queens"]) -> list[Queens]: ...
@overload
def load(path: str | Path, kind: Literal["unattacked"]) -> list[Unattacked]: ...
@overload
def load(path: str | Path, kind: Literal["sudoku"]) -> list[Sudoku]: ...
@overload
def load(path: str | Path, kind: Literal["inshi"]) -> list[Inshi]: ...
@overload
def load(path: str | Path, kind: Literal["hashi"]) -> list[Hashi]: ...
@overload
def load(path: str | Path, kind: Literal["klotski"]) -> list[Klotski]: ...
@overload
def load(path: str | Path, kind: Literal["nurikabe"]) -> list[Nurikabe]: ...
@overload
def load(path: str | Path, kind: Literal["nonogram"]) -> list[Nonogram]: ...
@overload
def load(path: str | Path, kind: Literal["binairo"]) -> list[Binairo]: ...
@overload
def load(path: str | Path, kind: Literal["starbattle"]) -> list[Starbattle]: ...
@overload
def load(path: str | Path, kind: Literal["slant"]) -> list[Slant]: ...
@overload
def load(path: str | Path, kind: Literal["tents"]) -> list[Tents]: ...
@overload
def load(path: str | Path, kind: Literal["slitherlink"]) -> list[Slitherlink]: ...
@overload
def load(path: str | Path, kind: Literal["kakuro"]) -> list[Kakuro]: ...
@overload
def load(path: str | Path, kind: Literal["skyscrapers"]) -> list[Skyscrapers]: ...
@overload
def load(path: str | Path, kind: Literal["futoshiki"]) -> list[Futoshiki]: ...
@overload
def load(path: str | Path, kind: Literal["kenken"]) -> list[Kenken]: ...
@overload
def load(path: str | Path, kind: Literal["masyu"]) -> list[Masyu]: ...
@overload
def load(path: str | Path, kind: Literal["countryroad"]) -> list[Countryroad]: ...
@overload
def load(path: str | Path, kind: Literal["numberlink"]) -> list[Numberlink]: ...
@overload
def load(path: str | Path, kind: Literal["yajilin"]) -> list[Yajilin]: ...
@overload
def load(path: str | Path, kind: Literal["akari"]) -> list[Akari]: ...
@overload
def load(path: str | Path, kind: Literal["heyawake"]) -> list[Heyawake]: ...
@overload
def load(path: str | Path, kind: Literal["hitori"]) -> list[Hitori]: ...
@overload
def load(path: str | Path, kind: Literal["norinori"]) -> list[Norinori]: ...
@overload
def load(path: str | Path, kind: Literal["battleships"]) -> list[Battleships]: ...
@overload
def load(path: str | Path, kind: Literal["lits"]) -> list[Lits]: ...
@overload
def load(path: str | Path, kind: Literal["kurodoko"]) -> list[Kurodoko]: ...
@overload
def load(path: str | Path, kind: Literal["cave"]) -> list[Cave]: ...
@overload
def load(path: str | Path, kind: Literal["yinyang"]) -> list[Yinyang]: ...
@overload
def load(path: str | Path, kind: Literal["kakurasu"]) -> list[Kakurasu]: ...
@overload
def load(path: str | Path, kind: Literal["mosaic"]) -> list[Mosaic]: ...
@overload
def load(path: str | Path, kind: Literal["minesweeper"]) -> list[Minesweeper]: ...
@overload
def load(path: str | Path, kind: Literal["suguru"]) -> list[Suguru]: ...
@overload
def load(path: str | Path, kind: Literal["ripple"]) -> list[Ripple]: ...
@overload
def load(path: str | Path, kind: Literal["hidato"]) -> list[Hidato]: ...
@overload
def load(path: str | Path, kind: Literal["shikaku"]) -> list[Shikaku]: ...
@overload
def load(path: str | Path, kind: Literal["galaxies"]) -> list[Galaxies]: ...
@overload
def load(path: str | Path, kind: Literal["fillomino"]) -> list[Fillomino]: ...
@overload
def load(path: str | Path, kind: str | None = None) -> list[Any]: ...
@overload
def loads(text: str, kind: Literal["dungeon"]) -> list[Dungeon]: ...
@overload
def loads(text: str, kind: Literal["queens"]) -> list[Queens]: ...
@overload
def loads(text: str, kind: Literal["unattacked"]) -> list[Unattacked]: ...
@overload
def loads(text: str, kind: Literal["sudoku"]) -> list[Sudoku]: ...
@overload
def loads(text: str, kind: Literal["inshi"]) -> list[Inshi]: ...
@overload
def loads(text: str, kind: Literal["hashi"]) -> list[Hashi]: ...
@overload
def loads(text: str, kind: Literal["klotski"]) -> list[Klotski]: ...
@overload
def loads(text: str, kind: Literal["nurikabe"]) -> list[Nurikabe]: ...
@overload
def loads(text: str, kind: Literal["nonogram"]) -> list[Nonogram]: ...
@overload
def loads(text: str, kind: Literal["binairo"]) -> list[Binairo]: ...
@overload
def loads(text: str, kind: Literal["starbattle"]) -> list[Starbattle]: ...
@overload
def loads(text: str, kind: Literal["slant"]) -> list[Slant]: ...
@overload
def loads(text: str, kind: Literal["tents"]) -> list[Tents]: ...
@overload
def loads(text: str, kind: Literal["slitherlink"]) -> list[Slitherlink]: ...
@overload
def loads(text: str, kind: Literal["kakuro"]) -> list[Kakuro]: ...
@overload
def loads(text: str, kind: Literal["skyscrapers"]) -> list[Skyscrapers]: ...
@overload
def loads(text: str, kind: Literal["futoshiki"]) -> list[Futoshiki]: ...
@overload
def loads(text: str, kind: Literal["kenken"]) -> list[Kenken]: ...
@overload
def loads(text: str, kind: Literal["masyu"]) -> list[Masyu]: ...
@overload
def loads(text: str, kind: Literal["countryroad"]) -> list[Countryroad]: ...
@overload
def loads(text: str, kind: Literal["numberlink"]) -> list[Numberlink]: ...
@overload
def loads(text: str, kind: Literal["yajilin"]) -> list[Yajilin]: ...
@overload
def loads(text: str, kind: Literal["akari"]) -> list[Akari]: ...
@overload
def loads(text: str, kind: Literal["heyawake"]) -> list[Heyawake]: ...
@overload
def loads(text: str, kind: Literal["hitori"]) -> list[Hitori]: ...
@overload
def loads(text: str, kind: Literal["norinori"]) -> list[Norinori]: ...
@overload
def loads(text: str, kind: Literal["battleships"]) -> list[Battleships]: ...
@overload
def loads(text: str, kind: Literal["lits"]) -> list[Lits]: ...
@overload
def loads(text: str, kind: Literal["kurodoko"]) -> list[Kurodoko]: ...
@overload
def loads(text: str, kind: Literal["cave"]) -> list[Cave]: ...
@overload
def loads(text: str, kind: Literal["yinyang"]) -> list[Yinyang]: ...
@overload
def loads(text: str, kind: Literal["kakurasu"]) -> list[Kakurasu]: ...
@overload
def loads(text: str, kind: Literal["mosaic"]) -> list[Mosaic]: ...
@overload
def loads(text: str, kind: Literal["minesweeper"]) -> list[Minesweeper]: ...
@overload
def loads(text: str, kind: Literal["suguru"]) -> list[Suguru]: ...
@overload
def loads(text: str, kind: Literal["ripple"]) -> list[Ripple]: ...
@overload
def loads(text: str, kind: Literal["hidato"]) -> list[Hidato]: ...
@overload
def loads(text: str, kind: Literal["shikaku"]) -> list[Shikaku]: ...
@overload
def loads(text: str, kind: Literal["galaxies"]) -> list[Galaxies]: ...
@overload
def loads(text: str, kind: Literal["fillomino"]) -> list[Fillomino]: ...
@overload
def loads(text: str, kind: str | None = None) -> list[Any]: ...
@overload
def generate(
    what: Literal["dungeon"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    monsters: int | None = ...,
    treasures: int | None = ...,
    loops: Literal["none", "some", "many"] | None = ...,
    symmetry: Literal["none", "rotation", "mirror"] = ...,
    needs: Literal["connectivity"] | None = ...,
) -> Iterator[Dungeon]: ...
@overload
def generate(
    what: Literal["queens"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Queens]: ...
@overload
def generate(
    what: Literal["unattacked"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
) -> Iterator[Unattacked]: ...
@overload
def generate(
    what: Literal["sudoku"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int | None = ...,
    width: int | None = ...,
    boxes: str | None = ...,
    areas: bool = ...,
    cages: bool = ...,
    diagonals: bool = ...,
    symmetric: bool = ...,
    unique: bool = ...,
    clues: int | None = ...,
) -> Iterator[Sudoku]: ...
@overload
def generate(
    what: Literal["inshi"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int | None = ...,
    width: int | None = ...,
    unique: bool = ...,
    longest_room: int | None = ...,
    linear: bool = ...,
) -> Iterator[Inshi]: ...
@overload
def generate(
    what: Literal["hashi"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    islands: int | None = ...,
) -> Iterator[Hashi]: ...
@overload
def generate(
    what: Literal["klotski"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
) -> Iterator[Klotski]: ...
@overload
def generate(
    what: Literal["nurikabe"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    largest: int = ...,
) -> Iterator[Nurikabe]: ...
@overload
def generate(
    what: Literal["nonogram"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Nonogram]: ...
@overload
def generate(
    what: Literal["binairo"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    lines: Literal["any", "distinct"] = ...,
    signs: bool = ...,
) -> Iterator[Binairo]: ...
@overload
def generate(
    what: Literal["starbattle"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    stars: int | None = ...,
) -> Iterator[Starbattle]: ...
@overload
def generate(
    what: Literal["slant"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Slant]: ...
@overload
def generate(
    what: Literal["tents"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Tents]: ...
@overload
def generate(
    what: Literal["slitherlink"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    symmetric: bool = ...,
    loop: Literal["any", "all"] = ...,
) -> Iterator[Slitherlink]: ...
@overload
def generate(
    what: Literal["kakuro"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    longest_run: int = ...,
) -> Iterator[Kakuro]: ...
@overload
def generate(
    what: Literal["skyscrapers"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Skyscrapers]: ...
@overload
def generate(
    what: Literal["futoshiki"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Futoshiki]: ...
@overload
def generate(
    what: Literal["kenken"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    largest: int = ...,
    unknown: int = ...,
) -> Iterator[Kenken]: ...
@overload
def generate(
    what: Literal["masyu"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    loop: Literal["any", "all"] = ...,
) -> Iterator[Masyu]: ...
@overload
def generate(
    what: Literal["countryroad"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Countryroad]: ...
@overload
def generate(
    what: Literal["numberlink"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    cells: Literal["any", "all"] = ...,
) -> Iterator[Numberlink]: ...
@overload
def generate(
    what: Literal["yajilin"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    shaded: Literal["any", "outside"] = ...,
) -> Iterator[Yajilin]: ...
@overload
def generate(
    what: Literal["akari"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    walls: int = ...,
    symmetric: bool = ...,
) -> Iterator[Akari]: ...
@overload
def generate(
    what: Literal["heyawake"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    largest: int = ...,
) -> Iterator[Heyawake]: ...
@overload
def generate(
    what: Literal["hitori"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Hitori]: ...
@overload
def generate(
    what: Literal["norinori"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Norinori]: ...
@overload
def generate(
    what: Literal["battleships"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Battleships]: ...
@overload
def generate(
    what: Literal["lits"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Lits]: ...
@overload
def generate(
    what: Literal["kurodoko"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    symmetric: bool = ...,
) -> Iterator[Kurodoko]: ...
@overload
def generate(
    what: Literal["cave"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Cave]: ...
@overload
def generate(
    what: Literal["yinyang"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Yinyang]: ...
@overload
def generate(
    what: Literal["kakurasu"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Kakurasu]: ...
@overload
def generate(
    what: Literal["mosaic"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Mosaic]: ...
@overload
def generate(
    what: Literal["minesweeper"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Minesweeper]: ...
@overload
def generate(
    what: Literal["suguru"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
) -> Iterator[Suguru]: ...
@overload
def generate(
    what: Literal["ripple"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    symmetric: bool = ...,
) -> Iterator[Ripple]: ...
@overload
def generate(
    what: Literal["hidato"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    steps: Literal["king", "rook"] = ...,
) -> Iterator[Hidato]: ...
@overload
def generate(
    what: Literal["shikaku"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    largest: int = ...,
    unknown: int = ...,
) -> Iterator[Shikaku]: ...
@overload
def generate(
    what: Literal["galaxies"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    largest: int = ...,
) -> Iterator[Galaxies]: ...
@overload
def generate(
    what: Literal["fillomino"],
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
    difficulty: Literal["trivial", "easy", "medium", "hard", "expert", "any"] | None = ...,
    technique: str | None = ...,
    techniques: bool = ...,
    height: int = ...,
    width: int = ...,
    unique: bool = ...,
    symmetric: bool = ...,
    largest: int = ...,
) -> Iterator[Fillomino]: ...
@overload
def generate(
    what: str | Recipe,
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
) -> Iterator[Any]: ...
