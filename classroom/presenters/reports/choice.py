"""Which time a report is about, in words, and the other times to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from classroom.presenters.decks.listing import deck_name
from classroom.presenters.moments import moment_text
from classroom.reports.spans import DateRange, Period, SessionLine
from classroom.services.settings import TableSettings

_PERIODS: Mapping[Period, tuple[str, str]] = {
    Period.TWO_WEEKS: ("2 weeks", "the last 2 weeks"),
    Period.EIGHT_WEEKS: ("8 weeks", "the last 8 weeks"),
    Period.ALL: ("All", "all sessions so far"),
}


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """One choice of time, as a link."""

    text: str
    arguments: Mapping[str, str]
    """For the address of any report."""
    is_here: bool


@dataclass(frozen=True, slots=True)
class ShownTime:
    """The time a report is about."""

    title: str
    """"the last 2 weeks"; fits after "First answers in"."""
    arguments: Mapping[str, str]
    """For the address of another report on the same time."""
    tabs: tuple[ShownChoice, ...]
    """The newest session, two weeks, eight weeks, all."""
    sessions: tuple[ShownChoice, ...]
    """Every session, newest first."""


def show_time(span: DateRange, sessions: Sequence[SessionLine]) -> ShownTime:
    """Describe the time of a report and what else there is."""
    tabs = [
        ShownChoice(short, {"period": period.value}, span.class_session_id is None and span.period is period)
        for period, (short, _) in _PERIODS.items()
    ]
    if sessions:
        newest = sessions[0]
        text = "This session" if newest.is_open else "Last session"
        tabs.insert(0, ShownChoice(text, {"session": newest.id}, span.class_session_id == newest.id))
    chosen = next((line for line in sessions if line.id == span.class_session_id), None)
    return ShownTime(
        title=f"the session of {moment_text(chosen.opened_at)}" if chosen else _PERIODS[span.period][1],
        arguments={"session": chosen.id} if chosen else {"period": span.period.value},
        tabs=tuple(tabs),
        sessions=tuple(
            ShownChoice(_session_text(line), {"session": line.id}, line.id == span.class_session_id)
            for line in sessions
        ),
    )


def _session_text(line: SessionLine) -> str:
    settings = TableSettings.from_json(line.settings)
    return f"{moment_text(line.opened_at)} · {deck_name(settings)}, {settings.board.replace('x', ' × ')}"
