"""Finished games for tests of their replays, and what a replay page shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from classroom.services.play.games import all_games, stop_game
from classroom.services.play.records import record_of
from classroom.services.settings import TableSettings
from engine import DrawMode, record_from_json
from tests.classroom.random_lesson import play_random_lesson
from tests.classroom.services.learning.dealing import answer, current, start
from tests.page_lint import text_of

if TYPE_CHECKING:
    from classroom.models import Game, SchoolClass
    from engine import Event, Setup
    from tests.page import Page

KINDS_OF_EVENTS = 10
SEEDS = (4, 8, 10, 15, 17, 20)
"""Seeds to try for an eventful lesson; the first that yields one should be first, as each lesson takes a second."""


def short_game(school_class: SchoolClass, *, moves: int = 6) -> Game:
    """Play a game of two with some right and some wrong answers, and stop it; its session continues."""
    game = current(start(2, TableSettings(tries=None), school_class=school_class))
    for number in range(moves):
        answer(game, rightly=number % 3 != 1)
    stop_game(game_id=game.id)
    return game


def eventful_game(school_class: SchoolClass) -> Game:
    """Play a game of four with every kind of event, in which two students left for bots."""
    settings = TableSettings(draw=DrawMode.MANUAL, table_talk=True)
    for seed in SEEDS:
        session_id = play_random_lesson(school_class, settings, present=4, seed=seed)
        game = all_games(class_session_id=session_id)[0]
        if len({type(event) for event in recorded(game)[1]}) == KINDS_OF_EVENTS:
            return game
    raise AssertionError("in none of these lessons everything happens")


def recorded(game: Game) -> tuple[Setup, list[Event]]:
    """Return the game as recorded."""
    setup, events, _ = record_from_json(record_of(game_id=game.id))
    return setup, list(events)


def present_line(shown: Page) -> str:
    """Return the current line of the log."""
    return readable(text_of(shown.one("a", **{"aria-current": "step"})))


def hands_shown(shown: Page) -> list[list[str]]:
    """Return the visible faces in each hand."""
    return [[text_of(one) for one in hand if one.get("class") == "top-card"] for hand in shown.all("p", class_="held")]


def readable(text: str) -> str:
    """Return text without bidirectional isolates."""
    return re.sub("[\u2066\u2068\u2069]", "", text)
