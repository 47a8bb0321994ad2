"""Searches the logs of a server for what may stand in none: names of people, and the cookies of those signed in."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

SHORTEST_NAME = 3
"""A shorter one can stand in any text."""
SHORTEST_TOKEN = 16
"""Shorter cookies hold choices, such as a language."""


def assert_tells_no_secret(console: str, *, database: Path, cookies: Collection[str]) -> None:
    """Fail if the server log or the activity log holds one.

    :param database: a SQLite file; one that is missing or damaged tells no names.
    """
    names, activity = _names_and_activity(database)
    words = {*names, *(cookie for cookie in cookies if len(cookie) >= SHORTEST_TOKEN)}
    for log, text in (("server log", console), ("activity log", activity)):
        assert (found := found_in(text, words)) == [], f"in the {log}: {found}"


def found_in(text: str, words: Iterable[str]) -> list[str]:
    """Give those that stand in a text as words of their own."""
    likely = [word for word in words if len(word) >= SHORTEST_NAME and word in text]
    return [word for word in likely if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)]


def _names_and_activity(database: Path) -> tuple[set[str], str]:
    if not database.is_file():
        return set(), ""
    try:
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT name FROM students UNION SELECT name FROM teachers").fetchall()
            entries = connection.execute("SELECT * FROM audit_entries").fetchall()
    except sqlite3.Error:
        return set(), ""
    return {row[0] for row in rows}, "\n".join(map(str, entries))
