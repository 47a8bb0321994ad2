"""The animal of each student, and the disc that it is drawn on."""

from __future__ import annotations

from random import SystemRandom

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

students = sa.table("students", *(sa.column(name) for name in ("id", "class_id", "archived_at", "animal", "disc")))
# As in `classroom.models.face` at this revision.
_ANIMALS = ("fox", "owl", "rabbit", "bear", "frog", "penguin", "panda", "hedgehog", "turtle", "duck", "deer", "octopus")
_DISCS = ("soft", "rays")
_COLUMNS = {"animal": 12, "disc": 8}


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        for name, length in _COLUMNS.items():
            batch_op.add_column(sa.Column(name, sa.String(length=length), nullable=True))
    connection = op.get_bind()
    classes: dict[str, list[str]] = {}
    is_archived = students.c.archived_at.is_not(None)
    for row in connection.execute(sa.select(students.c.id, students.c.class_id).order_by(is_archived, students.c.id)):
        classes.setdefault(row.class_id, []).append(row.id)
    dealt = [row for ids in classes.values() for row in _deal(ids)]
    if dealt:
        filled = students.update().where(students.c.id == sa.bindparam("of"))
        connection.execute(filled.values(animal=sa.bindparam("its"), disc=sa.bindparam("on")), dealt)
    with op.batch_alter_table("students") as batch_op:
        for name, length in _COLUMNS.items():
            batch_op.alter_column(name, existing_type=sa.String(length=length), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        for name in _COLUMNS:
            batch_op.drop_column(name)


def _deal(ids: list[str]) -> list[dict[str, str]]:
    """Deal to a class: each animal once, then each on its other disc, then from the beginning."""
    animals = SystemRandom().sample(_ANIMALS, len(_ANIMALS))
    first = [SystemRandom().randrange(2) for _ in animals]
    faces = [(animal, _DISCS[disc ^ turn]) for turn in (0, 1) for animal, disc in zip(animals, first, strict=True)]
    return [
        {"of": of, "its": faces[number % len(faces)][0], "on": faces[number % len(faces)][1]}
        for number, of in enumerate(ids)
    ]
