"""The student's table over HTTP: moves, misses, refusals, and what a page never reveals."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import GameEvent
from classroom.presenters.table.board import shown_board
from classroom.services.play.games import call_penalty, stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from engine import DrawMode, Team, view
from tests.classroom.services.sessions.joining import join
from tests.classroom.slot import said
from tests.classroom.table import Table, make_table
from tests.page import Page
from tests.page_client import PageClient
from tests.page_lint import text_of


@pytest.fixture
def table(page: PageClient) -> Table:
    """Ana and Ben at a table; the student on turn has opened the page."""
    made = make_table()
    page.sign_in(made.active_player).get("play.show")
    return made


def moved(page: PageClient, data: dict[str, str], status: int = 303) -> Page:
    """Press a button of the move form. Return the next page."""
    answer = page.submit(data, form="/play/moves", status=status)
    return page.follow() if status == 303 else answer


def events(table: Table) -> int:
    """Return the number of events in the log."""
    return db.session.execute(
        select(func.count()).select_from(GameEvent).where(GameEvent.game_id == table.game.id)
    ).scalar_one()


def notice(shown: Page) -> str:
    """Return the response to the student's last action."""
    text = said(shown)
    assert text
    return text


def test_the_page_says_whose_turn_it_is(page: PageClient, table: Table) -> None:
    shown = page.get("play.show")
    assert shown.heading == "Your turn"
    assert "2 tries left" in shown.text
    assert "Choose a card, then a space." in shown.text
    waiting = page.sign_in(table.other).get("play.show")
    assert table.active_player.name in waiting.heading
    assert "tries left" not in waiting.text


def test_a_right_answer_is_played_and_confirmed(page: PageClient, table: Table) -> None:
    face, answer, form = table.face(), table.answer(), table.right()
    shown = moved(page, form)
    assert f"Yes! {face} = {answer}." in notice(shown)
    space = shown.one("button", id=form["space"])
    assert "taken by" in space.get("aria-label", "")
    assert "last move" in space.get("aria-label", "")
    assert f"You played {face} on {answer}." in shown.text


def test_a_wrong_answer_may_be_tried_again_with_the_same_card(page: PageClient, table: Table) -> None:
    form = table.wrong()
    shown = moved(page, form)
    assert re.fullmatch(rf"Not \d+\. Try {re.escape(table.face())} again\. Last try\.", notice(shown))
    assert "last try" in shown.text
    assert shown.one("input", id=f"card-{form['card']}").get("checked") is not None


def test_after_the_last_try_the_right_answer_is_shown(page: PageClient, table: Table) -> None:
    missed = table.active_player
    face, answer = table.face(), table.answer()
    moved(page, table.wrong())
    shown = moved(page, table.wrong())
    assert f"{face} = {answer}." in notice(shown)
    assert table.active_player is not missed
    assert notice(page.get("play.show")) == notice(shown), "a reload shows the same"


def test_others_see_neither_the_wrong_answer_nor_the_card(page: PageClient, table: Table) -> None:
    face = table.face()
    before = text_of(page.sign_in(table.other).get("play.show").one("main"))
    page.sign_in(table.active_player).get("play.show")
    moved(page, table.wrong())
    seen = page.sign_in(table.other).get("play.show")
    assert text_of(seen.one("main")) == before
    assert face not in seen.text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"space": "B2"}, "First choose one of your cards."),
        ({"card": "{card}"}, "Now choose a space on the board."),
        ({"card": "{card}", "space": "Z99"}, "You can’t do that now"),
        ({"card": "{card}", "space": "A1"}, "Corners are free for every team"),
        ({"card": "99999", "space": "B2"}, "You don’t have this card. Pick one of yours."),
        ({"card": "-1", "space": "B2"}, "You don’t have this card. Pick one of yours."),
        ({"card": "²", "space": "B2"}, "You don’t have this card. Pick one of yours."),
        ({"do": "exchange"}, "First choose one of your cards."),
        ({"do": "pass"}, "You can still play or trade in a card."),
        ({"do": "draw"}, "There is no card to draw now."),
        ({"do": "forfeit", "card": "{card}"}, "You don’t have to give up a card."),
    ],
)
def test_a_refused_move_gets_a_message_and_changes_nothing(
    page: PageClient, table: Table, data: dict[str, str], message: str
) -> None:
    filled = {name: value.format(card=table.right()["card"]) for name, value in data.items()}
    shown = moved(page, filled, status=422)
    assert message in notice(shown)
    assert shown.heading == "Your turn"
    assert events(table) == 0


