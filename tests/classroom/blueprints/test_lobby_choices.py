"""What a teacher chooses in the lobby without applying it, and the sizes of tables, said before they are formed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.models import ClassSession, SessionState
from classroom.presenters.words import isolated
from classroom.services.open_sessions import open_session_of
from classroom.services.play import games
from classroom.services.sessions import lobby
from classroom.services.sessions.class_sessions import join_session, open_session
from classroom.services.settings import TableSettings
from tests.classroom.services.sessions.joining import join, plan_of
from tests.factories import make_class_session
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


@pytest.fixture
def class_session(page: PageClient, cast: Cast) -> ClassSession:
    """Alice's lobby at two a table; Alice is signed in."""
    page.sign_in(cast.alice)
    return make_class_session(cast.class_7b, settings=TableSettings(table_size=2))


def show(page: PageClient, class_session: ClassSession) -> Page:
    """The lobby."""
    return page.get("sessions.show", class_session_id=class_session.id)


def sizes(class_session: ClassSession) -> list[int]:
    """How many students sit at each table planned."""
    return sorted(map(len, plan_of(class_session).values()))


@pytest.mark.parametrize("form", ["/settings", "/teams"])
def test_forms_left_open_say_why_they_change_nothing(
    page: PageClient, cast: Cast, class_session: ClassSession, form: str
) -> None:
    join_session(class_session_id=class_session.id, student_id=cast.bob.id)
    lobby.arrange_tables(class_session_id=class_session.id)
    page.get("sessions.settings", class_session_id=class_session.id)
    if form == "/teams":
        page.get("sessions.teams", class_session_id=class_session.id, table_number=0)
    lobby.start_session(class_session_id=class_session.id)  # by a co-teacher
    page.submit(form=form, status=303)
    assert "tables and settings can’t change anymore" in page.follow().text


