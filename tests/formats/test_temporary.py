"""Temporary files and folders: what a killed process left is used again, and nothing else is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from satdnd.formats.temporary import temporary_file, temporary_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no locks")
KILLED = """
import os, signal, sys
from pathlib import Path
from satdnd.formats.temporary import temporary_file, temporary_folder
place = Path(sys.argv[1])
handle, path = temporary_file(place)
os.write(handle, b"half")
with temporary_folder(place.with_name("folder"), {"a"}) as folder:
    (folder / "a").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_left_is_used_again(tmp_path: Path) -> None:
    """Both are emptied; a certificate's folder only if nothing else lies in it."""
    place, folder = tmp_path / "out", tmp_path / "folder"
    for extra in (False, True):
        done = subprocess.run([sys.executable, "-c", KILLED, str(place)], check=False)
        assert done.returncode == -signal.SIGKILL
        assert sorted(os.listdir(tmp_path)) == [".folder.satdnd", ".out.satdnd"]
        handle, path = temporary_file(place)
        assert (path, os.fstat(handle).st_size) == (str(tmp_path / ".out.satdnd"), 0)
        os.close(handle)
        if extra:
            (tmp_path / ".folder.satdnd" / "mine").write_text("precious")
        with temporary_folder(folder, {"a"}) as aside:
            assert (aside == tmp_path / ".folder.satdnd", os.listdir(aside)) == (not extra, [])
    assert (tmp_path / ".folder.satdnd" / "mine").read_text() == "precious"


def test_two_at_once_do_not_meet(tmp_path: Path) -> None:
    """The second gets another; when the first has put its file in place, its lock is of no use for a later one."""
    place = tmp_path / "out"
    first, path = temporary_file(place)
    second, other = temporary_file(place)
    assert path != other
    assert Path(other).name.startswith(".out.")
    os.write(first, b"whole")
    os.replace(path, place)
    third, again = temporary_file(place)
    assert (again, place.read_text()) == (path, "whole")
    for handle in (first, second, third):
        os.close(handle)
    with temporary_folder(place, ()) as one, temporary_folder(place, ()) as two:
        assert one != two
        assert one.is_dir()
        assert two.is_dir()
    assert not one.exists()
    assert not two.exists()


@pytest.mark.parametrize("there", ["link", "hard link", "folder", "pipe"])
def test_what_is_not_ours_is_left_alone(there: str, tmp_path: Path) -> None:
    """A link, a second name of a file, a folder with things in it."""
    place, mine, name = tmp_path / "out", tmp_path / "mine", tmp_path / ".out.satdnd"
    mine.write_text("precious")
    if there == "link":
        name.symlink_to(mine)
    elif there == "hard link":
        name.hardlink_to(mine)
    elif there == "pipe":
        os.mkfifo(name)
    else:
        name.mkdir()
        (name / "a").write_text("precious")
    handle, path = temporary_file(place)
    os.close(handle)
    with temporary_folder(place, {"b"}) as aside:
        assert path != str(name) != str(aside)
    assert mine.read_text() == "precious"
    if there == "folder":
        assert (name / "a").read_text() == "precious"
