"""Lessons of the demo: their dates, and playing one through the services under a frozen clock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from sqlalchemy.orm import Session

from classroom import clock
from classroom.database import db, transaction
from classroom.demo.minds import Mind
from classroom.demo.playing import log_move_for, next_player
from classroom.models import Game
from classroom.services import class_sessions, lobby
from classroom.services.bots import play_bot
from classroom.services.game_log import seats_of
from classroom.services.games import current_games, deal_next_game, give_seat
from classroom.services.settings import TableSettings

LESSON = timedelta(minutes=22)
BETWEEN_GAMES = timedelta(seconds=40)
_BOT_SECONDS = 3
_BELL = time(10, 5)
_WEEKDAYS = ((1, 3), (0, 2, 4))
"""Tuesdays and Thursdays in one week, three days in the next."""
_DECKS = (
    TableSettings(),
    TableSettings(deck="times-tables", board="6x6"),
    TableSettings(deck="times-tables", board="8x8"),
)
LIVE = TableSettings(deck="times-tables", board="8x8")


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson, planned."""

    opens_at: datetime
    settings: TableSettings

    @property
    def ends_at(self) -> datetime:
        """When the bell rings."""
        return self.opens_at + LESSON


def past_lessons(today: date, *, weeks: int) -> list[Lesson]:
    """Lessons in the mornings of so many weeks up to yesterday, from easy decks to harder ones."""
    days = 7 * weeks
    lessons = []
    for number in range(days):
        day = today - timedelta(days=days - number)
        if day.weekday() in _WEEKDAYS[day.isocalendar().week % 2]:
            deck = _DECKS[number * len(_DECKS) // days]
            lessons.append(Lesson(datetime.combine(day, _BELL).astimezone(), deck))
    return lessons


def open_lesson(class_id: str, lesson: Lesson, present: Sequence[str]) -> str:
    """Open a session, let the students join, and deal; gives the session's id."""
    with clock.frozen_at(lesson.opens_at), transaction():
        class_session = class_sessions.open_session(class_id=class_id, settings=lesson.settings)
        for student_id in present:
            class_sessions.join_session(class_session_id=class_session.id, student_id=student_id)
        lobby.start_session(class_session_id=class_session.id)
        return class_session.id


def play_lesson(
    class_session_id: str,
    minds: Mapping[str, Mind],
    *,
    since: datetime,
    until: datetime,
    leaves: str | None = None,
    advance: Callable[[], None],
) -> None:
    """Let every table play for a while.

    :param leaves: a student who goes in the middle; a bot plays on
    :param advance: called after each table
    """
    for number in [game.table_number for game in current_games(class_session_id=class_session_id)]:
        with transaction() as session:  # one for each table: hundreds of commits would take longer than the games
            _play_table(session, class_session_id, number, minds, since=since, until=until, leaves=leaves)
        db.session.expunge_all()
        advance()


def end_lesson(class_session_id: str, *, at: datetime) -> None:
    """Ring the bell: games still going on are stopped."""
    with clock.frozen_at(at):
        class_sessions.end_session(class_session_id=class_session_id)


def _play_table(
    session: Session,
    class_session_id: str,
    number: int,
    minds: Mapping[str, Mind],
    *,
    since: datetime,
    until: datetime,
    leaves: str | None,
) -> None:
    rng = Random(f"{since} {number}")
    game = next(one for one in current_games(class_session_id=class_session_id) if one.table_number == number)
    moment = since + timedelta(seconds=rng.uniform(10, 40))
    while moment < until:
        with clock.frozen_at(moment):
            if moment > since + (until - since) / 2:
                _leave(game, leaves)
            if game.over_at is not None:
                game = deal_next_game(game_id=game.id)
                moment += timedelta(seconds=rng.uniform(5, 15))
            else:
                moment += timedelta(seconds=_act(session, game, minds, rng))
            if game.over_at is not None:
                moment += BETWEEN_GAMES


def _act(session: Session, game: Game, minds: Mapping[str, Mind], rng: Random) -> float:
    """Let whoever is waited for act; gives how many seconds pass until the next can."""
    found = next_player(game, minds)
    if found is None:
        play_bot(game_id=game.id)
        return _BOT_SECONDS
    seat, student_id = found
    log_move_for(session, game, seat=seat, student_id=student_id, mind=minds[student_id])
    return minds[student_id].thinking_seconds(rng)


def _leave(game: Game, student_id: str | None) -> None:
    """Hand the seat of a student who leaves to a bot."""
    for seat, holder in seats_of(game).items():
        if student_id is not None and holder == student_id and game.over_at is None:
            give_seat(game_id=game.id, seat=seat, student_id=None)
