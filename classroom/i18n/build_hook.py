"""Compile the catalogs for a wheel, and put them into it: the hook that pyproject.toml names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogHook(BuildHookInterface[Any]):
    """Runs before files are collected, where nothing of the app can be imported."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and name the compiled files: version control ignores them, and so would the wheel."""
        del version
        for source in Path(self.root, "classroom/translations").glob("*/LC_MESSAGES/messages.po"):
            compiled = source.with_suffix(".mo")
            with source.open("rb") as text, compiled.open("wb") as binary:
                write_mo(binary, read_po(text))
            build_data["artifacts"].append(compiled.relative_to(self.root).as_posix())
