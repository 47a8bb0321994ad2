"""One version of a table, built once per process and language, and shared by all its readers.

It is built from the view of a spectator, so it can't contain hands. The lines of the log, which depend on the reader,
are kept by reader.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import islice
from typing import Any

from markupsafe import Markup

from classroom import clock
from classroom.i18n import current_language
from classroom.models import Face
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.changes import (
    REMEMBERED,
    BoardChanges,
    EarlierTable,
    TableChanges,
    board_changes,
    changes_between,
    remember,
)
from classroom.presenters.table.hand_overs import HandOver, hand_overs, latest_hand_over, lines_since, with_hand_overs
from classroom.presenters.table.log import (
    LOG_LINES,
    LoggedEvent,
    LogLines,
    last_place,
    last_space,
    logged_events,
)
from classroom.presenters.table.miniature import Miniature, miniature
from classroom.presenters.table.news import News, news_between, with_faces
from classroom.presenters.table.opening import opening
from classroom.presenters.table.players import ShownPlayer, shown_players
from classroom.presenters.table.teams import ShownTeam, color_attributes, shown_teams
from classroom.reports.live import RecentAnswer
from classroom.services.play.game_row import MovingGame
from classroom.services.play.positions import RECENT_EVENTS, Progress, kept_progress, progress_of
from classroom.services.play.tables import MOST_CACHED_TABLES, UNUSED_TABLE_TIME, Table, kept_table, table_of
from engine import EDITIONS, Position, Reshuffle, Seat, Solve, SolveMode, Space, Team, View, seat_view, view

_lock = threading.Lock()
_kept: OrderedDict[tuple[str, str], SharedTable] = OrderedDict()
"""By game and language, because tables contain text."""


@dataclass(frozen=True, slots=True)
class Peek:
    """A face at the corner of a space."""

    face: Face
    row: int
    column: int


class SharedTable:
    """A table at one version of its game and of its session."""

    def __init__(self, table: Table, progress: Progress) -> None:
        self.table = table
        self.progress = progress
        self.built_at = clock.now()
        self.markup: dict[tuple[object, ...], Markup] = {}
        """Cached markup of parts of pages, by arguments (the template function ``once``)."""
        self.earlier: tuple[EarlierTable, ...] = ()
        """Earlier versions, latest first."""

        self._known_events: Sequence[LoggedEvent] = ()
        """Events of the previous version."""
        self.kept: dict[str, Any] = {}
        """Data cached by pages that show several tables."""
        self._boards: dict[Team | None, ShownBoard] = {}
        self._changes: dict[int, TableChanges] = {}
        self._news: dict[int, News] = {}
        self._hand_overs: dict[str, tuple[HandOver, ...]] = {}
        """By reader."""
        self.announced: dict[tuple[int, bool], str] = {}
        """Sentences about moves, by version of the event and whether the reader made it (`announcement`)."""
        self.answers: tuple[RecentAnswer, ...] | None = None
        """The latest answers, once a teacher's page has read them."""

    @property
    def version(self) -> int:
        return self.progress.version

    @property
    def position(self) -> Position:
        """Return the position. Not for pages: it contains every hand."""
        return self.progress.position

    @cached_property
    def seen(self) -> View:
        """Return what a spectator sees."""
        return view(self.position, None)

    def seen_by(self, seat: Seat) -> View:
        """Return what a seat sees."""
        hand = [card for card in self.progress.as_laid(seat) if card is not None]
        return seat_view(self.seen, self.position, seat, hand=hand)

    @cached_property
    def logged(self) -> list[LoggedEvent]:
        """Return the latest events, oldest first, with their movers."""
        known, self._known_events = self._known_events, ()
        return logged_events(self.table, self.position.setup, self.progress.recent, self.progress.faces, known=known)

    @cached_property
    def color_attributes(self) -> dict[str, str]:
        """Return the attributes with the teams' colors (`teams.color_attributes`)."""
        return color_attributes(self.table.teams)

    @cached_property
    def teams(self) -> tuple[ShownTeam, ...]:
        """Return the teams and their sequences."""
        return shown_teams(self.seen, self.table.teams)

    @cached_property
    def players(self) -> tuple[ShownPlayer, ...]:
        """Return the players at the table, by seat."""
        return shown_players(self.table, self.table.seated, self.seen)

    @cached_property
    def miniature(self) -> Miniature:
        """Return the board as a small drawing."""
        return miniature(self.seen, self.table.teams)

    @cached_property
    def drawn(self) -> str:
        """Return a digest of the table's drawing: its `miniature`, the teams, and their colors."""
        return blake2b(repr((self.miniature, self.teams, self.color_attributes)).encode(), digest_size=8).hexdigest()

    @cached_property
    def animals(self) -> tuple[str, ...]:
        """Return the different animals at the table."""
        return tuple(sorted({player.face.animal for player in self.players if player.face is not None}))

    def player_at(self, seat: Seat | None) -> ShownPlayer | None:
        """Return the player in a seat; None for no seat."""
        return next((one for one in self.players if one.seat == seat), None)

    @cached_property
    def seats(self) -> frozenset[Seat]:
        return frozenset(player.seat for player in self.players)

    @cached_property
    def active_face(self) -> Face | None:
        """Return the face of the active player; None for a team of the whole class."""
        player = self.player_at(self.position.turn)
        return None if player is None else player.face

    @property
    def size(self) -> tuple[int, int]:
        """Return the board's width and height."""
        return self.seen.board.width, self.seen.board.height

    @property
    def pile_size(self) -> int:
        """Return the number of cards left to draw."""
        return self.seen.pile_size

    @property
    def has_numbers(self) -> bool:
        """Return whether the board has numbers rather than playing cards."""
        return EDITIONS[self.seen.edition].has_misses

    @property
    def solves_ahead(self) -> bool:
        """Return whether cards are solved before they are played."""
        return self.seen.rules.solve is SolveMode.AHEAD

    def board(self, team: Team | None = None) -> ShownBoard:
        """Return the board for a member of a team; None for a spectator."""
        board = self._boards.get(team)
        if board is None:
            board = shown_board(self.seen, own=team, last_space=self.last_space, looks=self.table.teams)
            self._boards[team] = board
        return board

    @property
    def last_space(self) -> Space | None:
        """Return where the last chip was placed or removed."""
        return last_space(self.logged)

    @cached_property
    def peek(self) -> Peek | None:
        """Return the face at the space of the last move; None before the first move, and if teams play."""
        last = last_place(self.logged)
        mover = None if last is None or self.table.is_whole_class else self.player_at(last.seat)
        if last is None or mover is None or mover.face is None:
            return None
        row, column = divmod(last.space, self.seen.board.width)
        return Peek(mover.face, row=row, column=column)

    def follow(self, before: SharedTable) -> None:
        """Reuse data of an earlier version within the same version of the session."""
        self.earlier = (before._remembered, *before.earlier)[:REMEMBERED]
        self._known_events = before.logged

    def as_of(self, version: int) -> EarlierTable | None:
        """Return what is remembered of a version of the game; None if it is not."""
        if version == self.version:
            return self._remembered
        return next((one for one in self.earlier if one.version == version), None)

    def changes(self, version: int) -> TableChanges:
        """Return the changes around the board since a remembered version."""
        changes = self._changes.get(version)
        if changes is None:
            changes = self._changes[version] = changes_between(self._known(version), self._remembered)
        return changes

    def board_changes(self, version: int, shown_team: Team | None, team: Team | None) -> BoardChanges:
        """Return the difference of a team's board from that of a remembered version, as shown to a team."""
        return board_changes(self, self._known(version), shown_team, team)

    def news(self, version: int) -> News | None:
        """Return what happened since a version of the game; None if it is not remembered."""
        news = self._news.get(version)
        if news is None:
            earlier = self.as_of(version)
            if earlier is None:
                return None
            news = with_faces(news_between(earlier.seen, self.seen, self.table.teams), self.players)
            news = self._news[version] = replace(news, since=version)
        return news

    def log(self, reader: str, *, with_solves: bool = True) -> tuple[str, ...]:
        """Return the latest events in words, newest first.

        :param reader: the student who is reading; "" for everyone.
        :param with_solves: whether to include cards solved ahead.
        """
        events = self.visible_lines(reader, with_solves=with_solves)
        lines = islice(((entry.version, line) for entry, line in events), LOG_LINES)
        merged = with_hand_overs(lines, self._hand_overs_for(reader), since=lines_since(self.logged, RECENT_EVENTS))
        began = () if self.table.cut is None else (self.opening(reader),)
        return (*merged, *began)[:LOG_LINES]

    def visible_lines(self, reader: str, *, with_solves: bool = True) -> Iterable[tuple[LoggedEvent, str]]:
        """Return the events that a reader may know, each with its line, newest first."""
        lines = self._lines if with_solves else self._move_lines
        return ((entry, line) for entry, line in lines.for_reader(reader) if line is not None)

    def latest_hand_over(self, reader: str, *, version: int) -> HandOver | None:
        """Return the latest hand-over after the event of a version (`hand_overs.latest_hand_over`)."""
        return latest_hand_over(self._hand_overs_for(reader), reader=reader, version=version)

    def _hand_overs_for(self, reader: str) -> tuple[HandOver, ...]:
        changes = self._hand_overs.get(reader)
        if changes is None:
            changes = self._hand_overs[reader] = hand_overs(self.table, reader=reader)
        return changes

    @cached_property
    def _remembered(self) -> EarlierTable:
        return remember(self, self._boards)

    def _known(self, version: int) -> EarlierTable:
        earlier = self.as_of(version)
        if earlier is None:
            raise LookupError(version)
        return earlier

    @cached_property
    def _lines(self) -> LogLines:
        return LogLines(self.logged, self.position)

    @cached_property
    def _move_lines(self) -> LogLines:
        moves = [one for one in self.logged if not isinstance(one.event, Solve)]
        return self._lines if len(moves) == len(self.logged) else LogLines(moves, self.position)

    @property
    def completing(self) -> frozenset[int]:
        """Return the entries of `logged` whose chips completed a sequence (`completing_chips`)."""
        return self._lines.completing

    def last_move(self, reader: str) -> tuple[LoggedEvent, str] | None:
        """Return the reader's last visible event in words; None without one.

        Cards solved ahead and reshuffles are left out: a draw may shuffle the played cards right after a move, which is
        the event that players want to see.
        """
        lines = self.visible_lines(reader, with_solves=False)
        return next((one for one in lines if not isinstance(one[0].event, Reshuffle)), None)

    def opening(self, reader: str | None = None, *, with_ties: bool = True) -> str:
        """Return what happened before the first move."""
        return opening(self.table, reader=reader, with_ties=with_ties)


def shared_table(game: MovingGame) -> SharedTable:
    """Return the table of a game as of the game's row."""
    return _keep(table_of(game), progress_of(game))


def kept_shared_table(game_id: str, *, version: int, session_version: int) -> SharedTable | None:
    """Return a cached table; None if it is not cached at these versions.

    Newer versions don't match: a page must contain the version that it shows.
    """
    table, progress = kept_table(game_id, session_version=session_version), kept_progress(game_id)
    if table is None or progress is None or progress.version != version:
        return None
    return _keep(table, progress)


def _keep(table: Table, progress: Progress) -> SharedTable:
    key = (table.game_id, current_language().tag)
    with _lock:
        kept = _kept.get(key)
        if kept is not None and kept.table is table and kept.progress is progress:
            return kept
        shared = SharedTable(table, progress)
        if kept is not None and kept.table is table and kept.version < shared.version:
            shared.follow(kept)
        if kept is not None and kept.version > shared.version:
            return shared
        _kept[key] = shared
        _kept.move_to_end(key)
        while (
            len(_kept) > MOST_CACHED_TABLES or shared.built_at - next(iter(_kept.values())).built_at > UNUSED_TABLE_TIME
        ):
            _kept.popitem(last=False)
        return shared
