"""Unpacking what lz-string packs to base64: LZ78 with codes that grow, in bits of letters.

Source: pieroxy.net/blog/pages/lz-string. Each code has as many bits as the number of known strings; 0 and 1 begin a
new character of 8 or 16 bits, 2 ends the text. Letters hold six bits, the most significant first; codes are read from
their least significant bit. Its ports in the package index are without a limit on what they unpack, which a few
letters can make huge.
"""

from __future__ import annotations

from string import ascii_letters, digits

_LETTERS = f"{ascii_letters[26:]}{ascii_letters[:26]}{digits}+/"
_BITS = {letter: f"{value:06b}" for value, letter in enumerate(_LETTERS)} | {"-": "111111"}
_END = 2


def unpack(packed: str, most: int) -> str:
    """The text that was packed to *packed*, with ``-`` for ``/`` in links; padding may be missing.

    Raises:
        ValueError: it was not packed so, is cut off, or is longer than *most* characters.
    """
    if len(packed) > most:
        raise ValueError(f"it has more than {most} characters")
    try:
        bits = "".join([_BITS[letter] for letter in packed.rstrip("=$")])
    except KeyError as error:
        raise ValueError(f"found {error.args[0]!r}") from None
    at = size = 0

    def code(width: int) -> int:
        """The next number of that many bits."""
        nonlocal at
        at += width
        if at > len(bits):
            raise ValueError("it is cut off")
        return int(bits[at - width : at][::-1], 2)

    known, found, last = ["", "", ""], list[str](), ""
    while (number := code(len(known).bit_length())) != _END:
        if number < _END:
            known.append(chr(code(16 if number else 8)))
            number = len(known) - 1
        if number > len(known) or not (last or known[number:]):
            raise ValueError("it is damaged")
        entry = known[number] if number < len(known) else last + last[0]
        found.append(entry)
        size += len(entry)
        if size > most:
            raise ValueError(f"it unpacks to more than {most} characters")
        if last:
            known.append(last + entry[0])
        last = entry
    return "".join(found)
