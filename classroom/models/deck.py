"""Decks of teachers: what their classes practice, besides the decks that come with the program."""

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
    """Chosen skills of the catalogue."""
    CARDS = "cards"
    """Lines that the teacher wrote."""


class Deck(Base):
    """A teacher's deck. No game refers to it: a session keeps a copy of what it plays with."""

    __tablename__ = "decks"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    title: Mapped[str] = mapped_column(String(80))
    kind: Mapped[DeckKind] = mapped_column(String(8))
    content: Mapped[dict[str, Any]] = mapped_column(deferred=True)
    """`services.decks.content` as JSON; lists do without it."""
    cards: Mapped[int]
    """How many different cards it has."""
    answers: Mapped[int]
    """How many different answers: that decides which boards it fills."""
    is_shared: Mapped[bool] = mapped_column(default=False)
    """Whether every teacher of this server may see, copy and play it."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    changed_at: Mapped[datetime] = mapped_column(default=clock.now)
    archived_at: Mapped[datetime | None]
    """Since when it is archived: offered nowhere, and seen by its owner alone."""

    teacher: Mapped[Teacher] = relationship()
