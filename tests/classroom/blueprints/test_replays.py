"""A finished game, move by move, as its teacher sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import Game
from classroom.services.play.games import stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from engine import Miss, Place, Position, Team, replay, view
from tests.classroom.replayed import eventful_game, hands_shown, present_line, readable, recorded, short_game
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.page_lint import text_of
from tests.tiers import thinned

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

TEAMS = tuple(team.value for team in Team)


@pytest.fixture
def game(page: PageClient, cast: Cast) -> Game:
    """A finished game of Alice's class; she is signed in."""
    page.sign_in(cast.alice)
    return short_game(cast.class_7b)


def show(page: PageClient, game: Game, move: object = 0) -> Page:
    """Open the replay at a move."""
    return page.get("replays.show", game_id=game.id, move=move)


def board_shown(shown: Page) -> list[tuple[str | None, bool]]:
    """Return for each space the chip drawn there and whether it belongs to a sequence."""
    kinds = [one.get("class", "").split() for one in shown.all("span", class_="space")]
    return [(next((team for team in TEAMS if team in kind), None), "locked" in kind) for kind in kinds]


def board_of(position: Position) -> list[tuple[str | None, bool]]:
    """Return the same for a position."""
    seen = view(position, None)
    made = {space for sequence in seen.sequences for space in sequence.spaces}
    return [(seen.chip_on(space), space in made) for space in range(seen.board.size)]


@pytest.mark.slow
def test_each_move_shows_the_position_after_that_many_events(page: PageClient, cast: Cast) -> None:
    game = eventful_game(cast.class_7b)
    setup, events = recorded(game)
    page.sign_in(cast.alice)
    for move in thinned(range(len(events) + 1), every=3):
        shown, position = show(page, game, move), replay(setup, events[:move])
        assert board_shown(shown) == board_of(position), move
        seats = [view(position, seat) for seat in range(len(setup.seats))]
        assert hands_shown(shown) == [[card.face for card in one.hand] for one in seats], move
        assert f"{position.pile_size} card" in shown.text, move
        assert shown.one("input", id="move").get("value") == str(move)
        assert present_line(shown).startswith(f"{move} ")


def test_every_line_of_the_log_links_to_its_move(page: PageClient, game: Game) -> None:
    lines = list(show(page, game, 3).one("ol", class_="move-list").iter("a"))
    url = page.url("replays.show", game_id=game.id)
    assert [one.get("href") for one in lines] == [f"{url}?move={move}" for move in range(game.version + 1)]
    assert present_line(page.open(lines[5].get("href", ""))) == readable(text_of(lines[5]))


def test_wrong_answers_are_shown(page: PageClient, game: Game) -> None:
    setup, events = recorded(game)
    move, miss = next((number, event) for number, event in enumerate(events, 1) if isinstance(event, Miss))
    assert miss.space is not None
    line = f"missed {setup.cards_by_id[miss.card].face}. Space tried: {setup.board.labels[miss.space]}."
    assert present_line(show(page, game, move)).endswith(line)


def test_links_lead_to_the_neighbors_and_both_ends(page: PageClient, game: Game) -> None:
    last = game.version
    url = page.url("replays.show", game_id=game.id)
    for move, wanted in ((0, (0, 0, 1, last)), (5, (0, 4, 6, last)), (last, (0, last - 1, last, last))):
        shown = show(page, game, move)
        found = [shown.link(text) for text in ("First", "Back", "Forward", "Last")]
        assert found == [f"{url}?move={goal}" for goal in wanted]
        ended = [one.get("id") for one in shown.all("a", **{"aria-disabled": "true"})]
        assert ended == {0: ["step-first", "step-back"], last: ["step-forward", "step-last"]}.get(move, [])


def test_the_slider_is_a_form(page: PageClient, game: Game) -> None:
    shown = show(page, game)
    form = shown.form("/replay")
    assert (form.method, form.fields) == ("GET", {"move": "0"})
    assert [text_of(one) for one in shown.one("form", id="steps").iter("button")] == ["Show move"]
    assert present_line(page.open(f"{form.action}?move=5")).startswith("5 ")


@pytest.mark.parametrize("move", ["", "x", "-3", "1.5", "\0", "\u0663x", "9" * 5000])
def test_an_invalid_move_shows_the_deal(page: PageClient, game: Game, move: str) -> None:
    assert present_line(show(page, game, move)) == "0 The cards are dealt."


