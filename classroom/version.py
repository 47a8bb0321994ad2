"""The app's version."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

PACKAGE = "sequence-classroom"
_PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def app_version() -> str:
    """Read the version: from pyproject.toml in a checkout, from the metadata of an installed package."""
    if _PROJECT.is_file():
        return str(tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"])
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "unknown"


def built_at() -> datetime:
    """Return a time that is certainly in the past: when this file was written or installed."""
    return datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
