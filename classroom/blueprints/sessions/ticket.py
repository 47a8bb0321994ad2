"""After the games: the exit ticket, and the same cards and tables again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import redirect, request, url_for

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import done, refused
from classroom.services.errors import ServiceError
from classroom.services.exit_tickets.writing import open_ticket
from classroom.services.sessions.next_games import play_again
from classroom.web.access import class_session_or_404
from classroom.web.identity import current_teacher_id
from classroom.web.next_games import chosen_teams

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue


@blueprint.post("/sessions/<class_session_id>/ticket")
def ticket(class_session_id: str) -> ResponseReturnValue:
    """End the games with an exit ticket."""
    class_session = class_session_or_404(class_session_id)
    seconds = request.form.get("seconds", 0, type=int)
    return done(class_session, lambda: open_ticket(class_session_id=class_session_id, seconds=seconds))


@blueprint.post("/sessions/<class_session_id>/again")
def again(class_session_id: str) -> ResponseReturnValue:
    """Open a new session with the same cards and tables."""
    class_session = class_session_or_404(class_session_id)
    teams = chosen_teams()
    try:
        following = play_again(class_session_id=class_session_id, teams=teams, teacher_id=current_teacher_id())
    except ServiceError as error:
        return refused(class_session, error)
    return redirect(url_for("sessions.show", class_session_id=following.id), 303)
