"""A session's lobby and its results, as teachers see them. For its settings, see `test_opening`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import ClassSession, SessionState
from classroom.presenters.words import isolated
from classroom.services.play import games
from classroom.services.seating import planning
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.services.learning.dealing import answer, current
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The session's page."""
    return page.get("sessions.show", class_session_id=class_session.id)


class TestLobby:
    @pytest.fixture
    def class_session(self, page: PageClient, cast: Cast) -> ClassSession:
        """Alice's lobby."""
        page.sign_in(cast.alice)
        return make_class_session(cast.class_7b)

    def test_the_lobby_shows_how_to_join(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        shown = show(page, class_session)
        code = cast.class_7b.code
        assert text_of(shown.one("dd", class_="poster-code")) == f"{code[:3]} {code[3:]}"
        assert text_of(shown.one("dd", class_="poster-address")) == "localhost"
        assert shown.one("img", class_="poster-qr").get("src", "").startswith("data:image/svg+xml")
        assert "works on this computer only" in shown.text

    def test_an_empty_lobby_says_so(self, page: PageClient, class_session: ClassSession) -> None:
        shown = show(page, class_session)
        assert "0 of 1 joined" in shown.text
        assert "No students have joined yet" in shown.text
        assert text_of(shown.one("details", id="absent")) == "1 hasn’t joined yet Bob Here, without a device"
        assert shown.all("button", id="start") == []

    def test_the_lobby_lists_the_students(self, page: PageClient, cast: Cast, class_session: ClassSession) -> None:
        class_sessions.join_session(class_session_id=class_session.id, student_id=cast.bob.id)
        make_student("<b>Ärger</b>", school_class=cast.class_7b)
        shown = show(page, class_session)
        assert "1 of 2 joined" in shown.text
        assert text_of(shown.one("ul", id="unplaced")) == "Bob"
        assert text_of(shown.one("details", id="absent")).startswith("1 hasn’t joined yet <b>Ärger</b>")

    def test_tables_are_formed_and_the_games_start(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 8)
        show(page, class_session)
        page.submit(form="/arrange")
        shown = page.follow()
        assert [text_of(one) for one in shown.all("h3")] == ["Table 1", "Table 2"]
        page.submit(form="/start")
        assert page.follow().title.startswith(f"Live tables of {isolated('7B')}")
        assert len(games.current_games(class_session_id=class_session.id)) == 2

    def test_a_student_is_moved_by_a_choice_and_a_button(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 8)
        lobby.arrange_tables(class_session_id=class_session.id)
        mover = plan_of(class_session)[1][0]
        show(page, class_session)
        answered = page.submit({f"table-{mover}": "2", "student": mover}, form="/move")
        assert answered.redirect == page.url("sessions.show", class_session_id=class_session.id) + f"#at-{mover}"
        assert mover in plan_of(class_session)[2]

    def test_only_the_student_of_the_button_moves(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 8)
        lobby.arrange_tables(class_session_id=class_session.id)
        mover, other = plan_of(class_session)[1][:2]
        show(page, class_session)
        page.submit({f"table-{mover}": "2", f"table-{other}": "2", "student": mover}, form="/move")
        assert other in plan_of(class_session)[1]

    def test_a_student_goes_to_a_new_table_or_to_none(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 8)
        lobby.arrange_tables(class_session_id=class_session.id)
        one, two = plan_of(class_session)[1][:2]
        show(page, class_session)
        page.submit({f"table-{one}": "3", "student": one}, form="/move")
        show(page, class_session)
        page.submit({f"table-{two}": "", "student": two}, form="/move")
        assert plan_of(class_session)[3] == [one]
        assert (
            "1 new student without a table They will sit at a table with a bot when games start." in page.follow().text
        )

    def test_a_table_of_five_is_marked_with_a_reason_and_a_remedy(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        for student in join(class_session, 5):
            planning.move_to_table(class_session_id=class_session.id, student_id=student.id, table_number=1)
        shown = show(page, class_session)
        problem = text_of(shown.one("div", id="problems"))
        assert problem == (
            "Table 1 has five players, who can’t form even teams. Move a student, or split it into 3 and 2."
        )
        assert shown.one("button", id="start").get("disabled") is not None
        assert text_of(shown.one("button", id="split-1")) == "Split into 3 and 2"
        page.post("sessions.split", {"table": "1"}, class_session_id=class_session.id)
        assert [len(people) for people in plan_of(class_session).values()] == [3, 2]

    def test_a_table_of_five_does_not_start(self, page: PageClient, class_session: ClassSession) -> None:
        for student in join(class_session, 5):
            planning.move_to_table(class_session_id=class_session.id, student_id=student.id, table_number=1)
        shown = page.post("sessions.start", class_session_id=class_session.id, status=422)
        assert "a table can have" in text_of(shown.one("div", role="alert"))
        assert class_session.state == SessionState.LOBBY

    def test_students_who_join_later_are_marked_as_new(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 4)
        lobby.arrange_tables(class_session_id=class_session.id)
        join(class_session, 5)
        shown = show(page, class_session)
        assert "5 new students without a table When games start, seat them at:" in shown.text
        options = [text_of(one) for one in shown.one("select", id="further-fit").iter("option")]
        assert options == ["1 table of 3 and 1 table of 2", "1 table of 4 and 1 student with a bot"]

    def test_absent_students_can_be_removed(self, page: PageClient, class_session: ClassSession) -> None:
        (gone,) = join(class_session, 1)
        assert show(page, class_session).all("button", id=f"leave-{gone.id}") == []
        class_session.attendances[0].seen_at = None
        db.session.commit()
        shown = show(page, class_session)
        assert "away" in text_of(shown.one("li", id=f"at-{gone.id}"))
        assert "1 of 2 joined, 1 away" in shown.text
        screen = page.get("sessions.projector", class_session_id=class_session.id)
        assert "1 of 2 joined" in screen.text, "the class screen counts the same students"
        assert "away" not in screen.text
        show(page, class_session)
        page.post("sessions.leave", {"student": gone.id}, class_session_id=class_session.id)
        assert "0 of 2 joined" in page.follow().text

    def test_a_session_opened_by_mistake_is_deleted(
        self, page: PageClient, cast: Cast, class_session: ClassSession
    ) -> None:
        join(class_session, 2)
        asked = page.open(show(page, class_session).link("Close session…"))
        assert asked.heading == "Close this session?"
        page.submit(form="/end")
        shown = page.follow()
        assert shown.address == page.url("classes.show", class_id=cast.class_7b.id)
        assert "Reports don’t include it." in shown.text
        assert class_session.state == SessionState.ENDED
        assert "Past sessions" not in shown.text
        assert make_class_session(cast.class_7b).state == SessionState.LOBBY

    def test_an_old_page_of_the_lobby_ends_no_games(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 2)
        page.open(show(page, class_session).link("Close session…"))
        lobby.start_session(class_session_id=class_session.id)
        refused = page.submit(form="/end", status=409)
        assert "The games have started" in text_of(refused.one("div", role="alert"))
        assert class_session.state == SessionState.PLAYING

    def test_a_second_tap_on_start_shows_the_games(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 2)
        show(page, class_session)
        for _ in range(2):
            page.post("sessions.start", class_session_id=class_session.id)
            assert page.follow().title.startswith(f"Live tables of {isolated('7B')}")
        assert len(games.current_games(class_session_id=class_session.id)) == 1
        class_sessions.end_session(class_session_id=class_session.id)
        page.post("sessions.start", class_session_id=class_session.id, status=409)

    def test_known_teams_are_shown(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 3)
        lobby.arrange_tables(class_session_id=class_session.id)
        seats = [text_of(one) for one in show(page, class_session).all("li", class_="seated")]
        assert [seat.split()[0] for seat in seats] == ["Blue", "Green", "Red"]

    def test_a_single_student_gets_a_bot(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 1)
        lobby.arrange_tables(class_session_id=class_session.id)
        assert text_of(show(page, class_session).one("section", id="plan-1")).endswith("GreenBot Shared device")

    def test_rules_can_be_changed(self, page: PageClient, class_session: ClassSession) -> None:
        page.open(show(page, class_session).link("Change settings"))
        page.submit({"cards": "times-tables/8x8", "tries": "1", "layout": "mixed", "sequences_to_win": "1"})
        assert (
            "Deck Multiplication tables Board 8 × 8 Students at a table 4 Tries in a turn 1 "
            "Numbers on the board Mixed Sequences to win 1" in page.follow().text
        )

    def test_tables_of_another_size_get_a_note(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 8)
        lobby.arrange_tables(class_session_id=class_session.id)
        page.open(show(page, class_session).link("Change settings"))
        page.submit({"table_size": "2"})
        assert "Your settings call for tables of 2." in page.follow().text
        page.submit(form="/arrange")
        assert "Your settings call for" not in page.follow().text

    def test_an_invalid_change_gets_a_message_and_changes_nothing(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        page.get("sessions.settings", class_session_id=class_session.id)
        page.submit({"cards": "add-sub-20/10x10"}, status=422)
        assert TableSettings.from_json(class_session.settings) == TableSettings()

    def test_rules_cannot_be_changed_after_the_start(self, page: PageClient, class_session: ClassSession) -> None:
        page.get("sessions.settings", class_session_id=class_session.id)
        join(class_session, 2)
        lobby.start_session(class_session_id=class_session.id)
        answered = page.submit({"tries": "1"})
        assert answered.redirect == page.url("sessions.show", class_session_id=class_session.id)
        assert TableSettings.from_json(class_session.settings).tries == 2

    @pytest.mark.parametrize(
        ("action", "data", "sentence"),
        [
            ("arrange", {}, "No one is waiting for a table."),
            ("start", {}, "No one is waiting for a table."),
            ("move", {}, "This student hasn’t joined the session yet."),
            ("move", {"student": "unknown", "table-unknown": "1"}, "This student hasn’t joined"),
            ("move", {"student": "x", "table-x": "0"}, "This table no longer exists."),
            ("move", {"student": "x", "table-x": "-1"}, "This table no longer exists."),
            ("move", {"student": "x", "table-x": "९"}, "This table no longer exists."),
            ("move", {"student": "x", "table-x": "9" * 5000}, "This table no longer exists."),
            ("move", {"student": "x", "table-x": "<b>"}, "This table no longer exists."),
            ("split", {"table": "1"}, "This table no longer exists."),
            ("split", {}, "This table no longer exists."),
            ("leave", {"student": "\x01"}, "This student hasn’t joined"),
        ],
    )
    def test_invalid_input_gets_a_message(
        self, page: PageClient, class_session: ClassSession, action: str, data: dict[str, str], sentence: str
    ) -> None:
        status = 422 if sentence.startswith("This table no longer exists") else 409
        shown = page.post(f"sessions.{action}", data, class_session_id=class_session.id, status=status)
        assert sentence in text_of(shown.one("div", role="alert"))


class TestRecap:
    @pytest.fixture
    def ended(self, page: PageClient, cast: Cast) -> ClassSession:
        """Alice's session of three: a game with six answers, one of them wrong, that was stopped."""
        page.sign_in(cast.alice)
        class_session = make_class_session(cast.class_7b)
        join(class_session, 3)
        lobby.start_session(class_session_id=class_session.id)
        game = current(class_session)
        answer(game, rightly=False)
        for _ in range(5):
            answer(game)
        class_sessions.end_session(class_session_id=class_session.id)
        return class_session

    def test_the_summary_shows_the_results(self, page: PageClient, ended: ClassSession) -> None:
        shown = show(page, ended)
        assert "Students who played 3 of 4" in shown.text  # Bob was absent
        assert shown.text.count("Students who played") == 1
        assert "Games 0 of 1 game finished" in shown.text
        assert "4 of 5 answers" in shown.text
        assert "Stopped: a draw" in shown.text

    def test_the_summary_links_to_next_steps(self, page: PageClient, cast: Cast, ended: ClassSession) -> None:
        shown = show(page, ended)
        assert shown.link("Choose new settings") == page.url("sessions.new", class_id=cast.class_7b.id)
        page.open(shown.link("Open full report"))
        (game,) = games.all_games(class_session_id=ended.id)
        record = page.open(page.url("games.record", game_id=game.id))
        assert record.headers["Content-Type"] == "application/json"

    def test_an_empty_session(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        class_session = make_class_session(cast.class_7b)
        class_sessions.end_session(class_session_id=class_session.id)
        shown = show(page, class_session)
        assert "No games were played" in shown.text
        assert shown.link("Start new session") == page.url("sessions.new", class_id=cast.class_7b.id)

    def test_an_outdated_action_gets_a_message(self, page: PageClient, ended: ClassSession) -> None:
        for action in ("pause", "resume", "next_games", "seat_waiting", "start", "arrange"):
            shown = page.post(f"sessions.{action}", class_session_id=ended.id, status=409)
            assert text_of(shown.one("div", role="alert"))
            assert shown.heading.startswith("Session summary: 7B, ")
