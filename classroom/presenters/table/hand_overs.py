"""Seats reassigned during a game, as lines of its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from classroom.i18n import _, pgettext
from classroom.presenters.table.log import LoggedEvent
from classroom.presenters.words import isolated
from classroom.services.play.tables import Table, Tenure


@dataclass(frozen=True, slots=True)
class HandOver:
    """A seat taken over by another student or a bot."""

    version: int
    """The game's version at that time: between the events of this version and the next."""
    tenure_id: int
    student_id: str | None
    """The new holder; None for a bot."""
    text: str


def hand_overs(table: Table, *, reader: str = "") -> tuple[HandOver, ...]:
    """Return who took over whose seat, oldest first.

    :param reader: the student who is reading, called "you".
    """
    if len(table.tenures) == len(table.seated):
        return ()
    found = [
        HandOver(
            version=after.from_version,
            tenure_id=after.id,
            student_id=after.student_id,
            text=_hand_over_text(before, after, tenures[:at], reader),
        )
        for _, held in groupby(table.tenures, key=lambda one: one.seat)
        for tenures in [list(held)]
        for at, (before, after) in enumerate(pairwise(tenures), start=1)
        if before.student_id != after.student_id  # two bots: the student between them was deleted
    ]
    return tuple(sorted(found, key=lambda one: one.tenure_id))


def latest_hand_over(changes: Sequence[HandOver], *, reader: str, version: int) -> HandOver | None:
    """Return the latest hand-over after the event of this version, or that to the reader; None if there was none."""
    newest = [one for one in reversed(changes) if one.version >= version]
    own = (one for one in newest if reader and one.student_id == reader)
    return next(own, newest[0] if newest else None)


def lines_since(logged: Sequence[LoggedEvent], asked: int) -> int:
    """Return the version from which a log is complete.

    :param logged: its events, oldest first.
    :param asked: the number of requested events; with fewer, the log is complete.
    """
    return logged[0].version - 1 if len(logged) >= asked else 0


def with_hand_overs(
    lines: Iterable[tuple[int, str]], changes: Sequence[HandOver], *, since: int = 0
) -> tuple[str, ...]:
    """Merge hand-overs into the lines of a log, newest first.

    :param lines: versions and texts, newest first.
    :param since: hand-overs before this version are omitted, like earlier events.
    """
    if not changes:
        return tuple(text for _, text in lines)
    entries = [*((version, 0, text) for version, text in lines), *_after(changes, since)]
    return tuple(text for _, _, text in sorted(entries, key=lambda one: one[:2], reverse=True))


def _after(changes: Sequence[HandOver], since: int) -> Iterator[tuple[int, int, str]]:
    for order, change in enumerate(changes, start=1):
        if change.version >= since:
            yield change.version, order, change.text


def _hand_over_text(before: Tenure, after: Tenure, earlier: Sequence[Tenure], reader: str) -> str:
    if after.student_id is None:
        return _given_to_bot(before, reader)
    if before.student_id is None:
        return _taken_from_bot(after, earlier, reader)
    return _given_on(before, after, reader)


def _given_to_bot(before: Tenure, reader: str) -> str:
    if before.student_id == reader:
        return pgettext("student", "A bot plays for you now.")
    return _("A bot plays for %(name)s now.", name=_name(before))


def _taken_from_bot(after: Tenure, earlier: Sequence[Tenure], reader: str) -> str:
    is_back = any(one.student_id == after.student_id for one in earlier)
    if after.student_id == reader:
        if is_back:
            return pgettext("student", "You took your seat back from a bot.")
        return pgettext("student", "You took the seat of a bot.")
    if is_back:
        return _("%(name)s took the seat back from a bot.", name=_name(after))
    return _("%(name)s took the seat of a bot.", name=_name(after))


def _given_on(before: Tenure, after: Tenure, reader: str) -> str:
    if after.student_id == reader:
        return pgettext("student", "You took the seat of %(name)s.", name=_name(before))
    if before.student_id == reader:
        return pgettext("student", "%(name)s took your seat.", name=_name(after))
    return _("%(name)s took the seat of %(other)s.", name=_name(after), other=_name(before))


def _name(tenure: Tenure) -> str:
    return isolated(tenure.student_name or "")
