"""Students get a face whichever way they are added to a class, and can change it."""

from __future__ import annotations

from collections import Counter

import pytest

from classroom.database import db
from classroom.models import ANIMALS, FACES, ROBOT, Face, SchoolClass, Student
from classroom.models.face import distinct_faces
from classroom.services.accounts.card_secrets import PICTURES
from classroom.services.classes import roster
from classroom.services.classes.faces import choose_face, free_faces
from classroom.services.classes.moving_students import move_to_class
from classroom.services.errors import ClassErrorCode, ServiceError
from classroom.services.play.tables import table_of
from tests.classroom.services.rosters.importing import imported
from tests.factories import Cast, make_attendance, make_class_session, make_game, make_school_class, make_student


@pytest.fixture
def class_5a(cast: Cast) -> SchoolClass:
    """Alice's class without students."""
    return make_school_class("5A", teacher=cast.alice)


def names(number: int, prefix: str = "Student") -> str:
    return "\n".join(f"{prefix} {one:02}" for one in range(number))


def faces_of(school_class: SchoolClass) -> list[Face]:
    return [one.face for one in roster.students_of(class_id=school_class.id)]


def with_face(face: Face, school_class: SchoolClass) -> Student:
    return make_student(school_class=school_class, animal=face.animal, disc=face.disc)


def test_animals_differ_from_the_pictures_of_login_cards() -> None:
    assert not {*ANIMALS, ROBOT.animal} & set(PICTURES)
    assert len(FACES) == len(set(FACES)) == 24
    assert ROBOT not in FACES


class TestDealing:
    def test_24_students_have_24_faces(self, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(24))
        assert set(faces_of(class_5a)) == set(FACES)

    def test_twelve_students_have_twelve_animals(self, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(12))
        assert {face.animal for face in faces_of(class_5a)} == set(ANIMALS)

    def test_more_students_share_faces_evenly(self, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(30))
        roster.add_students(class_id=class_5a.id, text=names(5, "Late"))
        in_use = Counter(faces_of(class_5a))
        assert set(in_use) == set(FACES)
        assert max(in_use.values()) == 2
        assert max(Counter(face.animal for face in in_use.elements()).values()) == 3

    def test_imported_students_have_other_faces_than_those_before(self, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(10))
        imported(class_5a, names(14, "New"))
        assert set(faces_of(class_5a)) == set(FACES)

    def test_students_added_one_by_one_have_different_faces(self, class_5a: SchoolClass) -> None:
        for name in names(24).splitlines():
            roster.add_students(class_id=class_5a.id, text=name)
        assert set(faces_of(class_5a)) == set(FACES)

    def test_two_classes_get_different_faces(self, class_5a: SchoolClass, cast: Cast) -> None:
        roster.add_students(class_id=class_5a.id, text=names(20))
        roster.add_students(class_id=cast.class_7b.id, text=names(20))
        assert faces_of(class_5a) != faces_of(cast.class_7b)[1:]

    def test_a_new_class_and_its_students_can_be_saved_together(self, cast: Cast) -> None:
        new = SchoolClass(name="6C", code="newone", teacher_id=cast.alice.id)
        new.students = [Student(name=name, name_key=name) for name in ("ana", "ben", "cem")]
        db.session.add(new)
        db.session.commit()
        assert len(set(faces_of(new))) == 3


