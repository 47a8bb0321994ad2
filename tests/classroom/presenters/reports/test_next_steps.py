from __future__ import annotations

import re
from datetime import date

import pytest

from classroom.learning.findings import Finding, MissedSkill
from classroom.learning.ledger import Channel, Kind, Subject, Tally
from classroom.learning.readiness import Ready
from classroom.learning.topics import Topic
from classroom.presenters.reports.needs import FocusSkill, FocusSkills
from classroom.presenters.reports.next_steps import steps_for_class, steps_for_student
from classroom.reports.equations import EquationLine, WrongAnswer
from classroom.reports.statistics import Proportion
from classroom.reports.students import StudentLine
from classroom.services.learning.evidence import ClassEvidence


def student(name: str, right: int, tried: int) -> StudentLine:
    return StudentLine(name, name, (), Proportion(right, tried), Proportion())


def equation(right: int, tried: int, *wrong: WrongAnswer) -> EquationLine:
    return EquationLine("7 × 8", "56", Proportion(right, tried), wrong)


def plain(steps: tuple[str, ...]) -> list[str]:
    """Return the sentences without bidirectional isolates."""
    return [
        re.sub("[\N{FIRST STRONG ISOLATE}\N{LEFT-TO-RIGHT ISOLATE}\N{POP DIRECTIONAL ISOLATE}]", "", step)
        for step in steps
    ]


FINE = [student("Ana", 17, 20), student("Bo", 17, 20)]


def finding(kind: Kind, *, student: str = "", name: str = "") -> Finding:
    return Finding(Subject(kind, student, name), 0.9, 52, 31, 10.3, 0.331, 0.55, date(2026, 9, 1), 3)


def evidence(*found: Finding) -> ClassEvidence:
    return ClassEvidence(120, found)


COUNTS = "21 of 52 first answers correct, about 42 expected."


def test_a_student_is_named_with_the_skill_that_was_missed_most() -> None:
    kenji = finding(Kind.STUDENT, student="Ana")._replace(most_missed=MissedSkill("div-tables", 12, 20))
    [step] = steps_for_class(evidence(kenji), FINE, FocusSkills())
    assert step.evidence == f"Most misses: Divide within the times tables (12 of 20 answers). {COUNTS}"


@pytest.mark.parametrize(
    ("found", "sentence", "leads_to"),
    [
        (finding(Kind.STUDENT, student="Ana"), "Meet with Ana.", {"student": "Ana"}),
        (
            finding(Kind.STUDENT_SKILL, student="Bo", name="div-tables"),
            "Meet with Bo about this skill: Divide within the times tables.",
            {"student": "Bo", "skill": "div-tables"},
        ),
        (
            finding(Kind.SKILL, name="sub-20"),
            "Review this skill with the class: Subtract within 20.",
            {"skill": "sub-20"},
        ),
        (
            finding(Kind.FAMILY, name="sub-1000/1"),
            "Review this skill with the class: Subtract in steps of five.",
            {"skill": "sub-1000"},
        ),
        (finding(Kind.FAMILY, name="mul:7x8"), "Reteach 7 × 8.", {"fact": "mul:7x8"}),
        (finding(Kind.FAMILY, name="own:12 − ? = 5"), "Reteach 12 − ? = 5.", {"fact": "own:12 − ? = 5"}),
    ],
)
def test_a_finding_has_its_counts(found: Finding, sentence: str, leads_to: dict[str, str]) -> None:
    [step] = steps_for_class(evidence(found), FINE, FocusSkills())
    assert plain((step.text,)) == [sentence]
    assert step.evidence == COUNTS
    assert step.topic is not None
    assert step.topic.fields() == leads_to
    assert Topic.from_fields(leads_to) == step.topic


