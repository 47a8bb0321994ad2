from __future__ import annotations

from classroom.presenters.decks.skills import shown_grades
from engine.equations import SKILLS


def test_skills_have_codes_if_a_curriculum_is_chosen() -> None:
    tables = next(one for grade in shown_grades("common-core") for one in grade.skills if one.key == "mul-tables")
    assert tables.codes == "3.OA.C.7"
    shown = [one for grade in shown_grades(None) for one in grade.skills]
    assert {one.key for one in shown} == set(SKILLS)
    assert {one.codes for one in shown} == {""}
