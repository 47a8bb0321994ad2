"""What the pages for administrators show."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from classroom import clock
from classroom.database import database_file
from classroom.models import AccountLink, LinkKind
from classroom.presenters.moments import day_text, moment_text
from classroom.presenters.words import count
from classroom.services.accounts import administration, invitations
from classroom.services.accounts.administration import TeacherOverview
from classroom.services.maintenance import backup, server_state
from classroom.version import app_version

Facts = tuple[tuple[str, str], ...]
"""Terms and what is said of them."""


@dataclass(frozen=True, slots=True)
class TeacherLine:
    """An account in the list, and on its own page."""

    id: str
    name: str
    since: str
    signed_in: str
    classes: str
    decks: str
    owns_anything: bool
    has_two_factor: bool
    is_administrator: bool
    is_disabled: bool
    is_own: bool
    """The account of whoever looks."""
    sign_in: str
    """In which ways it is opened."""


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A one-time link that still works."""

    key: str
    """Its hash, from which the link cannot be made."""
    text: str
    name: str
    until: str


@dataclass(frozen=True, slots=True)
class AdminPage:
    """The state of the server."""

    teachers: tuple[TeacherLine, ...]
    links: tuple[LinkLine, ...]
    storage: Facts
    numbers: Facts
    versions: Facts
    is_tight: bool
    """The disk is nearly full."""
    last_backup: str | None
    dump_command: str | None
    """What to type on PostgreSQL, which has a tool of its own; None where the page has a button."""


def admin_page(*, folder: Path, teacher_id: str) -> AdminPage:
    """Read everything.

    :param teacher_id: whoever looks
    """
    storage = server_state.storage(folder=folder)
    last = backup.last_backup(folder=folder)
    return AdminPage(
        teachers=tuple(_line(one, teacher_id) for one in administration.all_teachers()),
        links=tuple(map(_link, invitations.open_links())),
        storage=(
            ("Database", size_text(storage.database)),
            ("All of the app’s folder", size_text(storage.folder)),
            ("Free on the disk", size_text(storage.free)),
        ),
        numbers=_numbers(),
        versions=_versions(),
        is_tight=storage.is_tight,
        last_backup=moment_text(last) if last else None,
        dump_command=None if database_file() else backup.DUMP,
    )


def teacher_line(*, teacher_id: str, own_id: str) -> TeacherLine:
    """One account."""
    return next(_line(one, own_id) for one in administration.all_teachers() if one.id == teacher_id)


def heirs(*, of: str) -> dict[str, str]:
    """Id and name of everybody who can be given a teacher's classes."""
    return {one.id: one.name for one in administration.all_teachers() if one.id != of and not one.is_disabled}


def size_text(size: int) -> str:
    """A number of bytes, as file managers write it.

    >>> size_text(0), size_text(431_000), size_text(12_345_678), size_text(53_800_000_000)
    ('0 kB', '431 kB', '12.3 MB', '53.8 GB')
    """
    if size < 1_000_000:
        return f"{round(size / 1000)} kB"
    return f"{size / 1e6:.1f} MB" if size < 1_000_000_000 else f"{size / 1e9:.1f} GB"


def _line(one: TeacherOverview, own_id: str) -> TeacherLine:
    ways = [
        text for text, is_open in (("password", one.has_password), ("school’s sign-in", one.is_connected)) if is_open
    ]
    return TeacherLine(
        id=one.id,
        name=one.name,
        since=_day(one.since),
        signed_in=_day(one.signed_in_at) if one.signed_in_at else "not known",
        classes=count(one.classes, "class") if one.classes == 1 else f"{one.classes} classes",
        decks=count(one.decks, "deck"),
        owns_anything=bool(one.classes or one.decks),
        has_two_factor=one.has_two_factor,
        is_administrator=one.is_administrator,
        is_disabled=one.is_disabled,
        is_own=one.id == own_id,
        sign_in=" or ".join(ways) or "none",
    )


def _link(link: AccountLink) -> LinkLine:
    text = "Invitation for" if link.kind == LinkKind.INVITATION else "New password for"
    return LinkLine(link.token_hash, text, link.label, moment_text(link.expires_at))


def _numbers() -> Facts:
    found = server_state.numbers()
    return (
        ("Teachers", f"{found.teachers:,}"),
        ("Classes", f"{found.classes:,}"),
        ("Students", f"{found.students:,}"),
        ("Games", f"{found.games:,}"),
        ("Answers", f"{found.answers:,}"),
    )


def _versions() -> Facts:
    facts = server_state.database_facts()
    return (
        ("Sequence Numbers", app_version()),
        ("Python", platform.python_version()),
        (facts.name, facts.version),
        ("Schema of the database", facts.revision or "not known"),
    )


def _day(moment: datetime) -> str:
    return day_text(clock.local_day(moment))
