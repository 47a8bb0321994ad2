"""Templates are compiled once for all apps of a run of the tests, its workers' and its servers'."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from jinja2 import FileSystemBytecodeCache

from tests.temporary import FOLDER_OF_RUN


def _folder() -> str:
    """Give the folder of the run, or one of this process alone if it is no test's."""
    if FOLDER_OF_RUN in os.environ:
        return os.environ[FOLDER_OF_RUN]
    own = tempfile.mkdtemp(prefix="templates-")
    atexit.register(shutil.rmtree, own, ignore_errors=True)
    return own


COMPILED = FileSystemBytecodeCache(_folder())
"""Each template by its name and place; one that has changed is compiled again."""
