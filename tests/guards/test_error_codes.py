"""Each error code has a message for each reader who can see it, a status, and a field that its forms have."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from classroom.services.errors import ErrorCode, ServerErrorCode
from classroom.web.areas import Area
from classroom.web.error_messages import MESSAGES, Reader
from classroom.web.error_messages.formats import Wait
from classroom.web.error_messages.play import ILLEGAL_MOVES
from classroom.web.forms import Form
from tests.guards.reach import ROOT, codes_raised_by, codes_raised_in, forms_of, views_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

CODES = [code for area in ErrorCode.__subclasses__() for code in area]
EXCEPTIONS = {
    "AccountErrorCode.ACCOUNT_DISABLED": "students are signed in by the function that refuses teachers",
    "ClassErrorCode.ROSTER_TOO_LONG": "only the demo and the sample class add students without an import",
    "SeatingErrorCode.NO_SUCH_STUDENT": "practice is opened for students who were just read",
    **dict.fromkeys(
        [f"NameErrorCode.NAME_{name}" for name in ("EMPTY", "TOO_LONG", "NOT_TEXT")],
        "of a student's account, a name that can't be shown is left out",
    ),
    **dict.fromkeys(
        [f"TicketErrorCode.TICKET_{name}" for name in ("PAGE_OLD", "CLOSED", "NOT_STARTED", "TIME_UP")],
        "simulated students of a new sample class answer in time",
    ),
}
"""Codes that the search in the source finds or misses wrongly, each with the reason."""


def name_of(code: ErrorCode) -> str:
    return f"{type(code).__name__}.{code.name}"


def raised_for(app: Flask, reader: Reader) -> set[str]:
    areas = [name for name, area in app.blueprints.items() if isinstance(area, Area) and area.reader is reader]
    return {code for area in areas for code in codes_raised_in(area)}


def texts(reader: Reader) -> Iterator[tuple[ErrorCode, str]]:
    for code, message in MESSAGES[reader].items():
        for text in (message.minutes(1), message.minutes(2), message.long) if isinstance(message, Wait) else (message,):
            yield code, str(text)


@pytest.mark.parametrize("reader", list(Reader))
def test_each_reader_has_a_message_for_every_code_that_its_pages_raise(app: Flask, reader: Reader) -> None:
    met, described = raised_for(app, reader), {name_of(code) for code in MESSAGES[reader]}
    assert met - described <= set(EXCEPTIONS), "without a message"
    assert described - met <= set(EXCEPTIONS), "messages that no page shows"


def test_statuses_are_those_of_rejected_requests() -> None:
    statuses = {code: code.status for code in CODES}
    assert statuses.pop(ServerErrorCode.BUSY) == 503
    assert all(400 <= status < 500 for status in statuses.values())
    assert len({code.value for code in CODES}) == len(CODES)


def test_the_field_of_a_code_is_in_a_form_of_a_view_that_raises_it(app: Flask) -> None:
    assert app.blueprints, "the app imports all forms"
    forms = {f"{form.__module__}.{form.__name__}": form for form in subclasses(Form)}
    found: dict[str, set[str]] = {}
    for view in views_in("classroom.blueprints"):
        fields = {name for form in forms_of(view, set(forms)) for name in dir(forms[form])}
        for code in codes_raised_by(view):
            found.setdefault(code, set()).update(fields)
    named = {name_of(code): code.field for code in CODES if code.field is not None and name_of(code) not in EXCEPTIONS}
    assert {name: field for name, field in named.items() if field not in found[name]} == {}
    assert len(named) > 20


@pytest.mark.parametrize("reader", list(Reader))
def test_messages_are_whole_sentences(reader: Reader) -> None:
    assert [text for _, text in texts(reader) if not re.fullmatch(r"[A-Z%].*\.", text)] == []
    assert [text for text in map(str, ILLEGAL_MOVES.values()) if not re.fullmatch(r"[A-Z].*\.", text)] == []


def test_messages_for_students_are_short() -> None:
    long = [
        text
        for _, text in texts(Reader.STUDENT)
        if any(len(sentence.split()) > 12 for sentence in re.split(r"(?<=[.:])\s", text))
    ]
    assert long == []


def test_placeholders_are_filled_in_wherever_a_code_is_raised() -> None:
    wanted: dict[str, set[str]] = {}
    for reader in Reader:
        for code, text in texts(reader):
            wanted.setdefault(name_of(code), set()).update(re.findall(r"%\((\w+)\)s", text))
    missing = [
        f"{code} in {path}: {names}"
        for path, code, given in raised()
        if (names := wanted.get(code, set()) - given) and "**" not in given
    ]
    assert missing == []


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Find each place that creates an error, with the names of its facts."""
    for path in (ROOT / "classroom").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "ServiceError" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "ServiceError":
                code = ast.unparse(node.args[0])
                yield path.relative_to(ROOT).as_posix(), code, {keyword.arg or "**" for keyword in node.keywords}


def subclasses(form: type[Form]) -> Iterator[type[Form]]:
    for one in form.__subclasses__():
        yield one
        yield from subclasses(one)
