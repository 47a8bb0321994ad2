"""A teacher with a sample class that has played one session, created once for the tests of a file."""

from __future__ import annotations

import pytest

from classroom.services.sample import sample_class
from tests.database_snapshot import DatabaseSnapshot
from tests.factories import make_teacher


def sample_school() -> DatabaseSnapshot[str]:
    """Return a snapshot with the sample class of Mr Sato, who has no other class. Its value is the class's ID."""
    return DatabaseSnapshot(_make_sample_class)


def play_one_session(patch: pytest.MonkeyPatch) -> None:
    """Add sample classes with one session. Each takes half a second."""
    patch.setattr(sample_class, "PLAYED", (1,))


def _make_sample_class() -> str:
    with pytest.MonkeyPatch.context() as patch:
        play_one_session(patch)
        return sample_class.add_sample_class(teacher_id=make_teacher("Mr Sato").id, name="Sample class").id
