"""Keep the tests' files in memory where there is room for them.

A durable commit waits 3 ms for a disk and 0.05 ms for memory, and tests make tens of thousands of them. If TMPDIR is
set, the files are there instead. Files in memory are deleted at the end of the run, or at the start of the next one.

All workers of a run share one folder, so that a file is built only once.
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
MIN_FREE_BYTES = 4 * 1024**3
"""A whole run takes about 300 MB."""
PREFIX = "sequence-tests-"
RUN_FOLDER_VARIABLE = "TEST_RUN_FOLDER"
"""The environment variable with the folder that all workers and servers of a run share."""
_OWN = pytest.StashKey[Path]()
_SHARED = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """Choose the folder before any file is created. Workers get it from the environment."""
    if hasattr(config, "workerinput"):
        return
    if "TMPDIR" not in os.environ and _has_room():
        remove_left_behind()
        folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=MEMORY))
        config.stash[_OWN] = folder
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    if RUN_FOLDER_VARIABLE not in os.environ:  # a test can run tests
        config.stash[_SHARED] = Path(tempfile.mkdtemp(prefix="run-"))
        os.environ[RUN_FOLDER_VARIABLE] = str(config.stash[_SHARED])


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Delete the files of the run."""
    if shared := config.stash.get(_SHARED, None):
        del os.environ[RUN_FOLDER_VARIABLE]
        shutil.rmtree(shared, ignore_errors=True)
    if folder := config.stash.get(_OWN, None):
        del os.environ["TMPDIR"]
        tempfile.tempdir = None
        shutil.rmtree(folder, ignore_errors=True)


def run_folder() -> Path:
    """Return the folder that all workers and servers of a run share. Outside of a run, each process has its own."""
    return Path(os.environ.get(RUN_FOLDER_VARIABLE) or _process_folder())


@functools.cache
def _process_folder() -> str:
    folder = tempfile.mkdtemp(prefix="no-run-")
    atexit.register(_remove_process_folder, folder, os.getpid())
    return folder


def _remove_process_folder(folder: str, process: int) -> None:
    """Delete the folder in the process that created it: its forks end earlier, and others still need the folder."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def built_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a file that all workers of a run share. The first one that needs it builds it."""
    file = run_folder() / name
    if not file.exists():
        own = Path(tempfile.mkdtemp(dir=run_folder())) / name
        make(own)
        own.replace(file)
    return file


def remove_left_behind(memory: Path = MEMORY) -> None:
    """Delete the folders of runs that were killed."""
    for folder in memory.glob(f"{PREFIX}*"):
        process = folder.name.removeprefix(PREFIX).partition("-")[0]
        if not Path("/proc", process).exists():
            shutil.rmtree(folder, ignore_errors=True)


def _has_room() -> bool:
    return MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= MIN_FREE_BYTES
