"""Set up the demo's school: accounts, classes, login cards, support, decks, and seating rules."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_urlsafe

from classroom.demo.people import (
    ADMINISTRATOR,
    APART,
    CASTS,
    CLUB,
    COLLEAGUE,
    FIVE_B,
    LAST_YEAR,
    LEVELS,
    SUPPORT,
    TEACHER,
    TOGETHER,
    Cast,
)
from classroom.demo.plans import DECK, DECK_TITLE, SHARED_DECK, SHARED_DECK_TITLE
from classroom.models import SeatingRuleKind
from classroom.services.accounts import login_cards, teachers
from classroom.services.classes import roster, school_classes, support, teachers_of_class
from classroom.services.decks import keeping
from classroom.services.seating import rules
from classroom.services.sessions import practice


def create_school(*, students: int) -> dict[str, str]:
    """Create everything needed before the first session; return the class IDs by name.

    :param students: maximum number in each class
    """
    names = (TEACHER, COLLEAGUE, ADMINISTRATOR)
    ids = {
        name: teachers.create_teacher(name=name, password=token_urlsafe(16), is_administrator=name == ADMINISTRATOR).id
        for name in names
    }
    keeping.create_deck(teacher_id=ids[TEACHER], title=DECK_TITLE, content=DECK)
    shared = keeping.create_deck(teacher_id=ids[COLLEAGUE], title=SHARED_DECK_TITLE, content=SHARED_DECK)
    keeping.share_deck(deck_id=shared.id, is_shared=True)
    classes = {cast.name: _create_class(cast, ids[cast.owner], students) for cast in CASTS}
    _give_support(classes[FIVE_B.name])
    by_name = ids_by_name(classes[CLUB.name])
    support.set_levels(class_id=classes[CLUB.name], levels={by_name[one]: LEVELS[one] for one in by_name})
    practice.allow_practice(class_id=classes[CLUB.name], is_allowed=True)
    return classes


def finish_school(classes: Mapping[str, str]) -> None:
    """Create what came later: seating rules, and last year's archived class."""
    class_id = classes[FIVE_B.name]
    here = ids_by_name(class_id)
    for kind, pairs in ((SeatingRuleKind.APART, APART), (SeatingRuleKind.TOGETHER, TOGETHER)):
        for one, other in pairs:
            if one in here and other in here:
                rules.add_rule(class_id=class_id, student_ids=(here[one], here[other]), kind=kind)
    school_classes.archive_class(class_id=classes[LAST_YEAR.name])


def ids_by_name(class_id: str) -> dict[str, str]:
    """List the IDs of a class's students by name."""
    return {student.name: student.id for student in roster.students_of(class_id=class_id)}


def _create_class(cast: Cast, owner_id: str, students: int) -> str:
    class_id = school_classes.create_class(teacher_id=owner_id, name=cast.name).id
    if cast.also is not None:
        teachers_of_class.add_teacher(class_id=class_id, name=cast.also)
    roster.add_students(class_id=class_id, text="\n".join(cast.students[:students]))
    login_cards.choose_secret_kind(class_id=class_id, kind=cast.secret_kind)
    if cast is not LAST_YEAR:
        login_cards.new_cards(class_id=class_id)
    return class_id


def _give_support(class_id: str) -> None:
    here = ids_by_name(class_id)
    support.set_support(class_id=class_id, settings={here[name]: SUPPORT[name] for name in SUPPORT if name in here})
