"""Links of puzz.link, derived from the families of clues, each of which gives its numbers slot by slot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from satdnd.declaration.clues.choices import variants_of
from satdnd.declaration.clues.family import families_of
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.errors import InputError
from satdnd.formats.links import kanpen, puzzlink
from satdnd.formats.links.address import KANPEN, PUZZ_LINK, Address, Forms, Link
from satdnd.formats.links.piece import Piece


def with_options(puzzle: Any, address: Address) -> Any:
    """The puzzle of a link with the variants of the rules that its options say; others are kept as an extra field."""
    custom, letters = puzzlink.options(address.parts["options"].text)
    variants = variants_of(type(puzzle))
    values = {name: one.other for name, one in variants.items() if one.letter in {*letters}}
    left = [*custom, "".join(x for x in letters if x not in {one.letter for one in variants.values()})]
    kept = {puzzlink.OPTIONS: "/".join(filter(None, left))} if any(left) else {}
    return replace(puzzle, **values, extra={**puzzle.extra, **kept}) if values or kept else puzzle


def options_of(puzzle: Any) -> str:
    """The reverse of `with_options`: the options in a puzzle's link."""
    custom, letters = puzzlink.options(str(puzzle.extra.get(puzzlink.OPTIONS, "")))
    variants = variants_of(type(puzzle)).items()
    own = "".join(one.letter for name, one in variants if getattr(puzzle, name) == one.other)
    return "/".join(filter(None, [*custom, own + letters]))


