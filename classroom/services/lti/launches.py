"""Launches: each message is accepted once, and stored until its person has arrived."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError

from classroom import clock
from classroom.database import db, transaction
from classroom.models import LtiLaunch
from classroom.services.errors import LaunchErrorCode, ServiceError
from classroom.services.lti.messages import Launch

_GOOD_FOR = timedelta(minutes=30)
_KEPT = timedelta(hours=2)
"""Longer than a message can be valid, so that no message is accepted twice."""


def launch_id(nonce: str) -> str:
    """Return the ID of the launch requested with a nonce. It does not reveal the nonce."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def accept_launch(launch: Launch, *, nonce: str) -> str:
    """Store a verified message; return its ID.

    :raises ServiceError: LAUNCH_USED.
    """
    try:
        with transaction() as session:
            session.add(LtiLaunch(id=launch_id(nonce), platform_id=launch.platform_id, content=launch.to_json()))
    except IntegrityError as error:
        raise ServiceError(LaunchErrorCode.LAUNCH_USED) from error
    return launch_id(nonce)


def launch_of(*, launch_id: str) -> Launch | None:
    """Return a message whose person has not arrived yet; None if there is none or it is too old."""
    kept = db.session.get(LtiLaunch, launch_id)
    if kept is None or not kept.content or kept.created_at < clock.now() - _GOOD_FOR:
        return None
    return Launch.from_json(kept.content)


def finish_launch(*, launch_id: str) -> None:
    """Delete a message's content once the person has arrived. Its ID is kept."""
    with transaction() as session:
        kept = session.get(LtiLaunch, launch_id)
        if kept is not None:
            kept.content = {}


def forget_old_launches() -> None:
    """Delete messages that are too old to be accepted again."""
    with transaction() as session:
        session.execute(delete(LtiLaunch).where(LtiLaunch.created_at < clock.now() - _KEPT))
