"""Sign students in: by class code, name, and PIN or pictures, or by the QR code of a login card."""

from __future__ import annotations

from flask import make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound
from wtforms import SelectMultipleField, StringField
from wtforms.validators import InputRequired

from classroom.database import db
from classroom.i18n import lazy_pgettext, pgettext
from classroom.models import SchoolClass, Student
from classroom.models.student import SecretKind
from classroom.services.accounts.card_secrets import PICTURES, PICTURES_ON_CARD
from classroom.services.accounts.student_sign_in import sign_in_by_card, sign_in_student
from classroom.services.accounts.teachers import has_teacher
from classroom.services.classes.roster import students_of
from classroom.services.classes.school_classes import find_class_by_code
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.services.open_sessions import lets_students_in
from classroom.web import identity
from classroom.web.areas import Area, Audience
from classroom.web.device import this_device
from classroom.web.error_messages import Reader
from classroom.web.forms import Form
from classroom.web.htmx import go_to, is_htmx
from classroom.web.refusals import Refusal, form_again, on_refusal

blueprint = Area("home", __name__, Audience.EVERYONE, reader=Reader.STUDENT)


class CodeForm(Form):
    refused_at = "code"
    code = StringField(
        lazy_pgettext("student", "Class code"), [InputRequired(lazy_pgettext("student", "Type your class code."))]
    )


class PinForm(Form):
    refused_at = "pin"
    is_complete = True
    pin = StringField(lazy_pgettext("student", "Your PIN"), [InputRequired(lazy_pgettext("student", "Type your PIN."))])

    @property
    def secret(self) -> str:
        """Return the typed PIN, without the spaces that the card shows between groups of digits."""
        return "".join(self.text("pin").replace("-", "").split())


class PicturesForm(Form):
    """The pictures of one student, tapped one by one. The page stores earlier ones until there are four."""

    refused_at = "pictures"
    pictures = SelectMultipleField(lazy_pgettext("student", "Your pictures"), validate_choice=False)

    @property
    def chosen(self) -> list[str]:
        """Return the tapped pictures without duplicates, which may be slips."""
        tapped = dict.fromkeys(one for one in self.pictures.data or () if one in PICTURES)
        return list(tapped)[:PICTURES_ON_CARD]

    @property
    def is_complete(self) -> bool:
        """Return whether there are four."""
        return len(self.chosen) == PICTURES_ON_CARD

    @property
    def secret(self) -> str:
        """Return the pictures in order, as they were hashed."""
        return " ".join(self.chosen)


@blueprint.get("/")
def show() -> ResponseReturnValue:
    """Ask for the class code. Redirect signed-in people to their own page."""
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
    form = CodeForm()
    if form.validate_on_submit():
        school_class = _find(form.code.data or "")
        return redirect(url_for("home.names", code=school_class.code), 303)
    return render_template("home/code.html", form=form), form.status


@blueprint.get("/join/<code>")
def names(code: str) -> ResponseReturnValue:
    """Show the names of a class during a session; otherwise show a page that waits for one."""
    school_class = _find(code)
    if identity.current_identity().class_id == school_class.id:  # the Back button
        return redirect(url_for("play.show"), 303)
    if not lets_students_in(school_class):
        return render_template("home/closed.html", school_class=school_class)
    students = students_of(class_id=school_class.id)
    return render_template("home/names.html", school_class=school_class, students=students)


@blueprint.form("/join/<code>/<student_id>")
def pin(code: str, student_id: str) -> ResponseReturnValue:
    """Ask a student for the PIN or the pictures. The next page joins the session."""
    if request.method == "GET" and identity.current_identity().student_id == student_id:  # the Back button
        return redirect(url_for("play.show"), 303)
    school_class = _find_open(code)
    student = db.session.get(Student, student_id)
    if student is None or not student.is_in(school_class.id):
        raise NotFound
    has_pictures, person = student.secret_kind == SecretKind.PICTURES, {"name": student.name, "face": student.face}
    form = PicturesForm() if has_pictures else PinForm()
    if form.validate_on_submit() and form.is_complete:
        identity.sign_in(sign_in_student(student_id=student_id, secret=form.secret, device=this_device()))
        return redirect(url_for("play.show"), 303)
    page = "home/pictures.html" if has_pictures else "home/pin.html"
    pictures = {"pictures": PICTURES, "full": PICTURES_ON_CARD, "counts": _counts()} if has_pictures else {}
    return render_template(page, form=form, **person, code=code, student_id=student_id, **pictures), form.status


def _counts() -> list[str]:
    """Return a text for each number of chosen pictures, from none to all."""
    return [
        pgettext("student", "%(done)s of %(total)s", done=number, total=PICTURES_ON_CARD)
        for number in range(PICTURES_ON_CARD + 1)
    ]


def _find(code: str) -> SchoolClass:
    return find_class_by_code(code=code, device=this_device())


def _find_open(code: str) -> SchoolClass:
    school_class = _find(code)
    if not lets_students_in(school_class):
        raise ServiceError(AccountErrorCode.CLASS_NOT_OPEN)
    return school_class


_WITH_CAMERA = "camera=(self), microphone=(), geolocation=()"


@blueprint.get("/about-you")
def remembered() -> ResponseReturnValue:
    """Show students what is stored about them."""
    return render_template("home/remembered.html")


@blueprint.get("/card")
def card() -> ResponseReturnValue:
    """Show the page that a card's QR code opens. Its script posts the token from the address."""
    return render_template("home/card.html", form=Form(), state="none")


@blueprint.get("/scan")
def scan() -> ResponseReturnValue:
    """Read a card with this device's camera: the only page that may use it."""
    response = make_response(render_template("home/scan.html", form=Form()))
    response.headers["Permissions-Policy"] = _WITH_CAMERA
    return response


def _refused(refusal: Refusal) -> ResponseReturnValue:
    """Show the reason; if the class isn't playing yet, the page retries by itself."""
    state = "waiting" if refusal.code is AccountErrorCode.CLASS_NOT_OPEN else "refused"
    shown = {"state": state, "text": refusal.message, "name": refusal.facts.get("name")}
    return render_template("home/_card.html" if is_htmx() else "home/card.html", form=Form(), **shown)


@blueprint.post("/card")
@on_refusal(_refused)
def use_card() -> ResponseReturnValue:
    """Sign in the student of a card, replacing anyone signed in on this device."""
    identity.sign_in_here(sign_in_by_card(token=request.form.get("token", "")[:200], device=this_device()))
    return go_to(url_for("play.show"))
