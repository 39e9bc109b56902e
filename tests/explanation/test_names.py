"""Names in the room of explanations: one class, one name; no private field is reached into from outside."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "satdnd"
ROOM = sorted((PACKAGE / "explanation").rglob("*.py"))


def nodes(path: Path) -> list[ast.AST]:
    """All of a module."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_no_class_name_is_used_twice() -> None:
    """Kinds may name their own as they like."""
    others = set(PACKAGE.rglob("*.py")) - set((PACKAGE / "kinds").rglob("*.py"))
    classes = [(node.name, path) for path in others for node in nodes(path) if isinstance(node, ast.ClassDef)]
    room = {name for name, path in classes if path in ROOM}
    count = Counter(name for name, _ in classes if name in room)
    assert not {name for name in room if count[name] > 1}


def test_private_fields_stay_private() -> None:
    """Only ``self`` and ``cls`` have fields whose names begin with an underscore."""
    found = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path in ROOM
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
        if node.attr not in ("_replace", "__init__")  # of named tuples, and of super()
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]
    assert not found, "\n".join(found)
