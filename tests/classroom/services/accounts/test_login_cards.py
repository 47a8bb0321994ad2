from __future__ import annotations

import re
import threading
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.models.student import SecretKind
from classroom.services.accounts import login_cards, logins, student_sign_in
from classroom.services.accounts.card_secrets import PICTURES, PICTURES_ON_CARD, make_card_token, make_secret
from classroom.services.accounts.login_cards import CardOrder, LoginCard
from classroom.services.classes import roster
from classroom.services.errors import AccountErrorCode, ServiceError
from tests.factories import PIN, Cast, make_student

if TYPE_CHECKING:
    from flask import Flask

KEY = b"the server's secret key"


def new_pins(school_class: SchoolClass, *students: Student) -> dict[str, str]:
    """Make cards immediately, by default for everyone without one. Return the PIN of each name."""
    ids = [one.id for one in students] if students else None
    return {card.name: card.secret for card in login_cards.new_cards(class_id=school_class.id, student_ids=ids)}


def order_for(*students: Student) -> CardOrder:
    return login_cards.order_cards(class_id=students[0].class_id, student_ids=[one.id for one in students])


def make(order: CardOrder, cast: Cast, *, key: bytes = KEY) -> list[LoginCard]:
    return login_cards.make_cards(class_id=cast.class_7b.id, order=order, key=key)


def test_those_without_a_card_get_one_and_others_keep_theirs(cast: Cast) -> None:
    roster.add_students(class_id=cast.class_7b.id, text="Ana\nEmil")
    pins = new_pins(cast.class_7b)
    assert set(pins) == {"Ana", "Emil"}
    for student in roster.students_of(class_id=cast.class_7b.id):
        pin = pins.get(student.name, PIN)
        assert re.fullmatch(r"\d{6}", pin)
        assert student_sign_in.sign_in_student(student_id=student.id, secret=pin)
    assert new_pins(cast.class_7b) == {}


def test_a_new_card_ends_the_old_pin_and_sign_ins(cast: Cast) -> None:
    token = logins.start_login(student_id=cast.bob.id)
    pin = PIN
    while pin == PIN:
        pin = new_pins(cast.class_7b, cast.bob)["Bob"]
    assert logins.find_login(token=token) is None
    with pytest.raises(ServiceError):
        student_sign_in.sign_in_student(student_id=cast.bob.id, secret=PIN)
    assert student_sign_in.sign_in_student(student_id=cast.bob.id, secret=pin)


def test_a_new_card_unlocks_its_student(cast: Cast) -> None:
    for _ in range(5):
        with pytest.raises(ServiceError):
            student_sign_in.sign_in_student(student_id=cast.bob.id, secret="wrong")
    pin = new_pins(cast.class_7b, cast.bob)["Bob"]
    assert student_sign_in.sign_in_student(student_id=cast.bob.id, secret=pin)


def test_students_of_other_classes_get_no_card(cast: Cast) -> None:
    assert new_pins(cast.class_7b, cast.charlie) == {}
    with pytest.raises(ServiceError):
        make(order_for(cast.charlie), cast)
    assert student_sign_in.sign_in_student(student_id=cast.charlie.id, secret=PIN)


def test_the_database_does_not_hold_pins(cast: Cast) -> None:
    pin = new_pins(cast.class_7b, cast.bob)["Bob"]
    assert cast.bob.pin_hash is not None
    assert cast.bob.pin_hash.startswith("$argon2id$")
    assert pin not in cast.bob.pin_hash.split("$")


def test_all_pins_are_equally_likely() -> None:
    pins = [
        make_secret(kind=SecretKind.PIN, key=KEY, seed=f"seed {number}", student_id="bob") for number in range(20_000)
    ]
    first_signs = Counter(pin[0] for pin in pins)
    assert set(first_signs) == set("0123456789")
    assert max(first_signs.values()) < 1.15 * min(first_signs.values())
    assert 19_700 < len(set(pins)) < 19_900  # 1,000,000 × (1 − e^−0.02) = 19,801


class TestPictures:
    def test_the_class_chooses_the_kind_of_its_next_cards(self, cast: Cast) -> None:
        login_cards.choose_secret_kind(class_id=cast.class_7b.id, kind=SecretKind.PICTURES)
        assert student_sign_in.sign_in_student(student_id=cast.bob.id, secret=PIN), "cards printed before keep theirs"
        (card,) = login_cards.new_cards(class_id=cast.class_7b.id, student_ids=[cast.bob.id])
        assert len(set(card.pictures)) == PICTURES_ON_CARD
        assert set(card.pictures) <= set(PICTURES)
        assert cast.bob.secret_kind == SecretKind.PICTURES
        assert student_sign_in.sign_in_student(student_id=cast.bob.id, secret=" ".join(card.pictures))
        with pytest.raises(ServiceError):
            student_sign_in.sign_in_student(student_id=cast.bob.id, secret=" ".join(reversed(card.pictures)))

    def test_an_order_keeps_the_kind_that_it_was_written_for(self, cast: Cast) -> None:
        order = order_for(cast.bob)
        login_cards.choose_secret_kind(class_id=cast.class_7b.id, kind=SecretKind.PICTURES)
        assert make(order, cast)[0].pictures == ()

    def test_all_sequences_of_four_are_equally_likely(self) -> None:
        rows = [pictures(f"seed {number}") for number in range(20_000)]
        for place in range(PICTURES_ON_CARD):
            found = Counter(row[place] for row in rows)
            assert set(found) == set(PICTURES)
            assert max(found.values()) < 1.25 * min(found.values())
        expected = 43_680 * (1 - (1 - 1 / 43_680) ** 20_000)  # distinct rows among that many
        assert len(set(rows)) == pytest.approx(expected, rel=0.02)


