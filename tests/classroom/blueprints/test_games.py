"""One table enlarged, and its log, as teachers see them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from classroom import rng
from classroom.models import ClassSession, Game
from classroom.services.play import games
from classroom.services.play.bots import play_bot
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions
from classroom.services.sessions.moving import move_student
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import DrawMode, Miss, Team, check_record
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.classroom.services.sessions.joining import join
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def class_session(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's session with table talk: four students at one table; Alice is signed in."""
    page.sign_in(cast.alice)
    return start(4, school_class=cast.class_7b)


@pytest.fixture
def game(class_session: ClassSession) -> Game:
    """The session's game, just dealt."""
    return current(class_session)


def show(page: PageClient, game: Game) -> Page:
    """Open the table's page."""
    return page.get("games.show", game_id=game.id)


def seat(shown: Page, number: int) -> str:
    """Return the text at a seat."""
    return readable(text_of(shown.one("li", id=f"seat-{number}")))


def log(shown: Page) -> list[str]:
    """Return the log, newest first."""
    return [readable(text_of(one)) for one in shown.one("ol", class_="log")]


def readable(text: str) -> str:
    """Return text without bidirectional isolates."""
    return re.sub("[\u2066\u2068\u2069]", "", text)


def name_at(game: Game, number: int) -> str:
    """Return the name of the student in that seat now."""
    player = next(one for one in game.players if one.seat == number and one.left_at_version is None)
    return player.student.name if player.student else "Bot"


def alert(shown: Page) -> str:
    """Return the reason for a refusal."""
    return text_of(shown.one("div", role="alert"))


