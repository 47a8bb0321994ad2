"""What happened at a table, in words for those who sit at it: one short sentence for each event.

Wrong answers are told to whoever gave them and to nobody else; the teacher's words are in `sessions.teacher_log`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from classroom.presenters.table.faces import face_text
from classroom.presenters.table.players import name_of
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import ended, isolated
from classroom.services.play.positions import LogEntry, SubstituteReason
from classroom.services.play.tables import Table
from engine import (
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
DEALT = "The cards are dealt."
"""What is told before the first event."""


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event of a game, and whoever sat in its seat then."""

    event: Event
    name: str
    """The mover's, or that of the team of a penalty; else empty."""
    student_id: str | None
    """The mover's; None for a bot and where nobody moved."""
    face: str = ""
    """What the mover saw on the card of the event."""
    stood_for: str | None = None
    """The student in the seat, where a bot played for that student; `name` is that student's then."""
    is_time_up: bool = False
    """Whether it did because the time of the turn was up."""
    version: int = 0
    """The event's number in the log."""


def logged_events(
    table: Table, setup: Setup, entries: Iterable[LogEntry], faces: Sequence[LogEntry]
) -> list[LoggedEvent]:
    """Say who made the events of a game's log, in their order.

    :param faces: all equations that were dealt to card holders, oldest first.
    """
    logged = []
    for entry in entries:
        event = entry.event
        holder = table.holder_at(getattr(event, "seat", None), entry.version)
        name, student_id = (name_of(table, holder), holder.student_id) if holder else ("", None)
        if isinstance(event, Penalty):
            name = team_name(table.teams, event.team.value)
        face = _face_then(entry, setup, faces)
        stand_in = entry.stand_in if student_id else None
        logged.append(
            LoggedEvent(event, name, student_id, face, version=entry.version)
            if stand_in is None
            else LoggedEvent(
                *(event, name, None, face),
                stood_for=student_id,
                is_time_up=stand_in is SubstituteReason.TIME,
                version=entry.version,
            )
        )
    return logged


def log_lines(
    logged: Sequence[LoggedEvent], position: Position, *, reader: str, is_brief: bool = False
) -> Iterator[str]:
    """Tell events, the newest first; see `numbered`."""
    return (line for _, line in numbered(logged, position, reader=reader, is_brief=is_brief))


def numbered(
    logged: Sequence[LoggedEvent], position: Position, *, reader: str, is_brief: bool = False
) -> Iterator[tuple[int, str]]:
    """Tell events with their versions, the newest first.

    :param position: the one after the last of them.
    :param reader: the student who reads: "You" instead of the name.
    :param is_brief: whether cards that others solve are left out, unless they lose one by it.
    """
    made = {sequence.spaces for sequence in position.sequences}
    mentioned: set[int] = set()
    for entry in reversed(logged):
        is_own = reader in {entry.student_id, entry.stood_for}
        who = "A bot" if entry.stood_for else "You" if is_own else isolated(entry.name)
        card = getattr(entry.event, "card", None)
        if isinstance(entry.event, Solve):
            is_lost = card not in mentioned and _is_lost(entry.event, position)
            if is_brief and not is_own and not is_lost:
                continue
            line = _solved(entry, entry.event, who, position, is_own=entry.student_id == reader, is_lost=is_lost)
        else:
            line = _sentence(entry, who, position, is_own=is_own)
        if entry.stood_for:
            line = _stood_in(line, entry, "you" if is_own else isolated(entry.name))
        if card is not None:
            mentioned.add(card)
        if isinstance(entry.event, Place):
            completed = {spaces for spaces in made if entry.event.space in spaces}
            made -= completed  # an older chip of the same sequence did not complete it
            line += " A sequence!" if completed else ""
        yield entry.version, line


def last_space(logged: Sequence[LoggedEvent]) -> Space | None:
    """Where the last chip was placed or taken off."""
    return next((entry.event.space for entry in reversed(logged) if isinstance(entry.event, Place | Remove)), None)


_PLAIN: Mapping[type[Event], str] = {
    Pass: "{who} could not play.",
    Draw: "{who} took a card.",
    Penalty: "Team {who} talked about the game: one card each.",
    Reshuffle: "The cards played were shuffled and are drawn again.",
    Stop: "The game was stopped.",
}


