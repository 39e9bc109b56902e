"""One import for kinds: what `satdnd.declare` offers, and its table."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from satdnd import declare
from satdnd.web import archives


def test_types_and_names_are_the_same() -> None:
    """What type checkers read is what there is, from the same modules."""
    tree = ast.parse(Path(declare.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    typed = {alias.name: node.module for node in imports for alias in node.names}
    assert sorted(typed) == declare.__all__
    for name, module in typed.items():
        assert getattr(declare, name) is getattr(import_module(str(module)), name)


def test_the_table_has_every_name() -> None:
    """And says what it is for."""
    words = {word for line in (declare.__doc__ or "").splitlines() if line[:4] == " " * 4 for word in line[44:].split()}
    names = {word.strip(",") for word in words}
    assert set(declare.__all__) <= names


def test_from_an_archive(tmp_path: Path) -> None:
    """As a page imports it."""
    (tmp_path / "satdnd.zip").write_bytes(archives.code())
    code = "import satdnd; from satdnd.declare import Count; print(satdnd.__file__)"
    found = {**os.environ, "PYTHONPATH": str(tmp_path / "satdnd.zip")}
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=found, cwd=tmp_path
    )
    assert "satdnd.zip" in ran.stdout


def test_an_unknown_name() -> None:
    """It says where to look."""
    with pytest.raises(ImportError, match="cannot import name 'Cuonts'"):
        exec("from satdnd.declare import Cuonts")
    with pytest.raises(AttributeError, match=r"satdnd.declare has no 'Cuonts'; its docstring says what there is"):
        declare.Cuonts  # noqa: B018


def test_only_what_is_used_is_loaded() -> None:
    """The vocabulary costs nothing to those who need three words of it."""
    code = "from satdnd.declare import Count, Cell; import sys; print('satdnd.rules.loop' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
