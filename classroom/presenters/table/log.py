"""The log of a table for its players: one short sentence for each event.

Only the student who made a miss sees it. If it used up the last try of a turn, the others read that a card was put
down, with the same words as for trading in a dead card; otherwise nothing. They don't see solved cards. For the
teacher's lines, see `sessions.teacher_log`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from classroom.i18n import _, lazy_gettext, pgettext
from classroom.presenters.table.card_faces import card_in_sentence
from classroom.presenters.table.players import name_of
from classroom.presenters.table.sentences import Line, Subject, sentence
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import isolated, isolated_equation
from classroom.services.play.positions import LogEntry, SubstituteReason
from classroom.services.play.tables import Table
from engine import (
    EDITIONS,
    Draw,
    Event,
    Exchange,
    Face,
    Forfeit,
    Miss,
    Pass,
    Penalty,
    Place,
    Position,
    Remove,
    Reshuffle,
    Setup,
    Solve,
    Space,
    Stop,
    face_of,
)

LOG_LINES = 4
DEALT = lazy_gettext("The cards are dealt.")
"""The line before the first event."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event of a game, with the player in its seat at that time."""

    event: Event
    name: str
    """The mover's name, or that of a penalty's team; otherwise ""."""
    student_id: str | None
    """The mover; None for a bot, and for events without a player."""
    face: str = ""
    """What the mover saw on the event's card."""
    substituted_for: str | None = None
    """The student for whom a bot played; `name` is then the student's."""
    is_time_up: bool = False
    """Whether the bot played because time ran out."""
    version: int = 0
    """The event's version in the log."""


def logged_events(
    table: Table,
    setup: Setup,
    entries: Iterable[LogEntry],
    faces: Sequence[LogEntry],
    *,
    known: Iterable[LoggedEvent] = (),
) -> list[LoggedEvent]:
    """Return the events of a game's log with their movers, in order.

    :param faces: all equations dealt to card holders, oldest first.
    :param known: events of this log built earlier, for the same `table`.
    """
    found = {one.version: one for one in known}
    logged = []
    for entry in entries:
        if entry.version in found:
            logged.append(found[entry.version])
            continue
        event = entry.event
        holder = table.holder_at(getattr(event, "seat", None), entry.version)
        name, student_id = (name_of(table, holder), holder.student_id) if holder else ("", None)
        if isinstance(event, Penalty):
            name = team_name(table.teams, event.team.value)
        face = _face_then(entry, setup, faces)
        substitute = entry.substitute if student_id else None
        logged.append(
            LoggedEvent(event, name, student_id, face, version=entry.version)
            if substitute is None
            else LoggedEvent(
                *(event, name, None, face),
                substituted_for=student_id,
                is_time_up=substitute is SubstituteReason.TIME,
                version=entry.version,
            )
        )
    return logged


def log_lines(logged: Sequence[LoggedEvent], position: Position, *, reader: str) -> Iterator[str]:
    """Return the lines that a reader may know, newest first."""
    return (line for _, line in lines_by_event(logged, position, reader=reader) if line is not None)


def lines_by_event(
    logged: Sequence[LoggedEvent], position: Position, *, reader: str
) -> Iterator[tuple[LoggedEvent, str | None]]:
    """Return each event, newest first, with its line, or with None if the reader may not know it.

    :param position: the position after the last event.
    :param reader: the student who is reading, called "You".
    """
    return LogLines(logged, position).for_reader(reader)


class LogLines:
    """The lines of events. Each is built on first use: once for its mover, once for all others."""

    def __init__(self, logged: Sequence[LoggedEvent], position: Position) -> None:
        """Prepare the lines.

        :param position: the position after the last event.
        """
        self._entries = logged[::-1]
        self._position = position
        self._lines: dict[tuple[int, bool], str | None] = {}

    def for_reader(self, reader: str) -> Iterator[tuple[LoggedEvent, str | None]]:
        """Return each entry, newest first, with the reader's line; see `lines_by_event`."""
        lines = self._lines
        for place, entry in enumerate(self._entries):
            is_own = reader in (entry.student_id, entry.substituted_for)
            if (place, is_own) not in lines:
                lines[place, is_own] = self._line(place, is_own=is_own)
            yield entry, lines[place, is_own]

    @cached_property
    def completing(self) -> frozenset[int]:
        """Return the entries whose chips completed a sequence (`completing_chips`)."""
        return completing_chips(self._entries[::-1], self._position)

    def _line(self, place: int, *, is_own: bool) -> str | None:
        entry = self._entries[place]
        if not isinstance(entry.event, Miss | Solve):
            line = _sentence(entry, self._position, is_own=is_own)
        elif is_own and not entry.substituted_for:
            line = _answered(entry, entry.event, self._position)
        elif isinstance(entry.event, Miss) and self._is_last_use(place, entry.event):
            line = _line_about(Line.PUT_DOWN, entry, {}, is_own=is_own)
        else:
            return None
        if entry.is_time_up:
            line = " ".join([_("Time ran out."), line])
        return " ".join([line, _("A sequence!")]) if id(entry) in self.completing else line

    def _is_last_use(self, place: int, miss: Miss) -> bool:
        """Return whether a miss used up the last try, and nothing happened to the card since."""
        later = (getattr(one.event, "card", None) for one in self._entries[:place])
        return _is_used_up(miss, self._position) and miss.card not in later


