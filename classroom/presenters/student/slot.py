"""The slot of a table: the box with the last move or the result of the student's own answer."""

from __future__ import annotations

from typing import NamedTuple
from zlib import crc32

from classroom.i18n import npgettext, pgettext
from classroom.presenters.student.feedback import ShownNotice
from classroom.presenters.student.hand import ShownPad
from classroom.presenters.table.shared import SharedTable
from classroom.presenters.words import unbroken
from engine import Seat, View

MOVE = "move"
"""The kind of a slot with the last move."""


class ShownTries(NamedTuple):
    """Tries as rings, with used ones crossed out."""

    used: int
    left: int
    text: str
    """"2 tries left."."""


class ShownSlot(NamedTuple):
    """The content of the slot. It is never empty, so no box appears or disappears."""

    kind: str
    """"move", or the kind of the message."""
    happened: str
    """Another player's last move, a seat that changed hands since, or what came before the first move; "" if the
    message includes it."""
    seat: Seat | None
    """That player's, whose face is shown."""
    message: str
    """A message about the student's own answer; "" if none."""
    tries: ShownTries | None
    """With a message about an answer that may be tried again."""

    @property
    def mark(self) -> str:
        """Return a key for element IDs that changes with the content."""
        return f"{crc32(repr((self.kind, self.seat, self.happened, self.message)).encode()):x}"


def shown_slot(table: SharedTable, notice: ShownNotice | None, *, reader: str, tries: ShownTries | None) -> ShownSlot:
    """Fill the slot. Praise is replaced by the next player's move, or by a seat that changes hands; corrections stay.

    :param reader: the student; "" for everyone around a device.
    """
    last, line = table.last_move(reader) or (None, "")
    seat = getattr(last.event, "seat", None) if last else None
    is_own = last is not None and reader in {last.student_id, last.substituted_for}
    change = table.latest_hand_over(reader, version=last.version if last else 0)
    is_newer = change is not None or not is_own
    if notice is not None and notice.kind == "good" and last is not None and is_newer and reader:
        notice = None
    if change is not None:
        seat, line = None, change.text
    happened = "" if notice and is_own else line or table.opening(reader, with_ties=False)
    return ShownSlot(
        kind=notice.kind if notice else MOVE,
        happened=unbroken(happened),
        seat=seat,
        message=unbroken(notice.text) if notice else "",
        tries=tries if notice and notice.kind == "now" else None,
    )


def shown_tries(seen: View, pad: ShownPad | None, notice: ShownNotice | None) -> ShownTries | None:
    """Return the tries of the card on the number pad, or else of the viewer's turn.

    None if unlimited, or if the message is about another card.
    """
    if pad and notice and notice.card != pad.card:
        return None
    total = seen.rules.tries
    is_turn = seen.turn == seen.seat
    left = pad.answers_left if pad else seen.tries_left if is_turn else None
    return None if total is None or left is None else ShownTries(total - left, left, _tries_text(left))


def _tries_text(left: int) -> str:
    """Return how many tries are left, as a sentence."""
    if left == 1:
        return pgettext("student", "Last try.")
    return npgettext("student", "%(num)d try left.", "%(num)d tries left.", left)
