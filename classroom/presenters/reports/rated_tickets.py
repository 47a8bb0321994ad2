"""A student's exit tickets with their rates, oldest first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from classroom.clock import local_day
from classroom.i18n import ngettext
from classroom.learning.growth import TicketGrowth, ticket_growth
from classroom.learning.ticket_kinds import kinds_of
from classroom.presenters.moments import short_day_text
from classroom.presenters.words import decimal_text
from classroom.reports.statistics import Proportion
from classroom.reports.tickets import TicketLine


class RatedTicket(NamedTuple):
    day: date
    answers: Proportion
    rate: float
    """Correct answers per minute."""
    limit: float
    """Seconds allowed."""
    kind: int
    """The same number for tickets with alike equations."""


def rates_of(tickets: Sequence[TicketLine]) -> list[RatedTicket]:
    """Return the tickets that have a rate, oldest first.

    :param tickets: newest first
    """
    rated = [(line, rate) for line in reversed(tickets) if (rate := line.per_minute) is not None]
    kinds = kinds_of([line.content for line, _rate in rated])
    return [
        RatedTicket(local_day(line.opened_at), line.answers, rate, line.limit, kind)
        for (line, rate), kind in zip(rated, kinds, strict=True)
    ]


def growth_of_rates(rated: Sequence[RatedTicket]) -> tuple[list[float], TicketGrowth]:
    """Evaluate the rates of tickets; also return their weeks since the first one.

    :param rated: at least one, oldest first
    """
    days, _answers, rates, limits, kinds = zip(*rated, strict=True)
    weeks = [(day - days[0]).days / 7 for day in days]
    return weeks, ticket_growth(weeks, rates, limits, kinds)


def rate_of_day_text(one: RatedTicket) -> str:
    """Return a ticket's rate, with the answers behind it."""
    return ngettext(
        "%(day)s: %(rate)s correct per minute (%(right)s of %(num)d answer)",
        "%(day)s: %(rate)s correct per minute (%(right)s of %(num)d answers)",
        one.answers.trials,
        day=short_day_text(one.day),
        rate=decimal_text(one.rate),
        right=one.answers.right,
    )
