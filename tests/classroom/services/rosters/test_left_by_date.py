"""Columns of dates, codes, and answers that say who has left the class."""

from __future__ import annotations

from datetime import timedelta

import pytest

from classroom import clock
from tests.classroom.services.rosters.importing import read

_TODAY = clock.local_day(clock.now())
_PAST, _FUTURE = _TODAY - timedelta(days=40), _TODAY + timedelta(days=200)


def left(text: str) -> list[str]:
    """Return the first names of those who have left."""
    (listed,) = read(text).classes
    return [one.given for one in listed.people if one.absence is not None]


@pytest.mark.parametrize(
    "heading",
    [
        *("Exit Date", "Withdrawal Date", "W/D Date", "Drop Date", "Date Left", "Section End", "End Date", "exitDate"),
        *("Leaving date", "Date of leaving", "Last Day", "Enrollment end date", "Student Exit Date", "Class End Date"),
        *("Fecha de baja", "Date de sortie", "Abgangsdatum", "Austrittsdatum", "Data de saída", "Uitschrijfdatum"),
    ],
)
def test_a_past_date_means_that_the_student_left(heading: str) -> None:
    text = f"First,Last,Entry Date,{heading}\nAna,King,{_PAST},\nBo,Lee,{_PAST},{_PAST}\nCy,Ng,{_PAST},{_FUTURE}\n"
    assert left(text) == ["Bo"]


@pytest.mark.parametrize(
    "heading",
    [
        *("ELL Exit Date", "SPED Exit Date", "IEP End Date", "Exit Ticket 1", "Last Login Date", "Entry Date"),
        *("Date Modified", "Expected Graduation Date", "End Time", "Drop off", "Birth date"),
    ],
)
def test_other_dates_say_nothing(heading: str) -> None:
    assert left(f"First,Last,{heading}\nAna,King,\nBo,Lee,{_PAST}\nCy,Ng,{_PAST}\n") == []


@pytest.mark.parametrize("form", ["{0:%m/%d/%Y}", "{0.month}/{0.day}/{0:%y}", "{0:%d-%b-%Y}", "{0:%b} {0.day}, {0:%Y}"])
def test_forms_of_dates(form: str) -> None:
    assert left(f'Name,Exit Date\nAna King,\nBo Lee,"{form.format(_TODAY.replace(year=2024, day=28))}"\n') == ["Bo"]


def test_the_order_of_day_and_month_is_that_of_the_whole_column() -> None:
    year = _TODAY.year + 1
    text = f"Name,Exit Date\nAna King,12/1/{year}\nBo Lee,2/28/{_TODAY.year - 1}\nCy Ng,1/2/{_TODAY.year}\n"
    assert left(text) == ["Bo", "Cy"] if _TODAY.timetuple().tm_yday > 2 else ["Bo"]


def test_a_file_of_last_year_has_students() -> None:
    assert left(f"Name,End Date\nAna King,{_PAST}\nBo Lee,{_PAST}\n") == []


@pytest.mark.parametrize(
    "table",
    [
        "First,Last,Active\nAna,King,Y\nBo,Lee,N\nCy,Ng,Y\n",
        "First,Last,Is Active\nAna,King,TRUE\nBo,Lee,FALSE\n",
        "First,Last,Inactive\nAna,King,\nBo,Lee,Yes\n",
        "First,Last,Withdrawn?\nAna,King,N\nBo,Lee,Y\n",
        "First,Last,Enroll_Status\nAna,King,0\nBo,Lee,2\nCy,Ng,-1\n",
        "Name,Enrolled\nAna King,Enrolled\nBo Lee,Not Enrolled\n",
        "Name,Status\nAna King,Active\nBo Lee,Left\n",
        "Name,Status\nAna King,Active\nBo Lee,Inactive - moved\nCy Ng,Active\n",
        "Name,Exit Date,Exit Code\nAna King,,\nBo Lee,2024-02-28,W12\n",
        "Ana King\nBo Lee (withdrew 9/3)\nCy Ng\n",
        "Ana King\nBo Lee - moved to Texas\nCy Ng\n",
    ],
)
def test_answers_codes_and_remarks(table: str) -> None:
    assert left(table) == ["Bo"]


@pytest.mark.parametrize(
    "table",
    [
        "First,Last,SEN Status\nAna,King,0\nBo,Lee,2\n",
        "Name,Class Status\nAna King,1\nBo Lee,2\n",
        "Ana King\nBo Lee - moved to table 3\nCy Ng\n",
        "Name,Enrolled\nAna King,4A\nBo Lee,4A\n",
        "Name,Exit,Entry\nAna King,1,2\nBo Lee,4,2\nCy Ng,0,3\n",
        "Name,Left,Right\nAna King,yes,no\nBo Lee,no,yes\n",
        "Student,Transfer\nAna King,N\nBo Lee,Y\n",
    ],
)
def test_other_answers_and_remarks(table: str) -> None:
    assert left(table) == []
