"""The page of a session: which of the four it is depends on where the session stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Response, flash, redirect, render_template, request, session, url_for

from classroom.blueprints.sessions.forms import SettingsForm
from classroom.models import SessionState
from classroom.presenters.classes.pages import spoken_code
from classroom.presenters.recap.page import recap_page
from classroom.presenters.sessions.forecast import forecast_page
from classroom.presenters.sessions.live import live_page
from classroom.presenters.sessions.lobby import LobbyPage, lobby_page
from classroom.presenters.sessions.ticket_room import ticket_room_page
from classroom.presenters.sessions.whole_class import whole_class_page
from classroom.services.problems import ProblemError
from classroom.services.settings import TableSettings
from classroom.web.forecasts import get_forecasts
from classroom.web.fragments import version_of
from classroom.web.join_link import join_link
from classroom.web.sentences import sentence_of, status_of
from engine import IllegalMoveError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from flask.typing import ResponseReturnValue

    from classroom.models import ClassSession
    from classroom.presenters.sessions.forecast import ForecastPage
    from classroom.presenters.sessions.lobby import OfferedWay


_PAGES: Mapping[SessionState, tuple[str, Callable[[ClassSession], object]]] = {
    SessionState.LOBBY: ("lobby", lobby_page),
    SessionState.PLAYING: ("live", live_page),
    SessionState.PAUSED: ("live", live_page),
    SessionState.TICKET: ("ticket", ticket_room_page),
    SessionState.ENDED: ("recap", recap_page),
}
WHOLE_CLASS_STATES = frozenset({SessionState.LOBBY, SessionState.PLAYING, SessionState.PAUSED})
"""While a class that plays together has its board as its page."""
HANDS_COOKIE = "hands"
"""What a device remembers about covering hands."""
WAY = "way"
"""In the teacher's own cookie: the way of forming tables that was chosen last."""
SWAP = "swap-"
"""Before a student's id, where a place is chosen: change places with them."""


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One of the four pages, ready to be rendered."""

    kind: str
    """"lobby", "live", "ticket" or "recap": also the names of the templates."""
    class_session: ClassSession
    page: object
    forecast: ForecastPage | None
    """Of a lobby: how long the games will last."""
    version: str
    """Changes with whatever the page shows."""

    def fragment(self, *, refused: str | None = None, notice: str | None = None) -> str:
        """The part that changes.

        :param refused: why the last wish was not fulfilled, said within the part.
        :param notice: what was done, likewise.
        """
        template = f"sessions/_{self.kind}.html"
        return render_template(template, refused_here=refused, notice_here=notice, **self._context())

    def whole(self, *, refused: str | None = None) -> str:
        """The page.

        :param refused: why the last wish was not fulfilled.
        """
        code = self.class_session.school_class.code
        return render_template(
            f"sessions/{self.kind}.html",
            join=join_link(code),
            code=spoken_code(code),
            refused=refused,
            **self._context(),
        )

    def _context(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "page": self.page,
            "class_session": self.class_session,
            "forecast": self.forecast,
            "version": self.version,
            "way_shown": way_shown(self.page.ways) if isinstance(self.page, LobbyPage) else None,
            "fields_for": SettingsForm.fields_for,
        }


def way_shown(ways: Sequence[OfferedWay]) -> str:
    """Pick the way of forming tables to show as chosen: the one taken last, else the first."""
    offered = [way.value for way in ways]
    last = session.get(WAY)
    return last if last in offered else offered[0]


def page_of(class_session: ClassSession) -> SessionPage:
    """The page for where the session stands now."""
    if class_session.is_whole_class and class_session.state in WHOLE_CLASS_STATES:
        return whole_class_session_page(class_session)
    kind, read = _PAGES[SessionState(class_session.state)]
    page = read(class_session)
    forecast = lobby_forecast(class_session, page) if isinstance(page, LobbyPage) else None
    return SessionPage(kind, class_session, page, forecast, version_of(kind, (page, forecast)))


def whole_class_session_page(
    class_session: ClassSession,
    *,
    refusal: str | None = None,
    tried_card: int | None = None,
    typed: Mapping[str, str] | None = None,
) -> SessionPage:
    """The page of a class that plays together at one board; see `whole_class_page`."""
    page = whole_class_page(
        class_session,
        remembered=request.cookies.get(HANDS_COOKIE, ""),
        typed=typed,
        refusal=refusal,
        tried_card=tried_card,
    )
    return SessionPage("whole_class", class_session, page, None, page.version)


def lobby_forecast(class_session: ClassSession, page: LobbyPage) -> ForecastPage | None:
    """How long the games at the tables of a lobby will last."""
    settings = TableSettings.from_json(class_session.settings)
    return forecast_page(
        get_forecasts(), settings, sizes=page.sizes, class_id=class_session.class_id, present=page.present
    )


def answered(
    class_session: ClassSession,
    deed: Callable[[], object],
    *,
    kind: str,
    at: str | None = None,
    notice: str | None = None,
) -> ResponseReturnValue:
    """Do something, and answer a page that asks by htmx with its fresh part, any other as `done` does.

    :param kind: of the page that asks: if another is to be shown by now, it is gone to.
    :param notice: what to say once it is done.
    """
    if not request.headers.get("HX-Request"):
        return done(class_session, deed, at=at, notice=notice)
    why, status = None, 200
    try:
        deed()
    except (ProblemError, IllegalMoveError) as error:
        why, status = sentence_of(error), status_of(error)
    shown = page_of(class_session)
    if shown.kind != kind:
        page_url = url_for("sessions.show", class_session_id=class_session.id)
        return Response(status=204, headers={"HX-Redirect": page_url})
    return shown.fragment(refused=why, notice=None if why else notice), status


def done(
    class_session: ClassSession, deed: Callable[[], object], *, at: str | None = None, notice: str | None = None
) -> ResponseReturnValue:
    """Do something to a session and show its page; a refusal is said on the page.

    :param at: the id of the element to go to on the page.
    :param notice: what to say once it is done.
    """
    try:
        deed()
    except (ProblemError, IllegalMoveError) as error:
        return refused(class_session, error)
    if notice is not None:
        flash(notice, "good")
    return redirect(url_for("sessions.show", class_session_id=class_session.id, _anchor=at), 303)


def refused(class_session: ClassSession, error: ProblemError | IllegalMoveError) -> ResponseReturnValue:
    """The page of a session, and on it why the last wish was not fulfilled."""
    return page_of(class_session).whole(refused=sentence_of(error)), status_of(error)
