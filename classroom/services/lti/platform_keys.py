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
"""Minimum seconds between requests for an unknown key: the LMS may have changed its keys."""
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
        from joserfc import jws, jwt  # noqa: PLC0415 (an extra)
        from joserfc.errors import JoseError  # noqa: PLC0415

        if not token or len(token) > _LONGEST:
            raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN)
        try:
            header = jws.extract_compact(token.encode()).headers()
        except (JoseError, ValueError, TypeError) as error:
            raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN) from error
        if header.get("alg") != ALGORITHM:  # "none", or a symmetric algorithm
            raise ServiceError(LaunchErrorCode.SIGNATURE_WRONG)
        key = self._public_key(keys_url, str(header.get("kid")))
        try:
            claims = jwt.decode(token, key, algorithms=[ALGORITHM]).claims
        except (JoseError, ValueError, TypeError) as error:
            raise ServiceError(LaunchErrorCode.SIGNATURE_WRONG) from error
        if not isinstance(claims, dict):
            raise ServiceError(LaunchErrorCode.LAUNCH_BROKEN)
        return claims

    def _public_key(self, url: str, kid: str) -> Any:  # noqa: ANN401  (an extra)
        from joserfc.errors import JoseError  # noqa: PLC0415
        from joserfc.jwk import RSAKey  # noqa: PLC0415

        with self._lock:
            read_at, keys = self._kept.get(url, (-_KEPT, {}))
        age = time.monotonic() - read_at
        if age > _KEPT or (kid not in keys and age > _ASK_AGAIN):
            keys = _published_keys(url)
            with self._lock:
                self._kept[url] = time.monotonic(), keys
        if kid not in keys:
            raise ServiceError(LaunchErrorCode.SIGNATURE_WRONG)
        try:
            return RSAKey.import_key(keys[kid])
        except (JoseError, ValueError, TypeError, KeyError) as error:
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
