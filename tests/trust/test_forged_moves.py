"""S5: random requests, most of them forged, change a game only if the person may make that move."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from classroom.database import db
from classroom.models import Attempt, Game, GameEvent, SessionState, Student, Teacher
from classroom.services.play.positions import position_of
from engine import CardKind, Place, legal_moves, right_spaces
from tests.factories import make_attendance, make_class_session, make_game, make_school_class, make_student

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.factories import Cast
    from tests.page_client import PageClient

pytestmark = [pytest.mark.nightly, pytest.mark.slow, pytest.mark.timeout(4 * 3600)]
SEQUENCES = int(os.environ.get("FORGED_SEQUENCES", "300"))
STEPS = 4
GAMES_UNTIL = 40
"""The number of moves after which a new game starts."""
WRONG: dict[str, tuple[Any, ...]] = {
    "card": ("NaN", "1e309", "-1", "9999", "", "[1]", "foreign"),
    "space": ("A1", "Z99", "A-1", "", "B1.5", "\0"),
    "version": ("", "0", "old", "next", "9" * 30),
    "idempotency_key": ("", "k" * 41),
    "do": ("stop", "penalty", "place", "win", "reshuffle", "\0"),
}
CLAIMS = {
    "is_correct": "1",
    "is_right": "true",
    "milliseconds": "-5",
    "points": "1000",
    "role": "teacher",
    "score": "1e309",
    "seat": "1",
    "student_id": "foreign",
    "team": "0",
    "try_number": "0",
    "turn": "0",
}
"""Fields that no page sends, for values that only the server decides."""


@dataclass
class Lesson:
    """A game, and the browsers of everyone who sends requests."""

    game: Game
    players: list[Student]
    browsers: dict[str, PageClient]

    def state(self) -> tuple[object, ...]:
        """Return everything that a move can change."""
        db.session.rollback()
        counts = [
            db.session.execute(select(func.count()).select_from(one)).scalar_one() for one in (GameEvent, Attempt)
        ]
        game = db.session.get_one(Game, self.game.id)
        return (*counts, game.version, game.over_at, game.winner)


def test_forged_requests_change_nothing(new_page: Callable[[], PageClient], cast: Cast) -> None:
    rng, kinds, answers = random.Random(1), Counter[str](), Counter[int]()
    lesson = _new_lesson(new_page, cast, seed=0)
    for sequence in range(SEQUENCES):
        for step in range(STEPS):
            if lesson.game.over_at is not None or lesson.game.version > GAMES_UNTIL or not _places(lesson):
                lesson = _new_lesson(new_page, cast, seed=sequence)
            kind, status = _send_request(lesson, rng, key=f"k{sequence}-{step}")
            kinds[kind] += 1
            answers[status] += 1
    assert max(answers) < 500
    assert kinds["forged"] > kinds["right"]
    summary = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
    print(f"S5 {SEQUENCES:,} sequences ({summary}): 0 forged requests changed anything, answers {dict(answers)}")


def _new_lesson(new_page: Callable[[], PageClient], cast: Cast, *, seed: int) -> Lesson:
    school_class = make_school_class(teacher=cast.alice)
    class_session = make_class_session(school_class, state=SessionState.PLAYING)
    players = [make_student(name, school_class=school_class) for name in ("Ana", "Ben")]
    for student in players:
        make_attendance(class_session, student)
    game = make_game(class_session, players, seed=seed)
    people: dict[str, Student | Teacher] = {
        "0": players[0],
        "1": players[1],
        "other": cast.charlie,
        "teacher": cast.alice,
    }
    browsers = {name: new_page().sign_in(person) for name, person in people.items()}
    return Lesson(game, players, {**browsers, "no one": new_page()})


def _places(lesson: Lesson) -> list[Place]:
    """Return the moves that place a chip on a correct space."""
    position = position_of(lesson.game)
    known = position.setup.cards_by_id
    places = [one for one in legal_moves(position) if isinstance(one, Place)]
    return [
        one
        for one in places
        if known[one.card].kind is CardKind.MATCH and one.space in right_spaces(position, one.card)
    ]


def _send_request(lesson: Lesson, rng: random.Random, *, key: str) -> tuple[str, int]:
    """Send one request. Fail if a forged one changed anything, or a valid one changed nothing."""
    position, board = position_of(lesson.game), position_of(lesson.game).setup.board
    place = rng.choice(_places(lesson))
    version = f"{lesson.game.id}.{lesson.game.version}.1"
    good = {"version": version, "idempotency_key": key, "card": str(place.card), "space": board.name(place.space)}
    who = str(position.turn)
    fields: dict[str, Any] = dict(good)
    kind = "right"
    for name in (name for name in CLAIMS if rng.random() < 0.15):
        fields[name] = CLAIMS[name].replace("foreign", lesson.players[1 - position.turn].id)
    if rng.random() < 0.75:
        kind = "forged"
        if rng.random() < 0.3:
            who = rng.choice([one for one in lesson.browsers if one != who])
        else:
            name = rng.choice([*WRONG])
            if name == "do":  # ignored if there are a card and a space
                del fields["space"]
            fields[name] = rng.choice(WRONG[name])
            fields[name] = {
                "foreign": str(rng.choice(position.hands[1 - position.turn])),
                "old": f"{lesson.game.id}.{lesson.game.version - 1}.1",
                "next": f"{lesson.game.id}.{lesson.game.version + 1}.1",
            }.get(fields[name], fields[name])
    before = lesson.state()
    browser = lesson.browsers[who]
    answer = browser.request(
        "POST", browser.url("play.move"), {}, {"data": {**fields, "csrf_token": browser.csrf_token()}}
    )
    after = lesson.state()
    if kind == "forged":
        assert after == before, f"{who}: {fields} → {answer.status}"
        return kind, answer.status_code
    assert after != before, f"{fields} → {answer.status}: {answer.text[:500]}"
    attempt = db.session.execute(select(Attempt).order_by(Attempt.at.desc(), Attempt.version.desc())).scalars().first()
    assert attempt is not None
    assert (attempt.student_id, attempt.is_right) == (lesson.players[position.turn].id, True)
    again = browser.request(
        "POST", browser.url("play.move"), {}, {"data": {**fields, "csrf_token": browser.csrf_token()}}
    )
    assert again.status_code < 400, "the same move, sent again, gets the same answer"
    assert lesson.state() == after
    return kind, answer.status_code
