"""What to try first in the demo, and with which names and secrets: in the terminal, and on the demo's own pages.

The pages are templates beside this file, put before the app's own; without the demo nothing of them exists.
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
from classroom.demo.people import ADMINISTRATOR, CLUB, FIVE_B, TEACHER, THREE_A, WITH_PRINTED_SECRETS
from classroom.models import SchoolClass, Student
from classroom.services.accounts import login_cards, teachers
from classroom.services.accounts.login_cards import LoginCard

_TEMPLATES = Path(__file__).with_name("templates")
_REAL = "real"
"""The prefix under which the demo's templates find those that they stand before."""
_WHAT = {
    TEACHER: "Teacher. 5B is playing, 3A waits.",
    ADMINISTRATOR: "Administrator of the server.",
    "Kenji": "Student, at a table of four.",
    "Zoë": "Student, alone with a bot.",
    "Tess": "Student, practices alone.",
    "Otis": "Student, in the lobby.",
}


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """One way in."""

    name: str
    secret: str
    """As it is told: a password, a PIN, or pictures in order."""
    what: str
    """Who it is, and what there is to see."""
    is_teacher: bool
    code: str = ""
    """Of a student's class."""
    student_id: str = ""
    pictures: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """What somebody types or taps to come in."""
        if self.is_teacher:
            return f"Password {self.secret}"
        return f"Class code {self.code}, {'pictures' if self.pictures else 'PIN'} {self.secret}"

    @property
    def url(self) -> str:
        """Where the secret is sent to."""
        if self.is_teacher:
            return url_for("auth.sign_in")
        return url_for("home.pin", code=self.code, student_id=self.student_id)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What is sent there."""
        if self.is_teacher:
            return [("name", self.name), ("password", self.secret)]
        return [("pictures", one) for one in self.pictures] or [("pin", self.secret)]


def new_demo_accounts() -> list[DemoAccount]:
    """Give two teachers and some students new random secrets: new ones at every start, as only hashes are kept."""
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
    """What the terminal tells of them."""
    return [
        "",
        "  A made-up school to look around in. The front page has a button for each of these:",
        "",
        *(f"  {account.name:<14}{account.what:<36}{account.how}" for account in demo_accounts),
        "",
        "  Sign in as the teacher first, and as a student in a private window. Others get cards from the teacher.",
    ]


def show_on_front_page(app: Flask, demo_accounts: list[DemoAccount]) -> None:
    """Put the demo's pages before the app's, for as long as this app lives."""
    real = app.jinja_loader or BaseLoader()
    app.jinja_loader = ChoiceLoader([FileSystemLoader(_TEMPLATES), real, PrefixLoader({_REAL: real})])

    @app.context_processor
    def _demo_accounts() -> dict[str, Any]:
        return {"demo_accounts": demo_accounts if _is_here(request.remote_addr) else []}


def _is_here(address: str | None) -> bool:
    """Whether somebody asks from this computer: others on the network must not get a teacher's password."""
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
