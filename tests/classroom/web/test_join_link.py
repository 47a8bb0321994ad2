"""Links and QR codes for students."""

from __future__ import annotations

from classroom.web.join_link import JoinLink, drawn_qr


def test_the_qr_code_of_a_class_is_drawn_once_and_is_that_of_its_link() -> None:
    first, again, other = (JoinLink("school", f"https://school/{code}", is_local=False) for code in ("a", "a", "b"))
    assert first.qr == drawn_qr("https://school/a")
    assert first.qr is again.qr
    assert other.qr != first.qr
