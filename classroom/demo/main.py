"""Starting the demo: its own database, built when there is none, and a server with a class that plays."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from pathlib import Path

import click
from sqlalchemy import select

from classroom import clock, hosting, instance
from classroom.clock import local_day
from classroom.database import db
from classroom.demo.building import Size, build, minds_of
from classroom.demo.driver import PretendClass
from classroom.demo.lessons import LESSON, LIVE, Lesson, end_lesson, open_lesson, play_lesson
from classroom.demo.people import TEACHER, WITH_PRINTED_PINS
from classroom.models import ClassSession, SchoolClass, SessionState, Student
from classroom.services import accounts, login_cards
from classroom.services.forecasts import TableKind
from classroom.web.forecasts import get_forecasts
from engine import NUMBERS

_FILE = "demo.sqlite3"
_UNFINISHED = "demo-unfinished.sqlite3"
_ALREADY_PLAYED = timedelta(minutes=8)


def main(host: str, port: int, *, fresh: bool = False) -> int:
    """Serve the demo until it is told to stop; gives the exit status.

    :param fresh: build the database anew, though there is one.
    :raises classroom.instance.InstanceError: if the instance folder cannot be used.
    :raises classroom.server.ServerError: if the address cannot be bound.
    """
    folder = instance.instance_path()
    instance.prepare_instance(folder)
    if fresh or not (folder / _FILE).exists():
        build_file(folder, Size())
    with hosting.hosted_app(settings_for(folder / _FILE), instance_path=folder) as app:
        with app.app_context():
            open_live_lesson(clock.now())
            notes = new_credentials()
            begin_forecasts()
        pretend_class = PretendClass(app)
        pretend_class.start()
        try:
            hosting.run(app, host=host, port=port, notes=notes)
        finally:
            pretend_class.stop()
            pretend_class.join(5)
    return 0


def build_file(folder: Path, size: Size) -> None:
    """Build the demo's database. It gets its name only when it is complete."""
    for leftover in (*folder.glob(f"{_FILE}*"), *folder.glob(f"{_UNFINISHED}*")):
        leftover.unlink()
    with (
        hosting.hosted_app(settings_for(folder / _UNFINISHED), instance_path=folder) as app,
        app.app_context(),
        click.progressbar(length=1, label="Playing weeks of lessons", file=sys.stderr) as bar,
    ):

        def show(done: int, most: int) -> None:
            bar.length = most
            bar.update(done - bar.pos)

        build(clock.now(), size, tables_done=show)
        bar.update((bar.length or 1) - bar.pos)
    (folder / _UNFINISHED).rename(folder / _FILE)


def settings_for(file: Path) -> dict[str, str]:
    """The demo's own database, and a cookie of its own beside that of a real app on this computer."""
    return {"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "SESSION_COOKIE_NAME": "classroom-demo"}


def open_live_lesson(now: datetime) -> None:
    """See that a lesson is going on, in which every table has played for some minutes. One of another day has ended."""
    left_open = select(ClassSession).where(ClassSession.state != SessionState.ENDED)
    for class_session in db.session.execute(left_open).scalars().all():
        if local_day(class_session.opened_at) == local_day(now):
            return
        end_lesson(class_session.id, at=class_session.opened_at + LESSON)
    class_id = db.session.execute(select(SchoolClass.id).order_by(SchoolClass.created_at)).scalars().first()
    if class_id is None:  # a visitor has deleted the class
        return
    minds = minds_of(class_id)
    lesson = Lesson(now - _ALREADY_PLAYED, LIVE)
    session_id = open_lesson(class_id, lesson, sorted(minds, key=lambda one: minds[one].name))
    play_lesson(session_id, minds, since=lesson.opens_at, until=now, advance=lambda: None)


def begin_forecasts() -> None:
    """Have the forecasts for tables like those of the live lesson worked out before anybody asks."""
    for players in NUMBERS.player_counts:
        get_forecasts().ask(TableKind.of(LIVE, players))


def new_credentials() -> list[str]:
    """Give the teacher and three students new random secrets; gives lines that tell them.

    New ones at every start: the database keeps hashes only.
    """
    password = accounts.reset_password(name=TEACHER)
    lines = ["", f"  Teacher:   {TEACHER}, at /sign-in", f"  Password:  {password}"]
    printed = select(Student.id, Student.class_id, SchoolClass.code).join(SchoolClass)
    rows = db.session.execute(printed.where(Student.name.in_(WITH_PRINTED_PINS))).all()
    for class_id, code in sorted({(row.class_id, row.code) for row in rows}):
        lines += ["", f"  Class code for students:  {code}"]
        ids = [row.id for row in rows if row.class_id == class_id]
        lines += [
            f"    {card.name}, PIN {card.pin}" for card in login_cards.new_cards(class_id=class_id, student_ids=ids)
        ]
    return [*lines, "", "  The teacher's pages print cards for the other students."]
