"""Text and JSON forms of declared puzzles, derived from their clues and their view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields as dataclass_fields, replace
from typing import Any

from satdnd.declaration.clues.family import families_of
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import View
from satdnd.errors import InputError
from satdnd.formats import grids, texts
from satdnd.formats.links.address import Forms
from satdnd.formats.links.tatham_games import with_games
from satdnd.grid import fields

_TEXT = "text"
"""The JSON field of a puzzle that is written as a text."""
_SIZE = "size"
"""The JSON field, and the line of a text, of puzzles whose size no clue determines."""


def derived_texts(
    puzzle_class: type[GridPuzzle],
    view: View,
    example: str,
    forms: Forms[Any, Any],
    plausible: Callable[[Any], bool] | None = None,
    own_reader: Callable[[texts.Source], Iterator[Any]] | None = None,
) -> texts.Texts[Any, Any]:
    """The texts of a kind.

    Args:
        puzzle_class: the class of its puzzles.
        view: the view, for solutions.
        example: a puzzle, for the help.
        forms: links of other programs.
        plausible: whether a puzzle that does not say its kind can well be of this one; None: if it has clues, or names
            its sections.
        own_reader: reads every puzzle of a text; None: derived from the clues.
    """
    families = families_of(puzzle_class)
    keywords = {family.keyword: name for name, family in families.items() if family.keyword}
    optional = {field.name for field in dataclass_fields(puzzle_class) if field.default is not MISSING}
    usual = {name: family.unsaid for name, family in families.items() if family.unsaid is not None}
    needed = [name for name in families if name not in optional and name not in usual]
    known = [field for name, family in families.items() for field in (name, *family.further_fields)]
    noted = [name for name, family in families.items() if family.noted]
    lines_above = dict(keywords)
    if sized := puzzle_class.sized():
        lines_above, needed, known = {_SIZE: _SIZE, **keywords}, [_SIZE, *needed], [_SIZE, *known]

    bare = len(needed) == 1 and not sized
    headless = bare and not families[needed[0]].keyword  # its other sections follow directly below the grid

    def comments(lines: list[texts.Line]) -> set[int]:
        """The numbers of the lines that are no rows."""
        return grids.comments(lines, lambda word: any(family.is_cell(word) for family in families.values()))

    def read(block: texts.Block) -> GridPuzzle:
        """The puzzle of one block: the grid and the named sections."""
        sections = _sections(block.rows, needed, lines_above)
        there = {name: family for name, family in families.items() if sections.get(name)}
        values = usual | {name: family.from_lines(sections[name]) for name, family in there.items()}
        sides = _sides(*sections[_SIZE][0]) if sized else ()
        name, extra = block.about()
        return puzzle_class(*sides, **values, name=name, extra=extra)

    def read_blocks(text: texts.Source) -> Iterator[GridPuzzle | InputError]:
        """All puzzles of a text, separated by blank lines, with notes above each."""
        wanted = families[needed[0]].wanted if headless else f"the line {next(iter(lines_above))!r}"
        split = families[needed[0]].pieces if bare else grids.blocks
        pieces = _whole(split(texts.numbered(text)), {} if headless else lines_above)
        return texts.puzzles(pieces, read, wanted, noted, row=lambda line: headless, comments=comments)

    read_text = own_reader or read_blocks

    def from_json(record: Mapping[str, Any]) -> GridPuzzle:
        """The puzzle of an object with the fields of the class, or with ``text`` instead. Raises InputError."""
        if _TEXT in record and not any(name in record for name in needed):
            return of_text(record)
        sides = fields.size(record) if sized else ()
        there = {name: family for name, family in families.items() if name in record or name in needed}
        for name in there:
            fields.require(record, name)
        values = usual | {name: family.from_record(record, name) for name, family in there.items()}
        name, extra = fields.about(record, known)
        return puzzle_class(*sides, **values, name=name, extra=extra)

    def of_text(record: Mapping[str, Any]) -> GridPuzzle:
        """The puzzle of an object with a text, whose notes give way to the other fields. Raises InputError."""
        puzzle, *more = read_text(fields.text(record[_TEXT], _TEXT))
        if isinstance(puzzle, InputError):
            raise InputError(f'field "{_TEXT}", {puzzle}')
        if more:
            raise InputError(f'field "{_TEXT}" holds {1 + len(more)} puzzles, expected one')
        name, extra = fields.about(record, [_TEXT, *known])
        return replace(puzzle, name=name or puzzle.name, extra={**puzzle.extra, **extra})

    def to_json(puzzle: GridPuzzle) -> dict[str, Any]:
        """The JSON object of a puzzle, extra fields last."""
        own: dict[str, Any] = {}
        for name, family in puzzle.stated_families().items():
            own |= family.to_record(getattr(puzzle, name), name)
        return fields.record(puzzle, known, **({_SIZE: [puzzle.height, puzzle.width]} if sized else {}), **own)

    def to_text(puzzle: GridPuzzle) -> str:
        """The text of a puzzle; `read_text` reads it back."""
        values = {name: families[name].to_note(getattr(puzzle, name)) for name in noted}
        lines = [f"# {name}: {value}" for name, value in values.items() if value is not None]
        lines += [_SIZE, f"{puzzle.height}x{puzzle.width}"] if sized else []
        for name, family in families.items():
            if rows := family.to_lines(getattr(puzzle, name)):
                lines += [family.keyword] * bool(family.keyword) + rows
        return texts.puzzle_text(puzzle, lines, noted)

    common = (family for name, family in families.items() if name not in needed and not (family.rare or family.spare))
    own = {family.keyword for family in common if family.keyword}

    def resembles(text: str) -> int:
        """The number of sections of this kind that a text names; 0 if one that every puzzle needs is missing."""
        titles = {*map(_title, text.splitlines())}.intersection(keywords)
        return len(titles) if titles & own or not own else 0

    def likely(puzzle: Any) -> bool:
        """Whether a puzzle that does not say its kind can well be of this one."""
        if plausible:
            return plausible(puzzle)
        own = {*keywords.values()}
        return any(clue.field in own or not own for clue in puzzle.given_clues)

    def recognises(text: str) -> bool:
        """Whether all puzzles of a text can be read, have the sections of this kind, and are likely."""
        if keywords and not (resembles(text) or (bare and plausible)):
            return False
        return all(isinstance(found, GridPuzzle) and likely(found) for found in read_text(text))

    forms = with_games(forms, puzzle_class.kind, from_json, to_json)
    shown = "".join(f"{family.help}\n\n" for family in families.values() if family.help)
    shown += "".join(f"    {line}\n" for line in example.strip().splitlines())
    also = f"\nAlso read: links of {' and '.join(forms.read)}.\n" if forms.read else ""
    puzzles = [found for found in read_text(example) if not isinstance(found, InputError)]
    for name, write in forms.written.items():
        links = [texts.try_read(write, puzzle) for puzzle in puzzles]
        examples = [link for link in links if isinstance(link, str)]
        also += "".join(f"\n    {link}" for link in examples or [f"{forms.read[name].example}\n"])
    return texts.Texts(
        from_json,
        to_json,
        read_text,
        {"text": to_text},
        recognises,
        view.read_solutions,
        f"{shown}{also}\n{view.help}\n",
        foreign=forms,
        resembles=resembles,
        fields=known,
        titled=not headless,
        plausible=likely,
    )


def _whole(pieces: Iterable[list[texts.Line]], titles: Mapping[str, str]) -> Iterator[list[texts.Line]]:
    """*pieces*, where one continues the piece above if it begins with a title that this one lacks."""
    pending, seen = list[texts.Line](), set[str]()
    for piece in pieces:
        named = [word for _, line in piece if (word := _title(line)) in titles]
        if pending and named and _title(piece[0][1]) == named[0] and seen and not seen.intersection(named):
            pending += piece
        else:
            if pending:
                yield pending
            pending, seen = piece, set[str]()
        seen.update(named)
        if seen == {*titles}:
            yield pending
            pending, seen = [], set[str]()
    if pending:
        yield pending


def _title(line: str) -> str:
    return line.strip().removesuffix(":").casefold()


def _sides(number: int, line: str) -> tuple[int, int]:
    """Rows and columns as a line gives them. Raises InputError."""
    (word, column), *_ = texts.words(line)
    return texts.board_size(word, number, column)


def _sections(
    rows: list[texts.Line], needed: Sequence[str], keywords: Mapping[str, str]
) -> dict[str, list[texts.Line]]:
    """The lines of each field. Raises InputError for a field that is *needed* but missing, or that comes twice."""
    grid = next((name for name in needed if name not in keywords.values()), needed[0] if len(needed) == 1 else None)
    found: dict[str, list[texts.Line]] = {}
    current, started = grid, rows[0][0]
    for number, line in rows:
        word = _title(line)
        if word in keywords:
            current, started = keywords[word], number
            if current in found:
                raise InputError(f"found {word!r} twice", line=number)
            found[current] = []
        elif current is None:
            expected = " or ".join(map(repr, keywords))
            raise InputError(f"found {fields.shown(line.strip())}, expected the line {expected}", line=number)
        else:
            found.setdefault(current, []).append((number, line))
    for name in needed:
        if not found.get(name):
            keyword = next((word for word, field in keywords.items() if field == name), "")
            there = next((f" directly above {word!r}" for word, field in keywords.items() if field in found), "")
            what = f"lines below {keyword!r}" if keyword else f"rows of the grid{there}"
            raise InputError(f"found no {what}", line=started)
    return found
