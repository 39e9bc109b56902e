"""Names in the room of explanations: one class, one name; no private field is reached into from outside."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "satdnd"
TREES = {path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}
ROOM = {path: tree for path, tree in TREES.items() if path.parts[0] == "explanation"}


def classes(tree: ast.Module) -> set[str]:
    """The names of the classes of a module."""
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def test_no_class_name_is_used_twice() -> None:
    """Kinds may name their own as they like."""
    for path, tree in ROOM.items():
        for other, another in TREES.items():
            if other != path and other.parts[0] != "kinds":
                assert not classes(tree) & classes(another), f"{path} and {other} share the name of a class"


def test_private_fields_stay_private() -> None:
    """Only ``self`` and ``cls`` have fields whose names begin with an underscore."""
    found = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path, tree in ROOM.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and node.attr != "_replace"  # of named tuples
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]
    assert not found, "\n".join(found)
