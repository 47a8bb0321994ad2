from __future__ import annotations

import pytest
from sqlalchemy import select

from classroom import clock
from classroom.database import db
from classroom.models import Attempt, GameEvent, SchoolClass, SessionState, Student
from classroom.services.accounts import logins
from classroom.services.classes import roster
from classroom.services.classes.roster import MAX_LINES, MAX_STUDENTS, RosterResult
from classroom.services.errors import ClassErrorCode, ErrorCode, NameErrorCode, ServiceError
from classroom.services.play.game_row import seat_of
from classroom.services.sessions import class_sessions, practice
from tests.factories import Cast, make_attempt, make_class_session, make_game, make_game_event, make_student

ODD_NAMES = ["Ána", "O’Brien", "=1+1", "+1", "-2", "@home", "<b>Bold</b>", "🦊", "محمد ع", "Tuấn Anh", "x" * 40]


def paste(school_class: SchoolClass, text: str) -> RosterResult:
    return roster.add_students(class_id=school_class.id, text=text)


def names(school_class: SchoolClass) -> set[str]:
    return {one.name for one in roster.students_of(class_id=school_class.id)}


class TestPasting:
    def test_one_name_per_line(self, cast: Cast) -> None:
        result = paste(cast.class_7b, "Ana\r\n\r\n  Carol  D. \n\tEmil\tF.\n")
        assert result.added == ["Ana", "Carol D.", "Emil F."]
        assert (result.repeated, result.wrong) == ([], [])
        assert names(cast.class_7b) == {"Ana", "Bob", "Carol D.", "Emil F."}

    def test_new_students_have_no_card(self, cast: Cast) -> None:
        paste(cast.class_8c, "Ana")
        ana = roster.students_of(class_id=cast.class_8c.id)[0]
        assert ana.name == "Ana"
        assert ana.pin_hash is None

    def test_repeated_names_are_skipped_and_listed_by_line(self, cast: Cast) -> None:
        result = paste(cast.class_7b, "Ana\nana \n\nBOB\nÁna")
        assert result.added == ["Ana", "Ána"]
        assert [(line.number, line.text) for line in result.repeated] == [(2, "ana"), (4, "BOB")]

    def test_the_same_name_may_be_in_another_class(self, cast: Cast) -> None:
        assert paste(cast.class_8c, "Bob").added == ["Bob"]

    @pytest.mark.parametrize("name", ODD_NAMES)
    def test_odd_names_are_names(self, cast: Cast, name: str) -> None:
        assert paste(cast.class_7b, name).added == [name]
        assert name in names(cast.class_7b)

    def test_one_invalid_line_adds_no_one(self, cast: Cast) -> None:
        result = paste(cast.class_7b, "Ana\n" + "x" * 500 + "\nEmil\0")
        assert [(line.number, line.code) for line in result.wrong] == [
            (2, NameErrorCode.NAME_TOO_LONG),
            (3, NameErrorCode.NAME_NOT_TEXT),
        ]
        assert result.added == []
        assert names(cast.class_7b) == {"Bob"}

    @pytest.mark.parametrize(
        ("lines", "problem"),
        [
            (10_000, ClassErrorCode.ROSTER_TOO_LONG),
            (MAX_LINES + 1, ClassErrorCode.ROSTER_TOO_LONG),
            (MAX_STUDENTS, ClassErrorCode.CLASS_FULL),
        ],
    )
    def test_too_many_lines_are_refused(self, cast: Cast, lines: int, problem: ErrorCode) -> None:
        with pytest.raises(ServiceError) as caught:
            paste(cast.class_7b, "\n".join(f"Student {number}" for number in range(lines)))
        assert caught.value.code is problem
        assert names(cast.class_7b) == {"Bob"}

    def test_a_full_class_is_possible(self, cast: Cast) -> None:
        paste(cast.class_7b, "\n".join(f"Student {number}" for number in range(MAX_STUDENTS - 1)))
        assert len(names(cast.class_7b)) == MAX_STUDENTS

    @pytest.mark.parametrize("text", ["", "\n \n\t\n"])
    def test_an_empty_list_adds_no_one(self, cast: Cast, text: str) -> None:
        assert paste(cast.class_7b, text) == RosterResult()


class TestRenaming:
    def rename(self, student: Student, name: str) -> None:
        roster.rename_student(student_id=student.id, name=name)

    def test_a_new_name(self, cast: Cast) -> None:
        self.rename(cast.bob, " Bobby ")
        assert (cast.bob.name, cast.bob.name_key) == ("Bobby", "bobby")

    def test_another_spelling_of_the_teachers_name(self, cast: Cast) -> None:
        self.rename(cast.bob, "BOB")
        assert cast.bob.name == "BOB"

    def test_not_a_classmates_name(self, cast: Cast) -> None:
        make_student("Ana", school_class=cast.class_7b)
        with pytest.raises(ServiceError) as caught:
            self.rename(cast.bob, "ANA ")
        assert caught.value.code is NameErrorCode.NAME_TAKEN
        assert cast.bob.name == "Bob"


class TestRemoving:
    def test_answers_and_sign_ins_are_deleted_too(self, cast: Cast) -> None:
        game = make_game(
            make_class_session(cast.class_7b, state=SessionState.ENDED), [cast.bob, None], over_at=clock.now()
        )
        make_attempt(make_game_event(game, {"do": "place"}, student=cast.bob), student=cast.bob)
        token = logins.start_login(student_id=cast.bob.id)

        roster.remove_student(student_id=cast.bob.id)

        assert names(cast.class_7b) == set()
        assert logins.find_login(token=token) is None
        assert db.session.execute(select(Attempt)).first() is None
        assert db.session.execute(select(GameEvent.student_id)).scalar_one() is None

    def test_a_removed_student_leaves_the_lobby_and_practice(self, cast: Cast) -> None:
        cast.class_7b.allows_practice = True
        db.session.commit()
        alone = practice.start_practice(student_id=cast.bob.id).class_session
        roster.remove_student(student_id=cast.bob.id)
        assert alone.state == SessionState.ENDED
        lobby = make_class_session(cast.class_7b)
        ana = make_student("Ana", school_class=cast.class_7b)
        class_sessions.join_session(class_session_id=lobby.id, student_id=ana.id)
        before = lobby.version
        roster.remove_student(student_id=ana.id)
        assert lobby.version > before

    def test_a_bot_takes_the_seat_in_a_running_game(self, cast: Cast) -> None:
        ana = make_student("Ana", school_class=cast.class_7b)
        game = make_game(make_class_session(cast.class_7b, state=SessionState.PLAYING), [cast.bob, ana])
        roster.remove_student(student_id=cast.bob.id)
        assert [(one.seat, one.student_id) for one in game.players if one.left_at_version is None] == [
            (0, None),
            (1, ana.id),
        ]
        assert seat_of(game_id=game.id, student_id=ana.id) == 1
