"""Students who signed in with a school account that is not linked to a student of the class yet."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from classroom import clock
from classroom.database import Base, new_id


class LinkRequest(Base):
    """An account that waits for a teacher of the class to link it. Deleted with the decision."""

    __tablename__ = "link_requests"
    __table_args__ = (UniqueConstraint("class_id", "oidc_subject"),)

    id: Mapped[str] = mapped_column(String(12), primary_key=True, default=new_id)
    class_id: Mapped[str] = mapped_column(ForeignKey("school_classes.id", ondelete="CASCADE"))
    oidc_subject: Mapped[str] = mapped_column(String(255))
    """Like `Student.oidc_subject`, or for a person of the LMS like `Student.lms_subject`."""
    name: Mapped[str] = mapped_column(String(40))
    """The person's name at the school's sign-in service, for the teacher; "" if it gave none."""
    created_at: Mapped[datetime] = mapped_column(default=clock.now, index=True)
