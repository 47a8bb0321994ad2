"""The district's roster service, if one is configured (docs/rosters.md)."""

from __future__ import annotations

import logging
from importlib.util import find_spec

from flask import Flask, current_app
from werkzeug.exceptions import NotFound

from classroom.services.rosters.roster_service import RosterService

log = logging.getLogger(__name__)

_EXTENSION = "roster_service"
_SETTINGS = ("ONEROSTER_URL", "ONEROSTER_TOKEN_URL", "ONEROSTER_CLIENT_ID", "ONEROSTER_CLIENT_SECRET")


def use_roster_service(app: Flask) -> None:
    """Set up the service if it is fully configured; otherwise log what is missing."""
    app.extensions[_EXTENSION] = _configured(app)
    app.context_processor(lambda: {"has_roster_service": app.extensions[_EXTENSION] is not None})


def roster_service_or_404() -> RosterService:
    """Return the service; 404 without one."""
    service: RosterService | None = current_app.extensions[_EXTENSION]
    if service is None:
        raise NotFound
    return service


def _configured(app: Flask) -> RosterService | None:
    values = {name: app.config[name] for name in _SETTINGS}
    if not any(values.values()):
        return None
    if missing := [f"CLASSROOM_{name}" for name, value in values.items() if not value]:
        log.warning("Rosters can't be pulled from the district: %s is not set.", ", ".join(missing))
        return None
    if not (find_spec("authlib") and find_spec("requests")):
        log.warning("Rosters can't be pulled from the district: install the extra packages of docs/rosters.md.")
        return None
    try:
        return RosterService(*(str(values[name]) for name in _SETTINGS))
    except ValueError as error:
        log.warning("Rosters can't be pulled from the district: %s", error)
        return None
