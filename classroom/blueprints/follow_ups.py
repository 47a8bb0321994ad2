"""Follow-ups: a page for each topic, with actions that can be undone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.i18n import _, ngettext
from classroom.learning.topics import Topic, TopicKind
from classroom.models import SchoolClass
from classroom.presenters.decks.listing import with_titles
from classroom.presenters.reports.follow_up import TopicPage, names_text, shown_follow_ups, topic_page
from classroom.presenters.words import isolated
from classroom.reports.topics import answers_to, equations_beside
from classroom.services.classes.roster import students_of
from classroom.services.classes.support import groups_of
from classroom.services.decks.choosing import offered_decks, with_copy
from classroom.services.errors import ServiceError, SettingsErrorCode
from classroom.services.follow_ups import actions
from classroom.services.settings import TableSettings
from classroom.web.access import school_class_or_404
from classroom.web.areas import Area, Audience
from classroom.web.identity import current_teacher_id
from classroom.web.refusals import Refusal, flashed, on_refusal
from classroom.web.short_turns import computes_long

blueprint = Area("follow_ups", __name__, Audience.TEACHERS)
computes_long(blueprint)


def _here(class_id: str) -> ResponseReturnValue:
    fields: dict[str, Any] = {"class_id": class_id, **_topic(class_id).fields()}
    return redirect(url_for("follow_ups.show", **fields), 303)


def _again(refusal: Refusal, class_id: str) -> ResponseReturnValue:
    flash(refusal.message, "bad")
    return _here(class_id)


@blueprint.get("/classes/<class_id>/follow-up")
def show(class_id: str) -> ResponseReturnValue:
    """Show who missed a fact, a skill, or an equation, and what can be done about it."""
    school_class = school_class_or_404(class_id)
    topic = _topic(class_id)
    names = {one.id: one.name for one in students_of(class_id=class_id)}
    noted = actions.follow_ups_of(class_id=class_id, teacher_id=current_teacher_id())
    done = shown_follow_ups(noted, names, about=topic)
    page = _page(class_id, topic, chosen=request.args.getlist("chosen") or None)
    return render_template("follow_ups/show.html", school_class=school_class, page=page, done=done, names=names)


@blueprint.post("/classes/<class_id>/follow-up")
@on_refusal(_again)
def act(class_id: str) -> ResponseReturnValue:
    """Carry out the action of the pressed button."""
    school_class = school_class_or_404(class_id)
    action = _ACTIONS.get(request.form.get("action", ""))
    if action is None:
        raise NotFound
    topic = _topic(class_id)
    action(school_class, topic, _page(class_id, topic))
    return _here(class_id)


@blueprint.post("/classes/<class_id>/follow-up/<int:follow_up_id>/undo")
def undo(class_id: str, follow_up_id: int) -> ResponseReturnValue:
    school_class_or_404(class_id)
    undone = follow_up_id < 2**31 and actions.undo_follow_up(
        class_id=class_id, follow_up_id=follow_up_id, teacher_id=current_teacher_id()
    )
    flash(_("Undone.") if undone else _("There’s nothing left to undo."), "good" if undone else "info")
    topic = Topic.from_fields(request.form)
    if topic:
        return _here(class_id)
    if request.form.get("to") == "practice":
        return redirect(url_for("follow_ups.practice", class_id=class_id), 303)
    return redirect(url_for("reports.school_class", class_id=class_id, _anchor="done"), 303)


@blueprint.get("/classes/<class_id>/follow-up/sheet")
def sheet(class_id: str) -> ResponseReturnValue:
    """Show a printable worksheet of six facts."""
    school_class = school_class_or_404(class_id)
    return render_template("follow_ups/sheet.html", school_class=school_class, page=_page(class_id, _topic(class_id)))


@blueprint.get("/classes/<class_id>/practice/assigned")
def practice(class_id: str) -> ResponseReturnValue:
    """Show assigned practice, and assign more."""
    school_class = school_class_or_404(class_id)
    teacher_id, students = current_teacher_id(), students_of(class_id=class_id)
    noted = [one for one in actions.follow_ups_of(class_id=class_id, teacher_id=teacher_id) if one.practicing]
    return render_template(
        "follow_ups/practice.html",
        school_class=school_class,
        decks=with_titles(offered_decks(teacher_id=teacher_id)),
        students=students,
        groups=groups_of(class_id=class_id),
        done=shown_follow_ups(noted, {one.id: one.name for one in students}),
    )


@blueprint.post("/classes/<class_id>/practice/assigned")
@on_refusal(flashed("follow_ups.practice"))
def assign(class_id: str) -> ResponseReturnValue:
    """Assign practice with a deck to the class, a group, or one student."""
    school_class_or_404(class_id)
    teacher_id = current_teacher_id()
    deck = next((one for one in offered_decks(teacher_id=teacher_id) if one.key == request.form.get("deck")), None)
    if deck is None:
        raise ServiceError(SettingsErrorCode.UNKNOWN_DECK)
    settings = with_copy(TableSettings(deck=deck.key, board=deck.sizes[0]), teacher_id=teacher_id)
    whom = request.form.get("whom", "")
    groups = {one.id: one.group and f"group:{one.group}" for one in students_of(class_id=class_id)}
    chosen = [student_id for student_id, group in groups.items() if whom in {"class", student_id, group}]
    made = actions.practice_deck(class_id=class_id, topic=None, student_ids=chosen, settings=settings)
    count = len(made.details["students"])
    flash(ngettext("Practice opened for %(num)d student.", "Practice opened for %(num)d students.", count), "good")
    return redirect(url_for("follow_ups.practice", class_id=class_id), 303)


def _topic(class_id: str) -> Topic:
    """Return the topic in the address or form; its student must be in the class.

    :raises werkzeug.exceptions.NotFound: if there is none.
    """
    topic = Topic.from_fields(request.values)
    if topic is None or topic.student_id not in {"", *(one.id for one in students_of(class_id=class_id))}:
        raise NotFound
    return topic


def _page(class_id: str, topic: Topic, *, chosen: Collection[str] | None = None) -> TopicPage:
    answers = answers_to(topic, class_id=class_id)
    names = {one.id: one.name for one in students_of(class_id=class_id)}
    return topic_page(
        topic,
        answers.students,
        answers.equations,
        [] if topic.kind is TopicKind.STUDENT else equations_beside(answers.equations, class_id=class_id),
        name=names.get(topic.student_id, ""),
        chosen=chosen,
    )


def _deck(school_class: SchoolClass, topic: Topic, page: TopicPage) -> None:
    made = actions.create_fact_deck(
        class_id=school_class.id,
        teacher_id=current_teacher_id(),
        topic=topic,
        title=page.short_title,
        cards=page.cards,
    )
    text = _("Deck created: %(deck)s.", deck=isolated(made.details["title"]))
    link = {"link": _("Open deck"), "url": url_for("decks.show", deck_id=made.details["deck"])}
    flash({"text": text, **link}, "good")  # type: ignore[arg-type]  # any JSON is kept


def _practice(school_class: SchoolClass, topic: Topic, page: TopicPage) -> None:
    chosen = request.form.getlist("chosen")
    actions.practice_cards(
        class_id=school_class.id,
        topic=topic,
        title=page.short_title,
        student_ids=chosen,
        cards=page.cards,
        skill=page.skill,
    )
    flash(
        ngettext("Practice opened for %(num)d student.", "Practice opened for %(num)d students.", len(chosen)), "good"
    )


def _seats(school_class: SchoolClass, topic: Topic, page: TopicPage) -> None:
    made = actions.seat_together(class_id=school_class.id, topic=topic, student_ids=request.form.getlist("chosen"))
    names = {one.id: one.name for one in page.students}
    whom = names_text([names[one] for one in made.details["students"] if one in names])
    flash(_("They sit together in the next session: %(students)s.", students=whom), "good")


def _note(school_class: SchoolClass, topic: Topic, page: TopicPage) -> None:
    del page
    students = [topic.student_id] if topic.student_id else []
    made = actions.add_note(
        class_id=school_class.id, topic=topic, student_ids=students, text=request.form.get("note", "")
    )
    flash(_("Note saved.") if made else _("Type a note first."), "good" if made else "bad")


_ACTIONS: Mapping[str, Callable[[SchoolClass, Topic, TopicPage], None]] = {
    "deck": _deck,
    "practice": _practice,
    "seats": _seats,
    "note": _note,
}