def test_the_range_is_drawn_with_what_was_counted_and_expected() -> None:
    [step] = steps_for_class(evidence(finding(Kind.STUDENT, student="Ana")), FINE, FocusSkills())
    assert step.range is not None
    assert [step.range.low, step.range.high] == pytest.approx([33.1, 55])
    assert [step.range.percent, step.range.expected] == pytest.approx([100 * 21 / 52, 100 * 41.7 / 52])


def test_the_range_of_a_level_is_not_that_of_the_easier_cards_that_were_counted() -> None:
    level = finding(Kind.STUDENT, student="Ana")._replace(is_level=True)
    [step] = steps_for_class(evidence(level), FINE, FocusSkills())
    assert step.range is not None
    assert (step.range.percent, step.range.expected) == (None, None)
    assert step.evidence.startswith("On cards that the class gets 80% correct")


def test_where_days_differ_much_a_finding_says_what_to_do_first() -> None:
    doubtful = finding(Kind.STUDENT, student="Ana")._replace(is_doubtful=True)
    [step] = steps_for_class(evidence(doubtful), FINE, FocusSkills())
    assert step.evidence == (
        f"{COUNTS} In this class, answers differ much from day to day, so this may come from some bad days. "
        "Check with an exit ticket first."
    )


def test_cleaner_channels_are_counted_apart() -> None:
    tickets = {Channel.TICKET: Tally(8, 5), Channel.NUMBER: Tally(3, 1)}
    [step] = steps_for_class(
        evidence(finding(Kind.STUDENT, student="Ana")._replace(channels=tickets)), FINE, FocusSkills()
    )
    assert step.channels == "On exit tickets: 3 of 8 correct."
    assert step.evidence == COUNTS


def test_students_who_have_left_the_class_are_not_named() -> None:
    [step] = steps_for_class(evidence(finding(Kind.STUDENT, student="gone")), FINE, FocusSkills())
    assert step.text == "Nothing stands out in 120 first answers. Check again after the next session."


def test_students_with_too_few_answers_should_play_more() -> None:
    assert texts([*FINE, student("Cy", 0, 4), student("Di", 0, 0)]) == [
        "Have Cy and Di play more: 5 first answers in games are needed."
    ]
    many = [student(f"S{number}", 0, 1) for number in range(4)]
    assert texts([*FINE, *many])[0].startswith("Have 4 students play more")
    assert texts(many)[0].startswith("Have the class play more")


def ready(*counts: int) -> ClassEvidence:
    """Return evidence that these students are ready for more, each with this many correct answers out of 40."""
    return ClassEvidence(120, (), ready=tuple(Ready(f"S{at}", right, 40, 2) for at, right in enumerate(counts)))


@pytest.mark.parametrize(
    ("counts", "text", "words"),
    [
        ((39,), "S0 is ready for a harder deck or a larger board.", "39 of 40 first answers correct"),
        (
            (39, 40),
            "S0 and S1 are ready for a harder deck or a larger board.",
            "Each gave at least 40 first answers in the last sessions and got at least 97% correct",
        ),
        (
            (40,) * 8,
            "8 students are ready for a harder deck or a larger board.",
            "Each gave at least 40 first answers in the last sessions, all correct",
        ),
    ],
)
def test_students_who_are_ready_for_more_form_one_step(counts: tuple[int, ...], text: str, words: str) -> None:
    [step] = steps_for_class(ready(*counts), [student(f"S{number}", 40, 40) for number in range(8)], FocusSkills())
    assert plain((step.text,)) == [text]
    assert step.evidence.startswith(words)
    assert step.needs_practice or step.topic, "something can be done"


MUL, DAY = "mul-tables", date(2026, 9, 7)


def test_what_the_class_and_students_need_most_are_next_steps() -> None:
    need = FocusSkill(MUL, "Times tables", Proportion(12, 24), DAY, Proportion(82, 100))
    of_class = FocusSkill("div-tables", "Division", Proportion(50, 100), DAY)
    steps = steps_for_class(evidence(), FINE, FocusSkills({"Bo": need, "gone": need}, (of_class,)))
    assert plain(tuple(step.text for step in steps)) == [
        "Review this skill with the class: Divide within the times tables.",
        "Meet with Bo about this skill: Times tables 2 to 10.",
    ]
    assert [step.evidence for step in steps] == [
        "50 of 100 first answers correct since Sep 7, very likely fewer than three of four.",
        "12 of 24 first answers correct since Sep 7. Classmates: 82% of 100 answers.",
    ]
    assert [step.topic and step.topic.fields() for step in steps] == [
        {"skill": "div-tables"},
        {"skill": MUL, "student": "Bo"},
    ]


def test_a_need_is_named_once() -> None:
    need = FocusSkill(MUL, "", Proportion(12, 24), DAY)
    found = finding(Kind.STUDENT, student="Bo"), finding(Kind.SKILL, name=MUL)
    assert len(steps_for_class(evidence(*found), FINE, FocusSkills({"Bo": need}, (need,)))) == len(found)


def test_a_need_is_a_next_step_of_the_student_unless_more_is_known() -> None:
    need = FocusSkill(MUL, "", Proportion(12, 24), DAY, Proportion(82, 100))
    line = student("Bo", 12, 24)
    [step] = steps_for_student(line, [], evidence(), need)
    assert plain((step.text,)) == ["Meet with Bo about this skill: Times tables 2 to 10."]
    assert step.evidence == "12 of 24 first answers correct since Sep 7. Classmates: 82% of 100 answers."
    [found] = steps_for_student(line, [], evidence(finding(Kind.STUDENT, student="Bo")), need)
    assert plain((found.text,)) == ["Meet with Bo."]


def texts(students: list[StudentLine]) -> list[str]:
    return plain(tuple(step.text for step in steps_for_class(evidence(), students, FocusSkills())))


@pytest.mark.parametrize(
    ("line", "equations", "sentence"),
    [
        (student("Ana", 4, 4), [], "Have Ana play another game: 5 first answers in games are needed."),
        (
            student("Ana", 3, 9),
            [equation(1, 4, WrongAnswer("54", 3))],
            "Ask Ana to show you how to solve 7 × 8 (missed 3 of 4 times).",
        ),
        (
            student("Ana", 8, 9),
            [equation(1, 2, WrongAnswer("54", 1))],
            "No equation was missed twice. Have Ana keep playing, then check again.",
        ),
        (student("Ana", 9, 9), [], "All 9 first answers were correct. Have Ana keep playing, then check again."),
    ],
)
def test_a_student_has_next_steps(line: StudentLine, equations: list[EquationLine], sentence: str) -> None:
    [step] = steps_for_student(line, equations)
    assert plain((step.text,)) == [sentence]
    missed = {"equation": "7 × 8", "student": line.student_id} if sentence.startswith("Ask") else None
    assert (step.topic.fields() if step.topic else None) == missed


def test_only_evidence_makes_a_student_ready_for_more() -> None:
    """A student who gets 82% right is lucky with all of five answers in 37 of 100 cases."""
    [more] = steps_for_student(student("S0", 5, 5), [], ready())
    assert "keep playing" in more.text
    [harder] = steps_for_student(student("S0", 40, 40), [], ready(40))
    assert plain((harder.text,)) == ["S0 is ready for a harder deck or a larger board."]
    assert harder.is_on_own_report


def test_findings_of_the_class_come_first_for_their_student() -> None:
    found = evidence(finding(Kind.STUDENT, student="Bo"), finding(Kind.STUDENT, student="Ana"))
    steps = steps_for_student(student("Ana", 9, 9), [], found)
    assert [(*plain((step.text,)), step.is_on_own_report) for step in steps] == [("Meet with Ana.", True)]


def test_right_to_left_names_are_isolated() -> None:
    assert (
        "\N{FIRST STRONG ISOLATE}ليلى\N{POP DIRECTIONAL ISOLATE}"
        in steps_for_student(student("ليلى", 9, 9), [])[0].text
    )
