"""Teachers: the people who sign in with a name and a password."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id


class Teacher(Base):
    """A teacher's account."""

    __tablename__ = "teachers"

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(String(40))
    """As typed, and shown to students ("Ms Okafor")."""
    name_key: Mapped[str] = mapped_column(String(160), unique=True)
    """The name folded for comparison (`services.names`): what signing in looks up."""
    password_hash: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
