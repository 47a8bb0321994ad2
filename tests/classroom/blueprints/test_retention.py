"""The page on which administrators choose how long answers and names are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from classroom.database import db
from classroom.models import AuditAction
from classroom.services import audit_log
from classroom.services.maintenance import retention
from classroom.services.maintenance.retention import Limits
from tests.classroom.reports.lesson import Lesson
from tests.factories import PASSWORD

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.frozen_clock import FrozenClock
    from tests.page_client import PageClient


def test_rules_are_previewed_then_saved(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> None:
    Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")
    frozen_clock.move_on(days=800)
    cast.dora.is_administrator = True
    db.session.commit()
    page.sign_in(cast.dora)
    shown = page.get("retention.show")
    assert "Off. Nothing is deleted" in shown.text
    assert "Due today" not in shown.text
    page.submit({"answers": "2", "names": "12"}, form="/preview", status=200)
    assert page.last is not None
    assert "7B Alice Okafor 1 session · 1 answer · 1 name" in page.last.text.replace(", ", " · ")
    assert retention.rules() is None
    page.submit({"own_password": "wrong"}, form="/admin/retention", status=422)
    assert retention.rules() is None
    page.submit({"own_password": PASSWORD}, form="/admin/retention")
    assert "The first deletion is on" in page.follow().text
    kept = retention.rules()
    assert kept is not None
    assert (kept.answers_years, kept.names_months) == (2, 12)
    assert audit_log.latest_of(AuditAction.RETENTION_CHANGED) is not None


def test_rules_can_be_turned_off(page: PageClient, cast: Cast) -> None:
    retention.save_limits(Limits(1, 6))
    cast.dora.is_administrator = True
    db.session.commit()
    page.sign_in(cast.dora).get("retention.show")
    page.submit({"answers": "keep", "names": "keep"}, form="/preview", status=200)
    page.submit({"own_password": PASSWORD}, form="/admin/retention")
    assert "Off. Nothing is deleted" in page.follow().text


def test_other_choices_are_refused(page: PageClient, cast: Cast) -> None:
    cast.dora.is_administrator = True
    db.session.commit()
    page.sign_in(cast.dora)
    page.post("retention.preview", {"answers": "0", "names": "-1"}, status=422)
    page.post("retention.save", {"answers": "99", "names": "keep", "own_password": PASSWORD}, status=422)
    assert retention.rules() is None


def test_teachers_are_notified_two_weeks_before(page: PageClient, cast: Cast, frozen_clock: FrozenClock) -> None:
    Lesson(cast.class_7b).answer(cast.bob, "7 × 8", "56")
    retention.save_limits(Limits(answers_years=1))
    notice = "your school’s rules delete from this class: 1 session"
    frozen_clock.move_on(days=350)
    assert notice not in page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id).text
    frozen_clock.move_on(days=3)
    assert notice in page.sign_in(cast.alice).get("classes.show", class_id=cast.class_7b.id).text
    assert notice not in page.sign_in(cast.dora).get("classes.show", class_id=cast.class_8c.id).text
