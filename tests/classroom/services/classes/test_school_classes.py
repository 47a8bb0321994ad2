from __future__ import annotations

import re
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from classroom.database import ALPHABET, db
from classroom.models import Attempt, Game, GameEvent, LoginFailure, Player, SchoolClass, SessionState, Student
from classroom.services.accounts import rate_limit
from classroom.services.accounts.devices import NEW_DEVICE, Device
from classroom.services.classes import deleting, school_classes
from classroom.services.classes.school_classes import CODE_LENGTH, ClassOverview
from classroom.services.errors import AccountErrorCode, ClassErrorCode, NameErrorCode, ServiceError
from classroom.services.open_sessions import open_session_of
from tests.factories import (
    Cast,
    make_attempt,
    make_attendance,
    make_class_session,
    make_game,
    make_game_event,
    make_school_class,
    make_student,
)

if TYPE_CHECKING:
    from tests.frozen_clock import FrozenClock


def find(code: str, device: Device = NEW_DEVICE) -> SchoolClass:
    return school_classes.find_class_by_code(code=code, device=device)


KINDS = {"2": set("23456789"), "a": set("aeu"), "n": set(ALPHABET) - set("23456789aeu")}


def has_word(code: str) -> bool:
    return any(len(letters) > 2 and set(letters) & KINDS["a"] for letters in re.findall("[a-z]+", code))


def test_a_new_class_is_empty_and_has_a_code(cast: Cast) -> None:
    made = school_classes.create_class(teacher_id=cast.alice.id, name="  8A ")
    assert made.name == "8A"
    assert len(made.code) == CODE_LENGTH
    assert set(made.code) <= set(ALPHABET)
    assert not set("0o1il") & set(ALPHABET)


def test_no_code_looks_like_a_word_and_there_are_enough(cast: Cast) -> None:
    codes = [school_classes.create_class(teacher_id=cast.alice.id, name=str(at)).code for at in range(40)]
    assert not any(map(has_word, codes))
    by_end = Counter({"": 1})  # codes by their last two signs, as kinds: a digit, a vowel, or another letter
    for _ in range(CODE_LENGTH):
        longer: Counter[str] = Counter()
        for (end, number), (kind, signs) in product(by_end.items(), KINDS.items()):
            longer[(end + kind)[-2:]] += number * len(signs) * (not has_word(end + kind))
        by_end = longer
    assert by_end.total() > 2**29
    sample = ["".join(signs) for signs in product("2an", repeat=CODE_LENGTH)]
    assert [school_classes.is_like_a_word(code) for code in sample] == list(map(has_word, sample))


def test_a_class_needs_a_name(cast: Cast) -> None:
    with pytest.raises(ServiceError) as caught:
        school_classes.create_class(teacher_id=cast.alice.id, name=" ")
    assert caught.value.code is NameErrorCode.NAME_EMPTY


def test_a_class_can_be_renamed(cast: Cast) -> None:
    school_classes.rename_class(class_id=cast.class_7b.id, name="8B")
    assert cast.class_7b.name == "8B"


def test_an_old_code_no_longer_works(cast: Cast) -> None:
    old = cast.class_7b.code
    school_classes.change_code(class_id=cast.class_7b.id)
    assert cast.class_7b.code != old
    assert find(cast.class_7b.code) == cast.class_7b
    with pytest.raises(ServiceError) as caught:
        find(old)
    assert caught.value.code is ClassErrorCode.UNKNOWN_CODE


@pytest.mark.parametrize("typed", ["abc234", "ABC 234", " abc-234 ", "a b c 2 3 4"])
def test_a_code_can_be_typed_in_any_format(cast: Cast, typed: str) -> None:
    wanted = make_school_class(code="abc234")
    assert find(typed) == wanted


@pytest.mark.parametrize("typed", ["", "abc", "abc2345", "\0", "' OR 1=1 --", "x" * 5_000])
def test_unknown_codes_find_no_class(cast: Cast, typed: str) -> None:
    make_school_class(code="abc234")
    with pytest.raises(ServiceError) as caught:
        find(typed)
    assert caught.value.code is ClassErrorCode.UNKNOWN_CODE


