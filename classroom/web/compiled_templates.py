"""Cache compiled templates on disk. Otherwise each first page after a start takes an extra fifth of a second."""

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
"""In the instance folder. May be deleted at any time."""


class CompiledTemplates(FileSystemBytecodeCache):
    """Templates as bytecode, each valid for one source and one compiler."""

    def __init__(self, instance_path: Path) -> None:
        """Use this version's folder, and delete those of other versions. Without a folder, nothing is cached."""
        folder = instance_path / FOLDER
        own = folder / _compiler()
        with suppress(OSError):
            own.mkdir(parents=True, exist_ok=True)
            for other in folder.iterdir():
                if other != own:
                    shutil.rmtree(other, ignore_errors=True)
        super().__init__(str(own))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template's bytecode, if cached."""
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a template's bytecode, if the disk allows it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _compiler() -> str:
    """Return what the bytecode depends on besides the template's source, which Jinja compares itself."""
    code = map(inspect.getsource, (page_templates, template_space, templates))
    return hashlib.sha256("\n".join([version("jinja2"), *code]).encode()).hexdigest()[:16]
