"""The page that undoes a roster import."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from classroom.database import db
from classroom.models import RosterImport, Student
from classroom.services.classes import roster
from classroom.services.sessions.class_sessions import join_session
from tests.classroom.blueprints.test_roster_imports import paste, send
from tests.factories import make_class_session, make_student
from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


@pytest.fixture
def alice(page: PageClient, cast: Cast) -> PageClient:
    """Alice's page for adding students to 7B."""
    page.sign_in(cast.alice).get("classes.add_students", class_id=cast.class_7b.id)
    return page


def test_the_undo_page_does_not_need_more_queries_for_many_students(alice: PageClient, cast: Cast) -> None:
    asked = []
    for initial, how_many in (("A", 2), ("B", 20)):
        old = [make_student(f"Old {initial}{number}", school_class=cast.class_7b).name for number in range(how_many)]
        for student in db.session.query(Student).filter(Student.name.in_(old)).all():
            roster.archive_student(student_id=student.id)
        new = [f"New {initial}{number}" for number in range(how_many)]
        alice.get("classes.add_students", class_id=cast.class_7b.id)
        send(alice, "\n".join([*old, *new]).encode())
        alice.send(alice.follow().form_with(f"Import {2 * how_many} changes"))
        (undoable,) = db.session.query(RosterImport).filter_by(undone_at=None).all()
        asked.append(alice.count_queries("classes.undo_import", import_id=undoable.id))
        assert alice.last is not None
        assert f"because this import added them ({how_many})" in alice.last.text
        alice.post("classes.undo_import", import_id=undoable.id)
    assert asked[0] == asked[1]


def test_no_undo_is_offered_that_would_keep_everyone(alice: PageClient, cast: Cast) -> None:
    paste(alice, "Ana K")
    alice.send(alice.follow().form_with("Import 1 student"))
    (undoable,) = db.session.query(RosterImport).all()
    alice.get("classes.undo_import", import_id=undoable.id).form_with("Undo import")
    class_session = make_class_session(cast.class_7b)
    new = db.session.query(Student).filter_by(name="Ana K").one()
    join_session(class_session_id=class_session.id, student_id=new.id)
    shown = alice.get("classes.undo_import", import_id=undoable.id)
    assert "Kept, because they have played or were renamed (1)" in shown.text
    assert "There’s nothing left to undo." in shown.text
    assert not [one for one in shown.all("button") if text_of(one) == "Undo import"]
