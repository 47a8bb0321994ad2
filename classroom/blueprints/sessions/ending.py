"""The end of a session: confirmations, the scheduled end, the exit ticket, and playing again."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import session_again, to_session
from classroom.i18n import _
from classroom.models import UNDER_WAY, ClassSession, SessionState
from classroom.presenters.sessions.confirmations import Confirmation, confirm_end, confirm_stop, confirm_ticket
from classroom.services.exit_tickets.answering import LENGTHS, open_ticket
from classroom.services.sessions import class_sessions, endings, lobby
from classroom.services.sessions.next_games import play_again
from classroom.services.sessions.whole_class import whole_class_game
from classroom.web.access import class_session_or_404
from classroom.web.identity import current_teacher_id
from classroom.web.next_games import chosen_teams
from classroom.web.refusals import on_refusal


@blueprint.get("/sessions/<class_session_id>/end")
def ask_end(class_session_id: str) -> ResponseReturnValue:
    """Ask whether to end or close the session."""
    class_session = class_session_or_404(class_session_id)
    confirmation = None if class_session.state == SessionState.ENDED else confirm_end(class_session)
    return _asked(class_session, confirmation)


@blueprint.get("/sessions/<class_session_id>/ticket")
def ask_ticket(class_session_id: str) -> ResponseReturnValue:
    class_session = class_session_or_404(class_session_id)
    seconds = request.args.get("seconds", 0, type=int)
    is_possible = seconds in LENGTHS and class_session.state in UNDER_WAY
    return _asked(class_session, confirm_ticket(class_session, seconds) if is_possible else None)


@blueprint.get("/sessions/<class_session_id>/front/stop")
def ask_whole_class_stop(class_session_id: str) -> ResponseReturnValue:
    """Ask whether to end a whole-class game."""
    class_session = class_session_or_404(class_session_id)
    if not class_session.is_whole_class:
        raise NotFound
    game = whole_class_game(class_session_id=class_session_id)
    return _asked(class_session, confirm_stop(game) if game is not None and game.over_at is None else None)


def _asked(class_session: ClassSession, confirmation: Confirmation | None) -> ResponseReturnValue:
    """Show a confirmation, or the session if there is nothing left to ask."""
    back = url_for("sessions.show", class_session_id=class_session.id)
    if confirmation is None:
        return redirect(back, 303)
    return render_template(
        "sessions/confirmation.html", confirmation=confirmation, back=back, class_session=class_session
    )


@blueprint.post("/sessions/<class_session_id>/end")
@on_refusal(session_again)
def end(class_session_id: str) -> ResponseReturnValue:
    """End a session, or close one without games: it was opened by mistake.

    The button in the lobby does not end games that started in the meantime.
    """
    class_session = class_session_or_404(class_session_id)
    if class_session.started_at is not None and request.form.get("unless") != "begun":
        class_sessions.end_session(class_session_id=class_session_id)
        return to_session(class_session_id)
    lobby.close_session(class_session_id=class_session_id)
    flash(_("Session closed. Reports don’t include it."), "good")
    return redirect(url_for("classes.show", class_id=class_session.class_id), 303)


@blueprint.post("/sessions/<class_session_id>/end-in")
@on_refusal(session_again)
def end_in(class_session_id: str) -> ResponseReturnValue:
    class_session_or_404(class_session_id)
    minutes = request.form.get("minutes", 0, type=int)
    if minutes not in endings.MINUTES:
        raise NotFound
    endings.end_in(class_session_id=class_session_id, minutes=minutes)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/forget-end")
@on_refusal(session_again)
def forget_end(class_session_id: str) -> ResponseReturnValue:
    class_session_or_404(class_session_id)
    endings.forget_end(class_session_id=class_session_id)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/ticket")
@on_refusal(session_again)
def ticket(class_session_id: str) -> ResponseReturnValue:
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
