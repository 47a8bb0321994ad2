"""Learning management systems (LMS) that open this app by LTI 1.3: platforms, courses, and launches."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id
from classroom.models.school_class import SchoolClass
from classroom.models.student import LMS_PREFIX

LONGEST_URL = 500
LONGEST_ID = 255


class LtiPlatform(Base):
    """An LMS registered by an administrator, with its own data."""

    __tablename__ = "lti_platforms"
    __table_args__ = (UniqueConstraint("issuer", "client_id"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(40))
    """Its name here: Canvas."""
    issuer: Mapped[str] = mapped_column(String(LONGEST_ID))
    client_id: Mapped[str] = mapped_column(String(LONGEST_ID))
    """The LMS's ID for this app."""
    deployments: Mapped[str] = mapped_column(Text)
    """IDs of the accepted deployments, one per line."""
    login_url: Mapped[str] = mapped_column(String(LONGEST_URL))
    """Where browsers are sent to get a message."""
    token_url: Mapped[str] = mapped_column(String(LONGEST_URL))
    """Where this server gets tokens for rosters and scores."""
    keys_url: Mapped[str] = mapped_column(String(LONGEST_URL))
    """The public keys that verify messages."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    def subject_of(self, user_id: str) -> str:
        """Return the subject for a person of this LMS, as in `Student.lms_subject` and `Teacher.lms_subject`."""
        return f"{self.prefix}{user_id}"

    @property
    def prefix(self) -> str:
        """Return the prefix of all subjects of this LMS."""
        return f"{LMS_PREFIX}{self.id} "


class LtiCourse(Base):
    """A course of an LMS that a teacher has connected to a class."""

    __tablename__ = "lti_courses"
    __table_args__ = (UniqueConstraint("platform_id", "context_id"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    platform_id: Mapped[str] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    context_id: Mapped[str] = mapped_column(String(LONGEST_ID))
    """The LMS's ID of the course."""
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(80))
    """Shown to teachers."""
    memberships_url: Mapped[str | None] = mapped_column(String(LONGEST_URL))
    """The address of its roster; None if the LMS doesn't offer it."""
    scores_url: Mapped[str | None] = mapped_column(String(LONGEST_URL))
    """The address of its gradebook columns; None if the LMS doesn't offer it."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    platform: Mapped[LtiPlatform] = relationship()
    school_class: Mapped[SchoolClass] = relationship()


class LtiLaunch(Base):
    """An accepted message. The row prevents accepting the same message again."""

    __tablename__ = "lti_launches"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the nonce."""
    platform_id: Mapped[str] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    content: Mapped[dict[str, Any]]
    """`services.lti.messages.Launch` as JSON until the person has arrived, then empty."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now, index=True)
