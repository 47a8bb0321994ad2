"""How long the school keeps answers and names."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


class RetentionRules(Base):
    """The administrator's choice, at most one row. Without it, nothing is deleted by age."""

    __tablename__ = "retention_rules"

    id: Mapped[int] = mapped_column(primary_key=True)
    answers_years: Mapped[int | None]
    """Sessions that ended longer ago are deleted with their games and answers; None keeps them."""
    names_months: Mapped[int | None]
    """Students without activity for this long lose their names; None keeps them."""
    starts_at: Mapped[datetime]
    """The date of the first deletion by these rules, so teachers have time to download reports."""
    ran_at: Mapped[datetime | None]
    """When everything due was last deleted."""
