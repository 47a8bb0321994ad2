"""What happened at a table since the version that a page shows, to animate it (static/css/motion.css).

Only fragments contain news: a page that is opened or reloaded shows no animation. Chips and sequences are compared
rather than moves, so a page that missed a version still shows everything once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from classroom.models.face import Face
from classroom.presenters.table.board import ShownRow
from classroom.presenters.table.players import ShownPlayer
from classroom.presenters.table.teams import TeamStyles, team_name
from engine import CardId, CompletedSequence, Event, Seat, View
from engine.lines import spaces_in

_FACES = 2


class SignPlace(StrEnum):
    """A position on the board where the sequence sign covers none of its chips."""

    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class SpaceNews:
    """What is new on a space."""

    has_landed: bool = False
    """Whether there is a new chip."""
    taken: str | None = None
    """The team whose chip was removed."""
    hop: int | None = None
    """The chip's index in a new sequence, 0 to 4."""
    is_middle: bool = False
    """Whether it is the center of the latest one."""

    @property
    def marks(self) -> str:
        """Return the animation classes of the chip."""
        hops = [] if self.hop is None else ["hop", f"hop-{self.hop}"]
        return " ".join(["chip", *hops] if self.has_landed else hops)


@dataclass(frozen=True, slots=True)
class NewSequence:
    """The latest new sequence, which the table celebrates."""

    number: int
    """The number of sequences now, which identifies this one."""
    team: str
    name: str
    """The team's name, for a sentence."""
    sign: SignPlace | None
    """None if there is no room."""
    faces: tuple[Face, ...] = ()
    """Faces of two members of the team, if known: see `with_faces`."""


@dataclass(frozen=True, slots=True)
class News:
    spaces: tuple[tuple[str, SpaceNews], ...]
    """By name, as in a record, without unchanged ones."""
    old_sequences: int
    sequence: NewSequence | None
    is_turn: bool
    """Whether another turn has begun."""
    is_end: bool
    hand_sizes: tuple[int, ...]
    """The number of cards that each seat had before."""
    since: int | None = None
    """The version of the game that the page shows; set by `SharedTable.news`."""
    has_answered: bool = False
    """Whether the reader has moved or answered; set by `news_for`."""
    cards: frozenset[int] = frozenset()
    """The reader's new cards; set by `news_for`."""

    @property
    def has_chips(self) -> bool:
        """Return whether a chip was placed or removed."""
        return any(one.has_landed or one.taken for _, one in self.spaces)

    def at(self, name: str) -> SpaceNews | None:
        """Return the news of a space."""
        return next((news for other, news in self.spaces if other == name), None)

    def is_in(self, row: ShownRow) -> bool:
        """Return whether a space of a row has news."""
        return any(self.at(space.name) is not None for space in row)


def news_between(before: View, now: View, looks: TeamStyles) -> News:
    """Compare two versions of a table.

    :param looks: names of the teams chosen by a teacher.
    """
    fresh = now.sequences[len(before.sequences) :]
    hops = {space: index for sequence in fresh for index, space in enumerate(sequence.spaces)}
    landed, taken = set(_added(before, now)), dict(_taken(before, now))
    middle = fresh[-1].spaces[len(fresh[-1].spaces) // 2] if fresh else None
    return News(
        spaces=tuple(
            (now.board.name(space), SpaceNews(space in landed, taken.get(space), hops.get(space), space == middle))
            for space in sorted({*landed, *taken, *hops})
        ),
        old_sequences=len(before.sequences),
        sequence=_sequence(fresh, now, looks) if fresh else None,
        is_turn=before.turn_number != now.turn_number,
        is_end=before.outcome is None and now.outcome is not None,
        hand_sizes=before.hand_sizes,
    )


def with_faces(news: News, players: Iterable[ShownPlayer]) -> News:
    """Add the faces of the team with the latest sequence."""
    if news.sequence is None:
        return news
    faces = [one.face for one in players if one.team == news.sequence.team and one.face is not None]
    return replace(news, sequence=replace(news.sequence, faces=tuple(faces[:_FACES])))


def news_for(news: News, moves: Iterable[Event], hand: tuple[CardId, ...], *, seat: Seat) -> News:
    """Add what is new only for the player of a seat.

    :param moves: the seat's moves since the version that the page shows.
    :param hand: the player's hand, with new cards last.
    """
    moves = tuple(moves)
    gone = {card for card in (getattr(move, "card", None) for move in moves) if card is not None} - {*hand}
    known = max(news.hand_sizes[seat] - len(gone), 0)
    cards = frozenset(hand[known:])
    return replace(news, has_answered=bool(moves), cards=cards) if moves or cards else news


def _sequence(fresh: tuple[CompletedSequence, ...], now: View, looks: TeamStyles) -> NewSequence:
    team = fresh[-1].team.value
    return NewSequence(len(now.sequences), team, team_name(looks, team), _sign(fresh, now))


def _added(before: View, now: View) -> Iterator[int]:
    for chips, others in zip(now.chips, before.chips, strict=True):
        yield from spaces_in(chips & ~others)


def _taken(before: View, now: View) -> Iterator[tuple[int, str]]:
    """Return removed chips: spaces that are empty now, with their previous teams."""
    occupied = 0
    for chips in now.chips:
        occupied |= chips
    for team, chips in zip(before.seats, before.chips, strict=False):
        yield from ((space, team.value) for space in spaces_in(chips & ~occupied))


def _sign(sequences: tuple[CompletedSequence, ...], now: View) -> SignPlace | None:
    """Return the side with more rows above or below all sequences."""
    rows = {space // now.board.width for sequence in sequences for space in sequence.spaces}
    above, below = min(rows), now.board.height - 1 - max(rows)
    if above == below == 0:
        return None
    return SignPlace.TOP if above >= below else SignPlace.BOTTOM
