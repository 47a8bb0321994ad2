"""How long a class takes per turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from statistics import fmean, median
from typing import NamedTuple

from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import ClassSession, Game, GameEvent
from engine import CLASSIC, NUMBERS

DEFAULT_SECONDS = {NUMBERS.key: 20.0, CLASSIC.key: 15.0}
LOOKS_BACK = timedelta(weeks=8)
LEAST_TURNS = 30
"""Minimum number of turns; fewer say more about single students than about the class."""
_MOST_GAMES = 60
"""The latest turns: about two thousand are enough and fast to read."""
_BREAK = 5
"""Times beyond this multiple of the median are breaks: eyes up, a question, a tablet without power."""
_LEAST_GAMES, _TURNS_OF_GAME = 10, 8
"""Minimum number of games, and of turns in each, to tell how much games differ."""
USUAL_DIFFERENCES = (0.77, 0.90, 1.0, 1.11, 1.29)
"""Seconds per turn in other games of a class, relative to its mean: children who think longer sit at some tables."""
_PLAYS = frozenset({"place", "remove", "pass"})


@dataclass(frozen=True, slots=True)
class Pace:
    """The mean time per turn."""

    seconds: float
    turns: int
    """The number of turns; 0 if nothing was measured."""
    differences: tuple[float, ...] = USUAL_DIFFERENCES
    """The mean time per turn of equally likely games, relative to `seconds`."""

    @property
    def is_measured(self) -> bool:
        """Return whether it was measured in this class."""
        return self.turns > 0


class _Event(NamedTuple):
    game_id: str
    do: str
    student_id: str | None
    at: datetime
    tries: int | None
    """The number of the event within its game."""


def pace_of(*, class_id: str, edition: str) -> Pace:
    """Return the class's own pace in an edition, or a typical one until it has played enough."""
    games = list(_turns(_events(class_id, edition)))
    turns = [seconds for game in games for seconds in game]
    usual = median(turns) if turns else 0.0
    # Not the median: a game takes the sum of its turns, including long ones.
    played = [seconds for seconds in turns if seconds <= _BREAK * usual]
    if len(played) < LEAST_TURNS or not usual:  # all turns took no time: the clock stood still
        return Pace(DEFAULT_SECONDS[edition], 0)
    mean = fmean(played)
    lasting = [[seconds for seconds in game if seconds <= _BREAK * usual] for game in games]
    differences = tuple(sorted(fmean(game) / mean for game in lasting if len(game) >= _TURNS_OF_GAME))
    return Pace(mean, len(played), differences if len(differences) >= _LEAST_GAMES else USUAL_DIFFERENCES)


def _events(class_id: str, edition: str) -> list[_Event]:
    """Return the log of the class's latest games, game by game."""
    sessions = db.session.execute(
        select(ClassSession.id, ClassSession.settings).where(
            ClassSession.class_id == class_id,
            ~ClassSession.is_practice,
            ClassSession.opened_at >= clock.now() - LOOKS_BACK,
        )
    )
    tries = {
        row.id: row.settings.get("tries") for row in sessions if row.settings.get("edition", NUMBERS.key) == edition
    }
    games = db.session.execute(
        select(Game.id, Game.class_session_id)
        .where(Game.class_session_id.in_(list(tries)))
        .order_by(Game.started_at.desc())
        .limit(_MOST_GAMES)
    )
    tries_in = {row.id: tries[row.class_session_id] for row in games}
    rows = db.session.execute(
        select(GameEvent.game_id, GameEvent.event["do"].as_string(), GameEvent.student_id, GameEvent.at)
        .where(GameEvent.game_id.in_(list(tries_in)))
        .order_by(GameEvent.game_id, GameEvent.version)
    )
    return [
        _Event(game_id, do, student_id, at, tries_in[game_id])
        for game_id, do, student_id, at in rows  # within each game, in order
    ]


def _turns(events: Iterable[_Event]) -> Iterator[list[float]]:
    """Yield the seconds between the ends of consecutive turns of each game, if a student ended the second one."""
    for _, game in groupby(events, key=lambda event: event.game_id):
        ends = pairwise(_ends(game))
        yield [(after.at - before.at).total_seconds() for before, after in ends if after.student_id is not None]


def _ends(game: Iterable[_Event]) -> Iterator[_Event]:
    """Yield the event that ended each turn of a game: a play, a pass, or the last miss allowed (D7)."""
    misses = 0
    for event in game:
        misses += event.do == "miss"
        if event.do in _PLAYS or misses == event.tries:
            misses = 0
            yield event
