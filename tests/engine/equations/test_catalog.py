from __future__ import annotations

import re
from itertools import pairwise

import pytest

from engine.equations import CURRICULA, GRADES, SKILLS, codes, skills_of_grade


def test_every_skill_is_in_the_catalog() -> None:
    assert len(SKILLS) == 34
    for key, skill in SKILLS.items():
        assert key == skill.key
        assert re.fullmatch(r"[a-z0-9-]+", key)
        assert skill.grade in GRADES
        assert skill.title
    assert len({skill.title for skill in SKILLS.values()}) == len(SKILLS)
    assert [skill.grade for skill in SKILLS.values()] == sorted(skill.grade for skill in SKILLS.values())


def test_skills_of_a_grade_include_the_previous_grade() -> None:
    third = {SKILLS[key].grade for key in skills_of_grade(3)}
    assert third == {2, 3}
    assert "mul-tables" in skills_of_grade(3)
    assert skills_of_grade(12) == ()


def test_difficulty_rises_with_the_grade() -> None:
    means = []
    for grade in GRADES:
        own = [skill.difficulty for skill in SKILLS.values() if skill.grade == grade]
        means.append(sum(own) / len(own))
    assert all(harder > easier for easier, harder in pairwise(means[:-1]))


@pytest.mark.parametrize("curriculum", CURRICULA)
def test_codes_belong_to_skills(curriculum: str) -> None:
    assert set(CURRICULA[curriculum]) <= set(SKILLS)
    every = [code for skill in SKILLS for code in codes(skill, curriculum)]
    assert all(re.fullmatch(r"[1-8]\.[A-Z]{1,3}\.[A-D]\.\d[a-c]?", code) for code in every)


def test_codes_can_be_turned_off() -> None:
    assert codes("mul-tables", "common-core") == ("3.OA.C.7",)
    assert codes("mul-11-12", "common-core") == ()
    assert codes("mul-tables", None) == ()
    assert codes("mul-tables", "elsewhere") == ()
