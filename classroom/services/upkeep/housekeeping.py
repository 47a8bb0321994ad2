"""What is kept for a while only, and forgotten when its time is over."""

from __future__ import annotations

from classroom.services.accounts.logins import delete_expired_logins
from classroom.services.accounts.throttle import forget_old_failures
from classroom.services.rosters.imports import forget_old_imports


def tidy_up() -> None:
    """Forget sign-ins that hold and wrong tries that count no longer, files that nobody said yes to, and old imports."""
    delete_expired_logins()
    forget_old_failures()
    forget_old_imports()
