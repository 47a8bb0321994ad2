"""A finished game at any of its moves: the board, the seats, and the log with a link to each move.

The teacher sees all hands and every wrong answer. A student sees what their seat showed at that time, and of later
moves only who made them, so that no card is visible before it was played. Moves that the student may not know, such as
others' misses, are omitted and not counted.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from classroom.clock import local_day
from classroom.i18n import _, pgettext
from classroom.models import Game
from classroom.presenters.moments import day_text
from classroom.presenters.sessions.teacher_log import teacher_lines
from classroom.presenters.table.board import ShownBoard, shown_board
from classroom.presenters.table.card_faces import shown_faces
from classroom.presenters.table.end import shown_outcome
from classroom.presenters.table.hand_overs import hand_overs
from classroom.presenters.table.log import LoggedEvent, last_space, log_lines, logged_events
from classroom.presenters.table.opening import opening
from classroom.presenters.table.players import ShownPlayer, shown_players
from classroom.presenters.table.teams import ShownTeam, color_attributes, shown_teams, teams_text
from classroom.presenters.words import isolated
from classroom.services.play.records import deal_and_log
from classroom.services.play.tables import Table, Tenure, table_of
from engine import Face, Position, apply_event, view


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A line of the log, linked to its move."""

    number: int
    text: str
    is_shown: bool
    """Whether the text says what happened, rather than only who moved."""


@dataclass(frozen=True, slots=True)
class ReplayPage:
    name: str
    """"Table 3, game 2"."""
    day: str
    """When it ended: "Mon, Sep 7, 2026"."""
    move: int
    """The number of the move shown; 0 for the deal."""
    moves: int
    """The number of the last move."""
    happened: str
    """The move in words."""
    color_attributes: dict[str, str]
    board: ShownBoard
    picture_text: str
    teams: tuple[ShownTeam, ...]
    players: tuple[ShownPlayer, ...]
    """The players at that time, clockwise, with the hands that the reader may see."""
    own_seats: frozenset[int]
    """The reader's at that time; none for the teacher."""
    pile_size: int
    outcome: str | None
    """How the game ended; only at the last move."""
    log: tuple[ShownMove, ...]
    """The deal and every move, in order."""

    @property
    def back(self) -> int:
        """Return the previous move."""
        return max(0, self.move - 1)

    @property
    def forward(self) -> int:
        return min(self.moves, self.move + 1)


def teacher_replay(game: Game, move: int) -> ReplayPage:
    """Show a move to a teacher.

    :param move: any number; the nearest existing move is shown.
    :raises ServiceError: GAME_NOT_OVER.
    """
    logged, positions = _unrolled(game)
    lines = [teacher_lines([entry], after)[0] for entry, after in zip(logged, positions[1:], strict=True)]
    seats = _hand_overs_by_move(table_of(game), logged)
    happened = enumerate([opening(table_of(game)), *lines])
    log = tuple(ShownMove(number, " ".join([text, *seats[number]]), is_shown=True) for number, text in happened)
    return _page(game, _nearest(move, logged), logged, positions, log, student_id=None)


def student_replay(game: Game, move: int, *, student_id: str) -> ReplayPage:
    """Show a move to a student who held a seat in the game.

    :param move: any number; the nearest existing move is shown.
    :raises ServiceError: GAME_NOT_OVER.
    """
    logged, positions = _known_to(student_id, *_unrolled(game))
    shown = _nearest(move, logged)
    table = table_of(game)
    seats = _hand_overs_by_move(table, logged, reader=student_id)
    log = [ShownMove(0, " ".join([opening(table, reader=student_id), *seats[0]]), is_shown=True)]
    for number, entry in enumerate(logged, start=1):
        is_shown = number <= shown
        happened = next(log_lines([entry], positions[number], reader=student_id)) if is_shown else ""
        text = " ".join([happened, *seats[number]]) if is_shown else _whose(entry, student_id)
        log.append(ShownMove(number, text, is_shown=is_shown))
    return _page(game, shown, logged, positions, tuple(log), student_id=student_id)


def _unrolled(game: Game) -> tuple[list[LoggedEvent], list[Position]]:
    """Replay the log: return its events, and the positions after the deal and after each event, with dealt faces.

    Replayed for each request, which takes two milliseconds for a hundred events.
    """
    deal, entries = deal_and_log(game)
    faces = [one for one in entries if isinstance(one.event, Face)]
    logged, positions = [], [deal]
    for entry in logged_events(table_of(game), deal.setup, entries, faces):
        after = apply_event(positions[-1], entry.event)
        if isinstance(entry.event, Face):
            positions[-1] = after
        else:
            logged.append(entry)
            positions.append(after)
    return logged, positions


def _known_to(
    student_id: str, logged: list[LoggedEvent], positions: list[Position]
) -> tuple[list[LoggedEvent], list[Position]]:
    """Remove the events that a student may not know. They don't change the table for that student."""
    known = [
        (entry, after)
        for entry, after in zip(logged, positions[1:], strict=True)
        if any(log_lines([entry], after, reader=student_id))
    ]
    return [entry for entry, _after in known], [positions[0], *(after for _entry, after in known)]


def _hand_overs_by_move(table: Table, logged: list[LoggedEvent], *, reader: str = "") -> dict[int, list[str]]:
    """Return the seats that changed hands after each move and before the next one."""
    texts: dict[int, list[str]] = defaultdict(list)
    for change in hand_overs(table, reader=reader):
        texts[sum(entry.version <= change.version for entry in logged)].append(change.text)
    return texts


def _nearest(move: int, logged: list[LoggedEvent]) -> int:
    return max(0, min(move, len(logged)))


def _page(
    game: Game,
    move: int,
    logged: list[LoggedEvent],
    positions: list[Position],
    log: tuple[ShownMove, ...],
    *,
    student_id: str | None,
) -> ReplayPage:
    """Build the page.

    :param student_id: the reader; None for the teacher.
    """
    position = positions[move]
    table = table_of(game)
    holders = _holders(table, position, logged[move - 1].version if move else 1)
    seats = [one.seat for one in holders if student_id is None or one.student_id == student_id]
    hands = {
        seat: shown_faces(position.setup.edition, (card.face for card in view(position, seat).hand)) for seat in seats
    }
    seen = view(position, None)
    teams = shown_teams(seen, game.teams)
    return ReplayPage(
        name=_("Table %(table)d, game %(game)d", table=game.table_number, game=game.round),
        day=day_text(local_day(game.over_at or game.moved_at)),
        move=move,
        moves=len(logged),
        happened=log[move].text,
        color_attributes=color_attributes(game.teams),
        board=shown_board(seen, last_space=last_space(logged[:move]), looks=game.teams),
        picture_text=" ".join([_("The board after move %(move)d.", move=move), teams_text(teams)]),
        teams=teams,
        players=shown_players(table, holders, seen, hands=hands),
        own_seats=frozenset(one.seat for one in holders if student_id is not None and one.student_id == student_id),
        pile_size=seen.pile_size,
        outcome=shown_outcome(game, seen),
        log=log,
    )


def _holders(table: Table, position: Position, version: int) -> list[Tenure]:
    """Return the players at a move, clockwise.

    A student who got the seat later, or left it earlier, must not see another player's hand.
    """
    holders = (table.holder_at(seat, version) for seat in range(len(position.hands)))
    return [one for one in holders if one is not None]


def _whose(entry: LoggedEvent, student_id: str) -> str:
    """Return who made a move whose content is not shown yet."""
    if entry.student_id == student_id:
        return pgettext("student", "You")
    return isolated(entry.name) if entry.name else _("The table")
