"""Pages opened by the school's LMS (LTI 1.3): launches, and the page where a teacher chooses the target of a link."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from classroom.web.areas import Area, Audience
from classroom.web.error_messages import Reader
from classroom.web.lti import framed
from classroom.web.refusals import Refusal

blueprint = Area("lti", __name__, Audience.EVERYONE, reader=Reader.STUDENT)


def refused(refusal: Refusal, **values: object) -> ResponseReturnValue:
    """Show why a launch failed, also inside a page of the LMS: it contains no personal data."""
    del values
    return framed(render_template("lti/refused.html", text=refusal.message, code=refusal.code))
