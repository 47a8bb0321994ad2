"""A session's recap, as teachers see it, and playing again from there."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.database import db
from classroom.models import ClassSession, SessionState, Student
from classroom.services.attendance import attendances_of
from classroom.services.classes.moving_students import move_to_class
from classroom.services.play import turns
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.sessions import class_sessions, lobby
from classroom.services.settings import TableSettings
from tests.classroom.reports.lesson import Lesson
from tests.classroom.services.learning.dealing import answer, current, start
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_attendance, make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


def recap(page: PageClient, class_session: ClassSession) -> Page:
    """The session's page."""
    return page.get("sessions.show", class_session_id=class_session.id)


def panel(page: Page, heading: str) -> str:
    """Return the text of a panel."""
    return text_of(page.one("section", **{"aria-labelledby": heading}))


@pytest.fixture
def played(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's session, just ended: five students played at a table of three and one of two; Bob was absent."""
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b)
    join(class_session, 5)
    lobby.start_session(class_session_id=class_session.id)
    for game in current_games(class_session_id=class_session.id):
        for _ in game.players:
            answer(game)
    class_sessions.end_session(class_session_id=class_session.id)
    return class_session


def lesson_with(cast: Cast, answers: str, *, students: int = 1, days_ago: int = 0) -> Lesson:
    """A session in which everyone answered 6 × 8: "+" correctly, "-" with 54."""
    lesson = Lesson(cast.class_7b, days_ago=days_ago)
    for _ in range(students):
        student = make_student(school_class=cast.class_7b)
        make_attendance(lesson.class_session, student)
        for mark in answers:
            lesson.answer(student, "6 × 8", "48", None if mark == "+" else "54")
    return lesson


