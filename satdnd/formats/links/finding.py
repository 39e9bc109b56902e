"""Links wherever they stand in a text: alone on a line, in a list, in markdown, within a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdnd.formats.links import penpa
from satdnd.formats.links.address import Address, address

_ITEM = re.compile(r"\s*(?:[-*+•>]|[0-9]{1,4}[.)])\s+")
_URL = re.compile(r"(?:https?://|(?<![\w/.@])(?:[a-z0-9-]+\.)+[a-z]{2,}/)[^\s<>\"'`|\\^{}]+", re.IGNORECASE)
_AFTER = ".,;:!?*_\"'"
"""Signs at the end of an address in a text that may belong to the text."""


def links_in(line: str, room: penpa.Room | None = None) -> list[tuple[Address, ...]]:
    """The links in a line, in order; each with the ways to read it, the longest first.

    Args:
        line: without its line end. An address of an unknown form counts only if it is the whole line; one in a
            comment does not.
        room: the limit on unpacked penpa links, shared by those of one text; None: a limit for this line alone.
    """
    several = line.count("://") > 1
    whole = None if several else address(line, room)
    if whole and whole.form:
        return [(whole,)]
    if (item := _ITEM.match(line)) and (listed := address(" " * item.end() + line[item.end() :], room)) and listed.form:
        return [(listed,)]
    found = list[tuple[Address, ...]]()
    for match in _URL.finditer(line) if "/" in line and line.lstrip()[:1] != "#" else ():
        ways = [way for end in _ends(match[0]) if (way := address(" " * match.start() + match[0][:end], room))]
        if ways and ways[0].form:
            found.append(tuple(ways))
    return found or ([(whole,)] if whole else [])


def _ends(text: str) -> Iterator[int]:
    """Where an address may end in a piece of text: at its end, or before signs of the text around it."""
    yield len(text)
    end = len(text)
    while end and (text[end - 1] in _AFTER or (text[end - 1] in ")]" and not _closes(text[:end]))):
        end -= 1
        yield end


def _closes(text: str) -> bool:
    """Whether the bracket at the end of an address was opened in it."""
    closing = text[-1]
    return text.count({")": "(", "]": "["}[closing]) >= text.count(closing)
