"""The migrations create what the models describe, on both databases, and can be undone."""

from __future__ import annotations

import functools
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import flask_migrate
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select, text, update

from classroom.database import Base, db
from classroom.models import FACES, Attempt, DealtFace, Face, SessionState, Student, Teacher
from classroom.services.decks.content import DeckCopy, SkillChoice
from classroom.services.settings import TableSettings
from tests.factories import (
    make_attempt,
    make_attendance,
    make_cast,
    make_class_session,
    make_deck,
    make_game,
    make_game_event,
    make_login_session,
    make_school_class,
    make_student,
    make_teacher,
)
from tests.guards.files import ROOT
from tests.tiers import AT_NIGHT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flask import Flask

Schema = dict[str, Any]

MIGRATIONS = ROOT / "classroom" / "migrations"
REVISIONS = None if AT_NIGHT else 6
"""The number of revisions to undo, from the newest on: older ones never change."""
on_both_at_night = pytest.mark.parametrize(
    "app_with_tables",
    ["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.nightly])],
    indirect=True,
)
"""For tests of single revisions, which never change: CI migrates PostgreSQL once from the first to the last."""


@pytest.fixture(scope="module", autouse=True)
def scripts_read_once() -> Iterator[None]:
    """Read the revisions once. Alembic reads them for each command, which takes longer than most commands."""
    read = functools.cache(lambda: ScriptDirectory(str(MIGRATIONS)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptDirectory, "from_config", lambda _: read())
        yield


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def app_with_tables(request: pytest.FixtureRequest) -> Iterator[Flask]:
    """Create an app with tables created from the models, on each database."""
    make = request.getfixturevalue("make_app" if request.param == "sqlite" else "make_postgres_app")
    app: Flask = make()
    with app.app_context():
        assert db.engine.dialect.name == request.param
        yield app


def test_there_is_one_head(app_with_tables: Flask) -> None:
    assert len(_scripts(app_with_tables).get_heads()) == 1


def test_the_migrations_make_what_the_models_describe(app_with_tables: Flask) -> None:
    expected = _schema()
    db.drop_all()
    flask_migrate.upgrade()
    assert _schema() == expected
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@on_both_at_night
def test_every_revision_can_be_undone_and_repeated(app_with_tables: Flask) -> None:
    db.drop_all()
    newest_first = list(_scripts(app_with_tables).walk_revisions())[:REVISIONS]
    flask_migrate.upgrade(revision=str(newest_first[-1].down_revision or "base"))
    before = _schema()
    for script in reversed(newest_first):
        flask_migrate.upgrade(revision=script.revision)
        after = _schema()
        assert after != before
        flask_migrate.downgrade(revision=str(script.down_revision or "base"))
        assert _schema() == before
        flask_migrate.upgrade(revision=script.revision)
        assert _schema() == after
        before = after


@on_both_at_night
def test_every_revision_keeps_the_rows(app_with_tables: Flask) -> None:
    """Undo and repeat each revision with rows in most tables: new required columns must be filled in them."""
    flask_migrate.stamp()
    cast = make_cast()
    class_session = make_class_session(cast.class_7b)
    make_attendance(class_session, cast.bob)
    game = make_game(class_session, [cast.bob, None])
    make_attempt(make_game_event(game, {"type": "place"}, student=cast.bob), student=cast.bob)
    make_deck(cast.alice)
    make_login_session(cast.alice)
    before = _counts()  # ends the session's transaction, which would block migrations
    for script in list(_scripts(app_with_tables).walk_revisions())[:-1][:REVISIONS]:
        flask_migrate.downgrade(revision=str(script.down_revision))
        counts = _counts()
        flask_migrate.upgrade(revision=script.revision)
        again = _counts()
        assert {table: again[table] for table in counts} == counts, script.revision
        flask_migrate.downgrade(revision=str(script.down_revision))
    flask_migrate.upgrade()
    lost = {"decks", "baselines"}  # the first revisions have no such tables
    assert {table: count for table, count in _counts().items() if table not in lost} == {
        table: count for table, count in before.items() if table not in lost
    }


@pytest.mark.nightly
@on_both_at_night
def test_the_oldest_account_becomes_an_administrator(app_with_tables: Flask) -> None:
    flask_migrate.stamp()
    first = make_teacher("First", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    first_id, second_id = first.id, make_teacher("Second", created_at=datetime(2026, 2, 1, tzinfo=UTC)).id
    db.session.rollback()  # an open transaction would block migrations
    flask_migrate.downgrade(revision="0009")
    flask_migrate.upgrade()
    assert db.session.get_one(Teacher, first_id).is_administrator
    assert not db.session.get_one(Teacher, second_id).is_administrator


@pytest.mark.nightly
@on_both_at_night
def test_existing_students_are_sorted_like_new_ones(app_with_tables: Flask) -> None:
    flask_migrate.stamp()
    school_class = make_school_class()
    for name in (
        "Ána",
        "Łucja",
        "Đorđe",
        "Þóra",
        "Groß",
        "Iğdır",
        "O’Brien",
        "Ёлка",
        "Йосиф",
        "\u200fعلي",
        "🦊",
        "ﬃ" * 40,
    ):
        make_student(name, school_class=school_class, pin=None)
    every = select(Student.name, Student.sort_key).order_by(Student.id)
    before = db.session.execute(every).all()
    db.session.rollback()  # an open transaction would block migrations
    flask_migrate.downgrade(revision="0011")
    flask_migrate.upgrade(revision="0012")
    assert db.session.execute(every).all() == before


@pytest.mark.nightly
@on_both_at_night
def test_existing_answers_get_the_probability_predicted_for_their_equation(app_with_tables: Flask) -> None:
    flask_migrate.stamp()
    cast = make_cast()
    game = make_game(make_class_session(cast.class_7b), [cast.bob, None])
    for card, chance in ((3, 0.61), (4, 0.72), (3, 0.83)):  # card 3 was dealt again, as after a reshuffle
        face = make_game_event(game, {"do": "face", "card": card})
        place = {"game_id": game.id, "version": face.version, "student_id": cast.bob.id, "card": card}
        db.session.add(DealtFace(**place, goal=0.82, at=face.at, choice={"p": chance}))
        answer = make_game_event(game, {"do": "place", "card": card}, student=cast.bob)
        make_attempt(answer, student=cast.bob, goal=0.82, expected=chance)
    make_attempt(make_game_event(game, {"do": "place", "card": 9}, student=cast.bob), student=cast.bob)
    db.session.commit()
    every = select(Attempt.expected).order_by(Attempt.version)
    assert db.session.execute(every).scalars().all() == [0.61, 0.72, 0.83, None]
    db.session.rollback()  # an open transaction would block migrations
    flask_migrate.downgrade(revision="0018")
    flask_migrate.upgrade()
    assert db.session.execute(every).scalars().all() == [0.61, 0.72, 0.83, None]


@pytest.mark.nightly
@on_both_at_night
def test_existing_answers_get_the_skill_of_their_card(app_with_tables: Flask) -> None:
    flask_migrate.stamp()
    cast = make_cast()
    deck = DeckCopy("Larger sums", SkillChoice(("add-2-digit",)))
    settings = TableSettings(deck="deckofalice1", deck_copy=deck)
    plain, of_skills = (
        make_class_session(cast.class_7b, state=SessionState.ENDED, settings=one) for one in (None, settings)
    )
    games = [make_game(one, [cast.bob, None]) for one in (plain, of_skills, plain)]
    for game in games:
        for equation, answer in (("47 + 30", "77"), ("6 × 8", "48"), ("our own", "77")):
            event = make_game_event(game, {}, student=cast.bob)
            make_attempt(event, student=cast.bob, equation=equation, answer=answer)
    dealt = make_game_event(games[2], {"do": "face", "card": 3})
    place = {"game_id": games[2].id, "version": dealt.version, "student_id": cast.bob.id, "card": 3, "goal": 0.82}
    db.session.add(DealtFace(**place, at=dealt.at, choice={"text": "47 + 30", "skill": "add-2-digit"}))
    db.session.execute(update(Attempt).where(Attempt.game_id == games[2].id).values(goal=0.82))
    db.session.commit()
    flask_migrate.downgrade(revision="0021")
    flask_migrate.upgrade(revision="0022")
    columns = (Attempt.game_id, Attempt.equation, Attempt.skill, Attempt.fact)  # other columns were added later
    found = {(one.game_id, one.equation): (one.skill, one.fact) for one in db.session.execute(select(*columns))}
    assert [found[game.id, "47 + 30"] for game in games] == [
        ("add-2-digit-easy", "add:30+47"),
        ("add-2-digit", "add:30+47"),
        ("add-2-digit", "add:30+47"),
    ]
    assert {found[game.id, "6 × 8"] for game in games} == {("mul-tables", "mul:6x8")}
    assert {found[game.id, "our own"] for game in games} == {("own", "own:our own")}


@pytest.mark.nightly
@on_both_at_night
def test_existing_students_get_different_animals(app_with_tables: Flask) -> None:
    flask_migrate.stamp()
    full, small_class = make_school_class(), make_school_class()
    for school_class in (*[full] * 24, *[small_class] * 3):
        make_student(school_class=school_class, pin=None)
    make_student(school_class=small_class, pin=None, archived_at=datetime(2026, 1, 1, tzinfo=UTC))
    db.session.rollback()  # an open transaction would block migrations
    flask_migrate.downgrade(revision="0020")
    flask_migrate.upgrade(revision="0021")
    dealt: dict[str, list[Face]] = {}
    for row in db.session.execute(select(Student.class_id, Student.animal, Student.disc)):
        dealt.setdefault(row.class_id, []).append(Face(row.animal, row.disc))
    large, small = sorted(dealt.values(), key=len, reverse=True)
    assert sorted(map(repr, large)) == sorted(map(repr, FACES))
    assert len({face.animal for face in small}) == len(small) == 4


def _counts() -> dict[str, int]:
    db.session.rollback()
    with db.engine.connect() as connection:
        names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
        counts = " UNION ALL ".join(f"SELECT '{name}' AS name, count(*) AS number FROM {name}" for name in names)  # noqa: S608
        return {row.name: row.number for row in connection.execute(text(counts))}


def _scripts(app: Flask) -> ScriptDirectory:
    return ScriptDirectory.from_config(app.extensions["migrate"].migrate.get_config())


def _schema() -> Schema:
    """Return all tables except Alembic's, as the database describes them."""
    db.session.rollback()
    with db.engine.connect() as connection:
        seen = inspect(connection)
        names = [name for name in seen.get_table_names() if name != "alembic_version"]
        columns, keys = seen.get_multi_columns(), seen.get_multi_pk_constraint()
        foreign, unique = seen.get_multi_foreign_keys(), seen.get_multi_unique_constraints()
        indexes, checks = seen.get_multi_indexes(), seen.get_multi_check_constraints()
        return {
            name: {
                "columns": [
                    {**row, "type": row["type"].compile(dialect=connection.dialect)}  # types have no equality
                    for row in _ordered(columns[None, name])
                ],
                "primary key": keys[None, name],
                "foreign keys": _ordered(foreign[None, name]),
                "unique": _ordered(unique[None, name]),
                "indexes": [
                    {
                        **row,
                        "dialect_options": {key: str(value) for key, value in row.get("dialect_options", {}).items()},
                    }
                    for row in _ordered(indexes[None, name])
                ],
                "checks": _ordered(checks[None, name]),
            }
            for name in names
        }


def _ordered(rows: Iterable[Any]) -> list[dict[str, Any]]:
    plain = [{key: value for key, value in row.items() if key != "comment"} for row in rows]
    return sorted(plain, key=lambda row: str(row["name"]))
