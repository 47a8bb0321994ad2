from __future__ import annotations

from dataclasses import replace

import pytest

from classroom.models import Student
from classroom.services.classes import labels
from classroom.services.classes.labels import Labels
from classroom.services.errors import ClassErrorCode, ErrorCode, NameErrorCode, ServiceError
from tests.factories import Cast, make_student

ALL = Labels(group="Tuesday readers", time_factor=1.5, reads_aloud=True, has_large_text=True)


def label(cast: Cast, student: Student, wanted: Labels) -> None:
    labels.set_labels(class_id=cast.class_7b.id, labels={student.id: wanted})


def test_students_have_no_labels_by_default(cast: Cast) -> None:
    assert Labels.of(cast.bob) == Labels()
    label(cast, cast.bob, ALL)
    assert Labels.of(cast.bob) == ALL
    label(cast, cast.bob, Labels())
    assert Labels.of(cast.bob) == Labels()
    assert cast.bob.group is None


def test_students_of_other_classes_are_unchanged(cast: Cast) -> None:
    label(cast, cast.charlie, ALL)
    assert Labels.of(cast.charlie) == Labels()


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (Labels(time_factor=3), ClassErrorCode.TIME_FACTOR),
        (Labels(time_factor=0), ClassErrorCode.TIME_FACTOR),
        (Labels(group="x" * 41), NameErrorCode.NAME_TOO_LONG),
        (Labels(group="\u202egroup"), NameErrorCode.NAME_NOT_TEXT),
    ],
)
def test_one_invalid_label_changes_nothing(cast: Cast, wrong: Labels, problem: ErrorCode) -> None:
    ana = make_student("Ana", school_class=cast.class_7b)
    with pytest.raises(ServiceError) as caught:
        labels.set_labels(class_id=cast.class_7b.id, labels={ana.id: ALL, cast.bob.id: wrong})
    assert caught.value.code is problem
    assert Labels.of(ana) == Labels.of(cast.bob) == Labels()


def test_groups_are_listed_by_name(cast: Cast) -> None:
    for name, group in (("Ana", "zebra"), ("Cem", "Apple"), ("Dan", "zebra")):
        make_student(name, school_class=cast.class_7b, group=group)
    label(cast, cast.bob, replace(ALL, group="  "))
    assert labels.groups_of(class_id=cast.class_7b.id) == ["Apple", "zebra"]
    assert labels.groups_of(class_id=cast.class_8c.id) == []
