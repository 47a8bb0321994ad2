"""What a page can listen to. A student's pages follow the student, whatever table they move to."""

from __future__ import annotations


def session_topic(class_session_id: str) -> str:
    """Everything in a class session: what the teacher's pages follow."""
    return f"session:{class_session_id}"


def student_topic(student_id: str) -> str:
    """Everything that one student's pages show."""
    return f"student:{student_id}"
