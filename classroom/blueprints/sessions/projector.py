"""The class screen of a session."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from classroom.blueprints.sessions import blueprint
from classroom.models import ClassSession
from classroom.presenters.classes.pages import spoken_code
from classroom.presenters.page_version import PageVersion
from classroom.presenters.sessions.projector import ProjectorPage, projector_page
from classroom.web.access import class_session_or_404
from classroom.web.areas import automatic
from classroom.web.htmx import fragment, shown_parts, shown_version
from classroom.web.join_link import join_link


@blueprint.get("/sessions/<class_session_id>/projector")
def projector(class_session_id: str) -> ResponseReturnValue:
    """Show the class screen. A whole-class game uses the page of its session."""
    class_session = class_session_or_404(class_session_id)
    if class_session.is_whole_class:
        return redirect(url_for("sessions.show", class_session_id=class_session_id), 303)
    page = projector_page(class_session)
    return render_template("sessions/projector.html", **_context(class_session, page, {}))


@blueprint.get("/sessions/<class_session_id>/projector/fragment")
@automatic
def projector_fragment(class_session_id: str) -> Response:
    """Return the fragment: everything except the corner with the code."""
    class_session = class_session_or_404(class_session_id)
    page = projector_page(class_session)
    return fragment(
        _version(page),
        lambda: render_template("sessions/_projector.html", **_context(class_session, page, shown_parts())),
        page_url=url_for("sessions.projector", class_session_id=class_session_id),
    )


def _version(page: ProjectorPage) -> PageVersion:
    return PageVersion.of_content("projector", page)


def _context(class_session: ClassSession, page: ProjectorPage, parts: Mapping[str, str]) -> dict[str, object]:
    code = class_session.school_class.code
    return {
        "parts": parts,
        "since": shown_version(),
        "class_session": class_session,
        "page": page,
        "version": _version(page),
        "join": join_link(code),
        "code": spoken_code(code),
    }
