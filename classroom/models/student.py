"""Students: a display name, a PIN, and an animal; nothing else about the child."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from classroom import clock
from classroom.database import Base, new_id
from classroom.models.face import Face
from classroom.sorting import LONGEST_SORT_KEY, sort_key

if TYPE_CHECKING:
    from classroom.models.school_class import SchoolClass


LMS_PREFIX = "lti:"
"""What names of people of an LMS begin with; issuers of sign-in services are addresses."""


class SecretKind(StrEnum):
    """What a student gives to sign in by name."""

    PIN = "pin"
    """Digits: `Student.pin_digits` of them."""
    PICTURES = "pictures"
    """Four of sixteen pictures, in order."""


def is_of_lms(subject: str) -> bool:
    """Whether this names a person of an LMS, not one of a sign-in service."""
    return subject.startswith(LMS_PREFIX)


class Student(Base):
    """A student of one class."""

    __tablename__ = "students"
    __table_args__ = (
        UniqueConstraint("class_id", "name_key"),
        UniqueConstraint("class_id", "source_id"),
        UniqueConstraint("class_id", "oidc_subject"),
        UniqueConstraint("class_id", "lms_subject"),
    )

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str] = mapped_column(String(160))
    """The name folded for comparison, unique in the class: "Ana" and "ana " are one name."""
    sort_key: Mapped[str] = mapped_column(String(LONGEST_SORT_KEY))
    """What lists are sorted by (`classroom.sorting`), set together with the name."""
    pin_hash: Mapped[str | None] = mapped_column(String(255))
    """Of the PIN, or of the pictures in order. None until a login card is printed; without it no one can sign in as
    this student."""
    secret_kind: Mapped[SecretKind] = mapped_column(String(8), default=SecretKind.PIN)
    """What `pin_hash` is the hash of."""
    pin_digits: Mapped[int | None]
    """How long the PIN is. None: four digits, on a card of an earlier version; or there is no PIN."""
    card_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    """SHA-256 of the token in the card's QR code; None: no valid QR code."""
    oidc_subject: Mapped[str | None] = mapped_column(String(255), index=True)
    """Issuer and subject of the school account with which the student signs in, once a teacher has linked it. A child
    in two classes is two students, so it is unique within a class."""
    lms_subject: Mapped[str | None] = mapped_column(String(255), index=True)
    """Who the student is in the school's LMS (`LtiPlatform.subject_of`), once a teacher has linked it."""
    card_changed_at: Mapped[datetime | None]
    """When the last login card was made, or revoked."""
    source_id: Mapped[str | None] = mapped_column(String(64))
    """What the school's own files call the student: it finds the row again after a change of name."""
    name_in_file: Mapped[str | None] = mapped_column(String(40))
    """What the school's files call a student whom a teacher has renamed, as short as a name here; None: the same.
    It finds the row again, and only teachers see it."""
    group: Mapped[str | None] = mapped_column("group_name", String(40))
    """The teacher's private group, such as "Tuesday readers". No student sees it."""
    time_factor: Mapped[float] = mapped_column(default=1.0)
    """Factor on the time that others get, where turns are timed. No classmate sees it."""
    reads_aloud: Mapped[bool] = mapped_column(default=False)
    """Whether the student's page offers to read equations aloud."""
    has_large_text: Mapped[bool] = mapped_column(default=False)
    """Whether the student's pages are set in larger type."""
    has_wide_spacing: Mapped[bool] = mapped_column(default=False)
    """Whether letters, words, and lines on the student's pages have more room between them."""
    has_keys_off: Mapped[bool] = mapped_column(default=False)
    """Whether letters, digits, and signs do nothing outside of fields: a spoken word or a slip could press them."""
    language: Mapped[str | None] = mapped_column(String(8))
    """Tag of the language of the student's pages and card; None: that of the browser."""
    introduction: Mapped[int] = mapped_column(default=0)
    """How far the student is in the introduction to the rules (`services.play.introduction`)."""
    level: Mapped[int | None]
    """The grade at which a teacher has this student practice, 1 to 8; None: not set. No student sees it."""
    animal: Mapped[str] = mapped_column(String(12))
    """One of `face.ANIMALS`, dealt when the student is added (`services/classes/faces`)."""
    disc: Mapped[str] = mapped_column(String(8))
    """What the animal is drawn on: one of `face.DISCS`."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    archived_at: Mapped[datetime | None]
    """Since when the student has left the class: on no list, but all answers are kept."""
    anonymous_at: Mapped[datetime | None]
    """When the name was deleted by the school's rule (`services.maintenance.retention`); None: it never was."""

    school_class: Mapped[SchoolClass] = relationship(back_populates="students")

    @property
    def face(self) -> Face:
        """What is drawn beside the name."""
        return Face(self.animal, self.disc)

    def account_like(self, subject: str) -> str | None:
        """Return the student's account of this one's kind: at a sign-in service, or in the LMS."""
        return self.lms_subject if is_of_lms(subject) else self.oidc_subject

    def link(self, subject: str) -> None:
        """Let this account sign the student in."""
        if is_of_lms(subject):
            self.lms_subject = subject
        else:
            self.oidc_subject = subject

    def unlink(self, subject: str) -> None:
        """Let this account sign the student in no more."""
        if self.lms_subject == subject:
            self.lms_subject = None
        if self.oidc_subject == subject:
            self.oidc_subject = None

    def is_in(self, class_id: str) -> bool:
        """Whether the student is in this class still: neither in another one by now, nor archived."""
        return self.class_id == class_id and self.archived_at is None

    @validates("name")
    def _set_sort_key(self, _attribute: str, name: str) -> str:
        self.sort_key = sort_key(name)
        return name
