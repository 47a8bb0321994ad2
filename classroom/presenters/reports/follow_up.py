"""The page of a topic: who missed it, and possible actions with their effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from classroom.clock import local_day
from classroom.i18n import _, ngettext
from classroom.i18n.engine_texts import skill_title
from classroom.learning.topics import Missed, Topic, TopicKind, cards_for, facts_of, sheet_of, skill_to_reach
from classroom.models import FollowUp, FollowUpKind
from classroom.presenters.moments import short_day_text
from classroom.presenters.reports.words import given_text
from classroom.presenters.words import all_of, fact_text, isolated, isolated_equation
from classroom.reports.statistics import Proportion
from classroom.reports.topics import TopicAnswers
from classroom.services.follow_ups.actions import NotedFollowUp
from engine import answers_on
from engine.decks import BOARD_SIZES
from engine.equations import SKILLS, Equation

MOST_WRONG, MOST_NAMES, MOST_FACTS = 3, 6, 6
_BOARD = BOARD_SIZES[0]


@dataclass(frozen=True, slots=True)
class ShownStudent:
    """A student's answers to the topic."""

    id: str
    name: str
    first: Proportion
    wrong: str
    """The latest wrong answers: "7 × 8 → 54 (2 times)"."""
    last: str
    is_chosen: bool
    """Whether actions include this student by default."""


@dataclass(frozen=True, slots=True)
class ShownFollowUp:
    id: int
    text: str
    about: str
    """The topic; "" for none."""
    fields: Mapping[str, str]
    """Query parameters of its page."""
    day: str
    can_undo: bool


@dataclass(frozen=True, slots=True)
class TopicPage:
    title: str
    short_title: str
    """The title of new decks and notes."""
    fields: Mapping[str, str]
    """Query parameters of the topic."""
    student_id: str
    is_about_student: bool
    first: Proportion
    students: tuple[ShownStudent, ...]
    is_chosen_before: bool
    """Whether the teacher has chosen the students that are selected, on the page before."""
    facts: tuple[Equation, ...]
    """The topic's equations, most missed first."""
    fact_count: int
    cards: tuple[Equation, ...]
    """The deck's cards."""
    own_cards: int
    """The number of them that are about the topic; the others only fill the board."""
    skill: str | None
    """The skill that practice aims at."""
    skill_title: str
    sheet: tuple[Equation, ...]


def topic_page(
    topic: Topic,
    answers: Sequence[TopicAnswers],
    equations: Sequence[Missed],
    beside: Sequence[Missed],
    *,
    name: str = "",
    chosen: Collection[str] | None = None,
) -> TopicPage:
    """Build the page.

    :param name: name of the topic's student
    :param chosen: the students chosen by the teacher; None for those with misses
    """
    cards = cards_for(topic, equations, beside, answers_on(_BOARD))
    facts = facts_of(topic, equations)
    skill, own = skill_to_reach(topic, equations), {one.fact_key for one in facts}
    return TopicPage(
        title=topic_title(topic, name),
        short_title=short_title(topic, name),
        fields=topic.fields(),
        student_id=topic.student_id,
        is_about_student=topic.kind is TopicKind.STUDENT,
        first=sum((one.first for one in answers), Proportion()),
        students=tuple(_student(one, chosen) for one in answers),
        is_chosen_before=chosen is not None,
        facts=tuple(facts[:MOST_FACTS]) if topic.kind is TopicKind.STUDENT else tuple(facts),
        fact_count=len(facts),
        cards=tuple(cards),
        own_cards=sum(one.fact_key in own for one in cards),
        skill=skill,
        skill_title=skill_title(skill) if skill else "",
        sheet=tuple(sheet_of(topic, equations)),
    )


def topic_title(topic: Topic, name: str = "") -> str:
    """Return a topic's title for a heading.

    :param name: name of its student
    """
    what = _what(topic)
    if not topic.student_id:
        return what
    student = isolated(name)
    return _("%(student)s: %(what)s", student=student, what=what) if what else student


