"""Looking for names in the bytes of all files of an instance folder, whatever wrote them there."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def files_with(folder: Path, words: Iterable[str]) -> dict[str, list[str]]:
    """For each file under the folder that holds one of the words, in capitals or not: which."""
    found = {}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        try:
            content = file.read_bytes().lower()
        except FileNotFoundError:  # the running server has deleted it since it was listed
            continue
        here = [word for word in words if word.lower().encode() in content]
        if here:
            found[str(file.relative_to(folder))] = here
    return found
