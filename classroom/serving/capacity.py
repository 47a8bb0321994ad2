"""Limits on connections and streams, from file descriptors and memory; and memory settings of the allocator."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress

_OWN_DESCRIPTORS = 128  # reserved for the database and files
_MOST_CONNECTIONS = 65_536
_WITHOUT_LIMIT = 8192  # descriptors on Windows, and where the system sets no limit
_MEMORY_SHARE = 4  # connections may use a quarter of the computer's memory
_CONNECTION_BYTES = 32 * 1024  # per open stream, including system buffers
_UNKNOWN_MEMORY = 1024**3
_M_ARENA_MAX = -8  # from glibc's malloc.h


def most_connections() -> int:
    """Return the maximum number of open connections."""
    return max(1, min(_MOST_CONNECTIONS, raise_descriptor_limit() - _OWN_DESCRIPTORS, _room_in_memory()))


def most_streams() -> int:
    """Return how many of the connections may be streams. The rest is for other requests by the same pages."""
    return most_connections() * 2 // 3


def raise_descriptor_limit() -> int:
    """Raise the limit of open files, including sockets, as far as allowed, and return it."""
    try:
        import resource  # noqa: PLC0415 (not on Windows, where the limit is far away)
    except ImportError:
        return _WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:  # macOS reports this limit but rejects it
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
    """Make all threads share one heap. Otherwise each of sixteen would keep its peak, and memory would grow for hours.

    Affects only threads that have not started. Contention costs nothing: only one thread at a time runs Python.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a C library other than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
