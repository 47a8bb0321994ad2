"""Roster imports: a file between its preview and confirmation, and the data for undoing it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id


class RosterImport(Base):
    """A file imported by a teacher. Deleted some days later: undo is for recent mistakes."""

    __tablename__ = "roster_imports"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    class_id: Mapped[str | None] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    """The class imported into; None for a file that names its own classes."""
    file_name: Mapped[str] = mapped_column(String(80))
    plan: Mapped[dict[str, Any]]
    """The contents of the file until it is imported. Its changes are computed for each preview."""
    undo: Mapped[dict[str, Any] | None]
    """The previous values, once the import is done."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    done_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]
