from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.services.attendance import attendances_of
from classroom.services.forecasts import adjustments_for, apply_adjustment
from classroom.services.seating.planning import planned_tables
from classroom.services.sessions.lobby import arrange_tables
from classroom.services.settings import TableSettings
from engine import CLASSIC
from tests.factories import make_attendance, make_class_session

if TYPE_CHECKING:
    from tests.factories import Cast

SIX = TableSettings(deck="add-sub-100", board="8x8", table_size=6, teams_of_six=3)


@pytest.mark.parametrize(
    ("settings", "players", "keys"),
    [
        (SIX, 6, ["one-sequence", "two-teams", "smaller-board", "larger-board", "smaller-tables"]),
        (TableSettings(), 4, ["one-sequence", "smaller-tables"]),
        (TableSettings(table_size=2), 2, []),
        (SIX, 4, ["one-sequence", "smaller-board", "larger-board"]),
        (TableSettings(edition=CLASSIC.key, table_size=12, teams_of_six=3), 12, ["two-teams", "smaller-tables"]),
    ],
)
def test_offered_adjustments(settings: TableSettings, players: int, keys: list[str]) -> None:
    adjustments = adjustments_for(settings, players)
    assert [one.key for one in adjustments] == keys
    for adjustment in adjustments:
        adjustment.settings.check()
        assert adjustment.settings != settings
        assert adjustment.players == (adjustment.settings.table_size if adjustment.key == "smaller-tables" else players)


def test_smaller_tables_are_formed_at_once(cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, settings=SIX)
    for _ in range(6):
        make_attendance(class_session)
    arrange_tables(class_session_id=class_session.id)
    smaller = adjustments_for(SIX, 6, present=6)[-1]
    assert smaller.players == 3
    apply_adjustment(class_session_id=class_session.id, adjustment=smaller)
    tables = planned_tables(attendances_of(class_session_id=class_session.id))
    assert [len(people) for people in tables.values()] == [3, 3]
    assert TableSettings.from_json(class_session.settings) == smaller.settings


def test_other_changes_leave_everyone_at_their_table(cast: Cast) -> None:
    class_session = make_class_session(cast.class_7b, settings=SIX)
    for _ in range(6):
        make_attendance(class_session)
    arrange_tables(class_session_id=class_session.id)

    def plan() -> list[tuple[int | None, int | None]]:
        return [(one.table_number, one.place) for one in attendances_of(class_session_id=class_session.id)]

    before = plan()
    apply_adjustment(class_session_id=class_session.id, adjustment=adjustments_for(SIX, 6)[0])
    assert plan() == before
