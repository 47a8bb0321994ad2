"""The page of a session in each of its states, and helpers for other views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Response, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from classroom import clock
from classroom.blueprints.sessions import blueprint
from classroom.blueprints.sessions.forms import SettingsForm
from classroom.live import session_topic
from classroom.models import UNDER_WAY, ClassSession, SessionState
from classroom.presenters.classes.pages import spoken_code
from classroom.presenters.moments import day_text
from classroom.presenters.page_version import PageVersion
from classroom.presenters.recap.page import recap_page
from classroom.presenters.sessions.fairness import fairness_page
from classroom.presenters.sessions.forecast import ForecastPage, forecast_page
from classroom.presenters.sessions.live import live_page
from classroom.presenters.sessions.lobby import LobbyPage, OfferedMethod, lobby_page
from classroom.presenters.sessions.ticket_room import ticket_room_page
from classroom.presenters.sessions.whole_class import whole_class_page
from classroom.services.sessions.taught_session import TaughtSession
from classroom.services.settings import TableSettings
from classroom.web.access import class_session_or_404, taught_session_or_404
from classroom.web.areas import automatic
from classroom.web.cookies import read_cookie
from classroom.web.forecasts import get_forecasts
from classroom.web.htmx import fragment as answer_fragment
from classroom.web.htmx import is_htmx, leave_for, render_part, shown_parts, shown_version
from classroom.web.join_link import join_link
from classroom.web.refusals import Refusal, flashed
from classroom.web.stream import stream_updates

_PAGES: Mapping[SessionState, tuple[str, Callable[[ClassSession], object]]] = {
    SessionState.LOBBY: ("lobby", lobby_page),
    SessionState.TICKET: ("ticket", ticket_room_page),
    SessionState.ENDED: ("recap", recap_page),
}
"""The pages before and after the games."""
_KIND_THAT_ASKS = "lobby"
"""The page whose forms don't name their page in `back`."""
WHOLE_CLASS_STATES = frozenset({SessionState.LOBBY, SessionState.PLAYING, SessionState.PAUSED})
"""The page during a whole-class game: its board."""
HANDS_COOKIE = "hands"
"""Cookie with what a device remembers about covering hands."""
METHOD = "forming"
"""Teacher's cookie with the method of forming tables that was chosen last."""
SWAP = "swap-"
"""Prefix of a student's ID in a choice of seats: swap with that student."""


@dataclass(frozen=True, slots=True)
class RejectedMove:
    """The move of a student that was rejected, for its form to show again."""

    reason: str
    student_id: str
    to: str


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One of the four pages, ready to be rendered."""

    kind: str
    """"lobby", "live", "ticket", or "recap": also the names of the templates."""
    class_session: ClassSession | TaughtSession
    """For a live page, the short row is enough."""
    page: object
    forecast: ForecastPage | None
    """The estimated game length, in a lobby."""
    version: PageVersion
    """Changes with the page's content."""

    def fragment(self, *, refused: str | None = None, notice: str | None = None) -> str:
        """Render the fragment.

        :param refused: why the last request was rejected, shown in the fragment.
        :param notice: what was done, shown in the fragment.
        """
        template = f"sessions/_{self.kind}.html"
        return render_part(template, refused_here=refused, notice_here=notice, parts={}, **self._context())

    def difference(self) -> str:
        """Render the fragment without what the requesting page already shows."""
        template = f"sessions/_{self.kind}.html"
        return render_part(template, parts=shown_parts(), since=shown_version(), **self._context())

    def whole(self, *, refused: str | None = None, rejected_move: RejectedMove | None = None) -> str:
        """Render the page.

        :param refused: why the last request was rejected.
        :param rejected_move: the same for the move of a student; of a live page only.
        """
        code = self.class_session.school_class.code
        return render_template(
            f"sessions/{self.kind}.html",
            join=join_link(code),
            code=spoken_code(code),
            refused=refused,
            rejected_move=rejected_move,
            earlier_day=_earlier_day(self.class_session.opened_at),
            parts={},
            **self._context(),
        )

    def _context(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "page": self.page,
            "class_session": self.class_session,
            "forecast": self.forecast,
            "version": self.version,
            "method_shown": method_shown(self.page.methods) if isinstance(self.page, LobbyPage) else None,
            "fields_for": SettingsForm.fields_for,
        }


def _earlier_day(opened_at: datetime) -> str | None:
    """Return the day on which a session was opened; None if it is today."""
    day = clock.local_day(opened_at)
    return day_text(day) if day < clock.local_day(clock.now()) else None


def method_shown(methods: Sequence[OfferedMethod]) -> str:
    """Return the method of forming tables to show as selected: the last one used, or the first."""
    offered = [method.value for method in methods]
    last = session.get(METHOD)
    return last if last in offered else offered[0]


