from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from classroom import clock
from classroom.reports.students import baseline_of
from tests.factories import make_baseline, make_class_session, make_game, make_student

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.usefixtures("db_session")


@pytest.mark.parametrize(
    ("milliseconds", "seconds"),
    [
        ([], None),
        ([900, 1000], None),
        ([900, None, 1000, None], None),
        ([900, 4000, None, 1000], 1.0),
        ([900, 1000, 1200, 4000], 1.1),
        ([9000] * 20 + [700] * 11, 700 / 1000),
        ([9000] * 20 + [700] * 9, 9.0),
    ],
)
def test_the_baseline_is_the_median_of_the_newest(milliseconds: Sequence[int | None], seconds: float | None) -> None:
    class_session = make_class_session()
    student, other = (make_student(school_class=class_session.school_class) for _ in range(2))
    first = clock.now() - timedelta(days=90)
    for day, one in enumerate(milliseconds):
        game = make_game(class_session, [student, other])
        make_baseline(game, student=student, milliseconds=one, at=first + timedelta(days=day))
        make_baseline(game, student=other, milliseconds=5000)
    found = baseline_of(student.id)
    assert (found and found.seconds) == seconds
