"""The key pair of this app: what it signs for an LMS, and what every LMS checks that with."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classroom import clock, instance

log = logging.getLogger(__name__)

ALGORITHM = "RS256"
"""The one that the standard prescribes."""
_BITS = 2048
_GOOD_FOR = 300  # seconds


class ToolKey:
    """The private key of the instance folder, made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def public_keys(self) -> dict[str, Any]:
        """Return the set of public keys (JWKS)."""
        key = self._private_key()
        return {"keys": [{**key.as_dict(private=False), "alg": ALGORITHM, "use": "sig", "kid": key.thumbprint()}]}

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Sign a message that expires after a few minutes."""
        from joserfc import jwt  # noqa: PLC0415 (an extra)

        key = self._private_key()
        now = int(clock.now().timestamp())
        header = {"alg": ALGORITHM, "kid": key.thumbprint()}
        return jwt.encode(header, {"iat": now, "exp": now + _GOOD_FOR, **claims}, key, algorithms=[ALGORITHM])

    def _private_key(self) -> Any:  # noqa: ANN401  (an extra)
        """Read the key. One that is damaged gives way to a new one, as LMSs read its public half by themselves."""
        from joserfc.errors import JoseError  # noqa: PLC0415
        from joserfc.jwk import RSAKey  # noqa: PLC0415

        try:
            return RSAKey.import_key(instance.lms_key(self._folder, _new_key))
        except (ValueError, TypeError, JoseError):
            log.warning("the key for LMSs was damaged; a new one takes its place")
            instance.drop_lms_key(self._folder)
            return RSAKey.import_key(instance.lms_key(self._folder, _new_key))


def _new_key() -> str:
    from joserfc.jwk import RSAKey  # noqa: PLC0415

    return RSAKey.generate_key(_BITS).as_pem(private=True).decode()
