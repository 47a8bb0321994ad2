"""Which teacher of the district's roster service an account belongs to; set by an administrator.

Teachers can't set it: with another teacher's ID, an account could read the names of that teacher's students.
"""

from __future__ import annotations

from classroom.database import db, transaction
from classroom.models import AuditAction, Teacher
from classroom.models.teacher import LONGEST_ROSTER_ID
from classroom.services import audit_log
from classroom.services.errors import RosterErrorCode, ServiceError


def roster_id_of(*, teacher_id: str) -> str:
    """Return the ID for requesting a teacher's classes, and log the request.

    :raises ServiceError: NO_ROSTER_ID.
    """
    roster_id = db.session.get_one(Teacher, teacher_id).roster_id
    if roster_id is None:
        raise ServiceError(RosterErrorCode.NO_ROSTER_ID)
    with transaction():
        audit_log.note(AuditAction.ROSTER_PULLED, f"teacher:{teacher_id}")
    return roster_id


def set_roster_id(*, teacher_id: str, roster_id: str) -> None:
    """Set a teacher's ID; "" removes it.

    :raises ServiceError: ROSTER_ID_UNREADABLE if it has characters that no ID has.
    """
    roster_id = roster_id.strip()
    if not roster_id.isprintable() or len(roster_id) > LONGEST_ROSTER_ID:
        raise ServiceError(RosterErrorCode.ROSTER_ID_UNREADABLE)
    with transaction() as session:
        session.get_one(Teacher, teacher_id).roster_id = roster_id or None
        audit_log.note(AuditAction.ROSTER_ID_CHANGED, f"teacher:{teacher_id}")
