"""What stands out in a class, in words: what, how many answers, how many were to be expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from classroom.i18n import _, ngettext
from classroom.i18n.engine_texts import skill_title
from classroom.learning.families import skill_of
from classroom.learning.findings import Finding
from classroom.learning.ledger import Kind, Subject
from classroom.learning.topics import Topic, TopicKind
from classroom.presenters.words import isolated, isolated_equation, percent_text


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """One suggestion."""

    text: str
    evidence: str
    """The counts behind it, and the likely range."""
    topic: Topic
    """What can be done about it is on the page of this."""


def show_finding(finding: Finding, names: Mapping[str, str]) -> ShownFinding | None:
    """Put a finding into words; None: it is about a student who has left the class.

    :param names: of the students of the class, by ID
    """
    subject = finding.subject
    if subject.kind in {Kind.STUDENT, Kind.STUDENT_SKILL} and subject.student not in names:
        return None
    return ShownFinding(_SENTENCES[subject.kind](finding, names), _evidence_text(finding), topic_of(subject))


def topic_of(subject: Subject) -> Topic:
    """Return what a finding is about, as a topic."""
    if subject.kind is Kind.FAMILY:
        return Topic.of_family(subject.name)
    return Topic(TopicKind.SKILL if subject.name else TopicKind.STUDENT, subject.name, subject.student)


def fact_text(family: str) -> str:
    """Return how a fact is written: as one of its equations.

    >>> fact_text("mul:7x8"), fact_text("add:3+9"), fact_text("own:5 + ? = 9")
    ('7 × 8', '3 + 9', '5 + ? = 9')
    """
    operation, _separator, numbers = family.partition(":")
    if operation == "mul":
        return numbers.replace("x", " × ")
    return numbers.replace("+", " + ") if operation == "add" else numbers


def _student(finding: Finding, names: Mapping[str, str]) -> str:
    return _("Meet with %(student)s.", student=isolated(names[finding.subject.student]))


def _student_skill(finding: Finding, names: Mapping[str, str]) -> str:
    return _(
        "Meet with %(student)s about this skill: %(skill)s.",
        student=isolated(names[finding.subject.student]),
        skill=skill_title(finding.subject.name),
    )


def _skill(finding: Finding, _names: Mapping[str, str]) -> str:
    return _review_text(finding.subject.name)


def _family(finding: Finding, _names: Mapping[str, str]) -> str:
    if skill := skill_of(finding.subject.name):
        return _review_text(skill)
    return _("Reteach %(equation)s.", equation=isolated_equation(fact_text(finding.subject.name)))


def _review_text(skill: str) -> str:
    return _("Review this skill with the class: %(skill)s.", skill=skill_title(skill))


_SENTENCES = {Kind.STUDENT: _student, Kind.STUDENT_SKILL: _student_skill, Kind.SKILL: _skill, Kind.FAMILY: _family}


def _evidence_text(finding: Finding) -> str:
    return ngettext(
        "%(right)s of %(num)d first answer correct, about %(expected)s expected. Likely range: %(low)s to %(high)s.",
        "%(right)s of %(num)d first answers correct, about %(expected)s expected. Likely range: %(low)s to %(high)s.",
        finding.answers,
        right=finding.right,
        expected=round(finding.expected_right),
        low=percent_text(finding.low),
        high=percent_text(finding.high),
    )


def nothing_text(answers: int) -> str:
    """Say that nothing stands out, and what this page can find."""
    return ngettext(
        "Nothing stands out in %(num)d first answer. Check again after the next session.",
        "Nothing stands out in %(num)d first answers. Check again after the next session.",
        answers,
    )
