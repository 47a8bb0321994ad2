"""A student's pages. One address shows the current one: the waiting room, the table, or the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from flask import Response, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.play import blueprint
from classroom.database import end_read
from classroom.live import presence, student_topic
from classroom.models import SessionState
from classroom.presenters.page_version import PageVersion
from classroom.presenters.student.beyond import animals_at, has_other_faces, needs_more
from classroom.presenters.student.page import StudentLocation, StudentPage, student_location, student_page
from classroom.presenters.student.play import TablePage
from classroom.presenters.student.since import shown_news, shown_since
from classroom.presenters.table.changes import Since
from classroom.services.attendance import session_to_join
from classroom.services.errors import PlayErrorCode, ServiceError
from classroom.services.open_sessions import open_session_of
from classroom.services.play.baselines import note_baseline
from classroom.services.play.game_row import seat_of
from classroom.services.play.location import Location, after_move, find_location
from classroom.services.play.moves import play_move, was_played
from classroom.services.play.seats import student_on_device
from classroom.services.play.turns import extend_turn
from classroom.services.sessions.class_sessions import join_session
from classroom.services.sessions.next_games import deal_next_game
from classroom.services.sessions.practice import start_practice, stop_practice
from classroom.web.areas import automatic
from classroom.web.htmx import asked_card, is_htmx, leave_for, shown_parts, shown_version
from classroom.web.identity import current_location, current_student, own_support
from classroom.web.language import is_other_language_shown
from classroom.web.move_form import holder_of, move_in_other_game, parse_move, tried_card, typed_number
from classroom.web.page_templates import call_macro
from classroom.web.refusals import Refusal, flashed, on_refusal
from classroom.web.stream import stream_updates


@blueprint.get("/play")
def show() -> ResponseReturnValue:
    """Show the student's current page, and record that the student is here."""
    student_id, class_id = current_student()
    class_session_id = session_to_join(student_id=student_id, class_id=class_id)
    if class_session_id is not None:
        with suppress(ServiceError):  # it has just ended
            join_session(class_session_id=class_session_id, student_id=student_id)
        return _answer()
    return _answer(here=current_location())


@blueprint.get("/play/fragment")
@automatic
def fragment() -> ResponseReturnValue:
    """Return the changes since the version that the page shows, or 204 if there are none."""
    student_id, class_id = current_student()
    asked = request.args
    shown = PageVersion.parse(asked.get("version", ""))
    where = _student_location(student_id, current_location(), shown=shown)
    _note_seen(where)
    is_out = where.here is None or where.here.state == SessionState.ENDED
    if is_out and open_session_of(class_id=class_id) is not None:
        return leave_for(url_for("play.show"))  # a new session: join it
    if shown == where.version and "card" not in asked:
        return Response(status=204)
    return _part(student_page(where, asks=asked_card()), where, since=_since(where), shown=shown)


def page_again(refusal: Refusal) -> ResponseReturnValue:
    """Show the fresh page with the reason why a request was rejected."""
    return _answer(refusal.message)


@blueprint.post("/play/moves")
@on_refusal(page_again)
def move() -> ResponseReturnValue:
    """Play the move in the form, once."""
    student_id, _ = current_student()
    _play(student_id)
    return after_form(student_id)


@blueprint.post("/play/baseline")
@on_refusal(page_again)
def baseline() -> ResponseReturnValue:
    """Record how long it took to type a number. The game continues in any case."""
    student_id, _ = current_student()
    _note_baseline(student_id)
    return after_form(student_id)


@blueprint.post("/play/more-time")
@on_refusal(page_again)
def more_time() -> ResponseReturnValue:
    """Restart the student's turn timer."""
    student_id, _ = current_student()
    game_id, _ = own_seat()
    extend_turn(game_id=game_id, student_id=student_id, turn_number=request.form.get("turn", -1, type=int))
    return after_form(student_id)


@blueprint.post("/play/next-game")
def again() -> ResponseReturnValue:
    """Deal the next game at the student's table, unless another student was first."""
    game_id, _ = own_seat()
    if request.form.get("game") == game_id:
        deal_next_game(game_id=game_id)
    return redirect(url_for("play.show"), 303)


@blueprint.get("/play/stream")
@automatic
def stream() -> Response:
    """Notify the student's page of every change."""
    student_id, class_id = current_student()
    class_session_id = _joined_lesson() or _open_lesson(class_id)
    if class_session_id is None:
        return stream_updates(student_topic(student_id), on_alive=_nothing, on_gone=_nothing)
    page = presence.OpenPage(class_session_id=class_session_id, student_id=student_id)
    shown = PageVersion.parse(request.args.get("version", ""))

    def is_current() -> bool:
        here = find_location(student_id)
        if here is None or here.class_session_id != class_session_id:
            return False  # there is a session to join
        return _student_location(student_id, here, shown=shown).version == shown

    return stream_updates(student_topic(student_id), on_alive=page.alive, on_gone=page.gone, is_current=is_current)


def _joined_lesson() -> str | None:
    here = current_location()
    return None if here is None or here.is_practice or here.state == SessionState.ENDED else here.class_session_id


def _open_lesson(class_id: str) -> str | None:
    class_session = open_session_of(class_id=class_id)
    return None if class_session is None else class_session.id