def test_a_double_click_opens_one_lobby_without_an_error(
    page: PageClient, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.sign_in(cast.alice).get("sessions.new", class_id=cast.class_7b.id)
    looked: list[str] = []

    def look(*, class_id: str) -> ClassSession | None:
        found = open_session_of(class_id=class_id)
        if not looked:  # both requests have looked for an open session before one opens it
            open_session(class_id=class_id, settings=TableSettings())
        looked.append(class_id)
        return found

    monkeypatch.setattr("classroom.blueprints.sessions.opening.open_session_of", look)
    page.submit()
    shown = page.follow()
    assert shown.title.startswith(f"Lobby of {isolated('7B')}")
    assert "already" not in shown.text


class TestChosenTables:
    def test_a_chosen_table_is_applied_at_the_start(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 4)
        lobby.arrange_tables(class_session_id=class_session.id)
        mover, left = plan_of(class_session)[1]
        show(page, class_session)
        page.submit({f"table-{mover}": "2"}, form="/start")
        assert class_session.state == SessionState.PLAYING
        assert mover in plan_of(class_session)[2]
        assert plan_of(class_session)[1] == [left]
        dealt = games.current_games(class_session_id=class_session.id)
        assert [{one.student_id for one in game.players if one.student_id} for game in dealt] == [
            set(people) for people in plan_of(class_session).values()
        ]

    def test_an_impossible_choice_prevents_the_start_and_is_kept(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        join(class_session, 6)
        lobby.arrange_tables(class_session_id=class_session.id)
        plan = plan_of(class_session)
        show(page, class_session)
        chosen = {f"table-{one}": "1" for number in (2, 3) for one in plan[number]} | {f"table-{plan[3][1]}": str(3)}
        shown = page.submit(chosen, form="/start", status=422)
        assert class_session.state == SessionState.LOBBY
        assert "a table can have" in text_of(shown.one("div", role="alert"))
        assert len(plan_of(class_session)[1]) == 5

    def test_two_who_name_each_other_swap_once(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 2)
        lobby.arrange_tables(class_session_id=class_session.id)
        one, other = plan_of(class_session)[1]
        show(page, class_session)
        page.submit({f"table-{one}": f"swap-{other}", f"table-{other}": f"swap-{one}"}, form="/start")
        assert plan_of(class_session)[1] == [other, one]

    @pytest.mark.parametrize("button", ["share", "leave", "split"])
    def test_other_buttons_keep_the_choices(self, page: PageClient, class_session: ClassSession, button: str) -> None:
        join(class_session, 6)
        lobby.arrange_tables(class_session_id=class_session.id)
        plan = plan_of(class_session)
        fields = show(page, class_session).form("/move").fields
        pressed = {"share": "3-yes"} if button == "share" else {"student": plan[3][0], "table": "1"}
        page.post(
            f"sessions.{button}", {**fields, f"table-{plan[1][0]}": "2", **pressed}, class_session_id=class_session.id
        )
        assert plan[1][0] in plan_of(class_session)[2]

    def test_a_move_without_a_script_mentions_other_choices(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        join(class_session, 4)
        lobby.arrange_tables(class_session_id=class_session.id)
        one, other = plan_of(class_session)[1]
        show(page, class_session)
        page.submit({f"table-{one}": "2", f"table-{other}": "2", "student": one}, form="/move")
        assert "1 other choice isn’t applied yet." in page.follow().text

    def test_a_chosen_method_is_applied_at_the_start(self, page: PageClient, class_session: ClassSession) -> None:
        students = join(class_session, 4)
        lobby.start_session(class_session_id=class_session.id)
        before = {frozenset(people) for people in plan_of(class_session).values()}
        class_session.state = SessionState.ENDED
        again = make_class_session(class_session.school_class, settings=TableSettings(table_size=4))
        for student in students:
            join_session(class_session_id=again.id, student_id=student.id)
        show(page, again)
        page.submit({"forming": "last"}, form="/start")
        assert {frozenset(people) for people in plan_of(again).values()} == before

    def test_choosing_another_method_prevents_the_start_once(
        self, page: PageClient, class_session: ClassSession
    ) -> None:
        join(class_session, 4)
        lobby.arrange_tables(class_session_id=class_session.id)
        show(page, class_session)
        shown = page.submit({"forming": "mixed"}, form="/start", status=409)
        assert "You chose another way" in text_of(shown.one("div", role="alert"))
        assert games.current_games(class_session_id=class_session.id) == []
        page.submit(form="/start")
        assert len(games.current_games(class_session_id=class_session.id)) == 2


class TestSizes:
    def test_the_resulting_tables_are_shown(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 3)
        shown = show(page, class_session)
        assert text_of(shown.one("label", **{"for": "fit"})) == "3 students:"
        options = [text_of(one) for one in shown.one("select", id="fit").iter("option")]
        assert options == ["1 table of 3", "1 table of 2 and 1 student with a bot"]

    def test_no_choice_is_offered_if_the_number_fits(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 12)
        shown = show(page, class_session)
        assert text_of(shown.one("p", id="fit")) == "12 students: 6 tables of 2."
        assert shown.all("select", id="fit") == []

    @pytest.mark.parametrize("form", ["/arrange", "/start"])
    @pytest.mark.parametrize(("fit", "formed"), [("nearest", [3]), ("bot", [1, 2]), ("x", [3])])
    def test_chosen_sizes_are_formed(
        self, page: PageClient, class_session: ClassSession, form: str, fit: str, formed: list[int]
    ) -> None:
        join(class_session, 3)
        show(page, class_session)
        page.submit({"fit": fit}, form=form)
        assert sizes(class_session) == formed

    def test_later_students_get_the_chosen_sizes(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 2)
        lobby.arrange_tables(class_session_id=class_session.id)
        join(class_session, 3)
        shown = show(page, class_session)
        assert len(list(shown.one("select", id="further-fit").iter("option"))) == 2
        page.submit({"further-fit": "bot"}, form="/start")
        assert sizes(class_session) == [1, 2, 2]

    def test_saved_tables_show_what_they_would_make_now(self, page: PageClient, class_session: ClassSession) -> None:
        join(class_session, 4)
        lobby.start_session(class_session_id=class_session.id)
        class_session.state = SessionState.ENDED
        again = make_class_session(class_session.school_class, settings=TableSettings(table_size=4))
        join(again, 3)
        methods = [text_of(one) for one in show(page, again).one("select", id="forming").iter("option")]
        assert "Same as last session (1 table of 3)" in methods


def test_tables_changed_by_hand_get_no_note_about_their_size(page: PageClient, cast: Cast) -> None:
    page.sign_in(cast.alice)
    class_session = make_class_session(cast.class_7b, settings=TableSettings(table_size=4))
    join(class_session, 6)
    lobby.arrange_tables(class_session_id=class_session.id)
    assert sizes(class_session) == [3, 3]
    show(page, class_session)
    mover = plan_of(class_session)[1][0]
    page.submit({f"table-{mover}": "2", "student": mover}, form="/move")
    assert "Your settings call for" not in page.follow().text
    assert sizes(class_session) == [2, 4]
