"""The dates of a report, and the other choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classroom.i18n import _, lazy_gettext
from classroom.presenters.decks.listing import deck_name, size_text
from classroom.presenters.moments import moment_text
from classroom.reports.spans import DateRange, Period, SessionLine
from classroom.services.settings import TableSettings

_PERIODS: Mapping[Period, tuple[str, str]] = {
    Period.TWO_WEEKS: (lazy_gettext("2 weeks"), lazy_gettext("First answers in the last 2 weeks")),
    Period.EIGHT_WEEKS: (lazy_gettext("8 weeks"), lazy_gettext("First answers in the last 8 weeks")),
    Period.ALL: (lazy_gettext("All sessions"), lazy_gettext("First answers in all sessions")),
}
"""The text of the link, and the subtitle of a report."""


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice of dates, as a link."""

    text: str
    arguments: Mapping[str, str]
    """Query parameters for any report."""
    is_here: bool


@dataclass(frozen=True, slots=True)
class ShownTime:
    title: str
    """"First answers in the last 2 weeks"."""
    arguments: Mapping[str, str]
    """Query parameters for another report with the same dates."""
    tabs: tuple[ShownChoice, ...]
    """The latest session, two weeks, eight weeks, all."""
    sessions: tuple[ShownChoice, ...]
    """Every session, newest first."""


def show_time(span: DateRange, sessions: Sequence[SessionLine]) -> ShownTime:
    """Describe the dates of a report and the other choices."""
    tabs = [
        ShownChoice(str(short), {"period": period.value}, span.class_session_id is None and span.period is period)
        for period, (short, _title) in _PERIODS.items()
    ]
    if sessions:
        newest = sessions[0]
        text = _("This session") if newest.is_open else _("Last session")
        tabs.insert(0, ShownChoice(text, {"session": newest.id}, span.class_session_id == newest.id))
    chosen = next((line for line in sessions if line.id == span.class_session_id), None)
    return ShownTime(
        title=(
            _("First answers in the session of %(moment)s", moment=moment_text(chosen.opened_at))
            if chosen
            else str(_PERIODS[span.period][1])
        ),
        arguments={"session": chosen.id} if chosen else {"period": span.period.value},
        tabs=tuple(tabs),
        sessions=tuple(
            ShownChoice(_session_text(line), {"session": line.id}, line.id == span.class_session_id)
            for line in sessions
        ),
    )


def _session_text(line: SessionLine) -> str:
    settings = TableSettings.from_json(line.settings)
    return _(
        "%(moment)s · %(deck)s, %(board)s",
        moment=moment_text(line.opened_at),
        deck=deck_name(settings),
        board=size_text(settings.board),
    )
