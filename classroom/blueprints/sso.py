"""The ways to the school's sign-in service, and the one way back.

They are links, not forms: a form may lead nowhere but to ourselves (`form-action`), not even by a redirect.
"""

from __future__ import annotations

from flask import flash, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from classroom.models import LinkKind
from classroom.services.accounts import connections, invitations
from classroom.services.errors import AccountErrorCode, ServiceError
from classroom.web import identity, second_step
from classroom.web.areas import Area, Audience, public
from classroom.web.passwords import has_confirmed
from classroom.web.school_sign_in import Purpose, SchoolPerson, service_or_404
from classroom.web.second_step import LINK, SCHOOL_PERSON

blueprint = Area("sso", __name__, Audience.TEACHERS)


@blueprint.get("/school-sign-in")
@public
def sign_in() -> ResponseReturnValue:
    """Go there to sign in."""
    return service_or_404().begin(Purpose.SIGN_IN)


@blueprint.get("/school-sign-in/accept")
@public
def accept() -> ResponseReturnValue:
    """Go there to make the account of the invitation that is open in this browser."""
    service = service_or_404()
    _open_invitation()
    return service.begin(Purpose.ACCEPT)


@blueprint.get("/school-sign-in/connect")
def connect() -> ResponseReturnValue:
    """Go there to connect the own account; the password was asked for just before."""
    service = service_or_404()
    if not has_confirmed():
        return redirect(url_for("account.connect"), 303)
    return service.begin(Purpose.CONNECT)


@blueprint.get("/school-sign-in/callback")
@public
def callback() -> ResponseReturnValue:
    """Come back, and do what the browser was sent for."""
    purpose, person = service_or_404().finish(request.args.get("state", ""))
    match purpose:
        case Purpose.SIGN_IN:
            return second_step.admit(connections.teacher_of(subject=person.subject))
        case Purpose.ACCEPT:
            return _accept(person)
        case Purpose.CONNECT:
            return _connect(person)


def _accept(person: SchoolPerson) -> ResponseReturnValue:
    _open_invitation()
    session[SCHOOL_PERSON] = [person.subject, person.name]
    return redirect(url_for("auth.use_link"), 303)


def _connect(person: SchoolPerson) -> ResponseReturnValue:
    if not has_confirmed():
        raise ServiceError(AccountErrorCode.SCHOOL_SIGN_IN_FAILED)
    connections.connect(teacher_id=identity.current_teacher_id(), subject=person.subject)
    flash("Your account is connected. From now on you can sign in either way.", "good")
    return redirect(url_for("account.show"), 303)


def _open_invitation() -> None:
    """See that this browser has opened an invitation that still works.

    :raises ServiceError: LINK_INVALID.
    """
    if invitations.find_link(token=session.get(LINK, "")).kind != LinkKind.INVITATION:
        raise ServiceError(AccountErrorCode.LINK_INVALID)