def page_of(class_session_id: str) -> SessionPage:
    """Build the page for the state of a session that the signed-in teacher manages."""
    taught = taught_session_or_404(class_session_id)
    if not _is_live(taught):
        class_session = class_session_or_404(class_session_id)
        if not _is_live(class_session):
            return _page_around(class_session)
        taught = taught_session_or_404(class_session_id)  # the games began between the two queries
    page = live_page(taught, hides_misses="hide-misses" in request.args)
    return SessionPage("live", taught, page, None, page.version)


def _is_live(class_session: ClassSession | TaughtSession) -> bool:
    return class_session.state in UNDER_WAY and not class_session.is_whole_class


def _page_around(class_session: ClassSession) -> SessionPage:
    """Build the page before or after the games, or of a whole-class game."""
    if class_session.is_whole_class and class_session.state in WHOLE_CLASS_STATES:
        return whole_class_session_page(class_session)
    kind, read = _PAGES[SessionState(class_session.state)]
    page = read(class_session)
    forecast = lobby_forecast(class_session, page) if isinstance(page, LobbyPage) else None
    return SessionPage(kind, class_session, page, forecast, PageVersion.of_content(kind, (page, forecast)))


def whole_class_session_page(
    class_session: ClassSession,
    *,
    refusal: str | None = None,
    tried_card: int | None = None,
    typed: Mapping[str, str] | None = None,
) -> SessionPage:
    """Build the page of a whole-class game; see `whole_class_page`."""
    page = whole_class_page(
        class_session,
        remembered=read_cookie(HANDS_COOKIE),
        typed=typed,
        refusal=refusal,
        tried_card=tried_card,
    )
    return SessionPage("whole_class", class_session, page, None, page.version)


def lobby_forecast(class_session: ClassSession, page: LobbyPage) -> ForecastPage | None:
    settings = TableSettings.from_json(class_session.settings)
    return forecast_page(
        get_forecasts(), settings, sizes=page.sizes, class_id=class_session.class_id, present=page.present
    )


def session_again(refusal: Refusal, class_session_id: str, **_: object) -> ResponseReturnValue:
    """Show the page of the session, or its fragment to htmx, with the reason why a request was rejected."""
    if is_htmx():
        return _part(class_session_id, refused=refusal.message)
    return page_of(class_session_id).whole(refused=refusal.message)


def begun_meanwhile(refusal: Refusal, class_session_id: str, **_: object) -> ResponseReturnValue:
    """Tell why a form of the lobby changed nothing: another teacher started the games while it was open."""
    if class_session_or_404(class_session_id).state == SessionState.LOBBY:
        raise refusal.error
    return flashed("sessions.show")(refusal, class_session_id=class_session_id)


def to_session(class_session_id: str, *, at: str | None = None, notice: str | None = None) -> ResponseReturnValue:
    """Show the page of the session after an action, or its fragment to htmx.

    :param at: the ID of the element to scroll to.
    :param notice: what was done.
    """
    if is_htmx():
        return _part(class_session_id, notice=notice)
    if notice is not None:
        flash(notice, "good")
    return redirect(url_for("sessions.show", class_session_id=class_session_id, _anchor=at), 303)


def _part(class_session_id: str, *, refused: str | None = None, notice: str | None = None) -> ResponseReturnValue:
    """Render the fragment; if the session now has another page, redirect there."""
    shown = page_of(class_session_id)
    if shown.kind != request.form.get("back", _KIND_THAT_ASKS):
        return leave_for(url_for("sessions.show", class_session_id=class_session_id))
    return shown.fragment(refused=refused, notice=notice)


@blueprint.get("/sessions/<class_session_id>")
def show(class_session_id: str) -> ResponseReturnValue:
    """Show the lobby, all tables live, or the summary."""
    return page_of(class_session_id).whole()


@blueprint.get("/sessions/<class_session_id>/fragment")
@automatic
def fragment(class_session_id: str) -> Response:
    shown = page_of(class_session_id)
    page_url = url_for("sessions.show", class_session_id=class_session_id)
    return answer_fragment(shown.version, shown.difference, page_url=page_url)


@blueprint.get("/sessions/<class_session_id>/stream")
@automatic
def stream(class_session_id: str) -> Response:
    """Notify the teacher's pages whenever something in the session changes."""
    taught_session_or_404(class_session_id)
    return stream_updates(session_topic(class_session_id), on_alive=_nothing, on_gone=_nothing)


def _nothing() -> None:
    """Do nothing: presence of teachers is not recorded."""


@blueprint.get("/sessions/<class_session_id>/fairness")
def fairness(class_session_id: str) -> ResponseReturnValue:
    class_session = class_session_or_404(class_session_id)
    return render_template("sessions/fairness.html", page=fairness_page(class_session), class_session=class_session)
