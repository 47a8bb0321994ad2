"""Announcements of moves for screen readers: a short sentence with the place for each.

They contain only what the log shows to the reader: for another player's miss, neither the card nor the space.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING

from classroom.i18n import _, lazy_gettext, lazy_pgettext, pgettext
from classroom.i18n.sentences import filled
from classroom.presenters.table.card_faces import card_text
from classroom.presenters.table.log import LoggedEvent
from classroom.presenters.table.sentences import Subject
from classroom.presenters.table.teams import team_name
from engine import EDITIONS, CardKind, Exchange, Miss, Place, Position, Remove, Solve

if TYPE_CHECKING:
    from classroom.presenters.table.shared import SharedTable

MOST_MOVES = 3
"""Maximum number of moves to announce at once, if a page has missed some."""

_PLACED: Mapping[Subject, str] = {
    Subject.READER: lazy_pgettext("student", "You: %(label)s at row %(row)d, column %(column)d."),
    # Translators: %(team)s is "Team Blue", or the name that a teacher gave the team.
    Subject.OTHER: lazy_gettext("%(team)s: %(label)s at row %(row)d, column %(column)d."),
    Subject.BOT_FOR_READER: lazy_pgettext("student", "Bot for you: %(label)s at row %(row)d, column %(column)d."),
    Subject.BOT_FOR_OTHER: lazy_gettext("%(team)s: %(label)s at row %(row)d, column %(column)d."),
}
_REMOVED: Mapping[Subject, str] = {
    Subject.READER: lazy_pgettext("student", "You removed %(label)s at row %(row)d, column %(column)d."),
    Subject.OTHER: lazy_gettext("%(team)s removed %(label)s at row %(row)d, column %(column)d."),
    Subject.BOT_FOR_READER: lazy_pgettext("student", "Bot removed %(label)s at row %(row)d, column %(column)d."),
    Subject.BOT_FOR_OTHER: lazy_gettext("%(team)s removed %(label)s at row %(row)d, column %(column)d."),
}


@dataclass(frozen=True, slots=True)
class Announcement:
    mark: str
    """Changes with each move that the reader may know, and if a seat changes hands: another player's miss leaves it."""
    text: str
    """"" if there is nothing new."""


def announcement(table: SharedTable, *, reader: str, since: int | None, notice: str = "") -> Announcement:
    """Announce the moves since a version of the game, oldest first.

    :param reader: the student; "" for everyone around a device.
    :param since: the version that the page shows; None if unknown, so only the last move is announced.
    :param notice: the message about the reader's own answer, which replaces the line of an answer without a chip.
    """
    completing = table.completing
    sentences: list[str] = []
    moves = iter(table.visible_lines(reader))
    newest = next(moves, None)
    last = newest[0].version if newest else 0
    shown = last - 1 if since is None else since
    fresh = takewhile(lambda one: one[0].version > shown, chain([newest] if newest else [], moves))
    for entry, line in islice(fresh, MOST_MOVES):
        is_own = bool(reader) and reader == entry.student_id
        if is_own and notice and isinstance(entry.event, Miss | Exchange | Solve):
            sentences.append(notice)
            notice = ""
        elif isinstance(entry.event, Place | Remove):
            key = entry.version, reader in {entry.student_id, entry.substituted_for}
            if key not in table.announced:
                is_completing = id(entry) in completing
                table.announced[key] = _placed(table, entry, entry.event, reader, is_completing=is_completing)
            sentences.append(table.announced[key])
        else:
            sentences.append(line)
    mark = f"{table.table.game_id}.{last}"
    change = table.latest_hand_over(reader, version=last)
    if change is not None:
        mark = f"{mark}.{change.tenure_id}"
        sentences.insert(0, change.text)
    return Announcement(mark, " ".join(reversed(sentences)))


def _placed(table: SharedTable, entry: LoggedEvent, event: Place | Remove, reader: str, *, is_completing: bool) -> str:
    position = table.position
    board = position.setup.board
    row, column = divmod(event.space, board.width)
    label = card_text(position.setup.edition, board.labels[event.space])
    row, column = row + 1, column + 1
    if isinstance(event, Place) and reader and reader == entry.student_id and _is_answer(event, position):
        text = pgettext(
            "student", "Yes! %(label)s at row %(row)d, column %(column)d.", label=label, row=row, column=column
        )
    else:
        values = {"team": _side(table, event.seat), "label": label, "row": row, "column": column}
        text = filled(str((_PLACED if isinstance(event, Place) else _REMOVED)[_subject(entry, reader)]), values)
    return " ".join([text, _("A sequence!")]) if is_completing else text


def _is_answer(place: Place, position: Position) -> bool:
    setup = position.setup
    return EDITIONS[setup.edition].has_misses and setup.cards_by_id[place.card].kind is CardKind.MATCH


def _subject(entry: LoggedEvent, reader: str) -> Subject:
    is_own = bool(reader) and reader in {entry.student_id, entry.substituted_for}
    if entry.substituted_for:
        return Subject.BOT_FOR_READER if is_own else Subject.BOT_FOR_OTHER
    return Subject.READER if is_own else Subject.OTHER


def _side(table: SharedTable, seat: int) -> str:
    team = table.position.setup.seats[seat].value
    name = team_name(table.table.teams, team)
    if (table.table.teams or {}).get(team, {}).get("name"):
        return name
    # Translators: a team without a name of its own; %(color)s is "Blue".
    return _("Team %(color)s", color=name)
