"""An app with planted faults: what the crawler did not find here, it would not find in ours either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response, redirect, request
from sqlalchemy import text

from classroom.database import db, transaction
from classroom.models import SchoolClass

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

FAULTS = frozenset(
    {
        "unmasked /",
        "reflected /echo",
        "redirect /go",
        "error /find",
        "writes /look",
        "policy /bare",
        "cors /bare",
        "charset /bare",
        "token /save",
        "forgery /save",
        "reflected /save",
    }
)
_PAGE = """<!doctype html><title>t</title><a href="/echo?q=1">a</a> <a href="/go?next=/">b</a>
<a href="/find?q=1">c</a> <a href="/look">d</a> <a href="/bare">e</a>
<form method="post" action="/save"><input name="name"><input name="password"></form>"""


def make_twin(app: Flask, class_id: str) -> Flask:
    """Make an app of broken views on another app's database."""
    twin = Flask("twin", static_folder=None)

    @twin.get("/")
    def show() -> ResponseReturnValue:
        return _PAGE

    @twin.get("/echo")
    def echo() -> ResponseReturnValue:
        return f"<p>{request.args['q']}</p>"

    @twin.get("/go")
    def go() -> ResponseReturnValue:
        return redirect(request.args["next"])

    @twin.get("/find")
    def find() -> ResponseReturnValue:
        with app.app_context():
            db.session.execute(text(f"SELECT 1 FROM students WHERE name = '{request.args['q']}'"))  # noqa: S608
        return "found"

    @twin.get("/look")
    def look() -> ResponseReturnValue:
        with app.app_context(), transaction() as session:
            session.get_one(SchoolClass, class_id).name += "!"
        return "looked"

    @twin.get("/bare")
    def bare() -> ResponseReturnValue:
        answer = Response("<!doctype html><title>t</title>")
        answer.headers["Content-Type"] = "text/html"
        answer.headers["Access-Control-Allow-Origin"] = "*"
        return answer

    @twin.post("/save")
    def save() -> ResponseReturnValue:
        return f"<p>{request.form['name']}</p>"

    return twin
