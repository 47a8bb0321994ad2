from __future__ import annotations

from datetime import date, timedelta
from math import exp
from random import Random

import pytest

from classroom.learning.attempts import BOARD, NUMBER, FirstAttempt
from classroom.learning.knowledge import StudentModels, rebuild
from classroom.learning.records import Times
from classroom.learning.speed import UsualTime
from classroom.learning.wording import (
    SkillStatus,
    chance_on_reference,
    facts_of,
    interval_of_chance,
    interval_of_skill,
    is_due,
    is_quick,
    reference_set,
    share_of_facts,
    wording_of_fact,
    wording_of_skill,
)
from engine.equations import SKILLS, equations_of

DAY = date(2025, 9, 1)
TYPING = UsualTime(1.5, 0.1)
TABLES = [one for some in equations_of("mul-tables").values() for one in some]


def answers(count: int, *, wrong: int = 0, seconds: float | None = None, grade: int = 3) -> StudentModels:
    """Different multiplications, the first ones wrong."""
    history = [
        FirstAttempt("Ann", DAY, one.text, one.answer, index >= wrong, NUMBER, seconds)
        for index, one in enumerate(TABLES[:count])
    ]
    return rebuild(history, {"Ann": grade})


def skill(knowledge: StudentModels, **settings: object) -> SkillStatus:
    given = {"baseline": TYPING, **settings}
    return wording_of_skill(knowledge, knowledge.of("Ann"), "mul-tables", **given)  # type: ignore[arg-type]


def test_words_for_a_skill() -> None:
    assert skill(answers(0)) is SkillStatus.NOT_ENOUGH
    assert skill(answers(4)) is SkillStatus.NOT_ENOUGH
    assert skill(answers(9, grade=6)) is SkillStatus.LEARNING
    assert skill(answers(40, wrong=12)) is SkillStatus.LEARNING
    assert skill(answers(40)) is SkillStatus.ACCURATE
    assert skill(answers(40, seconds=2.8)) is SkillStatus.FLUENT


def test_fluency_needs_times_and_a_baseline() -> None:
    quick = answers(40, seconds=2.8)
    assert skill(quick, baseline=None) is SkillStatus.ACCURATE
    assert skill(quick, baseline=UsualTime(1.0, 0.1)) is SkillStatus.ACCURATE
    assert skill(quick, baseline=UsualTime(1.0, 0.1), is_young=True) is SkillStatus.FLUENT
    assert skill(answers(14, wrong=9, seconds=2.0)) is SkillStatus.LEARNING


def test_quick_needs_more_than_some_fast_answers_in_a_row() -> None:
    """The limit is two seconds beyond the typing time, checked after each session of a term."""
    assert ever_quick(1.0) >= 90
    assert ever_quick(2.5) <= 12
    assert ever_quick(3.0) <= 3


def ever_quick(beyond: float) -> int:
    """Return how many of 100 students are ever called quick who usually take this much longer than for typing."""
    named = 0
    for seed in range(100):
        rng, times, typing = Random(seed), Times(), Times()
        said = []
        for _session in range(24):
            typing.add(2.0 * exp(rng.gauss(0, 0.25)))
            for _ in range(4):
                times.add((2.0 + beyond) * exp(rng.gauss(0, 0.45)))
            said.append(is_quick(times.usual_time(), typing.usual_time(3), is_young=False))
        named += any(said)
    return named


