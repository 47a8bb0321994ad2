"""How many connections and streams there is room for, by descriptors and by memory, and how memory is kept together."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

_OWN_DESCRIPTORS = 128  # not for connections: the database, files
_MOST_CONNECTIONS = 65_536
_WITHOUT_LIMIT = 8192  # descriptors on Windows, and where the system names none
_MEMORY_SHARE = 4  # connections may take a quarter of the computer's memory
_CONNECTION_BYTES = 32 * 1024  # of an open stream, the system's buffers included
_UNKNOWN_MEMORY = 1024**3
_M_ARENA_MAX = -8  # of glibc's malloc.h


def most_connections() -> int:
    """How many connections may be open at a time."""
    return max(1, min(_MOST_CONNECTIONS, raise_descriptor_limit() - _OWN_DESCRIPTORS, _room_in_memory()))


def most_streams() -> int:
    """How many of them may be streams. The rest is for what the same pages ask for."""
    return most_connections() * 2 // 3


def raise_descriptor_limit() -> int:
    """Raise the number of files we may open, sockets included, as far as we may, and give it."""
    try:
        import resource  # noqa: PLC0415 (not on Windows, where the limit is far away)
    except ImportError:
        return _WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:  # macOS says so, and refuses it
        hard = max(soft, _WITHOUT_LIMIT)
    if soft in {resource.RLIM_INFINITY, hard}:
        return hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return hard


def _room_in_memory() -> int:
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows
        memory = _UNKNOWN_MEMORY
    return memory // _MEMORY_SHARE // _CONNECTION_BYTES


def share_heap() -> None:
    """Let all threads allocate from one heap: each of sixteen would keep what was once needed, and grow for hours.

    It holds for threads that have not begun. They wait for each other anyway, as one at a time runs Python.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a C library other than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
