"""How long the games of a session will last, in words and as a picture, and what to do if many would not end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil

from classroom.presenters.decks.listing import size_text
from classroom.presenters.sessions.spread import Picture, picture_of
from classroom.reports.pace import Pace, pace_of
from classroom.services.errors import ServiceError
from classroom.services.forecasts import (
    MISS_RATE,
    Adjustment,
    Answer,
    Forecasts,
    InProgress,
    Lengths,
    NoForecast,
    TableKind,
    adjustments_for,
)
from classroom.services.play.game_log import BOT_THINKS_SECONDS
from classroom.services.settings import TableSettings

LESSON_MINUTES = 45
"""As long as many lessons are: marked in the picture, and what has not ended by then has not ended."""
WORRYING_SHARE = 0.15
"""If more games than these have no winner, or do not end in a lesson, it is said."""
_HELPS = 0.1
"""By so much more games an adjustment has to bring to an end."""
_MOST_ADJUSTMENTS = 4
_STUDENTS = 4
_NO_CLASS = ""
"""Forecasts for a deck are for tables of four at the usual pace."""


@dataclass(frozen=True, slots=True)
class AdjustmentButton:
    """A change that helps, and the forecast with it."""

    key: str
    text: str
    summary: str


@dataclass(frozen=True, slots=True)
class TableForecast:
    """The forecast for tables of one size."""

    players: int
    title: str
    summary: str = ""
    """The forecast in words; "" while it is not there."""
    progress: InProgress | None = None
    picture: Picture | None = None
    warning: str = ""
    adjustments: tuple[AdjustmentButton, ...] = ()
    still_tried: int = 0
    """How many changes are still being tried out."""


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """The forecast for all sizes of tables that there will be."""

    tables: tuple[TableForecast, ...]
    pace: str
    players: str
    games: int

    @property
    def has_warning(self) -> bool:
        """Whether many games at some tables would not come to an end."""
        return any(table.warning for table in self.tables)

    @property
    def is_under_way(self) -> bool:
        """Whether to ask again soon."""
        return any(table.progress or table.still_tried for table in self.tables)


def forecast_page(
    forecasts: Forecasts, settings: TableSettings, *, sizes: Iterable[int], class_id: str, present: int = 0
) -> ForecastPage | None:
    """What to say of tables with so many students (1: with a bot); None if there is nothing to say.

    Asking begins the work: ask again while it is under way.

    :param present: how many students there are to seat; 0: that is not known yet.
    """
    if not forecasts.games:
        return None
    pace = pace_of(class_id=class_id, edition=settings.edition)
    all_sizes = sorted(set(sizes), reverse=True)
    try:
        tables = tuple(
            _Table(forecasts, settings, pace, size, present).shown(is_only=len(all_sizes) == 1) for size in all_sizes
        )
    except ServiceError:
        return None
    return ForecastPage(tables, _pace_text(pace), _players_text(settings), forecasts.games)


class _Table:
    """What is known of tables of one size."""

    def __init__(self, forecasts: Forecasts, settings: TableSettings, pace: Pace, size: int, present: int) -> None:
        self._forecasts = forecasts
        self._settings = settings
        self._size = size
        self._players = max(size, 2)
        self._present = present
        self._seconds = (pace.seconds + sum(BOT_THINKS_SECONDS) / 2) / 2 if size == 1 else pace.seconds

    def shown(self, *, is_only: bool) -> TableForecast:
        title = "" if is_only else "A student with a bot" if self._size == 1 else f"Tables of {self._size}"
        match self._forecasts.ask(TableKind.of(self._settings, self._players)):
            case InProgress() as progress:
                return TableForecast(self._size, title, progress=progress)
            case NoForecast():
                return TableForecast(self._size, title, "How long such games last cannot be said just now.")
            case Lengths() as lengths:
                return self._known(title, lengths)

    def _known(self, title: str, lengths: Lengths) -> TableForecast:
        warning = _warning(lengths, self._seconds)
        answers = self._tried_out() if warning else {}
        return TableForecast(
            self._size,
            title,
            summary=_summary(lengths, self._seconds),
            picture=picture_of(lengths, seconds=self._seconds, lesson_minutes=LESSON_MINUTES),
            warning=warning,
            adjustments=self._helpful(lengths, answers),
            still_tried=sum(isinstance(answer, InProgress) for answer in answers.values()),
        )

    def _tried_out(self) -> dict[Adjustment, Answer]:
        adjustments = adjustments_for(self._settings, self._players, present=self._present)
        return {
            adjustment: self._forecasts.ask(TableKind.of(adjustment.settings, adjustment.players))
            for adjustment in adjustments
        }

    def _helpful(self, now: Lengths, answers: Mapping[Adjustment, Answer]) -> tuple[AdjustmentButton, ...]:
        """The changes that bring clearly more games to an end in a lesson, the best first."""
        within = _turns_in_lesson(self._seconds)
        least = now.share_won(within) + _HELPS
        found = [
            (adjustment, answer)
            for adjustment, answer in answers.items()
            if isinstance(answer, Lengths) and answer.share_won(within) >= least
        ]
        found.sort(key=lambda one: -one[1].share_won(within))
        return tuple(
            AdjustmentButton(adjustment.key, _adjustment_text(adjustment), _summary(answer, self._seconds))
            for adjustment, answer in found[:_MOST_ADJUSTMENTS]
        )


def _summary(lengths: Lengths, seconds: float) -> str:
    """The whole forecast in words."""
    usual = max(1, round(lengths.over_by(0.5) * seconds / 60))
    most = max(1, ceil(lengths.over_by(0.9) * seconds / 60))
    minutes = "1 minute" if usual == 1 else f"{usual} minutes"
    won = "All" if lengths.share_won() == 1 else f"{_in_100(lengths.share_won())} in 100"
    return f"About {minutes}; 9 of 10 games end within {most}. {won} games have a winner."


def _warning(lengths: Lengths, seconds: float) -> str:
    """What is wrong with games of this kind; "" if nothing is."""
    unwon = 1 - lengths.share_won()
    late = 1 - lengths.share_over(_turns_in_lesson(seconds))
    parts = []
    if unwon > WORRYING_SHARE:
        parts.append(f"{_in_100(unwon)} in 100 such games never get a winner: nobody can play any more.")
    if late > WORRYING_SHARE:
        parts.append(f"{_in_100(late)} in 100 such games are not over after {LESSON_MINUTES} minutes.")
    return " ".join(parts)


def _adjustment_text(adjustment: Adjustment) -> str:
    return {
        "one-sequence": "One sequence wins",
        "two-teams": "Two teams",
        "smaller-tables": f"Tables of {adjustment.players}",
    }.get(adjustment.key, f"Board {adjustment.settings.board.replace('x', ' × ')}")


def _pace_text(pace: Pace) -> str:
    seconds = "1 second" if round(pace.seconds) == 1 else f"{round(pace.seconds)} seconds"
    return f"This class takes {seconds} a turn." if pace.is_measured else f"{seconds} a turn assumed."


def _players_text(settings: TableSettings) -> str:
    """What is assumed of those who play."""
    misses = f", and miss {_in_100(MISS_RATE)} in 100 answers" if settings.has_numbers else ""
    return f"The players build their own lines, overlook much, like easy bots{misses}."


def _turns_in_lesson(seconds: float) -> float:
    return 60 * LESSON_MINUTES / seconds


def _in_100(share: float) -> int:
    """A share as said: never more than it is."""
    return int(100 * share + 1e-9)


@dataclass(frozen=True, slots=True)
class BoardForecast:
    """The forecast for one board that a deck fills."""

    title: str
    summary: str
    """The forecast in words; "" while it is worked out."""
    progress: InProgress | None


def board_forecasts(forecasts: Forecasts, chosen: TableSettings) -> tuple[BoardForecast, ...]:
    """Show how long games with a deck last at tables of four, board by board; nothing where forecasts are turned off.

    :param chosen: settings with the deck in them; their board does not count.
    """
    shown = []
    for size in chosen.deck_object.sizes:
        settings = TableSettings(deck=chosen.deck, deck_copy=chosen.deck_copy, board=size, table_size=_STUDENTS)
        page = forecast_page(forecasts, settings, sizes=[_STUDENTS], class_id=_NO_CLASS)
        if page is not None:
            shown.append(BoardForecast(size_text(size), page.tables[0].summary, page.tables[0].progress))
    return tuple(shown)
