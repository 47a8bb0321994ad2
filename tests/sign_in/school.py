"""A school before its lesson: classes with open sessions and the login cards of all students."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.hosting import hosted_app
from classroom.services.accounts import login_cards
from classroom.services.classes import roster, school_classes
from classroom.services.sessions import class_sessions
from classroom.services.settings import TableSettings
from tests.factories import make_teacher
from tests.migrated_database import copy_migrated_database

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Card:
    """The content of a student's login card."""

    code: str
    student_id: str
    pin: str


def open_school(folder: Path, *, classes: int, students: int) -> list[Card]:
    """Fill the database of a server that has not started yet. Return everyone's cards.

    :param students: in each class.
    """
    cards = []
    copy_migrated_database(folder)
    with hosted_app(instance_path=folder) as app, app.app_context():
        teacher_id = make_teacher("Alice Okafor").id
        for number in range(classes):
            school_class = school_classes.create_class(teacher_id=teacher_id, name=f"Class {number}")
            class_id, code = school_class.id, school_class.code
            roster.add_students(class_id=class_id, text="\n".join(f"Student {one:02}" for one in range(students)))
            made = login_cards.new_cards(class_id=class_id)
            cards += [Card(code, card.student_id, card.secret) for card in made]
            class_sessions.open_session(class_id=class_id, settings=TableSettings())
    return cards
