"""The documentation tells the truth: its commands run, its outputs are real, its pages are complete."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd import loads
from satdnd.cli import COMMANDS
from satdnd.registry import KINDS

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "docs"))

import build  # noqa: E402  (docs/ is no package)


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the top of the repository."""
    return build.workplace()


SLOW_PAGES = {"README.md", "docs/batch.md", "docs/formats.md", "docs/guide.md", "docs/reasoning.md", "docs/tour.md"}


@pytest.mark.parametrize(
    "name", [pytest.param(page, marks=[pytest.mark.slow] * (page in SLOW_PAGES)) for page in build.PAGES]
)
def test_console_blocks_show_real_output(name: str, workplace: Path) -> None:
    """Every command in a page's console blocks prints what the page says."""
    page = (ROOT / name).read_text(encoding="utf-8")

    assert build.with_outputs(page, workplace) == page


@pytest.mark.parametrize("name", build.PAGES)
def test_tables_are_those_of_the_program(name: str) -> None:
    """The tables within a page are what the registry, the kinds and the vocabulary say."""
    page = (ROOT / name).read_text(encoding="utf-8")

    assert build.with_tables(page) == page


def test_every_table_is_in_a_page() -> None:
    """Each of the tables has its place, and the one of what kinds have has a line for each of ours."""
    pages = "".join((ROOT / name).read_text(encoding="utf-8") for name in build.PAGES)
    assert [name for name in build.TABLES if f"<!-- {name}: made by make docs -->\n|" not in pages] == []
    assert sorted(re.findall(r"^\| `(\w+)`", build.kinds(), flags=re.M)) == sorted(
        name for name, entry in KINDS.items() if entry.own
    )


def test_links_of_the_page_are_read() -> None:
    """Each link that the page of formats shows holds a puzzle."""
    blocks = re.findall(r"```text\n(.*?)```", (ROOT / "docs/formats.md").read_text(encoding="utf-8"), flags=re.S)
    for line in "".join(blocks).splitlines():
        assert loads(line), line


def test_cli_reference_is_that_of_the_program() -> None:
    """docs/cli.md is what --help says."""
    assert (ROOT / "docs/cli.md").read_text(encoding="utf-8") == build.cli_reference()


def test_the_pages_of_the_api_are_those_of_the_program() -> None:
    """docs/api/ has what the docstrings say, a page per area, each linked; all names at the front door stand there."""
    made = dict(build.api_pages())
    assert {path: path.read_text(encoding="utf-8") for path in (ROOT / "docs/api").iterdir()} == made
    whole = "".join(made.values())
    assert [name for name in satdnd.__all__ if name[0] != "_" and f"satdnd.{name}" not in whole] == []
    index = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert [path.name for path in made if f"(api/{path.name})" not in index] == []


def test_families_are_those_of_the_program() -> None:
    """docs/families.md is what the rulebooks hold."""
    assert (ROOT / "docs/families.md").read_text(encoding="utf-8") == build.families()


def test_signatures_are_those_of_the_kinds() -> None:
    """satdnd/signatures.pyi has every kind, and every wish of its generator."""
    assert (ROOT / "satdnd/signatures.pyi").read_text(encoding="utf-8") == build.signatures()


@pytest.mark.slow
def test_techniques_are_those_of_the_program() -> None:
    """docs/techniques.md is what explanations say."""
    assert (ROOT / "docs/techniques.md").read_text(encoding="utf-8") == build.techniques()


@pytest.mark.slow
@pytest.mark.parametrize("path", build.PICTURES)
def test_pictures_are_those_of_the_program(path: str, workplace: Path) -> None:
    """The pictures of the tour are what `satdnd show` draws."""
    drawn = build.run(build.PICTURES[path], workplace) + "\n"

    assert (ROOT / path).read_text(encoding="utf-8") == drawn


NOTEBOOK = ROOT / "docs/notebook.ipynb"


def test_the_notebook_shows_what_there_is() -> None:
    """Its cells run, one after another, and draw or print what the notebook says."""
    names: dict[str, Any] = {}
    record = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    drawn = 0
    for cell in record["cells"]:
        if cell["cell_type"] != "code":
            continue
        *statements, last = ast.parse("".join(cell["source"])).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(statements, []), str(NOTEBOOK), "exec"), names)
        out = io.StringIO()
        with redirect_stdout(out):
            value = eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), names)
        (output,) = cell["outputs"]
        if output["output_type"] == "stream":
            assert "".join(output["text"]) == out.getvalue()
        elif "image/svg+xml" in output["data"]:
            assert "".join(output["data"]["image/svg+xml"]).rstrip() == value._repr_svg_().rstrip()
            drawn += 1
        else:
            assert "".join(output["data"]["text/plain"]) == repr(value)
    assert drawn >= 9


@pytest.mark.slow
def test_the_notebook_runs_in_a_kernel() -> None:
    """As Jupyter runs it."""
    pytest.importorskip("nbclient")

    assert NOTEBOOK.read_text(encoding="utf-8") == build.notebook()


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_help_and_a_mention(name: str) -> None:
    """Each command says what it does and is shown at work in the README, the tour or the guide."""
    pages = "".join((ROOT / page).read_text(encoding="utf-8") for page in build.PAGES if (ROOT / page).exists())

    assert COMMANDS[name]
    assert re.search(rf"satdnd {name}\b", pages)


def test_links_lead_somewhere() -> None:
    """Relative links in the pages point to files that exist."""
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("encodings/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("name", ["README.md", "docs/api.md", "docs/guide.md", "docs/reasoning.md"])
def test_python_blocks_run(name: str, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of a page runs as it stands, one block after another, at the top of the repository."""
    monkeypatch.chdir(workplace)
    page = (ROOT / name).read_text(encoding="utf-8")
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```", page, flags=re.M | re.S):
        exec(compile(block, name, "exec"), names)


def test_the_api_page_names_what_there_is() -> None:
    """Every `satdnd.NAME` in the page is one, and every name of the package but those of kinds is in it."""
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    told = sorted(set(re.findall(r"satdnd\.(\w+)", page)))
    code = f"import satdnd\nprint([name for name in {told} if not hasattr(satdnd, name)])"
    assert build.run(f'python -c "{code}"', ROOT) == "[]"


def test_the_keys_of_the_editor_are_those_of_its_page() -> None:
    """Each row of the table that the page handles and shows is in the documentation."""
    source = (ROOT / "satdnd" / "web" / "static" / "keys.js").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "using-the-editor.md").read_text(encoding="utf-8")
    rows = re.findall(r'label: "([^"]+)",\s+does: "([^"]+)"', source)
    assert len(rows) == source.count("keys: /")
    assert [row for row in rows if "| {} | {} |".format(*row) not in page] == []
