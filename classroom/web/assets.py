"""Addresses of static files carry a hash of the content, so that browsers may keep them for a year."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def use_assets(app: Flask) -> None:
    """Add ``?v=<hash>`` to every address of a static file."""
    folder = Path(app.static_folder or "")
    hashes: dict[tuple[str, int], str] = {}

    @app.url_defaults
    def _add_hash(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint != "static" or "filename" not in values:
            return
        file = folder / values["filename"]
        if not file.is_file():
            return
        key = (values["filename"], file.stat().st_mtime_ns)
        if key not in hashes:
            hashes[key] = hashlib.sha256(file.read_bytes()).hexdigest()[:10]
        values["v"] = hashes[key]
