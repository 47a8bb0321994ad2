"""Whatever changes a page also changes its version and sends a notification that makes the page fetch it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import pytest
from flask import Flask

from classroom.database import db, transaction
from classroom.live import session_topic, student_topic
from classroom.live.notifications import TableVersion
from classroom.models import ClassSession, Game, SessionState, Student
from classroom.presenters.page_version import PageVersion
from classroom.services.accounts.logins import end_logins_of_student
from classroom.services.classes.roster import remove_student, rename_student
from classroom.services.classes.support import SupportSettings, set_support
from classroom.services.exit_tickets.answering import answer_question, open_ticket, start_entry
from classroom.services.play.baselines import note_baseline
from classroom.services.play.bots import play_bot
from classroom.services.play.games import call_penalty, stop_game
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.play.turns import play_due_turns
from classroom.services.sessions.class_sessions import end_session, join_session
from classroom.services.sessions.endings import end_in, forget_end
from classroom.services.sessions.lobby import change_settings, leave_session
from classroom.services.sessions.moving import swap_students
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.pauses import pause_game, pause_session, resume_game, resume_session
from classroom.services.settings import TableSettings
from engine import Place, Solve, SolveMode, Team, legal_moves
from tests.factories import Cast, make_attendance, make_class_session, make_game, make_student, together
from tests.frozen_clock import FrozenClock
from tests.page_client import PageClient


@dataclass
class Scene:
    """Ana and Ben at a table, Cem and Dea at another, Eve waiting; a teacher watches."""

    class_session_id: str
    game_id: str
    ids: dict[str, str]
    clock: FrozenClock

    @property
    def game(self) -> Game:
        """Return the first table's game as it is now."""
        db.session.rollback()
        return db.session.get_one(Game, self.game_id)

    def play(self, kind: type[Place | Solve] = Place) -> None:
        """Play any move of this kind."""
        game = self.game
        moves = legal_moves(position_of(game))
        move = next(one for one in moves if isinstance(one, kind))
        holder = next(player.student_id for player in game.players if player.seat == move.seat)
        play_move(game_id=self.game_id, student_id=holder, move=move, version=game.version, idempotency_key="key")

    def let_time_pass(self) -> None:
        """Let the time for a turn run out."""
        self.clock.move_on(seconds=700)
        play_due_turns()


Change: TypeAlias = Callable[[Scene], object]

AT_THE_TABLE: dict[str, Change] = {
    "move": lambda scene: scene.play(),
    "timed turn": lambda scene: scene.let_time_pass(),
    "table talk": lambda scene: call_penalty(game_id=scene.game_id, team=Team.GREEN),
    "pause of the table": lambda scene: pause_game(game_id=scene.game_id),
    "pause of all": lambda scene: pause_session(class_session_id=scene.class_session_id),
    "seat to a bot": lambda scene: give_seat(game_id=scene.game_id, seat=0, student_id=None),
    "student to the other table": lambda scene: swap_students(
        class_session_id=scene.class_session_id, student_id=scene.ids["Ben"], other_id=scene.ids["Cem"]
    ),
    "new name": lambda scene: rename_student(student_id=scene.ids["Ben"], name="Zoe"),
    "extra time": lambda scene: set_support(
        class_id=db.session.get_one(Student, scene.ids["Ben"]).class_id,
        settings={scene.ids["Ben"]: SupportSettings(time_factor=2.0)},
    ),
    "end set": lambda scene: end_in(class_session_id=scene.class_session_id, minutes=5),
    "game stopped": lambda scene: stop_game(game_id=scene.game_id),
    "exit ticket": lambda scene: open_ticket(class_session_id=scene.class_session_id, seconds=60),
    "end": lambda scene: end_session(class_session_id=scene.class_session_id),
}

NOT_SHOWN = {("extra time", "teacher"), ("extra time", "table"), ("end set", "table")}
"""Changes and the pages that they do not affect."""

AFTER: dict[str, tuple[Change, Change]] = {
    "resumed table": (AT_THE_TABLE["pause of the table"], lambda scene: resume_game(game_id=scene.game_id)),
    "resumed session": (
        AT_THE_TABLE["pause of all"],
        lambda scene: resume_session(class_session_id=scene.class_session_id),
    ),
    "bot's move": (AT_THE_TABLE["seat to a bot"], lambda scene: play_bot(game_id=scene.game_id)),
    "end forgotten": (AT_THE_TABLE["end set"], lambda scene: forget_end(class_session_id=scene.class_session_id)),
    "next game": (AT_THE_TABLE["game stopped"], lambda scene: deal_next_game(game_id=scene.game_id)),
}
"""Further changes, each with the action that must come first."""


