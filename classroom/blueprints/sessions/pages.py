"""The page of a session: which of the three it is depends on where the session stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import redirect, render_template, url_for

from classroom.models import SessionState
from classroom.presenters.classes import spoken_code
from classroom.presenters.forecast import forecast_page
from classroom.presenters.live import live_page
from classroom.presenters.lobby import LobbyPage, lobby_page
from classroom.presenters.recap import recap_page
from classroom.services.problems import ProblemError
from classroom.services.settings import TableSettings
from classroom.web.forecasts import get_forecasts
from classroom.web.fragments import version_of
from classroom.web.join_link import join_link
from classroom.web.sentences import sentence_of, status_of
from engine import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask.typing import ResponseReturnValue

    from classroom.models import ClassSession
    from classroom.presenters.forecast import ForecastPage


_PAGES: Mapping[SessionState, tuple[str, Callable[[ClassSession], object]]] = {
    SessionState.LOBBY: ("lobby", lobby_page),
    SessionState.PLAYING: ("live", live_page),
    SessionState.PAUSED: ("live", live_page),
    SessionState.ENDED: ("recap", recap_page),
}


@dataclass(frozen=True, slots=True)
class SessionPage:
    """One of the three pages, ready to be rendered."""

    kind: str
    """"lobby", "live" or "recap": also the names of the templates."""
    class_session: ClassSession
    page: object
    forecast: ForecastPage | None
    """Of a lobby: how long the games will last."""
    version: str
    """Changes with whatever the page shows."""

    def fragment(self) -> str:
        """The part that changes."""
        return render_template(f"sessions/_{self.kind}.html", **self._context())

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
            "page": self.page,
            "class_session": self.class_session,
            "forecast": self.forecast,
            "version": self.version,
        }


def page_of(class_session: ClassSession) -> SessionPage:
    """The page for where the session stands now."""
    kind, read = _PAGES[SessionState(class_session.state)]
    page = read(class_session)
    forecast = lobby_forecast(class_session, page) if isinstance(page, LobbyPage) else None
    return SessionPage(kind, class_session, page, forecast, version_of(kind, (page, forecast)))


def lobby_forecast(class_session: ClassSession, page: LobbyPage) -> ForecastPage | None:
    """How long the games at the tables of a lobby will last."""
    settings = TableSettings.from_json(class_session.settings)
    return forecast_page(
        get_forecasts(), settings, sizes=page.sizes, class_id=class_session.class_id, present=page.present
    )


def done(class_session: ClassSession, deed: Callable[[], object], *, at: str | None = None) -> ResponseReturnValue:
    """Do something to a session and show its page; a refusal is said on the page.

    :param at: the id of the element to go to on the page.
    """
    try:
        deed()
    except (ProblemError, Refused) as error:
        return page_of(class_session).whole(refused=sentence_of(error)), status_of(error)
    return redirect(url_for("sessions.show", class_session_id=class_session.id, _anchor=at), 303)
