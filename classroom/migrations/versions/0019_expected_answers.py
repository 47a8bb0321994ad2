"""What was predicted of each answer to an equation that was chosen for its student."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("attempts") as batch_op:
        batch_op.add_column(sa.Column("expected", sa.Double(), nullable=True))
    _fill(op.get_bind())


def downgrade() -> None:
    with op.batch_alter_table("attempts") as batch_op:
        batch_op.drop_column("expected")


def _fill(connection: sa.Connection) -> None:
    """Take the predictions from the choices: the latest before each answer to the same card."""
    attempts = sa.table("attempts", *map(sa.column, ("game_id", "version", "student_id", "goal", "expected")))
    dealt = sa.table("dealt_faces", *map(sa.column, ("game_id", "version", "student_id", "card")), _json("choice"))
    events = sa.table("game_events", *map(sa.column, ("game_id", "version")), _json("event"))
    for (game_id,) in connection.execute(sa.select(dealt.c.game_id).distinct()).all():
        choices: dict[tuple[str, int], list[tuple[int, float]]] = defaultdict(list)
        for row in connection.execute(sa.select(dealt).where(dealt.c.game_id == game_id).order_by(dealt.c.version)):
            choices[row.student_id, row.card].append((row.version, row.choice["p"]))
        answers = connection.execute(
            sa.select(attempts.c.version, attempts.c.student_id, events.c.event)
            .join(events, (events.c.game_id == attempts.c.game_id) & (events.c.version == attempts.c.version))
            .where(attempts.c.game_id == game_id, attempts.c.goal.is_not(None))
        ).all()
        for version, student_id, event in answers:
            earlier = [p for dealt_at, p in choices[student_id, event["card"]] if dealt_at < version]
            if earlier:
                connection.execute(
                    sa.update(attempts)
                    .where(attempts.c.game_id == game_id, attempts.c.version == version)
                    .values(expected=earlier[-1])
                )


def _json(name: str) -> sa.ColumnClause[Any]:
    return sa.column(name, sa.JSON())
