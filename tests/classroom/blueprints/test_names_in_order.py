"""The order in which pages list students, for names in any alphabet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.reports.spans import DateRange
from classroom.reports.students import student_lines
from classroom.services.accounts import login_cards
from classroom.services.accounts.administration import all_teachers
from classroom.services.classes import roster
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import ServiceError
from classroom.services.sessions import class_sessions, lobby
from tests.factories import make_class_session, make_school_class, make_teacher

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

IN_ORDER = ["Ærø", "Ana", "Ána", "Anna", "Bob", "Đorđe", "Łucja", "Max", "Öykü", "Øystein", "Zoë", "Яна", "علي", "🦊"]
PRESENT, ABSENT = IN_ORDER[::2], IN_ORDER[1::2]


@pytest.fixture
def everyone(cast: Cast) -> dict[str, str]:
    """The IDs of 7B's students by name; they were added in random order."""
    roster.add_students(class_id=cast.class_7b.id, text="\n".join(sorted(set(IN_ORDER) - {"Bob"}, reverse=True)))
    return {one.name: one.id for one in roster.students_of(class_id=cast.class_7b.id)}


def listed(shown: Page, tag: str, **attributes: str) -> list[str]:
    """Return the first texts of a list's items, in page order."""
    items = shown.one(tag, **attributes).iter("li")
    return [next(text for text in one.itertext() if text.strip()) for one in items]


def test_a_class_page_sorts_names(page: PageClient, cast: Cast, everyone: dict[str, str]) -> None:
    shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    assert listed(shown, "ul", class_="roster") == IN_ORDER


def test_a_renamed_student_is_sorted_again(page: PageClient, cast: Cast, everyone: dict[str, str]) -> None:
    roster.rename_student(student_id=everyone["Max"], name="Älva")
    shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    assert listed(shown, "ul", class_="roster")[:3] == ["Ærø", "Älva", "Ana"]


def test_names_are_sorted_when_joining(page: PageClient, cast: Cast, everyone: dict[str, str]) -> None:
    make_class_session(cast.class_7b)
    shown = page.get("home.names", code=cast.class_7b.code)
    assert listed(shown, "ul", class_="names") == IN_ORDER


def test_the_lobby_and_the_live_page_sort_names(page: PageClient, cast: Cast, everyone: dict[str, str]) -> None:
    class_session = make_class_session(cast.class_7b)
    for name in reversed(PRESENT):
        class_sessions.join_session(class_session_id=class_session.id, student_id=everyone[name])
    shown = page.sign_in(cast.alice).get("sessions.show", class_session_id=class_session.id)
    assert listed(shown, "ul", id="unplaced") == PRESENT
    assert listed(shown, "details", id="absent") == ABSENT

    lobby.start_session(class_session_id=class_session.id)
    shown = page.get("sessions.show", class_session_id=class_session.id)
    assert listed(shown, "details", id="absent") == ABSENT


def test_cards_reports_and_messages_sort_names(cast: Cast, everyone: dict[str, str]) -> None:
    order = login_cards.order_cards(class_id=cast.class_7b.id, student_ids=set(everyone.values()))
    assert list(order.student_ids) == list(everyone.values())
    assert [line.name for line in student_lines(DateRange(cast.class_7b.id))] == IN_ORDER

    other = make_school_class("7C", teacher=cast.alice)
    roster.add_students(class_id=other.id, text="\n".join(reversed(IN_ORDER)))
    with pytest.raises(ServiceError) as caught:
        move_to_class(class_id=cast.class_7b.id, to_class_id=other.id, student_ids=everyone.values())
    assert caught.value.facts["names"] == tuple(IN_ORDER)


def test_accounts_are_sorted(cast: Cast) -> None:
    for name in ("Ms Zoll", "Ms Äthel", "ms Ode", "Ms Øst"):
        make_teacher(name)
    names = [one.name for one in all_teachers() if one.name.casefold().startswith("ms ")]
    assert names == ["Ms Äthel", "ms Ode", "Ms Øst", "Ms Zoll"]