def body_links(
    read: Callable[[Piece, int, int], Any],
    body: Callable[[Any], str],
    *names: str,
    sides: Callable[[Address], tuple[int, int]] = puzzlink.sides,
    page: kanpen.KanpenPage | None = None,
    example: str = "",
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind, and those of Kanpen.

    Args:
        read: (the text after the sides, rows, columns) -> the puzzle. Raises InputError.
        body: the inverse. Raises InputError for what a link cannot hold.
        names: the kind's names in puzz.link; the first is written.
        sides: gives the rows and columns of a link. Raises InputError.
        page: how Kanpen has it; None: it does not.
        example: a link, where the kind's first example has none.
    """

    def made(address: Address) -> Any:
        """The puzzle in a link. Raises InputError."""
        return with_options(read(address.parts["body"], *sides(address)), address)

    def written(puzzle: Any) -> str:
        """The link of a puzzle. Raises InputError."""
        return puzzlink.link_to(names[0], puzzle.width, puzzle.height, body(puzzle), options_of(puzzle))

    return named_links(made, written, *names, page=page, example=example)


def named_links(
    made: Callable[[Address], Any],
    written: Callable[[Any], str],
    *names: str,
    page: kanpen.KanpenPage | None = None,
    example: str = "",
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with these names, and those of Kanpen.

    Args:
        made: reads the puzzle of a puzz.link. Raises InputError.
        written: the link of a puzzle. Raises InputError.
        names: the kind's names in puzz.link.
        page: how Kanpen has it; None: it does not.
        example: a link, where the kind's first example has none.
    """
    there = {KANPEN: Link((page.name,), lambda address: made(page.translated(address)))} if page else {}
    return Forms({PUZZ_LINK: Link(names, made, example), **there}, {PUZZ_LINK: written})


def puzz_links(
    puzzle_class: type[GridPuzzle],
    *names: str,
    fields: Sequence[str] = (),
    apart: str = "",
    sides: Callable[[Address], tuple[int, int]] = puzzlink.sides,
    page: str = "",
    unknown: int | None = None,
    example: str = "",
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind.

    Args:
        puzzle_class: the class of its puzzles.
        names: the kind's names in puzz.link; the first is written.
        fields: the fields in the order of the link; empty: in the order of the class.
        apart: the last field, if it is written separately, and omitted when empty.
        sides: gives the rows and columns of a link. Raises InputError.
        page: the name of its page at Kanpen; empty: there is none.
        unknown: the number that stands for an unknown one there.
        example: a link, where the kind's first example has none.
    """
    families = families_of(puzzle_class)
    order = fields or tuple(families)
    others = {name: family for name, family in families.items() if name not in order and not family.noted}

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        lengths = [families[name].slot_count(height, width) for name in order]
        slots: list[puzzlink.Slot] = [None] * sum(lengths)
        (what,) = {families[name].slot for name in order}
        least = len(slots) - lengths[-1] if apart else None
        for index, number, column in puzzlink.numbers(body, len(slots), what, least):
            slots[index] = number, column
        values = {}
        for name, length in zip(order, lengths, strict=True):
            values[name] = families[name].from_slots(slots[:length], height, width)
            del slots[:length]
        return puzzle_class(**values)

    def written(puzzle: GridPuzzle) -> str:
        """The body of a puzzle's link. Raises InputError for anything it cannot hold."""
        height, width = puzzle.height, puzzle.width
        for name, family in others.items():
            if family.given_clues(getattr(puzzle, name)):
                raise InputError(f"the puzzle has {family.keyword or name}: puzz.link cannot hold that, text can")
        numbers = {name: families[name].slots(getattr(puzzle, name), height, width) for name in order}
        puzzlink.check_largest(chain.from_iterable(numbers.values()))
        last = numbers.pop(apart, [])
        return puzzlink.encoded(chain.from_iterable(numbers.values())) + puzzlink.encoded(last) * any(last)

    there = kanpen.KanpenPage(page, kanpen.cells(puzzlink.encoded, unknown=unknown)) if page else None
    return body_links(read, written, *names, sides=sides, page=there, example=example)


def counted_links(puzzle_class: Callable[..., Any], field: str, *names: str) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with things on cells and numbers at the margins: columns, rows, then the things.

    Args:
        puzzle_class: the class of its puzzles; the numbers are its fields ``rows`` and ``columns``.
        field: the field of the things.
        names: the kind's names in puzz.link; the first is written.
    """

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link. Raises InputError."""
        found, rest = puzzlink.numbers_ahead(body, width + height, "line")
        given = {i: number for i, number, _ in found if number != puzzlink.UNKNOWN}
        cells = tuple(divmod(i, width) for i in puzzlink.things(rest, height * width))
        columns, rows = (tuple(map(given.get, some)) for some in (range(width), range(width, width + height)))
        return puzzle_class(rows=rows, columns=columns, **{field: cells})

    def written(puzzle: Any) -> str:
        """The body of a puzzle's link. Raises InputError for anything it cannot hold."""
        numbers, there = [*puzzle.columns, *puzzle.rows], {*getattr(puzzle, field)}
        puzzlink.check_largest(numbers)
        cells = [(r, c) in there for r in range(puzzle.height) for c in range(puzzle.width)]
        return puzzlink.encoded(numbers) + puzzlink.encoded_things(cells)

    return body_links(read, written, *names)


def few_links(
    puzzle_class: type[GridPuzzle], *names: str, page: str = "", unknown: int | None = None
) -> Forms[Any, Any]:
    """The puzz.link forms of a kind with numbers 0 to 4, in cells or at corners.

    Those without a number, up to two after one with, share its character.

    Args:
        puzzle_class: the class of its puzzles.
        names: the kind's names in puzz.link; the first is written.
        page: the name of its page at Kanpen; empty: there is none.
        unknown: the number that stands for an unknown one there.
    """
    field, family = next(iter(families_of(puzzle_class).items()))

    def read(body: Piece, height: int, width: int) -> Any:
        """The puzzle in the body of a link, without unknown numbers if the kind has none. Raises InputError."""
        count = family.slot_count(height, width)
        found = puzzlink.few_numbers(body, count)
        given = {i: (x, body.column) for i, x in found.items() if x != puzzlink.UNKNOWN or family.unknown_sign}
        return puzzle_class(**{field: family.from_slots([*map(given.get, range(count))], height, width)})

    def written(puzzle: GridPuzzle) -> str:
        """The body of a puzzle's link. Raises InputError for a number above 4."""
        return puzzlink.encoded_few(family.slots(getattr(puzzle, field), puzzle.height, puzzle.width))

    there = kanpen.KanpenPage(page, kanpen.cells(puzzlink.encoded_few, 4, unknown)) if page else None
    return body_links(read, written, *names, page=there)
