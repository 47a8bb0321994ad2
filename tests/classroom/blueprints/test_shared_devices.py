"""One device for a whole table: hands stay covered, and each move counts for the student whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from classroom.database import db, transaction
from classroom.models import Attempt, Game, GameEvent
from classroom.services.play.seats import give_seat
from classroom.services.sessions.class_sessions import end_session
from classroom.services.sessions.endings import end_in
from classroom.services.sessions.pauses import pause_session, resume_session
from classroom.services.settings import TableSettings
from engine import DrawMode, SolveMode, view
from tests.classroom.replayed import readable
from tests.classroom.slot import announced, said
from tests.classroom.table import Table, make_table
from tests.page_lint import text_of
from tests.sql_statements import statements

if TYPE_CHECKING:
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient


def shared_table(settings: TableSettings | None = None) -> Table:
    """Ana and Ben with one device between them."""
    table = make_table(settings)
    with transaction() as session:
        session.get_one(Game, table.game.id).is_shared = True
    return table


@pytest.fixture
def table(page: PageClient) -> Table:
    """Ben's shared device; it is someone's turn, and the cards are covered."""
    made = shared_table()
    page.sign_in(made.other).get("play.show")
    return made


def searches(page: PageClient, table: Table) -> int:
    """Play a wrong answer. Return how often the server looked up the student's location."""
    with statements() as noted:
        page.submit(table.wrong(), form="/play/moves")
    return len([one for one in noted if "games_2.round > games_1.round" in one])


def faces(table: Table) -> set[str]:
    """Return every equation in any hand."""
    position = table.position
    return {position.setup.cards_by_id[card].face for hand in position.hands for card in hand} - {"Plus", "Minus"}


def uncover(page: PageClient) -> Page:
    """Tap the student's own name."""
    shown = page.get("play.show")
    return page.open(shown.one("a", id="uncover").get("href", ""))


def test_hands_are_covered_until_the_active_student_taps_their_name(page: PageClient, table: Table) -> None:
    covered = page.get("play.show")
    assert f"I’m {table.active_player.name}. Show my cards." in covered.text
    assert not [face for face in faces(table) if face in covered.html]
    shown = uncover(page)
    own = view(table.position, table.position.turn).hand
    assert all(table.position.setup.cards_by_id[card.id].face in shown.text for card in own)
    assert shown.heading == f"\u2068{table.active_player.name}\u2069, your turn"


def test_no_other_hand_is_ever_on_the_device(page: PageClient, table: Table) -> None:
    shown = uncover(page)
    position = table.position
    waiting = 1 - position.turn
    own = {position.setup.cards_by_id[card].face for card in position.hands[position.turn]}
    others = {position.setup.cards_by_id[card].face for card in position.hands[waiting]} - own
    assert not [face for face in others if face in shown.text]


def test_a_move_counts_for_the_active_student_and_covers_the_cards(page: PageClient, table: Table) -> None:
    mover = table.active_player
    uncover(page)
    page.submit(table.right(), form="/play/moves")
    shown = page.follow()
    assert table.active_player is not mover
    assert f"I’m {table.active_player.name}. Show my cards." in shown.text
    assert not [face for face in faces(table) if face in shown.html]
    (attempt,) = db.session.execute(select(Attempt)).scalars()
    (event,) = db.session.execute(select(GameEvent)).scalars()
    assert (attempt.student_id, event.student_id) == (mover.id, mover.id)


def test_after_a_miss_the_hand_stays_visible(page: PageClient, table: Table) -> None:
    uncover(page)
    page.submit(table.wrong(), form="/play/moves")
    shown = page.follow()
    assert said(shown).startswith("Not ")
    assert announced(shown) == said(shown)
    assert shown.heading == f"\u2068{table.active_player.name}\u2069, your turn"
    covered = page.get("play.show")
    assert not said(covered), "covered in mid-turn, the page tells nothing of the card"
    assert not announced(covered)
    assert not [face for face in faces(table) if face in covered.html]


def test_the_last_try_and_a_right_answer_look_alike(page: PageClient, table: Table) -> None:
    mover, solutions, texts = table.active_player, [], []
    for form in (table.wrong, table.right):
        solutions.append(f"{table.face()} = {table.answer()}.")
        for _ in range(1 if form == table.right else 2):
            uncover(page)
            page.submit(form(), form="/play/moves")
        shown = page.follow()
        texts.append(said(shown))
        assert shown.one("div", class_="said").get("class") == "said said-info"
        assert f"{mover.name} put down a card." in readable(shown.text)
    assert [readable(text) for text in texts] == solutions


def test_requests_keep_the_hand_visible_only_in_its_own_turn(page: PageClient, table: Table) -> None:
    shown = uncover(page)
    version = shown.form("/play/moves").fields["version"]
    page.get("play.fragment", version=version, status=204, htmx=True)
    page.submit(table.right(), form="/play/moves", page=shown)
    answer = page.get("play.fragment", version=version, htmx=True)
    assert "Show my cards" in answer.text


