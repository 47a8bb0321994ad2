"""The pages that show faces, and the one on which students change theirs."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

import pytest
from flask import render_template_string

from classroom.models import ANIMALS, FACES, ROBOT, SessionState, Student
from classroom.services.classes import roster
from tests.factories import make_attendance, make_class_session, make_game, make_student

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient

MOODS = ("rest", "glad", "think")


def drawings(app: Flask, only: str = "") -> str:
    with app.test_request_context():
        source = '{% from "macros/animals.html" import animal_drawings %}{{ animal_drawings(' + only + ") }}"
        return render_template_string(source)


def drawn(page: Page) -> list[str]:
    """Return the animal and mood of each face on a page."""
    return re.findall(r'<use href="#([a-z]+-(?:rest|glad|think))"/></svg>', page.html)


def test_each_animal_is_drawn_in_three_moods_within_four_kilobytes(app: Flask) -> None:
    markup = drawings(app)
    ids = re.findall(r' id="([^"]+)"', markup)
    assert len(ids) == len(set(ids))
    assert {f"{animal}-{mood}" for animal in (*ANIMALS, ROBOT.animal) for mood in MOODS} <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', markup)) <= set(ids)
    assert len(gzip.compress(markup.encode())) <= 4096


def test_a_face_that_changes_its_mood_keeps_its_head(app: Flask) -> None:
    with app.test_request_context():
        source = '{% from "macros/animals.html" import animal %}{{ animal({"animal": "owl", "disc": "rays"}, mood) }}'
        shown = {mood: re.findall(r'href="#([^"]+)"', render_template_string(source, mood=mood)) for mood in MOODS}
    assert shown == {mood: ["disc-rays", "owl", f"owl-{mood}"] for mood in MOODS}
    for mood in re.findall(r'<g id="owl-(?:rest|glad|think)".*?(?=<g id="owl|$)', drawings(app, '["owl"]')):
        assert 'href="#owl"' not in mood


@pytest.mark.parametrize("animal", [*ANIMALS, ROBOT.animal])
def test_one_animal_can_be_drawn_without_the_others(app: Flask, animal: str) -> None:
    markup = drawings(app, f'["{animal}"]')
    ids = set(re.findall(r' id="([^"]+)"', markup))
    assert set(re.findall(r'href="#([^"]+)"', markup)) <= ids
    assert ids & set(ANIMALS) == {animal} - {ROBOT.animal}
    assert len(gzip.compress(markup.encode())) <= 1200


def test_the_list_of_names_shows_every_face_beside_its_name(page: PageClient, cast: Cast) -> None:
    make_class_session(cast.class_7b)
    roster.add_students(class_id=cast.class_7b.id, text="\n".join(f"Student {one:02}" for one in range(23)))
    shown = page.get("home.names", code=cast.class_7b.code)
    assert drawn(shown) == [f"{one.animal}-rest" for one in roster.students_of(class_id=cast.class_7b.id)]
    assert shown.html.count('href="#disc-soft"') == shown.html.count('href="#disc-rays"') == 12


class TestChoosing:
    @pytest.fixture
    def ben(self, cast: Cast) -> Student:
        """Bob's classmate."""
        return make_student("Ben", school_class=cast.class_7b)

    def test_a_student_chooses_another_animal(self, page: PageClient, cast: Cast, ben: Student) -> None:
        make_class_session(cast.class_7b)
        waiting = page.sign_in(cast.bob).get("play.show")
        page.open(str(waiting.one("a", id="own-face").get("href")))
        wanted = next(face for face in FACES if face not in {cast.bob.face, ben.face})
        assert page.submit({"face": wanted.value}, form="/play/animal").redirect == "/play"
        assert f"{wanted.animal}-rest" in drawn(page.get("play.show"))
        assert cast.bob.face == wanted

    def test_a_classmates_animal_is_shown_as_taken(self, page: PageClient, cast: Cast, ben: Student) -> None:
        shown = page.sign_in(cast.bob).get("faces.show")
        taken = [one for one in shown.all("button") if one.get("aria-disabled") == "true"]
        assert [one.get("value") for one in taken] == [ben.face.value]
        page.post("faces.choose", {"face": ben.face.value})
        assert cast.bob.face != ben.face
        assert "Another student has this animal." in page.get("faces.show").text

    def test_invalid_faces_are_not_found(self, page: PageClient, cast: Cast) -> None:
        page.sign_in(cast.bob).post("faces.choose", {"face": ROBOT.value}, status=404)

    def test_faces_cannot_change_during_a_game(self, page: PageClient, cast: Cast, ben: Student) -> None:
        class_session = make_class_session(cast.class_7b, state=SessionState.PLAYING)
        make_attendance(class_session, cast.bob)
        make_game(class_session, [cast.bob, None])
        before = cast.bob.face
        wanted = next(face for face in FACES if face not in {before, ben.face})
        page.sign_in(cast.bob).post("faces.choose", {"face": wanted.value})
        assert cast.bob.face == before
        assert "after this game" in page.get("play.show").text
