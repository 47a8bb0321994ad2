"""Files that are still there after a power cut."""

from __future__ import annotations

import os
from pathlib import Path


def flush(path: Path) -> None:
    """Wait until a file, or which names a folder holds, is on the disk. Windows does the second by itself."""
    if path.is_dir():
        if os.name == "nt":
            return
        descriptor = os.open(path, os.O_RDONLY)
    else:
        descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def put_in_place(fresh: Path, place: Path) -> None:
    """Give a finished file its name, in the place of one that may be there: at no moment is there none."""
    flush(fresh)
    fresh.replace(place)
    flush(place.parent)
