"""A cache of compiled templates for all apps of a test run, in its workers and its servers."""

from __future__ import annotations

from jinja2 import FileSystemBytecodeCache

from tests.temporary import run_folder

COMPILED = FileSystemBytecodeCache(str(run_folder()))
"""Jinja compiles a template again if its source has changed."""
