"""Actions during games: pauses, next games, seats, and missing or locked-out students."""

from __future__ import annotations

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.pages import SWAP, RejectedMove, page_of, session_again, to_session
from classroom.i18n import _
from classroom.presenters.sessions.live import NEXT_GAME
from classroom.presenters.words import isolated
from classroom.services.accounts import logins, student_sign_in
from classroom.services.play.seats import give_seat
from classroom.services.seating.sizes import Fit
from classroom.services.sessions import class_sessions, moving
from classroom.services.sessions.class_sessions import note_present
from classroom.services.sessions.late_students import join_next_game
from classroom.services.sessions.moving import TableSeat
from classroom.services.sessions.next_games import deal_next_games
from classroom.services.sessions.pauses import pause_session, resume_session
from classroom.web.access import class_session_or_404, game_or_404, student_or_404
from classroom.web.next_games import chosen_teams
from classroom.web.refusals import Refusal, on_refusal
from engine import CLASSIC

_NEW = "new"
"""The value for a new table in a choice of seats."""
_SEATS = {str(seat) for seat in range(max(CLASSIC.player_counts))}


@blueprint.post("/sessions/<class_session_id>/pause")
@on_refusal(session_again)
def pause(class_session_id: str) -> ResponseReturnValue:
    class_session_or_404(class_session_id)
    pause_session(class_session_id=class_session_id)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/resume")
@on_refusal(session_again)
def resume(class_session_id: str) -> ResponseReturnValue:
    class_session_or_404(class_session_id)
    resume_session(class_session_id=class_session_id)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/next-games")
@on_refusal(session_again)
def next_games(class_session_id: str) -> ResponseReturnValue:
    """Start the next game at every table whose game is over."""
    class_session_or_404(class_session_id)
    teams = chosen_teams()
    deal_next_games(class_session_id=class_session_id, teams=teams)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/seat-waiting")
@on_refusal(session_again)
def seat_waiting(class_session_id: str) -> ResponseReturnValue:
    class_session_or_404(class_session_id)
    chosen = request.form.get("fit", Fit.NEAREST)
    fit = Fit(chosen) if chosen in set(Fit) else Fit.NEAREST
    class_sessions.seat_waiting(class_session_id=class_session_id, fit=fit)
    return to_session(class_session_id)


@blueprint.post("/sessions/<class_session_id>/seat")
@on_refusal(session_again)
def seat(class_session_id: str) -> ResponseReturnValue:
    """Give the student of the pressed button the seat chosen beside it.

    The choice is a bot's seat, ``<game>.<seat>``; a table from its next game on, ``next-<table>``; or a ``new`` table.
    """
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    chosen = request.form.get(f"seat-{student_id}", "")
    if chosen == _NEW:
        moving.move_student(class_session_id=class_session_id, student_id=student_id, to=None)
    elif chosen.startswith(NEXT_GAME):
        number = _next_table(chosen.removeprefix(NEXT_GAME))
        join_next_game(class_session_id=class_session_id, student_id=student_id, table_number=number)
    else:
        to = _table_seat(chosen, class_session_id)
        give_seat(game_id=to.game_id, seat=to.seat, student_id=student_id)
    return to_session(class_session_id)


def _move_again(refusal: Refusal, class_session_id: str, **_: object) -> ResponseReturnValue:
    """Show the page of the session; on a live page, the open form contains the reason."""
    page = page_of(class_session_id)
    if page.kind != "live":
        return page.whole(refused=refusal.message)
    student_id, to = request.form.get("student", ""), request.form.get("to", "")
    return page.whole(rejected_move=RejectedMove(refusal.message, student_id, to))


@blueprint.post("/sessions/<class_session_id>/move-student")
@on_refusal(_move_again)
def move_student(class_session_id: str) -> ResponseReturnValue:
    """Move a student: to ``<game>.<seat>``, to a ``new`` table, or by swapping with another student, ``swap-<id>``."""
    class_session_or_404(class_session_id)
    student_id, chosen = request.form.get("student", ""), request.form.get("to", "")
    if chosen.startswith(SWAP):
        other_id = chosen.removeprefix(SWAP)
        game_id = moving.swap_students(class_session_id=class_session_id, student_id=student_id, other_id=other_id)
    else:
        to = None if chosen == _NEW else _table_seat(chosen, class_session_id)
        game_id = moving.move_student(class_session_id=class_session_id, student_id=student_id, to=to)
    if request.form.get("back") == "table":
        return redirect(url_for("games.show", game_id=game_id), 303)
    return to_session(class_session_id)


def _next_table(number: str) -> int:
    if not (number.isdecimal() and number.isascii() and len(number) <= 3):
        raise NotFound
    return int(number)


def _table_seat(chosen: str, class_session_id: str) -> TableSeat:
    """Parse ``<game>.<seat>``, with a game of this session."""
    game_id, _dot, number = chosen.partition(".")
    if game_or_404(game_id).class_session_id != class_session_id or number not in _SEATS:
        raise NotFound
    return TableSeat(game_id, int(number))


@blueprint.post("/sessions/<class_session_id>/unlock")
@on_refusal(session_again)
def unlock(class_session_id: str) -> ResponseReturnValue:
    """Unlock the student of the pressed button, or all who are locked out."""
    class_session = class_session_or_404(class_session_id)
    if request.form.get("everyone"):
        student_sign_in.unlock_all(class_id=class_session.class_id)
        return to_session(class_session_id, notice=_("Everyone can sign in again now."))
    student = student_or_404(request.form.get("student", ""))
    if student.class_id != class_session.class_id:
        raise NotFound
    student_sign_in.unlock(student_id=student.id)
    return to_session(class_session_id, notice=_("%(name)s can sign in again now.", name=isolated(student.name)))


@blueprint.post("/sessions/<class_session_id>/sign-out-student")
@on_refusal(session_again)
def sign_out_student(class_session_id: str) -> ResponseReturnValue:
    """Sign out the student of the pressed button: on all devices, or on all but the newest."""
    class_session = class_session_or_404(class_session_id)
    keeps_newest = "older" in request.form
    student = student_or_404(request.form.get("older" if keeps_newest else "student", ""))
    if student.class_id != class_session.class_id:
        raise NotFound
    logins.sign_out_student(student_id=student.id, keeps_newest=keeps_newest)
    name = isolated(student.name)
    if keeps_newest:
        return to_session(class_session_id, notice=_("%(name)s stays signed in on the newer device.", name=name))
    return to_session(class_session_id, notice=_("%(name)s is signed out and can sign in again.", name=name))


@blueprint.post("/sessions/<class_session_id>/here")
@on_refusal(session_again)
def here(class_session_id: str) -> ResponseReturnValue:
    """Record a student without a device as present."""
    class_session_or_404(class_session_id)
    student_id = request.form.get("student", "")
    note_present(class_session_id=class_session_id, student_id=student_id)
    return to_session(class_session_id, at=f"at-{student_id}")
