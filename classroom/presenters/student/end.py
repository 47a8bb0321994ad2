"""The student's page after a game: first what the student did, then how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from classroom.database import db
from classroom.i18n import npgettext, pgettext
from classroom.models import Face, Game, SessionState, Student
from classroom.presenters.ending import ShownEnding, shown_ending
from classroom.presenters.student.own_result import ShownOwnRow, marks, praise, shown_own_row
from classroom.presenters.table.announcement import Announcement
from classroom.presenters.table.end import ShownEnd, shown_end, why_over
from classroom.presenters.table.players import ShownPlayer, shown_players
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import ended
from classroom.services.open_sessions import may_practice
from classroom.services.play.attempts import attempts_of_game
from classroom.services.play.card_results import CardOutcome, card_results, chips_placed
from classroom.services.play.positions import position_of
from classroom.services.play.tables import table_of
from engine import EDITIONS, OutcomeReason, View, view


@dataclass(frozen=True, slots=True)
class EndPage:
    """A finished game. Whether won or lost, each box has the same place and size."""

    template: ClassVar[str] = "play/_end.html"

    game_id: str
    has_won: bool
    """Whether the student's team won."""
    praise: str
    """What the student did: "12 of 13 right the first time"."""
    marks: tuple[CardOutcome, ...]
    """The result of each card, if there are not too many."""
    row: ShownOwnRow
    """The best row of the student's team."""
    end: ShownEnd
    own_team: str | None
    """None on a table's shared device, and for a student who came after the end."""
    has_answers: bool
    """Whether the page links to the student's own answers."""
    players: tuple[ShownPlayer, ...]
    """The players at the end, by seat."""
    own_seat: int | None
    faces: tuple[Face, ...]
    """The student's face and, if the team won, a teammate's."""
    ending: ShownEnding | None
    can_continue: bool
    """Whether the next game may start."""
    is_practice: bool
    """Whether this is practice, which the student may stop."""
    can_practice: bool
    """Whether to offer a game with a bot: the session is over."""
    announcement: Announcement | None = None
    """The last move, for screen readers."""


def end_page(game: Game, *, seat: int, student_id: str) -> EndPage:
    seen = view(position_of(game), seat)
    if seen.outcome is None:
        raise ValueError("this game is not over")
    own_seat = None if game.is_shared else game.last_seat_of(student_id)  # seats may have been reassigned since then
    own_team = None if own_seat is None else seen.seats[own_seat]
    has_won = own_team is not None and seen.outcome.winner == own_team
    # A shared device shows no answers: they are private.
    results = () if own_seat is None else card_results(attempts_of_game(game_id=game.id, student_id=student_id))
    has_numbers = EDITIONS[seen.edition].has_misses
    chips = None if has_numbers or own_seat is None else chips_placed(game_id=game.id, student_id=student_id)
    table = table_of(game)
    holders = (table.holder_at(one, game.version) for one in range(len(seen.seats)))
    players = shown_players(table, [one for one in holders if one is not None], seen)
    return EndPage(
        game_id=game.id,
        has_won=has_won,
        praise="" if own_seat is None else praise(results, chips=chips),
        marks=marks(results),
        row=shown_own_row(seen, own_team),
        end=shown_end(
            game,
            seen,
            title=_title(game, has_won=has_won, has_played=own_seat is not None),
            text=_text(game, seen, own_seat),
        ),
        own_team=own_team,
        has_answers=bool(results),
        players=players,
        own_seat=own_seat,
        faces=_faces(players, own_seat, has_won=has_won),
        ending=shown_ending(game.class_session),
        can_continue=game.class_session.state == SessionState.PLAYING,
        is_practice=game.class_session.is_practice,
        can_practice=game.class_session.state == SessionState.ENDED
        and may_practice(db.session.get_one(Student, student_id)),
    )


def _faces(players: Sequence[ShownPlayer], own_seat: int | None, *, has_won: bool) -> tuple[Face, ...]:
    own = next((one for one in players if one.seat == own_seat), None)
    if own is None:
        return ()
    mates = [one for one in players if one.team == own.team and one is not own][: int(has_won)]
    return tuple(one.face for one in (own, *mates) if one.face is not None)


def _title(game: Game, *, has_won: bool, has_played: bool) -> str:
    if has_won:
        return pgettext("student", "You won!")
    if has_played:
        return pgettext("student", "Well played!")
    if game.is_shared:
        return pgettext("student", "Well played, everyone!")
    return pgettext("student", "This game is over.")


def _text(game: Game, seen: View, own_seat: int | None) -> str:
    """Return how the game ended: the reason, if not by a team's sequences, and who was first."""
    class_session, outcome = game.class_session, seen.outcome
    if outcome is None:
        return ""
    is_over = class_session.state == SessionState.ENDED and not class_session.is_practice
    why = why_over(outcome.reason, stopped="" if is_over else pgettext("student", "Your teacher ended the game."))
    over = pgettext("student", "The games are over.") if is_over else ""
    return " ".join(filter(None, (why, _who_was_first(game, seen, own_seat), over)))


def _who_was_first(game: Game, seen: View, own_seat: int | None) -> str:
    winner = seen.outcome.winner if seen.outcome else None
    if winner is None:
        return pgettext("student", "It’s a draw!")
    is_complete = seen.outcome is not None and seen.outcome.reason is OutcomeReason.SEQUENCES
    if own_seat is None or seen.seats[own_seat] != winner:
        name = team_name(game.teams, winner.value)
        if is_complete:
            return ended(pgettext("student", "%(team)s was first.", team=name))
        return ended(pgettext("student", "%(team)s was ahead.", team=name))
    mates = _mates(seen.seats, own_seat)
    if is_complete:
        return npgettext("student", "You were first.", "Your team was first.", mates)
    return npgettext("student", "You were ahead.", "Your team was ahead.", mates)


def _mates(seats: Sequence[object], own_seat: int) -> int:
    """Return the number of members of the student's team."""
    return sum(team == seats[own_seat] for team in seats)
