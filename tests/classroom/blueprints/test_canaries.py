"""Random games: at every step, every byte sent to each browser is searched for what that person must not see."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from classroom.database import transaction
from classroom.models import ClassSession, Game, Student
from classroom.rng import seeded
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.whole_class import play_for_team, whole_class_game
from classroom.services.settings import TableSettings
from engine import CardKind, Draw, Place, legal_moves
from tests.browser.leaks import written
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session
from tests.tiers import nightly_except

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine import Position
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

STEPS = 8


def held(position: Position, seats: Iterable[int]) -> set[str]:
    """Return the equations in these hands."""
    return faces(position, (card for seat in seats for card in position.hands[seat]))


def lying(position: Position) -> set[str]:
    """Return the face-up equations."""
    return faces(position, (card for pile in position.discards for card in pile))


def faces(position: Position, cards: Iterable[int]) -> set[str]:
    known = position.setup.cards_by_id
    return {known[card].face for card in cards if known[card].kind is CardKind.MATCH}


def found(page: Page, secrets: set[str]) -> set[str]:
    """Return the secrets in a response, including its headers."""
    data = page.data + str(page.headers).encode()
    return {face for face in secrets if written(face).search(data)}


@dataclass
class Watch:
    """One game: the cards that were face up so far, and who held which."""

    game: Game
    rng: random.Random
    known: dict[str, set[str]] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """The current position."""
        return position_of(self.game)

    def note(self) -> None:
        """Record who holds what."""
        for seat, student_id in seats_of(self.game).items():
            self.known.setdefault(student_id or "", set()).update(held(self.position, [seat]))

    def secrets_from(self, student_id: str | None, *, sees_turn: bool = False) -> set[str]:
        """Return every equation of the game except those that this student may know."""
        position = self.position
        everything = faces(position, position.setup.cards_by_id)
        may = lying(position) | self.known.get(student_id or "", set())
        return everything - may - (held(position, [position.turn]) if sees_turn else set())

    def move(self) -> None:
        """Let the next player make a random move, right or wrong."""
        position, seats = self.position, seats_of(self.game)
        owing = next((seat for seat in seats if position.owed[seat]), None)
        if owing is not None:
            move: Draw | Place = Draw(owing)
        else:
            places = [one for one in legal_moves(position) if isinstance(one, Place)]
            if not places:
                return
            move = self.rng.choice(places)
        game_id, version, key = self.game.id, self.game.version, f"k{self.game.version}"
        if seats[move.seat] is None:
            play_for_team(game_id=game_id, move=move, version=version, idempotency_key=key)
        else:
            student_id = seats[move.seat] or ""
            play_move(game_id=game_id, student_id=student_id, move=move, version=version, idempotency_key=key)
        self.note()


@pytest.mark.parametrize("seed", nightly_except({1}, [1, 2]))
def test_a_shared_device_and_a_table_and_the_class_screen(
    new_page: Callable[[], PageClient], cast: Cast, seed: int
) -> None:
    with seeded(seed):
        class_session = make_class_session(cast.class_7b, settings=TableSettings(table_size=2, tries=2))
        students = {one.id: one for one in join(class_session, 4)}
        lobby.start_session(class_session_id=class_session.id)
    shared, other = tables(class_session, random.Random(seed))
    with transaction() as session:
        session.get_one(Game, shared.game.id).is_shared = True
    device, second = (new_page().sign_in(students[one or ""]) for one in seats_of(shared.game).values())
    beside_id, beside = signed_in(new_page, students, other)
    teacher = new_page().sign_in(cast.alice)
    for _ in range(STEPS):
        if shared.game.over_at or other.game.over_at:
            break
        uncovered = device.get("play.show", uncover=shared.position.turn_number)
        assert found(uncovered, held(shared.position, [shared.position.turn]))
        assert not found(uncovered, shared.secrets_from(None, sees_turn=True))
        version = uncovered.all("input", name="version")[0].get("value", "")
        for covered in (second.get("play.show"), device.get("play.show"), second.get("play.fragment", htmx=True)):
            assert not found(covered, shared.secrets_from(None))
        assert not found(beside.get("play.show"), other.secrets_from(beside_id))
        shared.move()
        after = device.get("play.fragment", version=version, htmx=True)
        assert not found(after, shared.secrets_from(None, sees_turn=True))
        other.move()
        for endpoint in ("sessions.projector", "sessions.projector_fragment"):
            screen = teacher.get(endpoint, class_session_id=class_session.id, htmx=endpoint.endswith("fragment"))
            assert not found(screen, faces(shared.position, shared.position.setup.cards_by_id))
            assert not found(screen, faces(other.position, other.position.setup.cards_by_id))
    class_sessions.end_session(class_session_id=class_session.id)
    assert not found(device.get("play.show"), shared.secrets_from(None))
    assert not found(beside.get("play.show"), other.secrets_from(beside_id))
    screen = teacher.get("sessions.projector", class_session_id=class_session.id)
    assert not found(screen, faces(other.position, other.position.setup.cards_by_id))


def test_the_board_on_the_class_screen(page: PageClient, new_page: Callable[[], PageClient], cast: Cast) -> None:
    settings = TableSettings(whole_class_teams=2)
    with seeded(3):
        class_session = make_class_session(cast.class_7b, settings=settings, is_whole_class=True)
        lobby.start_session(class_session_id=class_session.id)
    game = whole_class_game(class_session_id=class_session.id)
    assert game is not None
    watch = Watch(game, random.Random(3))
    page.sign_in(cast.alice)
    covered, student = new_page().sign_in(cast.alice), new_page().sign_in(cast.bob)
    covered.post("sessions.whole_class_hands", {"hands": "covered"}, class_session_id=class_session.id)
    for _ in range(STEPS):
        shown = page.get("sessions.show", class_session_id=class_session.id)
        assert not found(shown, watch.secrets_from(None, sees_turn=True))
        assert found(shown, held(watch.position, [watch.position.turn]))
        for endpoint in ("sessions.show", "sessions.fragment"):
            is_part = endpoint == "sessions.fragment"
            assert not found(covered.get(endpoint, htmx=is_part, class_session_id=class_session.id), unseen(watch))
        assert not found(student.get("play.show"), faces(watch.position, watch.position.setup.cards_by_id))
        watch.move()


def unseen(watch: Watch) -> set[str]:
    """Return what a device with covered hands must not contain: everything not face up."""
    position = watch.position
    return faces(position, position.setup.cards_by_id) - lying(position)


def tables(class_session: ClassSession, rng: random.Random) -> tuple[Watch, Watch]:
    """Both games of a session, with what is known at their start."""
    first, second = (Watch(game, rng) for game in current_games(class_session_id=class_session.id))
    first.note()
    second.note()
    return first, second


def signed_in(new_page: Callable[[], PageClient], students: dict[str, Student], watch: Watch) -> tuple[str, PageClient]:
    """A signed-in student of a table."""
    student_id = next(one for one in seats_of(watch.game).values() if one)
    return student_id, new_page().sign_in(students[student_id])
