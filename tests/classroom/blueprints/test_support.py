"""Private groups and support: what the teacher's forms store, and its effect on the student's pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import Student
from classroom.services.classes import support
from classroom.services.classes.support import SupportSettings
from classroom.services.play.games import current_games
from classroom.services.play.moves import play_move
from classroom.services.play.positions import position_of
from classroom.services.sessions.class_sessions import join_session
from classroom.services.sessions.lobby import start_session
from classroom.services.settings import TableSettings
from engine import Solve, SolveMode, unsolved
from engine.equations import spoken
from tests.factories import Cast, make_class_session, make_student

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.page_client import PageClient

GROUP = "Tuesday readers"


def of(student: Student) -> SupportSettings:
    db.session.expire_all()
    return SupportSettings.of(db.session.get_one(Student, student.id))


def said_of(page: PageClient, button: str) -> str | None:
    return page.get("play.show").one("button", id=button).get("data-say")


def sent(student: Student, *, group: str = GROUP, time: str = "1.5", **ticks: str) -> dict[str, str]:
    return {f"group-{student.id}": group, f"time-{student.id}": time} | {
        f"{name}-{student.id}": value for name, value in ticks.items()
    }


class TestForms:
    def test_one_form_has_the_whole_class(self, page: PageClient, cast: Cast) -> None:
        ana = make_student("Ana", school_class=cast.class_7b, reads_aloud=True)
        page.sign_in(cast.alice).get("classes.support", class_id=cast.class_7b.id)
        page.post("classes.support", {**sent(cast.bob, large="yes"), **sent(ana, group="")}, class_id=cast.class_7b.id)
        assert of(cast.bob) == SupportSettings(GROUP, 1.5, has_large_text=True)
        assert of(ana) == SupportSettings("", 1.5)
        shown = page.follow()
        assert shown.form().fields[f"group-{cast.bob.id}"] == GROUP
        assert [one.get("value") for one in shown.all("option") if one.get("value") == GROUP] == [GROUP]

    def test_students_not_on_the_page_are_unchanged(self, page: PageClient, cast: Cast) -> None:
        ana = make_student("Ana", school_class=cast.class_7b, group=GROUP)
        data = {**sent(cast.bob), **sent(cast.charlie)}
        page.sign_in(cast.alice).post("classes.support", data, class_id=cast.class_7b.id)
        assert of(ana).group == GROUP
        assert of(cast.charlie) == SupportSettings()

    def test_support_that_a_co_teacher_set_meanwhile_is_kept(self, page: PageClient, cast: Cast) -> None:
        ana = make_student("Ana", school_class=cast.class_7b, has_large_text=True)
        form = page.sign_in(cast.alice).get("classes.support", class_id=cast.class_7b.id).form()
        set_meanwhile = SupportSettings(GROUP, 2.0, reads_aloud=True)
        support.set_support(class_id=cast.class_7b.id, settings={ana.id: set_meanwhile})
        page.send(form, {f"group-{cast.bob.id}": "Owls", f"keys-{cast.bob.id}": "yes"}, status=303)
        assert of(cast.bob) == SupportSettings("Owls", has_keys_off=True)
        assert of(ana) == set_meanwhile

    def test_two_teachers_can_change_different_support_of_a_student(self, page: PageClient, cast: Cast) -> None:
        form = page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id).form("/support")
        support.set_support(
            class_id=cast.class_7b.id, settings={cast.bob.id: SupportSettings("A|B", 2.0, reads_aloud=True)}
        )
        page.send(form, {f"language-{cast.bob.id}": "es", f"keys-{cast.bob.id}": "yes"}, status=303)
        assert of(cast.bob) == SupportSettings("A|B", 2.0, reads_aloud=True, has_keys_off=True, language="es")

    @pytest.mark.parametrize("endpoint", ["students.edit", "classes.support"])
    def test_the_second_teacher_learns_what_the_first_one_saved(
        self, page: PageClient, cast: Cast, endpoint: str
    ) -> None:
        bob = cast.bob
        ids = {"class_id": cast.class_7b.id} if endpoint == "classes.support" else {"student_id": bob.id}
        address = page.url(endpoint, **ids)
        form = page.sign_in(cast.alice).open(address).form("/support")
        support.set_support(
            class_id=cast.class_7b.id, settings={bob.id: SupportSettings("Owls", 2.0, reads_aloud=True)}
        )
        refused = page.send(form, {f"group-{bob.id}": "Foxes", f"time-{bob.id}": "2"}, status=409)
        assert "another teacher saved: Bob: Owls. Your choices are still here." in re.sub(
            r"[\u2068\u2069]", "", refused.text
        )
        assert of(bob) == SupportSettings("Owls", 2.0, reads_aloud=True)
        again = refused.form("/support")
        assert again.fields[f"group-{bob.id}"] == "Foxes"
        page.send(again, status=303)
        assert of(bob) == SupportSettings("Foxes", 2.0, reads_aloud=True)

    @pytest.mark.parametrize("wrong", [{"time": "3"}, {"time": "nan"}, {"time": ""}, {"group": "x" * 41}])
    def test_invalid_values_are_refused_and_kept_in_the_form(
        self, page: PageClient, cast: Cast, wrong: dict[str, str]
    ) -> None:
        ana = make_student("Ana", school_class=cast.class_7b)
        data = {**sent(ana, group="Owls"), **sent(cast.bob, **wrong)}
        page.sign_in(cast.alice)
        refused = page.post("classes.support", data, class_id=cast.class_7b.id, status=422)
        assert refused.form().fields[f"group-{ana.id}"] == "Owls"
        assert of(ana) == of(cast.bob) == SupportSettings()
        refused = page.post("students.support", sent(cast.bob, **wrong), student_id=cast.bob.id, status=422)
        assert (
            refused.form("/support").fields[f"group-{cast.bob.id}"] == sent(cast.bob, **wrong)[f"group-{cast.bob.id}"]
        )

    def test_support_can_be_set_on_the_student_page(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.alice).get("students.edit", student_id=cast.bob.id)
        page.submit({f"group-{cast.bob.id}": "Owls", f"time-{cast.bob.id}": "2"}, form="/support")
        assert of(cast.bob) == SupportSettings("Owls", 2.0)

    def test_an_empty_class_gets_instructions(self, page: PageClient, cast: Cast) -> None:
        db.session.delete(cast.bob)
        db.session.commit()
        assert "Add names first." in page.sign_in(cast.alice).get("classes.support", class_id=cast.class_7b.id).text

    def test_the_roster_shows_groups_only_when_asked(self, page: PageClient, cast: Cast) -> None:
        make_student("Ana", school_class=cast.class_7b)
        page.sign_in(cast.alice)
        assert "Show by group" not in page.get("classes.show", class_id=cast.class_7b.id).text
        support.set_support(class_id=cast.class_7b.id, settings={cast.bob.id: SupportSettings(GROUP)})
        shown = page.get("classes.show", class_id=cast.class_7b.id)
        assert GROUP not in shown.text
        assert f"{GROUP} Bob No group Ana" in page.open(shown.link("Show by group").partition("#")[0]).text


class TestOwnPages:
    @pytest.fixture(autouse=True)
    def _table(self, cast: Cast) -> None:
        """Seat Bob, with all support, and Ana, with none, at a table where cards are solved ahead."""
        self.ana = make_student("Ana", school_class=cast.class_7b)
        wanted = SupportSettings(GROUP, 2.0, reads_aloud=True, has_large_text=True)
        support.set_support(class_id=cast.class_7b.id, settings={cast.bob.id: wanted})
        settings = TableSettings(solve=SolveMode.AHEAD)
        class_session = make_class_session(cast.class_7b, settings=settings)
        for student in (cast.bob, self.ana):
            join_session(class_session_id=class_session.id, student_id=student.id)
        start_session(class_session_id=class_session.id)
        self.game = current_games(class_session_id=class_session.id)[0]
        self.seat = next(one.seat for one in self.game.players if one.student_id == cast.bob.id)

    def test_large_text_and_reading_aloud_apply_to_the_student_only(
        self, cast: Cast, new_page: Callable[[], PageClient]
    ) -> None:
        bob = new_page().sign_in(cast.bob).get("play.show")
        for word in ("large-type", "data-say", "js/aloud.js"):
            assert word in bob.html
        ana = new_page().sign_in(self.ana).get("play.show")
        for word in ("large-type", "data-say", "js/aloud.js"):
            assert word not in ana.html

    def test_no_page_of_a_student_contains_group_or_support(self, cast: Cast, page: PageClient) -> None:
        for student in (cast.bob, self.ana):
            page.sign_in(student)
            for endpoint in ("play.show", "play.fragment", "played.index"):
                html = page.get(endpoint, htmx=endpoint == "play.fragment").html
                assert GROUP not in html

    def test_text_read_aloud_never_contains_an_answer(self, cast: Cast, page: PageClient) -> None:
        page.sign_in(cast.bob)
        setup = position_of(self.game).setup
        for card in unsolved(position_of(self.game), position_of(self.game).hands[self.seat]):
            face = spoken(setup.cards_by_id[card].face)
            assert said_of(page, "say-asked") == said_of(page, f"say-{card}") == face
            move = Solve(self.seat, card, setup.answers[card])
            version = self.game.version
            key = f"key {version}"
            play_move(game_id=self.game.id, student_id=cast.bob.id, move=move, version=version, idempotency_key=key)
            db.session.refresh(self.game)
            assert f"answer {setup.answers[card]}" in page.get("play.show").text
            assert said_of(page, f"say-{card}") == face

    def test_face_down_cards_are_not_read_aloud(self, cast: Cast, page: PageClient) -> None:
        first, *others = unsolved(position_of(self.game), position_of(self.game).hands[self.seat])
        shown = {one.get("id") for one in page.sign_in(cast.bob).get("play.show").all("button")}
        assert f"say-{first}" in shown
        assert shown.isdisjoint(f"say-{card}" for card in others)

    def test_support_takes_no_extra_query(self, cast: Cast, new_page: Callable[[], PageClient]) -> None:
        new_page().sign_in(self.ana).get("play.show")  # the first reader builds what all share
        counts = {
            one.name: new_page().sign_in(one).count_queries("play.fragment", htmx=True) for one in (cast.bob, self.ana)
        }
        assert counts["Bob"] == counts["Ana"]
