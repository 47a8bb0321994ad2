"""What students are sorted by: their names without accents and capitals."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

students = sa.table("students", sa.column("id"), sa.column("name"), sa.column("sort_key"))


def upgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.add_column(sa.Column("sort_key", sa.String(length=160), nullable=True))
    connection = op.get_bind()
    keys = [{"of": row.id, "key": _sort_key(row.name)} for row in connection.execute(sa.select(students))]
    if keys:
        filled = students.update().where(students.c.id == sa.bindparam("of"))
        connection.execute(filled.values(sort_key=sa.bindparam("key")), keys)
    with op.batch_alter_table("students") as batch_op:
        batch_op.alter_column("sort_key", existing_type=sa.String(length=160), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("students") as batch_op:
        batch_op.drop_column("sort_key")


# `classroom.sorting` as it was at this revision: whatever changes there later needs a revision of its own.
_LETTERS = str.maketrans("øłħŧŋıəđðɖɗɓƙƴ", "olhtnieddddbky") | str.maketrans({"æ": "ae", "œ": "oe", "þ": "th"})
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bb\u02bc", "'"))
_PLAIN = _LETTERS | _APOSTROPHES


def _sort_key(name: str) -> str:
    bare = "".join(_bare(sign) for sign in unicodedata.normalize("NFC", name.casefold()))
    return f"{unicodedata.normalize('NFC', bare)[:119]}\t{name}"


def _bare(sign: str) -> str:
    if sign == "\N{CYRILLIC SMALL LETTER SHORT I}":
        return sign
    parts = unicodedata.normalize("NFD", sign).translate(_PLAIN)
    return "".join(part for part in parts if not "\u0300" <= part <= "\u036f" and unicodedata.category(part) != "Cf")
