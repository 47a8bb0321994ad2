"""Learning management systems (LMS) that open this app by LTI 1.3: the platforms, their courses, and launches."""

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
    """An LMS that an administrator has registered, as it describes itself."""

    __tablename__ = "lti_platforms"
    __table_args__ = (UniqueConstraint("issuer", "client_id"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(40))
    """What people call it here: Canvas."""
    issuer: Mapped[str] = mapped_column(String(LONGEST_ID))
    client_id: Mapped[str] = mapped_column(String(LONGEST_ID))
    """What the LMS calls this app."""
    deployments: Mapped[str] = mapped_column(Text)
    """IDs of the deployments whose messages count, one a line."""
    login_url: Mapped[str] = mapped_column(String(LONGEST_URL))
    """Where browsers are sent for a message."""
    token_url: Mapped[str] = mapped_column(String(LONGEST_URL))
    """Where this server gets the right to ask for rosters and to send scores."""
    keys_url: Mapped[str] = mapped_column(String(LONGEST_URL))
    """The public keys with which messages are signed."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    def subject_of(self, user_id: str) -> str:
        """Name a person of this LMS, as `Student.lms_subject` and `Teacher.lms_subject` do."""
        return f"{self.prefix}{user_id}"

    @property
    def prefix(self) -> str:
        """What the names of all of its people begin with."""
        return f"{LMS_PREFIX}{self.id} "


class LtiCourse(Base):
    """A course of an LMS that a teacher has connected to a class."""

    __tablename__ = "lti_courses"
    __table_args__ = (UniqueConstraint("platform_id", "context_id"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    platform_id: Mapped[str] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    context_id: Mapped[str] = mapped_column(String(LONGEST_ID))
    """What the LMS calls the course."""
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(80))
    """For teachers to recognize."""
    memberships_url: Mapped[str | None] = mapped_column(String(LONGEST_URL))
    """Where its roster can be asked for; None: the LMS does not offer that."""
    scores_url: Mapped[str | None] = mapped_column(String(LONGEST_URL))
    """Where the columns of its gradebook are; None: the LMS does not offer that."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    platform: Mapped[LtiPlatform] = relationship()
    school_class: Mapped[SchoolClass] = relationship()


class LtiLaunch(Base):
    """A message that was accepted. Its row keeps the same message from being accepted again."""

    __tablename__ = "lti_launches"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the nonce."""
    platform_id: Mapped[str] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    content: Mapped[dict[str, Any]]
    """`services.lti.messages.Launch` as JSON, until the person has arrived; then empty."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now, index=True)
