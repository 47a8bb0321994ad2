"""The page for linking school accounts to students: waiting accounts, candidates, and linked students."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.models import SchoolClass, Student
from classroom.services.accounts.school_accounts import count_requests, requests_of, suggested_students
from classroom.services.classes.roster import students_of
from classroom.services.sessions.taught_session import TaughtClass


@dataclass(frozen=True, slots=True)
class NamedStudent:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Account:
    """A waiting account."""

    id: str
    name: str
    """The person's name at the school's service; "" if it gave none."""
    choices: tuple[NamedStudent, ...]
    """Students without an account of this kind."""
    chosen: str
    """The selected student: the submitted or suggested one; "" for none."""


@dataclass(frozen=True, slots=True)
class SchoolAccountsPage:
    class_id: str
    class_name: str
    accounts: tuple[Account, ...]
    linked: tuple[NamedStudent, ...]


def school_accounts_page(school_class: SchoolClass, sent: Mapping[str, str] | None = None) -> SchoolAccountsPage:
    """Build the page of waiting accounts and linked students.

    :param sent: the students selected in a rejected form, by account ID; None to suggest some.
    """
    chosen = suggested_students(class_id=school_class.id) if sent is None else sent
    students = students_of(class_id=school_class.id)
    return SchoolAccountsPage(
        class_id=school_class.id,
        class_name=school_class.name,
        accounts=tuple(
            Account(one.id, one.name, _free(students, one.oidc_subject), chosen.get(one.id, ""))
            for one in requests_of(class_id=school_class.id)
        ),
        linked=tuple(NamedStudent(one.id, one.name) for one in students if one.oidc_subject or one.lms_subject),
    )


def _free(students: Iterable[Student], subject: str) -> tuple[NamedStudent, ...]:
    return tuple(NamedStudent(one.id, one.name) for one in students if one.account_like(subject) is None)


def unlinked_accounts(school_class: SchoolClass | TaughtClass) -> int:
    """Count the waiting accounts. Without any, this makes no query, because lesson pages check very often."""
    return count_requests(class_id=school_class.id) if school_class.has_link_requests else 0
