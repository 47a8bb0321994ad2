"""The inventory lists each database column with purpose, retention, and readers, and nothing else."""

from __future__ import annotations

import pytest

import classroom.models  # noqa: F401  fills the metadata
from classroom.database import Base
from tests.privacy_inventory import PAGE, SOURCE, Column, page_text, read_inventory

COLUMNS: list[Column] = [column for table in read_inventory() for column in table.columns]


def test_each_column_is_in_the_inventory_and_nothing_else() -> None:
    listed = [f"{one.table}.{one.name}" for one in COLUMNS]
    existing = {f"{table.name}.{column.name}" for table in Base.metadata.tables.values() for column in table.columns}
    assert sorted(existing - set(listed)) == [], (
        f"describe these in {SOURCE.name}: content, purpose, retention, and readers"
    )
    assert sorted(set(listed) - existing) == [], f"remove these from {SOURCE.name}"
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("field", ["what", "person", "why", "kept", "seen"])
def test_no_field_of_a_column_is_empty(field: str) -> None:
    assert [f"{one.table}.{one.name}" for one in COLUMNS if not getattr(one, field).strip()] == []


def test_no_network_address_or_contact_is_stored() -> None:
    """Students have a display name and an optional school ID; see PRIVACY.md."""
    unwanted = ("email", "phone", "address", "birth", "gender", "photo", "voice", "ip_", "user_agent")
    assert [one.name for one in COLUMNS if any(word in one.name for word in unwanted)] == []


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), "run `make privacy-inventory`"
