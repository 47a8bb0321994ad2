"""A student's past games: the list, and what a replay shows of them and what it never does."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from classroom.models import Game, SessionState
from classroom.services.play.games import stop_game
from classroom.services.play.introduction import skip_introduction
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.class_sessions import join_session
from classroom.services.sessions.moving import swap_students
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import CardKind, Miss, Position, Setup, Team, replay
from tests.classroom.replayed import eventful_game, hands_shown, present_line, readable, recorded, short_game
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.factories import make_class_session, make_student
from tests.page_lint import text_of
from tests.tiers import thinned

if TYPE_CHECKING:
    from classroom.models import Student
    from engine import Event
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient

EQUATION = re.compile(r"\d+ [+\N{MINUS SIGN}×÷] \d+")


@pytest.fixture
def game(cast: Cast) -> Game:
    """A finished game for two; its session continues."""
    return short_game(cast.class_7b)


def student_at(game: Game, seat: int) -> Student:
    """Return the student in that seat."""
    student = next(one.student for one in game.players if one.seat == seat)
    assert student is not None
    return student


def show(page: PageClient, game: Game, move: int = 0) -> Page:
    """Open the replay at a move."""
    return page.get("played.replay", game_id=game.id, move=move)


def log(shown: Page) -> list[str]:
    """Return the lines of the log, in order."""
    return [readable(text_of(one)) for one in shown.one("ol", class_="move-list")]


class TestSecrets:
    @pytest.mark.slow
    def test_cards_are_hidden_before_they_are_played_and_hands_belong_to_their_holder(
        self, page: PageClient, cast: Cast
    ) -> None:
        game = eventful_game(cast.class_7b)
        setup, events = recorded(game)
        positions = [replay(setup, events[:move]) for move in range(len(events) + 1)]
        left, *_ = (one for one in game.players if one.student_id and one.left_at_version)
        stayed, *_ = (one for one in game.players if one.student_id and one.left_at_version is None)
        for player in (left, stayed):
            assert player.student is not None
            page.sign_in(player.student)
            _look_at_every_move(page, game, player.student, positions, _known(game, player.student, events))

    def test_after_a_swap_the_replay_shows_the_hand_of_the_former_seat(self, page: PageClient, cast: Cast) -> None:
        game = current(start(2, TableSettings(tries=None), school_class=cast.class_7b))
        ana, ben = (student_at(game, seat) for seat in (0, 1))
        answer(game)
        answer(game)
        swapped_at = game.version
        swap_students(class_session_id=game.class_session_id, student_id=ana.id, other_id=ben.id)
        answer(game)
        answer(game)
        stop_game(game_id=game.id)
        setup, events = recorded(game)
        for student, before in ((ana, 0), (ben, 1)):
            page.sign_in(student)
            for move in range(len(events) + 1):
                seat = before if move <= swapped_at else 1 - before
                assert hands_shown(show(page, game, move)) == [_hand(replay(setup, events[:move]), seat)]

    def test_no_page_contains_later_moves(self, page: PageClient, game: Game) -> None:
        first = recorded(game)[0].first_seat
        other = student_at(game, 1 - first)
        page.sign_in(student_at(game, first))
        *lines, last = log(show(page, game))
        assert lines[:3] == ["0 The cards are dealt.", "1 You", f"2 {other.name}"]
        assert last == f"{len(lines)} The table"

    def test_wrong_answers_of_others_are_not_shown(self, page: PageClient, game: Game) -> None:
        setup, events = recorded(game)
        move, miss = next((number, event) for number, event in enumerate(events, 1) if isinstance(event, Miss))
        assert miss.space is not None
        face, label = setup.cards_by_id[miss.card].face, setup.board.labels[miss.space]
        name = student_at(game, miss.seat).name
        reader = student_at(game, 1 - miss.seat)
        known = _known(game, reader, events)
        assert move not in known
        lines = log(show(page.sign_in(reader), game, game.version))
        assert len(lines) == len(known)
        message = re.compile(rf"\d+ {name} (played \S+ . \S+ on \d+|passed)\.( A sequence!)?")
        assert all(message.fullmatch(line) for line in lines if name in line)
        page.sign_in(student_at(game, miss.seat))
        for shown in (move, game.version):
            assert log(show(page, game, shown))[move] == f"{move} You tried {face} on {label}."
        assert log(show(page, game, move - 1))[move] == f"{move} You"

    def test_the_teacher_sees_more(self, page: PageClient, game: Game, cast: Cast) -> None:
        """Proves that the search above finds what is there."""
        setup, events = recorded(game)
        hands = {face for seat in (0, 1) for face in _hand(replay(setup, events), seat)}
        shown = page.sign_in(cast.alice).get("replays.show", game_id=game.id, move=game.version)
        assert hands <= _equations(shown) | {"Plus", "Minus"}


class TestWhoMay:
    def test_students_who_left_may_watch(self, page: PageClient, cast: Cast) -> None:
        game = current(start(2, school_class=cast.class_7b))
        leaver = student_at(game, 0)
        answer(game)
        give_seat(game_id=game.id, seat=0, student_id=None)
        stop_game(game_id=game.id)
        assert present_line(show(page.sign_in(leaver), game)) == "0 The cards are dealt."

    def test_other_students_may_not_watch(self, page: PageClient, game: Game, cast: Cast) -> None:
        for stranger in (cast.bob, cast.charlie):
            page.sign_in(stranger)
            foreign = page.get("played.replay", game_id=game.id, status=404)
            missing = page.get("played.replay", game_id="zzzzzzzzzzzz", status=404)
            assert foreign.text == missing.text

    def test_a_game_in_progress_has_no_replay(self, page: PageClient, cast: Cast) -> None:
        game = current(start(2, school_class=cast.class_7b))
        refused = page.sign_in(student_at(game, 0)).get("played.replay", game_id=game.id, status=409)
        assert "Finish this game first." in refused.text

    def test_page_and_fragment_have_the_same_content(self, page: PageClient, game: Game) -> None:
        page.sign_in(student_at(game, 0))
        tags = show(page, game, 3).html.split("<")
        part = page.get("played.replay", game_id=game.id, move=3, htmx=True)
        assert set(part.html.strip().split("<")) <= {*tags}


class TestTheList:
    def test_the_newest_games_come_first_with_their_winners(
        self, page: PageClient, cast: Cast, frozen_clock: FrozenClock
    ) -> None:
        game = current(start(2, TableSettings(sequences_to_win=1), school_class=cast.class_7b))
        play_out(game, strong=Team.BLUE)
        winner = game.winner or ""
        frozen_clock.move_on(minutes=5)
        following = deal_next_game(game_id=game.id)
        stop_game(game_id=following.id)
        for seat, team in ((0, "blue"), (1, "green")):
            shown = page.sign_in(student_at(game, seat)).get("played.index")
            titles = [text_of(one) for one in shown.all("h2")]
            won = "You won!" if winner == team else f"{winner.capitalize()} won!" if winner else "It’s a draw!"
            assert titles == ["It’s a draw!", won]
            links = [one.get("href") for one in shown.all("a", class_="button")]
            assert links == [page.url("played.replay", game_id=one.id) for one in (following, game)]

    def test_seats_changed_after_the_end_belong_to_the_next_game(self, page: PageClient, cast: Cast) -> None:
        game = current(start(2, TableSettings(sequences_to_win=1), school_class=cast.class_7b))
        play_out(game, strong=Team.BLUE)
        winners = game.winner or ""
        ana, ben = (student_at(game, seat) for seat in (0, 1))
        swap_students(class_session_id=game.class_session_id, student_id=ana.id, other_id=ben.id)
        for student, team in ((ana, "blue"), (ben, "green")):
            won = "You won!" if winners == team else f"{winners.capitalize()} won!"
            page.sign_in(student)
            assert [text_of(one) for one in page.get("played.index").all("h2")] == [won]
            message = "You were first." if winners == team else f"{winners.capitalize()} was first."
            assert message in page.get("play.show").text

    def test_a_seat_given_after_the_end_does_not_count_as_played(self, page: PageClient, cast: Cast) -> None:
        game = current(start(2, TableSettings(sequences_to_win=1), school_class=cast.class_7b))
        play_out(game, strong=Team.BLUE)
        join_session(class_session_id=game.class_session_id, student_id=cast.bob.id)
        for student_id in (None, cast.bob.id):
            give_seat(game_id=game.id, seat="blue green".split().index(game.winner or ""), student_id=student_id)
        assert "No games yet" in page.sign_in(cast.bob).get("played.index").text
        assert "You won!" not in page.get("play.show").text

    def test_a_new_student_has_an_empty_list(self, page: PageClient, cast: Cast) -> None:
        shown = page.sign_in(cast.bob).get("played.index")
        assert "No games yet" in shown.text
        assert shown.all("ol", class_="played-list") == []

    def test_games_of_others_and_unfinished_games_are_not_listed(
        self, page: PageClient, game: Game, cast: Cast
    ) -> None:
        going_on = deal_next_game(game_id=game.id)
        assert "No games yet" in page.sign_in(cast.bob).get("played.index").text
        shown = page.sign_in(student_at(going_on, 0)).get("played.index")
        assert len(shown.all("a", class_="button")) == 2  # the game, and the link to the table
        assert page.url("played.replay", game_id=going_on.id) not in shown.html

    def test_queries_do_not_grow_with_the_games(self, page: PageClient, game: Game) -> None:
        student = student_at(game, 0)
        page.sign_in(student)
        few = page.count_queries("played.index")
        for _ in range(3):
            game = deal_next_game(game_id=game.id)
            stop_game(game_id=game.id)
        assert page.count_queries("played.index") == few

    def test_other_pages_link_to_the_list(self, page: PageClient, game: Game, cast: Cast) -> None:
        address = page.url("played.index")
        waiting = page.sign_in(cast.bob).get("play.show")
        assert not [one for one in waiting.all("a") if text_of(one) == "My games"]  # the introduction comes first
        skip_introduction(student_id=cast.bob.id, seen=cast.bob.introduction)
        assert page.get("play.show").link("My games") == address
        shown = page.sign_in(student_at(game, 0)).get("play.show")
        assert shown.link("My games") == address
        assert shown.link("Watch again") == page.url("played.replay", game_id=game.id)
        assert show(page, game).link("My games") == address


class TestTheCall:
    def test_a_game_in_progress_calls_the_student(self, page: PageClient, game: Game) -> None:
        page.sign_in(student_at(game, 0))
        assert "You can play now" not in show(page, game).text
        page.get("played.call", version="call-none", status=204, htmx=True)
        deal_next_game(game_id=game.id)
        called = page.get("played.call", version="call-none", htmx=True)
        assert called.link("Go to your table") == page.url("play.show")
        page.get("played.call", version="call-now", status=204, htmx=True)
        assert "You can play now" in show(page, game).text

    def test_a_session_to_join_calls_the_student(self, page: PageClient, game: Game, cast: Cast) -> None:
        student = student_at(game, 0)
        class_sessions.end_session(class_session_id=game.class_session_id)
        page.sign_in(student)
        assert "You can play now" not in page.get("played.index").text
        make_class_session(cast.class_7b, state=SessionState.LOBBY)
        assert "You can play now" in page.get("played.index").text

    def test_waiting_does_not_call_the_student(self, page: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        late = make_student(school_class=cast.class_7b)
        class_sessions.join_session(class_session_id=class_session.id, student_id=late.id)
        page.sign_in(late).get("played.call", version="call-none", status=204, htmx=True)


def _known(game: Game, student: Student, events: list[Event]) -> list[int]:
    """Return the versions that a student's replay shows: the deal, and the moves that the student may see."""
    setup, known = recorded(game)[0], [0]
    for version, event in enumerate(events, start=1):
        is_own = getattr(event, "seat", None) in _own_seats(game, student, version)
        is_kept = isinstance(event, Miss) and event.card in replay(setup, events[:version]).hands[event.seat]
        if is_own or not is_kept:
            known.append(version)
    return known