@pytest.fixture
def scene(cast: Cast, frozen_clock: FrozenClock) -> Scene:
    """A running lesson; at the first table it is Ana's turn."""
    settings = TableSettings(turn_seconds=60, table_talk=True, table_size=2)
    class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING, settings=settings)
    names = ("Ana", "Ben", "Cem", "Dea", "Eve")
    with together():
        students = {name: make_student(name, school_class=cast.class_7b) for name in names}
        for student in students.values():
            make_attendance(class_session, student)
    ana, ben, cem, dea, _ = students.values()
    game = make_game(class_session, [ana, ben], settings=settings, turn_due_at=frozen_clock.now)
    make_game(class_session, [cem, dea], settings=settings)
    return Scene(class_session.id, game.id, {name: one.id for name, one in students.items()}, frozen_clock)


@dataclass
class Watcher:
    """An open page and its stream."""

    app: Flask
    client: PageClient
    page: tuple[str, dict[str, str]]
    topic: str

    def open(self) -> Watcher:
        """Open the page and its stream."""
        endpoint, values = self.page
        shown = self.client.open(self.client.url(endpoint, **values))
        found = re.search(r'name="version" value="([^"]+)"', shown.html)
        assert found
        self.version = found[1]
        self.subscription = self.app.extensions["bus"].subscribe(self.topic)
        return self

    def is_called(self) -> bool:
        """Return whether a notification has arrived that makes the page fetch (`isShown` in static/js/live.js)."""
        payload = self.subscription.take()
        if payload is None:
            return False
        poked, shown = TableVersion.parse(payload), PageVersion.parse(self.version)
        assert shown is not None
        is_known = poked is not None and poked.game_id == shown.what and len(shown.numbers) > 1
        return not (is_known and poked and shown.numbers[0] >= poked.game and shown.numbers[1] >= poked.session)

    def gets_news(self) -> bool:
        """Return whether fetching returns something new."""
        endpoint, values = self.page
        address = self.client.url(endpoint.replace("show", "fragment"), **values, version=self.version)
        db.session.rollback()
        answer = self.client.request("GET", address, {"HX-Request": "true"}, {})
        return answer.status_code != 204 or "HX-Redirect" in answer.headers


@pytest.fixture
def watch(app: Flask, new_page: Callable[[], PageClient], scene: Scene, cast: Cast) -> Callable[[str], Watcher]:
    """Open a page: a student's by name, "teacher", or "table"."""

    def opened(who: str) -> Watcher:
        if who in scene.ids:
            client = new_page().sign_in(db.session.get_one(Student, scene.ids[who]))
            return Watcher(app, client, ("play.show", {}), student_topic(scene.ids[who])).open()
        page = {
            "teacher": ("sessions.show", {"class_session_id": scene.class_session_id}),
            "table": ("games.show", {"game_id": scene.game_id}),
        }[who]
        return Watcher(app, new_page().sign_in(cast.alice), page, session_topic(scene.class_session_id)).open()

    return opened


def assert_new(watchers: list[Watcher], what: str) -> None:
    """Check that each page is notified and finds something new."""
    for watcher in watchers:
        assert watcher.is_called(), f"{what}: {watcher.topic}"
        assert watcher.gets_news(), f"{what}: {watcher.page}"


@pytest.mark.parametrize("what", AT_THE_TABLE)
def test_a_change_at_the_table_reaches_every_page(what: str, scene: Scene, watch: Callable[[str], Watcher]) -> None:
    watchers = [watch(who) for who in ("Ana", "Ben", "teacher", "table") if (what, who) not in NOT_SHOWN]
    AT_THE_TABLE[what](scene)
    assert_new(watchers, what)


@pytest.mark.parametrize("what", AFTER)
def test_later_changes_reach_every_page(what: str, scene: Scene, watch: Callable[[str], Watcher]) -> None:
    first, then = AFTER[what]
    first(scene)
    watchers = [watch("Ben"), watch("teacher")]
    then(scene)
    assert_new(watchers, what)


def test_a_waiting_student_is_notified_of_a_seat(scene: Scene, watch: Callable[[str], Watcher]) -> None:
    give_seat(game_id=scene.game_id, seat=0, student_id=None)
    eve = watch("Eve")
    give_seat(game_id=scene.game_id, seat=0, student_id=scene.ids["Eve"])
    assert_new([eve], "seat")


def test_a_student_who_loses_a_seat_is_notified(scene: Scene, watch: Callable[[str], Watcher]) -> None:
    ana = watch("Ana")
    give_seat(game_id=scene.game_id, seat=0, student_id=None)
    assert_new([ana], "seat lost")


