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
    """A teacher's account."""

    __tablename__ = "teachers"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(40))
    """As typed, and shown to students ("Ms Okafor")."""
    name_key: Mapped[str] = mapped_column(String(160), unique=True)
    """The name folded for comparison (`services.names`): what signing in looks up."""
    password_hash: Mapped[str | None] = mapped_column(String(255))
    """None: the account is opened by the school's sign-in service alone."""
    is_administrator: Mapped[bool] = mapped_column(default=False)
    """Whether the teacher also runs this server: invites, resets, sees its state. It opens no one's classes."""
    totp_secret: Mapped[str | None] = mapped_column(String(64))
    """From what the key of the teacher's authenticator app is made (`totp_keys`); None: the password is enough."""
    totp_step: Mapped[int | None]
    """The time step of the last code used: none is good twice."""
    oidc_subject: Mapped[str | None] = mapped_column(String(255), unique=True)
    """Issuer and subject at the school's sign-in service, if the account is connected to it."""
    lms_subject: Mapped[str | None] = mapped_column(String(255), unique=True)
    """Who the teacher is in the school's LMS (`LtiPlatform.subject_of`), if connected."""
    roster_id: Mapped[str | None] = mapped_column(String(LONGEST_ROSTER_ID))
    """Which teacher this is for the district's roster service (the `sourcedId`); entered by an administrator."""
    language: Mapped[str | None] = mapped_column(String(8))
    """Tag of the language of the teacher's pages; None: that of the browser."""
    disabled_at: Mapped[datetime | None]
    """Since when the account lets no one in; its classes are kept."""
    signed_in_at: Mapped[datetime | None]
    """When the teacher last signed in, for administrators who look for accounts that no one uses."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)


class LinkKind(StrEnum):
    """What a one-time link does."""

    INVITATION = "invite"
    RESET = "reset"


class AccountLink(Base):
    """An unused one-time link. Using or revoking it deletes the row."""

    __tablename__ = "account_links"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the token in the link."""
    kind: Mapped[LinkKind] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(40))
    """For whom the administrator made it."""
    teacher_id: Mapped[str | None] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    """Whose password it resets; None for an invitation."""
    drops_two_factor: Mapped[bool] = mapped_column("drops_second_factor", default=False, key="drops_two_factor")
    """Whether a reset also ends the asking for codes: the teacher has lost the phone."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    expires_at: Mapped[datetime]
