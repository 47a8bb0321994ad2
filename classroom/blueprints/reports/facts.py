"""The fact matrix of a class and of a student, and the answers behind a number."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from flask import render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.reports import blueprint
from classroom.blueprints.reports.ranges import range_of_class, range_of_student
from classroom.i18n.engine_texts import skill_title
from classroom.learning.topics import Topic, TopicKind
from classroom.presenters.reports.behind import show_behind
from classroom.presenters.reports.choice import show_time
from classroom.presenters.reports.facts import fact_text, show_facts
from classroom.reports.counts import counted_answers
from classroom.reports.equations import equation_lines
from classroom.reports.facts import Fact, Operation, texts_of
from classroom.reports.students import class_students
from classroom.web.access import school_class_or_404, student_or_404
from engine.equations import SKILLS

_KEY = re.compile(r"(times|divided|plus|minus)-(\d{1,2})-(\d{1,2})(-only)?")


@blueprint.get("/classes/<class_id>/report/facts")
def facts(class_id: str) -> ResponseReturnValue:
    """Show the fact matrix of a class, and a small one for each student."""
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    counted = counted_answers(span)
    students = class_students(found.id, answered={one.student_id for one in counted})
    page = show_facts(
        show_time(span, sessions),
        counted,
        [one for one in students if not one.is_moved],
        operation=_operation(),
        is_merged=_is_merged(),
        by_need=request.args.get("sort") == "need",
    )
    return render_template("reports/facts.html", school_class=found, student=None, page=page)


@blueprint.get("/students/<student_id>/report/facts")
def student_facts(student_id: str) -> ResponseReturnValue:
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    page = show_facts(
        show_time(span, sessions),
        counted_answers(span, student_id=found.id),
        operation=_operation(),
        is_merged=_is_merged(),
    )
    return render_template("reports/facts.html", school_class=found.school_class, student=found, page=page)


@blueprint.get("/classes/<class_id>/report/answers")
def answers(class_id: str) -> ResponseReturnValue:
    """Show a class's answers to one fact, skill, or equation, and who gave them."""
    found = school_class_or_404(class_id)
    span, sessions = range_of_class(found)
    subject = _subject()
    lines = equation_lines(span, texts=subject.texts, skill=subject.skill)
    counted = counted_answers(span, texts=subject.texts, skill=subject.skill)
    students = class_students(found.id, answered={one.student_id for one in counted})
    page = show_behind(show_time(span, sessions), lines, counted, students)
    return render_template("reports/answers.html", school_class=found, student=None, page=page, subject=subject)


@blueprint.get("/students/<student_id>/report/answers")
def student_answers(student_id: str) -> ResponseReturnValue:
    """Show a student's answers to one fact, skill, or equation."""
    found = student_or_404(student_id)
    span, sessions = range_of_student(found)
    subject = _subject()
    lines = equation_lines(span, student_id=found.id, texts=subject.texts, skill=subject.skill)
    page = show_behind(show_time(span, sessions), lines, (), ())
    return render_template(
        "reports/answers.html", school_class=found.school_class, student=found, page=page, subject=subject
    )


@dataclass(frozen=True, slots=True)
class Subject:
    """What the answers are about."""

    title: str
    arguments: dict[str, str]
    """Query parameters for other pages about it."""
    topic: Topic
    """The topic for the page of follow-ups."""
    texts: Collection[str] | None = None
    """Texts of the equations; None for a skill."""
    skill: str | None = None


def _subject() -> Subject:
    """Read the subject from the address.

    :raises werkzeug.exceptions.NotFound: if the fact or skill is unknown.
    """
    if (text := request.args.get("equation")) is not None:
        return Subject(text, {"equation": text}, Topic(TopicKind.EQUATION, text), [text])
    if (skill := request.args.get("skill")) is not None and skill in SKILLS:
        return Subject(skill_title(skill), {"skill": skill}, Topic(TopicKind.SKILL, skill), skill=skill)
    if found := _KEY.fullmatch(key := request.args.get("fact", "")):
        fact, is_merged = Fact(Operation(found[1]), int(found[2]), int(found[3])), not found[4]
        if texts := texts_of(fact, is_merged=is_merged):
            return Subject(
                fact_text(fact, is_merged=is_merged), {"fact": key}, Topic(TopicKind.FACT, fact.family), texts
            )
    raise NotFound


def _operation() -> Operation | None:
    try:
        return Operation(request.args["operation"]) if "operation" in request.args else None
    except ValueError as error:
        raise NotFound from error


def _is_merged() -> bool:
    return request.args.get("orders") != "both"