@pytest.mark.parametrize("data", [{"space": "B2"}, {"do": "exchange"}])
def test_waiting_students_learn_that_it_is_not_their_turn_before_they_choose_a_card(
    page: PageClient, table: Table, data: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    shown = page.sign_in(table.other).get("play.show")
    assert "It’s not your turn yet." in notice(moved(page, data, status=422))
    card = shown.all("input", name="card")[0].get("value", "")
    assert "It’s not your turn yet." in notice(moved(page, {**data, "card": card}, status=422))
    assert events(table) == 0
    assert "forged" not in caplog.text, "pages offer this"


def test_a_taken_space_does_not_count_as_a_miss(page: PageClient, table: Table) -> None:
    taken = table.right()["space"]
    moved(page, table.right())
    page.sign_in(table.active_player).get("play.show")
    shown = moved(page, {**table.right(), "space": taken}, status=422)
    assert "That space has a chip" in notice(shown)
    assert events(table) == 1


def test_no_one_plays_out_of_turn(page: PageClient, table: Table) -> None:
    page.sign_in(table.other).get("play.show")
    shown = moved(page, {"card": table.right()["card"], "space": "B2"}, status=422)
    assert "It’s not your turn yet." in notice(shown)


def test_the_same_form_sent_twice_counts_once(page: PageClient, table: Table) -> None:
    shown, form = page.get("play.show"), table.right()
    page.submit(form, form="/play/moves", page=shown)
    page.submit(form, form="/play/moves", page=shown)
    assert events(table) == 1


def test_a_move_sent_again_after_the_next_game_was_dealt_is_no_error(page: PageClient, table: Table) -> None:
    shown, form = page.get("play.show"), table.right()
    page.submit(form, form="/play/moves", page=shown)
    stop_game(game_id=table.game.id)
    following = deal_next_game(game_id=table.game.id)
    page.submit(form, form="/play/moves", page=shown, status=303)
    new = {**form, "idempotency_key": "another"}
    assert "The board changed" in notice(page.submit(new, form="/play/moves", page=shown, status=409))
    assert following.version == 0


def test_the_same_form_for_another_move_is_refused(page: PageClient, table: Table) -> None:
    shown, right, wrong = page.get("play.show"), table.right(), table.wrong()
    page.submit(right, form="/play/moves", page=shown)
    assert "We got two moves at once" in notice(page.submit(wrong, form="/play/moves", page=shown, status=409))
    assert events(table) == 1


@pytest.mark.parametrize("version", ["", "nonsense", "{id}", "{id}.-1.1", "{id}.7.1", "another.0.1", "{id}.\uff19.1"])
def test_a_stale_or_forged_version_gets_the_fresh_board(page: PageClient, table: Table, version: str) -> None:
    shown = moved(page, {**table.right(), "version": version.format(id=table.game.id)}, status=409)
    assert "The board changed" in notice(shown)
    assert events(table) == 0


def test_a_page_that_was_opened_before_an_upgrade_can_move(page: PageClient, table: Table) -> None:
    form = next(form for form in page.get("play.show").forms() if form.action.endswith("/play/moves"))
    fields = {"client_key" if name == "idempotency_key" else name: value for name, value in form.fields.items()}
    page.send(replace(form, fields=fields), table.right())
    assert events(table) == 1


@pytest.mark.parametrize("idempotency_key", ["", "x" * 41])
def test_a_move_needs_a_key_of_its_page(page: PageClient, table: Table, idempotency_key: str) -> None:
    moved(page, {**table.right(), "idempotency_key": idempotency_key}, status=409)
    assert events(table) == 0


def test_a_mistaken_trade_in_is_a_miss(page: PageClient, table: Table) -> None:
    shown = moved(page, {"card": table.right()["card"], "do": "exchange"})
    assert "still has an open space. Try again." in notice(shown)
    assert events(table) == 1


def test_no_one_can_move_while_paused(page: PageClient, table: Table) -> None:
    shown = page.get("play.show")
    pause_session(class_session_id=table.game.class_session_id)
    assert page.get("play.show").heading == "Paused"
    answer = page.submit(table.right(), form="/play/moves", page=shown, status=409)
    assert "Your teacher paused the game" in notice(answer)


def test_a_student_whose_seat_went_to_a_bot_gets_a_kind_message(page: PageClient, table: Table) -> None:
    shown, seat = page.get("play.show"), table.position.turn
    give_seat(game_id=table.game.id, seat=seat, student_id=None)
    answer = page.submit(table.right(), form="/play/moves", page=shown, status=403)
    assert answer.heading == "A bot plays for you now"
    assert text_of(answer.one("p", class_="soon")) == "Ask your teacher for your seat."
    assert "Solve your card" not in answer.text  # the introduction is for students who have not played
    (other,) = join(table.game.class_session, 1)
    give_seat(game_id=table.game.id, seat=seat, student_id=other.id)
    assert page.get("play.show").heading == "You’re in!"


def test_table_talk_costs_a_card(page: PageClient) -> None:
    table = make_table(TableSettings(table_talk=True))
    call_penalty(game_id=table.game.id, team=Team(table.position.setup.seats[table.position.turn]))
    page.sign_in(table.active_player).get("play.show")
    assert "Give up a card first" in notice(moved(page, table.right(), status=422))
    shown = moved(page, {"card": table.right()["card"], "do": "forfeit"})
    assert len(shown.all("input", name="card")) == 4


def test_with_manual_drawing_a_button_draws_the_card(page: PageClient) -> None:
    table = make_table(TableSettings(draw=DrawMode.MANUAL))
    page.sign_in(table.active_player).get("play.show")
    assert len(moved(page, table.right()).all("input", name="card")) == 4
    assert len(moved(page, {"do": "draw"}).all("input", name="card")) == 5


def test_a_fragment_is_part_of_the_page_or_204_if_unchanged(page: PageClient, table: Table) -> None:
    whole = page.get("play.show")
    version = whole.form("/play/moves").fields["version"]
    fragment = page.get("play.fragment", htmx=True, version="older")
    main = whole.one("main")
    assert [one.get("aria-label") for one in fragment.all("button")] == [
        one.get("aria-label") for one in main.iter("button")
    ]
    page.get("play.fragment", htmx=True, version=version, status=204)
    page.submit(table.right(), form="/play/moves", page=whole)
    page.get("play.fragment", htmx=True, version=version)


def test_htmx_gets_the_fragment_at_once(page: PageClient, table: Table) -> None:
    fields = page.get("play.show").form("/play/moves").fields
    answer = page.post("play.move", {**fields, **table.right()}, htmx=True, status=200)
    assert "Yes! " in notice(answer)
    assert not answer.all("header")


def test_a_page_contains_no_other_hand(page: PageClient, table: Table) -> None:
    position = table.position
    shown = page.get("play.show")
    held = {one.get("value") for one in shown.all("input", name="card")}
    assert held == {str(card) for card in position.hands[position.turn]}


def test_the_board_does_not_depend_on_the_cards_held(page: PageClient, table: Table) -> None:
    """Markup, labels, order, and states of all spaces stay the same for every hand."""
    moved(page, table.right())
    position = table.position
    swapped = position._replace(hands=position.hands[::-1])
    for seat in (0, 1):
        assert view(swapped, seat) != view(position, seat)
        assert shown_board(view(swapped, seat)) == shown_board(view(position, seat))


def test_the_stream_starts_with_a_notification(page: PageClient, table: Table) -> None:
    answer = page.browser.get(page.url("play.stream"), buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert b"event: poke" in next(iter(answer.response))
    answer.close()
