"""Operations about certificates: made for download, and checked."""

from __future__ import annotations

import binascii
import re
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Any

from satdnd.engine.answer import UNDECIDED, UNIQUE, UNSOLVABLE, VALID
from satdnd.engine.optima import require_certificates
from satdnd.engine.settings import default_memory
from satdnd.errors import InputError
from satdnd.grid.fields import shown
from satdnd.proof import archive, certificate
from satdnd.sat.budget import Budget
from satdnd.web.drawing import encoded
from satdnd.web.limits import MOST_MEMORY, seconds_of
from satdnd.web.request import Request

LARGEST = 256 << 20
"""The most bytes that an archive may unpack to."""
ZIP = "application/zip"


def certify(request: Request) -> dict[str, Any]:
    """A certificate that there is one solution, or none, as an archive."""
    require_certificates(request.kind)
    answer = request.solver.unique(request.puzzle)
    record: dict[str, Any] = {"status": answer.status}
    if answer.status not in (UNIQUE, UNSOLVABLE):
        reason = "there is nothing to prove: it has several solutions"
        return record | {"reason": answer.reason if answer.status == UNDECIDED else reason}
    request.progress("making the proof")
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", request.puzzle.name)[:60].strip("-.") or request.kind.name
    with tempfile.TemporaryDirectory() as place:
        folder = certificate.write(Path(place) / stem, answer, request.options, request.budget)
        return record | {"name": f"{stem}.zip", **encoded(archive.packed(folder), ZIP)}


def replay(*, base64: Any, timeout: Any = None) -> dict[str, Any]:
    """Whether a certificate in an archive holds, checked without a solver."""
    if not isinstance(base64, str):
        raise InputError(f'"base64" is {shown(base64)}, expected a string')
    try:
        data = b64decode(base64, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"this is not valid base64: {error}") from None
    budget = Budget.of(seconds_of("replay", timeout), memory=min(default_memory() or MOST_MEMORY, MOST_MEMORY))
    answer = archive.check(data, "certificate", budget, LARGEST)
    record: dict[str, Any] = {"status": answer.status, "faults": [fault.to_json() for fault in answer.faults]}
    if answer.status == VALID:
        claim = "exactly one solution" if answer.details["claim"] == UNIQUE else "no solution"
        return record | {"message": f"{answer.name}: {claim}", "claim": answer.details["claim"]}
    return record | {"message": answer.reason or "; ".join(fault.message for fault in answer.faults)}
