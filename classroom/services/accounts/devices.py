"""Browsers, told apart by a signed cookie so that wrong tries count against the device that made them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Device:
    """One browser, as far as its cookie tells."""

    id: str | None = None
    """Random and signed. None: the request came without the cookie, and its wrong tries count by address only."""
    people: tuple[str, ...] = ()
    """Ids of the teachers and students who have signed in here, the last one first."""
    address: str = ""
    """The network address; a whole school may share one."""

    @property
    def is_proven(self) -> bool:
        """Tell whether anyone has signed in here. Cookies that anybody can get prove nothing."""
        return bool(self.people)

    def knows(self, person_id: str) -> bool:
        """Tell whether this person has signed in here."""
        return person_id in self.people


NEW_DEVICE = Device()
"""A browser that sent no cookie."""
