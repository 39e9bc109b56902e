"""Write the common parts of several pictures in one SVG document only once."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

SHARED = "satdnd-shared"
"""The class of the shared elements, needed as selectors of the surrounding document do not match inside ``use``."""
WORTH = 60
"""The least number of characters of an element that is shared."""


class Shared:
    """Sections, or single elements, that several pictures of one document show in the same places, written once.

    Args:
        pictures: the sections of each picture.
    """

    def __init__(self, pictures: Iterable[Sequence[Sequence[str]]]) -> None:
        sections = [tuple(section) for picture in pictures for section in picture if section]
        self._sections = {found for found, number in Counter(sections).items() if number > 1}
        alone = dict.fromkeys([*self._sections, *sections])  # each section as often as it is written
        elements = Counter(element for section in alone for element in section)
        self._elements = {found for found, number in elements.items() if number > 1 and len(found) > WORTH}
        self._names: dict[tuple[str, ...], str] = {}
        self._salt = f"{zlib.crc32(repr(sections).encode('utf-8', 'backslashreplace')):08x}"

    def elements(self, sections: Iterable[Sequence[str]]) -> Iterator[str]:
        """The elements of a picture, with a ``use`` in place of everything shared."""
        for section in map(tuple, sections):
            if section in self._sections:
                yield self._use(section)
            else:
                yield from map(self._element, section)

    def definitions(self) -> list[str]:
        """The definitions that the elements so far use, including nested ones."""
        written: dict[str, str] = {}
        while len(written) < len(self._names):
            for content, name in [*self._names.items()]:
                if name not in written:
                    inside = content if len(content) == 1 else map(self._element, content)
                    written[name] = f'<g id="{name}" class="{SHARED}">{"".join(inside)}</g>'
        return ["<defs>", *written.values(), "</defs>"] if written else []

    def _element(self, element: str) -> str:
        return self._use((element,)) if element in self._elements else element

    def _use(self, content: tuple[str, ...]) -> str:
        name = self._names.setdefault(content, f"s{self._salt}-{len(self._names)}")
        return f'<use xlink:href="#{name}"/>'
