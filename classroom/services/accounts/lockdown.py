"""Lockdown after a suspected breach: only administrators can sign in until they end it."""

from __future__ import annotations

from classroom.database import transaction
from classroom.models import AuditAction
from classroom.services import audit_log
from classroom.services.accounts import logins


def lock_down() -> None:
    """Sign everyone out, and allow only administrators to sign in."""
    with transaction():
        logins.end_all_logins()
        audit_log.note(AuditAction.LOCKED_DOWN)


def end_lockdown() -> bool:
    """Allow all sign-ins again; return False if there was no lockdown."""
    with transaction():
        was_on = logins.is_locked_down()
        if was_on:
            audit_log.note(AuditAction.LOCKDOWN_ENDED)
    return was_on
