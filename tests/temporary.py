"""Keep the tests' files in memory where there is room for them.

A durable commit waits 3 ms for a disk and 0.05 ms for memory, and tests make tens of thousands of them. If TMPDIR is
set, they lie there. What lies in memory goes at the end of the run, or at the beginning of the next one.

One folder is the whole run's: what a worker has put there, no other need make.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux has it; mkdtemp makes the folder, for this user alone
ROOM = 4 * 1024**3
"""Bytes that must be free. A whole run takes about 300 MB."""
PREFIX = "sequence-tests-"
FOLDER_OF_RUN = "TEST_RUN_FOLDER"
"""The environment variable with the folder that all workers and servers of a run share."""
_OWN = pytest.StashKey[Path]()
_SHARED = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """Choose the place before anything is made in it; workers have it from the environment."""
    if hasattr(config, "workerinput"):
        return
    if "TMPDIR" not in os.environ and _has_room():
        remove_left_behind()
        folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=MEMORY))
        config.stash[_OWN] = folder
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    if FOLDER_OF_RUN not in os.environ:  # a test can run tests
        config.stash[_SHARED] = Path(tempfile.mkdtemp(prefix="run-"))
        os.environ[FOLDER_OF_RUN] = str(config.stash[_SHARED])


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Give the memory back."""
    if shared := config.stash.get(_SHARED, None):
        del os.environ[FOLDER_OF_RUN]
        shutil.rmtree(shared, ignore_errors=True)
    if folder := config.stash.get(_OWN, None):
        del os.environ["TMPDIR"]
        tempfile.tempdir = None
        shutil.rmtree(folder, ignore_errors=True)


def folder_of_run() -> Path:
    """Give the folder that all workers and servers of a run share; where no tests run, one of this process alone."""
    return Path(os.environ.get(FOLDER_OF_RUN) or _own_folder())


@functools.cache
def _own_folder() -> str:
    folder = tempfile.mkdtemp(prefix="no-run-")
    atexit.register(_remove_own, folder, os.getpid())
    return folder


def _remove_own(folder: str, process: int) -> None:
    """Remove it at the end of the process that made it: its forks end earlier, and others of them still need it."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Give a file that is the same for a whole run: the first worker that needs it makes it."""
    file = folder_of_run() / name
    if not file.exists():
        own = Path(tempfile.mkdtemp(dir=folder_of_run())) / name
        make(own)
        own.replace(file)
    return file


def remove_left_behind(memory: Path = MEMORY) -> None:
    """Remove the folders of runs that were killed."""
    for folder in memory.glob(f"{PREFIX}*"):
        process = folder.name.removeprefix(PREFIX).partition("-")[0]
        if not Path("/proc", process).exists():
            shutil.rmtree(folder, ignore_errors=True)


def _has_room() -> bool:
    return MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM
