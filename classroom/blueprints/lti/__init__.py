"""What an LMS of the school opens (LTI 1.3): launches, and the page on which a teacher chooses what a link leads to."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from classroom.web.areas import Area, Audience
from classroom.web.error_messages import Reader
from classroom.web.lti import framed
from classroom.web.refusals import Refusal

blueprint = Area("lti", __name__, Audience.EVERYONE, reader=Reader.STUDENT)


def refused(refusal: Refusal, **values: object) -> ResponseReturnValue:
    """Say why a launch failed, also inside a page of the LMS: it shows no one's data."""
    del values
    return framed(render_template("lti/refused.html", text=refusal.message, code=refusal.code))
