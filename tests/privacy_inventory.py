"""The inventory of personal data: read from classroom/models/inventory.toml, written as docs/privacy-inventory.md."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from tests.guards.files import ROOT

SOURCE = ROOT / "classroom/models/inventory.toml"
PAGE = ROOT / "docs/privacy-inventory.md"

_HEAD = """# Inventory of data

All columns of the database: what each holds, why, how long, and who sees it. `make privacy-inventory` writes this page
from `classroom/models/inventory.toml`, and a test compares that file with the tables. [PRIVACY.md](../PRIVACY.md)
explains the rest: cookies, logs, backups, and rights.

"""


@dataclass(frozen=True, slots=True)
class Column:
    """What the inventory says about one column."""

    table: str
    name: str
    what: str
    person: str
    why: str
    kept: str
    seen: str
    export: str
    """The file of a student's export that contains it, or an empty string."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its columns."""

    name: str
    holds: str
    columns: tuple[Column, ...]


def read_inventory() -> list[Table]:
    """Read the file. An unknown key raises a KeyError."""
    source: dict[str, dict[str, Any]] = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return [_table(name, fields, source) for name, fields in source["tables"].items()]


def _table(name: str, fields: dict[str, Any], texts: dict[str, dict[str, Any]]) -> Table:
    shared = {key: value for key, value in fields.items() if key not in {"holds", "columns"}}
    columns = []
    for column, entry in fields["columns"].items():
        own = {"what": entry} if isinstance(entry, str) else entry
        line = {"export": "", **shared, **own}
        columns.append(
            Column(
                table=name,
                name=column,
                what=line["what"],
                person=texts["persons"][line["person"]],
                why=line["why"],
                kept=texts["kept"][line["kept"]],
                seen=texts["seen"][line["seen"]],
                export=line["export"],
            )
        )
    return Table(name, fields["holds"], tuple(columns))


def page_text() -> str:
    """Return the text of the page."""
    return _HEAD + "\n".join(map(_section, read_inventory()))


def _section(table: Table) -> str:
    head = "| column | what | about | why | kept | seen by |\n|---|---|---|---|---|---|\n"
    return f"## `{table.name}`\n\n{table.holds}\n\n{head}{''.join(map(_row, table.columns))}"


def _row(one: Column) -> str:
    return f"| `{one.name}` | {one.what} | {one.person} | {one.why} | {one.kept} | {one.seen} |\n"


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
