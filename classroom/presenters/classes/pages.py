"""Classes on their teachers' pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from classroom.i18n import _, ngettext
from classroom.models import Face, SchoolClass, Student
from classroom.presenters.words import facts_text
from classroom.services.classes.school_classes import ClassOverview

_FACES = 7
"""As many faces as fit beside each other in a tile."""


class StepKey(StrEnum):
    """A new teacher's steps to the first game, in order."""

    STUDENTS = "students"
    CARDS = "cards"
    SESSION = "session"


@dataclass(frozen=True, slots=True)
class Step:
    """One step to the first game."""

    key: StepKey
    title: str
    text: str
    is_done: bool
    is_next: bool
    """Whether it is the first step that is not done."""


@dataclass(frozen=True, slots=True)
class ClassTile:
    id: str
    name: str
    facts: str
    has_students: bool
    open_session_id: str | None
    owner: str | None
    """Name of the class owner; None for the reader."""
    is_sample: bool
    faces: tuple[Face, ...]
    """Of the first students, to recognize the class before reading its name."""


@dataclass(frozen=True, slots=True)
class ClassList:
    tiles: tuple[ClassTile, ...]
    archived: tuple[ClassTile, ...]
    first_steps: tuple[Step, ...]
    """The first steps; empty once the teacher has a class other than the sample class."""

    @property
    def offers_sample(self) -> bool:
        """Return whether to offer the sample class: to a teacher without one."""
        return not any(tile.is_sample and tile.owner is None for tile in (*self.tiles, *self.archived))


@dataclass(frozen=True, slots=True)
class ListedStudent:
    id: str
    name: str
    face: Face
    has_card: bool


@dataclass(frozen=True, slots=True)
class RosterPart:
    """Students listed together in the roster."""

    title: str
    """The group's name; "" if students are not grouped."""
    students: tuple[ListedStudent, ...]


@dataclass(frozen=True, slots=True)
class ClassPage:
    id: str
    name: str
    code: str
    """In two groups of three characters, as read aloud."""
    parts: tuple[RosterPart, ...]
    """The students, all together or by the teacher's private groups."""
    is_by_group: bool
    has_groups: bool
    left: tuple[ListedStudent, ...]
    """Archived students."""
    owner: str | None
    """Name of the class owner; None for the reader."""
    is_archived: bool
    without_card: int
    sessions: int
    open_session_id: str | None
    allows_practice: bool
    """Whether students may sign in between sessions and play with a bot."""
    is_sample: bool = False
    can_remove_sample: bool = False
    """Whether one click deletes the class: it is the reader's sample class, without other students."""

    @property
    def students(self) -> tuple[ListedStudent, ...]:
        return tuple(student for part in self.parts for student in part.students)

    @property
    def can_start(self) -> bool:
        """Return whether to offer a session. Cards may be printed while students arrive, so steps may be open."""
        return self.open_session_id is None and not self.is_archived and bool(self.students)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the steps to the first game; empty once there was one."""
        if self.sessions or self.is_archived or self.is_sample:
            return ()
        return steps_to_first_game(has_class=True, students=len(self.students), without_card=self.without_card)


def steps_to_first_game(*, has_class: bool, students: int = 0, without_card: int = 0) -> tuple[Step, ...]:
    """Build the steps, with the first open one marked as next."""
    done = {
        StepKey.STUDENTS: students > 0,
        StepKey.CARDS: students > 0 and not without_card,
        StepKey.SESSION: False,
    }
    if students:
        added = (_("Add your students"), ngettext("%(num)d name.", "%(num)d names.", students))
    elif has_class:
        added = (_("Add your students"), _("Paste their names below, or choose a file."))
    else:
        added = (_("Create a class"), "")
    words = {
        StepKey.STUDENTS: added,
        StepKey.CARDS: (
            _("Print login cards"),
            _("Students sign in with them.") if without_card or not students else "",
        ),
        StepKey.SESSION: (_("Start a session"), _("Students sign in, and one click forms the tables.")),
    }
    following = next(key for key, is_done in done.items() if not is_done)
    return tuple(Step(key, *words[key], done[key], key is following) for key in StepKey)


def class_list(
    overviews: Iterable[ClassOverview],
    *,
    archived: Iterable[ClassOverview],
    teacher_id: str,
    faces: Mapping[str, Sequence[Face]],
) -> ClassList:
    """Build the list of a teacher's classes.

    :param faces: of the students, by class.
    """
    tiles = tuple(_tile(overview, teacher_id, faces.get(overview.id, ())) for overview in overviews)
    away = tuple(_tile(overview, teacher_id, (), is_archived=True) for overview in archived)
    has_own = away or any(not tile.is_sample for tile in tiles)
    return ClassList(tiles, away, () if has_own else steps_to_first_game(has_class=False))


def _tile(overview: ClassOverview, teacher_id: str, faces: Sequence[Face], *, is_archived: bool = False) -> ClassTile:
    students, without = overview.students, overview.without_card
    facts = [ngettext("%(num)d student", "%(num)d students", students) if students else _("No students yet")]
    if without and not overview.is_sample and not is_archived:  # no card of an archived class works
        facts.append(ngettext("%(num)d without a login card", "%(num)d without a login card", without))
    return ClassTile(
        overview.id,
        overview.name,
        facts_text(facts),
        students > 0,
        overview.open_session_id,
        _owner(overview, teacher_id),
        overview.is_sample,
        tuple(faces[:_FACES]),
    )


def class_page(
    school_class: SchoolClass,
    overview: ClassOverview,
    students: Iterable[Student],
    *,
    left: Iterable[Student] = (),
    teacher_id: str | None = None,
    by_group: bool = False,
    is_untouched: bool = False,
) -> ClassPage:
    """Build the page of a class.

    :param left: its archived students.
    :param teacher_id: the reader.
    :param by_group: whether to list the roster by the teacher's private groups, which are shown nowhere else on the
        page.
    :param is_untouched: whether it is a sample class without other students.
    """
    students = list(students)
    return ClassPage(
        id=school_class.id,
        name=school_class.name,
        code=spoken_code(school_class.code),
        parts=_by_group(students) if by_group else (RosterPart("", tuple(map(_line, students))),),
        is_by_group=by_group,
        has_groups=any(one.group for one in students),
        left=tuple(map(_line, left)),
        owner=_owner(overview, teacher_id),
        is_archived=school_class.archived_at is not None,
        without_card=overview.without_card,
        sessions=overview.sessions,
        open_session_id=overview.open_session_id,
        allows_practice=school_class.allows_practice,
        is_sample=school_class.is_sample,
        can_remove_sample=is_untouched and teacher_id == school_class.teacher_id,
    )


def _by_group(students: Iterable[Student]) -> tuple[RosterPart, ...]:
    """List the groups by name, and students without a group last."""
    groups: dict[str, list[ListedStudent]] = {}
    for one in students:
        groups.setdefault(one.group or "", []).append(_line(one))
    names = sorted(groups, key=lambda name: (not name, name.casefold()))
    return tuple(RosterPart(name or _("No group"), tuple(groups[name])) for name in names)


def _line(student: Student) -> ListedStudent:
    return ListedStudent(student.id, student.name, student.face, student.pin_hash is not None)


def _owner(overview: ClassOverview, teacher_id: str | None) -> str | None:
    return None if teacher_id in {None, overview.owner_id} else overview.owner_name


def spoken_code(code: str) -> str:
    """Format a class code in two groups of three: "k7m 4pq"."""
    return f"{code[:3]} {code[3:]}"
