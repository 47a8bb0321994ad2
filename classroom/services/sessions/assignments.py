"""Assigned practice: a deck for some students, until a skill is *accurate* or the teacher ends it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.learning.plans import Dealing
from classroom.learning.wording import SkillStatus, wording_of_skill
from classroom.models import Attempt, PracticeAssignment, Student
from classroom.services.learning.knowledge import known
from classroom.services.sessions.class_sessions import end_practices, last_settings
from classroom.services.settings import TableSettings

FURTHER_ANSWERS = 10
"""Minimum first answers in the skill before an assignment ends: a skill may already be *accurate* at the start."""


def assign_practice(
    session: Session,
    *,
    class_id: str,
    follow_up_id: int,
    student_ids: Iterable[str],
    settings: TableSettings,
    skill: str | None = None,
) -> None:
    """Assign a deck in the open transaction. Earlier assignments of these students wait until this one ends.

    :param settings: the settings of the game, including the deck and board.
    :param skill: practice ends once this skill is *accurate*; None if the teacher ends it.
    """
    settings = replace(settings, dealing=Dealing.SAME)  # only these equations
    for student_id in student_ids:
        session.add(
            PracticeAssignment(
                class_id=class_id,
                student_id=student_id,
                follow_up_id=follow_up_id,
                settings=settings.to_json(),
                skill=skill,
                answers=answers_in(student_id, skill) if skill else 0,
            )
        )


def end_assignments(session: Session, *, follow_up_id: int) -> None:
    """End assigned practice, in the open transaction. Idempotent."""
    for one in session.scalars(select(PracticeAssignment).where(PracticeAssignment.follow_up_id == follow_up_id)):
        if one.ended_at is None:
            one.ended_at = clock.now()
            end_practices(class_id=one.class_id, student_id=one.student_id)


def assignment_of(student_id: str) -> PracticeAssignment | None:
    """Return a student's current assignment: the latest that has not ended."""
    return db.session.execute(
        select(PracticeAssignment)
        .join(Student, Student.id == PracticeAssignment.student_id)
        .where(
            PracticeAssignment.student_id == student_id,
            PracticeAssignment.ended_at.is_(None),
            PracticeAssignment.class_id == Student.class_id,
        )
        .order_by(PracticeAssignment.id.desc())
        .limit(1)
    ).scalar_one_or_none()


def end_reached(*, student_id: str) -> None:
    """End the assignments of a student whose skill is *accurate* now."""
    one = assignment_of(student_id)
    while one is not None and one.skill is not None and has_reached(one):
        with transaction() as session:
            session.get_one(PracticeAssignment, one.id).ended_at = clock.now()
        one = assignment_of(student_id)


def has_reached(assignment: PracticeAssignment) -> bool:
    """Return whether the skill of an assignment is *accurate* and was practiced."""
    skill, student_id = assignment.skill, assignment.student_id
    if skill is None or answers_in(student_id, skill) < assignment.answers + FURTHER_ANSWERS:
        return False
    with known() as knowledge:
        status = wording_of_skill(knowledge, knowledge.of(student_id), skill, baseline=None, is_young=False)
    return status in {SkillStatus.ACCURATE, SkillStatus.FLUENT}


def answers_in(student_id: str, skill: str) -> int:
    """Return a student's number of first answers in a skill."""
    of_skill = select(func.count()).select_from(Attempt).where(Attempt.student_id == student_id, Attempt.skill == skill)
    return db.session.execute(of_skill.where(Attempt.is_first)).scalar_one()


def settings_of(assignment: PracticeAssignment) -> TableSettings:
    """Return the assigned settings, with the rules of the class's last session."""
    kept, last = TableSettings.from_json(assignment.settings), last_settings(class_id=assignment.class_id)
    return replace(last, deck=kept.deck, deck_copy=kept.deck_copy, board=kept.board, dealing=kept.dealing)
