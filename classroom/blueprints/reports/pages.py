"""The reports of a class and of a student."""

from __future__ import annotations

from dataclasses import replace

from flask import render_template, request
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class, range_of_student
from classroom.clock import local_day
from classroom.learning.answer_counts import AnswerCounts
from classroom.presenters.reports.class_page import show_class_report
from classroom.presenters.reports.follow_up import shown_follow_ups
from classroom.presenters.reports.needs import FocusSkills, focus_skills
from classroom.presenters.reports.progress import goal_form, student_trends
from classroom.presenters.reports.skill_matrix import show_skill_matrix
from classroom.presenters.reports.skills import shown_skills
from classroom.presenters.reports.student_page import show_student_report
from classroom.presenters.reports.tickets import student_tickets
from classroom.presenters.reports.words import solving_text
from classroom.reports.answers import newest_answers
from classroom.reports.class_answers import SkillAnswers, class_answers, latest_of, longer_answers, skill_answers
from classroom.reports.equations import equation_lines
from classroom.reports.solving import solving_times
from classroom.reports.spans import DateRange
from classroom.reports.students import class_students, student_line
from classroom.reports.tickets import ticket_lines
from classroom.services.classes.roster import students_of
from classroom.services.follow_ups.actions import follow_ups_of
from classroom.services.follow_ups.rate_goals import rate_goal_of
from classroom.services.learning.answer_counts import counts_of
from classroom.services.learning.evidence import evidence_of
from classroom.services.learning.knowledge import is_being_counted
from classroom.web.access import school_class_or_404, student_or_404
from classroom.web.identity import current_teacher_id

_NEWEST_ANSWERS, _LATEST_DONE = 30, 8


def _counts(span: DateRange) -> AnswerCounts | None:
    """Return the counts of a class's answers, if it covers all of them."""
    return counts_of(class_id=span.class_id) if span.class_id is not None and span.is_everything else None


def _focus(span: DateRange, answers: SkillAnswers) -> FocusSkills:
    """Return what the students of a class, and the class, need most."""
    return focus_skills(answers, longer_answers(span), latest=latest_of(span, answers.students))


@blueprint.get("/classes/<class_id>/report")
def school_class(class_id: str) -> ResponseReturnValue:
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    evidence = evidence_of(class_id=found.id, day=local_day(clock.now()))
    answers = class_answers(span, _counts(span))
    report = show_class_report(
        span,
        sessions,
        answers.students,
        answers.equations,
        evidence,
        focus=_focus(span, SkillAnswers(answers.students, answers.skills)),
        tickets=0 if answers.equations else len(ticket_lines(span)),
        sort=request.args.get("sort"),
    )
    solving = solving_text(answers.solving)
    names = {one.id: one.name for one in students_of(class_id=found.id)}
    done = shown_follow_ups(follow_ups_of(class_id=found.id, teacher_id=current_teacher_id()), names)
    return render_template(
        "reports/school_class.html", school_class=found, report=report, solving=solving, done=done[:_LATEST_DONE]
    )


@blueprint.get("/students/<student_id>/report")
def student(student_id: str) -> ResponseReturnValue:
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    of_class = replace(span, class_id=found.class_id, with_practice=False)
    report = show_student_report(
        span,
        sessions,
        student_line(span, student_id=found.id, name=found.name),
        equation_lines(span, student_id=found.id),
        newest_answers(span, student_id=found.id, limit=_NEWEST_ANSWERS),
        evidence=evidence_of(class_id=found.class_id, day=local_day(clock.now())),
        need=_focus(of_class, skill_answers(of_class, _counts(of_class))).by_student.get(found.id),
    )
    solving = solving_text(solving_times(span, student_id=found.id))
    tickets, goal = ticket_lines(DateRange(None), student_id=found.id), rate_goal_of(student_id=found.id)
    return render_template(
        "reports/student.html",
        student=found,
        school_class=found.school_class,
        report=report,
        solving=solving,
        done=shown_follow_ups(
            follow_ups_of(class_id=found.class_id, teacher_id=current_teacher_id()),
            {found.id: found.name},
            student_id=found.id,
        )[:_LATEST_DONE],
        skills=shown_skills(found, now=clock.now()),
        is_being_counted=is_being_counted(),
        tickets=student_tickets(ticket_lines(span, student_id=found.id)),
        trends=student_trends(found, tickets, now=clock.now(), goal=goal),
        goal=goal_form(tickets, goal, now=clock.now()),
    )


@blueprint.get("/classes/<class_id>/report/skills")
def skills(class_id: str) -> ResponseReturnValue:
    found = school_class_or_404(class_id)
    students = class_students(found.id, answered=())
    page = show_skill_matrix(students, now=clock.now(), sort=request.args.get("sort"))
    return render_template("reports/skills.html", school_class=found, page=page)
