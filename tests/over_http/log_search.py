"""Searches a server's logs for what must not be there: people's names and the cookies of signed-in users."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

SHORTEST_NAME = 3
"""Characters; shorter names can be part of any text."""
SHORTEST_TOKEN = 16
"""Characters; shorter cookies hold preferences, such as a language."""


def assert_no_secrets_in_logs(console: str, *, database: Path, cookies: Collection[str]) -> None:
    """Fail if the server log or the activity log contains a name or a cookie.

    :param database: a SQLite file. If it is missing or damaged, only cookies are searched for.
    """
    names, activity = _names_and_activity(database)
    words = {*names, *(cookie for cookie in cookies if len(cookie) >= SHORTEST_TOKEN)}
    for log, text in (("server log", console), ("activity log", activity)):
        assert (found := found_in(text, words)) == [], f"in the {log}: {found}"


def found_in(text: str, words: Iterable[str]) -> list[str]:
    """Return the words that occur in a text as whole words."""
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
