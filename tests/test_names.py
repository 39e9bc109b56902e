"""One class, one name: outside the kinds no two classes share one, and in the room of explanations nobody reaches
into another object's private fields."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "satdnd"
TREES = {path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}


def test_no_class_name_is_used_twice() -> None:
    """Kinds may name their own as they like."""
    found: dict[str, list[str]] = defaultdict(list)
    for path, tree in TREES.items():
        if path.parts[0] != "kinds":
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(str(path))
    assert not {name: paths for name, paths in found.items() if len(paths) > 1}


def test_private_fields_stay_private() -> None:
    """Only ``self`` and ``cls`` have fields whose names begin with an underscore."""
    found = [
        f"{path}:{node.lineno}: {ast.unparse(node)}"
        for path, tree in TREES.items()
        if path.parts[0] == "explanation"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr.startswith("_") and node.attr != "_replace"  # of named tuples
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]
    assert not found, "\n".join(found)
