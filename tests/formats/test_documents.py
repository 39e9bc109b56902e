"""Files of other programs: every form's example, what no form may take, and where errors are."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from satdnd.errors import InputError
from satdnd.formats import documents, loading
from satdnd.formats.documents import Document
from satdnd.formats.examples import examples_of
from satdnd.registry import NAMES

FORMS = [*documents.documents()]


def read(text: str, kind: str | None = None, source: str = "text") -> list[loading.Item]:
    return [*loading.read_text(text, source, kind)]


def message(text: str, kind: str | None = None, source: str = "text") -> str:
    (item,) = read(text, kind, source)
    assert item.error, item.puzzle
    return str(item.error)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_example_is_recognised_by_its_own_form_alone(form: Document) -> None:
    assert [other.name for other in FORMS if other.recognises(form.example)] == [form.name]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_example_is_read_through_loading_as_a_kind_of_the_form_or_asked_about(form: Document) -> None:
    (item,) = read(form.example)
    if item.error:
        assert "expected" in item.error.message or ";" in item.error.message
    else:
        assert item.kind in form.kinds
        assert item.puzzle.kind == item.kind


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_byte_order_mark_and_line_ends_change_nothing(form: Document, ends: str) -> None:
    (plain,) = read(form.example)
    (marked,) = read("\ufeff" + form.example.replace("\n", ends))
    assert marked.puzzle == plain.puzzle
    assert bool(marked.error) == bool(plain.error)


@pytest.mark.parametrize("form", [form for form in FORMS if form.suffixes], ids=lambda form: form.name)
def test_ending_of_a_file_names_the_form(form: Document) -> None:
    for suffix in form.suffixes:
        (item,) = read("nothing of the sort", source=f"file{suffix}")
        assert item.error


def own_texts() -> Iterator[tuple[str, str]]:
    for kind in NAMES:
        texts = loading.texts_of(kind)
        for example in examples_of(kind):
            yield kind, example
            for item in read(example, kind):
                yield from ((kind, write(item.puzzle)) for write in texts.native.values())


@pytest.mark.parametrize(("kind", "text"), [*own_texts()])
def test_no_form_takes_a_text_of_ours(kind: str, text: str) -> None:
    assert [form.name for form in FORMS if form.recognises(text)] == []
    (first, *_) = read(text, kind)
    assert first.puzzle


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_cut_anywhere_a_form_is_an_error_or_asked_about_never_a_crash(form: Document) -> None:
    for end in range(1, len(form.example), 1 + len(form.example) // 200):
        for item in read(form.example[:end]):
            assert item.error or item.puzzle


def test_no_module_of_a_form_is_imported_for_other_texts() -> None:
    modules = [f"satdnd.formats.{family.module}" for family in documents.FAMILIES]
    code = (
        "import sys; from satdnd.formats import loading\n"
        "[*loading.read_text('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')]\n"
        f"assert not [name for name in {modules!r} if name in sys.modules], [*sys.modules]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pipe_is_answered_before_a_text_that_may_be_a_document_ends() -> None:
    """Lines of numbers may be a nonogram; the first other line ends the wait."""
    lines = iter(["5\n", "6b2\n", "1r1\n", "1r1\n"])
    head = [next(lines)]
    assert documents.document_of(head, lines, "", None) is None
    assert head == ["5\n", "6b2\n"]
    assert [*lines] == ["1r1\n", "1r1\n"]


def test_document_longer_than_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LONGEST", 50)
    assert "more than 50 characters" in message("pzprv3/nurikabe/2/2/" + ". " * 50)


def test_document_of_another_kind_than_asked_for() -> None:
    assert "found the kind 'nurikabe', expected 'hashi' as --kind says" in message("pzprv3/nurikabe/1/1/1 /", "hashi")


def test_errors_are_input_errors_with_a_line() -> None:
    for form in FORMS:
        for found in form.records("<" if "xml" in form.name.lower() else "x"):
            assert isinstance(found, InputError)
