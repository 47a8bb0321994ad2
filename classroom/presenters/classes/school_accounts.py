"""The page on which teachers link school accounts to students: what waits, whom it may be, and who is linked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.services.accounts.school_accounts import count_requests, requests_of, suggested_students
from classroom.services.classes.roster import students_of


@dataclass(frozen=True, slots=True)
class NamedStudent:
    """A student of the class."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Account:
    """An account that waits."""

    id: str
    name: str
    """What the school's service calls the person; "" if it gave no name."""
    choices: tuple[NamedStudent, ...]
    """Who has no such account yet."""
    chosen: str
    """The student in its list: the one that was sent, or else suggested; "": none."""


@dataclass(frozen=True, slots=True)
class SchoolAccountsPage:
    """School accounts of a class."""

    class_id: str
    class_name: str
    accounts: tuple[Account, ...]
    linked: tuple[NamedStudent, ...]


def school_accounts_page(school_class: SchoolClass, sent: Mapping[str, str] | None = None) -> SchoolAccountsPage:
    """Read what waits and who is linked.

    :param sent: the students that a rejected form had chosen, by ID of the account; None: suggest some.
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


def unlinked_accounts(class_id: str) -> int:
    """Count the accounts that wait. Where none does, no query is made: lessons ask very often."""
    has_some = db.session.get_one(SchoolClass, class_id).has_link_requests
    return count_requests(class_id=class_id) if has_some else 0
