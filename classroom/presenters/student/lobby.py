"""The table where a student will sit, seen from above, or the class that is arriving."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from classroom.database import db
from classroom.i18n import pgettext
from classroom.models import ROBOT, Attendance, ClassSession, Face, Student
from classroom.models.face import distinct_faces
from classroom.presenters.table.players import BOT
from classroom.presenters.table.teams import TeamStyles, color_attributes, team_look
from classroom.presenters.words import all_of, isolated
from classroom.services.attendance import present_students
from classroom.services.seating.sizes import is_table_size
from classroom.services.seating.table_plans import table_plans_of, teams_at
from classroom.services.settings import TableSettings
from engine import Team

_DRAWN = frozenset({2, 3, 4, 6})
"""Sizes of tables drawn with their seats; students at other tables are listed."""


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A chair at the table."""

    name: str
    face: Face
    team: str | None
    """None if not known yet."""
    is_me: bool = False
    is_missing: bool = False
    """Whether the seat is reserved for a student who has not joined yet."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table with its seats clockwise, starting with the reader's."""

    number: int
    seats: tuple[LobbySeat, ...]
    text: str
    """The reader's teammates; "" if each plays alone."""
    color_attributes: dict[str, str]

    @property
    def team(self) -> str | None:
        """Return the reader's team."""
        return self.seats[0].team

    @property
    def layout(self) -> str:
        """Return the layout of the seats: their number, or "many"."""
        return str(len(self.seats)) if len(self.seats) in _DRAWN else "many"


@dataclass(frozen=True, slots=True)
class Lobby:
    """What a student sees of classmates before the games."""

    table: OwnTable | None
    arrived: tuple[Face, ...]
    """Faces of the students present, the reader's first."""
    looks: TeamStyles


def lobby_of(class_session: ClassSession, settings: TableSettings, *, student_id: str) -> Lobby:
    """Return the planned table, or the number of students present."""
    present = present_students(class_session_id=class_session.id)
    own = next((one for one in present if one.student_id == student_id), None)
    if own is None or own.table_number is None:
        faces = sorted(present, key=lambda one: one.student_id != student_id)
        return Lobby(None, tuple(one.student.face for one in faces), None)
    looks = teams_at(table_plans_of(class_session_id=class_session.id), own.table_number)
    people = sorted((one for one in present if one.table_number == own.table_number), key=lambda one: one.place or 0)
    seats = _seats(people, settings, student_id)
    mine = next(seat for seat in seats if seat.is_me)
    absent = _awaited(class_session, own.table_number, present)
    table = OwnTable(
        own.table_number, _from(mine, [*seats, *absent]), _partners_text(mine, seats, looks), color_attributes(looks)
    )
    return Lobby(table, (), looks)


def _seats(people: list[Attendance], settings: TableSettings, student_id: str) -> list[LobbySeat]:
    """Return the seats of those present, in order, and a bot's beside a single student."""
    size = len(people)
    teams = settings.teams_for(max(size, 2)) if is_table_size(size, settings.table_sizes) else 0
    of_seat = [tuple(Team)[seat % teams].value if teams else None for seat in range(max(size, 2))]
    faces = distinct_faces(one.student.face for one in people)
    seats = [
        LobbySeat(one.name, face, team, is_me=one.student_id == student_id)
        for one, face, team in zip(people, faces, of_seat, strict=False)
    ]
    return [*seats, LobbySeat(str(BOT), ROBOT, of_seat[1])] if size == 1 else seats


def _awaited(class_session: ClassSession, table_number: int, present: list[Attendance]) -> list[LobbySeat]:
    """Return the students with reserved seats at a table who have not joined."""
    joined = {one.student_id for one in present}
    kept = class_session.seats or {}
    ids = [student_id for student_id, (table, _place) in kept.items() if table == table_number]
    missing = [student_id for student_id in ids if student_id not in joined]
    if not missing:
        return []
    still_there = Student.id.in_(missing) & (Student.class_id == class_session.class_id) & Student.archived_at.is_(None)
    found = db.session.execute(select(Student).where(still_there).order_by(Student.sort_key)).scalars()
    return [LobbySeat(one.name, one.face, None, is_missing=True) for one in found]


def _from(mine: LobbySeat, seats: list[LobbySeat]) -> tuple[LobbySeat, ...]:
    start = seats.index(mine)
    return (*seats[start:], *seats[:start])


def _partners_text(mine: LobbySeat, seats: list[LobbySeat], looks: TeamStyles) -> str:
    partners = [isolated(one.name) for one in seats if not one.is_me and mine.team and one.team == mine.team]
    team = team_look(looks, mine.team).name if mine.team and (looks or {}).get(mine.team, {}).get("name") else None
    if team and partners:
        return pgettext("student", "You play for %(team)s, with %(names)s.", team=team, names=all_of(partners))
    if team:
        return pgettext("student", "You play for %(team)s.", team=team)
    return pgettext("student", "You play with %(names)s.", names=all_of(partners)) if partners else ""
