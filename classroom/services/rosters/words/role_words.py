"""Words for the roles of students and adults, in columns and on the lines of a copied page."""

from __future__ import annotations

import re

STUDENT = (
    r"(?:students?|pupils?|learners?|classmates|participants?|members?(?: and guests)?|attendees?|presenters?"
    r"|alumn[oa]s?|estudiantes?|miembros?(?: e invitados)?|schüler(?:innen|in)?|teilnehmer(?:/?in|innen)?"
    r"|mitglied(?:er)?(?: und gäste)?"
    r"|élèves?|membres?(?: et invités)?|alun[oa]s?|alunn[oaie]|student[ei]|leerling(?:en)?|elev(?:er)?|oppilas|oppilaat"
    r"|opiskelija|opiskelijat|uczeń|uczennica|uczniowie|žák|žáci|tanuló|tanulók|diák|elev[iă]?|öğrenci|öğrenciler"
    r"|учени[кц][аи]?|учащи[йе]ся|учн?ень|учні|μαθητής|μαθήτρια|μαθητές|siswa|murid|học sinh|תלמיד(?:ה|ים)?"
    r"|طالب|طالبة|طلاب|学生|生徒|児童|學生|학생|นักเรียน)"
)
"""Matches the role of a student, or of several."""
ADULT = (
    r"(?:teachers?|instructors?|teaching assistants?|coach(?:es)?|admin\w*|staff|faculty"
    r"|guardians?|parents?|chaperones?|volunteers?|aides?|assistants?"
    r"|owners?|paras?|paraprofessionals?|paraeducators?|(?:grand)?(?:mother|father)|nurse|counsell?ors?|organi[sz]ers?|designers?|substitutes?|proctors?"
    r"|educators?|trainer(?:innen|in|s)?|facilitators?|specialists?|interventionists?|lecturers?|moderators?|principals?|(?:co-?)?hosts?|observers?"
    r"|propietari[oa]s?|maestr[oa]s?|docentes?|profesor(?:es|as?)?|lehrer\w*|lehrkr(?:aft|äfte)|besitzer"
    r"|professor(?:es|as?|i)?|professeure?s?|enseignante?s?|propriétaires?|editing ?teacher|superuser|insegnant[ei]"
    r"|docent(?:en)?|leerkracht(?:en)?|lærere?|lärare|pædagog(?:er)?|pedagog(?:er)?|fritidspersonal|resurs(?:er)?"
    r"|erzieher(?:innen|in)?|betreuer(?:innen|in)?|personal|begleiter(?:innen|in)?|intervenants?|aesh|atsem"
    r"|onderwijsassistent(?:en)?|intern begeleider|assistent(?:er|en)?|wychowaw(?:ca|cy|czyni|czynie)|pedagodzy"
    r"|lera(?:ar|res)|prowadząc[ya]|opettaja|opettajat|nauczyciel(?:ka|e)?|učitel(?:ka|é|j|jica)?"
    r"|tanár|tanárok|profesoară|öğretmen(?:ler)?|учител[ья](?:ница)?|преподавател[ьи]|вчител[ьі]|вчителька|καθηγητής"
    r"|καθηγήτρια|δάσκαλος|δασκάλα|giáo viên|מורה|מורים|معلم|معلمة|مدرس|教师|老师|教員|教師|先生|老師|교사|선생님|ครู)"
)
"""Matches the role of someone who is not a student."""
_SHORT = frozenset({"TA", "T.A.", "LSA", "SLP", "AESH", "AVS"})
"""For assistants and therapists."""
_ADULT = re.compile(rf"(?:.*\b)?{ADULT}\b.*", re.IGNORECASE)
_STUDENT = re.compile(STUDENT, re.IGNORECASE)


def is_adult(role: str) -> bool:
    """Return whether a role is not that of a student.

    >>> is_adult("Co-Teacher"), is_adult("student"), is_adult("Student teacher"), is_adult("")
    (True, False, False, False)
    """
    return role in _SHORT or (
        _ADULT.fullmatch(role) is not None and not re.search(r"\b(?:student|learner)\b", role, re.IGNORECASE)
    )


def is_role(cell: str) -> bool:
    """Return whether a cell is a role: of a student or of an adult."""
    return cell in _SHORT or _ADULT.fullmatch(cell) is not None or _STUDENT.fullmatch(cell) is not None
