"""After a breach, or on a suspicion of one: only administrators can sign in, until they have looked into it."""

from __future__ import annotations

from classroom.database import transaction
from classroom.models import AuditAction
from classroom.services import audit_log
from classroom.services.accounts import logins


def lock_down() -> None:
    """Sign everyone out, and let only administrators in again."""
    with transaction():
        logins.end_all_logins()
        audit_log.note(AuditAction.LOCKED_DOWN)


def end_lockdown() -> bool:
    """Let everyone in again; False if there was no lockdown."""
    with transaction():
        was_on = logins.is_locked_down()
        if was_on:
            audit_log.note(AuditAction.LOCKDOWN_ENDED)
    return was_on
