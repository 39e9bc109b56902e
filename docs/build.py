"""Make the generated parts of the documentation: ``make docs``; with ``--check``, say what is stale and exit 1.

- satdnd/signatures.pyi: what type checkers know of `load`, `loads` and `generate`, kind by kind.
- docs/cli.md: every command's --help.
- docs/*.svg: the pictures of the tour.
- docs/api/*.md: signatures and docstrings of the Python API, a page per area.
- docs/families.md: which statements each kind is made of.
- README.md, docs/guide.md: the tables of all kinds.
- docs/formats.md, docs/adding-a-puzzle.md: the tables of all forms of other programs, and of the vocabulary of kinds.
- docs/techniques.md: every technique of explanations, with the examples of docs/techniques/.
- docs/notebook.ipynb: what its cells give, run from the top in a kernel.
- ```console blocks of the pages in `PAGES`: each ``$ command`` is run, and its real output put below it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    *("README.md", "encodings/README.md", "docs/tour.md", "docs/guide.md", "docs/formats.md", "docs/batch.md"),
    "docs/reasoning.md",
    "docs/adding-a-puzzle.md",
    "docs/solving-times.md",
)
SOLVED = "satdnd solve {0} --format json | satdnd show {0} - --format svg"
PICTURES = {
    "docs/dungeon.svg": SOLVED.format("instances/dungeon/course-p4.dnd"),
    "docs/hint.svg": r"printf '...ooo\n...ooo\nM..ooo\n......\n.....M\nM.....\n' | "
    "satdnd hint instances/dungeon/example-6x6.dnd --given - --format svg",
    "docs/queens.svg": "printf '8\\n' > 8.queens && " + SOLVED.format("8.queens"),
    "docs/unattacked.svg": "printf '8x8 8\\n' > 8.unattacked && " + SOLVED.format("8.unattacked"),
    "docs/sudoku.svg": SOLVED.format("instances/sudoku/17-clues.sudoku"),
    "docs/inshi.svg": SOLVED.format("instances/inshi/report-5x5.inshi"),
    "docs/hashi.svg": SOLVED.format("instances/hashi/wikipedia-7x7.hashi"),
    "docs/slitherlink.svg": SOLVED.format("instances/slitherlink/made-7x7.slitherlink"),
    "docs/shikaku.svg": SOLVED.format("instances/shikaku/pzprjs-6x6.shikaku"),
    "docs/fillomino.svg": SOLVED.format("instances/fillomino/made-10x10.fillomino"),
    "docs/galaxies.svg": SOLVED.format("instances/galaxies/made-10x10.galaxies"),
    "docs/nurikabe.svg": SOLVED.format("instances/nurikabe/wikipedia-10x10.nurikabe"),
    "docs/nonogram.svg": SOLVED.format("instances/nonogram/cup.nonogram"),
    "docs/masyu.svg": SOLVED.format("instances/masyu/example-6x6.masyu"),
    "docs/yajilin.svg": SOLVED.format("instances/yajilin/example-5x5.yajilin"),
    "docs/countryroad.svg": SOLVED.format("instances/countryroad/made-10x10.countryroad"),
    "docs/akari.svg": SOLVED.format("instances/akari/pzprjs-6x6.akari"),
    "docs/tents.svg": SOLVED.format("instances/tents/pzprjs-5x5.tents"),
    "docs/starbattle.svg": SOLVED.format("instances/starbattle/pzprjs-6x6.starbattle"),
    "docs/binairo.svg": SOLVED.format("instances/binairo/puzzlekit-8x8.binairo"),
    "docs/kakuro.svg": SOLVED.format("instances/kakuro/5x5.kakuro"),
    "docs/skyscrapers.svg": SOLVED.format("instances/skyscrapers/4x4.skyscrapers"),
    "docs/suguru.svg": SOLVED.format("instances/suguru/made-10x10.suguru"),
    "docs/ripple.svg": SOLVED.format("instances/ripple/made-10x10.ripple"),
    "docs/hidato.svg": SOLVED.format("instances/hidato/made-8x8.hidato"),
    "docs/futoshiki.svg": SOLVED.format("instances/futoshiki/made-7x7.futoshiki"),
    "docs/kenken.svg": SOLVED.format("instances/kenken/made-8x8.kenken"),
    "docs/hitori.svg": SOLVED.format("instances/hitori/noqx-10x10.hitori"),
    "docs/heyawake.svg": SOLVED.format("instances/heyawake/pzprjs-6x6.heyawake"),
    "docs/yinyang.svg": SOLVED.format("instances/yinyang/made-10x10.yinyang"),
    "docs/norinori.svg": SOLVED.format("instances/norinori/made-10x10.norinori"),
    "docs/battleships.svg": SOLVED.format("instances/battleships/made-10x10.battleships"),
    "docs/lits.svg": SOLVED.format("instances/lits/made-10x10.lits"),
    "docs/kurodoko.svg": SOLVED.format("instances/kurodoko/made-10x10.kurodoko"),
    "docs/cave.svg": SOLVED.format("instances/cave/made-10x10.cave"),
    "docs/mosaic.svg": SOLVED.format("instances/mosaic/made-10x10.mosaic"),
    "docs/kakurasu.svg": SOLVED.format("instances/kakurasu/made-10x10.kakurasu"),
    "docs/slant.svg": SOLVED.format("instances/slant/made-10x10.slant"),
    "docs/minesweeper.svg": SOLVED.format("instances/minesweeper/made-10x10.minesweeper"),
    "docs/klotski.svg": "satdnd show instances/klotski/huarong-dao.klotski --format svg",
}
"""Commands that print the pictures of the tour, run where `workplace` says."""

TECHNIQUES = """# Techniques

