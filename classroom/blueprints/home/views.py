"""The landing page, the names of a class, and signing in with a PIN or pictures."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from classroom.blueprints.home.forms import CodeForm, PicturesForm, PinForm
from classroom.database import db
from classroom.models import SchoolClass, Student
from classroom.models.student import SecretKind
from classroom.services.accounts.card_secrets import PICTURES, PICTURES_ON_CARD
from classroom.services.accounts.student_sign_in import sign_in_student
from classroom.services.accounts.teachers import has_teacher
from classroom.services.classes.roster import students_of
from classroom.services.classes.school_classes import find_class_by_code
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.open_sessions import lets_students_in
from classroom.web import identity
from classroom.web.areas import Area, Audience
from classroom.web.device import this_device
from classroom.web.error_messages import Reader
from classroom.web.refusals import form_again, on_refusal

blueprint = Area("home", __name__, Audience.EVERYONE, reader=Reader.STUDENT)


@blueprint.get("/")
def show() -> ResponseReturnValue:
    """Ask for the class code; whoever is signed in already goes on to their own page."""
    person = identity.current_identity()
    if person.is_student or person.is_teacher:
        return redirect(url_for("play.show" if person.is_student else "classes.index"), 303)
    if request.args.get("code"):  # from a QR code
        return redirect(url_for("home.names", code=request.args["code"]), 303)
    if not has_teacher():
        return redirect(url_for("setup.show"), 303)
    return render_template("home/code.html", form=CodeForm())


@blueprint.post("/join")
@on_refusal(form_again)
def find_class() -> ResponseReturnValue:
    """Take the class code as typed."""
    form = CodeForm()
    if form.validate_on_submit():
        school_class = _find(form.code.data or "")
        return redirect(url_for("home.names", code=school_class.code), 303)
    return render_template("home/code.html", form=form), form.status


@blueprint.get("/join/<code>")
def names(code: str) -> ResponseReturnValue:
    """Show the names of a class while it plays; else a page that waits for that."""
    school_class = _find(code)
    if identity.current_identity().class_id == school_class.id:  # Back, after signing in
        return redirect(url_for("play.show"), 303)
    if not lets_students_in(school_class):
        return render_template("home/closed.html", school_class=school_class)
    students = students_of(class_id=school_class.id)
    return render_template("home/names.html", school_class=school_class, students=students)


@blueprint.form("/join/<code>/<student_id>")
def pin(code: str, student_id: str) -> ResponseReturnValue:
    """Ask a student for the PIN, or the pictures. The page that follows joins the session."""
    if request.method == "GET" and identity.current_identity().student_id == student_id:  # Back, after signing in
        return redirect(url_for("play.show"), 303)
    school_class = _find_open(code)
    student = db.session.get(Student, student_id)
    if student is None or not student.is_in(school_class.id):
        raise NotFound
    has_pictures, name = student.secret_kind == SecretKind.PICTURES, student.name
    form = PicturesForm() if has_pictures else PinForm()
    if form.validate_on_submit() and form.is_complete:
        identity.sign_in(sign_in_student(student_id=student_id, secret=form.secret, device=this_device()))
        return redirect(url_for("play.show"), 303)
    page = "home/pictures.html" if has_pictures else "home/pin.html"
    return render_template(page, form=form, name=name, code=code, pictures=PICTURES, full=PICTURES_ON_CARD), form.status


def _find(code: str) -> SchoolClass:
    return find_class_by_code(code=code, device=this_device())


def _find_open(code: str) -> SchoolClass:
    school_class = _find(code)
    if not lets_students_in(school_class):
        raise ServiceError(AccountErrorCode.CLASS_NOT_OPEN)
    return school_class
