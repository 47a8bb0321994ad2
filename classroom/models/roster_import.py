"""Roster imports: what a file would change, kept between its preview and the teacher's yes, and how to undo it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id


class RosterImport(Base):
    """One file read by one teacher. It is forgotten some days later: undoing is for mistakes just made."""

    __tablename__ = "roster_imports"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    teacher_id: Mapped[str] = mapped_column(ForeignKey("teachers.id", ondelete="CASCADE"), index=True)
    class_id: Mapped[str | None] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    """The class that was imported into; None for a file that names its classes itself."""
    file_name: Mapped[str] = mapped_column(String(80))
    plan: Mapped[dict[str, Any]]
    """What the file says, until it is written; what that changes is worked out whenever it is shown."""
    undo: Mapped[dict[str, Any] | None]
    """What stood there before, once the import is done."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    done_at: Mapped[datetime | None]
    undone_at: Mapped[datetime | None]
