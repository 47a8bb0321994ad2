"""Classes as their teacher's pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from classroom.presenters.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from classroom.models import SchoolClass, Student
    from classroom.services.classes import ClassOverview


class StepKey(StrEnum):
    """What stands between a new teacher and the first game, in order."""

    CLASS = "class"
    STUDENTS = "students"
    CARDS = "cards"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class Step:
    """One step on the way to the first game."""

    key: StepKey
    title: str
    text: str
    is_done: bool
    is_next: bool
    """Whether it is the first that is not done."""


@dataclass(frozen=True, slots=True)
class ClassTile:
    """A class in the list."""

    id: str
    name: str
    facts: str
    open_session_id: str | None


@dataclass(frozen=True, slots=True)
class StudentLine:
    """A student in the roster."""

    id: str
    name: str
    has_card: bool


@dataclass(frozen=True, slots=True)
class ClassPage:
    """The page of a class."""

    id: str
    name: str
    code: str
    """In two groups of three, as it is read out."""
    students: tuple[StudentLine, ...]
    without_card: int
    sessions: int
    open_session_id: str | None
    allows_practice: bool
    """Whether students may sign in between lessons and play with a bot."""

    @property
    def can_start(self) -> bool:
        """Whether to offer a session beside the steps: somebody could sign in."""
        return self.open_session_id is None and len(self.students) > self.without_card

    @property
    def steps(self) -> tuple[Step, ...]:
        """The way to the first game; empty once there was one."""
        if self.sessions:
            return ()
        return steps_to_first_game(has_class=True, students=len(self.students), without_card=self.without_card)


def steps_to_first_game(*, has_class: bool, students: int = 0, without_card: int = 0) -> tuple[Step, ...]:
    """The steps, the first one that is not done marked as the next."""
    done = {
        StepKey.CLASS: has_class,
        StepKey.STUDENTS: students > 0,
        StepKey.CARDS: students > 0 and not without_card,
        StepKey.SESSION: False,
    }
    words = {
        StepKey.CLASS: ("Make a class", "" if has_class else "Give it a name."),
        StepKey.STUDENTS: (
            "Add your students",
            f"{count(students, 'name')}." if students else "Paste the list of names.",
        ),
        StepKey.CARDS: ("Print login cards", "Each student gets a PIN." if without_card or not students else ""),
        StepKey.SESSION: ("Start a session", "Students sign in, and the tables form by themselves."),
    }
    following = next(key for key, is_done in done.items() if not is_done)
    return tuple(Step(key, *words[key], done[key], key is following) for key in StepKey)


def class_tile(overview: ClassOverview) -> ClassTile:
    """A class for the list."""
    facts = count(overview.students, "student") if overview.students else "No students yet"
    if overview.without_card:
        facts += f", {overview.without_card} without a login card"
    return ClassTile(overview.id, overview.name, facts, overview.open_session_id)


def class_page(school_class: SchoolClass, overview: ClassOverview, students: Iterable[Student]) -> ClassPage:
    """The page of a class."""
    return ClassPage(
        id=school_class.id,
        name=school_class.name,
        code=spoken_code(school_class.code),
        students=tuple(StudentLine(one.id, one.name, one.pin_hash is not None) for one in students),
        without_card=overview.without_card,
        sessions=overview.sessions,
        open_session_id=overview.open_session_id,
        allows_practice=school_class.allows_practice,
    )


def spoken_code(code: str) -> str:
    """A class code in two groups of three: "k7m 4pq"."""
    return f"{code[:3]} {code[3:]}"
