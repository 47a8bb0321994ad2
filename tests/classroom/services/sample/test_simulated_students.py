from __future__ import annotations

from classroom.demo.people import FIVE_B
from classroom.services.sample.simulated_students import difficulty, simulated_student

LABELS = [str(number) for number in range(1, 101)]
FACES = [(f"{a} × {b}", str(a * b)) for a in range(2, 11) for b in range(2, 11)]


def share_right(name: str, weeks_ago: int = 0) -> float:
    mind = simulated_student(name).weeks_ago(weeks_ago)
    first = [mind.answers(face, right, LABELS, tries=1, key="k")[0] == right for face, right in FACES]
    return sum(first) / len(first)


def test_a_name_determines_how_a_student_answers() -> None:
    assert simulated_student("Kenji") == simulated_student("Kenji") != simulated_student("Zoë")
    answers = [simulated_student("Kenji").answers("7 × 8", "56", LABELS, tries=3, key="k") for _ in range(2)]
    assert answers[0] == answers[1]


def test_students_differ_and_the_class_knows_most() -> None:
    shares = [share_right(name) for name in FIVE_B.students]
    assert 0.75 < sum(shares) / len(shares) < 0.9
    assert max(shares) > 0.9
    assert min(shares) < 0.7


def test_the_class_has_learned_and_become_faster() -> None:
    before = sum(share_right(name, weeks_ago=5) for name in FIVE_B.students)
    assert before + 1 < sum(map(share_right, FIVE_B.students))
    assert simulated_student("Nia").weeks_ago(5).seconds > simulated_student("Nia").seconds


def test_questions_of_any_kind_are_answered_and_sometimes_missed() -> None:
    given = {
        simulated_student(name).answers("25% of 60", "15", LABELS, tries=1, key="k")[0] for name in FIVE_B.students
    }
    assert "15" in given
    assert len(given) > 1


def test_tries_for_one_card_do_not_repeat_a_wrong_answer() -> None:
    for name in FIVE_B.students:
        for face, right in FACES[::7]:
            wrong = [
                one for one in simulated_student(name).answers(face, right, LABELS, tries=3, key="k") if one != right
            ]
            assert len(wrong) == len(set(wrong))


def test_larger_numbers_are_harder_and_ties_and_tens_easier() -> None:
    assert difficulty("7 × 8") > difficulty("3 × 4") > difficulty("3 × 3")
    assert difficulty("10 × 7") < difficulty("9 × 7")
    assert difficulty("8 + 7") > difficulty("12 + 3")
    assert difficulty("12 − 7") > difficulty("18 − 7")
    assert difficulty("56 ÷ 8") > difficulty("7 × 8")