def _look_at_every_move(
    page: PageClient, game: Game, student: Student, positions: list[Position], known: list[int]
) -> None:
    """Search whatever is sent to a student: every equation in it is face up, or is or was in their own hand.

    A hand is shown whole as long as it is their own.
    """
    setup = positions[0].setup
    allowed: set[str] = set()
    secret = 0
    looked_at = thinned(known, every=3)
    for move, position in enumerate(positions):
        own = _own_seats(game, student, move)
        allowed |= {setup.cards_by_id[card].face for pile in position.discards for card in pile}
        allowed |= {face for seat in own for face in _hand(position, seat)}
        if move not in looked_at:
            continue
        sent = show(page, game, known.index(move))
        shown = _equations(sent)
        assert shown <= allowed, f"move {move}: {shown - allowed}"
        assert hands_shown(sent) == [_hand(position, seat) for seat in own], f"move {move}"
        secret += bool(_other_faces(setup, position, own) - allowed)
    assert secret > len(looked_at) / 2


def _own_seats(game: Game, student: Student, move: int) -> list[int]:
    """Return the student's seats when the move was made; none before joining and after leaving."""
    return [
        one.seat
        for one in game.players
        if one.student_id == student.id
        and one.from_version < max(move, 1) <= (game.version if one.left_at_version is None else one.left_at_version)
    ]


def _equations(shown: Page) -> set[str]:
    return set(EQUATION.findall(html.unescape(shown.html)))


def _hand(position: Position, seat: int) -> list[str]:
    return [position.setup.cards_by_id[card].face for card in position.hands[seat]]


def _other_faces(setup: Setup, position: Position, own: list[int]) -> set[str]:
    others = (card for seat, hand in enumerate(position.hands) if seat not in own for card in hand)
    return {setup.cards_by_id[card].face for card in others if setup.cards_by_id[card].kind is CardKind.MATCH}
