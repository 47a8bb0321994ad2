"""Texts of a class's findings: the subject, the number of answers, and the expectation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor

from classroom.i18n import _, ngettext
from classroom.i18n.engine_texts import ERROR_PATTERNS, skill_title
from classroom.learning.drops import Drop
from classroom.learning.families import skill_of
from classroom.learning.findings import USUAL_SHARE, Finding
from classroom.learning.ledger import Channel, Kind, Subject, Tally
from classroom.learning.patterns import PossiblePattern
from classroom.learning.readiness import Ready
from classroom.learning.topics import Topic, TopicKind
from classroom.presenters.moments import short_day_text
from classroom.presenters.reports.needs import FocusSkill
from classroom.presenters.words import all_of, fact_text, isolated, isolated_equation, percent_text
from classroom.services.settings import TableSettings

MIN_ANSWERS_OF_CHANNEL = 4
MOST_EXAMPLES = 3
MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class ShownRange:
    """A likely range in percent, drawn as a bar."""

    low: float
    high: float
    percent: float | None = None
    """What was counted."""
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A suggestion."""

    text: str
    evidence: str = ""
    """The counts behind it."""
    range: ShownRange | None = None
    channels: str = ""
    """The counts by channel: a typed answer can't be a lucky guess of a space."""
    settings: TableSettings | None = None
    """Suggested settings, used by the page for a new session."""
    topic: Topic | None = None
    """The topic for the page of follow-ups."""
    is_on_own_report: bool = False
    needs_practice: bool = False
    """Whether more answers are needed: practice can be assigned."""
    is_being_counted: bool = False
    """Whether it only says that answers are being counted: the page loads itself again when they are."""


def show_finding(finding: Finding, names: Mapping[str, str]) -> Step | None:
    """Convert a finding to text; None if its student has left the class.

    :param names: names of the class's students, by ID
    """
    subject = finding.subject
    if subject.kind in {Kind.STUDENT, Kind.STUDENT_SKILL} and subject.student not in names:
        return None
    text = _text(subject, names)
    evidence = " ".join(filter(None, [_most_missed_text(finding), _counts_text(finding), _doubt_text(finding)]))
    channels = " ".join(filter(None, map(_channel_text, *_tallies(finding))))
    return Step(text, evidence, _range(finding), channels, topic=topic_of(subject))


def topic_of(subject: Subject) -> Topic:
    if subject.kind is Kind.FAMILY:
        return Topic.of_family(subject.name)
    return Topic(TopicKind.SKILL if subject.name else TopicKind.STUDENT, subject.name, subject.student)


def _text(subject: Subject, names: Mapping[str, str]) -> str:
    match subject.kind:
        case Kind.STUDENT:
            return _("Meet with %(student)s.", student=isolated(names[subject.student]))
        case Kind.STUDENT_SKILL:
            return _about_skill_text(names[subject.student], subject.name)
        case Kind.SKILL:
            return _review_text(subject.name)
        case Kind.FAMILY:
            if skill := skill_of(subject.name):
                return _review_text(skill)
            return _("Reteach %(equation)s.", equation=isolated_equation(fact_text(subject.name)))


def _about_skill_text(name: str, skill: str) -> str:
    return _("Meet with %(student)s about this skill: %(skill)s.", student=isolated(name), skill=skill_title(skill))


def _review_text(skill: str) -> str:
    return _("Review this skill with the class: %(skill)s.", skill=skill_title(skill))


def _range(finding: Finding) -> ShownRange:
    if finding.is_level:  # the counted cards are easier than those of the range
        return ShownRange(100 * finding.low, 100 * finding.high)
    counted = 100 * finding.right / finding.answers
    return ShownRange(100 * finding.low, 100 * finding.high, counted, 100 * finding.expected_right / finding.answers)


def _most_missed_text(finding: Finding) -> str:
    if (most := finding.most_missed) is None:
        return ""
    return ngettext(
        "Most misses: %(skill)s (%(missed)s of %(num)d answer).",
        "Most misses: %(skill)s (%(missed)s of %(num)d answers).",
        most.answers,
        skill=skill_title(most.skill),
        missed=most.missed,
    )


def _doubt_text(finding: Finding) -> str:
    if not finding.is_doubtful:
        return ""
    return _(
        "In this class, answers differ much from day to day, so this may come from some bad days. "
        "Check with an exit ticket first."
    )


def _tallies(finding: Finding) -> tuple[list[Channel], list[Tally]]:
    channels = [one for one in (Channel.TICKET, Channel.NUMBER) if one in finding.channels]
    return channels, [finding.channels[one] for one in channels]


def _channel_text(channel: Channel, tally: Tally) -> str:
    if tally.answers < MIN_ANSWERS_OF_CHANNEL:
        return ""
    right = tally.answers - tally.missed
    if channel is Channel.TICKET:
        return ngettext(
            "On exit tickets: %(right)s of %(num)d correct.",
            "On exit tickets: %(right)s of %(num)d correct.",
            tally.answers,
            right=right,
        )
    return ngettext(
        "On the number pad: %(right)s of %(num)d correct.",
        "On the number pad: %(right)s of %(num)d correct.",
        tally.answers,
        right=right,
    )


