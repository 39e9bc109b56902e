"""The benchmarks follow the code: each can be loaded, and the parts that it names are there."""

import importlib.util
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parent.parent / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_it_can_be_loaded(path: Path) -> None:
    """Names that the package no longer has are noticed here, and not by the person who measures next."""
    spec = importlib.util.spec_from_file_location(f"benchmark_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("satdnd"):
            raise
        pytest.skip(f"{error.name} is not installed")
    parts = getattr(module, "PARTS", None)
    assert parts is None or (parts and all(map(callable, parts.values())))