Made by `make docs` from the program itself. `satdnd explain` and `satdnd hint` name each step by these: what follows
from one rule first, then what needs two at once, three, and so on. The names of dungeons are those of the rules of an
open solver (dkesler/dungeons-and-diagrams), of sudokus those of HoDoKu.

Steps that need several rules are named by them ("line and dead ends", "islands and connection") where players have no
name of their own, and are told as an argument: if the opposite held, then one rule after the other would say more,
until one of them is broken; or as a count that leaves no room for it. Each example below is a puzzle in which the
technique is used, with its sentence."""

STATEMENTS = """# What the kinds are made of

Made by `make docs` from the program itself: from the rulebooks of each kind's examples, and of its puzzles in
`instances/`. A statement is one instance of one rule, as a value: it has a sentence, clauses, a check of a whole board,
and a constraint for boards known in part. {kinds} kinds say all their rules with these {classes} classes of statements,
most of which are in `satdnd/rules/`; [adding a puzzle](adding-a-puzzle.md) says how."""

NEEDS = ("cadical", "minisat", "picosat", "clasp", "cryptominisat5")
"""Programs beyond pip that a block may use; a page's block that needs a missing one keeps its text."""


def run(command: str, folder: Path) -> str:
    """What *command* prints, standard error included, in *folder* with `satdnd` on the path, 80 columns wide."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.stdout.rstrip("\n")


def workplace() -> Path:
    """A temporary folder that looks like the top of the repository, so that commands may leave files."""
    folder = Path(tempfile.mkdtemp(prefix="satdnd-docs-"))
    for name in ("instances", "encodings"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "docs/solving-times.jsonl", folder)
    return folder


def cli_reference() -> str:
    """docs/cli.md: the --help of the program and of each command."""
    from click.testing import CliRunner

    from satdnd.cli import COMMANDS, satdnd

    runner = CliRunner()

    def help_of(*command: str) -> str:
        """What it prints."""
        printed = runner.invoke(satdnd, [*command, "--help"], prog_name="satdnd", terminal_width=78).output
        return f"```text\n{printed.rstrip()}\n```"

    parts = ["# Command line reference", "Made by `make docs` from the program itself.", help_of()]
    for name in COMMANDS:
        parts += [f"## satdnd {name}", help_of(name)]
    return "\n\n".join(parts) + "\n"


def api_pages() -> Iterator[tuple[Path, str]]:
    """docs/api/: what `reference` makes."""
    import reference

    for name, text in reference.pages():
        yield ROOT / f"docs/api/{name}.md", formatted(text, f"docs/api/{name}.md")


def signatures() -> str:
    """satdnd/signatures.pyi: an overload a kind, with the fields of its recipe as keyword arguments."""
    from satdnd.engine.kind import kind_named
    from satdnd.engine.options import Option, options_of
    from satdnd.registry import KINDS
    from satdnd.setter.parts import Generator

    def hint(wish: Option) -> str:
        """The type of a wish."""
        one = f"Literal[{', '.join(map(repr, wish.choices))}]" if wish.choices else wish.type.__name__
        return (f"tuple[{one}, ...]" if wish.many else one) + " | None" * wish.optional

    own = [entry for entry in KINDS.values() if entry.own]
    lines = [
        '"""What type checkers know of `load`, `loads` and `generate`, kind by kind. Made by `make docs`."""',
        "from collections.abc import Iterator, Mapping",
        "from pathlib import Path",
        "from typing import Any, Literal, overload",
        f"from satdnd import {', '.join(entry.puzzle for entry in own)}",
        "from satdnd.setter.parts import Recipe",
    ]
    for name, source in ("load", "path: str | Path"), ("loads", "text: str"):
        for entry in own:
            lines += ["@overload", f"def {name}({source}, kind: Literal[{entry.name!r}]) -> list[{entry.puzzle}]: ..."]
        lines += ["@overload", f"def {name}({source}, kind: str | None = None) -> list[Any]: ..."]
    common = "seed: int | None = None, count: int = 1, timeout: float | None = None, memory: int | None = None"
    usual = f"wishes: Mapping[str, Any] | None = None, *, {common}"
    for entry in own:
        wishes = options_of(kind_named(entry.name).require(Generator).recipe)
        named = "".join(f", {wish.name}: {hint(wish)} = ..." for wish in wishes)
        made = f"-> Iterator[{entry.puzzle}]: ..."
        lines += ["@overload", f"def generate(what: Literal[{entry.name!r}], {usual}{named}) {made}"]
    lines += ["@overload", f"def generate(what: str | Recipe, {usual}) -> Iterator[Any]: ..."]
    text = "\n".join(lines) + "\n"
    return formatted(text, "satdnd/signatures.pyi", ["check", "--quiet", "--select", "I", "--fix"], ["format"])


def formatted(text: str, name: str, *steps: list[str]) -> str:
    """A text as ruff leaves the file of that name."""
    for step in steps or (["format"],):
        command = [sys.executable, "-m", "ruff", *step, "--stdin-filename", name, "-"]
        text = subprocess.run(command, input=text, cwd=ROOT, text=True, capture_output=True, check=True).stdout
    return text


def techniques() -> str:
    """docs/techniques.md: the names of techniques, when they are used, and an example of each."""
    import satdnd
    from satdnd.engine.kind import kind_named
    from satdnd.explanation.steps import techniques_of
    from satdnd.registry import KINDS

    parts = [TECHNIQUES]
    for kind in KINDS:
        when = techniques_of(kind_named(kind))
        parts += [f"## {KINDS[kind].title}", "| technique | when | example |\n|---|---|---|"]
        for example in json.loads((ROOT / f"docs/techniques/{kind}.json").read_text(encoding="utf-8")):
            (puzzle,) = satdnd.loads(example["puzzle"], kind)
            wishes = example.get("options", {}).items()
            options = {name: tuple(x) if isinstance(x, list) else x for name, x in wishes}
            steps = satdnd.explain(puzzle, **options).steps
            step = next(step for step in steps if step.technique == example["name"])
            text = "<br>".join(f"`{line}`" for line in example["puzzle"].rstrip("\n").splitlines())
            lines = step.text.replace("\n", "<br>").replace("  ", "&emsp;")
            parts[-1] += f"\n| {step.technique} | {when[step.technique]} | {text}<br>{lines} |"
    return "\n\n".join(parts) + "\n"


def families() -> str:
    """docs/families.md: the classes of statements with the kinds that use them, and of each kind what it says so."""
    from satdnd.engine.kind import kind_named
    from satdnd.registry import KINDS, families as registered

    said = {name: rules_by_class(name) for name in KINDS}
    users = dict[type, list[str]]()
    for name in chain(*registered().values()):
        for made in said[name]:
            users.setdefault(made, []).append(name)
    parts = [
        STATEMENTS.format(kinds=sum(map(bool, said.values())), classes=len(users)),
        "| statement | what it says | kinds |\n|---|---|---|",
    ]
    for made, names in sorted(users.items(), key=lambda item: (-len(item[1]), item[0].__name__)):
        says = " ".join((made.__doc__ or "").split("\n\n")[0].split())
        parts[-1] += f"\n| `{made.__name__}` | {says} | {', '.join(names)} |"
    for family, names in registered().items():
        parts += [f"## {family.capitalize()}", "| kind | statement | rules |\n|---|---|---|"]
        for name in names:
            title = kind_named(name).title
            for made, rules in said[name].items():
                parts[-1] += f"\n| {title} | `{made.__name__}` | {', '.join(sorted(rules))} |"
                title = ""
            if not said[name]:
                parts[-1] += f"\n| {title} | none | searched for an optimum, with a proof that there is no better one |"
    return "\n\n".join(parts) + "\n"


FORM_SECTIONS = {
    "tatham": "[Simon Tatham's collection](#simon-tathams-collection): game IDs",
    "kord": "[kord's Dungeons & Diagrams](#kords-dungeons--diagrams)",
    "dungeon-diagrams": "[dungeon-diagrams.github.io](#dungeon-diagrams)",
    "penpa": "[penpa-edit](#penpa-edit)",
    "puzz.link": "[puzz.link](#puzzlink) (pzv.jp, pzprxs)",
    "kanpen": "[Kanpen](#kanpen), the heyawake applet",
    "sudokuexchange": "[sudokuexchange](#sudokuexchange-and-sudokuwiki)",
    "sudokuwiki": "[sudokuwiki](#sudokuexchange-and-sudokuwiki)",
    "f-puzzles": "[f-puzzles](#f-puzzles-and-sudokupad)",
    "sudokupad": "[SudokuPad](#f-puzzles-and-sudokupad)",
}
"""The forms of links as the table names them, with their sections."""


def forms() -> str:
    """The table of all forms of other programs that are read: links, files, and what can be written."""
    from satdnd.errors import InputError
    from satdnd.formats.documents import documents
    from satdnd.formats.links.address import FORMS
    from satdnd.formats.recognition import texts_of
    from satdnd.registry import NAMES

    lines = ["| form | kinds | `--format` |", "|---|---|---|"]
    for form in FORMS:
        owners = {name: texts_of(name) for name in NAMES if form in texts_of(name).links}
        kinds = [kind_in(form, name, owners[name].links[form].names) for name in owners]
        styles = {style for own in owners.values() for style in (*own.foreign.written, *own.solved)}
        written = ", ".join(f"`{style}`" for style in sorted(styles) if style.partition("-old")[0] == form)
        lines.append(f"| {FORM_SECTIONS.get(form, form)} | {', '.join(kinds)} | {written} |")
    for name in NAMES:
        for style in texts_of(name).native:
            if style not in ("text", "grid"):
                lines.append(f"| {style.upper()} | {name} | `{style}` |")
    for document in documents():
        if all(isinstance(record, InputError) for record in document.records(document.example)):
            continue  # such files are asked about
        endings = f" ({', '.join(f'`{suffix}`' for suffix in document.suffixes)})" if document.suffixes else ""
        lines.append(f"| {document.name}{endings} | {', '.join(document.kinds)} | |")
    return "\n".join(lines) + "\n"


def kind_in(form: str, kind: str, names: Sequence[str]) -> str:
    """A kind, with its name in a form where that differs."""
    return kind if names[0] in (kind, form, "") or " " in names[0] else f"{kind} (`{names[0]}`)"


def vocabulary() -> str:
    """The table of what declared kinds are made of, from the docstring of `satdnd.declare`."""
    from satdnd import declare

    lines = ["| what for | names |", "|---|---|"]
    for part in str(declare.__doc__).split("\n\n")[1:-1]:
        if not part.startswith("    "):
            lines.append(f"| **{part.removesuffix(':').replace(chr(10), ' ')}** | |")
            continue
        for line in part.splitlines():
            purpose, names = (
                line[4:44].strip(),
                re.sub(r"\b(?=\w*[A-Z])\w+|\w+_\w+|\b\w+(?=,|$)", r"`\g<0>`", line[44:]),
            )
            lines.append(f"| {purpose} | {names} |" if purpose else lines.pop().removesuffix(" |") + f" {names} |")
    return "\n".join(lines) + "\n"


def kinds_in_families() -> str:
    """The table of all kinds by family, with their names elsewhere."""
    from satdnd.registry import FAMILIES, KINDS, OTHER_NAMES

    lines = ["| family | kinds, and their names elsewhere |", "|---|---|"]
    for family, names in FAMILIES.items():
        kinds = [
            f"**{KINDS[name].title}**" + "".join(f", {other}" for other in OTHER_NAMES.get(name, ())) for name in names
        ]
        lines.append(f"| {family} | {'; '.join(kinds)} |")
    return "\n".join(lines) + "\n"


def kinds() -> str:
    """The table of what each kind has."""
    import satdnd
    from satdnd.engine.kind import kind_named
    from satdnd.engine.optima import certifies
    from satdnd.explanation.steps import Explanations
    from satdnd.formats.links.address import FORMS, TATHAM
    from satdnd.formats.recognition import texts_of
    from satdnd.registry import FAMILIES, KINDS, OTHER_NAMES
    from satdnd.setter.parts import Generator
    from satdnd.web.files import drawn_kinds

    lines = [
        "| kind | names elsewhere | what one fills in | links read and written | links only read | Simon Tatham's ID "
        "| generator | hints | proofs | editor |",
        f"|{'---|' * 10}",
    ]
    for name in chain(*FAMILIES.values()):
        kind, texts = kind_named(name), texts_of(name)
        written = {style.removesuffix("-old") for style in (*texts.foreign.written, *texts.solved)}
        both, read = (
            [form for form in FORMS if form in texts.links and (form in written) is way] for way in (True, False)
        )
        has = {
            "generator": kind.part(Generator) and "yes",
            "hints": kind.part(Explanations) and "yes",
            "proofs": certifies(kind) and "yes",
            "editor": name in drawn_kinds() and "yes",
        }
        cells = (
            f"`{name}` {KINDS[name].title}",
            ", ".join(OTHER_NAMES.get(name, ())),
            filled_in(getattr(satdnd, KINDS[name].puzzle).solution_class),
            ", ".join(both),
            ", ".join(read),
            f"`{texts.links[TATHAM].names[0]}`" if TATHAM in texts.links else "",
            *(word or "" for word in has.values()),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def filled_in(solution: type) -> str:
    """What a player fills in, from what the class of solutions says of itself."""
    words = re.split(r"[.,:;]", re.sub(r"^A \w+: ", "", (solution.__doc__ or "").split("\n")[0]))[0]
    return words[0].lower() + words[1:]


TABLES = {
    "all forms": forms,
    "the vocabulary": vocabulary,
    "all kinds": kinds,
    "the kinds in families": kinds_in_families,
}
"""Tables within pages, each between two comments with its name."""


def with_tables(page: str) -> str:
    """*page* with the tables that it has made again."""
    for name, table in TABLES.items():
        before, begin, rest = page.partition(f"<!-- {name}: made by make docs -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->\n")
        page = f"{before}{begin}{table()}{end}{after}" if end else page
    return page


def rules_by_class(name: str) -> dict[type, set[str]]:
    """The classes of statements that a kind makes, under any of its own options, and the rules that each says."""
    import satdnd
    from satdnd.engine.kind import Rules, kind_named
    from satdnd.engine.settings import own_options
    from satdnd.formats.loading import example_text
    from satdnd.registry import KINDS

    kind = kind_named(name)
    book = kind.part(Rules)
    if book is None:
        return {}
    texts = [*getattr(kind, "examples", [example_text(name)])]
    ending = KINDS[name].suffixes[0]
    files = chain(*((ROOT / "instances" / name).glob(where + ending) for where in ("*", "variants/*")))
    texts += [path.read_text("utf-8") for path in files]
    puzzles = [puzzle for text in texts for puzzle in satdnd.loads(text, name)]
    wishes = [{}, *({own.name: choice} for own in own_options(kind.options) for choice in own.choices)]
    found = dict[type, set[str]]()
    for puzzle in puzzles:
        for wish in wishes:
            rulebook = book.book(puzzle, kind.options(**wish))
            for made, rule in chain.from_iterable(map(classes, rulebook.statements)):
                found.setdefault(made, set()).add(rule)
            for cut in rulebook.cuts.parts if rulebook.cuts else ():
                found.setdefault(type(cut), set()).add(cut.rule)
    return found


def classes(statement: Any) -> Iterator[tuple[type, str]]:
    """The class of a statement and its rule, and those of its parts."""
    yield type(statement), statement.rule
    yield from chain.from_iterable(map(classes, getattr(statement, "parts", ())))


def with_outputs(page: str, folder: Path) -> str:
    """*page* with the output of every command in its ```console blocks made again."""

    def again(block: re.Match[str]) -> str:
        lines = []
        for line in block[1].splitlines():
            if line.startswith("$ "):
                missing = [need for need in NEEDS if need in line and not shutil.which(need)]
                if missing:
                    return block[0]
                lines.append(line)
                output = run(line[2:], folder)
                lines += output.split("\n") if output else []
        return "```console\n" + "\n".join(lines) + "\n```"

    return re.sub(r"```console\n(.*?)\n```", again, page, flags=re.DOTALL)


KERNEL = """
import sys, nbformat, nbclient
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
sys.stdout.write(nbformat.writes(notebook))
"""
"""A program that runs a notebook; its warnings are not ours."""


def notebook() -> str:
    """docs/notebook.ipynb, run from the top; without what is not the same every time."""
    command = [sys.executable, "-W", "ignore", "-c", KERNEL, str(ROOT / "docs/notebook.ipynb")]
    ran = subprocess.run(command, cwd=ROOT / "docs", capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(f"the notebook does not run: {ran.stderr[-2000:]}")
    return tidied(json.loads(ran.stdout))


def tidied(record: dict[str, Any]) -> str:
    """A notebook as it is kept: of what is drawn the picture alone, since the text beside it tells the time it took."""
    for number, cell in enumerate(record["cells"], 1):
        cell["metadata"] = {}
        cell["id"] = f"cell-{number:02}"
        for output in cell.get("outputs", ()):
            if "image/svg+xml" in output.get("data", {}):
                output["data"] = {"image/svg+xml": output["data"]["image/svg+xml"]}
    record["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return json.dumps(record, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def generated() -> Iterator[tuple[Path, str]]:
    """Every generated file with its text as it should be."""
    yield ROOT / "satdnd/signatures.pyi", signatures()
    yield ROOT / "docs/cli.md", cli_reference()
    yield from api_pages()
    yield ROOT / "docs/families.md", families()
    yield ROOT / "docs/techniques.md", techniques()
    yield ROOT / "docs/notebook.ipynb", notebook()
    folder = workplace()
    try:
        for path, command in PICTURES.items():
            yield ROOT / path, run(command, folder) + "\n"
        for name in PAGES:
            path = ROOT / name
            if path.exists():
                yield path, with_outputs(with_tables(path.read_text(encoding="utf-8")), folder)
    finally:
        shutil.rmtree(folder)


def main() -> int:
    """Write, or with --check compare."""
    stale = []
    for path, text in generated():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(str(path.relative_to(ROOT)))
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    verb = "stale, run 'make docs'" if "--check" in sys.argv else "written"
    print(f"{', '.join(stale)}: {verb}" if stale else "all up to date")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
