"""The estimated game length of a session, in words and as a chart, and settings that shorten long games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from classroom.i18n import _, ngettext
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
"""A typical lesson, marked in the chart. Longer games count as not finished."""
WORRYING_SHARE = 0.15
"""Warn if a larger proportion of games has no winner, or is not over in a lesson."""
_HELPS = 0.1
"""An adjustment is offered if it lets at least this proportion of games finish in addition."""
_MOST_ADJUSTMENTS = 4
_STUDENTS = 4
_NO_CLASS = ""
"""Estimates for decks assume tables of four and a typical pace."""


@dataclass(frozen=True, slots=True)
class AdjustmentButton:
    """A change that helps, with its estimate."""

    key: str
    text: str
    summary: str


@dataclass(frozen=True, slots=True)
class TableForecast:
    players: int
    title: str
    summary: str = ""
    """The estimate in words; "" until it is ready."""
    progress: InProgress | None = None
    picture: Picture | None = None
    warning: str = ""
    adjustments: tuple[AdjustmentButton, ...] = ()
    still_tried: int = 0
    """The number of adjustments that are still being estimated."""


@dataclass(frozen=True, slots=True)
class ForecastPage:
    tables: tuple[TableForecast, ...]
    pace: str
    players: str
    games: int

    @property
    def has_warning(self) -> bool:
        """Return whether many games at some tables would not finish."""
        return any(table.warning for table in self.tables)

    @property
    def is_under_way(self) -> bool:
        """Return whether the page should request an update soon."""
        return any(table.progress or table.still_tried for table in self.tables)


def forecast_page(
    forecasts: Forecasts, settings: TableSettings, *, sizes: Iterable[int], class_id: str, present: int = 0
) -> ForecastPage | None:
    """Estimate the game length at tables of these sizes (1 is a student with a bot); None without an estimate.

    This starts the simulation; call it again while it is in progress.

    :param present: the number of students to seat; 0 if unknown.
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
    """The estimate for tables of one size."""

    def __init__(self, forecasts: Forecasts, settings: TableSettings, pace: Pace, size: int, present: int) -> None:
        self._forecasts = forecasts
        self._settings = settings
        self._size = size
        self._players = max(size, 2)
        self._present = present
        self._seconds = (pace.seconds + sum(BOT_THINKS_SECONDS) / 2) / 2 if size == 1 else pace.seconds
        self._paces = [self._seconds * one for one in pace.differences]

    def shown(self, *, is_only: bool) -> TableForecast:
        title = "" if is_only else _title(self._size)
        match self._forecasts.ask(TableKind.of(self._settings, self._players)):
            case InProgress() as progress:
                return TableForecast(self._size, title, progress=progress)
            case NoForecast():
                return TableForecast(self._size, title, _("We can’t estimate the game length right now."))
            case Lengths() as lengths:
                return self._known(title, lengths)

    def _known(self, title: str, lengths: Lengths) -> TableForecast:
        warning = _warning(lengths, self._paces)
        answers = self._tried_out() if warning else {}
        return TableForecast(
            self._size,
            title,
            summary=_summary(lengths, self._seconds, self._paces),
            picture=picture_of(lengths, paces=self._paces, lesson_minutes=LESSON_MINUTES),
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
        """List the changes that let clearly more games finish in a lesson, best first."""
        within = _turns_in_lesson(self._seconds)
        least = now.share_won(within) + _HELPS
        found = [
            (adjustment, answer)
            for adjustment, answer in answers.items()
            if isinstance(answer, Lengths) and answer.share_won(within) >= least
        ]
        found.sort(key=lambda one: -one[1].share_won(within))
        return tuple(
            AdjustmentButton(adjustment.key, _adjustment_text(adjustment), _summary(answer, self._seconds, self._paces))
            for adjustment, answer in found[:_MOST_ADJUSTMENTS]
        )


def _title(size: int) -> str:
    return _("A student with a bot") if size == 1 else _("Tables of %(size)d", size=size)


def _summary(lengths: Lengths, seconds: float, paces: Sequence[float]) -> str:
    """Return the whole estimate in words.

    :param paces: the mean seconds per turn of equally likely games
    """
    usual = max(1, round(lengths.over_by(0.5) * seconds / 60))
    most = max(1, ceil(lengths.seconds_over_by(0.9, paces) / 60))
    if lengths.share_won() == 1:
        return ngettext(
            "About %(num)d minute; 9 of 10 games end within %(most)d. All games have a winner.",
            "About %(num)d minutes; 9 of 10 games end within %(most)d. All games have a winner.",
            usual,
            most=most,
        )
    return ngettext(
        "About %(num)d minute; 9 of 10 games end within %(most)d. %(won)d of 100 have a winner.",
        "About %(num)d minutes; 9 of 10 games end within %(most)d. %(won)d of 100 have a winner.",
        usual,
        most=most,
        won=_of_100(lengths.share_won()),
    )


def _warning(lengths: Lengths, paces: Sequence[float]) -> str:
    """Return a warning about too many games without a winner or too long for a lesson; "" if there are few."""
    unwon = 1 - lengths.share_won()
    late = 1 - fmean(lengths.share_over(_turns_in_lesson(pace)) for pace in paces)
    if unwon > WORRYING_SHARE and late > WORRYING_SHARE:
        return _(
            "In %(unwon)d of 100 games no one wins, because no one can move. "
            "%(late)d of 100 games last longer than %(minutes)d minutes.",
            unwon=_of_100(unwon),
            late=_of_100(late),
            minutes=LESSON_MINUTES,
        )
    if unwon > WORRYING_SHARE:
        return _("In %(unwon)d of 100 games no one wins, because no one can move.", unwon=_of_100(unwon))
    if late > WORRYING_SHARE:
        return _(
            "%(late)d of 100 games last longer than %(minutes)d minutes.", late=_of_100(late), minutes=LESSON_MINUTES
        )
    return ""


def _adjustment_text(adjustment: Adjustment) -> str:
    match adjustment.key:
        case "one-sequence":
            return _("Play to one sequence")
        case "two-teams":
            return _("Play in two teams")
        case "smaller-tables":
            return _("Use tables of %(size)d", size=adjustment.players)
        case _other_board:
            return _("Use the board %(size)s", size=size_text(adjustment.settings.board))


def _pace_text(pace: Pace) -> str:
    if pace.is_measured:
        return ngettext(
            "This class takes %(num)d second per turn.",
            "This class takes %(num)d seconds per turn.",
            round(pace.seconds),
        )
    return ngettext("Assumes %(num)d second per turn.", "Assumes %(num)d seconds per turn.", round(pace.seconds))


def _players_text(settings: TableSettings) -> str:
    if not settings.has_numbers:
        return _("Estimated with simulated players like our easy bot.")
    return _(
        "Estimated with simulated players like our easy bot. They miss %(rate)d of 100 answers.",
        rate=_of_100(MISS_RATE),
    )


def _turns_in_lesson(seconds: float) -> float:
    return 60 * LESSON_MINUTES / seconds


def _of_100(share: float) -> int:
    """Round a proportion down to whole games of 100."""
    return int(100 * share + 1e-9)


@dataclass(frozen=True, slots=True)
class BoardForecast:
    title: str
    summary: str
    """The estimate in words; "" until it is ready."""
    progress: InProgress | None


def board_forecasts(forecasts: Forecasts, chosen: TableSettings) -> tuple[BoardForecast, ...]:
    """Estimate the game length with a deck at tables of four, by board; empty if estimates are turned off.

    :param chosen: settings with the deck; their board is ignored.
    """
    shown = []
    for size in chosen.deck_object.sizes:
        settings = TableSettings(deck=chosen.deck, deck_copy=chosen.deck_copy, board=size, table_size=_STUDENTS)
        page = forecast_page(forecasts, settings, sizes=[_STUDENTS], class_id=_NO_CLASS)
        if page is not None:
            shown.append(BoardForecast(size_text(size), page.tables[0].summary, page.tables[0].progress))
    return tuple(shown)
