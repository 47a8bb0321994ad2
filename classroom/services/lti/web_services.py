"""Access to an LMS's services, with a token that it issues for a message signed by this app."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any, Literal

from classroom.models import LtiPlatform
from classroom.services.errors import LmsErrorCode, ServiceError
from classroom.services.lti.http import ALL_IN, Answer, LmsAnswerError, LmsUnclearError, ask
from classroom.services.lti.tool_key import ToolKey

_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"


class LmsConnection:
    """Access to an LMS for one task, with a limit of one minute."""

    def __init__(self, platform: LtiPlatform, *, key: ToolKey, scope: str) -> None:
        """Request a token.

        :param scope: the requested scopes, separated by spaces.
        :raises ServiceError: LMS_SILENT, LMS_REFUSED, or LMS_UNCLEAR.
        """
        self._until = time.monotonic() + ALL_IN
        me = platform.client_id
        claims = {"iss": me, "sub": me, "aud": platform.token_url, "jti": secrets.token_urlsafe(16)}
        answer = _ask(
            "POST",
            platform.token_url,
            until=self._until,
            form={
                "grant_type": "client_credentials",
                "client_assertion_type": _ASSERTION,
                "client_assertion": key.sign(claims),
                "scope": scope,
            },
        )
        token = answer.content.get("access_token") if isinstance(answer.content, dict) else None
        if not 200 <= answer.status < 300 or not isinstance(token, str) or not token.isascii():
            raise ServiceError(LmsErrorCode.LMS_SILENT if answer.status >= 500 else LmsErrorCode.LMS_REFUSED)
        self._token = token

    def ask(self, method: Literal["GET", "POST"], url: str, *, kind: str, body: object = None) -> Answer:
        """Send a request.

        :param kind: the media type of the response or the body.
        :raises ServiceError: LMS_SILENT, LMS_REFUSED, or LMS_UNCLEAR.
        """
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type" if body is not None else "Accept": kind}
        answer = _ask(method, url, until=self._until, headers=headers, body=body)
        if answer.status in {401, 403}:
            raise ServiceError(LmsErrorCode.LMS_REFUSED)
        if answer.status >= 500 or answer.status == 429:
            raise ServiceError(LmsErrorCode.LMS_SILENT)
        if not 200 <= answer.status < 300:
            raise ServiceError(LmsErrorCode.LMS_UNCLEAR)
        return answer


def _ask(method: Literal["GET", "POST"], url: str, **how: Any) -> Answer:  # noqa: ANN401  (as `ask` has it)
    try:
        return ask(method, url, **how)
    except LmsUnclearError as error:
        raise ServiceError(LmsErrorCode.LMS_UNCLEAR) from error
    except LmsAnswerError as error:
        raise ServiceError(LmsErrorCode.LMS_SILENT) from error


def items_of(content: object) -> list[Mapping[str, Any]]:
    """Return the objects of a list from an LMS.

    :raises ServiceError: LMS_UNCLEAR if it is not a list.
    """
    if not isinstance(content, list) or not all(isinstance(one, dict) for one in content):
        raise ServiceError(LmsErrorCode.LMS_UNCLEAR)
    return content
