from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from classroom.learning.accuracy import Difficulties
from classroom.learning.attempts import FirstAttempt
from classroom.learning.dealing import AFTER_TWO_WRONG, LEAST_CHANCE, MOST_WEIGHED, GameSoFar, choose, deal
from classroom.learning.deals import GENTLE_GOAL, GOAL, Deal, Plan, Why
from classroom.learning.knowledge import StudentKnowledge, StudentModels, rebuild, start_level
from engine.equations import SKILLS, Equation, Selection, candidates, equations_of, find, select, skills_of_grade

DAY = date(2025, 9, 1)
LATER = GameSoFar(dealt=9)
"""After the gentle start."""
GRADE_3 = select(skills_of_grade(3))


def history(count: int, *, share: float = 0.8, skills: Selection = GRADE_3, seed: int = 1) -> list[FirstAttempt]:
    rng = Random(seed)
    pool = [one for skill in skills for some in equations_of(skill).values() for one in some]
    made = []
    for number in range(count):
        one = rng.choice(pool)
        day = DAY + timedelta(days=number // 20)
        made.append(FirstAttempt("Ann", day, one.text, one.answer, rng.random() < share, goal=GOAL))
    return made


def dealt(
    value: int,
    plan: Plan | None = None,
    *,
    knowledge: StudentModels | None = None,
    game: GameSoFar = LATER,
    day: date = DAY,
    seed: int = 1,
) -> Deal:
    known = knowledge or StudentModels({"Ann": 3})
    plan = plan or Plan(GRADE_3)
    made = deal(value, known.of("Ann"), known.difficulties, plan, game, day=day, rng=Random(seed))
    assert made is not None
    return made


def wrong(text: str, count: int) -> list[FirstAttempt]:
    one = find(text)
    assert one is not None
    return [FirstAttempt("Ann", DAY, text, one.answer, is_right=False)] * count


def asked_before(*texts: str) -> list[Equation]:
    found = [find(text) for text in texts]
    return [one for one in found if one is not None]


def test_values_are_kept_and_choices_can_be_repeated() -> None:
    for value in range(4, 100, 3):
        made = dealt(value)
        assert made.equation.answer == value
        assert made.equation in candidates(value, GRADE_3)
        assert made == dealt(value)


def test_dealing_changes_nothing() -> None:
    knowledge = rebuild(history(50))
    dealt(24, knowledge=knowledge)
    assert knowledge == rebuild(history(50))


def test_no_equation_is_dealt_twice_in_a_game() -> None:
    plan = Plan(select(["mul-tables"]))
    used: set[str] = set()
    for _ in range(4):
        used.add(dealt(24, plan, game=GameSoFar(used=used)).equation.text)
    assert used == {"3 × 8", "8 × 3", "4 × 6", "6 × 4"}
    known = StudentModels()
    assert deal(24, known.of("Ann"), known.difficulties, plan, GameSoFar(used=used), day=DAY, rng=Random(1)) is None


def test_a_family_does_not_come_again_at_once() -> None:
    plan = Plan(select(["mul-tables"]))
    for seed in range(20):
        made = dealt(24, plan, game=GameSoFar(recent=asked_before("24 ÷ 4"), dealt=9), seed=seed)
        assert made.equation.fact_key == "mul:3x8"
    only = dealt(25, plan, game=GameSoFar(recent=asked_before("25 ÷ 5")))
    assert (only.equation.text, only.why) == ("5 × 5", Why.ONLY)


@pytest.mark.parametrize("grade", [2, 4, 6, 8])
def test_predicted_success_is_within_the_band(grade: int) -> None:
    knowledge = StudentModels({"Ann": grade})
    plan = Plan(select(skills_of_grade(grade)))
    made = [dealt(value, plan, knowledge=knowledge, seed=value) for value in range(10, 97, 2)]
    assert all(one.chance >= LEAST_CHANCE for one in made if one.fitting)
    mean = sum(one.chance for one in made) / len(made)
    assert 0.70 < mean < 0.92


def test_a_stronger_student_is_asked_harder_questions() -> None:
    every = Plan(select(SKILLS))
    levels = []
    for grade in (1, 3, 5, 7):
        made = [dealt(24, every, knowledge=StudentModels({"Ann": grade}), seed=seed) for seed in range(30)]
        levels.append(sum(SKILLS[one.equation.skill].difficulty for one in made) / len(made))
    assert levels == sorted(levels)
    assert levels[-1] - levels[0] > 1


def test_facts_that_may_be_forgotten_come_first() -> None:
    plan = Plan(select(["mul-tables"]))
    attempts = [FirstAttempt("Ann", DAY, "3 × 8", 24, is_right=True)]
    attempts += [
        FirstAttempt("Ann", DAY + timedelta(days=days), "4 × 6", 24, is_right=True) for days in range(0, 40, 10)
    ]
    knowledge = rebuild(attempts, {"Ann": 5})
    day = DAY + timedelta(days=60)
    made = [dealt(24, plan, knowledge=knowledge, day=day, seed=seed) for seed in range(40)]
    assert Counter(one.equation.fact_key for one in made).most_common(1)[0][0] == "mul:3x8"
    assert Why.DUE in {one.why for one in made}


def test_a_missed_fact_waits_for_a_later_game_and_comes_first_there() -> None:
    plan = Plan(select(["mul-tables"]))
    attempts = [
        FirstAttempt("Ann", DAY, "4 × 6", 24, is_right=False, game="one"),
        FirstAttempt("Ann", DAY, "2 × 2", 4, is_right=True, game="one"),
    ]
    knowledge = rebuild(attempts, {"Ann": 5})
    now = [dealt(24, plan, knowledge=knowledge, game=GameSoFar("one", dealt=9), seed=seed) for seed in range(30)]
    later = [dealt(24, plan, knowledge=knowledge, game=GameSoFar("two", dealt=9), seed=seed) for seed in range(30)]
    assert sum(one.equation.fact_key == "mul:4x6" for one in now) < 10
    assert sum(one.equation.fact_key == "mul:4x6" for one in later) > 20
    assert Why.OWED in {one.why for one in later}


def test_a_missed_family_is_considered_despite_many_equations() -> None:
    every = Plan(select(SKILLS))
    missed = FirstAttempt("Ann", DAY, "54 ÷ 9", 6, is_right=False, game="one")
    knowledge = rebuild([missed, *[FirstAttempt("Ann", DAY, "3 + 3", 6, is_right=True, game="one")]], {"Ann": 6})
    made = [dealt(6, every, knowledge=knowledge, game=GameSoFar("two", dealt=9), seed=seed) for seed in range(30)]
    assert all(len(candidates(6, every.selection)) > MOST_WEIGHED >= one.weighed for one in made)
    assert sum(one.why is Why.OWED for one in made) > 15


def test_a_text_does_not_come_again_within_25_cards_unless_nothing_else_is_left() -> None:
    plan = Plan(select(["add-2-digit"]))
    texts = [one.text for one in candidates(87, plan.selection)]
    game = GameSoFar(recent=asked_before(*texts[1:24]), dealt=9)
    assert {dealt(87, plan, game=game, seed=seed).equation.text for seed in range(20)}.isdisjoint(texts[1:24])
    only = Plan(select(["mul-tables"]))
    repeated = dealt(25, only, game=GameSoFar(recent=asked_before("5 × 5")))
    assert repeated.equation.text == "5 × 5"


def test_a_strong_beginning_needs_no_gentle_cards() -> None:
    knowledge = StudentModels({"Ann": 3})
    assert dealt(24, knowledge=knowledge, game=GameSoFar()).goal == GENTLE_GOAL
    knowledge.of("Ann").steering.surplus = 0.1
    assert dealt(24, knowledge=knowledge, game=GameSoFar()).goal == GOAL


def test_the_level_of_a_new_student_may_fall_without_limit() -> None:
    for answers, held in ((29, False), (30, True)):
        knowledge = rebuild(history(answers, share=0.0), {"Ann": 3})
        free = dealt(24, knowledge=knowledge, game=LATER).chance
        floored = dealt(24, knowledge=knowledge, game=GameSoFar(dealt=9, floor=3.0)).chance
        assert (floored > free) == held


TABLES = Plan(select(["mul-tables", "div-tables"]), has_other_grades=True)
"""Grade 3 only."""


def test_harder_grades_help_out_where_all_of_the_plan_is_too_easy() -> None:
    knowledge = StudentModels({"Ann": 7})
    made = [dealt(24, TABLES, knowledge=knowledge, seed=seed) for seed in range(20)]
    assert max(one.grades_off for one in made) > 0
    assert min(one.grades_off for one in made) >= 0
    for one in made:
        assert one.grades_off == SKILLS[one.equation.skill].grade - 3
    kept = [dealt(24, replace(TABLES, has_other_grades=False), knowledge=knowledge, seed=seed) for seed in range(20)]
    assert {one.grades_off for one in kept} == {0}


def test_other_grades_are_not_used_if_the_plan_fits() -> None:
    made = [dealt(24, TABLES, knowledge=StudentModels({"Ann": 3}), seed=seed) for seed in range(20)]
    assert {one.grades_off for one in made} == {0}


def test_easier_grades_help_out_where_success_is_far_below_its_goal_and_never_twice_in_a_row() -> None:
    hard = Plan(select(["two-step", "integers"]), has_other_grades=True)
    knowledge = StudentModels({"Ann": 1})
    assert {dealt(24, hard, knowledge=knowledge, seed=seed).grades_off for seed in range(10)} == {0}
    knowledge.of("Ann").steering.surplus = -0.2
    made = [dealt(24, hard, knowledge=knowledge, seed=seed) for seed in range(10)]
    assert max(one.grades_off for one in made) < 0
    assert min(one.chance for one in made) >= LEAST_CHANCE
    after = GameSoFar(recent=[made[0].equation], dealt=9)
    assert {dealt(24, hard, knowledge=knowledge, game=after, seed=seed).grades_off for seed in range(10)} == {0}


def test_a_grade_beside_the_plan_helps_out_where_all_was_just_asked() -> None:
    only = Plan(select(["mul-tables"]), has_other_grades=True)
    seen = GameSoFar(recent=asked_before("5 × 5"), dealt=9)
    made = dealt(25, only, knowledge=StudentModels({"Ann": 3}), game=seen)
    assert made.equation.text != "5 × 5"
    assert abs(made.grades_off) == 1
    nothing_left = deal(25, *_known("Ann"), only, GameSoFar(used={"5 × 5"}, dealt=9), day=DAY, rng=Random(1))
    assert nothing_left is not None
    assert nothing_left.equation.answer == 25


def test_a_plan_without_grades_has_no_other_grades() -> None:
    own = Plan({}, has_other_grades=True)
    assert deal(25, *_known("Ann"), own, LATER, day=DAY, rng=Random(1)) is None


def _known(student: str) -> tuple[StudentKnowledge, Difficulties]:
    knowledge = StudentModels({student: 3})
    return knowledge.of(student), knowledge.difficulties


def test_the_skill_in_focus_comes_first() -> None:
    plan = Plan(GRADE_3, focus=frozenset({"mul-tables"}))
    knowledge = StudentModels({"Ann": 4})
    made = [dealt(24, plan, knowledge=knowledge, seed=seed) for seed in range(40)]
    focused = [one for one in made if one.equation.skill == "mul-tables"]
    assert len(focused) > 30
    assert Why.FOCUS in {one.why for one in focused}


def test_after_two_wrong_answers_an_easy_one_comes() -> None:
    knowledge = rebuild(wrong("6 × 7", 2), {"Ann": 3})
    for seed in range(20):
        made = dealt(24, knowledge=knowledge, seed=seed)
        assert made.why is Why.ENCOURAGING
        assert made.chance >= AFTER_TWO_WRONG
    hard = Plan(select(["two-step"]))
    made = dealt(24, hard, knowledge=knowledge)
    assert made.chance >= max(one.chance for one in made.best)


def test_the_easiest_is_dealt_where_all_are_too_hard() -> None:
    made = dealt(24, Plan(select(["two-step", "integers"])), knowledge=StudentModels({"Ann": 1}))
    assert (made.why, made.fitting) == (Why.NEAREST, 0)
    assert made.chance >= max(one.chance for one in made.best)


def test_some_choices_are_left_to_chance() -> None:
    made = Counter(dealt(24, seed=seed).why for seed in range(200))
    assert 4 < made[Why.BY_LOT] < 35


def test_beginnings_are_gentle() -> None:
    first = [dealt(value, game=GameSoFar(dealt=0), seed=value) for value in range(10, 90, 2)]
    later = [dealt(value, seed=value) for value in range(10, 90, 2)]
    assert {one.goal for one in first} == {GENTLE_GOAL}
    assert {one.goal for one in later} == {GOAL}
    assert sum(one.chance for one in first) > sum(one.chance for one in later)
    assert dealt(24, Plan(GRADE_3, goal=0.9), game=GameSoFar(dealt=0)).goal == 0.9


def test_losing_on_purpose_does_not_bring_easy_cards_in_the_same_game() -> None:
    knowledge = rebuild([*wrong("6 × 7", 30), *history(1, share=1.0)], {"Ann": 4})

    def hardness(floor: float) -> float:
        game = GameSoFar(dealt=9, floor=floor)
        made = [dealt(24, Plan(select(SKILLS)), knowledge=knowledge, game=game, seed=seed) for seed in range(30)]
        return sum(SKILLS[one.equation.skill].difficulty for one in made) / len(made)

    assert hardness(start_level(4)) > hardness(float("-inf")) + 0.2


def test_fillers_stay_rare() -> None:
    plan = Plan(select(["mul-0-1", "mul-tables", "add-10"]))
    made = Counter(dealt(8, plan, seed=seed).equation.skill for seed in range(300))
    assert made["mul-0-1"] < 25
    assert dealt(11, Plan(select(["mul-0-1"]))).equation.text in {"1 × 11", "11 × 1"}


def test_a_large_skill_does_not_crowd_out_a_small_one() -> None:
    pool = candidates(24, select(["two-step", "add-100-carry", "mul-tables"]))
    assert len(pool) > MOST_WEIGHED
    knowledge = StudentModels({"Ann": 6})
    made = choose(pool, knowledge.of("Ann"), knowledge.difficulties, Plan({}), GameSoFar(), day=DAY, rng=Random(1))
    assert made.weighed == MOST_WEIGHED


def test_steering_moves_the_target() -> None:
    strong = rebuild(history(80, share=1.0))
    weak = rebuild(history(80, share=0.4))
    assert dealt(24, knowledge=strong).target < GOAL < dealt(24, knowledge=weak).target


def test_the_log_of_a_choice_is_plain_json() -> None:
    made = dealt(24, knowledge=rebuild(history(30)))
    logged = json.loads(json.dumps(made.to_json()))
    assert logged["text"] == made.equation.text
    assert logged["p"] == pytest.approx(made.chance, abs=0.001)
    assert logged["why"] in list(Why)
    assert 1 <= len(logged["best"]) <= 5
    assert logged["best"] == sorted(logged["best"], key=lambda one: -one[3])
    assert {"version", "skill", "r", "goal", "target", "weighed", "fitting", "grades_off"} <= set(logged)
