from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest
from sqlalchemy import select

from classroom.database import db, transaction
from classroom.learning.plans import Dealing
from classroom.models import Attempt, AttemptKind, ClassSession, DealtFace, Game
from classroom.presenters.sessions.game import game_page
from classroom.rng import seeded
from classroom.services.decks.content import DeckCopy, SkillChoice
from classroom.services.learning.knowledge import known
from classroom.services.locks import locked_game
from classroom.services.play.attempts import rebuild_attempts
from classroom.services.play.game_log import MoveDetails, append_move
from classroom.services.play.positions import forget_positions, position_of
from classroom.services.play.records import events_of, record_of
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.settings import TableSettings
from engine import Place, Team, check_record, right_spaces, view
from engine.equations import SKILLS, find, skills_of_grade
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.factories import faces_dealt

pytestmark = pytest.mark.usefixtures("db_session")


@pytest.fixture(autouse=True)
def same_deal() -> Iterator[None]:
    """Deal the same games in every run."""
    with seeded(1):
        yield


AUTOMATIC = TableSettings(
    deck="mixed", board="8x8", dealing=Dealing.AUTOMATIC, lowest_grade=1, highest_grade=8, table_size=3
)
BY_LEVEL = TableSettings(deck="mixed", board="8x8", dealing=Dealing.BY_LEVEL, table_size=3)


def questions(game: Game, seat: int) -> dict[str, str]:
    """Return a seat's questions by their answers."""
    position = position_of(game)
    cards = position.setup.cards_by_id
    return {label: held.face for held in view(position, seat).hand if (label := cards[held.id].label) is not None}


def test_every_student_gets_questions_of_their_own_level() -> None:
    game = current(start(3, BY_LEVEL))
    for level, player in zip((2, 4, 8), game.players, strict=True):
        assert player.student is not None
        player.student.level = level
    db.session.commit()
    following = over_and_next(game)
    for player in following.players:
        assert player.student is not None
        assert player.student.level is not None
        for value, face in questions(following, player.seat).items():
            equation = find(face)
            assert equation is not None
            assert equation.answer == int(value)
            assert equation.skill in skills_of_grade(player.student.level)
            assert SKILLS[equation.skill].grade in {player.student.level - 1, player.student.level}


def over_and_next(game: Game) -> Game:
    """Play a game to its end and deal the next one."""
    play_out(game, strong=Team.BLUE)
    return deal_next_game(game_id=game.id)


def test_students_without_a_level_and_bots_get_printed_cards() -> None:
    game = current(start(1, BY_LEVEL))
    position = position_of(game)
    assert not position.deals_faces
    assert (game.version, events_of(game)) == (0, [])
    for seat in (0, 1):
        printed = {card.face for card in position.setup.cards}
        assert set(questions(game, seat).values()) <= printed


def test_other_students_questions_are_hidden() -> None:
    game = current(start(3, AUTOMATIC))
    while game.over_at is None and game.version < 60:
        answer(game)
    position = position_of(game)
    assert position.deals_faces
    labels = {card.label or card.face for card in position.setup.cards}
    seen = view(position, None)
    assert sum(map(len, seen.discards)) > 5
    assert {face for pile in seen.discards for face in pile} <= labels


def test_nothing_is_asked_twice_in_a_game_and_the_numbers_are_those_of_the_deck() -> None:
    game = current(start(3, AUTOMATIC))
    play_out(game, strong=Team.BLUE)
    asked: dict[int, list[str]] = {}
    for _, face in faces_dealt(game):
        asked.setdefault(face.seat, []).append(face.face)
        equation = find(face.face)
        assert equation is not None
        assert str(equation.answer) == position_of(game).setup.cards_by_id[face.card].label
    assert len(asked) == 3
    for faces in asked.values():
        assert len(faces) == len(set(faces)) > 5


def test_every_choice_is_stored_with_its_reason() -> None:
    game = current(start(3, AUTOMATIC))
    answer(game)
    dealt = db.session.execute(select(DealtFace).order_by(DealtFace.version)).scalars().all()
    faces = dict(faces_dealt(game))
    assert {one.version for one in dealt} == set(faces)
    for one in dealt:
        assert one.choice["text"] == faces[one.version].face
        assert one.card == faces[one.version].card
        assert one.student_id == game.players[faces[one.version].seat].student_id
        assert {"why", "p", "best", "fact", "floor", "skill"} <= set(one.choice)


def test_rebuilt_answers_keep_their_question_and_its_goal() -> None:
    class_session = start(3, AUTOMATIC)
    play_out(current(class_session), strong=Team.BLUE)
    before = rows()
    assert len(before) > 10
    dealt = {(one.student_id, one.choice["text"]): one.choice["skill"] for one in db.session.scalars(select(DealtFace))}
    for one in db.session.scalars(select(Attempt)):
        assert (one.skill, one.fact) == (dealt[one.student_id, one.equation], find(one.equation).fact_key)  # type: ignore[union-attr]
        assert (one.open_labels is None) == (one.is_right or one.kind != AttemptKind.PLACE)
        if one.open_labels is not None:
            labels = one.open_labels.split(" ")
            assert one.given in labels
            assert one.answer not in labels
    assert all(find(equation) for equation, *_ in before)
    assert {goal for *_, goal in before} == {0.82, 0.88}
    rebuild_attempts()
    assert rows() == before


