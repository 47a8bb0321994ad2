"""The log search finds names and cookies."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.over_http.log_search import assert_no_secrets_in_logs

if TYPE_CHECKING:
    from pathlib import Path

COOKIE = "k3J9-a-signed-cookie"


@pytest.mark.parametrize("line", ["hello Bob Q.!", f"cookie {COOKIE}", "refused: POST join by Bob Q."])
def test_a_name_or_a_cookie_in_a_log_is_found(tmp_path: Path, line: str) -> None:
    database = tmp_path / "classroom.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        for table in ("students (name)", "teachers (name)", "audit_entries (detail)"):
            connection.execute(f"CREATE TABLE {table}")
        connection.execute("INSERT INTO students VALUES ('Bob Q.')")
        connection.commit()
        assert_no_secrets_in_logs("refused: GET classes.show by teacher:abc", database=database, cookies=[COOKIE, "en"])
        with pytest.raises(AssertionError, match="in the server log"):
            assert_no_secrets_in_logs(line, database=database, cookies=[COOKIE])
        connection.execute("INSERT INTO audit_entries VALUES (?)", (line,))
        connection.commit()
    with pytest.raises(AssertionError, match="in the activity log"):
        assert_no_secrets_in_logs("", database=database, cookies=[COOKIE])
