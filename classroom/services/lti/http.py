"""How this app asks an LMS: over https, without redirects, for a few seconds, and for no more than it can read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from classroom.models.lti import LONGEST_URL
from classroom.services import safe_addresses

_TIMEOUT = 10.0
_MOST = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Answer:
    """What an LMS answered."""

    status: int
    content: Any
    """The JSON; None: there was none."""
    next_url: str | None
    """The address of the next page of a list."""


class LmsAnswerError(Exception):
    """An LMS does not answer."""


class LmsUnclearError(LmsAnswerError):
    """It may not be asked at this address, or says more than can be read."""


def is_safe(url: object) -> bool:
    """Whether an address may be asked: over https, or on this computer."""
    return isinstance(url, str) and len(url) <= LONGEST_URL and safe_addresses.is_safe(url)


def ask(
    method: Literal["GET", "POST"],
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    form: Mapping[str, str] | None = None,
    body: object = None,
) -> Answer:
    """Ask an LMS once.

    :param body: sent as JSON.
    :raises LmsAnswerError: if it does not answer.
    """
    import requests  # noqa: PLC0415 (an extra)

    if not is_safe(url):
        raise LmsUnclearError(url)
    data = form if body is None else json.dumps(body)
    try:
        with requests.request(
            method, url, headers=headers, data=data, timeout=_TIMEOUT, allow_redirects=False, stream=True
        ) as answer:
            text = b""
            for piece in answer.iter_content(64 * 1024):
                text += piece
                if len(text) > _MOST:
                    raise LmsUnclearError(url)
            return Answer(answer.status_code, _json(text), answer.links.get("next", {}).get("url"))
    except (requests.RequestException, ValueError) as error:
        raise LmsAnswerError(url) from error


def _json(text: bytes) -> Any:  # noqa: ANN401
    try:
        return json.loads(text)
    except ValueError:
        return None
