"""The public keys of each LMS, cached for an hour, to verify signatures."""

from __future__ import annotations

import threading
import time
from typing import Any

from classroom.services.errors import LaunchErrorCode, ServiceError
from classroom.services.lti.http import LmsAnswerError, ask
from classroom.services.lti.tool_key import ALGORITHM

_KEPT = 60 * 60.0
_ASK_AGAIN = 30.0
"""Minimum seconds between requests because no key fits: the LMS may have changed its keys."""
_PATIENCE = 15.0
"""Seconds for all requests: a person is waiting for the page."""
_LONGEST = 32 * 1024


class PlatformKeys:
    """Cached keys, by address. One object serves the whole process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, dict[str, Any]]] = {}

    def claims_of(self, token: str, *, keys_url: str) -> dict[str, Any]:
        """Verify the signature of a message; return its claims.

        :raises ServiceError: LAUNCH_BROKEN, SIGNATURE_WRONG, or PLATFORM_SILENT.
        """
        from joserfc import jws  # noqa: PLC0415 (an extra)
        from joserfc.errors import JoseError  # noqa: PLC0415

        if not token or len(token) > _LONGEST:
            raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN)
        try:
            header = jws.extract_compact(token.encode()).headers()
        except (JoseError, ValueError, TypeError) as error:
            raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN) from error
        if header.get("alg") != ALGORITHM:  # "none", or a symmetric algorithm
            raise ServiceError(LaunchErrorCode.SIGNATURE_WRONG)
        kid = str(header.get("kid"))
        try:
            claims = _claims_by(self._key(keys_url, kid, oldest=_KEPT), token)
        except ServiceError as error:
            if error.code is not LaunchErrorCode.SIGNATURE_WRONG:
                raise
            # The LMS may have changed its keys.
            claims = _claims_by(self._key(keys_url, kid, oldest=_ASK_AGAIN), token)
        if not isinstance(claims, dict):
            raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN)
        return claims

    def _key(self, url: str, kid: str, *, oldest: float) -> object:
        """Return a published key, at most this old; None if there is none."""
        with self._lock:
            read_at, keys = self._kept.get(url, (-_KEPT, {}))
        if time.monotonic() - read_at > oldest:
            keys = _published_keys(url)
            with self._lock:
                self._kept[url] = time.monotonic(), keys
        return keys.get(kid)


def _claims_by(key: object, token: str) -> Any:  # noqa: ANN401  (an extra)
    """Verify a signature.

    :raises ServiceError: SIGNATURE_WRONG, also if there is no key or it is invalid.
    """
    from joserfc import jwt  # noqa: PLC0415
    from joserfc.errors import JoseError  # noqa: PLC0415
    from joserfc.jwk import RSAKey  # noqa: PLC0415

    try:
        return jwt.decode(token, RSAKey.import_key(key), algorithms=[ALGORITHM]).claims  # type: ignore[arg-type]
    except (JoseError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ServiceError(LaunchErrorCode.SIGNATURE_WRONG) from error


def _published_keys(url: str) -> dict[str, Any]:
    try:
        answer = ask("GET", url, until=time.monotonic() + _PATIENCE)
    except LmsAnswerError as error:
        raise ServiceError(LaunchErrorCode.PLATFORM_SILENT) from error
    found = answer.content.get("keys") if answer.status == 200 and isinstance(answer.content, dict) else None
    if not isinstance(found, list):
        raise ServiceError(LaunchErrorCode.PLATFORM_SILENT)
    return {key["kid"]: key for key in found if isinstance(key, dict) and isinstance(key.get("kid"), str)}
