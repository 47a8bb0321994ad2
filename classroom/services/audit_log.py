"""The activity log: every action on personal data, written in the transaction of the action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, delete, func, select

from classroom import clock
from classroom.database import db, transaction
from classroom.models import AuditAction, AuditEntry

KEPT = timedelta(days=365)
"""The database rejects deleting anything younger."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and from which browser; by default the server itself."""

    person: str = "command"
    device: str = ""


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """A filter for entries; None and empty fields match all."""

    actions: frozenset[AuditAction] = frozenset()
    actor: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    before_id: int | None = None
    """For the next page: only older entries."""


_asked: list[Callable[[], Actor]] = [Actor]
"""Returns the current actor; without a web app, the server itself."""


def name_actors(ask: Callable[[], Actor]) -> None:
    """Set the function that returns the current actor; it is called for each entry."""
    _asked[:] = [ask]


def current_actor() -> Actor:
    """Return the current actor."""
    return _asked[0]()


def note(action: AuditAction, subject: str = "", *, detail: object = "", actor: str | None = None) -> None:
    """Log an action in the open transaction, so that it is logged if and only if it was committed.

    :param subject: as in `AuditEntry`.
    :param actor: the actor, if the browser is not signed in yet.
    """
    acting = current_actor()
    entry = AuditEntry(
        action=action,
        actor=acting.person if actor is None else actor,
        subject=subject,
        detail=str(detail)[:80],
        device=acting.device,
    )
    with transaction() as session:
        session.add(entry)


def entries(wanted: EntryFilter, *, most: int) -> list[AuditEntry]:
    """Return the newest entries first."""
    return list(db.session.execute(_query(wanted).order_by(AuditEntry.id.desc()).limit(most)).scalars())


def count_entries(wanted: EntryFilter) -> int:
    return db.session.execute(select(func.count()).select_from(_query(wanted).subquery())).scalar_one()


def actors() -> list[str]:
    """Return everyone in the log except students."""
    found = select(AuditEntry.actor).where(~AuditEntry.actor.startswith("student:")).distinct()
    return sorted(db.session.execute(found).scalars())


def latest_of(*actions: AuditAction) -> AuditAction | None:
    """Return the latest of these actions, or None."""
    newest = select(AuditEntry.action).where(AuditEntry.action.in_(actions)).order_by(AuditEntry.id.desc()).limit(1)
    return db.session.execute(newest).scalar_one_or_none()


def forget_old_entries() -> None:
    """Delete entries older than a year."""
    with transaction() as session:
        session.execute(delete(AuditEntry).where(AuditEntry.at < clock.now() - KEPT))


def _query(wanted: EntryFilter) -> Select[AuditEntry]:
    query = select(AuditEntry)
    if wanted.actions:
        query = query.where(AuditEntry.action.in_(wanted.actions))
    if wanted.actor is not None:
        query = query.where(AuditEntry.actor == wanted.actor)
    if wanted.since is not None:
        query = query.where(AuditEntry.at >= wanted.since)
    if wanted.until is not None:
        query = query.where(AuditEntry.at < wanted.until)
    if wanted.before_id is not None:
        query = query.where(AuditEntry.id < wanted.before_id)
    return query
