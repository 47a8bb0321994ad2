"""What is kept for a while only, and forgotten when its time is over."""

from __future__ import annotations

from classroom.database import database_file
from classroom.services.accounts.logins import delete_expired_logins
from classroom.services.accounts.rate_limit import delete_old_tries
from classroom.services.erasing import empty_log
from classroom.services.rosters.imports import forget_old_imports
from classroom.services.safety_copies import forget_old_copies


def tidy_up() -> None:
    """Forget old sign-ins and wrong tries, files that nobody said yes to, and how to undo what was done long ago."""
    delete_expired_logins()
    delete_old_tries()
    forget_old_imports()
    if database := database_file():
        forget_old_copies(database=database)
    empty_log()
