from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.models import Game, SessionState
from classroom.reports.pace import LEAST_TURNS, USUAL_DIFFERENCES, Pace, pace_of
from classroom.services.settings import TableSettings
from engine import CLASSIC
from tests.factories import make_class_session, make_game, make_game_event

if TYPE_CHECKING:
    from tests.factories import Cast

PLACE, PASS, MISS, DRAW = ({"do": do} for do in ("place", "pass", "miss", "draw"))


class Log:
    """A game whose events are this many seconds apart."""

    def __init__(self, cast: Cast, *, days_ago: int = 1, settings: TableSettings | None = None) -> None:
        opened_at = clock.now() - timedelta(days=days_ago)
        class_session = make_class_session(
            cast.class_7b, state=SessionState.ENDED, settings=settings, opened_at=opened_at, ended_at=opened_at
        )
        self.cast = cast
        self.game: Game = make_game(class_session, [cast.bob, None])
        self.at = opened_at

    def play(self, seconds: float, *, event: dict[str, str] = PLACE, is_bot: bool = False, times: int = 1) -> Log:
        for _ in range(times):
            self.at += timedelta(seconds=seconds)
            make_game_event(self.game, event, student=None if is_bot else self.cast.bob, at=self.at)
        return self


def pace(cast: Cast, edition: str = "numbers") -> Pace:
    return pace_of(class_id=cast.class_7b.id, edition=edition)


def test_a_new_class_has_the_default_pace(cast: Cast) -> None:
    assert (pace(cast), pace(cast, CLASSIC.key)) == (Pace(20.0, 0), Pace(15.0, 0))
    assert not pace(cast).is_measured


def test_a_class_has_its_own_pace(cast: Cast) -> None:
    log = Log(cast).play(300).play(10, times=LEAST_TURNS - 1)
    assert pace(cast) == Pace(20.0, 0), "the first turn of a game has no beginning that is known"
    log.play(40)
    assert pace(cast) == Pace(pytest.approx(11.0), LEAST_TURNS)  # type: ignore[arg-type]  # comparable to a float
    assert pace(cast).is_measured


def test_turns_without_time_say_nothing_about_pace(cast: Cast) -> None:
    Log(cast).play(0, times=LEAST_TURNS + 1)
    assert pace(cast) == Pace(20.0, 0)


@pytest.mark.nightly
def test_games_differ_in_pace(cast: Cast) -> None:
    for number in range(9):
        Log(cast).play(0).play(8 + number % 3, times=20)
    assert pace(cast).differences == USUAL_DIFFERENCES
    Log(cast).play(0).play(9, times=20)
    found = pace(cast)
    assert found.seconds == pytest.approx(9.0)
    assert found.differences == pytest.approx([8 / 9] * 3 + [1.0] * 4 + [10 / 9] * 3)


def test_a_break_does_not_count_as_a_turn(cast: Cast) -> None:
    Log(cast).play(0).play(10, times=20).play(600).play(10, times=20)
    assert pace(cast) == Pace(10.0, 40)


def test_bots_are_not_counted(cast: Cast) -> None:
    log = Log(cast).play(0)
    for _ in range(LEAST_TURNS):
        log.play(2, is_bot=True).play(10)
    assert pace(cast) == Pace(10.0, LEAST_TURNS)


def test_only_the_last_try_ends_a_turn(cast: Cast) -> None:
    log = Log(cast, settings=TableSettings(tries=2)).play(0)
    for _ in range(10):
        log.play(4, event=MISS).play(6)  # a miss, then right
        log.play(4, event=MISS).play(3, event=DRAW).play(3, event=MISS)  # two misses end the turn
        log.play(10, event=PASS)
    assert pace(cast) == Pace(10.0, 30)


def test_any_number_of_tries(cast: Cast) -> None:
    log = Log(cast, settings=TableSettings(tries=None)).play(0)
    for _ in range(LEAST_TURNS):
        log.play(2, event=MISS, times=3).play(4)
    assert pace(cast) == Pace(10.0, LEAST_TURNS)


def test_other_editions_classes_and_times_do_not_count(cast: Cast) -> None:
    cards = TableSettings(edition=CLASSIC.key)
    Log(cast, settings=cards).play(0).play(8, times=LEAST_TURNS)
    Log(cast, days_ago=57).play(0).play(8, times=LEAST_TURNS)
    assert pace(cast) == Pace(20.0, 0)
    assert pace(cast, CLASSIC.key) == Pace(8.0, LEAST_TURNS)
    assert pace_of(class_id=cast.class_8c.id, edition=CLASSIC.key) == Pace(15.0, 0)


def test_a_break_between_two_games_is_not_counted(cast: Cast) -> None:
    Log(cast, days_ago=2).play(0).play(10, times=15)
    Log(cast, days_ago=1).play(0).play(10, times=15)
    assert pace(cast) == Pace(10.0, 30)
