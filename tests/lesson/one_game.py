"""A class that plays one game with printed cards, until its session is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.lesson.student import LoginCard, Student

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.lesson.teacher import Teacher
    from tests.over_http.browser import Site


def play_one_game(teacher: Teacher, site: Site, code: str, pins: Mapping[str, str], *, patience: float) -> None:
    """Let the students with these PINs play at one table, and end the session.

    :param patience: the number of seconds for the game.
    """
    students = [Student(LoginCard(name, code, pin), site, seed) for seed, (name, pin) in enumerate(pins.items())]
    teacher.open_session(cards="times-tables/6x6", table_size=str(len(students)), tries="2", layout="mixed")
    for student in students:
        student.sign_in()
    teacher.press("/arrange")
    teacher.press("/start")
    for student in students:
        student.start()
    for student in students:
        student.join(patience)
    assert [student.problems for student in students] == [[]] * len(students)
    assert all(student.moves for student in students)
    teacher.browser.open(f"{teacher.session_url}/end")
    teacher.browser.submit(form="/end")
