"""The command line: one module per command, loaded when it is used, so that ``satdnd --help`` answers at once."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import traceback
from difflib import get_close_matches
from importlib import import_module
from types import FrameType
from typing import Any

import click

from satdnd.errors import SatdndError, UsageError
from satdnd.sat.pysat_interrupts import wrecked
from satdnd.version import __version__

COMMANDS = {
    "solve": "One solution of each puzzle, or up to --limit of them.",
    "unique": "Is there exactly one solution? Shows two if not.",
    "count": "How many solutions each puzzle has, up to --limit.",
    "verify": "Check boards against the rules; report every fault.",
    "forced": "The cells that are the same in all solutions.",
    "export": "DIMACS CNF (or iCNF, OPB), its variables named in comments.",
    "decode": "An external solver's answer, turned into a verified board.",
    "check": "Replay a certificate of uniqueness.",
    "diagnose": "Why there is no solution (or several), and what would fix it.",
    "explain": "The whole solution in steps that a person can follow.",
    "hint": "The next step from a player's board.",
    "judge": "Does each step follow, whoever wrote it?",
    "rate": "How hard: a grade, and how many minutes.",
    "times": "Solving times of people beside grades and minutes.",
    "batch": "Many puzzles: workers, progress, resuming, a cluster.",
    "generate": "New puzzles.",
    "dataset": "A set of puzzles to train and test reasoning programs.",
    "convert": "Convert puzzles to other formats and other programs' links.",
    "show": "Draw puzzles, or a puzzle with a solution.",
    "bench": "Compare encodings and solvers.",
    "edit": "The editor, in a browser, served by this package.",
    "web": "The same editor as a static site that needs no server.",
    "booklet": "A print sheet of many puzzles, with answers at the end.",
    "help": "The rules, formats and options of a kind; help for a command.",
    "example": "A puzzle of a kind to try.",
}
"""Command names and their lines in --help; the code of each command is in the module of that name."""

INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is needed."""

    def list_commands(self, context: click.Context) -> list[str]:
        """All names, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name, or None."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"satdnd.cli.{name}").command
        return command

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; suggests the nearest name for an unknown one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and (near := get_close_matches(name, COMMANDS, 1)):
            context.fail(f"No such command {name!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in --help, from `COMMANDS` alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, context: click.Context) -> Any:
        """Run the command, which returns the exit status; if the reader goes away (``| head``), end with status 0."""
        try:
            status = super().invoke(context)
        except OSError as error:  # from writing: an unreadable input is an InputError
            try:
                sys.stdout.flush()
            except OSError:  # the interpreter would try again at exit, and complain
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                context.exit(0)
            raise UsageError(f"cannot write: {error.strerror or error}") from error
        except Exception as error:
            if context.params["traceback"] and not isinstance(
                error, click.ClickException | click.Abort | click.exceptions.Exit
            ):
                traceback.print_exception(error)
            raise
        context.exit(status or 0)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="satdnd")
@click.option("--traceback", is_flag=True, help="After an error, also print where in the code it happened.")
def satdnd(traceback: bool) -> None:
    """Grid logic puzzles, solved, proved and explained with a SAT solver.

    PUZZLE is a file, a directory (every puzzle file in it), - for standard input, or a link that holds a puzzle; a file
    may contain many puzzles and links.
    The exit status is 0 when every answer is good, 1 when one is negative (unsolvable, multiple, invalid),
    2 for bad usage or input, 3 when one is undecided, 130 after an interrupt.

    \b
    Example:
      satdnd example dungeon | satdnd unique -
    """


class Terminated(BaseException):
    """Another process asked us to end (SIGTERM, SIGHUP); open files are put in order on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _terminate(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # a second signal ends the process at once
    raise Terminated(number)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line and exit; any failure is a line on standard error and status 2, never 1."""
    handled = _handle_signals()
    try:
        status = _run(arguments)
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)
    if wrecked():  # C code was jumped out of: nothing may be freed any more
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status or 0)
    # If Ctrl-C arrives while Python executes source text (as dataclasses do at import), Python remembers to end
    # itself by SIGINT, even if the exception is handled; executing another text resets that (CPython's pythonrun.c,
    # unhandled_keyboard_interrupt).
    exec("")
    sys.exit(status)


def _handle_signals() -> list[int]:
    """Raise `Terminated` on SIGTERM and SIGHUP unless they are handled elsewhere; returns these signals."""
    if threading.current_thread() is not threading.main_thread():
        return []
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    own = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in own:
        signal.signal(number, _terminate)
    return own


def _run(arguments: list[str] | None) -> int | None:
    """Run a command and return its exit status, after reporting any failure."""
    try:
        status: int | None = satdnd.main(args=arguments, prog_name="satdnd", standalone_mode=False)
        return status  # as given to Context.exit
    except click.NoSuchOption as error:
        with contextlib.suppress(OSError):
            _nearest(error).show()
        return 2
    except click.ClickException as error:
        with contextlib.suppress(OSError):
            error.show()
        return 2
    except SatdndError as error:
        return _fail(str(error), 2)
    except (click.Abort, KeyboardInterrupt) as error:
        if isinstance(error.__cause__, EOFError):  # click turns this into Abort as well, though it asked for no input
            return _report_bug(error.__cause__)
        return _fail("interrupted", INTERRUPTED)
    except Terminated as error:
        return _fail("terminated", 128 + error.number)
    except MemoryError:
        return _fail("the machine ran out of memory; --memory sets a limit", 2)
    except Exception as error:  # the last resort: a traceback would end with status 1, which is a verdict
        return _report_bug(error)


def _report_bug(error: BaseException) -> int:
    from satdnd.cli.bugs import described

    return _fail(described(error), 2)


def _nearest(error: click.NoSuchOption) -> click.NoSuchOption:
    """*error* with a better suggestion: an argument, the environment, or only names that are really similar."""
    name = error.option_name.lstrip("-")
    command = error.ctx.command if error.ctx else None
    arguments = [p.name for p in command.params if isinstance(p, click.Argument)] if command else []
    near, message = get_close_matches(error.option_name, error.possibilities or [], cutoff=0.75), error.message
    if name in arguments:
        near, message = [], f"{message} The {name} is an argument, not an option."
    elif name in ("color", "colour", "no-color", "no-colour"):
        near, message = [], f"{message} A terminal gets colours, unless NO_COLOR is set; files get none."
    return click.NoSuchOption(error.option_name, message, near, error.ctx)


def _fail(message: str, status: int) -> int:
    """*status*, after writing a line to standard error if possible."""
    with contextlib.suppress(OSError):
        click.echo(f"satdnd: {message}", err=True)
    return status
