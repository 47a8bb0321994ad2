"""A guide to the demo: accounts with their secrets, in the terminal and on the demo's own pages.

The pages are templates in this package, which take precedence over the app's own. Only the demo uses them.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from flask import Flask, request, url_for
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader
from sqlalchemy import select

from classroom.database import db
from classroom.demo.people import ADMINISTRATOR, CLUB, FIVE_B, IN_SPANISH, TEACHER, THREE_A, WITH_PRINTED_SECRETS
from classroom.i18n import lazy_gettext
from classroom.models import SchoolClass, Student
from classroom.services.accounts import login_cards, teachers
from classroom.services.accounts.login_cards import LoginCard

_TEMPLATES = Path(__file__).with_name("templates")
_REAL = "real"
"""The prefix under which the demo's templates find the app's templates of the same name."""
_WHAT = {
    TEACHER: lazy_gettext("Teacher. Class 5B is playing, class 3A is in the lobby."),
    ADMINISTRATOR: lazy_gettext("Administrator of the server."),
    "Kenji": lazy_gettext("Student at a table of four."),
    IN_SPANISH: lazy_gettext("Student at the same table, with pages in Spanish."),
    "Zoë": lazy_gettext("Student who plays with a bot."),
    "Tess": lazy_gettext("Student who practices with a bot."),
    "Otis": lazy_gettext("Student in the lobby."),
}


@dataclass(frozen=True, slots=True)
class DemoAccount:
    name: str
    secret: str
    """A password, a PIN, or pictures in order."""
    what: str
    """Who this is, and what to see there."""
    is_teacher: bool
    code: str = ""
    """The code of a student's class."""
    student_id: str = ""
    pictures: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """Return what to type or tap to sign in, for the terminal."""
        if self.is_teacher:
            return f"Password {self.secret}"
        return f"Class code {self.code}, {'pictures' if self.pictures else 'PIN'} {self.secret}"

    @property
    def url(self) -> str:
        """Return the address of the sign-in page."""
        if self.is_teacher:
            return url_for("auth.sign_in")
        return url_for("home.pin", code=self.code, student_id=self.student_id)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Return the form fields to post there."""
        if self.is_teacher:
            return [("name", self.name), ("password", self.secret)]
        return [("pictures", one) for one in self.pictures] or [("pin", self.secret)]


def new_demo_accounts() -> list[DemoAccount]:
    """Give two teachers and some students random secrets. Only hashes are stored, so each start creates new ones."""
    demo_accounts = [
        DemoAccount(name, password, _WHAT[name], is_teacher=True)
        for name in (TEACHER, ADMINISTRATOR)
        if (password := teachers.reset_password(name=name))
    ]
    of_casts = SchoolClass.name.in_([FIVE_B.name, CLUB.name, THREE_A.name]) & SchoolClass.archived_at.is_(None)
    rows = db.session.execute(
        select(Student.id, Student.class_id, SchoolClass.code)
        .join(SchoolClass)
        .where(of_casts, Student.name.in_(WITH_PRINTED_SECRETS), Student.archived_at.is_(None))
    ).all()
    of_students = [
        _student_account(card, row.code)
        for row in rows
        for card in login_cards.new_cards(class_id=row.class_id, student_ids=[row.id])
    ]
    return [*demo_accounts, *sorted(of_students, key=lambda account: WITH_PRINTED_SECRETS.index(account.name))]


def lines_of(demo_accounts: list[DemoAccount]) -> list[str]:
    return [
        "",
        "  This is a sample school. The start page has a sign-in button for each of these accounts:",
        "",
        *(f"  {account.name:<24}{account.what!s:<58}{account.how}" for account in demo_accounts),
        "",
        "  Sign in as the teacher first. Use a private window to sign in as a student at the same time.",
        "  To sign in as another student, print a login card as the teacher.",
    ]


def show_on_front_page(app: Flask, demo_accounts: list[DemoAccount]) -> None:
    """Let the demo's pages take precedence over the app's."""
    real = app.jinja_loader or BaseLoader()
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_TEMPLATES), real, PrefixLoader({_REAL: real})])

    @app.context_processor
    def _demo_accounts() -> dict[str, Any]:
        return {"demo_accounts": demo_accounts if _is_here(request.remote_addr) else []}


def _is_here(address: str | None) -> bool:
    """Return whether a request comes from this computer. Other devices must not get a teacher's password."""
    return address is not None and ip_address(address).is_loopback


def _student_account(card: LoginCard, code: str) -> DemoAccount:
    return DemoAccount(
        card.name,
        card.secret,
        _WHAT[card.name],
        is_teacher=False,
        code=code,
        student_id=card.student_id,
        pictures=card.pictures,
    )
