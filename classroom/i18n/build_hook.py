"""The build hook that compiles the catalogs and adds them to a wheel; named in pyproject.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface[Any]):
    """Runs before files are collected. Can't import the app."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogs, and list the compiled files, which would be skipped like all ignored files."""
        del version
        for source in Path(self.root, "classroom/translations").glob("*/LC_MESSAGES/messages.po"):
            compiled = source.with_suffix(".mo")
            with source.open("rb") as text, compiled.open("wb") as binary:
                write_mo(binary, read_po(text))
            build_data["artifacts"].append(compiled.relative_to(self.root).as_posix())