def short_title(topic: Topic, name: str = "") -> str:
    """Return a title for something made for a topic, such as a deck."""
    what = _plain(topic)
    if what and topic.student_id:
        return _("%(what)s for %(student)s", what=what, student=name)
    return what or _("Cards for %(student)s", student=name)


def _what(topic: Topic) -> str:
    plain = _plain(topic)
    return isolated_equation(plain) if topic.kind in {TopicKind.FACT, TopicKind.EQUATION} else plain


def _plain(topic: Topic) -> str:
    if topic.kind is TopicKind.SKILL:
        return skill_title(topic.key) if topic.key in SKILLS else topic.key
    if topic.kind is TopicKind.STUDENT:
        return ""
    return fact_text(topic.key) if topic.kind is TopicKind.FACT else topic.key


def _student(one: TopicAnswers, chosen: Collection[str] | None) -> ShownStudent:
    return ShownStudent(
        id=one.student_id,
        name=one.name,
        first=one.first,
        wrong=all_of([_wrong_text(*wrong, times) for wrong, times in list(one.wrong.items())[:MOST_WRONG]]),
        last=short_day_text(local_day(one.last)) if one.last else "",
        is_chosen=one.student_id in chosen if chosen is not None else bool(one.first.missed),
    )


def _wrong_text(equation: str, given: str | None, count: int) -> str:
    return ngettext(
        "%(equation)s → %(answer)s (%(num)d time)",
        "%(equation)s → %(answer)s (%(num)d times)",
        count,
        equation=isolated_equation(equation),
        answer=given_text(given),
    )


def shown_follow_ups(
    follow_ups: Sequence[NotedFollowUp],
    names: Mapping[str, str],
    *,
    about: Topic | None = None,
    student_id: str | None = None,
) -> tuple[ShownFollowUp, ...]:
    """Convert follow-ups to text, newest first.

    :param names: names of the class's students, by ID
    :param about: only those about this topic
    :param student_id: only those about this student
    """
    shown = []
    for one, practicing, can_undo in follow_ups:
        topic = Topic.from_fields(one.about)
        students = one.details.get("students", [])
        if about is not None and topic != about:
            continue
        if student_id is not None and student_id not in {*students, topic.student_id if topic else ""}:
            continue
        whose = topic.student_id if topic else ""
        shown.append(
            ShownFollowUp(
                id=one.id,
                text=_done_text(one, [names[who] for who in students if who in names], practicing),
                about=topic_title(topic, names[whose]) if topic and whose in names else _what(topic) if topic else "",
                fields=topic.fields() if topic else {},
                day=short_day_text(local_day(one.created_at)),
                can_undo=can_undo,
            )
        )
    return tuple(shown)


def _done_text(one: FollowUp, names: Sequence[str], practicing: Sequence[str]) -> str:
    title = str(one.details.get("title", ""))
    if one.kind == FollowUpKind.DECK:
        return _("Created the deck “%(deck)s”.", deck=isolated(title))
    if one.kind == FollowUpKind.NOTE:
        return isolated(one.details["text"])
    whom = names_text(names)
    if one.kind == FollowUpKind.SEATS:
        if one.used_at is not None:
            return _("Seated together: %(students)s.", students=whom)
        return _("Will sit together in the next session: %(students)s.", students=whom)
    if not practicing:
        return _("Practice finished: %(deck)s. Students: %(students)s.", deck=isolated(title), students=whom)
    return ngettext(
        "Practice: %(deck)s. Students: %(students)s. %(num)d has not finished.",
        "Practice: %(deck)s. Students: %(students)s. %(num)d have not finished.",
        len(practicing),
        deck=isolated(title),
        students=whom,
    )


def names_text(names: Sequence[str]) -> str:
    """List some names, and count the others."""
    if len(names) <= MOST_NAMES:
        return all_of([isolated(name) for name in names])
    return ngettext("%(num)d student", "%(num)d students", len(names))
