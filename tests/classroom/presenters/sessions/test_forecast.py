from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from classroom.presenters.sessions.forecast import TableForecast, forecast_page
from classroom.presenters.sessions.spread import picture_of
from classroom.services.forecasts import Forecasts, Lengths, TableKind
from classroom.services.settings import TableSettings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.factories import Cast

PAIR = TableSettings(table_size=2)


def shown(folder: Path, cast: Cast, won: dict[int, int], stalled: dict[int, int] | None = None) -> TableForecast:
    """Return the estimate for tables of two whose games ended so, at 20 seconds per turn."""
    results = {"games": 10, "won_after": won, "stalled_after": stalled or {}}
    (folder / f"{TableKind.of(PAIR, 2).name(10)}.json").write_text(json.dumps(results), encoding="utf-8")
    forecasts = Forecasts(folder, games=10)
    page = forecast_page(forecasts, PAIR, sizes=[2], class_id=cast.class_7b.id)
    forecasts.close()
    assert page is not None
    return page.tables[0]


@pytest.mark.parametrize(
    ("won", "stalled", "said"),
    [
        ({30: 8, 60: 2}, {}, "About 10 minutes; 9 of 10 games end within 20. All games have a winner."),
        ({3: 10}, {}, "About 1 minute; 9 of 10 games end within 2. All games have a winner."),
        ({31: 9}, {60: 1}, "About 10 minutes; 9 of 10 games end within 14. 90 of 100 have a winner."),
        (
            {30: 7},
            {60: 3},
            (
                "About 10 minutes; 9 of 10 games end within 23. 70 of 100 have a winner. "
                "In 30 of 100 games no one wins, because no one can move."
            ),
        ),
        (
            {135: 6, 136: 4},
            {},
            (
                "About 45 minutes; 9 of 10 games end within 59. All games have a winner. "
                "48 of 100 games last longer than 45 minutes."
            ),
        ),
    ],
)
def test_the_estimate_is_described(
    tmp_path: Path, cast: Cast, won: dict[int, int], stalled: dict[int, int], said: str
) -> None:
    table = shown(tmp_path, cast, won, stalled)
    assert f"{table.summary} {table.warning}".strip() == said


def test_the_chart_contains_every_game() -> None:
    picture = picture_of(Lengths(((30, 8), (31, 4)), ((60, 6), (400, 1))), paces=[20], lesson_minutes=45)
    assert [(bar.x, bar.won, bar.unwon) for bar in picture.bars] == [(6.67, 40, 0), (13.33, 0, 20), (97.78, 0, 4)]
    assert picture.ticks[0] == (0.0, 0)
    assert picture.ticks[-1][1] <= 135
    assert picture.has_unwon


def test_a_usual_scale_is_an_hour_long() -> None:
    picture = picture_of(Lengths(((30, 10),), ()), paces=[20], lesson_minutes=45)
    assert picture.ticks == ((0.0, 0), (25.0, 15), (50.0, 30), (75.0, 45), (100.0, 60))
    assert picture.lesson == 75.0
    assert not picture.has_unwon
