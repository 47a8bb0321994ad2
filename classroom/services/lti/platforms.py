"""LMSs registered by an administrator."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from classroom.database import db, transaction
from classroom.models import AuditAction, LinkRequest, LtiPlatform, Student, Teacher
from classroom.services import audit_log
from classroom.services.errors import LaunchErrorCode, LmsErrorCode, ServiceError
from classroom.services.locks import existing_row
from classroom.services.lti.http import is_safe
from classroom.services.names import clean_name


@dataclass(frozen=True, slots=True)
class Registration:
    """The data that an LMS shows when this app is registered there."""

    name: str
    issuer: str
    client_id: str
    deployments: str
    """IDs, one per line."""
    login_url: str
    token_url: str
    keys_url: str


def platforms() -> list[LtiPlatform]:
    """Return all LMSs, by name."""
    return list(db.session.execute(select(LtiPlatform).order_by(LtiPlatform.name, LtiPlatform.id)).scalars())


def find_platform(*, issuer: str, client_id: str | None) -> LtiPlatform:
    """Return the LMS that starts a launch.

    :param client_id: None if not given; then the issuer must have only one.
    :raises ServiceError: PLATFORM_UNKNOWN.
    """
    query = select(LtiPlatform).where(LtiPlatform.issuer == issuer)
    if client_id is not None:
        query = query.where(LtiPlatform.client_id == client_id)
    found = db.session.execute(query).scalars().all()
    if len(found) != 1:
        raise ServiceError(LaunchErrorCode.PLATFORM_UNKNOWN)
    return found[0]


def platform_of(*, platform_id: str) -> LtiPlatform:
    """Return the LMS of a launch. Deleting an LMS deletes its launches."""
    return db.session.get_one(LtiPlatform, platform_id)


def save_platform(registration: Registration, *, platform_id: str | None = None) -> str:
    """Register an LMS, or change its registration; return its ID.

    :raises ServiceError: ADDRESS_INSECURE, PLATFORM_TWICE, or a NAME_… code.
    """
    urls = registration.login_url, registration.token_url, registration.keys_url
    if not all(map(is_safe, urls)):
        raise ServiceError(LmsErrorCode.ADDRESS_INSECURE)
    try:
        with transaction() as session:
            platform = session.get_one(LtiPlatform, platform_id) if platform_id else LtiPlatform()
            platform.name = clean_name(registration.name)
            platform.issuer, platform.client_id = registration.issuer, registration.client_id
            platform.deployments = "\n".join(registration.deployments.split())
            platform.login_url, platform.token_url, platform.keys_url = urls
            session.add(platform)
            session.flush()
            audit_log.note(AuditAction.LMS_SAVED, f"lms:{platform.id}")
            return platform.id
    except IntegrityError as error:
        raise ServiceError(LmsErrorCode.PLATFORM_TWICE) from error


def remove_platform(*, platform_id: str) -> None:
    """Remove an LMS, with its courses and people's links. Students, classes, and answers remain."""
    with transaction() as session:
        platform = existing_row(session, LtiPlatform, platform_id)
        for subject in (Student.lms_subject, Teacher.lms_subject):
            of_it = subject.startswith(platform.prefix, autoescape=True)
            session.execute(update(subject.class_).where(of_it).values(lms_subject=None))
        session.execute(
            delete(LinkRequest).where(LinkRequest.oidc_subject.startswith(platform.prefix, autoescape=True))
        )
        session.delete(platform)
        audit_log.note(AuditAction.LMS_REMOVED, f"lms:{platform_id}")
