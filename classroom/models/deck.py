"""Teachers' decks, in addition to the built-in ones."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from classroom import clock
from classroom.database import Base, new_id
from classroom.models.teacher import Teacher


class DeckKind(StrEnum):
    """Where a deck's cards come from."""

    SKILLS = "skills"
    """Selected skills of the catalog."""
    CARDS = "cards"
    """Lines typed by the teacher."""


class Deck(Base):
    """A teacher's deck. Games don't reference it: a session keeps a copy."""

    __tablename__ = "decks"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(80))
    kind: Mapped[DeckKind] = mapped_column(String(8))
    content: Mapped[dict[str, Any]] = mapped_column(deferred=True)
    """`services.decks.content` as JSON; not loaded for lists."""
    cards: Mapped[int]
    """The number of different cards."""
    answers: Mapped[int]
    """The number of different answers, which determines the boards it fills."""
    is_shared: Mapped[bool] = mapped_column(default=False)
    """Whether every teacher of this server may see, copy, and use it."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    changed_at: Mapped[datetime] = mapped_column(default=clock.now)
    archived_at: Mapped[datetime | None]
    """When it was archived: available nowhere, and visible only to its owner."""

    teacher: Mapped[Teacher] = relationship()
