"""The activity log. Triggers see to it that entries stay as they are for a year."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from classroom import database

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_TRIGGERS = {
    "sqlite": (
        """CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
        BEGIN SELECT RAISE(ABORT, 'the activity log is never changed'); END""",
        """CREATE TRIGGER audit_entries_are_kept BEFORE DELETE ON audit_entries
        WHEN OLD.at > datetime('now', '-365 days')
        BEGIN SELECT RAISE(ABORT, 'the activity log is kept for a year'); END""",
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION keep_audit_entries() RETURNS trigger AS $$ BEGIN
        IF TG_OP = 'UPDATE' OR OLD.at > now() - interval '365 days' THEN
            RAISE EXCEPTION 'the activity log is never changed, and kept for a year';
        END IF;
        RETURN OLD; END $$ LANGUAGE plpgsql""",
        """CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR DELETE ON audit_entries
        FOR EACH ROW EXECUTE FUNCTION keep_audit_entries()""",
        """CREATE OR REPLACE FUNCTION refuse_to_empty_audit_entries() RETURNS trigger AS $$ BEGIN
        RAISE EXCEPTION 'the activity log is kept for a year'; END $$ LANGUAGE plpgsql""",
        """CREATE TRIGGER audit_entries_are_not_emptied BEFORE TRUNCATE ON audit_entries
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_empty_audit_entries()""",
    ),
}


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", database.UtcDateTime(timezone=True), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("actor", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.String(length=80), nullable=False),
        sa.Column("device", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_entries")),
    )
    with op.batch_alter_table("audit_entries") as batch_op:
        batch_op.create_index("ix_audit_entries_at", ["at"])
        batch_op.create_index("ix_audit_entries_action_id", ["action", "id"])
        batch_op.create_index(batch_op.f("ix_audit_entries_actor"), ["actor"])
    for trigger in _TRIGGERS[op.get_bind().dialect.name]:
        op.execute(trigger)


def downgrade() -> None:
    op.drop_table("audit_entries")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION IF EXISTS keep_audit_entries()")
        op.execute("DROP FUNCTION IF EXISTS refuse_to_empty_audit_entries()")
