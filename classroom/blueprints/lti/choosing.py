"""In a page inside the LMS, a teacher chooses the target of a new link in a course (Deep Linking).

Pages there get no cookies. The message identifies the teacher, and the page contains a signed reference to it.
"""

from __future__ import annotations

from datetime import timedelta

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, URLSafeTimedSerializer

from classroom.blueprints.lti import blueprint, refused
from classroom.database import db
from classroom.i18n import _
from classroom.models import Teacher
from classroom.presenters.decks.listing import with_titles
from classroom.services.accounts import two_factor
from classroom.services.classes.roster import students_of
from classroom.services.classes.school_classes import classes_of
from classroom.services.decks.choosing import OfferedDeck, offered_decks, with_copy
from classroom.services.errors import LaunchErrorCode, ServiceError
from classroom.services.follow_ups import actions
from classroom.services.lti.content_items import signed_choice
from classroom.services.lti.courses import class_of, connect_course, course_of, teacher_of
from classroom.services.lti.launches import finish_launch, launch_of
from classroom.services.lti.messages import Launch
from classroom.services.lti.platforms import platform_of
from classroom.services.settings import TableSettings
from classroom.web.form_tokens import takes_foreign_forms
from classroom.web.lti import framed, site_of, tool_key_or_404
from classroom.web.refusals import on_refusal
from classroom.web.server_key import read_signed, server_key

_GOOD_FOR = timedelta(minutes=30)


def choosing_page(launch_id: str, launch: Launch, problem: str | None = None) -> ResponseReturnValue:
    """Show the teacher's classes and decks to choose from.

    :raises ServiceError: TEACHER_NOT_CONNECTED.
    """
    teacher_id = _teacher_of(launch)
    page = render_template(
        "lti/choose.html",
        launch_note=_notes().dumps(launch_id),
        classes=classes_of(teacher_id=teacher_id),
        decks=with_titles(_decks(teacher_id)),
        chosen=class_of(launch),
        problem=problem,
    )
    return framed(page, by=site_of(launch.return_url)), 200 if problem is None else 422


@blueprint.post("/lti/choose")
@takes_foreign_forms  # the signed reference acts as a token: only this launch's page has it
@on_refusal(refused)
def choose() -> ResponseReturnValue:
    """Connect the course, open practice if a deck was chosen, and show the button that returns the choice."""
    key = tool_key_or_404()
    launch_id, launch = _launch()
    teacher_id = _teacher_of(launch)
    chosen = next(
        (one for one in classes_of(teacher_id=teacher_id) if one.id == request.form.get("school_class")), None
    )
    if chosen is None:
        return choosing_page(launch_id, launch, problem=_("Choose a class."))
    deck = next((one for one in _decks(teacher_id) if one.key == request.form.get("deck")), None)
    if deck is not None:
        _open_practice(chosen.id, deck, teacher_id)
    if course_of(launch) is None:
        connect_course(launch, class_id=chosen.id, by=teacher_id)
    finish_launch(launch_id=launch_id)
    answer = signed_choice(
        launch,
        platform_of(platform_id=launch.platform_id),
        key=key,
        url=url_for("lti.launch", _external=True),
        title=_("Sequence Numbers: %(school_class)s", school_class=chosen.name),
        class_id=chosen.id,
    )
    site = site_of(launch.return_url)
    return framed(render_template("lti/chosen.html", url=launch.return_url, answer=answer), by=site, sends_to=site)


def _launch() -> tuple[str, Launch]:
    """Return the launch whose page sent the form.

    :raises ServiceError: LAUNCH_OLD.
    """
    try:
        launch_id = read_signed(_notes(), request.form.get("launch_note", ""), _GOOD_FOR)[0]
    except BadData as error:
        raise ServiceError(LaunchErrorCode.LAUNCH_OLD) from error
    launch = launch_of(launch_id=launch_id)
    if launch is None:
        raise ServiceError(LaunchErrorCode.LAUNCH_OLD)
    return launch_id, launch


def _teacher_of(launch: Launch) -> str:
    """Return the teacher whose account is connected to the person of a launch.

    :raises ServiceError: NO_ROLE for a student; TEACHER_NOT_CONNECTED.
    """
    if not launch.is_teacher:
        raise ServiceError(LaunchErrorCode.NO_ROLE)
    teacher_id = teacher_of(subject=launch.subject)
    if teacher_id is None or db.session.get_one(Teacher, teacher_id).disabled_at is not None:
        raise ServiceError(LaunchErrorCode.TEACHER_NOT_CONNECTED)
    return teacher_id


def _decks(teacher_id: str) -> list[OfferedDeck]:
    """Return decks for practice; none with two-step verification, whose code a page in an LMS can't ask for."""
    return [] if two_factor.is_on(teacher_id=teacher_id) else offered_decks(teacher_id=teacher_id)


def _open_practice(class_id: str, deck: OfferedDeck, teacher_id: str) -> None:
    students = [one.id for one in students_of(class_id=class_id)]
    if students:
        settings = with_copy(TableSettings(deck=deck.key, board=deck.sizes[0]), teacher_id=teacher_id)
        actions.practice_deck(class_id=class_id, topic=None, student_ids=students, settings=settings)


def _notes() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(server_key(), salt="lms-choice")
