"""How long the school keeps answers and names."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from classroom.database import Base


class RetentionRules(Base):
    """What an administrator chose. At most one row; without it nothing is deleted by age."""

    __tablename__ = "retention_rules"

    id: Mapped[int] = mapped_column(primary_key=True)
    answers_years: Mapped[int | None]
    """Sessions that ended longer ago are deleted, with their games and answers; None: they are kept."""
    names_months: Mapped[int | None]
    """Students who took part in nothing for so long lose their names; None: they keep them."""
    starts_at: Mapped[datetime]
    """The first deletion by these rules: teachers have time to download reports."""
    ran_at: Mapped[datetime | None]
    """When everything due was last deleted."""
