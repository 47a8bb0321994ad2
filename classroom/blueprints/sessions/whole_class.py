"""The teacher's actions in a whole-class game."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response as WerkzeugResponse
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import (
    HANDS_COOKIE,
    WHOLE_CLASS_STATES,
    session_again,
    to_session,
    whole_class_session_page,
)
from classroom.database import end_read
from classroom.models import ClassSession, Game
from classroom.presenters.sessions.whole_class_board import COVERED
from classroom.services.errors import PlayErrorCode, ServiceError, SessionErrorCode
from classroom.services.play.games import stop_game
from classroom.services.seating.table_plans import EVERY_TABLE, choose_teams
from classroom.services.sessions.lobby import start_session
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.whole_class import play_for_team, whole_class_game
from classroom.web.access import class_session_or_404
from classroom.web.cookies import drop_cookie, keep_cookie
from classroom.web.htmx import go_to, is_htmx
from classroom.web.move_form import parse_move, tried_card
from classroom.web.refusals import Refusal, on_refusal
from engine import Team

_LONGEST = 40
"""Maximum length of what a device remembers about hands."""


def _start_again(refusal: Refusal, class_session_id: str) -> ResponseReturnValue:
    return whole_class_session_page(_whole_class_or_404(class_session_id), typed=_typed_names()).whole(
        refused=refusal.message
    )


def _board_again(refusal: Refusal, class_session_id: str) -> ResponseReturnValue:
    return _board(_whole_class_or_404(class_session_id), refusal=refusal.message, tried_card=tried_card(request.form))


@blueprint.post("/sessions/<class_session_id>/front/start")
@on_refusal(_start_again)
def whole_class_start(class_session_id: str) -> ResponseReturnValue:
    """Name the teams, and start the game."""
    class_session = _whole_class_or_404(class_session_id)
    typed = _typed_names()
    if any(typed.values()):
        teams = {team: (name, team) for team, name in typed.items()}
        choose_teams(class_session_id=class_session_id, table_number=EVERY_TABLE, teams=teams)
    start_session(class_session_id=class_session_id)
    return _back(class_session)


@blueprint.post("/sessions/<class_session_id>/front/moves")
@on_refusal(_board_again)
def whole_class_move(class_session_id: str) -> ResponseReturnValue:
    """Play the move in the form for the active team, once."""
    class_session = _whole_class_or_404(class_session_id)
    _play(class_session)
    end_read()  # others may have written in the meantime
    return _board(class_session) if is_htmx() else _back(class_session)


@blueprint.post("/sessions/<class_session_id>/front/stop")
@on_refusal(session_again)
def whole_class_stop(class_session_id: str) -> ResponseReturnValue:
    """End the game in progress. The next one can then start."""
    stop_game(game_id=_game(_whole_class_or_404(class_session_id)).id)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/front/next")
@on_refusal(session_again)
def whole_class_next(class_session_id: str) -> ResponseReturnValue:
    """Start the next game; the deal moves on."""
    deal_next_game(game_id=_game(_whole_class_or_404(class_session_id)).id)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/front/hands")
def whole_class_hands(class_session_id: str) -> ResponseReturnValue:
    """Cover hands on this device, show the hand for one turn, or show all hands from now on."""
    class_session = _whole_class_or_404(class_session_id)
    wanted = request.form.get("hands", "")
    answer = _back(class_session)
    if wanted.startswith(COVERED) and wanted.isascii() and wanted.isprintable():
        keep_cookie(answer, HANDS_COOKIE, wanted[:_LONGEST])
    else:
        drop_cookie(answer, HANDS_COOKIE)
    return answer


def _whole_class_or_404(class_session_id: str) -> ClassSession:
    class_session = class_session_or_404(class_session_id)
    if not class_session.is_whole_class:
        raise NotFound
    return class_session


def _typed_names() -> dict[str, str]:
    return {team.value: request.form[team.value] for team in Team if team.value in request.form}


def _board(
    class_session: ClassSession, *, refusal: str | None = None, tried_card: int | None = None
) -> ResponseReturnValue:
    """Show the page, or its fragment to htmx; if the session now has another page, redirect there."""
    if class_session.state not in WHOLE_CLASS_STATES:
        return go_to(_url(class_session))
    shown = whole_class_session_page(class_session, refusal=refusal, tried_card=tried_card)
    return shown.fragment() if is_htmx() else shown.whole()


def _play(class_session: ClassSession) -> None:
    game = _game(class_session)
    seat = request.form.get("holder", -1, type=int)
    if seat not in range(len(game.players)):
        raise ServiceError(PlayErrorCode.STALE)
    wanted = parse_move(request.form, game.id, seat)
    play_for_team(game_id=game.id, move=wanted.move, version=wanted.version, idempotency_key=wanted.idempotency_key)


def _game(class_session: ClassSession) -> Game:
    game = whole_class_game(class_session_id=class_session.id)
    if game is None:
        raise ServiceError(SessionErrorCode.SESSION_NOT_RUNNING)
    return game


def _back(class_session: ClassSession) -> WerkzeugResponse:
    return redirect(_url(class_session), 303)


def _url(class_session: ClassSession) -> str:
    return url_for("sessions.show", class_session_id=class_session.id)
