"""Students: a display name, a PIN, and an animal; no other personal data."""

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
"""Prefix of subjects from an LMS. Issuers of sign-in services are addresses."""


class SecretKind(StrEnum):
    """What a student enters after choosing their name."""

    PIN = "pin"
    """`Student.pin_digits` digits."""
    PICTURES = "pictures"
    """Four of sixteen pictures, in order."""


def is_of_lms(subject: str) -> bool:
    """Return whether a subject is a person of an LMS rather than of a sign-in service."""
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
    """The name folded for comparison, unique in the class: "Ana" and "ana " are equal."""
    sort_key: Mapped[str] = mapped_column(String(LONGEST_SORT_KEY))
    """The sort key (`classroom.sorting`), set together with the name."""
    pin_hash: Mapped[str | None] = mapped_column(String(255))
    """Hash of the PIN, or of the pictures in order. None until a login card is printed: before, no one can sign in as
    this student."""
    secret_kind: Mapped[SecretKind] = mapped_column(String(8), default=SecretKind.PIN)
    """The kind of secret that was hashed."""
    pin_digits: Mapped[int | None]
    """The length of the PIN. None for four digits on a card of an earlier version, or without a PIN."""
    card_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    """SHA-256 of the token in the card's QR code; None without a valid one."""
    oidc_subject: Mapped[str | None] = mapped_column(String(255), index=True)
    """Issuer and subject of the student's school account, once a teacher has linked it. A child in two classes is two
    students, so it is unique within a class."""
    lms_subject: Mapped[str | None] = mapped_column(String(255), index=True)
    """The person in the school's LMS (`LtiPlatform.subject_of`), once a teacher has linked it."""
    card_changed_at: Mapped[datetime | None]
    """When the last login card was made or revoked."""
    source_id: Mapped[str | None] = mapped_column(String(64))
    """The student's ID in the school's files, to match the row after a change of name."""
    name_in_file: Mapped[str | None] = mapped_column(String(40))
    """The name in the school's files of a student whom a teacher renamed, in the short form; None if equal. Used to
    match rows. Only teachers see it."""
    group: Mapped[str | None] = mapped_column("group_name", String(40))
    """The teacher's private group, such as "Tuesday readers". Students can't see it."""
    time_factor: Mapped[float] = mapped_column(default=1.0)
    """Factor for timers. Classmates can't see it."""
    reads_aloud: Mapped[bool] = mapped_column(default=False)
    """Whether the student's pages offer to read equations aloud."""
    has_large_text: Mapped[bool] = mapped_column(default=False)
    """Whether the student's pages use large text."""
    has_wide_spacing: Mapped[bool] = mapped_column(default=False)
    """Whether the student's pages have more space between letters, words, and lines."""
    has_keys_off: Mapped[bool] = mapped_column(default=False)
    """Whether single-key shortcuts outside of fields are off: speech input or a slip could trigger them."""
    language: Mapped[str | None] = mapped_column(String(8))
    """Tag of the language of the student's pages and card; None for the browser's."""
    introduction: Mapped[int] = mapped_column(default=0)
    """Progress in the introduction to the rules (`services.play.introduction`)."""
    level: Mapped[int | None]
    """The grade that a teacher has this student practice, 1 to 8; None if not set. Students can't see it."""
    animal: Mapped[str] = mapped_column(String(12))
    """One of `face.ANIMALS`, assigned when the student is added (`services/classes/faces`)."""
    disc: Mapped[str] = mapped_column(String(8))
    """The background of the animal: one of `face.DISCS`."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    archived_at: Mapped[datetime | None]
    """When the student was archived: on no list, but all answers are kept."""
    anonymous_at: Mapped[datetime | None]
    """When the name was deleted by a retention rule (`services.maintenance.retention`); None if it wasn't."""

    school_class: Mapped[SchoolClass] = relationship(back_populates="students")

    @property
    def face(self) -> Face:
        """Return the face shown beside the name."""
        return Face(self.animal, self.disc)

    def account_like(self, subject: str) -> str | None:
        """Return the student's account of the same kind as this one: at a sign-in service, or in the LMS."""
        return self.lms_subject if is_of_lms(subject) else self.oidc_subject

    def link(self, subject: str) -> None:
        """Link this account, so it can sign the student in."""
        if is_of_lms(subject):
            self.lms_subject = subject
        else:
            self.oidc_subject = subject

    def unlink(self, subject: str) -> None:
        if self.lms_subject == subject:
            self.lms_subject = None
        if self.oidc_subject == subject:
            self.oidc_subject = None

    def is_in(self, class_id: str) -> bool:
        """Return whether the student is still in this class: neither moved nor archived."""
        return self.class_id == class_id and self.archived_at is None

    @validates("name")
    def _set_sort_key(self, _attribute: str, name: str) -> str:
        self.sort_key = sort_key(name)
        return name
