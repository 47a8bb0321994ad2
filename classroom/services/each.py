"""Work through several games or sessions, where an error in one must not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from classroom.database import end_read

log = logging.getLogger(__name__)


def work_on_each(ids: Iterable[str], work: Callable[[str], object], *, failure: str) -> int:
    """Call ``work`` with each ID, and return how often it returned a true value.

    :param failure: the log message about an error, with a placeholder for the ID
    """
    done = 0
    for one in ids:
        try:
            done += bool(work(one))
        except Exception:
            end_read()
            log.exception(failure, one)
    return done