class TestVoiding:
    def test_a_revoked_card_no_longer_works(self, cast: Cast) -> None:
        pin = new_pins(cast.class_7b, cast.bob)["Bob"]
        token = logins.start_login(student_id=cast.bob.id)
        login_cards.revoke_card(student_id=cast.bob.id)
        assert (cast.bob.pin_hash, cast.bob.card_hash) == (None, None)
        assert logins.find_login(token=token) is None
        with pytest.raises(ServiceError):
            student_sign_in.sign_in_student(student_id=cast.bob.id, secret=pin)

    def test_its_order_does_not_restore_a_revoked_card(self, cast: Cast) -> None:
        newcomer = make_student(school_class=cast.class_7b, pin=None)
        order = order_for(newcomer)
        make(order, cast)
        login_cards.revoke_card(student_id=newcomer.id)
        with pytest.raises(ServiceError) as caught:
            make(order, cast)
        assert caught.value.code is AccountErrorCode.CARDS_OUTDATED

    def test_the_next_card_is_different(self, cast: Cast) -> None:
        (before,) = make(order_for(cast.bob), cast)
        login_cards.revoke_card(student_id=cast.bob.id)
        (after,) = make(order_for(cast.bob), cast)
        assert after.token != before.token


def pictures(seed: str) -> tuple[str, ...]:
    return tuple(make_secret(kind=SecretKind.PICTURES, key=KEY, seed=seed, student_id="bob").split())


def test_a_token_is_too_long_to_be_guessed() -> None:
    tokens = [make_card_token(key=KEY, seed=f"seed {number}", student_id="bob") for number in range(2_000)]
    assert len(set(tokens)) == len(tokens)
    signs = {sign for token in tokens for sign in token}
    assert len(signs) == 64
    assert min(map(len, tokens)) * 6 >= 128


class TestOrders:
    def test_the_same_order_gives_the_same_cards_and_signs_no_one_out_again(self, cast: Cast) -> None:
        order = order_for(cast.bob)
        cards = make(order, cast)
        token = student_sign_in.sign_in_student(student_id=cast.bob.id, secret=cards[0].secret)
        assert make(order, cast) == cards
        assert logins.find_login(token=token) is not None

    def test_an_order_does_not_reveal_the_pins(self, cast: Cast) -> None:
        order = order_for(cast.bob)
        pins = {
            make_secret(kind=order.kind, key=bytes([key]), seed=order.seed, student_id=cast.bob.id) for key in range(50)
        }
        assert len(pins) > 40

    def test_two_orders_give_different_cards(self, cast: Cast) -> None:
        students = [make_student(school_class=cast.class_7b, pin=None) for _ in range(10)]
        assert make(order_for(*students), cast) != make(order_for(*students), cast)

    def test_an_order_is_invalid_once_there_is_a_newer_card(self, cast: Cast) -> None:
        order = order_for(cast.bob)
        make(order, cast)
        newest = make(order_for(cast.bob), cast)
        self.assert_outdated(order, cast)
        assert student_sign_in.sign_in_student(student_id=cast.bob.id, secret=newest[0].secret)

    def test_an_order_is_invalid_once_a_student_has_left(self, cast: Cast) -> None:
        ana = make_student("Ana", school_class=cast.class_7b)
        order = order_for(ana, cast.bob)
        roster.remove_student(student_id=ana.id)
        self.assert_outdated(order, cast)
        assert student_sign_in.sign_in_student(student_id=cast.bob.id, secret=PIN)

    def test_an_order_for_no_one_is_rejected(self, cast: Cast) -> None:
        self.assert_outdated(login_cards.order_cards(class_id=cast.class_7b.id, student_ids=[]), cast)

    def test_a_double_click_shows_cards_that_work(self, cast: Cast, app: Flask) -> None:
        students = [cast.bob, *(make_student(school_class=cast.class_7b, pin=None) for _ in range(5))]
        order, class_id = order_for(*students), cast.class_7b.id
        barrier = threading.Barrier(4)
        answers = []

        def click() -> None:
            with app.app_context():
                barrier.wait()
                answers.append(login_cards.make_cards(class_id=class_id, order=order, key=KEY))

        threads = [threading.Thread(target=click) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        db.session.rollback()  # this thread has not seen the others' changes yet
        assert len(answers) == 4
        assert all(answer == answers[0] for answer in answers)
        for card in answers[0]:
            assert student_sign_in.sign_in_student(student_id=card.student_id, secret=card.secret)

    def assert_outdated(self, order: CardOrder, cast: Cast) -> None:
        with pytest.raises(ServiceError) as caught:
            make(order, cast)
        assert caught.value.code is AccountErrorCode.CARDS_OUTDATED