class TestWhatIsShown:
    def test_the_teacher_sees_all_hands(self, page: PageClient, game: Game) -> None:
        shown, position = show(page, game), position_of(game)
        for number in range(4):
            faces = [position.setup.cards_by_id[card].face for card in position.hands[number]]
            hand, *_ = [one for one in shown.one("li", id=f"seat-{number}") if one.tag == "p"]
            assert text_of(hand) == f"Hand: {' '.join(faces)}"
            assert name_at(game, number) in seat(shown, number)

    def test_the_current_turn_is_shown(self, page: PageClient, game: Game) -> None:
        shown = show(page, game)
        assert f"Now playing: {name_at(game, position_of(game).turn)}" in shown.text
        assert "player-on" in shown.one("li", id=f"seat-{position_of(game).turn}").get("class", "")

    def test_played_cards_are_face_up(self, page: PageClient, game: Game) -> None:
        mover = position_of(game).turn
        answer(game)
        face = position_of(game).setup.cards_by_id[position_of(game).discards[mover][0]].face
        assert text_of(show(page, game).one("details", id=f"discards-{mover}")) == f"1 card played {face}"

    def test_wrong_answers_are_shown_in_words(self, page: PageClient, game: Game) -> None:
        name = name_at(game, position_of(game).turn)
        answer(game, rightly=False)
        position = position_of(game)
        assert isinstance(position.last_event, Miss)
        assert position.last_event.space is not None
        face = position.setup.cards_by_id[position.last_event.card].face
        label = position.setup.board.labels[position.last_event.space]
        assert log(show(page, game)) == [f"{name} missed {face}. Space tried: {label}."]

    def test_the_log_names_the_players_of_that_time(self, page: PageClient, game: Game) -> None:
        mover = position_of(game).turn
        name = name_at(game, mover)
        answer(game, rightly=False)
        give_seat(game_id=game.id, seat=mover, student_id=None)
        play_bot(game_id=game.id)
        newest, changed, oldest = log(show(page, game))
        assert changed == f"A bot plays for {name} now."
        assert newest.startswith("Bot ")
        assert oldest.startswith(f"{name} missed")

    def test_a_new_game_has_an_empty_log(self, page: PageClient, game: Game) -> None:
        assert log(show(page, game)) == ["The game begins."]

    def test_owed_cards_are_shown(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        settings = TableSettings(table_talk=True, draw=DrawMode.MANUAL)
        game = current(start(4, settings, school_class=cast.class_7b))
        mover = position_of(game).turn
        answer(game)
        games.call_penalty(game_id=game.id, team=tuple(Team)[mover % 2])
        assert "can draw 1 card" in seat(show(page, game), mover)
        assert "must give up 1 card" in seat(show(page, game), mover)

    def test_page_and_fragment_have_the_same_content(self, page: PageClient, game: Game) -> None:
        whole = show(page, game)
        version = whole.one("input", name="version").get("value", "")
        page.get("games.fragment", game_id=game.id, version=version, status=204, htmx=True)
        answer(game)
        part = page.get("games.fragment", game_id=game.id, version=version, htmx=True)
        tags = show(page, game).html.split("<")
        assert {tag for tag in part.html.strip().split("<") if "csrf_token" not in tag} <= {*tags}


class TestSeats:
    def test_a_seat_is_handed_to_a_bot(self, page: PageClient, game: Game) -> None:
        show(page, game)
        page.submit(form="/seats/2")
        assert seats_of(game)[2] is None
        assert "Bot" in seat(page.follow(), 2)

    def test_a_waiting_student_gets_the_bots_seat(
        self, page: PageClient, class_session: ClassSession, game: Game
    ) -> None:
        give_seat(game_id=game.id, seat=2, student_id=None)
        (late,) = join(class_session, 1)
        shown = show(page, game)
        names = [readable(text_of(one)) for one in shown.one("select", id="to-2")]
        assert late.name in names
        page.post("games.give_seat", {"student": late.id}, game_id=game.id, seat=2)
        assert seats_of(game)[2] == late.id

    def test_a_seat_is_given_back_with_one_button(
        self, page: PageClient, class_session: ClassSession, game: Game
    ) -> None:
        student_id = seats_of(game)[2]
        show(page, game)
        page.submit(form="/seats/2")
        shown = page.follow()
        button = shown.one("button", id="back-2")
        assert text_of(button).startswith("Give seat back to Student")
        assert shown.all("select", id="to-2") == []  # no one else is waiting
        page.submit({"student": button.get("value")}, form="/seats/2")
        assert seats_of(game)[2] == student_id

    def test_a_seat_is_not_given_back_to_a_student_seated_elsewhere(
        self, page: PageClient, class_session: ClassSession, game: Game
    ) -> None:
        student_id = seats_of(game)[2]
        assert student_id is not None
        move_student(class_session_id=class_session.id, student_id=student_id, to=None)
        assert show(page, game).all("button", id="back-2") == []

    def test_a_bots_seat_offers_nothing_while_no_one_waits(
        self, page: PageClient, class_session: ClassSession, game: Game
    ) -> None:
        class_session_id = class_session.id
        give_seat(game_id=game.id, seat=2, student_id=None)
        class_sessions.seat_waiting(class_session_id=class_session_id)
        assert show(page, game).all("button", id="hand-2") == []

    @pytest.mark.parametrize("student", ["unknown", "<b>", "x" * 5000])
    def test_unknown_students_get_no_seat(self, page: PageClient, game: Game, student: str) -> None:
        give_seat(game_id=game.id, seat=2, student_id=None)
        shown = page.post("games.give_seat", {"student": student}, game_id=game.id, seat=2, status=409)
        assert "hasn’t joined" in alert(shown)

    def test_an_unknown_seat_is_refused(self, page: PageClient, game: Game) -> None:
        assert "no such seat" in alert(page.post("games.give_seat", game_id=game.id, seat=9, status=422))
        page.open(f"/games/{game.id}/seats/x", status=404)

    def test_seats_of_an_earlier_game_stay(self, page: PageClient, game: Game) -> None:
        games.stop_game(game_id=game.id)
        following = deal_next_game(game_id=game.id)
        shown = show(page, game)
        assert shown.all("button", id="hand-0") == []
        assert shown.link("Go to next game") == page.url("games.show", game_id=following.id)
        refused = page.post("games.give_seat", game_id=game.id, seat=0, status=409)
        assert "has started its next game" in alert(refused)


class TestTableTalk:
    def test_a_team_gives_up_a_card_each(self, page: PageClient, game: Game) -> None:
        asked = page.open(show(page, game).link("Penalty for Green…"))
        assert readable(asked.heading) == "Give team Green the table-talk penalty?"
        names = [one.student.name for one in game.players if one.student and one.seat in {1, 3}]
        assert f"gives up a card: {names[0]} and {names[1]}." in readable(asked.text)
        assert asked.link("Cancel") == page.url("games.show", game_id=game.id)
        assert not any(position_of(game).forfeits_due)
        form = asked.form("/penalty")
        page.send(form)
        page.send(form)  # pressed twice
        assert position_of(game).forfeits_due == (0, 1, 0, 1)
        assert "Green" in log(page.follow())[0]

    def test_a_later_penalty_counts_again(self, page: PageClient, game: Game) -> None:
        for times in (1, 2):
            page.open(show(page, game).link("Penalty for Green…"))
            page.submit()
            assert position_of(game).forfeits_due == (0, times, 0, times)

    @pytest.mark.parametrize("since", ["9" * 30, "-" + "9" * 30, "2147483648"])
    def test_a_version_that_no_game_has_is_compared_too(self, page: PageClient, game: Game, since: str) -> None:
        page.post("games.penalty", {"team": "green", "since": since}, game_id=game.id, status=303)
        assert position_of(game).forfeits_due == (0, 1, 0, 1)

    def test_a_finished_game_has_no_confirmations(self, page: PageClient, game: Game) -> None:
        games.stop_game(game_id=game.id)
        table = page.url("games.show", game_id=game.id)
        assert page.get("games.ask_stop", game_id=game.id, status=303).redirect == table
        assert page.get("games.ask_penalty", game_id=game.id, team="green", status=303).redirect == table
        assert page.get("games.ask_penalty", game_id=game.id, team="purple", status=303).redirect == table

    def test_a_penalty_requires_the_rule(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        game = current(start(4, TableSettings(), school_class=cast.class_7b))
        assert "Table-talk" not in show(page, game).text
        refused = page.post("games.penalty", {"team": "blue"}, game_id=game.id, status=409)
        assert "has no table-talk penalty" in alert(refused)

    @pytest.mark.parametrize(("team", "status"), [("purple", 404), ("", 404), ("red", 422)])
    def test_an_unknown_team_is_refused(self, page: PageClient, game: Game, team: str, status: int) -> None:
        page.post("games.penalty", {"team": team}, game_id=game.id, status=status)
        assert game.version == 0

    def test_a_penalty_after_the_game_is_refused(self, page: PageClient, game: Game) -> None:
        games.stop_game(game_id=game.id)
        assert alert(page.post("games.penalty", {"team": "blue"}, game_id=game.id, status=422)) == "The game is over."


class TestTheEnd:
    def test_the_way_back_names_the_live_tables_until_the_session_ends(
        self, page: PageClient, class_session: ClassSession, game: Game
    ) -> None:
        address = page.url("sessions.show", class_session_id=class_session.id)
        assert show(page, game).link("Live tables: 7B") == address
        class_sessions.end_session(class_session_id=class_session.id)
        for shown in (show(page, game), page.get("replays.show", game_id=game.id)):
            assert "Live tables" not in shown.text
            assert shown.link("Session") == address
            assert shown.link("7B") == page.url("classes.show", class_id=class_session.class_id)

    def test_the_game_at_one_table_can_be_stopped(self, page: PageClient, game: Game) -> None:
        asked = page.open(show(page, game).link("End game…"))
        assert asked.heading == "End the game at table 1?"
        assert game.over_at is None
        page.submit(form="/stop")
        assert "The game was stopped. It’s a draw." in page.follow().text

    def test_the_next_game_can_be_started(self, page: PageClient, game: Game) -> None:
        games.stop_game(game_id=game.id)
        page.send(show(page, game).form_with("Start next game"))
        assert page.follow().heading == "Table 1, game 2"

    def test_a_next_game_before_the_end_is_refused(self, page: PageClient, game: Game) -> None:
        assert not any(form.action.endswith("/next") for form in show(page, game).forms())
        assert "over yet. Wait, or end the game." in alert(page.post("games.next_game", game_id=game.id, status=409))

    def test_a_next_game_after_the_lesson_is_refused(
        self, page: PageClient, class_session: ClassSession, game: Game
    ) -> None:
        class_sessions.end_session(class_session_id=class_session.id)
        shown = show(page, game)
        assert [form.action for form in shown.forms() if "/games/" in form.action] == []
        assert "has ended" in alert(page.post("games.next_game", game_id=game.id, status=409))

    def test_the_record_is_downloaded(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        with rng.seeded(2):
            game = current(start(2, school_class=cast.class_7b))
        play_out(game, strong=Team.BLUE)
        answered = page.open(show(page, game).link("Download game record"))
        name = answered.headers["Content-Disposition"]
        assert name.startswith('attachment; filename="7B 20')
        assert name.endswith(' table-1-game-1.json"')
        outcome = check_record(json.loads(answered.data)).outcome
        assert outcome is not None
        assert outcome.winner == game.winner

    def test_a_game_in_progress_has_no_record(self, page: PageClient, game: Game) -> None:
        answer(game)
        refused = page.get("games.record", game_id=game.id, status=409)
        assert "over yet. Wait, or end the game." in refused.text
        deck = [card.face for card in position_of(game).setup.cards]
        assert not any(f'"{face}"' in refused.html for face in deck)
