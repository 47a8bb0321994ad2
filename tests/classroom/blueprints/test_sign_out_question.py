"""Students are asked once before signing out, also without JavaScript; teachers are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page_client import PageClient


def test_a_student_is_asked(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.bob).get("play.show")
    question = shown.one("details", id="sign-out")
    assert question.get("open") is None
    assert [text_of(one) for one in question.iter("summary")] == ["Sign out"]
    (form,) = question.iter("form")
    assert f"Not {cast.bob.name}, or done for today?" in text_of(form)
    assert [text_of(one) for one in form.iter("button")] == ["Yes, sign out"]
    outside = [one for one in shown.root.iter("form") if one.get("action") == form.get("action")]
    assert outside == [form], "there is no other way to sign out"
    page.submit(form="/sign-out")
    page.get("play.show", status=303)


def test_a_teacher_signs_out_at_once(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.alice).get("classes.index")
    assert not shown.all("details", id="sign-out")
    page.submit(form="/sign-out")
    page.get("classes.index", status=303)