def _counts_text(finding: Finding) -> str:
    if finding.is_level:
        return ngettext(
            "On cards that the class gets %(usual)s correct, the bar shows this student’s likely range, based on "
            "%(num)d first answer. The app chooses easier cards for this student.",
            "On cards that the class gets %(usual)s correct, the bar shows this student’s likely range, based on "
            "%(num)d first answers. The app chooses easier cards for this student.",
            finding.answers,
            usual=percent_text(USUAL_SHARE),
        )
    return ngettext(
        "%(right)s of %(num)d first answer correct, about %(expected)s expected.",
        "%(right)s of %(num)d first answers correct, about %(expected)s expected.",
        finding.answers,
        right=finding.right,
        expected=round(finding.expected_right),
    )


def show_pattern(found: PossiblePattern, student_id: str) -> Step:
    """Convert a student's possible habit to text: what, how often, how often by chance, and the answers."""
    examples = [
        _("%(equation)s → %(answer)s", equation=isolated_equation(one.equation.text), answer=one.given)
        for one in found.examples[:MOST_EXAMPLES]
    ]
    skill = found.examples[0].equation.skill
    evidence = ngettext(
        "%(hits)s of %(num)d wrong answer fits, about %(expected)s expected without this habit: %(examples)s.",
        "%(hits)s of %(num)d wrong answers fit, about %(expected)s expected without this habit: %(examples)s.",
        found.chances,
        hits=found.hits,
        expected=round(found.expected),
        examples=all_of(examples),
    )
    return Step(str(ERROR_PATTERNS[found.pattern]), evidence, topic=Topic(TopicKind.SKILL, skill, student_id))


def show_ready(ready: Ready, name: str) -> Step:
    evidence = ngettext(
        "%(right)s of %(num)d first answer correct in the last sessions, all cards the same for everyone.",
        "%(right)s of %(num)d first answers correct in the last sessions, all cards the same for everyone.",
        ready.answers,
        right=ready.right,
    )
    text = _("%(student)s is ready for a harder deck or a larger board.", student=isolated(name))
    return Step(text, evidence, topic=Topic(TopicKind.STUDENT, "", ready.student))


def show_all_ready(ready: Sequence[Ready], names: Mapping[str, str]) -> tuple[str, str]:
    """Return the text for several students who are ready for more, and the counts behind it."""
    if len(ready) > MOST_NAMES:
        text = ngettext(
            "%(num)d student is ready for a harder deck or a larger board.",
            "%(num)d students are ready for a harder deck or a larger board.",
            len(ready),
        )
    else:
        students = all_of([isolated(names[one.student]) for one in ready])
        text = _("%(students)s are ready for a harder deck or a larger board.", students=students)
    fewest = min(one.answers for one in ready)
    if all(one.right == one.answers for one in ready):
        return text, _(
            "Each gave at least %(fewest)s first answers in the last sessions, all correct, all cards the same for "
            "everyone.",
            fewest=fewest,
        )
    least = floor(100 * min(one.right / one.answers for one in ready)) / 100
    counts = _(
        "Each gave at least %(fewest)s first answers in the last sessions and got at least %(least)s correct, all "
        "cards the same for everyone.",
        least=percent_text(least),
        fewest=fewest,
    )
    return text, counts


def show_class_need(need: FocusSkill) -> Step:
    evidence = ngettext(
        "%(right)s of %(num)d first answer correct since %(day)s, very likely fewer than three of four.",
        "%(right)s of %(num)d first answers correct since %(day)s, very likely fewer than three of four.",
        need.share.trials,
        right=need.share.right,
        day=short_day_text(need.since),
    )
    return Step(_review_text(need.key), evidence, topic=Topic(TopicKind.SKILL, need.key))


def show_need(need: FocusSkill, student_id: str, name: str) -> Step:
    """Return that a student needs a skill more than the classmates do."""
    text = _about_skill_text(name, need.key)
    evidence = ngettext(
        "%(right)s of %(num)d first answer correct since %(day)s.",
        "%(right)s of %(num)d first answers correct since %(day)s.",
        need.share.trials,
        right=need.share.right,
        day=short_day_text(need.since),
    )
    if need.others.trials:
        of_others = ngettext(
            "Classmates: %(percent)s of %(num)d answer.",
            "Classmates: %(percent)s of %(num)d answers.",
            need.others.trials,
            percent=percent_text((need.others.percent or 0) / 100),
        )
        evidence = f"{evidence} {of_others}"
    return Step(text, evidence, topic=Topic(TopicKind.SKILL, need.key, student_id))


def show_drop(drop: Drop, name: str) -> Step:
    """Return that a student's success rate dropped, which is a reason to talk, not for easier cards."""
    evidence = ngettext(
        "%(right)s of %(num)d first answer correct in the last sessions, about %(expected)s expected.",
        "%(right)s of %(num)d first answers correct in the last sessions, about %(expected)s expected.",
        drop.answers,
        right=drop.right,
        expected=round(drop.expected_right),
    )
    text = _("%(student)s gets fewer correct than usual. Ask how things are going.", student=isolated(name))
    return Step(text, evidence, topic=Topic(TopicKind.STUDENT, "", drop.student))


def nothing_text(answers: int) -> str:
    """Return that there are no findings, and what this page can find."""
    return ngettext(
        "Nothing stands out in %(num)d first answer. Check again after the next session.",
        "Nothing stands out in %(num)d first answers. Check again after the next session.",
        answers,
    )
