"""The teacher's page of one table, with its actions and confirmations."""

from __future__ import annotations

import json

from flask import Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.clock import local_time
from classroom.models import Game
from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.confirmations import Confirmation, confirm_penalty, confirm_stop
from classroom.presenters.sessions.game import GamePage, game_page
from classroom.services.play import games, seats, turns
from classroom.services.play.records import record_of
from classroom.services.sessions import pauses
from classroom.services.sessions.next_games import deal_next_game
from classroom.web.access import game_or_404
from classroom.web.areas import Area, Audience, automatic
from classroom.web.downloads import download
from classroom.web.htmx import fragment as answer_fragment
from classroom.web.next_games import chosen_teams
from classroom.web.refusals import Refusal, on_refusal
from engine import Team

blueprint = Area("games", __name__, Audience.TEACHERS)


def version(page: GamePage) -> PageVersion:
    return PageVersion.of_content("game", page)


def rendered_fragment(game: Game, page: GamePage) -> str:
    return render_template("games/_table.html", page=page, game=game, version=version(page))


def whole_page(game: Game, *, refused: str | None = None) -> str:
    """Render the page.

    :param refused: why the last request was rejected.
    """
    page = game_page(game)
    return render_template("games/table.html", page=page, game=game, version=version(page), refused=refused)


def table_again(refusal: Refusal, game_id: str, **_: object) -> ResponseReturnValue:
    """Show the page with the reason why a request was rejected."""
    return whole_page(game_or_404(game_id), refused=refusal.message)


def to_table(game_id: str) -> ResponseReturnValue:
    return redirect(url_for("games.show", game_id=game_id), 303)


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> ResponseReturnValue:
    return whole_page(game_or_404(game_id))


@blueprint.get("/games/<game_id>/fragment")
@automatic
def fragment(game_id: str) -> Response:
    game = game_or_404(game_id)
    page = game_page(game)
    page_url = url_for("games.show", game_id=game_id)
    return answer_fragment(version(page), lambda: rendered_fragment(game, page), page_url=page_url)


@blueprint.get("/games/<game_id>/record.json")
def record(game_id: str) -> Response:
    game = game_or_404(game_id)
    text = json.dumps(record_of(game_id=game_id), ensure_ascii=False, indent=1)
    class_session = game.class_session
    opened = f"{local_time(class_session.opened_at):%Y-%m-%d %H-%M}"
    name = f"{class_session.school_class.name} {opened} table-{game.table_number}-game-{game.round}.json"
    subject = f"class:{class_session.class_id}"
    return download(text, mimetype="application/json", name=name, subject=subject, kind="record")


@blueprint.post("/games/<game_id>/seats/<int:seat>")
@on_refusal(table_again)
def give_seat(game_id: str, seat: int) -> ResponseReturnValue:
    """Give a seat to the student chosen, or to a bot."""
    game_or_404(game_id)
    student_id = request.form.get("student") or None
    seats.give_seat(game_id=game_id, seat=seat, student_id=student_id)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/penalty")
@on_refusal(table_again)
def penalty(game_id: str) -> ResponseReturnValue:
    """Give a team the table-talk penalty: every player gives up a card. Confirming twice gives one penalty."""
    game_or_404(game_id)
    team = request.form.get("team", "")
    if team not in tuple(Team):
        raise NotFound
    since = request.form.get("since", type=int)
    games.call_penalty(game_id=game_id, team=Team(team), since=since)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/pause")
@on_refusal(table_again)
def pause(game_id: str) -> ResponseReturnValue:
    game_or_404(game_id)
    pauses.pause_game(game_id=game_id)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/resume")
@on_refusal(table_again)
def resume(game_id: str) -> ResponseReturnValue:
    game = game_or_404(game_id)
    pauses.resume_game(game_id=game_id)
    return _back(game)


@blueprint.post("/games/<game_id>/skip")
@on_refusal(table_again)
def skip(game_id: str) -> ResponseReturnValue:
    """Let a bot play the turn that the page showed, unless it is over."""
    game = game_or_404(game_id)
    turn = request.form.get("turn", -1, type=int)
    turns.skip_turn(game_id=game_id, turn_number=turn)
    return _back(game)


@blueprint.post("/games/<game_id>/stop")
@on_refusal(table_again)
def stop(game_id: str) -> ResponseReturnValue:
    """End this game now."""
    game_or_404(game_id)
    games.stop_game(game_id=game_id)
    return to_table(game_id)


@blueprint.post("/games/<game_id>/next")
@on_refusal(table_again)
def next_game(game_id: str) -> ResponseReturnValue:
    """Start the next game at this table, and stay on its page."""
    game_or_404(game_id)
    return _back(deal_next_game(game_id=game_id, teams=chosen_teams()))


def _back(game: Game) -> ResponseReturnValue:
    """Go back to the page with the pressed button: the table, or the live tables."""
    if request.form.get("back") == "session":
        return redirect(url_for("sessions.show", class_session_id=game.class_session_id), 303)
    return to_table(game.id)


@blueprint.get("/games/<game_id>/stop")
def ask_stop(game_id: str) -> ResponseReturnValue:
    game = game_or_404(game_id)
    return _asked(game, confirm_stop(game) if game.over_at is None else None)


@blueprint.get("/games/<game_id>/penalty")
def ask_penalty(game_id: str) -> ResponseReturnValue:
    """Ask whether a team gets the table-talk penalty."""
    game = game_or_404(game_id)
    team = request.args.get("team", "")
    is_possible = team in tuple(Team) and game.over_at is None and game.is_under_way
    return _asked(game, confirm_penalty(game, Team(team)) if is_possible else None)


def _asked(game: Game, confirmation: Confirmation | None) -> ResponseReturnValue:
    """Show a confirmation; without one, go back to the table."""
    back = url_for("games.show", game_id=game.id)
    if confirmation is None:
        return redirect(back, 303)
    class_session = game.class_session
    return render_template(
        "sessions/confirmation.html", confirmation=confirmation, back=back, class_session=class_session
    )
