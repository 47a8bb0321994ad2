from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from classroom import clock, hosting
from classroom.app import create_app
from classroom.database import db
from classroom.demo.building import Size, build
from classroom.demo.guide import DemoAccount, new_demo_accounts, show_on_front_page
from classroom.demo.main import settings_for
from classroom.demo.people import TEACHER
from classroom.demo.today import open_today
from classroom.models import AccountLink, Attempt, ClassSession, Game, SchoolClass, SessionState, Student
from classroom.services.accounts import student_sign_in, teachers
from classroom.services.attendance import attendances_of
from classroom.services.play.game_log import bot_seats
from classroom.services.play.game_row import seats_of
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.seating.planning import planned_tables
from classroom.services.sessions.class_sessions import waiting_students
from tests.page_client import PageClient
from tests.page_lint import text_of
from tests.process_caches import clear_process_caches

pytestmark = pytest.mark.nightly

THURSDAY = datetime(2026, 11, 19, 12, 0).astimezone()


@pytest.fixture(scope="module")
def built(cheap_hashes: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo with few lessons and all of its people, at midday."""
    folder = tmp_path_factory.mktemp("demo")
    file = folder / "demo.sqlite3"
    with (
        hosting.hosted_app(settings_for(file), instance_path=folder) as app,
        app.app_context(),
        clock.frozen_at(THURSDAY),
    ):
        build(clock.now(), Size(weeks=1), tell=lambda *_: None)
        open_today(clock.now())
    return file


@pytest.fixture
def demo(built: Path, tmp_path: Path) -> Iterator[Flask]:
    """The app on a copy of it."""
    clear_process_caches()  # games of other tests had the same IDs with other moves
    file = Path(shutil.copy(built, tmp_path))
    app = create_app({**settings_for(file), "TESTING": True}, instance_path=tmp_path)
    with app.app_context(), clock.frozen_at(THURSDAY):
        yield app
        db.session.remove()
        db.engine.dispose()


def session_of(class_name: str) -> ClassSession:
    """Return the open session of a class."""
    is_open = (SchoolClass.name == class_name) & (ClassSession.state != SessionState.ENDED)
    return db.session.execute(select(ClassSession).join(SchoolClass).where(is_open)).scalar_one()


def tables() -> dict[int, Game]:
    return {game.table_number: game for game in current_games(class_session_id=session_of("5B").id)}


@pytest.mark.usefixtures("demo")
def test_a_lesson_is_in_progress_and_most_tables_need_attention() -> None:
    live, games = session_of("5B"), tables()
    assert live.state == SessionState.PLAYING
    assert set(games) == {1, 2, 3, 4, 5, 6, 7}
    # The pace of a table depends on the time, and so on the time zone: a pair may just start its next game.
    assert all(game.version > 5 or game.round > 1 for game in games.values())
    assert db.session.execute(select(func.max(Attempt.at))).scalar_one() <= clock.now()

    (waiting, called_away) = sorted(
        waiting_students(class_session_id=live.id), key=lambda one: one.student.name, reverse=True
    )
    assert (waiting.student.name, called_away.student.name) == ("Giang", "Emil")
    active_player = seats_of(games[3])[position_of(games[3]).turn]
    away = {one.student_id: one for one in attendances_of(class_session_id=live.id)}[active_player or ""]
    assert (away.student.name, away.seen_at) == ("Mateus", None)
    assert len(bot_seats(games[4])) == 1
    assert len(bot_seats(games[7])) == 1
    assert games[5].is_shared
    assert games[6].over_at is not None
    assert clock.now() - games[6].over_at < timedelta(minutes=2)
    assert games[1].teams == {
        "blue": {"name": "Comets", "colour": "violet"},
        "green": {"name": "Foxes", "colour": "yellow"},
    }


@pytest.mark.usefixtures("demo")
def test_another_class_waits_at_the_tables_of_its_last_lesson() -> None:
    session = session_of("3A")
    assert session.state == SessionState.LOBBY
    assert session.seats
    assert len(planned_tables(attendances_of(class_session_id=session.id))) >= 3


@pytest.mark.usefixtures("demo")
def test_sessions_are_opened_once_a_day() -> None:
    def counts() -> tuple[int, int]:
        lessons = select(func.count()).select_from(ClassSession)
        links = select(func.count()).select_from(AccountLink)
        return db.session.execute(lessons).scalar_one(), db.session.execute(links).scalar_one()

    before = counts()
    assert before[1] == 1
    open_today(clock.now() + timedelta(minutes=30))
    assert counts() == before
    earlier = session_of("5B").id

    with clock.frozen_at(THURSDAY + timedelta(days=2)):
        open_today(clock.now())
    ended = db.session.get_one(ClassSession, earlier)
    assert ended.state == SessionState.ENDED
    assert ended.ended_at == ended.opened_at + timedelta(minutes=18)
    assert session_of("5B").id != earlier
    assert session_of("3A").state == SessionState.LOBBY


@pytest.mark.usefixtures("demo")
def test_deleted_classes_cause_no_errors() -> None:
    for school_class in db.session.execute(select(SchoolClass)).scalars():
        db.session.delete(school_class)
    db.session.commit()
    open_today(clock.now())
    assert {account.is_teacher for account in new_demo_accounts()} == {True}


@pytest.mark.usefixtures("demo")
def test_the_shown_secrets_work_and_change_at_every_start() -> None:
    demo_accounts = {account.name: account for account in new_demo_accounts()}
    assert set(demo_accounts) == {"Ms Rivera", "Ms Lindqvist", "Kenji", "Diego Fernández-Ibarra", "Zoë", "Tess", "Otis"}
    for account in demo_accounts.values():
        if account.is_teacher:
            assert teachers.check_name_and_password(name=account.name, password=account.secret)
        else:
            assert student_sign_in.sign_in_student(student_id=account.student_id, secret=account.secret)
            assert db.session.get_one(Student, account.student_id).school_class.code == account.code
    assert len(demo_accounts["Otis"].pictures) == 4
    assert {account.secret for account in new_demo_accounts()}.isdisjoint(
        account.secret for account in demo_accounts.values()
    )


def test_some_students_use_spanish(demo: Flask) -> None:
    accounts = {account.name: account for account in new_demo_accounts()}
    browser = PageClient(demo)
    for name, language in (("Diego Fernández-Ibarra", "es"), ("Kenji", "en")):
        student = db.session.get_one(Student, accounts[name].student_id)
        assert browser.sign_in(student).get("play.show").one("html").get("lang") == language


def test_the_start_page_has_a_button_for_each_account(demo: Flask) -> None:
    demo_accounts = new_demo_accounts()
    show_on_front_page(demo, demo_accounts)
    demo.config["WTF_CSRF_ENABLED"] = False
    page = demo.test_client().get("/").text
    assert "Join your class" in page
    for account in demo_accounts:
        client = demo.test_client()
        with demo.test_request_context():
            url, fields = account.url, account.fields
        assert url in page
        answer = client.post(url, data={name: [v for n, v in fields if n == name] for name, _ in fields})
        assert answer.status_code == 303, account.name


def test_the_teachers_account_comes_first_where_accounts_are_shown(demo: Flask) -> None:
    show_on_front_page(demo, new_demo_accounts())
    page = PageClient(demo).get("home.show")
    main = [button for button in page.all("button") if "button-main" in button.get("class", "").split()]
    assert [text_of(button) for button in main] == ["Ms Rivera"]
    assert all(field.get("autofocus") is None for field in page.all("input"))
    far_away = demo.test_client().get("/", environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).text
    assert "autofocus" in far_away
    assert "button-main" in far_away


def test_other_computers_see_no_secrets(demo: Flask) -> None:
    demo_accounts = [DemoAccount(TEACHER, "open-sesame", "", is_teacher=True)]
    show_on_front_page(demo, demo_accounts)
    assert "open-sesame" in demo.test_client().get("/").text
    far_away = demo.test_client().get("/", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert far_away.status_code == 200
    assert "open-sesame" not in far_away.text
