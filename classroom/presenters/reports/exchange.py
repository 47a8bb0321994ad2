"""The reports for other programs, in English: a gradebook, OneRoster results, and xAPI statements."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from classroom.models import AttemptKind, SchoolClass, Student
from classroom.presenters.reports.csv_files import CHANNELS, csv_file, error_code, skill_cells
from classroom.reports.answers import ExportedAnswer
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine

URN = "urn:sequence-classroom"
_ANSWERED = {"id": "http://adlnet.gov/expapi/verbs/answered", "display": {"en-US": "answered"}}
_INTERACTION = "http://adlnet.gov/expapi/activities/cmi.interaction"
_XAPI = "1.0.3"
_AT_A_TIME = 500
_FIRST_MONTH = 8


def gradebook_rows(lines: Sequence[StudentLine], students: Iterable[Student]) -> Iterator[tuple[object, ...]]:
    """Yield the headings, then a row for each student with the percentage correct of each day.

    Empty below five first answers, as on the page.
    """
    school_ids = {one.id: one.source_id or "" for one in students}
    days = sorted({day for line in lines for day, _share in line.days})
    yield ("student", "school_id", "student_id", *(f"{day.isoformat()}_percent" for day in days))
    for line in lines:
        shares = dict(line.days)
        cells = (_percent(shares.get(day)) for day in days)
        yield (line.name, school_ids.get(line.student_id, ""), line.student_id, *cells)


def oneroster_results(school_class: SchoolClass, lines: Sequence[StudentLine], students: Iterable[Student]) -> bytes:
    """Write the files of OneRoster 1.1 (CSV, bulk) that carry results: a line item for each day, of 100 points."""
    school_ids = {one.id: one.source_id or one.id for one in students}
    days = sorted({day for line in lines for day, share in line.days if share.has_enough_answers})
    class_id = school_class.source_id or school_class.id
    category = f"{class_id}-sequence-numbers"
    files = {
        "manifest.csv": csv_file(("propertyName", "value"), _manifest()),
        "categories.csv": csv_file(
            ("sourcedId", "status", "dateLastModified", "title"), [(category, "", "", "Sequence Numbers")]
        ),
        "lineItems.csv": csv_file(
            (
                *("sourcedId", "status", "dateLastModified", "title", "description", "assignDate", "dueDate"),
                *("classSourcedId", "categorySourcedId", "gradingPeriodSourcedId", "resultValueMin", "resultValueMax"),
            ),
            (
                (
                    *(_line_item(class_id, day), "", "", day.isoformat()),
                    *("percent_correct_on_first_try", day.isoformat(), day.isoformat()),
                    *(class_id, category, _school_year(day), 0, 100),
                )
                for day in days
            ),
        ),
        "results.csv": csv_file(
            (
                *("sourcedId", "status", "dateLastModified", "lineItemSourcedId", "studentSourcedId", "scoreStatus"),
                *("score", "scoreDate", "comment"),
            ),
            (
                (
                    *(f"{_line_item(class_id, day)}-{line.student_id}", "", "", _line_item(class_id, day)),
                    *(school_ids.get(line.student_id, line.student_id), "fully graded", share.percent),
                    *(day.isoformat(), f"{share.right}/{share.trials}"),
                )
                for line in lines
                for day, share in line.days
                if share.has_enough_answers
            ),
        ),
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(name, content.removeprefix(b"\xef\xbb\xbf"))  # the format has no byte order mark
    return archive.getvalue()


def xapi_statements(answers: Iterable[ExportedAnswer], *, home_page: str, with_names: bool) -> Iterator[str]:
    """Yield the pieces of a JSON list of xAPI statements, one for each answer.

    :param home_page: the address of this server: accounts of students belong to it
    """
    separator = "["
    for some in batched(answers):
        statements = (json.dumps(_statement(one, home_page, with_names=with_names), ensure_ascii=False) for one in some)
        yield separator + "\n" + ",\n".join(statements)
        separator = ","
    yield "\n]\n" if separator == "," else "[]\n"


def batched(answers: Iterable[ExportedAnswer]) -> Iterator[list[ExportedAnswer]]:
    """Yield the answers some hundred at a time."""
    left = iter(answers)
    while some := list(islice(left, _AT_A_TIME)):
        yield some


def _statement(one: ExportedAnswer, home_page: str, *, with_names: bool) -> dict[str, Any]:
    actor: dict[str, Any] = {
        "objectType": "Agent",
        "account": {"homePage": home_page, "name": one.student_id},
    }
    if with_names:
        actor["name"] = one.student_name
    result: dict[str, Any] = {"success": one.is_right, "completion": True}
    if one.given is not None:
        result["response"] = one.given
    if one.seconds is not None:
        result["duration"] = f"PT{one.seconds:.2f}S"
    skill, standard, _grade = skill_cells(one.skill)
    details: dict[str, object] = {
        "attempt-no": one.try_number,
        "channel": CHANNELS[one.kind],
        "traded-in": one.kind == AttemptKind.DEAD,
        "skill": skill,
        "standard": standard,
        "fact": one.fact,
        "goal": one.goal,
        "expected": one.expected,
        "error-code": error_code(one),
    }
    return {
        "id": str(uuid5(NAMESPACE_URL, f"{URN}:answer:{one.game_id}:{one.version}")),
        "actor": actor,
        "verb": _ANSWERED,
        "object": {
            "objectType": "Activity",
            "id": f"{URN}:equation:{_id(f'{URN}:{one.equation}')}",
            "definition": {
                "type": _INTERACTION,
                "interactionType": "numeric",
                "name": {"en-US": one.equation},
                "correctResponsesPattern": [f"{one.answer}[:]{one.answer}"],
            },
        },
        "result": result,
        "context": {
            "registration": _id(f"{URN}:game:{one.game_id}"),
            "contextActivities": {"parent": [{"id": f"{URN}:session:{one.class_session_id}"}]},
            "platform": "Sequence Numbers",
            "extensions": {f"{URN}:{key}": value for key, value in details.items() if value not in {None, ""}},
        },
        "timestamp": one.at.isoformat(timespec="milliseconds"),
        "version": _XAPI,
    }


@lru_cache(maxsize=4096)
def _id(name: str) -> str:
    """Return the ID of what many statements name."""
    return str(uuid5(NAMESPACE_URL, name))


def _manifest() -> Iterator[tuple[str, str]]:
    yield from (("manifest.version", "1.0"), ("oneroster.version", "1.1"))
    kept = {"categories", "lineItems", "results"}
    for name in (
        *("academicSessions", "categories", "classes", "classResources", "courses", "courseResources", "demographics"),
        *("enrollments", "lineItems", "orgs", "resources", "results", "users"),
    ):
        yield f"file.{name}", "bulk" if name in kept else "absent"
    yield from (("source.systemName", "Sequence Numbers"), ("source.systemCode", "sequence"))


def _line_item(class_id: str, day: date) -> str:
    return f"{class_id}-{day.isoformat()}"


def _school_year(day: date) -> str:
    """Name the year as the roster's archive does (`services.rosters.exporting`)."""
    return f"year-{day.year + (day.month >= _FIRST_MONTH)}"


def _percent(share: Proportion | None) -> object:
    return share.percent if share is not None and share.has_enough_answers else ""
