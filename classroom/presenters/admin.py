"""Build the pages for administrators."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from classroom import clock
from classroom.database import database_file
from classroom.i18n import _, ngettext
from classroom.models import AccountLink, LinkKind
from classroom.presenters.moments import day_text, moment_text
from classroom.presenters.words import all_of, bytes_text, number_text
from classroom.services.accounts import administration, invitations
from classroom.services.accounts.administration import TeacherOverview
from classroom.services.maintenance import backup, server_state
from classroom.services.maintenance.server_state import DatabaseFacts
from classroom.version import app_version

Facts = tuple[tuple[str, str], ...]
"""Pairs of label and value."""


@dataclass(frozen=True, slots=True)
class TeacherLine:
    """An account in the list, and on its own page."""

    id: str
    name: str
    since: str
    signed_in: str | None
    """The day of the last sign-in, if it is known."""
    summary: str
    """One line for the list."""
    classes: str
    decks: str
    owns_anything: bool
    deletion_text: str
    """What deleting the account would delete."""
    has_two_factor: bool
    is_administrator: bool
    is_disabled: bool
    is_own: bool
    """Whether this is the signed-in administrator."""
    sign_in: str
    """The ways to sign in."""
    roster_id: str


@dataclass(frozen=True, slots=True)
class LinkLine:
    key: str
    """A hash of its token, from which the token can't be computed."""
    is_invitation: bool
    """Whether it is an invitation rather than a password reset."""
    name: str
    until: str


@dataclass(frozen=True, slots=True)
class AdminPage:
    """The state of the server."""

    teachers: tuple[TeacherLine, ...]
    links: tuple[LinkLine, ...]
    storage: Facts
    numbers: Facts
    products: Facts
    """Names and versions of software."""
    versions: Facts
    is_tight: bool
    """Whether the disk is almost full."""
    last_backup: str | None
    dump_command: str | None
    """The backup command for PostgreSQL; None if the page has a button."""


def admin_page(*, folder: Path, teacher_id: str) -> AdminPage:
    """Read the state of the server.

    :param teacher_id: the signed-in administrator
    """
    storage = server_state.storage(folder=folder)
    facts = server_state.database_facts()
    last = backup.last_backup(folder=folder)
    return AdminPage(
        teachers=tuple(_line(one, teacher_id) for one in administration.all_teachers()),
        links=tuple(map(_link, invitations.open_links())),
        storage=(
            (_("Database"), bytes_text(storage.database)),
            (_("All app data"), bytes_text(storage.folder)),
            (_("Free disk space"), bytes_text(storage.free)),
        ),
        numbers=_numbers(),
        products=_products(facts),
        versions=((_("Database schema"), facts.revision or _("Not known")),),
        is_tight=storage.is_tight,
        last_backup=moment_text(last) if last else None,
        dump_command=None if database_file() else backup.DUMP,
    )


def teacher_line(*, teacher_id: str, own_id: str) -> TeacherLine:
    return next(_line(one, own_id) for one in administration.all_teachers() if one.id == teacher_id)


def possible_owners(*, of: str) -> dict[str, str]:
    """Return the teachers who can take over a teacher's classes: names by ID."""
    return {one.id: one.name for one in administration.all_teachers() if one.id != of and not one.is_disabled}


def _line(one: TeacherOverview, own_id: str) -> TeacherLine:
    return TeacherLine(
        id=one.id,
        name=one.name,
        since=_day(one.since),
        signed_in=_day(one.signed_in_at) if one.signed_in_at else None,
        summary=_summary(one),
        classes=number_text(one.classes),
        decks=number_text(one.decks),
        owns_anything=bool(one.classes or one.decks),
        deletion_text=_deletion_text(one),
        has_two_factor=one.has_two_factor,
        is_administrator=one.is_administrator,
        is_disabled=one.is_disabled,
        is_own=one.id == own_id,
        sign_in=_sign_in(one),
        roster_id=one.roster_id or "",
    )


def _summary(one: TeacherOverview) -> str:
    since = _day(one.since)
    if one.signed_in_at is None:
        return ngettext(
            "%(num)d class. Account created %(since)s.",
            "%(num)d classes. Account created %(since)s.",
            one.classes,
            since=since,
        )
    return ngettext(
        "%(num)d class. Account created %(since)s. Last sign-in %(signed_in)s.",
        "%(num)d classes. Account created %(since)s. Last sign-in %(signed_in)s.",
        one.classes,
        since=since,
        signed_in=_day(one.signed_in_at),
    )


def _deletion_text(one: TeacherOverview) -> str:
    if not (one.classes or one.decks):
        return _("This can’t be undone.")
    owned = [
        *([ngettext("%(num)d class", "%(num)d classes", one.classes)] if one.classes else ()),
        *([ngettext("%(num)d deck", "%(num)d decks", one.decks)] if one.decks else ()),
    ]
    return _("This account owns %(owned)s.", owned=all_of(owned))


def _sign_in(one: TeacherOverview) -> str:
    if one.has_password:
        return _("Password or school account") if one.is_connected else _("Password")
    return _("School account") if one.is_connected else _("No way to sign in yet")


def _link(link: AccountLink) -> LinkLine:
    return LinkLine(link.token_hash, link.kind == LinkKind.INVITATION, link.label, moment_text(link.expires_at))


def _numbers() -> Facts:
    found = server_state.numbers()
    return (
        (_("Teachers"), number_text(found.teachers)),
        (_("Classes"), number_text(found.classes)),
        (_("Students"), number_text(found.students)),
        (_("Games"), number_text(found.games)),
        (_("Answers"), number_text(found.answers)),
    )


def _products(database: DatabaseFacts) -> Facts:
    return (
        ("Sequence Numbers", app_version()),
        ("Python", platform.python_version()),
        (database.name, database.version),
    )


def _day(moment: datetime) -> str:
    return day_text(clock.local_day(moment))
