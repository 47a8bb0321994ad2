from __future__ import annotations

from dataclasses import replace

import pytest

from classroom.models import Student
from classroom.services.classes import support
from classroom.services.classes.support import SupportSettings
from classroom.services.errors import ClassErrorCode, ErrorCode, NameErrorCode, ServiceError
from tests.factories import Cast, make_student

ALL = SupportSettings(group="Tuesday readers", time_factor=1.5, reads_aloud=True, has_large_text=True)


def give(cast: Cast, student: Student, wanted: SupportSettings) -> None:
    support.set_support(class_id=cast.class_7b.id, settings={student.id: wanted})


def test_students_have_no_support_by_default(cast: Cast) -> None:
    assert SupportSettings.of(cast.bob) == SupportSettings()
    give(cast, cast.bob, ALL)
    assert SupportSettings.of(cast.bob) == ALL
    give(cast, cast.bob, SupportSettings())
    assert SupportSettings.of(cast.bob) == SupportSettings()
    assert cast.bob.group is None


def test_students_of_other_classes_are_unchanged(cast: Cast) -> None:
    give(cast, cast.charlie, ALL)
    assert SupportSettings.of(cast.charlie) == SupportSettings()


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (SupportSettings(time_factor=3), ClassErrorCode.TIME_FACTOR),
        (SupportSettings(time_factor=0), ClassErrorCode.TIME_FACTOR),
        (SupportSettings(group="x" * 41), NameErrorCode.NAME_TOO_LONG),
        (SupportSettings(group="\u202egroup"), NameErrorCode.NAME_NOT_TEXT),
    ],
)
def test_one_invalid_setting_changes_nothing(cast: Cast, wrong: SupportSettings, problem: ErrorCode) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    with pytest.raises(ServiceError) as caught:
        support.set_support(class_id=cast.class_7b.id, settings={ana.id: ALL, cast.bob.id: wrong})
    assert caught.value.code is problem
    assert SupportSettings.of(ana) == SupportSettings.of(cast.bob) == SupportSettings()


def test_groups_are_listed_by_name(cast: Cast) -> None:
    for name, group in (("Ana", "zebra"), ("Cem", "Apple"), ("Dan", "zebra")):
        make_student(name, school_class=cast.class_7b, group=group)
    give(cast, cast.bob, replace(ALL, group="  "))
    assert support.groups_of(class_id=cast.class_7b.id) == ["Apple", "zebra"]
    assert support.groups_of(class_id=cast.class_8c.id) == []
