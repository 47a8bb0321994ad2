from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.models import SessionState
from classroom.presenters.sessions.past_sessions import SHOWN_AT_FIRST
from classroom.services.play.positions import position_of
from classroom.services.play.turns import skip_turn
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import end_session
from classroom.services.settings import TableSettings
from tests.classroom.replayed import short_game
from tests.classroom.services.learning.dealing import current, start
from tests.factories import make_class_session
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


def test_a_class_without_sessions_has_no_list(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b)
    assert "Past sessions" not in page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id).text


def test_a_past_session_leads_to_its_games_and_their_replays(page: PageClient, cast: Cast) -> None:
    game = short_game(cast.class_7b)
    end_session(class_session_id=game.class_session_id)
    shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    (row,) = shown.one("section", **{"aria-labelledby": "sessions"}).findall("ul/li")
    assert "1 table, 1 game, 2 students" in text_of(row)
    (link,) = row.findall(".//a")
    recap = page.open(link.get("href") or "")
    assert recap.one("a", href=page.url("replays.show", game_id=game.id)) is not None


def test_only_the_newest_are_shown_at_first(page: PageClient, cast: Cast) -> None:
    for _ in range(SHOWN_AT_FIRST + 2):
        end_session(class_session_id=make_class_session(cast.class_7b, state=SessionState.PLAYING).id)
    page.sign_in(cast.alice)
    few = page.get("classes.show", class_id=cast.class_7b.id)
    many = page.get("classes.show", class_id=cast.class_7b.id, sessions="all")
    counts = [len(shown.one("section", **{"aria-labelledby": "sessions"}).findall("ul/li")) for shown in (few, many)]
    assert counts == [SHOWN_AT_FIRST, SHOWN_AT_FIRST + 2]
    assert "All past sessions" in few.text
    assert "All past sessions" not in many.text


def test_sessions_of_other_classes_are_not_listed(page: PageClient, cast: Cast) -> None:
    end_session(class_session_id=make_class_session(cast.class_8c, state=SessionState.PLAYING).id)
    assert "Past sessions" not in page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id).text


def test_only_students_who_moved_themselves_have_played(page: PageClient, cast: Cast) -> None:
    game = short_game(cast.class_7b, moves=1)
    end_session(class_session_id=game.class_session_id)
    silent = start(4, school_class=cast.class_7b)
    skip_turn(game_id=current(silent).id, turn_number=position_of(current(silent)).turn_number)
    end_session(class_session_id=silent.id)
    shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    rows = [text_of(row) for row in shown.one("section", **{"aria-labelledby": "sessions"}).findall("ul/li")]
    assert ["1 student played" in row for row in rows] == [False, True]
    assert ["no student played" in row for row in rows] == [True, False]


def test_whole_class_games_count_no_players(page: PageClient, cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, settings=TableSettings(whole_class_teams=2), is_whole_class=True)
    lobby.start_session(class_session_id=class_session.id)
    end_session(class_session_id=class_session.id)
    shown = page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id)
    assert "1 table, 1 game, the whole class" in shown.text