def test_an_old_address_does_not_uncover_another_turn(page: PageClient, table: Table) -> None:
    old = page.last.one("a", id="uncover").get("href", "") if page.last else ""
    uncover(page)
    page.submit(table.right(), form="/play/moves")
    assert "Show my cards" in page.open(old).text


@pytest.mark.parametrize("address", ["/play?uncover=99", "/play?uncover=-1", "/play?uncover=x", "/play?uncover="])
def test_an_invalid_turn_uncovers_nothing(page: PageClient, table: Table, address: str) -> None:
    shown = page.open(address)
    assert "Show my cards" in shown.text
    assert not [face for face in faces(table) if face in shown.html]


def test_eyes_up_covers_the_cards(page: PageClient, table: Table) -> None:
    version = uncover(page).form("/play/moves").fields["version"]
    pause_session(class_session_id=table.game.class_session_id)
    assert "Paused" in page.get("play.fragment", version=version, htmx=True).text
    resume_session(class_session_id=table.game.class_session_id)
    assert "Show my cards" in page.get("play.fragment", version=version, htmx=True).text


def test_a_reassigned_seat_covers_the_cards(page: PageClient, table: Table) -> None:
    version = uncover(page).form("/play/moves").fields["version"]
    give_seat(game_id=table.game.id, seat=table.position.turn, student_id=None)
    shown = page.get("play.fragment", version=version, htmx=True)
    assert "\u2068Bot\u2069 is thinking" in shown.text
    assert "Show my cards" not in shown.text


def test_without_a_shared_device_students_move_only_for_themselves(page: PageClient) -> None:
    table = make_table()
    page.sign_in(table.other).get("play.show")
    form = {**page.get("play.show").form("/play/moves").fields, **table.right(), "holder": table.active_player.id}
    page.post("play.move", form, status=403)
    assert db.session.execute(select(GameEvent)).first() is None


def test_students_of_other_tables_cannot_move_at_a_shared_table(page: PageClient, table: Table) -> None:
    other = shared_table()
    form = {**uncover(page).form("/play/moves").fields, **table.right(), "holder": other.active_player.id}
    page.post("play.move", form, status=403)
    assert db.session.execute(select(GameEvent)).first() is None


def test_a_card_is_drawn_without_uncovering_a_hand(page: PageClient) -> None:
    table = shared_table(TableSettings(draw=DrawMode.MANUAL))
    mover = table.active_player
    page.sign_in(table.other)
    uncover(page)
    page.submit(table.right(), form="/play/moves")
    covered = page.follow()
    assert f"{mover.name}: draw a card" in covered.text
    with transaction() as session:
        session.get_one(Game, table.game.id).class_session.version = 1_000_000_000  # keys are never too long
    covered = page.get("play.show")
    page.send(covered.form_with(f"{mover.name}: draw a card"), {"do": "draw"})
    assert "draw a card" not in page.follow().text


def test_cards_are_solved_by_the_active_student(page: PageClient) -> None:
    table = shared_table(TableSettings(solve=SolveMode.AHEAD))
    mover = table.active_player
    page.sign_in(table.other)
    shown = uncover(page)
    form = next(form for form in shown.forms() if "answer" in form.fields)
    answer = table.position.setup.cards_by_id[int(str(form.fields["card"]))].label or ""
    page.send(form, {"answer": answer, "do": "solve"})
    assert page.follow().heading == f"\u2068{mover.name}\u2069, your turn"
    assert [one.student_id for one in db.session.execute(select(Attempt)).scalars()] == [mover.id]


def test_the_end_shows_no_answers(page: PageClient, table: Table) -> None:
    uncover(page)
    page.submit(table.wrong(), form="/play/moves")
    end_session(class_session_id=table.game.class_session_id)
    shown = page.get("play.show")
    assert "Your answers" not in shown.text
    assert "Your team" not in shown.text


def test_the_covered_page_says_when_the_games_end(page: PageClient, table: Table, frozen_clock: FrozenClock) -> None:
    assert "The games end" not in page.get("play.show").text
    end_in(class_session_id=table.game.class_session_id, minutes=5)
    covered = text_of(page.get("play.show").one("p", class_="games-end"))
    assert covered.endswith("5 minutes left")
    assert text_of(uncover(page).one("p", class_="games-end")) == covered


def test_only_a_shared_device_reports_what_it_showed(page: PageClient, table: Table) -> None:
    """Without JavaScript a form redirects to an address that says what stays visible."""
    uncover(page)
    assert searches(page, table) == 2, "before the move, and after it"
    own = make_table()
    page.sign_in(own.active_player).get("play.show")
    assert searches(page, own) == 1
    assert page.last is not None
    assert page.last.redirect == "/play"
