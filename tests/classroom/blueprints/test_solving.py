"""The page of a table where cards are solved ahead: the number pad, and what it reveals to whom."""

from __future__ import annotations

import pytest

from classroom.learning.plans import Dealing
from classroom.presenters.sessions.teacher_log import teacher_lines
from classroom.presenters.table.shared import shared_table
from classroom.services.classes.support import set_levels
from classroom.services.play.game_row import seat_of
from classroom.services.play.games import current_games, stop_game
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.sessions.lobby import start_session
from classroom.services.sessions.moving import swap_students
from classroom.services.sessions.pauses import pause_session
from classroom.services.settings import TableSettings
from engine import Solve, SolveMode, unsolved, view
from tests.classroom.replayed import readable
from tests.classroom.services.sessions.joining import join
from tests.classroom.slot import announced, said
from tests.classroom.table import Table, make_table
from tests.factories import make_class_session
from tests.page import Page
from tests.page_client import PageClient
from tests.page_lint import text_of

AHEAD = TableSettings(solve=SolveMode.AHEAD)


@pytest.fixture
def table(page: PageClient) -> Table:
    """Two students at a table; the one who waits is signed in."""
    made = make_table(AHEAD)
    page.sign_in(made.other)
    return made


def seat_of_other(table: Table) -> int:
    """Return the seat of the student who waits."""
    return 1 - table.position.turn


def cards(table: Table) -> list[int]:
    """Return the cards that the waiting student has to solve, in the order asked."""
    return unsolved(table.position, table.position.hands[seat_of_other(table)])


def question(table: Table) -> tuple[str, int]:
    """Return the next card's equation and its answer."""
    card = cards(table)[0]
    return table.position.setup.cards_by_id[card].face, table.position.setup.answers[card]


def answered(page: PageClient, text: str, *, status: int = 303) -> Page:
    """Reopen the page, and type a number into its number pad. Return the page afterwards."""
    form = page.get("play.show").form_with("OK")
    shown = page.send(form, {"answer": text, "do": "solve"}, status=status)
    return page.follow() if status == 303 else shown


def test_one_equation_is_shown_and_the_others_are_face_down(page: PageClient, table: Table) -> None:
    shown = page.get("play.show")
    faces = {table.position.setup.cards_by_id[card].face for card in cards(table)}
    assert {face for face in faces if face in shown.html} == {question(table)[0]}
    hidden = [one for one in shown.all("label", class_="card") if "card-down" in one.get("class", "")]
    assert len(hidden) == len(cards(table)) - 1


def test_a_right_answer_solves_the_card_and_asks_for_the_next(page: PageClient, table: Table) -> None:
    (face, answer), seat = question(table), seat_of_other(table)
    shown = answered(page, f" {answer} ")
    assert said(shown) == announced(shown) == f"Yes! {face} = {answer}."
    assert f"{face} = {answer}" in shown.text
    assert question(table)[0] in text_of(shown.one("form", id="pad"))
    assert f"You solved {face}: {answer}." in shown.text
    assert len(table.position.solved) == 1
    assert table.position.hands[seat]


def test_a_wrong_answer_may_be_tried_again_and_the_last_one_costs_the_card(page: PageClient, table: Table) -> None:
    face, answer = question(table)
    shown = answered(page, str(answer + 2))
    assert said(shown) == f"Not {answer + 2}. Try {face} again. Last try."
    assert announced(shown) == f"Not {answer + 2}. Try {face} again. Last try."
    shown = answered(page, str(answer + 1))
    assert said(shown) == announced(shown) == f"{face} = {answer}. A new card comes after your next turn."
    assert "You get 1 new card after your next turn." in shown.text
    assert f"You answered {answer + 1} for {face}." in shown.text


def test_after_a_swap_of_seats_no_one_is_told_to_try_the_other_ones_card(page: PageClient, table: Table) -> None:
    face, answer = question(table)
    assert said(answered(page, str(answer + 2))) == f"Not {answer + 2}. Try {face} again. Last try."
    swap_students(
        class_session_id=table.game.class_session_id, student_id=table.other.id, other_id=table.active_player.id
    )
    assert "Try" not in said(page.get("play.show"))


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", "Type a number, then press OK."),
        ("x", "Type a number, then press OK."),
        ("-7", "Type a number, then press OK."),
        ("\uff17", "Type a number, then press OK."),
        ("1234567", "That number is too long. Try a shorter one."),
    ],
)
def test_invalid_numbers_are_refused(page: PageClient, table: Table, text: str, refusal: str) -> None:
    shown = answered(page, text, status=422)
    assert refusal == text_of(shown.one("div", role="alert")) == said(shown)
    assert table.game.version == 0


def test_an_answer_from_an_older_page_counts(page: PageClient, table: Table) -> None:
    form = page.get("play.show").form_with("OK")
    other = 1 - seat_of_other(table)
    card = unsolved(table.position, table.position.hands[other])[0]
    move = Solve(other, card, table.position.setup.answers[card])
    play_move(game_id=table.game.id, student_id=table.active_player.id, move=move, version=0, idempotency_key="k")
    page.send(form, {"answer": str(question(table)[1]), "do": "solve"})
    assert table.game.version == 2


