"""Students who signed in with a school account that no student of the class is linked to yet."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id


class LinkRequest(Base):
    """One account that waits for a teacher of the class to say whose it is. Deleted with the decision."""

    __tablename__ = "link_requests"
    __table_args__ = (UniqueConstraint("class_id", "oidc_subject"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"))
    oidc_subject: Mapped[str] = mapped_column(String(255))
    """As in `Student.oidc_subject`, or of a person of the LMS as in `Student.lms_subject`."""
    name: Mapped[str] = mapped_column(String(40))
    """What the school's sign-in service calls the person, for the teacher to recognize; "" if it gave no name."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now, index=True)
