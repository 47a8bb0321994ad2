"""Seating: rules for keeping students together or apart, saved tables, and settings of single tables."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base


class SeatingRuleKind(StrEnum):
    APART = "apart"
    TOGETHER = "together"


class SeatingRule(Base):
    """Two students who should or should not sit at one table. Students never see it."""

    __tablename__ = "seating_wishes"
    __table_args__ = (UniqueConstraint("first_id", "second_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"), index=True)
    first_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"))
    second_id: Mapped[str] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    kind: Mapped[SeatingRuleKind] = mapped_column("wish", String(8))


class SavedTables(Base):
    """Tables that a teacher saved for later."""

    __tablename__ = "arrangements"
    __table_args__ = (UniqueConstraint("class_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    plan: Mapped[dict[str, Any]]
    """`tables`: a list of tables, each a list of student IDs in seat order."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now)


class TablePlan(Base):
    """A teacher's settings for one table of a session before its games, besides the seating."""

    __tablename__ = "table_plans"

    class_session_id: Mapped[str] = mapped_column(ForeignKey("class_sessions.id", ondelete="CASCADE"), primary_key=True)
    table_number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    is_shared: Mapped[bool] = mapped_column(default=False)
    """Whether the table shares one device."""
    teams: Mapped[dict[str, Any]]
    """By team, as in the record: `name` and `colour`, if a teacher chose them."""
