"""A table's shared device: hands are covered until the active player taps their name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from classroom.i18n import pgettext
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.student.feedback import ShownNotice
from classroom.presenters.student.slot import ShownSlot, shown_slot
from classroom.presenters.table.announcement import Announcement, announcement
from classroom.presenters.table.log import LoggedEvent
from classroom.presenters.table.players import name_of
from classroom.presenters.table.shared import SharedTable
from classroom.presenters.table.turn import ShownTurn, paused_turn
from classroom.presenters.words import isolated, isolated_equation, solved
from classroom.services.play.location import Location
from classroom.services.play.tables import Tenure
from engine import CardKind, Miss, Place, Position


@dataclass(frozen=True, slots=True)
class ShownOwed:
    """A student who has a card to draw."""

    name: str
    student_id: str


@dataclass(frozen=True, slots=True)
class CoveredPage:
    """The table as everyone around it may see it, without a hand."""

    template: ClassVar[str] = "play/_covered.html"

    table: SharedTable
    """What everyone at the table sees."""
    turn: ShownTurn
    slot: ShownSlot
    """Includes the equation of the last turn with its answer."""
    name: str | None
    """Who takes the device next; None while a bot plays or games are paused."""
    turn_number: int
    """The button's value, which uncovers the cards in this turn only."""
    owed: tuple[ShownOwed, ...]
    log: tuple[str, ...]
    ending: ShownEnding | None

    def announcement(self, since: int | None) -> Announcement:
        """Return what a screen reader announces since a version of the game."""
        return announcement(self.table, reader="", since=since)


def covered_page(table: SharedTable, here: Location, *, refusal: str | None = None) -> CoveredPage:
    """Show a game in progress to everyone around the device.

    :param refusal: why the last request was rejected.
    """
    position, logged = table.position, table.logged
    holders = table.table.seated
    active_player = next(one for one in holders if one.seat == position.turn)
    notice = ShownNotice(refusal, "bad") if refusal else _last_answer(logged, position)
    return CoveredPage(
        table=table,
        turn=_turn(table, active_player, is_paused=here.is_paused),
        slot=shown_slot(table, notice, reader="", tries=None),
        name=None if here.is_paused else active_player.student_name,
        turn_number=position.turn_number,
        owed=() if here.is_paused else _owed(holders, position),
        log=table.log(reader="", with_solves=False),
        ending=shown_ending(here),
    )


def _turn(table: SharedTable, active_player: Tenure, *, is_paused: bool) -> ShownTurn:
    team = table.seen.seats[active_player.seat].value
    if is_paused:
        return paused_turn(team)
    name = isolated(name_of(table.table, active_player))
    if active_player.student_id is None:
        title, hint = pgettext("student", "%(name)s is thinking", name=name), pgettext("student", "Watch the board.")
    else:
        title, hint = pgettext("student", "Next: %(name)s", name=name), pgettext("student", "Take the device.")
    return ShownTurn(team, is_mine=False, title=title, hint=hint, tries=None)


def _owed(holders: tuple[Tenure, ...], position: Position) -> tuple[ShownOwed, ...]:
    return tuple(
        ShownOwed(one.student_name or "", one.student_id)
        for one in holders
        if one.student_id is not None and position.owed[one.seat]
    )


def _last_answer(logged: list[LoggedEvent], position: Position) -> ShownNotice | None:
    """Return the equation of the last turn with its answer.

    It is the same for a correct answer and after the last try, because everyone around the device can read it. During a
    turn, it would reveal a card in a hand.
    """
    last = next((one for one in reversed(logged) if one.student_id), None)
    if last is None or not isinstance(last.event, Place | Miss) or last.event.seat == position.turn:
        return None
    card = position.setup.cards_by_id[last.event.card]
    if not position.setup.has_misses or card.kind is not CardKind.MATCH or card.id in position.hands[last.event.seat]:
        return None
    solution = isolated_equation(solved(last.face, card.label))
    return ShownNotice(pgettext("student", "%(solution)s.", solution=solution), "info")