def _sentence(entry: LoggedEvent, who: str, position: Position, *, is_own: bool) -> str:
    match entry.event:
        case Place(space=space):
            return (
                f"{who} played {_face(entry, position, is_own=is_own)}{_where(position, entry.event, is_own=is_own)}."
            )
        case Remove(space=space):
            return f"{who} took a chip off {_label(position, space)}."
        case Miss():
            return _missed(entry, entry.event, who, position, is_own=is_own)
        case Exchange():
            return f"{who} turned in a dead card: {_face(entry, position, is_own=is_own)}."
        case Forfeit():
            return f"{who} gave up {_face(entry, position, is_own=is_own)}."
        case event:
            return _PLAIN[type(event)].format(who=who, event=event)


def _stood_in(line: str, entry: LoggedEvent, whom: str) -> str:
    """Tell for whom a bot did what the sentence says, and why."""
    action, colon, rest = line.removesuffix(".").partition(":" if isinstance(entry.event, Exchange) else "\n")
    text = ended(f"{action} for {whom}{colon}{rest}")
    return f"Time was up: {text[0].lower()}{text[1:]}" if entry.is_time_up else text


def _solved(entry: LoggedEvent, solve: Solve, who: str, position: Position, *, is_own: bool, is_lost: bool) -> str:
    """Tell an answer given ahead: what it was only to whoever gave it."""
    if not is_own:
        return f"{who} lost a card." if is_lost else f"{who} answered a card."
    is_right = solve.answer == position.setup.answers[solve.card]
    return (
        f"You worked out {entry.face}: {solve.answer}."
        if is_right
        else f"You answered {solve.answer} for {entry.face}."
    )


def _is_lost(solve: Solve, position: Position) -> bool:
    """Whether the latest answer to a card cost it: only so does a card leave the hand that is not solved."""
    is_right = solve.answer == position.setup.answers[solve.card]
    return not is_right and solve.card not in position.hands[solve.seat]


def _missed(entry: LoggedEvent, miss: Miss, who: str, position: Position, *, is_own: bool) -> str:
    face = _face(entry, position, is_own=is_own)
    if is_own and miss.space is None:
        return f"You called {face} dead. It was not."
    if is_own and miss.space is not None:
        return f"You tried {face} on {position.setup.board.labels[miss.space]}."
    if miss.card in position.hands[miss.seat]:  # a card still held is a secret
        return f"{who} did not find the answer yet."
    return f"{who} did not find the answer of {face}."


def _where(position: Position, place: Place, *, is_own: bool) -> str:
    """Where a chip was placed, unless the card itself says it: a playing card lies on its own likeness."""
    label = position.setup.board.labels[place.space]
    is_redundant = face_of(position, place.card, is_own=False) == label and not (is_own and position.deals_faces)
    return "" if is_redundant else f" on {_label(position, place.space)}"


def _label(position: Position, space: Space) -> str:
    return _spoken(position, position.setup.board.labels[space])


def _face(entry: LoggedEvent, position: Position, *, is_own: bool) -> str:
    """The card of an event: what somebody was asked is nobody else's business."""
    return _spoken(position, entry.face if is_own else face_of(position, _card(entry.event), is_own=False))


def _card(event: Event) -> int:
    """The card of an event that has one."""
    return int(event.card)  # type: ignore[union-attr]  # whoever calls has looked


def _face_then(entry: LogEntry, setup: Setup, faces: Sequence[LogEntry]) -> str:
    """What was on the card of an event when it happened; empty where there was none."""
    card = getattr(entry.event, "card", None)
    if card is None or isinstance(entry.event, Face):
        return ""
    seat = getattr(entry.event, "seat", None)
    dealt = (one.event for one in reversed(faces) if one.version < entry.version)
    own = (face.face for face in dealt if isinstance(face, Face) and (face.card, face.seat) == (card, seat))
    return next(own, setup.cards_by_id[card].face)


def _spoken(position: Position, printed: str) -> str:
    text = face_text(position.setup.edition, printed)
    return text if text == printed else f"the {text}"
