"""Parts of the live page that are kept look as if they were rendered for each teacher alone, with their own token."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from itsdangerous import URLSafeTimedSerializer

from classroom.services.accounts.logins import keep_language
from classroom.services.classes.roster import rename_student
from classroom.services.classes.teachers_of_class import add_teacher
from classroom.services.play.games import stop_game
from classroom.services.play.seats import give_seat
from classroom.services.sessions.class_sessions import join_session
from classroom.services.sessions.endings import end_in
from classroom.services.sessions.pauses import pause_game, pause_session, resume_game, resume_session
from tests.classroom.blueprints.test_live_page import active_player, see_everyone
from tests.classroom.services.learning.dealing import answer, current, start
from tests.factories import make_student
from tests.process_caches import clear_process_caches

if TYPE_CHECKING:
    from collections.abc import Callable

    from classroom.models import ClassSession
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient

_TOKEN = re.compile(r'(?<=name="csrf_token" value=")[^"]*')


class Teacher:
    """A teacher's browser, which shows the live page."""

    def __init__(self, page: PageClient, class_session_id: str) -> None:
        self._page = page
        self._values: dict[str, Any] = {"class_session_id": class_session_id}

    def secret(self) -> str:
        """The secret of this browser's tokens."""
        with self._page.browser.session_transaction() as cookie:
            return str(cookie["csrf_token"])

    def show(self, **query: Any) -> tuple[str, str]:
        """Return the page and the fragment without their tokens, which must be this browser's own."""
        return self._own("sessions.show", query), self._own("sessions.fragment", query, htmx=True)

    def _own(self, endpoint: str, query: dict[str, Any], *, htmx: bool = False) -> str:
        html = self._page.get(endpoint, htmx=htmx, **self._values, **query).html
        assert "form-token" not in html
        serializer = URLSafeTimedSerializer(self._page.app.secret_key or "", salt="wtf-csrf-token")
        assert {serializer.loads(one) for one in _TOKEN.findall(html)} == {self.secret()}
        return _TOKEN.sub("", html)


def changes(class_session: ClassSession, clock: FrozenClock, dora_id: str) -> dict[str, Callable[[], object]]:
    """Return changes of a lesson that are visible on the page, in order."""
    session_id = class_session.id
    school_class = class_session.school_class
    first = active_player(class_session, current(class_session))
    first_id = first.id

    def join_late() -> None:
        late = make_student("Late Arrival", school_class=school_class)
        join_session(class_session_id=session_id, student_id=late.id)

    def wait(minutes: int) -> None:
        clock.move_on(minutes=minutes)
        see_everyone(class_session, clock)

    return {
        "move": lambda: answer(current(class_session)),
        "miss": lambda: answer(current(class_session), rightly=False),
        "table waits": lambda: wait(2),
        "table waits longer": lambda: wait(1),
        "everyone away": lambda: clock.move_on(seconds=50),
        "everyone back": lambda: see_everyone(class_session, clock),
        "same first name": lambda: make_student(f"{first.name.split()[0]} Zimmer", school_class=school_class),
        "name": lambda: rename_student(student_id=first_id, name="Zoe Other"),
        "pause of a table": lambda: pause_game(game_id=current(class_session).id),
        "table goes on": lambda: resume_game(game_id=current(class_session).id),
        "pause": lambda: pause_session(class_session_id=session_id),
        "all go on": lambda: resume_session(class_session_id=session_id),
        "bot's seat": lambda: give_seat(game_id=current(class_session, 1).id, seat=2, student_id=None),
        "late student": join_late,
        "end set": lambda: end_in(class_session_id=session_id, minutes=5),
        "minute less": lambda: wait(1),
        "game over": lambda: stop_game(game_id=current(class_session, 1).id),
        "other language": lambda: keep_language(teacher_id=dora_id, student_id=None, language="es"),
    }


def test_every_teacher_sees_their_own_page(
    new_page: Callable[[], PageClient], cast: Cast, frozen_clock: FrozenClock
) -> None:
    class_session = start(8, school_class=cast.class_7b)
    add_teacher(class_id=cast.class_7b.id, name=cast.dora.name)
    teachers = [Teacher(new_page().sign_in(one), class_session.id) for one in (cast.alice, cast.dora)]
    steps = changes(class_session, frozen_clock, cast.dora.id)
    before = [one.show() for one in teachers]
    for name, change in steps.items():
        change()
        kept = [one.show() for one in teachers]
        hidden = teachers[0].show(**{"hide-misses": "1"})
        assert [one.show() for one in teachers] == kept, name
        assert [new != old for new, old in zip(kept, before, strict=True)] == [name != "other language", True], name
        alone = []
        for one in teachers:
            clear_process_caches()
            alone.append(one.show())
        assert kept == alone, name
        clear_process_caches()
        assert teachers[0].show(**{"hide-misses": "1"}) == hidden, name
        before = kept
    assert teachers[0].secret() != teachers[1].secret()
