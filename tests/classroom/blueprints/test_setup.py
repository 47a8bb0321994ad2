from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from classroom import instance
from classroom.services.accounts import rate_limit, teachers
from tests.factories import PASSWORD, make_teacher

if TYPE_CHECKING:
    from flask import Flask

    from tests.page_client import PageClient


@pytest.fixture
def token(app: Flask) -> str:
    return instance.setup_token(Path(app.instance_path))


def typed(token: str) -> dict[str, str]:
    return {"token": token, "name": "Ms Okafor", "password": PASSWORD, "again": PASSWORD}


def test_the_front_page_of_a_fresh_installation_leads_to_the_set_up(page: PageClient) -> None:
    page.get("home.show", status=303)
    assert page.follow().heading == "Welcome"
    page.get("auth.sign_in", status=303)
    assert page.follow().heading == "Welcome"


def test_the_set_up_signs_the_administrator_in(page: PageClient, token: str) -> None:
    page.get("setup.show")
    page.submit(typed(token))
    classes = page.follow()
    assert classes.heading == "Welcome, Ms Okafor!"
    assert classes.one("input", id="name").get("autofocus") is not None
    assert "1. Create a class" in classes.text


def test_the_token_may_be_typed_in_capitals_and_without_hyphens(page: PageClient, token: str) -> None:
    page.get("setup.show")
    page.submit(typed(f" {token.upper().replace('-', ' ')} "))
    assert teachers.has_teacher()


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        (
            {"token": "0000-0000"},
            "token",
            "That token doesn’t match. Copy it again from the window where you started the program.",
        ),
        ({"token": ""}, "token", "Enter the setup token. The window where you started the program shows it."),
        ({"name": " \0 "}, "name", "Enter your name."),
        ({"name": "x" * 500}, "name", "This name is too long. Use up to 40 characters."),
        ({"name": "Eve\u202e"}, "name", "This name has characters that can’t be shown. Type it again."),
        ({"password": "short", "again": "short"}, "password", "This password is too short. Use at least 8 characters."),
        ({"password": "password", "again": "password"}, "password", "This password is too common"),
        ({"again": "seven purple giraffe"}, "again", "The two passwords don’t match. Type them again."),
    ],
)
def test_errors_are_shown_at_their_fields(
    page: PageClient, token: str, changes: dict[str, str], field: str, sentence: str
) -> None:
    page.get("setup.show")
    answer = page.submit({**typed(token), **changes}, status=422)
    error = answer.one("p", id=f"{field}-error")
    assert sentence in "".join(error.itertext())
    assert answer.one("input", id=field).get("aria-describedby", "").endswith(f"{field}-error")
    assert not teachers.has_teacher()
    assert PASSWORD not in answer.html


def test_all_errors_are_shown_at_once(page: PageClient, token: str) -> None:
    page.get("setup.show")
    wrong = {"token": "", "name": "x" * 500, "password": "short", "again": "shorter"}
    answer = page.submit({**typed(token), **wrong}, status=422)
    said = {field: "".join(answer.one("p", id=f"{field}-error").itertext()) for field in wrong}
    assert "Enter the setup token" in said["token"]
    assert "This name is too long." in said["name"]
    assert "Use at least 8 characters" in said["password"]
    assert "The two passwords don’t match." in said["again"]


def test_a_wrong_token_is_told_along_with_a_wrong_password(page: PageClient) -> None:
    page.get("setup.show")
    answer = page.submit({**typed("0000"), "password": "short"}, status=422)
    assert "That token doesn’t match." in "".join(answer.one("p", id="token-error").itertext())
    assert "Use at least 8 characters" in "".join(answer.one("p", id="password-error").itertext())
    assert answer.one("input", id="token").get("autofocus") is not None


def test_typed_values_except_passwords_are_kept(page: PageClient) -> None:
    page.get("setup.show")
    form = page.submit(typed("0000"), status=422).form()
    assert form.fields["name"] == "Ms Okafor"
    assert (form.fields["password"], form.fields["again"]) == ("", "")


def test_guessing_the_token_is_limited_but_the_right_one_works(page: PageClient, token: str) -> None:
    page.get("setup.show")
    for _ in range(rate_limit.SETUP_TOKEN.failures):
        page.submit(typed("0000"), status=422)
    assert "wait 15 minutes" in page.submit(typed("0000"), status=429).text
    assert not teachers.has_teacher()
    page.submit(typed(token))
    assert teachers.has_teacher()


def test_the_set_up_is_closed_after_the_first_account(page: PageClient, token: str) -> None:
    page.get("setup.show")
    make_teacher()
    page.submit(typed(token))
    assert page.follow().heading == "Sign in"
    page.get("setup.show", status=303)


def test_other_sites_cannot_post_the_set_up_form(page: PageClient, token: str) -> None:
    page.post("setup.show", {**typed(token), "csrf_token": "forged"}, status=400)
    assert not teachers.has_teacher()
