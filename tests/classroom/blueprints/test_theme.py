from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.page_lint import text_of

if TYPE_CHECKING:
    from tests.factories import Cast
    from tests.page import Page
    from tests.page_client import PageClient


def theme_of(shown: Page) -> str | None:
    return shown.one("html").get("data-theme")


def test_one_button_goes_through_all_colors_and_stays_on_the_page(page: PageClient, cast: Cast) -> None:
    shown = page.get("auth.sign_in")
    found = [theme_of(shown)]
    for _ in range(3):
        button = shown.one("form", class_="theme").find("button")
        assert button is not None
        answer = page.submit({"theme": button.get("value")}, form="/theme", page=shown)
        assert answer.redirect == "/sign-in"
        shown = page.follow()
        found.append(theme_of(shown))
    assert found == [None, "light", "dark", None]


def test_students_have_the_button_in_the_header(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.bob).get("played.index")
    page.submit({"theme": "dark"}, form="/theme", page=shown)
    assert page.last is not None
    assert page.last.redirect == "/play/games"
    assert theme_of(page.follow()) == "dark"


def test_teachers_choose_on_their_account_page(page: PageClient, cast: Cast) -> None:
    shown = page.sign_in(cast.alice).get("account.show")
    assert shown.all("form", class_="theme") == []
    page.submit({"theme": "light"}, form="/theme", page=shown)
    shown = page.follow()
    assert theme_of(shown) == "light"
    (pressed,) = shown.all("button", **{"aria-pressed": "true"})
    assert text_of(pressed) == "Light"


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example", "", "/a\nb", "play"])
def test_the_redirect_stays_on_this_site(page: PageClient, cast: Cast, back: str) -> None:
    answer = page.post("display.choose_theme", {"theme": "dark", "back": back})
    assert answer.redirect == "/"


def test_an_invalid_theme_follows_the_device(page: PageClient, cast: Cast) -> None:
    page.post("display.choose_theme", {"theme": "dark", "back": "/sign-in"})
    assert theme_of(page.follow()) == "dark"
    page.post("display.choose_theme", {"theme": '"><script>', "back": "/sign-in"})
    assert theme_of(page.follow()) is None


def test_no_script_can_read_the_cookie(page: PageClient, cast: Cast) -> None:
    page.post("display.choose_theme", {"theme": "dark"})
    cookie = page.browser.get_cookie("theme")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