def _play(student_id: str) -> None:
    game_id, seat = own_seat()
    mover_id, holder_id = student_id, holder_of(request.form)
    if holder_id:
        mover_id = student_on_device(game_id=game_id, student_id=student_id, holder_id=holder_id)
        seat = seat_of(game_id=game_id, student_id=mover_id)
    if (other := move_in_other_game(request.form, game_id)) is not None:
        played_game_id, idempotency_key = other
        if was_played(game_id=played_game_id, student_id=mover_id, idempotency_key=idempotency_key):
            return  # the last move of a game, sent twice, after someone has dealt the next game
    wanted = parse_move(request.form, game_id, seat)
    played = play_move(
        game_id=game_id,
        student_id=mover_id,
        move=wanted.move,
        version=wanted.version,
        idempotency_key=wanted.idempotency_key,
        milliseconds=wanted.milliseconds,
    )
    here = current_location()
    if here is not None and played.after is not None:
        g.after_move = after_move(here, played.after)


def _note_baseline(student_id: str) -> None:
    game_id, _ = own_seat()
    typed = typed_number(request.form, game_id)
    note_baseline(
        game_id=game_id,
        student_id=student_id,
        number=typed.number,
        typed=typed.typed,
        milliseconds=typed.milliseconds,
        a_week=current_app.config["BASELINES_A_WEEK"],
    )


def after_form(student_id: str) -> ResponseReturnValue:
    """Show the page after the signed-in student's form was processed."""
    if is_htmx():
        return _answer()
    if not holder_of(request.form):
        return redirect(url_for("play.show"), 303)
    where = _student_location(student_id, find_location(student_id), shown=_shown_by_form())
    return redirect(url_for("play.show", uncover=where.uncovered), 303)  # keep the uncovered hand in view


def _student_location(
    student_id: str, here: Location | None, *, shown: PageVersion | None, uncover: str | None = None
) -> StudentLocation:
    a_week = current_app.config["BASELINES_A_WEEK"]
    return student_location(student_id, here, baselines_a_week=a_week, shown=shown, uncover=uncover)


def _shown_by_form() -> PageVersion | None:
    return PageVersion.parse(request.form.get("version", ""))


def _answer(refusal: str | None = None, *, here: Location | None = None) -> ResponseReturnValue:
    """Render the current page: whole, or as a fragment for htmx.

    :param here: the student's location, if this request has changed nothing since it was read.
    """
    end_read()  # others may have written in the meantime
    student_id, _ = current_student()
    here = here or g.pop("after_move", None) or find_location(student_id)
    shown = _shown_by_form()
    where = _student_location(student_id, here, shown=shown, uncover=request.args.get("uncover"))
    _note_seen(where)
    page = student_page(
        where, refusal=refusal, tried_card=tried_card(request.form) if refusal else None, asks=asked_card()
    )
    if is_htmx():
        since = None if refusal else _since(where)
        return _part(page, where, since=since, shown=shown)
    return render_template(
        "play/show.html", page=page, version=where.version, is_silent=where.is_silent, animals=animals_at(page)
    )


def _since(where: StudentLocation) -> Since | None:
    """Return what the requesting page already shows, if it can apply a difference (``static/js/live.js``)."""
    if is_other_language_shown():  # a difference would mix two languages
        return None
    return shown_since(where, PageVersion.parse(shown_version()))


def _part(page: StudentPage, where: StudentLocation, *, since: Since | None, shown: PageVersion | None) -> str:
    """Render the fragment of a page. The busiest page skips everything that only whole pages need.

    :param since: what the page already shows.
    :param shown: the version that the page shows; later moves are news.
    """
    news = shown_news(where, shown)
    is_other = has_other_faces(where, shown)
    brings = ""
    if is_other or needs_more(page, news):
        brings = str(_macro("beyond", "beyond")(animals_at(page) if is_other else None))
    if not isinstance(page, TablePage):
        context = {"page": page, "version": where.version, "since": since, "news": news, "parts": shown_parts()}
        return brings + render_template(page.template, **context)
    table_part = _macro("play", "table_part")
    reads_aloud = own_support().reads_aloud and not page.holder_id
    return brings + str(table_part(page, where.version, reads_aloud, since, news, shown_parts() if since else {}))


def _macro(file: str, name: str) -> Callable[..., str]:
    """Return a macro, which renders without everything that whole pages need."""
    macros = current_app.extensions.setdefault("macros", {})
    if (file, name) not in macros:
        template = current_app.jinja_env.get_template(f"macros/{file}.html")
        macros[file, name] = partial(call_macro, getattr(template.module, name))
    macro: Callable[..., str] = macros[file, name]
    return macro


def _note_seen(where: StudentLocation) -> None:
    """Record the student's presence, which pages without a stream show only by requests."""
    if where.here is not None:
        presence.note_seen(class_session_id=where.here.class_session_id, student_id=where.student_id)


def own_seat() -> tuple[str, int]:
    """Return the ID of the student's game, and the seat.

    :raises ServiceError: NOT_SEATED.
    """
    here = current_location()
    if here is None or here.game_id is None:
        raise ServiceError(PlayErrorCode.NOT_SEATED)
    return here.game_id, here.seat


def _nothing() -> None:
    """Do nothing: students waiting without an open session are not counted."""


@blueprint.post("/play/practice")
@on_refusal(flashed("play.show"))
def practice() -> ResponseReturnValue:
    student_id, _ = current_student()
    start_practice(student_id=student_id)
    return redirect(url_for("play.show"), 303)


@blueprint.post("/play/practice/stop")
def stop_practicing() -> ResponseReturnValue:
    student_id, _ = current_student()
    stop_practice(student_id=student_id)
    return redirect(url_for("play.show"), 303)
