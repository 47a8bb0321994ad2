"""After the games: the exit ticket, and the same cards and tables again."""

from __future__ import annotations

from flask import request
from flask.typing import ResponseReturnValue

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import session_again, to_session
from classroom.services.exit_tickets.writing import open_ticket
from classroom.services.sessions.next_games import play_again
from classroom.web.access import class_session_or_404
from classroom.web.identity import current_teacher_id
from classroom.web.next_games import chosen_teams
from classroom.web.refusals import on_refusal


@blueprint.post("/sessions/<class_session_id>/ticket")
@on_refusal(session_again)
def ticket(class_session_id: str) -> ResponseReturnValue:
    """End the games with an exit ticket."""
    class_session_or_404(class_session_id)
    open_ticket(class_session_id=class_session_id, seconds=request.form.get("seconds", 0, type=int))
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/again")
@on_refusal(session_again)
def again(class_session_id: str) -> ResponseReturnValue:
    """Open a new session with the same cards and tables."""
    class_session_or_404(class_session_id)
    teams = chosen_teams()
    following = play_again(class_session_id=class_session_id, teams=teams, teacher_id=current_teacher_id())
    return to_session(following.id)