def test_a_deleted_or_signed_out_student_is_notified(scene: Scene, watch: Callable[[str], Watcher]) -> None:
    dea, ben = watch("Dea"), watch("Ben")
    end_logins_of_student(student_id=scene.ids["Dea"])
    assert_new([dea], "signed out")
    remove_student(student_id=scene.ids["Ana"])
    assert_new([ben], "deleted")


def test_a_page_that_shows_the_move_is_not_notified(scene: Scene, watch: Callable[[str], Watcher]) -> None:
    ana, ben = watch("Ana"), watch("Ben")
    scene.play()
    shown = ana.subscription
    ana.open()
    ana.subscription = shown
    assert not ana.is_called()
    assert ben.is_called()


class TestTheLobby:
    @pytest.fixture
    def lobby(self, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
        """An open, empty lobby."""
        del frozen_clock
        return make_class_session(cast.class_7b)

    def test_arrivals_departures_and_settings_change_the_lobby(
        self, app: Flask, new_page: Callable[[], PageClient], lobby: ClassSession, cast: Cast
    ) -> None:
        page = ("sessions.show", {"class_session_id": lobby.id})
        teacher = Watcher(app, new_page().sign_in(cast.alice), page, session_topic(lobby.id)).open()
        join_session(class_session_id=lobby.id, student_id=cast.bob.id)
        assert_new([teacher], "came")
        bob = Watcher(app, new_page().sign_in(cast.bob), ("play.show", {}), student_topic(cast.bob.id)).open()
        for watcher in (teacher, bob):
            watcher.open()
        change_settings(class_session_id=lobby.id, settings=TableSettings(edition="classic"))
        assert_new([teacher, bob], "settings")
        teacher.open()
        leave_session(class_session_id=lobby.id, student_id=cast.bob.id)
        assert_new([teacher], "left")


class TestOfOnePersonOnly:
    @pytest.fixture
    def scene(self, cast: Cast, frozen_clock: FrozenClock) -> Scene:
        """A table where cards are solved ahead."""
        settings = TableSettings(solve=SolveMode.AHEAD, table_size=2)
        class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING, settings=settings)
        students = {name: make_student(name, school_class=cast.class_7b) for name in ("Ana", "Ben")}
        for student in students.values():
            make_attendance(class_session, student)
        game = make_game(class_session, list(students.values()), settings=settings)
        return Scene(class_session.id, game.id, {name: one.id for name, one in students.items()}, frozen_clock)

    def test_a_card_solved_ahead_notifies_the_students_own_pages(
        self, scene: Scene, watch: Callable[[str], Watcher]
    ) -> None:
        watchers = {name: watch(name) for name in ("Ana", "Ben", "teacher")}
        move = next(one for one in legal_moves(position_of(scene.game)) if isinstance(one, Solve))
        solver = "Ana" if move.seat == 0 else "Ben"
        scene.play(Solve)
        assert_new([watchers.pop(solver)], "solved")
        assert watchers.pop("teacher").is_called()
        (other,) = watchers.values()
        assert not other.is_called()

    def test_the_warm_up_calls_the_second_page(
        self, app: Flask, scene: Scene, watch: Callable[[str], Watcher], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(app.config, "BASELINES_A_WEEK", 5)
        ana = watch("Ana")
        assert ana.version.endswith(".0")
        note_baseline(
            game_id=scene.game_id, student_id=scene.ids["Ana"], number=24, typed=24, milliseconds=900, a_week=5
        )
        assert_new([ana], "warm-up")

    def test_each_step_of_the_exit_ticket(self, scene: Scene, watch: Callable[[str], Watcher]) -> None:
        ids = {"class_session_id": scene.class_session_id, "student_id": scene.ids["Ana"]}
        open_ticket(class_session_id=scene.class_session_id, seconds=60)
        ana, teacher = watch("Ana"), watch("teacher")
        start_entry(**ids)
        assert_new([ana, teacher], "start")
        ana.open()
        answer_question(**ids, number=1, given=1)
        assert ana.gets_news()  # a second page is not notified: it may answer the same question, which counts once
        ana.open()
        end_session(class_session_id=scene.class_session_id)
        assert_new([ana, teacher], "end")

    def test_the_hand_uncovered_on_a_shared_device(self, scene: Scene, watch: Callable[[str], Watcher]) -> None:
        with transaction() as session:
            session.get_one(Game, scene.game_id).is_shared = True
        ana = watch("Ana")
        ana.client.get("play.show", uncover=str(position_of(scene.game).turn_number))
        uncovered = re.search(r'name="version" value="([^"]+)"', ana.client.last.html if ana.client.last else "")
        assert uncovered
        assert uncovered[1] != ana.version
