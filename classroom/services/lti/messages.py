"""Launch messages of an LMS: verify each claim, and extract what the app needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from classroom import clock
from classroom.models import LtiPlatform
from classroom.models.lti import LONGEST_ID
from classroom.services.errors import LaunchErrorCode, ServiceError
from classroom.services.lti.http import is_safe
from classroom.services.names import is_storable, storable
from classroom.services.safe_addresses import address_parts

LTI = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim/"
VERSION = "1.3.0"
_MEMBERSHIPS = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
_SCORES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE_SCOPES = (
    "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem",
    "https://purl.imsglobal.org/spec/lti-ags/scope/score",
)
_ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership"
_TEACHERS = ("#Instructor", "#ContentDeveloper", "#Administrator", "/Instructor#TeachingAssistant")
_CLOCKS_DIFFER = 60
_OLDEST = 60 * 60
"""Maximum age of a message in seconds, whatever its expiration says."""
_LONGEST_NAME = 100


class Kind(StrEnum):
    """The purpose of a message."""

    OPEN = "LtiResourceLinkRequest"
    """Someone opens a link of a course."""
    CHOOSE = "LtiDeepLinkingRequest"
    """A teacher chooses the target of a new link."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A verified message."""

    kind: Kind
    platform_id: str
    deployment_id: str
    subject: str
    """The person, as in `LtiPlatform.subject_of`."""
    name: str
    is_teacher: bool
    context_id: str = ""
    """The course; "" if the link is in none."""
    context_title: str = ""
    class_id: str = ""
    """The class that a teacher chose for the link; "" if none."""
    memberships_url: str | None = None
    scores_url: str | None = None
    return_url: str = ""
    """The address that receives the choice."""
    return_data: str | None = None
    opens_windows: bool = False
    """Whether a link may open in a window of its own."""

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON, stored until the person has arrived."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Launch:
        """Read the JSON of `to_json`."""
        return cls(**{**kept, "kind": Kind(kept["kind"])})


def read_launch(claims: Mapping[str, Any], platform: LtiPlatform, *, nonce: str, host: str) -> Launch:
    """Verify the claims of a signed message.

    :param nonce: the nonce of this app's request.
    :param host: this server's host name and port: the message must be for an address here.
    :raises ServiceError: LAUNCH_NOT_FOR_US, LAUNCH_OLD, MESSAGE_UNKNOWN, or NO_ROLE.
    """
    _check_addressee(claims, platform, nonce)
    _check_time(claims)
    kind = next((one for one in Kind if one == claims.get(f"{LTI}message_type")), None)
    if claims.get(f"{LTI}version") != VERSION or kind is None:
        raise _unknown()
    subject = platform.subject_of(_text(claims, "sub"))
    if len(subject) > LONGEST_ID:
        raise _unknown()
    context = _part(claims, f"{LTI}context")
    settings = _part(claims, f"{DEEP_LINKING}deep_linking_settings")
    return_url = _safe(settings.get("deep_link_return_url")) or ""
    if kind is Kind.OPEN:
        _text(_part(claims, f"{LTI}resource_link"), "id")
        _check_target(_text(claims, f"{LTI}target_link_uri"), host)
    elif not return_url or "ltiResourceLink" not in _list(settings, "accept_types"):
        raise _unknown()
    return Launch(
        kind=kind,
        platform_id=platform.id,
        deployment_id=claims[f"{LTI}deployment_id"],
        subject=subject,
        name=_shown(claims.get("name") or claims.get("given_name")),
        is_teacher=_is_teacher(_list(claims, f"{LTI}roles")),
        context_id=_text(context, "id") if context else "",
        context_title=_shown(context.get("title") or context.get("label")),
        class_id=_shown(_part(claims, f"{LTI}custom").get("class")),
        memberships_url=_safe(_part(claims, _MEMBERSHIPS).get("context_memberships_url")),
        scores_url=_scores_url(_part(claims, _SCORES)),
        return_url=return_url,
        return_data=settings["data"] if isinstance(settings.get("data"), str) else None,
        opens_windows="window" in _list(settings, "accept_presentation_document_targets"),
    )


def _check_addressee(claims: Mapping[str, Any], platform: LtiPlatform, nonce: str) -> None:
    audience = claims.get("aud")
    is_ours = (
        claims.get("iss") == platform.issuer
        and (audience if isinstance(audience, list) else [audience]) == [platform.client_id]
        and claims.get("azp", platform.client_id) == platform.client_id
        and claims.get("nonce") == nonce
    )
    if not is_ours:
        raise ServiceError(LaunchErrorCode.LAUNCH_NOT_FOR_US)
    if _text(claims, f"{LTI}deployment_id") not in platform.deployments.splitlines():
        raise ServiceError(LaunchErrorCode.LAUNCH_NOT_FOR_US)


def _check_time(claims: Mapping[str, Any]) -> None:
    now = clock.now().timestamp()
    ends, written = _number(claims, "exp"), _number(claims, "iat")
    if not ends >= now - _CLOCKS_DIFFER or not now - _OLDEST <= written <= now + _CLOCKS_DIFFER:
        raise ServiceError(LaunchErrorCode.LAUNCH_OLD)


def _check_target(address: str, host: str) -> None:
    if address_parts(address).netloc != host:
        raise ServiceError(LaunchErrorCode.LAUNCH_NOT_FOR_US)


def _is_teacher(roles: Sequence[object]) -> bool:
    """Return whether the person is a teacher rather than a student, by the role in the course.

    :raises ServiceError: NO_ROLE.
    """
    in_course = {role.removeprefix(_ROLE) for role in roles if isinstance(role, str) and role.startswith(_ROLE)}
    in_course |= {f"#{role}" for role in ("Instructor", "Learner") if role in roles}  # the short form of a role
    if in_course & set(_TEACHERS):
        return True
    if "#Learner" in in_course:
        return False
    raise ServiceError(LaunchErrorCode.NO_ROLE)


def _scores_url(endpoint: Mapping[str, Any]) -> str | None:
    scopes = _list(endpoint, "scope")
    return _safe(endpoint.get("lineitems")) if all(scope in scopes for scope in SCORE_SCOPES) else None


def _safe(url: object) -> str | None:
    return url if isinstance(url, str) and is_storable(url) and is_safe(url) else None


def _number(claims: Mapping[str, Any], name: str) -> float:
    value = claims.get(name)
    if not isinstance(value, int | float):
        raise _unknown()
    return value


def _text(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value or len(value) > LONGEST_ID or not is_storable(value):
        raise _unknown()
    return value


def _part(claims: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = claims.get(name)
    if value is not None and not isinstance(value, dict):
        raise _unknown()
    return value or {}


def _list(claims: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = claims.get(name, [])
    if not isinstance(value, list):
        raise _unknown()
    return value


def _shown(value: object) -> str:
    return " ".join(storable(value).split())[:_LONGEST_NAME] if isinstance(value, str) else ""


def _unknown() -> ServiceError:
    return ServiceError(LaunchErrorCode.MESSAGE_UNKNOWN)
