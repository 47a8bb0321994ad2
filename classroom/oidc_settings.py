"""The school's sign-in services (OpenID Connect) from the environment: none, one, or several."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

MOST_SERVICES = 9
_NAME = "the school’s sign-in"
_TEACHERS, _STUDENTS, _BOTH = "teachers", "students", "both"


@dataclass(frozen=True, slots=True)
class OidcService:
    """A service, and who signs in with it."""

    issuer: str
    client_id: str = ""
    client_secret: str | None = None
    name: str = _NAME
    number: int = 1
    """Part of the service's redirect address, so that one service can't answer for another."""
    is_for_teachers: bool = True
    is_for_students: bool = False


def services_of(environment: Mapping[str, str]) -> tuple[OidcService, ...]:
    """Read ``CLASSROOM_OIDC_*``, the first service, and ``CLASSROOM_OIDC_2_*`` to ``CLASSROOM_OIDC_9_*``.

    :raises ValueError: if the audience of a service is unknown.
    """
    return tuple(_services(environment))


def _services(environment: Mapping[str, str]) -> Iterator[OidcService]:
    for number in range(1, MOST_SERVICES + 1):
        prefix = "CLASSROOM_OIDC_" if number == 1 else f"CLASSROOM_OIDC_{number}_"
        issuer = environment.get(f"{prefix}ISSUER")
        if not issuer:
            continue
        users = environment.get(f"{prefix}FOR") or _TEACHERS
        if users not in {_TEACHERS, _STUDENTS, _BOTH}:
            raise ValueError(f"{prefix}FOR must be {_TEACHERS}, {_STUDENTS}, or {_BOTH}, not {users!r}")
        yield OidcService(
            issuer=issuer.rstrip("/"),
            client_id=environment.get(f"{prefix}CLIENT_ID", ""),
            client_secret=environment.get(f"{prefix}CLIENT_SECRET") or None,
            name=environment.get(f"{prefix}NAME") or _NAME,
            number=number,
            is_for_teachers=users != _STUDENTS,
            is_for_students=users != _TEACHERS,
        )
