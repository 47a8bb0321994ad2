"""The next game at the same table, with the same or new teams; and a new session with the same tables."""

from __future__ import annotations

from collections.abc import Sequence as Seq
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import select

from classroom.database import transaction
from classroom.models import ClassSession, Game, SessionState, TablePlan
from classroom.rng import rng
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.locks import locked_class, locked_session, locked_table
from classroom.services.notifications import note_change
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import add_game, current_games, following_game
from classroom.services.play.moves import check_running
from classroom.services.play.positions import setup_from_json
from classroom.services.play.seats import students_at
from classroom.services.sessions.class_sessions import open_session
from classroom.services.sessions.late_students import in_filling_order, joined_by_late
from classroom.services.settings import TableSettings
from engine import Setup, next_setup

T = TypeVar("T")


class Teams(StrEnum):
    """Whether teams stay the same in the next game."""

    KEPT = "kept"
    TURNED = "turned"
    """Partners change."""


def deal_next_game(*, game_id: str, teams: Teams = Teams.KEPT) -> Game:
    """Start the next game at the same table, including late students; the deal moves on.

    Idempotent: a second call returns the same game.

    :param teams: with `Teams.TURNED` partners change, otherwise everyone keeps their seat
    :raises ServiceError: GAME_NOT_OVER, TABLE_EMPTY (all have left the class), or the session is not running.
    """
    with transaction() as session:
        game = locked_table(session, game_id)
        following = following_game(game)
        if following is not None:
            return following
        check_running(game.class_session.state)
        if game.over_at is None:
            raise ServiceError(PlayErrorCode.GAME_NOT_OVER)
        stay = _who_stays(game)
        occupants = joined_by_late(game, stay)
        setup = _following_setup(game, len(occupants))
        if any(seats_of(game).values()) and not any(occupants):
            raise ServiceError(SessionErrorCode.TABLE_EMPTY)
        if occupants != stay:  # those who still wait may have less room
            note_change(game.class_session)
        if teams is Teams.TURNED:
            occupants = turned(occupants, setup.team_count)
        return add_game(
            session,
            game.class_session_id,
            setup,
            table_number=game.table_number,
            round_=game.round + 1,
            occupants=occupants,
        )


def deal_next_games(*, class_session_id: str, teams: Teams = Teams.KEPT) -> int:
    """Start the next game at every table with students whose game is over; return the number of games.

    :raises ServiceError: if the session is not running.
    """
    with transaction() as session:
        settings = TableSettings.from_json(locked_session(session, class_session_id).settings)
        finished = [
            game.id
            for game in in_filling_order(current_games(class_session_id=class_session_id), settings)
            if game.over_at is not None and students_at(game)
        ]
        for game_id in finished:
            deal_next_game(game_id=game_id, teams=teams)
    return len(finished)


def _following_setup(game: Game, players: int) -> Setup:
    """Set up the next game; if there are more players, by the session's rules."""
    following = next_setup(setup_from_json(game.setup), rng)
    if players == len(following.seats):
        return following
    settings = TableSettings.from_json(game.class_session.settings)
    return settings.new_setup(players, rng, dealer=following.dealer)


def _who_stays(game: Game) -> list[str | None]:
    """Return who stays at a table, by seat; a bot replaces a student who has left the class."""
    students = students_at(game)
    return [students[seat].id if seat in students else None for seat in sorted(seats_of(game))]


def play_again(*, class_session_id: str, teams: Teams = Teams.KEPT, teacher_id: str | None = None) -> ClassSession:
    """Open a new session with the cards, rules, and tables of a finished one. Students find their table when they join.

    :param teams: with `Teams.TURNED` partners change
    :param teacher_id: whose decks can be used; None for the owner's
    :raises ServiceError: SESSION_OPEN, SESSION_NOT_OVER, or a code for settings that are no longer valid.
    """
    with transaction() as session:
        locked_class(session, session.get_one(ClassSession, class_session_id).class_id)
        before = locked_session(session, class_session_id)
        if before.state != SessionState.ENDED or before.is_practice:
            raise ServiceError(SessionErrorCode.SESSION_NOT_OVER)
        settings = TableSettings.from_json(before.settings)
        following = open_session(class_id=before.class_id, settings=settings, teacher_id=teacher_id, kept=settings)
        following.seats = _seats_again(before.id, settings, teams)
        following.is_whole_class = before.is_whole_class
        for plan in session.execute(select(TablePlan).where(TablePlan.class_session_id == before.id)).scalars():
            session.add(
                TablePlan(
                    class_session_id=following.id,
                    table_number=plan.table_number,
                    is_shared=plan.is_shared,
                    teams=plan.teams,
                )
            )
        return following


def _seats_again(class_session_id: str, settings: TableSettings, teams: Teams) -> dict[str, list[int]]:
    """Return the seats of everyone who held one at the end. Bots' seats are not reserved."""
    seats: dict[str, list[int]] = {}
    for game in current_games(class_session_id=class_session_id):
        held = seats_of(game)
        students = [student_id for _, student_id in sorted(held.items()) if student_id is not None]
        if teams is Teams.TURNED and len(students) in settings.table_sizes:
            students = turned(students, settings.teams_for(len(students)))
        seats |= {student_id: [game.table_number, place] for place, student_id in enumerate(students)}
    return seats


def turned(occupants: Seq[T], teams: int) -> list[T]:
    """Rotate the seats so that partners change: members of each team are spread over all teams.

    If a team has no more members than there are teams, no one keeps a partner. At a table of four, everyone partners
    with everyone within three games. With three members and two teams, two have to stay together.

    >>> turned("abcd", 2), turned("adcb", 2)
    (['a', 'c', 'd', 'b'], ['a', 'c', 'b', 'd'])
    """
    sides: list[list[T]] = [[] for _ in range(teams)]
    for team in range(teams):
        for place, one in enumerate(occupants[team::teams]):
            sides[(team + place) % teams].append(one)
    return [sides[seat % teams][seat // teams] for seat in range(len(occupants))]
