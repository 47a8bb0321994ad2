"""Data of a table, cached by the session's version: seats over time, team styles, and the cut for the deal.

Every change to this data raises the version of the class session.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Select, event, inspect, select, update
from sqlalchemy.orm import Mapper, joinedload, selectinload

from classroom import clock
from classroom.database import db, is_writing
from classroom.learning.plans import Dealing
from classroom.models import ROBOT, Attendance, ClassSession, Face, Game, Player, SessionState, Student
from classroom.models.face import distinct_faces
from classroom.services.notifications import notify
from classroom.services.play.game_row import MovingGame, full_game
from classroom.services.settings import TableSettings
from engine.equations import Selection

MOST_CACHED_TABLES = 3000
UNUSED_TABLE_TIME = timedelta(minutes=5)
"""Tables without changes or readers for this long are dropped from caches: most belong to games that have ended."""
_SHOWN = ("name", "name_key", "time_factor", "animal", "disc")
"""Columns of a student to load, and `name_key`, which changes first when students swap names."""

_lock = threading.Lock()
_kept: OrderedDict[str, tuple[Table, datetime]] = OrderedDict()
"""With the time of last use, latest last."""


@dataclass(frozen=True, slots=True)
class Tenure:
    """A seat's holder from one version of a game to another."""

    id: int
    """In the order of taking seats."""
    seat: int
    student_id: str | None
    """None for a bot, or for a team of a whole-class game."""
    student_name: str | None
    student_face: Face | None
    from_version: int
    left_at_version: int | None
    """None for the current holder."""
    time_factor: float
    """The student's factor for the time per turn."""

    def held_at(self, version: int) -> bool:
        """Return whether the seat was held at the event of this version."""
        return self.from_version < version and (self.left_at_version is None or version <= self.left_at_version)


@dataclass(frozen=True)
class Table:
    """A game's table at one version of its class session."""

    game_id: str
    class_session_id: str
    session_version: int
    is_whole_class: bool
    is_shared: bool
    is_silent: bool
    """Whether the teacher turned sounds off."""
    turn_seconds: int | None
    deals_faces: bool
    """Whether equations are chosen for each student."""
    skills: Selection
    """The skills of the deck, if it is a skills deck."""
    cut: Mapping[str, Any] | None
    teams: Mapping[str, Any] | None
    """Team styles chosen by the teacher, by team."""
    tenures: tuple[Tenure, ...]
    """By seat, then by time."""

    @cached_property
    def seated(self) -> tuple[Tenure, ...]:
        """Return the current holders, by seat."""
        return tuple(one for one in self.tenures if one.left_at_version is None)

    def holder_at(self, seat: int | None, version: int) -> Tenure | None:
        """Return the holder of a seat at the event of this version."""
        return next((one for one in self.tenures if one.seat == seat and one.held_at(version)), None)

    def former_holder(self, holder: Tenure) -> Tenure | None:
        """Return the last student in a bot's seat; None if no student had it, or one has it now."""
        if holder.student_id is not None:
            return None
        earlier = [one for one in self.tenures if one.seat == holder.seat and one.student_id is not None]
        return earlier[-1] if earlier else None

    @cached_property
    def faces(self) -> Mapping[int, Face]:
        """Return the face of each tenure, by ID: a student's, or a bot's robot; none for a team of a whole-class game.

        The seat of a deleted student has the robot, and a bot's name. Current holders get distinct faces
        (`distinct_faces`); earlier holders keep the student's own.
        """
        if self.seats_teams:
            return {}
        faces = {one.id: one.student_face or ROBOT for one in self.tenures}
        seated = distinct_faces(faces[one.id] for one in self.seated)
        return faces | {one.id: face for one, face in zip(self.seated, seated, strict=True)}

    @cached_property
    def seats_teams(self) -> bool:
        """Return whether teams of the whole class play, without students' seats."""
        return self.is_whole_class and all(one.student_id is None for one in self.tenures)

    def first_holder(self, seat: int) -> Tenure:
        """Return the holder of a seat at the deal."""
        return next(one for one in self.tenures if one.seat == seat)


