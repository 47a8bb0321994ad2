from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import pytest

from classroom import clock
from classroom.presenters.reports.workbook import workbook


@pytest.mark.parametrize(("year", "dated"), [(1970, 1980), (2026, 2026), (2200, 2107)])
def test_archives_are_written_whatever_the_clock_shows(monkeypatch: pytest.MonkeyPatch, year: int, dated: int) -> None:
    now = datetime(year, 6, 15, tzinfo=UTC)
    monkeypatch.setattr(zipfile.time, "localtime", lambda _seconds: now.timetuple())  # type: ignore[attr-defined]
    with clock.frozen_at(now):
        content = workbook({"Students": [["Ana"]]})
    entries = zipfile.ZipFile(io.BytesIO(content)).infolist()
    assert {entry.date_time[0] for entry in entries} == {dated}
