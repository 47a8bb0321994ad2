"""How long games with a deck last, board by board: for tables of four, at a usual pace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from classroom.presenters.decks.listing import size_text
from classroom.presenters.sessions.forecast import forecast_page
from classroom.services.settings import TableSettings

if TYPE_CHECKING:
    from classroom.services.forecasts import Forecasts, InProgress

STUDENTS = 4
NO_CLASS = ""


@dataclass(frozen=True, slots=True)
class BoardForecast:
    """One board."""

    title: str
    summary: str
    """The forecast in words; "" while it is worked out."""
    progress: InProgress | None


def board_forecasts(forecasts: Forecasts, chosen: TableSettings) -> tuple[BoardForecast, ...]:
    """What to say of every board that a deck fills; nothing where forecasts are turned off.

    :param chosen: settings with the deck in them; their board does not count.
    """
    shown = []
    for size in chosen.deck_object.sizes:
        page = forecast_page(forecasts, _on_board(chosen, size), sizes=[STUDENTS], class_id=NO_CLASS)
        if page is not None:
            shown.append(BoardForecast(size_text(size), page.tables[0].summary, page.tables[0].progress))
    return tuple(shown)


def _on_board(chosen: TableSettings, size: str) -> TableSettings:
    return TableSettings(deck=chosen.deck, deck_copy=chosen.deck_copy, board=size, table_size=STUDENTS)
