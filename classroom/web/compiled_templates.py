"""Compiled templates on disk: to compile those of one page takes a fifth of a second after each start."""

from __future__ import annotations

import hashlib
import inspect
import shutil
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from classroom.i18n import templates
from classroom.web import page_templates, template_space

FOLDER = "compiled-templates"
"""In the instance folder. It may be deleted at any time."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates as bytecode, each valid for its source and for the code that compiled it."""

    def __init__(self, instance_path: Path) -> None:
        """Use the folder of this version, and delete those of others; without one, templates are compiled as ever."""
        folder = instance_path / FOLDER
        own = folder / _compiler()
        with suppress(OSError):
            own.mkdir(parents=True, exist_ok=True)
            for other in folder.iterdir():
                if other != own:
                    shutil.rmtree(other, ignore_errors=True)
        super().__init__(str(own))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read one template, if it is there."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store one template, if the disk takes it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _compiler() -> str:
    """Name what the bytecode of a template depends on besides its source, which Jinja compares itself."""
    code = map(inspect.getsource, (page_templates, template_space, templates))
    return hashlib.sha256("\n".join([version("jinja2"), *code]).encode()).hexdigest()[:16]
