"""Pages that ask before a session, its games or one game is ended. They work without a script."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.models import UNDER_WAY, ClassSession, SessionState
from classroom.presenters.sessions.questions import Question, end_question, stop_question, ticket_question
from classroom.services.exit_tickets.writing import LENGTHS
from classroom.services.sessions.whole_class import game_at_front
from classroom.web.access import class_session_or_404


@blueprint.get("/sessions/<class_session_id>/end")
def ask_end(class_session_id: str) -> ResponseReturnValue:
    """Ask whether to end or close the session."""
    class_session = class_session_or_404(class_session_id)
    question = None if class_session.state == SessionState.ENDED else end_question(class_session)
    return _asked(class_session, question)


@blueprint.get("/sessions/<class_session_id>/ticket")
def ask_ticket(class_session_id: str) -> ResponseReturnValue:
    """Ask whether to end the games with an exit ticket."""
    class_session = class_session_or_404(class_session_id)
    seconds = request.args.get("seconds", 0, type=int)
    is_possible = seconds in LENGTHS and class_session.state in UNDER_WAY
    return _asked(class_session, ticket_question(class_session, seconds) if is_possible else None)


@blueprint.get("/sessions/<class_session_id>/front/stop")
def ask_front_stop(class_session_id: str) -> ResponseReturnValue:
    """Ask whether to stop the game of a whole class."""
    class_session = class_session_or_404(class_session_id)
    if not class_session.is_whole_class:
        raise NotFound
    game = game_at_front(class_session_id=class_session_id)
    return _asked(class_session, stop_question(game) if game is not None and game.over_at is None else None)


def _asked(class_session: ClassSession, question: Question | None) -> ResponseReturnValue:
    """Show a question; without one there is nothing to do any more."""
    back = url_for("sessions.show", class_session_id=class_session.id)
    if question is None:
        return redirect(back, 303)
    return render_template("sessions/question.html", question=question, back=back, class_session=class_session)
