"""What a table keeps while its session stays as it is: who sat where and when, team styles, how the deal was cut.

Everything here belongs to one version of the class session. Whatever changes it raises that version.
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
from sqlalchemy.orm import Mapper, selectinload

from classroom import clock
from classroom.database import db, is_writing
from classroom.learning.plans import Dealing
from classroom.models import ROBOT, Attendance, ClassSession, Face, Game, Player, SessionState, Student
from classroom.models.face import told_apart
from classroom.services.notifications import notify
from classroom.services.play.game_row import MovingGame, full_game
from classroom.services.settings import TableSettings
from engine.equations import Selection

_ROOM = 3000
_REST = timedelta(minutes=5)
"""A table that no one has looked at for so long is read again."""
_SHOWN = ("name", "name_key", "time_factor", "animal", "disc")
"""What a table keeps of a student, and `name_key`, which changes first where students exchange names."""

_lock = threading.Lock()
_kept: OrderedDict[str, tuple[Table, datetime]] = OrderedDict()
"""With the moment when someone last looked, the latest last."""


@dataclass(frozen=True, slots=True)
class Tenure:
    """Who held a seat from one version of a game to another."""

    id: int
    """In the order in which seats were taken."""
    seat: int
    student_id: str | None
    """None: a bot, or a team of a whole class."""
    student_name: str | None
    student_face: Face | None
    from_version: int
    left_at_version: int | None
    """None: holds the seat now."""
    time_factor: float
    """How much longer than others the student may take for a turn."""

    def held_at(self, version: int) -> bool:
        """Whether the seat was held when the event of that version happened."""
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
    """Whether the teacher wants no sounds."""
    turn_seconds: int | None
    deals_faces: bool
    """Whether equations are chosen for each student."""
    skills: Selection
    """Those of the deck, if it is a deck of skills."""
    cut: Mapping[str, Any] | None
    teams: Mapping[str, Any] | None
    """Team styles by team, where a teacher chose them."""
    tenures: tuple[Tenure, ...]
    """By seat, then in order of time."""

    @cached_property
    def seated(self) -> tuple[Tenure, ...]:
        """Who holds the seats now, by seat."""
        return tuple(one for one in self.tenures if one.left_at_version is None)

    def holder_at(self, seat: int | None, version: int) -> Tenure | None:
        """Give the holder of a seat when the event of that version happened."""
        return next((one for one in self.tenures if one.seat == seat and one.held_at(version)), None)

    @cached_property
    def faces(self) -> Mapping[int, Face]:
        """The face of each tenure, by ID: a student's, or the robot of a bot; none for a team of a whole class.

        A seat whose student was deleted has the robot, as it has the name of a bot. Those who sit here now are told
        apart first (`told_apart`); who sat here before has the student's own.
        """
        if self.seats_teams:
            return {}
        faces = {one.id: one.student_face or ROBOT for one in self.tenures}
        seated = told_apart(faces[one.id] for one in self.seated)
        return faces | {one.id: face for one, face in zip(self.seated, seated, strict=True)}

    @cached_property
    def seats_teams(self) -> bool:
        """Whether teams of the whole class play, and no student has a seat."""
        return self.is_whole_class and all(one.student_id is None for one in self.tenures)

    def first_holder(self, seat: int) -> Tenure:
        """Give the holder of a seat when the cards were dealt."""
        return next(one for one in self.tenures if one.seat == seat)


def table_of(game: MovingGame) -> Table:
    """Give the table of a game, from memory if the session has not changed since."""
    class_session = game.class_session
    kept = kept_table(game.id, session_version=class_session.version)
    if kept is not None:
        return kept
    table = read_table(full_game(game))
    if is_writing():  # what is not committed is kept by no one
        return table
    with _lock:
        _note(table)
        while len(_kept) > _ROOM or _oldest() < clock.now() - _REST:
            _kept.popitem(last=False)
    return table


def keep_tables(games: Iterable[MovingGame]) -> None:
    """Read the tables that are not in memory yet, by as many queries for thirty as for one."""
    missing = [game.id for game in games if kept_table(game.id, session_version=game.class_session.version) is None]
    if missing:
        rows = select(Game).where(Game.id.in_(missing)).options(selectinload(Game.players).joinedload(Player.student))
        for game in db.session.execute(rows, execution_options={"populate_existing": True}).scalars():
            table_of(game)


def read_table(game: Game) -> Table:
    """Give the table of a game as its rows say, also within a transaction that changes them."""
    class_session = game.class_session
    return Table(
        game_id=game.id,
        class_session_id=class_session.id,
        session_version=class_session.version,
        is_whole_class=class_session.is_whole_class,
        is_shared=game.is_shared,
        is_silent=bool(class_session.settings.get("silent")),
        turn_seconds=class_session.settings.get("turn_seconds"),
        deals_faces=class_session.settings.get("dealing", Dealing.SAME) != Dealing.SAME,
        skills=TableSettings.from_json(class_session.settings).skills_of_deck,
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
    """Give the table from memory, if it is known as of that version of its session."""
    with _lock:
        table, _looked_at = _kept.get(game_id, (None, None))
        if table is None or table.session_version != session_version:
            return None
        _note(table)
    return table


def _note(table: Table) -> None:
    """Keep a table, and note that someone has looked at it."""
    _kept[table.game_id] = table, clock.now()
    _kept.move_to_end(table.game_id)


def _oldest() -> datetime:
    return next(iter(_kept.values()))[1]


def forget_tables() -> None:
    """Clear the cache, as a restart does."""
    with _lock:
        _kept.clear()


@event.listens_for(Student, "before_update")
def _note_change(_mapper: Mapper[Student], connection: Connection, student: Student) -> None:
    """Raise the versions of a student's sessions before a table is shown with the new name or time.

    Here and not in each service, because no caller may forget it. Before the student's own row is written: sessions
    are locked first everywhere.
    """
    state = inspect(student)
    if any(state.attrs[name].history.has_changes() for name in _SHOWN):
        _raise_versions(connection, student.id)


@event.listens_for(Student, "before_delete")
def _note_deletion(_mapper: Mapper[Student], connection: Connection, student: Student) -> None:
    """As `_note_change`: no process may continue showing the name."""
    _raise_versions(connection, student.id)


def _raise_versions(connection: Connection, student_id: str) -> None:
    joined = select(Attendance.class_session_id).where(Attendance.student_id == student_id)
    connection.execute(update(ClassSession).where(ClassSession.id.in_(joined)).values(version=ClassSession.version + 1))
    if is_writing():
        _notify_open(connection, joined)


def _notify_open(connection: Connection, joined: Select[str]) -> None:
    """Notify everyone in those of the sessions that are open."""
    is_open = ClassSession.state != SessionState.ENDED
    for class_session_id in (
        connection.execute(select(ClassSession.id).where(ClassSession.id.in_(joined), is_open)).scalars().all()
    ):
        present = select(Attendance.student_id).where(Attendance.class_session_id == class_session_id)
        notify(class_session_id, connection.execute(present).scalars().all())
