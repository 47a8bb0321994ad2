"""The skill and the number family that each answer was about, and what else could have been chosen by mistake."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

# The bank is too large to be written out here. `python -m classroom rebuild-statistics` gives the same.
from engine.deck_making import grade_of_deck
from engine.equations import ALL_STEPS, EVERYTHING, SKILLS, Selection, describe, find, skills_of_grade

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_LENGTHS = {"skill": 32, "fact": 90}
attempts = sa.table(
    "attempts",
    *map(sa.column, ("game_id", "version", "student_id", "equation", "answer", "goal", *_LENGTHS)),
)
kept = sa.table("equations_met", *map(sa.column, ("equation", "answer", *_LENGTHS)))


def upgrade() -> None:
    with op.batch_alter_table("attempts") as batch_op:
        for name, length in _LENGTHS.items():
            batch_op.add_column(sa.Column(name, sa.String(length=length), nullable=True))
        batch_op.add_column(sa.Column("open_labels", sa.Text(), nullable=True))
    connection = op.get_bind()
    _fill_all(connection)
    _correct_dealt(connection)
    _correct_printed(connection)
    with op.batch_alter_table("attempts") as batch_op:
        for name, length in _LENGTHS.items():
            batch_op.alter_column(name, existing_type=sa.String(length=length), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("attempts") as batch_op:
        for name in (*_LENGTHS, "open_labels"):
            batch_op.drop_column(name)


def _fill_all(connection: sa.Connection) -> None:
    """Give each answer the easiest skill that has its text: all at once, as a school has a million of them."""
    met = connection.execute(sa.select(attempts.c.equation, attempts.c.answer).distinct()).all()
    if not met:
        return
    op.create_table(
        "equations_met",
        sa.Column("equation", sa.String(80), primary_key=True),
        sa.Column("answer", sa.String(20), primary_key=True),
        *(sa.Column(name, sa.String(length)) for name, length in _LENGTHS.items()),
    )
    connection.execute(sa.insert(kept), [_row(text, answer) for text, answer in met])
    is_same = (kept.c.equation == attempts.c.equation) & (kept.c.answer == attempts.c.answer)
    values = {name: sa.select(kept.c[name]).where(is_same).scalar_subquery() for name in _LENGTHS}
    connection.execute(sa.update(attempts).values(values))
    op.drop_table("equations_met")


def _correct_dealt(connection: sa.Connection) -> None:
    """Take the skill from the choice, where the app chose the equation for its student."""
    dealt = sa.table("dealt_faces", *map(sa.column, ("game_id", "student_id")), sa.column("choice", sa.JSON()))
    for (game_id,) in connection.execute(sa.select(dealt.c.game_id).distinct()).all():
        for row in connection.execute(sa.select(dealt).where(dealt.c.game_id == game_id)).all():
            text, skill = row.choice.get("text"), row.choice.get("skill")
            if text is not None and skill in SKILLS:
                is_own = (attempts.c.game_id == game_id) & (attempts.c.student_id == row.student_id)
                _correct(connection, is_own & attempts.c.goal.is_not(None), [text], {skill: ALL_STEPS})


def _correct_printed(connection: sa.Connection) -> None:
    """Take the first skill of the deck that has the text, where the deck is one of skills."""
    sessions = sa.table("class_sessions", sa.column("id"), sa.column("settings", sa.JSON()))
    games = sa.table("games", sa.column("id"), sa.column("class_session_id"))
    by_skills: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for row in connection.execute(sa.select(sessions)).all():
        if skills := _skills_of_deck(row.settings):
            by_skills[skills].append(row.id)
    for skills, ids in by_skills.items():
        of_sessions = attempts.c.game_id.in_(sa.select(games.c.id).where(games.c.class_session_id.in_(ids)))
        is_printed = of_sessions & attempts.c.goal.is_(None)
        texts = connection.execute(sa.select(attempts.c.equation).where(is_printed).distinct()).scalars().all()
        _correct(connection, is_printed, texts, dict.fromkeys(skills, EVERYTHING))


def _correct(connection: sa.Connection, where: sa.ColumnElement[bool], texts: Iterable[str], among: Selection) -> None:
    for usual in filter(None, map(find, texts)):
        right = describe(usual.text, usual.answer, among)
        if right.skill != usual.skill:
            connection.execute(
                sa.update(attempts)
                .where(where, attempts.c.equation == usual.text, attempts.c.answer == str(usual.answer))
                .values(skill=right.skill, fact=right.fact_key)
            )


def _skills_of_deck(settings: Mapping[str, Any]) -> tuple[str, ...]:
    copy = settings.get("deck_copy")
    if copy is not None:
        chosen = copy.get("skills")
        return tuple(key for key in chosen["skills"] if key in SKILLS) if chosen else ()
    grade = grade_of_deck(settings.get("deck", ""))
    return () if grade is None else tuple(skills_of_grade(grade))


def _row(text: str, answer: str) -> dict[str, str]:
    equation = describe(text, int(answer))
    return {"equation": text, "answer": answer, "skill": equation.skill, "fact": equation.fact_key}
