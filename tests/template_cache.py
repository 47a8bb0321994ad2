"""Templates are compiled once for all apps of a run of the tests, its workers' and its servers'."""

from __future__ import annotations

from jinja2 import FileSystemBytecodeCache

from tests.temporary import folder_of_run

COMPILED = FileSystemBytecodeCache(str(folder_of_run()))
"""Each template by its name and place; one that has changed is compiled again."""
