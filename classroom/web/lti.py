"""Launches from the school's LMS (LTI 1.3): reading what the browser brings, and redirecting it to the LMS.

The state is signed, so starting a launch writes nothing. A launch that signs someone in must end in the browser where
it started, whose cookie contains its ID. That browser returns with a cross-site form, which carries no cookies. So the
response is a redirect, and its target reads the cookie (docs/adr/0020-lti.md).
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Flask, Response, current_app, make_response, request, session, url_for
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer
from werkzeug.exceptions import NotFound

from classroom.database import db
from classroom.models import LtiPlatform
from classroom.services.errors import LaunchErrorCode, ServiceError
from classroom.services.lti.launches import launch_id
from classroom.services.lti.messages import Kind, Launch, read_launch
from classroom.services.lti.platform_keys import PlatformKeys
from classroom.services.lti.tool_key import ToolKey
from classroom.web.security import SECURITY_HEADERS
from classroom.web.server_key import read_signed, server_key

INSTALL_COMMAND = ".venv/bin/python -m pip install authlib requests"
_EXTENSION = "lti"
_PLATFORM_KEYS = "lti_platform_keys"
_STARTED = "lms_started"
"""In the cookie: the IDs of the launches started in this browser."""
_MOST_STARTED = 4
_GOOD_FOR = timedelta(minutes=10)
_ASKED = frozenset({"iss", "login_hint", "target_link_uri", "lti_message_hint", "client_id", "lti_deployment_id"})


def use_lti(app: Flask) -> None:
    """Accept launches, if the packages are installed."""
    has_packages = find_spec("authlib") and find_spec("requests")
    key = ToolKey(Path(app.instance_path)) if has_packages else None
    app.extensions[_EXTENSION] = key
    app.extensions[_PLATFORM_KEYS] = PlatformKeys()
    app.context_processor(lambda: {"has_lti": key is not None})


def tool_key_or_404() -> ToolKey:
    """Return this app's key; 404 without the packages."""
    found: ToolKey | None = current_app.extensions[_EXTENSION]
    if found is None:
        raise NotFound
    return found


def is_framed() -> bool:
    """Return whether the browser says that the response is shown inside a page of the LMS. There, it gets no cookie."""
    if "own_window" in request.args:
        return False
    return request.headers.get("Sec-Fetch-Dest") != "document"


def asked() -> dict[str, Any]:
    """Return the LMS's parameters, to start the same launch again."""
    return {name: value for name, value in request.values.items() if name in _ASKED}


def address_at_lms(platform: LtiPlatform, *, is_choice: bool) -> str:
    """Return the address at the LMS to which the browser is sent to get a message.

    :param is_choice: whether a teacher chooses content inside a page of the LMS: such a launch signs no one in, and
        needs no cookie.
    """
    nonce = secrets.token_urlsafe(24)
    if not is_choice:
        started = [one for one in str(session.get(_STARTED, "")).split(",") if one]
        session[_STARTED] = ",".join([*started, launch_id(nonce)][-_MOST_STARTED:])
    question = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": url_for("lti.launch", _external=True),
        "login_hint": request.values["login_hint"],
        "state": _states().dumps([platform.id, nonce, is_choice]),
        "nonce": nonce,
    }
    if hint := request.values.get("lti_message_hint"):
        question["lti_message_hint"] = hint
    return f"{platform.login_url}{'&' if '?' in platform.login_url else '?'}{urlencode(question)}"


def read_message() -> tuple[Launch, str]:
    """Verify the message that a browser brings from the LMS; return it with its nonce.

    :raises ServiceError: a LaunchErrorCode.
    """
    try:
        (platform_id, nonce, is_choice), _ = read_signed(_states(), request.form.get("state", ""), _GOOD_FOR)
    except SignatureExpired as error:
        raise ServiceError(LaunchErrorCode.LAUNCH_OLD) from error
    except (BadData, ValueError, TypeError) as error:
        raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN) from error
    platform = db.session.get(LtiPlatform, platform_id)
    if platform is None:  # it was removed in the meantime
        raise ServiceError(LaunchErrorCode.PLATFORM_UNKNOWN)
    platform_keys: PlatformKeys = current_app.extensions[_PLATFORM_KEYS]
    claims = platform_keys.claims_of(request.form.get("id_token", ""), keys_url=platform.keys_url)
    launch = read_launch(claims, platform, nonce=nonce, host=request.host)
    if is_choice and launch.kind is not Kind.CHOOSE:  # this browser did not start a launch
        raise ServiceError(LaunchErrorCode.MESSAGE_UNKNOWN)
    return launch, nonce


def check_started_here(launch: str) -> None:
    """Check that a launch started in this browser.

    :raises ServiceError: LAUNCH_ELSEWHERE.
    """
    if not launch or launch not in str(session.get(_STARTED, "")).split(","):
        raise ServiceError(LaunchErrorCode.LAUNCH_ELSEWHERE)


def framed(answer: ResponseReturnValue, *, by: str = "*", sends_to: str | None = None) -> Response:
    """Let pages of the LMS show a response in a frame.

    :param by: addresses of allowed sites; "*" allows any, for pages without personal data.
    :param sends_to: a site to which the page may send a form.
    """
    response = make_response(answer)
    policy = SECURITY_HEADERS["Content-Security-Policy"].replace("frame-ancestors 'none'", f"frame-ancestors {by}")
    if sends_to:
        policy = policy.replace("form-action 'self'", f"form-action 'self' {sends_to}")
    response.headers["Content-Security-Policy"] = policy
    return response


def site_of(url: str) -> str:
    """Return the scheme and host of an address, as used in policies."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".translate(_NOT_IN_POLICIES)


_NOT_IN_POLICIES = {ord(sign): None for sign in " ;,'\"*\r\n"}


def _states() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(server_key(), salt="lms-launch")