@pytest.mark.parametrize("move", ["1000", "9" * 30])
def test_a_number_that_is_too_large_shows_the_last_move(page: PageClient, game: Game, move: str) -> None:
    shown = show(page, game, move)
    assert present_line(shown) == f"{game.version} The game was stopped."
    assert text_of(shown.one("p", class_="ended")) == "The game was stopped. It’s a draw."
    assert show(page, game, game.version - 1).all("p", class_="ended") == []


def test_page_and_fragment_have_the_same_content(page: PageClient, game: Game) -> None:
    tags = show(page, game, 4).html.split("<")
    part = page.get("replays.show", game_id=game.id, move=4, htmx=True)
    assert part.all("header") == []
    assert set(part.html.strip().split("<")) <= {*tags}


def test_names_are_those_of_the_players_at_that_time(page: PageClient, cast: Cast) -> None:
    game = current(start(2, school_class=cast.class_7b))
    student_id = answer(game)
    answer(game)
    (player,) = (one for one in game.players if one.student_id == student_id)
    seat, name = player.seat, player.student.name if player.student else ""
    give_seat(game_id=game.id, seat=seat, student_id=None)
    stop_game(game_id=game.id)
    page.sign_in(cast.alice)
    for move, holder in ((0, name), (2, name), (3, "Bot")):
        assert holder in text_of(show(page, game, move).all("li", class_="player")[seat])


def test_a_hand_over_is_shown_with_the_previous_move(page: PageClient, cast: Cast) -> None:
    game = current(start(2, school_class=cast.class_7b))
    student_id = answer(game)
    (player,) = (one for one in game.players if one.student_id == student_id)
    seat, name = player.seat, player.student.name if player.student else ""
    give_seat(game_id=game.id, seat=seat, student_id=None)
    answer(game)
    stop_game(game_id=game.id)
    page.sign_in(cast.alice)
    lines = [readable(text_of(one)) for one in show(page, game).one("ol", class_="move-list").iter("a")]
    hand_over = f"A bot plays for {name} now."
    assert [hand_over in line for line in lines] == [number == 1 for number in range(len(lines))]
    for move, holder in ((1, name), (2, "Bot")):
        assert holder in text_of(show(page, game, move).all("li", class_="player")[seat]), move


def test_the_chip_of_the_move_is_marked(page: PageClient, game: Game) -> None:
    placed: list[int] = []
    for move, event in enumerate(recorded(game)[1], start=1):
        placed = [event.space] if isinstance(event, Place) else placed
        spaces = show(page, game, move).all("span", class_="space")
        assert [at for at, one in enumerate(spaces) if "last" in one.get("class", "").split()] == placed, move


def test_a_game_in_progress_has_no_replay(page: PageClient, cast: Cast) -> None:
    game = current(start(2, school_class=cast.class_7b))
    refused = page.sign_in(cast.alice).get("replays.show", game_id=game.id, status=409)
    assert "This game isn’t over yet." in refused.text


def test_other_teachers_games_and_missing_games_look_alike(page: PageClient, game: Game, cast: Cast) -> None:
    page.sign_in(cast.dora)
    foreign = page.get("replays.show", game_id=game.id, status=404)
    missing = page.get("replays.show", game_id="zzzzzzzzzzzz", status=404)
    assert foreign.text == missing.text


def test_other_pages_link_to_the_replay(page: PageClient, cast: Cast) -> None:
    class_session = start(2, school_class=cast.class_7b)
    session_id, game = class_session.id, current(class_session)
    replay_url = page.url("replays.show", game_id=game.id)
    page.sign_in(cast.alice)
    assert "Replay" not in page.get("games.show", game_id=game.id).text
    play_out(game, strong=Team.BLUE)
    assert page.get("games.show", game_id=game.id).link("Watch replay") == replay_url
    live = page.get("sessions.show", class_session_id=session_id)
    assert live.link("Table 1") == page.url("games.show", game_id=game.id)  # its one button starts the next game
    class_sessions.end_session(class_session_id=session_id)
    assert page.get("sessions.show", class_session_id=session_id).link("Watch replay") == replay_url


def test_long_games_need_no_more_queries_than_short_ones(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    counts = []
    for moves in (1, 8):
        game = short_game(cast.class_7b, moves=moves)
        counts.append(page.count_queries("replays.show", game_id=game.id, move=1))
        class_sessions.end_session(class_session_id=game.class_session_id)
    assert counts[0] == counts[1]