def completing_chips(logged: Sequence[LoggedEvent], position: Position) -> frozenset[int]:
    """Return the entries whose chips completed a sequence, by their `id`.

    :param position: the position after the last event.
    """
    made = {sequence.spaces for sequence in position.sequences}
    found = set()
    for entry in reversed(logged) if made else ():
        completed = {spaces for spaces in made if isinstance(entry.event, Place) and entry.event.space in spaces}
        made -= completed  # an older chip of the sequence did not complete it
        if completed:
            found.add(id(entry))
    return frozenset(found)


def last_space(logged: Sequence[LoggedEvent]) -> Space | None:
    """Return where the last chip was placed or removed."""
    last = last_place(logged)
    return None if last is None else last.space


def last_place(logged: Sequence[LoggedEvent]) -> Place | Remove | None:
    """Return the move that placed or removed the last chip."""
    return next((entry.event for entry in reversed(logged) if isinstance(entry.event, Place | Remove)), None)


_OF_TABLE: Mapping[type[Event], str] = {
    Reshuffle: lazy_gettext("The played cards were shuffled into a new draw pile."),
    Stop: lazy_gettext("The game was stopped."),
}
_OF_SEAT: Mapping[type[Event], Line] = {
    Pass: Line.PASSED,
    Draw: Line.DREW,
    Exchange: Line.TRADED_IN,
    Forfeit: Line.GAVE_UP,
}


def _sentence(entry: LoggedEvent, position: Position, *, is_own: bool) -> str:
    match entry.event:
        case Place() as place:
            card, space = _face(entry, position, is_own=is_own), _where(position, place, is_own=is_own)
            values = {"card": card} if space is None else {"card": card, "space": space}
            return _line_about(Line.PLAYED if space is None else Line.PLAYED_ON, entry, values, is_own=is_own)
        case Remove(space=taken):
            return _line_about(Line.REMOVED, entry, {"space": _label(position, taken)}, is_own=is_own)
        case Exchange() if not is_own and EDITIONS[position.setup.edition].has_misses:
            return _line_about(Line.PUT_DOWN, entry, {}, is_own=is_own)  # the same as after the last try
        case Penalty():
            return _("%(team)s talked about a move. Each player gives up a card.", team=entry.name)
        case Reshuffle() | Stop() as event:
            return str(_OF_TABLE[type(event)])
        case event:
            values = {"card": _face(entry, position, is_own=is_own)} if hasattr(event, "card") else {}
            return _line_about(_OF_SEAT[type(event)], entry, values, is_own=is_own)


def _line_about(line: Line, entry: LoggedEvent, values: Mapping[str, str], *, is_own: bool) -> str:
    if entry.substituted_for:
        subject = Subject.BOT_FOR_READER if is_own else Subject.BOT_FOR_OTHER
    else:
        subject = Subject.READER if is_own else Subject.OTHER
    return sentence(line, subject, name=isolated(entry.name), **values)


def _answered(entry: LoggedEvent, answer: Miss | Solve, position: Position) -> str:
    """Return the line about an answer, for the student who gave it."""
    problem = isolated_equation(entry.face)
    if isinstance(answer, Miss):
        if answer.space is None:
            return pgettext("student", "You traded in %(problem)s, but it still has a space.", problem=problem)
        space = position.setup.board.labels[answer.space]
        return pgettext("student", "You tried %(problem)s on %(space)s.", problem=problem, space=space)
    if answer.answer == position.setup.answers[answer.card]:
        return pgettext("student", "You solved %(problem)s: %(answer)s.", problem=problem, answer=answer.answer)
    return pgettext("student", "You answered %(answer)s for %(problem)s.", problem=problem, answer=answer.answer)


def _is_used_up(miss: Miss, position: Position) -> bool:
    """Return whether a card's latest miss was the last try, which ended the turn."""
    return miss.card not in position.hands[miss.seat]


def _where(position: Position, place: Place, *, is_own: bool) -> str | None:
    """Return where a chip was placed; None if the card says so itself: a playing card goes on its own picture."""
    label = position.setup.board.labels[place.space]
    is_redundant = face_of(position, place.card, is_own=False) == label and not (is_own and position.deals_faces)
    return None if is_redundant else _label(position, place.space)


def _label(position: Position, space: Space) -> str:
    return card_in_sentence(position.setup.edition, position.setup.board.labels[space])


def _face(entry: LoggedEvent, position: Position, *, is_own: bool) -> str:
    """Return the card of an event in words; only its student may know the equation."""
    face = entry.face if is_own else face_of(position, _card(entry.event), is_own=False)
    return card_in_sentence(position.setup.edition, face)


def _card(event: Event) -> int:
    """Return the card of an event that has one."""
    return int(event.card)  # type: ignore[union-attr]  # callers have looked


def _face_then(entry: LogEntry, setup: Setup, faces: Sequence[LogEntry]) -> str:
    """Return what was on an event's card at that time; "" without a card."""
    card = getattr(entry.event, "card", None)
    if card is None or isinstance(entry.event, Face):
        return ""
    seat = getattr(entry.event, "seat", None)
    dealt = (one.event for one in reversed(faces) if one.version < entry.version)
    own = (face.face for face in dealt if isinstance(face, Face) and (face.card, face.seat) == (card, seat))
    return next(own, setup.cards_by_id[card].face)
