"""Clear what a process caches from its database, for tests with another database."""

from __future__ import annotations

from classroom import database
from classroom.live import presence
from classroom.presenters.sessions import live
from classroom.presenters.table import shared
from classroom.services import erasing
from classroom.services.accounts import devices
from classroom.services.learning import answer_counts, knowledge
from classroom.services.play import positions, tables
from classroom.web import once, refused_access


def clear_process_caches() -> None:
    """Clear all caches, as a restart does."""
    positions.forget_positions()
    tables.forget_tables()
    shared._kept.clear()
    live._kept.clear()
    once._called.cache_clear()
    knowledge.drop_memory()
    answer_counts._kept.clear()
    devices._tries.clear()
    refused_access._noted.clear()
    erasing._progress = erasing._Progress()
    database._problem = None
    presence._seen.clear()
    presence._written.clear()
    presence._open.clear()
    presence._closed.clear()