def test_two_pages_that_show_the_same_try_use_it_once(page: PageClient, table: Table) -> None:
    face, answer = question(table)
    tabs = [page.get("play.show").form_with("OK") for _ in range(3)]
    for tab in tabs[:2]:
        page.send(tab, {"answer": str(answer + 1), "do": "solve"})
        assert said(page.follow()) == f"Not {answer + 1}. Try {face} again. Last try."
    assert table.game.version == 1
    page.send(tabs[2], {"answer": str(answer + 2), "do": "solve"}, status=409)
    assert table.game.version == 1
    answered(page, str(answer + 1))
    assert table.game.version == 2


@pytest.mark.parametrize("measured", ["", "abc", "-5", "99999999999999999999", "²"])
def test_an_invalid_time_is_ignored(page: PageClient, table: Table, measured: str) -> None:
    form = page.get("play.show").form_with("OK")
    page.send(form, {"answer": str(question(table)[1]), "do": "solve", "ms": measured})
    assert len(table.position.solved) == 1


def test_an_unsolved_card_cannot_be_played(page: PageClient, table: Table) -> None:
    page.sign_in(table.active_player)
    hand = page.get("play.show").form_with("Pass")
    shown = page.send(hand, table.right(), status=422)
    assert "Solve this card first" in text_of(shown.one("div", role="alert"))


def test_the_pad_is_hidden_when_all_is_solved_and_while_paused(page: PageClient, table: Table) -> None:
    while cards(table):
        answered(page, str(question(table)[1]))
    shown = page.get("play.show")
    assert not shown.all("form", id="pad")
    assert "Yes! " in shown.text
    pause_session(class_session_id=table.game.class_session_id)
    waiting = page.sign_in(table.active_player).get("play.show")
    assert not waiting.all("form", id="pad")
    assert all("card-match" not in one.get("class", "") or text_of(one).startswith("?") for one in waiting.all("label"))


def test_others_see_nothing(page: PageClient, table: Table) -> None:
    name = table.other.name
    page.sign_in(table.active_player)
    before = text_of(page.get("play.show").one("ol", class_="log"))
    page.sign_in(table.other)
    _, answer = question(table)
    answered(page, str(answer + 1))
    page.sign_in(table.active_player)
    assert text_of(page.get("play.show").one("ol", class_="log")) == before
    page.sign_in(table.other)
    answered(page, str(answer + 2))
    answered(page, str(question(table)[1]))
    page.sign_in(table.active_player)
    log = readable(text_of(page.get("play.show").one("ol", class_="log")))
    assert log == readable(before)
    assert name not in log


def test_the_teacher_sees_every_answer(page: PageClient, table: Table) -> None:
    face, answer = question(table)
    answered(page, str(answer + 1))
    answered(page, str(answer))
    shared = shared_table(table.game)
    lines = [readable(line) for line in teacher_lines(shared.logged, table.position)]
    name = table.other.name
    assert lines == [f"{name} solved {face}: {answer}.", f"{name} missed {face}. Answer given: {answer + 1}."]


def test_at_the_end_students_see_their_own_answers(page: PageClient, table: Table) -> None:
    face, answer = question(table)
    answered(page, str(answer + 1))
    stop_game(game_id=table.game.id)
    assert page.get("play.show").link("My answers") == page.url("played.answers", game_id=table.game.id)
    line = text_of(page.get("played.answers", game_id=table.game.id).one("ol", class_="answers"))
    assert line == f"{face} = {answer} answer shown"


def test_a_students_own_equation_is_shown_to_no_one_else(page: PageClient) -> None:
    settings = TableSettings(deck="mixed", board="8x8", table_size=2, solve=SolveMode.AHEAD, dealing=Dealing.BY_LEVEL)
    class_session = make_class_session(settings=settings)
    ana, ben = join(class_session, 2)
    set_levels(class_id=class_session.class_id, levels={ana.id: 2, ben.id: 8})
    start_session(class_session_id=class_session.id)
    (game,) = current_games(class_session_id=class_session.id)
    seat = seat_of(game_id=game.id, student_id=ben.id)
    own = [card for card in view(position_of(game), seat).hand if card.tries_left]
    printed = {position_of(game).setup.cards_by_id[card.id].face for card in own}
    assert not {card.face for card in own} <= printed
    page.sign_in(ben)
    for words in (" again.", "A new card comes after"):
        asked = page.get("play.show").form_with("OK")
        assert own[0].face in page.get("play.show").text
        page.send(asked, {"answer": "999999", "do": "solve"})
        shown = page.follow()
        for text in (said(shown), announced(shown)):
            assert own[0].face in text
            assert words in text
    page.sign_in(ana)
    html = page.get("play.show").html
    assert not [card.face for card in own if card.face not in printed and card.face in html]
