"""The command line: one module a command, loaded when it is used, so that ``satdnd --help`` answers at once."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import traceback
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import click

from satdnd.errors import SatdndError, UsageError
from satdnd.interrupts import wrecked
from satdnd.version import __version__

COMMANDS = {
    "solve": "One solution of each puzzle, or up to --limit of them.",
    "unique": "Is it the only solution? Shows two if not.",
    "verify": "Check boards against the rules; every fault at once.",
    "forced": "The cells that are the same in all solutions.",
    "export": "DIMACS CNF (or iCNF, OPB) with a variable map in its comments.",
    "decode": "An external solver's answer, back to a verified board.",
    "check": "Replay a certificate of uniqueness.",
    "diagnose": "Why there is no solution (or several), and what would mend it.",
    "explain": "The whole solution as steps that a person can follow.",
    "generate": "New puzzles.",
    "convert": "Puzzles from one file format to another.",
    "show": "Draw puzzles, or a puzzle with a solution.",
    "help": "The rules of a kind, its formats, its options.",
    "example": "A puzzle of a kind, to try.",
}
"""Command names and the lines that --help shows for them; the code of each is in the module of its name."""

INTERRUPTED = 130


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """All names, in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name, or None."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"satdnd.cli.{name}").command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in --help, from `COMMANDS` alone."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, context: click.Context) -> Any:
        """Run the command; a reader that went away (``| head``) ends it quietly, with status 0."""
        try:
            return super().invoke(context)
        except OSError as error:  # from writing: what cannot be read is an InputError
            try:
                sys.stdout.flush()
            except OSError:  # the interpreter would try again at exit, and complain
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                context.exit(0)
            raise UsageError(f"cannot write: {error.strerror or error}") from error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="satdnd")
def satdnd() -> None:
    """Grid logic puzzles, solved, proved and explained with a SAT solver.

    PUZZLE is a file, a directory (every puzzle file in it), or - for standard input; a file may hold many puzzles.
    The exit status is 0 when every answer is good, 1 when one is negative (unsolvable, multiple, invalid),
    2 for bad usage or input, 3 when one is undecided, 130 after an interrupt.

    \b
    Example:
      satdnd example dungeon | satdnd unique -
    """


class Terminated(BaseException):
    """Another process asked us to end (SIGTERM, SIGHUP); what is open is put in order on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated(number)


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line and exit; whatever goes wrong is a line on standard error and status 2, never 1."""
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
                signal.signal(getattr(signal, name), _terminate)
    try:
        status = satdnd.main(args=arguments, prog_name="satdnd", standalone_mode=False)  # what Context.exit was given
    except click.ClickException as error:
        error.show()
        status = 2
    except SatdndError as error:
        click.echo(f"satdnd: {error}", err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("satdnd: interrupted", err=True)
        status = INTERRUPTED
    except Terminated as error:
        click.echo("satdnd: terminated", err=True)
        status = 128 + error.number
    except MemoryError:
        click.echo("satdnd: the memory of the machine was used up; --memory sets a limit", err=True)
        status = 2
    except Exception as error:
        trace = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(trace.filename).name}:{trace.lineno}"
        click.echo(f"satdnd: a bug of satdnd's own: {type(error).__name__}: {error} (at {place})", err=True)
        status = 2
    if wrecked():  # C code was jumped out of: nothing may be freed any more
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status or 0)
    sys.exit(status)
