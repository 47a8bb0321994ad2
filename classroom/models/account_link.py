"""One-time links that an administrator hands out: to make an account, or to choose a new password."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base


class LinkKind(StrEnum):
    """What a link is good for."""

    INVITATION = "invite"
    RESET = "reset"


class AccountLink(Base):
    """A link not used yet; using it, or calling it back, deletes the row."""

    __tablename__ = "account_links"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the token in the link."""
    kind: Mapped[LinkKind] = mapped_column(String(8))
    label: Mapped[str] = mapped_column(String(40))
    """For whom the administrator made it."""
    teacher_id: Mapped[str | None] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    """Whose password it resets; None for an invitation."""
    drops_two_factor: Mapped[bool] = mapped_column("drops_second_factor", default=False, key="drops_two_factor")
    """Whether a reset also ends the asking for codes: the teacher has lost the telephone."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    expires_at: Mapped[datetime]