def rows() -> list[tuple[str, str, str, str | None, bool, float | None]]:
    answers = select(Attempt).order_by(Attempt.game_id, Attempt.version)
    return [
        (one.equation, one.answer, one.skill, one.open_labels, one.is_right, one.goal)
        for one in db.session.execute(answers).scalars()
    ]


def test_the_numbers_come_in_the_same_order_with_own_levels_and_without() -> None:
    drawn = []
    for settings in (AUTOMATIC, replace(AUTOMATIC, dealing=Dealing.SAME)):
        with seeded(3):
            position = position_of(current(start(3, settings)))
        drawn.append(([card.label for card in position.setup.cards], position.hands, position.setup.deck))
    assert drawn[0] == drawn[1]


def test_a_class_can_be_limited_to_the_chosen_grades() -> None:
    narrow = replace(AUTOMATIC, lowest_grade=8, highest_grade=8, table_size=2)
    grades: list[set[int]] = []
    for is_open in (True, False):
        class_session = start(2, replace(narrow, deck="add-sub-20", board="6x6"))
        class_session.school_class.has_other_grades = is_open
        db.session.commit()
        following = over_and_next(current(class_session))
        choices = db.session.execute(select(DealtFace.choice).where(DealtFace.game_id == following.id)).scalars()
        grades.append({SKILLS[choice["skill"]].grade for choice in choices})
    assert min(grades[0]) < 8
    assert grades[1] == {8}


def test_the_record_of_such_a_game_follows_the_rules() -> None:
    game = current(start(3, AUTOMATIC))
    play_out(game, strong=Team.BLUE)
    record = record_of(game_id=game.id)
    assert sum(event["do"] == "face" for event in record["events"]) > 20
    check_record(record)


def test_a_restart_keeps_every_face() -> None:
    game = current(start(3, AUTOMATIC))
    answer(game)
    before = [questions(game, seat) for seat in range(3)]
    forget_positions()
    assert [questions(game, seat) for seat in range(3)] == before


def test_the_floor_of_the_level_is_set_for_each_game() -> None:
    class_session: ClassSession = start(3, AUTOMATIC)
    game = current(class_session)
    following = over_and_next(game)
    student_id = game.players[0].student_id
    kept = db.session.execute(select(DealtFace).where(DealtFace.student_id == student_id)).scalars().all()
    by_game = {game_id: [one for one in kept if one.game_id == game_id] for game_id in (game.id, following.id)}
    assert all(by_game.values())
    assert {one.choice["floor"] for one in by_game[following.id]} != {one.choice["floor"] for one in by_game[game.id]}


def test_the_teacher_sees_why_each_card_was_chosen() -> None:
    game = current(start(3, AUTOMATIC))
    answer(game)
    page = game_page(game)
    for hand in page.hands:
        held = {face.text for face in hand.cards} - {"Plus", "Minus"}
        assert {reason.face for reason in hand.reasons} == held
        assert all("Likely to be correct on first try: " in reason.text for reason in hand.reasons)


def test_printed_cards_need_no_reason() -> None:
    assert all(hand.reasons == () for hand in game_page(current(start(3))).hands)


def test_an_answer_that_was_not_saved_is_not_known() -> None:
    game = current(start(3, AUTOMATIC))
    answer(game)
    students = [player.student_id or "" for player in game.players]
    with known() as knowledge:
        before = [knowledge.of(one).answers for one in students]
    assert sum(before) == 1
    position, before_version = position_of(game), game.version
    card = next(card for card in position.hands[position.turn] if right_spaces(position, card))
    move = Place(position.turn, card, right_spaces(position, card)[0])
    holder = game.players[position.turn].student_id
    with suppress(KeyboardInterrupt), transaction() as session:
        append_move(session, locked_game(session, game.id), position, move, MoveDetails(holder))
        raise KeyboardInterrupt
    assert game.version == before_version
    with known() as knowledge:
        assert [knowledge.of(one).answers for one in students] == before


def test_a_deck_of_skills_defines_the_equations() -> None:
    skills = DeckCopy("Doubles and tables", SkillChoice(("mul-tables", "div-tables", "add-100-carry")))
    settings = replace(AUTOMATIC, deck="own", deck_copy=skills, board="6x6", lowest_grade=8, highest_grade=8)
    game = current(start(3, settings))
    play_out(game, strong=Team.BLUE)
    asked = [find(face.face) for _, face in faces_dealt(game)]
    assert len(asked) > 15
    assert {one.skill for one in asked if one} <= {"mul-tables", "div-tables", "add-100-carry", "add-2-digit"}
