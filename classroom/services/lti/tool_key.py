"""The app's key pair: signs messages for LMSs, which verify them with the public key."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from classroom import clock, instance

log = logging.getLogger(__name__)

ALGORITHM = "RS256"
"""Required by the standard."""
_BITS = 2048
_GOOD_FOR = 300  # seconds


class ToolKey:
    """The instance folder's private key, created once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def public_keys(self) -> dict[str, Any]:
        """Return the public keys (JWKS)."""
        key = self._private_key()
        return {"keys": [{**key.as_dict(private=False), "alg": ALGORITHM, "use": "sig", "kid": key.thumbprint()}]}

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Sign a message that expires in a few minutes."""
        from joserfc import jwt  # noqa: PLC0415 (an extra)

        key = self._private_key()
        now = int(clock.now().timestamp())
        header = {"alg": ALGORITHM, "kid": key.thumbprint()}
        return jwt.encode(header, {"iat": now, "exp": now + _GOOD_FOR, **claims}, key, algorithms=[ALGORITHM])

    def _private_key(self) -> Any:  # noqa: ANN401  (an extra)
        """Read the key, or replace a damaged one: LMSs fetch the new public key by themselves."""
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
