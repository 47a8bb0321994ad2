"""Whether the server and its database answer: for anyone who watches over it."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from sqlalchemy import text

from classroom.database import db
from classroom.web.areas import Area, Audience

blueprint = Area("health", __name__, Audience.EVERYONE)


@blueprint.get("/health")
def show() -> ResponseReturnValue:
    """Answer ``ok`` after asking the database."""
    db.session.execute(text("SELECT 1"))
    return "ok\n", {"Content-Type": "text/plain; charset=utf-8"}
