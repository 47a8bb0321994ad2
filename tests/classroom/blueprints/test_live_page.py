"""All tables of a running session, as the teacher sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import rng
from classroom.database import db
from classroom.models import ClassSession, Game, SessionState
from classroom.services.attendance import attendances_of
from classroom.services.open_sessions import open_session_of
from classroom.services.play import games
from classroom.services.play.game_row import seats_of
from classroom.services.play.positions import position_of
from classroom.services.play.seats import give_seat
from classroom.services.sessions import class_sessions, lobby
from classroom.services.sessions.pauses import pause_session, resume_session
from engine import Team
from tests.classroom.services.learning.dealing import answer, current, play_out, start
from tests.classroom.services.sessions.joining import join
from tests.factories import make_class_session, make_game, make_school_class, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from classroom.models import Student
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def class_session(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> ClassSession:
    """Alice's session: two tables of four, just dealt; Alice is signed in."""
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b)
    for student, name in zip(join(class_session, 8), "ABCDEFGH", strict=True):
        student.name = f"{name}nn"  # a first name that no page shortens
    lobby.start_session(class_session_id=class_session.id)
    return class_session


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The page of all tables."""
    return page.get("sessions.show", class_session_id=class_session.id)


def fragment(page: PageClient, class_session: ClassSession, version: str | None = None, *, status: int = 200) -> Page:
    """Fetch the fragment for a page that shows ``version``."""
    values = {} if version is None else {"version": version}
    return page.get("sessions.fragment", class_session_id=class_session.id, status=status, htmx=True, **values)


def version_of(shown: Page) -> str:
    """Return the token of the version that a page shows."""
    return shown.one("input", name="version").get("value", "")


def tile(shown: Page, number: int = 1) -> str:
    """Return the text at a table."""
    return text_of(shown.one("article", id=f"table-{number}"))


def reasons(shown: Page) -> list[str]:
    """Return why tables need a visit, in page order, each with its one button."""
    alarms = shown.all("article", class_="tile-alarm")
    feet = [next(part for part in one.iter("div") if part.get("class") == "tile-foot") for one in alarms]
    numbers = [one.get("id", "").removeprefix("table-") for one in alarms]
    texts = [text_of(foot).replace("\u2068", "").replace("\u2069", "") for foot in feet]
    return [f"{number}: {text}" for number, text in zip(numbers, texts, strict=True)]


def order(shown: Page) -> list[str]:
    """Return the tables in page order."""
    return [one.get("id", "") for one in shown.all("article")]


def active_player(class_session: ClassSession, game: Game) -> Student:
    """Return the student whose turn it is."""
    student_id = seats_of(game)[position_of(game).turn]
    students = [one.student for one in attendances_of(class_session_id=class_session.id)]
    return next(one for one in students if one.id == student_id)


def see_everyone(class_session: ClassSession, clock: FrozenClock) -> None:
    """Record that everyone was seen now."""
    for one in attendances_of(class_session_id=class_session.id):
        one.seen_at = clock.now
    db.session.commit()


class TestTables:
    def test_every_table_has_its_players(self, page: PageClient, class_session: ClassSession) -> None:
        shown = show(page, class_session)
        for number, game in enumerate(games.current_games(class_session_id=class_session.id), start=1):
            text = tile(shown, number)
            assert text.startswith(f"Table {number}")
            assert all(player.student and player.student.name in text for player in game.players)
            assert "Blue: 0 of 2 sequences" in text
        assert shown.heading == "7B"

    def test_the_active_player_is_marked(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        student = active_player(class_session, current(class_session))
        shown = show(page, class_session)
        assert f"{student.name} playing now" in tile(shown)
        frozen_clock.move_on(seconds=35)
        see_everyone(class_session, frozen_clock)
        fragment(page, class_session, version_of(shown), status=204)  # elapsed time alone changes nothing

    def test_the_board_is_drawn_with_its_chips(self, page: PageClient, class_session: ClassSession) -> None:
        answer(current(class_session))
        board = show(page, class_session).all("div", role="img")[0]
        assert "1 chip" in board.get("aria-label", "")

    def test_the_last_miss(self, page: PageClient, class_session: ClassSession) -> None:
        game = current(class_session)
        assert "No misses yet" in tile(show(page, class_session))
        student = active_player(class_session, game)
        answer(game, rightly=False)
        miss = position_of(game).last_event
        setup = position_of(game).setup
        face, label = setup.cards_by_id[miss.card].face, setup.board.labels[miss.space]  # type: ignore[union-attr, index]
        assert f"Last miss: {student.name} {face} → {label}" in tile(show(page, class_session))
        answer(game)  # a right answer does not clear it
        assert f"Last miss: {student.name}" in tile(show(page, class_session))
        assert "No misses yet" in tile(show(page, class_session), 2)

    def test_connected_students_are_marked(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        waits = (position_of(current(class_session)).turn + 1) % 4
        student_id = seats_of(current(class_session))[waits]
        frozen_clock.move_on(seconds=60)
        see_everyone(class_session, frozen_clock)
        assert "away" not in tile(show(page, class_session))
        gone = next(one for one in class_session.attendances if one.student_id == student_id)
        gone.seen_at = None
        db.session.commit()
        assert f"{gone.student.name} away" in tile(show(page, class_session))

    def test_bots_are_distinguished(self, page: PageClient, class_session: ClassSession) -> None:
        give_seat(game_id=current(class_session).id, seat=2, student_id=None)
        shown = show(page, class_session)
        assert text_of(shown.one("li", class_="tile-bot")).startswith("Team Blue Bot")

    def test_a_finished_game_is_marked(self, page: PageClient, class_session: ClassSession) -> None:
        game = current(class_session)
        games.stop_game(game_id=game.id)
        shown = show(page, class_session)
        assert "The game was stopped. It’s a draw." in tile(shown)
        assert "1 finished" in shown.text
        assert order(shown) == ["table-2", "table-1"]
        assert [form.action for form in shown.forms() if form.action.endswith("/next")]
        assert shown.all("a", id="replay-1") == []  # one button
        pause_session(class_session_id=class_session.id)
        shown = show(page, class_session)
        assert shown.one("a", id="replay-1").get("href") == page.url("replays.show", game_id=game.id)
        assert shown.all("a", id="replay-2") == []

    def test_the_winner_is_shown(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        with rng.seeded(2):
            class_session = start(4, school_class=cast.class_7b)
        game = current(class_session)
        play_out(game, strong=Team.GREEN)
        names = [player.student.name for player in game.players if player.student and player.seat in {1, 3}]
        text = tile(show(page, class_session)).replace("\u2068", "").replace("\u2069", "")
        assert f"Green won: {names[0]} and {names[1]}." in text
        assert "Green: 2 of 2 sequences" in text


class TestVisits:
    def test_no_table_needs_a_visit_at_first(self, page: PageClient, class_session: ClassSession) -> None:
        shown = show(page, class_session)
        assert "to check" not in shown.text
        assert shown.all("p", class_="tile-warning") == []

    def test_an_idle_table_needs_a_visit(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        frozen_clock.move_on(seconds=120)
        see_everyone(class_session, frozen_clock)
        answer(current(class_session, 1))
        shown = show(page, class_session)
        assert "1 to check" in shown.text
        assert "No move for 2 min." in tile(shown)
        assert "No misses yet" not in tile(shown)  # the reason for a visit is enough
        assert reasons(shown) == ["1: No move for 2 min. Open table"]
        assert shown.one("a", id="visit-1").get("href") == shown.one("a", id="open-1").get("href")
        assert "No move" not in tile(shown, 2)

    def test_an_absent_active_student_needs_a_visit(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        frozen_clock.move_on(seconds=60)
        shown = show(page, class_session)
        names = [active_player(class_session, current(class_session, table)).name for table in (0, 1)]
        assert f"{names[0]}\u2069 is away, and it’s their turn." in tile(shown)
        assert reasons(shown) == [
            f"{number}: {name} is away, and it’s their turn. Let bot play" for number, name in enumerate(names, start=1)
        ]
        game = current(class_session)
        version = game.version
        page.submit(form=f"/games/{game.id}/skip")
        assert page.last is not None
        assert page.last.headers["Location"] == page.url("sessions.show", class_session_id=class_session.id)
        assert current(class_session).version > version

    def test_many_misses_need_a_visit(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        game = current(class_session)
        student = active_player(class_session, game)
        for _ in range(3):
            while active_player(class_session, game) is not student:
                frozen_clock.move_on(seconds=1)
                answer(game)
            assert "missed" not in tile(show(page, class_session))
            frozen_clock.move_on(seconds=1)
            answer(game, rightly=False)
            frozen_clock.move_on(seconds=1)
            answer(game)
        shown = show(page, class_session)
        warning = text_of(shown.one("p", class_="tile-warning"))
        assert warning.startswith(f"\u2068{student.name}")  # shortened, "Student 5" has a period
        assert warning.endswith("\u2069 missed 3 of the last 6 answers.")
        assert reasons(shown) == [f"1: {student.name} missed 3 of the last 6 answers. Open table"]
        assert "tile-private" in shown.one("p", class_="tile-warning").get("class", "")  # hidden with all misses

    def test_no_one_needs_a_visit_in_a_pause(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        pause_session(class_session_id=class_session.id)
        frozen_clock.move_on(minutes=10)
        see_everyone(class_session, frozen_clock)
        assert show(page, class_session).all("p", class_="tile-warning") == []
        resume_session(class_session_id=class_session.id)
        assert show(page, class_session).all("p", class_="tile-warning") == []

    def test_a_table_without_students_needs_a_visit(self, page: PageClient, class_session: ClassSession) -> None:
        for seat in range(4):
            give_seat(game_id=current(class_session).id, seat=seat, student_id=None)
        assert "No student sits at this table." in tile(show(page, class_session))


class TestActions:
    def test_pause_resume_and_end(self, page: PageClient, class_session: ClassSession) -> None:
        show(page, class_session)
        page.submit(form="/pause")
        assert page.follow().heading == "7B: paused"
        page.submit(form="/resume")
        assert page.follow().heading == "7B"
        asked = page.open(show(page, class_session).link("End session…"))
        assert asked.heading == "End this session?"
        assert "2 unfinished games stop" in asked.text
        assert "You can’t undo this." in asked.text
        assert asked.link("Cancel") == page.url("sessions.show", class_session_id=class_session.id)
        assert class_session.state == SessionState.PLAYING
        page.submit(form="/end")
        assert page.follow().heading.startswith("Session summary: 7B")
        page.get("sessions.ask_end", class_session_id=class_session.id, status=303)
        assert page.follow().heading.startswith("Session summary: 7B")
        assert all(game.over_at for game in games.current_games(class_session_id=class_session.id))

    def test_the_next_game_can_start_at_one_table_or_all(self, page: PageClient, class_session: ClassSession) -> None:
        first, second = games.current_games(class_session_id=class_session.id)
        games.stop_game(game_id=first.id)
        show(page, class_session)
        page.submit(form="/next")
        assert tile(page.follow()).startswith("Table 1 game 2")
        games.stop_game(game_id=current(class_session).id)
        games.stop_game(game_id=second.id)
        (form, _) = [one for one in show(page, class_session).forms() if one.action.endswith("/next-games")]
        page.send(form)
        assert [game.round for game in games.current_games(class_session_id=class_session.id)] == [3, 2]

    def test_no_next_game_starts_in_a_pause(self, page: PageClient, class_session: ClassSession) -> None:
        game = current(class_session)
        games.stop_game(game_id=game.id)
        pause_session(class_session_id=class_session.id)
        shown = show(page, class_session)
        assert not any(form.action.endswith(("/next", "/next-games")) for form in shown.forms())
        shown = page.post("sessions.next_games", class_session_id=class_session.id, status=409)
        assert text_of(shown.one("div", role="alert"))

    def test_a_late_student_can_take_a_bots_seat(self, page: PageClient, class_session: ClassSession) -> None:
        game = current(class_session, 1)
        give_seat(game_id=game.id, seat=3, student_id=None)
        (late,) = join(class_session, 1)
        shown = show(page, class_session)
        assert "2 students without a table" in text_of(shown.one("section", id="waiting"))
        page.submit({f"seat-{late.id}": f"{game.id}.3", "student": late.id}, form="/seat")
        assert seats_of(game)[3] == late.id
        assert "1 student without a table" in page.follow().text

    def test_waiting_students_who_left_are_not_urgent(
        self, page: PageClient, class_session: ClassSession, frozen_clock: FrozenClock
    ) -> None:
        (late,) = join(class_session, 1)
        give_seat(game_id=current(class_session, 1).id, seat=3, student_id=None)
        assert show(page, class_session).one("section", id="waiting")
        frozen_clock.move_on(minutes=2)
        shown = show(page, class_session)
        assert shown.all("section", id="waiting") == []
        assert text_of(shown.one("details", id="away")).startswith("2 students away, without a table")
        page.submit({f"seat-{late.id}": f"{current(class_session, 1).id}.3", "student": late.id}, form="/seat")
        assert seats_of(current(class_session, 1))[3] == late.id

    def test_a_taken_seat_gets_a_message(self, page: PageClient, class_session: ClassSession) -> None:
        (late,) = join(class_session, 1)
        data = {f"seat-{late.id}": f"{current(class_session).id}.0", "student": late.id}
        shown = page.post("sessions.seat", data, class_session_id=class_session.id, status=409)
        assert "Another student has this seat." in text_of(shown.one("div", role="alert"))

    def test_waiting_students_can_get_a_new_table(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 3)
        show(page, class_session)
        page.submit(form="/seat-waiting")
        shown = page.follow()
        assert shown.all("section", id="waiting") == []
        assert tile(shown, 3).startswith("Table 3")

    @pytest.mark.parametrize("seat", ["", ".", "0", "{game}.", "{game}.99", "{game}.x", "{foreign}.0", "nothing.0"])
    def test_an_unknown_seat_is_refused(
        self, page: PageClient, cast: Cast, class_session: ClassSession, seat: str
    ) -> None:
        foreign = make_game(make_class_session(make_school_class(teacher=cast.alice), state=SessionState.PLAYING))
        (late,) = join(class_session, 1)
        chosen = seat.format(game=current(class_session).id, foreign=foreign.id)
        data = {f"seat-{late.id}": chosen, "student": late.id}
        page.post("sessions.seat", data, class_session_id=class_session.id, status=404)


def test_queries_do_not_grow_with_tables_or_past_sessions(
    page: PageClient, cast: Cast, frozen_clock: FrozenClock
) -> None:
    page.sign_in(cast.alice)
    counts = []
    for students, past in [(4, 0), (16, 0), (16, 3)]:
        for _ in range(past):
            answer(make_game(make_class_session(cast.class_7b, state=SessionState.PLAYING)))
            earlier = open_session_of(class_id=cast.class_7b.id)
            assert earlier is not None
            class_sessions.end_session(class_session_id=earlier.id)
        class_session = make_class_session(cast.class_7b)
        join(class_session, students)
        lobby.start_session(class_session_id=class_session.id)
        for game in games.current_games(class_session_id=class_session.id):
            answer(game, rightly=False)
        session_id = class_session.id
        counts.append(page.count_queries("sessions.show", class_session_id=session_id))
        class_sessions.end_session(class_session_id=session_id)
    assert len(set(counts)) == 1
    assert counts[0] <= 9  # one of them because a student is missing: perhaps locked out


def test_an_unknown_student_is_ignored(page: PageClient, class_session: ClassSession) -> None:
    stranger = make_student()
    data = {f"seat-{stranger.id}": f"{current(class_session).id}.0", "student": stranger.id}
    give_seat(game_id=current(class_session).id, seat=0, student_id=None)
    shown = page.post("sessions.seat", data, class_session_id=class_session.id, status=409)
    assert "hasn’t joined" in text_of(shown.one("div", role="alert"))


def test_the_next_games_are_counted_and_lead_when_all_games_are_over(
    page: PageClient, class_session: ClassSession
) -> None:
    def buttons() -> list[tuple[str, bool]]:
        found = [one for one in show(page, class_session).all("button") if "with new teams" not in text_of(one)]
        return [(text_of(one), "button-main" in one.get("class", "")) for one in found if "Start next" in text_of(one)]

    assert buttons() == []
    first, second = games.current_games(class_session_id=class_session.id)
    games.stop_game(game_id=first.id)
    assert buttons()[0] == ("Start next game", False)
    games.stop_game(game_id=second.id)
    assert buttons()[0] == ("Start next games", True)


def test_a_single_table_has_one_button_for_the_next_game(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b)
    join(class_session, 2)
    lobby.start_session(class_session_id=class_session.id)
    (game,) = games.current_games(class_session_id=class_session.id)
    games.stop_game(game_id=game.id)
    shown = show(page, class_session)
    assert [text_of(one) for one in shown.all("button")].count("Start next game") == 1
    assert "Watch replay" in tile(shown)
