"""A student's page of a table: the turn, the hand, the other players, and the log."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import ClassVar

from classroom import clock
from classroom.i18n import pgettext
from classroom.models import ROBOT
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.student.feedback import ShownNotice, chosen_card, feedback
from classroom.presenters.student.hand import (
    ShownCard,
    ShownPad,
    ShownWarmUp,
    hand_mark,
    shown_coming,
    shown_hand,
    shown_pad,
    with_gaps,
)
from classroom.presenters.student.slot import ShownSlot, shown_slot, shown_tries
from classroom.presenters.table.announcement import Announcement, announcement
from classroom.presenters.table.shared import SharedTable
from classroom.presenters.table.turn import CardAction, ShownTurn, card_actions, own_turn, paused_turn
from classroom.presenters.words import isolated
from classroom.services.play.baselines import number_to_type
from classroom.services.play.location import Location
from classroom.services.play.timing import seconds_of_turn
from engine import Team, View


@dataclass(frozen=True, slots=True)
class MoveFormPage:
    """What `templates/macros/move_form.html` reads, and the turn banner."""

    idempotency_key: str
    """New in every response, so that a form sent twice counts once."""
    table: SharedTable
    """What everyone at the table sees."""
    seat: int
    """The seat that the form moves for, even if sent twice."""
    team: Team
    actions: tuple[CardAction, ...]
    turn: ShownTurn


@dataclass(frozen=True, slots=True)
class ShownTurnTime:
    """A countdown bar."""

    turn_number: int
    seconds: int
    """The total time of the turn."""
    left: int
    """Seconds."""
    due: int
    """The deadline in milliseconds since 1970, which changes when time is added."""


def shown_turn_time(table: SharedTable, here: Location, *, seat: int) -> ShownTurnTime | None:
    """Return the time left for the student's turn; None in other players' turns, or without a timer."""
    if here.turn_due_at is None or table.position.turn != seat:
        return None
    seconds = seconds_of_turn(table.table, table.position)
    if seconds is None:
        return None
    whole = round(seconds)
    left = round((here.turn_due_at - clock.now()).total_seconds())
    return ShownTurnTime(
        table.position.turn_number, whole, min(max(left, 0), whole), round(1000 * here.turn_due_at.timestamp())
    )


@dataclass(frozen=True, slots=True)
class TablePage(MoveFormPage):
    template: ClassVar[str] = "play/_board.html"

    slot: ShownSlot
    hand: tuple[ShownCard | None, ...]
    """None is an empty place for a card to come."""
    hand_size: int
    """The size of a full hand, which determines the layout."""
    coming: str | None
    """The text about cards that replace lost ones."""
    pad: ShownPad | None
    warm_up: ShownWarmUp | None
    """Instead of `pad`: the warm-up comes first."""
    has_pad_place: bool
    """Whether there is a number pad or warm-up, or would be without the pause, so its place stays free."""
    log: tuple[str, ...]
    """The latest events, newest first."""
    time: ShownTurnTime | None
    """The time left for the student's turn, with a timer."""
    ending: ShownEnding | None
    reader: str
    """The reader of the log and announcements."""
    holder_id: str | None = None
    """The student whose hand a shared device shows; None on a student's own device."""

    def hand_mark(self, reads_aloud: bool) -> str:  # noqa: FBT001 (templates pass it by position)
        """Return a digest of what the hand shows, by which a page tells that it shows it."""
        return hand_mark(self.hand, self.coming, reads_aloud=reads_aloud, asks=self.pad is not None)

    def announcement(self, since: int | None) -> Announcement:
        """Return what a screen reader announces since a version of the game."""
        tries = f" {self.slot.tries.text}" if self.slot.tries else ""
        notice = f"{self.slot.message}{tries}" if self.slot.kind != "bad" else ""
        return announcement(self.table, reader=self.reader, since=since, notice=notice)


def table_page(
    table: SharedTable,
    here: Location,
    *,
    seat: int,
    student_id: str,
    warms_up: bool = False,
    refusal: str | None = None,
    tried_card: int | None = None,
    asks: int | None = None,
) -> TablePage:
    """Build the page of a game in progress for the student in a seat.

    :param warms_up: whether the warm-up comes before the first card.
    :param refusal: why the last move was rejected.
    :param tried_card: the card of that move, which stays selected.
    :param asks: the card that the student chose for the number pad.
    """
    position, logged = table.position, table.logged
    seen = table.seen_by(seat)
    notice = ShownNotice(refusal, "bad") if refusal else feedback(logged, position, seat=seat, student_id=student_id)
    chosen = tried_card if tried_card is not None else chosen_card(logged, position, student_id=student_id)
    pad = shown_pad(seen, notice, asks=asks)
    has_pad_place = pad is not None
    if here.is_paused:
        pad = None
    warm_up = None
    if pad and warms_up:
        pad, warm_up = None, ShownWarmUp(number_to_type(game_id=table.table.game_id, student_id=student_id))
    actions = card_actions(seen, seat)
    hand, coming = shown_hand(seen, chosen=chosen, solving=pad.card if pad else None), shown_coming(seen)
    return TablePage(
        idempotency_key=secrets.token_urlsafe(12),
        table=table,
        seat=seat,
        team=seen.seats[seat],
        turn=paused_turn(seen.seats[seen.turn].value) if here.is_paused else _turn(seen, table, pad or warm_up),
        slot=shown_slot(table, notice, reader=student_id, tries=shown_tries(seen, pad, notice)),
        hand_size=seen.rules.hand_size,
        hand=with_gaps(hand, table.progress.as_laid(seat)) if coming else hand,
        coming=coming,
        pad=pad,
        warm_up=warm_up,
        has_pad_place=has_pad_place,
        actions=tuple(one._replace(is_open=False) for one in actions) if here.is_paused else actions,
        log=table.log(student_id),
        reader=student_id,
        time=None if here.is_paused else shown_turn_time(table, here, seat=seat),
        ending=shown_ending(here),
    )


def _turn(seen: View, table: SharedTable, pad: ShownPad | ShownWarmUp | None) -> ShownTurn:
    """Build the turn banner.

    :param pad: the number pad, if there is something to solve.
    """
    team = seen.seats[seen.turn].value
    if seen.turn != seen.seat:
        active = next(player for player in table.players if player.is_active)
        name = isolated(active.name)
        if active.face == ROBOT:
            title = pgettext("student", "%(name)s is thinking", name=name)
        else:
            title = pgettext("student", "Now playing: %(name)s", name=name)
        hint = (
            pgettext("student", "Solve your cards while you wait.")
            if pad
            else pgettext("student", "Plan your next move.")
        )
        return ShownTurn(team, is_mine=False, title=title, hint=hint, tries=None)
    if seen.forfeits_due[seen.turn]:
        hint = pgettext("student", "Your team talked about a move. Give up one card.")
    elif pad:
        hint = pgettext("student", "Solve your cards. Then play one.")
    else:
        hint = pgettext("student", "Choose a card, then a space.")
    return own_turn(seen, title=pgettext("student", "Your turn"), hint=hint)
