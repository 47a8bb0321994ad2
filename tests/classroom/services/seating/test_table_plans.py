"""Ways of forming tables, rules, saved tables, and team colors, with the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom import rng
from classroom.database import db
from classroom.models import Attendance, ClassSession, SeatingRuleKind
from classroom.presenters.table.teams import color_attributes, team_name
from classroom.services.errors import ErrorCode, NameErrorCode, SeatingErrorCode, ServiceError
from classroom.services.play.games import current_games, stop_game
from classroom.services.seating import planning, table_plans
from classroom.services.seating.levels import seat_levels
from classroom.services.seating.rules import add_rule, remove_rule, rules_of
from classroom.services.seating.saved_tables import delete_saved_tables, save_tables, saved_tables_of
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import end_session, join_session, note_present
from classroom.services.sessions.lobby import Forming, FormingMethod
from classroom.services.sessions.next_games import deal_next_game
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_class_session, make_student

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session, scoped_session

    from classroom.models import Student


@pytest.fixture
def class_session(db_session: scoped_session[Session]) -> Iterator[ClassSession]:
    """A session in its lobby, at tables of four, with a fixed seed."""
    with rng.seeded(1):
        yield make_class_session()


def form(class_session: ClassSession, way: FormingMethod, saved_id: int = 0) -> list[list[str]]:
    """Form tables. Return them."""
    lobby.arrange_tables(class_session_id=class_session.id, forming=Forming(way, saved_id))
    return list(plan_of(class_session).values())


def rule(one: Student, other: Student, kind: SeatingRuleKind) -> None:
    """Add a rule that keeps two students apart or together."""
    add_rule(class_id=one.class_id, student_ids=(one.id, other.id), kind=kind)


class TestWays:
    def test_similar_tables_use_the_levels(self, class_session: ClassSession) -> None:
        students = join(class_session, 8)
        for student in students[:4]:
            student.level = 1
        for student in students[4:]:
            student.level = 6
        db.session.commit()
        tables = form(class_session, FormingMethod.SIMILAR)
        assert {one.id for one in students[:4]} in [set(table) for table in tables]
        mixed = form(class_session, FormingMethod.MIXED)
        weak = {one.id for one in students[:4]}
        assert [len(weak & set(table)) for table in mixed] == [2, 2]
        assert all(len(weak & set(table[::2])) == 1 for table in mixed)

    def test_unknown_students_have_no_level(self, class_session: ClassSession) -> None:
        known, unknown = join(class_session, 2)
        known.level = 4
        db.session.commit()
        assert list(seat_levels(student_ids=[known.id, unknown.id])) == [known.id]

    def test_tables_can_be_formed_as_last_time(self, class_session: ClassSession) -> None:
        students = join(class_session, 8)
        before = form(class_session, FormingMethod.RANDOM)
        lobby.start_session(class_session_id=class_session.id)
        end_session(class_session_id=class_session.id)
        again = make_class_session(class_session.school_class)
        for student in students:
            join_session(class_session_id=again.id, student_id=student.id)
        assert form(again, FormingMethod.LAST) == before

    def test_without_an_earlier_session_it_is_refused(self, class_session: ClassSession) -> None:
        join(class_session, 2)
        with pytest.raises(ServiceError) as refused:
            form(class_session, FormingMethod.LAST)
        assert refused.value.code is SeatingErrorCode.NO_LAST_TABLES

    def test_saved_tables_omit_former_students(self, class_session: ClassSession) -> None:
        join(class_session, 8)
        before = form(class_session, FormingMethod.RANDOM)
        save_tables(class_session_id=class_session.id, name=" Project  groups ")
        (saved,) = saved_tables_of(class_id=class_session.class_id)
        assert saved.name == "Project groups"
        form(class_session, FormingMethod.RANDOM)
        assert form(class_session, FormingMethod.SAVED, saved.id) == before
        lobby.leave_session(class_session_id=class_session.id, student_id=before[1][0])
        assert form(class_session, FormingMethod.SAVED, saved.id) == [before[0], before[1][1:]]

    def test_saved_tables_of_another_class_are_refused(self, class_session: ClassSession) -> None:
        join(class_session, 4)
        form(class_session, FormingMethod.RANDOM)
        save_tables(class_session_id=class_session.id, name="Groups")
        (saved,) = saved_tables_of(class_id=class_session.class_id)
        other = make_class_session()
        join(other, 4)
        with pytest.raises(ServiceError) as refused:
            form(other, FormingMethod.SAVED, saved.id)
        assert refused.value.code is SeatingErrorCode.NO_SUCH_SAVED_TABLES
        delete_saved_tables(class_id=other.class_id, saved_id=saved.id)
        assert saved_tables_of(class_id=class_session.class_id) == [saved]

    def test_a_name_is_used_once(self, class_session: ClassSession) -> None:
        join(class_session, 4)
        with pytest.raises(ServiceError) as refused:
            save_tables(class_session_id=class_session.id, name="Groups")
        assert refused.value.code is SeatingErrorCode.NO_TABLES
        form(class_session, FormingMethod.RANDOM)
        save_tables(class_session_id=class_session.id, name="Groups")
        with pytest.raises(ServiceError) as refused:
            save_tables(class_session_id=class_session.id, name="Groups")
        assert refused.value.code is SeatingErrorCode.SAVED_TABLES_NAME_TAKEN


class TestRules:
    def test_rules_are_used_to_form_tables(self, class_session: ClassSession) -> None:
        one, two, three, *_ = join(class_session, 8)
        rule(one, two, SeatingRuleKind.APART)
        rule(one, three, SeatingRuleKind.TOGETHER)
        for _ in range(5):
            table = next(table for table in form(class_session, FormingMethod.RANDOM) if one.id in table)
            assert three.id in table
            assert two.id not in table

    def test_contradictions_are_refused_with_names(self, class_session: ClassSession) -> None:
        ana, ben, cem = (make_student(name, school_class=class_session.school_class) for name in ("Ana", "Ben", "Cem"))
        rule(ana, ben, SeatingRuleKind.TOGETHER)
        rule(ben, cem, SeatingRuleKind.TOGETHER)
        with pytest.raises(ServiceError) as refused:
            rule(cem, ana, SeatingRuleKind.APART)
        assert refused.value.code is SeatingErrorCode.RULE_KEEPS_TOGETHER
        assert set(refused.value.facts.values()) == {"Ana", "Cem"}
        second = rules_of(class_id=ana.class_id)[1]
        remove_rule(class_id=ana.class_id, rule_id=second.id)
        rule(cem, ana, SeatingRuleKind.APART)
        with pytest.raises(ServiceError) as refused:
            rule(ben, cem, SeatingRuleKind.TOGETHER)
        assert refused.value.code is SeatingErrorCode.RULE_KEEPS_APART
        assert set(refused.value.facts.values()) == {"Ana", "Cem"}
        assert len(rules_of(class_id=ana.class_id)) == 2

    def test_a_rule_requires_two_students_of_the_class(self, class_session: ClassSession) -> None:
        ana, stranger = make_student(school_class=class_session.school_class), make_student()
        for other, problem in (
            (ana, SeatingErrorCode.RULE_OF_ONE_STUDENT),
            (stranger, SeatingErrorCode.NO_SUCH_STUDENT),
        ):
            with pytest.raises(ServiceError) as refused:
                rule(ana, other, SeatingRuleKind.APART)
            assert refused.value.code is problem

    def test_the_same_rule_twice_is_one_rule(self, class_session: ClassSession) -> None:
        ana, ben = (make_student(school_class=class_session.school_class) for _ in range(2))
        rule(ana, ben, SeatingRuleKind.APART)
        rule(ben, ana, SeatingRuleKind.APART)
        assert len(rules_of(class_id=ana.class_id)) == 1


class TestByHand:
    def test_two_students_can_swap(self, class_session: ClassSession) -> None:
        join(class_session, 8)
        (one, two, *rest), (three, *others) = form(class_session, FormingMethod.RANDOM)
        planning.swap_places(class_session_id=class_session.id, student_id=one, other_id=two)
        planning.swap_places(class_session_id=class_session.id, student_id=two, other_id=three)
        assert list(plan_of(class_session).values()) == [[three, one, *rest], [two, *others]]

    def test_a_student_can_sit_alone_with_a_bot(self, class_session: ClassSession) -> None:
        join(class_session, 4)
        ((one, *others),) = form(class_session, FormingMethod.RANDOM)
        for _ in range(2):
            planning.seat_alone(class_session_id=class_session.id, student_id=one)
        assert plan_of(class_session) == {1: others, 2: [one]}


class TestDevices:
    def test_a_student_without_a_device_counts_as_present(self, class_session: ClassSession) -> None:
        ana = make_student(school_class=class_session.school_class)
        note_present(class_session_id=class_session.id, student_id=ana.id)
        attendance = db.session.get_one(Attendance, (class_session.id, ana.id))
        assert (attendance.has_device, attendance.seen_at) == (False, None)
        join_session(class_session_id=class_session.id, student_id=ana.id)
        assert attendance.has_device
        assert attendance.seen_at is not None

    def test_unknown_students_cannot_be_recorded(self, class_session: ClassSession) -> None:
        with pytest.raises(ServiceError) as refused:
            note_present(class_session_id=class_session.id, student_id=make_student().id)
        assert refused.value.code is SeatingErrorCode.NO_SUCH_STUDENT

    def test_a_shared_device_applies_to_every_game(self, class_session: ClassSession) -> None:
        join(class_session, 6)
        form(class_session, FormingMethod.RANDOM)
        table_plans.share_device(class_session_id=class_session.id, table_number=2, is_shared=True)
        lobby.start_session(class_session_id=class_session.id)
        games = current_games(class_session_id=class_session.id)
        assert [game.is_shared for game in games] == [False, True]
        stop_game(game_id=games[1].id)
        assert deal_next_game(game_id=games[1].id).is_shared


class TestTeams:
    def test_names_and_colors_apply_to_every_game(self, class_session: ClassSession) -> None:
        join(class_session, 8)
        form(class_session, FormingMethod.RANDOM)
        foxes = {"blue": ("Foxes", "teal"), "green": ("", "red")}
        table_plans.choose_teams(class_session_id=class_session.id, table_number=0, teams=foxes)
        owls = {"blue": ("Owls", "blue"), "green": ("", "green")}
        table_plans.choose_teams(class_session_id=class_session.id, table_number=2, teams=owls)
        lobby.start_session(class_session_id=class_session.id)
        first, second = current_games(class_session_id=class_session.id)
        assert first.teams == {"blue": {"name": "Foxes", "colour": "teal"}, "green": {"colour": "red"}}
        assert second.teams == {"blue": {"name": "Owls"}, "green": {}}
        assert [team_name(first.teams, team).strip("\u2068\u2069") for team in ("blue", "green")] == ["Foxes", "Red"]
        assert color_attributes(first.teams) == {"data-blue": "teal", "data-green": "red"}
        assert color_attributes(second.teams) == color_attributes(None) == {}
        stop_game(game_id=first.id)
        assert deal_next_game(game_id=first.id).teams == first.teams

    @pytest.mark.parametrize(
        ("blue", "green", "problem"),
        [
            (("", "teal"), ("", "teal"), SeatingErrorCode.COLOR_TWICE),
            (("Foxes", "blue"), ("foxes", "green"), SeatingErrorCode.TEAM_NAME_TWICE),
            (("Green", "blue"), ("", "green"), SeatingErrorCode.TEAM_NAME_TWICE),
            (("", "pink"), ("", "green"), SeatingErrorCode.UNKNOWN_COLOR),
            (("x" * 21, "blue"), ("", "green"), NameErrorCode.NAME_TOO_LONG),
        ],
    )
    def test_indistinguishable_teams_are_refused(
        self, class_session: ClassSession, blue: tuple[str, str], green: tuple[str, str], problem: ErrorCode
    ) -> None:
        with pytest.raises(ServiceError) as refused:
            table_plans.choose_teams(
                class_session_id=class_session.id, table_number=0, teams={"blue": blue, "green": green}
            )
        assert refused.value.code is problem
