"""Teachers: the people who sign in with a name and a password."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id

LONGEST_ROSTER_ID = 255


class Teacher(Base):
    __tablename__ = "teachers"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(40))
    """As typed, and shown to students ("Ms. Okafor")."""
    name_key: Mapped[str] = mapped_column(String(160), unique=True)
    """The name folded for comparison (`services.names`), used for signing in."""
    password_hash: Mapped[str | None] = mapped_column(String(255))
    """None if the account uses only the school's sign-in service."""
    is_administrator: Mapped[bool] = mapped_column(default=False)
    """Whether the teacher also administers this server: invitations, resets, status. This gives no access to
    classes."""
    totp_secret: Mapped[str | None] = mapped_column(String(64))
    """The seed of the authenticator app's key (`totp_keys`); None without two-step verification."""
    totp_step: Mapped[int | None]
    """The time step of the last code used: no code is valid twice."""
    oidc_subject: Mapped[str | None] = mapped_column(String(255), unique=True)
    """Issuer and subject at the school's sign-in service, if connected."""
    lms_subject: Mapped[str | None] = mapped_column(String(255), unique=True)
    """The person in the school's LMS (`LtiPlatform.subject_of`), if connected."""
    roster_id: Mapped[str | None] = mapped_column(String(LONGEST_ROSTER_ID))
    """The teacher's `sourcedId` in the district's roster service; entered by an administrator."""
    language: Mapped[str | None] = mapped_column(String(8))
    """Tag of the language of the teacher's pages; None for the browser's."""
    disabled_at: Mapped[datetime | None]
    """When the account was deactivated; its classes are kept."""
    signed_in_at: Mapped[datetime | None]
    """When the teacher last signed in, so administrators can find unused accounts."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)


class LinkKind(StrEnum):
    INVITATION = "invite"
    RESET = "reset"


class AccountLink(Base):
    """An unused one-time link. The row is deleted when it is used or revoked."""

    __tablename__ = "account_links"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the token in the link."""
    kind: Mapped[LinkKind] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(40))
    """Whom the administrator created it for."""
    teacher_id: Mapped[str | None] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    """The teacher whose password it resets; None for an invitation."""
    drops_two_factor: Mapped[bool] = mapped_column("drops_second_factor", default=False, key="drops_two_factor")
    """Whether a reset also turns off two-step verification, because the phone is lost."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    expires_at: Mapped[datetime]
