"""Send teachers' browsers to the school's sign-in services, and handle their return. For students, see `student_sso`.

Pages use links, not forms: `form-action` also forbids forms that redirect to other sites.
"""

from __future__ import annotations

from flask import flash, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from classroom.i18n import _
from classroom.models import LinkKind
from classroom.services.accounts import connections, invitations
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.web import identity, second_step
from classroom.web.areas import Area, Audience, public
from classroom.web.passwords import has_confirmed
from classroom.web.school_sign_in import Purpose, SchoolPerson, asked_number, service_or_404
from classroom.web.second_step import LINK, SCHOOL_PERSON

blueprint = Area("sso", __name__, Audience.TEACHERS)

_PURPOSES = (Purpose.SIGN_IN, Purpose.ACCEPT, Purpose.CONNECT)


@blueprint.get("/school-sign-in")
@public
def sign_in() -> ResponseReturnValue:
    """Send the browser to the service to sign in."""
    return service_or_404(Purpose.SIGN_IN, asked_number()).begin(Purpose.SIGN_IN)


@blueprint.get("/school-sign-in/accept")
@public
def accept() -> ResponseReturnValue:
    """Send the browser to the service to accept the invitation open in this browser."""
    service = service_or_404(Purpose.ACCEPT, asked_number())
    _open_invitation()
    return service.begin(Purpose.ACCEPT)


@blueprint.get("/school-sign-in/connect")
def connect() -> ResponseReturnValue:
    """Send the browser to the service to connect the teacher's account, shortly after confirming the password."""
    service = service_or_404(Purpose.CONNECT, asked_number())
    if not has_confirmed():
        return redirect(url_for("account.connect"), 303)
    return service.begin(Purpose.CONNECT)


@blueprint.get("/school-sign-in/callback", defaults={"number": 1})
@blueprint.get("/school-sign-in/<int:number>/callback")
@public
def callback(number: int) -> ResponseReturnValue:
    """Finish the purpose for which the browser was sent to a service."""
    service = service_or_404(Purpose.SIGN_IN, number)
    back = service.finish(request.args.get("state", ""), _PURPOSES)
    if back.purpose is Purpose.SIGN_IN:
        return second_step.admit(connections.teacher_of(subject=back.person.subject))
    return _accept(back.person, service.name) if back.purpose is Purpose.ACCEPT else _connect(back.person)


def _accept(person: SchoolPerson, service_name: str) -> ResponseReturnValue:
    _open_invitation()
    session[SCHOOL_PERSON] = [person.subject, person.name, service_name]
    return redirect(url_for("auth.use_link"), 303)


def _connect(person: SchoolPerson) -> ResponseReturnValue:
    if not has_confirmed():
        raise ServiceError(AccountErrorCode.SCHOOL_SIGN_IN_FAILED)
    connections.connect(teacher_id=identity.current_teacher_id(), subject=person.subject)
    flash(_("Account connected. You can sign in with your school account or your password."), "good")
    return redirect(url_for("account.show"), 303)


def _open_invitation() -> None:
    """Check that this browser has opened a valid invitation.

    :raises ServiceError: LINK_INVALID.
    """
    if invitations.find_link(token=session.get(LINK, "")).kind != LinkKind.INVITATION:
        raise ServiceError(AccountErrorCode.LINK_INVALID)