def table_of(game: MovingGame) -> Table:
    """Return a game's table, from the cache if the session has not changed."""
    class_session = game.class_session
    kept = kept_table(game.id, session_version=class_session.version)
    if kept is not None:
        return kept
    table = read_table(full_game(game))
    if is_writing():  # don't cache uncommitted data
        return table
    with _lock:
        _note(table)
        while len(_kept) > MOST_CACHED_TABLES or _oldest() < clock.now() - UNUSED_TABLE_TIME:
            _kept.popitem(last=False)
    return table


def keep_tables(games: Iterable[MovingGame]) -> None:
    """Cache missing tables, with a constant number of queries."""
    missing = [game.id for game in games if kept_table(game.id, session_version=game.class_session.version) is None]
    if missing:
        rows = (
            select(Game)
            .where(Game.id.in_(missing))
            .options(
                selectinload(Game.players).joinedload(Player.student), joinedload(Game.class_session, innerjoin=True)
            )
        )
        for game in db.session.execute(rows, execution_options={"populate_existing": True}).scalars():
            table_of(game)


def read_table(game: Game) -> Table:
    """Read a game's table from its rows, also within a transaction that changes them."""
    class_session = game.class_session
    settings = TableSettings.from_json(class_session.settings).as_played
    return Table(
        game_id=game.id,
        class_session_id=class_session.id,
        session_version=class_session.version,
        is_whole_class=class_session.is_whole_class,
        is_shared=game.is_shared,
        is_silent=settings.silent,
        turn_seconds=settings.turn_seconds,
        deals_faces=settings.dealing is not Dealing.SAME,
        skills=settings.skills_of_deck,
        cut=game.cut,
        teams=game.teams,
        tenures=tuple(
            Tenure(
                id=player.id,
                seat=player.seat,
                student_id=player.student_id,
                student_name=player.student.name if player.student else None,
                student_face=player.student.face if player.student else None,
                from_version=player.from_version,
                left_at_version=player.left_at_version,
                time_factor=player.student.time_factor if player.student else 1,
            )
            for player in game.players
        ),
    )


def kept_table(game_id: str, *, session_version: int) -> Table | None:
    """Return the table from the cache, if cached at that version of its session."""
    with _lock:
        table, _looked_at = _kept.get(game_id, (None, None))
        if table is None or table.session_version != session_version:
            return None
        _note(table)
    return table


def _note(table: Table) -> None:
    """Cache a table, or record its use."""
    _kept[table.game_id] = table, clock.now()
    _kept.move_to_end(table.game_id)


def _oldest() -> datetime:
    return next(iter(_kept.values()))[1]


def forget_tables() -> None:
    """Clear the cache, like a restart."""
    with _lock:
        _kept.clear()


@event.listens_for(Student, "before_update")
def _note_change(_mapper: Mapper[Student], connection: Connection, student: Student) -> None:
    """Raise the versions of a student's sessions before a table is shown with the new name or time.

    A hook, so that no service can forget it. It runs before the student's row is written, because sessions are locked
    first everywhere.
    """
    state = inspect(student)
    if any(state.attrs[name].history.has_changes() for name in _SHOWN):
        _raise_versions(connection, student.id)


@event.listens_for(Student, "before_delete")
def _note_deletion(_mapper: Mapper[Student], connection: Connection, student: Student) -> None:
    """Do the same as `_note_change` for a deletion: no process may continue to show the name."""
    _raise_versions(connection, student.id)


def _raise_versions(connection: Connection, student_id: str) -> None:
    joined = select(Attendance.class_session_id).where(Attendance.student_id == student_id)
    connection.execute(update(ClassSession).where(ClassSession.id.in_(joined)).values(version=ClassSession.version + 1))
    if is_writing():
        _notify_open(connection, joined)


def _notify_open(connection: Connection, joined: Select[str]) -> None:
    """Notify everyone in the open ones of these sessions."""
    is_open = ClassSession.state != SessionState.ENDED
    for class_session_id in (
        connection.execute(select(ClassSession.id).where(ClassSession.id.in_(joined), is_open)).scalars().all()
    ):
        present = select(Attendance.student_id).where(Attendance.class_session_id == class_session_id)
        notify(class_session_id, connection.execute(present).scalars().all())