class TestTheRecap:
    def test_attendance_is_listed(self, page: PageClient, played: ClassSession) -> None:
        late = make_student("Zoe", school_class=played.school_class)
        make_attendance(played, late)
        make_student("Added later", school_class=played.school_class)
        came = make_student("Moved in later")
        came.created_at = played.opened_at - timedelta(days=9)
        db.session.commit()
        move_to_class(class_id=came.class_id, to_class_id=played.class_id, student_ids=[came.id])
        here = panel(recap(page, played), "here")
        assert "5 of 7" in here
        assert "Absent: Bob" in here
        assert "Joined but had no seat: Zoe" in here

    @pytest.mark.parametrize(("absent", "looks"), [(8, "recap"), (9, "recap recap-many")])
    def test_the_names_of_many_absent_students_have_a_row_of_their_own(
        self, page: PageClient, played: ClassSession, absent: int, looks: str
    ) -> None:
        for _ in range(absent - 1):  # besides Bob
            make_student(school_class=played.school_class).created_at = played.opened_at - timedelta(days=9)
        db.session.commit()
        assert recap(page, played).one("div", **{"class": looks})

    def test_those_who_left_the_class_since_are_listed(self, page: PageClient, cast: Cast) -> None:
        classic = TableSettings(edition="classic")
        class_session = start(4, school_class=cast.class_7b, settings=classic)
        ids = {answer(current(class_session)) for _ in range(4)}
        class_sessions.end_session(class_session_id=class_session.id)
        archived, moved = (db.session.get_one(Student, one) for one in sorted(ids)[:2])
        archived.archived_at, moved.class_id = clock.now(), cast.class_8c.id
        db.session.commit()
        shown = recap(page.sign_in(cast.alice), class_session)
        names = text_of(shown.one("details", id="students"))
        assert archived.name in names
        assert moved.name in names

    def test_no_step_is_about_a_student_who_left(self, page: PageClient, cast: Cast) -> None:
        lesson = lesson_with(cast, "+" * 20, students=8)
        archived, moved = (make_student(name, school_class=cast.class_7b) for name in ("Archie", "Mo"))
        for student in (archived, moved):
            for _ in range(20):
                lesson.answer(student, "6 × 8", "48", "54")
        page.sign_in(cast.alice)
        assert "Archie" in panel(recap(page, lesson.class_session), "next")
        archived.archived_at, moved.class_id = clock.now(), cast.class_8c.id
        db.session.commit()
        shown = panel(recap(page, lesson.class_session), "next")
        assert "Archie" not in shown
        assert "Mo" not in shown.replace("Most", "")

    def test_a_student_for_whom_only_a_bot_moved_has_not_played(self, page: PageClient, cast: Cast) -> None:
        class_session = start(4, school_class=cast.class_7b)
        game = current(class_session)
        passive = next(one.student for one in game.players if one.seat == position_of(game).turn)
        turns.skip_turn(game_id=game.id, turn_number=position_of(game).turn_number)
        active = {answer(game) for _ in range(3)}
        class_sessions.end_session(class_session_id=class_session.id)
        here = panel(recap(page.sign_in(cast.alice), class_session), "here")
        assert passive is not None
        assert passive.id not in active
        assert "3 of 5" in here
        assert f"Had a seat but made no move: {passive.name}" in here

    def test_students_without_a_move_have_not_played(self, page: PageClient, cast: Cast) -> None:
        class_session = start(4, school_class=cast.class_7b)
        class_sessions.end_session(class_session_id=class_session.id)
        shown = recap(page.sign_in(cast.alice), class_session)
        assert "0 of 5" in panel(shown, "here")
        assert not shown.all("details", id="students")

    def test_percentages_have_their_counts(self, page: PageClient, cast: Cast) -> None:
        lesson = lesson_with(cast, "++++++++--")
        shown = panel(recap(page.sign_in(cast.alice), lesson.class_session), "first")
        assert "80%" in shown
        assert "8 of 10 answers" in shown
        assert "Likely range for the class: 49% to 94%" in shown

    def test_playing_again_comes_before_the_details(self, page: PageClient, cast: Cast) -> None:
        shown = recap(page.sign_in(cast.alice), lesson_with(cast, "++++").class_session)
        headings = [text_of(one) for one in shown.all("h2")]
        wanted = [one for one in headings if one in {"Next steps", "Play again", "Hardest equations"}]
        assert wanted == ["Next steps", "Play again", "Hardest equations"]

    def test_too_few_answers_have_no_percentage(self, page: PageClient, cast: Cast) -> None:
        lesson = lesson_with(cast, "+++-")
        shown = panel(recap(page.sign_in(cast.alice), lesson.class_session), "first")
        assert "Not enough answers yet (4 of 5)" in shown
        assert "75" not in shown

    def test_the_hardest_equation_with_its_usual_wrong_answer(self, page: PageClient, cast: Cast) -> None:
        lesson = lesson_with(cast, "++---", students=3)
        shown = panel(recap(page.sign_in(cast.alice), lesson.class_session), "hard")
        assert "6 × 8 = 48" in shown
        assert "9 of 15 missed" in shown
        assert "Most often 54 (9 of 9). Maybe used the next number in the times table." in shown

    def test_the_wrong_answer_of_one_student_names_no_mistake(self, page: PageClient, cast: Cast) -> None:
        lesson = lesson_with(cast, "++---")
        shown = panel(recap(page.sign_in(cast.alice), lesson.class_session), "hard")
        assert "Most often 54 (3 of 3)." in shown
        assert "Maybe" not in shown

    def test_a_single_miss_does_not_list_an_equation(self, page: PageClient, cast: Cast) -> None:
        lesson = lesson_with(cast, "++++-")
        assert "None yet." in panel(recap(page.sign_in(cast.alice), lesson.class_session), "hard")

    def test_a_suggestion_opens_a_new_session_with_its_cards(self, page: PageClient, cast: Cast) -> None:
        lesson_with(cast, "+" * 60, days_ago=3)
        lesson = lesson_with(cast, "+" * 60)
        shown = recap(page.sign_in(cast.alice), lesson.class_session)
        assert "easy now" in panel(shown, "next")
        form = page.open(shown.link("Use these settings")).form()
        assert form.fields["cards"] == "add-sub-100/6x6"

    def test_the_number_of_queries_does_not_grow(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        few, many = lesson_with(cast, "+-"), lesson_with(cast, "+--", students=12)
        page.get("sessions.show", class_session_id=few.class_session.id)  # the start of the class's data is read once
        counts = {
            page.count_queries("sessions.show", class_session_id=lesson.class_session.id) for lesson in (few, many)
        }
        assert len(counts) == 1

    def test_playing_cards_have_games_only(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice)
        class_session = make_class_session(cast.class_7b, settings=TableSettings(edition="classic"))
        join(class_session, 2)
        lobby.start_session(class_session_id=class_session.id)
        class_sessions.end_session(class_session_id=class_session.id)
        shown = recap(page, class_session)
        assert "%" not in shown.text
        assert "first try" not in shown.text
        assert text_of(shown.one("h2", id="games")) == "Games 0 of 1 game finished"

    def test_a_session_without_games(self, page: PageClient, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b, state=SessionState.ENDED)
        assert "No games were played" in recap(page.sign_in(cast.alice), class_session).text


class TestPlayingAgain:
    @pytest.mark.parametrize(
        ("button", "teams"), [("Keep tables and teams", "kept"), ("Keep tables, form new teams", "turned")]
    )
    def test_everyone_who_joins_is_seated(
        self, page: PageClient, played: ClassSession, button: str, teams: str
    ) -> None:
        form = recap(page, played).form_with(button)
        assert form.fields.get("teams", "kept") == teams
        page.send(form)
        page.follow()
        opened = db.session.execute(
            db.select(ClassSession).where(ClassSession.state == SessionState.LOBBY)
        ).scalar_one()
        for one in attendances_of(class_session_id=played.id):
            class_sessions.join_session(class_session_id=opened.id, student_id=one.student_id)
        assert sorted(map(len, plan_of(opened).values())) == [2, 3]

    def test_an_open_session_is_mentioned(self, page: PageClient, cast: Cast, played: ClassSession) -> None:
        make_class_session(cast.class_7b)
        shown = page.post("sessions.again", class_session_id=played.id, status=409)
        assert "already has an open session" in shown.text

    def test_unknown_actions_are_not_found(self, page: PageClient, played: ClassSession) -> None:
        page.post("sessions.again", {"teams": "mixed"}, class_session_id=played.id, status=404)