def test_a_device_that_guesses_codes_blocks_only_itself(cast: Cast, frozen_clock: FrozenClock) -> None:
    guesser, neighbor = Device("one", address="10.0.0.1"), Device("two", address="10.0.0.1")
    for _ in range(rate_limit.CLASS_CODE.failures):
        with pytest.raises(ServiceError):
            find("zzzzzz", guesser)
    with pytest.raises(ServiceError) as caught:
        find(cast.class_7b.code, guesser)
    assert caught.value.code is AccountErrorCode.TOO_MANY_ON_DEVICE
    for device in (neighbor, Device(address="10.0.0.1")):
        assert find(cast.class_7b.code, device) == cast.class_7b
    frozen_clock.move_on(minutes=rate_limit.CLASS_CODE.minutes)
    assert find(cast.class_7b.code, guesser) == cast.class_7b


def test_an_address_over_its_limit_can_still_use_right_codes(cast: Cast) -> None:
    problems = []
    for number in range(100):
        device = Device(f"fetched {number}") if number % 2 else NEW_DEVICE
        with pytest.raises(ServiceError) as caught:
            find("zzzzzz", device)
        problems.append(caught.value.code)
        assert find(cast.class_7b.code, device) == cast.class_7b
    assert problems == [ClassErrorCode.UNKNOWN_CODE] * 30 + [AccountErrorCode.MANY_WRONG_TRIES] * 70
    assert count_rows() == 15, "rows of the cookies that came before the limit, and no more"


def count_rows() -> int:
    return db.session.execute(select(func.count()).select_from(LoginFailure)).scalar_one()


def test_a_class_with_the_right_code_is_never_blocked(cast: Cast, frozen_clock: FrozenClock) -> None:
    for _ in range(2 * rate_limit.CLASS_CODE.failures):
        assert find(cast.class_7b.code) == cast.class_7b


def test_class_counts(cast: Cast) -> None:
    make_student(school_class=cast.class_7b, pin=None)
    make_class_session(cast.class_7b, state=SessionState.ENDED)
    going_on = make_class_session(cast.class_7b, state=SessionState.PAUSED)
    assert school_classes.overview_of(class_id=cast.class_7b.id) == ClassOverview(
        id=cast.class_7b.id,
        name="7B",
        students=2,
        without_card=1,
        sessions=2,
        open_session_id=going_on.id,
        owner_id=cast.alice.id,
        owner_name="Alice Okafor",
    )
    assert open_session_of(class_id=cast.class_7b.id) == going_on
    assert open_session_of(class_id=cast.class_8c.id) is None


def test_classes_are_listed_by_name(cast: Cast) -> None:
    make_school_class("6a", teacher=cast.alice)
    make_school_class("7a", teacher=cast.alice)
    assert [one.name for one in school_classes.classes_of(teacher_id=cast.alice.id)] == ["6a", "7a", "7B"]


def test_deleting_a_class_keeps_other_classes(cast: Cast) -> None:
    played = {}
    for school_class, student in ((cast.class_7b, cast.bob), (cast.class_8c, cast.charlie)):
        class_session = make_class_session(school_class, state=SessionState.PLAYING)
        make_attendance(class_session, student)
        game = make_game(class_session, [student, None])
        make_attempt(make_game_event(game, {"do": "place"}, student=student), student=student)
        played[school_class.id] = game.id

    assert deleting.delete_class(class_id=cast.class_7b.id) == deleting.DeletionSummary(
        answers=1, students=1, sessions=1, games=1
    )

    assert list(db.session.scalars(select(SchoolClass.name))) == ["8C"]
    assert list(db.session.scalars(select(Student.name))) == ["Charlie"]
    assert list(db.session.scalars(select(Game.id))) == [played[cast.class_8c.id]]
    counts = [db.session.scalar(select(func.count()).select_from(model)) for model in (Attempt, GameEvent, Player)]
    assert counts == [1, 1, 2]
