"""A student's pages. One address shows whatever is true now: the waiting room, the table, the end of a game."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from classroom.blueprints.play.move_form import holder_of, parse_move, refusal_of, tried_card, typed_number
from classroom.database import db
from classroom.live import presence, student_topic
from classroom.models import Game, SessionState
from classroom.presenters.student.page import StudentLocation, student_page, whereabouts
from classroom.services.open_sessions import open_session_of
from classroom.services.play.baselines import note_baseline
from classroom.services.play.location import find_location
from classroom.services.play.moves import play_move, seat_of
from classroom.services.problems import Problem, ProblemError
from classroom.services.sessions.class_sessions import join_session
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.shared_devices import student_on_device
from classroom.web.identity import current_student
from classroom.web.stream import stream_pokes

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

blueprint = Blueprint("play", __name__)


@blueprint.get("/play")
def show() -> ResponseReturnValue:
    """Show the student where they are, and note that they are here."""
    student_id, class_id = current_student()
    class_session = open_session_of(class_id=class_id)
    if class_session is not None:
        with suppress(ProblemError):  # it has ended at this moment
            join_session(class_session_id=class_session.id, student_id=student_id)
    return _answer()


@blueprint.get("/play/fragment")
def fragment() -> ResponseReturnValue:
    """What has changed since the version that the page shows: nothing (204), or the whole part anew."""
    student_id, class_id = current_student()
    where = _whereabouts(student_id, shown=request.args.get("version", ""))
    _note_seen(where)
    is_out = where.here is None or where.here.state == SessionState.ENDED
    if is_out and open_session_of(class_id=class_id) is not None:
        return Response(status=204, headers={"HX-Redirect": url_for("play.show")})  # a new session: join it
    if request.args.get("version") == where.version:
        return Response(status=204)
    page = student_page(where)
    return render_template(page.template, page=page, version=where.version)


@blueprint.post("/play/moves")
def move() -> ResponseReturnValue:
    """Play what the form says, once. A refusal answers with the fresh page and the reason in words."""
    return answer_to(_play)


@blueprint.post("/play/baseline")
def baseline() -> ResponseReturnValue:
    """Keep how long it took to type a number that was shown; whatever was typed, the game goes on."""
    return answer_to(_note_baseline)


@blueprint.post("/play/next-game")
def again() -> ResponseReturnValue:
    """Deal the next game at the own table, unless somebody else there has done so already."""
    student_id, _ = current_student()
    game_id, _ = own_seat(student_id)
    if request.form.get("game") == game_id:
        deal_next_game(game_id=game_id)
    return redirect(url_for("play.show"), 303)


@blueprint.get("/play/stream")
def stream() -> Response:
    """Poke the student's page whenever something on it has changed."""
    student_id, class_id = current_student()
    class_session = open_session_of(class_id=class_id)
    if class_session is None:
        return stream_pokes(student_topic(student_id), on_alive=_nothing, on_gone=_nothing)
    page = presence.OpenPage(class_session_id=class_session.id, student_id=student_id)
    return stream_pokes(student_topic(student_id), on_alive=page.alive, on_gone=page.gone)


def _play(student_id: str) -> None:
    game_id, seat = own_seat(student_id)
    mover_id, holder_id = student_id, holder_of(request.form)
    if holder_id:
        game = db.session.get_one(Game, game_id)
        mover_id = student_on_device(game=game, student_id=student_id, holder_id=holder_id)
        seat = seat_of(game=game, student_id=mover_id)
    wanted = parse_move(request.form, game_id, seat)
    play_move(
        game_id=game_id,
        student_id=mover_id,
        move=wanted.move,
        version=wanted.version,
        idempotency_key=wanted.idempotency_key,
        milliseconds=wanted.milliseconds,
    )


def _note_baseline(student_id: str) -> None:
    game_id, _ = own_seat(student_id)
    typed = typed_number(request.form, game_id)
    note_baseline(
        game_id=game_id,
        student_id=student_id,
        number=typed.number,
        typed=typed.typed,
        milliseconds=typed.milliseconds,
        a_week=current_app.config["BASELINES_A_WEEK"],
    )


def answer_to(do: Callable[[str], None]) -> ResponseReturnValue:
    """Do for the signed-in student what a form asks; a refusal answers with the fresh page and the reason in words."""
    student_id, _ = current_student()
    refusal = refusal_of(lambda: do(student_id))
    if refusal is not None:
        return _answer(refusal.text, refusal.status)
    if request.headers.get("HX-Request"):
        return _answer()
    if not holder_of(request.form):
        return redirect(url_for("play.show"), 303)
    where = _whereabouts(student_id, shown=request.form.get("version", ""))
    return redirect(url_for("play.show", uncover=where.uncovered), 303)  # what goes on stays in view


def _whereabouts(student_id: str, *, shown: str, uncover: str | None = None) -> StudentLocation:
    a_week = current_app.config["BASELINES_A_WEEK"]
    return whereabouts(student_id, baselines_a_week=a_week, shown=shown, uncover=uncover)


def _answer(refusal: str | None = None, status: int = 200) -> ResponseReturnValue:
    """The page as it is now: whole, or for htmx its part."""
    db.session.rollback()  # read anew what others have written meanwhile
    student_id, _ = current_student()
    where = _whereabouts(student_id, shown=request.form.get("version", ""), uncover=request.args.get("uncover"))
    _note_seen(where)
    page = student_page(where, refusal=refusal, tried_card=tried_card(request.form) if refusal else None)
    template = page.template if request.headers.get("HX-Request") else "play/show.html"
    return render_template(template, page=page, version=where.version), status


def _note_seen(where: StudentLocation) -> None:
    """Note that the student is here: where no stream gets through, nothing else says so."""
    if where.here is not None:
        presence.note_seen(class_session_id=where.here.class_session_id, student_id=where.student_id)


def own_seat(student_id: str) -> tuple[str, int]:
    """The id of the game that the student sits at, and the seat.

    :raises ProblemError: NOT_SEATED.
    """
    here = find_location(student_id)
    if here is None or here.game_id is None:
        raise ProblemError(Problem.NOT_SEATED)
    return here.game_id, here.seat


def _nothing() -> None:
    """Nobody counts who waits while no session is open."""
