"""The reports for other programs, in English: a gradebook, OneRoster results, and xAPI statements."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from itertools import chain, islice
from typing import TypeVar
from uuid import NAMESPACE_URL, uuid5

from classroom.models import AttemptKind, SchoolClass
from classroom.presenters.reports.csv_files import CHANNELS, csv_lines, device, error_code, skill_cells
from classroom.reports.answers import ExportedAnswer
from classroom.reports.participation import FinishedGame, Joined
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine
from classroom.services.archives import add_file

URN = "urn:sequence-classroom"
_LESSON, _GAME = "http://adlnet.gov/expapi/activities/lesson", "http://activitystrea.ms/schema/1.0/game"
_XAPI = "1.0.3"
STATEMENTS_IN_PIECE = 500
_FIRST_MONTH = 8
_Table = tuple[Sequence[str], list[tuple[object, ...]]]


def gradebook_rows(lines: Sequence[StudentLine]) -> Iterator[tuple[object, ...]]:
    """Yield headings, then a row for each student with each day's percentage of correct answers.

    Cells with fewer than five first answers are empty, as on the page.
    """
    days = sorted({day for line in lines for day, _share in line.days})
    yield ("student", "school_id", "student_id", *(f"{day.isoformat()}_percent" for day in days))
    for line in lines:
        shares = dict(line.days)
        cells = (_percent(shares.get(day)) for day in days)
        yield (line.name, line.source_id or "", line.student_id, *cells)


def oneroster_results(school_class: SchoolClass, lines: Sequence[StudentLine]) -> bytes:
    """Return the files of OneRoster 1.1 (CSV, bulk) for results: one line item per day, out of 100 points."""
    days = sorted({day for line in lines for day, share in line.days if share.has_enough_answers})
    class_id = school_class.source_id or school_class.id
    category = f"{class_id}-sequence-numbers"
    tables: dict[str, _Table] = {
        "categories": (("sourcedId", "status", "dateLastModified", "title"), [(category, "", "", "Sequence Numbers")]),
        "lineItems": (
            (
                *("sourcedId", "status", "dateLastModified", "title", "description", "assignDate", "dueDate"),
                *("classSourcedId", "categorySourcedId", "gradingPeriodSourcedId", "resultValueMin", "resultValueMax"),
            ),
            [
                (
                    *(_line_item(class_id, day), "", "", day.isoformat()),
                    *("percent_correct_on_first_try", day.isoformat(), day.isoformat()),
                    *(class_id, category, _school_year(day), 0, 100),
                )
                for day in days
            ],
        ),
        "results": (
            (
                *("sourcedId", "status", "dateLastModified", "lineItemSourcedId", "studentSourcedId", "scoreStatus"),
                *("score", "scoreDate", "comment"),
            ),
            [
                (
                    *(f"{_line_item(class_id, day)}-{line.student_id}", "", "", _line_item(class_id, day)),
                    *(line.source_id or line.student_id, "fully graded", share.percent),
                    *(day.isoformat(), f"{share.right}/{share.trials}"),
                )
                for line in lines
                for day, share in line.days
                if share.has_enough_answers
            ],
        ),
    }
    tables = {name: table for name, table in tables.items() if table[1]}  # tables must not be empty
    manifest: _Table = ("propertyName", "value"), list(_manifest(tables))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written:
        for name, (columns, rows) in {"manifest": manifest, **tables}.items():
            add_file(written, f"{name}.csv", csv_lines([columns, *rows]))  # the format has no byte order mark
    return archive.getvalue()


def xapi_statements(
    answers: Iterable[ExportedAnswer],
    *,
    joined: Iterable[Joined],
    finished: Iterable[FinishedGame],
    home_page: str,
    with_names: bool,
) -> Iterator[str]:
    """Yield the pieces of a JSON list of xAPI statements: sessions joined and left, games finished, and each answer.

    Parts that many statements share are serialized once, because a class has 65,000 answers per year.

    :param home_page: this server's address, which qualifies students' accounts
    """

    @cache
    def actor(student_id: str, name: str) -> str:
        account = {"homePage": home_page, "name": student_id}
        return _json({"objectType": "Agent", "account": account} | ({"name": name} if with_names else {}))

    statements = chain(
        (one for some in joined for one in _of_session(some, actor(some.student_id, some.student_name))),
        (_of_game(one, actor(one.student_id, one.student_name)) for one in finished),
        (_answered(one, actor(one.student_id, one.student_name)) for one in answers),
    )
    separator = "["
    for part in batched(statements):
        yield separator + "\n" + ",\n".join(part)
        separator = ","
    yield "\n]\n" if separator == "," else "[]\n"


_T = TypeVar("_T")


def batched(some: Iterable[_T]) -> Iterator[list[_T]]:
    """Yield the items in batches of some hundred."""
    left = iter(some)
    while part := list(islice(left, STATEMENTS_IN_PIECE)):
        yield part


def _verb(name: str) -> str:
    return _json({"id": f"http://adlnet.gov/expapi/verbs/{name}", "display": {"en-US": name}})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


_text = lru_cache(maxsize=4096)(_json)
_INITIALIZED, _TERMINATED, _COMPLETED, _ANSWERED = map(_verb, ("initialized", "terminated", "completed", "answered"))
_PLATFORM = "Sequence Numbers"


def _statement(name: str, who: str, activity: str, more: str, at: datetime) -> str:
    """Return a statement.

    :param name: its unique name, the same in each export
    :param who: the fields `actor` and `verb`
    """
    return (
        f'{{"id": "{uuid5(NAMESPACE_URL, f"{URN}:{name}")}", {who}, "object": {activity}, {more}, '
        f'"timestamp": "{at.isoformat(timespec="milliseconds")}", "version": "{_XAPI}"}}'
    )


def _did(actor: str, verb: str) -> str:
    return f'"actor": {actor}, "verb": {verb}'


def _of_session(one: Joined, actor: str) -> Iterator[str]:
    """Yield that a student joined a session and, if it is over, left it."""
    activity = _activity("session", one.class_session_id, _LESSON, "Session")
    more = f'"context": {{"registration": "{_id(f"{URN}:session:{one.class_session_id}")}", "platform": "{_PLATFORM}"}}'
    name = f"{one.class_session_id}:{one.student_id}"
    yield _statement(f"initialized:{name}", _did(actor, _INITIALIZED), activity, more, one.joined_at)
    if one.ended_at is not None:
        yield _statement(f"terminated:{name}", _did(actor, _TERMINATED), activity, more, one.ended_at)


def _of_game(one: FinishedGame, actor: str) -> str:
    activity = _activity("game", one.game_id, _GAME, "Game")
    more = f'"result": {{"completion": true}}, "context": {{{_place(one.game_id, one.class_session_id)}}}'
    return _statement(f"completed:{one.game_id}:{one.student_id}", _did(actor, _COMPLETED), activity, more, one.over_at)


def _answered(one: ExportedAnswer, actor: str) -> str:
    response = "" if one.given is None else f', "response": {_text(one.given)}'
    duration = "" if one.seconds is None else f', "duration": "PT{one.seconds:.2f}S"'
    success = "true" if one.is_right else "false"
    details = [
        _details(one.kind, one.skill, one.fact, device(one)),
        *(_detail(name, value) for name, value in _further(one) if value not in {None, ""}),
    ]
    more = (
        f'"result": {{"success": {success}, "completion": true{response}{duration}}}, "context": '
        f'{{{_place(one.game_id, one.class_session_id)}, "extensions": {{{", ".join(details)}}}}}'
    )
    activity = _interaction(one.equation, one.answer)
    return _statement(f"answer:{one.game_id}:{one.version}", _did(actor, _ANSWERED), activity, more, one.at)


def _further(one: ExportedAnswer) -> tuple[tuple[str, object], ...]:
    return (
        ("attempt-no", one.try_number),
        ("goal", one.goal),
        ("expected", one.expected),
        ("policy-version", one.policy),
        ("error-code", error_code(one)),
    )


@lru_cache(maxsize=4096)
def _detail(name: str, value: object) -> str:
    return f"{_json(f'{URN}:{name}')}: {_json(value)}"


@lru_cache(maxsize=4096)
def _place(game_id: str, class_session_id: str) -> str:
    """Return the context fields that all statements of a game share."""
    parent = {"parent": [{"id": f"{URN}:session:{class_session_id}"}]}
    fields = {"registration": _id(f"{URN}:game:{game_id}"), "contextActivities": parent, "platform": _PLATFORM}
    return _json(fields)[1:-1]


@lru_cache(maxsize=4096)
def _details(kind: AttemptKind, skill: str, fact: str, whose: str) -> str:
    _skill, standard, _grade = skill_cells(skill)
    details: dict[str, object] = {"channel": CHANNELS[kind], "traded-in": kind == AttemptKind.DEAD, "skill": skill}
    details |= {"standard": standard} if standard else {}
    return ", ".join(_detail(name, value) for name, value in (details | {"fact": fact, "device": whose}).items())


@lru_cache(maxsize=4096)
def _interaction(equation: str, answer: str) -> str:
    return _json(
        {
            "objectType": "Activity",
            "id": f"{URN}:equation:{_id(f'{URN}:{equation}')}",
            "definition": {
                "type": "http://adlnet.gov/expapi/activities/cmi.interaction",
                "interactionType": "numeric",
                "name": {"en-US": equation},
                "correctResponsesPattern": [f"{answer}[:]{answer}"],
            },
        }
    )


@lru_cache(maxsize=4096)
def _activity(kind: str, one: str, type_: str, name: str) -> str:
    definition = {"type": type_, "name": {"en-US": name}}
    return _json({"objectType": "Activity", "id": f"{URN}:{kind}:{one}", "definition": definition})


@lru_cache(maxsize=4096)
def _id(name: str) -> str:
    """Return the ID of an object named by many statements."""
    return str(uuid5(NAMESPACE_URL, name))


def _manifest(sent: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the properties of the archive.

    :param sent: the names of its tables
    """
    yield from (("manifest.version", "1.0"), ("oneroster.version", "1.1"))
    for name in (
        *("academicSessions", "categories", "classes", "classResources", "courses", "courseResources", "demographics"),
        *("enrollments", "lineItems", "orgs", "resources", "results", "users"),
    ):
        yield f"file.{name}", "bulk" if name in sent else "absent"
    yield from (("source.systemName", "Sequence Numbers"), ("source.systemCode", "sequence"))


def _line_item(class_id: str, day: date) -> str:
    return f"{class_id}-{day.isoformat()}"


def _school_year(day: date) -> str:
    """Return the name of the school year, as in roster archives (`services.rosters.exporting`)."""
    return f"year-{day.year + (day.month >= _FIRST_MONTH)}"


def _percent(share: Proportion | None) -> object:
    return share.percent if share is not None and share.has_enough_answers else ""
