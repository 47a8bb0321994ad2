"""Every page, in every state that looks different."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from classroom.hosting import hosted_app
from tests.browser.gallery import desk, lessons, reports
from tests.browser.gallery.frame import Gallery
from tests.factories import make_teacher
from tests.migrated_database import copy_migrated_database
from tests.over_http.server import LiveServer
from tests.over_http.stage import cookie_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask

    from classroom.models import Teacher

__all__ = ["Gallery", "fill", "served"]


@contextmanager
def served(
    folder: Path, fill_school: Callable[[Flask, Gallery, str, Teacher], None]
) -> Iterator[tuple[LiveServer, Gallery]]:
    """Run a server with some of the pages.

    :param fill_school: called with the app, the gallery to fill, the cookie of Alice Okafor, and her account
    """
    server, gallery = LiveServer(folder), Gallery()
    with hosted_app(instance_path=server.folder) as app, app.app_context():
        teacher = make_teacher("Alice Okafor")
        fill_school(app, gallery, cookie_of(app, teacher_id=teacher.id), teacher)
    server.start()
    yield server, gallery
    server.stop()


def fill(folder: Path) -> Gallery:
    """Fill the database of a server that has not started."""
    gallery = Gallery()
    copy_migrated_database(folder)
    with hosted_app(instance_path=folder) as app, app.app_context():
        teacher = make_teacher("Alice Okafor")
        alice = cookie_of(app, teacher_id=teacher.id)
        gallery.add(None, "/sign-in", "/", "/join/zzzzzz")
        gallery.add(cookie_of(app, teacher_id=make_teacher("Dora Lind").id), "/classes", "/decks")
        gallery.add(alice, "/classes", "/account", "/nothing-here")
        desk.accounts(app, gallery)
        desk.empty_class(gallery, alice, teacher)
        lessons.class_in_lobby(app, gallery, alice, teacher)
        desk.class_with_cards(gallery, alice, teacher)
        desk.class_with_school_accounts(app, gallery, alice, teacher)
        desk.class_with_lms(app, gallery, alice, teacher)
        lessons.class_that_plays(app, gallery, alice, teacher)
        lessons.class_that_waits(gallery, alice, teacher)
        lessons.class_that_has_played(app, gallery, alice, teacher)
        lessons.class_with_playing_cards(app, gallery, alice, teacher)
        lessons.classes_with_exit_tickets(app, gallery, alice, teacher)
        lessons.class_that_solves_ahead(app, gallery, alice, teacher)
        lessons.class_under_control(app, gallery, alice, teacher)
        lessons.class_with_own_levels(app, gallery, alice, teacher)
        reports.class_with_notable_answers(app, gallery, alice, teacher)
        desk.class_of_several_teachers(app, gallery, alice, teacher)
        lessons.classes_at_one_board(gallery, alice, teacher)
        lessons.class_with_shared_devices(app, gallery, alice, teacher)
        lessons.table_with_a_ticket_on_one_device(app, gallery, alice, teacher)
        desk.decks(gallery, alice, teacher)
        desk.rosters(gallery, alice, teacher)
    return gallery
