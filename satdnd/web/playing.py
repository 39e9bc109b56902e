"""Operations of somebody who plays: what holds at every click, and why."""

from __future__ import annotations

from typing import Any

from satdnd.explanation import Reasons
from satdnd.web.board import check_given, place_of
from satdnd.web.drawing import board
from satdnd.web.question import Question


def live(question: Question, *, given: Any = None) -> dict[str, Any]:
    """How many solutions, what is forced, what differs, which marks are wrong."""
    check_given(given)
    own = question.solver, question.kind, question.puzzle
    return question.desk.live.ask(*own, given, question.budget)


def why(question: Question, *, cell: Any, given: Any = None) -> dict[str, Any]:
    """The smallest reasons for what is forced at a place, from what is on the board."""
    check_given(given)
    place = place_of(cell)
    reasons: Reasons = question.desk.reasons(question)
    answer = reasons.why(place, given, question.budget)
    record: dict[str, Any] = {"status": answer.status, "seconds": round(answer.seconds, 6)}
    if answer.reason:
        record["reason"] = answer.reason
    for name in ("given", "wrong", "about"):
        if name in answer.details:
            record[name] = answer.details[name]
    if "step" in answer.details:
        step = answer.details["step"]
        record |= {"step": step, "where": answer.details["where"], "which": step["reasons"], "full": step["text"]}
        record["board"] = board(question, [tuple(mark) for mark in (*answer.details["given"], *step["cells"])])
    return record
