"""Requests to an LMS: over HTTPS, with limits on time and size."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from classroom.models.lti import LONGEST_URL
from classroom.services import safe_addresses

_MOST_BYTES = 4 * 1024 * 1024
ALL_IN = 60.0
"""Seconds for all requests of one task."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An LMS's response."""

    status: int
    content: Any
    """The JSON; None if there is none."""
    next_url: str | None
    """The address of the next page of a list."""


class LmsAnswerError(Exception):
    """The LMS does not respond."""


class LmsUnclearError(LmsAnswerError):
    """The address is not allowed, or the response is too large."""


def is_safe(url: object) -> bool:
    """Return whether requests to an address are allowed: over https, or on this computer."""
    return isinstance(url, str) and len(url) <= LONGEST_URL and safe_addresses.is_safe(url)


def ask(
    method: Literal["GET", "POST"],
    url: str,
    *,
    until: float,
    headers: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    body: object = None,
) -> Answer:
    """Send a request to an LMS.

    :param until: the deadline, by the monotonic clock.
    :param body: sent as JSON.
    :raises LmsAnswerError: if it does not respond.
    """
    from requests import RequestException  # noqa: PLC0415 (an extra)

    from classroom.services.outside_requests import OutsideRequests, TooMuchError  # noqa: PLC0415

    if not is_safe(url):
        raise LmsUnclearError(url)
    data = form if body is None else json.dumps(body)
    try:
        with OutsideRequests(until=until, most_bytes=_MOST_BYTES) as requests:
            answer = requests.ask(method, url, headers=headers, data=data)
    except TooMuchError as error:
        raise LmsUnclearError(url) from error
    except (RequestException, TimeoutError, ValueError) as error:
        raise LmsAnswerError(url) from error
    return Answer(answer.status, _json(answer.body), answer.next_url)


def _json(text: bytes) -> Any:  # noqa: ANN401
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
