"""What is asked before something that cannot be undone: it names the action, and says what is lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from classroom.models import ClassSession, Game, SessionState
from classroom.presenters.table.players import name_of
from classroom.presenters.table.teams import team_name
from classroom.presenters.words import all_of, count, isolated
from classroom.services.play.games import current_games
from classroom.services.play.positions import position_of
from classroom.services.play.tables import table_of
from engine import Team

NO_WAY_BACK = "You can’t undo this."


@dataclass(frozen=True, slots=True)
class Question:
    """A page with two ways: do it, or cancel."""

    title: str
    """"End this session?"."""
    text: tuple[str, ...]
    """What happens, a sentence each."""
    button: str
    """"End session"."""
    fields: dict[str, str | int] = field(default_factory=dict)
    """What the form sends besides."""


def end_question(class_session: ClassSession) -> Question:
    """Ask whether to end a session; one whose games have not begun is closed."""
    if class_session.started_at is None:
        lost = "The planned tables are lost. Reports don’t include this session."
        return Question("Close this session?", (lost,), "Close session", {"unless": "begun"})
    if class_session.state == SessionState.TICKET:
        stopped = "Students who are still writing are stopped. Answers given so far are kept."
        return Question("End the exit ticket and the session?", (stopped, NO_WAY_BACK), "End session")
    return Question("End this session?", (*_unfinished(class_session), NO_WAY_BACK), "End session")


def ticket_question(class_session: ClassSession, seconds: int) -> Question:
    """Ask whether to end the games with an exit ticket."""
    begins = f"Then each student answers alone for {seconds} seconds."
    text = (*_unfinished(class_session), begins, NO_WAY_BACK)
    return Question("End the games with an exit ticket?", text, "Start exit ticket", {"seconds": seconds})


def stop_question(game: Game) -> Question:
    """Ask whether to stop the game at one table."""
    text = ("The team with more sequences wins. You can start the next game right away.", NO_WAY_BACK)
    where = "" if game.class_session.is_whole_class else f" at table {game.table_number}"
    return Question(f"Stop the game{where}?", text, "Stop game")


def penalty_question(game: Game, team: Team) -> Question:
    """Ask whether a team gets the table-talk penalty. It is one penalty, however often the button is pressed."""
    seats = position_of(game).setup.seats
    table = table_of(game)
    who = all_of([isolated(name_of(table, one)) for one in table.seated if seats[one.seat] is team])
    called = isolated(team_name(game.teams, team.value))
    text = (f"Each player of the team gives up a card: {who}.", NO_WAY_BACK)
    fields: dict[str, str | int] = {"team": team.value, "since": game.version}
    return Question(f"Give team {called} the table-talk penalty?", text, "Give penalty", fields)


def _unfinished(class_session: ClassSession) -> Iterable[str]:
    games = current_games(class_session_id=class_session.id)
    going_on = sum(game.over_at is None for game in games)
    if going_on:
        stops = "stops" if going_on == 1 else "stop"
        yield f"{count(going_on, 'unfinished game')} {stops}, and the team with more sequences wins."
    yield "All answers are kept."
