"""XML texts as trees whose elements know their place.

Declarations of entities, which could expand a short text into a huge one, are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from satdnd.errors import InputError
from satdnd.grid.fields import shown

_DEEPEST = 32


@dataclass
class Element:
    """An element of a document."""

    tag: str
    """In lower case."""
    attributes: dict[str, str]
    line: int
    column: int
    """Of its first character, from 1."""
    text: str = ""
    """The characters directly in it."""
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Element]:
        """The elements directly in it with this tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """The first element directly in it with this tag."""
        return next(self.all(tag), None)

    def words(self, tag: str) -> str:
        """The text of the first element directly in it with this tag, on one line; empty if there is none."""
        child = self.first(tag)
        return " ".join(child.text.split()) if child else ""

    def wrong(self, message: str) -> InputError:
        """An error at this element."""
        return InputError(message, line=self.line, column=self.column)

    def number(self, name: str) -> int:
        """The whole number in an attribute. Raises InputError."""
        value = self.attributes.get(name)
        if value is None:
            raise self.wrong(f"found no attribute {name!r} in this element {self.tag!r}, expected a number")
        digits = value.strip().removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise self.wrong(f"found {name}={shown(value)}, expected a whole number")
        return int(value)


def document(text: str) -> Element:
    """The outermost element of an XML text. Raises InputError with the place of what cannot be read."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    path = list[Element]()
    found = list[Element]()

    def here(message: str) -> InputError:
        """An error at the place where the parser is."""
        return InputError(message, line=parser.CurrentLineNumber, column=parser.CurrentColumnNumber + 1)

    def start(tag: str, attributes: dict[str, str]) -> None:
        """Begin an element. Raises InputError."""
        if len(path) >= _DEEPEST:
            raise here(f"found more than {_DEEPEST} elements inside each other")
        element = Element(tag.lower(), attributes, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        (path[-1].children if path else found).append(element)
        path.append(element)

    def end(_: str) -> None:
        """End an element."""
        path.pop()

    def characters(piece: str) -> None:
        """Add text to the element that is open."""
        path[-1].text += piece

    def doctype(_name: str, _system: str | None, _public: str | None, own_part: int) -> None:
        """Accept a document type that is elsewhere and stays unread. Raises InputError for declarations."""
        if own_part:
            raise here("found a document type with declarations, expected elements alone")

    def entity(*_: object) -> None:
        """Raise InputError."""
        raise here("found the declaration of an entity, expected elements alone")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        what = expat.ErrorString(error.code)
        raise InputError(f"this XML cannot be read: {what}", line=error.lineno, column=error.offset + 1) from None
    except UnicodeEncodeError:
        raise InputError("this XML cannot be read: it holds half of a character") from None
    return found[0]
