"""Search the bytes of all files in an instance folder for names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def files_with(folder: Path, words: Iterable[str]) -> dict[str, list[str]]:
    """Map each file that contains any of the words, in upper or lower case, to the words found."""
    found = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            content = file.read_bytes().lower()
        except FileNotFoundError:  # the running server has deleted it since the listing
            continue
        here = [word for word in words if word.lower().encode() in content]
        if here:
            found[str(file.relative_to(folder))] = here
    return found