def practiced(*, facts: int, others_right: float) -> StudentModels:
    """Return a student who got this share of all products right in games, then practiced some facts until they sat."""
    rng, families = Random(7), sorted({one.fact_key for one in TABLES})
    known = set(rng.sample(families, facts))
    in_games = [rng.choice(TABLES) for _ in range(24)]
    history = [FirstAttempt("Ann", DAY, one.text, one.answer, rng.random() < others_right, BOARD) for one in in_games]
    cards = [one for one in TABLES if one.fact_key in known]
    for number in range(48):
        card = cards[number % len(cards)]
        history.append(FirstAttempt("Ann", DAY + timedelta(days=1 + number // 16), card.text, card.answer, True, BOARD))
    return rebuild(history, {"Ann": 3})


def test_a_few_facts_practiced_again_and_again_make_no_skill_accurate() -> None:
    knowledge = practiced(facts=6, others_right=0.5)
    known = knowledge.of("Ann")
    chance = chance_on_reference(known.levels, knowledge.difficulties, "mul-tables")
    assert interval_of_chance(chance, known.skills["mul-tables"].information)[0] > 0.8
    assert interval_of_skill(known, "mul-tables", chance)[0] < 0.7
    assert skill(knowledge) is SkillStatus.LEARNING
    assert skill(practiced(facts=36, others_right=0.5)) is SkillStatus.ACCURATE
    assert skill(practiced(facts=6, others_right=1.0)) is SkillStatus.ACCURATE


def test_procedures_have_no_facts() -> None:
    assert len(facts_of("mul-tables")) == len(facts_of("div-tables")) == 45
    for procedure in ("add-2-digit", "sub-100-borrow", "percent"):
        assert not facts_of(procedure)
        assert share_of_facts(answers(40).of("Ann"), procedure) == 1


def fact(rights: list[bool], *, every: int = 3, seconds: float | None = 2.0) -> StudentModels:
    return rebuild(
        FirstAttempt("Ann", DAY + timedelta(days=every * index), "6 × 8", 48, right, NUMBER, seconds)
        for index, right in enumerate(rights)
    )


@pytest.mark.parametrize(
    ("knowledge", "days", "word"),
    [
        (fact([]), 0, SkillStatus.NOT_ENOUGH),
        (fact([True, True]), 6, SkillStatus.NOT_ENOUGH),
        (fact([True, True, True]), 6, SkillStatus.FLUENT),
        (fact([True, True, True], every=0), 0, SkillStatus.LEARNING),
        (fact([True, True, True, False]), 9, SkillStatus.LEARNING),
        (fact([True, True, True, False, True]), 12, SkillStatus.LEARNING),
        (fact([True, True, True], seconds=9.0), 6, SkillStatus.LEARNING),
        (fact([True, True, True], seconds=None), 6, SkillStatus.LEARNING),
        (fact([True, True, True]), 600, SkillStatus.LEARNING),
    ],
)
def test_words_for_a_number_family(knowledge: StudentModels, days: int, word: SkillStatus) -> None:
    day = DAY + timedelta(days=days)
    assert wording_of_fact(knowledge.of("Ann"), "mul:6x8", day, baseline=TYPING) is word


def test_a_family_falls_due_again() -> None:
    ann = fact([True, True]).of("Ann")
    assert not is_due(ann, "mul:6x8", DAY + timedelta(days=4))
    assert is_due(ann, "mul:6x8", DAY + timedelta(days=400))
    assert not is_due(ann, "mul:7x8", DAY)


def test_a_family_that_was_never_known_cannot_be_forgotten() -> None:
    ann = fact([False, False, False]).of("Ann")
    assert not is_due(ann, "mul:6x8", DAY + timedelta(days=400))


@pytest.mark.parametrize("key", SKILLS)
def test_the_reference_set_is_fixed_and_spread(key: str) -> None:
    reference = reference_set(key)
    assert reference == reference_set(key)
    assert 6 <= len(reference) <= 24
    assert len({one.answer for one in reference}) >= 6


def test_the_chance_on_the_reference_set_rises_with_the_level() -> None:
    chances = []
    for wrong in (20, 5, 0):
        knowledge = answers(40, wrong=wrong)
        chances.append(chance_on_reference(knowledge.of("Ann").levels, knowledge.difficulties, "mul-tables"))
    assert chances == sorted(chances)
    low, more_certain = (interval_of_chance(chances[-1], information)[0] for information in (1.0, 10.0))
    assert low < more_certain < chances[-1]


@pytest.mark.parametrize("count", [18, 24, 40, 60, 81])
def test_accurate_says_the_same_as_the_interval(count: int) -> None:
    words = set()
    for wrong in range(count // 3):
        knowledge = answers(count, wrong=wrong)
        chance = chance_on_reference(knowledge.of("Ann").levels, knowledge.difficulties, "mul-tables")
        low, _ = interval_of_skill(knowledge.of("Ann"), "mul-tables", chance)
        words.add(skill(knowledge))
        assert (skill(knowledge) is SkillStatus.ACCURATE) == (float(f"{low:.3f}") >= 0.75), (wrong, chance, low)
    assert SkillStatus.ACCURATE in words
