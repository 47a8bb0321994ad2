from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from classroom.database import db
from tests.page_lint import text_of

if TYPE_CHECKING:
    from flask import Flask

    from tests.factories import Cast
    from tests.page_client import PageClient


def test_an_administrator_sees_all_findings_and_the_device_address(page: PageClient, cast: Cast) -> None:
    cast.alice.is_administrator = True
    db.session.commit()
    shown = page.sign_in(cast.alice).get("doctor.show")
    titles = [text_of(one) for one in shown.root.iter("h2")]
    assert {"Database", "Disk", "Clock", "Version"} <= set(titles)
    assert shown.answer.text.count("data:image/svg+xml") >= 2


def test_the_fragment_is_sent_only_if_it_has_changed(app: Flask, page: PageClient, cast: Cast) -> None:
    cast.alice.is_administrator = True
    db.session.commit()
    page.sign_in(cast.alice)
    shown = page.get("doctor.show")
    version = next(one.get("value") for one in shown.root.iter("input") if one.get("name") == "version")
    page.get("doctor.findings", htmx=True, version=version, status=204)
    page.get("doctor.findings", htmx=True, version="doctor-another")


def test_the_server_does_not_contact_addresses_from_requests(app: Flask, page: PageClient, cast: Cast) -> None:
    from classroom.blueprints.doctor import _public_address

    with app.test_request_context("/admin/doctor", base_url="https://elsewhere.example"):
        assert _public_address() is None
    try:
        for trusted in ("game.school.example", ".school.example"):
            app.config["TRUSTED_HOSTS"] = [trusted]
            with app.test_request_context("/admin/doctor", base_url="https://game.school.example:8443/sequence/"):
                assert _public_address() == "https://game.school.example:8443/sequence"
    finally:
        app.config["TRUSTED_HOSTS"] = None
    assert Path(app.instance_path).is_dir()
