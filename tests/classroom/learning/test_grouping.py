from __future__ import annotations

from classroom.learning.grouping import MOST_STUDENTS, NeedGroup, need_groups, need_of


def test_the_skill_with_the_most_need_comes_first_and_no_one_is_twice() -> None:
    needs = {
        "a": {"mul": 0.995, "div": 0.99},
        "b": {"mul": 0.99, "div": 0.97},
        "c": {"div": 0.98},
        "d": {"div": 0.96, "mul": 0.4},
        "e": {"add": 0.999},
    }
    assert need_groups(needs) == [NeedGroup("div", ("a", "c", "b", "d"))]
    assert needs["a"] == {"mul": 0.995, "div": 0.99}


def test_a_group_has_five_at_most_and_the_others_make_the_next() -> None:
    groups = need_groups({str(number): {"mul": 0.99} for number in range(MOST_STUDENTS + 2)})
    assert [len(group.students) for group in groups] == [5, 2]
    assert need_groups({"a": {"mul": 0.99}, "b": {"mul": 0.949}}) == []


def test_need_is_surer_with_more_answers() -> None:
    assert need_of(0.6, 0.5) < need_of(0.6, 8) < 1
    assert need_of(0.75, 8) == 0.5