class TestComingBack:
    def test_a_student_who_moves_keeps_a_free_face(self, cast: Cast, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(5))
        free = next(face for face in FACES if face not in faces_of(class_5a))
        student = with_face(free, cast.class_7b)
        move_to_class(class_id=cast.class_7b.id, to_class_id=class_5a.id, student_ids=[student.id])
        assert student.face == free

    def test_a_student_who_moves_gets_another_face_if_it_is_taken(self, cast: Cast, class_5a: SchoolClass) -> None:
        taken = with_face(FACES[0], class_5a).face
        student = with_face(taken, cast.class_7b)
        move_to_class(class_id=cast.class_7b.id, to_class_id=class_5a.id, student_ids=[student.id])
        assert student.class_id == class_5a.id
        assert student.face.animal != taken.animal

    @pytest.mark.parametrize("is_taken", [False, True])
    def test_a_restored_student_keeps_the_face_unless_it_is_taken(
        self, class_5a: SchoolClass, *, is_taken: bool
    ) -> None:
        student = with_face(FACES[0], class_5a)
        roster.archive_student(student_id=student.id)
        assert student.face == FACES[0]
        if is_taken:
            with_face(FACES[0], class_5a)
        roster.restore_student(student_id=student.id)
        assert (student.face != FACES[0]) is is_taken

    def test_the_face_of_an_archived_student_is_free(self, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(24))
        first = roster.students_of(class_id=class_5a.id)[0]
        roster.archive_student(student_id=first.id)
        roster.add_students(class_id=class_5a.id, text="Late")
        assert set(faces_of(class_5a)) == set(FACES)


class TestChoosing:
    def test_a_face_of_no_classmate_can_be_chosen(self, cast: Cast) -> None:
        other = make_student("Ben", school_class=cast.class_7b)
        free = free_faces(class_id=cast.class_7b.id, student_id=cast.bob.id)
        assert free == set(FACES) - {other.face}
        chosen = next(face for face in FACES if face not in {cast.bob.face, other.face})
        choose_face(student_id=cast.bob.id, face=chosen)
        assert cast.bob.face == chosen

    def test_a_classmates_face_is_rejected(self, cast: Cast) -> None:
        other, before = make_student("Ben", school_class=cast.class_7b), cast.bob.face
        with pytest.raises(ServiceError) as caught:
            choose_face(student_id=cast.bob.id, face=other.face)
        assert caught.value.code is ClassErrorCode.FACE_TAKEN
        assert cast.bob.face == before

    def test_no_one_can_be_a_robot(self, cast: Cast) -> None:
        with pytest.raises(ServiceError):
            choose_face(student_id=cast.bob.id, face=ROBOT)

    def test_in_a_large_class_students_who_share_a_face_may_share_any_other(self, class_5a: SchoolClass) -> None:
        roster.add_students(class_id=class_5a.id, text=names(25))
        in_use = Counter(faces_of(class_5a))
        for student in roster.students_of(class_id=class_5a.id):
            free = free_faces(class_id=class_5a.id, student_id=student.id)
            assert free == (set(FACES) if in_use[student.face] == 2 else {student.face})


class TestTables:
    FOX, RAYED = Face("fox", "soft"), Face("fox", "rays")

    def test_equal_animals_have_different_discs(self) -> None:
        owl = Face("owl", "soft")
        assert distinct_faces([self.FOX, owl, self.FOX]) == (self.FOX, owl, self.RAYED)
        assert distinct_faces([self.FOX, self.RAYED, owl]) == (self.FOX, self.RAYED, owl)
        assert distinct_faces([ROBOT, ROBOT, ROBOT, ROBOT]) == (ROBOT, ROBOT.on_other_disc) * 2

    def test_seats_have_the_faces_of_their_students_and_robots(self, cast: Cast) -> None:
        ben = make_student("Ben", school_class=cast.class_7b)
        table = table_of(make_game(make_class_session(cast.class_7b), [cast.bob, None, ben, None]))
        assert [table.faces[one.id] for one in table.seated] == [cast.bob.face, ROBOT, ben.face, ROBOT.on_other_disc]

    def test_a_changed_face_is_shown_at_once(self, cast: Cast) -> None:
        class_session = make_class_session(cast.class_7b)
        make_attendance(class_session, cast.bob)
        game = make_game(class_session, [cast.bob, None])
        db.session.commit()
        before, wanted = class_session.version, cast.bob.face.on_other_disc
        assert table_of(game).seated[0].student_face != wanted
        choose_face(student_id=cast.bob.id, face=wanted)
        assert class_session.version == before + 1
        assert table_of(game).seated[0].student_face == wanted
