"""What a teacher does at the front for a class that plays together at one board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, current_app, redirect, request, url_for
from werkzeug.exceptions import NotFound

from classroom.blueprints.play.move_form import parse_move, refusal_of, tried_card
from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import HANDS_COOKIE, WHOLE_CLASS_STATES, done, whole_class_session_page
from classroom.database import db
from classroom.presenters.sessions.whole_class_board import COVERED
from classroom.services.play.games import stop_game
from classroom.services.problems import Problem, ProblemError
from classroom.services.seating.table_choices import EVERY_TABLE
from classroom.services.seating.table_plans import choose_teams
from classroom.services.sessions.lobby import start_session
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.whole_class import game_at_front, play_for_team
from classroom.web.access import class_session_or_404
from engine import Team

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response as WerkzeugResponse

    from classroom.models import ClassSession, Game

_LONGEST = 40
"""More than a device ever remembers about hands."""


@blueprint.post("/sessions/<class_session_id>/front/start")
def whole_class_start(class_session_id: str) -> ResponseReturnValue:
    """Name the teams, and deal."""
    class_session = _whole_class_or_404(class_session_id)
    typed = {team.value: request.form[team.value] for team in Team if team.value in request.form}

    def deed() -> None:
        if any(typed.values()):
            teams = {team: (name, team) for team, name in typed.items()}
            choose_teams(class_session_id=class_session_id, table_number=EVERY_TABLE, teams=teams)
        start_session(class_session_id=class_session_id)

    refusal = refusal_of(deed)
    if refusal is None:
        return _back(class_session)
    return whole_class_session_page(class_session, typed=typed).whole(refused=refusal.text), refusal.status


@blueprint.post("/sessions/<class_session_id>/front/moves")
def whole_class_move(class_session_id: str) -> ResponseReturnValue:
    """Play what the form says for the team on turn, once."""
    class_session = _whole_class_or_404(class_session_id)
    refusal = refusal_of(lambda: _play(class_session))
    is_part = bool(request.headers.get("HX-Request"))
    if refusal is None and not is_part:
        return _back(class_session)
    db.session.rollback()  # read anew what others have written meanwhile
    if class_session.state not in WHOLE_CLASS_STATES:
        return Response(status=204, headers={"HX-Redirect": _url(class_session)}) if is_part else _back(class_session)
    if refusal is None:
        return whole_class_session_page(class_session).fragment()
    shown = whole_class_session_page(class_session, refusal=refusal.text, tried_card=tried_card(request.form))
    return shown.fragment() if is_part else shown.whole(), refusal.status


@blueprint.post("/sessions/<class_session_id>/front/stop")
def whole_class_stop(class_session_id: str) -> ResponseReturnValue:
    """End the game under way; the next one can be dealt."""
    class_session = _whole_class_or_404(class_session_id)
    return done(class_session, lambda: stop_game(game_id=_game(class_session).id))


@blueprint.post("/sessions/<class_session_id>/front/next")
def whole_class_next(class_session_id: str) -> ResponseReturnValue:
    """Deal the next game; the deal moves on."""
    class_session = _whole_class_or_404(class_session_id)
    return done(class_session, lambda: deal_next_game(game_id=_game(class_session).id))


@blueprint.post("/sessions/<class_session_id>/front/hands")
def whole_class_hands(class_session_id: str) -> ResponseReturnValue:
    """Cover hands on this device, show that of one turn, or show all whose turn it is from now on."""
    class_session = _whole_class_or_404(class_session_id)
    wanted = request.form.get("hands", "")
    answer = _back(class_session)
    if wanted.startswith(COVERED) and wanted.isascii() and wanted.isprintable():
        is_secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
        answer.set_cookie(HANDS_COOKIE, wanted[:_LONGEST], secure=is_secure, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(HANDS_COOKIE)
    return answer


def _whole_class_or_404(class_session_id: str) -> ClassSession:
    class_session = class_session_or_404(class_session_id)
    if not class_session.is_whole_class:
        raise NotFound
    return class_session


def _play(class_session: ClassSession) -> None:
    game = _game(class_session)
    seat = request.form.get("holder", -1, type=int)
    if seat not in range(len(game.players)):
        raise ProblemError(Problem.STALE)
    wanted = parse_move(request.form, game.id, seat)
    play_for_team(game_id=game.id, move=wanted.move, version=wanted.version, idempotency_key=wanted.idempotency_key)


def _game(class_session: ClassSession) -> Game:
    game = game_at_front(class_session_id=class_session.id)
    if game is None:
        raise ProblemError(Problem.SESSION_NOT_RUNNING)
    return game


def _back(class_session: ClassSession) -> WerkzeugResponse:
    return redirect(_url(class_session), 303)


def _url(class_session: ClassSession) -> str:
    return url_for("sessions.show", class_session_id=class_session.id)
