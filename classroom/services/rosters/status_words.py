"""Words with which schools say whether a student is still in the class."""

from __future__ import annotations

import re

LEFT = (
    r"(?:withdrawn|withdrew|withdrawal|dropped|inactive|transferred(?: out)?|transfer out|exited|moved(?: away| out)?"
    r"|no[- ]?show|graduated|un-?enrolled|disenrolled|not (?:current|active|enrolled)"
    r"|no longer (?:here|enrolled|in class)"
    r"|baja|dad[oa] de baja|retirad[oa]|inactiv[oa]|trasladad[oa]|radiée?|parti(?:e)?|inactif|démissionnaire|abgemeldet"
    r"|abgegangen|ausgeschieden|ausgeschult|inaktiv|transferid[oa]|desistente|evadid[oa]|inativ[oa]|uitgeschreven"
    r"|vertrokken|inactief|ritirat[oa]|trasferit[oa])"
)
"""Matches the status of a student who has left the class."""
_LEFT = re.compile(LEFT, re.IGNORECASE)
_STATUS = re.compile(
    rf"{LEFT}|left|dropp?|active|enrolled|registered|current|attending|in progress|transferred in|pre-?registered"
    r"|activ[oa]|matriculad[oa]|inscrit[aeo]?|actif|aktiv|angemeldet|cursando|ativ[oa]|actief|ingeschreven|attiv[oa]",
    re.IGNORECASE,
)


def is_status(cell: str) -> bool:
    """Return whether a cell says that a student is in the class, or has left."""
    return _STATUS.fullmatch(cell) is not None


def has_left(cell: str) -> bool:
    """Return whether a status, or a remark behind a name, says that the student has left.

    >>> has_left("Withdrawn"), has_left("transferred out"), has_left("Active"), has_left("")
    (True, True, False, False)
    """
    return _LEFT.fullmatch(cell) is not None
